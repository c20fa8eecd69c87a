"""How sure looks make it that a thing is there: fitted to what a detector found in training houses, and what was there.

    python -m casita.benchmarks.excalibur.models.ours_certainty 0 1 2      # prints the two rows of `tracking.py`

Our agent with privileged perception visits these training houses, and the detector looks at what it looks at. It is
run again when the detector has other weights; about two minutes of one core a house.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from casita.agents.explorer.memory import STRUCTURE
from casita.agents.explorer.senses import Floats, Pose, Seen, View
from casita.agents.explorer.tracking import Certainty, Track
from casita.arrays import Bools
from casita.benchmarks.excalibur.episode.observing import Senses
from casita.benchmarks.excalibur.episode.visit import VisitSettings, visit
from casita.benchmarks.excalibur.houses import planned, state_of
from casita.benchmarks.excalibur.models.ours import OursPrivileged, PrivilegedEyes
from casita.benchmarks.excalibur.models.ours_pixels import DetectorEyes, own_detector
from casita.catalog import catalog
from casita.protocols import RobotObservation

SIDE = 512
"""Pixels of the sides of the pictures."""

WITHIN = {True: 0.15, False: 0.6}
"""Metres from a thing to where it was found, at the most, of items and of others: twice that if its type is right."""

SHRINKING = 0.01
"""How much large coefficients are held against a fit."""


class Evidence(NamedTuple):
    """What looks say of a thing, and whether it was there."""

    loose: bool
    found: int
    missed: int
    best: float
    there: bool


class BothEyes(PrivilegedEyes):
    """Eyes of the upper row, beside which a detector looks and remembers."""

    def __init__(self) -> None:
        self.detector = DetectorEyes(own_detector())
        self.things: dict[str, Seen] = {}
        """All that was there to be seen, as it was first."""

    def view(self, observation: RobotObservation, pose: Pose) -> View:
        """What is told."""
        found = super().view(observation, pose)
        self.detector.view(observation, pose)
        for thing in found.things:
            self.things.setdefault(thing.id, thing)
        return found


class Watched(OursPrivileged):
    """The upper row, with a detector that looks at what it looks at."""

    def __init__(self) -> None:
        super().__init__()
        self.both = self._eyes = BothEyes()


def evidence(number: int) -> list[Evidence]:
    """What was found in a training house, and whether it was there."""
    model = Watched()
    visit(model, state_of(planned("train", number)), (), 0, VisitSettings(refine=0, senses=Senses((SIDE, SIDE))))
    there = [thing for thing in model.both.things.values() if thing.type not in STRUCTURE and thing.type in catalog()]
    tracks = [track for track in model.both.detector.tracks.all() if track.thing().type not in STRUCTURE]
    right = matched([track.thing() for track in tracks], there)
    return [_evidence(track, place in right) for place, track in enumerate(tracks)]


def _evidence(track: Track, there: bool) -> Evidence:
    return Evidence(catalog()[track.thing().type].is_loose, track.found, track.missed, track.best, there)


def matched(found: Sequence[Seen], there: Sequence[Seen]) -> set[int]:
    """Numbers of the things that were found where one is; each that is there is found once, by the closest."""
    pairs = []
    for number, thing in enumerate(found):
        loose = catalog()[thing.type].is_loose
        for other, truth in enumerate(there):
            off = math.dist((*thing.at, thing.low), (*truth.at, truth.low))
            right = 1.0 + thing.chance(truth.type)
            if catalog()[truth.type].is_loose == loose and off < WITHIN[loose] * right:
                pairs.append((off / right, number, other))
    taken: dict[int, int] = {}
    for _, number, other in sorted(pairs):
        if number not in taken and other not in taken.values():
            taken[number] = other
    return set(taken)


def fitted(rows: Iterable[Evidence]) -> Certainty:
    """The certainty that fits what looks said and what was there, by logistic regression."""
    kept = list(rows)
    given = np.array([[1.0, math.log2(1 + row.found), math.log2(1 + row.missed), row.best] for row in kept])
    there: Bools = np.array([row.there for row in kept], np.bool_)
    found: Floats = np.zeros(given.shape[1])
    for _ in range(50):
        chance = 1.0 / (1.0 + np.exp(-given @ found))
        slope = given.T @ (there - chance) - SHRINKING * found
        bend = (given * (chance * (1.0 - chance))[:, None]).T @ given + SHRINKING * np.eye(len(found))
        found = found + np.linalg.solve(bend, slope)
    return Certainty(*(round(float(value), 1) for value in found))


def main() -> None:
    """Fit, and print."""
    rows = [row for number in sys.argv[1:] for row in evidence(int(number))]
    for name, loose in (("ITEMS", True), ("FURNITURE", False)):
        own = [row for row in rows if row.loose == loose]
        there = len([row for row in own if row.there])
        sys.stdout.write(f"{name} {tuple(fitted(own))}, of {len(own)} things, {there} there\n")


if __name__ == "__main__":
    main()
