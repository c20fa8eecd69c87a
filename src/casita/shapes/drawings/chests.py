"""The bodies that drawers slide in: panels, rails and stiles around the openings that the form leaves for them."""

from __future__ import annotations

from collections.abc import Iterator

from casita.exact import total_of
from casita.seeds import Stream
from casita.shapes.drawings.woodwork import corners, plank, round_leg, square_leg
from casita.shapes.finish import Finish, mixed, plain
from casita.shapes.flats import sheet
from casita.shapes.making import Making
from casita.shapes.piece import Piece

CLEAR = 0.0025
"""Metres between a drawer and what is around it."""

RECESS = 0.009
"""Metres that rails stand back from the drawers' fronts."""


def lid_of(make: Making, most: float) -> float:
    """Metres that the top of a body with drawers is thick: what its form says, at most so much."""
    return min(make.size[2] * (1.0 - make.form.solids[0].z[0]), most)


def carcass(make: Making, finish: Finish, y: tuple[float, float]) -> Iterator[Piece]:
    """Sides, back, floor, dividers and rails around the drawers, between two fractions of the width."""
    d, w, h = make.size
    drawers = [part for part in make.form.parts if part.type == "drawer"]
    low = min(part.z[0] for part in drawers)
    lid = make.form.solids[0].z[0]
    base = _floor_of(make, low)
    left, right = (y[0] - 0.5) * w, (y[1] - 0.5) * w
    front = d / 2 - RECESS
    frame = finish if total_of(make.rgb) > 0.6 else plain(mixed(make.rgb, (1.0, 1.0, 1.0), 0.12), finish.shine)
    columns = sorted({part.y for part in drawers})
    rows = sorted({part.z for part in drawers})
    x0 = -d / 2 + 0.022 * d
    top = h * lid + 0.012
    yield Piece("back", plank((-d / 2, left + 0.001, base), (x0, right - 0.001, top)), finish)
    edges = [y[0], *(edge for column in columns for edge in column), y[1]]
    for k in range(0, len(edges), 2):
        a, b = (edges[k] - 0.5) * w, (edges[k + 1] - 0.5) * w
        a += CLEAR if k else 0.0
        b -= CLEAR if k + 2 < len(edges) else 0.0
        yield Piece("side", plank((x0, a, base), (front, b, top)), finish)
        for way in (-1.0, 1.0):
            if make.type != "tv_stand" and ((k == 0 and way < 0) or (k + 2 == len(edges) and way > 0)):
                yield from _side_frame(x0, front, a if way < 0 else b, way, base, top, finish)
    bounds = [base / h, *(edge for row in rows for edge in row), lid]
    for k in range(0, len(bounds), 2):
        a, b = bounds[k] * h, bounds[k + 1] * h
        a += CLEAR if k else 0.0
        b = b - CLEAR if k + 2 < len(bounds) else top
        if b - a < 0.003:
            continue
        for column in columns:
            c, e = ((edge - 0.5) * w for edge in column)
            deep = x0 if k == 0 else front - 0.06
            yield Piece("rail", plank((deep, c - 2 * CLEAR, a), (front, e + 2 * CLEAR, b), 0.002), frame)
    inside = plain("2c241c", 0.0)
    for column in columns:
        c, e = ((edge - 0.5) * w for edge in column)
        yield Piece("inside", sheet((x0 + 0.001, c, base), (0.0, e - c, 0.0), (0.0, 0.0, top - base)), inside)


def _side_frame(x0: float, x1: float, y: float, way: float, low: float, high: float, finish: Finish) -> Iterator[Piece]:
    """A dark groove round the field of a side: it is framed like the fronts."""
    edge = 0.14 * min(x1 - x0, high - low)
    wide = 0.012
    y += way * 0.0006
    a, b, c, d = x0 + edge, x1 - edge, low + edge, high - edge
    dark = finish.darker(0.55)
    for p, q in (((a, c), (b, c + wide)), ((a, d - wide), (b, d)), ((a, c), (a + wide, d)), ((b - wide, c), (b, d))):
        start = (p[0] if way < 0 else q[0], y, p[1])
        yield Piece("groove", sheet(start, ((q[0] - p[0]) * -way, 0.0, 0.0), (0.0, 0.0, q[1] - p[1])), dark)


def _floor_of(make: Making, low: float) -> float:
    """The height in metres that the body starts at: the bottom board of the form."""
    boards = [solid.z[0] for solid in make.form.solids if solid.z[1] < low and solid.z[1] - solid.z[0] < 0.02]
    return (min(boards) if boards else low) * make.size[2]


def legs_of(make: Making, luck: Stream, finish: Finish) -> Iterator[Piece]:
    """What a body with drawers stands on: legs or feet at its corners, or a plinth if it is low."""
    d, w, h = make.size
    low = _floor_of(make, min(part.z[0] for part in make.form.parts))
    if low < 0.02:
        return
    style = luck.choice(("square", "round", "tapered"))
    if low < 0.09 and luck.chance(0.5):
        yield Piece(
            "plinth",
            plank((-d / 2 + 0.01, -w / 2 + 0.012, 0.0), (d / 2 - 0.03, w / 2 - 0.012, low + 0.002)),
            finish.darker(0.85),
        )
        return
    thick = min(0.055, 0.08 * min(d, w) + 0.012)
    for x, y in corners(d / 2 - thick / 2 - 0.002, w / 2 - thick / 2 - 0.002):
        if style == "round":
            yield Piece("leg", round_leg((x, y, low + 0.002), (x, y), thick, taper=0.6), finish)
        else:
            yield Piece(
                "leg", square_leg((x, y, low + 0.002), (x, y), thick, taper=0.6 if style == "tapered" else 1.0), finish
            )
    if low > 0.3 * h and low > 0.2:
        for side in (-1.0, 1.0):
            y = side * (w / 2 - thick / 2 - 0.002)
            yield Piece(
                "rail",
                plank((-d / 2 + thick, y - 0.01, low * 0.3), (d / 2 - thick, y + 0.01, low * 0.3 + 0.025)),
                finish,
            )
