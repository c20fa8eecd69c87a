"""Small tools: whisks, pizza cutters, openers, straws."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.blades import Station, leaf, smooth
from casita.shapes.drawings.cutlery import polished
from casita.shapes.finish import CHROME, plain, printed
from casita.shapes.flats import block
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import ball, curve, cylinder, disc, lathe, sweep

GRIP = plain("242426", 0.3)


@draws("whisk")
def whisk(make: Making) -> Iterator[Piece]:
    """A balloon of wires at the back, on its side, and a grip that leans down to the front."""
    depth, width, h = make.size
    wire, back = 0.0013, -depth / 2
    balloon = depth * 0.55
    neck = back + balloon
    finish = polished(make)
    half_y, half_z = width / 2 - wire, h / 2 - wire
    loops = []
    count = make.luck.choice([5, 6])
    outline = [(0.0, 0.0), (0.03, 0.42), (0.12, 0.8), (0.28, 1.0), (0.5, 0.86), (0.75, 0.44), (1.0, 0.14)]
    for k in range(count):
        angle = math.pi * k / count + (0.0 if count % 2 == 0 else math.pi / 2)
        c, s = math.cos(angle), math.sin(angle)
        side = [
            (back + wire + balloon * t, r * half_y * c, h / 2 + r * half_z * s - 0.16 * h * t**2) for t, r in outline
        ]
        other = [(x, -y, h - z - 0.32 * h * t**2) for (x, y, z), (t, _) in zip(side, outline, strict=True)]
        loops.append(sweep(curve([*reversed(side), *other[1:]], 2), wire, sides=6))
    yield Piece("wires", joined(loops), finish)
    front, start_z = depth / 2, h * 0.36
    grip: list[Station] = [
        (neck - 0.012, width * 0.1, start_z, 0.0, width * 0.1),
        (neck, width * 0.13, start_z - 0.001, 0.0, h * 0.14),
        (neck + depth * 0.05, width * 0.14, h * 0.3, 0.0, h * 0.15),
        (neck + depth * 0.2, width * 0.15, h * 0.22, 0.0, h * 0.165),
        (front - 0.012, width * 0.15, h * 0.17, 0.0, h * 0.17),
        (front - 0.002, width * 0.1, h * 0.17, 0.0, h * 0.12),
    ]
    steel = make.colour == "silver" and make.luck.chance(0.6)
    yield Piece("handle", leaf(smooth(grip, 4)), finish if steel else GRIP)
    yield Piece(
        "collar",
        cylinder(width * 0.15, -0.004, 0.004, bevel=0.001, sides=20)
        .turned("y", 90.0)
        .moved(neck + 0.006, 0.0, h * 0.345),
        CHROME,
    )
    hoop = [
        (front - 0.003 + 0.0 * a, 0.006 * math.cos(a), h * 0.17 + 0.006 * math.sin(a))
        for a in np.linspace(0, 2 * math.pi, 13)[:-1]
    ]
    yield Piece("loop", sweep(hoop, 0.0011, sides=6, closed=True), CHROME)


@draws("pizza_cutter")
def pizza_cutter(make: Making) -> Iterator[Piece]:
    """A steel wheel lying flat at the back, held by a fork, with a fat grip to the front."""
    depth, width, h = make.size
    (middle, _, _), (r, ry, _) = make.middle_and_half(make.form.solids[0])
    z = h * 0.42
    wheel = (
        lathe([(0.0, -0.0012), (0.86, -0.0012), (1.0, 0.0), (0.86, 0.0012), (0.0, 0.0012)])
        .scaled(r, ry, 1.0)
        .moved(middle, 0.0, z)
    )
    yield Piece("wheel", wheel, plain("c6cbcf", 0.9))
    yield Piece(
        "edge", lathe([(1.0, 0.0002), (0.87, 0.0014)]).scaled(r, ry, 1.0).moved(middle, 0.0, z), plain("eef1f3", 0.9)
    )
    start, front = middle + r * 0.9, depth / 2
    arms = []
    for lift in (-1.0, 1.0):
        arm = curve(
            [
                (middle, 0.0, z + lift * 0.004),
                (middle + r * 0.75, 0.0, z + lift * 0.0045),
                (start + 0.012, 0.0, h * 0.5),
            ],
            4,
        )
        arms.append(sweep(arm, 0.0016, flat=width * 0.075, up=(0.0, 0.0, 1.0), sides=8))
    yield Piece("fork", joined(arms), CHROME)
    hub = [cylinder(0.007, z - 0.0075, z + 0.0075, bevel=0.002, sides=20).moved(middle)]
    yield Piece("hub", joined(hub), CHROME)
    yield Piece("hub", cylinder(0.0032, z + 0.0074, z + 0.0088, bevel=0.0006, sides=12).moved(middle), GRIP)
    half = width * 0.18
    grip: list[Station] = [
        (start + 0.002, half * 0.5, h * 0.5, 0.0, h * 0.26),
        (start + 0.01, half * 0.98, h * 0.5, 0.0, h * 0.42),
        (start + 0.03, half * 0.8, h * 0.5, 0.0, h * 0.42),
        (start + (front - start) * 0.55, half, h * 0.5, 0.0, h * 0.5),
        (front - 0.01, half * 0.85, h * 0.5, 0.0, h * 0.44),
        (front - 0.001, half * 0.5, h * 0.5, 0.0, h * 0.28),
    ]
    guard = block((start - 0.002, -width * 0.3, h * 0.26), (start + 0.008, width * 0.3, h * 0.74), bevel=0.003)
    handle = make.main._replace(texture=None) if make.colour != "silver" else make.main
    yield Piece("handle", leaf(smooth(grip, 5)), handle)
    yield Piece("guard", guard, handle)
    grooves = [
        sweep(
            [
                (start + (front - start) * t, -half * 0.72, h * 0.93),
                (start + (front - start) * t, half * 0.72, h * 0.93),
            ],
            0.0011,
            sides=6,
        )
        for t in (0.42, 0.5, 0.58, 0.66)
    ]
    yield Piece("grooves", joined(grooves), handle.darker(0.6))


@draws("can_opener")
def can_opener(make: Making) -> Iterator[Piece]:
    """Two long grips lying side by side, a cutting wheel in front and a wing to turn on top."""
    depth, width, h = make.size
    back, front = -depth / 2, depth / 2
    luck = make.luck
    joint = front - depth * 0.17
    z = h * 0.22
    colour = make.main._replace(texture=None)
    metal = polished(make) if make.colour == "silver" else CHROME
    for way in (-1.0, 1.0):
        arm: list[Station] = [
            (back + depth * x, width * across, z, 0.0, h * thick)
            for x, across, thick in (
                (0.0, 0.12, 0.12),
                (0.02, 0.2, 0.19),
                (0.16, 0.22, 0.22),
                (0.5, 0.17, 0.2),
                (0.6, 0.15, 0.16),
                (0.64, 0.09, 0.1),
            )
        ]
        lean = width * 0.25 * way
        sleeved = make.colour in ("silver", "white")
        yield Piece("grip", leaf(smooth(arm, 4), middle=lean), GRIP if sleeved else colour)
        if make.colour == "white":
            inlay: list[Station] = [
                (x, 0.72 * across, z + 0.35 * thick, 0.0, 0.72 * thick) for x, across, z, _, thick in arm[1:-1]
            ]
            yield Piece("inlay", leaf(smooth(inlay, 4), middle=lean), colour)
        bar = curve(
            [(back + depth * 0.6, lean, z), (back + depth * 0.72, lean * 0.8, z), (joint + 0.012, lean * 0.5, z)], 4
        )
        yield Piece("arm", sweep(bar, 0.002, flat=width * 0.1, up=(0.0, 0.0, 1.0), sides=8), metal)
    plate = block((joint - 0.014, -width * 0.24, z - 0.002), (front - 0.006, width * 0.24, z + 0.003), bevel=0.0018)
    yield Piece("plate", plate, metal)
    nose = cylinder(width * 0.24, z - 0.002, z + 0.003, bevel=0.0015, sides=28).moved(front - width * 0.24 - 0.001)
    yield Piece("plate", nose, metal)
    teeth = [
        block((-0.0014, 0.0, -0.002), (0.0014, 0.0088, 0.002), bevel=0.0004, fine=1).turned("z", k * 30.0)
        for k in range(12)
    ]
    gear = joined([cylinder(0.0072, -0.002, 0.002, sides=20), *teeth]).moved(front - 0.013, width * 0.2, z + 0.0065)
    yield Piece("gear", gear, plain("85898d", 0.7))
    cutter = lathe([(0.0, -0.0008), (0.0095, 0.0), (0.0, 0.0008)], sides=28).moved(
        front - 0.0125, -width * 0.12, z + 0.0055
    )
    yield Piece("cutter", cutter, plain("dfe3e6", 0.9))
    hubs = [
        cylinder(0.003, z, z + 0.0105, bevel=0.0008, sides=14).moved(front - 0.0128, width * share)
        for share in (0.2, -0.12)
    ]
    yield Piece("rivets", joined(hubs), CHROME)
    yield Piece("axle", cylinder(0.0042, z, h * 0.88, sides=16).moved(joint), metal)
    span = width * 0.485
    rows = [
        (-1.0, 0.0035, 0.05),
        (-0.9, 0.0048, 0.13),
        (-0.55, 0.0042, 0.15),
        (-0.12, 0.0045, 0.09),
        (0.12, 0.0045, 0.09),
    ]
    rows += [(0.55, 0.0042, 0.15), (0.9, 0.0048, 0.13), (1.0, 0.0035, 0.05)]
    wing: list[Station] = [(span * x, across, 0.0, 0.0, h * thick) for x, across, thick in rows]
    turned = leaf(smooth(wing, 4)).turned("z", luck.choice([78.0, 90.0, 102.0])).moved(joint, 0.0, h * 0.85)
    yield Piece("wing", turned, colour if luck.chance(0.5) else metal)
    yield Piece("rivets", ball(0.0045, 0.0045, 0.002, sides=14).moved(joint, 0.0, h * 0.955), CHROME)


@draws("bottle_opener")
def bottle_opener(make: Making) -> Iterator[Piece]:
    """A flat bar with a ring in front that has a tooth in it; some have a grip."""
    depth, width, h = make.size
    back, front, half = -depth / 2, depth / 2, width / 2
    thick, z = h * 0.24, h * 0.5
    finish = polished(make)
    r = half
    x = front - r * 1.15
    hoop = [
        (x + 1.15 * (r - 0.0042) * math.cos(a), (r - 0.0042) * math.sin(a), z)
        for a in np.linspace(0, 2 * math.pi, 29)[:-1]
    ]
    yield Piece("ring", sweep(hoop, thick, flat=0.0042, sides=10, closed=True), finish)
    tooth: list[Station] = [
        (x - r * 1.15 + 0.002, half * 0.45, z, 0.0, thick),
        (x - r * 0.62, half * 0.4, z + thick * 0.6, 0.0, thick * 0.6),
        (x - r * 0.4, half * 0.26, z + thick, 0.0, thick * 0.4),
    ]
    yield Piece("tooth", leaf(smooth(tooth, 3)), finish)
    neck = x - r * 1.1
    shaft: list[Station] = [
        (back, half * 0.3, z, 0.0, h * 0.3),
        (back + 0.004, half * 0.55, z, 0.0, h * 0.46),
        (back + 0.016, half * 0.66, z, 0.0, h * 0.5),
        (back + depth * 0.35, half * 0.46, z, 0.0, h * 0.46),
        (neck - 0.012, half * 0.4, z, 0.0, h * 0.36),
        (neck + 0.003, half * 0.55, z, 0.0, thick),
    ]
    yield Piece("handle", leaf(smooth(shaft, 4)), finish)
    pad = make.luck.choice([GRIP, plain("6e4426", 0.3).with_texture("wood", 0.12), None])
    if pad is not None:
        inlay: list[Station] = [
            (back + depth * 0.07, half * 0.2, z + h * 0.4, 0.0, h * 0.06),
            (back + depth * 0.12, half * 0.42, z + h * 0.4, 0.0, h * 0.1),
            (neck - 0.03, half * 0.3, z + h * 0.36, 0.0, h * 0.1),
            (neck - 0.022, half * 0.14, z + h * 0.34, 0.0, h * 0.05),
        ]
        yield Piece("inlay", leaf(smooth(inlay, 4)), pad)
    yield Piece(
        "collar",
        block((neck - 0.012, -half * 0.46, z - h * 0.4), (neck - 0.006, half * 0.46, z + h * 0.4), bevel=0.001),
        CHROME,
    )
    hole = disc(0.0032, 0.0, sides=14).moved(back + 0.012, 0.0, z + h * 0.47)
    yield Piece("hole", hole, plain("101010", 0.05))


@draws("drinking_straw")
def drinking_straw(make: Making) -> Iterator[Piece]:
    """A straight tube with a stripe that winds round it, or of bare steel; some have a bend that folds."""
    depth, width, h = make.size
    r = min(width, h) / 2
    inner = r * 0.8
    luck = make.luck
    length = depth
    tube = [
        (inner, 0.0),
        (r * 0.97, 0.0),
        (r, 0.0004),
        (r, length - 0.0004),
        (r * 0.97, length),
        (inner, length),
        (inner, 0.0),
    ]
    shell = lathe(tube[1:5], sides=24, unit_uv=True)
    bore = lathe([(r * 0.98, length), (inner, length), (inner, 0.0), (r * 0.98, 0.0)], sides=24)
    finish = make.main
    if make.material != "metal":
        white = (0.95, 0.95, 0.93)
        accent = (
            luck.choice([(0.8, 0.12, 0.14), (0.15, 0.4, 0.72), (0.2, 0.55, 0.3)])
            if make.colour in ("white", "yellow")
            else white
        )
        if make.material == "paper" or luck.chance(0.6):
            finish = printed("spiral_stripes", 0.3, ground=make.rgb, colour=accent, turns=luck.choice([10, 14, 18]))

    def laid(mesh: Mesh) -> Mesh:
        return mesh.turned("y", 90.0).scaled(1.0, width / 2 / r, h / 2 / r).moved(-depth / 2, 0.0, h / 2)

    yield Piece("tube", laid(shell), finish)
    yield Piece("bore", laid(bore), make.main.darker(0.8))
    if make.material == "plastic" and luck.chance(0.6):
        folds = []
        start = length * 0.74
        for k in range(9):
            z = start + k * 0.0022
            folds += [(r * 0.999, z), (r * 0.9, z + 0.0011)]
        yield Piece(
            "bend", laid(lathe([(p[0] + 0.0001, p[1]) for p in folds], sides=24, crease=10.0)), make.main.darker(0.88)
        )
