"""Fridges: one leaf that looks like two or three doors, shelves and racks behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from casita.shapes.drawings.appliances import contrast, front_print, shell
from casita.shapes.drawings.fitted import body_finish, bow, lining
from casita.shapes.finish import BLACK, CHROME, DARK, STEEL, WHITE, Finish, glass, plain, printed
from casita.shapes.flats import block, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece


class Door(NamedTuple):
    """One door as it looks: its ranges as fractions of the front, and where its handle is."""

    y: tuple[float, float]
    z: tuple[float, float]
    handle_y: tuple[float, float]
    handle_z: tuple[float, float]


STYLES: dict[str, tuple[Door, ...]] = {
    "top_freezer": (
        Door((0.0, 1.0), (0.0, 0.68), (0.93, 0.93), (0.34, 0.64)),
        Door((0.0, 1.0), (0.68, 1.0), (0.93, 0.93), (0.71, 0.86)),
    ),
    "bottom_freezer": (
        Door((0.0, 1.0), (0.0, 0.34), (0.93, 0.93), (0.14, 0.31)),
        Door((0.0, 1.0), (0.34, 1.0), (0.93, 0.93), (0.37, 0.68)),
    ),
    "side_by_side": (
        Door((0.0, 0.57), (0.0, 1.0), (0.52, 0.52), (0.3, 0.8)),
        Door((0.57, 1.0), (0.0, 1.0), (0.62, 0.62), (0.3, 0.8)),
    ),
    "french": (
        Door((0.0, 1.0), (0.0, 0.32), (0.2, 0.8), (0.27, 0.27)),
        Door((0.0, 0.5), (0.32, 1.0), (0.45, 0.45), (0.38, 0.75)),
        Door((0.5, 1.0), (0.32, 1.0), (0.55, 0.55), (0.38, 0.75)),
    ),
}
"""Doors by style, hinged on the right; y runs from the right."""


@draws("fridge")
def fridge(make: Making) -> Iterator[Piece]:
    """A tall box whose leaf looks like a freezer and a fridge door with dark gaps between."""
    luck = make.luck
    finish = body_finish(make)
    d, w, h = make.size
    x = 0.425 * d
    yield from shell(make, finish, 0.925)
    yield from _inside(make, x)
    seal = block((x - 0.001, -w / 2 + 0.012, 0.02 * h), (x + 0.006, w / 2 - 0.012, h - 0.012), bevel=0.002, fine=1)
    yield Piece("seal", seal, plain("26282a", 0.1), joint="door")
    out = 0.34 * 0.07 * d
    face = d / 2 - out
    wide = ("top_freezer", "side_by_side", "french", "top_freezer")
    style = luck.choice(wide if w > 0.8 and h > 1.6 else ("top_freezer", "bottom_freezer", "top_freezer"))
    gap, kick = 0.004, 0.045 * h
    left = make.variant == "left"
    arched = luck.chance(0.3)
    metal = CHROME if luck.chance(0.6) else (BLACK if sum(make.rgb) > 1.6 else STEEL)
    for door in STYLES[style]:
        y, hold_y = (tuple(1.0 - v for v in reversed(r)) if left else r for r in (door.y, door.handle_y))
        (y0, y1), (z0, z1) = ((v - 0.5) * w for v in y), (kick + v * (h - 0.003 - kick) for v in door.z)
        panel = block((x + 0.006, y0 + gap, z0 + gap), (face, y1 - gap, z1 - gap), bevel=0.02)
        yield Piece("door", panel, finish, joint="door")
        a, b = ((x, (hold_y[k] - 0.5) * w, kick + door.handle_z[k] * (h - kick)) for k in (0, 1))
        hold = bow((face, *a[1:]), (face, *b[1:]), out * 0.6, out * 0.36) if arched else _grip(a, b, face, d / 2)
        yield Piece("handle", hold, metal, joint="door")
    yield from _foot(make, x, kick)
    logo = front_print(face + 0.0006, (-0.045, 0.045), (h - 0.07, h - 0.05))
    label = printed("label", ground=make.rgb, letters=contrast(make), lines=(("FROSTA", 0.3),))
    yield Piece("logo", logo, label, joint="door")
    mirrored = -1.0 if left else 1.0
    if style in ("side_by_side", "french"):
        yield from _dispenser(face, mirrored * 0.28 * w, 0.58 * h, min(0.1, 0.16 * w))
    for k in range(2 + luck.below(4)):
        y_ = mirrored * luck.uniform(-0.36, -0.06 if style in ("side_by_side", "french") else 0.2) * w
        z, s = luck.uniform(0.42, 0.62) * h, luck.uniform(0.035, 0.06)
        note = front_print(face + 0.0008 + 0.0004 * k, (y_ - s, y_ + s), (z - s, z + s * 1.3))
        yield Piece("magnet", note, printed("fridge_note", kind=k + make.seed % 4), joint="door")


def _grip(a: tuple[float, float, float], b: tuple[float, float, float], face: float, front: float) -> Mesh:
    """A broad straight handle between two points of a front, on two short posts."""
    out = front - face
    (_, y0, z0), (_, y1, z1) = a, b
    upright = abs(z1 - z0) > abs(y1 - y0)
    ey, ez = (0.013, 0.0) if upright else (0.0, 0.013)
    parts = [block((front - 0.55 * out, y0 - ey, z0 - ez), (front, y1 + ey, z1 + ez), bevel=0.006)]
    for share in (0.06, 0.94):
        y, z = y0 + (y1 - y0) * share, z0 + (z1 - z0) * share
        parts.append(
            block((face - 0.001, y - 0.012, z - 0.012), (front - 0.3 * out, y + 0.012, z + 0.012), bevel=0.004)
        )
    return joined(parts)


def _inside(make: Making, x: float) -> Iterator[Piece]:
    """A lit white hollow with glass shelves, and racks on the inside of the leaf."""
    d, w, h = make.size
    inside = make.form.cavities[0]
    low, high = make.box(inside.x, inside.y, inside.z)
    yield Piece("inside", lining(low, (x - 0.001, high[1], high[2])), Finish((0.95, 0.97, 0.98), None, 0.3, 0.25))
    for level in inside.levels[1:]:
        z = level * h
        board = block((low[0], low[1], z - 0.012), (high[0] - 0.02 * d, high[1], z), bevel=0.002, fine=1)
        yield Piece("shelf", board, glass((0.8, 0.92, 0.95), 0.6))
        edge = block((high[0] - 0.025 * d, low[1], z - 0.02), (high[0] - 0.012 * d, high[1], z), bevel=0.002, fine=1)
        yield Piece("shelf", edge, WHITE)
    lamp = block((low[0] + 0.3 * d, -0.07, high[2] - 0.02), (low[0] + 0.45 * d, 0.07, high[2]), bevel=0.004, fine=1)
    yield Piece("lamp", lamp, Finish((1.0, 0.98, 0.9), None, 0.0, 1.0))
    liner = block((x - 0.002, -w / 2 + 0.03, 0.06 * h), (x - 0.0008, w / 2 - 0.03, h - 0.03), bevel=0.0005, fine=1)
    yield Piece("liner", liner, WHITE, joint="door")
    racks = sheet((x - 0.0026, w / 2 - 0.05, 0.12 * h), (0.0, 0.1 - w, 0.0), (0.0, 0.0, 0.8 * h))
    yield Piece("rack", racks, printed("fridge_shelves"), joint="door")
    for k in range(3):
        z = 0.12 * h + 0.8 * h * (0.06 + 0.31 * k)
        bin_ = block((x - 0.009 * d, -w / 2 + 0.06, z - 0.02), (x, w / 2 - 0.06, z + 0.03), bevel=0.003, fine=1)
        yield Piece("rack", bin_, glass((0.8, 0.9, 0.95), 0.7), joint="door")


def _foot(make: Making, x: float, kick: float) -> Iterator[Piece]:
    """The grille below the doors."""
    w = make.size[1]
    grille = block((x - 0.02, -w / 2 + 0.01, 0.004), (x + 0.008, w / 2 - 0.01, kick - 0.006), bevel=0.002, fine=1)
    yield Piece("grille", grille, DARK)
    slots = [
        block((x + 0.006, -w / 2 + 0.04, z), (x + 0.01, w / 2 - 0.04, z + 0.005), bevel=0.001, fine=1)
        for z in np.linspace(0.014, kick - 0.018, 4)
    ]
    yield Piece("grille", joined(slots), STEEL)


def _dispenser(face: float, y: float, z: float, half: float) -> Iterator[Piece]:
    """A niche for water and ice with a small display."""
    frame = block((face - 0.004, y - half, z), (face + 0.003, y + half, z + 0.34), bevel=0.003)
    yield Piece("dispenser", frame, BLACK, joint="door")
    niche = block((face, y - 0.75 * half, z + 0.02), (face + 0.0036, y + 0.75 * half, z + 0.2), bevel=0.003)
    yield Piece("dispenser", niche, plain("6a6e72", 0.6), joint="door")
    hollow = block((face, y - 0.62 * half, z + 0.035), (face + 0.004, y + 0.62 * half, z + 0.19), bevel=0.003)
    yield Piece("dispenser", hollow, plain("0c0c0d", 0.6), joint="door")
    shown = front_print(face + 0.0036, (y - 0.7 * half, y + 0.7 * half), (z + 0.24, z + 0.3))
    yield Piece("display", shown, printed("machine_digits", glow=0.6, text="4 C"), joint="door")
