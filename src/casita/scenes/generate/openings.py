"""Doorways between rooms, doors in them, windows and light switches, and the floors."""

from __future__ import annotations

from casita.catalog import catalog
from casita.geometry.outlines import Wall, bounding_box, inside, walls
from casita.scenes.draft import Draft, drawn_size
from casita.scenes.scene import OUTSIDE, WALL, Condition, Doorway, Place, Room, Scene
from casita.seeds import Stream

DOORWAY_WIDTH = 0.9
FROM_CORNER = 0.15
"""Metres kept between a doorway and the corner of a room."""

FLOOR_THICKNESS = 0.02

LEAF = {"bedroom", "bathroom"}
"""Rooms whose doorways have a door."""

STEP_COST = {
    frozenset({"living_room"}): 1.5,
    frozenset({"living_room", "kitchen"}): 1.0,
    frozenset({"living_room", "bedroom"}): 2.0,
    frozenset({"living_room", "bathroom"}): 2.5,
    frozenset({"kitchen", "bedroom"}): 4.0,
    frozenset({"kitchen", "bathroom"}): 5.0,
    frozenset({"kitchen"}): 3.0,
    frozenset({"bedroom", "bathroom"}): 3.0,
    frozenset({"bedroom"}): 6.0,
    frozenset({"bathroom"}): 20.0,
}
"""How unwelcome a doorway between two kinds of room is; the cheapest set that joins all rooms is taken."""


def shared_wall(a: Room, b: Room) -> tuple[str, float, float, float] | None:
    """The longest wall between two rooms: the direction it runs in, its line, and from where to where."""
    best: tuple[str, float, float, float] | None = None
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
                best = ("xy"[run], sum(line) / 2, low, high)
    return best


def join_rooms(scene: Scene, luck: Stream) -> Scene:
    """Cut doorways so that every room can be reached, private rooms last, and one to the outside."""
    rooms = scene.rooms
    edges = []
    for i, a in enumerate(rooms):
        for j in range(i + 1, len(rooms)):
            wall = shared_wall(a, rooms[j])
            if wall:
                cost = STEP_COST[frozenset({a.kind, rooms[j].kind})] + 0.1 * luck.random()
                edges.append((cost, i, j, wall))
    joined = list(range(len(rooms)))
    doorways: list[Doorway] = []
    for cost, i, j, wall in sorted(edges):
        loop = joined[i] == joined[j]
        if loop and not (cost < 2.0 and luck.chance(0.3)):
            continue
        joined = [joined[i] if group == joined[j] else group for group in joined]
        along, line, low, high = wall
        at = luck.uniform(low + FROM_CORNER, high - FROM_CORNER - DOORWAY_WIDTH) + DOORWAY_WIDTH / 2
        doorways.append(doorway(len(doorways) + 1, (rooms[i].id, rooms[j].id), along, line, at))
    scene = scene.replace(doorways=tuple(doorways))
    return open_to_outside(scene, luck)


def doorway(number: int, rooms: tuple[str, str], along: str, line: float, at: float) -> Doorway:
    """A doorway in a wall that runs along x or y on this line, with its middle `at` so many metres."""
    at, line = round(at, 2), round(line, 4)
    centre = (at, line) if along == "x" else (line, at)
    return Doorway(f"doorway_{number}", rooms, centre, along, DOORWAY_WIDTH)  # type: ignore[arg-type]


def outer_walls(scene: Scene, room: Room) -> list[Wall]:
    """The walls of a room that no other room lies behind."""
    found = []
    for wall in walls(room.outline):
        behind = [wall.at(wall.length * share, -WALL - 0.05) for share in (0.02, 0.25, 0.5, 0.75, 0.98)]
        if not any(inside(other.outline, x, y) for x, y in behind for other in scene.rooms):
            found.append(wall)
    return found


def open_to_outside(scene: Scene, luck: Stream) -> Scene:
    """Add the front door: in a living room if it can be, else in the most public room with an outer wall."""
    order = ("living_room", "kitchen", "bedroom", "bathroom")
    for room in sorted(scene.rooms, key=lambda room: order.index(room.kind)):
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
    """Give every room its floor: tiles in wet rooms, wood or carpet elsewhere."""
    draft = Draft(scene)
    for room in scene.rooms:
        x0, y0, x1, y1 = bounding_box(room.outline)
        wet = room.kind in ("kitchen", "bathroom")
        material = luck.choice(("tile", "tile", "stone", "wood") if wet else ("wood", "wood", "wood", "fabric"))
        allowed = [m for m in catalog()["floor"].materials if m == material] or list(catalog()["floor"].materials)
        colours = [c for c in catalog().materials[allowed[0]].colours if c in catalog()["floor"].colours]
        look = (allowed[0], luck.choice(colours or list(catalog()["floor"].colours)))
        at = ((x0 + x1) / 2, (y0 + y1) / 2, -FLOOR_THICKNESS)
        size = (x1 - x0, y1 - y0, FLOOR_THICKNESS)
        draft.add("floor", at, 0.0, Place("part", room.id), luck, size=size, look=look)
    return draft.finished()


def hang_doors(scene: Scene, luck: Stream) -> Scene:
    """Put doors in the doorways of private rooms, standing open, and a closed one in the front doorway."""
    draft = Draft(scene)
    kinds = {room.id: room.kind for room in scene.rooms}
    boxes = {room.id: bounding_box(room.outline) for room in scene.rooms}
    for way in scene.doorways:
        front = way.rooms[1] == OUTSIDE
        private = [room for room in way.rooms if room != OUTSIDE and kinds[room] in LEAF]
        if not front and not private:
            continue
        into = way.rooms[0] if front else max(private, key=lambda room: list(kinds).index(room))
        x0, y0, x1, y1 = boxes[into]
        if way.along == "x":
            yaw = 90.0 if (y0 + y1) / 2 > way.centre[1] else -90.0
        else:
            yaw = 0.0 if (x0 + x1) / 2 > way.centre[0] else 180.0
        size = drawn_size(catalog()["door"], luck)
        size = (size[0], way.width - 0.04, way.height - 0.02)
        door = draft.add("door", (*way.centre, 0.0), yaw, Place("hung", way.id), luck, size=size)
        if not front:
            slot = draft.things.index(door)
            draft.things[slot] = door.replace(start=Condition(openness=1.0))
    return draft.finished()
