"""Vacuum cleaners."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.lofting import loft, ovals
from casita.shapes.drawings.upholstery import padded
from casita.shapes.finish import BLACK, CHROME, RUBBER, Finish, glass, mixed, plain
from casita.shapes.flats import block
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, lathe, sweep

GREY = plain("4a4c50", 0.3)


@draws("vacuum_cleaner")
def vacuum_cleaner(make: Making) -> Iterator[Piece]:
    """An upright cleaner: a wide head on wheels, a clear bin or a cloth bag, a handle, a hose and a cord."""
    d, _w, h = make.size
    luck = make.luck.child("vacuum")
    main = plain(make.rgb, 0.5)
    dark = GREY if make.colour != "gray" else plain("2a2a2d", 0.3)
    if make.colour == "black":
        dark = plain("5a5c60", 0.4)
    yield from _head(make, main, dark)
    low, high = make.box((0.15, 0.75), (0.2, 0.8), (0.1, 0.55))
    middle, half = (low[0] + high[0]) / 2, (high[0] - low[0]) / 2
    wide = (high[1] - low[1]) / 2
    tall = high[2] - low[2]
    if luck.chance(0.5):
        yield from _bin(make, main, dark, middle, half, wide, low[2], high[2])
    else:
        swell = [(0.0, 0.6, 0.6), (0.08, 0.8, 0.8), (0.3, 0.98, 1.0), (0.6, 0.92, 0.95), (0.85, 0.7, 0.75)]
        swell += [(1.0, 0.42, 0.45)]
        stations = [(low[2] + tall * t, middle + 0.15 * half * (1 - t), 0.0, half * a, wide * b) for t, a, b in swell]
        bag = main.with_texture("fabric", 0.1)._replace(shine=0.05)
        yield Piece("bag", loft(ovals(stations, "z", sides=32, square=2.6)), bag)
        line = [
            (middle + 0.16 * half + half * 0.97 * f, 0.0, low[2] + tall * t)
            for t, f in ((0.1, 0.7), (0.3, 0.94), (0.6, 0.88), (0.85, 0.66))
        ]
        yield Piece("zip", sweep(curve(line, 4), 0.005, sides=6), CHROME)
        badge = padded(
            (middle + half * 0.9, -0.22 * wide * 2, low[2] + tall * 0.36),
            (high[0] + 0.006, 0.22 * wide * 2, low[2] + tall * 0.48),
            radius=0.004,
            fine=1,
        )
        yield Piece("badge", badge, plain("e8e8e4", 0.3))
        yield Piece(
            "collar",
            lathe(
                [
                    (0.0, low[2] - 0.01),
                    (half * 0.62, low[2] - 0.01),
                    (half * 0.7, low[2] + 0.04),
                    (half * 0.5, low[2] + 0.05),
                ],
                sides=28,
            ).moved(middle + 0.1 * half),
            dark,
        )
    x = -d / 2 + 0.22 * d
    pole = [(middle - half * 0.55, 0.0, low[2] + 0.05), (x, 0.0, high[2]), (x - 0.02 * d, 0.0, 0.94 * h)]
    yield Piece("pole", sweep(pole, [0.016, 0.014, 0.013], sides=14), CHROME if luck.chance(0.6) else dark)
    grip = [
        (x - 0.02 * d, 0.0, 0.9 * h),
        (x + 0.0 * d, 0.0, 0.955 * h),
        (x - 0.06 * d, 0.0, 0.984 * h),
        (-d / 2 + 0.07 * d, 0.0, 0.972 * h),
        (-d / 2 + 0.065 * d, 0.0, 0.94 * h),
        (x - 0.05 * d, 0.0, 0.9 * h),
    ]
    yield Piece("handle", sweep(curve(grip, 5), 0.0125, flat=0.017, sides=8), dark)
    switch = block((x - 0.005, -0.01, 0.89 * h), (x + 0.014, 0.01, 0.92 * h), bevel=0.003, fine=1)
    yield Piece("switch", switch, plain("d8342c", 0.4) if make.colour != "red" else plain("f0f0ee", 0.4))
    yield from _hose(make, middle, half, wide, low[2], high[2], dark)
    for z in (0.62, 0.84):
        yield Piece(
            "hook",
            block((x - 0.012, -0.022, z * h - 0.006), (x + 0.02, 0.022, z * h + 0.006), bevel=0.003, fine=1),
            dark,
        )
    coil = [
        (x + 0.012 + 0.004 * (k % 2), side * (0.03 + 0.004 * n), z * h)
        for n in range(3)
        for k, (side, z) in enumerate(((1, 0.63), (1, 0.83), (-1, 0.83), (-1, 0.63)))
    ]
    yield Piece("cord", sweep(coil, 0.0035, sides=6), BLACK if make.colour != "black" else plain("d8d8d4", 0.2))


def _head(make: Making, main: Finish, dark: Finish) -> Iterator[Piece]:
    d, w, h = make.size
    low, high = make.box((0.3, 1.0), (0.0, 1.0), (0.0, 0.1))

    def sloped(points: Array) -> Array:
        share = np.clip((points[:, 0] - low[0]) / (high[0] - low[0]), 0.0, 1.0)
        return np.column_stack([points[:, 0], points[:, 1], points[:, 2] * (1.0 - 0.42 * share**1.5)])

    shell = padded(
        (low[0], low[1] + 0.006, 0.012),
        (high[0] - 0.004, high[1] - 0.006, high[2]),
        radius=0.028,
        puff=(0.0, 0.0, 0.004),
        inner=2,
    ).bent(sloped)
    yield Piece("head", shell, main)
    bumper = padded((low[0] + 0.01, low[1], 0.006), (high[0], high[1], 0.034), radius=0.01, fine=1)
    yield Piece("bumper", bumper, RUBBER if make.colour != "black" else dark)
    window = padded(
        (high[0] - 0.075, -0.36 * w, 0.03), (high[0] - 0.02, 0.36 * w, 0.078 * h), radius=0.01, fine=1
    ).bent(sloped)
    yield Piece("brush", window, plain("17181a", 0.7))
    lamp = block((high[0] - 0.004, -0.09 * w, 0.036), (high[0] - 0.001, 0.09 * w, 0.048), bevel=0.001, fine=1)
    yield Piece("lamp", lamp, plain("f4f0dc", 0.8))
    for side in (-1.0, 1.0):
        wheel = (
            cylinder(0.036, -0.014, 0.014, bevel=0.005, sides=16)
            .turned("x", 90.0)
            .moved(low[0] + 0.012, side * (w / 2 - 0.03), 0.036)
        )
        yield Piece("wheel", wheel, RUBBER)
        cap = (
            cylinder(0.018, -0.016, 0.016, sides=14)
            .turned("x", 90.0)
            .moved(low[0] + 0.012, side * (w / 2 - 0.03), 0.036)
        )
        yield Piece("wheel", cap, CHROME)
    yoke = sweep(
        [
            (0.0 * d, -0.22 * w, 0.075 * h),
            (-0.06 * d, -0.22 * w, 0.13 * h),
            (-0.06 * d, 0.22 * w, 0.13 * h),
            (0.0, 0.22 * w, 0.075 * h),
        ],
        0.016,
        sides=10,
    )
    yield Piece("yoke", yoke, dark)


def _bin(
    make: Making, main: Finish, dark: Finish, middle: float, half: float, wide: float, low: float, high: float
) -> Iterator[Piece]:
    """A motor below, a clear bin with dust in it, and a coloured cap."""
    r, by, tall = half * 0.98, wide / half, high - low
    motor = [
        (0.0, low),
        (r * 0.75, low),
        (r * 0.92, low + 0.04 * tall),
        (r * 0.94, low + 0.26 * tall),
        (r * 0.86, low + 0.3 * tall),
        (0.0, low + 0.3 * tall),
    ]
    yield Piece("motor", lathe(motor, sides=32).scaled(1.0, by, 1.0).moved(middle), main)
    for k in range(4):
        z = low + tall * (0.08 + 0.045 * k)
        yield Piece(
            "vent",
            lathe([(r * 0.935, z), (r * 0.95, z + 0.003), (r * 0.935, z + 0.006)], sides=20)
            .scaled(1.0, by, 1.0)
            .moved(middle),
            dark,
        )
    dust = plain("8a8078", 0.0).with_texture("carpet", 0.15)
    yield Piece(
        "dust",
        lathe(
            [
                (0.0, low + 0.3 * tall),
                (r * 0.7, low + 0.3 * tall),
                (r * 0.72, low + 0.42 * tall),
                (r * 0.3, low + 0.47 * tall),
                (0.0, low + 0.45 * tall),
            ],
            sides=24,
        )
        .scaled(1.0, by, 1.0)
        .moved(middle),
        dust,
    )
    cone = [(r * 0.22, low + 0.36 * tall), (r * 0.5, low + 0.74 * tall), (r * 0.5, low + 0.8 * tall)]
    yield Piece("cyclone", lathe(cone, sides=24).scaled(1.0, by, 1.0).moved(middle), main)
    pane = (
        lathe([(r * 0.8, low + 0.3 * tall), (r * 0.82, low + 0.79 * tall)], sides=32).scaled(1.0, by, 1.0).moved(middle)
    )
    yield Piece("bin", pane, glass(mixed(make.rgb, (0.85, 0.88, 0.9), 0.85), 0.35))
    cap = [
        (0.0, low + 0.78 * tall),
        (r * 0.88, low + 0.78 * tall),
        (r * 0.92, low + 0.82 * tall),
        (r * 0.8, low + 0.93 * tall),
        (r * 0.3, high),
        (0.0, high),
    ]
    yield Piece("cap", lathe(cap, sides=32, crease=30.0).scaled(1.0, by, 1.0).moved(middle), main)
    top = curve(
        [
            (middle - r * 0.5, 0.0, low + 0.94 * tall),
            (middle - r * 0.1, 0.0, high + 0.03),
            (middle + r * 0.5, 0.0, low + 0.96 * tall),
            (middle + r * 0.7, 0.0, low + 0.86 * tall),
        ],
        4,
    )
    yield Piece("bin_handle", sweep(top, 0.009, flat=0.014, sides=8), dark)
    spine = padded((middle - half, -0.35 * wide, low), (middle - half * 0.7, 0.35 * wide, high), radius=0.012, fine=1)
    yield Piece("spine", spine, dark)


def _hose(
    make: Making, middle: float, half: float, wide: float, low: float, high: float, dark: Finish
) -> Iterator[Piece]:
    """A ribbed hose that runs up one side and back down into the body."""
    h = make.size[2]
    y = -wide * 1.02
    path = curve(
        [
            (middle - half * 0.6, y * 0.6, low + 0.02),
            (middle - half * 0.9, y, low + 0.3 * (high - low)),
            (middle - half * 0.95, y, high),
            (middle - half * 0.9, y * 0.75, 0.66 * h),
            (middle - half * 0.9, y * 0.2, 0.6 * h),
            (middle - half * 0.8, 0.0, high - 0.02),
        ],
        6,
    )
    thick = [0.0145 if k % 2 else 0.0115 for k in range(len(path))]
    yield Piece("hose", joined([sweep(path, thick, sides=8)]), dark.darker(0.8))
