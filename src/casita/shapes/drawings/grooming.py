"""Bottles and tubes of the bathroom: shampoo, toothpaste."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.catalog.form import Range
from casita.shapes.drawings.bodies import across, copies, readable_on, slab
from casita.shapes.drawings.lofting import loft, ovals
from casita.shapes.finish import Finish, mixed, plain, printed, rgb, shade
from casita.shapes.flats import block, patch
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, lathe, sweep


@draws("toothpaste")
def toothpaste(make: Making) -> Iterator[Piece]:
    """A tube with a ribbed cap on its left and a flat crimp on its right; it gets flatter as it is used."""
    d, w, h = make.size
    luck = make.luck.child("paste")
    name = luck.choice(("FRESH", "DENTA", "SMILE+", "WHITE"))
    stripe = luck.choice(("c8302a", "2b5cab", "2f9a7a")) if make.colour == "white" else "f4f4f0"
    end = w / 2 - 0.14 * w
    for low, high, full in ((0.7, 1.0, 1.0), (0.2, 0.7, 0.62), (-1.0, 0.2, 0.2)):
        rows = curve(
            [
                (0.0, 0.05, 1.0),
                (0.03, 0.06, 1.0),
                (0.1, 0.24 * full, 0.98),
                (0.35, 0.62 * full, 0.9),
                (0.7, 0.95 * full, 0.76),
                (0.92, 0.95 * (0.4 + 0.6 * full), 0.68),
                (0.98, 0.8, 0.6),
                (1.0, 0.5, 0.42),
            ],
            4,
        )
        start = -w / 2
        stations = []
        for t, tall, wide in rows:
            y = start + t * (end - start)
            half = max(tall, 0.05) * h / 2 * 0.97
            stations.append(
                (
                    y,
                    h / 2 * max(full, 0.55)
                    if t < 0.9
                    else h / 2 * (max(full, 0.55) + (1 - max(full, 0.55)) * (t - 0.9) * 10),
                    0.0,
                    half,
                    wide * d / 2,
                )
            )
        rings = ovals(stations, "y", sides=32, square=2.2)
        if full < 1.0:
            lowest = float(rings[..., 2].min())
            rings[..., 2] -= max(lowest, 0.0) * np.clip((end - rings[..., 1]) / (0.4 * w), 0.0, 1.0)
        body = loft(rings)
        print_ = printed("tube_print", 0.4, ground=make.rgb, band=rgb(stripe), letters=readable_on(make.rgb), name=name)
        low3, high3 = (-d / 2, -w / 2, 0.0), (d / 2, end, h)
        yield Piece("tube", across(body, low3, high3), print_, amount=(low, high))
    crimp = block((-d / 2, -w / 2, h * 0.45), (d / 2, -w / 2 + 0.045 * w, h * 0.55), bevel=0.0004)
    ridged = plain(shade(make.rgb, 0.9), 0.3)
    yield Piece("crimp", crimp, ridged, amount=(0.7, 1.0))
    yield Piece("crimp", crimp.moved(0.0, 0.0, -h * 0.2), ridged, amount=(0.2, 0.7))
    roll = (
        cylinder(0.16 * h, -d / 2, d / 2, bevel=0.001, sides=20)
        .turned("y", 90.0)
        .moved(0.0, -w / 2 + 0.16 * h, 0.3 * h)
    )
    yield Piece("crimp", roll, ridged, amount=(-1.0, 0.2))
    size = 0.5 * h
    neck = lathe([(size * 0.55, end - 0.004), (size * 0.55, end + 0.02 * w)], sides=24)
    cap = lathe(
        [
            (0.0, end + 0.01 * w),
            (size, end + 0.01 * w),
            (size * 0.98, w / 2 - 0.012 * w),
            (size * 0.86, w / 2),
            (0.0, w / 2),
        ],
        sides=36,
    )
    lid = plain("f2f2ee" if make.colour != "white" else stripe, 0.3)
    yield Piece("cap", joined([neck, cap]).turned("x", -90.0).moved(0.0, 0.0, h / 2), lid)
    turns = [math.radians(20 * k) for k in range(18)]
    rib = block((-0.0006, end + 0.02 * w, -0.0006), (0.0006, w / 2 - 0.02 * w, 0.0006), bevel=0.0, fine=0)
    places = [(size * 0.99 * math.cos(t), 0.0, h / 2 + size * 0.99 * math.sin(t)) for t in turns]
    yield Piece("cap", copies(rib, places), lid.darker(0.85))


@draws("shampoo_bottle")
def shampoo_bottle(make: Making) -> Iterator[Piece]:
    """An oval bottle with a label, a strip that shows what is left, and a flip cap or a pump; pinched when empty."""
    d, w, h = make.size
    luck = make.luck.child("shampoo")
    name, kind = luck.choice((("SILK", "shampoo"), ("HERBAL", "shampoo"), ("AQUA", "2 in 1"), ("PURE", "hair care")))
    top = 0.85 * h
    pump = luck.chance(0.3)
    waisted = luck.chance(0.5)
    profile = [
        (0.0, 0.86),
        (0.02, 0.96),
        (0.08, 1.0),
        (0.4, 0.93 if waisted else 1.0),
        (0.66, 1.0),
        (0.76, 0.94),
        (0.82, 0.74),
        (0.85, 0.5),
    ]
    rows = curve(profile, 4)
    body = loft(ovals([(z * h, 0.0, 0.0, r * d / 2, r * w / 2) for z, r in rows], sides=40, square=2.3))

    def pinched(points: Array) -> Array:
        dent = np.exp(-(((points[:, 2] - 0.45 * h) / (0.2 * h)) ** 2)) * np.exp(-((points[:, 1] / (0.36 * w)) ** 2))
        return np.column_stack([points[:, 0] * (1 - 0.62 * dent), points[:, 1], points[:, 2]])

    shiny = make.main._replace(shine=0.5)
    yield Piece("body", body, shiny, amount=(0.0, 1.0))
    yield Piece("body", body.bent(pinched), shiny.darker(0.97), amount=(-1.0, 0.0))
    label = printed(
        "shampoo_label",
        0.3,
        ground=mixed(make.rgb, (1.0, 1.0, 1.0), 0.25),
        letters=readable_on(mixed(make.rgb, (1.0, 1.0, 1.0), 0.25)),
        name=name,
        kind=kind,
        leaf=luck.below(3),
    )
    for front in (1.0, -1.0):
        skin = _panel(rows, make.size, front, (0.14, 0.66))
        yield Piece("label", skin, label, amount=(0.0, 1.0))
        yield Piece("label", skin.bent(pinched), label, amount=(-1.0, 0.0))
    yield from _gauge(rows, make)
    cap: Finish = (
        plain("f2f2ee", 0.4) if make.colour != "white" else plain(luck.choice(("2f6fb8", "2f9a7a", "c85a7a")), 0.4)
    )
    neck = 0.225 * d
    if pump:
        stem = lathe(
            [
                (neck, top - 0.002),
                (neck, 0.9 * h),
                (neck * 0.5, 0.905 * h),
                (neck * 0.3, 0.91 * h),
                (neck * 0.3, 0.96 * h),
            ],
            sides=28,
        )
        head = slab((-neck * 0.9, -neck * 0.9, 0.955 * h), (neck * 0.9, neck * 0.9, h), radius=neck * 0.8, bevel=0.002)
        spout = sweep(
            curve([(0.0, 0.0, 0.977 * h), (neck * 1.4, 0.0, 0.98 * h), (neck * 2.0, 0.0, 0.955 * h)], 4),
            neck * 0.3,
            sides=10,
        )
        yield Piece("pump", joined([stem, head, spout]), cap)
        return
    lid = loft(
        ovals(
            [
                (z, 0.0, 0.0, r * d / 2, r * w / 2)
                for z, r in ((top - 0.002, 0.5), (top, 0.52), (0.97 * h, 0.5), (0.99 * h, 0.46), (h, 0.4))
            ],
            sides=32,
            square=2.4,
        )
    )
    yield Piece("cap", lid, cap)
    line = loft(
        ovals(
            [(0.925 * h, 0.0, 0.0, 0.517 * d / 2, 0.517 * w / 2), (0.93 * h, 0.0, 0.0, 0.517 * d / 2, 0.517 * w / 2)],
            sides=32,
            square=2.4,
        ),
        caps=(False, False),
    )
    yield Piece("cap", line, cap.darker(0.6))
    thumb = block((0.2 * d, -0.05 * w, 0.935 * h), (0.262 * d, 0.05 * w, 0.96 * h), bevel=0.001)
    yield Piece("cap", thumb, cap.darker(0.8))


def _panel(
    rows: list[tuple[float, ...]], size: tuple[float, float, float], front: float, z: Range, y: Range = (-0.8, 0.8)
) -> Mesh:
    """A piece of an oval bottle's skin, a hair's breadth outside it: of its front (1) or back (-1).

    `z` is its span of the height, `y` of the half width.
    """
    d, w, h = size
    heights = np.linspace(*z, 9)
    radius = np.interp(heights, [at for at, _ in rows], [r for _, r in rows])[:, None]
    across_y = np.linspace(*y, 15)[None, :] * front
    across_x = front * (1 - np.abs(across_y) ** 2.3) ** (1 / 2.3)
    depth, width = across_x * radius * d / 2 + front * 0.0005, across_y * (radius * w / 2 + 0.0003)
    return patch(np.stack(np.broadcast_arrays(depth, width, heights[:, None] * h), -1), unit_uv=True)


def _gauge(rows: list[tuple[float, ...]], make: Making) -> Iterator[Piece]:
    """A clear strip on the left of the front: full, half full or empty."""
    gel = plain("c8641f" if make.colour != "pink" else "8f2f5f", 0.6)
    clear = plain("f3f3ef" if make.colour != "white" else "c4ccd0", 0.7)
    for low, high, level in ((0.7, 1.0, 0.7), (0.3, 0.7, 0.42), (0.0, 0.3, 0.2), (-1.0, 0.0, 0.1)):
        for z0, z1, finish in ((0.1, level, gel), (level, 0.74, clear)):
            if z1 - z0 > 0.01:
                strip = _panel(rows, make.size, 1.0, (z0, z1), (0.86, 0.96))
                yield Piece("gauge", strip, finish, amount=(low, high))
