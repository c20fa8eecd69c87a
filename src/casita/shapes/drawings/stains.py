"""Dirt on dishes: uneven spots of sauce and food, on their sides and on their tops."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.seeds import Stream
from casita.shapes.drawings.profiles import Line
from casita.shapes.drawings.vessels import Spot
from casita.shapes.finish import plain
from casita.shapes.mesh import Level, Mesh, joined
from casita.shapes.piece import Piece

SAUCE = plain("67290f", 0.35)
GRAVY = plain("b47c30", 0.3)
HERB = plain("66702c", 0.2)


def blot(line: Line, angle: float, along: float, size: float, luck: Stream, *, off: float = 0.0007) -> Mesh:
    """An uneven spot on the side of a turned body, at an angle in degrees and a share of the profile's length."""
    p = np.asarray(line, float)
    step = np.diff(p, axis=0)
    length = np.concatenate([[0.0], np.cumsum(np.sqrt((step * step).sum(1)))])
    around, across = _uneven(size, luck)
    s = np.clip(along * length[-1] + across, 0.0, length[-1])
    r, z = np.interp(s, length, p[:, 0]), np.interp(s, length, p[:, 1])
    piece = np.clip(np.searchsorted(length, s, "right") - 1, 0, len(step) - 1)
    normal = (
        np.column_stack([step[piece, 1], -step[piece, 0]])
        / np.maximum(length[piece + 1] - length[piece], 1e-9)[:, None]
    )
    theta = math.radians(angle) + around / np.maximum(r, size)
    r, z = r + off * normal[:, 0], z + off * normal[:, 1]
    points = np.column_stack([r * np.cos(theta), r * np.sin(theta), z])
    normals = np.column_stack([normal[:, 0] * np.cos(theta), normal[:, 0] * np.sin(theta), normal[:, 1]])
    return Mesh((Level(points, normals, np.column_stack([around, across]), _FAN),), (0.0,))


def pool(line: Line, x: float, y: float, size: float, luck: Stream, *, off: float = 0.0007) -> Mesh:
    """An uneven spot on the top of a dish whose height is given by its radius."""
    around, across = _uneven(size, luck)
    px, py = x + around, y + across
    points = sorted((float(r), float(z)) for r, z in line)
    z = np.interp(np.sqrt(px * px + py * py), [q[0] for q in points], [q[1] for q in points]) + off
    normals = np.broadcast_to((0.0, 0.0, 1.0), (len(z), 3)).copy()
    return Mesh((Level(np.column_stack([px, py, z]), normals, np.column_stack([around, across]), _FAN),), (0.0,))


def _uneven(size: float, luck: Stream) -> tuple[np.ndarray, np.ndarray]:
    """The points of a spot about its middle: a middle point and two uneven rings."""
    angle = np.arange(_CORNERS) * (2 * math.pi / _CORNERS)
    far = size * (0.7 + 0.3 * np.array(luck.randoms(_CORNERS)))
    far = far * (1 + 0.35 * np.cos(2 * angle + luck.uniform(0.0, 6.28)))
    share = np.array((0.55, 1.0))[:, None]
    around, across = (share * far * np.cos(angle)).ravel(), (share * far * np.sin(angle)).ravel()
    return np.concatenate([[0.0], around]), np.concatenate([[0.0], across])


_CORNERS = 12
_j = np.arange(_CORNERS)
_k = (_j + 1) % _CORNERS
_FAN = np.concatenate(
    [
        np.column_stack([np.zeros(_CORNERS, int), 1 + _j, 1 + _k]),
        np.column_stack([1 + _j, 1 + _CORNERS + _j, 1 + _CORNERS + _k]),
        np.column_stack([1 + _j, 1 + _CORNERS + _k, 1 + _k]),
    ]
)


def smeared(at: Spot, outside: Line, luck: Stream, size: float, count: int = 7) -> Iterator[Piece]:
    """Dirt on the side of a body: spots all round, most of them high up, with drips."""
    for finish, part in ((SAUCE, 0), (GRAVY, 1)):
        spots = []
        for number in range(part, count, 2):
            angle = 360.0 * number / count + luck.uniform(-20.0, 20.0)
            along = luck.uniform(0.45, 0.9)
            spots.append(blot(outside, angle, along, size * luck.uniform(0.7, 1.2), luck))
            spots.append(blot(outside, angle + luck.uniform(-8.0, 8.0), along - 0.15, size * 0.4, luck))
        yield Piece("dirt", at.put(joined(spots)), finish, when=("dirty",))


def spilt(at: Spot, top: Line, reach: float, luck: Stream, size: float, count: int = 9) -> Iterator[Piece]:
    """Dirt on the top of a dish: pools of sauce and bits of food within a reach of its middle."""
    for finish, part in ((SAUCE, 0), (GRAVY, 1), (HERB, 2)):
        spots = []
        for _ in range(part, count, 3):
            angle, away = luck.uniform(0.0, 6.28), reach * math.sqrt(luck.uniform(0.02, 1.0))
            big = size * luck.uniform(0.5, 1.2) * (0.45 if part == 2 else 1.0)
            spots.append(
                pool(top, away * math.cos(angle), away * math.sin(angle), big, luck, off=0.0007 + 0.0003 * part)
            )
        yield Piece("dirt", at.put(joined(spots)), finish, when=("dirty",))
