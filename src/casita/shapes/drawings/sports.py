"""Things for sport: bat, basketball, dumbbell, racket."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.bodies import belt, blob, oval, readable_on, slab
from casita.shapes.finish import CHROME, Finish, plain, printed, rgb, shade
from casita.shapes.flats import block, prism, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined, unit
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, disc, lathe, sweep


@draws("baseball_bat")
def baseball_bat(make: Making) -> Iterator[Piece]:
    """A long club that lies: thick behind, a wound grip and a knob in front."""
    d, w, h = make.size
    luck = make.luck.child("bat")
    x0 = -d / 2

    def turned(profile: list[tuple[float, float]]) -> Mesh:
        return lathe(profile, sides=32).turned("y", 90.0).scaled(1.0, w / 2, h / 2).moved(0.0, 0.0, h / 2)

    def line(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(r, x) for r, x in curve([(r, x0 + x * d) for r, x in points], 3)]

    club = line(
        [(0.72, 0.0), (0.93, 0.012), (0.99, 0.05), (1.0, 0.16), (0.97, 0.3), (0.82, 0.46), (0.6, 0.6), (0.44, 0.74)]
    )
    yield Piece("club", turned([(0.0, x0), *club, (0.0, x0 + 0.74 * d)]), make.main)
    grip = Finish(rgb("26262a") if make.colour != "black" else rgb("9a2a26"), shine=0.05).with_texture("wound", 0.035)
    handle = line([(0.47, 0.735), (0.44, 0.76), (0.4, 0.86), (0.41, 0.95), (0.44, 0.972)])
    yield Piece("grip", turned([(0.0, x0 + 0.735 * d), *handle]), grip)
    knob = line([(0.44, 0.968), (0.6, 0.976), (0.64, 0.988), (0.56, 0.998)])
    yield Piece("knob", turned([*knob, (0.0, d / 2)]), make.main)
    rings = [turned(line([(r, at), (r, at + 0.006)])) for r, at in ((1.006, 0.2), (1.004, 0.22), (0.68, 0.56))]
    band = plain("26262a" if make.colour != "black" else "c8a24a", 0.3)
    yield Piece("bands", joined(rings), band)
    if make.material == "metal":
        yield Piece("cap", turned(line([(0.74, -0.0005), (0.95, 0.012), (1.004, 0.035)])), band)
    name = printed(
        "name_print",
        0.3,
        ground=make.rgb,
        letters=readable_on(make.rgb),
        text=luck.choice(("SLUGGER", "HOME RUN", "ACE")),
        shape=8.0,
    )
    z, y = h / 2, w / 2
    for sign in (1.0, -1.0):
        lean = math.radians(52.0)
        up = (0.0, -sign * 0.2 * w * math.sin(lean), 0.2 * h * math.cos(lean))
        middle = (x0 + 0.11 * d, sign * y * math.cos(lean * 0.72), z + h / 2 * math.sin(lean * 0.72))
        start = (middle[0] + sign * 0.085 * d, middle[1] - up[1] / 2 + sign * 0.001, middle[2] - up[2] / 2 + 0.001)
        yield Piece("print", sheet(start, (-sign * 0.17 * d, 0.0, 0.0), up), name)


@draws("basket_ball")
def basket_ball(make: Making) -> Iterator[Piece]:
    """An orange ball with pebbled skin and dark seams."""
    d, w, h = make.size
    radius = 0.992
    luck = make.luck.child("ball")
    skin = blob((radius, radius, radius), (0.0, 0.0, 0.0), 40)
    lean, turn = luck.uniform(-35.0, 35.0), luck.uniform(0.0, 90.0)

    def placed(mesh: Mesh) -> Mesh:
        posed = mesh.turned("x", lean).turned("z", turn)
        return posed.scaled(d / 2, w / 2, h / 2).moved(0.0, 0.0, h / 2)

    yield Piece("skin", placed(skin), make.main.with_texture("pebbles", 0.36)._replace(shine=0.12))
    seam = plain("1b1916", 0.05)
    angles = np.radians(np.arange(0.0, 360.0, 9.0))
    c, s, zero = np.cos(angles), np.sin(angles), np.zeros(len(angles))
    loops = [np.column_stack([c, s, zero]), np.column_stack([c, zero, s])]
    for sign in (1.0, -1.0):
        loops.append(unit(np.column_stack([c, sign * (0.72 - 0.3 * np.cos(2 * angles)), s])))
    for loop in loops:
        yield Piece("seams", placed(belt(loop * 0.985, loop, 0.016)), seam)


@draws("dumbbell")
def dumbbell(make: Making) -> Iterator[Piece]:
    """Two heavy heads on a short bar: six-sided, or round plates with collars."""
    d, w, h = make.size
    luck = make.luck.child("dumbbell")
    bar = (
        plain("c3c6ca", 0.8).with_texture("knurl", 0.02)
        if make.colour != "silver"
        else plain("85888c", 0.6).with_texture("knurl", 0.02)
    )
    grip = curve([(0.12, -0.24), (0.13, -0.16), (0.155, 0.0), (0.13, 0.16), (0.12, 0.24)], 4)
    handle = lathe([(r * h, x * d) for r, x in grip], sides=32).turned("y", 90.0).moved(0.0, 0.0, h / 2)
    yield Piece("bar", handle, bar)
    kilos = luck.choice(("2", "3", "4", "5"))
    if luck.chance(0.6):
        corners = [(math.cos(math.radians(60 * k)), math.sin(math.radians(60 * k))) for k in range(6)]
        flat = math.cos(math.radians(30))
        outline = [(x * w / 2, y / flat * h / 2) for x, y in corners]
        head = prism(outline, 0.0, 0.28 * d, bevel=0.014)
        lying = head.each(
            lambda level: level._replace(points=level.points[:, [2, 0, 1]], normals=level.normals[:, [2, 0, 1]])
        )
        heads = joined([lying.moved(-d / 2, 0.0, h / 2), lying.moved(d / 2 - 0.28 * d, 0.0, h / 2)])
        yield Piece("heads", heads, make.main._replace(texture=None, shine=0.25))
        caps = 0.27 * h
    else:
        plates = []
        for start, thick, size in ((0.0, 0.05, 0.3), (0.055, 0.1, 0.42), (0.16, 0.115, 0.5)):
            low, high = start * d, (start + thick) * d
            plates.append(cylinder(size * h, low, high, bevel=0.005, sides=40))
        side = joined(plates).scaled(1.0, w / h, 1.0).turned("y", 90.0)
        both = joined([side.moved(-d / 2, 0.0, h / 2), side.scaled(-1.0).moved(d / 2, 0.0, h / 2)])
        yield Piece("heads", both, make.main._replace(texture=None))
        groove = (
            lathe([(0.44 * h, 0.0), (0.46 * h, 0.001), (0.48 * h, 0.0)], sides=40)
            .scaled(1.0, w / h, 1.0)
            .turned("y", 90.0)
        )
        yield Piece(
            "grooves", groove.moved(-d / 2 + 0.276 * d, 0.0, h / 2).scaled(-1.0), plain(shade(make.rgb, 0.6), 0.2)
        )
        caps = 0.2 * h
    ring = lathe([(0.1 * h, 0.0), (caps, 0.0), (caps, 0.0008), (0.0, 0.0008)], sides=32).turned("y", 90.0)
    number = printed(
        "name_print", 0.2, ground=shade(make.rgb, 1.25), letters=readable_on(make.rgb), text=kilos + " kg", shape=1.6
    )
    yield Piece("caps", ring.moved(d / 2, 0.0, h / 2), plain(shade(make.rgb, 1.25), 0.4))
    half = caps * 0.62
    plate = sheet((d / 2 + 0.0009, -half, h / 2 - half * 0.7), (0.0, 2 * half, 0.0), (0.0, 0.0, 1.4 * half))
    yield Piece("number", plate, number)
    for sign in (1.0, -1.0):
        collar = cylinder(0.16 * h, 0.0, 0.02 * d, bevel=0.002, sides=28).turned("y", 90.0)
        yield Piece("collars", collar.moved(sign * 0.23 * d - 0.01 * d, 0.0, h / 2), CHROME)


@draws("tennis_racket")
def tennis_racket(make: Making) -> Iterator[Piece]:
    """An oval frame with strings, an open throat and a wound grip; its handle to the front."""
    d, w, h = make.size
    luck = make.luck.child("racket")
    z = h / 2
    tube = 0.27 * h
    a, b = 0.265 * d, w / 2 - tube * 0.8
    middle = -d / 2 + a + tube * 0.8
    frame = belt(*oval(middle, 0.0, z, (a, b), 48), tube * 0.8, flat=tube, sides=14)
    yield Piece("frame", frame, make.main._replace(texture=None))
    stripe = plain("f2f0ea" if total_of(make.rgb) < 1.9 else "23252a", 0.3)
    for k in (0, 1):
        arc = [
            (middle + (a + tube * 0.72) * math.cos(t), (b + tube * 0.72) * math.sin(t), z)
            for t in np.radians(np.linspace(70 + 180 * k, 130 + 180 * k, 12))
        ]
        yield Piece("stripe", sweep(arc, tube * 0.5, flat=tube * 0.16, sides=8), stripe)
    strings = []
    thin = 0.0007
    along_x = sweep([(-1.0, 0.0, 0.0), (1.0, 0.0, 0.0)], thin, sides=4)
    along_y = sweep([(0.0, -1.0, 0.0), (0.0, 1.0, 0.0)], thin, sides=4)
    for k in range(16):
        y = b * 0.93 * (2 * (k + 0.5) / 16 - 1)
        half = a * math.sqrt(max(1 - (y / b) ** 2, 0.0))
        strings.append(along_x.scaled(half).moved(middle, y, z))
    for k in range(19):
        x = a * 0.95 * (2 * (k + 0.5) / 19 - 1)
        half = b * math.sqrt(max(1 - (x / a) ** 2, 0.0))
        strings.append(along_y.scaled(1.0, half).moved(middle + x, 0.0, z + thin))
    yield Piece("strings", joined(strings), plain("f1efe0" if luck.chance(0.7) else "d7e04a", 0.1))
    join = -d / 2 + 0.66 * d
    for sign in (1.0, -1.0):
        arm = curve(
            [
                (middle + a * 0.84, sign * b * 0.56, z),
                (middle + a * 1.12, sign * b * 0.28, z),
                (join, sign * 0.024 * w, z),
                (join + 0.06 * d, sign * 0.02 * w, z),
            ],
            5,
        )
        yield Piece("throat", sweep(arm, tube * 0.95, flat=tube * 0.75, sides=12), make.main._replace(texture=None))
    yield Piece(
        "throat",
        sweep([(join - 0.01 * d, 0.0, z), (join + 0.1 * d, 0.0, z)], tube * 1.1, flat=0.055 * w, sides=16),
        make.main._replace(texture=None),
    )
    grip = Finish(rgb("23242a") if make.colour != "black" else rgb("e6e6e2"), shine=0.05).with_texture("wound", 0.03)
    bar = slab((-0.5 * h, -0.06 * w, 0.0), (0.5 * h, 0.06 * w, 0.29 * d), radius=0.018, bevel=0.002)
    yield Piece("grip", bar.turned("y", 90.0).moved(d / 2 - 0.29 * d, 0.0, z), grip)
    butt = slab((-0.5 * h, -0.066 * w, 0.0), (0.5 * h, 0.066 * w, 0.02 * d), radius=0.018, bevel=0.002)
    yield Piece("butt", butt.turned("y", 90.0).moved(d / 2 - 0.02 * d, 0.0, z), plain("1c1d20", 0.2))
    collar = block(
        (d / 2 - 0.3 * d, -0.064 * w, z - 0.46 * h), (d / 2 - 0.28 * d, 0.064 * w, z + 0.46 * h), bevel=0.006
    )
    yield Piece("collar", collar, stripe)
    damper = disc(0.008, sides=16).moved(middle + a * 0.9, 0.0, z + 0.002)
    yield Piece("damper", damper, plain("d8342c", 0.2))
