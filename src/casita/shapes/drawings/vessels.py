"""What cups, pots, glasses and bottles share: where they stand, walls with a rim, liquids behind glass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from casita.catalog import Solid
from casita.shapes.drawings.profiles import Line, hollow, ring, slats, strip
from casita.shapes.finish import Colour, Finish, glass, mixed, plain
from casita.shapes.making import PALE, Making
from casita.shapes.mesh import Mesh
from casita.shapes.piece import Moment, Piece
from casita.shapes.rounds import lathe


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a round body stands in the thing's axes, and how much wider it is along y than along x."""

    radius: float
    x: float = 0.0
    y: float = 0.0
    wide: float = 1.0

    def put(self, mesh: Mesh) -> Mesh:
        """A mesh that was drawn round about the z axis, where the body is."""
        return mesh.scaled(1.0, self.wide, 1.0).moved(self.x, self.y)


def spot(make: Making, solid: Solid | None = None) -> Spot:
    """Where the form has its first round solid (or a given one)."""
    at = solid or next(s for s in make.form.solids if s.shape in ("cylinder", "tube"))
    low, high = make.box_of(at)
    depth, width = high[0] - low[0], high[1] - low[1]
    return Spot(depth / 2, (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, width / depth)


def glassy(make: Making) -> bool:
    """Is it seen through?"""
    return make.main.opacity < 1.0


def edge_of_glass(make: Making) -> Finish:
    """A rim or an edge of glass: it hides what is behind it."""
    return plain(mixed(make.rgb, (1.0, 1.0, 1.0), 0.45), 0.9)


GLINT = glass((1.0, 1.0, 1.0), 0.55)
"""A window mirrored in glass."""


def glints(at: Spot, outer: Line, low: float, high: float, *angles: float) -> Piece:
    """Narrow bright strips on glass, between two heights, at angles in degrees."""
    line = strip(outer, low, high, 0.0004)
    return Piece("glint", at.put(slats(line, angles, 6.0)), GLINT)


def vessel(
    make: Making,
    at: Spot,
    outer: Line,
    floor: float,
    wall: float,
    *,
    recess: float = 0.002,
    outside: Finish | None = None,
    inside: Finish | None = None,
    moments: tuple[Moment, ...] = (),
) -> Iterator[Piece]:
    """An open round hollow from the rising profile of its outside; what fills it if it can be filled."""
    finish = outside or make.main
    up, inner = hollow(outer, floor, wall)
    base = [(0.0, recess), (float(outer[0][0]) * 0.9, recess)]
    if glassy(make) and outside is None:
        edge = edge_of_glass(make)
        yield Piece("body", at.put(lathe([*base, *up, *inner[1:]])), finish, when=moments)
        yield Piece("rim", at.put(ring(up[-4][0], up[-4][1] - wall * 0.5, wall * 0.55)), edge, when=moments)
        yield Piece(
            "base", at.put(lathe([*base, up[0], *strip(up, up[0][1], floor * 0.35, 0.0002)])), edge, when=moments
        )
        sole = finish._replace(opacity=0.55)
        yield Piece("base", at.put(lathe(strip(up, floor * 0.35, floor, 0.0002))), sole, when=moments)
        top = float(outer[-1][1])
        yield replace(glints(at, outer, top * 0.12, top * 0.88, -52.0, 8.0, 68.0, 188.0), when=moments)
    elif inside is None:
        yield Piece("body", at.put(lathe([*base, *up, *inner[1:]])), finish, when=moments)
    else:
        yield Piece("body", at.put(lathe([*base, *up])), finish, when=moments)
        yield Piece("inside", at.put(lathe(inner)), inside, when=moments)
    if make.kind.can("fill"):
        clear = glassy(make) and outside is None
        yield from liquid(make, at, inner, seen_through=clear, inside=PALE if clear else (inside or finish).colour)


STEPS = 8
"""How many bands a liquid behind glass is built from."""


def liquid(make: Making, at: Spot, inner: Line, *, seen_through: bool, inside: Colour = PALE) -> Iterator[Piece]:
    """The top of what is in a hollow and, behind glass, its side, in bands that show as it rises."""
    rising = sorted(((float(r), float(z)) for r, z in inner), key=lambda point: point[1])
    walls = [point for point in rising if point[0] > 0.0]
    low, high = walls[0][1], walls[-1][1]
    top = make.liquid(walls, x=at.x, y=at.y, wide=at.wide, inside=inside)
    yield top
    if not seen_through:
        return
    heights = [low + (high - low) * (0.06 + 0.86 * step / STEPS) for step in range(STEPS + 1)]
    # so few sides that no coarser level is made of it: its height is in metres, its radius is not
    skirt = lathe([(1.0, -max(heights[0] - low, heights[1] - heights[0])), (1.0, 0.0)], sides=20)
    yield replace(top, mesh=skirt)
    yield band(make, at, [(0.0, low), *strip(walls, low, heights[0], -0.0003)], 0.0, low)
    for step in range(1, STEPS + 1):
        yield band(make, at, strip(walls, heights[step - 1], heights[step], -0.0003), step / STEPS, low)


def band(make: Making, at: Spot, profile: Line, level: float, hidden: float) -> Piece:
    """A piece of a liquid's side that stands still, and is too small to see while the level is lower."""
    rows: tuple[tuple[float, float, float, float], ...] = ((level, 0.0, 1.0, at.wide),)
    if level > 0.0:
        rows = ((level - 1e-4, hidden, 1e-3, 1e-3), *rows)
    mesh = slats(profile, [0.0], 360.0, columns=32)
    return Piece("liquid", mesh, Finish(PALE, shine=0.5), when=("liquid",), rise=rows, middle=(at.x, at.y))
