"""Dirt on dishes: smears of sauce and food with soft edges, on their sides and on their tops."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np

from casita.seeds import Stream
from casita.shapes.drawings.profiles import Line, strip
from casita.shapes.drawings.vessels import Spot
from casita.shapes.finish import Finish, plain
from casita.shapes.mesh import Array, Level, Mesh, Triangles, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import band, lathe

SAUCE = plain("6f3216", 0.3)
GRAVY = plain("a9742f", 0.25)
HERB = plain("5f6a2c", 0.15)
ON_DISHES = (SAUCE, GRAVY, HERB)
ON_WOOD = (plain("9c2f1c", 0.2), plain("e2d2a6", 0.1), HERB)
"""What is spilt: on wood, whose colour is that of sauce, tomatoes and flour show."""

BANDS = ((0.0, 0.5, 1.0), (0.5, 0.68, 0.74), (0.68, 0.84, 0.46), (0.84, 1.0, 0.2))
"""From where to where of a spot, as shares of its radius, and how much of what is below it is hidden there."""

CORNERS = 14
"""Points round a spot; half as many from afar."""

Placed = Callable[[Array, Array], tuple[Array, Array]]
"""Takes distances from a spot's middle in two directions to points on a surface, and the normals there."""


def blot(
    line: Line, angle: float, along: float, size: float, luck: Stream, *, off: float = 0.0007, runs: float = 1.0
) -> list[Mesh]:
    """A spot on the side of a turned body, band by band, at an angle in degrees and a share of the profile's length.

    `runs` is how much longer it is along the profile than round it: above 1 it has run down.
    """
    p = np.asarray(line, float)
    step = np.diff(p, axis=0)
    length = np.concatenate([[0.0], np.cumsum(np.sqrt((step * step).sum(1)))])

    def placed(around: Array, across: Array) -> tuple[Array, Array]:
        at = np.clip(along * length[-1] + across * runs, 0.0, length[-1])
        r, z = np.interp(at, length, p[:, 0]), np.interp(at, length, p[:, 1])
        piece = np.clip(np.searchsorted(length, at, "right") - 1, 0, len(step) - 1)
        gap = np.maximum(length[piece + 1] - length[piece], 1e-9)
        out, up = step[piece, 1] / gap, -step[piece, 0] / gap
        theta = math.radians(angle) + around / np.maximum(r, size)
        c, s = np.cos(theta), np.sin(theta)
        r, z = r + off * out, z + off * up
        return np.column_stack([r * c, r * s, z]), np.column_stack([out * c, out * s, up])

    return _spot(size, luck, placed)


def pool(line: Line, x: float, y: float, size: float, luck: Stream, *, off: float = 0.0007) -> list[Mesh]:
    """A spot on the top of a dish whose height is given by its radius, band by band."""
    points = sorted((float(r), float(z)) for r, z in line)
    radii, heights = [q[0] for q in points], [q[1] for q in points]

    def placed(around: Array, across: Array) -> tuple[Array, Array]:
        px, py = x + around, y + across
        z = np.interp(np.sqrt(px * px + py * py), radii, heights) + off
        return np.column_stack([px, py, z]), np.broadcast_to((0.0, 0.0, 1.0), (len(z), 3)).copy()

    return _spot(size, luck, placed)


def _spot(size: float, luck: Stream, placed: Placed) -> list[Mesh]:
    """The bands of an uneven spot on a surface, the middle one first."""
    angle, share, cos, sin, shapes = _outlines()
    waves = [
        swing * np.cos(k * angle + luck.uniform(0.0, 2 * math.pi))
        for k, swing in ((2, 0.2), (3, 0.13), (4, 0.08), (5, 0.06))
    ]
    far = share * (size * (0.8 + waves[0] + waves[1] + waves[2] + waves[3]))
    around, across = far * cos, far * sin
    points, normals = placed(around, across)
    uv = np.column_stack([around, across])
    levels = [Level(points[rows], normals[rows], uv[rows], triangles) for rows, triangles in shapes]
    return [
        Mesh((fine, coarse), (0.0, 0.16 * size))
        for fine, coarse in zip(levels[: len(BANDS)], levels[len(BANDS) :], strict=True)
    ]


@cache
def _outlines() -> tuple[Array, Array, Array, Array, list[tuple[slice, Triangles]]]:
    """Of all points of any spot, the angle, the share of the radius there, and the angle's cosine and sine.

    And which points each band has, from near and then from afar, with its triangles.
    """
    angles, shares, shapes = [], [], []
    start = 0
    for sides in (CORNERS, CORNERS // 2):
        angle = np.linspace(0.0, 2 * math.pi, sides + 1)
        for inner, outer, _ in BANDS:
            angles += [angle, angle]
            shares += [np.full(sides + 1, inner), np.full(sides + 1, outer)]
            triangles = band(0, sides + 1, sides)[:, ::-1]
            shapes.append((slice(start, start + 2 * sides + 2), triangles if inner > 0.0 else triangles[sides:]))
            start += 2 * sides + 2
    angle = np.concatenate(angles)
    return angle, np.concatenate(shares), np.cos(angle), np.sin(angle), shapes


def _pieces(at: Spot, spots: Sequence[list[Mesh]], finish: Finish) -> Iterator[Piece]:
    """Spots as pieces, band by band."""
    for bands, (_, _, hides) in zip(zip(*spots, strict=True), BANDS, strict=True):
        yield Piece("dirt", at.put(joined(list(bands))), finish._replace(opacity=hides), when=("dirty",))


def smeared(at: Spot, outside: Line, luck: Stream, size: float, count: int = 7) -> Iterator[Piece]:
    """Dirt on the side of a body: smears all round, most of them high up, some of which have run down."""
    for finish, part in ((SAUCE, 0), (GRAVY, 1)):
        spots = []
        for number in range(part, count, 2):
            angle = 360.0 * number / count + luck.uniform(-20.0, 20.0)
            along = luck.uniform(0.45, 0.9)
            big = size * luck.uniform(0.7, 1.2)
            spots.append(blot(outside, angle, along, big, luck, runs=luck.uniform(0.8, 1.7)))
            spots.append(blot(outside, angle + luck.uniform(-8.0, 8.0), along - 0.18, size * 0.35, luck, runs=1.8))
        yield from _pieces(at, spots, finish)


def spilt(
    at: Spot,
    top: Line,
    reach: float,
    luck: Stream,
    size: float,
    count: int = 9,
    colours: tuple[Finish, Finish, Finish] = ON_DISHES,
) -> Iterator[Piece]:
    """Dirt on the top of a dish: pools of sauce and bits of food within a reach of its middle."""
    start = luck.uniform(0.0, 2 * math.pi)
    for part, finish in enumerate(colours):
        spots = []
        for number in range(part, count, 3):
            angle = start + 2.4 * number + luck.uniform(-0.3, 0.3)  # the golden angle: they hardly lie on each other
            away = reach * math.sqrt((number + 0.4) / count)
            big = size * luck.uniform(0.75, 1.5) * (0.4 if part == 2 else 1.0)
            spots.append(
                pool(top, away * math.cos(angle), away * math.sin(angle), big, luck, off=0.0007 + 0.0003 * part)
            )
        yield from _pieces(at, spots, finish)


MARK = (
    (0.0, 0.12, 0.14),
    (0.12, 0.25, 0.38),
    (0.25, 0.65, 0.64),
    (0.65, 0.77, 0.46),
    (0.77, 0.89, 0.27),
    (0.89, 1.0, 0.11),
)
"""From where to where of a tide mark, as shares of its height, and how much of what is below it is hidden there."""


def tide_mark(at: Spot, wall: Line, low: float, high: float, finish: Finish) -> Iterator[Piece]:
    """What a liquid leaves round the inside of a vessel's wall between two heights: it fades out above and below."""
    for start, stop, hides in MARK:
        part = strip(wall, low + (high - low) * start, low + (high - low) * stop, -0.0005)
        look = finish._replace(opacity=hides)
        yield Piece("dirt", at.put(lathe(part, sides=32).inside_out()), look, when=("dirty",))
