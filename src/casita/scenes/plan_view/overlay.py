"""Floor plans to draw on: faint, without a frame, anywhere on a page; and the marks of agents on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from casita.scenes.plan_view.canvas import Group, Line, Mark, Oval, Point, Polygon, Shape, Text, mixed, text_width
from casita.scenes.plan_view.floor_plan import floor_plan
from casita.scenes.plan_view.labels import INK
from casita.scenes.plan_view.page import FOOT, HEAD, MARGIN, Page, frame, page_of
from casita.scenes.scene import Scene

FAINT = 0.5
"""How far a plan's colours are moved towards white."""

WHITE, BLACK = "#ffffff", "#000000"

LEAD = 1.4
"""Height of a line of a headline, as a factor of its size."""

DISC = 13.0
"""Page units from the middle of a numbered disc to its edge."""


class Plan(NamedTuple):
    """A faint plan of a home, somewhere on a page."""

    page: Page
    """Where points of the world are."""
    marks: tuple[Mark, ...]

    @property
    def width(self) -> float:
        """Page units that it is wide."""
        return self.page.width - 2 * MARGIN

    @property
    def height(self) -> float:
        """Page units that it is high."""
        return self.page.height - HEAD - FOOT

    def at(self, left: float, top: float) -> Plan:
        """The same plan with its upper left corner at a point; for a plan as `faint_plan` gives it."""
        page = self.page._replace(left=self.page.left + left, top=self.page.top + top)
        return Plan(page, tuple(_each(mark, partial(_moved, left, top)) for mark in self.marks))


def faint_plan(scene: Scene) -> Plan:
    """The plan of a home without its title and scale; its upper left corner is that of the page."""
    page = page_of(scene)
    framed = len(list(frame(scene, page)))
    faint = Plan(page, tuple(_each(mark, _faded) for mark in floor_plan(scene).marks[:-framed]))
    return faint.at(-MARGIN, -HEAD)


Single = Shape | Line | Text


def _each(mark: Mark, change: Callable[[Single], Single]) -> Mark:
    """A mark changed, or all marks of a group."""
    if isinstance(mark, Group):
        return mark._replace(marks=tuple(change(each) for each in mark.marks))
    return change(mark)


def _faded(mark: Single) -> Single:
    match mark:
        case Shape():
            return mark._replace(fill=_paler(mark.fill), stroke=_paler(mark.stroke))
        case Line():
            return mark._replace(stroke=_paler(mark.stroke))
        case Text():
            return mark._replace(colour=_paler(mark.colour), halo=_paler(mark.halo))


def _paler(colour: str) -> str:
    if not colour:
        return ""
    return mixed([int(colour[at : at + 2], 16) for at in (1, 3, 5)], (255, 255, 255), FAINT)


def _moved(across: float, down: float, mark: Single) -> Single:
    def polygon(points: Polygon) -> Polygon:
        return tuple((x + across, y + down) for x, y in points)

    match mark:
        case Shape():
            parts = (
                part._replace(x=part.x + across, y=part.y + down) if isinstance(part, Oval) else polygon(part)
                for part in mark.parts
            )
            return mark._replace(parts=tuple(parts))
        case Line():
            return mark._replace(paths=tuple(polygon(path) for path in mark.paths))
        case Text():
            return mark._replace(x=mark.x + across, y=mark.y + down)


# Marks on a plan.


def disc(at: Point, words: str, fill: str, ink: str) -> list[Mark]:
    """A circle with a black border, and a number or letter in it."""
    x, y = at
    circle = Shape((Oval(x, y, DISC, DISC),), fill, BLACK, 1.2)
    return [circle, Text(x, y, words, 1.15 * DISC, ink, bold=True)]


def apart(spots: Sequence[Point], gap: float) -> list[Point]:
    """The same spots, but each moved to the nearest place that is so far from the earlier ones."""
    placed: list[Point] = []
    for x, y in spots:
        rings = ((x, y), *(
            (x + ring * gap / 3 * math.cos(turn * math.pi / 8), y + ring * gap / 3 * math.sin(turn * math.pi / 8))
            for ring in range(1, 40)
            for turn in range(16)
        ))  # fmt: skip
        placed.append(next(spot for spot in rings if all(math.dist(spot, other) >= gap for other in placed)))
    return placed


def wrapped(words: str, size: float, width: float) -> list[str]:
    """A sentence in lines that are not wider than so many page units."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def heading(words: str, x: float, y: float, size: float, colour: str = INK, *, bold: bool = True) -> Text:
    """Words that begin at a point."""
    return Text(x, y, words, size, colour, "start", bold=bold)


def headline(words: str, size: float, width: float) -> tuple[list[Mark], float]:
    """Words at the head of a page, in lines that are not wider than so many page units; and where they end."""
    lines = wrapped(words, size, width)
    marks = [heading(line, MARGIN, MARGIN + LEAD * size * (row + 0.5), size) for row, line in enumerate(lines)]
    return [*marks], MARGIN + LEAD * size * len(lines)
