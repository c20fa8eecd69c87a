"""The free space of one room: what is taken, what must stay clear, and where a group of boxes fits.

Furniture stands at quarter turns, so everything here is boxes along the axes. A box is either solid
(something is there) or clear (a door swings there, somebody stands there): solid boxes keep out of
both kinds, clear ones only out of solid ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

import numba
import numpy as np

from casita.arrays import Bools, Float64s
from casita.geometry.outlines import Wall, rectangle_inside, rectangles, walls
from casita.geometry.poses import cos_sin
from casita.geometry.solids import bounds, pieces
from casita.scenes.scene import WALL, Doorway, Room, Scene, Thing
from casita.seeds import Stream

TOUCH = 0.0015
"""Metres that boxes may overlap: rounding, not a collision."""

BODY = 1.9
"""Height in metres that is kept clear where somebody walks."""

DOOR_CLEAR = 0.95
"""Metres in front of a doorway that are kept clear on both sides."""


VIEW = 0.3
"""Metres in front of a window that are kept free above its sill."""


class NoRoom(Exception):
    """Something that must be there does not fit."""


class Box(NamedTuple):
    """A box from its lowest to its highest corner."""

    x0: float
    y0: float
    z0: float
    x1: float
    y1: float
    z1: float


class Pose(NamedTuple):
    """Where the origin of a group goes, and the direction its front points in (a quarter turn)."""

    x: float
    y: float
    yaw: float


Poses = Float64s
"""Many poses: one row (x, y, yaw) each."""


class RoomSpace:
    """What is taken in one room."""

    def __init__(self, scene: Scene, room: Room, *, keep_views: bool = True) -> None:
        self.room = room
        self.walls = walls(room.outline)
        self.floor = np.array(rectangles(room.outline), float)
        self._boxes = np.zeros((256, 6))
        self._solid = np.zeros(256, np.bool_)
        self._count = 0
        self._labels: list[str] = []
        for way in scene.doorways:
            if room.id in way.rooms:
                self.keep_clear(doorway_clearance(way), way.id)
        inside = {room.id} | {d.id for d in scene.doorways if room.id in d.rooms}
        here = [t for t in scene.things if scene.room_ids[t.id] == room.id or t.place.of in inside]
        self.occupy(here)
        for thing in here:
            if thing.type == "window" and keep_views:
                self.keep_clear(window_view(thing), thing.id)

    def copy(self) -> RoomSpace:
        """The same space, that can be taken without taking this."""
        twin = copy(self)
        twin._boxes, twin._solid, twin._labels = self._boxes.copy(), self._solid.copy(), list(self._labels)
        return twin

    @property
    def boxes(self) -> Float64s:
        """All boxes so far."""
        return self._boxes[: self._count]

    @property
    def solid(self) -> Bools:
        """Which of them are solid."""
        return self._solid[: self._count]

    @property
    def labels(self) -> Sequence[str]:
        """For whose sake each of them is."""
        return self._labels

    def _append(self, box: Sequence[float], solid: bool, label: str) -> None:
        if self._count == len(self._solid):
            self._boxes = np.concatenate([self._boxes, np.zeros_like(self._boxes)])
            self._solid = np.concatenate([self._solid, np.zeros_like(self._solid)])
        self._boxes[self._count] = box
        self._solid[self._count] = solid
        self._labels.append(label)
        self._count += 1

    def occupy(self, things: Sequence[Thing]) -> None:
        """Take the space of the solid pieces of some things."""
        solid = pieces(things)
        for owner, row in zip(solid.owner, np.hstack(bounds(solid)), strict=True):
            self._append(row, True, things[owner].id)

    def take(self, box: Box, label: str) -> None:
        """Take a box of space; the label says for what."""
        self._append(box, True, label)

    def keep_clear(self, box: Box, label: str) -> None:
        """Keep a box of space free of solid things; the label says for whose sake."""
        self._append(box, False, label)

    def settle(self, label: str, pose: Pose, solid: Sequence[Box], clear: Sequence[Box] = ()) -> list[Box]:
        """Take and keep clear the boxes of a group at a pose; gives the cleared ones, in space."""
        for box in solid:
            self.take(turned_box(box, pose), label)
        cleared = [turned_box(box, pose) for box in clear]
        for box in cleared:
            self.keep_clear(box, label)
        return cleared

    def first_fit(self, poses: Poses, solid: Sequence[Box], clear: Sequence[Box] = ()) -> Pose | None:
        """The first pose at which a group of boxes, given in its own frame, fits into the room."""
        group = np.array([*solid, *clear], float)
        is_solid = np.arange(len(group)) < len(solid)
        index = _first_fit(poses, group, is_solid, self.boxes, self.solid, self.floor, self.room.height)
        return Pose(*poses[index].tolist()) if index >= 0 else None

    def in_the_way(self, pose: Pose, solid: Sequence[Box], clear: Sequence[Box] = ()) -> list[str]:
        """What keeps a group of boxes from standing at a pose: labels, and "a wall"."""
        found: set[str] = set()
        for own, is_solid in [(box, True) for box in solid] + [(box, False) for box in clear]:
            x0, y0, z0, x1, y1, z1 = turned_box(own, pose)
            if not rectangle_inside(self.room.outline, (x0, y0, x1, y1), TOUCH):
                found.add("a wall")
            for other, other_solid, label in zip(self.boxes, self.solid, self._labels, strict=True):
                low = np.maximum((x0, y0, z0), other[:3])
                high = np.minimum((x1, y1, z1), other[3:])
                if (is_solid or other_solid) and (high - low > TOUCH).all():
                    found.add(label if other_solid else f"the space that {label} needs")
        return sorted(found)


def window_view(window: Thing) -> Box:
    """The space in front of a window that nothing as high as its sill stands in."""
    x, y, low = window.position
    deep, wide, high = window.size
    return turned_box(Box(0.0, -wide / 2, low, deep / 2 + VIEW, wide / 2, low + high), Pose(x, y, window.rotation[2]))


def doorway_clearance(way: Doorway) -> Box:
    """The space in front of a doorway, on both sides and in the wall."""
    x, y = way.centre
    half, deep = way.width / 2 + 0.02, DOOR_CLEAR + WALL / 2
    if way.along == "x":
        return Box(x - half, y - deep, 0.0, x + half, y + deep, BODY)
    return Box(x - deep, y - half, 0.0, x + deep, y + half, BODY)


def turned_box(box: Box, pose: Pose) -> Box:
    """A group's box in space."""
    c, s = cos_sin(pose.yaw)
    xs = sorted((c * box.x0 - s * box.y0, c * box.x1 - s * box.y1))
    ys = sorted((s * box.x0 + c * box.y0, s * box.x1 + c * box.y1))
    return Box(pose.x + xs[0], pose.y + ys[0], box.z0, pose.x + xs[1], pose.y + ys[1], box.z1)


def ahead_of(pose: Pose, distance: float) -> tuple[float, float]:
    """The point this far in front of a pose."""
    box = turned_box(Box(distance, 0.0, 0.0, distance, 0.0, 0.0), pose)
    return box.x0, box.y0


@numba.njit(cache=True)
def _first_fit(frame, group, is_solid, taken, taken_solid, floor, ceiling):  # type: ignore[no-untyped-def]
    """Index of the first pose that fits; -1 if none does."""
    for p in range(len(frame)):
        x, y, yaw = frame[p]
        c, s = np.rint(np.cos(np.radians(yaw))), np.rint(np.sin(np.radians(yaw)))
        fits = True
        for g in range(len(group)):
            ax, ay = c * group[g, 0] - s * group[g, 1], s * group[g, 0] + c * group[g, 1]
            bx, by = c * group[g, 3] - s * group[g, 4], s * group[g, 3] + c * group[g, 4]
            x0, x1 = x + min(ax, bx) + TOUCH, x + max(ax, bx) - TOUCH
            y0, y1 = y + min(ay, by) + TOUCH, y + max(ay, by) - TOUCH
            z0, z1 = group[g, 2] + TOUCH, group[g, 5] - TOUCH
            covered = 0.0
            for f in range(len(floor)):
                wide = min(x1, floor[f, 2]) - max(x0, floor[f, 0])
                tall = min(y1, floor[f, 3]) - max(y0, floor[f, 1])
                if wide > 0.0 and tall > 0.0:
                    covered += wide * tall
            if covered < (x1 - x0) * (y1 - y0) - 1e-6 or z1 > ceiling:
                fits = False
                break
            for t in range(len(taken)):
                if not (is_solid[g] or taken_solid[t]):
                    continue
                if x1 <= taken[t, 0] or x0 >= taken[t, 3] or y1 <= taken[t, 1] or y0 >= taken[t, 4]:
                    continue
                if z1 <= taken[t, 2] or z0 >= taken[t, 5]:
                    continue
                fits = False
                break
            if not fits:
                break
        if fits:
            return p
    return -1


def in_this_order(poses: Poses, badness: Float64s, luck: Stream, noise: float) -> Poses:
    """Poses by how bad each is, give or take a random amount up to `noise`, the best first."""
    return poses[np.argsort(badness + noise * np.array(luck.randoms(len(poses))), kind="stable")]


def shuffled(poses: Poses, luck: Stream) -> Poses:
    """Poses in random order."""
    return in_this_order(poses, np.zeros(len(poses)), luck, 1.0)


def distance_to(poses: Poses, things: Sequence[Thing]) -> Float64s:
    """How far each pose is from the nearest of some things, in metres; 0 if there are none."""
    if not things:
        return np.zeros(len(poses))
    away = poses[:, None, :2] - np.array([thing.position[:2] for thing in things])
    nearest: Float64s = np.sqrt((away * away).sum(axis=2)).min(axis=1)
    return nearest


def at_wall(wall: Wall, along: Float64s, off: float = 0.0) -> Poses:
    """Poses with the back to a wall, `off` metres from it, so many metres along it."""
    x, y = wall.at(0.0, off)
    poses = np.empty((len(along), 3))
    poses[:, 0] = x + wall.dx * along
    poses[:, 1] = y + wall.dy * along
    poses[:, 2] = wall.yaw
    return poses


def against_wall(wall: Wall, width: float, off: float = 0.0, step: float = 0.1) -> Poses:
    """Poses with the back to a wall for something this wide, from one end to the other."""
    free = wall.length - width
    if free < 0.0:
        return np.zeros((0, 3))
    along: Float64s = np.arange(int(free / step) + 2, dtype=np.float64) * step
    along[-1] = free
    return at_wall(wall, along + width / 2, off)


def against_walls(some: Sequence[Wall], width: float, step: float = 0.1) -> Poses:
    """Poses with the back to any of some walls."""
    return np.concatenate([np.zeros((0, 3)), *(against_wall(wall, width, step=step) for wall in some)])


def in_corners(some: Sequence[Wall], width: float) -> Poses:
    """Poses with the back to a wall at one of its ends."""
    ends = [at_wall(w, np.array([width / 2, w.length - width / 2])) for w in some if w.length >= width]
    return np.concatenate([np.zeros((0, 3)), *ends])


def in_right_corners(some: Sequence[Wall], width: float) -> Poses:
    """Poses with the back to a wall and a second wall on the right."""
    ends = [at_wall(w, np.array([w.length - width / 2])) for w in some if w.length >= width]
    return np.concatenate([np.zeros((0, 3)), *ends])


def in_the_middle(space: RoomSpace, step: float = 0.2, margin: float = 0.3) -> Poses:
    """Poses anywhere on the floor, in all four directions."""
    yaws = np.array([0.0, 90.0, 180.0, -90.0])
    found = [np.zeros((0, 3))]
    for x0, y0, x1, y1 in space.floor:
        xs, ys = np.arange(x0 + margin, x1 - margin, step), np.arange(y0 + margin, y1 - margin, step)
        found.append(np.stack([axis.ravel() for axis in np.meshgrid(xs, ys, yaws, indexing="ij")], axis=1))
    return np.concatenate(found)
