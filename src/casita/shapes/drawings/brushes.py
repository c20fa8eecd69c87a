"""Brushes for hair and teeth."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.bodies import blob, copies, slab
from casita.shapes.drawings.lofting import loft, ovals
from casita.shapes.finish import plain, shade
from casita.shapes.flats import block
from casita.shapes.making import Making, draws
from casita.shapes.mesh import joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, lathe, sweep


@draws("hairbrush")
def hairbrush(make: Making) -> Iterator[Piece]:
    """An oval paddle with a cushion of pins, and a waisted handle to the front."""
    d, w, h = make.size
    luck = make.luck.child("brush")
    thick = 0.4 * h
    z = thick / 2
    points = [(0.0, 0.18), (0.02, 0.55), (0.1, 0.88), (0.25, 1.0), (0.42, 0.86), (0.52, 0.46), (0.6, 0.27)]
    points += [(0.75, 0.25), (0.9, 0.3), (0.97, 0.26), (1.0, 0.12)]
    plan = curve(points, 4)
    stations = [
        (-d / 2 + x * d, 0.0, z, max(y, 0.08) * w / 2, thick / 2 * (0.75 + 0.25 * min(y / 0.3, 1.0))) for x, y in plan
    ]
    yield Piece("body", loft(ovals(stations, "x", sides=32, square=2.6)), make.main._replace(shine=0.35))
    middle, a, b = -d / 2 + 0.255 * d, 0.225 * d, 0.43 * w
    pad = (
        lathe([(1.0, thick * 0.9), (0.98, thick * 1.06), (0.8, thick * 1.28), (0.0, thick * 1.4)], sides=40)
        .scaled(a, b)
        .moved(middle)
    )
    yield Piece("cushion", pad, plain("2a2a2d", 0.05) if make.colour != "black" else plain("b3262a", 0.05))
    pins, tips = [], []
    for i in range(-8, 9):
        for j in range(-4, 5):
            x, y = (i + 0.5 * (j % 2)) / 8.6, j / 4.7
            far = math.sqrt(x * x + y * y)
            if far < 0.95:
                pins.append((middle + x * a, y * b, thick * (1.34 - 0.22 * far * far)))
                tips.append((middle + x * a, y * b, h))
    length = h - thick * 1.2
    pin = sweep([(0.0, 0.0, 0.0), (0.0, 0.0, length)], 0.00055, sides=4)
    yield Piece(
        "pins",
        copies(pin, [(x, y, h - length - 0.0006) for x, y, _ in tips]),
        plain("1d1d1f" if luck.chance(0.6) else "d9d6cc", 0.3),
    )
    bead = sweep([(0.0, 0.0, -0.0012), (0.0, 0.0, 0.0012)], 0.001, sides=4)
    yield Piece(
        "pins",
        copies(bead, [(x, y, z0 - 0.0012) for x, y, z0 in tips]),
        plain("efeee8", 0.4) if luck.chance(0.6) else plain("1d1d1f", 0.3),
    )
    hole = cylinder(0.07 * w, thick * 0.2, thick * 1.0, sides=20).moved(d / 2 - 0.06 * d)
    yield Piece("hole", hole, plain(shade(make.rgb, 0.35), 0.0))
    hair = plain("6a4a2c", 0.2)
    for k in range(4):
        t = k * 1.6
        path = curve(
            [
                (
                    middle + a * 0.8 * math.cos(t + q),
                    b * 0.75 * math.sin(1.7 * t + q * 1.3),
                    h * (0.72 + 0.1 * math.sin(3 * q)),
                )
                for q in (0.0, 1.0, 2.0, 3.0)
            ],
            4,
        )
        yield Piece("hair", sweep(path, 0.0012, sides=4), hair, when=("dirty",))


@draws("toothbrush")
def toothbrush(make: Making) -> Iterator[Piece]:
    """A slim handle with a rubber grip, a neck, and tufts of bristles in front."""
    d, w, h = make.size
    low = 0.42 * h
    plan = curve(
        [
            (0.0, 0.5, 0.8),
            (0.02, 0.85, 1.0),
            (0.15, 1.0, 1.15),
            (0.35, 0.95, 1.1),
            (0.5, 0.75, 1.0),
            (0.62, 0.42, 0.8),
            (0.76, 0.42, 0.7),
            (0.8, 0.8, 0.75),
            (0.9, 0.9, 0.75),
            (0.98, 0.8, 0.75),
            (1.0, 0.4, 0.6),
        ],
        3,
    )
    stations = [(-d / 2 + x * d, 0.0, low * 0.5 * min(z, 1.0), y * w / 2, low * 0.5 * min(z, 1.0)) for x, y, z in plan]
    yield Piece("handle", loft(ovals(stations, "x", sides=20, square=2.5)), make.main._replace(shine=0.4))
    luck = make.luck.child("toothbrush")
    accent = plain(
        luck.choice(("f2f2ee", "2f6fb8", "2f9a5a"))
        if total_of(make.rgb) < 1.9
        else luck.choice(("2f6fb8", "2f9a5a", "d2566a")),
        0.1,
    )
    grip = slab((-0.4 * d, -0.3 * w, low * 0.6), (-0.12 * d, 0.3 * w, low * 1.02), radius=0.28 * w, bevel=0.0006)
    yield Piece("grip", grip, accent)
    ribs = [
        block((x * d, -0.28 * w, low * 0.9), ((x + 0.006) * d, 0.28 * w, low * 1.1), bevel=0.0003)
        for x in np.linspace(-0.38, -0.16, 8)
    ]
    yield Piece("grip", joined(ribs), accent.darker(0.75))
    tufts: dict[int, list[tuple[float, float]]] = {0: [], 1: []}
    for i in range(9):
        for j in range(3):
            tufts[(i // 2) % 2].append(((0.315 + 0.0205 * i) * d, (j - 1) * 0.26 * w))
    tuft = cylinder(0.0085 * d, low * 0.6, h * 0.985, sides=8)
    white = plain("f4f4f0", 0.1)
    yield Piece("bristles", copies(tuft, tufts[0]), white)
    tinted = plain(luck.choice(("3f8fd0", "3fb08a", "8fc7e8")), 0.1)
    yield Piece("bristles", copies(tuft, tufts[1]), tinted)
    long = cylinder(0.0085 * d, low * 0.6, h, sides=8)
    yield Piece("bristles", copies(long, [(0.488 * d, -0.2 * w), (0.488 * d, 0.2 * w)]), white)
    paste = curve([(0.31 * d, 0.0, h * 0.95), (0.4 * d, 0.1 * w, h * 0.98), (0.46 * d, -0.1 * w, h * 0.95)], 4)
    yield Piece("dirt", sweep(paste, 0.2 * w, sides=8), plain("7a6a4a", 0.1), when=("dirty",))
    blot = blob((0.05 * d, 0.52 * w, low * 0.56), (0.24 * d, 0.0, low * 0.5), 14)
    yield Piece("dirt", blot, plain("6a5a3a", 0.0), when=("dirty",))
