"""Bread and other things from the oven or the griddle."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from casita.shapes.cut import halved
from casita.shapes.drawings.food_skins import lobed, lumps, lying, skin
from casita.shapes.drawings.foodstuff import berry, cut_face, fitted, skinned, spread, strewn, toned
from casita.shapes.finish import Colour, Finish, mixed, plain, rgb, shade
from casita.shapes.flats import block, patch, prism, rounded_outline
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, disc, lathe, sweep

BAKED = {"brown": "8a5a30", "beige": "d3b283", "gold": "c0913f", "yellow": "dcb65a"}


def crumb(soft: str, rim: str, power: float = 2.5, holes: int = 160) -> Finish:
    """The cut face of something baked."""
    return cut_face("cut_crumb", 0.05, soft=soft, rim=rim, power=power, holes=holes)


def ring(wide: float, thick: float, flat: float, around: tuple[float, float] = (0.0, 360.0)) -> Mesh:
    """A torus: a circle of half-width `wide`, its section `thick` wide and `flat` high; `around` its section."""
    angle = np.radians(np.linspace(around[0] - 90.0, around[1] - 90.0, 21))
    return lathe([(wide + thick * math.cos(a), flat * math.sin(a)) for a in angle], unit_uv=True)


LOAF_CUT = cut_face("cut_loaf", 0.05, soft="fbeccb", rim="9c6430")


@draws("bread", inside=LOAF_CUT)
def bread(make: Making) -> Iterable[Piece]:
    """A tapered loaf with slashes along its length, some with a heel cut off."""
    luck = make.luck
    count = luck.choice((4, 5, 6))

    def slashed(angle: Array, way: Array) -> Array:
        top = (angle / (2 * math.pi) - 0.25) % 1.0 - 0.5
        phase = ((((way - 0.08) / 0.84 * count + top * 2.2) % 1.0) - 0.5) / 0.13
        inside = (np.abs(top) < 0.16) & (np.abs(way - 0.5) < 0.42)
        return 1 + inside * (0.03 * np.exp(-(phase**2)) + 0.05 * np.exp(-(((phase + 1.2) / 0.4) ** 2)))

    def settle(p: Array) -> Array:
        side, up = p[:, 0], -p[:, 1]
        return np.column_stack([side, -np.maximum(np.where(up < 0, up * 0.6, up), -0.42), p[:, 2]])

    line = [
        (0, 0),
        (0.3, 0.06),
        (0.62, 0.38),
        (0.88, 0.95),
        (1.0, 1.8),
        (0.88, 2.65),
        (0.62, 3.22),
        (0.3, 3.54),
        (0, 3.6),
    ]
    waves = lumps(luck, 0.025, 0.8)
    body = skin(line, sides=48, rings=40, lobes=slashed, warp=lambda p: settle(waves(p)))
    body = lying(body).turned("z", -90.0)
    tone = toned(make, {"brown": "96602f", "beige": "d8b47c", "gold": "c78f3c"})
    crust = skinned(tone, "food_loaf", 0.04, flour=luck.choice((0.2, 0.45, 0.7)), slashes=count)
    made = []
    if luck.chance(0.3):
        rest, face = halved(body, (1.0, 0.0, 0.0), luck.uniform(2.7, 3.0))
        body = rest or body
        made = [Piece("crumb", face, LOAF_CUT)] if face is not None else []
    return fitted([Piece("body", body, crust), *made], make.size)


@draws("bagel", inside=crumb("f0e0b8", "a8712f", 2.0))
def bagel(make: Making) -> Iterable[Piece]:
    """A fat shiny ring strewn with sesame, or with sesame and poppy."""
    luck = make.luck
    colour = toned(make, BAKED)
    made = [
        Piece("body", ring(0.63, 0.37, 0.32).bent(lumps(luck, 0.04, 2.0)), skinned(colour, "food_crust", 0.35, low=0.2))
    ]
    places = []
    for _ in range(240):
        a, s = luck.uniform(0, 2 * math.pi), luck.uniform(0.25 * math.pi, 0.85 * math.pi)
        r = 0.63 + 0.37 * math.cos(s)
        places.append((r * math.cos(a), r * math.sin(a), 0.325 * math.sin(s)))
    dark = luck.choice((0, 80))
    for tone, mine in (("f2e6c4", places[dark:]), ("2e2a2c", places[:dark])):
        if mine:
            seed = berry(1.0, 5).scaled(0.028, 0.015, 0.009)
            grains = strewn(seed, mine, spin=[180 * luck.random() for _ in mine])
            made.append(Piece("seeds", grains, plain(tone, 0.2)))
    return fitted(made, make.size)


@draws("croissant", inside=cut_face("cut_spiral", 0.1, soft="f1dca6", rim="b9782f"))
def croissant(make: Making) -> Iterable[Piece]:
    """A crescent of rolled layers, its horns to the front."""
    luck = make.luck
    rows = luck.choice((7, 9))
    line = [(0.0, 0.0)]
    for k in range(rows):
        t0, t1 = k / rows, (k + 1) / rows
        fat = [0.16 + 0.84 * math.sin(math.pi * t) ** 0.8 for t in (t0, t1)]
        middle = k < rows // 2
        low, high = (0.86, 1.0) if middle else (1.0, 0.86)
        line += [
            (fat[0] * low, 4.4 * t0 + 0.05),
            (max(fat) * (high if middle else low), 4.4 * (t0 + t1) / 2),
            (fat[1] * high, 4.4 * t1 - 0.05),
        ]
    line.append((0.0, 4.4))

    def bend(p: Array) -> Array:
        t = (p[:, 2] - 2.2) / 2.2
        return p + np.column_stack([1.15 * t**2, 0.25 * np.abs(t) ** 2, -0.1 * t * p[:, 0]])

    body = lying(skin(line, sides=32, rings=72, warp=bend))
    colour = toned(make, {"brown": "9a6430", "gold": "c8913c"})
    return fitted([Piece("body", body, skinned(colour, "food_crust", 0.3, low=0.3))], make.size)


def paper_cup(colour: Colour, high: float = 1.0) -> Piece:
    """A pleated paper case that widens upwards, two units wide at the top."""
    outline = [(0, 0), (0.7, 0.0), (0.72, 0.03), (0.95, high), (0.9, high), (0.0, high - 0.1)]

    def pleats(angle: Array, way: Array) -> Array:
        return 1 + 0.025 * np.cos(angle * 24)

    return Piece("case", skin(outline, sides=96, rings=8, lobes=pleats), plain(colour, 0.1))


@draws("muffin", inside=crumb("ecd093", "a06a34"))
def muffin(make: Making) -> Iterable[Piece]:
    """A paper case with a cracked dome that hangs over it, with berries or chocolate in it."""
    luck = make.luck
    colour = toned(make, {"brown": "80502a", "gold": "c48f45"})
    dome = [(0, 0.75), (0.9, 0.8), (1.03, 0.95), (1.0, 1.15), (0.8, 1.45), (0.45, 1.68), (0, 1.75)]
    body = skin(dome, rings=20, warp=lumps(luck, 0.09, 2.2))
    made = [paper_cup(rgb(luck.choice(("a9763f", "5f3d26", "8a5a32"))), 0.92)]
    made.append(Piece("body", body, skinned(colour, "food_crumbly", 0.1, holes=120, strength=0.3)))
    bits = []
    for x, y in spread(18, 0.85, luck):
        r = math.hypot(x, y)
        bits.append((x, y, 0.98 + 0.74 * math.sqrt(max(0.0, 1 - (r / 1.02) ** 2))))
    made.append(Piece("bits", strewn(berry(0.1, 8), bits), luck.choice((plain("3f2415", 0.4), plain("3a3560", 0.3)))))
    return fitted(made, make.size)


@draws("pancake", inside=plain("ecd090").with_texture("food_crumbly", 1.0))
def pancake(make: Making) -> Iterable[Piece]:
    """A flat round with a brown top, a pat of butter and syrup on it."""
    luck = make.luck
    colour = toned(make, {"gold": "c9903f", "brown": "8f5c2e", "beige": "d6b47c"})
    line = [(0, 0.0), (0.9, 0.0), (1.0, 0.06), (0.99, 0.1), (0.93, 0.135)]
    edge = lathe([*line, (0.9, 0.138), (0, 0.138)])
    pale = plain(mixed(colour, (0.95, 0.85, 0.6), 0.25), 0.05)
    top = plain(colour, 0.15).with_texture("food_griddle", 1.0)
    made = [Piece("body", edge, pale), Piece("top", disc(0.935, 0.14, sides=48), top)]
    if luck.chance(0.7):
        pool = skin([(0, 0.13), (0.4, 0.14), (0.5, 0.145), (0.3, 0.152), (0, 0.153)], rings=8, lobes=lobed(5, 0.3))
        made.append(Piece("syrup", pool, plain("7a3d10", 0.8)))
    pat = block((-0.12, -0.12, 0.14), (0.12, 0.12, 0.19), bevel=0.02).turned("z", luck.uniform(0, 90))
    made.append(Piece("butter", pat, plain("f4dc7a", 0.4)))
    return fitted(made, make.size)


@draws("pound_cake", inside=crumb("f2d88c", "a8692f", 5.0, 220))
def pound_cake(make: Making) -> Iterable[Piece]:
    """A loaf of cake along its width, with a browned cracked top, sometimes iced."""
    luck = make.luck
    depth, width, h = make.size
    colour = toned(make, {"gold": "c9964a", "brown": "8c5a2e", "yellow": "dfb955"})
    half = [(0.42, 0.0), (0.44, 0.05), (0.49, 0.62), (0.5, 0.72), (0.46, 0.82), (0.3, 0.92), (0.1, 0.98)]
    outline = [(x * depth, z * h) for x, z in half] + [(-x * depth, z * h) for x, z in reversed(half)]
    body = prism(outline, -width / 2, width / 2, bevel=0.008).turned("x", 90.0)
    made = [Piece("body", body, plain(colour, 0.1).with_texture("food_crumbly", 0.1))]
    dark = mixed(colour, rgb("7a4318"), 0.55)
    upper = [(x * depth * 1.006, z * h * 1.004) for x, z in half[3:]]
    line = [*upper, *((-x, z) for x, z in reversed(upper))]
    t = np.array(line)
    g = np.stack([np.column_stack([t[:, 0], np.full(len(t), y), t[:, 1]]) for y in (-width * 0.485, width * 0.485)])
    made.append(Piece("top", patch(g[:, ::-1], two_sided=True), plain(dark, 0.15).with_texture("food_crumbly", 0.1)))
    along = np.linspace(-width * 0.44, width * 0.44, 73)
    if luck.chance(0.4):
        across = depth * 0.4 * np.sin(np.arange(73) * 0.9)
        path = [(x, y, h * (1.0 - 0.62 * (x / depth) ** 2)) for x, y in zip(across, along, strict=True)]
        made.append(Piece("icing", sweep(path, 0.0032, sides=6), plain("f6f1e6", 0.5)))
    else:
        path = [(0.004 * math.sin(40 * y), y, h * 0.985) for y in along[::4]]
        made.append(Piece("crack", sweep(path, 0.003, flat=0.006, sides=6, up=(0, 0, 1)), plain("f0d694", 0.05)))
    return fitted(made, make.size)


PRETZEL = (
    (-0.66, 0.52, 0.2), (-0.4, 0.34, 0.18), (-0.02, 0.02, 0.11), (0.34, -0.3, 0.0), (0.66, -0.66, 0.0),
    (0.36, -0.98, 0.0), (-0.2, -1.0, 0.0), (-0.66, -0.62, 0.0), (-0.82, 0.0, 0.0),
)  # fmt: skip
"""One half of a pretzel's line, from the end of an arm to the middle of its bow: x, y and height."""


@draws("pretzel", inside=crumb("f0dfb4", "7a4420", 2.0))
def pretzel(make: Making) -> Iterable[Piece]:
    """A knotted loop with crossed arms and coarse salt."""
    luck = make.luck
    colour = toned(make, {"brown": "7d4a22", "gold": "b98438"})
    other = [(x, -y, -z if 0.1 < z < 0.12 else z) for x, y, z in reversed(PRETZEL[:-1])]
    over = curve([*PRETZEL, *other], 4)
    thick = [0.1 + 0.1 * (1 - abs(t) ** 2.2) for t in np.linspace(-1, 1, len(over))]
    made = [Piece("body", sweep(over, thick, sides=14), plain(colour, 0.35).with_texture("food_crumbly", 0.6))]
    salt = []
    for _ in range(70):
        k = 6 + luck.below(len(over) - 12)
        x, y, z = over[k]
        salt.append((x + luck.uniform(-0.08, 0.08), y + luck.uniform(-0.08, 0.08), z + thick[k] * 0.86))
    grain = block((-0.02, -0.02, 0.0), (0.02, 0.02, 0.035), bevel=0.0)
    made.append(Piece("salt", strewn(grain, salt, spin=[90 * luck.random() for _ in salt]), plain("f8f6f0", 0.3)))
    return fitted(made, make.size)


@draws("waffle", inside=plain("edcf8c").with_texture("food_crumbly", 1.0))
def waffle(make: Making) -> Iterable[Piece]:
    """A grid of deep pockets, square or round, sometimes with butter or syrup."""
    luck = make.luck
    colour = toned(make, {"gold": "c8944a", "brown": "8c5a30"})
    round_ = make.variant == "round"
    cells = luck.choice((4, 5))
    base = (
        cylinder(0.98, 0.0, 0.22, bevel=0.06)
        if round_
        else prism(rounded_outline(1.96, 1.96, 0.15), 0.0, 0.22, bevel=0.05)
    )
    made = [Piece("body", base, plain(shade(colour, 0.82), 0.1).with_texture("food_crumbly", 0.6))]
    bars = []
    for k in range(cells + 1):
        at = -0.93 + 1.86 * k / cells
        reach = 0.98 if not round_ else math.sqrt(max(0.05, 1 - at * at)) * 0.98
        for turned in (False, True):
            bar = block(
                (-reach, at - 0.07, 0.12), (reach, at + 0.07, 0.4 - (0.004 if turned else 0)), bevel=0.045, fine=1
            )
            bars.append(bar.turned("z", 90.0) if turned else bar)
    made.append(Piece("bars", joined(bars), plain(colour, 0.15).with_texture("food_crumbly", 0.6)))
    if round_:
        made.append(Piece("bars", ring(0.93, 0.07, 0.1).moved(z=0.28), plain(colour, 0.15)))
    if luck.chance(0.5):
        pat = block((-0.17, -0.17, 0.4), (0.17, 0.17, 0.5), bevel=0.03).turned("z", luck.uniform(0, 90))
        made.append(Piece("butter", pat, plain("f4dc7a", 0.4)))
    if luck.chance(0.5):
        pools = [disc(0.15, 0.3, sides=8).moved(-0.93 + 1.86 * (a + 0.5) / cells, -0.93 + 1.86 * (b + 0.5) / cells)
                 for a in range(1, cells - 1) for b in range(1, cells - 1)]  # fmt: skip
        made.append(Piece("syrup", joined(pools), plain("7a3d10", 0.8)))
    return fitted(made, make.size)
