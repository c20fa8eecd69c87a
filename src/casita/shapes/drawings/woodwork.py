"""The wood of furniture: boards with their grain the right way, and legs that lean or taper."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from casita.shapes.finish import Finish, plain
from casita.shapes.flats import Vector, block
from casita.shapes.making import Making
from casita.shapes.mesh import Array, Mesh
from casita.shapes.rounds import sweep

TIMBER = ("6b4429", "8a5c36", "b98a58", "3b281c")
"""Wood of legs and frames that have no colour of their own: walnut, oak, beech, wenge."""


def timber(make: Making) -> Finish:
    """The wood of legs and frames; painted or natural as the thing itself if it is of wood."""
    if make.material == "wood" and make.colour in ("brown", "beige"):
        return make.main
    return plain(make.luck.child("timber").choice(TIMBER), 0.2).with_texture("wood", 0.5)


def grained(mesh: Mesh) -> Mesh:
    """The mesh with its grain turned: along the width of a table's top, up a leg, up a side."""
    return mesh.each(lambda level: level._replace(uv=level.uv[:, ::-1]))


def plank(low: Vector, high: Vector, bevel: float = 0.003) -> Mesh:
    """A board or post with narrow bevels, its grain along the width or upwards."""
    return grained(block(low, high, bevel=bevel, fine=1))


def leaning(mesh: Mesh, foot: float, top: float, shift: tuple[float, float], taper: float = 1.0) -> Mesh:
    """The mesh with its foot moved by `shift` and made `taper` times as thick about its middle there."""
    points = mesh.levels[0].points
    middle = (points.max(0) + points.min(0))[:2] / 2

    def lean(p: Array) -> Array:
        down = np.clip((top - p[:, 2]) / (top - foot), 0.0, 1.0)[:, None]
        scale = 1.0 + (taper - 1.0) * down
        return np.column_stack([middle + (p[:, :2] - middle) * scale + down * np.asarray(shift), p[:, 2]])

    return mesh.bent(lean)


def square_leg(
    top: Vector, foot: tuple[float, float], thick: float, *, taper: float = 0.65, bevel: float = 0.003
) -> Mesh:
    """A leg of square section from the floor up to a point, thinner at the foot."""
    x, y, z = top
    post = block((x - thick / 2, y - thick / 2, 0.0), (x + thick / 2, y + thick / 2, z), bevel=bevel, fine=1)
    return grained(leaning(post, 0.0, z, (foot[0] - x, foot[1] - y), taper))


def round_leg(top: Vector, foot: tuple[float, float], thick: float, *, taper: float = 0.6, sides: int = 12) -> Mesh:
    """A leg of round section from the floor up to a point, thinner at the foot."""
    x, y, z = top
    post = sweep([(x, y, 0.0), top], [thick / 2 * taper, thick / 2], sides=sides)
    return leaning(post, 0.0, z, (foot[0] - x, foot[1] - y))


def lath(low: Vector, high: Vector) -> Mesh:
    """A thin sharp-edged strip, for what is hardly seen."""
    return grained(block(low, high, bevel=0.0))


def corners(x: float, y: float, middle: float = 0.0) -> Sequence[tuple[float, float]]:
    """The four points at a distance from a middle on the x axis."""
    return [(middle + sx * x, sy * y) for sx in (-1.0, 1.0) for sy in (-1.0, 1.0)]
