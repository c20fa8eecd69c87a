"""Doorways between rooms, the doors in them, and the floors."""

from __future__ import annotations

from collections.abc import Sequence

from casita.catalog import RoomKind, catalog
from casita.exact import total_of
from casita.geometry.outlines import Wall, bounding_box, inside, walls
from casita.scenes.draft import Draft, drawn_size
from casita.scenes.palette import finishes_of
from casita.scenes.scene import OUTSIDE, WALL, Condition, Doorway, Place, Room, Scene
from casita.seeds import Stream

DOORWAY_WIDTH = 0.9
FROM_CORNER = 0.15
"""Metres kept between a doorway and the corner of a room."""

FLOOR_THICKNESS = 0.02

PRIVATE = {"bedroom", "bathroom"}
"""Kinds of room that the doors of doorways to other kinds open into."""

AJAR = (1.0, 1.0, 1.0, 0.85, 0.6, 0.35)
"""How far the door of a single room is open, as often as it is."""

FRONT_DOOR = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.12, 0.25)
"""How far a house's front door is open, as often as it is."""

THROUGH: dict[RoomKind, float] = {"living_room": 1.0, "kitchen": 2.0, "bedroom": 10.0, "bathroom": 40.0}
"""How unwelcome it is to walk through a room of each kind to reach another one."""

EN_SUITE = 3.0
"""How unwelcome it is that a bathroom is reached through a bedroom."""

HUBS: tuple[RoomKind, ...] = ("living_room", "kitchen", "bedroom", "bathroom")
"""Which room a house is entered by, the first kind that it has."""

RING = 0.3
"""How likely a second way between living rooms and kitchens is."""

SharedWall = tuple[str, float, float, float]
"""A wall between two rooms: the direction it runs in, its line, and from where to where."""


def shared_wall(a: Room, b: Room) -> SharedWall | None:
    """The longest wall between two rooms that is long enough for a doorway."""
    best: SharedWall | None = None
    for one in walls(a.outline):
        for other in walls(b.outline):
            if (one.dx, one.dy) != (-other.dx, -other.dy):
                continue
            run = 0 if one.dx else 1
            line = (one.y, other.y) if one.dx else (one.x, other.x)
            if abs(abs(line[0] - line[1]) - WALL) > 1e-6:
                continue
            ends = [sorted((w.at(0.0)[run], w.at(w.length)[run])) for w in (one, other)]
            low, high = max(ends[0][0], ends[1][0]), min(ends[0][1], ends[1][1])
            if high - low >= DOORWAY_WIDTH + 2 * FROM_CORNER and (best is None or high - low > best[3] - best[2]):
                best = ("xy"[run], total_of(line) / 2, low, high)
    return best


def best_joints(rooms: Sequence[Room]) -> tuple[list[tuple[int, int, SharedWall]], float]:
    """Pairs of rooms to join so that all hang together, and how unwelcome the private rooms in between are.

    It is unwelcome, too, that every bathroom is behind a bedroom.
    """
    shared = {(i, j): shared_wall(rooms[i], rooms[j]) for i in range(len(rooms)) for j in range(len(rooms)) if i < j}
    hub = min(range(len(rooms)), key=lambda i: HUBS.index(rooms[i].kind))
    inside = [hub]
    joints: list[tuple[int, int, SharedWall]] = []
    cost, en_suite = 0.0, 0
    while len(inside) < len(rooms):
        options = []
        for i in inside:
            for j in range(len(rooms)):
                wall = shared.get((min(i, j), max(i, j)))
                if j not in inside and wall:
                    suite = rooms[i].kind == "bedroom" and rooms[j].kind == "bathroom"
                    options.append((EN_SUITE if suite else THROUGH[rooms[i].kind], i, j, wall))
        if not options:
            return joints, float("inf")
        step, i, j, wall = min(options)
        joints.append((i, j, wall))
        inside.append(j)
        cost += step if step > EN_SUITE else 0.0
        en_suite += step == EN_SUITE
    bathrooms = sum(room.kind == "bathroom" for room in rooms)
    if len(rooms) > 2 and bathrooms and en_suite == bathrooms:
        cost += THROUGH["bedroom"]
    return joints, cost


def join_rooms(scene: Scene, luck: Stream) -> Scene:
    """Cut doorways so that every room can be reached, private rooms last, and one to the outside."""
    rooms = scene.rooms
    joints, _ = best_joints(rooms)
    joined = {frozenset(joint[:2]) for joint in joints}
    public = [i for i, room in enumerate(rooms) if room.kind in ("living_room", "kitchen")]
    for i in public:
        for j in public:
            wall = shared_wall(rooms[i], rooms[j]) if i < j and frozenset((i, j)) not in joined else None
            if wall and luck.chance(RING):
                joints.append((i, j, wall))
    doorways: list[Doorway] = []
    for i, j, (along, line, low, high) in joints:
        at = luck.uniform(low + FROM_CORNER, high - FROM_CORNER - DOORWAY_WIDTH) + DOORWAY_WIDTH / 2
        doorways.append(doorway(len(doorways) + 1, (rooms[i].id, rooms[j].id), along, line, at))
    return open_to_outside(scene.replace(doorways=tuple(doorways)), luck)


def doorway(number: int, rooms: tuple[str, str], along: str, line: float, at: float) -> Doorway:
    """A doorway in a wall that runs along x or y on this line, with its middle `at` so many metres."""
    at, line = round(at, 2), round(line, 4)
    centre = (at, line) if along == "x" else (line, at)
    return Doorway(f"doorway_{number}", rooms, centre, along, DOORWAY_WIDTH)  # type: ignore[arg-type]


def outer_walls(scene: Scene, room: Room) -> list[Wall]:
    """The walls of a room that no other room lies behind, nor the hallway that a single room opens to."""
    found = []
    for wall in walls(room.outline):
        if scene.kind == "room" and any(_is_in(way, wall) for way in scene.doorways):
            continue
        behind = [wall.at(wall.length * share, -WALL - 0.05) for share in (0.02, 0.25, 0.5, 0.75, 0.98)]
        if not any(inside(other.outline, x, y) for x, y in behind for other in scene.rooms):
            found.append(wall)
    return found


def _is_in(way: Doorway, wall: Wall) -> bool:
    """Is a doorway in a wall?"""
    x, y = way.centre[0] - wall.x, way.centre[1] - wall.y
    return abs(-x * wall.dy + y * wall.dx) <= WALL and 0.0 <= x * wall.dx + y * wall.dy <= wall.length


def open_to_outside(scene: Scene, luck: Stream) -> Scene:
    """Add the front door: in a living room if it can be, else in the most public room with an outer wall."""
    for room in sorted(scene.rooms, key=lambda room: HUBS.index(room.kind)):
        options = [w for w in outer_walls(scene, room) if w.length >= DOORWAY_WIDTH + 2 * FROM_CORNER]
        for wall in luck.shuffled(options):
            for _ in range(8):
                along = luck.uniform(FROM_CORNER, wall.length - FROM_CORNER - DOORWAY_WIDTH) + DOORWAY_WIDTH / 2
                x, y = wall.at(along, -WALL / 2)
                if all(abs(d.centre[0] - x) + abs(d.centre[1] - y) > 1.5 for d in scene.doorways):
                    number = len(scene.doorways) + 1
                    way = doorway(
                        number, (room.id, OUTSIDE), "x" if wall.dx else "y", y if wall.dx else x, x if wall.dx else y
                    )
                    return scene.replace(doorways=(*scene.doorways, way))
    return scene


def lay_floors(scene: Scene, luck: Stream) -> Scene:
    """Give every room its floor, as its palette says."""
    draft = Draft(scene)
    for room in scene.rooms:
        x0, y0, x1, y1 = bounding_box(room.outline)
        look = finishes_of(scene).floor(room)
        at = ((x0 + x1) / 2, (y0 + y1) / 2, -FLOOR_THICKNESS)
        size = (x1 - x0, y1 - y0, FLOOR_THICKNESS)
        draft.add("floor", at, 0.0, Place("part", room.id), luck, size=size, look=look)
    return draft.finished()


def hang_doors(scene: Scene, luck: Stream) -> Scene:
    """Put a door into every doorway.

    Inner ones stand open; the front door is closed, or ajar. The one of a single room stands open or ajar.
    """
    draft = Draft(scene)
    kinds = {room.id: room.kind for room in scene.rooms}
    outlines = {room.id: room.outline for room in scene.rooms}
    for way in scene.doorways:
        front = way.rooms[1] == OUTSIDE
        private = [room for room in way.rooms if room != OUTSIDE and kinds[room] in PRIVATE]
        into = way.rooms[0] if front else max(private or way.rooms, key=lambda room: list(kinds).index(room))
        x, y = way.centre
        if way.along == "x":
            yaw = 90.0 if inside(outlines[into], x, y + WALL) else -90.0
        else:
            yaw = 0.0 if inside(outlines[into], x + WALL, y) else 180.0
        size = drawn_size(catalog()["door"], luck)
        size = (size[0], way.width - 0.04, way.height - 0.02)
        door = draft.add("door", (*way.centre, 0.0), yaw, Place("hung", way.id), luck, size=size)
        open_by = 1.0 if not front else luck.choice(AJAR if scene.kind == "room" else FRONT_DOOR)
        if open_by:
            slot = draft.things.index(door)
            draft.things[slot] = door.replace(start=Condition(openness=open_by))
    return draft.finished()
