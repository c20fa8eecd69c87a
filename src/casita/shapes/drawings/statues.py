"""Statues: a bust, a robed figure, a sitting cat."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from casita.shapes.drawings.bodies import blob, copies, in_box
from casita.shapes.drawings.lofting import loft, ovals
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, lathe, sweep


@draws("statue")
def statue(make: Making) -> Iterator[Piece]:
    """A bust, a robed figure or a sitting cat on a round foot."""
    d, w, h = make.size
    foot = curve([(0.5, 0.0), (0.5, 0.025), (0.47, 0.035), (0.46, 0.05), (0.49, 0.07), (0.48, 0.1), (0.43, 0.118)], 2)
    plinth = lathe([(0.0, 0.0), *((r, z * h) for r, z in foot), (0.0, 0.12 * h)]).scaled(d, w, 1.0)
    yield Piece("foot", plinth, make.main.darker(0.92))
    kind = make.luck.child("statue").below(3)
    yield from (_bust, _figure, _cat)[kind](make)


def _through(make: Making, rows: Sequence[tuple[float, float, float, float]], square: float = 2.0) -> Mesh:
    """A body through ovals given in fractions of the box: height, middle in x, half depth, half width."""
    d, w, h = make.size
    smooth = curve(rows, 3)
    return loft(
        ovals(
            [(z * h, x * d, 0.0, max(a, 0.004) * d, max(b, 0.004) * w) for z, x, a, b in smooth],
            sides=32,
            square=square,
        )
    )


def _bust(make: Making) -> Iterator[Piece]:
    d, w, h = make.size
    body = [(0.12, 0.0, 0.15, 0.16), (0.17, 0.0, 0.13, 0.14), (0.21, 0.0, 0.16, 0.2), (0.3, 0.02, 0.24, 0.34)]
    body += [(0.4, 0.0, 0.25, 0.42), (0.48, -0.02, 0.22, 0.4), (0.54, -0.03, 0.17, 0.27), (0.58, -0.02, 0.13, 0.15)]
    body += [(0.64, 0.0, 0.11, 0.12), (0.7, 0.02, 0.11, 0.12)]
    yield Piece("shoulders", _through(make, body), make.main)
    head = [(0.655, 0.06, 0.06, 0.05), (0.675, 0.05, 0.13, 0.1), (0.72, 0.02, 0.19, 0.15), (0.8, 0.0, 0.22, 0.18)]
    head += [(0.88, -0.01, 0.22, 0.18), (0.95, -0.02, 0.17, 0.14), (0.985, -0.02, 0.07, 0.06)]
    yield Piece("head", _through(make, head), make.main)
    parts = [
        in_box(make, (0.22, 0.0, 0.77), (0.05, 0.028, 0.035)),
        in_box(make, (0.2, 0.0, 0.725), (0.03, 0.055, 0.01)),
    ]
    parts += [
        in_box(make, (0.2, 0.0, 0.715), (0.03, 0.045, 0.009)),
        in_box(make, (0.16, 0.0, 0.685), (0.05, 0.05, 0.02)),
    ]
    for sign in (1.0, -1.0):
        parts += [
            in_box(make, (0.195, sign * 0.07, 0.81), (0.025, 0.04, 0.014)),
            in_box(make, (0.185, sign * 0.075, 0.838), (0.04, 0.055, 0.008)),
        ]
        parts += [in_box(make, (-0.01, sign * 0.18, 0.79), (0.05, 0.02, 0.035))]
    yield Piece("face", joined(parts), make.main)
    curls = []
    for row in range(4):
        for k in range(12 - 2 * row):
            angle = math.radians(55 + 250 * k / (11 - 2 * row))
            lift = math.radians(8 + 24 * row)
            x, y = math.cos(angle) * math.cos(lift), math.sin(angle) * math.cos(lift)
            curls.append((-0.01 * d + 0.215 * d * x, 0.175 * w * y, (0.835 + 0.135 * math.sin(lift)) * h))
    curl = blob((0.052 * d, 0.05 * w, 0.029 * h), (0.0, 0.0, 0.0), 8)
    fringe = [(0.165 * d, y * w, 0.905 * h) for y in (-0.1, -0.06, -0.02, 0.02, 0.06, 0.1)]
    yield Piece("hair", copies(curl, [*curls, *fringe]), make.main.darker(0.93))
    fold = curve(
        [
            (0.2 * d, -0.34 * w, 0.46 * h),
            (0.26 * d, -0.1 * w, 0.38 * h),
            (0.25 * d, 0.16 * w, 0.31 * h),
            (0.12 * d, 0.33 * w, 0.3 * h),
        ],
        4,
    )
    yield Piece(
        "drapery",
        joined([sweep([(x, y, z - k * 0.035 * h) for x, y, z in fold], 0.014 * h, sides=8) for k in range(3)]),
        make.main,
    )


def _figure(make: Making) -> Iterator[Piece]:
    d, w, h = make.size
    rows = [
        (0.12, 0.0, 0.3, 0.3),
        (0.2, 0.0, 0.26, 0.26),
        (0.35, 0.0, 0.22, 0.23),
        (0.5, 0.0, 0.18, 0.19),
        (0.58, 0.0, 0.16, 0.18),
    ]
    rows += [
        (0.66, 0.0, 0.19, 0.24),
        (0.73, 0.0, 0.18, 0.27),
        (0.775, 0.0, 0.12, 0.2),
        (0.8, 0.0, 0.06, 0.07),
        (0.83, 0.01, 0.06, 0.07),
    ]
    robe = _through(make, rows)

    def folded(points: Array) -> Array:
        angle = np.arctan2(points[:, 1] / w, points[:, 0] / d)
        depth = np.clip((0.62 - points[:, 2] / h) / 0.5, 0.0, 1.0)
        by = 1 + 0.07 * depth * np.cos(angle * 9)
        return np.column_stack([points[:, 0] * by, points[:, 1] * by, points[:, 2]])

    yield Piece("robe", robe.bent(folded), make.main)
    head = [
        in_box(make, (0.02, 0.0, 0.9), (0.14, 0.115, 0.085), 28),
        in_box(make, (0.17, 0.0, 0.895), (0.03, 0.022, 0.018)),
    ]
    head += [
        in_box(make, (-0.03, 0.0, 0.92), (0.16, 0.14, 0.08), 28),
        in_box(make, (-0.15, 0.0, 0.9), (0.08, 0.08, 0.05)),
    ]
    yield Piece("head", joined(head), make.main)
    for sign in (1.0, -1.0):
        path = curve(
            [
                (0.0, sign * 0.24 * w, 0.73 * h),
                (0.06 * d, sign * 0.31 * w, 0.6 * h),
                (0.2 * d, sign * 0.2 * w, 0.53 * h),
                (0.26 * d, sign * 0.04 * w, 0.57 * h),
            ],
            5,
        )
        thick = np.linspace(0.045, 0.03, len(path)) * h
        yield Piece("arms", sweep(path, list(thick), sides=12), make.main)
    orb = in_box(make, (0.28, 0.0, 0.6), (0.09, 0.08, 0.04), 24)
    yield Piece("orb", orb, make.main.darker(0.85))


def _cat(make: Making) -> Iterator[Piece]:
    d, w, h = make.size
    rows = [(0.12, -0.06, 0.3, 0.3), (0.2, -0.08, 0.32, 0.34), (0.35, -0.06, 0.28, 0.3), (0.5, -0.01, 0.22, 0.22)]
    rows += [(0.62, 0.03, 0.17, 0.17), (0.72, 0.05, 0.14, 0.14), (0.76, 0.06, 0.1, 0.1)]
    yield Piece("body", _through(make, rows), make.main)
    head = [
        in_box(make, (0.08, 0.0, 0.8), (0.2, 0.19, 0.105), 32),
        in_box(make, (0.24, 0.0, 0.775), (0.08, 0.075, 0.04)),
    ]
    head += [in_box(make, (0.31, 0.0, 0.788), (0.02, 0.022, 0.01))]
    for sign in (1.0, -1.0):
        head.append(in_box(make, (0.22, sign * 0.085, 0.825), (0.03, 0.03, 0.016)))
        ear = lathe([(0.075 * w, 0.0), (0.045 * w, 0.06 * h), (0.0, 0.115 * h)], sides=16)
        head.append(ear.scaled(0.55, 1.0).turned("x", -12.0 * sign).moved(0.07 * d, sign * 0.115 * w, 0.88 * h))
    yield Piece("head", joined(head), make.main)
    for sign in (1.0, -1.0):
        leg = sweep(
            [
                (0.13 * d, sign * 0.09 * w, 0.6 * h),
                (0.22 * d, sign * 0.1 * w, 0.3 * h),
                (0.24 * d, sign * 0.1 * w, 0.14 * h),
            ],
            [0.05 * h, 0.038 * h, 0.03 * h],
            sides=14,
        )
        paw = in_box(make, (0.29, sign * 0.1, 0.145), (0.1, 0.075, 0.028))
        haunch = in_box(make, (-0.02, sign * 0.25, 0.22), (0.24, 0.12, 0.11))
        yield Piece("legs", joined([leg, paw, haunch]), make.main)
    tail = curve(
        [
            (-0.36 * d, 0.0, 0.15 * h),
            (-0.3 * d, 0.26 * w, 0.145 * h),
            (0.0, 0.38 * w, 0.145 * h),
            (0.22 * d, 0.3 * w, 0.145 * h),
        ],
        6,
    )
    yield Piece("tail", sweep(tail, 0.025 * h, sides=12), make.main.darker(0.95))
