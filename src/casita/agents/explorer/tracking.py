"""Many looks at one thing: what is seen twice at one place is one thing, and its looks vote on what it is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from casita.agents.explorer.senses import Seen
from casita.catalog import catalog

SAME_PLACE, FAR_OFF = 0.12, 0.08
"""Metres within which two looks at items are looks at one thing: close by, and more for every metre they were off."""

OF_LENGTH = 0.5
"""Large things are one if their middles are within so much of their length."""

UNLIKE = 0.6
"""How much closer two looks of different types must be than two of one type."""

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
        self._fused: Seen | None = None

    def add(self, look: Seen, away: float) -> None:
        """Take in one more look."""
        worth = look.sure / (0.5 + away)
        self.types[look.type] += worth  # type: ignore[assignment]  # votes are weighed
        self.colours[look.colour] += worth  # type: ignore[assignment]
        self.looks = sorted([*self.looks, (away, look)], key=lambda one: one[0])[:KEPT]
        self.latest = look
        self._fused = None

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
            sure=1.0 - math.exp(-self.types[type]),
        )


class Tracks:
    """Gives things that are seen again the names that they had."""

    def __init__(self) -> None:
        self._known: dict[bool, list[Track]] = {True: [], False: []}

    def named(self, looks: Iterable[Seen], at: tuple[float, float]) -> tuple[Seen, ...]:
        """The things of one picture that was taken at a point, each as all looks at it show it."""
        taken: set[str] = set()
        found = []
        for look in sorted(looks, key=lambda each: -each.sure):
            away = math.dist(look.at, at)
            track = self._track(look, away, taken)
            taken.add(track.id)
            track.add(look, away)
            found.append(track.thing())
        return tuple(found)

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
