"""What a kitchen uses up: sponges, kitchen paper, foil."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.profiles import slats
from casita.shapes.drawings.vessels import spot
from casita.shapes.finish import mixed, plain, printed
from casita.shapes.flats import block, face, patch, prism, rounded_outline
from casita.shapes.making import Making, draws, named
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, disc, lathe


@draws("dish_sponge")
def dish_sponge(make: Making) -> Iterator[Piece]:
    """A block of sponge with holes, with a rough pad under it; some have waisted sides to hold it by."""
    depth, width, h = make.size
    luck = make.luck
    split = h * luck.uniform(0.24, 0.32)
    waist = luck.choice([0.0, 0.09])

    def held(points: Array) -> Array:
        pull = 1 - waist * np.exp(-((points[:, 0] / (depth * 0.22)) ** 2))
        return np.column_stack([points[:, 0], points[:, 1] * pull, points[:, 2]])

    pad_name = {"yellow": "green", "green": "gray", "blue": "white", "pink": "white"}[make.colour]
    pad = plain(mixed(named(pad_name), (0.0, 0.0, 0.0), 0.15), 0.05).with_texture("scourer", 0.03)
    body = make.main.with_texture("sponge_pores", 0.045)
    bodies = _bar(depth, width, split - 0.0005, h, 0.005)
    pads = _bar(depth, width, 0.0, split, 0.002)
    yield Piece("sponge", bodies.bent(held) if waist else bodies, body)
    yield Piece("pad", pads.bent(held) if waist else pads, pad)


def _bar(depth: float, width: float, low: float, high: float, bevel: float) -> Mesh:
    """A block in slices along x, so that it can be bent."""
    corner = rounded_outline(depth, width, 0.009, 4)
    points = []
    for a, b in zip(corner, [*corner[1:], corner[0]], strict=True):
        points.append(a)
        if abs(a[0] - b[0]) > depth * 0.3:
            points += [(a[0] + (b[0] - a[0]) * t, a[1]) for t in (0.15, 0.25, 0.35, 0.42, 0.5, 0.58, 0.65, 0.75, 0.85)]
    return prism(points, low, high, bevel=bevel)


@draws("paper_towel_roll")
def paper_towel_roll(make: Making) -> Iterator[Piece]:
    """A standing roll of kitchen paper on a cardboard tube, its last sheet hanging loose."""
    at, h, luck = spot(make), make.size[2], make.luck
    r = at.radius * 0.93
    core = min(0.021, r * 0.52)
    tint = luck.choice([(1.0, 1.0, 1.0), (0.72, 0.84, 0.95), (0.8, 0.92, 0.78), (0.97, 0.82, 0.82)])
    paper = make.main.with_texture("quilted_paper", 0.055, colour=tint)
    shrink, left = (core + 0.0012) / r, (0.0, 1.0)
    shell = lathe([(r - 0.0006, 0.0), (r, 0.001), (r, h - 0.001), (r - 0.0006, h - 0.0005)])
    yield Piece("paper", at.put(shell), paper, amount=left, shrink=shrink)
    ends = []
    for z, up in ((h - 0.0005, True), (0.0, False)):
        rim = lathe([(r - 0.0006, z), (core, z)])
        flat = rim.each(lambda level: level._replace(uv=0.5 + level.points[:, :2] / (2 * r)))
        ends.append(flat if up else flat.inside_out())
    layers = make.main.with_texture("rolled_paper", 1.0)
    yield Piece("end", at.put(joined(ends)), layers, amount=left, shrink=shrink)
    card = plain("b08a5e", 0.05).with_texture("paper", 0.08)
    tube = lathe([(core, 0.0), (core, h), (core - 0.0012, h), (core - 0.0012, 0.0), (core, 0.0)])
    yield Piece("tube", at.put(tube), card)
    seam = slats([(core + 0.0003, h * 0.001), (core + 0.0003, h * 0.999)], [20.0], 4.0)
    yield Piece("tube", at.put(seam), card.darker(0.75))
    # the ends of a thinner roll would reach into the tube: its hole is drawn over them
    yield Piece("tube", at.put(disc(core - 0.0012, h - 0.0002, sides=24)), card.darker(0.5), amount=(0.0, 0.97))
    # the loose end of the paper leaves the roll at a tangent
    away = np.linspace(0.0, 1.0, 9)
    x, y = away * at.radius * 0.99, r + 0.0006 + (at.radius - r - 0.0006) * away**2
    grid = np.stack([np.column_stack([x, y, np.full(9, z)]) for z in (0.001, h - 0.002)])
    yield Piece("paper", at.put(patch(grid[:, ::-1], two_sided=True)), paper, amount=left, shrink=shrink)
    border = patch(grid[:, -2:][:, ::-1] + np.array((0.0, 0.0003, 0.0)), two_sided=True)
    yield Piece("edge", at.put(border), plain(mixed(make.rgb, (0.0, 0.0, 0.0), 0.12), 0.05), amount=left, shrink=shrink)


@draws("aluminum_foil")
def aluminum_foil(make: Making) -> Iterator[Piece]:
    """A long box with its name on it, a toothed edge, and foil that hangs out of it."""
    depth, width, h = make.size
    luck = make.luck
    low, high = (-depth / 2, -width / 2, 0.0), (depth / 2 - 0.0012, width / 2, h - 0.0012)
    ground = make.rgb
    letters = (
        luck.choice([(0.1, 0.22, 0.5), (0.6, 0.1, 0.12), (0.12, 0.14, 0.16)])
        if total_of(ground) > 1.4
        else (0.95, 0.95, 0.92)
    )
    yield Piece("box", block(low, high, bevel=0.0012), plain(ground, 0.35))
    art = printed("foil_box", 0.4, ground=ground, letters=letters)
    yield Piece("print", face("front", low, high), art)
    yield Piece("print", face("top", low, high), art)
    yield Piece("print", face("back", low, high), art)
    seam = block(
        (depth / 2 - 0.0015, -width / 2, h * 0.78), (depth / 2 - 0.0004, width / 2, h * 0.8), bevel=0.0002, fine=1
    )
    yield Piece("seam", seam, plain(mixed(ground, (0, 0, 0), 0.5), 0.1))
    # foil from under the flap, over the front, torn along the teeth
    span, columns = width * luck.uniform(0.5, 0.68), 25
    drop = h * luck.uniform(0.42, 0.6)
    left = width * luck.uniform(-0.02, 0.06) - span / 2
    line = curve(
        [
            (depth / 2 - 0.012, h - 0.0008),
            (depth / 2 - 0.002, h - 0.0006),
            (depth / 2 - 0.0004, h - 0.004),
            (depth / 2 - 0.0003, h - drop),
        ],
        2,
    )
    grid = np.empty((len(line), columns, 3))
    wobble = np.array(luck.randoms(columns))
    for i, (x, z) in enumerate(line):
        share = i / (len(line) - 1)
        y = left + span * np.linspace(0.0, 1.0, columns)
        torn = (np.arange(columns) % 2) * 0.004 * (share > 0.99) + 0.003 * wobble * share
        grid[i] = np.column_stack(
            [np.full(columns, x) + 0.0002 * np.sin(np.arange(columns)) * share, y, z - torn * (share > 0.5)]
        )
    foil = plain("ccd0d3", 0.9).with_texture("crumpled_foil", 0.06)
    yield Piece("foil", patch(grid[::-1], two_sided=True), foil)
    teeth = []
    for k in range(int(width / 0.008)):
        at = -width / 2 + 0.004 + k * 0.008
        teeth.append(
            block(
                (depth / 2 - 0.001, at - 0.0022, h * 0.03),
                (depth / 2 - 0.0002, at + 0.0022, h * 0.11),
                bevel=0.0,
                fine=0,
            )
        )
    yield Piece("teeth", joined(teeth), plain("6d7175", 0.7))
    for way in (-1.0, 1.0):
        yield Piece("end", _roll_end(way, width, h), plain("a57f55", 0.05))


def _roll_end(way: float, width: float, h: float) -> Mesh:
    """The round end of the roll, as it shows in the side of the box."""
    circle = lathe([(h * 0.3, 0.0), (h * 0.2, 0.0006), (h * 0.18, 0.0002), (0.0, 0.0002)], sides=32)
    return circle.turned("x", -90.0 * way).moved(0.0, way * (width / 2 - 0.0001), h * 0.48)
