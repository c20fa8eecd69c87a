"""The soft parts of furniture: padded blocks, their cloth, piping, seams and studs."""

from __future__ import annotations

import numpy as np

from casita.errors import BadInput
from casita.exact import total_of
from casita.shapes.finish import Finish, mixed, plain, rgb
from casita.shapes.flats import Vector, box_level, rounded_outline
from casita.shapes.making import Making
from casita.shapes.mesh import Array, Mesh
from casita.shapes.rounds import lathe, sweep


def cloth(make: Making, pattern: str = "upholstery", repeat: float = 0.7) -> Finish:
    """The main colour as woven cloth (or leather, if that is its material), with the creases of use."""
    if make.material == "leather":
        return plain(make.rgb, make.main.shine).with_texture("upholstery", 0.7, hide=True)
    return plain(make.rgb, 0.0).with_texture(pattern, repeat)


def seam_of(finish: Finish) -> Finish:
    """The colour of the seams of a cover: darker, or paler if it is nearly black."""
    if total_of(finish.colour) < 0.5:
        return plain(mixed(finish.colour, rgb("8a8a8c"), 0.35), finish.shine)
    return plain(mixed(finish.colour, (0.0, 0.0, 0.0), 0.3), finish.shine)


def padded(
    low: Vector,
    high: Vector,
    *,
    radius: float = 0.03,
    puff: tuple[float, float, float] = (0.0, 0.0, 0.0),
    fine: int = 2,
    inner: int = 2,
) -> Mesh:
    """A soft block within two corners: round edges, and faces that bulge by `puff` metres along x, y and z."""
    a, b = np.asarray(low, float), np.asarray(high, float)
    if (b <= a).any():
        raise BadInput(f"a padded block's corners are out of order or flat: {low} to {high}")
    rise = np.minimum(np.asarray(puff, float), (b - a) * 0.3)
    half, centre = (b - a) / 2 - rise, (a + b) / 2
    radius = min(radius, float(half.min()) * 0.98)

    def swollen(points: Array) -> Array:
        q = np.clip((points - centre) / half, -1.0, 1.0)
        room = 1.0 - q * q
        over = np.column_stack([room[:, 1] * room[:, 2], room[:, 0] * room[:, 2], room[:, 0] * room[:, 1]])
        return np.asarray(points + q * rise * np.sqrt(over))

    soft = bool(rise.any())
    settings = [(fine, inner if soft else 0), (1, 1 if soft else 0), (0, 0)]
    levels = tuple(box_level(half, centre, radius if steps else 0.0, steps, more) for steps, more in settings)
    if not soft:
        return Mesh(levels, (0.0, radius * 0.1, radius * 0.42))
    coarse = float(rise.max()) * 0.3
    made = Mesh(levels, (0.0, radius * 0.1 + coarse, radius * 0.42 + 3 * coarse))
    bulged = Mesh(made.levels[:2], made.errors[:2]).bent(swollen)
    return Mesh((*bulged.levels, made.levels[2]), made.errors)


def piping(low: Vector, high: Vector, z: float, *, radius: float = 0.03, thick: float = 0.005) -> Mesh:
    """A cord round a cushion at a height, just inside its outline."""
    outline = rounded_outline(high[0] - low[0] - 2 * thick, high[1] - low[1] - 2 * thick, radius, 3)
    middle = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
    return sweep([(x + middle[0], y + middle[1], z) for x, y in outline], thick, sides=4, closed=True)


def stud(radius: float, out: float) -> Mesh:
    """A small flat button that looks up."""
    return lathe([(radius, 0.0), (radius * 0.75, out), (0.0, out)], sides=8)
