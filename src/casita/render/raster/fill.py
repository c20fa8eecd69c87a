# mypy: disable-error-code="no-untyped-def"
"""Triangles to pixels: spans of rows that meet without gaps and without overlap.

An edge is a line from its upper end, so two triangles that share it compute the same bits for it; a pixel
belongs to the triangle that has its centre. Depth is kept as nearness, one over the distance along the view:
it is a plane over the picture, and 0 is nothing.

A triangle's `corners` are three columns and rows; its `plane` is the slope of nearness along columns and rows, its
value at the picture's corner, and the most that it can be. It faces the viewer: its corners run anticlockwise.
"""

from __future__ import annotations

from casita.render.raster.compile import HALF, HUGE, LANES, MAP_LANES, ZERO, F, I, U, ceiling, kernel, wide


@kernel
def first_centre(at, limit):
    """The first pixel whose centre is not before a coordinate, within 0 and a limit."""
    return ceiling(max(min(at - HALF, limit), ZERO))


@kernel
def edges_of(corners):
    """A triangle's edges: the top and the middle corner, how far each edge goes sideways in a row, the row from
    which the lower one counts, and whether the middle corner is right of the long edge."""
    ax, ay, bx, by, cx, cy = corners
    right = False
    if by < ay:
        ax, ay, bx, by, right = bx, by, ax, ay, not right
    if cy < ay:
        ax, ay, cx, cy, right = cx, cy, ax, ay, not right
    if cy < by:
        bx, by, cx, cy, right = cx, cy, bx, by, not right
    long_step, upper_step, lower_step = (cx - ax) / (cy - ay), (bx - ax) / (by - ay), (cx - bx) / (cy - by)
    return ax, ay, bx, by, long_step, upper_step, lower_step, first_centre(by, HUGE), right


@kernel
def span(row, edges, first, last):
    """First pixel of a row inside the triangle and the one after the last, within two limits."""
    ax, ay, bx, by, long_step, upper_step, lower_step, middle, right = edges
    y = F(row) + HALF
    long_edge = ax + (y - ay) * long_step
    short_edge = bx + (y - by) * lower_step if row >= middle else ax + (y - ay) * upper_step
    from_x = long_edge if right else short_edge
    to_x = short_edge if right else long_edge
    begin = ceiling(max(min(from_x - HALF, last), first))
    end = ceiling(max(min(to_x - HALF, last), first))
    return begin, end


@kernel
def _fill_block(nearness, slots, centre, offset, begin, last, slope, level, most, slot):
    """A block of a row of a triangle: nearness and slot wherever it is nearer than what was there."""
    wide()
    for lane in range(U(LANES)):
        x = begin + lane
        at = centre[x]
        here = min(slope * at + level, most)
        before, slot_before = nearness[offset + x], slots[offset + x]
        nearer = (here > before) & (at < last)
        nearness[offset + x] = here if nearer else before
        slots[offset + x] = slot if nearer else slot_before


@kernel
def _fill_span(nearness, slots, centre, offset, begin, last, slope, level, most, slot):
    """A row of a triangle, block by block."""
    wide()
    end = U(I(last))
    while begin < end:
        _fill_block(nearness, slots, centre, offset, begin, last, slope, level, most, slot)
        begin += U(LANES)


@kernel
def _set_spans(edges, slope_y, start, top, width, begins, ends, levels):
    """Spans of a block of rows, and nearness at the left side of each: together, since each alone takes longer than
    to fill it. Those of rows below the triangle mean nothing."""
    wide()
    limit = F(width)
    for lane in range(LANES):
        row = I(top + lane)
        begin, end = span(row, edges, ZERO, limit)
        begins[lane], ends[lane] = begin, F(end)
        levels[lane] = slope_y * (F(row) + HALF) + start


@kernel
def fill(edges, plane, slot, nearness, slots, centre, begins, ends, levels, width, top, bottom, narrow):
    """Draws a triangle's slot number wherever it is the nearest so far, from a row to before another.

    The rows of a `narrow` one fit into a block each, and are drawn without asking how long they are.
    """
    wide()
    slope_x, slope_y, start, most = plane
    while top < bottom:
        _set_spans(edges, slope_y, start, top, width, begins, ends, levels)
        offset = U(top * width)
        rows = U(min(bottom - top, LANES))
        if narrow:
            for k in range(rows):
                _fill_block(nearness, slots, centre, offset, U(begins[k]), ends[k], slope_x, levels[k], most, slot)
                offset += U(width)
        else:
            for k in range(rows):
                _fill_span(nearness, slots, centre, offset, U(begins[k]), ends[k], slope_x, levels[k], most, slot)
                offset += U(width)
        top += LANES


@kernel
def _empty_row(nearness, slots, offset, width):
    """Nothing is in a row."""
    for x in range(offset, offset + width):
        nearness[x] = ZERO
        slots[x] = I(-1)


@kernel
def _fill_glass_span(nearness, slots, behind, centre, offset, begin, end, slope, level, most, slot):
    """A row of a glass triangle, only before what is solid."""
    wide()
    last = F(end)
    while begin < end:
        for lane in range(U(LANES)):
            x = begin + lane
            at = centre[x]
            here = min(slope * at + level, most)
            before, slot_before = nearness[offset + x], slots[offset + x]
            nearer = (here > before) & (here > behind[offset + x]) & (at < last)
            nearness[offset + x] = here if nearer else before
            slots[offset + x] = slot if nearer else slot_before
        begin += U(LANES)


@kernel
def fill_glass(edges, plane, slot, nearness, slots, behind, extent, centre, width, top, bottom):
    """Draws a triangle of glass into buffers of its own, only before what is solid.

    `extent` is from where to where each row has glass. A row is emptied when the first glass comes to it.
    """
    wide()
    slope_x, slope_y, start, most = plane
    for row in range(top, bottom):
        begin, end = span(row, edges, ZERO, F(width))
        if end > begin:
            level = slope_y * (F(row) + HALF) + start
            offset = U(row * width)
            if extent[row, 1] == 0:
                _empty_row(nearness, slots, offset, U(width))
            _fill_glass_span(nearness, slots, behind, centre, offset, U(begin), U(end), slope_x, level, most, slot)
            extent[row, 0] = min(extent[row, 0], begin)
            extent[row, 1] = max(extent[row, 1], end)


@kernel
def _fill_nearest_block(nearness, centre, offset, begin, last, slope, level, most):
    """A block of a row of a triangle in a shadow map."""
    wide()
    for lane in range(U(MAP_LANES)):
        x = begin + lane
        at = centre[x]
        here = min(slope * at + level, most)
        before = nearness[offset + x]
        nearness[offset + x] = here if (here > before) & (at < last) else before


@kernel
def fill_nearest(corners, plane, nearness, centre, width, left, right, top, bottom):
    """Nearness alone, for shadow maps, and only inside a rectangle of the map."""
    wide()
    edges = edges_of(corners)
    slope_x, slope_y, start, most = plane
    for row in range(top, bottom):
        begin, end = span(row, edges, F(left), F(right))
        if end > begin:
            level = slope_y * (F(row) + HALF) + start
            x, last = U(begin), F(end)
            while x < U(end):
                _fill_nearest_block(nearness, centre, U(row * width), x, last, slope_x, level, most)
                x += U(MAP_LANES)
