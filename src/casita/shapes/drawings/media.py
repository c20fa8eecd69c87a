"""What stands under a television: the bays of its stand, with an amplifier, a player and films in them."""

from __future__ import annotations

from collections.abc import Iterator

from casita.exact import total_of
from casita.shapes.drawings.fitted import button
from casita.shapes.drawings.woodwork import corners, plank, square_leg
from casita.shapes.finish import BLACK, CHROME, Finish, glass, mixed, plain, printed
from casita.shapes.flats import block, sheet
from casita.shapes.making import Making
from casita.shapes.mesh import joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import cylinder

SMOKED = glass((0.25, 0.28, 0.3), 0.45)
"""The glass before the bays."""

BAR = 0.014
"""How wide the frame of a glass door is."""


def bays(make: Making, finish: Finish) -> Iterator[Piece]:
    """The room for players and boxes under the drawers of a television's stand: two, behind glass."""
    d, w, h = make.size
    low = min(part.z[0] for part in make.form.parts) * h
    side, foot, board = 0.022, 0.05, 0.02
    back, front = -d / 2 + 0.02, d / 2 - 0.004
    for y in (-w / 2, w / 2 - side):
        yield Piece("side", plank((-d / 2, y, foot), (front, y + side, low + 0.01)), finish)
    yield Piece("divider", plank((back, -side / 2, foot + board), (front - 0.01, side / 2, low)), finish)
    yield Piece("floor", plank((back, -w / 2 + side, foot), (front, w / 2 - side, foot + board)), finish)
    rear = finish.darker(0.62) if total_of(make.rgb) > 0.6 else plain(mixed(make.rgb, (1.0, 1.0, 1.0), 0.12), 0.1)
    yield Piece("back", plank((-d / 2, -w / 2 + side, foot), (back, w / 2 - side, low)), rear)
    hole = cylinder(0.032, 0.0, 0.002, sides=16).turned("y", 90.0)
    for y in (-0.25 * w, 0.25 * w):
        yield Piece("cable_hole", hole.moved(back, y, foot + 0.62 * (low - foot)), BLACK)
    for x, y in corners(d / 2 - 0.05, w / 2 - 0.06):
        yield Piece("foot", square_leg((x, y, foot + 0.002), (x, y), 0.045, taper=0.7), BLACK)
    for y0, y1 in ((-w / 2 + side, -side / 2), (side / 2, w / 2 - side)):
        yield from _glass_door((y0, y1), (foot + board, low), front, finish)
    inside = (back, front - 0.03), (foot + board, low)
    yield from _machines((-w / 2 + side, -side / 2), *inside)
    yield from _films(make, (side / 2, w / 2 - side), *inside)


def _glass_door(y: tuple[float, float], z: tuple[float, float], front: float, finish: Finish) -> Iterator[Piece]:
    """A pane of smoked glass in a narrow frame before a bay; its knob is beside the middle of the stand."""
    (left, right), (low, high) = y, z
    pane = sheet((front - 0.002, left, low), (0.0, right - left, 0.0), (0.0, 0.0, high - low))
    yield Piece("pane", pane, SMOKED)
    bars = [
        ((left, low), (right, low + BAR)),
        ((left, high - BAR), (right, high)),
        ((left, low + BAR), (left + BAR, high - BAR)),
        ((right - BAR, low + BAR), (right, high - BAR)),
    ]
    frame = [block((front - 0.006, a, b), (front + 0.002, c, d), bevel=0.0) for (a, b), (c, d) in bars]
    yield Piece("frame", joined(frame), finish)
    knob = right - 0.03 if left < 0 else left + 0.03
    yield Piece("knob", button((front, knob, (low + high) / 2), 0.01, 0.003, 10), CHROME)


def _machines(y: tuple[float, float], x: tuple[float, float], z: tuple[float, float]) -> Iterator[Piece]:
    """An amplifier with a dark display and a large knob in a bay of a television's stand, and a flat player on it."""
    room, high = y[1] - y[0], 0.5 * (z[1] - z[0])
    wide = min(0.5, 0.9 * room)
    a, front = (y[0] + y[1] - wide) / 2, x[1]
    deep = max(x[0], front - 0.35)
    for low, top, inset, face in ((z[0], z[0] + high, 0.0, "26272b"), (z[0] + high, z[0] + 1.5 * high, 0.02, "2c2d31")):
        body = block((deep, a + inset, low), (front - inset, a + wide - inset, top), bevel=0.004, fine=1)
        yield Piece("player", body, BLACK)
        panel = (front - inset + 0.0006, a + inset, low + 0.004)
        yield Piece(
            "player", sheet(panel, (0.0, wide - 2 * inset, 0.0), (0.0, 0.0, top - low - 0.008)), plain(face, 0.4)
        )
    display = sheet(
        (front + 0.0012, a + 0.08 * wide, z[0] + 0.4 * high), (0.0, 0.46 * wide, 0.0), (0.0, 0.0, 0.42 * high)
    )
    yield Piece("display", display, plain("10161a", 0.8))
    slot = sheet((front - 0.0188, a + 0.3 * wide, z[0] + 1.22 * high), (0.0, 0.36 * wide, 0.0), (0.0, 0.0, 0.08 * high))
    yield Piece("player", slot, plain("8b8f96", 0.5))
    yield Piece("knob", button((front, a + 0.8 * wide, z[0] + 0.55 * high), 0.28 * high, 0.02, 16), CHROME)


def _films(make: Making, y: tuple[float, float], x: tuple[float, float], z: tuple[float, float]) -> Iterator[Piece]:
    """Films in their cases that fill a bay of a television's stand."""
    wide, tall = 0.97 * (y[1] - y[0]), 0.96 * (z[1] - z[0])
    row = block((x[1] - 0.14, y[0] + 0.003, z[0]), (x[1], y[0] + wide, z[0] + tall), bevel=0.0)
    yield Piece("films", row, plain("3a3a40", 0.2))
    backs = sheet((x[1] + 0.0006, y[0] + 0.003, z[0]), (0.0, wide - 0.003, 0.0), (0.0, 0.0, tall), unit_uv=True)
    yield Piece("films", backs, printed("film_backs", 0.3, number=make.luck.child("films").below(3)))
