"""What the robot is given at one step, made from the state: plain data, and no more than its settings allow."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from casita.arrays import Int32s, Int64s, Uint16s
from casita.benchmarks.excalibur.episode.body import ROBOT
from casita.errors import BadInput
from casita.protocols import Odometry, Picture, RobotObservation, SeenThing
from casita.render import Renderer, eyes
from casita.world.graph import adjectives
from casita.world.stance import resting_box
from casita.world.state import State

LEAST = 4
"""Pixels of a thing that privileged perception needs to see it."""

WIDEST, HIGHEST = 800, 600
"""Pixels of the largest picture, which is the paper's."""


@dataclass(frozen=True, slots=True)
class Senses:
    """What a robot has besides its arm: its settings are part of what a result is of."""

    size: tuple[int, int] = (224, 224)
    """Width and height of its pictures."""
    depth: bool = True
    odometry: bool = True
    privileged: bool = False
    """Whether it is told what the things in its pictures are: for upper rows."""

    def __post_init__(self) -> None:
        width, height = self.size
        if not (0 < width <= WIDEST and 0 < height <= HIGHEST):
            raise BadInput(f"the robot's pictures have up to {WIDEST} x {HIGHEST} pixels; asked for {width} x {height}")


class Observer:
    """Makes the observations of one visit; it knows where the robot began, which the robot does not."""

    def __init__(self, state: State, senses: Senses) -> None:
        agent = state.agent(ROBOT)
        x, y = state.agents.position[agent].tolist()
        self._origin = x, y, float(state.agents.yaw[agent])
        self._senses = senses
        self._renderer = Renderer(state.scene)
        self.shown = np.zeros(0, np.int64)
        """Slots of what showed in the last picture, for measures: not for the robot."""

    def observe(
        self, state: State, phase: str, step: int, left: int, felt: str, refused: str, *, looks: bool
    ) -> RobotObservation:
        """What the robot is given; `looks` draws its picture."""
        agent = state.agent(ROBOT)
        picture, depth, things = self._look(state, agent) if looks else (None, None, ())
        return RobotObservation(
            agent=ROBOT,
            phase=phase,
            step=step,
            left=left,
            felt=felt,
            refused=refused,
            joints=tuple(state.agents.joints[agent].tolist()),
            pitch=float(state.agents.pitch[agent]),
            odometry=self._odometry(state, agent) if self._senses.odometry else None,
            picture=picture,
            depth=depth,
            privileged=things,
        )

    def from_start(self, x: float, y: float) -> tuple[float, float]:
        """A point of the house as the robot counts: ahead and to the left of where it began."""
        x0, y0, yaw = self._origin
        c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
        dx, dy = x - x0, y - y0
        return round(dx * c + dy * s, 4) + 0.0, round(dy * c - dx * s, 4) + 0.0

    def _odometry(self, state: State, agent: int) -> Odometry:
        x, y = self.from_start(*state.agents.position[agent].tolist())
        return Odometry(x, y, self._turned(float(state.agents.yaw[agent])))

    def _turned(self, yaw: float) -> float:
        """A yaw of the house as the robot counts it, from -180 to 180 degrees."""
        return round((yaw - self._origin[2] + 180.0) % 360.0 - 180.0, 2) + 0.0

    def _look(self, state: State, agent: int) -> tuple[Picture, Uint16s | None, tuple[SeenThing, ...]]:
        senses = self._senses
        want = ("rgb", "depth", "ids") if senses.depth else ("rgb", "ids")
        frame = self._renderer.look(state, eyes(state, agent), senses.size, want)
        depth = np.round(frame.depth.clip(0.0, 65.0) * 1000.0).astype(np.uint16) if senses.depth else None
        self.shown = self._slots(state, frame.ids)
        return frame.rgb.copy(), depth, self._things(state, frame.ids) if senses.privileged else ()

    def _slots(self, state: State, ids: Int32s) -> Int64s:
        """The slots of the things that cover enough pixels."""
        count = state.statics.count
        counts = np.bincount(ids.ravel() + 1, minlength=count + 1)[1 : count + 1]
        return np.flatnonzero(counts >= LEAST)

    def _things(self, state: State, ids: Int32s) -> tuple[SeenThing, ...]:
        """The things that show, in the order of their slots."""
        from scipy.ndimage import find_objects

        known, now = state.statics, state.objects
        boxes = find_objects(ids + 1, known.count)
        slots = self.shown
        words = adjectives(state, slots)
        found = []
        for slot, states in zip(slots.tolist(), words, strict=True):
            rows, columns = boxes[slot]
            box = (columns.start, rows.start, columns.stop, rows.stop)
            takes = resting_box(now.position[slot], now.rotation[slot], known.size[slot])
            thing = known.things[slot]
            depth, width, height = known.size[slot].tolist()
            found.append(
                SeenThing(
                    id=known.ids[slot],
                    type=thing.type,
                    box=box,
                    at=self.from_start(takes.x, takes.y),
                    half=(round(takes.half_x, 4), round(takes.half_y, 4)),
                    yaw=self._turned(math.degrees(math.atan2(takes.sin, takes.cos))),
                    low=round(takes.low, 4),
                    high=round(takes.high, 4),
                    size=(depth, width, height),
                    colour=thing.colour,
                    material=thing.material,
                    states=tuple(states),
                    room=state.scene.rooms[int(now.room[slot])].id,
                )
            )
        return tuple(found)
