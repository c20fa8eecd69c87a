"""Do rooms look like homes? Counts over the 120 fixed rooms and over procedural houses, each with its goal.

`CASITA_HOMES_HOUSES` says how many houses are counted, for quick runs; 0 counts fixed rooms only.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from casita.bench import Row
from casita.bench import room_measures as of_room
from casita.bench.room_view import RoomView
from casita.catalog import ROOM_KINDS
from casita.scenes.fixed import AI2THOR, ROOMS_OF_A_KIND, room
from casita.scenes.generate.house import house
from casita.scenes.scene import OUTSIDE, Scene

HOUSES = int(os.environ.get("CASITA_HOMES_HOUSES", 200))

LARGEST = 10
"""Houses of 1 to this many rooms take turns."""

WASHING = ("bathtub", "shower_head", "shower_door", "shower_glass")
"""What one washes oneself in."""

Figure = Literal["share", "mean", "least", "total"]
"""What becomes of the values of all cases: their mean (a share in per cent), the least of them, their sum."""


class Measure(NamedTuple):
    """One figure and its goal."""

    name: str
    values: Callable[[RoomView], Iterator[float]]
    figure: Figure
    goal: float
    at_least: bool = True


MEASURES = (
    Measure("kitchens with one wall-cabinet finish and height", of_room.one_row_of_cabinets, "share", 90.0),
    Measure("wall cabinets that touch a neighbour", of_room.cabinets_touch, "share", 70.0),
    Measure("wall cabinets over a counter, stove or fridge", of_room.cabinets_over_worktops, "share", 90.0),
    Measure("worktops that run on into the next", of_room.worktops_run_through, "share", 90.0),
    Measure("kitchens without slits between fitted pieces", of_room.no_useless_gaps, "share", 95.0),
    Measure("stoves with a hood over them", of_room.hood_over_stove, "share", 90.0),
    Measure("tables with chairs alike", of_room.chairs_alike, "share", 90.0),
    Measure("rooms with windows alike", of_room.windows_alike, "share", 95.0),
    Measure("bathrooms with ware of one colour", of_room.ware_of_one_colour, "share", 95.0),
    Measure("pairs of lamps alike", of_room.lamps_alike, "share", 70.0),
    Measure("floor covered by furniture, mean", of_room.covered, "share", 35.0),
    Measure("floor covered by furniture, least", of_room.covered, "least", 20.0),
    Measure("living rooms and bedrooms with a rug", of_room.has_rug, "share", 60.0),
    Measure("doorways with a leaf", of_room.has_leaf, "share", 100.0),
    Measure("windows with curtains or blinds", of_room.windows_covered, "share", 80.0),
    Measure("televisions that face a sofa", of_room.television_faces_sofa, "share", 95.0),
    Measure("bathrooms with a mirror over the sink", of_room.mirror_over_sink, "share", 90.0),
    Measure("coffee tables' length of their sofa's, mean", of_room.table_to_sofa, "share", 45.0),
    Measure("coffee tables at sitting height", of_room.tables_at_sitting_height, "share", 100.0),
    Measure("dining tables with chairs", of_room.tables_have_chairs, "share", 100.0),
    Measure("wall cabinets in bedrooms and living rooms", of_room.cabinets_out_of_place, "total", 0.0, False),
    Measure("loose things on a living room's floor, mean", of_room.loose_on_floor, "mean", 1.0, False),
    Measure("things in sinks that do not belong there", of_room.strangers_in_sinks, "total", 0.0, False),
)
"""All figures that are counted room by room."""

UNITS = {"share": "%", "least": "%", "mean": "things", "total": "things"}


def measure() -> Iterator[Row]:
    """All rows of this suite."""
    rooms = [room(kind, number) for kind in ROOM_KINDS for number in range(1, ROOMS_OF_A_KIND + 1)]
    yield from figures(rooms, "fixed rooms")
    yield from _like_ai2thor(rooms)
    if HOUSES:
        houses = [house(seed, 1 + seed % LARGEST) for seed in range(1, HOUSES + 1)]
        yield from figures(houses, "houses")
        yield from _of_whole_houses(houses)


def figures(scenes: Sequence[Scene], where: str, measures: Sequence[Measure] = MEASURES) -> Iterator[Row]:
    """A row for every measure that has a case in these scenes."""
    views = [RoomView(scene, room) for scene in scenes for room in scene.rooms]
    for row in measures:
        values = [value for view in views for value in row.values(view)]
        if values:
            detail = f"{len(values)} cases in {len(views)} rooms"
            if row.name.startswith("floor covered"):
                detail += f", {sum(value < 0.2 for value in values)} under 20%"
            yield Row(
                "homes",
                f"{row.name}, {where}",
                _figure(values, row.figure),
                UNITS[row.figure],
                row.goal,
                row.at_least,
                detail,
            )


def _figure(values: Sequence[float], figure: Figure) -> float:
    if figure == "total":
        return sum(values)
    if figure == "least":
        return 100.0 * min(values)
    return sum(values) / len(values) * (100.0 if figure == "share" else 1.0)


def _like_ai2thor(rooms: Sequence[Scene]) -> Iterator[Row]:
    """How far numbers of objects and of types are off AI2-THOR's, in the kind of room where it is most."""
    off: dict[str, list[tuple[float, str]]] = {"objects": [], "types": []}
    for kind, (objects, types) in AI2THOR.items():
        own = [scene for scene in rooms if scene.rooms[0].kind == kind]
        have = sum(len(scene.things) for scene in own) / len(own)
        sorts = sum(len({thing.type for thing in scene.things}) for scene in own) / len(own)
        off["objects"].append((100.0 * abs(have / objects - 1.0), f"{kind} {have:.1f}"))
        off["types"].append((100.0 * abs(sorts / types - 1.0), f"{kind} {sorts:.1f}"))
    for what, found in off.items():
        detail = ", ".join(text for _, text in found)
        yield Row("homes", f"{what} per room off AI2-THOR's, most", max(found)[0], "%", 15.0, False, detail)


def _of_whole_houses(houses: Sequence[Scene]) -> Iterator[Row]:
    large = [scene for scene in houses if len(scene.rooms) >= 9]
    through = [scene.name for scene in large if rooms_behind_bedrooms(scene)]
    detail = f"{len(large)} houses of 9 and 10 rooms" + (f"; first: {through[0]}" if through else "")
    yield Row("homes", "large houses with ways only through a bedroom", len(through), "houses", 0.0, False, detail)
    with_bathroom = [scene for scene in houses if any(room.kind == "bathroom" for room in scene.rooms)]
    washed = sum(any(thing.type in WASHING for thing in scene.things) for scene in with_bathroom)
    share = 100.0 * washed / max(1, len(with_bathroom))
    yield Row("homes", "houses with a bath or shower", share, "%", 100.0, True, f"{len(with_bathroom)} with a bathroom")


def rooms_behind_bedrooms(scene: Scene) -> list[str]:
    """Rooms that one reaches only through a bedroom; a bathroom of its own behind one is as it should be, while
    another bathroom can be reached without."""
    kinds = {room.id: room.kind for room in scene.rooms}
    reached = set(_reached(scene, [OUTSIDE], lambda room: kinds[room] not in ("bedroom", "bathroom")))
    behind = [room for room in kinds if room not in reached]
    bathrooms = [room for room, kind in kinds.items() if kind == "bathroom"]
    if any(room in reached for room in bathrooms):
        behind = [room for room in behind if kinds[room] != "bathroom"]
    return behind


def _reached(scene: Scene, start: Iterable[str], walked_through: Callable[[str], bool]) -> Iterator[str]:
    """Rooms that one gets to from some, going on only from those that are walked through."""
    seen = set(start)
    ahead = list(seen)
    while ahead:
        at = ahead.pop()
        for way in scene.doorways:
            if at in way.rooms:
                other = way.rooms[1] if way.rooms[0] == at else way.rooms[0]
                if other not in seen:
                    seen.add(other)
                    yield other
                    if walked_through(other):
                        ahead.append(other)
