"""The flat arrays that the rasteriser reads: geometry that never changes, and what a state changes.

Everything is float32 or a small integer, laid out in one dimension where a loop runs over it, so
that the compiled kernels need no objects and no allocation.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, TypeVar, get_type_hints

import numpy as np

from casita.arrays import Float32s, Int32s, Uint8s, Uint32s
from casita.errors import BadInput

Float = Float32s
Int = Int32s
Word = Uint32s
Flag = Uint8s


TABLES = frozenset(("normal", "uv", "triangle", "mesh_centre", "matrix", "position", "ceiling", "lamp", "box", "spot"))
"""The arrays with two dimensions; all others have one."""


class Geometry(NamedTuple):
    """Meshes with their levels of detail, finishes and textures: shared by all states of a scene."""

    x: Float
    """One entry a vertex; all levels of all meshes one after the other."""
    y: Float
    z: Float
    normal: Float
    """n x 3, unit length."""
    uv: Float
    """n x 2, in repetitions of the finish's texture; v runs up."""
    triangle: Word
    """m x 3: vertices, counted from the first vertex of the level; anticlockwise seen from outside."""
    triangle_finish: Int
    """Row of the finish of each triangle."""
    triangle_part: Int
    """Number of the part of its thing that each triangle belongs to."""
    level_vertex: Int
    """First vertex, number of vertices, first triangle and number of triangles of each level."""
    level_vertices: Int
    level_triangle: Int
    level_triangles: Int
    level_error: Float
    """Metres that a level departs from the finest one of its mesh."""
    mesh_level: Int
    """First level (the finest) and number of levels of each mesh."""
    mesh_levels: Int
    mesh_centre: Float
    """k x 3 and k: a ball around each mesh, in its own axes."""
    mesh_radius: Float
    finish_colour: Word
    """Packed 0x00BBGGRR, sRGB; used where there is no texture."""
    finish_texture: Int
    """Row of the texture; -1 for none."""
    finish_shine: Float
    """0 is matt, 1 has the strongest highlight."""
    finish_glow: Float
    """0 is lit like the rest; 1 shows its own colour whatever the light."""
    finish_opacity: Float
    """1 hides what is behind; less is glass (only in meshes of glass instances)."""
    finish_mirror: Float
    """How much of what a mirror shows is what is before it; 0 for all that is no mirror."""
    texel: Word
    """Packed texels of all textures, each a chain of square mipmaps, largest first; row 0 is the top."""
    texture_texel: Int
    """First texel of each texture."""
    texture_size: Int
    """Base-2 logarithm of the side of the largest mipmap."""


class Instances(NamedTuple):
    """Where the meshes are in one state: row i is one mesh of one thing."""

    mesh: Int
    shown: Flag
    """0 is left out (inside a closed cupboard, no longer there, not in this condition)."""
    glass: Flag
    """1 is drawn in the second pass, over what is behind it."""
    wall: Flag
    """1 is a large thing that hides others and is drawn first (walls, floors, ceilings)."""
    matrix: Float
    """n x 9: rotation times scale, by rows."""
    position: Float
    """n x 3."""
    scale: Float
    """n: the largest scale along any axis, for bounds and levels of detail."""
    id: Int
    """What the frame's `ids` say of its pixels: the object's slot, or a number after all slots."""
    room: Int
    """Whose lights fall on it."""
    contact: Flag
    """1 darkens what is close to it; 0 for figures, which walk about on a dark spot instead."""


class Lights(NamedTuple):
    """The lights of a scene in one state: row r is room r."""

    ambient: Float
    """Light from everywhere, per room."""
    ceiling: Float
    """r x 3: where the room's ceiling light hangs."""
    strength: Float
    """Of the ceiling light; 0 is off."""
    reach: Float
    """r: tangent of half the angle that the ceiling light's downward shadow map covers."""
    lamp: Float
    """k x 4: position and strength of each lamp, those of one room after those of the one before."""
    lamp_first: Int
    """r + 1: the lamps of room r are lamp_first[r] up to lamp_first[r + 1]."""
    box: Float
    """r x 6: the lowest and the highest corner of a box around each room; all 0 where there is no contact shade."""
    spot: Float
    """a x 4: the middle of a dark spot on the floor under each figure, its radius, and the number of its room."""
    sun: Float
    """12: unit vector towards the sun, its right and up vectors, then the centre of its shadow map's view."""
    sun_strength: Float
    """r: how much of the sun a room can get (0 for a room without windows)."""
    sun_half: float
    """Half the width in metres of what the sun's shadow map covers."""
    sky: int
    """Packed colour outside."""


DTYPES: dict[object, type[np.generic]] = {Float: np.float32, Int: np.int32, Word: np.uint32, Flag: np.uint8}


Kind = TypeVar("Kind", Geometry, Instances, Lights)


KINDS = {kind.__name__: kind for kind in (Geometry, Instances, Lights)}


@cache
def _hints(kind: str) -> dict[str, Any]:
    """The types of the fields of a kind, which take a while to work out."""
    return get_type_hints(KINDS[kind])


def blank(kind: type[Kind]) -> Kind:
    """One with nothing in it, and the types that all of its kind have."""
    values: list[object] = []
    for name, hint in _hints(kind.__name__).items():
        if hint in DTYPES:
            values.append(np.zeros((0, 3) if name in TABLES else 0, DTYPES[hint]))
        else:
            values.append(hint(0))
    return kind._make(values)


_pattern = cache(blank)
Given = Geometry | Instances | Lights


def checked(before: tuple[Given, ...], *given: Given) -> tuple[Given, ...]:
    """Checks what is not the very same as the time before, and gives it back for the next time.

    Most frames are drawn with the tuples of the frame before, and to look at all their arrays takes longer than a row.
    """
    for number, one in enumerate(given):
        if number >= len(before) or one is not before[number]:
            check(one)
    return given


def check(given: Given) -> None:
    """Raises BadInput if an array is not what its kind has: type, dimensions, writable and in one piece."""
    patterns = _pattern(type(given))  # type: ignore[arg-type]
    for name, value, pattern in zip(given._fields, given, patterns, strict=True):
        where = f"{type(given).__name__}.{name}"
        if not isinstance(pattern, np.ndarray):
            if type(value) is not type(pattern):
                raise BadInput(f"{where} is {value!r}: expected a {type(pattern).__name__}")
        elif not isinstance(value, np.ndarray):
            raise BadInput(f"{where} is {value!r}: expected an array")
        elif value.dtype != pattern.dtype or value.ndim != pattern.ndim or not value.flags.carray:
            raise BadInput(
                f"{where} must be a writable, contiguous {pattern.dtype} array of {pattern.ndim} dimensions, "
                f"not {value.dtype} of {value.ndim}"
            )


class View(NamedTuple):
    """Where a camera stands and how wide it sees."""

    position: Float
    """3."""
    rotation: Float
    """3 x 3: its columns point right, up and back."""
    across: float
    """Tangent of half the angle from left to right, and of half the one from bottom to top."""
    upright: float
    near: float = 0.03
    """Metres in front of the camera before which nothing is drawn."""
    aside: float = 0.0
    """Slope from straight ahead to the middle of the picture, to the right and up: 0 for most cameras."""
    above: float = 0.0


class Frame(NamedTuple):
    """What a camera sees, row 0 on top; what was not wanted has no pixels."""

    rgb: Uint8s
    """h x w x 3, sRGB."""
    depth: Float
    """h x w: metres along the view axis; 0 is nothing."""
    ids: Int
    """h x w: `Instances.id`; -1 is nothing."""
    parts: Int
    """h x w: `Geometry.triangle_part`; -1 is nothing."""
    normals: Float
    """h x w x 3: unit vectors in the world's axes; 0 is nothing."""
