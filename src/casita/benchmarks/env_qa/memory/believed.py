"""From what was noticed and seen to a story that programs run over: what was so before, between and after events.

There is one thing for each name: films do not do things to two things of one name, and questions name what is the only
one. What an event says about before and after (what is opened was closed) goes before what was seen; what changes
without being said (a thrown cup breaks, or lands somewhere) is what was seen after.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec
import numpy as np

from casita.arrays import Int64s
from casita.benchmarks.env_qa.asking.aspects import PLACINGS
from casita.benchmarks.env_qa.memory.contents import Contents
from casita.benchmarks.env_qa.memory.places import Places, state_number
from casita.benchmarks.env_qa.memory.sightings import FLOOR, TICKS, Sightings, known_names, type_of
from casita.benchmarks.env_qa.story.story import Facts, Happening, Story, Thing
from casita.benchmarks.env_qa.watching.seen import colour_names
from casita.catalog import catalog
from casita.exact import total_of

SAID: dict[str, dict[str, tuple[bool, bool]]] = {
    "open": {"is_open": (False, True)},
    "close": {"is_open": (True, False)},
    "turn on": {"is_on": (False, True)},
    "turn off": {"is_on": (True, False)},
    "make dirty": {"is_dirty": (False, True)},
    "clean": {"is_dirty": (True, False)},
    "break": {"is_broken": (False, True)},
    "slice": {"is_sliced": (False, True)},
    "use up": {"is_used_up": (False, True)},
    "fill": {"is_filled": (False, True)},
    "empty": {"is_filled": (True, False)},
}
"""By verb: what is so of its object before and after."""

ENDED: dict[str, tuple[str, ...]] = {"break": ("is_filled", "is_on"), "throw": ("is_filled",)}
"""By verb: what is not so any more of its object, whether it was so or not."""

BREAKING = ("throw", "push")
"""Verbs after which the object, or what it is thrown at, may be broken: one has to look."""

SEEN_AS = {"is_open": "open", "is_on": "on", "is_dirty": "dirty", "is_broken": "broken", "is_sliced": "sliced",
           "is_filled": "filled"}  # fmt: skip
"""Facts, and the states of sightings that show them."""


LOOKS = 12
"""Moments at which it is looked where a thing is, at the most."""

SURE = 0.4
"""Score of sightings that are counted."""

NO_ROWS = np.zeros(0, np.int64)


class NoticedEvent(NamedTuple):
    """An event as it is believed to have happened."""

    verb: str
    object: str
    target: str
    liquid: str
    start: int
    end: int
    """First and last frame."""


class Placed(NamedTuple):
    """Where a thing is."""

    prep: str
    at: str
    near: tuple[str, ...] = ()
    """What it was put near."""


class Memory(NamedTuple):
    """What was seen in a video, and what tells places and contents from it."""

    seen: Sightings
    places: Places
    contents: Contents


class Believer:
    """Tells the story of a video from what was seen of it."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        seen = memory.seen
        self._rows = {
            known_names()[number]: np.flatnonzero(seen.names == number) for number in np.unique(seen.names).tolist()
        }
        self._known: dict[tuple[str, tuple[int, ...], tuple[str, ...], str], str] = {}

    def story(self, events: Sequence[NoticedEvent], named: Sequence[str] = ()) -> Story:
        """What happened and what was so; with whatever a question names, seen or not."""
        acted = (name for one in events for name in (one.object, one.target))
        names = sorted({name for name in (*named, *acted) if name in known_names()})
        ends = self._memory.seen.moments / TICKS
        carriers = {name: self._placed(name, events) for name in names}
        every = sorted({*names, FLOOR, *(one.at for rows in carriers.values() for one in rows)})
        facts = {name: self._facts(name, events, carriers[name]) for name in names}
        return Story(
            video="what was seen", room_kind="", starts=0.0, ends=ends,
            things={name: self._thing(name) for name in every},
            happenings=tuple(
                Happening(one.verb, one.object, one.target, one.liquid, one.start / TICKS, one.end / TICKS)
                for one in events
            ),
            moments=tuple({name: rows[moment] for name, rows in facts.items()} for moment in range(len(events) + 1)),
            seen=dict.fromkeys(every, ((0.0, ends),)),
        )  # fmt: skip

    def count(self, name: str) -> int:
        """How many things of a name there are: as many as two frames at least show at once."""
        if name == FLOOR:
            return 1
        seen = self._memory.seen
        rows = self._rows.get(name, NO_ROWS)
        shown = np.bincount(seen.frames[rows[seen.scores[rows] >= SURE]], minlength=seen.moments)
        most = np.sort(shown)[::-1][:2].tolist()
        return int(most[0]) if most and (most[0] <= 1 or len(most) == 1) else int(most[1]) if most else 0

    # What never changes.

    def _thing(self, name: str) -> Thing:
        kind = catalog()[type_of(name)]
        rows = self._rows.get(name, NO_ROWS)
        material = self._memory.contents.material(self._memory.seen, rows, name)
        return Thing(
            name, kind.name, name, self._colour(name, rows), material, kind.can("open"), kind.can("toggle"),
            kind.can("dirty"), kind.can("break"), kind.can("slice"), kind.can("fill"), kind.is_loose,
        )  # fmt: skip

    def _colour(self, name: str, rows: Int64s) -> str:
        """The colour that most sightings have, sure and large ones counting more."""
        seen = self._memory.seen
        rows = rows[seen.colours[rows] > 0]
        votes = np.array([float(colour in catalog()[type_of(name)].colours) for colour in colour_names()])
        if len(rows):
            sides = seen.boxes[rows, 2:] - seen.boxes[rows, :2]
            np.add.at(votes, seen.colours[rows], seen.scores[rows] ** 2 * np.sqrt(sides.prod(1)) * 10.0)
        return colour_names()[int(np.argmax(votes))]

    # What changes.

    def _facts(self, name: str, events: Sequence[NoticedEvent], placed: Sequence[Placed]) -> list[Facts]:
        values = {fact: self._values(name, fact, events) for fact in (*SEEN_AS, "is_used_up")}
        found = []
        for moment in range(len(events) + 1):
            now = {fact: rows[moment] for fact, rows in values.items()}
            liquid = self._liquid(name, events, moment) if now.pop("is_filled") else ""
            prep, at, near = placed[moment]
            facts = Facts(not now["is_sliced"], prep, at, near, liquid=liquid)
            found.append(msgspec.structs.replace(facts, **now))
        return found

    def _values(self, name: str, fact: str, events: Sequence[NoticedEvent]) -> list[bool]:
        """Whether something is so at each moment."""
        count = len(events) + 1
        found: list[bool | None] = [None] * count
        turns = [0]
        for number, one in enumerate(events):
            if one.object == name and fact in SAID.get(one.verb, {}):
                before, after = SAID[one.verb][fact]
                for moment in range(turns[-1], number + 1):
                    found[moment] = before if found[moment] is None or moment == number else found[moment]
                found[number + 1] = after
                turns.append(number + 1)
            elif one.object == name and fact in ENDED.get(one.verb, ()):
                found[number + 1] = False
                turns.append(number + 1)
            elif fact == "is_broken" and name in (one.object, one.target) and one.verb in BREAKING:
                turns.append(number + 1)
        turns.append(count)
        for first, end in pairwise(turns):
            if first == end:
                continue
            value = found[first]
            if value is None:
                value = self._looks(name, fact, events, first, end)
                value = value or (fact == "is_broken" and first > 0 and bool(found[first - 1]))
            found[first:end] = [value if each is None else each for each in found[first:end]]
        return [bool(each) for each in found]

    def _looks(self, name: str, fact: str, events: Sequence[NoticedEvent], first: int, end: int) -> bool:
        """Whether something is seen to be so from one moment to before another."""
        rows = self._rows_between(name, events, first, end)
        if fact == "is_used_up":
            return self._memory.contents.is_used_up(self._memory.seen, rows)
        if not len(rows):
            return False
        seen = self._memory.seen
        sides = np.sqrt((seen.boxes[rows, 2:] - seen.boxes[rows, :2]).prod(1))
        weights = (seen.scores[rows] * np.minimum(sides, 0.3) + 1e-6).tolist()
        chances = seen.states[rows, state_number(SEEN_AS[fact])].tolist()
        found = total_of(weight * (chance - 0.5) for weight, chance in zip(weights, chances, strict=True))
        return bool(found > 0.0)

    def _liquid(self, name: str, events: Sequence[NoticedEvent], moment: int) -> str:
        for one in reversed(events[:moment]):
            if one.object == name and one.verb == "fill":
                return one.liquid
        until = next((n for n, one in enumerate(events) if one.object == name and one.verb == "empty"), len(events))
        return self._memory.contents.liquid(self._memory.seen, self._rows_between(name, events, 0, until + 1), name)

    def _rows_between(self, name: str, events: Sequence[NoticedEvent], first: int, end: int) -> Int64s:
        """The sightings of a thing from one moment to before another: after one event and before the next begins."""
        rows = self._rows.get(name, NO_ROWS)
        low = events[first - 1].end if first else 0
        high = events[end - 1].start if end <= len(events) else self._memory.seen.moments
        frames = self._memory.seen.frames[rows]
        return rows[(frames >= low) & (frames <= max(high, low))]

    # Where things are.

    def _placed(self, name: str, events: Sequence[NoticedEvent]) -> list[Placed]:
        """Where a thing is at each moment."""
        found = [self._looked_up(name, events, 0)]
        for number, one in enumerate(events):
            before = found[-1]
            if one.object == name and one.verb in PLACINGS:
                found.append(self._put(name, events, number, before))
            elif one.verb == "tidy" and before.at == one.object:
                found.append(self._looked_up(name, events, number + 1, apart=one.object))
            elif one.object in before.near and one.verb in PLACINGS:
                found.append(before._replace(near=()))
            else:
                found.append(before)
        return found

    def _put(self, name: str, events: Sequence[NoticedEvent], number: int, before: Placed) -> Placed:
        """Where a thing is after an event that puts it somewhere; in training films, what is thrown lands on floors."""
        one, counts = events[number], self._memory.places.counts
        match one.verb:
            case "move" if one.target:
                return Placed(counts.prep(name, one.target), one.target)
            case "throw":
                return Placed(counts.prep(name, FLOOR), FLOOR)
            case "push":
                return self._looked_up(name, events, number + 1, among=(before.at, FLOOR))
            case "put near" if one.target in known_names() and counts.is_beside(one.target):
                # What is put near something that stands stands on the same.
                other = self._placed(one.target, events[:number])[-1]
                at = other.at if other.at != name else before.at
                return Placed(counts.prep(name, at), at, (one.target,))
        return self._looked_up(name, events, number + 1)

    def _looked_up(
        self, name: str, events: Sequence[NoticedEvent], moment: int, *, among: tuple[str, ...] = (), apart: str = ""
    ) -> Placed:  # fmt: skip
        """Where a thing is seen to be, from a moment until it may be moved."""
        until = next((n for n in range(moment, len(events)) if self._may_move(name, events[n])), len(events))
        rows = self._rows_between(name, events, moment, until + 1)
        frames = np.unique(self._memory.seen.frames[rows])
        if len(frames) > LOOKS:
            frames = frames[np.linspace(0, len(frames) - 1, LOOKS).round().astype(int)]
        key = name, tuple(frames.tolist()), among, apart
        if key not in self._known:
            self._known[key] = self._memory.places.likeliest(self._memory.seen, name, frames.tolist(), among, apart)
        at = self._known[key]
        return Placed(self._memory.places.counts.prep(name, at), at)

    def _may_move(self, name: str, one: NoticedEvent) -> bool:
        return one.verb == "tidy" or (one.object == name and one.verb in PLACINGS)
