"""A made-up house for tests of the rasteriser: five rooms, doorways, windows, 200 things of lathes and boxes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float64s, Int32s, Int64s, Uint8s, Uint32s
from casita.render.raster.arrays import Geometry, Instances, Lights, View

Array = Float64s
Triangles = Int64s
Level = tuple[Array, Array, Array, Triangles, float]
"""Vertices, normals, texture coordinates, triangles, error."""

ROOM, HEIGHT, THICK = (5.0, 4.0), 2.6, 0.1
DETAIL = (48, 24, 12, 6)
"""Sides of a lathe at each level."""


def packed(red: int, green: int, blue: int) -> int:
    return red | green << 8 | blue << 16


def box(x: float = 1.0, y: float = 1.0, z: float = 1.0) -> Level:
    """A box around the origin with its sides in metres, outside out."""
    vertices, normals, uvs, triangles = [], [], [], []
    half = np.array([x, y, z]) / 2
    for axis in range(3):
        for sign in (-1.0, 1.0):
            normal = np.zeros(3)
            normal[axis] = sign
            across, up = np.zeros(3), np.zeros(3)
            across[(axis + 1) % 3], up[(axis + 2) % 3] = sign, 1.0
            first = len(vertices)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                vertices.append((normal + a * across + b * up) * half)
                normals.append(normal)
                uvs.append((a * np.abs(across) @ half, b * np.abs(up) @ half))
            triangles += [(first, first + 1, first + 2), (first, first + 2, first + 3)]
    return np.array(vertices), np.array(normals), np.array(uvs), np.array(triangles), 0.0


def lathe(profile: Array, sides: int) -> Level:
    """A profile of radius and height, from bottom to top, turned around the z axis."""
    angles = np.linspace(0, 2 * math.pi, sides + 1)
    steps = np.diff(profile, axis=0)
    slopes = np.stack([steps[:, 1], -steps[:, 0]], axis=1)
    slopes /= np.linalg.norm(slopes, axis=1, keepdims=True) + 1e-12
    ring = np.concatenate([slopes[:1], (slopes[1:] + slopes[:-1]) / 2, slopes[-1:]])
    ring /= np.linalg.norm(ring, axis=1, keepdims=True) + 1e-12
    vertices, normals, uvs = [], [], []
    for j, (radius, z) in enumerate(profile):
        for angle in angles:
            c, s = math.cos(angle), math.sin(angle)
            vertices.append((radius * c, radius * s, z))
            normals.append((ring[j, 0] * c, ring[j, 0] * s, ring[j, 1]))
            uvs.append((angle / (2 * math.pi), j / (len(profile) - 1)))
    triangles = []
    for j in range(len(profile) - 1):
        for k in range(sides):
            a = j * (sides + 1) + k
            b, c, d = a + 1, a + sides + 2, a + sides + 1
            triangles += [(a, b, c), (a, c, d)]
    error = float(profile[:, 0].max()) * (1 - math.cos(math.pi / sides))
    return np.array(vertices), np.array(normals), np.array(uvs), np.array(triangles), error


def mipmaps(picture: Uint8s) -> Uint32s:
    """A square picture, h x w x 3, as a chain of packed mipmaps."""
    chain, level = [], picture.astype(np.float64)
    while True:
        whole = np.round(level).astype(np.uint32)
        chain.append((whole[..., 0] | whole[..., 1] << 8 | whole[..., 2] << 16).ravel())
        if len(level) == 1:
            return np.concatenate(chain)
        level = level.reshape(len(level) // 2, 2, -1, 2, 3).mean((1, 3))


@dataclass
class Maker:
    """Collects meshes, finishes, textures and instances, and turns them into the rasteriser's arrays."""

    levels: list[list[Level]] = field(default_factory=list)
    mesh_finish: list[int] = field(default_factory=list)
    finishes: list[tuple[int, int, float, float, float]] = field(default_factory=list)
    textures: list[Uint32s] = field(default_factory=list)
    rows: list[dict[str, object]] = field(default_factory=list)

    def finish(
        self, colour: int, texture: int = -1, shine: float = 0.0, glow: float = 0.0, opacity: float = 1.0
    ) -> int:
        self.finishes.append((colour, texture, shine, glow, opacity))
        return len(self.finishes) - 1

    def mesh(self, levels: list[Level], finish: int) -> int:
        self.levels.append(levels)
        self.mesh_finish.append(finish)
        return len(self.levels) - 1

    def put(
        self, mesh: int, at: tuple[float, float, float], room: int = 0, yaw: float = 0.0, scale: float = 1.0,
        glass: bool = False, wall: bool = False,
    ) -> int:  # fmt: skip
        c, s = math.cos(yaw) * scale, math.sin(yaw) * scale
        matrix = (c, -s, 0, s, c, 0, 0, 0, scale)
        self.rows.append(
            {"mesh": mesh, "position": at, "matrix": matrix, "scale": scale, "room": room, "glass": glass, "wall": wall}
        )
        return len(self.rows) - 1

    def geometry(self) -> Geometry:
        flat = [(level, m) for m, chain in enumerate(self.levels) for level in chain]
        v = np.concatenate([level[0] for level, _ in flat])
        vertices = np.array([len(level[0]) for level, _ in flat])
        triangles = np.array([len(level[3]) for level, _ in flat])
        chains = np.array([len(chain) for chain in self.levels])
        centre = np.array([(c[0][0].min(0) + c[0][0].max(0)) / 2 for c in self.levels])
        radius = [
            max(np.linalg.norm(level[0] - centre[m], axis=1).max() for level in chain) * 1.0001
            for m, chain in enumerate(self.levels)
        ]
        sizes = [round(math.log2(len(t) * 3 / 4)) // 2 for t in self.textures]

        def before(counts: Int64s) -> Int32s:
            return np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int32)

        f4, i4 = np.float32, np.int32
        finish = np.array(self.finishes, np.float64).reshape(-1, 5)
        return Geometry(
            x=v[:, 0].astype(f4), y=v[:, 1].astype(f4), z=v[:, 2].astype(f4),
            normal=np.concatenate([level[1] for level, _ in flat]).astype(f4),
            uv=np.concatenate([level[2] for level, _ in flat]).astype(f4),
            triangle=np.concatenate([level[3] for level, _ in flat]).astype(np.uint32),
            triangle_finish=np.repeat([self.mesh_finish[m] for _, m in flat], triangles).astype(i4),
            triangle_part=np.concatenate([np.arange(len(level[3])) % 7 for level, _ in flat]).astype(i4),
            level_vertex=before(vertices), level_vertices=vertices.astype(i4),
            level_triangle=before(triangles), level_triangles=triangles.astype(i4),
            level_error=np.array([level[4] for level, _ in flat], f4),
            mesh_level=before(chains), mesh_levels=chains.astype(i4),
            mesh_centre=centre.astype(f4), mesh_radius=np.array(radius, f4),
            finish_colour=finish[:, 0].astype(np.uint32), finish_texture=finish[:, 1].astype(i4),
            finish_shine=finish[:, 2].astype(f4), finish_glow=finish[:, 3].astype(f4),
            finish_opacity=finish[:, 4].astype(f4), finish_mirror=np.zeros(len(finish), f4),
            texel=np.concatenate(self.textures) if self.textures else np.zeros(0, np.uint32),
            texture_texel=before(np.array([len(t) for t in self.textures])) if self.textures else np.zeros(0, i4),
            texture_size=np.array(sizes, i4),
        )  # fmt: skip

    def instances(self) -> Instances:
        def column(name: str, dtype: type[np.generic]) -> NDArray[np.generic]:
            return np.array([row[name] for row in self.rows], dtype)

        count = len(self.rows)
        return Instances(
            mesh=column("mesh", np.int32), shown=np.ones(count, np.uint8), glass=column("glass", np.uint8),
            wall=column("wall", np.uint8), matrix=column("matrix", np.float32), position=column("position", np.float32),
            scale=column("scale", np.float32), id=np.arange(count, dtype=np.int32), room=column("room", np.int32),
            contact=np.ones(count, np.uint8),
        )  # fmt: skip


def lights(rooms: int = 1, strength: float = 0.5, ambient: float = 0.62, sun: float = 0.0) -> Lights:
    """Each room's ceiling light in its middle; rooms of the house, or one around the origin."""
    middles = np.array([room_middle(r) for r in range(rooms)]) if rooms > 1 else np.zeros((1, 2))
    ceiling = np.concatenate([middles, np.full((rooms, 1), HEIGHT - 0.15)], axis=1).astype(np.float32)
    toward = np.array([0.5, -0.62, 0.6])
    toward /= np.linalg.norm(toward)
    right = np.cross([0, 0, 1.0], toward)
    right /= np.linalg.norm(right)
    up = np.cross(toward, right)
    middle = np.array([7.5, 4.0, 1.3]) if rooms > 1 else np.array([0, 0, 1.0])
    return Lights(
        ambient=np.full(rooms, ambient, np.float32), ceiling=ceiling, strength=np.full(rooms, strength, np.float32),
        reach=np.full(rooms, 1.6, np.float32), lamp=np.zeros((0, 4), np.float32),
        lamp_first=np.zeros(rooms + 1, np.int32), box=np.zeros((rooms, 6), np.float32),
        spot=np.zeros((0, 4), np.float32), sun=np.concatenate([toward, right, up, middle]).astype(np.float32),
        sun_strength=np.full(rooms, sun, np.float32), sun_half=9.5 if rooms > 1 else 4.0, sky=packed(190, 215, 240),
    )  # fmt: skip


def look(
    at: tuple[float, float, float], yaw: float, pitch: float = 0.0, across: float = 1.0, upright: float = 1.0
) -> View:
    """A camera that looks along a yaw from +x, in degrees, and up or down by a pitch."""
    y, p = math.radians(yaw), math.radians(pitch)
    ahead = np.array([math.cos(y) * math.cos(p), math.sin(y) * math.cos(p), math.sin(p)])
    right = np.array([math.sin(y), -math.cos(y), 0.0])
    rotation = np.stack([right, np.cross(right, ahead), -ahead], axis=1).astype(np.float32)
    return View(np.array(at, np.float32), rotation, across, upright)


def room_middle(room: int) -> tuple[float, float]:
    return (room % 3 + 0.5) * ROOM[0], (room // 3 + 0.5) * ROOM[1]


def wood(seed: int) -> Uint32s:
    draw = np.random.default_rng(seed)
    y, x = np.mgrid[0:256, 0:256] / 256
    grain = np.sin(40 * (y + 0.03 * np.sin(12 * x + seed)) + draw.normal(0, 0.3, (256, 1))) * 12
    board = (np.floor(y * 4) * 37 % 11 - 5) * 3
    base = np.array([170, 120, 75]) + (grain + board)[..., None] * np.array([1, 0.8, 0.6])
    base[np.abs((y * 4) % 1) < 0.02] *= 0.7
    return mipmaps(np.clip(base, 0, 255).astype(np.uint8))


def tiles(colour: tuple[int, int, int]) -> Uint32s:
    y, x = np.mgrid[0:256, 0:256] / 64 % 1
    picture = np.full((256, 256, 3), colour, np.float64)
    picture[(x < 0.04) | (y < 0.04)] = 120
    return mipmaps(picture.astype(np.uint8))


def house(things: int = 200, seed: int = 0) -> tuple[Geometry, Instances, Lights]:
    """Five rooms, three below and two above, with windows to the south; over 100,000 triangles at full detail."""
    make = Maker()
    luck = np.random.default_rng(seed)
    make.textures += [wood(1), wood(2), tiles((225, 225, 220)), tiles((200, 210, 225))]
    paint, trim = make.finish(packed(238, 234, 224)), make.finish(packed(250, 250, 248), glow=0.6)
    floors = [make.finish(packed(170, 120, 75), t, 0.2) for t in (0, 1, 2, 3, 0)]
    pane = make.finish(packed(200, 225, 235), shine=0.8, opacity=0.15)

    def block(x0: float, x1: float, y0: float, y1: float, z0: float, z1: float, finish: int, room: int) -> None:
        mesh = make.mesh([box(x1 - x0, y1 - y0, z1 - z0)], finish)
        make.put(mesh, ((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2), room, wall=True)

    def barrier(
        along: int, start: float, fixed: float, room: int, gap: tuple[float, float, float, float] | None
    ) -> None:
        """A wall with a hole: from, to, bottom and top of the hole."""
        length = ROOM[along]
        parts = [(0.0, length, 0.0, HEIGHT)]
        if gap:
            a, b, low, high = gap
            parts = [(0.0, a, 0.0, HEIGHT), (b, length, 0.0, HEIGHT), (a, b, high, HEIGHT)]
            if low > 0:
                parts.append((a, b, 0.0, low))
        for a, b, low, high in parts:
            ends = (start + a, start + b)
            x, y = (ends, (fixed, fixed + THICK)) if along == 0 else ((fixed, fixed + THICK), ends)
            block(*x, *y, low, high, paint, room)

    glass_panes = []
    for room in range(5):
        x, y = room % 3 * ROOM[0], room // 3 * ROOM[1]
        block(x, x + ROOM[0], y, y + ROOM[1], -0.1, 0.0, floors[room], room)
        block(x, x + ROOM[0], y, y + ROOM[1], HEIGHT, HEIGHT + 0.1, trim, room)
        window = (1.5, 3.5, 0.9, 2.1)
        barrier(0, x, y - (THICK if room < 3 else 0), room, window if room < 3 else (2.0, 2.9, 0.0, 2.0))
        barrier(0, x, y + ROOM[1] - THICK, room, window if room >= 2 else (2.0, 2.9, 0.0, 2.0))
        barrier(1, y, x, room, (1.5, 2.4, 0.0, 2.0) if room % 3 else None)
        barrier(1, y, x + ROOM[0] - THICK, room, (1.5, 2.4, 0.0, 2.0) if room in (0, 1, 3) else None)
        if room < 3:
            glass_panes.append((room, x + 2.5, y - THICK / 2))
    window_mesh = make.mesh([box(2.0, 0.02, 1.2)], pane)
    for room, x, y in glass_panes:
        make.put(window_mesh, (x, y, 1.5), room, glass=True)

    mugs, tables, glasses = [], [], []
    for k in range(24):
        heights = np.linspace(0, 0.12, 9)
        radii = 0.04 + 0.012 * np.sin(heights * 40 + k)
        outer = np.stack([radii, heights], axis=1)
        profile = np.concatenate([[[0.0, 0.0]], outer, outer[::-1] * [0.85, 1.0] + [0, 0.002], [[0.0, 0.02]]])
        colour = make.finish(packed(*(int(c) for c in luck.integers(60, 240, 3))), shine=0.6)
        mugs.append(make.mesh([lathe(profile, n) for n in DETAIL], colour))
    for k in range(3):
        glass = make.finish(packed(210, 230, 235), shine=1.0, opacity=0.25)
        profile = np.array([[0, 0], [0.035, 0], [0.04, 0.1], [0.037, 0.1], [0.033, 0.01], [0, 0.01]]) * (1 + 0.3 * k)
        glasses.append(make.mesh([lathe(profile, n) for n in DETAIL], glass))
    for k in range(8):
        top = make.finish(packed(150, 100, 60), k % 2, 0.3)
        size = (luck.uniform(0.5, 1.5), luck.uniform(0.4, 0.8), luck.uniform(0.04, 0.9))
        tables.append((make.mesh([box(*size)], top), size))
    for number in range(things):
        room = number % 5
        mx, my = room_middle(room)
        x, y = mx + luck.uniform(-2.0, 2.0), my + luck.uniform(-1.5, 1.5)
        yaw = luck.uniform(0, 2 * math.pi)
        if number < 40:
            mesh, size = tables[number % 8]
            z = size[2] / 2 if size[2] > 0.3 else 0.72
            make.put(mesh, (x, y, z), room, yaw)
        elif number % 20 == 0:
            make.put(glasses[number % 3], (x, y, 0.75), room, yaw)
        else:
            make.put(mugs[number % 24], (x, y, luck.choice([0.0, 0.75, 1.2])), room, yaw, luck.uniform(0.8, 2.5))
    return make.geometry(), make.instances(), lights(5, sun=0.45)


def seeded_views(count: int, seed: int = 0) -> list[View]:
    """Views over the whole house at eye height."""
    luck = np.random.default_rng(seed)
    views = []
    for k in range(count):
        mx, my = room_middle(k % 5)
        at = (mx + luck.uniform(-1.8, 1.8), my + luck.uniform(-1.3, 1.3), 1.5)
        views.append(look(at, luck.uniform(0, 360), luck.uniform(-30, 5)))
    return views
