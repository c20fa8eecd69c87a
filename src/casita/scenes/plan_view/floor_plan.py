"""The floor plan of a scene: walls, doors, windows, furniture and small things, seen from above."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from casita.catalog import catalog
from casita.geometry.outlines import area, bounding_box, rectangles
from casita.geometry.poses import turned
from casita.scenes.describe import describe_thing, plain
from casita.scenes.plan_view.canvas import Drawing, Group, Line, Mark, Oval, Point, Polygon, Shape, Text, mixed
from casita.scenes.plan_view.from_above import Body, bodies, hidden
from casita.scenes.plan_view.labels import SIZES, SMALL_SIZES, Labels
from casita.scenes.plan_view.page import MUTED, WALL_COLOUR, Page, frame, page_of
from casita.scenes.scene import OUTSIDE, WALL, Doorway, Room, Scene, Thing

OVERHEAD = 1.2
"""Metres above the floor from which a deep thing on a wall is drawn as hanging above what stands below."""

STANDING, LOOSE = 0.42, 0.1
"""How far the colours of furniture and of small things are softened."""

LABEL_FULLNESS = 0.65
"""The share of its rectangle that a thing must cover to get a label."""

FILLS = 0.4
"""The share of a thing from which a part of it counts as the thing itself, as the basin of a bath."""

SHALLOW = 0.12
"""Metres: a thing on a wall that is not deeper is drawn as a bar."""

PALE, BLUE = "#f7f5f1", "#74b3e0"
WHITE, DARK, PAPER = (255, 255, 255), (31, 41, 51), (246, 243, 237)

Layer = Literal["floor", "window", "door", "standing", "overhead", "loose"]
STRUCTURE: dict[str, Layer] = {"floor": "floor", "window": "window", "door": "door"}
"""Types that have a layer of their own."""

LAYERS: tuple[Layer, ...] = ("window", "door", "standing", "overhead", "loose")
"""How things are drawn on top of the floors, in that order."""


def floor_plan(scene: Scene) -> Drawing:
    """A scene from above; an SVG of it says everything about a thing when the pointer is over it."""
    page = page_of(scene)
    seen = bodies(scene.things)
    covered = hidden(scene, seen)
    shown = [body for id, body in seen.items() if id not in covered]
    shown.sort(key=lambda body: _height(scene, seen, body.thing))
    layers = {layer: [body for body in shown if _layer(scene, body.thing) == layer] for layer in LAYERS}
    marks: list[Mark] = [*_walls(scene, page), *_floors(scene, page), *_gaps(scene, page)]
    for layer, members in layers.items():
        marks += [
            Group(body.thing.id, describe_thing(scene, body.thing), tuple(DRAW[layer](page, body))) for body in members
        ]
    marks += _labels(scene, page, layers)
    marks += frame(scene, page)
    return Drawing(page.width, page.height, f"floor plan of {scene.name}", tuple(marks))


def _layer(scene: Scene, thing: Thing) -> Layer:
    """How a thing is drawn."""
    if thing.type in STRUCTURE:
        return STRUCTURE[thing.type]
    if thing.kind.is_loose or _hangs_above(scene.by_id.get(thing.place.of)):
        return "loose"
    return "overhead" if _hangs_above(thing) else "standing"


def _hangs_above(thing: Thing | None) -> bool:
    """Does it hang on a wall, above what stands there?"""
    return (
        thing is not None
        and thing.place.relation == "hung"
        and thing.position[2] >= OVERHEAD
        and thing.size[0] > SHALLOW
    )


def _height(scene: Scene, seen: dict[str, Body], thing: Thing) -> float:
    """What is drawn later: the higher of two things, and what is carried after what carries it."""
    own = seen[thing.id].height
    carrier = scene.by_id.get(thing.place.of)
    return own if carrier is None else max(own, _height(scene, seen, carrier) + 0.001)


def _rectangle(x0: float, y0: float, x1: float, y1: float) -> Polygon:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


# Walls, floors and openings.


def _walls(scene: Scene, page: Page) -> Iterator[Shape]:
    """A band around every room; where two meet, they are one wall."""
    bands = []
    for room in scene.rooms:
        for x0, y0, x1, y1 in rectangles(room.outline):
            bands.append(page.polygon(_rectangle(x0 - WALL, y0 - WALL, x1 + WALL, y1 + WALL)))
    yield Shape(tuple(bands), WALL_COLOUR)


def _floors(scene: Scene, page: Page) -> Iterator[Mark]:
    for room in scene.rooms:
        tint = Shape((page.polygon(room.outline),), _floor_tint(scene, room))
        floor = _floor(scene, room)
        if floor is None:
            yield tint
            continue
        seams = tuple(page.polygon(line) for line in _seams(room, floor.material))
        colour = mixed(catalog().colours[floor.colour].rgb, PAPER, 0.62)
        pattern = (Line(seams, colour, 0.6),) if seams else ()
        yield Group(floor.id, describe_thing(scene, floor), (tint, *pattern))


def _floor(scene: Scene, room: Room) -> Thing | None:
    """The floor of a room, if it has one."""
    return next((thing for thing in scene.contents.get(room.id, ()) if thing.type == "floor"), None)


def _floor_tint(scene: Scene, room: Room) -> str:
    floor = _floor(scene, room)
    return PALE if floor is None else mixed(catalog().colours[floor.colour].rgb, PAPER, 0.75)


def _seams(room: Room, material: str) -> Iterator[Polygon]:
    """Lines between the boards or tiles of a floor."""
    across, along = {"wood": (0.0, 0.18), "tile": (0.4, 0.4), "stone": (0.6, 0.6), "marble": (0.8, 0.8)}.get(
        material, (0.0, 0.0)
    )
    for x0, y0, x1, y1 in rectangles(room.outline):
        if along:
            for step in range(int(y0 / along) + 1, int(y1 / along) + 1):
                yield ((x0, step * along), (x1, step * along))
        if across:
            for step in range(int(x0 / across) + 1, int(x1 / across) + 1):
                yield ((step * across, y0), (step * across, y1))


def _gaps(scene: Scene, page: Page) -> Iterator[Mark]:
    """The doorways in the walls."""
    for way in scene.doorways:
        yield from _gap(page, way)


def _gap(page: Page, way: Doorway) -> Iterator[Mark]:
    """A doorway: a piece of floor through the wall, with a sill on either side."""
    (x, y), half, deep = way.centre, way.width / 2, WALL / 2 + 0.004
    along = way.along == "x"
    box = (x - half, y - deep, x + half, y + deep) if along else (x - deep, y - half, x + deep, y + half)
    yield Shape((page.polygon(_rectangle(*box)),), "#ffffff" if OUTSIDE in way.rooms else PALE)
    x0, y0, x1, y1 = box
    sills = (((x0, y0), (x1, y0)), ((x0, y1), (x1, y1))) if along else (((x0, y0), (x0, y1)), ((x1, y0), (x1, y1)))
    yield Line(tuple(page.polygon(sill) for sill in sills), "#cbd2d9", 0.8)


def _window(page: Page, body: Body) -> Iterator[Shape | Line]:
    """A light opening in a wall with its frame and two panes."""
    window, half, deep = body.thing, body.thing.size[1] / 2, WALL / 2

    def across(off: float) -> Polygon:
        return page.polygon((_beside(window, off, -half), _beside(window, off, half)))

    yield Shape(((*across(-deep), *across(deep)[::-1]),), "#eef7fd", BLUE, 0.5)
    yield Line((across(-0.015), across(0.015)), BLUE, 1.2)


def _door(page: Page, body: Body) -> Iterator[Shape | Line]:
    """A door leaf as it stands, and the arc that its edge swings along."""
    yield Line((page.polygon(_swing(body.thing)),), MUTED, 0.9)
    yield from _solid(page, body, 0.3, 0.6)


def _swing(door: Thing) -> Polygon:
    """The way of a door's edge from closed to open."""
    joint = door.kind.forms[door.variant].joints[0]
    x, y = (joint.pivot[0] - 0.5) * door.size[0], (joint.pivot[1] - 0.5) * door.size[1]
    reach = door.size[1] if joint.pivot[1] < 0.5 else -door.size[1]
    steps = [turned(0.0, reach, joint.travel * step / 24) for step in range(25)]
    return tuple(_beside(door, x + dx, y + dy) for dx, dy in steps)


def _beside(thing: Thing, forward: float, left: float) -> Point:
    """The point so many metres in front of a thing's middle and to its left."""
    dx, dy = turned(forward, left, thing.rotation[2])
    return thing.position[0] + dx, thing.position[1] + dy


# Things between the walls.


def _fill(thing: Thing, softness: float) -> str:
    return mixed(catalog().colours[thing.colour].rgb, WHITE, softness)


def _edge(thing: Thing) -> str:
    return mixed(catalog().colours[thing.colour].rgb, DARK, 0.55)


def _solid(page: Page, body: Body, softness: float, width: float) -> Iterator[Shape]:
    """A thing level by level: what is higher a little darker, what is hollow darker still."""
    thing = body.thing
    for level in body.levels:
        higher = 0.12 if level.top > body.height else 0.0
        fill = _fill(thing, max(0.0, softness - higher))
        yield Shape(tuple(page.part(part) for part in level.parts), fill, _edge(thing), width)
        if level.holes:
            yield Shape(tuple(page.part(hole) for hole in level.holes), _fill(thing, max(0.0, softness - 0.25)))


def _standing(page: Page, body: Body) -> Iterator[Shape | Line]:
    """Furniture and what is fixed; a thin line shows the front of what stands on the floor."""
    thing = body.thing
    yield from _solid(page, body, STANDING, 0.6)
    deep, wide = thing.size[0] / 2, thing.size[1] / 2
    if thing.position[2] < 0.3 and deep > SHALLOW and not isinstance(body.levels[-1].parts[0], Oval):
        ends = (_beside(thing, deep - 0.035, -0.65 * wide), _beside(thing, deep - 0.035, 0.65 * wide))
        yield Line((page.polygon(ends),), _edge(thing), 0.7)
    if any(surface.name == "mattress" for surface in thing.kind.forms[thing.variant].surfaces):
        fold = 0.36 * thing.size[0] - deep
        ends = (_beside(thing, fold, -wide), _beside(thing, fold, wide))
        yield Line((page.polygon(ends),), _edge(thing), 0.7)


def _overhead(page: Page, body: Body) -> Iterator[Shape | Line]:
    """The dashed outline of what hangs above other things."""
    x0, y0, x1, y1 = body.box
    corners = page.polygon((*_rectangle(x0, y0, x1, y1), (x0, y0)))
    yield Line((corners,), MUTED, 0.9, dashed=True)


def _loose(page: Page, body: Body) -> Iterator[Shape]:
    """A small thing in its own colour."""
    yield from _solid(page, body, LOOSE, 0.4)


DRAW: dict[Layer, Callable[[Page, Body], Iterator[Shape | Line]]] = {
    "window": _window,
    "door": _door,
    "standing": _standing,
    "overhead": _overhead,
    "loose": _loose,
}
"""The marks of a thing of a layer."""


# Words.


def _labels(scene: Scene, page: Page, layers: dict[Layer, list[Body]]) -> list[Text]:
    """The names of rooms, and of the things that they fit on, the largest first."""
    labels = Labels()
    solid = [(body, page.box(body.box)) for layer in ("standing", "loose") for body in layers[layer]]
    swings = [page.box(bounding_box(_swing(body.thing))) for body in layers["door"]]
    furniture = [*swings, *(box for _, box in solid)]
    for room in scene.rooms:
        floor = [page.box(box) for box in rectangles(room.outline)]
        name, size = plain(room.kind).capitalize(), f"{area(room.outline):.1f} m²"
        labels.name_room(name, size, floor, furniture, _floor_tint(scene, room))
    named = [(number, body, box) for number, (body, box) in enumerate(solid) if _is_named(body)]
    for number, body, box in sorted(named, key=lambda row: -row[2].width * row[2].height):
        later = [page_box for other, page_box in solid[number + 1 :] if not _fills(other, body)]
        loose = body.thing.kind.is_loose
        box = box.within_oval() if isinstance(body.levels[-1].parts[0], Oval) else box
        tint = _fill(body.thing, LOOSE if loose else STANDING)
        labels.name_thing(body.thing.kind.singular, box, later, tint, SMALL_SIZES if loose else SIZES)
    return labels.texts


def _is_named(body: Body) -> bool:
    """Does it get a label? Whatever has parts, as a sink has, and what stands or lies somewhere and is not too thin."""
    thing = body.thing
    if thing.kind.forms[thing.variant].parts:
        return True
    return thing.place.relation in ("on", "in") and body.fullness > LABEL_FULLNESS


def _fills(part: Body, whole: Body) -> bool:
    """Is it a part without a label that takes up much of the whole?"""
    place = part.thing.place
    if place.relation != "part" or place.of != whole.thing.id or _is_named(part):
        return False
    own, all = ((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in (part.box, whole.box))
    return own > FILLS * all
