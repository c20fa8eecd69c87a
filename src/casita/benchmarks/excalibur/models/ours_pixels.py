"""Ours from pixels: a detector finds things in the picture, depth and odometry say where they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from casita.agents.explorer.locating import Box, Tracks, located
from casita.agents.explorer.rooms import assign_rooms
from casita.agents.explorer.senses import Pose, View
from casita.benchmarks.excalibur.models.ours import Ours
from casita.benchmarks.excalibur.models.ours_answers import Houses
from casita.errors import BadInput
from casita.protocols import Picture, RobotObservation

LEAST_SCORE = 0.3
"""How sure the detector must be of a thing."""

LEAST_STATE = 0.5
"""How likely a state must be."""


class Detector(Protocol):
    """Finds things in pictures (`casita.learn.detector`)."""

    def detect(self, pictures: Sequence[Picture], least: float = 0.05) -> Sequence[Sequence[Any]]:
        """The things of every picture, with box, kind, score, colour and states."""


class DetectorEyes:
    """Perception by a detector; it needs depth to tell where things are."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._tracks = Tracks()

    def view(self, observation: RobotObservation, pose: Pose) -> View:
        """What the detector finds, put into the house."""
        if observation.picture is None or observation.depth is None:
            raise BadInput("our agent from pixels needs pictures with depth")
        depth = observation.depth.astype(np.float32) / 1000.0
        found = []
        for each in self._detector.detect([observation.picture], LEAST_SCORE)[0]:
            states = tuple(name for name, likely in each.states.items() if likely >= LEAST_STATE)
            left, top, right, bottom = each.box
            box = Box(left, top, right, bottom, each.kind, each.score, each.colour, states)
            seen = located(box, depth, pose)
            if seen is not None:
                found.append(seen)
        return View(pose, depth, self._tracks.named(found))


class OursPixels(Ours):
    """Our agent with a detector for eyes: no ids, no boxes but its own."""

    def __init__(self, detector: Detector) -> None:
        super().__init__(DetectorEyes(detector))

    def _fitting(self) -> Houses:
        """The houses that fit what it remembers, with rooms as the map shows them."""
        if self._houses is None:
            assign_rooms(self.explorer.memory, self.explorer.floor)
        return super()._fitting()
