"""A visit on the floor plan: the way that the robot went in phase I, the one in phase III, and where it began."""

from __future__ import annotations

from casita.benchmarks.excalibur.episode.visit import VisitRecord
from casita.scenes.plan_view import Drawing, floor_plan
from casita.scenes.plan_view.canvas import Line, Mark
from casita.scenes.plan_view.overlay import disc
from casita.scenes.plan_view.page import page_of
from casita.scenes.scene import Scene

EXPLORING, REFINING, INK = "#1f5fbf", "#c0392b", "#ffffff"
"""Colours of the ways of phases I and III, and of the number on the robot's first place."""

WIDTH = 2.2
"""Page units of a way."""


def map_of(record: VisitRecord, scene: Scene) -> Drawing:
    """The floor plan of a house with the ways that the robot went in it."""
    drawing, page = floor_plan(scene), page_of(scene)
    marks: list[Mark] = []
    phases = ((record.path[: record.explored_in + 1], EXPLORING), (record.path[record.explored_in + 1 :], REFINING))
    for way, colour in phases:
        points = tuple(page.point(x, y) for x, y in _corners(way))
        if len(points) > 1:
            marks.append(Line((points,), colour, WIDTH))
    if record.path:
        marks += disc(page.point(*record.path[0]), "1", EXPLORING, INK)
    return drawing._replace(marks=(*drawing.marks, *marks))


def _corners(way: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """A way without the steps at which the robot stood still."""
    return [point for number, point in enumerate(way) if not number or point != way[number - 1]]
