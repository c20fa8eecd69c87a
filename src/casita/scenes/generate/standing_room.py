"""How much floor of a home is left for people to stand on."""

from __future__ import annotations

from casita.geometry.navigation import CELL, navigation_grid
from casita.geometry.outlines import rectangles
from casita.geometry.solids import pieces
from casita.scenes.scene import Scene

PERSON = 0.25
"""Radius in metres of the widest body that walks about."""


def standing_room(scene: Scene) -> float:
    """Square metres of the largest stretch of floor on which somebody can stand and walk about."""
    solid = pieces([thing for thing in scene.things if thing.type != "floor"])
    floors = [rectangle for room in scene.rooms for rectangle in rectangles(room.outline)]
    grid = navigation_grid(floors, solid, PERSON)
    return float((grid.region == grid.largest).sum()) * CELL * CELL if grid.largest else 0.0
