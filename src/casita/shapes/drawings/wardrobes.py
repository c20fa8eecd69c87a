"""Wardrobes."""

from __future__ import annotations

from collections.abc import Iterator

from casita.exact import total_of
from casita.shapes.drawings.fitted import bar, button, joinery_finish, lining
from casita.shapes.drawings.woodwork import corners, grained, plank
from casita.shapes.finish import CHROME, Finish, mixed, plain, printed
from casita.shapes.flats import block, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh
from casita.shapes.piece import Piece
from casita.shapes.rounds import lathe, sweep

CORNICE = 0.03
"""Height in metres of the moulding round the top of a wardrobe."""


INSET = 0.005
"""Metres that the body stands back from its mouldings."""


@draws("wardrobe")
def wardrobe(make: Making) -> Iterator[Piece]:
    """A tall case with a door, a rail for clothes and shelves; the door is panelled, louvred or a mirror."""
    d, w, h = make.size
    luck = make.luck.child("doors")
    finish = joinery_finish(make)
    low, high = make.hollow
    x_front = (make.form.solids[0].x[1] - 0.5) * d
    foot = 0.04 * h
    half = w / 2 - INSET
    style = luck.choice(("panels", "louvre", "planks", "panels", "mirror", "planks"))
    for name, a, b in (
        ("bottom", (-d / 2, -half, foot - 0.004), (x_front, half, low[2] - 0.0015)),
        ("top", (-d / 2, -half, high[2] + 0.0015), (x_front, half, h - CORNICE)),
        ("back", (-d / 2, -half, low[2]), (low[0] - 0.0015, half, high[2])),
        ("side", (-d / 2, -half, low[2]), (x_front, low[1] - 0.0015, high[2])),
        ("side", (-d / 2, high[1] + 0.0015, low[2]), (x_front, half, high[2])),
        ("cornice", (-d / 2, -half - 0.003, h - CORNICE - 0.022), (d / 2 - 0.006, half + 0.003, h - CORNICE + 0.002)),
        ("cornice", (-d / 2, -w / 2, h - CORNICE), (d / 2, w / 2, h)),
        ("plinth", (-d / 2, -half, 0.4 * foot), (d / 2 - 0.011, half, foot - 0.002)),
    ):
        yield Piece(name, grained(block(a, b, bevel=0.003, fine=1)), finish)
    pale = finish.darker(0.9) if finish.texture else plain("e4ddd0", 0.1)
    yield Piece("inside", lining(low, (x_front - 0.001, high[1], high[2])), pale)
    for level in make.form.cavities[0].levels[1:]:
        z = level * h
        yield Piece("shelf", plank((low[0], low[1], z - 0.018), (x_front - 0.02 * d, high[1], z)), finish)
    rod = high[2] - 0.045
    yield Piece("rod", sweep([(0.0, low[1], rod), (0.0, high[1], rod)], 0.012, sides=10), CHROME)
    for x, y in corners(d / 2 - 0.06, w / 2 - 0.055):
        leg = lathe([(0.0, 0.0), (0.026, 0.0), (0.04, foot * 0.2), (0.03, foot * 0.42), (0.0, foot * 0.42)], sides=16)
        yield Piece("foot", leg.moved(x, y), finish.darker(0.85))
    yield from _wardrobe_door(make, finish, style, x_front, foot)


def _wardrobe_door(make: Making, finish: Finish, style: str, x_front: float, foot: float) -> Iterator[Piece]:
    """The door: frames around fields of a deeper tone, so that they are told apart from afar."""
    d, w, h = make.size
    grip = make.luck.child("grip").choice((CHROME, plain("a08448", 0.7), plain("26262a", 0.3)))
    if make.colour == "black":
        grip = CHROME
    face, gap = d / 2 - 0.011, 0.002
    y0, y1, z0, z1 = -w / 2 + INSET, w / 2 - INSET, foot + gap, h - CORNICE - 0.022
    deep = x_front + 0.35 * (face - x_front)
    dark = total_of(make.rgb) < 0.6
    field = plain(mixed(make.rgb, (1.0, 1.0, 1.0), 0.1), finish.shine) if dark else finish.darker(0.84)
    yield Piece(
        "door", grained(block((x_front + 0.001, y0, z0), (deep, y1, z1), bevel=0.001, fine=1)), field, joint="door"
    )
    frame = min(0.075, 0.12 * w)
    columns = 2 if w > 0.7 or style in ("panels", "louvre") else 1
    wide = (y1 - y0) / columns
    seam = 0.005 if columns == 2 else 0.0
    for k in range(columns):
        a, b = y0 + k * wide + seam * k, y0 + (k + 1) * wide - seam * (1 - k)
        inner = (a + frame * 0.75, b - frame * 0.75)
        rails = [z0, z0 + (z1 - z0) * 0.36, z1 - frame] if style == "panels" else [z0, z1 - frame]
        bars = [plank((x_front + 0.003, c, z0), (face, e, z1)) for c, e in ((a, inner[0]), (inner[1], b))]
        bars += [plank((x_front + 0.003, inner[0], z), (face, inner[1], z + frame)) for z in rails]
        for bar_ in bars:
            yield Piece("door", bar_, finish, joint="door")
        for mesh, look in _fields(style, inner, rails, frame, deep, face, finish, field):
            yield Piece("field", mesh, look, joint="door")
    if columns == 2:
        line = sheet((deep + 0.0006, y0 + wide - seam, z0), (0.0, 2 * seam, 0.0), (0.0, 0.0, z1 - z0))
        yield Piece("gap", line, plain("1c1713" if not dark else "6a6a6c", 0.0), joint="door")
    z, r = h * 0.52, 0.0055
    for y in [y1 - frame * 0.4] if columns == 1 else [y0 + wide - 0.03, y0 + wide + 0.03]:
        if make.seed % 2:
            hold = bar((d / 2 - r, y, z - 0.11), (d / 2 - r, y, z + 0.11), face, r)
        else:
            hold = button((face, y, z), 0.02, d / 2 - face)
        yield Piece("handle", hold, grip, joint="door")


def _fields(
    style: str,
    y: tuple[float, float],
    rails: list[float],
    frame: float,
    deep: float,
    face: float,
    finish: Finish,
    field: Finish,
) -> Iterator[tuple[Mesh, Finish]]:
    """What fills a door's frame: raised panels, slats, boards or a mirror."""
    low, high = rails[0] + frame, rails[-1]
    if style == "panels":
        for p, q in ((low, rails[1]), (rails[1] + frame, high)):
            middle = plank((deep - 0.004, y[0] + 0.03, p + 0.03), (face - 0.003, y[1] - 0.03, q - 0.03), 0.006)
            yield middle, finish
    elif style == "planks":
        wide = (y[1] - y[0]) / 4
        for n in range(4):
            a = y[0] + wide * n
            yield plank((deep - 0.004, a + 0.004, low), (deep + 0.003, a + wide - 0.004, high)), finish
    elif style == "louvre":
        tall = (high - low) / 22
        for n in range(22):
            slat = sheet(
                (face - 0.001, y[0], low + n * tall),
                (0.0, y[1] - y[0], 0.0),
                (deep - face, 0.0, tall * 0.7),
                unit_uv=False,
            )
            yield slat, finish
    else:
        pane = sheet((deep + 0.001, y[0], low), (0.0, y[1] - y[0], 0.0), (0.0, 0.0, high - low))
        yield pane, printed("mirror_glass", 0.9)
