"""Bottles and cartons of sauce, juice and milk."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.foodstuff import fitted, strewn
from casita.shapes.drawings.groceries import CARD, EMPTY, HALF, SEALED, crushed, walls
from casita.shapes.finish import Colour, Finish, glass, mixed, plain, printed, rgb, shade
from casita.shapes.flats import block, patch, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, lathe

CAP = plain("f2f0ea", 0.3)
"""The plain inside of cardboard, and a white screw cap."""
WHITE_CARD = plain("f2f0e6", 0.25)
"""Cardboard without a print: the roof of a carton."""
SAUCES = {
    "red": ("KETCHUP", "c1281f", "d8372a"),
    "yellow": ("MUSTARD", "d9a820", "e8bd2c"),
    "white": ("MAYO", "f1ecdc", "f3e6a8"),
    "brown": ("BBQ", "5a2c16", "8a4420"),
    "green": ("RELISH", "4f7f35", "6f9f45"),
}


@draws("condiment_bottle", inside=glass())
def condiment_bottle(make: Making) -> Iterable[Piece]:
    """A sauce bottle with a label: a nozzle on plastic ones, a screw cap on glass ones; empty ones are clear."""
    luck = make.luck
    r = 0.5
    words, sauce, picture = SAUCES[make.colour]
    neck = 0.22
    body = [
        (0, 0),
        (0.42, 0.0),
        (0.49, 0.05),
        (r, 0.12),
        (r, 0.5),
        (0.47, 1.0),
        (r, 1.5),
        (0.49, 2.1),
        (0.4, 2.42),
        (neck, 2.62),
        (neck, 2.72),
        (0, 2.72),
    ]
    if luck.chance(0.5):
        body = [(0, 0), (0.44, 0.0), (r, 0.08), (r, 2.0), (0.45, 2.3), (neck, 2.6), (neck, 2.72), (0, 2.72)]
    shell = lathe(_smooth(body))
    thin = [(max(x - 0.03, 0.0), 0.03 + z * 0.985) for x, z in _smooth(body)]
    clear = Finish(mixed(rgb(sauce), (0.9, 0.93, 0.93), 0.65), None, 0.8, 0.0, 0.4)
    whole = plain(make.rgb, 0.5) if make.material == "plastic" else plain(rgb(sauce), 0.8)
    made = [Piece("body", shell, whole, amount=SEALED)]
    for amount, level in ((HALF, 1.95), (EMPTY, 0.12)):
        made.append(Piece("body", shell, clear, amount=amount))
        line = [point for point in thin if point[1] < level]
        line.append((float(np.interp(level, [z for _, z in thin], [x for x, _ in thin])), level))
        made.append(Piece("contents", lathe([*line, (0, level)]), plain(sauce, 0.4), amount=amount))
    ground = (0.96, 0.95, 0.92)
    ink = shade(rgb(sauce), 0.7) if make.colour != "white" else rgb("2a4f86")
    around = lathe([(r + 0.006, 0.55), (r + 0.006, 1.75)], unit_uv=True, around=(-180.0, 180.0))
    made.append(
        Piece(
            "label", around, printed("pack_label", 0.2, ground=ground, letters=ink, words=words, picture=rgb(picture))
        )
    )
    if make.material == "plastic":
        cap = CAP if make.colour != "white" else plain("2f5f9a", 0.3)
        made.append(
            Piece(
                "cap", lathe([(0.27, 2.62), (0.27, 2.86), (0.2, 2.92), (0.09, 3.12), (0.055, 3.36), (0.0, 3.38)]), cap
            )
        )
        made.append(Piece("cap", _ribs(0.27, 2.64, 2.86), cap.darker(0.85)))
    else:
        cap = plain(luck.choice(("e9e6df", "c9a23a", "2a2a2c")), 0.5)
        made.append(Piece("cap", cylinder(0.27, 2.68, 3.05, bevel=0.03), cap))
        made.append(Piece("cap", _ribs(0.27, 2.72, 2.98), cap.darker(0.85)))
    return fitted(made, make.size)


def _smooth(profile: list[tuple[float, float]]) -> list[tuple[float, float]]:
    middle = curve(profile[1:-2], 4)
    return [profile[0], *((x, z) for x, z in middle), *profile[-2:]]


def _ribs(radius: float, low: float, high: float) -> Mesh:
    """Fine ribs round a cap."""
    one = block((radius - 0.005, -0.012, low), (radius + 0.012, 0.012, high), bevel=0.0)
    return strewn(one, [(0.0, 0.0, 0.0)] * 18, spin=[20.0 * k for k in range(18)])


def _gable(make: Making, side: Finish, plain_: Finish, capped: bool) -> Iterator[Piece]:
    """A carton with a sloping roof, a ridge along y and a screw cap on its front slope."""
    depth, width, h = make.size
    shoulder, ridge = h * 0.78, h * 0.92
    lo, hi = np.array((-depth / 2, -width / 2, 0.0)), np.array((depth / 2, width / 2, shoulder))
    yield from (piece for piece in walls(lo, hi, (side,) * 4) if piece.name == "body")
    floor = sheet((-depth / 2, width / 2, 0.0), (depth, 0, 0), (0, -width, 0))
    yield Piece("body", floor, plain_)
    for sign in (1.0, -1.0):
        slope = sheet(
            (sign * depth / 2, -sign * width / 2, shoulder),
            (0, sign * width, 0),
            (-sign * depth / 2, 0, ridge - shoulder),
        )
        yield Piece("roof", slope, plain_)
        y = sign * width / 2
        g = np.array(
            [
                [(depth / 2 * sign, y, shoulder), (-depth / 2 * sign, y, shoulder)],
                [(0, y * 0.5, ridge), (0, y * 0.5, ridge)],
            ]
        )
        yield Piece("roof", patch(g, two_sided=True), plain_.darker(0.9))
    yield Piece("ridge", block((-0.0018, -width / 2, ridge - 0.004), (0.0018, width / 2, h), bevel=0.0008), plain_)
    middle = shoulder + (ridge - shoulder) * 0.62
    lean = math.degrees(math.atan2(ridge - shoulder, depth / 2))
    radius = min(depth, width) * 0.16
    rim = lathe([(radius, 0), (radius, 0.005), (radius * 0.7, 0.006), (radius * 0.65, -0.004), (0, -0.004)], sides=24)
    lid = joined(
        [
            cylinder(radius * 0.95, 0.003, 0.013, bevel=0.002, sides=24),
            _ribs(1.0, 0.3, 1.0).scaled(radius * 0.94, radius * 0.94, 0.012),
        ]
    )
    for name, mesh, finish in (
        ("spout", rim, CAP),
        ("hole", cylinder(radius * 0.66, 0.0, 0.0045, sides=20), plain("2a2420")),
    ):
        yield Piece(name, mesh.turned("y", 90.0 - lean).moved(depth * 0.19, 0, middle), finish)
    if capped:
        yield Piece(
            "cap",
            lid.turned("y", 90.0 - lean).moved(depth * 0.19, 0, middle),
            plain(make.rgb if total_of(make.rgb) < 2.4 else rgb("c23a30"), 0.4),
        )


SPOUT = ("spout", "hole", "cap")
"""Pieces of a carton's spout."""


def gable_carton(make: Making, side: Finish, roof: Finish, *, capped: bool) -> Iterable[Piece]:
    """The carton closed and full, opened, and crushed when it is empty; folded shut at first if it has no cap."""
    opened = list(_gable(make, side, roof, False))
    closed = [piece for piece in _gable(make, side, roof, True) if capped or piece.name not in SPOUT]
    made = [replace(piece, amount=SEALED) for piece in closed]
    return [*made, *(replace(piece, amount=HALF) for piece in opened), *crushed(opened, make.size)]


def clear_bottle(make: Making, drink: Colour, label: Finish, cap: Finish, square: bool) -> Iterable[Piece]:
    """A plastic bottle through which the drink is seen, with a label and a screw cap."""
    depth, width, h = make.size
    profile = [
        (0.0, 0.0),
        (0.86, 0.0),
        (1.0, 0.03),
        (1.0, 0.3),
        (0.96, 0.36),
        (1.0, 0.42),
        (1.0, 0.68),
        (0.8, 0.78),
        (0.42, 0.86),
        (0.36, 0.89),
        (0.36, 0.92),
        (0, 0.92),
    ]
    line = _smooth(profile)

    def grown(mesh: Mesh) -> Mesh:
        mesh = mesh.scaled(depth / 2, width / 2, h)
        return mesh.bent(lambda p: _squared(p, depth, width, h)) if square else mesh

    shell = glass((0.88, 0.92, 0.93), 0.18)
    made = [Piece("body", grown(lathe(line)), shell)]
    thin = [(max(x - 0.035, 0.0), 0.008 + z * 0.985) for x, z in line]
    for amount, level in ((SEALED, 0.8), (HALF, 0.4), (EMPTY, 0.03)):
        inner = [point for point in thin if point[1] < level]
        inner.append((float(np.interp(level, [z for _, z in thin], [x for x, _ in thin])), level))
        made.append(Piece("contents", grown(lathe([*inner, (0, level)])), plain(drink, 0.5), amount=amount))
    around = lathe([(1.006, 0.44), (1.006, 0.66)], unit_uv=True, around=(-180.0, 180.0))
    made.append(Piece("label", grown(around), label))
    lid = joined([cylinder(0.42, 0.9, 1.0, bevel=0.02), _ribs(0.41, 0.91, 0.98)]).scaled(depth / 2, width / 2, h)
    made.append(Piece("cap", lid, cap, amount=(0.25, 1.0)))
    return made


def _squared(p: Array, depth: float, width: float, h: float) -> Array:
    """Round sections below the shoulder made square with round corners."""
    x, y = p[:, 0] / (depth / 2), p[:, 1] / (width / 2)
    r = np.sqrt(x * x + y * y)
    power = (np.abs(x) ** 5 + np.abs(y) ** 5) ** 0.2
    share = np.clip((0.86 - p[:, 2] / h) / 0.12, 0.0, 1.0)
    grow = 1 + (r / np.maximum(power, 1e-9) - 1) * share
    return np.column_stack([p[:, 0] * grow, p[:, 1] * grow, p[:, 2]])


FRUITS = {
    "orange": ("ORANGE", "f08c1e"),
    "yellow": ("PINEAPPLE", "f2d24a"),
    "red": ("CHERRY", "d8322c"),
    "green": ("APPLE", "a4cc4a"),
    "purple": ("GRAPE", "8a4fa8"),
}


@draws("juice", inside=CARD)
def juice(make: Making) -> Iterable[Piece]:
    """A carton with fruit on it, or a clear bottle."""
    words, tone = FRUITS[make.colour]
    front = printed("pack_juice", 0.25, ground=make.rgb, fruit=rgb(tone), words=(words, "JUICE"))
    if make.variant == "bottle":
        label = printed(
            "pack_band", 0.2, ground=(0.97, 0.96, 0.92), words=(words, "JUICE"), letters=shade(make.rgb, 0.8)
        )
        return clear_bottle(make, make.rgb, label, plain(make.luck.choice(("f2f0ea", "3f8a3a", "2a2a2c")), 0.3), False)
    return gable_carton(make, front, WHITE_CARD, capped=True)


@draws("milk", inside=CARD)
def milk(make: Making) -> Iterable[Piece]:
    """A carton that is folded shut, with a large word on it, or a square bottle of milk."""
    accent = rgb(make.luck.choice(("2f62b0", "3a8a4a", "b8322c"))) if make.colour == "white" else (0.96, 0.96, 0.94)
    kind = make.luck.choice(("WHOLE", "FRESH", "LOW FAT", "FARM"))
    if make.material == "plastic" and make.colour == "white":
        label = printed("pack_band", 0.2, ground=(0.95, 0.95, 0.93), words=("MILK", kind), letters=accent)
        return clear_bottle(make, (0.96, 0.955, 0.93), label, plain(accent, 0.3), True)
    side = printed("pack_milk", 0.25, ground=make.rgb, accent=accent, words=("MILK", kind))
    return gable_carton(make, side, WHITE_CARD, capped=False)
