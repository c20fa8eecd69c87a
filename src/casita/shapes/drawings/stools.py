"""Stools and benches."""

from __future__ import annotations

import math
from collections.abc import Iterator

from casita.shapes.drawings.upholstery import padded
from casita.shapes.drawings.woodwork import corners, grained, round_leg
from casita.shapes.finish import Finish, plain
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, lathe, sweep


@draws("stool")
def stool(make: Making) -> Iterator[Piece]:
    """A round seat on four legs without a back: flat, dished or padded, of wood, steel or plastic."""
    d, w, h = make.size
    luck = make.luck.child("stool")
    main = make.main
    thick = max(0.07 * h, 0.028)
    style = luck.choice(("flat", "dished", "padded"))
    soft = min(thick * (0.9 if style == "padded" else 0.4), 0.02)
    r, oval = d / 2, w / d
    seat = cylinder(r, h - thick, h, sides=64, bevel=soft).scaled(1.0, oval, 1.0)
    # the grain runs straight across the seat, not round it
    yield Piece("seat", seat.each(lambda level: level._replace(uv=level.points[:, [1, 0]])), main)
    if style == "dished":
        for share in (0.42, 0.84):
            groove = lathe([(share * r, h + 0.0004), (share * r - 0.004, h + 0.0004)]).scaled(1.0, oval, 1.0)
            yield Piece("groove", groove, main.darker(0.75))
    elif style == "padded":
        seam = lathe([(r + 0.0004, h - thick * 0.62), (r + 0.0004, h - thick * 0.5)]).scaled(1.0, oval, 1.0)
        yield Piece("seam", seam, main.darker(0.6))
    reach, ends = 0.3, 0.42
    steel = make.material == "metal"
    legs: list[Mesh] = []
    for x, y in corners(d * reach, w * reach):
        foot = (math.copysign(d * ends, x), math.copysign(w * ends, y))
        top = (x, y, h - thick * 0.6)
        legs.append(round_leg(top, foot, 0.024 if steel else 0.03, taper=0.85))
    yield Piece("leg", joined(legs), main)
    share = 0.3
    for z, offset in ((h * share, 0.0), (h * share + 0.03, 1.0)):
        t = 1.0 - z / (h - thick * 0.6)
        x, y = d * (reach + (ends - reach) * t), w * (reach + (ends - reach) * t)
        lines = (
            (((x, -y, z), (x, y, z)), ((-x, -y, z), (-x, y, z)))
            if offset == 0.0
            else (((-x, y, z), (x, y, z)), ((-x, -y, z), (x, -y, z)))
        )
        for a, b_ in lines:
            yield Piece("rung", sweep([a, b_], 0.009 if not steel else 0.006, sides=8), main.darker(0.92))


@draws("bench")
def bench(make: Making) -> Iterator[Piece]:
    """A long seat and a back of slats on iron ends with curved legs."""
    d, w, h = make.size
    luck = make.luck.child("bench")
    main = make.main
    frame = main if make.material == "metal" else plain("2a2a2c", 0.4)
    seat = make.form.surfaces[0].z * h
    back = make.form.solids[-1].x[1] * d
    thick, gap = 0.03, 0.014
    count = luck.choice((4, 5))
    start, wide = -d / 2 + 0.55 * back, (d - 0.55 * back + gap) / count
    for k in range(count):
        x = start + k * wide
        slat = padded((x, -w / 2, seat - thick), (x + wide - gap, w / 2, seat), radius=0.008)
        yield Piece("seat", grained(slat), main if k % 2 == 0 else main.darker(0.94))
    rows = luck.choice((3, 4))
    low, tall = seat + 0.09 * h, (h - seat - 0.09 * h + gap) / rows
    lean = 0.5 * back / (h - seat)
    for k in range(rows):
        z = low + k * tall
        x = -d / 2 + 0.5 * back - (z - seat) * lean
        slat = padded((x, -w / 2, z), (x + 0.022, w / 2, z + tall - gap), radius=0.007)
        yield Piece("back", grained(slat), main if k % 2 else main.darker(0.94))
    for y in (-0.43 * w, 0.43 * w):
        yield from _bench_end(make, y, seat, back, frame)


def _bench_end(make: Making, y: float, seat: float, back: float, frame: Finish) -> Iterator[Piece]:
    """What carries the slats at one end: curved legs, one of which goes up behind the back, and an arm."""
    d, _, h = make.size
    rear, front, under = -d / 2 + 0.2 * back + 0.008, d / 2 - 0.035, seat - 0.03
    upright = [(rear, y, 0.012), (rear + 0.03, y, 0.5 * seat), (rear + 0.3 * back, y, seat)]
    upright.append((-d / 2 + 0.022, y, 0.97 * h))
    leg = [(front - 0.06, y, under), (front, y, 0.72 * seat), (front - 0.035, y, 0.35 * seat)]
    leg.append((front + 0.015, y, 0.012))
    arch = [(rear + 0.04, y, 0.3 * seat), (0.0, y, 0.55 * seat), (front - 0.03, y, 0.3 * seat)]
    for path, radius in ((upright, 0.014), (leg, 0.014), (arch, 0.009)):
        yield Piece("leg", sweep(curve(path, 4), radius, flat=radius * 1.4, sides=8, up=(0.0, 1.0, 0.0)), frame)
    beam = [(rear + 0.02, y, under - 0.008), (front - 0.05, y, under - 0.008)]
    yield Piece("leg", sweep(beam, 0.012, sides=8), frame)
    side = y * 1.12
    high = seat + 0.5 * (h - seat)
    arm = [(-d / 2 + 0.6 * back, side, high), (0.0, side, high + 0.012), (front - 0.04, side, high)]
    arm += [(front, side, high - 0.03), (front - 0.03, side, 0.5 * (seat + high)), (front - 0.03, y * 1.05, under)]
    yield Piece("arm", sweep(curve(arm, 4), 0.011, flat=0.018, sides=8, up=(0.0, 1.0, 0.0)), frame)
