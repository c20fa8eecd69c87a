"""How much floor of a home is left for people to stand on, and whether they get from room to room."""

from __future__ import annotations

from casita.geometry.navigation import CELL, navigation_grid
from casita.geometry.outlines import rectangles
from casita.geometry.solids import pieces
from casita.scenes.check import scene_grid
from casita.scenes.scene import Scene

PERSON = 0.25
"""Radius in metres of the widest body that walks about."""

PERSON_ON_LATTICE = 0.28
"""The same with what it takes to find a way on the lattice, coarser than this grid, on which bodies walk."""


def standing_room(scene: Scene) -> float:
    """Square metres of the largest stretch of floor on which somebody can stand and walk about."""
    solid = pieces([thing for thing in scene.things if thing.type != "floor"])
    floors = [rectangle for room in scene.rooms for rectangle in rectangles(room.outline)]
    grid = navigation_grid(floors, solid, PERSON)
    return float((grid.region == grid.largest).sum()) * CELL * CELL if grid.largest else 0.0


def shared_floor(scene: Scene) -> float:
    """Square metres on which a person can walk from every room of a home to every other; 0 if that is not possible.

    What can be pushed or picked up is in the way with all of its box, as it is for the world's bodies.
    """
    floors = {thing.id for thing in scene.things if thing.type == "floor"}
    standing = [thing for thing in scene.things if thing.place.of in floors]
    pushed = [thing for thing in standing if thing.kind.is_loose or thing.kind.can("move")]
    grid = scene_grid(scene, scene.things, PERSON_ON_LATTICE, whole=pushed)
    rooms = [rectangles(room.outline) for room in scene.rooms]
    joined = all(any((grid.cells_in(box) == grid.largest).any() for box in boxes) for boxes in rooms)
    return float((grid.region == grid.largest).sum()) * CELL * CELL if grid.largest and joined else 0.0
