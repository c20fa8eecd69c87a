"""Ours from pixels: a detector finds things in the picture, depth and odometry say where they are.

The detector looks only where there may be something new: where the robot has not looked from yet, and after something
was opened. Without depth, distances are guessed from where things stand and how large they usually are, and the floor
ahead is taken to be free until the robot bumps into something.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any, Protocol

import numpy as np
from msgspec.structs import replace

from casita.agents.explorer.locating import Box, Picture, in_view, located
from casita.agents.explorer.rooms import assign_rooms
from casita.agents.explorer.senses import Pose, Seen, View
from casita.agents.explorer.tracking import Tracks
from casita.benchmarks.excalibur.models.material_prior import likely_material
from casita.benchmarks.excalibur.models.ours import Ours
from casita.benchmarks.excalibur.models.ours_answers import Houses
from casita.benchmarks.excalibur.models.ours_graph import BLURRED
from casita.errors import BadInput
from casita.protocols import RobotObservation
from casita.world.action import Action

LEAST_SCORE = 0.25
"""How sure the detector must be of a thing."""

LEAST_STATE = 0.5
"""How likely a state must be."""

ABOUT_PLACE, ABOUT_TURN = 0.4, 30.0
"""Metres and degrees by which poses differ from which the detector looks at the same part of a house twice."""


LONGEST_REFINING = 600
"""Steps after which it is done in phase III: what it finds then has not made its answers better so far."""

REVISED = 25
"""Steps from one revision of what it remembers, by all looks so far, to the next."""


class Detector(Protocol):
    """Finds things in pictures (`casita.learn.detector`)."""

    def detect(self, pictures: Sequence[Any], least: float = 0.05) -> Sequence[Sequence[Any]]:
        """The things of every picture, with box, kind, score, colour and states."""


class DetectorEyes:
    """Perception by a detector."""

    def __init__(self, detector: Detector, needs_depth: bool = True) -> None:
        self._detector, self._needs_depth = detector, needs_depth
        self._tracks = Tracks()
        self._looked: set[tuple[int, ...]] = set()
        self.must_look = False
        """Is there something new to see even where it has looked from before?"""

    def view(self, observation: RobotObservation, pose: Pose) -> View:
        """What the detector finds, put into the house."""
        if observation.picture is None or (self._needs_depth and observation.depth is None):
            raise BadInput("our agent from pixels needs pictures with depth; without depth there is ours-no-depth")
        depth = None
        if self._needs_depth and observation.depth is not None:
            depth = observation.depth.astype(np.float32) / 1000.0
        about = (
            round(pose.x / ABOUT_PLACE),
            round(pose.y / ABOUT_PLACE),
            round(pose.yaw / ABOUT_TURN),
            round(pose.pitch),
        )
        if about in self._looked and not self.must_look:
            return View(pose, depth, ())
        self._looked.add(about)
        height, width = observation.picture.shape[:2]
        picture = Picture(height, width, depth)
        found = [seen for box in self._boxes(observation.picture) if (seen := located(box, picture, pose)) is not None]
        shown = None if depth is None else partial(in_view, picture=picture, pose=pose)
        things = self._tracks.named(found, (pose.x, pose.y), shown)
        return View(pose, depth, tuple(map(_with_material, things)))

    def things(self) -> list[Seen]:
        """All that was found, as all looks together show it."""
        return [_with_material(each) for each in self._tracks.things()]

    def _boxes(self, picture: Any) -> list[Box]:
        """The boxes of a picture, each with its likeliest type only."""
        found: dict[tuple[float, ...], Box] = {}
        for each in self._detector.detect([picture], LEAST_SCORE)[0]:
            if each.box not in found:
                states = tuple(name for name, likely in each.states.items() if likely >= LEAST_STATE)
                left, top, right, bottom = each.box
                found[each.box] = Box(left, top, right, bottom, each.kind, each.score, each.colour, states)
        return list(found.values())


def _with_material(thing: Seen) -> Seen:
    """A thing of the material that it is probably made of: a detector names none."""
    return replace(thing, material=likely_material(thing.type, thing.colour))


@cache
def own_detector() -> Detector:
    """The detector that comes with Casita, loaded once."""
    from casita.learn.detector import load_detector

    return load_detector()


class OursPixels(Ours):
    """Our agent with a detector for eyes: no ids, no boxes but its own."""

    sight = BLURRED
    longest_refining = LONGEST_REFINING

    def __init__(self, detector: Detector | None = None, needs_depth: bool = True) -> None:
        self._detector_eyes = DetectorEyes(detector or own_detector(), needs_depth)
        super().__init__(self._detector_eyes)
        self.explorer.has_depth = needs_depth
        self.explorer.least_sure = self.sight.least_sure

    def act(self, observation: RobotObservation) -> Action:
        """The next action; after something was opened there is something new to see."""
        self._detector_eyes.must_look = self._did in ("open_with_gripper", "fold_arm") or observation.step == 0
        if observation.step % REVISED == 0:
            self.explorer.memory.revise(self._detector_eyes.things())
        return super().act(observation)

    def _fitting(self) -> Houses:
        """The houses that fit what it remembers, with rooms as the map shows them."""
        if self._houses is None:
            self.explorer.memory.revise(self._detector_eyes.things())
            assign_rooms(self.explorer.memory, self.explorer.floor)
        return super()._fitting()


class OursNoDepth(OursPixels):
    """The same without depth."""

    def __init__(self, detector: Detector | None = None) -> None:
        super().__init__(detector, needs_depth=False)
