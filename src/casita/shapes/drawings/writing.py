"""Things to write with and to rub out: pens, pencils, erasers, sharpeners."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.bodies import readable_on
from casita.shapes.finish import CHROME, DARK, STEEL, plain, printed, rgb, shade
from casita.shapes.flats import block, face, prism, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import Profile, curve, cylinder, disc, lathe

WOOD = plain("dcb484", 0.1).with_texture("wood", 0.08)
GRAPHITE = plain("2c2c30", 0.3)


def along_x(profile: Profile, make: Making, sides: int = 24) -> Mesh:
    """A profile of (radius as a fraction of the half box, place along x) points turned about a lying axis."""
    _, w, h = make.size
    return lathe(profile, sides=sides).turned("y", 90.0).scaled(1.0, w / 2, h / 2).moved(0.0, 0.0, h / 2)


@draws("pen")
def pen(make: Making) -> Iterator[Piece]:
    """A ball pen: one with a button, a clip and a rubber grip, or one with a cap."""
    d, w, h = make.size
    luck = make.luck.child("pen")
    tip, back = d / 2, -d / 2
    metal = CHROME if luck.chance(0.7) else plain("c9a44c", 0.9)
    yield Piece("point", along_x([(0.1, tip - 0.004), (0.1, tip), (0.0, tip)], make, 12), STEEL)
    if luck.chance(0.6):
        cone = curve([(0.78, tip - 0.16 * d), (0.66, tip - 0.08 * d), (0.3, tip - 0.012 * d), (0.14, tip - 0.003)], 4)
        yield Piece("cone", along_x([(0.0, tip - 0.16 * d), *cone, (0.0, tip - 0.003)], make), metal)
        grip: list[tuple[float, float]] = []
        for k in range(9):
            x = tip - (0.36 - 0.024 * k) * d
            grip += [(0.78, x), (0.86, x + 0.004 * d), (0.86, x + 0.018 * d), (0.78, x + 0.023 * d)]
        yield Piece(
            "grip", along_x(grip, make), plain("2a2a2d", 0.1) if make.colour != "black" else plain("77797d", 0.1)
        )
        barrel = [
            (0.0, back + 0.09 * d),
            (0.8, back + 0.09 * d),
            (0.9, back + 0.1 * d),
            (0.9, tip - 0.37 * d),
            (0.0, tip - 0.37 * d),
        ]
        yield Piece("barrel", along_x(barrel, make), make.main)
        yield Piece(
            "ring", along_x([(0.92, back + 0.3 * d), (0.96, back + 0.305 * d), (0.92, back + 0.32 * d)], make), metal
        )
        button = [(0.0, back), (0.4, back), (0.45, back + 0.01), (0.45, back + 0.09 * d), (0.0, back + 0.09 * d)]
        yield Piece("button", along_x(button, make), metal)
    else:
        body = [(0.0, back), (0.6, back), (0.66, back + 0.01), (0.66, tip - 0.3 * d), (0.0, tip - 0.3 * d)]
        yield Piece("barrel", along_x(body, make), make.main)
        cap = [
            (0.0, tip - 0.36 * d),
            (0.84, tip - 0.36 * d),
            (0.88, tip - 0.35 * d),
            (0.8, tip - 0.03 * d),
            (0.5, tip),
            (0.0, tip),
        ]
        yield Piece("cap", along_x(cap, make), make.main)
        yield Piece("plug", along_x([(0.0, back), (0.5, back), (0.5, back - 0.0001), (0.0, back)], make), DARK)
        for x in (back + 0.02 * d, tip - 0.37 * d):
            yield Piece(
                "ring", along_x([(0.66, x), (0.9, x + 0.002), (0.9, x + 0.006), (0.66, x + 0.008)], make), metal
            )
    near = back + 0.1 * d if luck.chance(0.5) else back + 0.11 * d
    clip = block((near, -0.12 * w, h * 0.92), (near + 0.26 * d, 0.12 * w, h), bevel=0.0005)
    foot = block((near, -0.12 * w, h * 0.7), (near + 0.012 * d, 0.12 * w, h * 0.97), bevel=0.0005)
    yield Piece("clip", joined([clip, foot]), metal)
    belly = block((-0.05 * d, -0.1 * w, 0.0), (0.05 * d, 0.1 * w, 0.1 * h), bevel=0.0004)
    yield Piece("barrel", belly, make.main)
    yield Piece(
        "print",
        _strip(make, -0.06 * d, 0.1 * d, h * 0.955),
        printed("name_print", 0.1, ground=make.rgb, letters=readable_on(make.rgb), text="Writewell", shape=6.0),
    )


def _strip(make: Making, x0: float, x1: float, z: float) -> Mesh:
    """A small print on top of a lying round thing, read from its left side."""
    w = make.size[1]
    return sheet((x1, 0.16 * w, z), (x0 - x1, 0.0, 0.0), (0.0, -0.32 * w, 0.0))


@draws("pencil")
def pencil(make: Making) -> Iterator[Piece]:
    """Six painted sides, a sharpened point, a metal sleeve with a rubber in it."""
    d, w, h = make.size
    luck = make.luck.child("pencil")
    tip, back = d / 2, -d / 2
    cone = min(0.13 * d, 0.024)
    rubbered = luck.chance(0.75)
    end = back + 0.12 * d if rubbered else back
    corners = [(math.cos(math.radians(60 * k + 30)), math.sin(math.radians(60 * k + 30))) for k in range(6)]
    flat = math.cos(math.radians(30))
    hexagon = [(y / flat * w / 2, z * h / 2) for y, z in corners]
    body = prism(hexagon, end, tip - cone, crease=20.0)
    # the prism's x, y and z become y, z and x
    lying = body.each(
        lambda level: level._replace(points=level.points[:, [2, 0, 1]], normals=level.normals[:, [2, 0, 1]])
    )
    yield Piece("body", lying.moved(0.0, 0.0, h / 2), make.main._replace(shine=0.35))
    point = [(0.98, tip - cone), (0.28, tip - 0.28 * cone), (0.0, tip - 0.28 * cone)]
    yield Piece("wood", along_x(point, make), WOOD)
    yield Piece("lead", along_x([(0.27, tip - 0.29 * cone), (0.0, tip)], make, 12), GRAPHITE)
    if rubbered:
        sleeve = [(0.9, end - 0.065 * d), (1.0, end - 0.06 * d), (0.92, end - 0.05 * d), (1.0, end - 0.04 * d)]
        sleeve += [(0.92, end - 0.03 * d), (1.0, end - 0.02 * d), (0.96, end + 0.006 * d), (0.5, end + 0.006 * d)]
        yield Piece("sleeve", along_x(sleeve, make), CHROME if luck.chance(0.6) else plain("c8a24a", 0.8))
        rubber = [(0.0, back), (0.6, back), (0.88, back + 0.006), (0.88, end - 0.06 * d)]
        yield Piece("rubber", along_x(rubber, make), plain("dd8f92", 0.0))
    else:
        yield Piece("lead", along_x([(0.0, back - 0.0002), (0.3, back - 0.0002)], make, 12).inside_out(), GRAPHITE)
        band = [(1.0, back + 0.04 * d), (1.0, back + 0.07 * d)]
        yield Piece("band", along_x(band, make), plain("e8dcae", 0.3))
    gold = rgb("d8bb62") if total_of(make.rgb) < 1.5 else rgb("2c2c30")
    words = printed("name_print", 0.2, ground=make.rgb, letters=gold, text="SCHOOL  HB 2", shape=9.0)
    yield Piece("print", _strip(make, end + 0.06 * d, end + 0.3 * d, h + 0.0001), words)


@draws("eraser")
def eraser(make: Making) -> Iterator[Piece]:
    """A soft block: in a paper sleeve, or slanted at its ends with a name stamped on it."""
    d, w, h = make.size
    luck = make.luck.child("eraser")
    low, high = (-d / 2, -w / 2, 0.0), (d / 2, w / 2, h)
    if luck.chance(0.5) and make.colour != "pink":
        yield Piece("rubber", block(low, high, bevel=0.0022), make.main)
        stripe = ("2c4f9e", "26262a", "1f7a4d")[luck.below(3)]
        start = -w / 2 + 0.46 * w
        off = 0.0003
        sleeve = block((-d / 2 - off, start, -off), (d / 2 + off, w / 2 - 0.04 * w, h + off), bevel=0.001)
        yield Piece("sleeve", sleeve, plain("f0eee6", 0.1))
        name = printed("name_print", 0.1, ground=rgb(stripe), letters=rgb("f6f6f2"), text="PLASTIC", shape=2.0)
        yield Piece(
            "sleeve",
            face("top", (-d / 2 + 0.002, start, 0.0), (d / 2 - 0.002, start + 0.34 * w, h + off), 0.0003),
            name,
        )
        for side in ("front", "back"):
            strip = face(
                "front" if side == "front" else "back",
                (-d / 2 - off, start, 0.001),
                (d / 2 + off, start + 0.34 * w, h - 0.001),
            )
            yield Piece("sleeve", strip, plain(stripe, 0.1))
        return
    lean = 0.3 * h
    body = block((-d / 2, -w / 2 + lean, 0.0), (d / 2, w / 2 - lean, h), bevel=0.0014)
    slanted = body.bent(lambda p: np.column_stack([p[:, 0], p[:, 1] + (p[:, 2] / h - 0.5) * 2 * lean, p[:, 2]]))
    two_tone = luck.chance(0.4)
    yield Piece("rubber", slanted, make.main)
    name = printed("name_print", 0.0, ground=make.rgb, letters=shade(make.rgb, 0.55), text="SOFT", shape=2.2)
    yield Piece("stamp", face("top", (-0.36 * d, -0.26 * w, 0.0), (0.36 * d, 0.26 * w, h), 0.0002), name)
    if two_tone:
        half = block((-d / 2 - 0.0002, 0.28 * w, -0.0001), (d / 2 + 0.0002, w / 2 - lean, h + 0.0003), bevel=0.0014)
        leaning = half.bent(lambda p: np.column_stack([p[:, 0], p[:, 1] + (p[:, 2] / h - 0.5) * 2 * lean, p[:, 2]]))
        yield Piece("ink_end", leaning, plain("3f5f8f" if make.colour != "blue" else "c8605c", 0.0))


@draws("pencil_sharpener")
def pencil_sharpener(make: Making) -> Iterator[Piece]:
    """A wedge with finger grips, a blade held by a screw, and a hole for the pencil in front."""
    d, w, h = make.size
    waist = 0.16 * w
    side = [(x * d / 2, -w / 2 + waist * (1 - (x / 0.9) ** 2) * (abs(x) < 0.9)) for x in np.linspace(-1, 1, 13)]
    outline = [*side, *((-x, -y) for x, y in side)]
    body = prism(outline, 0.0, h * 0.9, bevel=0.0012)
    sloping = body.bent(lambda p: np.column_stack([p[:, 0], p[:, 1], p[:, 2] * (0.87 + 0.12 * p[:, 0] / (d / 2))]))
    yield Piece("body", sloping, make.main)
    for k in range(3):
        ridge = 0.12 * d * (k - 1)
        for sign in (1.0, -1.0):
            y = sign * (w / 2 - waist + 0.0003)
            rib = block((ridge - 0.0006, y - 0.0006, h * 0.1), (ridge + 0.0006, y + 0.0006, h * 0.66), bevel=0.0003)
            yield Piece("ribs", rib, make.main.darker(0.7))
    lean = math.degrees(math.atan2(0.24 * 0.9 * h, d))
    blade = block((-0.44 * d, -0.26 * w, 0.0), (0.42 * d, 0.2 * w, 0.0008), bevel=0.0002).turned("y", -lean)
    top = 0.87 * 0.9 * h
    yield Piece("blade", blade.moved(0.0, 0.0, top), STEEL)
    edge = block((-0.44 * d, 0.2 * w, -0.0002), (0.42 * d, 0.26 * w, 0.0004), bevel=0.0001).turned("y", -lean)
    yield Piece("blade", edge.moved(0.0, 0.0, top), CHROME)
    slot = block((-0.4 * d, 0.26 * w, -0.0004), (0.44 * d, 0.36 * w, 0.0002), bevel=0.0001).turned("y", -lean)
    yield Piece("slot", slot.moved(0.0, 0.0, top), plain("1b1b1d", 0.0))
    head = joined([cylinder(0.11 * w, 0.0, 0.21 * h, bevel=0.0004, sides=20)])
    screw = head.moved(0.0, -0.03 * w, top)
    yield Piece("screw", screw, plain("c8a652", 0.8))
    cross = block(
        (-0.08 * w, -0.03 * w - 0.0004, top + 0.205 * h), (0.08 * w, -0.03 * w + 0.0004, top + 0.216 * h), bevel=0.0001
    )
    yield Piece("screw", cross, DARK)
    hole = disc(0.3 * h, sides=24).turned("y", 90.0).moved(d / 2 + 0.0003, 0.0, 0.46 * h)
    yield Piece("hole", hole, plain("161616", 0.0))
    lip = lathe([(0.3 * h, 0.0), (0.36 * h, 0.0), (0.36 * h, 0.0006), (0.3 * h, 0.0006)], sides=24)
    yield Piece("hole", lip.turned("y", 90.0).moved(d / 2 - 0.0001, 0.0, 0.46 * h), make.main.darker(0.8))
