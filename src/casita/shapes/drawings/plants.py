"""Plants in pots, and tall vases with dry twigs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from casita.exact import total_of
from casita.seeds import Stream
from casita.shapes.finish import Finish, mixed, plain
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Level, Mesh, joined, unit
from casita.shapes.piece import Piece
from casita.shapes.rounds import Profile, ball, curve, disc, lathe, sweep

Blade = tuple[float, float, float, float, float, float, float]
"""One leaf: where it starts (x, y, z), the way it points and how steeply (radians), its length and its width."""

OUTLINES = {
    "leaf": (0.1, 0.75, 1.0, 0.86, 0.5, 0.02),
    "sword": (0.7, 0.9, 1.0, 0.95, 0.7, 0.02),
    "frond": (0.2, 0.8, 1.0, 0.8, 0.45, 0.02),
    "bud": (0.2, 1.0, 0.05),
}
"""Half width along a leaf, from its foot to its tip."""


def foliage(blades: Sequence[Blade], outline: str, droop: float, fold: float = 0.25) -> Mesh:
    """Many leaves as one mesh, seen from both sides: `droop` bends their tips down, `fold` raises their edges."""
    b = np.asarray(blades, float)
    widths = np.asarray(OUTLINES[outline])
    levels = []
    along = np.linspace(0.0, 1.0, len(widths))
    for t, wide in ((along, widths), (along[[0, -1]], np.array((0.75, 0.1)))):
        levels.append(_foliage_level(b, t, wide, droop, fold))
    return Mesh(tuple(levels), (0.0, float(b[:, 5].max()) * 0.12))


def _foliage_level(b: Array, t: Array, widths: Array, droop: float, fold: float) -> Level:
    n, rows = len(b), len(t)
    way, steep, length, wide = b[:, 3, None], b[:, 4, None], b[:, 5, None], b[:, 6, None]
    fine = np.linspace(0.0, 1.0, 11)
    slope = steep - droop * fine[None, :] ** 1.3
    out = np.concatenate([np.zeros((n, 1)), np.cumsum(np.cos((slope[:, 1:] + slope[:, :-1]) / 2), 1)], 1) / 10
    up = np.concatenate([np.zeros((n, 1)), np.cumsum(np.sin((slope[:, 1:] + slope[:, :-1]) / 2), 1)], 1) / 10
    pick = np.round(t * 10).astype(int)
    out, up, slope = out[:, pick] * length, up[:, pick] * length, slope[:, pick]
    c, s = np.cos(way), np.sin(way)
    rib = np.stack([b[:, 0, None] + out * c, b[:, 1, None] + out * s, b[:, 2, None] + up], -1)
    side = np.stack([-s, c, np.zeros_like(c)], -1) * (widths[None, :] * wide / 2)[..., None]
    lift = (
        np.stack([-np.sin(slope) * c, -np.sin(slope) * s, np.cos(slope)], -1)
        * (fold * widths[None, :] * wide / 2)[..., None]
    )
    grid = np.stack([rib + side + lift, rib, rib - side + lift], 2)
    du, dv = np.gradient(grid, axis=2), np.gradient(grid, axis=1)
    normals = unit(np.cross(du, dv)).reshape(-1, 3)
    points = grid.reshape(-1, 3)
    u = np.broadcast_to(np.array((0.0, 0.5, 1.0)), (n, rows, 3))
    v = np.broadcast_to(t[None, :, None], (n, rows, 3))
    uv = np.stack([u, v], -1).reshape(-1, 2)
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(2), indexing="ij")
    a = (i * 3 + j).ravel()
    quads = np.concatenate([np.column_stack([a, a + 1, a + 4]), np.column_stack([a, a + 4, a + 3])])
    front = (np.arange(n)[:, None, None] * rows * 3 + quads[None]).reshape(-1, 3)
    back = front[:, ::-1] + len(points)
    return Level(
        np.vstack([points, points]), np.vstack([normals, -normals]), np.vstack([uv, uv]), np.vstack([front, back])
    )


def fitted(meshes: Sequence[Mesh], make: Making, low: float) -> list[Mesh]:
    """Meshes stretched together so that they fill the box above a height."""
    d, w, h = make.size
    points = np.vstack([mesh.levels[0].points for mesh in meshes])
    least, most = points.min(0), points.max(0)

    def change(p: Array) -> Array:
        x = np.where(p[:, 0] > 0, p[:, 0] / most[0], p[:, 0] / -least[0]) * d / 2
        y = np.where(p[:, 1] > 0, p[:, 1] / most[1], p[:, 1] / -least[1]) * w / 2
        z = np.where(p[:, 2] > low, low + (p[:, 2] - low) * (h - low) / (most[2] - low), p[:, 2])
        return np.column_stack([x, y, z])

    return [mesh.each(lambda level: level._replace(points=change(level.points))) for mesh in meshes]


@draws("house_plant")
def house_plant(make: Making) -> Iterator[Piece]:
    """A pot of earth with a leafy plant: a bush, a palm, a mother-in-law's tongue or a rubber plant."""
    d, w, h = make.size
    luck = make.luck.child("plant")
    top, r = 0.34 * h, 0.28 * d
    yield from _pot(make, luck, r, top)
    soil = top - 0.03 * h
    kind = luck.choice(("bush", "sword", "palm", "rubber"))
    stems: list[Mesh] = []
    blades: list[Blade] = []
    if kind == "sword":
        for k in range(13):
            way, far = k * 2.4, 0.02 + 0.012 * k
            steep = math.radians(88 - 2.6 * k)
            blades.append(
                (
                    far * d * math.cos(way),
                    far * d * math.sin(way),
                    soil - 0.01 * h,
                    way,
                    steep,
                    0.72 * h * luck.uniform(0.72, 1.0),
                    0.12 * d,
                )
            )
        leaves = [foliage(blades, "sword", 0.1, 0.35)]
    elif kind == "palm":
        for k in range(24):
            way, steep = k * 2.39996, math.radians(85 - 48 * k / 23)
            blades.append((0.0, 0.0, soil, way, steep, (0.62 + 0.2 * luck.random()) * h, 0.075 * d + 0.02 * h))
        leaves = [foliage(blades, "frond", 1.5, 0.3)]
    else:
        count, size = (72, 0.19) if kind == "bush" else (22, 0.34)
        for k in range(count):
            share = (k + 0.5) / count
            z = 0.43 + 0.5 * share
            wide = math.sqrt(max(0.05, 1 - ((z - 0.68) / 0.33) ** 2))
            way = k * 2.39996
            near = luck.uniform(0.05, 0.62) * wide if kind == "bush" else 0.06 * wide
            blades.append(
                (
                    near * d / 2 * math.cos(way),
                    near * w / 2 * math.sin(way),
                    z * h,
                    way,
                    luck.uniform(-0.1, 0.9) + 0.6 * share,
                    size * (d + 0.35 * h) * luck.uniform(0.8, 1.15),
                    size * 0.52 * (d + 0.2 * h),
                )
            )
        leaves = [foliage(blades, "leaf", 0.9)]
        trunks = 3 if kind == "bush" else 1
        for k in range(trunks):
            a = 2.1 * k
            lean = 0.05 * d
            line = [
                (0.0, 0.0, soil - 0.01),
                (lean * math.cos(a), lean * math.sin(a), 0.5 * h),
                (2.4 * lean * math.cos(a), 2.4 * lean * math.sin(a), 0.82 * h),
            ]
            stems.append(
                sweep(
                    curve(line, 3), [0.02 * d, 0.018 * d, 0.016 * d, 0.014 * d, 0.012 * d, 0.01 * d, 0.008 * d], sides=8
                )
            )
    if stems:
        yield Piece("stem", joined(stems), plain("7a5a3a", 0.05) if kind == "bush" else plain("5f7a3a", 0.1))
    green = plain(make.rgb, 0.25).with_texture("furniture_leaf", 1.0, stripes=kind == "sword")
    for mesh in fitted(leaves, make, 0.4 * h):
        yield Piece("leaves", mesh, green)


def _pot(make: Making, luck: Stream, r: float, top: float) -> Iterator[Piece]:
    """A pot with earth in it on a saucer; watered, the earth is dark and water stands on it."""
    d, w, h = make.size
    wide = w / d
    style = luck.choice(("clay", "white", "glazed", "clay", "bands"))
    look: Finish = {
        "clay": plain("b5653a", 0.1),
        "white": plain("ecebe6", 0.5),
        "glazed": plain(luck.choice(("2f5f8a", "3a3d42", "c9a24a")), 0.6),
        "bands": plain("d9cdb8", 0.3),
    }[style]
    saucer = 0.07 * top
    foot = r * 0.7
    line: list[tuple[float, ...]] = [(foot, saucer * 0.4), (foot * 1.02, saucer)]
    line += (
        [
            (r * 0.88, top * 0.74),
            (r * 0.9, top * 0.76),
            (r * 0.99, top * 0.765),
            (r, top * 0.78),
            (r, top * 0.98),
            (r * 0.985, top),
        ]
        if style in ("clay", "bands")
        else curve([(foot * 1.02, saucer), (r * 0.86, top * 0.4), (r * 0.97, top * 0.8), (r, top)], 3)
    )
    rim: Profile = [*line, (r * 0.93, top), (r * 0.9, top * 0.98), (r * 0.88, top - 0.05 * h)]
    yield Piece("pot", lathe(rim, sides=40).scaled(1.0, wide, 1.0), look)
    if style == "bands":
        for z in (0.3, 0.5):
            k = foot + (r * 0.88 - foot) * z / 0.74
            yield Piece(
                "band",
                lathe(
                    [
                        (k - 0.001, top * z),
                        (k + 0.004, top * (z + 0.03)),
                        (k + 0.006, top * (z + 0.07)),
                        (k, top * (z + 0.1)),
                    ],
                    sides=40,
                ).scaled(1.0, wide, 1.0),
                plain("4a6a7a", 0.3),
            )
    plate: Profile = [
        (0.0, 0.0),
        (r * 0.86, 0.0),
        (r * 0.96, saucer),
        (r * 0.92, saucer),
        (r * 0.84, saucer * 0.35),
        (0.0, saucer * 0.35),
    ]
    yield Piece("saucer", lathe(plate, sides=40).scaled(1.0, wide, 1.0), look.darker(0.92))
    soil = top - 0.03 * h
    earth = disc(r * 0.9, soil).scaled(1.0, wide, 1.0)
    yield Piece("earth", earth, plain("5a4330", 0.0).with_texture("carpet", 0.3), when=("empty",))
    yield Piece("earth", earth, plain("2a1c12", 0.3).with_texture("carpet", 0.3), when=("liquid",))
    yield make.liquid([(r * 0.9, soil), (r * 0.9, top - 0.004)], wide=wide)
    water = lathe([(r * 0.9, saucer * 0.8), (r * 0.7, saucer * 0.82)], sides=40).scaled(1.0, wide, 1.0)
    yield Piece("puddle", water, plain("9fc8dc", 0.8), when=("liquid",))
    drops = [
        ball(0.03 * r, 0.03 * r, 0.05 * r, sides=10).moved(r * math.cos(a), r * wide * math.sin(a), top * z)
        for a, z in ((0.2, 0.86), (0.7, 0.9), (-0.5, 0.84), (-1.0, 0.9), (1.3, 0.86), (2.2, 0.9))
    ]
    yield Piece("drops", joined(drops), plain("cfe6f0", 0.9), when=("liquid",))


@draws("room_decor")
def room_decor(make: Making) -> Iterator[Piece]:
    """A tall floor vase with dry twigs, cotton or pampas grass."""
    d, w, h = make.size
    luck = make.luck.child("decor")
    wide = w / d
    body = 0.35 * d
    top = 0.45 * h
    forms = {
        "bottle": [
            (0.55, 0.0),
            (0.62, 0.01),
            (0.95, 0.1),
            (1.0, 0.2),
            (0.9, 0.29),
            (0.6, 0.36),
            (0.5, 0.41),
            (0.58, 0.45),
        ],
        "trumpet": [
            (0.7, 0.0),
            (0.66, 0.02),
            (0.78, 0.12),
            (0.95, 0.24),
            (1.0, 0.31),
            (0.7, 0.375),
            (0.48, 0.41),
            (0.6, 0.45),
        ],
        "cylinder": [
            (0.86, 0.0),
            (0.92, 0.01),
            (1.0, 0.14),
            (0.98, 0.28),
            (0.86, 0.36),
            (0.56, 0.395),
            (0.52, 0.42),
            (0.6, 0.45),
        ],
    }
    outer = [(a, max(z, 0.0)) for a, z in curve([(body * a, z * h) for a, z in forms[luck.choice(sorted(forms))]], 3)]
    mouth = outer[-1][0]
    profile = [(0.0, 0.0), *outer, (mouth * 0.88, top), (mouth * 0.8, top - 0.06 * h), (0.0, top - 0.08 * h)]
    glaze = plain(make.rgb, 0.5 if make.material == "ceramic" else 0.1)
    if make.material == "organic":
        glaze = plain(make.rgb, 0.05).with_texture("furniture_wicker", 0.12)
    yield Piece("vase", lathe(profile, sides=40).scaled(1.0, wide, 1.0), glaze)
    line = plain(mixed(make.rgb, (0.1, 0.1, 0.12), 0.4), 0.4) if total_of(make.rgb) > 1.0 else plain("c9a24a", 0.5)
    for share in (0.3, 0.36, 0.62):
        radius, z = outer[int(share * len(outer))]
        yield Piece(
            "band",
            lathe([(radius - 0.002, z - 0.008), (radius + 0.003, z), (radius - 0.002, z + 0.008)], sides=40).scaled(
                1.0, wide, 1.0
            ),
            line,
        )
    kind = luck.choice(("twigs", "cotton", "pampas"))
    bark = plain("6b4a30", 0.05) if kind != "pampas" else plain("b89a68", 0.05)
    twigs, tips = [], []
    for k in range(9):
        way, lean = k * 2.39996, 0.12 + 0.88 * (k / 8) ** 0.7
        reach = 0.46 * lean
        end = (reach * d * math.cos(way), reach * w * math.sin(way), h * (1.0 - 0.18 * lean + 0.02 * luck.random()))
        middle = (end[0] * 0.4, end[1] * 0.4, 0.5 * (top + end[2]))
        path = curve([(0.0, 0.0, top - 0.06 * h), middle, end], 4)
        twigs.append(sweep(path, [0.005 - 0.003 * n / 8 for n in range(len(path))], sides=5))
        tips.append((path, way))
    boll = ball(0.026, 0.026, 0.024, sides=8)
    soft: list[Mesh] = []
    blades: list[Blade] = []
    for path, way in tips:
        for n, at in enumerate(path[3:]):
            x, y, z = at
            if kind == "cotton" and n % 2 == 0:
                soft.append(boll.moved(x, y, z))
            elif kind == "twigs":
                for turn in (0.8, -0.9):
                    blades.append((x, y, z, way + turn + n, 0.8, 0.09, 0.022))
            elif kind == "pampas" and n >= 1:
                blades.extend((x, y, z, way + 1.25 * j + n, 1.1, 0.12, 0.03) for j in range(4))
    tips_mesh = joined(soft) if soft else foliage(blades, "bud", 0.6)
    look = {"cotton": plain("f4f1ea", 0.0), "twigs": plain("a8743a", 0.05), "pampas": plain("e2cfa4", 0.0)}[kind]
    bare, ends = fitted([joined(twigs), tips_mesh], make, top)
    yield Piece("twigs", bare, bark)
    yield Piece("tips", ends, look)
