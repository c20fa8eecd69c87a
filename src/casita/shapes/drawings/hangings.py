"""What hangs at windows and on walls: blinds, curtains, mirrors, paintings, posters."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.fitted import broken_pane, hoop, joinery_finish, rod
from casita.shapes.drawings.lofting import loft
from casita.shapes.finish import Finish, glass, plain, printed, shade
from casita.shapes.flats import block, patch, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import ball, sweep


@draws("blinds")
def blinds(make: Making) -> Iterator[Piece]:
    """Slats or pleats below a head rail, in leaves that gather at the top."""
    d, w, h = make.size
    folds = len(make.form.joints) + 1
    rail, foot = 0.03, 0.016
    pleated = make.material == "fabric"
    finish = make.main if pleated else joinery_finish(make)
    yield Piece("head", block((-d / 2, -w / 2, h - rail), (d / 2, w / 2, h), bevel=0.004), finish.darker(0.95))
    # closed slats stand nearly upright, so that each reaches over the top of the next
    lean, half = math.radians(72.0), min(0.016, 0.45 * d)
    tall = half * math.sin(lean)
    count = math.ceil((h - rail - foot) / (0.03 if pleated else 1.85 * tall))
    pitch = (h - rail - foot) / count
    if pleated:
        line = [(-0.1 * d, -pitch), (0.1 * d, -pitch / 2), (-0.1 * d, 0.0)]
    else:
        line = [
            (t * half * math.cos(lean) + 0.004 * (1 - t * t) - 0.002, -tall - t * tall) for t in (1.0, 0.55, -0.2, -1.0)
        ]
    grid = np.array([[(x, y, z) for y in (-w / 2, w / 2)] for x, z in line])
    light = patch(grid[1:3] if pleated else grid[1:], two_sided=True)
    shadow = patch(grid[:2], two_sided=True)
    leaves: dict[int, list[tuple[Mesh, Mesh]]] = {number: [] for number in range(folds)}
    for slat in range(count):
        z = h - rail - slat * pitch
        number = min(int((h - z) / h * folds + 1e-9), folds - 1)
        leaves[number].append((light.moved(0.0, 0.0, z), shadow.moved(0.0, 0.0, z)))
    for number, meshes in leaves.items():
        joint = f"fold_{number}" if number else ""
        yield Piece("slats", joined([upper for upper, _ in meshes]), finish, joint=joint)
        yield Piece(
            "slats", joined([lower for _, lower in meshes]), finish.darker(0.88 if pleated else 0.78), joint=joint
        )
        if not pleated:
            high, low = min(h - number * h / folds, h - rail), h - (number + 1) * h / folds
            cords = [rod((0.42 * d, y, low), (0.42 * d, y, high), 0.0013, 4) for y in (-0.38 * w, 0.0, 0.38 * w)]
            yield Piece("cord", joined(cords), plain("f2f0ea" if total_of(make.rgb) < 2.3 else "c9c6bd"), joint=joint)
    bar = block((-0.4 * d, -w / 2, 0.0), (0.4 * d, w / 2, foot), bevel=0.004)
    yield Piece("foot", bar, finish.darker(0.9), joint=f"fold_{folds - 1}")
    wand = rod((0.36 * d, 0.44 * w, h - rail), (0.36 * d, 0.44 * w, 0.4 * h), 0.0035)
    yield Piece("wand", wand, glass((0.85, 0.88, 0.9), 0.7))


@draws("curtains")
def curtains(make: Making) -> Iterator[Piece]:
    """Two lengths of cloth drawn to the sides on a rod with finials, tied back or hanging free."""
    luck = make.luck
    d, w, h = make.size
    style = luck.choice(("plain", "curtain_stripes", "curtain_leaves", "curtain_dots"))
    finish = make.main if style == "plain" else plain(make.rgb, 0.05).with_texture(style, 0.5)
    metal = luck.choice((plain("6e4a2a", 0.3), plain("2c2c2e", 0.4), plain("b08f4e", 0.7)))
    pole = h - 0.022
    ring = hoop(0.017, 0.0025, sides=10).turned("x", 90.0)
    yield Piece("rod", rod((0.0, -w / 2 + 0.03, pole), (0.0, w / 2 - 0.03, pole), 0.011, 16), metal)
    tied = luck.chance(0.5)
    for side in (-1.0, 1.0):
        yield Piece("finial", ball(0.017, 0.024, 0.017, sides=20).moved(0.0, side * (w / 2 - 0.024), pole), metal)
        bracket = rod((-d / 2, side * 0.44 * w, pole), (0.0, side * 0.44 * w, pole), 0.006)
        yield Piece("bracket", bracket, metal)
        y_out, y_in = side * (w / 2 - 0.01), side * 0.3 * w
        z = np.linspace(0.0, 0.965 * h, 10)
        share = np.linspace(0.0, 1.0, 41)
        pull = 0.5 * np.exp(-(((z / h) - 0.42) ** 2) / 0.012) if tied else 0.0 * z
        spread = (1.0 - pull)[:, None]
        y = y_out + (y_in - y_out) * share[None, :] * spread
        folds = 5
        deep = (0.47 - 0.25 * (z / h))[:, None] * d * (1.0 - 0.5 * (1.0 - spread))
        x = deep * np.sin(share[None, :] * folds * 2 * math.pi + 0.4) * (0.8 + 0.2 * np.cos(share * 23.0))[None, :]
        grid = np.stack(np.broadcast_arrays(x, y, z[:, None]), -1)
        yield Piece("cloth", patch(grid, two_sided=True), finish)
        if tied:
            middle = (y_out + y_out + (y_in - y_out) * 0.5) / 2
            half = abs(y_in - y_out) * 0.21
            loop = [
                (0.3 * d * math.sin(a), middle + half * math.cos(a), 0.42 * h - 0.02 * math.cos(a) * side)
                for a in np.linspace(0, 2 * math.pi, 24, endpoint=False)
            ]
            yield Piece("tie", sweep(loop, 0.02, flat=0.004, sides=8, closed=True), finish.darker(0.75))
        for k in range(6):
            at = y_out + (y_in - y_out) * (k + 0.3) / 6
            yield Piece("ring", ring.moved(0.0, at, pole - 0.004), metal)


@draws("mirror")
def mirror(make: Making) -> Iterator[Piece]:
    """A frame about silvered glass that shows a soft gradient; streaks when dirty, cracks when broken."""
    luck = make.luck
    d, w, h = make.size
    style = luck.choice(("frame", "bevel", "oval", "frame"))
    look = printed("mirror_glass", 0.9, 0.15)
    dirty = printed("mirror_glass", 0.5, 0.1, dirty=True)
    x = 0.2 * d
    frame = luck.choice((plain("a9adb1", 0.9), plain("a9adb1", 0.9), plain("b8bcc0", 0.7), plain("c2c4c6", 0.8)))
    if style == "oval":
        yield from _oval_mirror(make, frame, look, dirty)
        return
    edge = min(0.05, 0.09 * w) if style == "frame" else 0.012
    if style == "frame":
        for a, b in (
            ((-w / 2, 0.0), (w / 2, edge)),
            ((-w / 2, h - edge), (w / 2, h)),
            ((-w / 2, edge), (-w / 2 + edge, h - edge)),
            ((w / 2 - edge, edge), (w / 2, h - edge)),
        ):
            yield Piece("frame", block((-d / 2, a[0], a[1]), (d / 2, b[0], b[1]), bevel=0.35 * d), frame)
        inner = [
            block((x - 0.001, a, c), (x + 0.15 * d, b, e), bevel=0.001)
            for a, b, c, e in (
                (-w / 2 + edge, w / 2 - edge, edge, edge + 0.006),
                (-w / 2 + edge, w / 2 - edge, h - edge - 0.006, h - edge),
                (-w / 2 + edge, -w / 2 + edge + 0.006, edge, h - edge),
                (w / 2 - edge - 0.006, w / 2 - edge, edge, h - edge),
            )
        ]
        yield Piece("frame", joined(inner), frame.darker(0.6))
    else:
        x = d / 2 - 0.001
        yield Piece("back", block((-d / 2, -w / 2, 0.0), (d / 2 - 0.0015, w / 2, h), bevel=0.004), frame)
    backing = sheet(
        (x - 0.004 if style == "frame" else x - 0.0005, -w / 2 + edge, edge),
        (0.0, w - 2 * edge, 0.0),
        (0.0, 0.0, h - 2 * edge),
    )
    yield Piece("backing", backing, plain("4c4338", 0.1), when=("broken",))
    low, high = (-w / 2 + edge, edge), (w / 2 - edge, h - edge)
    pane = sheet((x, low[0], low[1]), (0.0, high[0] - low[0], 0.0), (0.0, 0.0, high[1] - low[1]))
    yield from _mirror_pane(make, pane, low, high, x, look, dirty)


def _mirror_pane(
    make: Making,
    pane: Mesh,
    low: tuple[float, float],
    high: tuple[float, float],
    x: float,
    look: Finish,
    dirty: Finish,
    oval: bool = False,
) -> Iterator[Piece]:
    """Mirror glass in its states."""
    yield Piece("glass", pane, look, when=("whole", "clean"))
    yield Piece("glass", pane, dirty, when=("whole", "dirty"))
    stay, cracks, fallen = broken_pane(make.luck.child("pane"), low, high, x, oval)
    size = np.array(high) - np.array(low)

    def spread(mesh: Mesh) -> Mesh:
        return mesh.each(lambda level: level._replace(uv=(level.points[:, 1:] - np.array(low)) / size))

    yield Piece("glass", spread(stay), look, when=("broken", "clean"))
    yield Piece("glass", spread(stay), dirty, when=("broken", "dirty"))
    yield Piece("crack", cracks, plain("2a2c2e"), when=("broken",))
    yield Piece("shard", fallen, plain("c4d2da", 0.8), when=("broken",))


def _oval_mirror(make: Making, frame: Finish, look: Finish, dirty: Finish) -> Iterator[Piece]:
    """Round glass in a rounded frame."""
    d, w, h = make.size
    angle = np.linspace(0, 2 * math.pi, 56, endpoint=False)
    r = 0.495 * d
    line = [(0.0, (w / 2 - 0.02) * math.cos(a), h / 2 + (h / 2 - 0.02) * math.sin(a)) for a in angle]
    yield Piece("frame", sweep(line, r, flat=0.02, sides=12, closed=True, up=(1.0, 0.0, 0.0)), frame)
    x = 0.2 * d
    ring = [
        np.array([(at, (w / 2 - inset) * math.cos(a), h / 2 + (h / 2 - inset) * math.sin(a)) for a in angle])
        for at, inset in ((x - 0.01, 0.016), (x, 0.016))
    ]
    pane = loft(ring, crease=40.0, caps=(False, True))
    unit_pane = pane.each(
        lambda level: level._replace(uv=(level.points[:, 1:] - np.array((-w / 2, 0.0))) / np.array((w, h)))
    )
    backing = pane.moved(-0.002)
    yield Piece("backing", backing, plain("4c4338", 0.1), when=("broken",))
    low, high = (-w / 2 + 0.02, 0.02), (w / 2 - 0.02, h - 0.02)
    yield from _mirror_pane(make, unit_pane, low, high, x + 0.0005, look, dirty, oval=True)


@draws("painting")
def painting(make: Making) -> Iterator[Piece]:
    """A picture in the mood of its colour, in a frame, with a mount, or on bare canvas."""
    luck = make.luck
    d, w, h = make.size
    motif = luck.choice(MOTIFS)
    look = printed("picture", 0.15, motif=motif, colour=make.rgb, seed=make.seed % 64)
    style = luck.choice(("wood", "gold", "thin", "canvas"))
    face = d / 2 - 0.003
    if style == "canvas":
        yield Piece(
            "canvas",
            block((-d / 2, -w / 2, 0.0), (d / 2 - 0.0006, w / 2, h), bevel=0.003),
            plain(shade(make.rgb, 0.9), 0.1),
        )
        yield Piece(
            "picture", sheet((d / 2, -w / 2 + 0.003, 0.003), (0.0, w - 0.006, 0.0), (0.0, 0.0, h - 0.006)), look
        )
        return
    frame = {
        "wood": plain("5c3d24", 0.3).with_texture("wood", 0.3),
        "gold": plain("b8924a", 0.8),
        "thin": plain("232325", 0.3),
    }[style]
    edge = {"wood": 0.075, "gold": 0.085, "thin": 0.03}[style] * min(w, h)
    for a, b in (
        ((-w / 2, 0.0), (w / 2, edge)),
        ((-w / 2, h - edge), (w / 2, h)),
        ((-w / 2, edge), (-w / 2 + edge, h - edge)),
        ((w / 2 - edge, edge), (w / 2, h - edge)),
    ):
        yield Piece("frame", block((-d / 2, a[0], a[1]), (d / 2, b[0], b[1]), bevel=min(0.4 * d, 0.012)), frame)
    yield Piece(
        "back",
        block((-d / 2, -w / 2 + 0.002, 0.002), (face - 0.004, w / 2 - 0.002, h - 0.002), bevel=0.001),
        plain("8a7350"),
    )
    if style == "gold":
        lip = 0.25 * edge
        for a, b in (
            ((-w / 2 + edge, edge), (w / 2 - edge, edge + lip)),
            ((-w / 2 + edge, h - edge - lip), (w / 2 - edge, h - edge)),
            ((-w / 2 + edge, edge), (-w / 2 + edge + lip, h - edge)),
            ((w / 2 - edge - lip, edge), (w / 2 - edge, h - edge)),
        ):
            yield Piece("frame", block((face - 0.006, a[0], a[1]), (face, b[0], b[1]), bevel=0.002), frame.darker(0.7))
    mount = 0.0
    if style == "thin":
        mount = 0.06 * min(w, h)
        card = sheet((face - 0.0035, -w / 2 + edge, edge), (0.0, w - 2 * edge, 0.0), (0.0, 0.0, h - 2 * edge))
        yield Piece("mount", card, plain("f5f3ee", 0.05))
    m = edge + mount
    yield Piece("picture", sheet((face - 0.003, -w / 2 + m, m), (0.0, w - 2 * m, 0.0), (0.0, 0.0, h - 2 * m)), look)


MOTIFS = ("landscape", "seascape", "abstract", "blocks", "portrait", "still_life", "flowers")
"""What paintings show."""


POSTERS = ("film", "band", "space", "landscape", "geometric")
"""What posters show."""


@draws("poster")
def poster(make: Making) -> Iterator[Piece]:
    """A printed sheet with a picture and large letters."""
    d, w, h = make.size
    motif = make.luck.choice(POSTERS)
    yield Piece(
        "paper", block((-d / 2, -w / 2, 0.0), (d / 2 - 0.0004, w / 2, h), bevel=0.0003, fine=1), plain(make.rgb)
    )
    look = printed("poster", 0.15, motif=motif, colour=make.rgb, seed=make.seed % 64)
    yield Piece("print", sheet((d / 2, -w / 2, 0.0), (0.0, w, 0.0), (0.0, 0.0, h)), look)
    for y in (-w / 2 + 0.02, w / 2 - 0.02):
        for z in (0.02, h - 0.02):
            yield Piece(
                "pin",
                ball(0.0004, 0.006, 0.006, sides=12).moved(d / 2 + 0.0004, y, z),
                plain("c23a30" if make.colour != "red" else "f0f0f0", 0.5),
            )
