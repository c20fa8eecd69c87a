"""Pizza, and pasta in a bowl."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from casita.seeds import Stream
from casita.shapes.drawings.food_skins import lobed, lumps, skin
from casita.shapes.drawings.foodstuff import berry, cut_face, fitted, leaf, spread, strewn, toned
from casita.shapes.drawings.sandwiches import BEEF, LETTUCE
from casita.shapes.drawings.tubs import FULL, HALF, LITTLE
from casita.shapes.finish import Colour, mixed, plain, printed, rgb
from casita.shapes.flats import block
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import disc, lathe, sweep

FLOOR = 0.16
"""Height of the noodles' foot in a bowl that is two units wide."""


HEAP = ((0.0, 0.42), (0.42, 0.35), (0.68, 0.23), (0.83, 0.1))
"""The heap's height over its foot, by how far out."""


def _heap_at(out: Array) -> Array:
    """How high the heap is over its foot, so far out."""
    return np.asarray(np.interp(out, [r for r, _ in HEAP], [z for _, z in HEAP]))


def _strand(luck: Stream, radius: float) -> Mesh:
    """One closed loop of spaghetti that wanders over the heap, in and out, up and down."""
    a, b, c, d = (luck.uniform(0, 6.28) for _ in range(4))
    off, way = luck.uniform(0.05, 0.3) * radius, luck.uniform(0, 6.28)
    t = np.linspace(0, 2 * math.pi, 25)[:-1]
    r = radius * (1 + 0.16 * np.sin(2 * t + a) + 0.1 * np.sin(3 * t + b))
    x, y = r * np.cos(t) + off * math.cos(way), r * np.sin(t) + off * math.sin(way)
    out = np.hypot(x, y)
    z = _heap_at(out) + 0.012 + 0.018 * np.sin(3 * t + c) + 0.012 * np.sin(5 * t + d)
    return sweep(np.column_stack([x, y, z]).tolist(), 0.02, sides=4, closed=True)


@draws("pasta", inside=plain("ecd48c"))
def pasta(make: Making) -> Iterable[Piece]:
    """Spaghetti in a wide bowl with bacon and parsley; with tomato sauce, meat and basil once cooked."""
    luck = make.luck
    colour = toned(make, {"yellow": "e8c860", "beige": "e4d0a4"})
    china = [(0, 0.03), (0.5, 0.0), (0.56, 0.03), (0.8, 0.16), (0.93, 0.32), (1.0, 0.36), (0.98, 0.375), (0.87, 0.33)]
    china += [(0.76, 0.2), (0.5, 0.12), (0, 0.1)]
    made = [Piece("bowl", lathe(china, sides=36), plain(luck.choice(("f2f0ea", "f4f1e8", "e6e9ec")), 0.5))]
    strands = [_strand(luck, 0.12 + 0.5 * (k % 7) / 6) for k in range(14)]
    heap = list(_heaped(colour, luck))
    for amount, count, size in ((FULL, 14, 1.0), (HALF, 7, 0.78), (LITTLE, 3, 0.3)):
        loose = joined(strands[:count]).scaled(size, size, size).moved(z=FLOOR)
        made.append(Piece("noodles", loose, plain(colour, 0.6), amount=amount))
        if amount is not LITTLE:
            flat = [piece.mesh.moved(z=-FLOOR).scaled(1.0, 1.0, size).moved(z=FLOOR) for piece in heap]
            made += [replace(piece, mesh=mesh, amount=amount) for piece, mesh in zip(heap, flat, strict=True)]
    return fitted(made, make.size)


def _heaped(colour: Colour, luck: Stream) -> Iterator[Piece]:
    """The heap under the loose strands and what lies on it."""
    line = [(0, 0), (0.8, 0.02), *reversed(HEAP)]
    heap = disc_mapped(skin(line, sides=28, rings=8, warp=lumps(luck, 0.05, 4.0)), 0.85).moved(z=FLOOR)
    yield Piece("body", heap, plain(mixed(colour, rgb("d9a441"), 0.12), 0.4).with_texture("food_spaghetti", 1.0))

    def on_top(count: int, radius: float, off: float) -> list[tuple[float, float, float]]:
        spots = spread(count, radius, luck)
        return [(x, y, FLOOR + float(_heap_at(np.hypot(x, y))) + off) for x, y in spots]

    def turns(count: int) -> list[float]:
        return [360 * luck.random() for _ in range(count)]

    cube = block((-0.05, -0.032, -0.026), (0.05, 0.032, 0.026), bevel=0.0)
    for count, tone in ((14, "b5604a"), (9, "d79a80")):
        bacon = strewn(
            cube, on_top(count, 0.66, 0.035), turn=turns(count), lean=[luck.uniform(-35, 35) for _ in range(count)]
        )
        yield Piece("bacon", bacon, plain(tone, 0.4), when=("raw",))
    flake = leaf(0.05, 0.04, curl=0.3, fine=2)
    parsley = strewn(flake, on_top(22, 0.66, 0.04), turn=turns(22), lean=[luck.uniform(-30, 30) for _ in range(22)])
    yield Piece("parsley", parsley, plain("4a7a30", 0.2))
    line = [(0, 0.3), (0.42, 0.28), (0.5, 0.34), (0.36, 0.46), (0.15, 0.55), (0, 0.56)]
    sauce = skin(line, sides=28, rings=8, lobes=lobed(6, 0.25), warp=lumps(luck, 0.08, 5.0))
    red = plain("b23a1e", 0.5).with_texture("food_crumbly", 0.5)
    yield Piece("sauce", sauce.moved(z=FLOOR), red, when=("cooked",))
    places = [(0.15, 0.1, 0.0), (-0.2, 0.12, 0.0), (0.0, -0.22, 0.0)]
    balls = strewn(berry(0.1, 10), places).moved(z=FLOOR + 0.52)
    yield Piece("meat", balls, BEEF, when=("cooked",))
    basil = strewn(leaf(0.26, 0.16, curl=0.2), [(0.0, 0.0, FLOOR + 0.6)] * 2, spin=(20.0, 150.0))
    yield Piece("basil", basil, LETTUCE, when=("cooked",))


def disc_mapped(mesh: Mesh, radius: float) -> Mesh:
    """The mesh with a print laid on it from above: uv run from 0 to 1 across a disc of that radius."""
    return mesh.each(lambda level: level._replace(uv=level.points[:, :2] / (2 * radius) + 0.5))


def _bubbly(luck: Stream) -> tuple[Array, Array]:
    """How far out and how high the rim of a pizza is, by angle from 0 to 360 in steps of one degree."""
    a = np.radians(np.arange(361))
    out, up = np.zeros(361), np.zeros(361)
    for waves, far in ((2, 0.012), (3, 0.012), (5, 0.01), (9, 0.008), (14, 0.006)):
        out += far * np.sin(waves * a + luck.uniform(0, 6.28))
        up += 14 * far * np.sin(waves * a + luck.uniform(0, 6.28))
    return out, up


PIZZA_CUT = cut_face("cut_layers", 0.1, sponge="edd9a4", cream="c8502c", rim="e2b050", count=1)


@draws("pizza", inside=PIZZA_CUT)
def pizza(make: Making) -> Iterable[Piece]:
    """A puffed uneven rim round sauce, pools of cheese, cupped pepperoni, olives and basil; paler while raw."""
    luck = make.luck
    out, up = _bubbly(luck)

    def puffed(p: Array) -> Array:
        r, angle = np.hypot(p[:, 0], p[:, 1]), np.degrees(np.arctan2(p[:, 1], p[:, 0])) % 360.0
        share = np.clip((r - 0.8) * 8, 0, 1)
        wide = 1 + share * np.interp(angle, np.arange(361), out)
        high = 1 + share * np.interp(angle, np.arange(361), up)
        return np.column_stack([p[:, 0] * wide, p[:, 1] * wide, np.where(p[:, 2] > 0.03, p[:, 2] * high, p[:, 2])])

    line = [(0, 0.0), (0.6, 0.0), (0.94, 0.0), (0.985, 0.02), (1.0, 0.06), (0.985, 0.1), (0.95, 0.12), (0.91, 0.1)]
    line += [(0.885, 0.06), (0.85, 0.05), (0.5, 0.05), (0, 0.05)]
    edge = skin(line, sides=72, rings=22, warp=puffed)
    crust = rgb({"gold": "cfa052", "red": "d2a460", "yellow": "d9b257"}[make.colour])
    cheese, sauce = {
        "gold": (rgb("dca848"), 0.22), "red": (rgb("ecc468"), 0.62), "yellow": (rgb("e8bd3e"), 0.2)
    }[make.colour]  # fmt: skip
    top = disc(0.915, 0.062, sides=48)
    pieces = []
    for when, bake in (("raw", 0.15), ("cooked", 1.0)):
        tone = crust if bake > 0.5 else mixed(crust, (0.96, 0.88, 0.7), 0.12)
        rim = plain(tone, 0.15).with_texture("food_pizza_rim", 1.0, bake=bake)
        pieces.append(Piece("body", edge, rim, when=(when,)))  # type: ignore[arg-type]
        print_ = printed("food_pizza", 0.4, cheese=cheese, sauce=sauce, bake=bake)
        pieces.append(Piece("cheese", top, print_, when=(when,)))  # type: ignore[arg-type]
    style = luck.choice(("salami", "both", "green"))
    cup = lathe([(0.115, 0.066), (0.122, 0.088), (0.112, 0.09), (0.09, 0.074), (0, 0.07)], sides=14, unit_uv=True)
    cup = cup.each(lambda level: level._replace(uv=np.column_stack([level.uv[:, 0], 1 - level.uv[:, 1]])))
    ring = lathe([(0.045, 0.062), (0.045, 0.08), (0.024, 0.08), (0.024, 0.062)], sides=10)
    basil = leaf(0.2, 0.12, curl=0.06, cup=0.15, fine=4).moved(z=0.072)
    spots = [(x, y, 0.0) for x, y in spread(16, 0.74, luck, 0.03)]
    cups = {"salami": spots[:13], "both": spots[::3] + spots[1::3], "green": spots[::3]}[style]
    rest = [spot for spot in spots if spot not in cups]
    for name, mesh, places, finish in (
        ("topping", cup, cups, printed("food_salami", 0.45)),
        ("leaves", basil, rest[::2], plain("3f7a34", 0.3)),
        ("olives", ring, rest[1::2], plain("2e2a26", 0.5)),
    ):
        if places:
            pieces.append(Piece(name, strewn(mesh, places, spin=[360 * luck.random() for _ in places]), finish))
    return fitted(pieces, make.size)
