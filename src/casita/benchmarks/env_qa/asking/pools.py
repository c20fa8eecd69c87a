"""What the blanks of questions are drawn from, in one story: things by name, events by phrase, values of aspects."""

from __future__ import annotations

from casita.benchmarks.env_qa.asking.aspects import ASPECTS
from casita.benchmarks.env_qa.asking.lookup import NotAskable, StoryLookup
from casita.benchmarks.env_qa.story.story import Facts


class Pools:
    """What blanks are drawn from, in one story."""

    def __init__(self, lookup: StoryLookup) -> None:
        self.lookup = lookup
        story = lookup.story
        self.things = {name: one for name in sorted({*lookup.acted, *lookup.seen}) if (one := self._thing(name))}
        """Things that their names stand for, by name."""
        self.single = {name: ids[0] for name, ids in lookup.seen.items() if len(ids) == 1}
        """Things that are the only ones of their name."""
        self.events = [
            number
            for number in lookup.events
            if story.happenings[number].is_seen and len(lookup.fitting(lookup.filled[number])) == 1
        ]
        """Numbers of the events that their phrases fit alone."""
        self.acted = list(dict.fromkeys(lookup.roles[number].object1 for number in lookup.events))
        """Names of the things that something was done to."""
        self._by_aspect: dict[str, tuple[list[str], list[str]]] = {}

    def having(self, aspect: str) -> tuple[list[str], list[str]]:
        """Names of the things whose aspect changes in the video, and of all that have it."""
        if aspect not in self._by_aspect:
            changed, every = [], []
            for name, thing in self.things.items():
                values = self.values_of(aspect, thing)
                if values:
                    every.append(name)
                    if len(values) > 1:
                        changed.append(name)
            self._by_aspect[aspect] = changed, every
        return self._by_aspect[aspect]

    def values(self, aspect: str) -> list[tuple[str, ...]]:
        """All values that an aspect of some thing has at some time."""
        found = {value for name in self.having(aspect)[1] for value in self.values_of(aspect, self.things[name])}
        return sorted(found)

    def values_of(self, aspect: str, thing: str) -> set[tuple[str, ...]]:
        """All values that an aspect of a thing has at some time."""
        found = set()
        last: Facts | None = None
        for moment in range(len(self.lookup.story.moments)):
            facts = self.lookup.facts(thing, moment)
            if facts == last:
                continue
            last = facts
            try:
                found.add(ASPECTS[aspect](self.lookup, thing, moment))
            except NotAskable:
                continue
        return found

    def _thing(self, name: str) -> str:
        try:
            return self.lookup.only_thing(name)
        except NotAskable:
            return ""
