"""Many looks at one thing: what is seen twice at one place is one thing, and its looks vote on what it is."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from casita.agents.explorer.senses import Floats, Seen
from casita.arrays import Bools
from casita.catalog import catalog

SAME_PLACE, FAR_OFF = 0.10, 0.06
"""Metres within which two looks at items are looks at one thing: close by, and more for every metre they were off."""

OF_LENGTH = 0.5
"""Large things are one if their middles are within so much of their length."""

UNLIKE = 0.6
"""How much closer two looks must be that have no type in common than two that are sure of one type."""

APART, LOWEST = 0.8, 0.1
"""Share of their length, and of their height, that the middles of two things of one type are apart at the least; and
metres that things count as high at the least."""

COINCIDE = 0.05
"""Metres within which the middles of two items cannot be, unless one holds the other: they are one item of which some
looks said one thing and some another."""

KEPT = 6
"""Looks at a thing whose places are averaged: the nearest ones."""

CUT_OFF = 1.5
"""Metres that a look counts as farther off in which the thing is cut off by the edge of the picture: its middle is not
where the middle of what shows is."""

UNLIKELY, RARELY = 0.05, 0.02
"""Things less likely than this to be there, and types of a thing less likely than this, are not worth a thought."""


class Certainty(NamedTuple):
    """How sure it is that a thing is there, by logistic regression.

    Fitted to three visits and rounded; `casita.benchmarks.excalibur.models.ours_certainty` fits it to others.
    """

    constant: float
    found: float
    """For each doubling of the looks in which it was found."""
    missed: float
    """For each doubling of those in which it was not, though it should have been."""
    best: float
    """For the surest of all looks, from 0 to 1."""

    def of(self, found: int, missed: int, best: float) -> float:
        """From 0 to 1."""
        doublings = self.found * math.log2(1 + found) + self.missed * math.log2(1 + missed)
        return 1.0 / (1.0 + math.exp(-(self.constant + doublings + self.best * best)))


ITEMS, FURNITURE = Certainty(-3.4, 1.3, -0.5, 2.2), Certainty(-4.7, 1.3, -0.5, 1.9)
"""Of things that can be picked up, and of all others."""


class Track:
    """All looks at one thing."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.votes: dict[str, float] = defaultdict(float)
        """By type: how much speaks for it."""
        self.colours: dict[str, float] = defaultdict(float)
        self.yaws: dict[float, float] = defaultdict(float)
        self.looks: list[tuple[float, Seen]] = []
        """How far off the thing was in each of the nearest looks, and the look."""
        self.latest: Seen | None = None
        self.found = self.missed = 0
        """In how many looks it was found, and in how many it was not though its place was in view."""
        self.best = 0.0
        """How sure the surest look was."""
        self._fused: Seen | None = None

    def add(self, look: Seen, away: float) -> None:
        """Take in one more look."""
        worth = look.sure / (0.5 + away)
        for name, chance in _chances(look).items():
            self.votes[name] += worth * chance
        self.colours[look.colour] += worth
        self.yaws[look.yaw] += worth
        off = away if look.whole else away + CUT_OFF
        self.looks = sorted([*self.looks, (off, look)], key=lambda one: one[0])[:KEPT]
        self.latest = look
        self.found += 1
        self.best = max(self.best, look.sure)
        self._fused = None

    def miss(self) -> None:
        """Note a look at its place in which it was not found."""
        self.missed += 1
        if self._fused is not None:
            self._fused = replace(self._fused, sure=self._sure(self._fused.type))

    def thing(self) -> Seen:
        """The thing as all looks together show it; the more looks, the surer."""
        if self._fused is None:
            self._fused = self._together()
        return self._fused

    def _together(self) -> Seen:
        types = _likely(self.votes)
        type = types[0][0]
        own = [(off, look) for off, look in self.looks if look.type == type] or self.looks
        weights = [1.0 / (0.3 + off) ** 2 for off, _ in own]
        total = math.fsum(weights)

        def mean(values: Iterable[float]) -> float:
            return math.fsum(w * v for w, v in zip(weights, values, strict=True)) / total

        best = own[0][1]
        assert self.latest is not None
        low = mean(look.low for _, look in own)
        depth, width, height = (mean(look.size[axis] for _, look in own) for axis in range(3))
        return replace(
            best,
            id=self.id,
            type=type,
            types=types,
            at=(mean(look.at[0] for _, look in own), mean(look.at[1] for _, look in own)),
            low=low,
            high=low + height,
            size=(depth, width, height),
            half=(depth / 2, width / 2),
            yaw=min(self.yaws, key=lambda yaw: (-self.yaws[yaw], yaw)),
            colour=min(self.colours, key=lambda name: (-self.colours[name], name)),
            states=self.latest.states,
            sure=self._sure(type),
        )

    def _sure(self, type: str) -> float:
        """How sure it is that it is there: the more looks, the better the best, and the fewer of them in vain."""
        certainty = ITEMS if catalog()[type].is_loose else FURNITURE
        return certainty.of(self.found, self.missed, self.best)


class Tracks:
    """Gives things that are seen again the names that they had."""

    def __init__(self) -> None:
        self._known: dict[bool, list[Track]] = {True: [], False: []}

    def all(self) -> list[Track]:
        """All things that were ever found, items first, with all that speaks for and against them."""
        return [track for known in self._known.values() for track in known]

    def things(self) -> list[Seen]:
        """All things that are likely enough, each as all looks at it show it, the surest first.

        Two of one type whose bodies would be in one another are one thing, that was taken for two: the surer stays.
        So are two items in one place, and what the other was taken for is then what the surer may be, too.
        """
        kept: list[Seen] = []
        likely = [thing for track in self.all() if (thing := track.thing()).sure >= UNLIKELY]
        for thing in sorted(likely, key=lambda one: (-one.sure, one.id)):
            number = next((number for number, other in enumerate(kept) if _coincide(thing, other)), -1)
            if number >= 0:
                kept[number] = _with_types_of(kept[number], thing)
            elif not any(thing.type == other.type and _is_in(thing, other) for other in kept):
                kept.append(thing)
        return kept

    def named(
        self,
        looks: Iterable[Seen],
        at: tuple[float, float],
        in_view: Callable[[Floats], Bools] | None = None,
    ) -> tuple[Seen, ...]:
        """The things of one picture that was taken at a point, each as all looks at it show it.

        `in_view` says which of some things the picture should show, by rows of x, y and height of their middles and
        their length: what was not found though it should be is the less sure.
        """
        surest = sorted(looks, key=lambda each: -each.sure)
        tracks: dict[int, Track] = {}
        for loose, known in self._known.items():
            own = [number for number, look in enumerate(surest) if catalog()[look.type].is_loose == loose]
            away = [math.dist(surest[number].at, at) for number in own]
            for number, track in zip(own, _matched([surest[n] for n in own], away, known), strict=True):
                if track is None:
                    track = Track(f"{'item' if loose else 'thing'}_{len(known) + 1}")
                    known.append(track)
                tracks[number] = track
            for number, far in zip(own, away, strict=True):
                tracks[number].add(surest[number], far)
        if in_view is not None:
            self._miss({track.id for track in tracks.values()}, in_view)
        return tuple(tracks[number].thing() for number in range(len(surest)))

    def _miss(self, taken: set[str], in_view: Callable[[Floats], Bools]) -> None:
        """Note of all things that were not found in a picture whether they should have been."""
        others = [track for track in self.all() if track.id not in taken]
        if not others:
            return
        things = [track.thing() for track in others]
        places = np.array([(*thing.at, (thing.low + thing.high) / 2, _shown(thing)) for thing in things])
        for number in np.flatnonzero(in_view(places)).tolist():
            others[number].miss()


def _matched(looks: Sequence[Seen], away: Sequence[float], known: Sequence[Track]) -> list[Track | None]:
    """The known thing that each look at one of some is of, the closest pairs first; None if it is a new one."""
    found: list[Track | None] = [None] * len(looks)
    if not looks or not known:
        return found
    things = [track.thing() for track in known]
    places = np.array([(*thing.at, thing.low) for thing in things])
    pairs = []
    for number, (look, far) in enumerate(zip(looks, away, strict=True)):
        off = np.linalg.norm(places - (*look.at, look.low), axis=1) / _reach(look, far)
        for other in np.flatnonzero(off < 1.0).tolist():
            unlike = float(off[other]) / (UNLIKE + (1.0 - UNLIKE) * _alike(look, things[other]))
            if unlike < 1.0:
                pairs.append((unlike, number, other))
    taken: set[int] = set()
    for _, number, other in sorted(pairs):
        if found[number] is None and other not in taken:
            found[number] = known[other]
            taken.add(other)
    return found


def _reach(look: Seen, away: float) -> float:
    """Metres within which a look at a thing that was so far off is a look at the same thing as another."""
    if catalog()[look.type].is_loose:
        return SAME_PLACE + FAR_OFF * away
    return max(0.3, OF_LENGTH * max(look.size[:2]))


def _chances(thing: Seen) -> Mapping[str, float]:
    """How likely a thing is of each type."""
    return dict(thing.types) or {thing.type: 1.0}


def _alike(one: Seen, other: Seen) -> float:
    """How likely it is that both are of one type, as far as their types are known: from 0 to 1."""
    known = _chances(other)
    return math.fsum(min(chance, known.get(name, 0.0)) for name, chance in _chances(one).items())


def _likely(votes: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """Types by how much speaks for each, the likeliest first, and their shares."""
    total = math.fsum(votes.values())
    shares = sorted(((name, vote / total) for name, vote in votes.items()), key=lambda one: (-one[1], one[0]))
    return tuple(one for one in shares if one[1] >= RARELY)


def _with_types_of(one: Seen, other: Seen) -> Seen:
    """A thing that may also be what another was taken for."""
    votes: dict[str, float] = defaultdict(float)
    for thing in (one, other):
        for name, chance in _chances(thing).items():
            votes[name] += thing.sure * chance
    types = _likely(votes) if votes[one.type] else ()
    return replace(one, types=tuple(sorted(types, key=lambda each: each[0] != one.type)))


def _coincide(one: Seen, other: Seen) -> bool:
    """Are two items in one place, where there is room for one only?"""
    if one.type == other.type or math.dist((*one.at, one.low), (*other.at, other.low)) >= COINCIDE:
        return False
    return all(kind.is_loose and not kind.is_receptacle for kind in (catalog()[one.type], catalog()[other.type]))


def _is_in(one: Seen, other: Seen) -> bool:
    """Would the bodies of two things of one type be in one another?"""
    away = math.dist(one.at, other.at)
    return away < APART * max(other.size[:2]) and abs(one.low - other.low) < APART * max(other.size[2], LOWEST)


def _shown(thing: Seen) -> float:
    """Metres that a thing is long as a picture shows it: what is long and thin is hard to find."""
    sides = sorted(thing.size)
    return math.sqrt(sides[1] * sides[2])
