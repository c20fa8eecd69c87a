"""The room that drawing needs and keeps from frame to frame: one set for each thread."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from casita.arrays import Uint32s
from casita.render.raster.arrays import Flag, Float, Geometry, Given, Instances, Int, Lights, Word, checked
from casita.render.raster.boxes import mesh_boxes
from casita.render.raster.compile import LANES
from casita.render.raster.cull import BUCKETS, TILE
from casita.render.raster.looks import LOOK_COLUMNS, PLANE_COLUMNS, WORK_COLUMNS
from casita.render.raster.mirrors import MOST_SEEN, no_mirrors
from casita.render.raster.shading import LINES, PLACES
from casita.render.raster.visibility import PLAN_COLUMNS, PLAN_ROWS, SLOT_COLUMNS

FIRST_SLOTS = 16_384
"""Triangles that there is room for before the first frame that needs more."""


class Scratch(NamedTuple):
    """Arrays that the kernels write; what they hold between frames has no meaning."""

    nearness: Float
    """One entry a pixel: the nearest so far and its slot, for solid things and for glass."""
    slots: Int
    glass_nearness: Float
    glass_slots: Int
    extent: Int
    """h x 2: from where to where each row has glass."""
    coarse: Float
    """One entry a tile of the picture; and one a column, to work it out."""
    least: Float
    centre: Float
    """The centre of each column of pixels."""
    x: Float
    """The vertices of the mesh that is drawn: from the eye, and in pixels and nearness."""
    y: Float
    z: Float
    column: Float
    row: Float
    near: Float
    drawable: Flag
    """Of its triangles: whether each may be seen, whether it crosses the near plane, and the numbers of such ones."""
    crossing: Flag
    listed: Int
    plan: Float
    """PLAN_COLUMNS x m and PLAN_ROWS x m: edges and planes of the listed triangles."""
    plan_rows: Int
    span_begin: Int
    """Of a block of rows of a triangle: first pixel, the one after the last, and nearness at the left side."""
    span_end: Float
    span_level: Float
    cut: Float
    """4 x 2: a triangle cut at the near plane."""
    slot: Int
    """m x SLOT_COLUMNS: the triangles that may show; then what those that do look like, and their planes."""
    look: Int
    planes: Float
    marked: Flag
    """Whether each slot shows, from the second on; the numbers of those that do; and room to work out their planes."""
    shown: Int
    worked: Float
    found: Int
    """The instances in view, their buckets, how many each bucket has, and their order."""
    found_bucket: Int
    bucket: Int
    order: Int
    ball: Float
    """n x 4: the ball around each instance in view, from the eye, and n x 12: how its vertices come there."""
    placed: Float
    box_middle: Float
    """k x 3 and k x 3: a box around each mesh in its own axes, its middle and half its sides."""
    box_half: Float
    lines: Float
    """2 x LINES x w: a row of solid things and one of glass."""
    ident: Int
    part: Int
    colour: Word
    """3 x w: solid, glass, and the row above for antialiasing."""
    texel_at: Int
    """2 x w: where the texel of each pixel is, or -1 if its colour is known."""
    places: Int
    """PLACES x w: where each pixel looks up its contact shade and shadow."""
    packed: Word
    """Four rows of colours that wait to become bytes."""
    segments: Int
    closing: Flag
    """Of each pixel of a row, whether it is the last of its triangle's run; and where the runs start."""
    starts: Int
    mirrors_seen: Int
    """How many mirrors show, and their instances."""
    mirror_row: Int
    """Of the mirrors in view: instance and size; where points lie in their pictures; and the pictures' texels."""
    mirror_place: Float
    mirror_texel: Word


class Buffers:
    """Scratch arrays that grow when a larger frame, a larger scene or more triangles need it."""

    def __init__(self) -> None:
        self._slots = FIRST_SLOTS
        self._vertices = 0
        self._triangles = 0
        self._instances = 0
        self._size = (0, 0)
        self._geometry: Geometry | None = None
        self._boxes = (np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32))
        self._scratch: Scratch | None = None
        self._checked: tuple[Given, ...] = ()
        self.mirrors = no_mirrors()
        """What the mirrors of a frame show."""
        self._behind: Buffers | None = None
        self.statistics = np.zeros(3, np.int64)
        """Instances drawn, their triangles, and slots used, since the buffers were made."""

    @property
    def scratch(self) -> Scratch:
        """The arrays of the present sizes."""
        if self._scratch is None:
            self._scratch = self._made()
        return self._scratch

    @property
    def behind(self) -> Buffers:
        """Others, to draw what mirrors show."""
        if self._behind is None:
            self._behind = Buffers()
        return self._behind

    def check(self, geometry: Geometry, instances: Instances, lights: Lights) -> None:
        """Raises BadInput if what is to be drawn has wrong arrays; what was drawn last is not looked at again."""
        self._checked = checked(self._checked, geometry, instances, lights)

    def fitted(self, geometry: Geometry, instances: Instances, width: int, height: int) -> Scratch:
        """Scratch that is large enough for a frame, except perhaps in triangles."""
        if geometry is not self._geometry:
            self._geometry, self._boxes, self._scratch = geometry, mesh_boxes(geometry), None
            vertices, triangles = (
                int(geometry.level_vertices.max(initial=1)),
                int(geometry.level_triangles.max(initial=1)),
            )
            if vertices > self._vertices or triangles > self._triangles:
                self._vertices, self._triangles = max(vertices, self._vertices), max(triangles, self._triangles)
                self._scratch = None
        if len(instances.mesh) > self._instances:
            self._instances, self._scratch = len(instances.mesh), None
        if (width, height) != self._size:
            self._size, self._scratch = (width, height), None
        return self.scratch

    def grow(self, slots: int) -> None:
        """Makes room for at least so many triangles."""
        while self._slots < slots:
            self._slots *= 2
        self._scratch = None

    def _made(self) -> Scratch:
        """New arrays of the present sizes."""
        width, height = self._size
        pixels, n = width * height, self._instances
        tiles = -(-width // TILE) * -(-height // TILE)

        def floats(*shape: int) -> Float:
            return np.zeros(shape, np.float32)

        def ints(*shape: int) -> Int:
            return np.zeros(shape, np.int32)

        def words(*shape: int) -> Uint32s:
            return np.zeros(shape, np.uint32)

        return Scratch(
            nearness=floats(pixels + LANES),
            slots=ints(pixels + LANES),
            glass_nearness=floats(pixels + LANES),
            glass_slots=ints(pixels + LANES),
            extent=ints(height, 2),
            coarse=floats(tiles),
            least=floats(width),
            centre=(np.arange(width + LANES) + 0.5).astype(np.float32),
            x=floats(self._vertices),
            y=floats(self._vertices),
            z=floats(self._vertices),
            column=floats(self._vertices),
            row=floats(self._vertices),
            near=floats(self._vertices),
            drawable=np.zeros(self._triangles + 1, np.uint8),
            crossing=np.zeros(self._triangles + 1, np.uint8),
            listed=ints(self._triangles + LANES),
            plan=floats(PLAN_COLUMNS, self._triangles + LANES),
            plan_rows=ints(PLAN_ROWS, self._triangles + LANES),
            span_begin=ints(LANES),
            span_end=floats(LANES),
            span_level=floats(LANES),
            cut=floats(4, 2),
            slot=ints(self._slots, SLOT_COLUMNS),
            look=ints(self._slots, LOOK_COLUMNS),
            planes=floats(self._slots, PLANE_COLUMNS),
            marked=np.zeros(self._slots + 1, np.uint8),
            shown=ints(self._slots + LANES),
            worked=floats(WORK_COLUMNS, self._slots + LANES),
            found=ints(n),
            found_bucket=ints(n),
            bucket=ints(4 * BUCKETS + 1),
            order=ints(n),
            ball=floats(n, 4),
            placed=floats(n, 12),
            box_middle=self._boxes[0],
            box_half=self._boxes[1],
            lines=floats(2, LINES, width + LANES),
            ident=ints(2, width + LANES),
            part=ints(2, width + LANES),
            colour=words(3, width + LANES),
            texel_at=ints(2, width + LANES),
            places=ints(PLACES, width + LANES),
            packed=words(4 * width),
            segments=ints(width + 1, 4),
            closing=np.zeros(width + 1, np.uint8),
            starts=ints(width + 2),
            mirrors_seen=ints(1 + MOST_SEEN),
            mirror_row=self.mirrors[0],
            mirror_place=self.mirrors[1],
            mirror_texel=self.mirrors[2],
        )
