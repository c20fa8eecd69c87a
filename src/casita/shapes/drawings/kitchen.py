"""Cabinets, drawers and counters with what is let into them: sinks, faucets, burners, knobs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from casita.exact import total_of
from casita.seeds import Stream, stream
from casita.shapes.drawings.fitted import bar, bow, button, joinery_finish, lining, shaded, shaded_edge
from casita.shapes.finish import CHROME, DARK, STEEL, Finish, plain, printed
from casita.shapes.flats import Vector, block, patch, sheet
from casita.shapes.making import Making, draws, named
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import sweep

GRIPS = (CHROME, plain("c9a44c", 0.7), plain("26262a", 0.3))
"""What handles are made of: chrome, brass, black iron."""


def joinery(make: Making) -> Stream:
    """Luck that cabinets and drawers of one piece of furniture share if they are made with one seed."""
    return stream(make.seed, "shape", "joinery")


def leaf(make: Making, y: tuple[float, float], z: tuple[float, float], x: tuple[float, float], style: str) -> Mesh:
    """A cabinet door or drawer front between two planes: flat, framed, or with a raised field."""
    (y0, y1), (z0, z1), (x0, x1) = y, z, x
    frame = min(0.055, 0.2 * min(y1 - y0, z1 - z0))
    if style == "flat" or min(y1 - y0, z1 - z0) < 0.1:
        return block((x0, y0, z0), (x1, y1, z1), bevel=0.003)
    step = (x1 - x0) * 0.45
    soft = min(0.006, 0.8 * step)
    parts = [
        block((x0, y0 + frame * 0.5, z0 + frame * 0.5), (x1 - step, y1 - frame * 0.5, z1 - frame * 0.5), bevel=0.001),
        block((x0, y0, z0), (x1, y0 + frame, z1), bevel=soft),
        block((x0, y1 - frame, z0), (x1, y1, z1), bevel=soft),
        block((x0, y0 + frame, z0), (x1, y1 - frame, z0 + frame), bevel=soft),
        block((x0, y0 + frame, z1 - frame), (x1, y1 - frame, z1), bevel=soft),
    ]
    if style == "raised":
        inset = frame * 1.45
        parts.append(
            block((x0, y0 + inset, z0 + inset), (x1 - 0.001, y1 - inset, z1 - inset), bevel=step * 0.9, fine=1)
        )
    return joined(parts)


def _front_style(make: Making) -> tuple[str, Finish, str]:
    """How the fronts of a kitchen or a dresser look: panels, the finish of their handles, and what those are."""
    luck = joinery(make)
    style, grip = luck.choice(("framed", "flat", "raised", "framed")), luck.choice(GRIPS)
    light = total_of(make.rgb)
    shows = CHROME if light < 1.3 else GRIPS[2]  # bright on dark fronts, black on pale ones
    if make.part_of == "dresser":
        return "flat", shows, "knob"
    return style, grip if grip is GRIPS[1] and light < 2.2 else shows, luck.choice(("bar", "knob", "bow"))


@draws("cabinet")
def cabinet(make: Making) -> Iterator[Piece]:
    """A box with shelves behind a door on its right or left side."""
    finish, (style, grip, holds) = joinery_finish(make), _front_style(make)
    d, w, h = make.size
    low, high = make.hollow
    x_front = (0.96 - 0.5) * d
    for name, a, b in (
        ("bottom", (-d / 2, -w / 2, 0.0), (x_front, w / 2, low[2] - 0.0005)),
        ("top", (-d / 2, -w / 2, high[2] + 0.0005), (x_front, w / 2, h)),
        ("back", (-d / 2, -w / 2, low[2]), (low[0] - 0.0005, w / 2, high[2])),
        ("side", (-d / 2, -w / 2, low[2]), (x_front, low[1] - 0.0005, high[2])),
        ("side", (-d / 2, high[1] + 0.0005, low[2]), (x_front, w / 2, high[2])),
    ):
        yield Piece(name, block(a, b, bevel=0.0015), finish)
    pale = plain("e9e4da", 0.15)
    yield Piece("inside", lining(low, (x_front - 0.001, high[1], high[2])), pale)
    for level in make.form.cavities[0].levels[1:]:
        z = level * h
        yield Piece("shelf", block((low[0], low[1], z - 0.014), (x_front - 0.02 * d, high[1], z), bevel=0.002), pale)
    left = make.variant == "left"
    thick = 0.04 * d
    face = d / 2 - max(0.4 * thick, 0.005)
    gap = 0.0015
    door = leaf(make, (-w / 2 + gap, w / 2 - gap), (gap, h - gap), (x_front + 0.001, face), style)
    seam = shaded_edge((face, -w / 2 + gap, gap), (face, w / 2 - gap, h - gap))
    side = (-w / 2 + 0.08 * w + 0.01) if left else (w / 2 - 0.08 * w - 0.01)
    middle = h * (0.25 if h < 0.75 and make.size[0] < 0.42 else 0.7)
    reach = min(0.09, h * 0.16)
    out = d / 2 - face
    if holds == "knob":
        hold = button((face, side, middle), min(0.014, w * 0.05), out)
    elif holds == "bar":
        r = min(0.005, out * 0.45)
        hold = bar((d / 2 - r, side, middle - reach), (d / 2 - r, side, middle + reach), face, r)
    else:
        r = min(0.004, out * 0.3)
        hold = bow((face, side, middle - reach * 0.7), (face, side, middle + reach * 0.7), out - 1.4 * r, r)
    hinge_y = w / 2 if left else -w / 2
    lean = 13.0 if left else -13.0
    for mesh, look, name in ((door, finish, "door"), (hold, grip, "handle"), (seam, shaded(finish), "seam")):
        yield Piece(name, mesh, look, joint="door", when=("whole",))
        hanging = mesh.turned("x", lean, (0.0, hinge_y, h * 0.04))
        yield Piece(name, hanging, look, joint="door", when=("broken",))
    cracks = [(0.3, 0.15, 0.42, 0.55), (0.42, 0.55, 0.36, 0.9), (0.42, 0.55, 0.7, 0.7), (0.42, 0.55, 0.75, 0.35)]
    lines = []
    for y0, z0, y1, z1 in cracks:
        bend = ((y0, z0), ((y0 + y1) / 2 + 0.03, (z0 + z1) / 2), (y1, z1))
        line = [(face + 0.0005, (y - 0.5) * w, z * h) for y, z in bend]
        lines.append(sweep(line, 0.0025, sides=4))
    split = joined(lines).turned("x", lean, (0.0, hinge_y, h * 0.04))
    yield Piece("crack", split, plain("2c2118"), joint="door", when=("broken",))
    splinter = block((x_front, -0.2 * w, 0.0), (x_front + 0.12, -0.12 * w, 0.008), bevel=0.001).turned("z", 24.0)
    yield Piece("splinter", splinter, plain("b08a5a"), when=("broken",))


@draws("drawer")
def drawer(make: Making) -> Iterator[Piece]:
    """A box that slides, with a front and one or two handles."""
    finish, (style, grip, holds) = joinery_finish(make), _front_style(make)
    d, w, h = make.size
    low, high = make.hollow
    back = high[0]
    out = min(0.45 * (d / 2 - back), 0.02)
    face = d / 2 - out
    walls = (
        ((-d / 2, -w / 2, 0.0), (back, w / 2, low[2])),
        ((-d / 2, -w / 2, low[2]), (low[0], w / 2, 0.88 * h)),
        ((low[0], -w / 2, low[2]), (back, low[1], 0.88 * h)),
        ((low[0], high[1], low[2]), (back, w / 2, 0.88 * h)),
    )
    for a, b in walls:
        yield Piece("box", block(a, b, bevel=0.0015, fine=1), finish, joint="slide")
    front = leaf(make, (-w / 2 + 0.001, w / 2 - 0.001), (0.001, h - 0.001), (back, face), style)
    yield Piece("front", front, finish, joint="slide")
    seam = shaded_edge((face, -w / 2 + 0.001, 0.001), (face, w / 2 - 0.001, h - 0.001))
    yield Piece("seam", seam, shaded(finish), joint="slide")
    dresser = make.part_of == "dresser"
    if dresser:
        yield from _keyhole((face, 0.0, 0.72 * h))
    middles = (-0.25 * w, 0.25 * w) if w > (0.4 if dresser else 0.6) else (0.0,)
    z = 0.6 * h if h > 0.12 and not dresser else 0.5 * h
    reach = min(0.085, 0.2 * w)
    hold: list[Mesh] = []
    for y in middles:
        if holds == "knob":
            hold.append(button((face, y, z), min(0.026 if dresser else 0.021, h * 0.18), out, 16 if dresser else 24))
        elif holds == "bar":
            r = min(0.007, out * 0.4)
            hold.append(bar((d / 2 - r, y - reach, z), (d / 2 - r, y + reach, z), face, r))
        else:
            r = min(0.007, out * 0.3)
            hold.append(bow((face, y - reach * 0.8, z), (face, y + reach * 0.8, z), out - 1.4 * r, r))
    yield Piece("handle", joined(hold), grip, joint="slide")


def _keyhole(at: Vector) -> Iterator[Piece]:
    """The brass plate of a lock in a dresser's drawer, and the hole for its key."""
    x, y, z = at
    yield Piece("lock", button(at, 0.012, 0.003, 12), GRIPS[1], joint="slide")
    yield Piece("lock", button((x + 0.001, y, z), 0.005, 0.003, 12), GRIPS[2], joint="slide")


@draws("counter_top")
def counter_top(make: Making) -> Iterator[Piece]:
    """A work top over a carcass; the cabinets, drawers, sinks and burners are things of their own."""
    d, w, h = make.size
    form = make.form
    holes = [make.box_of(part) for part in form.parts if part.type == "sink"]
    under = 0.95 * h
    yield from _work_top(make, under, holes)
    matt = plain(named(make.accent) if make.accent else make.rgb, 0.2)
    yield Piece("back", block((-d / 2, -w / 2, 0.0), (-0.48 * d, w / 2, under), bevel=0.002, fine=1), matt)
    front = 0.97
    edges = sorted({solid.y for solid in form.solids if solid.z[0] == 0.0 and solid.x[0] > 0.0})
    for y0, y1 in edges:
        a, b = make.box((0.02, front - 0.06), (y0, y1), (0.0, 0.09))
        yield Piece("plinth", block(a, b, bevel=0.001, fine=1), DARK)
        unit_parts = [part for part in form.parts if y0 <= part.y[0] and part.y[1] <= y1]
        inset = 0.007 * (y1 - y0)
        for at in (y0, y1):
            a, b = make.box((0.02, front - 0.015), (max(at - inset, 0.0), min(at + inset, 1.0)), (0.088, 0.95))
            yield Piece("side", block(a, b, bevel=0.001, fine=1), matt)
        fronts = sorted(part.z for part in unit_parts if part.type in ("cabinet", "drawer"))
        top = fronts[-1][1] if fronts else 0.1
        for (_, below), (above, _) in pairwise(fronts):
            a, b = make.box((0.9, front - 0.02), (y0, y1), (below + 0.002, above - 0.002))
            yield Piece("rail", block(a, b, bevel=0.001, fine=1), DARK)
        stove = any(part.type == "stove_burner" for part in unit_parts)
        if top < 0.93:
            a, b = make.box((front - 0.05, front), (y0 + inset, y1 - inset), (top + 0.008, 0.945))
            yield Piece("panel", block(a, b, bevel=0.003), STEEL if stove else matt)
        if stove:
            a, b = make.box((0.08, 0.92), (y0 + 0.04 * (y1 - y0), y1 - 0.04 * (y1 - y0)), (0.99, 1.0))
            rim = block((a[0], a[1], h - 0.006), (b[0], b[1], h + 0.0008), bevel=0.003)
            yield Piece("hob", rim, plain("1b1b1e", 0.8))
            knobs = [part for part in unit_parts if part.type == "stove_knob"]
            for part in knobs:
                a, b = make.box_of(part)
                mark = sheet(
                    (front * d - d / 2 + 0.0006, a[1], b[2] + 0.002), (0.0, b[1] - a[1], 0.0), (0.0, 0.0, 0.008)
                )
                yield Piece("marks", mark, printed("hob_marks"))


def _work_top(make: Making, under: float, holes: list[tuple[Vector, Vector]]) -> Iterator[Piece]:
    """The slab, with holes for what is let into it, a rounded front edge, and its texture running through."""
    d, w, h = make.size
    radius = 0.008
    nose = d / 2 - radius
    cuts = sorted({-w / 2, w / 2, *(y for low, high in holes for y in (low[1], high[1]))})
    top: list[Mesh] = []
    for y0, y1 in pairwise(cuts):
        here = [(low, high) for low, high in holes if low[1] <= y0 + 1e-6 and y1 <= high[1] + 1e-6]
        spans = [(-d / 2, nose)]
        if here:
            (low, high) = here[0]
            spans = [(-d / 2, low[0]), (high[0], nose)]
            for a, b, c, e in (
                (low[0], y0, low[0], y1),
                (low[0], y1, high[0], y1),
                (high[0], y1, high[0], y0),
                (high[0], y0, low[0], y0),
            ):
                top.append(sheet((a, b, under), (c - a, e - b, 0.0), (0.0, 0.0, h - under), unit_uv=False))
        for x0, x1 in spans:
            for z, face in ((h, 1.0), (under, -1.0)):
                across = (x1 - x0, 0.0, 0.0) if face > 0 else (0.0, y1 - y0, 0.0)
                up = (0.0, y1 - y0, 0.0) if face > 0 else (x1 - x0, 0.0, 0.0)
                flat = sheet((x0, y0, z), across, up)
                top.append(flat.each(lambda level: level._replace(uv=level.points[:, [1, 0]])))
    arc = [(nose + radius * math.sin(a), h - radius * (1 - math.cos(a))) for a in np.linspace(0.0, math.pi / 2, 5)]
    arc += [(d / 2, under + 0.001), (nose, under)]
    grid = np.array([[(x, y, z) for y in (w / 2, -w / 2)] for x, z in arc])
    top.append(patch(grid))
    for side in (1.0, -1.0):
        y = side * w / 2
        start = nose if side > 0 else -d / 2
        across = (-side * (nose + d / 2), 0.0, 0.0)
        top.append(sheet((start, y, under), across, (0.0, 0.0, h - under), unit_uv=False))
    top.append(sheet((-d / 2, w / 2, under), (0.0, -w, 0.0), (0.0, 0.0, h - under), unit_uv=False))
    finish = make.main
    if make.material == "wood":
        finish = finish.with_texture("wood", 0.6, planks=6)
    yield Piece("top", joined(top), finish)
