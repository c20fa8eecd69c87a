"""Small machines that stand on a work top: coffee machine, toaster."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.appliances import MOMENTS, front_print
from casita.shapes.drawings.fitted import body_finish, button, lining, rod, round_front
from casita.shapes.drawings.lofting import section
from casita.shapes.finish import BLACK, CHROME, DARK, STEEL, WHITE, Finish, plain, printed
from casita.shapes.flats import block, prism, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, disc, lathe, sweep

HEAD = ("head", "panel", "keys", "gauge", "group", "holder", "spout", "rail", "warmer", "cup", "knob")
"""Pieces of a coffee machine that sag when it breaks."""


@draws("coffee_machine")
def coffee_machine(make: Making) -> Iterator[Piece]:
    """An espresso machine; broken, its head hangs down, its body is cracked and bits of it lie about."""
    d, w, h = make.size
    for piece in _coffee_machine(make):
        yield replace(piece, when=(*piece.when, "whole"))
        if "on" in piece.when or piece.name == "cup":
            continue
        mesh = piece.mesh
        if piece.name in HEAD:
            mesh = mesh.turned("y", 17.0, (-0.1 * d, 0.0, 0.9 * h)).turned("x", 7.0, (0.0, 0.0, 0.8 * h))
        yield Piece(piece.name, mesh, piece.finish, when=("broken",))
    luck = make.luck.child("broken")
    cracks = []
    for side in (-1.0, 1.0):
        y = side * (w / 2 + 0.0003)
        x, z = luck.uniform(-0.35, -0.2) * d, 0.9 * h
        line = [(x, y, z)]
        for _ in range(7):
            x, z = x + luck.uniform(-0.05, 0.07) * d, z - luck.uniform(0.07, 0.12) * h
            line.append((x, y, z))
        cracks.append(sweep(line, 0.0028, sides=4))
        cracks.append(rod(line[3], (line[3][0] + 0.16 * d, y, line[3][2] - 0.06 * h), 0.0022, 4))
    split = [(0.0062, luck.uniform(-0.3, 0.3) * w * k / 4, (0.62 - 0.11 * k) * h) for k in range(5)]
    cracks.append(sweep(split, 0.003, sides=4))
    yield Piece("crack", joined(cracks), plain("0c0c0d" if total_of(make.rgb) > 0.6 else "8a8a8c"), when=("broken",))
    size = 0.028
    bit = prism([(size, 0.0), (-0.4 * size, 0.8 * size), (-0.7 * size, -0.5 * size)], 0.0, 0.004)
    bits = []
    for _ in range(7):
        smaller = luck.uniform(0.5, 1.0)
        laid = bit.scaled(smaller, smaller, 1.0).turned("z", luck.uniform(0.0, 360.0))
        bits.append(laid.moved(luck.uniform(0.05, 0.46) * d, luck.uniform(-0.42, 0.42) * w, 0.08 * h + 0.0006))
    yield Piece("shard", joined(bits), body_finish(make, 0.45), when=("broken",))
    for y in (-0.1, 0.02, 0.12):
        wire = curve(
            [
                (0.0, y * w, 0.86 * h),
                (0.08 * d, y * w + 0.01, 0.78 * h),
                (0.1 * d, y * w - 0.01, 0.62 * h),
                (0.16 * d, y * w, 0.56 * h),
            ],
            4,
        )
        yield Piece("wire", sweep(wire, 0.0025, sides=6), plain("c23a30" if y > 0 else "2f62b8"), when=("broken",))


def _coffee_machine(make: Making) -> Iterator[Piece]:
    """An espresso machine: a body, a head with a filter holder over the drip tray, a steam wand, a tank."""
    finish = body_finish(make, 0.45)
    trim = STEEL if make.colour in ("black", "red", "white") else BLACK
    d, w, h = make.size
    deck = 0.08 * h
    head = 0.68 * h
    roof, front = 0.87 * h, 0.3 * d
    yield Piece("body", block((-d / 2, -w / 2, 0.0), (0.0, w / 2, roof), bevel=0.03), finish)
    yield Piece("back", block((-0.002, -0.44 * w, deck), (0.006, 0.44 * w, head), bevel=0.003), trim)
    yield Piece("head", block((-0.08 * d, -w / 2, head + 0.01 * h), (front, w / 2, roof), bevel=0.03), finish)
    yield Piece("base", block((-0.05 * d, -w / 2, 0.0), (0.5 * d, w / 2, deck - 0.006), bevel=0.008), finish)
    tray = block((0.015 * d, -0.42 * w, deck - 0.012), (0.485 * d, 0.42 * w, deck), bevel=0.003)
    yield Piece("tray", tray, CHROME)
    bars = sheet((0.48 * d, -0.4 * w, deck + 0.0006), (0.0, 0.8 * w, 0.0), (-0.46 * d, 0.0, 0.0))
    yield Piece("tray", bars, printed("tray_bars", 0.6))
    middle = (head + roof) / 2
    panel = block((front - 0.01, -0.44 * w, head + 0.035 * h), (front + 0.002, 0.44 * w, roof - 0.025 * h), bevel=0.004)
    yield Piece("panel", panel, trim)
    keys = front_print(front + 0.0026, (0.1 * w, 0.28 * w), (middle - 0.03 * h, middle + 0.03 * h))
    for when, lit in MOMENTS:
        look = printed("coffee_keys", 0.3, 0.5 if lit else 0.0, ground=trim.colour, lit=lit)
        yield Piece("keys", keys, look, when=when)
    dial = 0.048 * h
    yield Piece("gauge", round_front(dial, (front + 0.0062, -0.05 * w, middle)), printed("gauge", 0.6))
    rim = lathe([(dial, 0.0), (dial * 1.12, 0.0), (dial * 1.12, 0.006), (dial, 0.006)]).turned("y", 90.0)
    yield Piece("gauge", rim.moved(front, -0.05 * w, middle), CHROME)
    for y in (-0.3, 0.37):
        yield Piece("knob", button((front + 0.001, y * w, middle), 0.055 * h, 0.055 * d), BLACK)
        yield Piece("knob", round_front(0.03 * h, (front + 0.0562 * d, y * w, middle)), CHROME)
    cx = 0.2 * d
    group = lathe(
        [
            (0.0, 0.0),
            (0.1 * h, 0.0),
            (0.105 * h, 0.01 * h),
            (0.105 * h, 0.05 * h),
            (0.085 * h, 0.06 * h),
            (0.085 * h, 0.1 * h),
        ]
    )
    yield Piece("group", group.moved(cx, 0.0, 0.615 * h), CHROME)
    holder = lathe([(0.0, 0.0), (0.06 * h, 0.0), (0.09 * h, 0.02 * h), (0.094 * h, 0.05 * h)])
    yield Piece("holder", holder.moved(cx, 0.0, 0.565 * h), STEEL)
    start = cx + 0.085 * h
    yield Piece("holder", rod((start, 0.0, 0.593 * h), (start + 0.05 * d, 0.0, 0.585 * h), 0.009, 12), CHROME)
    line = curve([(start + 0.04 * d, 0.0, 0.587 * h), (0.42 * d, 0.0, 0.575 * h), (0.482 * d, 0.0, 0.56 * h)], 4)
    grip = sweep(line, [0.014, 0.016, 0.018, 0.019, 0.02, 0.021, 0.022, 0.02, 0.015], sides=14)
    yield Piece("holder", grip, BLACK)
    for y in (-0.018, 0.018):
        spout = sweep(curve([(cx, y * 0.3, 0.58 * h), (cx, y, 0.55 * h), (cx, y, 0.52 * h)], 3), 0.008, sides=10)
        yield Piece("spout", spout, CHROME)
        drip = rod((cx, y, 0.525 * h), (cx, y, deck + 0.002), 0.0028)
        yield Piece("coffee", drip, plain("3a1f0d", 0.6), when=("on",))
    puddle = disc(0.05, deck + 0.0016, wide=0.06).moved(cx)
    yield Piece("coffee", puddle, plain("3a1f0d", 0.6), when=("on",))
    wand = sweep(
        curve(
            [
                (0.22 * d, -0.36 * w, 0.72 * h),
                (0.3 * d, -0.37 * w, 0.66 * h),
                (0.36 * d, -0.4 * w, 0.4 * h),
                (0.38 * d, -0.41 * w, 0.24 * h),
            ],
            4,
        ),
        0.006,
        sides=10,
    )
    yield Piece("wand", wand, CHROME)
    yield from _warmer(make, roof)


def _warmer(make: Making, roof: float) -> Iterator[Piece]:
    """The top: a slotted steel plate that warms cups, with a rail round it and some cups stacked at the back."""
    d, w, h = make.size
    luck = make.luck.child("cups")
    plate = block((-0.4 * d, -0.4 * w, roof - 0.004), (0.22 * d, 0.4 * w, roof + 0.003), bevel=0.002, fine=1)
    yield Piece("warmer", plate, STEEL)
    rail_z = 0.93 * h
    loop = [
        (-0.46 * d, -0.46 * w, rail_z),
        (0.26 * d, -0.46 * w, rail_z),
        (0.26 * d, 0.46 * w, rail_z),
        (-0.46 * d, 0.46 * w, rail_z),
    ]
    yield Piece("rail", joined([rod(a, b, 0.004) for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)]), CHROME)
    yield Piece("rail", joined([cylinder(0.004, roof - 0.01, rail_z, sides=8).moved(a, b) for a, b, _ in loop]), CHROME)
    tall = h - roof - 0.0035
    cup = lathe([(0.0, 0.0), (0.55, 0.0), (0.8, 0.3), (1.0, 1.0), (0.93, 1.0), (0.7, 0.2), (0.0, 0.14)], sides=20)
    cup = cup.scaled(0.08 * h, 0.08 * h, tall)
    ear = sweep(
        curve([(0.0, 0.075 * h, 0.85 * tall), (0.0, 0.115 * h, 0.6 * tall), (0.0, 0.066 * h, 0.3 * tall)], 3),
        0.0045,
        sides=6,
    )
    one = joined([cup, ear])
    for k in range(3 + luck.below(2)):
        x, y = (-0.3, -0.08)[k // 2] * d, (0.2, -0.06, -0.3)[k % 3] * w
        yield Piece("cup", one.turned("z", luck.uniform(0.0, 360.0)).moved(x, y, roof + 0.003), WHITE)


@draws("toaster")
def toaster(make: Making) -> Iterator[Piece]:
    """A rounded body with two slots, a lever and a dial at its front end."""
    luck = make.luck
    finish = body_finish(make, 0.8)._replace(texture=None)
    d, w, h = make.size
    low, high = make.hollow
    foot = 0.035 * h
    r = 0.26 * h
    half = w / 2
    arc = [(half - r + r * math.cos(a), h - r + r * math.sin(a)) for a in np.linspace(0.0, math.pi / 2, 7)]
    right = [(half - 0.012, foot), (half, foot + 0.012), *arc]
    outer = [*right, *[(-y, z) for y, z in reversed(right)]]
    slot = [(high[1], h), (high[1], low[2]), (low[1], low[2]), (low[1], h)]
    hollow = [*right, *slot, *[(-y, z) for y, z in reversed(right)]]
    dark = luck.chance(0.55)
    yield Piece("body", section(hollow, low[0] - 0.01, high[0] + 0.01, caps=(False, False)), finish)
    lever = 0.02
    front = d / 2 - lever
    for a, b in ((-d / 2, low[0]), (high[0], front)):
        yield Piece("end", section(outer, a, b, bevel=0.01), finish)
    if dark:
        plate = block((front - 0.002, -0.34 * w, 0.12 * h), (front + 0.001, 0.34 * w, 0.9 * h), bevel=0.003)
        yield Piece("plate", plate, plain("222326", 0.35))
    (x0, y0, z0), (x1, y1, _) = low, high
    hollow_skin = lining((x0 + 0.001, y0 + 0.001, z0 + 0.0005), (x1, y1 - 0.001, h - 0.004))
    near = sheet((x1 - 0.001, y1, z0), (0.0, y0 - y1, 0.0), (0.0, 0.0, h - 0.004 - z0))
    hollow_skin = joined([hollow_skin, near])
    wires = [
        rod((low[0], y, z), (high[0], y, z), 0.0016, 4)
        for y in (low[1] + 0.004, high[1] - 0.004)
        for z in np.linspace(low[2] + 0.02, h - 0.03, 6)
    ]
    for when, lit in MOMENTS:
        look = Finish((0.75, 0.22, 0.06), None, 0.1, 0.5) if lit else plain("1d1b1a", 0.3)
        yield Piece("slot", hollow_skin, look, when=when)
        hot = Finish((1.0, 0.45, 0.12), None, 0.0, 1.0) if lit else plain("6a5a50", 0.3)
        yield Piece("wires", joined(wires), hot, when=when)
    middle, wide = (low[1] + high[1]) / 2, 0.15 * (high[1] - low[1])
    yield Piece(
        "bridge", block((low[0], middle - wide, h - 0.012), (high[0], middle + wide, h - 0.0005), bevel=0.003), finish
    )
    lip = [
        block((low[0], y - 0.003, h - 0.004), (high[0], y + 0.003, h), bevel=0.0015)
        for y in (low[1] - 0.002, high[1] + 0.002)
    ]
    yield Piece("lip", joined(lip), CHROME)
    track = block((front + 0.0005, -0.006, 0.32 * h), (front + 0.0018, 0.006, 0.82 * h), bevel=0.0005)
    yield Piece("track", track, plain("0a0a0b"))
    for when, lit in MOMENTS:
        z = 0.36 * h if lit else 0.74 * h
        knob = block((front, -0.03, z - 0.012), (d / 2, 0.03, z + 0.012), bevel=0.007)
        yield Piece("lever", knob, CHROME if dark else BLACK, when=when)
        lamp = button((front, -0.3 * w, 0.62 * h), 0.005, 0.003)
        yield Piece("lamp", lamp, Finish((1.0, 0.4, 0.1), None, 0.2, 1.0) if lit else plain("501810"), when=when)
    yield Piece("dial", button((front, 0.27 * w, 0.34 * h), 0.017, 0.014), CHROME)
    for k in range(3):
        yield Piece("button", button((front, -0.3 * w, (0.28 + 0.09 * k) * h), 0.007, 0.006), STEEL)
    for sx in (-0.36, 0.32):
        for sy in (-0.36, 0.36):
            yield Piece("foot", cylinder(0.012, 0.0, foot + 0.004, sides=14).moved(sx * d, sy * w), DARK)
    skirt = block((-0.44 * d, -0.46 * w, foot * 0.5), (0.4 * d, 0.46 * w, foot + 0.01), bevel=0.004)
    yield Piece("skirt", skirt, DARK)
    if not dark:
        band = [
            block(
                (low[0] + 0.02, side * (w / 2 - 0.0008) - 0.001, 0.2 * h),
                (high[0] - 0.02, side * (w / 2 - 0.0008) + 0.001, 0.24 * h),
                bevel=0.0005,
            )
            for side in (1.0, -1.0)
        ]
        yield Piece("band", joined(band), CHROME)
