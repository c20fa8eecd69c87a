"""What happens to any shape that is cut or bitten, where its drawing says nothing special; `shards.py` breaks them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from casita.shapes.bite import FINEST, Bite, bites_of, bitten_off, end_bitten_off
from casita.shapes.cut import halved
from casita.shapes.finish import Finish, Texture
from casita.shapes.mesh import Level, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.shards import both_sides, shattered
from casita.shapes.textures.texels import texels

__all__ = ["BITES", "bitten", "both_sides", "shattered", "sliced"]

BITES = ((0.25, 0.75, 2), (-1.0, 0.25, 5))
"""Least and most that is left, and how many bites are gone."""

LONG = 1.6
"""How many times wider than deep a thing is that is eaten from its left end, not from its front."""

SLICE_GAP = 0.03
"""How much of a slice's width is left free at each of its sides, so that slices that lie together are told apart."""


def sliced(pieces: Iterable[Piece], low: float, high: float, inside: Finish) -> list[Piece]:
    """What lies between two planes across y, a little thinner than that, closed with the inside, on the ground.

    The body shows the inside where it is cut (in the body's colour if the inside is a pale pattern); other
    pieces are the same all through.
    """
    gap = SLICE_GAP * (high - low)
    whole = list(pieces)
    bodies = _bodies(whole)
    made = []
    for piece in whole:
        mesh: Mesh | None = piece.mesh
        caps = []
        for normal, offset in (((0.0, 1.0, 0.0), high - gap), ((0.0, -1.0, 0.0), -low - gap)):
            if mesh is not None:
                mesh, cap = halved(mesh, normal, offset)
                if cap is not None:
                    finish = _inside_of(piece, inside) if piece.name in bodies else piece.finish
                    caps.append(replace(piece, name="inside", mesh=cap, finish=finish))
        if mesh is not None:
            made += [replace(piece, mesh=mesh), *caps]
    lowest = min((float(piece.mesh.levels[0].points[:, 2].min()) for piece in made), default=0.0)
    return [replace(piece, mesh=piece.mesh.moved(z=-lowest), amount=(-1.0, 1.0)) for piece in made]


def bitten(pieces: Sequence[Piece], size: tuple[float, float, float], inside: Finish, bites: int) -> list[Piece]:
    """Pieces with bites out of their front, or off the left end of a long thing; the bites show the body's inside."""
    bodies = _bodies(pieces)
    depth, width, _ = size
    long = width > LONG * depth
    mouth = bites_of(size, bites)
    done: dict[int, tuple[Mesh | None, Mesh | None]] = {}
    made = []
    for piece in pieces:
        if id(piece.mesh) not in done:
            left = width * (0.14 if bites <= 2 else -0.14)
            done[id(piece.mesh)] = (
                _shortened(piece.mesh, left, depth) if long else _eaten(piece.mesh, mouth, piece.name in bodies)
            )
        skin, wall = done[id(piece.mesh)]
        if skin is not None:
            made.append(replace(piece, mesh=skin))
        if wall is not None:
            finish = piece.finish
            if piece.name in bodies:
                finish = _inside_of(piece, inside) if long else flesh(_inside_of(piece, inside))
            made.append(replace(piece, name="inside", mesh=wall, finish=finish))
    return made


def _shortened(mesh: Mesh, left: float, depth: float) -> tuple[Mesh | None, Mesh | None]:
    """What is left of a long mesh when its left end is bitten off there, and its new end."""
    rests, ends = [], []
    for level, error in zip(mesh.levels, mesh.errors, strict=True):
        rest, end = end_bitten_off(level, left, depth)
        rests += [(rest, error)] if len(rest.triangles) else []
        ends += [(end, error)] if end is not None else []
    return _chain(rests), _chain(ends)


def _chain(levels: Sequence[tuple[Level, float]]) -> Mesh | None:
    """Levels with their errors as a mesh, if there are any."""
    if not levels:
        return None
    return Mesh(tuple(level for level, _ in levels), (0.0, *(error for _, error in levels[1:])))


def _eaten(mesh: Mesh, bites: Sequence[Bite], body: bool) -> tuple[Mesh | None, Mesh | None]:
    """What is left of a mesh, in its finest and a coarse level, and the walls of the bites."""
    finest, sunk = (FINEST, 0.0) if body else (1, 0.03)
    coarse = len(mesh.levels) // 2
    skins = [mesh.levels[0], *([mesh.levels[coarse]] if coarse else [])]
    walls: list[Level] = []
    for bite in bites:
        parts = [bitten_off(wall, bite, 1, sunk) for wall in walls] + [bitten_off(skins[0], bite, finest, sunk)]
        walls = [rest for rest, _ in parts[:-1]] + [wall for _, wall in parts if wall is not None]
        skins = [parts[-1][0], *(bitten_off(skin, bite, 0)[0] for skin in skins[1:])]
    kept = [
        (skin, error) for skin, error in zip(skins, (0.0, mesh.errors[coarse]), strict=False) if len(skin.triangles)
    ]
    walls = [wall for wall in walls if len(wall.triangles)]
    return _chain(kept), joined([Mesh((wall,), (0.0,)) for wall in walls]) if walls else None


def flesh(inside: Finish) -> Finish:
    """The inside where it is torn, not cut: the colour of the middle of its picture, a little uneven."""
    if inside.texture is None:
        return inside
    picture = texels(inside.texture, inside.colour)
    near, far = int(len(picture) * 0.25), int(len(picture) * 0.75)
    r, g, b = (float(c) / 255 for c in picture[near:far, near:far].reshape(-1, 3).mean(0))
    return Finish((r, g, b), Texture("food_pulp"), inside.shine)


def _bodies(pieces: Sequence[Piece]) -> set[str]:
    """The names of the pieces whose inside shows where they are cut: the body, or the largest piece."""
    if any(piece.name == "body" for piece in pieces):
        return {"body"}
    spans = [(float(np.prod(np.ptp(piece.mesh.levels[0].points, axis=0))), -k) for k, piece in enumerate(pieces)]
    return {pieces[-max(spans)[1]].name} if spans else set()


def _inside_of(piece: Piece, inside: Finish) -> Finish:
    """The inside of one piece: a pale pattern takes the piece's own colour."""
    if inside.texture is not None and inside.texture.tinted:
        return inside._replace(colour=piece.finish.colour)
    return inside
