"""Chairs of wood, metal, plastic and cloth."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.upholstery import cloth, padded, piping, seam_of, stud
from casita.shapes.drawings.woodwork import corners, grained, leaning, plank, round_leg, square_leg, timber
from casita.shapes.finish import CHROME, RUBBER, Finish, plain
from casita.shapes.flats import block, patch
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, lathe, sweep


@draws("chair")
def chair(make: Making) -> Iterator[Piece]:
    """A dining chair: wooden with slats, rungs or spindles, upholstered, of bent tube, or a plastic shell."""
    kind = make.material
    if kind == "fabric":
        yield from _upholstered(make)
    elif kind == "metal":
        yield from _tubular(make)
    elif kind == "plastic":
        yield from _shell(make)
    else:
        yield from _wooden(make)


def _seat(make: Making) -> float:
    return make.form.surfaces[0].z * make.size[2]


def _wooden(make: Making) -> Iterator[Piece]:
    d, w, h = make.size
    luck = make.luck.child("chair")
    wood, dark = make.main, make.main.darker(0.9)
    seat, post = _seat(make), min(0.042, 0.09 * w)
    style = luck.choice(("ladder", "slats", "spindles", "splat"))
    board = padded((-d / 2 + 0.03, -w / 2, seat - 0.028), (d / 2, w / 2, seat), radius=0.011)
    yield Piece("seat", grained(board), wood)
    apron = 0.055
    inside = (d / 2 - 0.03, w / 2 - 0.025)
    for side in (-1.0, 1.0):
        ys = sorted((side * inside[1], side * (inside[1] - 0.016)))
        yield Piece(
            "apron", plank((-d / 2 + 0.05, ys[0], seat - 0.025 - apron), (d / 2 - 0.04, ys[1], seat - 0.02)), dark
        )
    for x in (d / 2 - 0.046, -d / 2 + 0.04):
        yield Piece("apron", plank((x, -inside[1], seat - 0.025 - apron), (x + 0.016, inside[1], seat - 0.02)), dark)
    for side in (-1.0, 1.0):
        y = side * (w / 2 - post / 2 - 0.004)
        yield Piece(
            "leg", square_leg((d / 2 - post / 2 - 0.012, y, seat - 0.02), (d / 2 - post / 2 - 0.004, y), post), wood
        )
        rear = block(
            (-d / 2 + 0.035, y - post / 2, 0.0), (-d / 2 + 0.035 + post, y + post / 2, seat), bevel=0.003, fine=1
        )
        yield Piece("leg", grained(leaning(rear, 0.0, seat, (-0.03, 0.0), 0.8)), wood)
        upper = block(
            (-d / 2 + 0.035, y - post / 2, seat - 0.01),
            (-d / 2 + 0.03 + post * 0.9, y + post / 2, h * 0.985),
            bevel=0.003,
            fine=1,
        )
        yield Piece("post", grained(upper.bent(lambda p: _reclined(p, seat, h))), wood)
        rung = sweep([(-d / 2 + 0.05, y, seat * 0.4), (d / 2 - 0.03, y, seat * 0.4)], 0.01, sides=8)
        yield Piece("rung", rung, dark)
    yield Piece("rung", sweep([(0.0, -w / 2 + post, seat * 0.4), (0.0, w / 2 - post, seat * 0.4)], 0.01, sides=8), dark)
    half = w / 2 - post
    parts: list[Mesh] = [_crest(d, half + post * 0.9, h, 0.085)]
    if style == "ladder":
        for share in (0.22, 0.46, 0.7):
            z = seat + (h - seat) * share
            parts.append(_slat(d, (-half, half), (z, z + 0.05)))
    else:
        parts.append(_slat(d, (-half, half), (seat + (h - seat) * 0.14, seat + (h - seat) * 0.14 + 0.035)))
        low, high = seat + (h - seat) * 0.2, h - 0.07
        if style == "splat":
            parts.append(_slat(d, (-0.22 * w, 0.22 * w), (low, high)))
        else:
            count, wide = (5, 0.035) if style == "slats" else (7, 0.014)
            for k in range(count):
                y = -half * 0.82 + 1.64 * half * k / (count - 1)
                parts.append(_slat(d, (y - wide / 2, y + wide / 2), (low, high)))
    for part in parts:
        yield Piece("back", part.bent(lambda p: _reclined(p, seat, h)), wood)


def _reclined(points: Array, seat: float, h: float) -> Array:
    """A back that leans: moved to the rear the higher it is."""
    up = np.clip((points[:, 2] - seat) / (h - seat), 0.0, 1.0)
    return np.column_stack([points[:, 0] - 0.03 * up, points[:, 1:]])


def _slat(d: float, y: tuple[float, float], z: tuple[float, float]) -> Mesh:
    """A flat board of a back, before it is made to lean."""
    x = -d / 2 + 0.046
    return grained(block((x, y[0], z[0]), (x + 0.013, y[1], z[1]), bevel=0.003, fine=1))


def _crest(d: float, half: float, h: float, tall: float) -> Mesh:
    """The top rail: a board that rises a little to its middle."""
    rows = []
    for z in (h - tall, h):
        rows.append([(0.0, y, z - 0.022 * (y / half) ** 2) for y in np.linspace(-half, half, 9)])
    x = -d / 2 + 0.04
    grid = np.array(rows)
    front, back = grid + np.array((x + 0.022, 0.0, 0.0)), grid[:, ::-1] + np.array((x, 0.0, 0.0))
    top = np.stack([front[1], back[1, ::-1]])
    under = np.stack([back[0, ::-1], front[0]])
    ends = [
        np.array([[a[0][k], b[0][-1 - k]], [a[1][k], b[1][-1 - k]]])
        for a, b, k in ((front, back, -1), (back, front, -1))
    ]
    return joined([patch(g) for g in (front, back, top, under, *ends)])


def _upholstered(make: Making) -> Iterator[Piece]:
    d, w, h = make.size
    luck = make.luck.child("chair")
    cover, legs = cloth(make), timber(make)
    seam, seat = seam_of(cover), _seat(make)
    thick = 0.09
    yield Piece(
        "seat",
        padded(
            (-d / 2 + 0.01, -w / 2, seat - thick), (d / 2, w / 2, seat), radius=0.03, puff=(0.006, 0.004, 0.0), inner=1
        ),
        cover,
    )
    yield Piece("piping", piping((-d / 2 + 0.01, -w / 2, 0.0), (d / 2, w / 2, 0.0), seat - thick + 0.01), seam)
    low = seat + (0.0 if luck.chance(0.5) else 0.1)
    back = padded(
        (-d / 2 + 0.002, -w / 2 + 0.004, low - 0.02),
        (-d / 2 + max(0.1 * d, 0.055), w / 2 - 0.004, h),
        radius=0.028,
        puff=(0.006, 0.0, 0.0),
        inner=1,
    )
    yield Piece("back", back, cover)
    face = -d / 2 + max(0.1 * d, 0.055) - 0.003
    if luck.chance(0.5):
        for k in range(3):
            for n in range(2):
                at = (face, (k - 1) * w * 0.24, low + (h - low) * (0.4 + 0.3 * n))
                yield Piece("button", stud(0.01, 0.004).turned("y", 90.0).moved(*at), seam)
    else:
        for y in (-w / 6, w / 6):
            yield Piece("seam", sweep([(face, y, low + 0.02), (face, y, h - 0.03)], 0.003, sides=4), seam)
    if low > seat:
        for y in (-w * 0.3, w * 0.3):
            yield Piece(
                "post", plank((-d / 2 + 0.012, y - 0.016, seat - 0.02), (-d / 2 + 0.036, y + 0.016, low + 0.02)), legs
            )
    for x, y in corners(d / 2 - 0.045, w / 2 - 0.04):
        foot = (x + (0.02 if x > 0 else -0.02), y + (0.012 if y > 0 else -0.012))
        yield Piece("leg", square_leg((x, y, seat - thick + 0.01), foot, 0.04, taper=0.6), legs)


def _tubular(make: Making) -> Iterator[Piece]:
    """A steel chair: a pressed seat, a hoop for a back with a splat, legs that spread."""
    d, w, h = make.size
    luck = make.luck.child("chair")
    metal, seat = make.main, _seat(make)
    yield Piece("seat", padded((-d / 2 + 0.03, -w / 2, seat - 0.022), (d / 2, w / 2, seat), radius=0.01), metal)
    groove = piping(
        (-d / 2 + 0.07, -w / 2 + 0.05, 0.0), (d / 2 - 0.05, w / 2 - 0.05, 0.0), seat - 0.0005, radius=0.05, thick=0.002
    )
    yield Piece("groove", groove, metal.darker(0.7))
    tube = 0.013
    x = -d / 2 + 0.05
    half = w / 2 - 0.02
    bow = [
        (x, -half, seat - 0.01),
        (x - 0.012, -half * 0.98, seat + 0.4 * (h - seat)),
        (x - 0.03, -half * 0.9, h - 0.09),
    ]
    bow += [(x - 0.036, -half * 0.55, h - tube * 1.4), (x - 0.036, 0.0, h - tube - 0.002)]
    whole = [*bow, *((px, -py, pz) for px, py, pz in reversed(bow[:-1]))]
    yield Piece("back", sweep(curve(whole, 4), tube, sides=10), metal)
    splats = [(-0.16, 0.16)] if luck.chance(0.5) else [(-0.28, -0.2), (-0.04, 0.04), (0.2, 0.28)]
    for a, b in splats:
        rows = []
        for share in np.linspace(0.0, 1.0, 5):
            px = x + 0.002 - 0.036 * share
            rows.append(
                [
                    (px, a * w, seat - 0.01 + (h - tube - seat) * share),
                    (px, b * w, seat - 0.01 + (h - tube - seat) * share),
                ]
            )
        yield Piece("back", patch(np.array(rows), two_sided=True), metal)
    for px, py in corners(d / 2 - 0.05, w / 2 - 0.04):
        foot = (px + (0.035 if px > 0 else -0.02), py + (0.027 if py > 0 else -0.027))
        yield Piece("leg", round_leg((px, py, seat - 0.01), foot, 0.03, taper=0.8), metal)
        yield Piece("foot", cylinder(0.013, 0.0, 0.018, sides=10).moved(*foot), RUBBER)
    z = seat * 0.45
    ring = [
        (px * 1.04, py * 1.05, z)
        for px, py in (
            (d / 2 - 0.05, -w / 2 + 0.04),
            (d / 2 - 0.05, w / 2 - 0.04),
            (-d / 2 + 0.05, w / 2 - 0.04),
            (-d / 2 + 0.05, -w / 2 + 0.04),
        )
    ]
    for k in range(4):
        yield Piece("brace", sweep([ring[k], ring[(k + 1) % 4]], 0.006, sides=6), metal)


def _shell(make: Making) -> Iterator[Piece]:
    """A moulded plastic shell on dowel legs, or on chrome ones."""
    d, w, h = make.size
    luck = make.luck.child("chair")
    seat = _seat(make)
    shell = plain(make.rgb, 0.35)
    back = -d / 2 + 0.1 * d
    line = curve(
        [
            (d / 2 - 0.007, seat - 0.03),
            (d / 2 - 0.014, seat - 0.004),
            (d / 2 - 0.04, seat),
            (back + 0.06, seat),
            (back + 0.025, seat + 0.003),
            (back + 0.004, seat + 0.04),
            (back - 0.012, seat + 0.5 * (h - seat)),
            (-d / 2 + 0.012, h - 0.004),
        ],
        3,
    )
    across = np.array((-1.0, -0.96, -0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9, 0.96, 1.0))
    rows = []
    for k, (x, z) in enumerate(line):
        share = k / (len(line) - 1)
        half = (w / 2 - 0.004) * (
            1.0 - 0.1 * max(0.0, (share - 0.72) / 0.28) ** 2 - 0.1 * max(0.0, (0.16 - share) / 0.16) ** 2
        )
        drop = 0.05 * max(0.0, (share - 0.85) / 0.15) ** 2
        lip = 0.0025
        bow = [0.0 if share < 0.45 else 0.02 * (share - 0.45) / 0.55 * (1 - a * a) for a in across]
        rise = [lip * max(0.0, abs(a) - 0.92) / 0.08 if share < 0.6 else -drop * a * a for a in across]
        rows.append([(x - b * 0.3, a * half, z + r) for a, b, r in zip(across, bow, rise, strict=True)])
    grid = np.array(rows)[:, ::-1]
    yield Piece("shell", patch(np.array(rows), two_sided=True), shell)
    rim = [*grid[0], *grid[1:-1, -1], *grid[-1, ::-1], *grid[-2:0:-1, 0]]
    edge = [tuple(map(float, p)) for p in rim]
    yield Piece("rim", sweep(edge, 0.004, sides=6, closed=True), shell)
    if luck.chance(0.5):
        hole = lathe([(0.0, 0.0006), (0.02, 0.0)], sides=16).scaled(1.0, 3.0, 1.0)
        yield Piece("slot", hole.turned("y", 90.0).moved(back + 0.004, 0.0, h - 0.09), shell.darker(0.3))
    wooden = luck.chance(0.6)
    legs: Finish = plain("b98a58", 0.2).with_texture("wood", 0.3) if wooden else CHROME
    under = seat - 0.02
    for px, py in corners(d * 0.2, w * 0.24):
        foot = (px + (0.22 * d if px > 0 else -0.22 * d), py + (0.18 * w if py > 0 else -0.18 * w))
        yield Piece(
            "leg", round_leg((px, py, under), foot, 0.032 if wooden else 0.018, taper=0.65 if wooden else 1.0), legs
        )
    for py in (-1.0, 1.0):
        z = seat * 0.62
        yield Piece(
            "brace",
            sweep([(-d * 0.26, py * w * 0.28, z), (d * 0.26, -py * w * 0.28, z)], 0.004, sides=6),
            CHROME if not wooden else plain("2b2b2d", 0.4),
        )
    yield Piece(
        "plate",
        block((-d * 0.22, -w * 0.25, under - 0.004), (d * 0.22, w * 0.25, under + 0.014), bevel=0.002, fine=1),
        plain("2b2b2d", 0.3),
    )
