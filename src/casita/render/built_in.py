"""Draws what kitchens and bathrooms have built in besides things: hoods, tiles behind worktops, showers' trays."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.geometry.outlines import walls
from casita.scenes.kitchen_walls import HOOD, Patch, hoods, splashbacks
from casita.scenes.scene import Room, Scene
from casita.scenes.shower import Rectangle, stalls
from casita.seeds import stream
from casita.shapes.finish import STEEL, Finish, mixed, plain
from casita.shapes.flats import block, patch, sheet
from casita.shapes.making import named, surfaced
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import cylinder

THICK = 0.008
"""Metres that tiles stand out from a wall."""

LIP, SLOPE = 0.05, 0.22
"""Heights in metres of a hood's edge and of what slopes from there to the flue."""

FLUE = (0.26, 0.24)
"""A flue's width and depth in metres."""

TRAY = 0.025
"""How high a shower's tray is, in metres: one steps over it."""

SHOWER_TILES = 2.1
"""How high tiles reach in a shower, in metres."""

AT_WALL = 0.1
"""Metres between a shower and a wall that encloses it, at the most."""

BLACK = plain("26262a", 0.4)
TRAY_FINISH = plain((0.94, 0.95, 0.95), 0.5)
WALL_TILES = plain((0.86, 0.9, 0.91), 0.3).with_texture("tiles", 0.4)


def built_in(scene: Scene, room: Room) -> Iterator[Piece]:
    """What is built into a room besides things."""
    if room.kind == "kitchen":
        yield from _kitchen(scene, room)
    for stall in stalls(scene, room):
        yield from _shower(room, stall)


def _kitchen(scene: Scene, room: Room) -> Iterator[Piece]:
    """The hoods and splashbacks of a kitchen."""
    tops = [t for t in scene.things if t.type == "counter_top" and scene.room_ids[t.id] == room.id]
    tiles = _tiles(scene, room, tops[0].material, tops[0].colour) if tops else plain((0.93, 0.94, 0.94), 0.3)
    for piece in splashbacks(scene, room):
        yield Piece("splashback", _board(piece), tiles)
    dark = any(t.type == "fridge" and t.colour == "black" for t in scene.things if scene.room_ids[t.id] == room.id)
    for piece in hoods(scene, room):
        yield from _hood(piece, BLACK if dark else STEEL)


def _tiles(scene: Scene, room: Room, material: str, colour: str) -> Finish:
    """What is behind the worktops of a kitchen: stone as on top of them, or tiles."""
    luck = stream(scene.seed, scene.name, room.id, "splashback")
    if material in ("marble", "stone") and luck.chance(0.5):
        return surfaced(material, named(colour), colour)
    tint = luck.choice(((0.95, 0.95, 0.93), (0.95, 0.95, 0.93), (0.86, 0.88, 0.88), named(room.wall_colour)))
    return plain(mixed(tint, (0.96, 0.96, 0.95), 0.5), 0.35).with_texture("tiles", luck.choice((0.4, 0.6)))


def _board(piece: Patch) -> Mesh:
    """A thin board on a piece of a wall."""
    (x0, y0), (x1, y1) = piece.wall.at(piece.start), piece.wall.at(piece.end, THICK)
    return block((min(x0, x1), min(y0, y1), piece.low), (max(x0, x1), max(y0, y1), piece.high), bevel=0.0)


def _hood(piece: Patch, finish: Finish) -> Iterator[Piece]:
    """A canopy with a flue up to the ceiling, and the dark filter under it."""
    middle, half, low = (piece.start + piece.end) / 2, (piece.end - piece.start) / 2 - 0.004, piece.low
    foot = _ring(piece, middle, half, HOOD[0], low)
    edge = _ring(piece, middle, half, HOOD[0], low + LIP)
    neck = _ring(piece, middle, FLUE[0] / 2, FLUE[1], low + LIP + SLOPE)
    top = _ring(piece, middle, FLUE[0] / 2, FLUE[1], piece.high)
    sides = [
        patch(np.array([[a[k + 1], a[k]], [b[k + 1], b[k]]]))
        for a, b in ((foot, edge), (edge, neck), (neck, top))
        for k in range(3)
    ]
    yield Piece("hood", joined(sides), finish)
    yield Piece(
        "filter", patch(np.array([[foot[0], foot[3]], [foot[1], foot[2]]]), two_sided=True), plain("4a4c50", 0.5)
    )


def _ring(piece: Patch, middle: float, half: float, deep: float, z: float) -> list[tuple[float, float, float]]:
    """Four corners of a level rectangle at a wall, from the wall round the front and back to it."""
    corners = ((middle - half, 0.0), (middle - half, deep), (middle + half, deep), (middle + half, 0.0))
    return [(*piece.wall.at(along, off), z) for along, off in corners]


def _shower(room: Room, stall: Rectangle) -> Iterator[Piece]:
    """A tray with a drain on the floor of a shower, and tiles up its walls."""
    x0, y0, x1, y1 = stall
    yield Piece("tray", block((x0, y0, 0.0), (x1, y1, TRAY), bevel=0.006), TRAY_FINISH)
    drain = cylinder(0.045, TRAY, TRAY + 0.002, sides=20).moved((x0 + x1) / 2, (y0 + y1) / 2)
    yield Piece("drain", drain, STEEL)
    for wall in walls(room.outline):
        ends = [((x - wall.x) * wall.dx + (y - wall.y) * wall.dy) for x, y in ((x0, y0), (x1, y1))]
        off = min((y - wall.y) * wall.dx - (x - wall.x) * wall.dy for x, y in ((x0, y0), (x1, y1)))
        start, end = max(0.0, min(ends)), min(wall.length, max(ends))
        if off < AT_WALL and end > start:
            x, y = wall.at(end, THICK)
            across = (-wall.dx * (end - start), -wall.dy * (end - start), 0.0)
            tiles = sheet((x, y, TRAY), across, (0.0, 0.0, SHOWER_TILES - TRAY), unit_uv=False)
            yield Piece("tiles", tiles, WALL_TILES)
