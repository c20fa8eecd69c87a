"""What the drawings of food share: leaves, heaps, browning, and fitting a drawing to its box."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from casita.products import product
from casita.seeds import Stream
from casita.shapes.finish import Colour, Finish, Texture, mixed, plain, printed, rgb
from casita.shapes.flats import patch
from casita.shapes.making import Making
from casita.shapes.mesh import Array, Level, Mesh, joined
from casita.shapes.piece import Moment, Piece
from casita.shapes.rounds import ball, curve, sweep


def leaf(length: float, width: float, *, curl: float = 0.3, cup: float = 0.3, wave: float = 0.0, fine: int = 6) -> Mesh:
    """A leaf from the origin along +x: its tip curls up by `curl` of its length, its edges by `cup` of its width."""
    t = np.linspace(0.0, 1.0, fine + 1)
    s = np.linspace(-1.0, 1.0, fine + 1)
    half = width / 2 * np.sin(math.pi * np.clip(t, 0.0, 1.0) ** 0.75) ** 0.8 + width * 0.01
    x = np.broadcast_to((t * length)[:, None], (fine + 1, fine + 1))
    y = -half[:, None] * s[None, :]
    ripple = wave * width * np.sin(t * 17)[:, None] * s[None, :] ** 2
    z = curl * length * (t**2)[:, None] + cup * width * (s**2)[None, :] * np.sin(math.pi * t)[:, None] + ripple
    return patch(np.stack([x, y, z], -1), unit_uv=True, two_sided=True)


def crown(count: int, length: float, width: float, *, curl: float, luck: Stream, cup: float = 0.15) -> Mesh:
    """Leaves round a stalk: the green of a strawberry or a tomato."""
    made = []
    for k in range(count):
        one = leaf(length * luck.uniform(0.85, 1.1), width, curl=curl * luck.uniform(0.6, 1.4), cup=cup, fine=4)
        made.append(one.turned("z", 360.0 * k / count + luck.uniform(-12, 12)))
    return joined(made)


def spread(count: int, radius: float, luck: Stream, jitter: float = 0.12) -> list[tuple[float, float]]:
    """Points evenly over a disc, a little out of order: crumbs, seeds, toppings."""
    made = []
    for k in range(count):
        r = radius * math.sqrt((k + 0.5) / count) + radius * luck.uniform(-jitter, jitter)
        a = k * 2.39996 + luck.uniform(-0.3, 0.3)
        made.append((r * math.cos(a), r * math.sin(a)))
    return made


def stem(path: Sequence[tuple[float, float, float]], low: float, high: float, *, fine: int = 3, sides: int = 8) -> Mesh:
    """A bent stalk along a path, `low` thick where it grows and `high` at its end."""
    line = curve(path, fine)
    return sweep(line, np.linspace(low, high, len(line)).tolist(), sides=sides)


def leafy(colour: str) -> Finish:
    """The finish of a leaf with veins, of a colour in six digits."""
    return plain(colour, 0.2).with_texture("food_leafy", 1.0)


@cache
def _unit_ball(sides: int) -> Mesh:
    return ball(1.0, 1.0, 1.0, sides=sides)


def berry(radius: float, sides: int = 12) -> Mesh:
    """A small ball."""
    return _unit_ball(sides).scaled(radius, radius, radius)


def strewn(
    mesh: Mesh,
    places: Sequence[tuple[float, float, float]],
    *,
    size: Sequence[float] | float = 1.0,
    spin: Sequence[float] | float = 0.0,
    lean: Sequence[float] | float = 0.0,
    turn: Sequence[float] | float = 0.0,
) -> Mesh:
    """Many copies of a mesh as one: each scaled, spun about z, leant about y, turned about z (degrees) and moved."""
    count = len(places)
    s, a, b, c = (np.broadcast_to(np.asarray(value, float), count) for value in (size, spin, lean, turn))
    turns = product(product(_about_z(c), _about_y(b)), _about_z(a))
    at = np.asarray(places, float).reshape(-1, 1, 3)

    def change(level: Level) -> Level:
        points = product(level.points, turns.transpose(0, 2, 1)) * s[:, None, None] + at
        normals = product(level.normals, turns.transpose(0, 2, 1))
        starts = np.arange(count)[:, None, None] * len(level.points)
        triangles = (level.triangles[None] + starts).reshape(-1, 3)
        return Level(points.reshape(-1, 3), normals.reshape(-1, 3), np.tile(level.uv, (count, 1)), triangles)

    return mesh.each(change, float(s.max(initial=0.0)))


def _about_z(degrees: Array) -> Array:
    c, s, none = np.cos(np.radians(degrees)), np.sin(np.radians(degrees)), np.zeros(len(degrees))
    return np.stack([c, -s, none, s, c, none, none, none, none + 1], -1).reshape(-1, 3, 3)


def _about_y(degrees: Array) -> Array:
    c, s, none = np.cos(np.radians(degrees)), np.sin(np.radians(degrees)), np.zeros(len(degrees))
    return np.stack([c, none, s, none, none + 1, none, -s, none, c], -1).reshape(-1, 3, 3)


def toned(make: Making, tones: Mapping[str, str]) -> Colour:
    """The colour that this food has when the catalogue names it so: six digits by name, else the catalogue's own."""
    return rgb(tones[make.colour]) if make.colour in tones else make.rgb


def skinned(colour: Colour, pattern: str, shine: float = 0.25, **settings: object) -> Finish:
    """A pale pattern that covers a skin once."""
    return Finish(colour, Texture(pattern, tuple(sorted(settings.items())), 1.0), shine)


def cut_face(pattern: str, shine: float = 0.1, **settings: str | float) -> Finish:
    """What a cut through food shows: a pattern whose colours are given in six digits."""
    read = {name: rgb(value) if isinstance(value, str) else value for name, value in settings.items()}
    return printed(pattern, shine, 0.0, **read)


def browned(name: str, mesh: Mesh, finish: Finish, share: float = 0.5) -> Iterator[Piece]:
    """A piece while raw, and the same roasted brown once cooked."""
    yield Piece(name, mesh, finish, when=("raw",))
    colour = mixed(finish.colour, rgb("5e3413"), share)
    yield Piece(name, mesh, Finish(colour, Texture("food_roast"), 0.35), when=("cooked",))


def fitted(pieces: Iterable[Piece], size: tuple[float, float, float], also: Sequence[Moment] = ()) -> list[Piece]:
    """The pieces stretched so that together they fill the box; only those that show when whole and raw count."""
    made = list(pieces)
    skip = {"broken", "cooked"} - set(also)
    seen = [p for p in made if not skip & set(p.when) and p.amount[1] >= 1.0]
    points = np.concatenate([piece.mesh.levels[0].points for piece in seen])
    low, high = points.min(0), points.max(0)
    scale = np.asarray(size) / np.maximum(high - low, 1e-9)
    middle = (low + high) / 2
    done: dict[int, Mesh] = {}
    for mesh in (piece.mesh for piece in made):
        if id(mesh) not in done:
            done[id(mesh)] = mesh.moved(-middle[0], -middle[1], -low[2]).scaled(*map(float, scale))
    return [replace(piece, mesh=done[id(piece.mesh)]) for piece in made]
