"""Jugs and teapots."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.crockery import CLAY, china_decor, contrast, ear, glaze, spouted
from casita.shapes.drawings.profiles import hollow, profile, radius_at, strip
from casita.shapes.drawings.stains import smeared
from casita.shapes.drawings.vessels import liquid, spot, vessel
from casita.shapes.finish import CHROME, Finish, mixed, plain
from casita.shapes.making import Making, draws
from casita.shapes.mesh import joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import ball, curve, cylinder, disc, lathe, sweep


@draws("jug", inside=plain("c9a27c", 0.05))
def jug(make: Making) -> Iterator[Piece]:
    """A pot-bellied jug with a lip on its right and a handle on its left."""
    at, h, luck = spot(make), make.size[2], make.luck
    r = at.radius
    belly = luck.uniform(0.28, 0.4)
    neck = luck.uniform(0.62, 0.72)
    outer = profile(
        [
            (r * 0.66, 0.0),
            (r * 0.7, h * 0.03),
            (r * 0.92, h * belly * 0.6),
            (r, h * belly),
            (r * 0.9, h * (belly + 0.2)),
            (r * neck, h * 0.78),
            (r * neck, h * 0.86),
            (r * (neck + 0.1), h),
        ],
        4,
        r,
    )
    lip = r * (0.98 - neck - 0.1)
    for piece in vessel(make, at, outer, h * 0.05, 0.004, outside=glaze(make), inside=make.main.darker(0.9)):
        body = piece.name in ("body", "inside")
        yield Piece(piece.name, spouted(piece.mesh, at, h, h * 0.3, lip), piece.finish) if body else piece
    handle = ear(at, make.size[1] / 2, h * 0.3, h * 0.86, outer, min(0.008, 0.05 * h), square=luck.random() * 0.6)
    yield Piece("handle", handle, make.main)
    line = contrast(make)
    style = luck.choice(["bands", "dipped", "plain"])
    if style == "bands":
        for low, high in ((0.5, 0.53), (0.56, 0.62), (0.65, 0.68)):
            yield Piece("stripe", at.put(lathe(strip(outer, h * low, h * high))), line)
    elif style == "dipped":
        base = plain(mixed(make.rgb, (0.55, 0.38, 0.25), 0.75), 0.05)
        yield Piece("stripe", at.put(lathe(strip(outer, h * 0.02, h * 0.2))), base)
    yield from smeared(at, [p for p in outer if p[1] < h * 0.75], luck, 0.015)


@draws("teapot", inside=CLAY)
def teapot(make: Making) -> Iterator[Piece]:
    """A round pot with a spout on its right, a handle on its left and a lid with a knob."""
    at, h, luck = spot(make), make.size[2], make.luck
    r, width = at.radius, make.size[1]
    rim, line = h * 0.84, contrast(make)
    mouth = r * 0.62
    belly = luck.uniform(0.36, 0.46)
    outer = profile(
        [
            (r * 0.6, 0.0),
            (r * 0.62, h * 0.03),
            (r * 0.9, h * 0.15),
            (r, h * belly),
            (r * 0.93, h * 0.62),
            (mouth * 1.12, h * 0.8),
            (mouth, rim),
        ],
        5,
        r,
    )
    dark = total_of(make.rgb) < 0.9
    finish = plain(mixed(make.rgb, (0.5, 0.5, 0.55), 0.16), 0.85) if dark else glaze(make)
    up, inner = hollow(outer, h * 0.06, 0.004)
    yield Piece("body", at.put(lathe([(0.0, 0.002), (r * 0.52, 0.002), *up, *inner[1:]])), finish)
    yield from china_decor(make, at, [p for p in outer if p[1] <= h * 0.8], line)
    yield from liquid(make, at, inner, seen_through=False)
    right = -width / 2
    start = at.y - radius_at(outer, h * 0.34) * at.wide
    path = [(0.0, start + 0.018, h * 0.32), (0.0, start + (right - start) * 0.3, h * 0.36)]
    path += [(0.0, start + (right - start) * 0.62, h * 0.58), (0.0, right + 0.0095, h * 0.775)]
    bend = curve(path, 5)
    thin = np.interp(np.linspace(0, 1, len(bend)), [0, 0.4, 1], [r * 0.42, r * 0.27, r * 0.16])
    yield Piece("spout", sweep(bend, list(thin), sides=16), finish)
    lip, mouth_r = (0.0, bend[-1][1], bend[-1][2]), float(thin[-1])
    cut = disc(mouth_r * 0.78, 0.0006, sides=16).turned("x", 48.0).moved(*lip)
    yield Piece("mouth", cut, plain("2a2522", 0.05), when=("empty",))
    steps = ((0.0, lip[2] + 0.0012, 1.0, 1.0),)
    tea = disc(mouth_r * 0.78, 0.0, sides=16).turned("x", 48.0)
    yield Piece("liquid", tea, Finish(shine=0.5), when=("liquid",), rise=steps, middle=(0.0, lip[1]))
    # a full pot has dripped: what it holds runs down both sides of its spout
    drips = []
    for side in (-1.0, 1.0):
        run = [
            (side * t * 0.97, y - lip[1], z - lip[2] - t * 0.25)
            for (_, y, z), t in zip(bend[7:], thin[7:], strict=True)
        ]
        drips += [sweep(run, 0.0028, sides=8), ball(0.004, 0.004, 0.0065, sides=12).moved(*run[0])]
    yield Piece("liquid", joined(drips), Finish(shine=0.5), when=("liquid",), rise=steps, middle=(0.0, lip[1]))
    yield Piece(
        "handle",
        ear(at, width / 2, h * 0.16, h * 0.76, outer, min(0.0094, h * 0.069), square=luck.random() * 0.5),
        finish,
    )
    z = rim
    lid = curve(
        [(mouth * 1.06, z), (mouth * 1.04, z + h * 0.012), (mouth * 0.86, z + h * 0.05), (mouth * 0.3, z + h * 0.085)],
        4,
    )
    knob = curve(
        [
            (r * 0.09, z + h * 0.075),
            (r * 0.08, z + h * 0.09),
            (r * 0.17, z + h * 0.125),
            (r * 0.13, z + h * 0.155),
            (0.0, h),
        ],
        4,
    )
    yield Piece(
        "lid", at.put(lathe([(0.0, z + 0.001), (mouth, z + 0.0005), *lid, (0.0, lid[-1][1])])), finish, joint="lid"
    )
    yield Piece("knob", at.put(lathe([(r * 0.12, z + h * 0.07), *knob])), line if dark else finish, joint="lid")
    yield Piece(
        "lid",
        at.put(lathe([(mouth * 1.05, z + h * 0.013), (mouth * 0.97, z + h * 0.025)]).moved(0.0, 0.0, 0.0006)),
        line,
        joint="lid",
    )
    pin = cylinder(0.0026, -0.007, 0.007, sides=12).turned("x", 90.0).moved(at.x - mouth * 1.06, at.y, z)
    yield Piece("hinge", pin, CHROME)
    yield from smeared(at, [p for p in outer if p[1] < h * 0.8], luck, 0.013)
