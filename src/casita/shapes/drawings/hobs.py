"""Stoves, and the burners and knobs that are parts of them and of counters."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.appliances import MOMENTS, case_of, contrast, front_print, sheened, shell
from casita.shapes.drawings.fitted import bar, lining, rod
from casita.shapes.drawings.sinks import polished
from casita.shapes.finish import BLACK, CHROME, DARK, STEEL, Finish, plain, printed
from casita.shapes.flats import block, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import disc, lathe, sweep


@draws("stove_burner")
def stove_burner(make: Making) -> Iterator[Piece]:
    """A place on a hob: a gas ring under a grate, an electric coil, or a ring on glass."""
    d, w, h = make.size
    style = {"silver": "coil", "gray": "glass"}.get(make.colour, "gas")
    finish = polished(make.main)._replace(shine=0.3)
    hot = Finish((1.0, 0.3, 0.08), None, 0.0, 0.95)

    def fitted(mesh: Mesh) -> Mesh:
        return mesh.scaled(d / 2, w / 2, 1.0)

    if style == "glass":
        plate = lathe([(0.0, 0.0), (1.0, 0.0), (1.0, h * 0.8), (0.985, h), (0.0, h)])
        yield Piece("plate", fitted(plate), plain(make.rgb, 0.8), when=("off",))
        yield Piece("plate", fitted(plate), plain(make.rgb, 0.8), when=("on",))
        for moment, lit in (("off", False), ("on", True)):
            rings = fitted(disc(0.97, h + 0.0003, sides=48))
            look = printed("hob_rings", 0.7, 0.9 if lit else 0.0, lit=lit)
            yield Piece("rings", rings, look, when=("on",) if moment == "on" else ("off",))
        return
    if style == "coil":
        bowl = lathe([(0.2, 0.0), (1.0, h * 0.1), (1.0, h * 0.5), (0.94, h * 0.5), (0.88, h * 0.16), (0.0, h * 0.1)])
        yield Piece("bowl", fitted(bowl), plain(make.rgb, 0.8))
        turns = [(r * math.cos(a), r * math.sin(a)) for a, r in ((k * 0.2618, 0.14 + 0.72 * k / 84) for k in range(85))]
        coil = sweep([(x * d / 2, y * w / 2, h * 0.72) for x, y in turns], h * 0.28, flat=0.026 * d, sides=6)
        yield Piece("coil", coil, plain("2e2c2d", 0.2), when=("off",))
        yield Piece("coil", coil, hot, when=("on",))
        for angle in (30.0, 150.0, 270.0):
            arm = block((-0.95, -0.02, h * 0.3), (0.0, 0.02, h * 0.45), bevel=0.001).turned("z", angle)
            yield Piece("arm", fitted(arm), STEEL)
        return
    tray = lathe([(0.0, 0.0), (0.97, 0.0), (1.0, h * 0.15), (0.9, h * 0.2), (0.0, h * 0.12)])
    # a pale dish under a dark grate, so that both are seen
    yield Piece("tray", fitted(tray), finish if total_of(make.rgb) > 1.2 else plain("a4a6a9", 0.7))
    head = lathe([(0.34, h * 0.1), (0.34, h * 0.5), (0.3, h * 0.55), (0.3, h * 0.68), (0.27, h * 0.78), (0.0, h * 0.8)])
    yield Piece("head", fitted(head), BLACK)
    collar = lathe([(0.4, h * 0.1), (0.4, h * 0.32), (0.34, h * 0.36)])
    yield Piece("head", fitted(collar), plain("9a8a62", 0.6))
    grate = [
        sweep(
            [
                (math.cos(a) * 0.93 * d / 2, math.sin(a) * 0.93 * w / 2, h * 0.74)
                for a in np.linspace(0, 2 * math.pi, 40, endpoint=False)
            ],
            h * 0.22,
            flat=0.022 * d,
            sides=6,
            closed=True,
        )
    ]
    for k in range(4):
        a = math.radians(45 + 90 * k)
        c, s = math.cos(a) * d / 2, math.sin(a) * w / 2
        grate.append(
            sweep([(0.99 * c, 0.99 * s, h * 0.76), (0.2 * c, 0.2 * s, h * 0.78)], h * 0.21, flat=0.018 * d, sides=6)
        )
    yield Piece("grate", joined(grate), finish)
    flame = lathe([(0.0, -0.004), (0.0052, 0.004), (0.0045, 0.011), (0.0, 0.026)], sides=8).turned("y", 18.0)
    flame = flame.moved(0.2 * min(d, w), 0.0, h * 0.5)
    flames = [flame.turned("z", 22.5 * k) for k in range(16)]
    yield Piece("flame", joined(flames), Finish((0.25, 0.5, 1.0), None, 0.0, 1.0, 0.85), when=("on",))
    glow = lathe([(0.42, h * 0.37), (0.36, h * 0.6)])
    yield Piece("flame", fitted(glow), Finish((0.35, 0.6, 1.0), None, 0.0, 1.0), when=("on",))


@draws("stove_knob")
def stove_knob(make: Making) -> Iterator[Piece]:
    """A knob that is turned by a quarter when it is on."""
    d, w, h = make.size
    x, z = -d / 2, h / 2
    round_ = make.luck.choice(("bar", "dial"))
    skirt = lathe([(0.0, 0.0), (1.0, 0.0), (1.0, d * 0.22), (0.9, d * 0.3), (0.0, d * 0.3)]).scaled(h / 2, w / 2, 1.0)
    yield Piece("skirt", skirt.turned("y", 90.0).moved(x, 0.0, z), make.main)
    r = 0.35 * min(w, h)
    for moment, turn_ in (("off", 0.0), ("on", 90.0)):
        when = ("on",) if moment == "on" else ("off",)
        if round_ == "bar":
            grip = block((0.3 * d + x, -0.16 * w, z - 0.42 * h), (d / 2, 0.16 * w, z + 0.42 * h), bevel=0.004)
        else:
            grip = (
                lathe([(r, 0.28 * d), (r * 0.92, d - 0.003), (r * 0.86, d), (0.0, d)])
                .turned("y", 90.0)
                .moved(x, 0.0, z)
            )
        line = block((d / 2 - 0.001, -0.025 * w, z + 0.1 * h), (d / 2 + 0.0006, 0.025 * w, z + 0.3 * h), bevel=0.0003)
        yield Piece("grip", grip.turned("x", turn_, (0.0, 0.0, z)), make.main, when=when)  # type: ignore[arg-type]
        mark = plain("d63a2a" if moment == "on" else ("202022" if make.colour in ("white", "silver") else "f4f4f2"))
        yield Piece("mark", line.turned("x", turn_, (0.0, 0.0, z)), mark, when=when)  # type: ignore[arg-type]


@draws("stove")
def stove(make: Making) -> Iterator[Piece]:
    """A cooker: hob on top, a panel for the knobs, an oven behind a glass door that drops."""
    d, w, h = make.size
    finish, low, high, x = case_of(make, 0.94)
    yield from shell(make, finish, 0.938, top=0.84)
    hob = plain("18181b", 0.8) if make.luck.chance(0.25) else STEEL
    front = sheened(make, finish, 1.1 * w)
    yield Piece("panel", block((-d / 2, -w / 2, 0.832 * h), (d / 2, w / 2, h - 0.014), bevel=0.006), front)
    yield Piece("hob", block((-d / 2, -w / 2, h - 0.02), (d / 2, w / 2, h), bevel=0.006), hob)
    for part in make.form.parts:
        if part.type == "stove_knob":
            y = (total_of(part.y) / 2 - 0.5) * w
            z = part.z[0] * h
            mark = front_print(d / 2 + 0.0005, (y - 0.018, y + 0.018), (z - 0.016, z - 0.004))
            yield Piece(
                "marks", mark, printed("label", ground=finish.colour, letters=contrast(make), lines=(("0 - 9", 0.6),))
            )
    clock = front_print(d / 2 + 0.0005, (0.43 * w, 0.49 * w), (0.875 * h, 0.915 * h))
    yield Piece("plinth", block((-0.4 * d, -0.47 * w, 0.0), (x - 0.03, 0.47 * w, 0.08 * h), bevel=0.002), DARK)
    enamel = plain("2c2d31", 0.5)
    for when, lit in MOMENTS:
        yield Piece(
            "clock",
            clock,
            printed("machine_digits", glow=0.9, text="200" if lit else "12:45", colour=(1.0, 0.6, 0.2)),
            when=when,
        )
        look = Finish((0.85, 0.45, 0.16), None, 0.3, 0.55) if lit else enamel
        yield Piece("inside", lining(low, (x - 0.001, high[1], high[2])), look, when=when)
    for level in make.form.cavities[0].levels[1:]:
        z = level * h - 0.003
        wires = [
            rod((low[0], y, z), (high[0] - 0.03, y, z), 0.0022, 4)
            for y in np.linspace(low[1] + 0.01, high[1] - 0.01, 14)
        ]
        wires += [rod((a, low[1], z), (a, high[1], z), 0.003, 4) for a in (low[0] + 0.02, high[0] - 0.035)]
        yield Piece("rack", joined(wires), CHROME)
    out = 0.4 * 0.06 * d
    face = d / 2 - out
    z0, z1 = 0.084 * h, 0.822 * h
    door = block((x, -w / 2 + 0.002, z0), (face, w / 2 - 0.002, z1), bevel=0.006)
    yield Piece("door", door, front, joint="door")
    wy, wz = (-0.38 * w, 0.38 * w), (z0 + 0.16 * (z1 - z0), z0 + 0.74 * (z1 - z0))
    frame = block((face - 0.004, wy[0] - 0.03, wz[0] - 0.03), (face + 0.0012, wy[1] + 0.03, wz[1] + 0.03), bevel=0.004)
    yield Piece("window", frame, plain("0f1012", 0.8), joint="door")
    pane = front_print(face + 0.0018, wy, wz)
    back = sheet((x - 0.0006, wy[1], wz[0]), (0.0, wy[0] - wy[1], 0.0), (0.0, 0.0, wz[1] - wz[0]))
    yield Piece("window", back, printed("oven_window", 0.6, dots=False), joint="door")
    for when, lit in MOMENTS:
        yield Piece(
            "window",
            pane,
            printed("oven_window", 0.8, 0.85 if lit else 0.0, lit=lit, dots=False),
            joint="door",
            when=when,
        )
    r = out * 0.42
    z = z0 + 0.91 * (z1 - z0)
    yield Piece("handle", bar((d / 2 - r, -0.42 * w, z), (d / 2 - r, 0.42 * w, z), face, r), CHROME, joint="door")
