# mypy: disable-error-code="no-untyped-def"
"""Draws a frame: the one function that the rest of the package calls to make pictures.

A frame is made in two steps: first the nearest triangle of every pixel (`visibility`), then each pixel is
coloured once, row by row (`rows`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from casita.errors import BadInput, unknown
from casita.render.raster.arrays import Float, Frame, Geometry, Instances, Lights, View, blank
from casita.render.raster.buffers import Buffers
from casita.render.raster.compile import entry, wide
from casita.render.raster.looks import work_out
from casita.render.raster.mirrors import LARGEST, Pane, Reflection, reflections
from casita.render.raster.rows import (
    MIRRORED,
    SHADOWED,
    SMOOTH,
    WITH_DEPTH,
    WITH_IDS,
    WITH_NORMALS,
    WITH_PARTS,
    WITH_RGB,
    finish_rows,
)
from casita.render.raster.shadows import Shadows, no_shadows
from casita.render.raster.visibility import see

PIXELS = (
    (WITH_RGB, np.dtype(np.uint8), (3,)),
    (WITH_DEPTH, np.dtype(np.float32), ()),
    (WITH_IDS, np.dtype(np.int32), ()),
    (WITH_PARTS, np.dtype(np.int32), ()),
    (WITH_NORMALS, np.dtype(np.float32), (3,)),
)
"""Of each part of a frame: its bit, its type, and how many numbers a pixel has."""

NOTHING = tuple(np.empty((0, 0, *more), dtype) for _, dtype, more in PIXELS)
"""Parts of a frame that are not wanted."""

WANTED = {"rgb": WITH_RGB, "depth": WITH_DEPTH, "ids": WITH_IDS, "parts": WITH_PARTS, "normals": WITH_NORMALS}
"""What a frame can hold."""

USUAL = ("rgb", "depth", "ids")

EYE_NUMBERS = 17
"""Numbers of a view."""


@entry(
    blank(Geometry),
    blank(Instances),
    blank(Lights),
    np.zeros(EYE_NUMBERS, np.float32),
    Buffers().scratch,
    no_shadows(),
    *(1, 1, 1),
    tuple(np.zeros(0, dtype) for dtype in (np.uint8, np.uint32, np.float32, np.int32, np.int32, np.float32)),
    np.zeros(0, np.int64),
    -1,
)
def _draw(geometry, instances, lights, eye, scratch, words, width, height, wanted, frame, statistics, used):
    """Both steps, or the second if slots are used already; returns their number, or minus how many there should be.

    It ends after the first step if mirrors are to be waited for and any shows.
    """
    wide()
    if used < 0:
        used = see(geometry, instances, eye, scratch, width, height, statistics)
    if used >= 0:
        work_out(geometry, instances, eye, scratch, used, width, height)
        if wanted & MIRRORED == 0 or scratch.mirrors_seen[0] == 0:
            finish_rows(geometry, instances, lights, eye, scratch, words, width, height, wanted, frame)
    return used


def draw(
    geometry: Geometry,
    instances: Instances,
    lights: Lights,
    shadows: Shadows | None,
    view: View,
    size: tuple[int, int],
    buffers: Buffers,
    want: Collection[str] = USUAL,
    smooth: bool = False,
    out: Frame | None = None,
    mirrors: Sequence[tuple[int, Pane]] = (),
    mirrored: Instances | None = None,
) -> Frame:
    """What a camera sees, `size` being width and height in pixels.

    `shadows` must be up to date (`Shadows.update`); without it nothing casts shadows and no sun shines. With
    `smooth` each pixel's colour is the mean of four, and the rest is the upper left one's. `out` is filled and
    given back instead of a new frame. `mirrors` are the instances that mirror, and where; they show
    `mirrored`, where that is given, instead of the instances. Several threads may draw at once, each with its own
    buffers.
    """
    width, height = size
    if width < 1 or height < 1:
        raise BadInput(f"a frame of {width} x {height} pixels: expected at least 1 x 1")
    wanted = (SMOOTH if smooth else 0) | (SHADOWED if shadows is not None else 0)
    for name in want:
        if name not in WANTED:
            raise unknown("part of a frame", name, WANTED)
        wanted |= WANTED[name]
    buffers.check(geometry, instances, lights)
    frame = _new_frame(width, height, wanted) if out is None else _checked_frame(out, width, height, wanted)
    rgb = frame.rgb.reshape(-1)
    flat = (
        rgb,
        rgb[: rgb.size // 4 * 4].view(np.uint32),
        *(part.reshape(-1) for part in (frame.depth, frame.ids, frame.parts, frame.normals)),
    )
    eye = _numbers(view)
    words = no_shadows() if shadows is None else shadows.words
    times = 2 if smooth else 1
    whole = (width * times, height * times)
    buffers.mirrors[0][:] = -1
    used, statistics = -1, buffers.statistics
    if mirrors and wanted & WITH_RGB:
        wanted |= MIRRORED
    while True:
        scratch = buffers.fitted(geometry, instances, *whole)
        used = _draw(geometry, instances, lights, eye, scratch, words, *whole, wanted, flat, statistics, used)
        if used < 0:
            buffers.grow(-used)
        elif wanted & MIRRORED and scratch.mirrors_seen[0]:
            seen = scratch.mirrors_seen[1 : scratch.mirrors_seen[0] + 1].tolist()
            shown = reflections(instances, [one for one in mirrors if one[0] in seen], view, whole[1])
            _draw_mirrors(geometry, mirrored or instances, lights, shadows, buffers, shown)
            wanted &= ~MIRRORED
        else:
            return frame


def _draw_mirrors(
    geometry: Geometry,
    instances: Instances,
    lights: Lights,
    shadows: Shadows | None,
    buffers: Buffers,
    shown: list[Reflection],
) -> None:
    """Puts what mirrors show where drawing finds it."""
    rows, places, texels = buffers.mirrors
    for number, one in enumerate(shown):
        side = 1 << one.size
        rgb = draw(geometry, instances, lights, shadows, one.view, (side, side), buffers.behind, ("rgb",)).rgb
        whole = rgb.reshape(-1, 3).astype(np.uint32)
        first = number << (2 * LARGEST)
        texels[first : first + side * side] = whole[:, 0] | whole[:, 1] << 8 | whole[:, 2] << 16
        rows[number], places[number] = (one.instance, one.size), one.place


def _numbers(view: View) -> Float:
    """A view as the kernels take it: place, right, up, back, the two tangents, the near plane and its middle."""
    eye = np.empty(EYE_NUMBERS, np.float32)
    eye[:3] = view.position
    eye[3:12] = view.rotation.T.reshape(-1)
    eye[12:] = view.across, view.upright, view.near, view.aside, view.above
    return eye


def _new_frame(width: int, height: int, wanted: int) -> Frame:
    """Room for what is wanted."""
    parts = zip(PIXELS, NOTHING, strict=True)
    return Frame._make(
        np.empty((height, width, *more), dtype) if wanted & bit else none for (bit, dtype, more), none in parts
    )


def _checked_frame(frame: Frame, width: int, height: int, wanted: int) -> Frame:
    """A frame to be filled; BadInput if there is no room in it for what is wanted."""
    for name, (bit, dtype, more) in zip(Frame._fields, PIXELS, strict=True):
        part, shape = getattr(frame, name), (height, width, *more)
        if part.dtype != dtype or not part.flags.carray or (wanted & bit and part.shape != shape):
            raise BadInput(
                f"out.{name} must be a writable, contiguous {dtype} array of {shape}, not {part.dtype} of {part.shape}"
            )
    return frame
