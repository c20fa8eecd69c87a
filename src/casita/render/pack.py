"""Packs shapes into the flat arrays that the rasteriser reads."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float32s, Float64s, Int32s
from casita.exact import total_of
from casita.render.coarser import Detail, coarsened
from casita.render.raster.arrays import Geometry
from casita.shapes.finish import Colour, Finish, Texture
from casita.shapes.kernels import mip_chain
from casita.shapes.mesh import Mesh, bounds, dots
from casita.shapes.textures.texels import coded

MIRROR_GLASS = "mirror_glass"
MIRRORED = (0.9, 0.45)
"""The pattern of mirrors, and how much they mirror: clean, and dirty."""

FIRST = 1 << 16
"""Rows that a column has room for at first."""


class Column:
    """An array that grows at its end without being copied every time."""

    def __init__(self, kind: type[np.generic], *more: int) -> None:
        self._room = np.empty((FIRST, *more), kind)
        self.count = 0

    def add(self, rows: NDArray[np.generic]) -> int:
        """Put rows at the end; where they begin."""
        start = self.count
        self.more(len(rows))[:] = rows
        return start

    def more(self, count: int) -> NDArray[Any]:
        """Room for so many rows at the end, to be filled."""
        start, stop = self.count, self.count + count
        if stop > len(self._room):
            larger = np.empty((max(stop, 4 * len(self._room)), *self._room.shape[1:]), self._room.dtype)
            larger[:start] = self._room[:start]
            self._room = larger
        self.count = stop
        return self._room[start:stop]

    @property
    def rows(self) -> NDArray[Any]:
        """What was added; a view that later additions leave as it is."""
        return self._room[: self.count]


class Packer:
    """Collects meshes, finishes and textures, each kept once, and gives them as `Geometry`.

    Meshes may be added later (a slice that is cut, shards, a figure): rows that were given out stay valid.
    """

    def __init__(self) -> None:
        self._x, self._y, self._z = (Column(np.float32) for _ in range(3))
        self._normal, self._uv = Column(np.float32, 3), Column(np.float32, 2)
        self._triangle = Column(np.uint32, 3)
        self._finish_rows, self._part_rows = Column(np.int32), Column(np.int32)
        self._levels: list[tuple[int, int, int, int]] = []
        self._errors: list[float] = []
        self._meshes: list[tuple[int, int]] = []
        self._balls: list[tuple[float, float, float, float]] = []
        self._finishes: dict[Finish, int] = {}
        self._textures: dict[tuple[Texture, Colour], int] = {}
        self._texel = Column(np.uint32)
        self._texture_rows: list[tuple[int, int]] = []

    def mesh(
        self,
        mesh: Mesh,
        finishes: Sequence[Finish],
        finish_rows: Sequence[Int32s],
        part_rows: Sequence[Int32s],
        *,
        coarsest: float = math.inf,
    ) -> int:
        """Add a mesh with its levels of detail; the row by which instances name it.

        `coarsest` is how many metres a level may depart at the most, however far away it is seen.
        """
        numbers = np.array([self._finish(finish) for finish in finishes], np.int32)
        first = len(self._levels)
        details = [
            Detail(level, error, numbers[finish], part)
            for level, error, finish, part in zip(mesh.levels, mesh.errors, finish_rows, part_rows, strict=True)
        ]
        details = [detail for detail in coarsened(details) if detail.error <= coarsest]
        for level, error, finish, part in details:
            vertex = self._x.add(level.points[:, 0])
            self._y.add(level.points[:, 1])
            self._z.add(level.points[:, 2])
            self._normal.add(level.normals)
            self._uv.add(level.uv)
            triangle = self._triangle.add(level.triangles)
            self._finish_rows.add(finish)
            self._part_rows.add(part)
            self._levels.append((vertex, len(level.points), triangle, len(level.triangles)))
            self._errors.append(error)
        self._meshes.append((first, len(details)))
        self._balls.append(_ball(mesh.levels[0].points))
        return len(self._meshes) - 1

    def _finish(self, finish: Finish) -> int:
        row = self._finishes.setdefault(finish, len(self._finishes))
        if finish.texture is not None:
            self._texture(finish.texture, finish.colour)
        return row

    def _texture(self, texture: Texture, colour: Colour) -> int:
        key = (texture._replace(repeat=1.0), colour if texture.tinted else (1.0, 1.0, 1.0))
        if key not in self._textures:
            self._textures[key] = len(self._texture_rows)
            image, shades = coded(*key)
            self._texture_rows.append((self._texel.count, len(image).bit_length() - 1))
            mip_chain(np.ascontiguousarray(image), shades, self._texel.more(_chain(len(image))))
        return self._textures[key]

    @property
    def nbytes(self) -> int:
        """Bytes of all that was added."""
        columns = (self._x, self._y, self._z, self._normal, self._uv, self._triangle, self._texel)
        return int(total_of(column.rows.nbytes for column in (*columns, self._finish_rows, self._part_rows)))

    def geometry(self) -> Geometry:
        """All that was added, as flat arrays."""
        levels = np.array(self._levels, np.int32).reshape(-1, 4)
        meshes = np.array(self._meshes, np.int32).reshape(-1, 2)
        balls = np.array(self._balls, np.float32).reshape(-1, 4)
        finishes = list(self._finishes)
        textures = np.array(self._texture_rows, np.int32).reshape(-1, 2)

        def column(values: Sequence[float]) -> Float32s:
            return np.array(values, np.float32)

        return Geometry(
            x=self._x.rows,
            y=self._y.rows,
            z=self._z.rows,
            normal=self._normal.rows,
            uv=self._uv.rows,
            triangle=self._triangle.rows,
            triangle_finish=self._finish_rows.rows,
            triangle_part=self._part_rows.rows,
            level_vertex=levels[:, 0].copy(),
            level_vertices=levels[:, 1].copy(),
            level_triangle=levels[:, 2].copy(),
            level_triangles=levels[:, 3].copy(),
            level_error=column(self._errors),
            mesh_level=meshes[:, 0].copy(),
            mesh_levels=meshes[:, 1].copy(),
            mesh_centre=np.ascontiguousarray(balls[:, :3]),
            mesh_radius=balls[:, 3].copy(),
            finish_colour=np.array([packed(finish.colour) for finish in finishes], np.uint32),
            finish_texture=np.array(
                [-1 if f.texture is None else self._texture(f.texture, f.colour) for f in finishes], np.int32
            ),
            finish_shine=column([finish.shine for finish in finishes]),
            finish_glow=column([finish.glow for finish in finishes]),
            finish_opacity=column([finish.opacity for finish in finishes]),
            finish_mirror=column([mirrored(finish) for finish in finishes]),
            texel=self._texel.rows if self._texel.count else np.zeros(1, np.uint32),
            texture_texel=textures[:, 0].copy(),
            texture_size=textures[:, 1].copy(),
        )


def mirrored(finish: Finish) -> float:
    """How much of a finish is what is before it: of mirror glass most, of dirty mirror glass less."""
    texture = finish.texture
    if texture is None or texture.pattern != MIRROR_GLASS:
        return 0.0
    return MIRRORED[1] if dict(texture.settings).get("dirty") else MIRRORED[0]


def packed(colour: Colour) -> int:
    """A colour as one word, 0x00BBGGRR."""
    r, g, b = (round(255 * min(max(c, 0.0), 1.0)) for c in colour)
    return r | g << 8 | b << 16


def _chain(side: int) -> int:
    """Texels of an image and all its halves."""
    return (4 * side * side - 1) // 3


def _ball(points: Float64s) -> tuple[float, float, float, float]:
    """The middle and radius of a ball around some points."""
    low, high = bounds(points)
    middle = (low + high) / 2
    away = points - middle
    radius = float(np.sqrt(dots(away, away).max()))
    return float(middle[0]), float(middle[1]), float(middle[2]), radius + 1e-4
