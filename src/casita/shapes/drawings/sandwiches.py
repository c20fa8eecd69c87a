"""Things that are eaten between or in bread."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import partial

import numpy as np

from casita.seeds import Stream
from casita.shapes.drawings.food_skins import lumps, lying, skin
from casita.shapes.drawings.foodstuff import berry, cut_face, fitted, leaf, skinned, spread, strewn, toned
from casita.shapes.finish import Colour, mixed, plain, printed, rgb
from casita.shapes.flats import block, patch
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, disc, sweep

BUN = {"brown": "94602f", "gold": "c48f42", "beige": "d6b785"}
CRUMB = cut_face("cut_crumb", 0.05, soft="f2e2bb", rim="a8702f", power=2.5)
LETTUCE = plain("6fa844", 0.25).with_texture("food_leafy", 1.0)
TOMATO = plain("c8372c", 0.5)
CHEESE = plain("eeb02c", 0.3)
BEEF = plain("5b3620", 0.15).with_texture("food_crumbly", 0.4)


def ruffle(radius: float, z: float, luck: Stream, wave: float = 0.06, wide: float = 0.25) -> Mesh:
    """A wavy ring of lettuce."""
    a = np.linspace(0.0, 2 * math.pi, 65)
    phase = luck.uniform(0, 6.28)
    rows = []
    for t in (0.0, 0.4, 0.75, 1.0):
        lift = wave * t * np.sin(11 * a + phase) + 0.4 * wave * t * np.sin(17 * a)
        r = radius - wide * (1 - t) + 0.04 * t * np.sin(7 * a + phase)
        rows.append(np.column_stack([r * np.cos(a), r * np.sin(a), z + lift - 0.05 * t * t]))
    return patch(np.stack(rows)[:, ::-1], unit_uv=True, two_sided=True)


def bun(luck: Stream, colour: Colour, z: float, seeds: bool) -> Iterator[Piece]:
    """The upper half of a bun, two units wide, with or without sesame."""
    line = [(0, z), (0.9, z), (1.0, z + 0.1), (0.97, z + 0.3), (0.8, z + 0.54), (0.45, z + 0.68), (0, z + 0.72)]
    yield Piece("body", skin(line, rings=20), skinned(colour, "food_crust", 0.4, low=0.35))
    if seeds:
        places = []
        for x, y in spread(46, 0.78, luck, 0.05):
            top = float(np.interp(math.hypot(x, y), (0.0, 0.45, 0.8, 0.97), (0.72, 0.68, 0.54, 0.3)))
            places.append((x, y, z + top + 0.005))
        leans = [math.degrees(math.atan2(math.hypot(x, y) * 0.7, 0.9)) for x, y, _ in places]
        turns = [math.degrees(math.atan2(y, x)) for x, y, _ in places]
        spins = [180 * luck.random() for _ in places]
        grains = strewn(berry(1.0, 6).scaled(0.05, 0.028, 0.016), places, spin=spins, lean=leans, turn=turns)
        yield Piece("seeds", grains, plain("f3e6c2", 0.2))


@draws("hamburger", inside=CRUMB)
def hamburger(make: Making) -> Iterable[Piece]:
    """Bun, lettuce, tomato, cheese, meat and bun."""
    luck = make.luck
    colour = toned(make, BUN)
    low = skin([(0, 0), (0.8, 0.0), (0.96, 0.08), (0.97, 0.24), (0.9, 0.3), (0, 0.3)], rings=12)
    made = [Piece("body", low, skinned(colour, "food_crust", 0.2, low=0.3))]
    patty = skin(
        [(0, 0.3), (0.9, 0.3), (1.0, 0.38), (0.98, 0.5), (0.88, 0.55), (0, 0.55)], rings=12, warp=lumps(luck, 0.04, 5.0)
    )
    made.append(Piece("meat", patty, BEEF))
    side = np.linspace(-0.82, 0.82, 9)
    x, y = np.meshgrid(side, side, indexing="ij")
    r = np.sqrt(x * x + y * y)
    droop = 0.58 - 0.34 * np.clip(r - 0.86, 0, 1) * 1.6
    cheese = patch(
        np.stack([x * np.where(r > 0.95, 0.98, 1), y * np.where(r > 0.95, 0.98, 1), droop], -1), two_sided=True
    )
    made.append(Piece("cheese", cheese.turned("z", luck.uniform(0, 90)), CHEESE))
    slices = [
        cylinder(0.5, 0.6, 0.68, bevel=0.02, sides=24).moved(0.42 * math.cos(k), 0.42 * math.sin(k))
        for k in (0.4, 2.5, 4.6)
    ]
    made.append(Piece("tomato", joined(slices), TOMATO))
    made.append(Piece("lettuce", ruffle(1.02, 0.76, luck), LETTUCE))
    made.append(Piece("lettuce", disc(0.9, 0.75), LETTUCE))
    made += bun(luck, colour, 0.78, luck.chance(0.75))
    return fitted(made, make.size)


def squiggle(length: float, wide: float, z: float, waves: int, thick: float) -> Mesh:
    """A line of sauce from side to side along y."""
    t = np.linspace(-1.0, 1.0, waves * 10)
    path = [
        (wide * math.sin(u * waves * math.pi), u * length / 2, z - 0.25 * wide * math.sin(u * waves * math.pi) ** 2)
        for u in t
    ]
    return sweep(path, thick, sides=6)


HOT_DOG_BUN = {"brown": "8f5a2b", "beige": "d3b482"}

BUN_OUTLINE = [(-0.66, 1.3), (-0.92, 1.22), (-1.06, 0.85), (-1.0, 0.4), (-0.62, 0.06), (0.0, 0.0)]
"""Half of a long bun from its left lip to the middle of its bottom, across and up."""


def _split_bun() -> Mesh:
    """A long bun cut open from above, along y; v runs round it: its crust to 0.63, then the faces of the cut."""
    crust = curve([*BUN_OUTLINE, *((-x, z) for x, z in reversed(BUN_OUTLINE[:-1]))], 2)
    cut = curve([(0.66, 1.3), (0.5, 1.02), (0.3, 0.7), (0.0, 0.6), (-0.3, 0.7), (-0.5, 1.02), (-0.66, 1.3)], 2)
    line = np.array([*crust, *cut[1:]])
    along = np.sin(np.linspace(-0.5, 0.5, 25) * math.pi)
    taper = (1 - np.abs(along) ** 5) ** 0.4
    x, z = taper[None, :] * line[:, :1], 0.55 + taper[None, :] * (line[:, 1:] - 0.55)
    return patch(np.stack(np.broadcast_arrays(x, 2.9 * along[None, :], z), -1), unit_uv=True)


def _frill(side: float, phase: float) -> Mesh:
    """A wavy leaf of lettuce that stands out between the sausage and one half of the bun."""
    y = np.linspace(-2.6, 2.6, 41)
    wave = np.sin(5.2 * y + phase) + 0.5 * np.sin(8.3 * y)
    rows = []
    for t in (0.0, 0.6, 1.0):
        x, z = side * (0.42 + 0.42 * t) + 0.07 * t * wave, 1.0 + 0.42 * t + 0.07 * t * wave[::-1]
        rows.append(np.column_stack([x, y, z]))
    return patch(np.stack(rows), unit_uv=True, two_sided=True)


@draws("hot_dog", inside=CRUMB)
def hot_dog(make: Making) -> Iterable[Piece]:
    """A sausage and lettuce in a bun that is cut open, its soft inside showing, with a squiggle of mustard."""
    luck = make.luck
    crust = printed("food_bun", 0.3, crust=toned(make, HOT_DOG_BUN), crumb=rgb("f3e3bd"))
    made = [Piece("body", _split_bun(), crust)]
    sausage = [(0, 0), (0.24, 0.02), (0.42, 0.3), (0.45, 1.0), (0.45, 5.4), (0.42, 6.1), (0.24, 6.38), (0, 6.4)]
    meat = plain("a8482a", 0.7).with_texture("food_glaze", 1.0)
    made.append(Piece("sausage", lying(skin(sausage, sides=24, rings=24)).moved(0, -3.2, 1.08), meat))
    frills = joined([_frill(sign, luck.uniform(0, 6)) for sign in (-1.0, 1.0)])
    made.append(Piece("lettuce", frills, LETTUCE))
    made.append(Piece("sauce", squiggle(5.2, 0.27, 1.62, 5, 0.11), plain("ecb918", 0.5)))
    return fitted(made, make.size)


@draws("submarine_sandwich", inside=CRUMB)
def submarine_sandwich(make: Making) -> Iterable[Piece]:
    """A long roll with ham, cheese, tomato and lettuce showing at its sides."""
    luck = make.luck
    colour = toned(make, BUN)
    line = [(0, 0), (0.5, 0.05), (0.9, 0.5), (1.0, 1.4), (1.0, 6.4), (0.9, 7.3), (0.5, 7.75), (0, 7.8)]
    lumpy = lumps(luck, 0.03, 0.8)

    def half(p: Array, above: float, under: float, lift: float) -> Array:
        q = lumpy(p)
        z = -q[:, 1]
        return np.column_stack([q[:, 0], -(np.where(z > 0, z * above, z * under) + lift), q[:, 2]])

    halves = [
        lying(skin(line, sides=36, rings=28, warp=partial(half, above=above, under=under, lift=lift))).moved(0, -3.9)
        for above, under, lift in ((0.06, 0.5, 0.0), (0.85, 0.06, 0.72))
    ]
    crust = skinned(colour, "food_crust", 0.15, low=-1.0, flour=luck.choice((0.0, 0.25)))
    made = [Piece("body", one, crust) for one in halves]
    for k in range(4):
        y = (-0.52 + 0.11 + 0.26 * k) * 6.6
        slash = sweep(
            [(-0.5, y - 0.25, 1.4), (0, y, 1.58), (0.5, y + 0.25, 1.4)],
            (0.03, 0.12, 0.03),
            flat=0.05,
            sides=6,
            up=(0, 1, 0),
        )
        made.append(Piece("slash", slash, plain(mixed(colour, (0.96, 0.88, 0.7), 0.55))))
    oval = np.linspace(0, 2 * math.pi, 73)
    rows = []
    for t in (0.0, 0.5, 1.0):
        wave = 0.14 * t * np.sin(23 * oval) + 0.05 * t * np.sin(37 * oval)
        rows.append(np.column_stack([(0.8 + 0.3 * t) * np.cos(oval), (3.2 + 0.5 * t) * np.sin(oval), 0.2 + wave]))
    made.append(Piece("lettuce", patch(np.stack(rows)[:, ::-1], unit_uv=True, two_sided=True), LETTUCE))
    outline = [(0, 0), (0.7, 0.1), (1.0, 0.6), (1.03, 1.4), (1.03, 5.7), (1.0, 6.5), (0.7, 7.0), (0, 7.1)]
    ham = lying(skin(outline, sides=16, rings=24)).scaled(1.0, 1.0, 0.06).moved(0, -3.55, 0.36)
    made.append(Piece("ham", ham, plain("dc8f8c", 0.3)))
    corner = block((-0.75, -0.75, 0.44), (0.75, 0.75, 0.5), bevel=0.02, fine=1).turned("z", 45.0)
    made.append(Piece("cheese", strewn(corner, [(0.0, y, 0.0) for y in (-2.4, -0.8, 0.8, 2.4)]), CHEESE))
    slices = [cylinder(0.95, 0.52, 0.64, bevel=0.03, sides=24).moved(0.12, y) for y in (-2.6, -1.3, 0.0, 1.3, 2.6)]
    made.append(Piece("tomato", joined(slices), TOMATO))
    return fitted(made, make.size)


BURRITO_CUT = printed(
    "cut_filling", 0.2, ground=rgb("e6d7a8"), rim=rgb("e3cc9c"), edge=0.88,
    bits=(rgb("4a2418"), rgb("6b3a20"), rgb("c8372c"), rgb("6fa844"), rgb("f2e8c8"), rgb("eeb02c")),
)  # fmt: skip


def _slanted(p: Array) -> Array:
    """Points of a roll along z, its upper end slanted to face +x (the front) and upwards (-y)."""
    share = np.clip((p[:, 2] - 1.2) / 4.4, 0, 1)
    return np.column_stack([p[:, 0], p[:, 1], p[:, 2] + share * (-1.6 * p[:, 0] + 0.8 * p[:, 1])])


@draws("burrito", inside=BURRITO_CUT)
def burrito(make: Making) -> Iterable[Piece]:
    """A fat roll of toasted flour wrap, tucked in at its right end, cut slantwise at its left: the filling shows."""
    luck = make.luck
    colour = toned(make, {"beige": "dcc49a", "white": "eee6d6"})
    lap = luck.uniform(3.6, 4.2)

    def rolled(angle: Array, way: Array) -> Array:
        turn = (angle - lap + 0.35 * way) % (2 * math.pi)
        tuck = np.clip(0.2 - way, 0, 1) * 5
        wrinkle = 0.025 * np.sin(6 * angle + 9 * way) * (1 - way) + 0.012 * np.sin(way * 40 + 3 * np.cos(angle))
        return np.asarray(
            0.95
            + 0.08 * np.clip(turn / 5.6, 0, 1) * np.clip((6.28 - turn) * 6, 0, 1)
            + wrinkle
            - 0.08 * tuck * (np.abs(np.sin(angle * 1.5)) ** 4)
        )

    line = [(0, 0.25), (0.35, 0.12), (0.75, 0.0), (0.95, 0.25), (1.02, 1.0), (1.0, 2.6), (0.98, 4.6), (0.99, 5.55)]
    line += [(0.97, 5.63), (0.9, 5.6), (0.84, 5.5), (0, 5.45)]
    body = lying(skin(line, sides=40, rings=26, lobes=rolled, warp=_slanted))
    wrap = plain(colour, 0.12).with_texture("food_tortilla", 1.0)
    made = [Piece("body", body, wrap)]
    heap = skin([(0, 5.4), (0.86, 5.42), (0.85, 5.58), (0.5, 5.85), (0, 5.92)], sides=16, rings=6, warp=_slanted)
    brown = plain("b58a54", 0.3).with_texture("food_crumbly", 0.4)
    made.append(Piece("filling", lying(heap), brown))
    bean, cube = berry(1.0, 8).scaled(0.22, 0.14, 0.13), block((-0.13,) * 3, (0.13,) * 3, bevel=0.0)
    rice, shred = berry(1.0, 6).scaled(0.17, 0.06, 0.06), leaf(0.5, 0.3, curl=0.5, wave=0.15, fine=3)
    flat = np.array([(x, y, 5.92 - 0.4 * math.hypot(x, y) ** 2) for x, y in spread(66, 0.76, luck)])
    spots = luck.shuffled([(float(x), float(y), float(z)) for x, y, z in _slanted(flat)])
    for mesh, tone, start, end in (
        (rice, "f4ecd2", 0, 24), (bean, "43231a", 24, 36), (cube, "7a4526", 36, 46), (cube, "c4382a", 46, 53),
        (shred, "6fa844", 53, 60), (rice, "efb030", 60, 66),
    ):  # fmt: skip
        count = end - start
        leans = [luck.uniform(-50, 50) for _ in range(count)]
        bits = strewn(mesh, spots[start:end], lean=leans, turn=[360 * luck.random() for _ in range(count)])
        made.append(Piece("filling", lying(bits), plain(tone, 0.3)))
    return fitted(made, make.size)


@draws("taco", inside=plain("6a4526").with_texture("food_crumbly", 1.0))
def taco(make: Making) -> Iterable[Piece]:
    """A folded crisp shell, open side up, with meat, lettuce, tomato and cheese."""
    luck = make.luck
    colour = toned(make, {"yellow": "e2b44a", "gold": "cf9d45", "beige": "dcbb82"})
    along = np.linspace(-1.0, 1.0, 25)
    across = np.linspace(-1.0, 1.0, 21)
    top = 0.12 + 0.88 * np.sqrt(np.clip(1 - along**2, 0, 1))
    shells = []
    for inset, flip in ((0.0, False), (0.035, True)):
        s = across[None, :]
        reach = top[:, None] * np.abs(s)
        x = np.sign(s) * (0.2 * np.abs(s) ** 0.5 + 0.26 * np.abs(s)) * (1 - inset) * (0.6 + 0.4 * top[:, None])
        z = reach**1.0 * np.abs(s) ** 0.35 + inset * (1 - np.abs(s)) + 0.012 * np.sin(along * 9)[:, None] * np.abs(s)
        g = np.stack(np.broadcast_arrays(x, along[:, None] * (1.25 - inset), z), -1)
        shells.append(patch(g if flip else g[:, ::-1]))
    toast = plain(colour, 0.2).with_texture("food_speckled", 0.6, count=30, size=0.03, strength=0.25)
    made = [Piece("shell", joined(shells), toast)]
    fill = skin(
        [(0, -1.05), (0.7, -0.9), (1.0, 0.0), (0.7, 0.9), (0, 1.05)], sides=20, rings=20, warp=lumps(luck, 0.15, 3.0)
    )
    made.append(Piece("body", lying(fill).scaled(0.2, 1.02, 0.42).moved(0, 0, 0.5), BEEF))
    cube = block((-0.05, -0.05, -0.05), (0.05, 0.05, 0.05), bevel=0.015, fine=1)
    stick = block((-0.12, -0.015, -0.015), (0.12, 0.015, 0.015), bevel=0.0)
    shred = leaf(0.36, 0.22, curl=0.4, wave=0.1, fine=4)
    for name, one, tilt, finish in (
        ("lettuce", shred, 10.0, LETTUCE), ("tomato", cube, 90.0, TOMATO), ("cheese", stick, 40.0, CHEESE)
    ):  # fmt: skip
        places = []
        for _ in range(18):
            left = luck.uniform(-0.95, 0.95)
            up = 0.56 + 0.36 * math.sqrt(1 - left * left * 0.98) + luck.uniform(-0.08, 0.12)
            places.append((luck.uniform(-0.2, 0.2), left, up))
        leans = [luck.uniform(-tilt, tilt) for _ in places]
        made.append(Piece(name, strewn(one, places, lean=leans, turn=[360 * luck.random() for _ in places]), finish))
    return fitted(made, make.size)
