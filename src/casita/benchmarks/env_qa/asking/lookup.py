"""A story made ready for questions: its events by their roles, and its things by name."""

from __future__ import annotations

from casita.benchmarks.env_qa.item import RoleAnswer
from casita.benchmarks.env_qa.story.story import Facts, Happening, Story
from casita.benchmarks.env_qa.vocabulary import FIND, GERUNDS
from casita.errors import BadInput, unknown

Description = dict[str, str]
"""Some roles of an event with their values: of all events that have them."""

GONE = Facts(exists=False)


class NotAskable(BadInput):
    """A question does not fit a story: what it speaks of is not there, is not the only one, or was not seen."""


class StoryLookup:
    """What questions look up again and again in one story."""

    def __init__(self, story: Story) -> None:
        if len(story.moments) != len(story.happenings) + 1:
            raise BadInput(
                f"video {story.video} has {len(story.moments)} moments and {len(story.happenings)} happenings: "
                "expected one moment more"
            )
        self.story = story
        self.roles = [roles_of(story, number) for number in range(len(story.happenings))]
        """Of each happening; empty for one that is no event."""
        self.filled = [roles.filled() for roles in self.roles]
        self.events = [number for number, one in enumerate(story.happenings) if one.verb != FIND]
        """Numbers of the happenings that are events."""
        done = [story.happenings[number] for number in self.events]
        self.acted = {self.name(one.object) for one in done}
        """Names of the things that something was done to."""
        self.involved: dict[str, set[str]] = {}
        """By name: ids of the things that something was done to, or with."""
        for thing in [part for one in done for part in (one.object, one.target) if part]:
            self.involved.setdefault(self.name(thing), set()).add(thing)
        self.seen: dict[str, list[str]] = {}
        """By name: ids of the things that were seen."""
        for thing in sorted(story.seen):
            self.seen.setdefault(self.name(thing), []).append(thing)

    def name(self, thing: str) -> str:
        """What questions call a thing."""
        if thing not in self.story.things:
            raise BadInput(f"video {self.story.video}: no thing {thing!r} is in its room")
        return self.story.things[thing].name

    def facts(self, thing: str, moment: int) -> Facts:
        """What is so of a thing at a moment."""
        return self.story.moments[moment].get(thing, GONE)

    def carries(self, thing: str) -> bool:
        """Is something loose on or in a thing as the video begins?"""
        first = self.story.moments[0]
        return any(facts.at == thing and self.story.things[id].is_loose for id, facts in first.items())

    def fitting(self, description: Description) -> list[int]:
        """Numbers of the events that a description fits, seen or not."""
        wanted = description.items()
        return [number for number in self.events if wanted <= self.filled[number].items()]

    def only_thing(self, name: str) -> str:
        """The thing of a name: the only one that something was done to or with; or else the only one that was seen."""
        return self._single(sorted(self.involved[name]), name) if name in self.acted else self.only_seen(name)

    def only_seen(self, name: str) -> str:
        """The only thing of a name that was seen."""
        return self._single(self.seen.get(name, []), name)

    def _single(self, ids: list[str], name: str) -> str:
        if len(ids) != 1:
            raise NotAskable(f"{len(ids)} things are called {name}: expected one")
        if ids[0] not in self.story.seen:
            raise NotAskable(f"the {name} was not seen")
        return ids[0]

    def only_event(self, description: Description) -> int:
        """The only event that a description fits."""
        found = self.fitting(description)
        if len(found) != 1:
            raise NotAskable(f"{len(found)} events are {description}: expected one")
        return self.seen_event(found[0])

    def seen_event(self, number: int) -> int:
        """The number of an event, if it was seen."""
        if not self.story.happenings[number].is_seen:
            raise NotAskable(f"event {number} was not seen")
        return number


def roles_of(story: Story, number: int) -> RoleAnswer:
    """A happening by the roles of an answer; without any if it is no event."""
    one = story.happenings[number]
    if one.verb == FIND:
        return RoleAnswer()
    if one.verb not in GERUNDS:
        raise unknown("verb", one.verb, [*GERUNDS, FIND])
    roles = {"action": GERUNDS[one.verb], "object1": story.things[one.object].name}
    return RoleAnswer(**roles, **_further_roles(story, number, one))


def _further_roles(story: Story, number: int, one: Happening) -> dict[str, str]:
    other = story.things[one.target].name if one.target else ""
    before = story.moments[number].get(one.object, GONE)
    match one.verb:
        case "make dirty":
            return {"adjective": "dirty"}
        case "fill" if one.liquid:
            return {"prep": "with", "adjective": one.liquid}
        case "move" if other:
            return {"prep": "to", "object2": other}
        case "move" if before.prep == "in" and before.at:
            return {"prep": "out of", "object2": story.things[before.at].name}
        case "put near" if other:
            return {"prep": "near", "object2": other}
        case "throw" if other:
            return {"prep": "to break" if _breaks(story, number, one.target) else "to hit", "object2": other}
    return {}


def _breaks(story: Story, number: int, thing: str) -> bool:
    before, after = (story.moments[moment].get(thing, GONE) for moment in (number, number + 1))
    return after.is_broken and not before.is_broken
