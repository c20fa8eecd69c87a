"""Beds: for people, for infants and for dogs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.lofting import loft
from casita.shapes.drawings.upholstery import cloth, padded, piping, seam_of, stud
from casita.shapes.drawings.woodwork import plank, square_leg, timber
from casita.shapes.finish import Finish, mixed, plain, printed
from casita.shapes.flats import Vector, face, patch, rounded_outline, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Moment, Piece
from casita.shapes.rounds import ball, sweep

LINEN = plain("f1eee6", 0.0).with_texture("furniture_bedding", 1.1)
"""White sheets."""

SOFT = 0.022
"""Radius in metres of the edges of a mattress."""

SOILED = plain("e6e0d2", 0.0).with_texture("bedding_stains", 1.6)
"""The same after a spill."""


THROWS = ("8c8f96", "b8a58a", "4f6a7c", "9a5a4a", "d9d2c4", "5d6f57")
"""Colours of the blanket that is laid over the foot of a bed."""


@draws("bed")
def bed(make: Making) -> Iterator[Piece]:
    """A mattress with a duvet that hangs over its sides, pillows against the head board, and a frame on legs."""
    d, w, h = make.size
    luck = make.luck.child("bed")
    top = make.form.surfaces[0].z * h
    wooden = make.material == "wood"
    frame = make.main if wooden else timber(make)
    duvet = cloth(make, "furniture_bedding", 1.0)
    kind = luck.choice(("plain", "stripes", "leaves", "checks", "dots"))
    duvet = duvet.with_texture("furniture_bedding", 0.9, kind=kind)
    thick = 0.022 * d
    low, rail = 0.2 * h, 0.34 * h
    yield from _head_board(make, frame, thick, luck.choice(("panel", "slats", "padded", "arched")))
    side = 0.03
    for sign in (-1.0, 1.0):
        ys = sorted((sign * (w / 2 - 0.012), sign * (w / 2 - side)))
        yield Piece("rail", plank((-d / 2 + thick, ys[0], low), (d / 2 - 0.01, ys[1], rail)), frame)
    yield Piece("rail", plank((d / 2 - 0.035, -w / 2 + 0.012, low), (d / 2 - 0.008, w / 2 - 0.012, rail)), frame)
    for y in (-w / 2 + 0.05, w / 2 - 0.05):
        yield Piece("leg", square_leg((d / 2 - 0.05, y, low + 0.01), (d / 2 - 0.05, y), 0.07, taper=0.75), frame)
    mattress = padded(
        (-d / 2 + thick, -w / 2 + 0.04, rail - 0.07), (d / 2 - 0.04, w / 2 - 0.04, top - 0.004), radius=SOFT
    )
    yield Piece("mattress", mattress, LINEN)
    turn = -d / 2 + d * luck.uniform(0.26, 0.34)
    drop = luck.uniform(0.6, 1.0) * (top - rail) + 0.03
    quiet: tuple[Moment, ...] = ("clean",)
    yield Piece("duvet", _duvet(make, turn, drop, 0.0, 1.0), duvet, when=quiet)
    yield Piece("sheet", _turned_down(make, turn, 0.0, drop), LINEN, when=quiet)
    if luck.chance(0.5):
        wool = plain(luck.choice(THROWS), 0.0).with_texture("carpet", 0.16)
        yield Piece("throw", _throw(make, 0.2 * d, drop), wool, when=quiet)
    soiled = duvet.with_texture("bedding_stains", 1.8, kind=kind)
    yield Piece("duvet", _duvet(make, turn, drop * 1.15, 0.16, 2.6), soiled, when=("dirty",))
    yield Piece("sheet", _turned_down(make, turn, 0.16, drop), SOILED, when=("dirty",))
    yield from _pillows(make, thick, top, LINEN, ("clean",))
    yield from _pillows(make, thick, top, SOILED, ("dirty",))


def _head_board(make: Making, frame: Finish, thick: float, kind: str) -> Iterator[Piece]:
    d, w, h = make.size
    back, front = -d / 2, -d / 2 + thick
    if kind == "padded" and make.material == "fabric":
        cover = cloth(make)
        yield Piece("head_board", padded((back, -w / 2, 0.1 * h), (front, w / 2, h), radius=0.018), cover)
        count = max(round(w / 0.3), 2)
        for k in range(count):
            for row in (0.68, 0.86):
                at = (front, -w / 2 + w * (k + 0.5) / count, row * h)
                yield Piece("button", stud(0.014, 0.004).turned("y", 90.0).moved(*at), seam_of(cover))
        for y in (-w / 2 + 0.06, w / 2 - 0.06):
            yield Piece("leg", square_leg((back + thick / 2, y, 0.12 * h), (back + thick / 2, y), thick * 0.9), frame)
        return
    post = 0.06
    for y in (-w / 2, w / 2 - post):
        tall = {"arched": h * 0.94, "slats": h - 0.015}.get(kind, h)
        yield Piece("post", plank((back, y, 0.0), (front, y + post, tall), 0.005), frame)
        if kind == "slats":
            yield Piece(
                "knob",
                ball(thick * 0.4, thick * 0.4, 0.012, sides=12).moved(back + thick / 2, y + post / 2, h - 0.013),
                frame,
            )
    inner = (-w / 2 + post, w / 2 - post)
    if kind == "slats":
        for z in (0.93, 0.5):
            yield Piece(
                "head_board", plank((back + 0.006, inner[0], (z - 0.08) * h), (front - 0.006, inner[1], z * h)), frame
            )
        count = max(round((inner[1] - inner[0]) / 0.11), 5)
        for k in range(count):
            y = inner[0] + (inner[1] - inner[0]) * (k + 0.5) / count
            yield Piece("slat", plank((back + 0.014, y - 0.02, 0.5 * h), (front - 0.014, y + 0.02, 0.86 * h)), frame)
        return
    yield Piece("head_board", plank((back + 0.008, inner[0], 0.25 * h), (front - 0.014, inner[1], h * 0.9)), frame)
    if kind == "arched":
        line = [
            (back + thick / 2, y, h * 0.9 + (h * 0.1 - thick * 0.52) * (1 - (2 * y / w) ** 2))
            for y in np.linspace(-w / 2 + 0.03, w / 2 - 0.03, 13)
        ]
        yield Piece("head_board", sweep(line, thick * 0.5, sides=10), frame)
        return
    yield Piece("head_board", plank((back + 0.002, inner[0], h * 0.88), (front - 0.004, inner[1], h), 0.005), frame)
    for k in range(3):
        wide = (inner[1] - inner[0]) / 3
        y = inner[0] + k * wide
        yield Piece(
            "field", plank((front - 0.02, y + 0.03, 0.5 * h), (front - 0.007, y + wide - 0.03, 0.85 * h), 0.006), frame
        )


def _duvet(make: Making, turn: float, drop: float, askew: float, folds: float) -> Mesh:
    """A cover over the mattress from `turn` to its foot: flat on top, in folds where it hangs down."""
    d, w, _ = make.size
    top = make.form.surfaces[0].z * make.size[2]
    half, foot, r = w / 2 - 0.008, d / 2 - 0.008, SOFT
    s = np.array([*np.linspace(-1.0, 0.0, 5)[:-1], *np.linspace(0.0, 1.0, 19), *np.linspace(1.0, 2.0, 5)[1:]])[None, :]
    t = np.array([*np.linspace(0.0, 1.0, 25), *np.linspace(1.0, 2.0, 5)[1:]])[:, None]
    on = np.clip(s, 0.0, 1.0) * 2 - 1
    start = turn + askew * (0.4 + 0.5 * on)
    past_y, past_x = np.maximum(np.maximum(-s, s - 1.0), 0.0), np.maximum(t - 1.0, 0.0)
    (out_y, down_y), (out_x, down_x) = _over(past_y, drop, r), _over(past_x, drop, r)
    deep = min(0.011 * folds, 0.026)
    wave_y = deep * (1 - np.cos(t * 26.0 + s + 2.0 * np.sin(5.0 * t))) / 2 * np.minimum(past_y * 1.5, 1.0)
    wave_x = deep * (1 - np.cos(s * 24.0 + 1.5 * np.sin(6.0 * s))) / 2 * np.minimum(past_x * 1.5, 1.0)
    x = start + (foot - r - start) * np.minimum(t, 1.0) + out_x - wave_x
    y = on * (half - r) + np.sign(on) * (out_y - wave_y)
    rumple = 0.0006 * folds * (1 + np.sin(5.0 * t + 7.0 * s) * np.cos(9.0 * t - 4.0 * s))
    hem = 0.005 * folds * (np.sin(t * 9.0 + 2.0 * s) * past_y + np.sin(7.0 * s) * past_x)
    z = top + 0.0004 + rumple - np.maximum(down_y, down_x) + hem
    return patch(np.stack(np.broadcast_arrays(np.minimum(x, d / 2), y, z), -1)[::-1])


def _over(past: Array, drop: float, r: float) -> tuple[Array, Array]:
    """How far out and down a cloth is, `past` (0 to 1) beyond an edge of radius `r`."""
    length = past * (drop + 0.57 * r)
    angle = np.minimum(length / r, math.pi / 2)
    return r * np.sin(angle), r * (1 - np.cos(angle)) + np.maximum(length - r * math.pi / 2, 0.0)


def _turned_down(make: Making, turn: float, askew: float, drop: float) -> Mesh:
    """The strip of sheet that is folded back over the duvet."""
    shape = ((0.16, 0.0016), (0.14, 0.0042), (0.02, 0.0042), (-0.004, 0.004), (-0.014, -0.005))
    return _strip(make, shape, lambda on: turn + askew * (0.4 + 0.5 * on), drop * 0.8)


def _throw(make: Making, start: float, drop: float) -> Mesh:
    """A blanket across the bed near its foot, over the duvet and down at both sides."""
    wide = 0.2 * make.size[0]
    shape = ((wide, -0.002), (wide - 0.004, 0.0036), (wide / 2, 0.0046), (0.004, 0.0036), (0.0, -0.002))
    return _strip(make, shape, lambda on: start + 0.012 * np.sin(4.0 * on), drop * 0.94)


def _strip(make: Making, shape: Sequence[tuple[float, float]], start: Callable[[Array], Array], drop: float) -> Mesh:
    """Cloth across a bed, hanging down at both sides: (metres along the bed, metres above the duvet) of its rows.

    `start` is where it begins, by place across the bed from -1 to 1.
    """
    w = make.size[1]
    top = make.form.surfaces[0].z * make.size[2]
    half, r = w / 2 - 0.005, SOFT
    s = np.array([*np.linspace(-1.0, 0.0, 5)[:-1], *np.linspace(0.0, 1.0, 7), *np.linspace(1.0, 2.0, 5)[1:]])[None, :]
    along, lift = np.array(shape).T[..., None]
    on = np.clip(s, 0.0, 1.0) * 2 - 1
    past = np.maximum(np.maximum(-s, s - 1.0), 0.0)
    out, down = _over(past, drop, r)
    x = start(on) + along
    y = np.clip(on * (half - r) + np.sign(on) * (out + lift * (past > 0)), -w / 2, w / 2)
    return patch(np.stack(np.broadcast_arrays(x, y, top + 0.0004 + lift - down), -1))


def _pillows(make: Making, thick: float, top: float, finish: Finish, when: tuple[Moment, ...]) -> Iterator[Piece]:
    """Pillows that stand against the head board, behind where things can be put."""
    d, w, h = make.size
    count = 1 if w < 1.05 else 2
    room = make.form.surfaces[0].x[0] * d
    wide = min((w - 0.1) / count - 0.04, 0.72)
    tall = min(h - top - 0.012, 0.4)
    for k in range(count):
        y = (k - (count - 1) / 2) * (wide + 0.05)
        low: Vector = (-d / 2 + thick * 0.6, y - wide / 2, top - 0.012)
        high: Vector = (-d / 2 + room + 0.008, y + wide / 2, top + tall)
        yield Piece(
            "pillow",
            padded(low, high, radius=0.04, puff=(0.022, 0.03, 0.03), inner=3).turned(
                "y", -4.0, (-d / 2 + room, 0.0, top)
            ),
            finish,
            when=when,
        )


@draws("infant_bed")
def infant_bed(make: Making) -> Iterator[Piece]:
    """A cot: solid ends, sides of round bars under a rail, a mattress with a printed sheet."""
    d, w, h = make.size
    luck = make.luck.child("cot")
    wood = make.main
    end = 0.03 * d
    style = luck.choice(("panel", "heart", "arched"))
    for side in (-1.0, 1.0):
        xs = sorted((side * d / 2, side * (d / 2 - end)))
        inset = 0.006
        for y in (-w / 2, w / 2 - 0.05):
            yield Piece(
                "post", plank((xs[0], y, 0.0), (xs[1], y + 0.05, h * (0.97 if style == "arched" else 1.0)), 0.005), wood
            )
        yield Piece(
            "end", plank((xs[0] + inset, -w / 2 + 0.05, 0.14 * h), (xs[1] - inset, w / 2 - 0.05, 0.93 * h)), wood
        )
        if style == "arched":
            line = [
                ((xs[0] + xs[1]) / 2, y, h * 0.93 + (0.07 * h - end / 2) * (1 - (2 * y / w) ** 2))
                for y in np.linspace(-w / 2 + 0.02, w / 2 - 0.02, 11)
            ]
            yield Piece("end", sweep(line, end / 2, sides=8), wood)
        else:
            yield Piece(
                "end",
                plank((xs[0] + 0.002, -w / 2 + 0.05, 0.9 * h), (xs[1] - 0.002, w / 2 - 0.05, h * 0.99), 0.006),
                wood,
            )
        out = xs[1] if side > 0 else xs[0]
        groove = wood.darker(0.75)
        for k in range(1, 7):
            y = -w / 2 + 0.05 + (w - 0.1) * k / 7
            for at, way in ((xs[0] + inset - 0.0008, -1.0), (xs[1] - inset + 0.0008, 1.0)):
                groove_line = sheet((at, y - 0.003 * way, 0.2 * h), (0.0, 0.006 * way, 0.0), (0.0, 0.0, 0.68 * h))
                yield Piece("groove", groove_line, groove)
        if style == "heart":
            for y, z in ((-0.022, 0.0), (0.022, 0.0), (0.0, -0.028)):
                yield Piece(
                    "heart",
                    ball(0.004, 0.03, 0.03, sides=12).moved(out - side * 0.006, y, 0.78 * h + z),
                    plain("d87a8a", 0.2),
                )
    rod = sweep([(0.0, 0.0, 0.39 * h), (0.0, 0.0, 0.93 * h)], min(0.011, 0.012 * d), sides=8)
    rods: list[Mesh] = []
    for side in (-1.0, 1.0):
        ys = sorted((side * w / 2, side * 0.45 * w))
        middle = (ys[0] + ys[1]) / 2
        inner = d / 2 - end
        for a, b in ((0.35, 0.4), (0.92, 0.97)):
            yield Piece("rail", padded((-inner, ys[0], a * h), (inner, ys[1], b * h), radius=0.01), wood)
        for k in range(13):
            x = (-0.425 + 0.85 * k / 12) * d
            rods.append(rod.moved(x, middle))
        yield Piece("rail", plank((-inner, ys[0] + 0.004, 0.2 * h), (inner, ys[1] - 0.004, 0.235 * h)), wood)
    yield Piece("bar", joined(rods), wood)
    base = plank((-d / 2 + end, -0.45 * w, 0.33 * h), (d / 2 - end, 0.45 * w, 0.36 * h))
    yield Piece("base", base, wood.darker(0.85))
    linen = plain(luck.choice(("f4e7c8", "cfe3ee", "f3d6d8", "dcebd2")), 0.0).with_texture(
        "furniture_bedding", 0.5, kind=luck.choice(("dots", "leaves", "stripes"))
    )
    mattress = padded(
        (-d / 2 + end + 0.002, -0.45 * w, 0.36 * h), (d / 2 - end - 0.002, 0.45 * w, 0.48 * h), radius=0.03
    )
    yield Piece("mattress", mattress, linen)
    top = 0.48 * h
    yield Piece(
        "pillow",
        padded(
            (-0.48 * d + end, -0.25 * w, top - 0.01),
            (-0.45 * d + 0.05 * d - 0.004, 0.25 * w, top + 0.09 * h),
            radius=0.03,
            puff=(0.012, 0.02, 0.02),
        ),
        LINEN,
    )


@draws("dog_bed")
def dog_bed(make: Making) -> Iterator[Piece]:
    """A stuffed roll around a cushion, lower in front; some have paw prints or a sewn-on name."""
    d, w, h = make.size
    luck = make.luck.child("dog_bed")
    cover = cloth(make, "carpet", 0.1)
    floor = 0.35 * h
    roll = 0.06 * (d + w) / 2
    rounded = luck.choice((0.2, 0.32, 0.5)) * min(d, w)
    inner = rounded_outline(d - 2 * roll - 0.003, w - 2 * roll - 0.003, max(rounded - roll, 0.06), 7)
    path, high, thick = [], [], []
    for x, y in inner:
        dip = 0.42 * math.exp(-((y / (0.24 * w)) ** 2)) * max(0.0, x / (d / 2 - roll)) ** 4
        tall = h * (1 - dip)
        path.append((x, y, tall / 2))
        high.append(tall / 2)
        thick.append(roll)
    yield Piece("roll", sweep(path, high, flat=thick, sides=14, closed=True), cover)
    body = [(x, y, 0.0) for x, y in rounded_outline(d - 1.2 * roll, w - 1.2 * roll, rounded, 7)]
    pad = np.array(body)
    rings = [
        np.column_stack([pad[:, :2] * by, np.full(len(pad), z)])
        for by, z in ((1.0, 0.0), (1.0, floor - 0.02), (0.97, floor), (0.0, floor))
    ]
    style = luck.choice(("paws", "plain", "quilt"))
    tone = plain(mixed(make.rgb, (1.0, 1.0, 1.0), 0.22 if total_of(make.rgb) < 2.2 else 0.1), 0.0)
    soft = (
        tone.with_texture("furniture_paws", 0.22)
        if style == "paws"
        else tone.with_texture("furniture_quilt", 0.2)
        if style == "quilt"
        else tone.with_texture("carpet", 0.12)
    )
    flat = loft(rings, crease=50.0, caps=(False, False))
    flat = flat.each(lambda level: level._replace(uv=level.points[:, :2] + 0.5))
    yield Piece("cushion", flat, soft)
    yield Piece(
        "piping",
        piping(
            (-d / 2 + 1.7 * roll, -w / 2 + 1.7 * roll, 0.0),
            (d / 2 - 1.7 * roll, w / 2 - 1.7 * roll, 0.0),
            floor + 0.001,
            radius=rounded,
        ),
        seam_of(cover),
    )
    if luck.chance(0.6):
        tag = padded((d / 2 - 0.02, -0.12 * w, 0.16 * h), (d / 2 - 0.0005, 0.12 * w, 0.4 * h), radius=0.003, fine=1)
        yield Piece("tag", tag, plain("efe8d8", 0.05))
        name = luck.choice(("REX", "BELLA", "MAX", "LUNA"))
        label = face("front", (0.0, -0.115 * w, 0.17 * h), (d / 2 - 0.0005, 0.115 * w, 0.39 * h), 0.0004)
        yield Piece(
            "tag",
            label,
            printed("furniture_word", 0.05, text=name, ground=(0.94, 0.91, 0.85), letters=(0.25, 0.18, 0.12)),
        )
