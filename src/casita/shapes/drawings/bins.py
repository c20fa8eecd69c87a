"""Bins, hampers and full garbage bags."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.bodies import open_box, slab
from casita.shapes.drawings.lofting import loft
from casita.shapes.drawings.upholstery import padded
from casita.shapes.finish import BLACK, Finish, mixed, plain, printed, rgb
from casita.shapes.flats import face, rounded_outline, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, lathe, sweep

Rings = Callable[[float, float], Array]
"""Gives the outline of a bin at a height, set in by so much."""


@draws("laundry_hamper")
def laundry_hamper(make: Making) -> Iterator[Piece]:
    """A basket with a lid: of wicker, or of cloth on a frame with a word on it, lined with linen."""
    d, w, h = make.size
    luck = make.luck.child("hamper")
    wicker = luck.chance(0.85) or make.colour in ("brown", "beige")
    skin = (
        plain(make.rgb, 0.05).with_texture("furniture_wicker", 0.22, strength=0.5 if total_of(make.rgb) > 2.4 else 1.1)
        if wicker
        else make.main
    )
    lid = 0.96 * h
    wall = 0.03 * min(d, w)
    radius = 0.09 * min(d, w) if wicker else 0.04
    body = open_box(
        (-d / 2 + 0.004, -w / 2 + 0.004, 0.0),
        (d / 2 - 0.004, w / 2 - 0.004, lid - 0.002),
        wall=wall,
        base=0.03 * h,
        radius=radius,
        steps=5,
    )
    yield Piece("body", body, skin)
    liner = plain("efe9dc", 0.0).with_texture("fabric", 0.1)
    inset = wall + 0.004 + 0.002
    inner = open_box(
        (-d / 2 + inset - 0.001, -w / 2 + inset - 0.001, 0.0),
        (d / 2 - inset + 0.001, w / 2 - inset + 0.001, lid - 0.003),
        wall=0.001,
        base=0.03 * h + 0.001,
        radius=radius,
        steps=5,
    )
    yield Piece("liner", inner, liner)
    band = make.main.darker(0.8) if total_of(make.rgb) > 0.9 else plain(mixed(make.rgb, (1.0, 1.0, 1.0), 0.25))
    for low, high in ((0.0, 0.035), (0.92, 0.96), *(((0.47, 0.5),) if wicker else ())):
        ring = _hoop(make, low * h, high * h - 0.003, radius)
        yield Piece("band", ring, skin.darker(0.85) if wicker else band)
    top = slab((-d / 2, -w / 2, lid), (d / 2, w / 2, h - 0.001), radius=radius, bevel=0.008)
    yield Piece("lid", top, skin, joint="lid")
    inside = slab(
        (-d / 2 + 0.02, -w / 2 + 0.02, lid - 0.001),
        (d / 2 - 0.02, w / 2 - 0.02, lid + 0.002),
        radius=radius,
        bevel=0.001,
    )
    yield Piece("lid", inside, liner, joint="lid")
    for y in (-0.25 * w, 0.25 * w):
        yield Piece(
            "hinge", cylinder(0.006, -0.03, 0.03, sides=10).turned("x", 90.0).moved(-d / 2 + 0.0065, y, lid), band
        )
    grip = sweep(
        curve(
            [
                (d / 2 - 0.008, -0.04, lid + 0.008),
                (d / 2 - 0.0045, 0.0, lid - 0.008),
                (d / 2 - 0.008, 0.04, lid + 0.008),
            ],
            4,
        ),
        0.004,
        sides=8,
    )
    yield Piece("handle", grip, band, joint="lid")
    for side in (-1.0, 1.0):
        y = side * (w / 2 - 0.0045)
        loop = curve(
            [(-0.07, y, 0.78 * h), (-0.06, y, 0.84 * h), (0.0, y, 0.86 * h), (0.06, y, 0.84 * h), (0.07, y, 0.78 * h)],
            4,
        )
        yield Piece(
            "handle",
            sweep(loop, 0.008 if not wicker else 0.011, flat=0.004, sides=8),
            band if not wicker else skin.darker(0.7),
        )
    if not wicker:
        dark = (0.2, 0.2, 0.22) if total_of(make.rgb) > 1.2 else (0.95, 0.95, 0.93)
        panel = face("front", (0.0, -0.3 * w, 0.42 * h), (d / 2 - 0.004, 0.3 * w, 0.42 * h + 0.2 * w), 0.0012)
        yield Piece("word", panel, printed("furniture_word", 0.0, text="LAUNDRY", ground=make.rgb, letters=dark))


def _hoop(make: Making, low: float, high: float, radius: float) -> Mesh:
    """A strip round a square basket, with its upper edge."""
    d, w, _ = make.size
    rings = []
    for inset, z in ((0.0, low), (0.0, high), (0.006, high)):
        line = rounded_outline(d - 2 * inset, w - 2 * inset, radius, 5)
        rings.append(np.column_stack([np.asarray(line), np.full(len(line), z)]))
    return joined([loft(np.stack(rings[:2]), caps=(False, False)), loft(np.stack(rings[1:]), caps=(False, False))])


@draws("garbage_can")
def garbage_can(make: Making) -> Iterator[Piece]:
    """An open bin, square or round: ribbed, of wire mesh, or with a bag over its rim."""
    d, w, h = make.size
    luck = make.luck.child("bin")
    metal = make.material == "metal"
    body = make.main if metal else plain(make.rgb, 0.35)
    style = luck.choice(("mesh", "bag", "bands")) if metal else luck.choice(("bag", "ribs", "sign", "bag"))
    if style == "mesh":
        body = plain(make.rgb, 0.4).with_texture("furniture_mesh", 0.035)
    wall = 0.03 * min(d, w)
    foot = 0.86 if make.variant == "round" else 0.9
    rim = body if style != "mesh" else plain(make.rgb, 0.5)
    trim = rim.darker(0.85) if total_of(make.rgb) > 0.5 else plain(mixed(make.rgb, (1.0, 1.0, 1.0), 0.18), 0.4)
    sides = _rings(make, foot)
    heights = [0.0, 0.03 * h, 0.5 * h, 0.93 * h]
    outer = loft(np.stack([sides(z, 0.0) for z in heights]), caps=(True, False))
    yield Piece("body", outer, body)
    inner = loft(np.stack([sides(z, wall) for z in (h * 0.995, 0.5 * h, 0.03 * h)]), caps=(False, True))
    bagged = style == "bag"
    liner = plain(
        luck.choice(("f0f0ee", "26262a", "8fa8c8") if make.colour != "white" else ("26262a", "8fa8c8")), 0.5
    ).with_texture("furniture_bag", 0.3)
    yield Piece("inside", inner, liner if bagged else body.darker(0.7))
    lip = loft(
        np.stack(
            [
                sides(0.93 * h, 0.0),
                sides(0.94 * h, -0.006),
                sides(0.985 * h, -0.006),
                sides(h, 0.0),
                sides(h, wall * 0.6),
                sides(h * 0.994, wall),
            ]
        ),
        caps=(False, False),
    )
    yield Piece("rim", lip, trim)
    if bagged:
        yield from _bag_over_rim(make, sides, wall, liner)
    elif style in ("ribs", "bands"):
        for z in (0.2, 0.72) if style == "bands" else (0.12, 0.78, 0.84):
            hoop = loft(
                np.stack([sides(z * h - 0.008, -0.0005), sides(z * h, -0.006), sides(z * h + 0.008, -0.0005)]),
                caps=(False, False),
            )
            yield Piece("rib", hoop, trim)
    if style == "sign" or (bagged and luck.chance(0.5)):
        yield from _sign(make, foot)
    if make.variant != "round":
        for side in (-1.0, 1.0):
            grip = padded(
                (-0.16 * d, side * w / 2 - 0.012, 0.86 * h), (0.16 * d, side * w / 2 + 0.012, 0.9 * h), radius=0.006
            )
            inside = grip.moved(0.0, -side * 0.0125)
            yield Piece("handle", inside, trim)
    base = loft(np.stack([sides(0.0, -0.002), sides(0.02 * h, -0.003), sides(0.035 * h, -0.0005)]), caps=(True, False))
    yield Piece("foot", base, BLACK if make.colour != "black" else plain("4a4a4d", 0.3))


def _rings(make: Making, foot: float) -> Rings:
    """A function that gives the bin's outline at a height, set in by so much: round, or with round corners."""
    d, w, h = make.size
    count = 48
    angle = np.arange(count) * (2 * math.pi / count)
    power = 1.0 if make.variant == "round" else 0.34
    c, s = (np.sign(v) * np.abs(v) ** power for v in (np.cos(angle), np.sin(angle)))

    def ring(z: float, inset: float) -> Array:
        by = foot + (1 - foot) * min(z / (0.93 * h), 1.0)
        a, b = (d / 2 - 0.006) * by - inset, (w / 2 - 0.006) * by - inset
        return np.column_stack([a * c, b * s, np.full(count, z)])

    return ring


def _bag_over_rim(make: Making, sides: Rings, wall: float, liner: Finish) -> Iterator[Piece]:
    """The edge of a bag, folded out over the rim in uneven creases."""
    h = make.size[2]
    count = 48
    uneven = 0.02 * h * np.sin(np.arange(count) * 1.7) + 0.014 * h * np.sin(np.arange(count) * 0.9)
    low = sides(0.84 * h, -0.004)
    low[:, 2] += uneven
    flare = 1.0 + 0.012 * np.sin(np.arange(count) * 2.4)[:, None]
    low[:, :2] *= np.minimum(flare, 1.004)
    over = [
        low,
        sides(0.93 * h, -0.0058),
        sides(0.995 * h, -0.0055),
        sides(h + 0.0006, wall * 0.4),
        sides(h * 0.99, wall + 0.002),
    ]
    yield Piece("bag", loft(np.stack(over), caps=(False, False)), liner)


def _sign(make: Making, foot: float) -> Iterator[Piece]:
    """A recycling sign on the front."""
    d, w, h = make.size
    size = 0.26 * min(w, h)
    letters = (0.95, 0.95, 0.93) if total_of(make.rgb) < 1.6 else (0.15, 0.45, 0.2)
    z = 0.42 * h
    lean = foot + (1 - foot) * z / (0.93 * h)
    x = (d / 2 - 0.006) * lean + 0.0015
    if make.variant == "round":
        around = math.degrees(size / (d / 2))
        slope = (1 - foot) * (d / 2) / (0.93 * h)
        panel = lathe(
            [(x, z - 0.0), (x + slope * size, z + size)], around=(-around / 2, around / 2), sides=8, unit_uv=True
        )
        yield Piece(
            "sign",
            panel.scaled(1.0, w / d, 1.0),
            printed("furniture_word", 0.2, text="", ground=make.rgb, letters=letters),
        )
        return
    top = (d / 2 - 0.006) * (foot + (1 - foot) * (z + size) / (0.93 * h)) + 0.0015
    panel = sheet((x, -size / 2, z), (0.0, size, 0.0), (top - x, 0.0, size))
    yield Piece("sign", panel, printed("furniture_word", 0.2, text="", ground=make.rgb, letters=letters))


BAG = (
    *((0.0, 0.72), (0.015, 0.9), (0.06, 0.98), (0.14, 1.0), (0.24, 0.99), (0.33, 0.95), (0.42, 0.88), (0.5, 0.77)),
    *((0.57, 0.63), (0.63, 0.47), (0.68, 0.33), (0.72, 0.21), (0.76, 0.13), (0.79, 0.085)),
)
"""Heights and radii of a full bag up to its knot, in fractions."""


BAG_GREEN = rgb("28664a")
"""The dark green of bags for refuse."""


@draws("garbage_bag")
def garbage_bag(make: Making) -> Iterator[Piece]:
    """A full bag: bulging, creased towards the knot at its top, with ties."""
    d, w, h = make.size
    luck = make.luck.child("bag")
    colour = BAG_GREEN if make.colour == "green" else make.rgb
    film = plain(colour, 0.75).with_texture("glossy_film", 0.3, tinted=False, ground=colour)
    count = 64
    angle = np.arange(count) * (2 * math.pi / count)
    lumps = [(luck.uniform(0.0, 6.28), luck.uniform(0.0, 6.28)) for _ in range(3)]
    rings = []
    for z, by in BAG:
        lump = (
            0.045 * total_of(math.cos(5 * z + b) * np.cos((k + 2) * angle + a) for k, (a, b) in enumerate(lumps)) / 1.5
        )
        pleat = np.abs(np.sin(5.5 * angle + 0.8 * np.sin(7 * z) + lumps[0][0])) + 0.5 * np.abs(
            np.sin(9.5 * angle + 3 * z)
        )
        pull = 0.04 + 0.5 * max(0.0, z - 0.2) ** 1.2
        r = by * np.minimum(0.965 + lump - pull * (1.1 - pleat), 1.0)
        dent = 0.02 * h * np.sin(3 * angle + 5 * z) * (0.1 < z < 0.7)
        height = np.maximum(z * h + dent, 0.0)
        rings.append(np.column_stack([d / 2 * r * np.cos(angle), w / 2 * r * np.sin(angle), height]))
    yield Piece("body", loft(np.stack(rings), caps=(True, True)), film)
    tuft = []
    for z, by in ((0.78, 0.08), (0.81, 0.085), (0.87, 0.17), (0.94, 0.23), (1.0, 0.25)):
        r = by * (1 + (0.2 * np.cos(5 * angle + 1.0) + 0.2 * np.cos(13 * angle + 6 * z)) * (z > 0.82))
        tuft.append(
            np.column_stack(
                [
                    d / 2 * r * np.cos(angle),
                    w / 2 * r * np.sin(angle),
                    z * h - 0.018 * h * (2 + np.cos(3 * angle) + np.cos(11 * angle + 2.0)) * (z > 0.9),
                ]
            )
        )
    top = loft(np.stack(tuft), caps=(False, False))
    yield Piece("top", top, film)
    yield Piece("top", top.inside_out(), film.darker(0.7))
    tie = plain(luck.choice(("d8342c", "e8c02c", "f0f0ee")) if make.colour != "white" else "d8342c", 0.4)
    r = 0.105
    ring = [(d / 2 * r * math.cos(t), w / 2 * r * math.sin(t), 0.797 * h) for t in np.radians(np.arange(0, 360, 30))]
    yield Piece("tie", sweep(ring, 0.008, flat=0.004, sides=6, closed=True), tie)
    for side in (-1.0, 1.0):
        ear = [
            (0.05 * d, side * 0.02 * w, 0.797 * h),
            (0.12 * d, side * 0.09 * w, 0.84 * h),
            (0.19 * d, side * 0.13 * w, 0.77 * h),
            (0.2 * d, side * 0.08 * w, 0.69 * h),
        ]
        yield Piece("tie", sweep(curve(ear, 4), 0.008, flat=0.0025, sides=6), tie)
