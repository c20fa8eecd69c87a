"""Things kept for their looks: glass balls, teddy bears, vases."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.bodies import belt, blob, in_box, oval
from casita.shapes.drawings.vessels import Spot, glints
from casita.shapes.finish import Finish, glass, mixed, plain, printed, rgb
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, disc, lathe, sweep


@draws("table_top_decor")
def table_top_decor(make: Making) -> Iterator[Piece]:
    """Three glass balls with coloured threads in them, in a shallow dish."""
    d, w, h = make.size
    luck = make.luck.child("decor")
    tint = make.rgb if make.colour != "white" else rgb("e8ecec")
    dish = curve(
        [(0.34, 0.0), (0.38, 0.01), (0.45, 0.09), (0.492, 0.19), (0.49, 0.2), (0.44, 0.11), (0.36, 0.06), (0.0, 0.05)],
        4,
    )
    bowl = lathe([(0.0, 0.0), *((r, z * h) for r, z in dish[:-1]), (0.0, 0.05 * h)]).scaled(d, w, 1.0)
    yield Piece("dish", bowl, glass(tint, 0.55 if make.colour != "white" else 0.9))
    ring = belt(*oval(0.0, 0.0, 0.195 * h, (0.482 * d, 0.482 * w), 48), 0.022 * h, sides=8)
    yield Piece("dish", ring, plain(mixed(tint, (1.0, 1.0, 1.0), 0.3), 0.9))
    threads = [_thread(2.1 * k) for k in range(3)]
    sets = (("1f6fb0", "f2f2ee", "2fa39a"), ("2f8f5a", "e8d35a", "f2f2ee"), ("3a5fc0", "8fd0e8", "f2f2ee"))
    colours = luck.choice(sets)
    for number, solid in enumerate(make.form.solids[1:]):
        (x, y, z), (a, b, c) = make.middle_and_half(solid)
        drop = 0.13 * h
        place = (x, y, z - drop / 2)
        yield Piece("ball", blob((a, b, c + drop / 2), place, 32), glass(tint, 0.42 if make.colour != "white" else 0.6))
        for thread, colour in zip(threads, colours, strict=True):
            wound = thread.turned("z", 57.0 * number).scaled(a, b, c + drop / 2)
            yield Piece("threads", wound.moved(*place), plain(colour, 0.3))
        shine = disc(0.16 * a, sides=16).turned("y", 48.0).moved(place[0] + a * 0.66, place[1], place[2] + c * 0.78)
        yield Piece("shine", shine, plain("ffffff", 0.9)._replace(opacity=0.8))


def _thread(turn: float) -> Mesh:
    """A twisted thread inside a ball of radius one."""
    rows = np.linspace(0.0, 1.0, 11)
    path = []
    for t in rows:
        r, angle = 0.75 * math.sin(math.pi * t), turn + 3.2 * t
        path.append((r * math.cos(angle), r * math.sin(angle), 0.82 * (2 * t - 1)))
    return sweep(path, [0.05 + 0.12 * math.sin(math.pi * t) for t in rows], flat=0.03, sides=8)


@draws("teddy_bear")
def teddy_bear(make: Making) -> Iterator[Piece]:
    """A sitting bear: round ears, a pale muzzle, glass eyes, stitched nose, legs to the front; perhaps a bow."""
    d, w, h = make.size
    luck = make.luck.child("bear")
    fur, limb_fur = make.main.with_texture("fur", 0.45), make.main.with_texture("fur", 0.1)
    pale = plain(mixed(make.rgb, (0.97, 0.9, 0.78), 0.55 if total_of(make.rgb) < 2.3 else 0.3), 0.0).with_texture(
        "fur", 0.45
    )
    if make.colour == "white":
        pale = plain("e3cdb4", 0.0).with_texture("fur", 0.45)

    def lump(x: float, y: float, z: float, size: Sequence[float], sides: int = 20) -> Mesh:
        return in_box(make, (x, y, z), size, sides)

    torso = lump(-0.16, 0.0, 0.3, (0.32, 0.27, 0.3), 28)
    yield Piece("body", torso, fur)
    yield Piece("belly", lump(-0.02, 0.0, 0.29, (0.2, 0.185, 0.21)), pale)
    head = lump(-0.13, 0.0, 0.735, (0.33, 0.255, 0.235), 28)
    yield Piece("head", head, fur)
    yield Piece("muzzle", lump(0.15, 0.0, 0.68, (0.15, 0.125, 0.095)), pale)
    for sign in (1.0, -1.0):
        yield Piece("ear", lump(-0.14, sign * 0.2, 0.915, (0.075, 0.1, 0.085), 18), fur)
        yield Piece("ear", lump(-0.08, sign * 0.202, 0.912, (0.03, 0.066, 0.058), 12), pale)
        yield Piece("eye", lump(0.155, sign * 0.095, 0.79, (0.028, 0.024, 0.026), 12), plain("151110", 0.9))
        arm = curve(
            [
                (-0.1 * d, sign * 0.2 * w, 0.47 * h),
                (-0.04 * d, sign * 0.33 * w, 0.42 * h),
                (0.06 * d, sign * 0.415 * w, 0.33 * h),
            ],
            6,
        )
        yield Piece(
            "arm",
            sweep(
                arm,
                list(np.linspace(0.085, 0.095, len(arm)) * h),
                flat=list(np.linspace(0.075, 0.085, len(arm)) * h),
                sides=16,
            ),
            limb_fur,
        )
        yield Piece("arm", lump(0.07, sign * 0.415, 0.325, (0.11, 0.085, 0.1), 18), fur)
        leg = curve(
            [
                (-0.12 * d, sign * 0.17 * w, 0.14 * h),
                (0.12 * d, sign * 0.24 * w, 0.125 * h),
                (0.36 * d, sign * 0.265 * w, 0.125 * h),
            ],
            6,
        )
        yield Piece("leg", sweep(leg, 0.122 * h, flat=0.12 * w, sides=16), limb_fur)
        yield Piece("foot", lump(0.38, sign * 0.27, 0.155, (0.115, 0.13, 0.155), 20), fur)
        yield Piece("sole", lump(0.425, sign * 0.27, 0.15, (0.075, 0.095, 0.115), 18), pale)
    yield Piece("tail", lump(-0.4, 0.0, 0.12, (0.09, 0.075, 0.07), 16), fur)
    nose = plain("2a1a16", 0.5)
    yield Piece("nose", lump(0.275, 0.0, 0.725, (0.035, 0.05, 0.028), 12), nose)
    line = [[(0.3 * d, 0.0, 0.7 * h), (0.3 * d, 0.0, 0.655 * h)]]
    line += [
        [(0.3 * d, 0.0, 0.655 * h), (0.285 * d, s * 0.035 * w, 0.635 * h), (0.26 * d, s * 0.065 * w, 0.645 * h)]
        for s in (1.0, -1.0)
    ]
    yield Piece("mouth", joined([sweep(path, 0.006 * h, sides=6) for path in line]), nose)
    if luck.chance(0.6):
        ribbon = plain(luck.choice(("c0282d", "2b5cab", "2f8f5a", "7a3f98")), 0.3)
        knot = [lump(0.11, 0.0, 0.5, (0.05, 0.03, 0.03), 16)]
        knot += [lump(0.11, s * 0.085, 0.505, (0.035, 0.075, 0.045), 12) for s in (1.0, -1.0)]
        collar = [
            ((-0.13 + 0.23 * math.cos(t)) * d, 0.185 * w * math.sin(t), 0.52 * h)
            for t in np.radians(np.arange(0, 360, 15))
        ]
        yield Piece("bow", joined([*knot, sweep(collar, 0.03 * h, flat=0.012 * h, sides=8, closed=True)]), ribbon)
    stain = plain("5b4326", 0.0)
    for x, y, z, size in (
        (0.03, -0.05, 0.34, (0.17, 0.1, 0.09)),
        (0.17, 0.08, 0.86, (0.05, 0.08, 0.05)),
        (0.45, 0.3, 0.18, (0.052, 0.06, 0.06)),
    ):
        yield Piece("stain", lump(x, y, z, size, 16), stain, when=("dirty",))


VASES = {
    "baluster": [
        (0.22, 0.0), (0.24, 0.02), (0.34, 0.14), (0.46, 0.36), (0.48, 0.52), (0.4, 0.7), (0.24, 0.82), (0.2, 0.88),
        (0.24, 0.95), (0.34, 1.0),
    ],
    "bottle": [
        (0.2, 0.0), (0.22, 0.02), (0.38, 0.12), (0.47, 0.26), (0.46, 0.4), (0.34, 0.56), (0.2, 0.7), (0.16, 0.8),
        (0.18, 0.92), (0.3, 1.0),
    ],
    "globe": [
        (0.25, 0.0), (0.27, 0.02), (0.38, 0.12), (0.47, 0.3), (0.48, 0.45), (0.41, 0.64), (0.29, 0.79), (0.27, 0.87),
        (0.29, 0.94), (0.36, 1.0),
    ],
    "jar": [
        (0.24, 0.0), (0.25, 0.02), (0.33, 0.16), (0.45, 0.42), (0.48, 0.6), (0.42, 0.76), (0.29, 0.86), (0.27, 0.91),
        (0.29, 0.96), (0.35, 1.0),
    ],
    "urn": [
        (0.3, 0.0), (0.3, 0.03), (0.24, 0.07), (0.3, 0.2), (0.43, 0.42), (0.48, 0.6), (0.42, 0.76), (0.29, 0.86),
        (0.27, 0.91), (0.35, 1.0),
    ],
}  # fmt: skip
"""Outlines of vases as (radius, height) in fractions of the box."""


@draws("vase")
def vase(make: Making) -> Iterator[Piece]:
    """A pot with a foot, a belly, a neck and a lip; glazed with painted bands, of glass, or of metal."""
    d, w, h = make.size
    luck = make.luck.child("vase")
    outline = VASES[luck.choice(sorted(VASES))] if h > 0.6 * d else VASES["jar"]
    outer = curve([(r * d, z * h) for r, z in outline], 3)
    wall = 0.022 * d + 0.001
    lip = [(outer[-1][0] - wall * 0.5, h), (outer[-1][0] - wall, h - 0.002)]
    inner = [(max(r - wall, 0.002), z) for r, z in reversed(outer[:-2]) if z > 0.06 * h]
    clear = make.material == "glass"
    paint = None
    if make.material == "ceramic":
        dark = total_of(make.rgb) > 1.5
        paint = (
            luck.choice((rgb("2b4fa0"), rgb("a8452c"), rgb("2f6b52")))
            if dark
            else luck.choice((rgb("f0e6cc"), rgb("d9b25a")))
        )
    skin = lathe([*outer, *lip], unit_uv=paint is not None).scaled(1.0, w / d, 1.0)
    base = lathe([(0.0, 0.001), (outer[0][0], 0.0)]).scaled(1.0, w / d, 1.0)
    inside = lathe([lip[-1], *inner, (0.0, 0.06 * h)]).scaled(1.0, w / d, 1.0)
    body: Finish = make.main
    if make.material == "metal":
        body = make.main.with_texture("metal_sheen", math.pi * d, strength=1.3)
    if clear:  # thick glass: what is behind it hardly shows
        body = make.main._replace(opacity=max(make.main.opacity, 0.8))
    if paint is not None:
        turns = 2.0
        skin = skin.each(lambda level: level._replace(uv=level.uv * (turns, 1.0)))
        body = printed("painted_glaze", 0.6, ground=make.rgb, paint=paint, kind=luck.choice((0, 0, 1)))
    yield Piece("body", skin, body)
    yield Piece("body", base, make.main)
    yield Piece("inside", inside, make.main.darker(0.75) if not clear else body)
    if clear:
        yield glints(Spot(d / 2, wide=w / d), outer, 0.14 * h, 0.8 * h, -60.0, 10.0, 40.0, 130.0, 215.0)
        yield Piece(
            "lip",
            _hoop(outer[-1][0] - wall / 2, h - 0.002, wall * 0.45, w / d),
            plain(mixed(make.rgb, (1.0, 1.0, 1.0), 0.45), 0.9),
        )
        yield Piece(
            "foot",
            lathe(
                [(0.0, 0.03 * h), (outer[2][0] * 0.9, 0.03 * h), (outer[2][0] * 0.9, 0.06 * h), (0.0, 0.06 * h)]
            ).scaled(1.0, w / d, 1.0),
            make.main._replace(opacity=0.5),
        )
    elif paint is None:
        at = outer[len(outer) * 3 // 4]
        rings = [_hoop(r, z, 0.008 * d, w / d) for r, z in (at, outer[len(outer) // 4], outer[-2])]
        yield Piece("rings", joined(rings), make.main.darker(0.8))
    _, z0 = outer[len(outer) // 2]
    smear = lathe([(r + 0.0006, z) for r, z in outer if abs(z - z0) < 0.2 * h], around=(-20.0, 70.0), sides=16)
    yield Piece("smear", smear.scaled(1.0, w / d, 1.0), plain("6b5230", 0.0), when=("dirty",))


def _hoop(radius: float, z: float, thick: float, wide: float) -> Mesh:
    """A thin ring about the z axis."""
    return lathe(
        [(radius + thick * math.cos(t), z + thick * math.sin(t)) for t in np.radians(np.arange(0, 361, 45))]
    ).scaled(1.0, wide, 1.0)
