"""Machines of the desk: calculator, keyboard, mouse."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.bodies import is_dark, keys, slab
from casita.shapes.drawings.lofting import loft, ovals
from casita.shapes.finish import plain, printed, rgb, shade
from casita.shapes.flats import face
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh
from casita.shapes.piece import Piece
from casita.shapes.rounds import cylinder, sweep
from casita.shapes.textures.displays import key_places


@draws("calculator")
def calculator(make: Making) -> Iterator[Piece]:
    """A flat case with a grey display, a solar cell and four by six keys."""
    d, w, h = make.size
    luck = make.luck.child("calculator")
    top = 0.74 * h
    yield Piece("body", slab((-d / 2, -w / 2, 0.0), (d / 2, w / 2, top), radius=0.1 * w, bevel=0.25 * h), make.main)
    hood = slab((-0.47 * d, -0.44 * w, top - 0.001), (-0.17 * d, 0.44 * w, 0.93 * h), radius=0.05 * w, bevel=0.001)
    yield Piece("hood", hood, plain("17181b", 0.5))
    value = luck.choice(("1234.56", "42", "3.14159", "20736"))
    view = printed("digits", 0.3, text=value, ground=rgb("b9c6a4"), lit=rgb("1c211a"), shape=3.6)
    yield Piece("display", face("top", (-0.34 * d, -0.38 * w, 0.0), (-0.2 * d, 0.38 * w, 0.93 * h), 0.0003), view)
    cell = face("top", (-0.445 * d, 0.05 * w, 0.0), (-0.37 * d, 0.38 * w, 0.93 * h), 0.0003)
    yield Piece("solar_cell", cell, plain("4a2f2a", 0.7))
    for k in range(1, 4):
        y = (0.05 + 0.33 * k / 4) * w
        yield Piece(
            "solar_cell",
            face("top", (-0.445 * d, y - 0.0004, 0.0), (-0.37 * d, y + 0.0004, 0.93 * h), 0.0005),
            plain("a8988a", 0.6),
        )
    name = printed("name_print", 0.3, ground=rgb("17181b"), letters=rgb("d0d2d4"), text="CALCO", shape=3.0)
    yield Piece("name", face("top", (-0.44 * d, -0.38 * w, 0.0), (-0.375 * d, -0.05 * w, 0.93 * h), 0.0003), name)
    cap, letters = (rgb("3c3e44"), rgb("f2f2f0")) if not is_dark(make.rgb) else (rgb("d8d9da"), rgb("1c1c1e"))
    places = [(k % 4 / 4, k // 4 / 6, (k % 4 + 1) / 4, (k // 4 + 1) / 6) for k in range(24)]
    frame = (-0.13 * d, -0.43 * w, top - 0.0004), (0.46 * d, 0.43 * w, top - 0.0004)
    board = keys(frame, places, rise=h - top + 0.0002, inset=0.0018, taper=0.0007)
    yield Piece("keys", board, printed("calculator_keys", 0.2, cap=cap, letters=letters, accent=rgb("d2642a")))


@draws("keyboard")
def keyboard(make: Making) -> Iterator[Piece]:
    """A full board of lettered keys on a wedge, with three lights."""
    d, w, h = make.size
    luck = make.luck.child("keyboard")
    dark = is_dark(make.rgb)

    def leaning(mesh: Mesh) -> Mesh:
        """Lower towards the front."""
        return mesh.bent(lambda p: np.column_stack([p[:, 0], p[:, 1], p[:, 2] * (0.8 - 0.4 * p[:, 0] / d)]))

    top = 0.72 * h
    body = leaning(slab((-d / 2, -w / 2, 0.0), (d / 2, w / 2, top), radius=0.012, bevel=0.003))
    yield Piece("body", body, make.main)
    edge = 0.05 if luck.chance(0.5) else 0.11
    low, high = ((edge - 0.5) * d, -0.48 * w, top - 0.0003), (0.455 * d, 0.48 * w, top - 0.0003)
    well = leaning(face("top", (low[0] - 0.002, low[1] - 0.002, 0.0), (high[0] + 0.002, high[1] + 0.002, top), 0.0004))
    yield Piece("well", well, plain(shade(make.rgb, 0.3) if not dark else (0.07, 0.07, 0.075), 0.1))
    if dark:
        cap, letters, special = rgb("4a4b51"), rgb("fafafa"), rgb("3a3b40")
    elif make.colour == "white":
        cap, letters, special = rgb("fafaf8"), rgb("2a2b2e"), rgb("d6d8da")
    else:
        dark_keys = (rgb("2b2c30"), rgb("f0f0f0"), rgb("3a3b40"))
        pale_keys = (rgb("f1f1ee"), rgb("2a2b2e"), rgb("cfd1d4"))
        cap, letters, special = dark_keys if luck.chance(0.25) else pale_keys
    places = [place[:4] for place in key_places("full")]
    board = keys((low, high), places, rise=0.27 * h, inset=0.0015, taper=0.0017)
    finish = printed("keyboard_keys", 0.15, board="full", cap=cap, letters=letters, special=special)
    yield Piece("keys", leaning(board), finish)
    for k in range(3):
        y = (0.325 + 0.04 * k) * w
        spot = leaning(face("top", ((edge - 0.49) * d, y, 0.0), ((edge - 0.47) * d, y + 0.006, top + 0.002), 0.0))
        yield Piece("lights", spot, plain("62d66a" if k == 0 else "3a4a3a", 0.2)._replace(glow=0.8 if k == 0 else 0.0))


@draws("mouse")
def mouse(make: Making) -> Iterator[Piece]:
    """A rounded shell with two buttons and a wheel at its front."""
    d, w, h = make.size
    luck = make.luck.child("mouse")
    narrow = luck.uniform(0.86, 0.98)

    def height(x: float) -> float:
        """How high the shell is at a place from -1 (back) to 1 (front)."""
        t = (x + 0.25) / (1.26 if x > -0.25 else 0.76)
        return math.sqrt(max(1 - abs(t) ** 2.6, 0.0))

    def width(x: float) -> float:
        return math.pow(max(1 - abs(x) ** 4.0, 0.0), 0.4) * (1 - (1 - narrow) * max(0.0, 1 - abs(x) * 1.6))

    xs = np.sin(np.radians(np.linspace(-88.5, 88.5, 26)))
    stations = [(x * d / 2, 0.0, 0.0, max(width(x), 0.05) * w / 2, max(height(x), 0.1) * h) for x in xs]
    rings = ovals(stations, "x", sides=40, square=2.5)
    rings[..., 2] = np.maximum(rings[..., 2], 0.0025)
    yield Piece("shell", loft(rings), make.main)
    skirt = loft(
        ovals(
            [(x * d / 2, 0.0, 0.0032, max(width(x), 0.05) * w / 2 + 0.0003, 0.0032) for x in xs],
            "x",
            sides=24,
            square=4.0,
        )
    )
    yield Piece("skirt", skirt, plain("2b2c2f", 0.1) if not is_dark(make.rgb) else plain("55575b", 0.1))

    def on_top(x: float, y: float, off: float = 0.0) -> tuple[float, float, float]:
        """A point of the shell above a place of the plan (both from -1 to 1)."""
        share = min(abs(y) / max(width(x), 0.05), 1.0)
        return x * d / 2, y * w / 2, max((1 - share**2.5) ** 0.4 * height(x) * h, 0.0025) + off

    groove = plain(shade(make.rgb, 0.35) if not is_dark(make.rgb) else (0.02, 0.02, 0.02), 0.0)
    middle = [on_top(x, 0.0, 0.0001) for x in np.linspace(0.08, 0.985, 16)]
    yield Piece("groove", sweep(middle, 0.0007, sides=6), groove)
    cross = [on_top(0.08 - 0.1 * abs(y), y, 0.0001) for y in np.linspace(-0.93, 0.93, 21)]
    yield Piece("groove", sweep(cross, 0.0006, sides=6), groove)
    x, _, z = on_top(0.5, 0.0)
    slot = slab((-0.1 * d, -0.075 * w, -0.004), (0.1 * d, 0.075 * w, 0.0006), radius=0.07 * w, bevel=0.0003)
    yield Piece("wheel", slot.turned("y", 14.0).moved(x, 0.0, z), plain("141416", 0.1))
    wheel = cylinder(0.085 * d, -0.05 * w, 0.05 * w, bevel=0.0012, sides=28).turned("x", 90.0)
    yield Piece(
        "wheel",
        wheel.moved(x, 0.0, z - 0.058 * d),
        plain("5b5d62" if luck.chance(0.6) else "8b2f2f", 0.1).with_texture("stripes", 0.004),
    )
    mark = face("top", (-0.33 * d, -0.11 * w, 0.0), (-0.25 * d, 0.11 * w, on_top(-0.56, 0.0)[2]), 0.0006)
    lean = mark.turned("y", -22.0, (-0.29 * d, 0.0, on_top(-0.58, 0.0)[2]))
    letters = rgb("d8d9db") if is_dark(make.rgb) else shade(make.rgb, 0.5)
    yield Piece("logo", lean, printed("name_print", 0.2, ground=make.rgb, letters=letters, text="mico", shape=2.4))
