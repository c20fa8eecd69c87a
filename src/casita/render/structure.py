"""The shell of a home as pieces: walls with their openings, ceilings, facades, the roof, the ground outside.

Floors are things of their own, but are drawn from their room's outline, which their box only surrounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from casita.geometry.outlines import Wall, bounding_box, inside, rectangles, walls
from casita.geometry.poses import cos_sin
from casita.render.built_in import built_in
from casita.render.hallway import hallway, hallway_shell
from casita.scenes.scene import WALL, Room, Scene, Thing
from casita.seeds import stream
from casita.shapes.finish import Finish, mixed, plain
from casita.shapes.flats import block, sheet
from casita.shapes.making import WOODEN, named, surfaced
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import cylinder

Kind = Literal["floor", "walls", "ceiling", "lamp", "hallway", "facade", "roof", "ground"]

SKIRTING = (0.07, 0.008)
"""Height and thickness of the boards along the foot of a wall."""

FRAME = (0.06, 0.012)
"""Width and thickness of the frame round a doorway."""

PALE = 0.55
"""How much white there is in the paint of a wall."""

ROOF = 0.03
"""How far the roof lies above a ceiling."""

GROUND = -0.06
"""Height of the ground outside."""

LAMP_DROP = 0.06
"""How far a ceiling lamp hangs down."""


class Hole(NamedTuple):
    """An opening in a wall: from and to along it, and from and to what height."""

    start: float
    end: float
    low: float
    high: float
    outside: bool
    framed: bool


class Element(NamedTuple):
    """One part of the shell."""

    kind: Kind
    room: int
    """The room whose light falls on it; -1 for what is outside."""
    pieces: tuple[Piece, ...]


def shell(scene: Scene) -> Iterator[Element]:
    """Everything of a home that is not a thing."""
    for number, room in enumerate(scene.rooms):
        floor = next((t for t in scene.things if t.type == "floor" and t.place.of == room.id), None)
        yield Element("floor", number, (_floor(room, floor),))
        sides = [(wall, _holes(scene, room, wall)) for wall in walls(room.outline)]
        yield Element("walls", number, (*_walls(room, sides), *built_in(scene, room)))
        yield Element("ceiling", number, (_ceiling(room),))
        yield Element("lamp", number, (_lamp(room),))
        if scene.kind == "room":
            yield from _hallways(scene, number, room, sides)
        yield Element("facade", -1, tuple(_facade(scene, room, sides)))
        yield Element("roof", -1, tuple(_roof(room)))
    yield Element("ground", -1, (_ground(scene),))


def _hallways(scene: Scene, number: int, room: Room, sides: Sequence[tuple[Wall, list[Hole]]]) -> Iterator[Element]:
    """What is behind the doorways of a room that is no part of a house: not the lawn."""
    for wall, holes in sides:
        for hole in holes:
            if hole.framed and hole.outside:
                luck = stream(scene.seed, scene.name, "hallway")
                pieces = hallway(wall, (hole.start + hole.end) / 2, room.height, luck)
                yield Element("hallway", number, tuple(pieces))
                shell_of_it = hallway_shell(wall, (hole.start + hole.end) / 2, room.height + ROOF)
                yield Element("roof", -1, tuple(shell_of_it))


def _floor(room: Room, thing: Thing | None) -> Piece:
    material, colour = (thing.material, thing.colour) if thing else ("wood", "brown")
    finish = surfaced(material, named(colour), colour)
    if material == "wood":
        finish = finish.with_texture("boards", 1.2, strength=0.6 if colour in WOODEN else 0.2)
    elif material == "fabric":
        finish = finish.with_texture("carpet", 0.3)
    elif material == "tile":
        finish = finish.with_texture("tiles", 1.2)
    return Piece("floor", _level(rectangles(room.outline), 0.0), finish)


def _level(areas: Sequence[tuple[float, float, float, float]], z: float, down: bool = False) -> Mesh:
    """Flat rectangles at a height; texture coordinates are metres."""
    made = []
    for x0, y0, x1, y1 in areas:
        if down:
            face = sheet((x0, y0, z), (0.0, y1 - y0, 0.0), (x1 - x0, 0.0, 0.0), unit_uv=False)
        else:
            face = sheet((x0, y0, z), (x1 - x0, 0.0, 0.0), (0.0, y1 - y0, 0.0), unit_uv=False)
        made.append(face)
    return joined(made)


def _ceiling(room: Room) -> Piece:
    return Piece(
        "ceiling", _level(rectangles(room.outline), room.height, down=True), plain("f4f3ef", 0.0)._replace(glow=0.6)
    )


def lamp_place(room: Room) -> tuple[float, float, float]:
    """Where a room's ceiling lamp hangs: the middle of its largest rectangle."""
    x0, y0, x1, y1 = max(rectangles(room.outline), key=lambda r: (r[2] - r[0]) * (r[3] - r[1]))
    return (x0 + x1) / 2, (y0 + y1) / 2, room.height - LAMP_DROP - 0.01


def _lamp(room: Room) -> Piece:
    x, y, z = lamp_place(room)
    glow = Finish((1.0, 0.97, 0.88), shine=0.0, glow=0.9)
    return Piece("lamp", cylinder(0.17, z, room.height, bevel=0.025, sides=24).moved(x, y), glow)


def _holes(scene: Scene, room: Room, wall: Wall) -> list[Hole]:
    """The doorways and windows in one wall of a room."""
    found = []
    for way in scene.doorways:
        if room.id in way.rooms:
            along = _along(wall, way.centre, WALL / 2)
            if along is not None:
                outside = any(name not in {r.id for r in scene.rooms} for name in way.rooms)
                half = way.width / 2
                found.append(Hole(along - half, along + half, 0.0, way.height, outside, True))
    for thing in scene.things:
        if thing.type == "window" and thing.place.of == room.id:
            along = _along(wall, thing.position[:2], WALL / 2)
            if along is not None:
                half, low = thing.size[1] / 2 - 0.02, thing.position[2] + 0.02
                found.append(Hole(along - half, along + half, low, low + thing.size[2] - 0.04, True, False))
    return sorted(found)


def _along(wall: Wall, point: tuple[float, float], off: float) -> float | None:
    """How far along a wall a point in it lies; None if it is not in this wall."""
    x, y = point[0] - wall.x, point[1] - wall.y
    along, across = x * wall.dx + y * wall.dy, -x * wall.dy + y * wall.dx
    return along if abs(across + off) < WALL and 0.0 <= along <= wall.length else None


def _walls(room: Room, sides: Sequence[tuple[Wall, list[Hole]]]) -> Iterator[Piece]:
    paint = plain(mixed(named(room.wall_colour), (0.96, 0.95, 0.92), PALE), 0.02).with_texture("plaster", 1.6)
    tiled = plain((0.93, 0.94, 0.94), 0.25).with_texture("tiles", 0.8, grout=0.86)
    dado = 1.3 if room.kind == "bathroom" else 0.0
    board = plain("f0eee8", 0.1)
    for wall, holes in sides:
        for a, b, bottom, high in _solid_parts(wall.length, room.height, holes):
            low = bottom
            if low < dado < high:
                yield Piece("tiles", _upright(wall, a, b, low, dado), tiled)
                low = dado
            name, finish = ("wall", paint) if low >= dado else ("tiles", tiled)
            yield Piece(name, _upright(wall, a, b, low, high), finish)
        for hole in holes:
            depth = WALL if hole.outside else WALL / 2
            for mesh in _reveal(wall, hole, depth):
                yield Piece("reveal", mesh, board)
            if hole.framed:
                for mesh in _door_frame(wall, hole):
                    yield Piece("frame", mesh, board)
        for a, b in _gaps(wall.length, [(h.start - FRAME[0], h.end + FRAME[0]) for h in holes if h.low == 0.0]):
            if b - a > 0.02:
                yield Piece("skirting", _along_wall(wall, a, b, 0.0, SKIRTING[0], SKIRTING[1]), board)
        yield Piece("top", _cap(wall, room.height), plain("5a5a5c", 0.0))


def _solid_parts(length: float, height: float, holes: Sequence[Hole]) -> Iterator[tuple[float, float, float, float]]:
    """The rectangles of a wall that are left beside, under and over its holes."""
    for a, b in _gaps(length, [(hole.start, hole.end) for hole in holes]):
        if b - a > 1e-6:
            yield a, b, 0.0, height
    for hole in holes:
        if hole.low > 1e-6:
            yield hole.start, hole.end, 0.0, hole.low
        if height - hole.high > 1e-6:
            yield hole.start, hole.end, hole.high, height


def _gaps(length: float, taken: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    at = 0.0
    for start, end in sorted(taken):
        if start > at:
            yield at, start
        at = max(at, end)
    if length > at:
        yield at, length


def _upright(wall: Wall, a: float, b: float, low: float, high: float, off: float = 0.0) -> Mesh:
    """A part of a wall's face, seen from inside its room."""
    x, y = wall.at(b, off)
    return sheet((x, y, low), (-wall.dx * (b - a), -wall.dy * (b - a), 0.0), (0.0, 0.0, high - low), unit_uv=False)


def _reveal(wall: Wall, hole: Hole, depth: float) -> Iterator[Mesh]:
    """The sides, top and sill of a hole, as deep as the wall (or to the middle of it)."""
    into = (-wall.dy * depth, wall.dx * depth, 0.0)
    out = (wall.dy * depth, -wall.dx * depth, 0.0)
    across = (wall.dx * (hole.end - hole.start), wall.dy * (hole.end - hole.start), 0.0)
    tall = (0.0, 0.0, hole.high - hole.low)
    yield sheet((*wall.at(hole.start, -depth), hole.low), into, tall, unit_uv=False)
    yield sheet((*wall.at(hole.end), hole.low), out, tall, unit_uv=False)
    yield sheet((*wall.at(hole.start), hole.high), across, out, unit_uv=False)
    if hole.low > 0.0:
        yield sheet((*wall.at(hole.start, -depth), hole.low), across, into, unit_uv=False)
    elif not hole.outside or hole.framed:
        yield sheet((*wall.at(hole.start, -depth), 0.0), across, into, unit_uv=False)


def _door_frame(wall: Wall, hole: Hole) -> Iterator[Mesh]:
    wide, thick = FRAME
    yield _along_wall(wall, hole.start - wide, hole.start, 0.0, hole.high + wide, thick)
    yield _along_wall(wall, hole.end, hole.end + wide, 0.0, hole.high + wide, thick)
    yield _along_wall(wall, hole.start, hole.end, hole.high, hole.high + wide, thick)


def _along_wall(wall: Wall, a: float, b: float, low: float, high: float, thick: float) -> Mesh:
    """A board on a wall."""
    (x0, y0), (x1, y1) = wall.at(max(a, 0.0)), wall.at(min(b, wall.length), thick)
    return block((min(x0, x1), min(y0, y1), low), (max(x0, x1), max(y0, y1), high), bevel=0.0)


def _cap(wall: Wall, height: float) -> Mesh:
    """The top of half a wall's thickness: what a map shows of it."""
    (x0, y0), (x1, y1) = wall.at(-WALL / 2), wall.at(wall.length + WALL / 2, -WALL / 2)
    return _level([(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))], height)


def _facade(scene: Scene, room: Room, sides: Sequence[tuple[Wall, list[Hole]]]) -> Iterator[Piece]:
    """The outer faces of a room's walls, where no other room lies behind them."""
    finish = plain("d8d2c4", 0.02).with_texture("plaster", 2.0)
    for wall, holes in sides:
        for a, b in _exposed(scene, room, wall):
            start, end = (a - WALL if a == 0.0 else a), (b + WALL if b == wall.length else b)
            shifted = [
                hole._replace(start=hole.start - start, end=hole.end - start)
                for hole in holes
                if hole.start >= a and hole.end <= b
            ]
            for low_along, high_along, low, high in _solid_parts(end - start, room.height + ROOF, shifted):
                x, y = wall.at(start + low_along, -WALL)
                across = (wall.dx * (high_along - low_along), wall.dy * (high_along - low_along), 0.0)
                yield Piece("facade", sheet((x, y, low), across, (0.0, 0.0, high - low), unit_uv=False), finish)


def _exposed(scene: Scene, room: Room, wall: Wall) -> Iterator[tuple[float, float]]:
    """The stretches of a wall that have no room behind them."""
    cuts = {0.0, wall.length}
    for other in scene.rooms:
        for x, y in other.outline:
            along = (x - wall.x) * wall.dx + (y - wall.y) * wall.dy
            if 0.0 < along < wall.length:
                cuts.add(along)
    ordered = sorted(cuts)
    for a, b in pairwise(ordered):
        point = wall.at((a + b) / 2, -WALL - 0.03)
        if b - a > 1e-6 and not any(inside(other.outline, *point) for other in scene.rooms):
            yield a, b


def _roof(room: Room) -> Iterator[Piece]:
    areas = [(x0 - WALL, y0 - WALL, x1 + WALL, y1 + WALL) for x0, y0, x1, y1 in rectangles(room.outline)]
    yield Piece("roof", _level(areas, room.height + ROOF), plain("8c4a3c", 0.02).with_texture("tiles", 1.5))


def _ground(scene: Scene) -> Piece:
    boxes = [bounding_box(room.outline) for room in scene.rooms]
    x0, y0 = min(box[0] for box in boxes) - 25.0, min(box[1] for box in boxes) - 25.0
    x1, y1 = max(box[2] for box in boxes) + 25.0, max(box[3] for box in boxes) + 25.0
    grass = plain("7f9a5c", 0.0).with_texture("carpet", 2.0)
    return Piece("ground", _level([(x0, y0, x1, y1)], GROUND), grass)


def towards_sun(azimuth: float, elevation: float) -> tuple[float, float, float]:
    """The unit vector towards the sun."""
    (ca, sa), (ce, se) = cos_sin(azimuth), cos_sin(elevation)
    return ca * ce, sa * ce, se
