"""Where the robot must stand for its arm to reach a point, and how the gripper gets there: from above or ahead."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from casita.agents.explorer.floor_map import FloorMap
from casita.agents.explorer.routes import HEADINGS, TURN, Reached
from casita.agents.explorer.senses import Floats, Pose
from casita.world.arm.kinematics import GRIP, pose
from casita.world.arm.specification import ARM

STEP = 0.05
"""Metres of one move of the gripper."""

RAISED = pose(ARM, ARM.poses["raised"])[GRIP]
"""Where the gripper is when the arm is raised, in the robot's frame; the hand points down then."""


class Approach(NamedTuple):
    """How the hand comes to a point."""

    name: str
    turns: int
    """Turns upwards of the raised gripper."""
    behind: float
    """Metres that the wrist is behind the gripper then."""
    above: float
    """Metres that it is above it."""
    ahead_last: bool = False
    """Does the gripper move ahead last, rather than down?"""


FROM_ABOVE = Approach("from above", 0, 0.0, ARM.hand)
FROM_AHEAD = Approach("from ahead", 6, ARM.hand, 0.0, ahead_last=True)
SLANTED = Approach("slanted", 3, ARM.hand * math.sqrt(0.5), ARM.hand * math.sqrt(0.5))
APPROACHES = (FROM_ABOVE, SLANTED, FROM_AHEAD)
"""In the order in which they are tried: what lies under something is got from ahead, and what is far off too."""

NEAREST_AHEAD, LEAST_STRETCH, MOST_STRETCH = 0.4, 0.25, 0.78
"""Metres: how far ahead of the robot's middle a point is at least, and how far from the shoulder the wrist can be."""

DISTANCES = (0.45, 0.52, 0.59, 0.66, 0.73, 0.8, 0.87, 0.94, 1.01)
"""Metres from the robot's middle to a point that it reaches for."""

ASIDE = (0, 1, -1, 2, -2)
"""Headings beside the one straight towards it."""


_AWAY, _TURN, _OFF = (
    grid.ravel() for grid in np.meshgrid(np.array(DISTANCES), np.arange(HEADINGS), np.array(ASIDE), indexing="ij")
)
_AROUND = _AWAY * np.cos(np.radians(TURN * _TURN)), _AWAY * np.sin(np.radians(TURN * _TURN))
_FACING = (_TURN + _OFF) % HEADINGS


class Stance(NamedTuple):
    """A pose from which a point is in reach."""

    position: int
    """Of the pose in `Reached`."""
    cost: float
    """Steps there, and of the arm."""


def in_frame(x: float, y: float, at: Pose) -> tuple[float, float]:
    """A point of the map in the robot's frame: ahead and to the left."""
    c, s = math.cos(math.radians(at.yaw)), math.sin(math.radians(at.yaw))
    dx, dy = x - at.x, y - at.y
    return dx * c + dy * s, dy * c - dx * s


def stances(
    point: tuple[float, float, float],
    reached: Reached,
    floor: FloorMap,
    exact: float = 0.0,
    most: int = 6,
    approach: Approach = FROM_ABOVE,
) -> list[Stance]:
    """The cheapest poses from which the gripper reaches a point, and in which the arm can be raised.

    The gripper moves in steps, so it comes to within half a step of a point; what is off by more than `exact` metres
    seen from above is charged.
    """
    x, y, z = point
    found = reached.lookup(x - _AROUND[0], y - _AROUND[1], _FACING)
    found = np.unique(found[found >= 0])
    if not len(found):
        return []
    yaw = np.radians(TURN * reached.heading[found])
    dx, dy = x - reached.x[found], y - reached.y[found]
    ahead, left = dx * np.cos(yaw) + dy * np.sin(yaw), dy * np.cos(yaw) - dx * np.sin(yaw)
    wrist = z + approach.above - ARM.shoulder[2]
    stretch = np.sqrt((ahead - approach.behind - ARM.shoulder[0]) ** 2 + left**2 + wrist**2)
    good = (ahead >= NEAREST_AHEAD) & (stretch >= LEAST_STRETCH) & (stretch <= MOST_STRETCH)
    moves = np.abs(np.stack([ahead - RAISED[0], left, np.full_like(left, z - RAISED[2])])) / STEP
    off = np.hypot(*(np.abs(part - np.round(part)) * STEP for part in (moves[0], moves[1])))
    cost = reached.steps[found] + np.round(moves).sum(axis=0) + 400.0 * np.maximum(0.0, off - exact) * (exact > 0.0)
    found, cost = found[good], cost[good]
    chosen: list[Stance] = []
    for number in np.argsort(cost, kind="stable").tolist():
        position = int(found[number])
        here = float(reached.x[position]), float(reached.y[position])
        if floor.hidden(here, (x, y), 0.2) or not floor.arm_rises(reached.pose(position)):
            continue
        chosen.append(Stance(position, float(cost[number])))
        if len(chosen) == most:
            break
    return chosen


def gripper(joints: tuple[float, ...]) -> Floats:
    """Where the gripper is in the robot's frame."""
    found: Floats = pose(ARM, np.array(joints))[GRIP]
    return found


def moves_left(
    goal: tuple[float, float, float], joints: tuple[float, ...], approach: Approach = FROM_ABOVE
) -> list[tuple[str, int]]:
    """Moves of the gripper that remain to a goal in the robot's frame, as directions with counts.

    From above, down comes last; from ahead, ahead does.
    """
    gap = np.array(goal) - gripper(joints)
    names = (("ahead", "back"), ("left", "right"), ("up", "down"))
    counts = [(names[axis][0 if gap[axis] > 0 else 1], round(abs(float(gap[axis])) / STEP)) for axis in range(3)]
    if approach.ahead_last:
        return [move for move in (counts[2], counts[1], counts[0]) if move[1] > 0]
    sideways = sorted(counts[:2], key=lambda move: -move[1])
    order = [counts[2], *sideways] if counts[2][0] == "up" else [*sideways, counts[2]]
    return [move for move in order if move[1] > 0]
