"""Many looks at one thing: what is seen twice at one place is one thing, and its looks vote on what it is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np
from msgspec.structs import replace

from casita.agents.explorer.senses import Floats, Seen
from casita.arrays import Bools
from casita.catalog import catalog

SAME_PLACE, FAR_OFF = 0.12, 0.08
"""Metres within which two looks at items are looks at one thing: close by, and more for every metre they were off."""

OF_LENGTH = 0.5
"""Large things are one if their middles are within so much of their length."""

UNLIKE = 0.6
"""How much closer two looks of different types must be than two of one type."""

APART, LOWEST = 0.8, 0.1
"""Share of their length, and of their height, that the middles of two things of one type are apart at the least; and
metres that things count as high at the least."""

KEPT = 6
"""Looks at a thing whose places are averaged: the nearest ones."""


class Track:
    """All looks at one thing."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.types: Counter[str] = Counter()
        self.colours: Counter[str] = Counter()
        self.looks: list[tuple[float, Seen]] = []
        """How far off the thing was in each of the nearest looks, and the look."""
        self.latest: Seen | None = None
        self.found = self.missed = 0
        """In how many looks it was found, and in how many it was not though its place was in view."""
        self._fused: Seen | None = None

    def add(self, look: Seen, away: float) -> None:
        """Take in one more look."""
        worth = look.sure / (0.5 + away)
        self.types[look.type] += worth  # type: ignore[assignment]  # votes are weighed
        self.colours[look.colour] += worth  # type: ignore[assignment]
        self.looks = sorted([*self.looks, (away, look)], key=lambda one: one[0])[:KEPT]
        self.latest = look
        self.found += 1
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
        type = min(self.types, key=lambda name: (-self.types[name], name))
        own = [(away, look) for away, look in self.looks if look.type == type] or self.looks
        weights = [1.0 / (0.3 + away) ** 2 for away, _ in own]
        total = math.fsum(weights)

        def mean(values: Iterable[float]) -> float:
            return math.fsum(w * v for w, v in zip(weights, values, strict=True)) / total

        best = own[0][1]
        assert self.latest is not None
        low = mean(look.low for _, look in own)
        return replace(
            best,
            id=self.id,
            at=(mean(look.at[0] for _, look in own), mean(look.at[1] for _, look in own)),
            low=low,
            high=low + best.high - best.low,
            colour=min(self.colours, key=lambda name: (-self.colours[name], name)),
            states=self.latest.states,
            sure=self._sure(type),
        )

    def _sure(self, type: str) -> float:
        """How sure it is that it is there, and of a type: the more looks, and the fewer of them in vain."""
        return (1.0 - math.exp(-self.types[type])) * self.found / (self.found + self.missed)


def _is_in(one: Seen, other: Seen) -> bool:
    """Would the bodies of two things of one type be in one another?"""
    away = math.dist(one.at, other.at)
    return away < APART * max(other.size[:2]) and abs(one.low - other.low) < APART * max(other.size[2], LOWEST)


class Tracks:
    """Gives things that are seen again the names that they had."""

    def __init__(self) -> None:
        self._known: dict[bool, list[Track]] = {True: [], False: []}

    def things(self) -> list[Seen]:
        """All things, each as all looks at it show it, the surest first.

        Two of one type whose bodies would be in one another are one thing, that was taken for two: the surer stays.
        """
        found: dict[str, list[Seen]] = {}
        tracks = [track for known in self._known.values() for track in known]
        for thing in sorted((track.thing() for track in tracks), key=lambda one: (-one.sure, one.id)):
            alike = found.setdefault(thing.type, [])
            if not any(_is_in(thing, other) for other in alike):
                alike.append(thing)
        return sorted((thing for alike in found.values() for thing in alike), key=lambda one: (-one.sure, one.id))

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
        taken: set[str] = set()
        found = []
        for look in sorted(looks, key=lambda each: -each.sure):
            away = math.dist(look.at, at)
            track = self._track(look, away, taken)
            taken.add(track.id)
            track.add(look, away)
            found.append(track.thing())
        if in_view is not None:
            self._miss(taken, in_view)
        return tuple(found)

    def _miss(self, taken: set[str], in_view: Callable[[Floats], Bools]) -> None:
        """Note of all things that were not found in a picture whether they should have been."""
        others = [track for known in self._known.values() for track in known if track.id not in taken]
        if not others:
            return
        things = [track.thing() for track in others]
        places = np.array([(*thing.at, (thing.low + thing.high) / 2, max(thing.size)) for thing in things])
        for number in np.flatnonzero(in_view(places)).tolist():
            others[number].miss()

    def _track(self, look: Seen, away: float, taken: set[str]) -> Track:
        """The track of the thing that is looked at; a new one if it was not seen before."""
        loose = catalog()[look.type].is_loose
        known = self._known[loose]
        best, least = None, 1.0
        reach = SAME_PLACE + FAR_OFF * away if loose else max(0.3, OF_LENGTH * max(look.size[:2]))
        for track in known:
            if track.id in taken:
                continue
            other = track.thing()
            off = math.dist((*look.at, look.low), (*other.at, other.low)) / reach
            if other.type != look.type:
                off /= UNLIKE
            if off < least:
                best, least = track, off
        if best is None:
            best = Track(f"{'item' if loose else 'thing'}_{len(known) + 1}")
            known.append(best)
        return best
