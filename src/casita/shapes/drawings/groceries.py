"""Boxes and bags of dry food."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from casita.shapes.drawings.foodstuff import berry, fitted, spread, strewn
from casita.shapes.finish import Finish, plain, printed
from casita.shapes.flats import block, face, patch, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece

SEALED, HALF, EMPTY = (0.75, 1.0), (0.25, 0.75), (-1.0, 0.25)
CARD = plain("cdb48c", 0.05).with_texture("paper", 0.3)


def crushed(pieces: Iterable[Piece], size: tuple[float, float, float]) -> Iterator[Piece]:
    """The pieces of something hollow as if a hand had closed round its middle."""
    depth, _, h = size

    def squeeze(p: Array) -> Array:
        way = p[:, 2] / h
        pinch = 1 - 0.5 * np.exp(-(((way - 0.45) / 0.17) ** 2)) * (0.75 + 0.25 * np.sin(9 * way + 60 * p[:, 1]))
        lean = 0.12 * depth * np.sin(5 * way)
        return np.column_stack([p[:, 0] * pinch + lean, p[:, 1] * (0.5 + 0.5 * pinch), p[:, 2] * 0.88])

    return (replace(piece, mesh=piece.mesh.bent(squeeze), amount=EMPTY) for piece in pieces)


def walls(low: Array, high: Array, finishes: Sequence[Finish]) -> Iterator[Piece]:
    """A box without a lid: four walls (front, left, back, right) seen from both sides, and a floor."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    t = np.linspace(0.0, 1.0, 9)
    ends = (((x1, y0), (x1, y1)), ((x1, y1), (x0, y1)), ((x0, y1), (x0, y0)), ((x0, y0), (x1, y0)))
    for ((ax, ay), (bx, by)), finish in zip(ends, finishes, strict=True):
        u, v = np.meshgrid(t, t)
        outside = patch(np.stack([ax + (bx - ax) * u, ay + (by - ay) * u, z0 + (z1 - z0) * v], -1), unit_uv=True)
        yield Piece("body", outside, finish)
        yield Piece("inside", outside.inside_out(), CARD)
    yield Piece("inside", sheet((x0, y0, z0 + 0.002), (x1 - x0, 0, 0), (0, y1 - y0, 0)), CARD)


def flaps(low: Array, high: Array, finish: Finish) -> Iterator[Piece]:
    """The four flaps of an opened box, leaning outwards."""
    (x0, y0, _), (x1, y1, z) = low, high
    d, w = x1 - x0, y1 - y0
    for corner, across, out in (
        ((x1, y0, z), (0, w, 0), (0.55 * d, 0, 0.35 * d)),
        ((x0, y1, z), (0, -w, 0), (-0.5 * d, 0, 0.5 * d)),
        ((x1, y1, z), (-d, 0, 0), (0, 0.45 * d, 0.5 * d)),
        ((x0, y0, z), (d, 0, 0), (0, -0.4 * d, 0.55 * d)),
    ):
        flap = sheet(corner, across, out)
        yield Piece("flap", flap, finish)
        yield Piece("flap", flap.inside_out(), CARD)


def carton(make: Making, front: Finish, filling: Finish, bits: float) -> Iterator[Piece]:
    """A cardboard box with prints: sealed, then open with what is left in it, then empty and dented."""
    depth, width, h = make.size
    low, high = np.array((-depth / 2, -width / 2, 0.0)), np.array((depth / 2, width / 2, h))
    lo, hi = make.at(0, 0, 0), make.at(1, 1, 1)
    paper = make.main
    off = 0.0004
    sealed = [Piece("body", block(lo, hi, bevel=0.0025), paper)]
    edge = 0.003
    inner_low, inner_high = (lo[0] + edge, lo[1] + edge, edge), (hi[0] - edge, hi[1] - edge, h - edge)
    facts = printed("pack_facts", 0.1, ground=make.rgb)
    sealed.append(Piece("front", face("front", (lo[0], *inner_low[1:]), (hi[0], *inner_high[1:]), off), front))
    sealed.append(Piece("back", face("back", (lo[0], *inner_low[1:]), (hi[0], *inner_high[1:]), off), front))
    for side in ("left", "right"):
        corner = (inner_low[0], lo[1], inner_low[2]), (inner_high[0], hi[1], inner_high[2])
        sealed.append(Piece(side, face(side, *corner, off), facts))
    seam = sheet((0.0006, lo[1] + edge, h + off), (0, width - 2 * edge, 0), (-0.0012, 0, 0))
    sealed.append(Piece("seam", seam, make.main.darker(0.5)))
    tab = sheet((depth * 0.22, -0.18 * width, h + off), (0, 0.36 * width, 0), (-depth * 0.22, 0, 0))
    sealed.append(Piece("seam", tab, make.main.darker(0.8)))
    yield from (replace(piece, amount=SEALED) for piece in sealed)
    top = high * (1, 1, 0.94)
    opened = [*walls(low, top, (front, facts, front, facts)), *flaps(low, top, paper)]
    yield from (replace(piece, amount=HALF) for piece in opened)
    yield from crushed(opened, make.size)
    level = sheet((lo[0], lo[1], h * 0.78), (depth, 0, 0), (0, width, 0))
    yield Piece("contents", level, filling, amount=HALF)
    luck = make.luck.child("contents")
    one = berry(bits, 8)
    spots = [(x * depth * 0.42, y * width * 0.42) for x, y in spread(26, 1.0, luck)]
    heap = strewn(one, [(x, y, h * 0.78 + luck.uniform(0, bits)) for x, y in spots])
    yield Piece("contents", heap, filling, amount=HALF)


CEREALS = ("CRUNCH", "HONEY O'S", "FLAKES", "MORNING", "GRANOLA")
CRACKERS = ("CRISPS", "SALTINE", "WHEATY", "GOLDEN")


@draws("cereal", inside=CARD)
def cereal(make: Making) -> Iterable[Piece]:
    """A tall box with a bowl on its front."""
    luck = make.luck
    front = printed(
        "pack_cereal", 0.15, ground=make.rgb, name=luck.choice(CEREALS), kind=luck.choice(("rings", "flakes"))
    )
    return carton(make, front, plain("c48f3f", 0.1).with_texture("food_crumbly", 0.1), 0.008)


@draws("crackers", inside=CARD)
def crackers(make: Making) -> Iterable[Piece]:
    """A smaller box with crackers on its front."""
    front = printed("pack_crackers", 0.15, ground=make.rgb, name=make.luck.choice(CRACKERS))
    return carton(make, front, plain("d9aa5c", 0.1).with_texture("food_crumbly", 0.1), 0.009)


def _bag(make: Making, full: float, top: float, crumple: float) -> tuple[Mesh, Mesh]:
    """Front and back of a bag, so full, up to a part of the height; uv run from 0 to 1."""
    depth, width, h = make.size
    rows, columns = 25, 21
    v, u = np.meshgrid(np.linspace(0, 1, rows), np.linspace(-1, 1, columns), indexing="ij")
    bulge = (
        np.clip(1 - np.abs(u) ** 3.0, 0, 1) ** 0.5
        * np.clip(np.sin(math.pi * np.clip(v * 1.06 - 0.03, 0, 1)), 0, 1) ** 0.55
    )
    luck = make.luck.child("folds")
    a, b, c = (luck.uniform(0, 6.28) for _ in range(3))
    folds = 0.15 * np.sin(6 * u + 9 * v + a) * np.sin(8 * v + b) + 0.12 * np.sin(13 * u - 5 * v + c)
    swell = full * bulge * (1 + folds * (1 + 4 * crumple)) + crumple * 0.25 * np.sin(9 * v + 7 * u + a) * bulge
    pinch = 1 - 0.15 * np.sin(math.pi * v) * full + 0.012 * np.sin(40 * v) * (np.abs(u) > 0.96)
    y = u * width / 2 * pinch * (1 - 0.1 * crumple * np.sin(5 * v + b))
    sway = crumple * 0.2 * depth * np.sin(4 * v + a)
    made = []
    for sign in (1.0, -1.0):
        x = sign * (swell * depth / 2 + 0.0008) + sway
        g = np.stack([x, y * sign, v * h * top], -1)
        made.append(patch(g, unit_uv=True))
    return made[0], made[1]


@draws("chips", inside=plain("d8d8d6", 0.7))
def chips(make: Making) -> Iterable[Piece]:
    """A puffed shiny bag with crimped ends, printed alike on both sides; torn open, then limp and crumpled."""
    luck = make.luck
    depth, width, h = make.size
    name = luck.choice(("CHIPS", "CRISPY", "SALTY", "CRUNCH"))
    front = printed("pack_chips", 0.7, ground=make.rgb, name=name)
    back = plain(make.rgb, 0.7)
    silver = plain("c9cbcc", 0.9)
    made = []
    for amount, full, top, crumple in ((SEALED, 1.0, 1.0, 0.0), (HALF, 0.72, 0.97, 0.25), (EMPTY, 0.3, 0.72, 1.0)):
        one, two = _bag(make, full, top, crumple)
        made += [Piece("front", one, front, amount=amount), Piece("body", two, front, amount=amount)]
        if amount == SEALED:
            for z in (0.0, h * 0.955):
                for k in range(5):
                    low = (-0.0016, -width * 0.488, z + k * h * 0.009)
                    made.append(
                        Piece(
                            "seal",
                            block(low, (0.0016, width * 0.488, low[2] + h * 0.005), bevel=0.0),
                            back.darker(0.8),
                            amount=amount,
                        )
                    )
            continue
        made += [
            Piece("lining", mesh.inside_out().scaled(0.97, 0.98, 1.0), silver, amount=amount) for mesh in (one, two)
        ]
        lip = np.linspace(0, 2 * math.pi, 41)
        wide, deep = width * 0.42, depth * (0.34 if amount == HALF else 0.12)
        jag = h * top + 0.006 * np.sin(13 * lip) + 0.004 * np.sin(29 * lip)
        rows = [
            np.column_stack([deep * s * np.cos(lip), wide * s * np.sin(lip), z])
            for s, z in ((0.75, 0 * lip + h * (top - 0.08)), (1.0, jag))
        ]
        made.append(Piece("lining", patch(np.stack(rows)[:, ::-1], two_sided=True), silver, amount=amount))
    crisp = joined(
        [
            _crisp(0.02)
            .turned("x", 40.0 * k)
            .turned("z", 75.0 * k)
            .moved(0.012 * math.cos(k * 2.1), 0.03 * (k - 2), h * 0.95)
            for k in range(5)
        ]
    )
    made.append(Piece("contents", crisp, plain("e8bd5a", 0.2), amount=HALF))
    return [
        p if p.amount != SEALED else replace(p, mesh=q.mesh) for p, q in zip(made, fitted(made, make.size), strict=True)
    ]


def _crisp(radius: float) -> Mesh:
    """One curved chip."""
    t, s = np.meshgrid(np.linspace(0.05, 1, 5), np.linspace(0, 2 * math.pi, 17), indexing="ij")
    x, y = radius * t * np.cos(s), radius * t * np.sin(s)
    return patch(np.stack([x, y, (x * x - y * y) / radius * 0.6], -1), two_sided=True)
