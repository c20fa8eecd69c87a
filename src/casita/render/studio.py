"""Close-ups of one thing by itself: in a plain studio, in any state, from any side."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from casita.catalog import catalog
from casita.errors import BadInput, unknown
from casita.render.arrays import Instances, Lights, View
from casita.render.buffers import Buffers
from casita.render.camera import looking
from casita.render.draw import draw
from casita.render.pack import Packer
from casita.render.shadows import Shadows
from casita.scenes.scene import Condition
from casita.seeds import stream
from casita.shapes.finish import plain
from casita.shapes.flats import sheet
from casita.shapes.making import Making
from casita.shapes.piece import Piece
from casita.shapes.posed import LIQUID_COLOURS, Posed, posed
from casita.shapes.shape import Shape, grouped, later, shape

TABLES = ("a9774a", "d8c3a0", "c9c7c2", "7b5233", "e6e2da")
WALLS = ("e6dfd0", "cfd8da", "d9cdb6", "e9e7e3")
"""Colours of what a thing stands on and of what is behind it."""

FILL = 0.86
"""Share of the picture's side that the thing fills."""

USUAL = Condition()
"""Closed, off, clean, whole and empty."""

RADIUS = 0.6
"""Metres: everything is enlarged or reduced to this, so that light and shadows suit a ring and a wardrobe alike."""

ANGLE = 32.0
"""Field of view of a close-up, in degrees."""


def instance(type: str, number: int = 0, variant: str = "plain") -> Making:
    """One example of a type: the usual one (0), or one of others that differ in size, colour and material."""
    kind = catalog()[type]
    if variant not in kind.forms:
        raise unknown(f"variant of {type}", variant, kind.forms)
    luck = stream(number, "studio", type, variant)
    sizes = kind.size_of(variant)
    size = sizes.usual
    if number:
        x, y, z = (round(luck.uniform(a, b), 4) for a, b in zip(sizes.least, sizes.most, strict=True))
        size = (x, y, z)
    material = kind.materials[number % len(kind.materials)]
    colours = kind.colours or catalog().materials[material].colours
    return Making(type, variant, size, material, colours[number % len(colours)], "", number)


def close_up(
    make: Making,
    condition: Condition = USUAL,
    *,
    azimuth: float = 35.0,
    elevation: float = 22.0,
    size: int = 224,
    backdrop: int = 0,
    ground: bool = True,
) -> NDArray[np.uint8]:
    """A picture of a thing in a condition.

    `azimuth` is the side that it is seen from: 0 is its front, 90 its left. `backdrop` numbers the colours
    of what it stands on and before.
    """
    if size < 8:
        raise BadInput(f"a close-up is at least 8 pixels wide, not {size}")
    rows = [
        (made, pose) for made in (shape(make), later(make)) for pose in posed(made, make.form, make.size, condition)
    ]
    points = _points(rows)
    hung = "wall" in make.kind.stands and "surface" not in make.kind.stands
    return _photograph(rows, condition, points, azimuth, elevation, size, backdrop, ground, hung)


def _points(rows: list[tuple[Shape, Posed]]) -> NDArray[np.float64]:
    """All points that show."""
    points = [made.groups[pose.group].mesh.levels[0].points @ pose.matrix.T + pose.offset for made, pose in rows]
    return np.concatenate(points) if points else np.zeros((1, 3))


def _photograph(
    rows: list[tuple[Shape, Posed]],
    condition: Condition,
    points: NDArray[np.float64],
    azimuth: float,
    elevation: float,
    size: int,
    backdrop: int,
    ground: bool,
    hung: bool,
) -> NDArray[np.uint8]:
    low, high = points.min(0), points.max(0)
    by = RADIUS * 2 / max(float(np.sqrt(((high - low) ** 2).sum())), 1e-6)
    low, high = low * by, high * by
    middle, radius = (low + high) / 2, RADIUS
    start, aim = _stand(points * by, middle, azimuth, elevation)
    camera = looking(tuple(start.tolist()), tuple(aim.tolist()), ANGLE)
    packer, placed = Packer(), []
    for made, pose in rows:
        group = made.groups[pose.group]
        finishes = made.finishes
        if group.rise:
            finishes = tuple(f._replace(colour=LIQUID_COLOURS[condition.liquid]) for f in finishes)
        mesh = packer.mesh(group.mesh, finishes, group.finishes, group.parts)
        placed.append((mesh, group.glass, False, pose.matrix * by, pose.offset * by))
    if ground:
        for piece in _set(low, middle, radius, azimuth, backdrop, hung):
            (group,) = (made := grouped([piece])).groups
            mesh = packer.mesh(group.mesh, made.finishes, group.finishes, group.parts)
            placed.append((mesh, False, True, np.eye(3), np.zeros(3)))
    geometry = packer.geometry()
    instances = _instances(placed)
    lights = _lights(middle, radius, start)
    shadows = Shadows(geometry)
    shadows.update(instances, lights)
    view = View(np.array(start, np.float32), camera.axes.astype(np.float32), camera.slope, camera.slope)
    return draw(geometry, instances, lights, shadows, view, (size, size), _buffers(), ("rgb",), smooth=True).rgb


def _stand(
    points: NDArray[np.float64], middle: NDArray[np.float64], azimuth: float, elevation: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where a camera on one side stands, and what it looks at, so that the points fill the picture."""
    a, e = math.radians(azimuth), math.radians(elevation)
    towards = np.array((math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)))
    right = np.array((-math.sin(a), math.cos(a), 0.0))
    up = np.cross(towards, right)
    x, y, z = ((points - middle) @ direction for direction in (right, up, towards))
    slope = math.tan(math.radians(ANGLE / 2)) * FILL
    across, along = (x.min() + x.max()) / 2, (y.min() + y.max()) / 2
    away = float(max((np.abs(x - across) / slope + z).max(), (np.abs(y - along) / slope + z).max()))
    aim = middle + across * right + along * up
    return aim + away * towards, aim


@lru_cache(maxsize=1)
def _buffers() -> Buffers:
    return Buffers()


def _set(
    low: NDArray[np.float64], middle: NDArray[np.float64], radius: float, azimuth: float, backdrop: int, hung: bool
) -> list[Piece]:
    """What a thing stands on and before; a wall thing hangs on its wall."""
    far = 7.0 * radius
    x, y, z = float(middle[0]), float(middle[1]), float(low[2]) - 0.0005
    wall = plain(WALLS[backdrop % len(WALLS)], 0.0).with_texture("plaster", 2.0 * radius + 0.2)
    if hung:
        back = float(low[0]) - 0.0005
        face = sheet((back, y - far, z - far), (0.0, 2 * far, 0.0), (0.0, 0.0, 2 * far), unit_uv=False)
        return [Piece("wall", face, wall)]
    top = plain(TABLES[backdrop % len(TABLES)], 0.1).with_texture("wood", 4.0 * radius, strength=0.5)
    table = sheet((x - far, y - far, z), (2 * far, 0.0, 0.0), (0.0, 2 * far, 0.0), unit_uv=False)
    ahead_x, ahead_y = -math.cos(math.radians(azimuth)), -math.sin(math.radians(azimuth))
    right_x, right_y = ahead_y, -ahead_x
    foot = (x + 3.2 * radius * ahead_x - far * right_x, y + 3.2 * radius * ahead_y - far * right_y, z)
    behind = sheet(foot, (2 * far * right_x, 2 * far * right_y, 0.0), (0.0, 0.0, far), unit_uv=False)
    return [Piece("table", table, top), Piece("wall", behind, wall)]


def _instances(placed: list[tuple[int, bool, bool, NDArray[np.float64], NDArray[np.float64]]]) -> Instances:
    n = len(placed)
    return Instances(
        mesh=np.array([row[0] for row in placed], np.int32),
        shown=np.ones(n, np.uint8),
        glass=np.array([row[1] for row in placed], np.uint8),
        wall=np.array([row[2] for row in placed], np.uint8),
        matrix=np.array([row[3].reshape(9) for row in placed], np.float32).reshape(-1, 9),
        position=np.array([row[4] for row in placed], np.float32).reshape(-1, 3),
        scale=np.array([float(np.abs(row[3]).sum(0).max()) for row in placed], np.float32),
        id=np.arange(n, dtype=np.int32),
        room=np.zeros(n, np.int32),
    )


def _lights(middle: NDArray[np.float64], radius: float, start: NDArray[np.float64]) -> Lights:
    """A soft light from above, behind the camera."""
    above = middle + (0.0, 0.0, 4.0 * radius) + 0.45 * (start - middle)
    towards = np.array((0.3, 0.2, 0.93))
    frame = np.concatenate([towards, (0.0, 1.0, 0.0), (-0.93, 0.0, 0.3), middle])
    return Lights(
        ambient=np.array([0.64], np.float32),
        ceiling=np.array([above], np.float32),
        strength=np.array([0.6], np.float32),
        reach=np.array([1.2], np.float32),
        lamp=np.zeros((0, 4), np.float32),
        lamp_first=np.zeros(2, np.int32),
        sun=frame.astype(np.float32),
        sun_strength=np.zeros(1, np.float32),
        sun_half=float(radius * 2),
        sky=0x00E8E6E2,
    )
