"""Lays rugs: before sofas, under beds or beside them, in the middle of what floor is free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from casita.catalog import catalog
from casita.geometry.outlines import rectangles
from casita.scenes.draft import Draft
from casita.scenes.generate.furniture import floor_of
from casita.scenes.generate.space import Box, Pose, doorway_clearance, turned_box
from casita.scenes.scene import Place, Room, Scene, Thing
from casita.seeds import Stream

LIKELY = {"living_room": 0.88, "bedroom": 0.85}
"""How likely a rug lies in a room of each kind."""

FROM_WALL = 0.12
"""Metres of bare floor between a rug and a wall."""

FROM_FURNITURE = 0.03
"""Metres between a rug and furniture that does not stand on it."""

NARROWEST = 0.7
"""Metres that a rug is at least wide."""

STANDS_ON_RUGS = {
    *("sofa", "loveseat", "coffee_table", "arm_chair", "ottoman", "footstool", "floor_lamp"),
    *("bed", "side_table", "dining_table", "chair", "stool"),
}
"""What may stand on a rug, wholly or partly."""

INSTEAD = {
    "brown": ("beige", "red", "gray"),
    "beige": ("gray", "blue", "brown"),
    "gray": ("white", "beige", "blue"),
    "white": ("gray", "beige", "blue"),
}
"""Colours of a rug on a floor of each colour that the rug would have itself."""

Rectangle = tuple[float, float, float, float]


class Wish(NamedTuple):
    """A rug as it would be best: its box in the frame of the furniture that it belongs to, and whether it is round."""

    pose: Pose
    box: Box
    round: bool


def lay_rugs(scene: Scene, room: Room, luck: Stream) -> Scene:
    """The scene with a rug in one room, if it gets one and there is a place for it."""
    if not luck.chance(LIKELY.get(room.kind, 0.0)):
        return scene
    here = [thing for thing in scene.things if scene.room_ids[thing.id] == room.id]
    in_the_way = [_outline(thing) for thing in here if _keeps_out(scene, thing)]
    doors = [doorway_clearance(way) for way in scene.doorways if room.id in way.rooms]
    in_the_way += [(box.x0, box.y0, box.x1, box.y1) for box in doors]
    for wish in _wishes(here, luck):
        found = _fitted(wish, room, in_the_way)
        if found is not None:
            return _laid(scene, room, wish, found, luck)
    return scene


def _keeps_out(scene: Scene, thing: Thing) -> bool:
    """Does a rug end before it?"""
    on_floor = thing.place.relation == "on" and scene.by_id[thing.place.of].type == "floor"
    return on_floor and not thing.kind.is_loose and thing.type not in STANDS_ON_RUGS


def _outline(thing: Thing) -> Rectangle:
    deep, wide, _ = thing.size
    box = turned_box(Box(-deep / 2, -wide / 2, 0.0, deep / 2, wide / 2, 0.0), _pose(thing))
    gap = FROM_FURNITURE
    return box.x0 - gap, box.y0 - gap, box.x1 + gap, box.y1 + gap


def _pose(thing: Thing) -> Pose:
    return Pose(thing.position[0], thing.position[1], thing.rotation[2])


def _wishes(here: Sequence[Thing], luck: Stream) -> Iterator[Wish]:
    """Where a rug would lie best, then next best."""
    for sofa in [thing for thing in here if thing.type in ("sofa", "loveseat")]:
        tables = [thing for thing in here if thing.type == "coffee_table"]
        deep, wide, _ = sofa.size
        ahead = deep / 2 + luck.uniform(1.35, 1.9)
        if not tables and luck.chance(0.4):
            side = luck.uniform(1.3, 1.8)
            yield Wish(_pose(sofa), Box(deep / 2 + 0.1, -side / 2, 0.0, deep / 2 + 0.1 + side, side / 2, 0.0), True)
        beside = luck.uniform(-0.1, 0.25)
        yield Wish(_pose(sofa), Box(deep / 2 - 0.25, -wide / 2 - beside, 0.0, ahead, wide / 2 + beside, 0.0), False)
    for bed in [thing for thing in here if thing.type == "bed"]:
        deep, wide, _ = bed.size
        beyond, foot = luck.uniform(0.45, 0.7), luck.uniform(0.35, 0.7)
        under = Box(-0.15 * deep, -wide / 2 - beyond, 0.0, deep / 2 + foot, wide / 2 + beyond, 0.0)
        aisles = [
            Box(-0.2 * deep, side * (wide / 2 + 0.05), 0.0, 0.45 * deep, side * (wide / 2 + 0.85), 0.0)
            for side in luck.shuffled((1, -1))
        ]
        at_foot = Box(deep / 2 + 0.05, -wide / 2, 0.0, deep / 2 + 0.95, wide / 2, 0.0)
        options = [under, *map(_sorted, aisles), at_foot]
        first = luck.choice((0, 0, 1))
        for box in options[first:] + options[:first]:
            yield Wish(_pose(bed), box, False)
    for table in [thing for thing in here if thing.type == "dining_table"]:
        deep, wide, _ = table.size
        yield Wish(
            _pose(table), Box(-deep / 2 - 0.55, -wide / 2 - 0.55, 0.0, deep / 2 + 0.55, wide / 2 + 0.55, 0.0), False
        )


def _sorted(box: Box) -> Box:
    return box._replace(y0=min(box.y0, box.y1), y1=max(box.y0, box.y1))


def _fitted(wish: Wish, room: Room, in_the_way: Sequence[Rectangle]) -> Rectangle | None:
    """The rug made smaller until it lies within the walls and clear of furniture; None if too little is left."""
    box = turned_box(wish.box, wish.pose)
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    whole: Rectangle = (box.x0, box.y0, box.x1, box.y1)
    for floor in rectangles(room.outline):
        if floor[0] <= x <= floor[2] and floor[1] <= y <= floor[3]:
            inner = floor[0] + FROM_WALL, floor[1] + FROM_WALL, floor[2] - FROM_WALL, floor[3] - FROM_WALL
            whole = max(whole[0], inner[0]), max(whole[1], inner[1]), min(whole[2], inner[2]), min(whole[3], inner[3])
            break
    else:
        return None
    for other in in_the_way:
        whole = _cut(whole, other)
    sides = sorted((whole[2] - whole[0], whole[3] - whole[1]))
    kind = catalog()["rug"]
    most = sorted(kind.size_of("round" if wish.round else "plain").most[:2])
    if wish.round:
        sides[1] = sides[0]
    if sides[0] < NARROWEST or sides[1] < kind.size.least[1]:
        return None
    x, y = (whole[0] + whole[2]) / 2, (whole[1] + whole[3]) / 2
    long_x = whole[2] - whole[0] >= whole[3] - whole[1]
    short, long = min(sides[0], most[0]), min(sides[1], most[1])
    half_x, half_y = (long / 2, short / 2) if long_x else (short / 2, long / 2)
    return x - half_x, y - half_y, x + half_x, y + half_y


def _cut(whole: Rectangle, other: Rectangle) -> Rectangle:
    """What is left of a rectangle beside another one: the largest of the four pieces; all of it if they are apart."""
    x0, y0, x1, y1 = whole
    if min(x1, other[2]) <= max(x0, other[0]) or min(y1, other[3]) <= max(y0, other[1]):
        return whole
    rest = [(x0, y0, other[0], y1), (other[2], y0, x1, y1), (x0, y0, x1, other[1]), (x0, other[3], x1, y1)]
    return max(rest, key=lambda r: max(r[2] - r[0], 0.0) * max(r[3] - r[1], 0.0))


def _laid(scene: Scene, room: Room, wish: Wish, at: Rectangle, luck: Stream) -> Scene:
    """Put the rug down; its width runs along its longer side."""
    draft = Draft(scene)
    x0, y0, x1, y1 = at
    thick = catalog()["rug"].size.usual[2]
    turned = x1 - x0 > y1 - y0
    size = (y1 - y0, x1 - x0, thick) if turned else (x1 - x0, y1 - y0, thick)
    place = Place("on", floor_of(scene, room), "top")
    variant = "round" if wish.round else "plain"
    middle, yaw = ((x0 + x1) / 2, (y0 + y1) / 2, 0.0), 90.0 if turned else 0.0
    look = _look(draft, scene.by_id[place.of], luck)
    draft.add("rug", middle, yaw, place, luck, variant=variant, size=size, look=look)
    return draft.finished()


def _look(draft: Draft, floor: Thing, luck: Stream) -> tuple[str, str]:
    """The room's look of a rug; another colour where it would be the floor's."""
    material, colour = draft.look("rug", floor.id, luck)
    others = [other for other in catalog()["rug"].colours if other != floor.colour]
    return (material, colour) if colour != floor.colour else (material, luck.choice(INSTEAD.get(colour, others)))
