"""Upholstered seats: sofas, loveseats, sofa beds, arm chairs, ottomans and footstools."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.seeds import Stream
from casita.shapes.drawings.upholstery import cloth, padded, piping, seam_of, stud
from casita.shapes.drawings.woodwork import corners, lath, plank, round_leg, square_leg, timber
from casita.shapes.finish import BLACK, CHROME, Finish, plain
from casita.shapes.flats import Vector
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import cylinder, lathe, sweep

NUMBER_OF_SEATS = {"arm_chair": (1, 1), "loveseat": (2, 2), "sofa": (2, 4), "sofa_bed": (2, 3)}
"""Least and most cushions side by side."""


def feet(make: Making, luck: Stream, x: float, y: float, high: float) -> Iterator[Piece]:
    """Four feet under a body: turned, tapered, of steel, or blocks."""
    kind = luck.choice(("tapered", "round", "steel", "block"))
    finish = CHROME if kind == "steel" else timber(make)
    out = 0.012 if kind in ("tapered", "round") else 0.0
    for px, py in corners(x, y):
        foot = (px + (out if px > 0 else -out), py + (out if py > 0 else -out))
        if kind == "round":
            yield Piece("leg", round_leg((px, py, high), foot, 0.05), finish)
        elif kind == "steel":
            yield Piece("leg", round_leg((px, py, high), (px, py), 0.028, taper=1.0), finish)
        else:
            thick, taper = (0.055, 0.55) if kind == "tapered" else (0.07, 1.0)
            yield Piece("leg", square_leg((px, py, high), foot, thick, taper=taper), finish)


def scroll(x: tuple[float, float], y: float, z: float, radius: float) -> Mesh:
    """A padded roll along x with rounded ends: the top of a rolled arm."""
    length, b = x[1] - x[0], radius * 0.3
    profile = [
        (0.0, 0.0),
        (radius * 0.8, 0.0),
        (radius, b),
        (radius, length - b),
        (radius * 0.8, length),
        (0.0, length),
    ]
    return lathe(profile, sides=20, crease=60.0).turned("y", 90.0).moved(x[0], y, z)


def whorl(x: float, y: float, z: float, radius: float, finish: Finish) -> Iterator[Piece]:
    """The round end of a rolled arm: two cords and a button."""
    for share in (0.62, 0.3):
        r = radius * share
        ring = lathe([(r - 0.004, 0.0), (r, 0.003), (r + 0.004, 0.0)], sides=16).turned("y", 90.0)
        yield Piece("piping", ring.moved(x, y, z), finish)


def _slumped(mesh: Mesh, much: float, aside: float) -> Mesh:
    """A back cushion after some years: its top sinks in to one side of its middle, and it bulges below."""
    low, high = mesh.levels[0].points.min(0), mesh.levels[0].points.max(0)

    def sink(points: Array) -> Array:
        x, y, z = ((points - low) / (high - low)).T
        along = y * 2 - 1
        dip = 0.05 * much * (high[2] - low[2]) * z**3 * np.exp(-(((along - 0.4 * aside) / 0.5) ** 2))
        back = 0.12 * much * (high[0] - low[0]) * x * (z**2) * (1 - 0.5 * along**2)
        return np.asarray(points - np.column_stack([back, np.zeros(len(points)), dip]))

    return mesh.bent(sink)


@draws("sofa", "loveseat", "sofa_bed", "arm_chair")
def sofa(make: Making) -> Iterator[Piece]:
    """A soft seat with a back, two arms, loose cushions and feet; on a wooden frame if it is of wood."""
    d, w, h = make.size
    luck = make.luck.child("sofa")
    cover = cloth(make)
    seam = seam_of(cover)
    _, back, rest, _ = make.form.solids
    seat_x, arm, arm_top = back.x[1], rest.y[1] * w, rest.z[1] * h
    top, edge = make.form.surfaces[0].z * h, -d / 2 + seat_x * d
    low = luck.uniform(0.05, 0.12) if make.type != "sofa_bed" else 0.04
    framed = make.material == "wood"
    thick = luck.uniform(0.13, 0.17)
    style = (
        "framed"
        if framed
        else luck.choice(("track", "rolled", "round", "rolled" if make.type != "sofa_bed" else "track"))
    )
    inner = (-w / 2 + arm, w / 2 - arm)
    if framed:
        yield from _frame(make, arm, top, arm_top, thick)
    else:
        front = d / 2 - 0.012
        rail = padded(
            (-d / 2 + 0.01, -w / 2 + arm * 0.3, low),
            (front, w / 2 - arm * 0.3, top - thick + 0.012),
            radius=0.015,
            fine=1,
        )
        yield Piece("base", rail, cover)
        yield from _arms(make, style, arm, low, arm_top, cover, seam)
        yield from feet(make, luck, d / 2 - 0.07, w / 2 - max(0.06, arm * 0.5), low + 0.01)
        lean = padded(
            (-d / 2, -w / 2 + arm * 0.35, low),
            (-d / 2 + 0.5 * seat_x * d, w / 2 - arm * 0.35, h * 0.93),
            radius=0.03,
            fine=1,
        )
        yield Piece("back", lean, cover)
    least, most = NUMBER_OF_SEATS[make.type]
    count = min(max(round((w - 2 * arm) / 0.68), least), most)
    wide = (inner[1] - inner[0]) / count
    piped, tufted = luck.chance(0.5), luck.chance(0.35) or (make.material == "leather" and luck.chance(0.4))
    gap = 0.004
    for k in range(count):
        y0, y1 = inner[0] + k * wide + gap, inner[0] + (k + 1) * wide - gap
        a: Vector = (edge - 0.05 * d, y0, top - thick)
        b: Vector = (d / 2, y1, top)
        yield Piece("cushion", padded(a, b, radius=0.036, puff=(0.011, 0.003, 0.011), inner=1), cover)
        if piped:
            rim = ((a[0] + 0.011, y0 + 0.003, 0.0), (b[0] - 0.011, y1 - 0.003, 0.0))
            yield Piece("piping", piping(*rim, top - 0.03, radius=0.04), seam)
        rise = h if not framed else h * 0.985
        p: Vector = (-d / 2 + 0.3 * seat_x * d, y0, top - 0.02)
        q: Vector = (edge, y1, rise)
        puffed = padded(p, q, radius=0.055, puff=(0.035, 0.004, 0.025))
        yield Piece("back_cushion", _slumped(puffed, luck.uniform(0.3, 1.0), luck.uniform(-1.0, 1.0)), cover)
        if tufted:
            studs = 2 if y1 - y0 < 0.9 else 3
            for row in (0.42, 0.72):
                for n in range(studs):
                    at = (q[0] - 0.008, y0 + (y1 - y0) * (n + 0.5) / studs, top + (rise - top) * row)
                    yield Piece("button", stud(0.014, 0.006).turned("y", 90.0).moved(*at), seam)
    if make.type == "sofa_bed":
        yield from _pull(make, low, top - thick, inner, seam)


def _pull(make: Making, low: float, high: float, inner: tuple[float, float], seam: Finish) -> Iterator[Piece]:
    """The seam of the bed that is folded away, and two straps to pull it out by."""
    x = make.size[0] / 2
    panel = padded(
        (x - 0.03, inner[0] + 0.02, low + 0.03), (x - 0.003, inner[1] - 0.02, high - 0.01), radius=0.008, fine=1
    )
    yield Piece("pull", panel, cloth(make))
    for share in (0.28, 0.72):
        y = inner[0] + (inner[1] - inner[0]) * share
        middle = (low + high) / 2
        strap = sweep(
            [(x - 0.008, y - 0.05, middle), (x - 0.0055, y, middle - 0.03), (x - 0.008, y + 0.05, middle)],
            0.014,
            flat=0.003,
            sides=6,
        )
        yield Piece("strap", strap, BLACK)
    line = sweep(
        [(x - 0.0035, inner[0] + 0.02, high - 0.004), (x - 0.0035, inner[1] - 0.02, high - 0.004)], 0.003, sides=4
    )
    yield Piece("seam", line, seam)


def _arms(
    make: Making, style: str, arm: float, low: float, arm_top: float, cover: Finish, seam: Finish
) -> Iterator[Piece]:
    d, w, _ = make.size
    back, front = -d / 2 + 0.015, d / 2 - 0.006
    for side in (-1.0, 1.0):
        ys = sorted((side * w / 2, side * (w / 2 - arm)))
        if style == "rolled":
            radius = min(arm * 0.5, 0.11)
            middle = side * (w / 2 - radius)
            yield Piece("arm", scroll((back, front), middle, arm_top - radius, radius), cover)
            post = sorted((side * (w / 2 - arm * 0.12), side * (w / 2 - arm * 0.96)))
            body = padded((back, post[0], low), (front - 0.012, post[1], arm_top - radius), radius=0.02, fine=1)
            yield Piece("arm", body, cover)
            yield from whorl(front - 0.001, middle, arm_top - radius, radius, seam)
            continue
        radius = 0.03 if style == "track" else min(0.075, arm * 0.48)
        puff = (0.0, 0.0, 0.0) if style == "track" else (0.012, 0.008, 0.012)
        yield Piece(
            "arm", padded((back, ys[0], low), (front, ys[1], arm_top), radius=radius, puff=puff, inner=1), cover
        )
        if style == "track":
            edge = [(front - 0.004, ys[0] + 0.006, low + 0.02), (front - 0.004, ys[0] + 0.006, arm_top - 0.006)]
            edge += [(front - 0.004, ys[1] - 0.006, arm_top - 0.006), (front - 0.004, ys[1] - 0.006, low + 0.02)]
            yield Piece("piping", sweep(edge, 0.004, sides=4), seam)


def _frame(make: Making, arm: float, top: float, arm_top: float, thick: float) -> Iterator[Piece]:
    """A wooden frame: posts, arm rests, rails and slats behind the cushions."""
    d, w, h = make.size
    wood = timber(make) if make.colour != "beige" else plain("8a5c36", 0.2).with_texture("wood", 0.5)
    post = min(0.06, arm)
    for side in (-1.0, 1.0):
        ys = sorted((side * w / 2, side * (w / 2 - post)))
        yield Piece("leg", plank((d / 2 - 0.08, ys[0], 0.0), (d / 2 - 0.02, ys[1], arm_top - 0.03)), wood)
        yield Piece("leg", plank((-d / 2, ys[0], 0.0), (-d / 2 + 0.06, ys[1], h * 0.97)), wood)
        rest = sorted((side * w / 2, side * (w / 2 - arm)))
        yield Piece(
            "arm", padded((-d / 2 + 0.02, rest[0], arm_top - 0.035), (d / 2, rest[1], arm_top), radius=0.012), wood
        )
        yield Piece(
            "rail",
            plank((-d / 2 + 0.06, ys[0] + 0.01, top - thick - 0.08), (d / 2 - 0.08, ys[1] - 0.01, top - thick)),
            wood,
        )
        for share in (0.35, 0.5, 0.65):
            x = (share - 0.5) * (d - 0.14)
            yield Piece(
                "slat",
                plank((x - 0.015, ys[0] + 0.015, top - thick), (x + 0.015, ys[1] - 0.015, arm_top - 0.03), 0.001),
                wood,
            )
    inside = w / 2 - post
    yield Piece(
        "rail", plank((d / 2 - 0.07, -inside, top - thick - 0.08), (d / 2 - 0.035, inside, top - thick + 0.004)), wood
    )
    yield Piece("rail", plank((-d / 2 + 0.01, -inside, h * 0.88), (-d / 2 + 0.05, inside, h * 0.965)), wood)
    yield Piece("rail", plank((-d / 2 + 0.01, -inside, top - thick - 0.06), (-d / 2 + 0.05, inside, top - thick)), wood)
    deck = plank((-d / 2 + 0.04, -inside, top - thick - 0.02), (d / 2 - 0.06, inside, top - thick))
    yield Piece("deck", deck, cloth(make))
    count = max(round(w / 0.16), 4)
    for k in range(count):
        y = -inside + 2 * inside * (k + 0.5) / count
        yield Piece("slat", lath((-d / 2 + 0.02, y - 0.025, top - thick), (-d / 2 + 0.038, y + 0.025, h * 0.89)), wood)


@draws("ottoman")
def ottoman(make: Making) -> Iterator[Piece]:
    """A large padded seat without a back: tufted, seamed or like a trunk, on short feet."""
    d, w, h = make.size
    luck = make.luck.child("ottoman")
    cover = cloth(make)
    seam = seam_of(cover)
    style = luck.choice(("tufted", "lid", "seamed"))
    low = 0.25 * h * luck.uniform(0.6, 1.0)
    split = h - 0.11
    body = padded((-d / 2 + 0.012, -w / 2 + 0.012, low), (d / 2 - 0.012, w / 2 - 0.012, split + 0.02), radius=0.025)
    yield Piece("body", body, cover)
    yield Piece(
        "cushion",
        padded((-d / 2, -w / 2, split), (d / 2, w / 2, h), radius=0.03, puff=(0.008, 0.008, 0.0), inner=1),
        cover,
    )
    cord = ((-d / 2 + 0.004, -w / 2 + 0.004, 0.0), (d / 2 - 0.004, w / 2 - 0.004, 0.0))
    yield Piece("piping", piping(*cord, split + 0.012, radius=0.04), seam)
    yield Piece("piping", piping(*cord, h - 0.013, radius=0.04), seam)
    if style == "tufted":
        for k in range(3):
            for n in range(4):
                at = ((k - 1) * d * 0.28, (n - 1.5) * w * 0.23, h)
                yield Piece("button", stud(0.013, 0.0009).moved(*at), seam)
    if style == "seamed":
        for y in (-w / 6, w / 6):
            line = [(-d / 2 + 0.03, y, h - 0.001), (d / 2 - 0.03, y, h - 0.001)]
            yield Piece("seam", sweep(line, 0.0018, sides=4), seam)
    if style == "lid":
        tab = padded((d / 2 - 0.008, -0.05, split - 0.03), (d / 2, 0.05, split + 0.03), radius=0.003)
        yield Piece("tab", tab, seam)
    if make.material == "wood":
        plinth = plank((-d / 2 + 0.015, -w / 2 + 0.015, low - 0.02), (d / 2 - 0.015, w / 2 - 0.015, low + 0.035))
        yield Piece("plinth", plinth, timber(make))
    yield from feet(make, luck, d / 2 - 0.06, w / 2 - 0.06, low + 0.005)


@draws("footstool")
def footstool(make: Making) -> Iterator[Piece]:
    """A low stool: padded on four legs, or of wood with sides that stand on the floor."""
    d, w, h = make.size
    luck = make.luck.child("footstool")
    thick = 0.15 * h
    if make.material == "wood":
        wood = make.main
        yield Piece("seat", padded((-d / 2, -w / 2, h - min(thick, 0.035)), (d / 2, w / 2, h), radius=0.008), wood)
        if luck.chance(0.5):
            for side in (-1.0, 1.0):
                ys = sorted((side * (w / 2 - 0.03), side * (w / 2 - 0.05)))
                yield Piece("side", plank((-d / 2 + 0.015, ys[0], 0.0), (d / 2 - 0.015, ys[1], h - 0.02)), wood)
            yield Piece(
                "rail", plank((-0.012, -w / 2 + 0.04, h * 0.4), (0.012, w / 2 - 0.04, h * 0.6)), wood.darker(0.92)
            )
            slot = cylinder(0.012, 0.0, 0.0006, sides=16).scaled(1.0, 3.2, 1.0).moved(0.0, 0.0, h)
            yield Piece("slot", slot, wood.darker(0.25))
            return
        legs, rungs = wood, wood.darker(0.92)
    else:
        cover = cloth(make)
        pad = max(thick, 0.06)
        soft = min(0.03, 0.08 * min(d, w))
        yield Piece(
            "seat",
            padded((-d / 2, -w / 2, h - pad), (d / 2, w / 2, h), radius=soft, puff=(0.004, 0.004, 0.0), inner=1),
            cover,
        )
        yield Piece(
            "piping", piping((-d / 2, -w / 2, 0.0), (d / 2, w / 2, 0.0), h - pad + 0.012, radius=soft), seam_of(cover)
        )
        for x, y in corners(d * 0.22, w * 0.24):
            yield Piece("button", stud(0.01, 0.0009).moved(x, y, h), seam_of(cover))
        legs = rungs = timber(make)
    turned = luck.chance(0.5)
    made: list[Mesh] = []
    for x, y in corners(d / 2 - 0.04, w / 2 - 0.04):
        foot = (x + (0.022 if x > 0 else -0.022), y + (0.022 if y > 0 else -0.022))
        top = (x, y, h - 0.03)
        made.append(round_leg(top, foot, 0.036) if turned else square_leg(top, foot, 0.036))
    yield Piece("leg", joined(made), legs)
    z = h * 0.32
    for side in (-1.0, 1.0):
        y = side * (w / 2 - 0.028)
        yield Piece("rung", sweep([(-d / 2 + 0.03, y, z), (d / 2 - 0.03, y, z)], 0.009, sides=8), rungs)
