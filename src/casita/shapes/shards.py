"""What any breakable shape becomes when it breaks, where its drawing says nothing special.

A vessel leaves a stump with a jagged edge, and curved shards of its wall lie about it. A flat dish comes
apart into sectors. What sticks out (a handle, a spout) comes off in one piece.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from casita.products import dot, product
from casita.seeds import Stream
from casita.shapes.cut import below
from casita.shapes.finish import Finish
from casita.shapes.mesh import Array, Level, Mesh, Triangles, bounds, joined, unit
from casita.shapes.piece import Piece

FLAT = 0.3
"""A thing lower than this share of its width comes apart like a plate."""

THIN = 0.3
"""A thing whose depth is less than this share of its width (or the other way round) is a panel, not a vessel."""

FINE_ENOUGH = 400
"""Triangles of a piece above which its shards are cut from its next coarser level."""

NEEDLE = 0.28
"""Shards narrower than this share of their length are left out."""


@dataclass(frozen=True, slots=True)
class Zigzag:
    """A jagged line: straight between uneven teeth."""

    places: tuple[float, ...]
    heights: tuple[float, ...]

    def at(self, places: Array) -> Array:
        """Its heights at places."""
        return np.interp(places, self.places, self.heights)


def zigzag(low: float, high: float, teeth: int, size: float, luck: Stream) -> Zigzag:
    """A jagged line between two places, whose ends meet."""
    step = (high - low) / teeth
    places = [low + step * (k + (0.0 if k in (0, teeth) else luck.uniform(-0.3, 0.3))) for k in range(teeth + 1)]
    heights = [size * luck.uniform(0.35, 1.0) * (1 if k % 2 else -1) for k in range(teeth)]
    return Zigzag(tuple(places), (*heights, heights[0]))


def shattered(pieces: Sequence[Piece], size: tuple[float, float, float], inside: Finish, luck: Stream) -> list[Piece]:
    """The shards of a thing: a stump that still stands and pieces about it, or a dish in sectors."""
    if not pieces:
        return []
    body = max(pieces, key=lambda piece: float(np.prod((_span(piece)[1] - _span(piece)[0])[:2])))
    low, high = _span(body)
    middle = (low + high) / 2
    reach = (high - low)[:2] / 2
    ready = [
        replace(piece, mesh=_ready(piece.mesh, max(size) / 7).moved(-middle[0], -middle[1]), joint="")
        for piece in pieces
    ]
    fixed = _by_finish([piece for piece in ready if not _sticks_out(piece, reach)])
    loose = [piece for piece in ready if _sticks_out(piece, reach)]
    if size[2] < FLAT * min(size[0], size[1]):
        made = _apart(fixed, reach, luck)
    elif min(reach) < THIN * max(reach):
        made = _panel(fixed, reach, size[2], luck)
    else:
        made = _stump(fixed, reach, size[2], luck)
    made += _dropped(loose, reach, luck)
    return [replace(piece, mesh=both_sides(piece.mesh).moved(middle[0], middle[1])) for piece in made]


def both_sides(mesh: Mesh) -> Mesh:
    """The mesh seen from inside too, so that an open shard has no holes."""

    def change(level: Level) -> Level:
        n = len(level.points)
        return Level(
            np.vstack([level.points, level.points]),
            np.vstack([level.normals, -level.normals]),
            np.vstack([level.uv, level.uv]),
            np.vstack([level.triangles, level.triangles[:, ::-1] + n]),
        )

    return mesh.each(change)


def _by_finish(pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces of one finish as one: fewer cuts."""
    finishes = dict.fromkeys(piece.finish for piece in pieces)
    made = []
    for finish in finishes:
        alike = [piece for piece in pieces if piece.finish == finish]
        made.append(replace(alike[0], mesh=joined([piece.mesh for piece in alike])))
    return made


def _span(piece: Piece) -> tuple[Array, Array]:
    return bounds(piece.mesh.levels[0].points)


def _sticks_out(piece: Piece, reach: Array) -> bool:
    """Is it beside the body rather than part of its wall (once the body's middle is the origin)?"""
    low, high = _span(piece)
    return bool((np.maximum(-low[:2], high[:2]) > reach * 1.1).any())


def _ready(mesh: Mesh, longest: float) -> Mesh:
    """One level of a mesh, with its long triangles split, so that a jagged cut has points to follow."""
    level = mesh.levels[0]
    if len(level.triangles) > FINE_ENOUGH and len(mesh.levels) > 1:
        level = mesh.levels[1]
    for _ in range(4):
        p = level.points[level.triangles]
        sides = np.stack([((p[:, (k + 1) % 3] - p[:, k]) ** 2).sum(1) for k in range(3)], 1)
        which = sides.argmax(1)
        long = sides.max(1) > longest * longest
        if not long.any():
            break
        level = _split(level, np.nonzero(long)[0], which)
    return Mesh((level,), (0.0,))


def _split(level: Level, rows: Triangles, which: Triangles) -> Level:
    """Some triangles cut in two across their longest side."""
    k = which[rows]
    a, b, c = (level.triangles[rows, (k + turn) % 3] for turn in range(3))
    new = len(level.points) + np.arange(len(rows))
    kept = np.delete(level.triangles, rows, 0)
    halves = [np.column_stack([a, new, c]), np.column_stack([new, b, c])]
    return Level(
        np.vstack([level.points, (level.points[a] + level.points[b]) / 2]),
        np.vstack([level.normals, unit(level.normals[a] + level.normals[b])]),
        np.vstack([level.uv, (level.uv[a] + level.uv[b]) / 2]),
        np.vstack([kept, *halves]),
    )


def _warped(piece: Piece, change: Callable[[Array], Array]) -> Piece:
    """A piece with its points moved and its normals kept: to cut along a jagged line, then moved back."""
    return replace(piece, mesh=piece.mesh.each(lambda level: level._replace(points=change(level.points))))


def _cut(pieces: Sequence[Piece], *planes: tuple[tuple[float, float, float], float]) -> list[Piece]:
    """What lies below all of the planes."""
    made = []
    for piece in pieces:
        level = piece.mesh.levels[0]
        for normal, offset in planes:
            above = product(level.points, normal) > offset
            if above.all():
                level = level._replace(triangles=level.triangles[:0])
                break
            if above.any():
                level, _ = below(level, normal, offset)
        if len(level.triangles):
            made.append(replace(piece, mesh=Mesh((level,), (0.0,))))
    return made


def _sector(start: float, end: float) -> tuple[tuple[tuple[float, float, float], float], ...]:
    """The two planes of a sector about the z axis, in degrees."""
    a, b = math.radians(start), math.radians(end)
    return (((math.sin(a), -math.cos(a), 0.0), 0.0), ((-math.sin(b), math.cos(b), 0.0), 0.0))


def _sectors(count: int, spread: float, luck: Stream) -> list[tuple[float, float]]:
    """A turn in degrees cut into sectors, each cut off its place by up to `spread` of a sector."""
    start = luck.uniform(0.0, 360.0 / count)
    cuts = [start + 360.0 / count * (k + luck.uniform(-spread, spread)) for k in range(count)]
    return list(pairwise([*cuts, cuts[0] + 360.0]))


def _lifted(line: Zigzag, by: float) -> Callable[[Array], Array]:
    """Moves points up or down by a jagged line round the z axis."""

    def change(points: Array) -> Array:
        angle = np.degrees(np.arctan2(points[:, 1], points[:, 0]))
        return np.column_stack([points[:, :2], points[:, 2] + by * line.at(angle)])

    return change


def _twisted(line: Zigzag, by: float, flat: bool) -> Callable[[Array], Array]:
    """Turns points about the z axis by a jagged line along their height, or along their distance from it."""

    def change(points: Array) -> Array:
        x, y = points[:, 0], points[:, 1]
        angle = np.radians(by * line.at(np.sqrt(x * x + y * y) if flat else points[:, 2]))
        c, s = np.cos(angle), np.sin(angle)
        return np.column_stack([x * c - y * s, x * s + y * c, points[:, 2]])

    return change


def _stump(pieces: Sequence[Piece], reach: Array, height: float, luck: Stream) -> list[Piece]:
    """The lower part with a jagged edge, and what was above it on the ground."""
    edge = height * luck.uniform(0.44, 0.52)
    teeth = zigzag(-180.0, 180.0, 8, min(height * 0.11, 0.4 * float(max(reach))), luck)
    up = [_warped(piece, _lifted(teeth, -1.0)) for piece in pieces]
    low = [_warped(piece, _lifted(teeth, 1.0)) for piece in _cut(up, ((0.0, 0.0, 1.0), edge))]
    rest = [_warped(piece, _lifted(teeth, 1.0)) for piece in _cut(up, ((0.0, 0.0, -1.0), -edge))]
    made = low
    storeys = max(1, round((height - edge) / (1.7 * float(max(reach)))))
    tall = (height - edge) / storeys
    for number in range(storeys):
        first = edge + tall * number if number else -1.0
        last = edge + tall * (number + 1) if number + 1 < storeys else 2.0 * height
        storey = _cut(rest, ((0.0, 0.0, 1.0), last), ((0.0, 0.0, -1.0), -first))
        made += _storey(storey, reach, luck.child(number))
    return made


def _storey(pieces: list[Piece], reach: Array, luck: Stream) -> list[Piece]:
    """A part of a wall, on the ground: whole if it is narrow, apart if it is flat, else in shards."""
    if not pieces:
        return []
    low = np.min([_span(piece)[0] for piece in pieces], axis=0)
    high = np.max([_span(piece)[1] for piece in pieces], axis=0)
    wide = (high - low)[:2].max()
    if wide < 1.1 * float(max(reach)):
        turn = luck.uniform(0.0, 2 * math.pi)
        whole = [replace(piece, name="neck") for piece in pieces]
        return _dropped(whole, reach, luck, (math.cos(turn), math.sin(turn)))
    middle = min(float((piece.mesh.levels[0].points[:, :2] ** 2).sum(1).min()) for piece in pieces) ** 0.5
    if high[2] - low[2] < FLAT * wide and middle < 0.3 * float(min(reach)):
        return _apart([replace(piece, mesh=piece.mesh.moved(0.0, 0.0, -low[2])) for piece in pieces], reach, luck)
    sides = zigzag(float(low[2]), float(high[2]), 4, 8.0, luck)
    twisted = [_warped(piece, _twisted(sides, -1.0, False)) for piece in pieces]
    made: list[Piece] = []
    for first, last in _sectors(6, 0.2, luck):
        shard = [_warped(piece, _twisted(sides, 1.0, False)) for piece in _cut(twisted, *_sector(first, last))]
        made += _fallen(shard, math.radians((first + last) / 2), reach, luck)
    return made


def _panel(pieces: Sequence[Piece], reach: Array, height: float, luck: Stream) -> list[Piece]:
    """An upright panel: its foot with a jagged edge, and columns of the rest lying before it."""
    along = 1 if reach[1] >= reach[0] else 0
    wide = float(reach[along])
    edge, teeth = height * luck.uniform(0.3, 0.4), zigzag(-wide, wide, 6, height * 0.12, luck)

    def lifted(by: float) -> Callable[[Array], Array]:
        return lambda points: np.column_stack([points[:, :2], points[:, 2] + by * teeth.at(points[:, along])])

    up = [_warped(piece, lifted(-1.0)) for piece in pieces]
    made = [_warped(piece, lifted(1.0)) for piece in _cut(up, ((0.0, 0.0, 1.0), edge))]
    rest = [_warped(piece, lifted(1.0)) for piece in _cut(up, ((0.0, 0.0, -1.0), -edge))]
    axis = (1.0, 0.0, 0.0) if along == 0 else (0.0, 1.0, 0.0)
    back = (-axis[0], -axis[1], 0.0)
    for k in range(4):
        first, last = (wide * (2 * (k + step) / 4 - 1) for step in (0, 1))
        shard = _cut(rest, (axis, last), (back, -first))
        face = math.pi / 2 if along == 0 else 0.0  # it falls forwards, off its broad side
        away, aside = wide * luck.uniform(0.2, 0.6), (first + last) / 2
        made += _fallen(shard, face, reach, luck, (aside, away) if along == 0 else (away, aside))
    return made


def _fallen(
    shard: Sequence[Piece], angle: float, reach: Array, luck: Stream, where: tuple[float, float] | None = None
) -> list[Piece]:
    """A shard of a wall that faces an angle, laid on the ground in that direction, its hollow side up or down."""
    if not shard:
        return []
    points = np.concatenate([piece.mesh.levels[0].points for piece in shard])
    middle = points.mean(0)
    cut = (points[:, 2].min() + points[:, 2].max()) / 2
    top, base = points[points[:, 2] >= cut].mean(0), points[points[:, 2] < cut].mean(0)
    tangent = np.array((-math.sin(angle), math.cos(angle), 0.0))
    slope = unit((top - base) - dot(top - base, tangent) * tangent)
    frame = np.stack([tangent, slope, np.cross(tangent, slope)])
    local = product(points - middle, frame.T)
    across, along, _ = local.max(0) - local.min(0)
    if min(across, along) < NEEDLE * max(across, along):
        return []
    over, yaw, tilt = luck.chance(0.5), luck.uniform(0.0, 360.0), luck.uniform(-12.0, 12.0)
    away = luck.uniform(0.98, 1.2)
    x, y = where or (away * float(reach[0]) * math.cos(angle), away * float(reach[1]) * math.sin(angle))
    laid = []
    for piece in shard:
        mesh = piece.mesh.each(
            lambda level: level._replace(
                points=product(level.points - middle, frame.T), normals=product(level.normals, frame.T)
            )
        )
        laid.append(replace(piece, mesh=mesh.turned("x", (180.0 if over else 0.0) + tilt).turned("z", yaw)))
    lowest = min(float(piece.mesh.levels[0].points[:, 2].min()) for piece in laid)
    return [replace(piece, mesh=piece.mesh.moved(x, y, 0.0004 - lowest)) for piece in laid]


def _apart(pieces: Sequence[Piece], reach: Array, luck: Stream) -> list[Piece]:
    """A dish in sectors that have slid apart; one of them is broken across as well."""
    turn = luck.uniform(0.0, 2 * math.pi)
    off = np.array((0.22 * reach[0] * math.cos(turn), 0.22 * reach[1] * math.sin(turn)))
    far = float(max(reach)) * 1.4
    line = zigzag(0.0, far, 6, 11.0, luck)
    ready = [
        _warped(replace(piece, mesh=piece.mesh.moved(-off[0], -off[1])), _twisted(line, -1.0, True)) for piece in pieces
    ]
    made: list[Piece] = []
    for number, (first, last) in enumerate(_sectors(5, 0.18, luck)):
        sector = _cut(ready, *_sector(first, last))
        angle = math.radians((first + last) / 2)
        way = (math.cos(angle), math.sin(angle), 0.0)
        parts = [sector]
        if number == 0:
            split = float(min(reach)) * 0.62
            parts = [_cut(sector, (way, split)), _cut(sector, ((-way[0], -way[1], 0.0), -split))]
        for step, part in enumerate(parts):
            slide = float(min(reach)) * (luck.uniform(0.1, 0.2) + 0.14 * step)
            yaw, tilt = luck.uniform(-14.0, 14.0), luck.uniform(1.0, 6.0)
            back = [_warped(piece, _twisted(line, 1.0, True)) for piece in part]
            made += _slid(back, angle, slide, yaw, tilt)
    return [replace(piece, mesh=piece.mesh.moved(off[0], off[1])) for piece in made]


def _slid(part: Sequence[Piece], angle: float, slide: float, yaw: float, tilt: float) -> list[Piece]:
    """A piece of a dish, a little turned and leaning, a way off."""
    if not part:
        return []
    points = np.concatenate([piece.mesh.levels[0].points for piece in part])
    mx, my, _ = points.mean(0)
    moved = []
    for piece in part:
        mesh = piece.mesh.turned("z", yaw, (mx, my, 0.0)).turned("z", -math.degrees(angle)).turned("y", tilt)
        moved.append(
            replace(
                piece,
                mesh=mesh.turned("z", math.degrees(angle)).moved(slide * math.cos(angle), slide * math.sin(angle)),
            )
        )
    lowest = min(float(piece.mesh.levels[0].points[:, 2].min()) for piece in moved)
    return [replace(piece, mesh=piece.mesh.moved(0.0, 0.0, 0.0004 - lowest)) for piece in moved]


def _dropped(loose: Sequence[Piece], reach: Array, luck: Stream, way: tuple[float, float] | None = None) -> list[Piece]:
    """What came off whole, lying on its broad side where it fell (or in a given direction)."""
    made: list[Piece] = []
    for name in dict.fromkeys(piece.name for piece in loose):
        group = [piece for piece in loose if piece.name == name]
        low = np.min([_span(piece)[0] for piece in group], axis=0)
        high = np.max([_span(piece)[1] for piece in group], axis=0)
        middle, span = (low + high) / 2, high - low
        # the thin side goes down; what is tall and round tips over
        over = "x" if span[2] >= span[:2].max() or span.argmin() == 1 else "y" if span.argmin() == 0 else ""
        laid = [replace(piece, mesh=piece.mesh.moved(*-middle)) for piece in group]
        if over:
            laid = [replace(piece, mesh=piece.mesh.turned("x" if over == "x" else "y", 90.0)) for piece in laid]
        direction = unit(middle[:2] / reach) if way is None else np.array(way)
        aside = 0.0 if way is None else math.degrees(math.atan2(way[1], way[0]))
        yaw = aside + luck.uniform(-50.0, 50.0) * (1.0 if way is None else 0.4)
        laid = [replace(piece, mesh=piece.mesh.turned("z", yaw)) for piece in laid]
        lowest = min(float(piece.mesh.levels[0].points[:, 2].min()) for piece in laid)
        x, y = direction * reach * luck.uniform(1.15, 1.35)
        if way is not None:
            x, y = direction * (reach + span[:2].max() * 0.6)
        made += [replace(piece, mesh=piece.mesh.moved(float(x), float(y), 0.0004 - lowest)) for piece in laid]
    return made
