"""Machines that wash: dishwasher and washing machine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from casita.shapes.drawings.appliances import MOMENTS, case_of, contrast, front_print, shell
from casita.shapes.drawings.fitted import bar, bow, button, lining, rod, round_front
from casita.shapes.drawings.lofting import box_ring, loft
from casita.shapes.finish import BLACK, CHROME, DARK, STEEL, WHITE, Finish, glass, plain, printed, shade
from casita.shapes.flats import block
from casita.shapes.making import Making, draws
from casita.shapes.mesh import joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import ball, lathe


@draws("dishwasher")
def dishwasher(make: Making) -> Iterator[Piece]:
    """A steel tub with two racks behind a door that drops."""
    d, w, h = make.size
    finish, low, high, x = case_of(make, 0.94)
    yield from shell(make, finish, 0.938)
    yield Piece("plinth", block((-0.45 * d, -0.48 * w, 0.0), (x + 0.002, 0.48 * w, 0.092 * h), bevel=0.002), DARK)
    steel = STEEL.with_texture("brushed", 0.3)
    yield Piece("inside", lining(low, (x - 0.001, high[1], high[2])), steel)
    for level in make.form.cavities[0].levels:
        z, rim = level * h + 0.002, level * h + 0.09
        (a, b), (c, e) = (low[0] + 0.03, high[0] - 0.03), (low[1] + 0.02, high[1] - 0.02)
        corners = ((a, c, rim), (a, c, z), (b, c, z), (b, c, rim))
        hoop = joined([rod(p, q, 0.0022, 4) for p, q in pairwise(corners)])
        wires = [hoop.moved(0.0, float(y - c)) for y in np.linspace(c, e, 11)]
        loop = [(a, c), (b, c), (b, e), (a, e), (a, c)]
        for height in (rim, (rim + z) / 2):
            wires += [rod((*p, height), (*q, height), 0.003, 4) for p, q in pairwise(loop)]
        wires += [rod((float(p), c, z), (float(p), e, z), 0.0022, 4) for p in np.linspace(a, b, 6)]
        yield Piece("rack", joined(wires), plain("e4e6e8", 0.4))
    out = 0.42 * 0.06 * d
    face = d / 2 - out
    z0, z1 = 0.102 * h, h - 0.003
    strip = z1 - 0.1 * h
    grip = make.luck.choice(("bar", "bar", "bar", "recess"))
    panel = BLACK if make.colour != "black" else STEEL
    yield Piece(
        "door", block((x, -w / 2 + 0.002, z0), (face, w / 2 - 0.002, strip - 0.003), bevel=0.006), finish, joint="door"
    )
    yield Piece(
        "panel",
        block((x, -w / 2 + 0.002, strip), (d / 2 if grip == "recess" else face, w / 2 - 0.002, z1), bevel=0.006),
        panel,
        joint="door",
    )
    edge = d / 2 if grip == "recess" else face
    letters = (0.95, 0.95, 0.95) if panel is BLACK else contrast(make)
    keys = front_print(edge + 0.0006, (-0.47 * w, 0.47 * w), (strip + 0.012 * h, z1 - 0.012 * h))
    for when, lit in MOMENTS:
        look = printed("dishwasher_panel", 0.3, 0.35 if lit else 0.0, ground=panel.colour, letters=letters, lit=lit)
        yield Piece("keys", keys, look, joint="door", when=when)
    for k in range(5):
        knob = button((edge, (-0.12 + 0.05 * k) * w, (strip + z1) / 2), 0.012 * h, 0.4 * (d / 2 - edge) + 0.0008, 10)
        yield Piece("button", knob, CHROME, joint="door")
    glow = front_print(edge + 0.0009, (0.16 * w, 0.36 * w), ((strip + z1) / 2 - 0.02 * h, (strip + z1) / 2 + 0.02 * h))
    yield Piece("lamp", glow, Finish((0.35, 0.95, 0.45), glow=1.0), joint="door", when=("on",))
    yield Piece("lamp", glow, DARK, joint="door", when=("off",))
    if grip == "bar":
        r = out * 0.46
        z = strip - 0.06 * h
        grey = plain("85888c", 0.6) if make.colour in ("white", "silver") else CHROME
        yield Piece("handle", bar((d / 2 - r, -0.42 * w, z), (d / 2 - r, 0.42 * w, z), face, r), grey, joint="door")
        dim = front_print(face + 0.0006, (-0.43 * w, 0.43 * w), (z - 2.6 * r, z - 0.4 * r))
        yield Piece("shade", dim, finish.darker(0.72), joint="door")
    else:
        cup = block((face - 0.002, -0.2 * w, strip - 0.035 * h), (face + 0.0015, 0.2 * w, strip - 0.004), bevel=0.002)
        yield Piece("handle", cup, plain("141416", 0.3), joint="door")
        strips = [
            block((face - 0.001, -w / 2 + 0.002, z0 + 0.02), (d / 2 - 0.002, w / 2 - 0.002, z0 + 0.05), bevel=0.004)
        ]
        yield Piece("trim", joined(strips), finish, joint="door")
    tub = block((x - 0.004, low[1] + 0.02, z0 + 0.05), (x + 0.0005, high[1] - 0.02, z1 - 0.05), bevel=0.002)
    yield Piece("tub", tub, steel, joint="door")
    box = block((x - 0.007, -0.16, 0.5 * h), (x, 0.02, 0.62 * h), bevel=0.003)
    yield Piece("dispenser", box, plain("d8dade", 0.4), joint="door")
    edges = ((-w / 2 - 0.0005, 0.004 - w / 2), (w / 2 - 0.004, w / 2 + 0.0005))
    gap = [block((x - 0.001, right, z0), (face - 0.004, left, z1)) for right, left in edges]
    yield Piece("gap", joined(gap), DARK, joint="door")
    badge = front_print(face + 0.0006, (-0.04, 0.04), (strip - 0.16 * h, strip - 0.14 * h))
    yield Piece(
        "badge",
        badge,
        printed("label", ground=shade(make.rgb, 0.98), letters=contrast(make), lines=(("AQUA", 0.4),)),
        joint="door",
    )


@draws("washing_machine")
def washing_machine(make: Making) -> Iterator[Piece]:
    """A white box with a round window in a leaf that swings to its left; the panel above it stays."""
    d, w, h = make.size
    finish, low, high, x = case_of(make, 0.92)
    yield from shell(make, finish, 0.918)
    radius = 0.22 * min(high[1] - low[1], high[2] - low[2])
    rings = [
        box_ring((low[1], low[2]), (high[1], high[2]), 0.0, radius, 6)[:, [2, 0, 1]] + np.array((at, 0.0, 0.0))
        for at in (low[0] + 0.002, x)
    ]
    drum = loft(rings, crease=40.0, caps=(True, False)).inside_out()
    yield Piece("drum", drum, Finish((1.0, 1.0, 1.0), None, 0.6).with_texture("drum_holes", 0.16, tinted=False))
    lip = block((x - 0.003, -w / 2 + 0.004, low[2] - 0.03), (x - 0.001, low[1], high[2] + 0.02), bevel=0.0005)
    yield Piece("seal", lip, plain("6d7174", 0.1))
    out = 0.5 * 0.08 * d
    face = d / 2 - out
    strip = 0.845 * h
    dark = plain("1c1d20", 0.5) if make.luck.chance(0.25) else finish
    yield Piece("panel", block((x - 0.002, -w / 2, strip + 0.002), (face + 0.006, w / 2, h - 0.002), bevel=0.008), dark)
    letters = (0.92, 0.92, 0.92) if dark is not finish else contrast(make)
    keys = front_print(face + 0.0066, (-0.48 * w, 0.48 * w), (strip + 0.014 * h, h - 0.014 * h))
    for when, lit in MOMENTS:
        look = printed("washer_panel", 0.3, 0.3 if lit else 0.0, ground=dark.colour, letters=letters, lit=lit)
        yield Piece("keys", keys, look, when=when)
    box = block((face + 0.004, -0.465 * w, strip + 0.02 * h), (face + 0.012, -0.2 * w, h - 0.022 * h), bevel=0.004)
    yield Piece("dispenser", box, dark)
    slit = block(
        (face + 0.011, -0.4 * w, strip + 0.03 * h), (face + 0.0126, -0.27 * w, strip + 0.045 * h), bevel=0.0006
    )
    yield Piece("dispenser", slit, plain("101012"))
    dial = button((face + 0.006, -0.03 * w, (strip + h) / 2), 0.036 * h, out - 0.0065)
    yield Piece("dial", dial, CHROME)
    yield Piece("kick", block((x - 0.002, -w / 2 + 0.002, 0.006), (face, w / 2 - 0.002, 0.1 * h), bevel=0.004), finish)
    hatch = block((face - 0.001, 0.26 * w, 0.025 * h), (face + 0.0012, 0.44 * w, 0.085 * h), bevel=0.001)
    yield Piece("kick", hatch, finish.darker(0.9))
    yield Piece(
        "leaf", block((x, -w / 2 + 0.002, 0.103 * h), (face, w / 2 - 0.002, strip), bevel=0.006), finish, joint="door"
    )
    z = 0.475 * h
    r = 0.335 * min(w, 0.75 * h)
    ring = lathe(
        [
            (r * 1.05, 0.0),
            (r * 1.05, out * 0.35),
            (r, out * 0.75),
            (r * 0.9, out * 0.8),
            (r * 0.77, out * 0.55),
            (r * 0.74, 0.0),
        ]
    )
    shiny = CHROME if make.luck.chance(0.7) else WHITE
    yield Piece("ring", ring.turned("y", 90.0).moved(face, 0.0, z), shiny, joint="door")
    rim = lathe([(r * 0.8, out * 0.5), (r * 0.7, out * 0.62), (r * 0.66, out * 0.4)])
    yield Piece("ring", rim.turned("y", 90.0).moved(face, 0.0, z), plain("26282b", 0.3), joint="door")
    dome = ball(0.5 * out, 0.7 * r, 0.7 * r).moved(face + 0.4 * out, 0.0, z)
    for when, lit in MOMENTS:
        behind = round_front(r * 0.72, (face + 0.0008, 0.0, z))
        yield Piece(
            "window", behind, printed("washer_window", 0.5, 0.3 if lit else 0.0, lit=lit), joint="door", when=when
        )
    yield Piece("glass", dome, glass((0.35, 0.42, 0.48), 0.35), joint="door")
    hold = bow((face + out * 0.3, -r * 1.0, z - 0.05), (face + out * 0.3, -r * 1.0, z + 0.05), out * 0.6 - 0.003, 0.004)
    yield Piece("handle", hold, DARK, joint="door")
    back = round_front(r * 0.74, (0.0, 0.0, 0.0)).inside_out().moved(x - 0.0006, 0.0, z)
    yield Piece("window", back, plain("4a4f54", 0.7), joint="door")
    for sy in (-0.42, 0.42):
        yield Piece("foot", block((x - 0.05, sy * w - 0.02, 0.0), (x - 0.01, sy * w + 0.02, 0.01), bevel=0.002), DARK)
