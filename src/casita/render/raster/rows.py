# mypy: disable-error-code="no-untyped-def"
"""Colours a frame row by row once the nearest triangle of every pixel is known."""

from __future__ import annotations

from casita.render.raster.compile import U, W, inlined
from casita.render.raster.shading import DEPTH, shade
from casita.render.raster.store import copy_normals, copy_row, lay_glass, mean_of_four, pack
from casita.render.raster.surface import GLOW_ALL, set_depth, set_surfaces
from casita.render.raster.visibility import TRIANGLE

WITH_RGB, WITH_DEPTH, WITH_IDS, WITH_PARTS, WITH_NORMALS, SMOOTH, SHADOWED, MIRRORED = 1, 2, 4, 8, 16, 32, 64, 128
"""Bits of what is wanted; the last one is to wait for what mirrors show, if any is seen."""

SOLID, GLASS, ABOVE = 0, 1, 2
"""Which of the lines that scratch keeps."""


@inlined
def _set_row(geometry, instances, lights, eye, scratch, words, layer, which, row, size, begin, end, wanted):
    """One row of solid things or of glass, between two columns: depth, normals, ids, parts and lit colours."""
    nearness, slots = layer
    width, height = size
    lines, colour, segments = scratch.lines[which], scratch.colour[which], scratch.segments
    texel_at = scratch.texel_at[which]
    marks = (scratch.ident[which], scratch.part[which], colour, texel_at)
    sky = W(lights.sky) | GLOW_ALL
    set_depth(nearness, U(row * width), lines[DEPTH], U(begin), U(end))
    with_colours, with_parts = (wanted & WITH_RGB) != 0, (wanted & WITH_PARTS) != 0
    count = set_surfaces(
        geometry, instances, scratch, slots, lines, marks, segments, row, width, begin, end, sky,
        with_colours, with_parts,
    )  # fmt: skip
    if wanted & (WITH_RGB | WITH_NORMALS):
        centre, with_shadows = scratch.centre, (wanted & SHADOWED) != 0
        colours = (colour, geometry.texel, texel_at)
        places = scratch.places
        shade(
            lines, colours, places, segments, count, row, width, height, begin, eye, lights, centre, words, with_shadows
        )


@inlined
def _add_glass(geometry, instances, lights, eye, scratch, words, row, size, wanted):
    """Lays the glass of a row over what is behind it, piece by piece of each stretch without gaps."""
    slots, layer = scratch.glass_slots, (scratch.glass_nearness, scratch.glass_slots)
    lines, colour, ident, part = scratch.lines, scratch.colour, scratch.ident, scratch.part
    offset = U(row * size[0])
    x, last = U(scratch.extent[row, 0]), U(scratch.extent[row, 1])
    while x < last:
        if slots[offset + x] < 0:
            x += U(1)
            continue
        end = x
        while end < last and slots[offset + end] >= 0:
            end += U(1)
        _set_row(geometry, instances, lights, eye, scratch, words, layer, GLASS, row, size, x, end, wanted)
        while x < end:
            holder, stop = slots[offset + x], x + U(1)
            while stop < end and slots[offset + stop] == holder:
                stop += U(1)
            opacity = geometry.finish_opacity[geometry.triangle_finish[scratch.slot[U(holder), TRIANGLE]]]
            lay_glass(
                lines[GLASS], lines[SOLID], ident[GLASS], ident[SOLID], part[GLASS], part[SOLID],
                colour[GLASS], colour[SOLID], x, stop, opacity,
            )  # fmt: skip
            x = stop


@inlined
def finish_rows(geometry, instances, lights, eye, scratch, words, width, height, wanted, frame):
    """Fills the frame from the buffers, which are twice as wide and high when it is to be smooth."""
    rgb, rgb_words, depth, ids, parts, normals = frame
    size, layer = (width, height), (scratch.nearness, scratch.slots)
    stride = 2 if wanted & SMOOTH else 1
    out_width, out_height = width // stride, height // stride
    line, colour = scratch.lines[SOLID], scratch.colour
    for row in range(height):
        _set_row(geometry, instances, lights, eye, scratch, words, layer, SOLID, row, size, U(0), U(width), wanted)
        if scratch.extent[row, 0] < scratch.extent[row, 1]:
            _add_glass(geometry, instances, lights, eye, scratch, words, row, size, wanted)
        out_row = row // stride
        if wanted & WITH_RGB:
            waiting = U(out_row % 4 * out_width)
            if stride == 1:
                copy_row(colour[SOLID], scratch.packed, waiting, U(width), 1)
            elif row % 2 == 0:
                copy_row(colour[SOLID], colour[ABOVE], U(0), U(width), 1)
            else:
                mean_of_four(colour[ABOVE], colour[SOLID], scratch.packed, waiting, U(out_width))
            if row % stride == stride - 1 and (out_row % 4 == 3 or out_row == out_height - 1):
                first = out_row - out_row % 4
                pack(scratch.packed, (out_row - first + 1) * out_width, rgb, rgb_words, first * out_width)
        if row % stride == 0:
            offset = U(out_row * out_width)
            if wanted & WITH_DEPTH:
                copy_row(line[DEPTH], depth, offset, U(out_width), stride)
            if wanted & WITH_IDS:
                copy_row(scratch.ident[SOLID], ids, offset, U(out_width), stride)
            if wanted & WITH_PARTS:
                copy_row(scratch.part[SOLID], parts, offset, U(out_width), stride)
            if wanted & WITH_NORMALS:
                copy_normals(line, normals, offset, U(out_width), U(stride))
