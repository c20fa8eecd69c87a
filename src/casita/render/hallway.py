"""What is behind the doorway of a single room: a piece of hallway, drawn but not walked on."""

from __future__ import annotations

from collections.abc import Iterator

from casita.geometry.outlines import Wall
from casita.scenes.scene import WALL
from casita.seeds import Stream
from casita.shapes.finish import mixed, plain, printed
from casita.shapes.flats import block, sheet
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece

DEEP = 1.25
"""Metres from the room's wall to the one across the hallway."""

BEYOND = 1.4
"""Metres that the hallway goes on beyond the doorway's middle, to each side."""

PAINTS = ("e9e2d2", "dfe5e4", "e8dcd0", "dcdfe6", "e6e6df")
"""Colours of the walls of hallways."""

BOARDS = ("b08a5c", "8d6a45", "a59a8a", "c2a27a")
"""Colours of their floors."""

PICTURE = (0.62, 0.48, 1.32)
"""Width and height of the picture across the doorway, and how high it hangs, in metres."""

Corner = tuple[float, float]
"""A point of the hallway: metres along the wall from the doorway's middle, and metres away from the room."""


class _Frame:
    """The hallway's own directions: along the wall (leftwards, seen from the room) and away from the room."""

    def __init__(self, wall: Wall, along: float) -> None:
        self.wall, self.along = wall, along

    def at(self, point: Corner, z: float) -> tuple[float, float, float]:
        x, y = self.wall.at(self.along + point[0], -WALL - point[1])
        return x, y, z

    def way(self, across: float, away: float) -> tuple[float, float, float]:
        """A direction: so many metres along the wall and away from the room."""
        return self.wall.dx * across + self.wall.dy * away, self.wall.dy * across - self.wall.dx * away, 0.0

    def upright(self, start: Corner, across: float, away: float, low: float, high: float) -> Mesh:
        """A standing face from its left end, seen from in front of it."""
        return sheet(self.at(start, low), self.way(across, away), (0.0, 0.0, high - low), unit_uv=False)

    def box(self, one: Corner, other: Corner, low: float, high: float) -> Mesh:
        """A block between two points."""
        (x0, y0, _), (x1, y1, _) = self.at(one, low), self.at(other, low)
        return block((min(x0, x1), min(y0, y1), low), (max(x0, x1), max(y0, y1), high), bevel=0.004)


def hallway_shell(wall: Wall, along: float, top: float) -> Iterator[Piece]:
    """The outside of a hallway, which keeps the sun out: its roof and the three walls around it."""
    here = _Frame(wall, along)
    out, far = BEYOND + WALL, DEEP + WALL
    sides = [
        here.upright((-out, far), 2 * out, 0.0, 0.0, top),
        here.upright((-out, 0.0), 0.0, far, 0.0, top),
        here.upright((out, far), 0.0, -far, 0.0, top),
    ]
    yield Piece("facade", joined(sides), plain("d8d2c4", 0.02).with_texture("plaster", 2.0))
    roof = sheet(here.at((-out, far), top), here.way(2 * out, 0.0), here.way(0.0, -far - WALL), unit_uv=False)
    yield Piece("roof", roof, plain("8c4a3c", 0.02).with_texture("tiles", 1.5))


def hallway(wall: Wall, along: float, height: float, luck: Stream) -> Iterator[Piece]:
    """A floor, three walls with boards at their feet, a ceiling with its lamp, and a picture across the doorway."""
    here = _Frame(wall, along)
    paint = plain(luck.choice(PAINTS), 0.02).with_texture("plaster", 1.6)
    white = plain("f0eee8", 0.1)
    floor = sheet(here.at((-BEYOND, DEEP), -0.002), here.way(2 * BEYOND, 0.0), here.way(0.0, -DEEP), unit_uv=False)
    yield Piece("floor", floor, plain(luck.choice(BOARDS), 0.1).with_texture("boards", 1.2, strength=0.6))
    sides = [
        here.upright((BEYOND, DEEP), -2 * BEYOND, 0.0, 0.0, height),
        here.upright((-BEYOND, DEEP), 0.0, -DEEP, 0.0, height),
        here.upright((BEYOND, 0.0), 0.0, DEEP, 0.0, height),
    ]
    yield Piece("wall", joined(sides), paint)
    boards = [
        here.box((-BEYOND, DEEP), (BEYOND, DEEP - 0.008), 0.0, 0.07),
        here.box((-BEYOND, 0.0), (-BEYOND + 0.008, DEEP), 0.0, 0.07),
        here.box((BEYOND, 0.0), (BEYOND - 0.008, DEEP), 0.0, 0.07),
    ]
    yield Piece("skirting", joined(boards), white)
    ceiling = sheet(here.at((-BEYOND, 0.0), height), here.way(2 * BEYOND, 0.0), here.way(0.0, DEEP), unit_uv=False)
    yield Piece("ceiling", ceiling, plain("f4f3ef", 0.0)._replace(glow=0.6))
    lamp = here.box((-0.14, DEEP / 2 - 0.14), (0.14, DEEP / 2 + 0.14), height - 0.07, height - 0.005)
    yield Piece("lamp", lamp, plain((1.0, 0.97, 0.88), 0.0)._replace(glow=0.9))
    yield from _picture(here, luck)


def _picture(here: _Frame, luck: Stream) -> Iterator[Piece]:
    """A framed picture on the wall across the doorway."""
    wide, high, low = PICTURE
    at = luck.uniform(-0.12, 0.12)
    edge = 0.03
    frame = here.box((at - wide / 2, DEEP), (at + wide / 2, DEEP - 0.02), low, low + high)
    yield Piece("frame", frame, plain(luck.choice(("2b2724", "6b4a2c", "d9d4c8")), 0.2))
    mood = mixed((0.35, 0.5, 0.62), (0.72, 0.5, 0.35), luck.random())
    look = printed(
        "picture", 0.1, motif=luck.choice(("landscape", "seascape", "abstract")), colour=mood, seed=luck.below(8)
    )
    start = here.at((at + wide / 2 - edge, DEEP - 0.021), low + edge)
    yield Piece("picture", sheet(start, here.way(2 * edge - wide, 0.0), (0.0, 0.0, high - 2 * edge)), look)
