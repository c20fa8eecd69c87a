"""Room for the grids of contact shade of all rooms: how fine each is, and its arrays."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from casita.arrays import Float64s
from casita.render.raster.arrays import Flag, Float, Geometry, Int, Lights, Word
from casita.render.raster.boxes import mesh_boxes
from casita.render.raster.contact import MARGIN, MOST_CELLS, PER_METRE, PLACE_COLUMNS, SIZE_COLUMNS, TOUCH_COLUMNS, UNIT

FINER = 0.85
"""By how much a grid with too many cells is made coarser at a time."""


class Grids(NamedTuple):
    """Arrays of contact shade that only the kernels read and write."""

    place: Float
    """r x PLACE_COLUMNS and r x SIZE_COLUMNS: where each room's grid is and how large; no cells for the outside."""
    size: Int
    box_middle: Float
    """The middle of a box around each mesh, and half its sides."""
    box_half: Float
    points: Float
    """3 x n: the vertices of the mesh that is counted, in cells."""
    fine: Int
    """Per cell, how much surface is in it; the same for the coarse grids, with only walls, floors and ceilings."""
    coarse: Int
    far: Int
    """Of each coarse cell, how much there is half a metre around; and room to work it out."""
    coarse_work: Int
    dark: Flag
    """How dark each cell is, of 255."""
    words: Word
    """The same as drawing reads it."""
    line: Int
    far_line: Float
    touched: Int
    """r x TOUCH_COLUMNS: what has changed since the words were worked out."""


def new_grids(geometry: Geometry, lights: Lights) -> Grids:
    """Empty grids for the rooms that these lights have."""
    rooms = len(lights.ambient)
    place, size = np.zeros((rooms, PLACE_COLUMNS), np.float32), np.zeros((rooms, SIZE_COLUMNS), np.int32)
    cells = coarse = 0
    for room, box in enumerate(lights.box.tolist()):
        low, high = box[:3], box[3:]
        if all(a < b for a, b in zip(low, high, strict=True)):
            per, sides = _fitted(low, high)
            place[room] = [*(a - MARGIN / per for a in low), per]
            size[room] = [*sides, cells, coarse]
            cells += math.prod(sides)
            coarse += math.prod(side // 2 + 2 for side in sides)
    widest = int(size[:, 0].max(initial=0))
    touched = np.zeros((rooms, TOUCH_COLUMNS), np.int32)
    touched[:, 1:6:2], touched[:, 6] = size[:, :3], 1  # all of it, the first time
    middle, half = mesh_boxes(geometry)
    made = Grids(
        place=place,
        size=size,
        box_middle=middle,
        box_half=half,
        points=np.zeros((3, int(geometry.level_vertices.max(initial=1))), np.float32),
        fine=np.zeros(cells, np.int32),
        coarse=np.zeros(coarse, np.int32),
        far=np.zeros(coarse, np.int32),
        coarse_work=np.zeros(coarse, np.int32),
        dark=np.zeros(cells, np.uint8),
        words=np.zeros(cells, np.uint32),
        line=np.zeros(widest + 1, np.int32),
        far_line=np.zeros(widest + 1, np.float32),
        touched=touched,
    )
    for room, (low, high) in enumerate(zip(lights.box[:, :3].tolist(), lights.box[:, 3:].tolist(), strict=True)):
        if size[room, 0]:
            _extend_walls(made, room, [(b - a) * float(place[room, 3]) for a, b in zip(low, high, strict=True)])
    return made


def _extend_walls(grids: Grids, room: int, extent: list[float]) -> None:
    """Lets the six sides of a room's box go on outside it, so that a wall closes in evenly up to its corners."""
    sides = grids.size[room, :3].tolist()
    fine, coarse = grids.size[room, 3:].tolist()
    for counts, first, by in ((grids.fine, fine, 1.0), (grids.coarse, coarse, 2.0)):
        shape = [side if by == 1.0 else side // 2 + 2 for side in sides]
        cells = counts[first : first + math.prod(shape)].reshape(shape[2], shape[1], shape[0])
        starts, ends = [MARGIN / by] * 3, [(MARGIN + along) / by for along in extent]
        inside = [_covered(n, a, b) for n, a, b in zip(shape, starts, ends, strict=True)]
        for axis in range(3):
            others = [k for k in (2, 1, 0) if k != axis]
            outside = 1.0 - np.multiply.outer(inside[others[0]], inside[others[1]])
            layers = np.moveaxis(cells, 2 - axis, 0)
            for at in (starts[axis], ends[axis]):
                whole = int(at)
                for layer, share in ((whole, 1.0 - (at - whole)), (whole + 1, at - whole)):
                    layers[layer] += np.floor(outside * (share * UNIT) + 0.5).astype(np.int32)


def _covered(count: int, start: float, end: float) -> Float64s:
    """How much of each cell is covered by what goes from a start to an end, as counts spread it over neighbours."""
    steps = np.arange(count)

    def before(at: float) -> Float64s:
        off = np.clip(at - steps, -1.0, 1.0)
        return np.asarray(np.where(off < 0.0, (1.0 + off) ** 2 / 2, 1.0 - (1.0 - off) ** 2 / 2))

    return before(end) - before(start)


def _fitted(low: list[float], high: list[float]) -> tuple[float, tuple[int, int, int]]:
    """Cells to a metre and along each side of a grid round a box that has not too many."""
    per = PER_METRE
    while True:
        x, y, z = (math.ceil((b - a) * per) + 2 * MARGIN + 1 for a, b in zip(low, high, strict=True))
        if x * y * z <= MOST_CELLS:
            return per, (x, y, z)
        per *= FINER
