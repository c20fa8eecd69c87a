"""A thing's shape: its pieces grouped by how they move and when they show, ready to be drawn.

A shape belongs to a thing, not to a state: the state decides which groups show, how far the joints
are open, and how high the liquid stands.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from casita.arrays import Int32s
from casita.exact import total_of
from casita.limits import SHAPES_KEPT_BYTES
from casita.recent import Recent
from casita.shapes.changes import BITES, bitten, shattered, sliced
from casita.shapes.drawings import drawings
from casita.shapes.finish import Finish
from casita.shapes.levels import joined_levels
from casita.shapes.making import INSIDES, OWN, Making, solid_pieces
from casita.shapes.mesh import Level, Mesh, bounds, with_unit_normals
from casita.shapes.piece import Moment, Piece


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces that always move together and show together: one mesh for the renderer."""

    mesh: Mesh
    finishes: tuple[Int32s, ...]
    """By level: the number, in the shape's list, of each triangle's finish."""
    parts: tuple[Int32s, ...]
    """By level: the number, in the shape's list, of each triangle's part."""
    glass: bool
    joint: str
    when: tuple[Moment, ...]
    amount: tuple[float, float]
    rise: tuple[tuple[float, float, float, float], ...]
    shrink: float
    middle: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """All that can be seen of one thing, in every state."""

    groups: tuple[Group, ...]
    finishes: tuple[Finish, ...]
    parts: tuple[str, ...]

    @property
    def nbytes(self) -> int:
        """Bytes of its meshes."""
        rows = (column for group in self.groups for column in (*group.finishes, *group.parts))
        levels = (level for group in self.groups for level in group.mesh.levels)
        return int(total_of(level.nbytes for level in levels) + total_of(row.nbytes for row in rows))


_shapes: Recent[Hashable, Shape] = Recent(SHAPES_KEPT_BYTES, lambda shape: shape.nbytes)


def shape(make: Making) -> Shape:
    """The shape of a thing.

    What only shows once it is broken or bitten is in `later`, unless its drawing draws that by itself.
    """
    return _shapes.get((make, "whole"), lambda: grouped(_marked(make, drawn(make))))


def slice_shape(make: Making, number: int, count: int, box: tuple[float, float, float]) -> Shape:
    """The shape of one of so many slices of a thing, in its box."""
    return _shapes.get((make, number, count, box), lambda: grouped(_slice(make, drawn(make), number, count, box)))


def later(make: Making) -> Shape:
    """What shows of a thing once it is broken or bitten, besides its shape; often nothing."""
    return _shapes.get((make, "later"), lambda: _later(make))


def forget_shapes() -> None:
    """Make every shape anew when it is next asked for, since a drawing has changed."""
    _shapes.clear()


def _later(make: Making) -> Shape:
    pieces = drawn(make)
    made: list[Piece] = []
    if _bites(make, pieces):
        for low, high, bites in BITES:
            part = bitten(pieces, make.size, _inside(make), bites)
            made += [replace(piece, amount=(low, high)) for piece in part]
    if _breaks(make, pieces):
        made = [replace(piece, when=(*piece.when, "whole")) for piece in made]
        lasting = [piece for piece in _marked(make, pieces) if piece.when == ("whole",)]
        shards = shattered(lasting, make.size, _inside(make), make.luck.child("shards"))
        made += [replace(piece, when=("broken",)) for piece in shards]
    return grouped(made)


def drawn(make: Making) -> list[Piece]:
    """The pieces that a type's drawing makes, or its form's solids if it has none."""
    drawing = OWN.get(make.type) or drawings().get(make.type)
    afresh = replace(make)  # its luck from the start, however often it was drawn before
    return list(drawing(afresh) if drawing else solid_pieces(afresh))


def _inside(make: Making) -> Finish:
    return INSIDES.get(make.type, make.main)


def _bites(make: Making, pieces: Sequence[Piece]) -> bool:
    """Does it take the bites that all food takes, because its drawing shows no others?"""
    return make.kind.can("eat") and not any(piece.amount != (-1.0, 1.0) for piece in pieces)


def _breaks(make: Making, pieces: Sequence[Piece]) -> bool:
    """Does it break into shards like anything, because its drawing says nothing special?"""
    return make.kind.can("break") and not any("broken" in piece.when for piece in pieces)


def _marked(make: Making, pieces: list[Piece]) -> list[Piece]:
    """The pieces, marked as showing only while it is whole and hardly eaten, where something else shows later."""
    if _bites(make, pieces):
        pieces = [replace(piece, amount=(BITES[0][1], 1.0)) for piece in pieces]
    if _breaks(make, pieces):
        pieces = [replace(piece, when=(*piece.when, "whole")) for piece in pieces]
    return pieces


def _slice(make: Making, pieces: list[Piece], number: int, count: int, box: tuple[float, float, float]) -> list[Piece]:
    """What is cut from a thing between two planes, squeezed a little where it does not fit its box."""
    width = make.size[1]
    low, high = (width * (k / count - 0.5) for k in (number, number + 1))
    kept = [piece for piece in pieces if "broken" not in piece.when and piece.amount[1] >= 1.0]
    cut = sliced(kept, low, high, _inside(make))
    points = np.concatenate([piece.mesh.levels[0].points for piece in cut])
    least, most = bounds(points)
    x, y, z = np.minimum(np.asarray(box) / np.maximum(most - least, 1e-9), 1.0).tolist()
    middle = (float(least[0] + most[0]) / 2, (low + high) / 2)
    return [replace(piece, mesh=piece.mesh.moved(-middle[0], -middle[1]).scaled(x, y, z)) for piece in cut]


def grouped(pieces: Sequence[Piece]) -> Shape:
    """Pieces as a shape."""
    finishes = tuple(dict.fromkeys(piece.finish for piece in pieces))
    parts = tuple(dict.fromkeys(piece.name for piece in pieces))
    groups: dict[object, list[Piece]] = {}
    for piece in pieces:
        glass = piece.finish.opacity < 1.0
        key = (glass, piece.joint, piece.when, piece.amount, piece.rise, piece.shrink, piece.middle)
        groups.setdefault(key, []).append(piece)
    return Shape(tuple(_group(members, finishes, parts) for members in groups.values()), finishes, parts)


def _group(pieces: Sequence[Piece], finishes: Sequence[Finish], parts: Sequence[str]) -> Group:
    first = pieces[0]
    made = joined_levels([_textured(piece) for piece in pieces])
    finish = np.array([finishes.index(piece.finish) for piece in pieces], np.int32)
    part = np.array([parts.index(piece.name) for piece in pieces], np.int32)
    return Group(
        made.mesh.each(with_unit_normals),
        tuple(finish[owner] for owner in made.owner),
        tuple(part[owner] for owner in made.owner),
        first.finish.opacity < 1.0,
        first.joint,
        first.when,
        first.amount,
        first.rise,
        first.shrink,
        first.middle,
    )


def _textured(piece: Piece) -> Mesh:
    """The mesh with its texture coordinates in repetitions of its finish's texture."""
    texture = piece.finish.texture
    if texture is None or texture.repeat == 1.0:
        return piece.mesh
    repeat = texture.repeat

    def change(level: Level) -> Level:
        return level._replace(uv=level.uv / repeat)

    return piece.mesh.each(change)
