"""Close-ups of one thing by itself: in a plain studio, in any state, from any side."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from casita.arrays import Float64s, Uint8s
from casita.catalog import ObjectType, catalog
from casita.errors import BadInput, unknown
from casita.products import product
from casita.render.backdrops import surroundings
from casita.render.camera import looking
from casita.render.pack import Packer
from casita.render.raster.arrays import Instances, Lights, View
from casita.render.raster.buffers import Buffers
from casita.render.raster.draw import draw
from casita.render.raster.shadows import Shadows
from casita.scenes.draft import drawn_size
from casita.scenes.scene import Condition
from casita.seeds import stream
from casita.shapes.making import Making
from casita.shapes.mesh import turn as axis_turn
from casita.shapes.posed import Posed, liquid_colour, posed
from casita.shapes.shape import Shape, grouped, later, shape

FILL = 0.86
"""Share of the picture's side that the thing fills."""

USUAL = Condition()
"""Closed, off, clean, whole and empty."""

SKY = 0x00E8E6E2
"""Packed colour of what is behind a thing that has no backdrop."""

RADIUS = 0.6
"""Metres: everything is enlarged or reduced to this, so that light and shadows suit a ring and a wardrobe alike."""

AROUND = 1.5
"""Radii around the middle of a thing in which there is contact shade."""

ANGLE = 32.0
"""Field of view of a close-up, in degrees."""


def instance(type: str, number: int = 0, variant: str = "plain") -> Making:
    """One example of a type: the usual one (0), or one of others that differ in size, colour and material."""
    kind = catalog()[type]
    if variant not in kind.forms:
        raise unknown(f"variant of {type}", variant, kind.forms)
    luck = stream(number, "studio", type, variant)
    size = kind.size_of(variant).usual
    if number:
        x, y, z = drawn_size(kind, luck, variant)
        size = (round(x, 4), round(y, 4), round(z, 4))
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
    lit: bool = True,
    framed: Condition | None = None,
) -> Uint8s:
    """A picture of a thing in a condition, with its parts (the burners and knobs of a stove).

    `azimuth` is the side that it is seen from: 0 is its front, 90 its left. `backdrop` numbers the colours
    of what it stands on and before; without `ground` there is only the sky. Where it is not `lit` it shows its
    bare colours, without light and shade. The picture is just large enough for the thing, or for what it would
    be in the condition `framed`.
    """
    if size < 8:
        raise BadInput(f"a close-up is at least 8 pixels wide, not {size}")
    rows = list(_shown(make, condition, np.eye(3), np.zeros(3)))
    whole = rows if framed is None else list(_shown(make, framed, np.eye(3), np.zeros(3)))
    points = np.concatenate([_placed(made, pose) for made, pose in whole] or [np.zeros((1, 3))])
    kind = make.kind if ground else None
    return _photograph(rows, condition, points, azimuth, elevation, size, kind, backdrop, lit)


def _shown(make: Making, condition: Condition, turn: Float64s, place: Float64s) -> Iterator[tuple[Shape, Posed]]:
    """All groups that show of a thing and, in turn, of its parts."""
    is_changed = condition.broken or condition.amount < 1.0
    for made in (shape(make), later(make)) if is_changed else (shape(make),):
        for pose in posed(made, make.form, make.size, condition):
            yield made, Posed(pose.group, product(turn, pose.matrix), product(turn, pose.offset) + place)
    for part in make.form.parts:
        kind = catalog()[part.type]
        spans = [(high - low) * side for (low, high), side in zip((part.x, part.y, part.z), make.size, strict=True)]
        middle = make.at((part.x[0] + part.x[1]) / 2, (part.y[0] + part.y[1]) / 2, part.z[0])
        size = (spans[1], spans[0], spans[2]) if part.yaw % 180.0 == 90.0 else (spans[0], spans[1], spans[2])
        material = make.material if make.material in kind.materials else kind.materials[0]
        colours = kind.colours or catalog().materials[material].colours
        colour = make.colour if make.colour in colours else colours[0]
        small = Making(part.type, part.variant, size, material, colour, "", make.seed, make.type)
        switched = Condition(on=condition.on)
        yield from _shown(small, switched, product(turn, axis_turn("z", part.yaw)), product(turn, middle) + place)


def _placed(made: Shape, pose: Posed) -> Float64s:
    """The points of a group where they are."""
    return product(made.groups[pose.group].mesh.levels[0].points, pose.matrix.T) + pose.offset


def _photograph(
    rows: list[tuple[Shape, Posed]],
    condition: Condition,
    points: Float64s,
    azimuth: float,
    elevation: float,
    size: int,
    kind: ObjectType | None,
    backdrop: int,
    lit: bool,
) -> Uint8s:
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
            finishes = tuple(f._replace(colour=liquid_colour(condition.liquid, f.colour)) for f in finishes)
        if not lit:
            finishes = tuple(f._replace(glow=1.0, shine=0.0) for f in finishes)
        mesh = packer.mesh(group.mesh, finishes, group.finishes, group.parts)
        placed.append((mesh, group.glass, False, pose.matrix * by, pose.offset * by))
    if kind is not None:
        for piece in surroundings(kind, low, high, azimuth, backdrop):
            (group,) = (made := grouped([piece])).groups
            mesh = packer.mesh(group.mesh, made.finishes, group.finishes, group.parts)
            placed.append((mesh, False, True, np.eye(3), np.zeros(3)))
    geometry = packer.geometry()
    instances = _instances(placed)
    lights = _lights(middle, radius, start)
    shadows = Shadows(geometry) if lit else None
    if shadows is not None:
        shadows.update(instances, lights)
    view = View(np.array(start, np.float32), camera.axes.astype(np.float32), camera.slope, camera.slope)
    return draw(geometry, instances, lights, shadows, view, (size, size), _buffers(), ("rgb",), smooth=True).rgb


def _stand(points: Float64s, middle: Float64s, azimuth: float, elevation: float) -> tuple[Float64s, Float64s]:
    """Where a camera on one side stands, and what it looks at, so that the points fill the picture."""
    a, e = math.radians(azimuth), math.radians(elevation)
    towards = np.array((math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)))
    right = np.array((-math.sin(a), math.cos(a), 0.0))
    up = np.cross(towards, right)
    x, y, z = (product(points - middle, direction) for direction in (right, up, towards))
    slope = math.tan(math.radians(ANGLE / 2)) * FILL
    across, along = (x.min() + x.max()) / 2, (y.min() + y.max()) / 2
    away = float(max((np.abs(x - across) / slope + z).max(), (np.abs(y - along) / slope + z).max()))
    aim = middle + across * right + along * up
    return aim + away * towards, aim


@lru_cache(maxsize=1)
def _buffers() -> Buffers:
    return Buffers()


def _instances(placed: list[tuple[int, bool, bool, Float64s, Float64s]]) -> Instances:
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
        contact=np.ones(n, np.uint8),
    )


def _lights(middle: Float64s, radius: float, start: Float64s) -> Lights:
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
        box=np.concatenate([middle - AROUND * radius, middle + AROUND * radius]).astype(np.float32)[None],
        spot=np.zeros((0, 4), np.float32),
        sun=frame.astype(np.float32),
        sun_strength=np.zeros(1, np.float32),
        sun_half=float(radius * 2),
        sky=SKY,
    )
