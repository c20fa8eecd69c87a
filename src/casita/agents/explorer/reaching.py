"""Where the robot must stand for its arm to reach a point, and how the gripper gets there: with the hand down."""

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
"""Where the gripper is when the arm is raised, in the robot's frame."""

NEAREST_AHEAD, LEAST_STRETCH, MOST_STRETCH = 0.4, 0.25, 0.78
"""Metres: how far ahead of the robot's middle a point is at least, and how far from the shoulder the wrist can be."""

DISTANCES = (0.45, 0.52, 0.59, 0.66, 0.73, 0.8, 0.87)
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
    point: tuple[float, float, float], reached: Reached, floor: FloorMap, exact: float = 0.0, most: int = 6
) -> list[Stance]:
    """The cheapest poses from which the gripper reaches a point, hand down.

    The gripper moves in steps, so it comes to within half a step of a point; what is off by more than `exact` metres
    seen from above is charged.
    """
    x, y, z = point
    away, turn, aside = (
        grid.ravel() for grid in np.meshgrid(np.array(DISTANCES), np.arange(HEADINGS), np.array(ASIDE), indexing="ij")
    )
    angle = np.radians(TURN * turn)
    found = reached.lookup(x - away * np.cos(angle), y - away * np.sin(angle), (turn + aside) % HEADINGS)
    found = np.unique(found[found >= 0])
    if not len(found):
        return []
    yaw = np.radians(TURN * reached.heading[found])
    dx, dy = x - reached.x[found], y - reached.y[found]
    ahead, left = dx * np.cos(yaw) + dy * np.sin(yaw), dy * np.cos(yaw) - dx * np.sin(yaw)
    wrist = z + ARM.hand - ARM.shoulder[2]
    stretch = np.sqrt((ahead - ARM.shoulder[0]) ** 2 + left**2 + wrist**2)
    over = np.sqrt((ahead - ARM.shoulder[0]) ** 2 + left**2 + (max(z, RAISED[2]) + ARM.hand - ARM.shoulder[2]) ** 2)
    good = (ahead >= NEAREST_AHEAD) & (stretch >= LEAST_STRETCH) & (np.maximum(stretch, over) <= MOST_STRETCH)
    moves = np.abs(np.stack([ahead - RAISED[0], left, np.full_like(left, z - RAISED[2])])) / STEP
    off = np.hypot(*(np.abs(part - np.round(part)) * STEP for part in (moves[0], moves[1])))
    cost = reached.steps[found] + np.round(moves).sum(axis=0) + 400.0 * np.maximum(0.0, off - exact) * (exact > 0.0)
    found, cost = found[good], cost[good]
    chosen: list[Stance] = []
    for number in np.argsort(cost, kind="stable").tolist():
        position = int(found[number])
        if floor.hidden((float(reached.x[position]), float(reached.y[position])), (x, y), 0.2):
            continue
        chosen.append(Stance(position, float(cost[number])))
        if len(chosen) == most:
            break
    return chosen


def gripper(joints: tuple[float, ...]) -> Floats:
    """Where the gripper is in the robot's frame."""
    found: Floats = pose(ARM, np.array(joints))[GRIP]
    return found


def moves_left(goal: tuple[float, float, float], joints: tuple[float, ...]) -> list[tuple[str, int]]:
    """Moves of the gripper that remain to a goal in the robot's frame, as directions with counts; down comes last."""
    gap = np.array(goal) - gripper(joints)
    names = (("ahead", "back"), ("left", "right"), ("up", "down"))
    counts = [(names[axis][0 if gap[axis] > 0 else 1], round(abs(float(gap[axis])) / STEP)) for axis in range(3)]
    sideways = sorted(counts[:2], key=lambda move: -move[1])
    order = [counts[2], *sideways] if counts[2][0] == "up" else [*sideways, counts[2]]
    return [move for move in order if move[1] > 0]
