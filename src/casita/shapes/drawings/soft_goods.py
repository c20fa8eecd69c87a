"""Soft and worn things: boots, pillows, bags of plastic."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.seeds import Stream
from casita.shapes.drawings.bodies import belt, blob, oval, slab
from casita.shapes.drawings.lofting import loft, ovals
from casita.shapes.finish import CHROME, plain, printed, rgb, shade
from casita.shapes.flats import block, patch
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, sweep


@draws("boots")
def boots(make: Making) -> Iterator[Piece]:
    """A pair of high rubber boots: wide shafts with a rim and a strap, round toes, thick dark soles."""
    w = make.size[1]
    luck = make.luck.child("boots")
    striped = luck.chance(0.5)
    one = list(_boot(make, striped))
    for side in (-1.0, 1.0):
        for piece in one:
            mesh = piece.mesh.scaled(1.0, side).moved(0.0, side * 0.28 * w)
            yield Piece(piece.name, mesh, piece.finish, when=piece.when)


def _boot(make: Making, striped: bool) -> Iterator[Piece]:
    d, w, h = make.size
    half = 0.22 * w
    sole = 0.055 * h
    shine = make.main._replace(shine=0.45)
    back = -d / 2
    shaft = [(0.1, 0.27, 0.25, 0.74), (0.2, 0.28, 0.25, 0.76), (0.3, 0.29, 0.25, 0.78), (0.45, 0.29, 0.27, 0.84)]
    shaft += [(0.65, 0.3, 0.29, 0.91), (0.85, 0.3, 0.295, 0.93), (1.0, 0.3, 0.3, 0.94)]
    rows = [(z * h, back + x * d, 0.0, a * d, b * half) for z, x, a, b in curve(shaft, 2)]
    yield Piece("shaft", loft(ovals(rows, sides=32), caps=(False, False)), shine)
    inner = [(z, x, y, a - 0.003, b - 0.003) for z, x, y, a, b in rows if z > 0.3 * h]
    inside = loft(ovals(inner, sides=32), caps=(True, False)).inside_out()
    yield Piece("lining", inside, plain(shade(make.rgb, 0.45), 0.0))
    top = rows[-1]
    rim = belt(*oval(top[1], 0.0, h - 0.005, (top[3] - 0.0035, top[4] - 0.0035)), 0.003, flat=0.005)
    yield Piece("rim", rim, shine.darker(0.7))
    foot = [
        (0.02, 0.1, 0.5),
        (0.06, 0.17, 0.74),
        (0.15, 0.2, 0.88),
        (0.35, 0.21, 0.9),
        (0.5, 0.19, 0.9),
        (0.65, 0.155, 0.96),
    ]
    foot += [(0.8, 0.135, 0.97), (0.9, 0.12, 0.84), (0.96, 0.1, 0.6), (0.988, 0.07, 0.3)]
    stations = [(back + x * d, 0.0, sole * 0.7, b * half, z * h - sole * 0.7) for x, z, b in curve(foot, 2)]
    rings = ovals(stations, "x", sides=24, square=2.3)
    rings[..., 2] = np.maximum(rings[..., 2], sole * 0.7)
    yield Piece("foot", loft(rings), shine)
    dark = plain("26241f", 0.05) if make.colour != "black" else plain("6a4a2a", 0.05)
    ground = [
        (back + x * d, b * half)
        for x, b in (
            (0.0, 0.5),
            (0.03, 0.72),
            (0.15, 0.92),
            (0.4, 0.88),
            (0.7, 1.0),
            (0.85, 0.98),
            (0.95, 0.72),
            (1.0, 0.25),
        )
    ]
    line = curve(ground, 2)
    steps = [(x, 0.0, sole * 0.5, y, sole * 0.5) for x, y in line]
    yield Piece("sole", loft(ovals(steps, "x", sides=20, square=6.0)), dark)
    heel = slab((back, -0.6 * half, 0.0), (back + 0.24 * d, 0.6 * half, sole * 1.12), radius=0.5 * half, bevel=0.002)
    yield Piece("sole", heel, dark)
    z = 0.9 * h
    if striped:
        band = [(zz, x, y, a + 0.0008, b + 0.0008) for zz, x, y, a, b in rows if 0.84 * h < zz < 0.97 * h]
        yield Piece(
            "band",
            loft(ovals(band, sides=32), caps=(False, False)),
            plain("f0efe8" if make.colour != "white" else "b02a26", 0.3),
        )
    else:
        buckle = block(
            (back + 0.3 * d, half * 0.9, z - 0.02 * h), (back + 0.4 * d, half * 0.97, z + 0.02 * h), bevel=0.002
        )
        strap = [
            (top[1] + (top[3] + 0.001) * math.cos(t), (top[4] + 0.001) * math.sin(t), z)
            for t in np.radians(np.arange(20, 161, 10))
        ]
        yield Piece("strap", sweep(strap, 0.009, flat=0.0015, sides=8), shine.darker(0.6))
        yield Piece("buckle", buckle, CHROME)
    mud = plain("5a4630", 0.0)
    for x, y, zz, size in (
        (0.7, 0.35, 0.13, 0.05),
        (0.88, -0.1, 0.09, 0.045),
        (0.42, 0.75, 0.1, 0.06),
        (0.45, 0.5, 0.3, 0.045),
        (0.55, 0.0, 0.42, 0.035),
    ):
        blot = blob((size * d * 1.8, size * w * 0.75, size * h * 0.8), (back + x * d, y * half, zz * h), 12)
        yield Piece("mud", blot, mud, when=("dirty",))


PILLOWS = ("striped",) * 5 + ("flowered",) * 2 + ("piped", "plain", "tufted")
"""Kinds of pillows, as often as they are chosen: a print tells one from the seat that it lies on."""


@draws("pillow")
def pillow(make: Making) -> Iterator[Piece]:
    """A puffed cushion with a seam; plain, striped, flowered, tufted with a button, or with piping."""
    d, w, h = make.size
    luck = make.luck.child("pillow")
    kind = luck.choice(PILLOWS)
    weave = {"striped": "stripes", "flowered": "flowers"}.get(kind, "plain")
    finish = plain(make.rgb, 0.02).with_texture("pillow_cover", 1.0, kind=weave)
    phase = luck.uniform(0.0, 6.0)
    top, under = (_pillow_side(d, w, h, sign, phase, kind == "tufted") for sign in (1.0, -1.0))
    yield Piece("cover", joined([top, under]), finish)
    u = np.linspace(-1.0, 1.0, 13)[:-1]
    ones = np.ones(12)
    x, y = np.concatenate([ones, -u, -ones, u]), np.concatenate([u, ones, -u, -ones])
    cord = 0.006 if kind == "piped" else 0.0025
    plan = _drawn_in(x, y)
    path = np.column_stack([plan[0] * (d / 2 - cord), plan[1] * (w / 2 - cord), h * _seam(x, y)])
    seam = belt(path, np.column_stack([x, y, np.zeros(48)]), cord)
    dark = make.main.darker(0.6 if kind == "piped" else 0.75)
    yield Piece("seam", seam, dark if total_of(make.rgb) > 0.7 else plain("8d8a84", 0.0))
    if kind == "tufted":
        yield Piece("button", blob((0.03 * w, 0.03 * w, 0.018 * w), (0.0, 0.0, h * 0.86), 16), make.main.darker(0.75))
    for x0, y0, size in ((0.16, -0.14, 0.14), (0.3, 0.12, 0.09), (0.0, 0.2, 0.07)):
        t, r = np.meshgrid(np.linspace(0.0, 2 * math.pi, 17), np.linspace(1.0, 0.0, 5))
        sx, sy = 2 * (x0 + size * r * np.cos(t)), 2 * (y0 + 0.8 * size * r * np.sin(t))
        grid = np.stack([sx * d / 2, sy * w / 2, _pillow_top(sx, sy, h, phase, kind == "tufted") + 0.0015], -1)
        yield Piece("stain", patch(grid), plain("7a5a34", 0.0), when=("dirty",))


def _swell(x: Array, y: Array, phase: float, tufted: bool) -> Array:
    """How far a pillow swells from its seam (0) to its middle (1), at a place from -1 to 1 each way."""
    edge = np.clip(1 - np.abs(x) ** 3, 0, 1) ** 0.45 * np.clip(1 - np.abs(y) ** 3, 0, 1) ** 0.45
    far, angle = np.sqrt(x * x + y * y), np.arctan2(y, x)
    near_rim = np.clip(np.maximum(np.abs(x), np.abs(y)) - 0.35, 0, 1)
    gathers = 0.1 * np.cos(13 * x + phase) * np.abs(y) ** 3 + 0.1 * np.cos(14 * y - phase) * np.abs(x) ** 3
    pull = 0.16 * np.cos(4 * angle) * near_rim + 0.03 * np.cos(11 * angle + phase) * near_rim
    slump = 0.03 * np.cos(2.3 * x + 1.7 * y + phase) + 0.015 * np.cos(5.1 * x - 3.9 * y)
    dent = 0.32 * np.exp(-((far / 0.17) ** 2)) if tufted else 0.0
    calm = np.exp(-((far / 0.25) ** 2))
    return np.asarray(edge * np.minimum(1.0, 0.93 + (gathers - pull + slump) * (1 - calm) + 0.07 * calm - dent))


def _drawn_in(x: Array, y: Array) -> tuple[Array, Array]:
    """A pillow's plan: its edges are drawn in between the pointed corners."""
    sag = 0.1
    return x * (1 - sag * (1 - y * y)), y * (1 - sag * (1 - x * x))


def _pillow_side(d: float, w: float, h: float, sign: float, phase: float, tufted: bool) -> Mesh:
    """The upper (1) or lower (-1) half of a pillow."""
    line = np.sin(np.linspace(-0.5, 0.5, 29) * math.pi)
    y, x = np.meshgrid(line, -line if sign > 0 else line)
    plan = _drawn_in(x, y)
    low = h * _seam(x, y) * (1 - np.minimum(1.5 * _swell(x, y, phase, False), 1.0))
    z = _pillow_top(x, y, h, phase, tufted) if sign > 0 else low
    return patch(np.stack([plan[0] * d / 2, plan[1] * w / 2, z], -1), unit_uv=True)


def _seam(x: Array, y: Array) -> Array:
    """How high a pillow's seam is, as a share of its height: its corners hang down."""
    return np.asarray(0.36 - 0.18 * (x * y) ** 2)


def _pillow_top(x: Array, y: Array, h: float, phase: float, tufted: bool) -> Array:
    """How high the upper side of a pillow is, at a place from -1 to 1 each way."""
    seam = _seam(x, y)
    return np.asarray(h * (seam + (1 - seam) * _swell(x, y, phase, tufted)))


@draws("plastic_bag")
def plastic_bag(make: Making) -> Iterator[Piece]:
    """A thin crumpled shopping bag that stands open, with two loops to carry it and a shop's name."""
    d, w, h = make.size
    luck = make.luck.child("bag")
    top = 0.72 * h
    phase = luck.uniform(0.0, 6.0)
    points = [(0.0, 0.72, 0.8), (0.02, 0.86, 0.9), (0.12, 0.97, 0.96), (0.35, 1.0, 1.0), (0.55, 0.9, 0.97)]
    points += [(0.66, 0.74, 0.93), (0.72, 0.66, 0.94)]
    rows = curve(points, 4)
    rings = ovals([(z * h, 0.0, 0.0, a * d / 2, b * w / 2) for z, a, b in rows], sides=64, square=3.2)
    angle = np.arange(64) * (2 * math.pi / 64)
    level = rings[..., 2] / h
    rings[..., 2] += 0.03 * h * np.clip((level - 0.5) * 5, 0, 1) * np.cos(5 * angle + phase)
    fold = (
        0.04 * np.abs(np.sin(5.5 * angle + phase + 7 * level))
        + 0.035 * np.abs(np.sin(9 * angle - 11 * level + 2 * phase))
        + 0.03 * np.abs(np.sin(17 * level + 3 * angle))
    )
    by = 1 - np.clip(level * 6, 0.15, 1) * fold
    rings[..., :2] *= by[..., None] / by.max()
    finish = make.main._replace(shine=0.8).with_texture("plastic_crinkle", 0.7 * w)
    if make.colour == "transparent":
        finish = finish._replace(opacity=0.5)
    skin = loft(rings, caps=(True, False))
    lining = loft(rings * (0.985, 0.985, 1.0) + (0.0, 0.0, 0.001), caps=(True, False)).inside_out()
    yield Piece("bag", skin, finish)
    yield Piece("bag", lining, finish.darker(0.86))
    for sign in (1.0, -1.0):
        y = sign * 0.33 * w
        lean = y * 0.92
        rise = [
            (0.3 * d, y, top - 0.1 * h),
            (0.31 * d, y, 0.78 * h),
            (0.22 * d, lean, 0.93 * h),
            (0.0, lean * 0.94, 0.99 * h),
        ]
        rise += [(-x, yy, z) for x, yy, z in reversed(rise[:-1])]
        loop = curve(rise, 5)
        wide = [0.032 * w + 0.05 * w * abs(2 * k / (len(loop) - 1) - 1) ** 3 for k in range(len(loop))]
        yield Piece("handle", _ribbon(loop, wide, h * 0.999), finish)
    yield from _bag_name(make, luck, rings)


def _bag_name(make: Making, luck: Stream, rings: Array) -> Iterator[Piece]:
    """A shop's name on the front of a bag, in its folds: the letters lie on the rings of its skin."""
    word, ink = luck.choice(
        (("MARKET", "2f7a4a"), ("FRESH", "c0282d"), ("THANK YOU", "c0282d"), ("CITY SHOP", "2b4f9e"))
    )
    ground = make.rgb if make.colour != "transparent" else rgb("dfe8ea")
    letters = rgb(ink) if total_of(ground) > 1.8 else rgb("f2f0ea")
    z = rings[:, 0, 2] / make.size[2]
    rows = np.flatnonzero((z > 0.3) & (z < 0.48))
    across = np.linspace(-0.27, 0.27, 17) * make.size[1]
    front = rings[np.ix_(rows, np.arange(-15, 16))]
    deep = np.array([np.interp(across, ring[:, 1], ring[:, 0]) for ring in front])
    high = np.array([np.interp(across, ring[:, 1], ring[:, 2]) for ring in front])
    grid = np.stack([deep + 0.0012, np.broadcast_to(across, deep.shape), high], -1)
    logo = printed("name_print", 0.6, ground=ground, letters=letters, text=word, shape=2.2)
    yield Piece("name", patch(grid, unit_uv=True), logo._replace(opacity=0.7) if make.colour == "transparent" else logo)


def _ribbon(path: list[tuple[float, ...]], half: list[float], highest: float) -> Mesh:
    """A flat band along a path from front to back, as wide along y as given, seen from both sides."""
    p = np.asarray(path)
    edge = np.column_stack([np.zeros(len(p)), np.asarray(half), np.zeros(len(p))])
    along = np.gradient(p, axis=0)
    out = np.cross(along, (0.0, 1.0, 0.0))
    out *= 0.0006 / np.maximum(np.sqrt((out * out).sum(1, keepdims=True)), 1e-9)
    rings = np.stack([p - edge - out, p + edge - out, p + edge + out, p - edge + out], 1)
    rings[..., 2] = np.minimum(rings[..., 2], highest)
    made = loft(rings)
    return joined([made, made.inside_out()])
