"""Bodies that several drawings share: rounded slabs, open boxes, rows of keys, screens, copies of a small part."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import numpy as np

from casita.errors import BadInput
from casita.exact import total_of
from casita.shapes.drawings.lofting import loft
from casita.shapes.finish import Colour, Finish, printed, rgb
from casita.shapes.flats import Vector, rounded_outline
from casita.shapes.making import Making
from casita.shapes.mesh import Array, Level, Mesh, joined, unit
from casita.shapes.piece import Moment, Piece
from casita.shapes.rounds import ball, band, without_slivers

Rectangle = tuple[float, float, float, float]
"""Corners in fractions of a frame seen from above and from the front: left, top, right, bottom."""


def slab(low: Vector, high: Vector, *, radius: float, bevel: float = 0.001, steps: int = 6) -> Mesh:
    """A flat box between two corners whose four upright edges are round, with softened rims; uv are metres."""
    a, b = np.asarray(low, float), np.asarray(high, float)
    if (b <= a).any():
        raise BadInput(f"a slab's corners are out of order or flat: {low} to {high}")
    radius = min(radius, float((b - a)[:2].min()) / 2 * 0.999)
    bevel = min(bevel, float(b[2] - a[2]) * 0.49, radius)
    levels, errors = [], []
    for corner, rim in ((steps, 3), (max(steps // 2, 2), 1), (1, 0)):
        levels.append(_slab_level(a, b, radius, bevel, corner, rim))
        loss = radius * (1 - math.cos(math.pi / 4 / corner)) + bevel * (0.0, 0.3)[rim == 0]
        errors.append(0.0 if corner == steps else loss)
    return Mesh(tuple(levels), tuple(errors))


def _slab_level(a: Array, b: Array, radius: float, bevel: float, steps: int, rim: int) -> Level:
    angle = np.concatenate([np.linspace(k * 90.0, k * 90.0 + 90.0, steps + 1) for k in range(4)])
    angle = np.radians(np.append(angle, angle[0]))
    outward = np.column_stack([np.cos(angle), np.sin(angle)])
    half = (b[:2] - a[:2]) / 2 - radius
    sign = np.repeat([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)], steps + 1, axis=0)
    line = np.vstack([sign, sign[:1]]) * half + radius * outward
    around = np.concatenate([[0.0], np.cumsum(np.sqrt((np.diff(line, axis=0) ** 2).sum(1)))])
    lean = np.radians(np.linspace(-90.0, 0.0, rim + 1)) if rim else np.zeros(1)
    rows = [(bevel * (1 - math.cos(t)), a[2] + bevel * (1 + math.sin(t)) * bool(rim), t) for t in lean]
    rows += [(inset, a[2] + b[2] - z, -t) for inset, z, t in reversed(rows)]
    middle = (a[:2] + b[:2]) / 2
    points, normals, uv, triangles = [], [], [], []
    count = len(line)
    for number, (inset, z, t) in enumerate(rows):
        points.append(np.column_stack([line - outward * inset + middle, np.full(count, z)]))
        normals.append(np.column_stack([outward * math.cos(t), np.full(count, math.sin(t))]))
        uv.append(np.column_stack([around, np.full(count, z)]))
        if number:
            triangles.append(band((number - 1) * count, number * count, count - 1))
    start = len(rows) * count
    j = np.arange(count - 1)
    for ring, up in ((points[0], -1.0), (points[-1], 1.0)):
        cap = np.vstack([ring, [(*middle, ring[0, 2])]])
        points.append(cap)
        normals.append(np.broadcast_to((0.0, 0.0, up), cap.shape))
        uv.append(cap[:, :2] + 0.37)
        fan = np.column_stack([np.full(count - 1, start + count), start + j, start + j + 1])
        triangles.append(fan if up > 0 else fan[:, ::-1])
        start += count + 1
    flat = np.concatenate(points)
    return Level(flat, np.concatenate(normals), np.concatenate(uv), without_slivers(flat, np.concatenate(triangles)))


def keys(
    frame: tuple[Vector, Vector], rectangles: Iterable[Rectangle], *, rise: float, inset: float, taper: float
) -> Mesh:
    """Many small caps on a flat top: the frame's corners at the height they stand on, and where each cap is.

    `inset` is the gap round each in metres, `taper` how much narrower it is on top. uv run from 0 to 1 over the
    whole frame, so that one print serves all of them.
    """
    (x0, y0, z), (x1, y1, _) = frame
    r = np.asarray(list(rectangles), float)
    left, right = y0 + r[:, 0] * (y1 - y0) + inset, y0 + r[:, 2] * (y1 - y0) - inset
    back, front = x0 + r[:, 1] * (x1 - x0) + inset, x0 + r[:, 3] * (x1 - x0) - inset

    def ring(by: float, height: float) -> Array:
        xs = (front - by, front - by, back + by, back + by)
        ys = (left + by, right - by, right - by, left + by)
        return np.stack([np.stack([x, y, np.full(len(r), height)], -1) for x, y in zip(xs, ys, strict=True)], 1)

    bottom, top = ring(0.0, z), ring(taper, z + rise)
    quads = [top] + [
        np.stack([bottom[:, k], bottom[:, (k + 1) % 4], top[:, (k + 1) % 4], top[:, k]], 1) for k in range(4)
    ]
    levels = []
    for faces in (quads, quads[:1]):
        points = np.concatenate(faces).reshape(-1, 4, 3)
        facing = unit(np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0]))
        shown = np.concatenate([top] * len(faces)).reshape(-1, 3) if len(faces) > 1 else points.reshape(-1, 3)
        uv = np.column_stack([(shown[:, 1] - y0) / (y1 - y0), (x1 - shown[:, 0]) / (x1 - x0)])
        start = np.arange(len(points))[:, None] * 4
        triangles = np.concatenate([start + np.array(corners) for corners in ((0, 1, 2), (0, 2, 3))])
        levels.append(Level(points.reshape(-1, 3), np.repeat(facing, 4, 0), uv, triangles))
    return Mesh(tuple(levels), (0.0, rise))


def copies(mesh: Mesh, places: Iterable[Sequence[float]]) -> Mesh:
    """The same part at several places, as one mesh."""
    spots = list(places)
    by = np.zeros((len(spots), 3))
    for row, place in zip(by, spots, strict=True):
        row[: len(place)] = place

    def change(level: Level) -> Level:
        count = len(by)
        points = (level.points[None] + by[:, None]).reshape(-1, 3)
        starts = (np.arange(count) * len(level.points))[:, None, None]
        triangles = (level.triangles[None] + starts).reshape(-1, 3)
        return Level(points, np.tile(level.normals, (count, 1)), np.tile(level.uv, (count, 1)), triangles)

    return mesh.each(change)


def across(mesh: Mesh, low: Vector, high: Vector) -> Mesh:
    """The mesh with coordinates from 0 to 1 over a rectangle seen from above and from the front: for a print."""

    def change(level: Level) -> Level:
        u = (level.points[:, 1] - low[1]) / (high[1] - low[1])
        v = (high[0] - level.points[:, 0]) / (high[0] - low[0])
        return level._replace(uv=np.column_stack([u, v]))

    return mesh.each(change)


def facing_front(mesh: Mesh, low: Vector, high: Vector) -> Mesh:
    """The mesh with coordinates from 0 to 1 over a rectangle seen from the front: for a print."""

    def change(level: Level) -> Level:
        u = (level.points[:, 1] - low[1]) / (high[1] - low[1])
        v = (level.points[:, 2] - low[2]) / (high[2] - low[2])
        return level._replace(uv=np.column_stack([u, v]))

    return mesh.each(change)


def open_box(low: Vector, high: Vector, *, wall: float, base: float, radius: float, steps: int = 4) -> Mesh:
    """An open box with round upright edges: outer walls, rim, inner walls and a floor `base` above its bottom."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    middle = ((x0 + x1) / 2, (y0 + y1) / 2, 0.0)

    def ring(inset: float, z: float) -> Array:
        outline = rounded_outline(x1 - x0 - 2 * inset, y1 - y0 - 2 * inset, max(radius - inset, 0.0004), steps)
        return np.column_stack([np.asarray(outline), np.full(len(outline), z)]) + middle

    outer = loft(np.stack([ring(0.0, z0), ring(0.0, z1)]), caps=(True, False))
    rim = loft(np.stack([ring(0.0, z1), ring(wall, z1)]), caps=(False, False))
    inner = loft(np.stack([ring(wall, z1), ring(wall, z0 + base)]), caps=(False, True))
    return joined([outer, rim, inner])


@cache
def _unit_ball(sides: int) -> Mesh:
    return ball(1.0, 1.0, 1.0, sides=sides)


def blob(half: Sequence[float], at: Sequence[float], sides: int = 20) -> Mesh:
    """An ellipsoid with these half-axes about a point."""
    return _unit_ball(sides).scaled(*half).moved(*at)


def belt(path: Array, outward: Array, radius: float, *, flat: float | None = None, sides: int = 6) -> Mesh:
    """A closed bar along a loop of points; `outward` is the direction, at each, of its first half-axis `radius`."""
    p = np.asarray(path, float)
    a = unit(np.asarray(outward, float))
    b = unit(np.cross(np.roll(p, -1, 0) - np.roll(p, 1, 0), a))
    angle = np.arange(sides) * (2 * math.pi / sides)
    second = radius if flat is None else flat
    rings = p[:, None] + np.cos(angle)[:, None] * a[:, None] * radius + np.sin(angle)[:, None] * b[:, None] * second
    return loft(np.concatenate([rings, rings[:1]]), caps=(False, False))


def oval(x: float, y: float, z: float, half: tuple[float, float], count: int = 36) -> tuple[Array, Array]:
    """A level ellipse of points about a middle, and the directions outwards: for `belt`."""
    angle = np.arange(count) * (2 * math.pi / count)
    c, s = np.cos(angle), np.sin(angle)
    path = np.column_stack([x + half[0] * c, y + half[1] * s, np.full(count, z)])
    return path, unit(np.column_stack([c * half[1], s * half[0], np.zeros(count)]))


def in_box(make: Making, at: Sequence[float], half: Sequence[float], sides: int = 14) -> Mesh:
    """An ellipsoid in fractions of a thing's box: its middle (x and y from the box's middle) and half-axes."""
    d, w, h = make.size
    return blob((half[0] * d, half[1] * w, half[2] * h), (at[0] * d, at[1] * w, at[2] * h), sides)


def is_dark(colour: Colour) -> bool:
    """Is a colour so dark that details on it should be pale?"""
    return total_of(colour) < 1.2


def readable_on(colour: Colour) -> Colour:
    """The colour of letters that are read well on another."""
    return rgb("f3efe2") if total_of(colour) < 1.6 else rgb("2a2b33")


DARK_GLASS = printed("screen_off", 0.8)
"""A screen that is off."""


def screen(mesh: Mesh, lit: Finish, cracked: Finish, joint: str = "", dark: Finish = DARK_GLASS) -> Iterator[Piece]:
    """A screen: dark or lit, and cracked when broken."""
    faces: tuple[tuple[tuple[Moment, ...], Finish], ...] = (
        (("off", "whole"), dark),
        (("on", "whole"), lit),
        (("off", "broken"), printed("screen_cracked", 0.5)),
        (("on", "broken"), cracked),
    )
    for when, finish in faces:
        yield Piece("screen", mesh, finish, joint=joint, when=when)


def name_on(make: Making, name: str, pale: str) -> Finish:
    """A maker's name on a body of the main colour: in pale letters if that is dark, else in dark ones."""
    letters = rgb(pale) if total_of(make.rgb) < 1.6 else rgb("3a3a3d")
    return printed("name_print", 0.3, ground=make.rgb, letters=letters, text=name, shape=4.0)
