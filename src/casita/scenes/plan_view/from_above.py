"""What things look like from above: their outlines, level by level, and what covers what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from casita.arrays import Float64s, Int64s
from casita.exact import total_of
from casita.geometry.solids import BOX, TUBE, UPRIGHT, Pieces, bounds, form_pieces, pieces
from casita.products import product
from casita.scenes.plan_view.canvas import Oval, Point, Polygon
from casita.scenes.scene import Scene, Thing

SAME_LEVEL = 0.01
"""Metres: pieces whose tops differ by less are drawn as one shape."""

OVER = 0.02
"""Metres that a cover may reach below the top of what it covers."""

COVERS = 0.25
"""The share of a thing's box that a piece above it must have to cover it."""

CORNERS = np.array([(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])


class Level(NamedTuple):
    """The pieces of a thing that end at one height, in metres."""

    top: float
    parts: tuple[Polygon | Oval, ...]
    holes: tuple[Oval, ...]
    area: float


class Body(NamedTuple):
    """A thing seen from above."""

    thing: Thing
    levels: tuple[Level, ...]
    """From the lowest to the highest."""
    low: Float64s
    high: Float64s
    """Corners of the box around each piece."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The rectangle that it covers: lowest x and y, highest x and y."""
        (x0, y0), (x1, y1) = self.low[:, :2].min(axis=0), self.high[:, :2].max(axis=0)
        return float(x0), float(y0), float(x1), float(y1)

    @property
    def fullness(self) -> float:
        """The share of that rectangle that its levels cover, all together."""
        x0, y0, x1, y1 = self.box
        return total_of(level.area for level in self.levels) / ((x1 - x0) * (y1 - y0))

    @property
    def height(self) -> float:
        """The height of its broadest level: a chair's seat, a table's top."""
        return max(self.levels, key=lambda level: (level.area, level.top)).top

    def covers(self, other: Body) -> bool:
        """Is one of its pieces, and not a much smaller one, above the middle of another thing?"""
        x0, y0, x1, y1 = other.box
        x, y, top = (x0 + x1) / 2, (y0 + y1) / 2, other.high[:, 2].max()
        over = (self.low[:, 0] < x) & (x < self.high[:, 0]) & (self.low[:, 1] < y) & (y < self.high[:, 1])
        sides = self.high[over] - self.low[over]
        large = sides[:, 0] * sides[:, 1] > COVERS * (x1 - x0) * (y1 - y0)
        return bool((large & (self.low[over, 2] >= top - OVER)).any())


def bodies(things: Sequence[Thing]) -> dict[str, Body]:
    """Things as they look from above, by id."""
    solid = pieces(things)
    low, high = bounds(solid)
    found = {}
    start = 0
    for thing in things:
        shapes = form_pieces(thing.type, thing.variant).shape
        rows = range(start, start + len(shapes))
        start += len(shapes)
        levels = tuple(_levels(solid, rows, shapes, high))
        found[thing.id] = Body(thing, levels, low[rows.start : rows.stop], high[rows.start : rows.stop])
    return found


def _levels(solid: Pieces, rows: range, shapes: Int64s, high: Float64s) -> Iterable[Level]:
    """The pieces of one thing by the height that they end at."""
    by_top: dict[int, list[int]] = {}
    for row in rows:
        by_top.setdefault(round(high[row, 2] / SAME_LEVEL), []).append(row)
    levels = []
    for top, group in sorted(by_top.items()):
        parts = [outline(solid, row, shapes[row - rows.start] != BOX) for row in group]
        holes = [
            part._replace(half_x=float(solid.inner[row]), half_y=float(solid.inner[row]))
            for part, row in zip(parts, group, strict=True)
            if isinstance(part, Oval) and shapes[row - rows.start] == TUBE
        ]
        area = float(np.prod(2 * solid.half[group, :2], axis=1).sum())
        levels.append(Level(top * SAME_LEVEL, tuple(parts), tuple(holes), area))
    return levels


def outline(solid: Pieces, row: int, round: bool) -> Polygon | Oval:
    """The outline of a piece from above: an oval if it is round and upright, else a polygon."""
    centre, half, axes = solid.centre[row], solid.half[row], solid.axes[row]
    if round and axes[2, 2] > UPRIGHT:
        turn = float(np.degrees(np.arctan2(axes[1, 0], axes[0, 0])))
        return Oval(float(centre[0]), float(centre[1]), float(half[0]), float(half[1]), turn)
    corners = centre + product(CORNERS * half, axes.T)
    return _hull([(float(x), float(y)) for x, y in corners[:, :2].round(4)])


def _hull(points: Sequence[Point]) -> Polygon:
    """The corners of the smallest convex polygon around some points, counter-clockwise."""

    def side(line: list[Point], points: Sequence[Point]) -> list[Point]:
        for x, y in points:
            while len(line) > 1:
                (ax, ay), (bx, by) = line[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0:
                    break
                line.pop()
            line.append((x, y))
        return line[:-1]

    ordered = sorted(set(points))
    return (*side([], ordered), *side([], ordered[::-1]))


def hidden(scene: Scene, seen: dict[str, Body]) -> set[str]:
    """Ids of the things that something they belong to covers: in a drawer, on a lower shelf, under a lid."""
    found: set[str] = set()
    for thing in scene.things:
        carrier = thing.place.of
        while carrier in scene.by_id and thing.id not in found:
            parts = [part.id for part in scene.contents[carrier] if part.place.relation == "part"]
            covers = [seen[id] for id in (carrier, *parts) if id != thing.id]
            if carrier in found or any(cover.covers(seen[thing.id]) for cover in covers):
                found.add(thing.id)
            carrier = scene.by_id[carrier].place.of
    return found
