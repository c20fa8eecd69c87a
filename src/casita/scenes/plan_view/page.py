"""The page of a floor plan: where the world lies on it, its title, scale, key and north arrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from casita.exact import total_of
from casita.geometry.outlines import area, bounding_box
from casita.scenes.describe import counted, plain, size_in_words
from casita.scenes.plan_view.canvas import Line, Mark, Oval, Point, Polygon, Shape, Text
from casita.scenes.plan_view.labels import INK, Box
from casita.scenes.scene import WALL, Scene

WIDEST, HIGHEST = 1120.0, 1000.0
"""Page units that the home itself may be wide and high."""

CLOSEST = 250.0
"""Page units per metre at most, so that a small room is not blown up."""

NARROWEST = 640.0
"""Page units that a page is wide at least, so that the words around the plan fit."""

MARGIN, HEAD, FOOT = 40.0, 92.0, 76.0
"""Page units beside, above and below the home."""

LARGE = 180.0
"""Page units per metre above which the scale shows one metre only."""

WALL_COLOUR, MUTED = "#39424e", "#7b8794"


class Page(NamedTuple):
    """Where the world is on the page: north is up."""

    scale: float
    """Page units per metre."""
    left: float
    top: float
    width: float
    height: float

    def point(self, x: float, y: float) -> Point:
        """A point of the world on the page."""
        return self.left + x * self.scale, self.top - y * self.scale

    def part(self, part: Polygon | Oval) -> Polygon | Oval:
        """A polygon or oval of the world on the page."""
        if isinstance(part, Oval):
            x, y = self.point(part.x, part.y)
            return Oval(x, y, part.half_x * self.scale, part.half_y * self.scale, -part.turn)
        return self.polygon(part)

    def polygon(self, points: Polygon) -> Polygon:
        """A polygon of the world on the page."""
        return tuple(self.point(x, y) for x, y in points)

    def box(self, box: tuple[float, float, float, float]) -> Box:
        """A rectangle of the world (low x, low y, high x, high y) on the page."""
        (left, bottom), (right, top) = self.point(box[0], box[1]), self.point(box[2], box[3])
        return Box(left, top, right, bottom)


def page_of(scene: Scene) -> Page:
    """A page that the home just fits on."""
    x0, y0, x1, y1 = bounding_box([corner for room in scene.rooms for corner in room.outline])
    x0, y0, x1, y1 = x0 - WALL, y0 - WALL, x1 + WALL, y1 + WALL
    scale = min(WIDEST / (x1 - x0), HIGHEST / (y1 - y0), CLOSEST)
    width = max(NARROWEST, (x1 - x0) * scale + 2 * MARGIN)
    left = (width - (x1 - x0) * scale) / 2 - x0 * scale
    return Page(scale, left, HEAD + y1 * scale, width, HEAD + (y1 - y0) * scale + FOOT)


def frame(scene: Scene, page: Page) -> Iterator[Mark]:
    """The title above the plan; the scale, the key and the north arrow below it."""
    title = plain(scene.name).capitalize()
    floor = total_of(area(room.outline) for room in scene.rooms)
    summary = f"{counted(len(scene.rooms), 'room')} · {floor:.1f} m² · {size_in_words(scene.things)}"
    yield Text(MARGIN, 34.0, title, 24.0, INK, "start", bold=True)
    yield Text(MARGIN, 62.0, summary, 14.0, MUTED, "start")
    yield from _scale_bar(page, MARGIN, page.height - 34.0)
    yield from _north(page.width - MARGIN - 14.0, page.height - 38.0)


def _scale_bar(page: Page, x: float, y: float) -> Iterator[Mark]:
    """Two metres, or one if the plan is large; the first half dark and the second light."""
    half = 0.5 if page.scale > LARGE else 1.0
    middle, end = x + half * page.scale, x + 2 * half * page.scale
    yield Shape((_bar(x, middle, y),), WALL_COLOUR, WALL_COLOUR, 0.8)
    yield Shape((_bar(middle, end, y),), "#ffffff", WALL_COLOUR, 0.8)
    for at, words in ((x, "0"), (middle, f"{half:g}"), (end, f"{2 * half:g} m")):
        yield Text(at, y + 16, words, 11.0, MUTED)
    yield from _key(end + 32.0, y)


def _bar(x0: float, x1: float, y: float) -> Polygon:
    return ((x0, y - 4), (x1, y - 4), (x1, y + 4), (x0, y + 4))


def _key(x: float, y: float) -> Iterator[Mark]:
    """What a dashed line means."""
    yield Line((((x, y), (x + 28, y)),), MUTED, 1.0, dashed=True)
    yield Text(x + 36, y, "hangs above", 11.0, MUTED, "start")


def _north(x: float, y: float) -> Iterator[Mark]:
    """An arrow that points north."""
    yield Shape((((x, y - 20), (x - 8, y + 6), (x, y)),), WALL_COLOUR, WALL_COLOUR, 0.8)
    yield Shape((((x, y - 20), (x + 8, y + 6), (x, y)),), "#ffffff", WALL_COLOUR, 0.8)
    yield Text(x, y + 17, "N", 12.0, INK, bold=True)
