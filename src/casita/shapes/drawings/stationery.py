"""Things of the desk that stick, cut, staple and keep pencils."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.bodies import belt, copies, open_box, oval, readable_on, slab
from casita.shapes.drawings.lofting import loft, ovals
from casita.shapes.finish import BLACK, CHROME, DARK, STEEL, Finish, mixed, plain, printed, rgb, shade
from casita.shapes.flats import block, face, prism, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, lathe, sweep


@draws("adhesive_tape")
def adhesive_tape(make: Making) -> Iterator[Piece]:
    """A roll on a core; it gets thinner until only the core is left."""
    d, w, h = make.size
    radius, hole = d / 2, 0.72 * d / 2
    core = hole + 0.05 * radius
    card = plain("b98f5e", 0.0) if make.luck.child("tape").chance(0.6) else plain("e9e9e4", 0.3)
    yield Piece("core", _tube(hole, core, 0.04 * h, 0.96 * h).scaled(1.0, w / d), card)
    clear = make.colour == "transparent"
    finish = (
        make.main._replace(opacity=0.62, colour=rgb("d9dccb"), shine=0.8) if clear else make.main._replace(shine=0.5)
    )
    ends = finish.darker(0.9)
    line = lathe([(1.01, h + 0.0002), (1.0, h + 0.0002)])
    ranges = ((0.75, 1.0, 1.0), (0.3, 0.75, 0.5), (0.0, 0.3, 0.2))
    for low, high, share in ranges:
        outer = core + (radius - core) * share
        roll = lathe([(outer, 0.0), (outer, h)])
        yield Piece("tape", roll.scaled(1.0, w / d), finish, amount=(low, high))
        sides = joined([lathe([(core, 0.0), (outer, 0.0)]), lathe([(outer, h), (core, h)])])
        yield Piece("tape", sides.scaled(1.0, w / d), ends, amount=(low, high))
        for k in (0.3, 0.6, 0.85):
            at = core + (outer - core) * k
            yield Piece("layers", line.scaled(at, at * w / d), finish.darker(0.75), amount=(low, high))
        flap = block((outer * 0.55, outer * 0.72, 0.0), (outer * 0.63, outer * 0.73, h), bevel=0.0002)
        turned = flap.turned("z", 6.0)
        yield Piece("end", turned, finish.darker(0.85), amount=(low, high))


def _tube(inner: float, outer: float, low: float, high: float) -> Mesh:
    return lathe([(inner, low), (outer, low), (outer, high), (inner, high), (inner, low)])


@draws("scissors")
def scissors(make: Making) -> Iterator[Piece]:
    """Two crossed blades on a screw, each with a loop for the fingers; a little open."""
    d, w, h = make.size
    luck = make.luck.child("scissors")
    pivot, bar = 0.04 * d, 0.46 * h
    wide = luck.uniform(0.9, 1.0)
    for sign, z in ((1.0, h * 0.34), (-1.0, h * 0.66)):
        outline = [(-0.06 * d, -0.055 * w), (0.1 * d, -0.115 * w), (0.34 * d, -0.09 * w), (0.5 * d - pivot, -0.005 * w)]
        outline += [(0.5 * d - pivot, 0.005 * w), (0.34 * d, 0.035 * w), (0.1 * d, 0.055 * w), (-0.06 * d, 0.055 * w)]
        blade = prism(outline, -0.13 * h, 0.13 * h, bevel=0.0006).scaled(1.0, sign, 1.0)
        tip = 5.0 * sign
        yield Piece("blade", blade.turned("z", tip).moved(pivot, 0.0, z), STEEL)
        ground = sheet((0.05 * d, 0.02 * w, 0.0), (0.38 * d, -0.008 * w, 0.0), (0.0, 0.026 * w, 0.0))
        shine = ground.moved(0.0, 0.0, 0.13 * h + 0.0002).scaled(1.0, sign)
        yield Piece("edge", shine.turned("z", tip).moved(pivot, 0.0, z), plain("e6e9ec", 0.9))
        middle = -sign * 0.25 * w
        loop_x = -0.345 * d
        a, b = 0.155 * d - bar * 0.5, 0.25 * w * wide - bar * 0.5
        loop = belt(*oval(loop_x, middle, h / 2, (a, b), 28), bar * 0.62, flat=0.5 * h, sides=12)
        yield Piece("handle", loop, make.main)
        arm = curve(
            [
                (loop_x + a * 0.8, middle * 0.62, h / 2),
                (-0.1 * d, -sign * 0.09 * w, h / 2),
                (pivot + 0.005 * d, 0.0, z),
            ],
            3,
        )
        yield Piece("handle", sweep(arm, [0.42 * h, *[0.36 * h] * (len(arm) - 2), 0.2 * h], flat=bar * 0.9), make.main)
    screw = cylinder(0.085 * w, h * 0.18, h * 0.92, bevel=0.0006, sides=24).moved(pivot)
    yield Piece("screw", screw, CHROME)
    slot = block((pivot - 0.06 * w, -0.0006, h * 0.9), (pivot + 0.06 * w, 0.0006, h * 0.93), bevel=0.0002)
    yield Piece("screw", slot, DARK)


@draws("stapler")
def stapler(make: Making) -> Iterator[Piece]:
    """A long base with an anvil, a steel rail of staples, and an arm with a round nose over them."""
    d, w, h = make.size
    base = slab((-d / 2, -0.48 * w, 0.0), (d / 2, 0.48 * w, 0.12 * h), radius=0.3 * w, bevel=0.0015)
    yield Piece("base", base, make.main.darker(0.8) if make.luck.child("base").chance(0.5) else BLACK)
    yield Piece(
        "pad",
        slab((-0.47 * d, -0.4 * w, 0.115 * h), (0.1 * d, 0.4 * w, 0.16 * h), radius=0.2 * w),
        plain("2d2d2f", 0.05),
    )
    anvil = block((0.33 * d, -0.24 * w, 0.115 * h), (0.45 * d, 0.24 * w, 0.15 * h), bevel=0.0006)
    yield Piece("anvil", anvil, CHROME)
    rail = block((-0.42 * d, -0.22 * w, 0.0), (0.46 * d, 0.22 * w, 0.13 * h), bevel=0.0008)
    lean = 4.5
    lift = 0.36 * h
    yield Piece("rail", rail.turned("y", -lean).moved(0.0, 0.0, lift), STEEL)
    hinge = block((-0.46 * d, -0.36 * w, 0.1 * h), (-0.3 * d, 0.36 * w, 0.62 * h), bevel=0.003)
    yield Piece("hinge", hinge, STEEL)
    pin = (
        cylinder(0.07 * h, -0.42 * w, 0.42 * w, bevel=0.0006, sides=20).turned("x", 90.0).moved(-0.38 * d, 0.0, 0.4 * h)
    )
    yield Piece("hinge", pin, CHROME)
    arch = curve(
        [(-0.5, 0.46), (-0.47, 0.66), (-0.3, 0.8), (0.0, 0.9), (0.28, 0.98), (0.42, 0.985), (0.485, 0.88), (0.5, 0.66)],
        4,
    )
    stations = []
    for x, top in arch:
        low = 0.48 + 0.11 * (x + 0.5)
        half = max((top - low) / 2, 0.01) * h
        nose = 1.0 - 0.14 * max(0.0, (x - 0.3) / 0.2) ** 2 - 0.12 * max(0.0, (-0.35 - x) / 0.15) ** 2
        stations.append((x * d, 0.0, low * h + half, 0.5 * w * nose, half))
    arm = loft(ovals(stations, "x", sides=32, square=4.5))
    yield Piece("arm", arm, make.main)
    name = printed(
        "name_print", 0.2, ground=shade(make.rgb, 0.9), letters=readable_on(make.rgb), text="CLIPPER", shape=4.0
    )
    for y, sign in ((0.5 * w + 0.0004, -1.0), (-0.5 * w - 0.0004, 1.0)):
        plate = sheet((-sign * 0.14 * d + 0.06 * d, y, 0.66 * h), (sign * 0.28 * d, 0.0, 0.0), (0.0, 0.0, 0.14 * h))
        yield Piece("name", plate, name)
    plate_front = block((0.485 * d, -0.26 * w, 0.5 * h), (0.5 * d, 0.26 * w, 0.78 * h), bevel=0.0008)
    yield Piece("nose", plate_front, STEEL)


@draws("paper_cutter")
def paper_cutter(make: Making) -> Iterator[Piece]:
    """A board with a grid and a rule, and a long blade with a handle hinged along its right edge."""
    d, w, h = make.size
    top = 0.4 * h
    low, high = (-d / 2, -w / 2 + 0.05 * w, 0.0), (d / 2, w / 2, top)
    feet = [(x * d, y * w) for x in (-0.42, 0.42) for y in (-0.4, 0.42)]
    yield Piece("feet", copies(cylinder(0.012, 0.0, 0.006, sides=16), feet), plain("242426", 0.0))
    yield Piece("board", block((low[0], low[1], 0.004), high, bevel=0.004), make.main)
    grid = printed("cutting_grid", 0.1, ground=make.rgb, lines=readable_on(make.rgb))
    yield Piece("grid", face("top", (-0.4 * d, -0.42 * w, 0.0), (0.47 * d, 0.47 * w, top), 0.0004), grid)
    rule = block((-d / 2, -0.42 * w, top - 0.001), (-0.43 * d, 0.49 * w, top + 0.012), bevel=0.001)
    yield Piece("rule", rule, STEEL)
    marks = printed("ruler", 0.3, ground=rgb("e9d35a"), lines=rgb("1c1c1c"))
    yield Piece(
        "rule", face("top", (-d / 2 + 0.002, -0.41 * w, 0.0), (-0.435 * d, 0.48 * w, top + 0.012), 0.0004), marks
    )
    edge = block((-d / 2, -w / 2 + 0.05 * w, top - 0.002), (d / 2, -0.42 * w, top + 0.003), bevel=0.0006)
    yield Piece("edge", edge, STEEL)
    lift = 3.0
    blade = block((-0.47 * d, -0.468 * w, 0.0), (0.36 * d, -0.458 * w, 0.34 * h), bevel=0.0006)
    spine = block((-0.48 * d, -0.485 * w, 0.2 * h), (0.38 * d, -0.45 * w, 0.42 * h), bevel=0.002)
    pivot = (-0.47 * d, 0.0, top)
    yield Piece("blade", blade.moved(0.0, 0.0, top).turned("y", -lift * 0.3, pivot), CHROME)
    yield Piece("arm", spine.moved(0.0, 0.0, top).turned("y", -lift * 0.3, pivot), DARK)
    grip = curve(
        [
            (0.3 * d, -0.465 * w, 0.78 * h),
            (0.38 * d, -0.465 * w, 0.86 * h),
            (0.44 * d, -0.465 * w, 0.88 * h),
            (0.485 * d, -0.465 * w, 0.8 * h),
        ],
        5,
    )
    thick = min(0.022 * w, 0.11 * h)
    yield Piece(
        "handle", sweep(grip, [thick * 0.7, *[thick] * (len(grip) - 2), thick * 0.8], flat=0.034 * w, sides=16), BLACK
    )
    bolt = cylinder(0.02 * w, -0.5 * w, -0.44 * w, bevel=0.001, sides=20).turned("x", -90.0)
    yield Piece("bolt", bolt.moved(-0.45 * d, 0.0, 0.7 * h), STEEL)
    guard = block((-0.4 * d, -0.425 * w, top + 0.1 * h), (0.4 * d, -0.415 * w, top + 0.36 * h), bevel=0.001)
    yield Piece("guard", guard, Finish(rgb("bcd8e4"), shine=0.9, opacity=0.35))


@draws("pencil_case")
def pencil_case(make: Making) -> Iterator[Piece]:
    """A long box with a lid at the back: sewn with a zip, or stiff with a catch."""
    d, w, h = make.size
    top = 0.9 * h
    soft = make.material in ("fabric", "leather")
    radius = 0.42 * d if soft else 0.012
    low, high = (-d / 2, -w / 2, 0.0), (d / 2, w / 2, top)
    wall = 0.04 * min(d, w)
    body = open_box(low, high, wall=wall, base=0.06 * h, radius=radius)
    yield Piece("body", body, make.main)
    lining = open_box(
        (low[0] + wall, low[1] + wall, 0.06 * h),
        (high[0] - wall, high[1] - wall, top - 0.001),
        wall=0.0004,
        base=0.0006,
        radius=radius,
    )
    yield Piece("lining", lining, plain(mixed(make.rgb, (0.2, 0.2, 0.22), 0.55), 0.0))
    lid = slab((-d / 2, -w / 2, top), (d / 2, w / 2, h), radius=radius, bevel=0.1 * h)
    yield Piece("lid", lid, make.main, joint="lid")
    seam = 0.0007
    band = slab(
        (-d / 2 - seam, -w / 2 - seam, top - 0.07 * h),
        (d / 2 + seam, w / 2 + seam, top - 0.001),
        radius=radius,
        bevel=0.0004,
    )
    if soft:
        tape = band.each(lambda level: level._replace(uv=level.uv / (0.012, 0.07 * h)))
        inner = Piece("zip", _ring_only(tape), plain("c9c9c4", 0.6).with_texture("zip_teeth", 1.0))
        yield inner
        pull = block(
            (d / 2 - 0.001, -0.3 * w, top - 0.26 * h), (d / 2 + 0.0009, -0.3 * w + 0.006, top - 0.02 * h), bevel=0.0008
        )
        yield Piece("zip", pull, CHROME)
    else:
        yield Piece("rim", _ring_only(band), make.main.darker(0.7))
        catch = block((d / 2 - 0.002, -0.012, top - 0.16 * h), (d / 2 + 0.0009, 0.012, top + 0.05 * h), bevel=0.0008)
        yield Piece("catch", catch, CHROME)
    picture = printed("pencils_print", 0.15, ground=make.rgb)
    low_print, high_print = (-d / 2, -0.4 * w, 0.06 * h), (d / 2, 0.4 * w, 0.78 * h)
    yield Piece("print", face("front", low_print, high_print, 0.0005), picture)
    yield Piece("print", face("back", low_print, high_print, 0.0005), picture)
    edge = 0.46 if soft else 0.485
    above = face("top", (-edge * d, -edge * w, 0.0), (edge * d, edge * w, h), 0.0004)
    yield Piece("print", above, picture, joint="lid")
    lead = Finish(rgb("dcb484"), shine=0.1)
    for k, colour in enumerate(("d8b030", "c0302a", "2f62b0", "2f8a4a")):
        x, z = (k - 1.5) * 0.18 * d, 0.06 * h + 0.0055
        stick = cylinder(0.0036, -0.38 * w, 0.28 * w, sides=6).turned("x", -90.0).moved(x, 0.0, z)
        point = lathe([(0.0036, 0.28 * w), (0.0, 0.36 * w)], sides=8).turned("x", -90.0).moved(x, 0.0, z)
        yield Piece("pencils", stick, plain(colour, 0.3))
        yield Piece("pencils", point, lead)


def _ring_only(mesh: Mesh) -> Mesh:
    """A slab without its two flat ends."""
    return mesh.each(
        lambda level: level._replace(triangles=level.triangles[np.abs(level.normals[level.triangles, 2]).min(1) < 0.99])
    )
