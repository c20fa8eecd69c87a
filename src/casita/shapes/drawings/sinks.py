"""Sinks, basins and faucets."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.fitted import body_finish, stream_of_water
from casita.shapes.drawings.lofting import box_ring, loft
from casita.shapes.finish import CHROME, DARK, Finish, plain, printed
from casita.shapes.flats import block
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, disc, lathe, sweep


@draws("sink")
def sink(make: Making) -> Iterator[Piece]:
    """A rim about a basin (a thing of its own), let into a counter or on a pedestal."""
    d, w, h = make.size
    hole = next(part for part in make.form.parts if part.type == "sink_basin")
    low, high = make.box_of(hole)
    finish = body_finish(make, 0.6)
    lip = low[2] + (h - low[2]) * (0.85 if low[2] < 0.01 else 0.55)
    radius = 0.012 if low[2] < 0.01 else 0.07 * w
    edge = 0.004

    def outer(inset: float, z: float) -> Array:
        return box_ring((-d / 2 + inset, -w / 2 + inset), (d / 2 - inset, w / 2 - inset), z, radius, 6)

    def inner(out: float, z: float) -> Array:
        return box_ring((low[0] - out, low[1] - out), (high[0] + out, high[1] + out), z, 0.004, 6)

    rings = [inner(0.002, low[2] + 0.001), inner(0.003, lip), outer(edge, lip), outer(0.0, lip + edge)]
    if low[2] > 0.01:
        rings = [
            inner(0.002, low[2] + 0.001),
            outer(0.06 * d, low[2] + 0.02),
            outer(0.012, lip),
            outer(0.0, lip + 0.02),
        ]
    rings += [
        outer(0.0, h - edge),
        outer(edge * 0.4, h - edge * 0.3),
        outer(edge, h),
        inner(0.0005, h),
        inner(0.0, low[2]),
    ]
    yield Piece("rim", loft(rings, crease=50.0, caps=(False, False)), finish)
    seam = [outer(inset, h + 0.0005) for inset in (0.006, 0.0085)]
    yield Piece("seam", loft(seam, caps=(False, False)), finish.darker(0.55))
    base = disc(0.011, h + 0.0006).moved(-d / 2 + 0.1 * d, 0.22 * w)
    yield Piece("tap_hole", base, CHROME)
    if low[2] > 0.01:
        (cx, _, _), (rx, ry, _) = make.middle_and_half(make.form.solids[-1])
        top = low[2] + 0.03
        profile = [
            (0.0, 0.0),
            (1.0, 0.0),
            (1.0, 0.03),
            (0.8, 0.07),
            (0.68, 0.2),
            (0.62, top * 0.55),
            (0.68, top * 0.8),
            (0.95, top),
        ]
        smooth = [*profile[:3], *curve(profile[2:], 5)[1:]]
        yield Piece("pedestal", lathe([(r, z) for r, z in smooth]).scaled(rx, ry, 1.0).moved(cx), finish)


@draws("sink_basin")
def sink_basin(make: Making) -> Iterator[Piece]:
    """A rounded hollow with a drain."""
    yield from basin_pieces(make, 0.16, body_finish(make, 0.6), drain=0.0)


def basin_pieces(make: Making, round_: float, finish: Finish, drain: float) -> Iterator[Piece]:
    """A hollow with rounded corners and a chrome drain, `drain` of the half-width from its middle along y."""
    d, w, h = make.size
    low, high = make.hollow
    radius = round_ * min(d, w)
    floor = low[2]

    def inner(inset: float, z: float, r: float = radius) -> Array:
        return box_ring((low[0] + inset, low[1] + inset), (high[0] - inset, high[1] - inset), z, r, 6)

    def outer(z: float) -> Array:
        return box_ring((-d / 2, -w / 2), (d / 2, w / 2), z, 0.004, 6)

    soft = min(0.35 * (h - floor), 0.1 * d)
    rings = [outer(0.0), outer(h - 0.0005), outer(h), inner(0.0, h, radius), inner(0.004, h - 0.006)]
    for angle in np.radians((0.0, 30.0, 60.0, 90.0)):
        inset = 0.012 * d + soft * (1 - math.cos(angle))
        rings.append(inner(inset, floor + soft * (1 - math.sin(angle)) + 0.001))
    yield Piece("hollow", loft(rings, crease=50.0), finish)
    at = (0.0, drain * w / 2)
    r = min(0.042, 0.12 * min(d, w))
    ring = lathe([(r, floor + 0.001), (r, floor + 0.003), (r * 0.86, floor + 0.0035), (r * 0.7, floor + 0.0022)])
    yield Piece("drain", ring.moved(*at), CHROME)
    yield Piece("drain", disc(r * 0.72, floor + 0.0024).moved(*at), printed("drain"))


@draws("faucet")
def faucet(make: Making) -> Iterator[Piece]:
    """A tap: an arched or straight spout with a lever or two handles; water runs when it is on."""
    d, w, h = make.size
    finish = polished(make.main)
    radius = min(0.013, 0.085 * d, 0.2 * w)
    x0, x1 = -d / 2 + max(0.08 * d, radius * 1.7), d / 2 - radius
    plate = lathe([(0.0, 0.0), (1.0, 0.0), (1.0, 0.004), (0.85, 0.008), (0.0, 0.008)])
    style = make.luck.choice(("arch", "straight", "arch")) if w < 0.16 else "arch"
    base = x0 + d / 2
    foot = w / 2 if style == "arch" and w < 0.22 else min(w / 2, base * 1.3)
    yield Piece("foot", plate.scaled(base, foot, 1.0).moved(x0), finish)
    column = lathe(
        curve([(radius * 1.7, 0.006), (radius * 1.45, h * 0.12), (radius * 1.3, h * 0.3), (radius * 1.2, h * 0.42)], 4)
    )
    yield Piece("column", column.moved(x0), finish)
    mouth = 0.74 * h
    if style == "arch":
        bend = min((x1 - x0) / 2, h * 0.42)
        rise = h - radius - bend
        mid = (x0 + x1) / 2
        line = [(x0, 0.0, 0.35 * h), (x0, 0.0, rise)]
        for angle in range(165, -1, -15):
            a = math.radians(angle)
            line.append((mid + (x1 - x0) / 2 * math.cos(a), 0.0, rise + bend * math.sin(a)))
        mouth = min(0.72 * h, rise - 0.01)
        line.append((x1, 0.0, mouth))
        yield Piece("spout", sweep(line, radius * 0.9, sides=20, up=(0.0, 1.0, 0.0)), finish)
        grip_size = min(0.4 * w, 0.03, 2.2 * base)
        for side in (1.0, -1.0):
            y = side * (w / 2 - min(0.2 * w, 0.016))
            if w >= 0.22:
                yield Piece("foot", plate.scaled(min(0.024, base), 0.016, 1.0).moved(x0, y), finish)
            stem = lathe([(0.32, 0.006), (0.3, 0.14 * h), (0.42, 0.16 * h), (0.42, 0.2 * h), (0.0, 0.21 * h)])
            yield Piece("handle", stem.scaled(grip_size, grip_size, 1.0).moved(x0, y), finish)
            grip = sweep(
                [(x0, y, 0.19 * h), (x0 + min(0.05, 0.2 * d), y, 0.215 * h)], radius * 0.45, flat=radius * 0.3, sides=10
            )
            yield Piece("handle", grip, finish)
            dot = disc(radius * 0.4, 0.212 * h).moved(x0, y)
            yield Piece("mark", dot, plain("c23a30" if side > 0 else "2f62b8"))
    else:
        z = 0.86 * h
        trunk = lathe([(radius * 1.2, 0.4 * h), (radius * 1.2, 0.93 * h), (radius * 1.05, 0.945 * h), (0.0, 0.945 * h)])
        yield Piece("column", trunk.moved(x0), finish)
        arm = curve(
            [
                (x0, 0.0, z),
                (x0 + 0.4 * (x1 - x0), 0.0, z + 0.03 * h),
                (x1 - 2 * radius, 0.0, z),
                (x1, 0.0, z - 0.05 * h),
                (x1, 0.0, mouth),
            ],
            4,
        )
        yield Piece("spout", sweep(arm, radius * 0.9, sides=20, up=(0.0, 1.0, 0.0)), finish)
        lever = block((x0 - radius * 1.1, -w * 0.47, 0.952 * h), (x0 + radius * 1.1, w * 0.47, h), bevel=0.02 * h)
        yield Piece("handle", lever, finish)
        yield Piece("handle", cylinder(radius * 0.7, 0.93 * h, 0.96 * h, sides=20).moved(x0), finish)
    tip = lathe([(radius * 0.98, 0.0), (radius * 0.98, 0.05 * h), (radius * 0.9, 0.055 * h)], sides=24).moved(
        x1, 0.0, mouth - 0.005
    )
    yield Piece("nozzle", tip, finish)
    yield Piece("nozzle", disc(radius * 0.9).inside_out().moved(x1, 0.0, mouth - 0.004), DARK)
    yield from stream_of_water((x1, 0.0, mouth), -0.11, radius * 0.65)


def polished(finish: Finish) -> Finish:
    """Polished metal: the same colour without brushing, bright."""
    return finish._replace(texture=None, shine=0.9)
