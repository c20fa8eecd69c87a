"""Ours from pixels: a detector finds things in the picture, depth and odometry say where they are.

The detector looks only where there may be something new: where the robot has not looked from yet, and after something
was opened. Without depth, distances are guessed from where things stand and how large they usually are, and the floor
ahead is taken to be free until the robot bumps into something.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, partial
from typing import Any, Protocol

import numpy as np
from msgspec.structs import replace

from casita.agents.explorer.locating import Box, Picture, in_view, located
from casita.agents.explorer.relating import wholes
from casita.agents.explorer.rooms import assign_rooms
from casita.agents.explorer.senses import Pose, Seen, View
from casita.agents.explorer.tracking import Tracks
from casita.benchmarks.excalibur.models.material_prior import likely_material
from casita.benchmarks.excalibur.models.ours import Ours
from casita.benchmarks.excalibur.models.ours_answers import Houses
from casita.benchmarks.excalibur.models.ours_graph import BLURRED, FLAT
from casita.catalog import catalog
from casita.errors import BadInput
from casita.learn.average_precision import overlaps_of_all
from casita.protocols import RobotObservation
from casita.world.action import Action

LEAST_SURE, LEAST_SCORE = 0.25, 0.05
"""How sure the detector must be of a thing, whatever it is, and of each type that it may be of."""

LOOKED_AT = 384
"""Pixels of the longer side of a picture that the detector looks at, if the robot's pictures have so many: what it was
trained on has 256, but in a house most things are far away."""

FOUND_FOR_SURE = 16.0
"""Of these pixels, as many as a thing must be long to be found for sure."""

ONE_ITEM, ONE_THING = 0.55, 0.7
"""Overlap from which two boxes in a picture are of one thing that has two names: of items, and of all others."""

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
        self.tracks = Tracks()
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
        large = FOUND_FOR_SURE * max(1.0, max(height, width) / LOOKED_AT)
        picture = Picture(height, width, depth, large)
        found = [seen for box in self._boxes(observation.picture) if (seen := located(box, picture, pose)) is not None]
        shown = None if depth is None else partial(in_view, picture=picture, pose=pose)
        things = self.tracks.named(found, (pose.x, pose.y), shown)
        return View(pose, depth, tuple(map(_with_material, things)))

    def things(self) -> list[Seen]:
        """All that was found, as all looks together show it."""
        return [_with_material(each) for each in self.tracks.things()]

    def _boxes(self, picture: Any) -> list[Box]:
        """The boxes of a picture, each with all types that it may be of."""
        by_box: dict[tuple[float, ...], list[Any]] = {}
        for each in self._detector.detect([picture], LEAST_SCORE)[0]:
            by_box.setdefault(each.box, []).append(each)
        boxes = [_box(names) for names in by_box.values()]
        return _one_for_each_thing([box for box in boxes if box.score >= LEAST_SURE])


def _box(names: Sequence[Any]) -> Box:
    """One box to which a detector gave some names, the likeliest first."""
    first = names[0]
    total = math.fsum(each.score for each in names)
    states = tuple(name for name, likely in first.states.items() if likely >= LEAST_STATE)
    types = tuple((each.kind, each.score / total) for each in names)
    left, top, right, bottom = first.box
    return Box(left, top, right, bottom, first.kind, min(total, 1.0), first.colour, states, types)


def _one_for_each_thing(boxes: Sequence[Box]) -> list[Box]:
    """The surest of boxes that are of one thing, which may be what the others were taken for, too."""
    order = sorted(range(len(boxes)), key=lambda number: -boxes[number].score)
    shared = overlaps_of_all(*(np.array([box[:4] for box in boxes], float).reshape(-1, 4) for _ in range(2)))
    found: dict[int, Box] = {}
    for number in order:
        box = boxes[number]
        known = next((one for one in found if shared[number, one] >= _most_shared(box, found[one])), None)
        found[number if known is None else known] = box if known is None else _with_types_of(found[known], box)
    return list(found.values())


def _most_shared(one: Box, other: Box) -> float:
    """How much the boxes of two things overlap at the most."""
    kinds = catalog()[one.type], catalog()[other.type]
    if kinds[0].is_loose != kinds[1].is_loose or one.type in wholes() or other.type in wholes():
        return math.inf
    return ONE_ITEM if kinds[0].is_loose else ONE_THING


def _with_types_of(one: Box, other: Box) -> Box:
    """A box that may also show what another in its place was taken for."""
    votes = {name: one.score * chance for name, chance in one.types}
    for name, chance in other.types:
        votes[name] = max(votes.get(name, 0.0), other.score * chance)
    total = math.fsum(votes.values())
    order = sorted(votes, key=lambda name: (name != one.type, -votes[name], name))
    return one._replace(types=tuple((name, votes[name] / total) for name in order))


def _with_material(thing: Seen) -> Seen:
    """A thing of the material that it is probably made of: a detector names none."""
    return replace(thing, material=likely_material(thing.type, thing.colour))


@cache
def own_detector() -> Detector:
    """The detector that comes with Casita, loaded once."""
    from casita.learn.detector import load_detector

    return load_detector(longest=LOOKED_AT)


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

    sight = FLAT

    def __init__(self, detector: Detector | None = None) -> None:
        super().__init__(detector, needs_depth=False)
