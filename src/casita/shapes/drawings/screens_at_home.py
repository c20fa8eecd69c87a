"""Televisions and desktop computers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.bodies import keys, readable_on, screen, slab
from casita.shapes.drawings.upholstery import padded
from casita.shapes.finish import BLACK, CHROME, Finish, mixed, plain, printed, rgb, shade
from casita.shapes.flats import Vector, block, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh
from casita.shapes.piece import Piece
from casita.shapes.rounds import ball, curve, cylinder, sweep
from casita.shapes.textures.displays import key_places

FILMS = ("hills", "match", "news", "reef")
"""What is on television."""


def _shell(make: Making) -> Finish:
    return plain(make.rgb, 0.45)


def _panel(make: Making, low: Vector, high: Vector, edge: float, chin: float) -> tuple[list[Piece], Mesh]:
    """A flat screen's case between two corners, and the face of its glass."""
    case = _shell(make)
    (x0, y0, z0), (x1, y1, z1) = low, high
    thin = max((x1 - x0) * 0.45, 0.02)
    pieces = [
        Piece("case", block((x1 - thin, y0, z0), high, bevel=min(0.006, thin * 0.3)), case),
        Piece(
            "back",
            padded(
                (x0, y0 + 0.12 * (y1 - y0), z0 + 0.1 * (z1 - z0)),
                (x1 - thin * 0.6, y1 - 0.12 * (y1 - y0), z1 - 0.22 * (z1 - z0)),
                radius=0.02,
            ),
            case.darker(0.85),
        ),
    ]
    bezel = BLACK if total_of(make.rgb) < 1.4 or make.seed % 2 else plain("1a1a1d", 0.5)
    rim = edge * 0.45
    pieces.append(
        Piece(
            "bezel",
            sheet(
                (x1 + 0.0003, y0 + rim, z0 + chin * 0.6),
                (0.0, y1 - y0 - 2 * rim, 0.0),
                (0.0, 0.0, z1 - z0 - rim - chin * 0.6),
            ),
            bezel,
        )
    )
    view = sheet((x1 + 0.0007, y0 + edge, z0 + chin), (0.0, y1 - y0 - 2 * edge, 0.0), (0.0, 0.0, z1 - z0 - edge - chin))
    return pieces, view


@draws("television")
def television(make: Making) -> Iterator[Piece]:
    """A flat screen on a foot or two, or flat on a wall: something is on when it is on."""
    d, w, h = make.size
    luck = make.luck.child("television")
    wall = make.variant == "wall"
    low, high = (
        ((-d / 2 + 0.2 * d, -w / 2, 0.0), (d / 2 - 0.0008, w / 2, h))
        if wall
        else make.box((0.45, 0.65), (0.0, 1.0), (0.1, 1.0))
    )
    edge = luck.uniform(0.03, 0.044) * w**0.5
    chin = edge * luck.uniform(2.0, 3.0)
    pieces, view = _panel(make, low, high, edge, chin)
    yield from pieces
    film = luck.choice(FILMS)
    yield from screen(
        view,
        printed("furniture_film", 0.3, 0.9, kind=film),
        printed("furniture_film", 0.3, 0.7, kind=film, cracked=True),
        dark=printed("television_off", 0.8),
    )
    x, z = high[0] + 0.0008, low[2] + chin * 0.35
    badge = sheet((x, -0.05 * w, low[2] + 0.08 * chin), (0.0, 0.1 * w, 0.0), (0.0, 0.0, 0.46 * chin))
    name = luck.choice(("VISTA", "SOLAR", "ORBIT"))
    yield Piece(
        "badge", badge, printed("name_print", 0.4, ground=make.rgb, letters=readable_on(make.rgb), text=name, shape=4.0)
    )
    light = block((x - 0.001, 0.44 * w, z - 0.004), (x + 0.0002, 0.44 * w + 0.014, z + 0.004), bevel=0.0004, fine=1)
    yield Piece("light", light, plain("c03028")._replace(glow=0.8), when=("off", "whole"))
    yield Piece("light", light, plain("40d060")._replace(glow=0.9), when=("on",))
    if wall:
        mount = block((-d / 2, -0.18 * w, 0.3 * h), (-d / 2 + 0.25 * d, 0.18 * w, 0.7 * h), bevel=0.004, fine=1)
        yield Piece("mount", mount, BLACK)
        return
    foot = _shell(make) if make.colour != "white" else plain("d6d7d8", 0.4)
    dark = foot if total_of(make.rgb) > 0.5 else plain("2e2e31", 0.5)
    if luck.chance(0.5):
        for y in (-0.18 * w, 0.18 * w):
            for x1 in (-d / 2 + 0.02, d / 2 - 0.02):
                leg = sweep([(0.05 * d, y, 0.14 * h), (x1, y * 1.2, 0.008)], [0.012, 0.008], flat=0.012, sides=8)
                yield Piece("foot", leg, dark)
            rail = block((-d / 2, y * 1.2 - 0.014, 0.0), (d / 2, y * 1.2 + 0.014, 0.012), bevel=0.004, fine=1)
            yield Piece("foot", rail, dark)
        return
    yield Piece(
        "foot", slab((-d / 2, -0.22 * w, 0.0), (d / 2, 0.22 * w, 0.026 * h), radius=0.35 * d, bevel=0.006), dark
    )
    yield Piece(
        "neck", padded((-0.1 * d, -0.055 * w, 0.02 * h), (-0.05 * d + 0.02, 0.055 * w, 0.24 * h), radius=0.008), dark
    )


@draws("desktop")
def desktop(make: Making) -> Iterator[Piece]:
    """A monitor on a stand with a keyboard and a mouse in front of it."""
    _d, w, _h = make.size
    luck = make.luck.child("desktop")
    low, high = make.box((0.18, 0.36), (0.0, 1.0), (0.16, 1.0))
    edge = 0.014 if luck.chance(0.6) else 0.024
    chin = luck.choice((0.02, 0.03, 0.075))
    pieces, view = _panel(make, low, high, edge, chin)
    yield from pieces
    above, below = luck.choice((("2f6fb8", "9fd0f0"), ("153a5b", "3f8f9f"), ("4b2f7a", "d77f9a"), ("1f4f3f", "9fc08a")))
    page = luck.choice(("text", "picture", "chart"))
    lit = printed("laptop_desktop", 0.3, 0.9, top=rgb(above), low=rgb(below), page=page)
    yield from screen(
        view,
        lit,
        printed("laptop_desktop", 0.3, 0.7, top=rgb(above), low=rgb(below), page=page, cracked=True),
        dark=printed("television_off", 0.8),
    )
    case = _shell(make)
    stand = (
        case
        if chin > 0.05 or make.colour in ("silver", "white")
        else plain(mixed(make.rgb, (0.5, 0.5, 0.52), 0.25), 0.4)
    )
    foot_low, foot_high = make.box((0.0, 0.5), (0.36, 0.64), (0.0, 0.04))
    yield Piece(
        "foot", slab(foot_low, (foot_high[0], foot_high[1], min(foot_high[2], 0.014)), radius=0.03, bevel=0.004), stand
    )
    neck_low, neck_high = make.box((0.08, 0.2), (0.45, 0.55), (0.02, 0.5))
    yield Piece("neck", padded((neck_low[0], neck_low[1], 0.01), neck_high, radius=0.006), stand)
    light = ball(0.001, 0.004, 0.004, sides=10).moved(high[0] + 0.0006, 0.45 * w, low[2] + chin * 0.4)
    yield Piece("light", light, plain("50b8f0")._replace(glow=0.9), when=("on",))
    yield Piece("light", light, plain("55585c"), when=("off",))
    yield from _board(make)
    yield from _mouse(make)


def _board(make: Making) -> Iterator[Piece]:
    """The keyboard in front."""
    d, _, h = make.size
    low, high = make.box((0.55, 1.0), (0.22, 0.74), (0.0, 0.05))
    dark = total_of(make.rgb) < 1.2
    top = min(0.03 * h, 0.018)
    yield Piece("keyboard", slab(low, (high[0], high[1], top), radius=0.008, bevel=0.003), plain(make.rgb, 0.3))
    a: Vector = (low[0] + 0.008, low[1] + 0.008, top)
    b: Vector = (high[0] - 0.008, high[1] - 0.008, top)
    yield Piece(
        "keyboard",
        sheet((b[0], a[1], top + 0.0003), (0.0, b[1] - a[1], 0.0), (a[0] - b[0], 0.0, 0.0)),
        plain(shade(make.rgb, 0.5), 0.1),
    )
    cap, letters = (rgb("3c3d42"), rgb("f2f2f2")) if dark else (rgb("f4f4f2"), rgb("2a2b2e"))
    caps = keys((a, b), [place[:4] for place in key_places("full")], rise=0.006, inset=0.0012, taper=0.0015)
    yield Piece(
        "keyboard",
        caps,
        printed("keyboard_keys", 0.15, board="full", cap=cap, letters=letters, special=shade(cap, 0.9)),
    )
    cable = curve(
        [(low[0] + 0.002, 0.0, 0.008), (low[0] - 0.03, 0.02, 0.003), (0.02 * d, 0.01, 0.003), (-0.1 * d, 0.0, 0.003)], 4
    )
    yield Piece("cable", sweep(cable, 0.0025, sides=6), BLACK)


def _mouse(make: Making) -> Iterator[Piece]:
    """The mouse beside the keyboard."""
    d, w, _h = make.size
    x, y = d / 2 - 0.058, 0.33 * w
    body = plain(make.rgb, 0.4)
    shell = ball(0.052, 0.03, 0.03, sides=24).bent(_flat_below)
    yield Piece("mouse", shell.moved(x, y, 0.003), body)
    wheel = cylinder(0.008, -0.003, 0.003, sides=14).turned("x", 90.0).moved(x - 0.026, y, 0.026)
    yield Piece("mouse", wheel, CHROME if total_of(make.rgb) < 1.2 else BLACK)
    line = sweep(curve([(x - 0.048, y, 0.012), (x - 0.03, y, 0.0285), (x - 0.01, y, 0.0327)], 3), 0.0008, sides=4)
    yield Piece("mouse", line, BLACK if total_of(make.rgb) > 0.6 else plain("55585c", 0.2))
    cable = curve(
        [(x - 0.05, y, 0.008), (x - 0.09, y - 0.01, 0.003), (0.0, y - 0.06, 0.003), (-0.15 * d, y - 0.12, 0.003)], 4
    )
    yield Piece("cable", sweep(cable, 0.002, sides=6), BLACK)


def _flat_below(points: Array) -> Array:
    """Points with nothing lower than a mouse's sole."""
    return np.column_stack([points[:, :2], points[:, 2].clip(-0.002, None)])
