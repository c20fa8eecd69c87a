"""From what was noticed and seen to a story that programs run over: what was so before, between and after events.

There is one thing for each name: films do not do things to two things of one name, and questions name what is the only
one. What an event says about before and after (what is opened was closed) goes before what was seen; what changes
without being said (a thrown cup breaks, or lands somewhere) is what was seen after.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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

SHAKING = ("throw", "push", "move", "put near")
"""Verbs after which a thing may be broken, or empty."""

SEEN_AS = {"is_open": "open", "is_on": "on", "is_dirty": "dirty", "is_broken": "broken", "is_sliced": "sliced",
           "is_filled": "filled"}  # fmt: skip
"""Facts, and the states of sightings that show them."""


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
        self._places: dict[tuple[str, int, int], str] = {}

    def story(self, events: Sequence[NoticedEvent], named: Sequence[str] = ()) -> Story:
        """What happened and what was so; with whatever a question names, seen or not."""
        acted = (name for one in events for name in (one.object, one.target))
        names = sorted({name for name in (*named, *acted) if name in known_names()})
        ends = self._memory.seen.count / TICKS
        carriers = {name: self._placed(name, events) for name in names}
        every = sorted({*names, FLOOR, *(at for rows in carriers.values() for _, at, _ in rows if at)})
        facts = {name: self._facts(name, events, carriers[name]) for name in names}
        return Story(
            video="what was seen", room_kind="", starts=0.0, ends=ends,
            things={name: self._thing(name) for name in every},
            happenings=tuple(
                Happening(one.verb, one.object, one.target, one.liquid, one.start / TICKS, one.end / TICKS)
                for one in events
            ),
            moments=tuple({name: rows[moment] for name, rows in facts.items()} for moment in range(len(events) + 1)),
            seen=dict.fromkeys(every, (0.0, ends)),
        )  # fmt: skip

    def count(self, name: str) -> int:
        """How many things of a name there are: as many as two frames at least show at once."""
        if name == FLOOR:
            return 1
        seen = self._memory.seen
        rows = self._rows.get(name, NO_ROWS)
        shown = np.bincount(seen.frames[rows[seen.scores[rows] >= SURE]], minlength=seen.count)
        most = int(shown.max(initial=0))
        return most if most <= 1 or int((shown == most).sum()) > 1 else most - 1

    # What never changes.

    def _thing(self, name: str) -> Thing:
        kind = catalog()[type_of(name)]
        rows = self._rows.get(name, NO_ROWS)
        material = self._memory.contents.material(self._memory.seen, rows, name)
        return Thing(
            name, kind.name, name, self._colour(name, rows), material, kind.can("open"), kind.can("toggle"), kind.can("dirty"),
            kind.can("break"), kind.can("slice"), kind.can("fill"), kind.is_loose,
        )  # fmt: skip

    def _colour(self, name: str, rows: NDArray[np.int64]) -> str:
        """The colour that most sightings have, sure and large ones counting more."""
        seen = self._memory.seen
        rows = rows[seen.colours[rows] > 0]
        votes = np.array([float(colour in catalog()[type_of(name)].colours) for colour in colour_names()])
        if len(rows):
            sides = seen.boxes[rows, 2:] - seen.boxes[rows, :2]
            np.add.at(votes, seen.colours[rows], seen.scores[rows] ** 2 * np.sqrt(sides.prod(1)) * 10.0)
        return colour_names()[int(np.argmax(votes))]

    # What changes.

    def _facts(
        self, name: str, events: Sequence[NoticedEvent], placed: list[tuple[str, str, tuple[str, ...]]]
    ) -> list[Facts]:
        values = {fact: self._values(name, fact, events) for fact in (*SEEN_AS, "is_used_up")}
        found = []
        for moment in range(len(events) + 1):
            now = {fact: rows[moment] for fact, rows in values.items()}
            liquid = self._liquid(name, events, moment) if now.pop("is_filled") else ""
            prep, at, near = placed[moment]
            found.append(Facts(not now["is_sliced"], prep, at, near, liquid=liquid, **now))
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
            elif fact in ("is_broken", "is_filled") and name in (one.object, one.target) and one.verb in SHAKING[:2]:
                turns.append(number + 1)
        turns.append(count)
        for first, end in zip(turns, turns[1:], strict=False):
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
        return total_of(weight * (chance - 0.5) for weight, chance in zip(weights, chances, strict=True)) > 0.0

    def _liquid(self, name: str, events: Sequence[NoticedEvent], moment: int) -> str:
        for one in reversed(events[:moment]):
            if one.object == name and one.verb == "fill":
                return one.liquid
        until = next((n for n, one in enumerate(events) if one.object == name and one.verb == "empty"), len(events))
        return self._memory.contents.liquid(self._memory.seen, self._rows_between(name, events, 0, until + 1), name)

    def _rows_between(self, name: str, events: Sequence[NoticedEvent], first: int, end: int) -> NDArray[np.int64]:
        """The sightings of a thing from one moment to before another: after one event and before the next begins."""
        rows = self._rows.get(name, NO_ROWS)
        low = events[first - 1].end if first else 0
        high = events[end - 1].start if end <= len(events) else self._memory.seen.count
        frames = self._memory.seen.frames[rows]
        return rows[(frames >= low) & (frames <= max(high, low))]

    # Where things are.

    def _placed(self, name: str, events: Sequence[NoticedEvent]) -> list[tuple[str, str, tuple[str, ...]]]:
        """At each moment: on or in, of what, and what it was put near."""
        count = len(events) + 1
        turns = [0] + [n + 1 for n, one in enumerate(events) if one.object == name and one.verb in PLACINGS] + [count]
        found: list[tuple[str, str, tuple[str, ...]]] = []
        for first, end in zip(turns, turns[1:], strict=False):
            one = events[first - 1] if first else None
            if one is not None and one.verb == "move" and one.target:
                at = one.target
            else:
                at = self._at(name, events, first, end, one)
            near = (one.target,) if one is not None and one.verb == "put near" and one.target else ()
            prep = self._memory.places.counts.prep(name, at) if at else ""
            found += [(prep, at, near)] * (end - first)
        return found

    def _at(self, name: str, events: Sequence[NoticedEvent], first: int, end: int, last: NoticedEvent | None) -> str:
        rows = self._rows_between(name, events, first, end)
        frames = np.unique(self._memory.seen.frames[rows])
        if len(frames) > 12:
            frames = frames[np.linspace(0, len(frames) - 1, 12).round().astype(int)]
        key = name, int(frames[0]) if len(frames) else -1, int(frames[-1]) if len(frames) else -1
        if key not in self._places:
            self._places[key] = self._memory.places.likeliest(self._memory.seen, name, frames.tolist())
        return self._places[key]
