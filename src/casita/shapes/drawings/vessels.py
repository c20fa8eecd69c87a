"""What cups, pots, glasses and bottles share: walls with a rim, liquids behind glass, bands and dirt."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from casita.catalog import Solid
from casita.seeds import Stream
from casita.shapes.finish import Finish, mixed, plain
from casita.shapes.making import Making
from casita.shapes.mesh import Array, Level, Mesh, joined, unit
from casita.shapes.piece import Moment, Piece
from casita.shapes.rounds import curve, lathe

Line = Sequence[tuple[float, ...]]
"""(radius, height) points along a profile."""

SAUCE = plain("67290f", 0.35)
GRAVY = plain("b47c30", 0.3)
HERB = plain("66702c", 0.2)

STEPS = 8
"""How many bands a liquid behind glass is built from."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a round body stands in the thing's axes, and how much wider it is along y than along x."""

    radius: float
    x: float = 0.0
    y: float = 0.0
    wide: float = 1.0

    def put(self, mesh: Mesh) -> Mesh:
        """A mesh that was drawn round about the z axis, where the body is."""
        return mesh.scaled(1.0, self.wide, 1.0).moved(self.x, self.y)


def spot(make: Making, solid: Solid | None = None) -> Spot:
    """Where the form has its first round solid (or a given one)."""
    at = solid or next(s for s in make.form.solids if s.shape in ("cylinder", "tube"))
    low, high = make.box(at.x, at.y, at.z)
    depth, width = high[0] - low[0], high[1] - low[1]
    return Spot(depth / 2, (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, width / depth)


def glassy(make: Making) -> bool:
    """Is it seen through?"""
    return make.main.opacity < 1.0


def edge_of_glass(make: Making) -> Finish:
    """A rim or an edge of glass: it hides what is behind it."""
    return plain(mixed(make.rgb, (1.0, 1.0, 1.0), 0.45), 0.9)


def ring(radius: float, z: float, thick: float, tall: float | None = None, sides: int = 6) -> Mesh:
    """A round hoop: a rim, a foot, a seam."""
    high = thick if tall is None else tall
    angle = np.radians(np.linspace(-90.0, 270.0, sides + 1))
    return lathe([(radius + thick * math.cos(a), z + high * math.sin(a)) for a in angle], crease=80.0)


def profile(points: Line, steps: int = 4, widest: float = 1.0) -> list[tuple[float, float]]:
    """A smooth rising line through points, never below its first point, above its last or wider than given."""
    low, high = float(points[0][1]), float(points[-1][1])
    return [(min(r, widest), min(max(z, low), high)) for r, z in curve(points, steps)]


def radius_at(line: Line, z: float) -> float:
    """The radius of a rising profile at a height."""
    return strip(line, z, z, 0.0)[0][0]


def strip(line: Line, low: float, high: float, off: float = 0.0005) -> list[tuple[float, float]]:
    """The part of a rising profile between two heights, a hair's breadth outside it: for bands and labels."""
    p = np.array(sorted((point[1], point[0]) for point in line))
    heights = [low, *(z for z in p[:, 0].tolist() if low < z < high), high]
    radii = np.interp(heights, p[:, 0], p[:, 1]) + off
    return list(zip(radii.tolist(), heights, strict=True))


def slats(line: Line, starts: Sequence[float], wide: float, *, columns: int = 1) -> Mesh:
    """Strips of a turned surface, each `wide` degrees from where it starts: ridges, marks, windows, prints in a row.

    uv run from 0 to 1 over each of them.
    """
    p = np.asarray(line, float)
    step = np.diff(p, axis=0)
    slope = unit(np.column_stack([step[:, 1], -step[:, 0]]))
    slope = unit(np.vstack([slope[:1], slope[:-1] + slope[1:], slope[-1:]]))
    length = np.concatenate([[0.0], np.cumsum(np.sqrt((step * step).sum(1)))])
    across = np.linspace(0.0, 1.0, columns + 1)
    angle = np.radians(np.asarray(starts, float)[:, None] + wide * across)
    c, s = np.cos(angle)[:, None, :], np.sin(angle)[:, None, :]
    shape = (len(starts), len(p), columns + 1)

    def turned(radial: Array, up: Array) -> Array:
        r, z = radial[None, :, None], np.broadcast_to(up[None, :, None], shape)
        return np.stack([r * c, r * s, z], -1).reshape(-1, 3)

    uv = np.stack(np.broadcast_arrays(across[None, None, :], (length / length[-1])[None, :, None]), -1)
    uv = np.broadcast_to(uv, (*shape, 2)).reshape(-1, 2)
    number = np.arange(shape[0] * shape[1] * shape[2]).reshape(shape)
    a, b = number[:, :-1, :-1].ravel(), number[:, :-1, 1:].ravel()
    d, e = number[:, 1:, :-1].ravel(), number[:, 1:, 1:].ravel()
    triangles = np.concatenate([np.column_stack([a, b, e]), np.column_stack([a, e, d])])
    return Mesh((Level(turned(p[:, 0], p[:, 1]), turned(slope[:, 0], slope[:, 1]), uv.copy(), triangles),), (0.0,))


def hollow(outer: Line, floor: float, wall: float) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """The outer profile with a rounded rim on it, and the inner one going down to the floor's middle."""
    top, height = float(outer[-1][0]), float(outer[-1][1])
    bend = wall / 2
    rim = [
        (top - bend + bend * math.cos(math.radians(a)), height - bend + bend * math.sin(math.radians(a)))
        for a in (0.0, 35.0, 70.0, 110.0, 145.0, 180.0)
    ]
    up = [(float(r), float(z)) for r, z in outer[:-1] if z < height - bend] + rim
    corner = min(0.3 * (height - floor), 0.25 * top, 0.012)
    inner = [rim[-1]]
    inner += [(float(r) - wall, float(z)) for r, z in reversed(outer[:-1]) if floor + corner < z < height - wall]
    low = max(radius_at(outer, floor + corner) - wall, 0.2 * top)
    inner += [(low, floor + corner), (low - 0.3 * corner, floor + 0.3 * corner), (low - corner, floor), (0.0, floor)]
    return up, inner


def vessel(
    make: Making,
    at: Spot,
    outer: Line,
    floor: float,
    wall: float,
    *,
    recess: float = 0.002,
    outside: Finish | None = None,
    inside: Finish | None = None,
    moments: tuple[Moment, ...] = (),
) -> Iterator[Piece]:
    """An open round hollow from the rising profile of its outside; what fills it if it can be filled."""
    finish = outside or make.main
    up, inner = hollow(outer, floor, wall)
    base = [(0.0, recess), (float(outer[0][0]) * 0.9, recess)]
    if glassy(make) and outside is None:
        edge = edge_of_glass(make)
        yield Piece("body", at.put(lathe([*base, *up, *inner[1:]])), finish, when=moments)
        yield Piece("rim", at.put(ring(up[-4][0], up[-4][1] - wall * 0.5, wall * 0.55)), edge, when=moments)
        yield Piece(
            "base", at.put(lathe([*base, up[0], *strip(up, up[0][1], floor * 0.35, 0.0002)])), edge, when=moments
        )
        sole = finish._replace(opacity=0.55)
        yield Piece("base", at.put(lathe(strip(up, floor * 0.35, floor, 0.0002))), sole, when=moments)
    elif inside is None:
        yield Piece("body", at.put(lathe([*base, *up, *inner[1:]])), finish, when=moments)
    else:
        yield Piece("body", at.put(lathe([*base, *up])), finish, when=moments)
        yield Piece("inside", at.put(lathe(inner)), inside, when=moments)
    if make.kind.can("fill"):
        yield from liquid(make, at, inner, seen_through=glassy(make) and outside is None)


def liquid(make: Making, at: Spot, inner: Line, *, seen_through: bool) -> Iterator[Piece]:
    """The top of what is in a hollow and, behind glass, its side, in bands that show as it rises."""
    rising = sorted(((float(r), float(z)) for r, z in inner), key=lambda point: point[1])
    walls = [point for point in rising if point[0] > 0.0]
    low, high = walls[0][1], walls[-1][1]
    top = make.liquid(walls, x=at.x, y=at.y, wide=at.wide)
    yield top
    if not seen_through:
        return
    heights = [low + (high - low) * (0.06 + 0.86 * step / STEPS) for step in range(STEPS + 1)]
    skirt = lathe([(1.0, low - heights[0]), (1.0, 0.0)], sides=32)
    if heights[1] - heights[0] > heights[0] - low:
        skirt = lathe([(1.0, heights[0] - heights[1]), (1.0, 0.0)], sides=32)
    yield replace(top, mesh=skirt)
    yield band(make, at, [(0.0, low), *strip(walls, low, heights[0], -0.0003)], 0.0, low)
    for step in range(1, STEPS + 1):
        yield band(make, at, strip(walls, heights[step - 1], heights[step], -0.0003), step / STEPS, low)


def band(make: Making, at: Spot, profile: Line, level: float, hidden: float) -> Piece:
    """A piece of a liquid's side that stands still, and is too small to see while the level is lower."""
    rows: tuple[tuple[float, float, float, float], ...] = ((level, 0.0, 1.0, at.wide),)
    if level > 0.0:
        rows = ((level - 1e-4, hidden, 1e-3, 1e-3), *rows)
    mesh = slats(profile, [0.0], 360.0, columns=32)
    return Piece("liquid", mesh, Finish(shine=0.5), when=("liquid",), rise=rows, middle=(at.x, at.y))


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
