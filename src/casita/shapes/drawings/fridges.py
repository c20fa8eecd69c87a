"""Fridges: two doors, one above or one beside the other, shelves and racks behind them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.appliances import contrast, front_print, sheened, shell
from casita.shapes.drawings.fitted import body_finish, bow, lining
from casita.shapes.finish import BLACK, CHROME, DARK, STEEL, WHITE, Finish, glass, plain, printed
from casita.shapes.flats import block, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece


class Door(NamedTuple):
    """One of the two doors, as fractions of the front: its range across and upwards, and where its handle is."""

    z: tuple[float, float]
    handle: tuple[float, float]
    y: tuple[float, float] = (0.0, 1.0)


STACKED: dict[str, tuple[Door, Door]] = {
    "top_freezer": (Door((0.0, 0.68), (0.34, 0.64)), Door((0.68, 1.0), (0.71, 0.86))),
    "bottom_freezer": (Door((0.0, 0.34), (0.14, 0.31)), Door((0.34, 1.0), (0.37, 0.68))),
}
"""Doors by style, one above the other: one joint turns both."""

SIDE_BY_SIDE = (Door((0.0, 1.0), (0.3, 0.78), (0.0, 0.5)), Door((0.0, 1.0), (0.3, 0.78), (0.5, 1.0)))
"""Doors of a double fridge: the freezer on its right, and the fridge. Each has a joint of its own."""

GAP = 0.007
"""Metres that a door keeps from the edge of its share of the front; between two doors there is twice as much."""

COVER = 0.012
"""Metres that the covers of the hinges stand up from the top."""


@draws("fridge")
def fridge(make: Making) -> Iterator[Piece]:
    """A tall box with a door for the freezer and one for the fridge, one above or one beside the other."""
    luck = make.luck
    finish = body_finish(make)
    d, w, h = make.size
    x = 0.425 * d
    top = h - COVER
    yield from shell(make, finish, 0.925, top / h, bevel=0.012)
    front = sheened(make, finish, 1.2 * w, 0.8 if make.colour == "black" else 0.35)
    yield from _inside(make, x)
    out = 0.34 * 0.07 * d
    face = d / 2 - out
    doors = STACKED[luck.choice(("top_freezer", "bottom_freezer", "top_freezer"))]
    if make.variant == "double":
        doors = SIDE_BY_SIDE
    kick = 0.045 * h
    arched = luck.chance(0.3)
    metal = CHROME if total_of(make.rgb) < 1.0 else BLACK if luck.chance(0.6) else STEEL.darker(0.5)
    left = make.variant == "left"
    for number, door in enumerate(doors):
        z0, z1 = (kick + v * (top - 0.003 - kick) for v in door.z)
        y0, y1 = ((v - 0.5) * w for v in door.y)
        joint = make.form.joints[number if make.variant == "double" else 0].name
        yield from _leaf((y0, y1), x, face, z0 + GAP, z1 - GAP, front, joint)
        hold = 0.07 * w if left or (number and make.variant == "double") else y1 - y0 - 0.07 * w
        a, b = ((x, y0 + hold, kick + v * (top - kick)) for v in door.handle)
        bar = bow((face, *a[1:]), (face, *b[1:]), out * 0.6, out * 0.36) if arched else _grip(a, b, face, d / 2)
        yield Piece("handle", bar, metal, joint=joint)
    if make.variant == "double":
        seam = (doors[0].y[1] - 0.5) * w
        bar = block((x - 0.03 * d, seam - 0.014, kick), (x - 0.0005, seam + 0.014, top - 0.004), bevel=0.002)
        yield from _dispenser((-0.5 + 0.2) * w, face, 0.6 * h, metal)
    else:
        split = kick + doors[0].z[1] * (top - 0.003 - kick)
        bar = block(
            (x - 0.03 * d, -w / 2 + 0.004, split - 0.014), (x - 0.0005, w / 2 - 0.004, split + 0.014), bevel=0.002
        )
    yield Piece("divider", bar, plain("26282a", 0.1))
    yield from _foot(make, x, kick)
    for side in (-1.0, 1.0):
        y = side * (w / 2 - 0.05)
        cover = block((x - 0.07, y - 0.022, top - 0.004), (x + 0.03, y + 0.022, h), bevel=0.004)
        yield Piece("hinge", cover, DARK if total_of(make.rgb) > 1.0 else STEEL)
    yield from _on_the_front(make, face, doors[-1])


def _on_the_front(make: Making, face: float, door: Door) -> Iterator[Piece]:
    """The maker's name and some notes on the last of the doors."""
    luck, (_, w, h) = make.luck.child("notes"), make.size
    y0, y1 = ((v - 0.5) * w for v in door.y)
    middle, joint = (y0 + y1) / 2, make.form.joints[-1].name
    logo = front_print(face + 0.0006, (middle - 0.045, middle + 0.045), (h - 0.085, h - 0.065))
    label = printed("label", ground=make.rgb, letters=contrast(make), lines=(("FROSTA", 0.3),))
    yield Piece("logo", logo, label, joint=joint)
    for k in range(4 + luck.below(4)):
        y_ = middle + (-1.0 if make.variant == "left" else 1.0) * luck.uniform(-0.36, 0.2) * (y1 - y0)
        low = max(door.z[0], 0.4)
        z, s = (low + luck.uniform(0.3, 0.75) * (door.z[1] - low)) * h, luck.uniform(0.035, 0.06)
        note = front_print(face + 0.0008 + 0.0004 * k, (y_ - s, y_ + s), (z - s, z + s * 1.3))
        yield Piece("magnet", note, printed("fridge_note", kind=k + make.seed % 4), joint=joint)


def _dispenser(y: float, face: float, z: float, metal: Finish) -> Iterator[Piece]:
    """A tall niche for water and ice in the freezer's door: a lit panel over a dark hollow with a spout and a tray."""
    wide, tall = 0.085, 0.2
    frame = block((face - 0.004, y - wide, z - tall), (face + 0.003, y + wide, z + tall), bevel=0.003)
    yield Piece("dispenser", frame, metal.darker(0.9), joint="door")
    niche = front_print(face + 0.0036, (y - 0.86 * wide, y + 0.86 * wide), (z - 0.93 * tall, z + 0.42 * tall))
    yield Piece("dispenser", niche, printed("fridge_niche", 0.3), joint="door")
    panel = front_print(face + 0.0036, (y - 0.86 * wide, y + 0.86 * wide), (z + 0.48 * tall, z + 0.93 * tall))
    yield Piece("dispenser", panel, Finish((0.16, 0.24, 0.32), None, 0.6), joint="door")


def _leaf(
    y: tuple[float, float], x: float, face: float, low: float, high: float, finish: Finish, joint: str
) -> Iterator[Piece]:
    """One door between two heights: a panel with a seal, and on its inside a liner with racks."""
    (right, left), tall = y, high - low
    panel = block((x + 0.006, right + 0.003, low), (face, left - 0.003, high), bevel=0.026)
    yield Piece("door", panel, finish, joint=joint)
    seal = block((x - 0.001, right + 0.012, low + 0.006), (x + 0.007, left - 0.012, high - 0.006), bevel=0.002, fine=1)
    yield Piece("seal", seal, plain("26282a", 0.1), joint=joint)
    liner = block((x - 0.002, right + 0.03, low + 0.02), (x - 0.0008, left - 0.03, high - 0.02), bevel=0.0005, fine=1)
    yield Piece("liner", liner, WHITE, joint=joint)
    racks = sheet((x - 0.0026, left - 0.05, low + 0.05), (0.0, right - left + 0.1, 0.0), (0.0, 0.0, tall - 0.1))
    yield Piece("rack", racks, printed("fridge_shelves"), joint=joint)
    for share in (0.08, 0.38, 0.68) if tall > 0.8 else (0.15,):
        z = low + share * tall
        bin_ = block((x - 0.007, right + 0.06, z - 0.02), (x, left - 0.06, z + 0.03), bevel=0.003, fine=1)
        yield Piece("rack", bin_, glass((0.8, 0.9, 0.95), 0.7), joint=joint)


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
    """A lit white hollow with glass shelves."""
    d, _, h = make.size
    low, high = make.hollow
    yield Piece("inside", lining(low, (x - 0.001, high[1], high[2])), Finish((0.95, 0.97, 0.98), None, 0.3, 0.25))
    for level in make.form.cavities[0].levels[1:]:
        z = level * h
        board = block((low[0], low[1], z - 0.012), (high[0] - 0.02 * d, high[1], z), bevel=0.002, fine=1)
        yield Piece("shelf", board, glass((0.8, 0.92, 0.95), 0.6))
        edge = block((high[0] - 0.025 * d, low[1], z - 0.02), (high[0] - 0.012 * d, high[1], z), bevel=0.002, fine=1)
        yield Piece("shelf", edge, WHITE)
    lamp = block((low[0] + 0.3 * d, -0.07, high[2] - 0.02), (low[0] + 0.45 * d, 0.07, high[2]), bevel=0.004, fine=1)
    yield Piece("lamp", lamp, Finish((1.0, 0.98, 0.9), None, 0.0, 1.0))


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
