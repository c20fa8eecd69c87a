# mypy: disable-error-code="no-untyped-def"
"""The nearest triangle of every pixel: instances into view, levels of detail, clipping, and filling.

Each triangle that may cover a pixel gets a slot; the buffers hold nearness and slot number. What a slot
looks like is worked out later, for those that are still seen when all are drawn.
"""

from __future__ import annotations

import math

import numpy as np

from casita.render.raster.compile import HALF, LANES, ONE, ZERO, F, I, U, inlined, kernel, wide
from casita.render.raster.cull import MARGIN, depths_of_box, is_hidden, place_in_view, set_coarse
from casita.render.raster.fill import edges_of, fill, fill_glass, first_centre

DETAIL = F(1.0)
"""Pixels by which a level of detail may depart from the finest."""

INSTANCE, TRIANGLE, VERTEX, SLOT_COLUMNS = range(4)
"""Columns of a slot: whose triangle, which one, and its level's first vertex."""


TOP_X, TOP_Y, MIDDLE_X, MIDDLE_Y, LONG, UPPER, LOWER, SLOPE_X, SLOPE_Y, START, MOST, PLAN_COLUMNS = range(12)
"""Columns of what is known of a triangle that is about to be filled: its edges and its plane of nearness."""

MIDDLE, RIGHT, FIRST_ROW, LAST_ROW, NARROW, PLAN_ROWS = range(6)
"""And in integers: the row from which its lower edge counts, whether its middle corner is right of the long edge, from
which row to before which it goes, and whether each of its rows fits into a block."""


@kernel
def pixels_of(eye, width, height):
    """Pixels to a unit of slope to the right and up, and the column and row that the eye looks along."""
    scale_x, scale_y = F(width) / (eye[12] + eye[12]), F(height) / (eye[13] + eye[13])
    return scale_x, scale_y, F(width) * HALF - eye[15] * scale_x, F(height) * HALF + eye[16] * scale_y


@kernel
def _clear(nearness, slots, extent, width):
    """Nothing is drawn."""
    wide()
    for x in range(U(nearness.shape[0])):
        nearness[x] = ZERO
        slots[x] = I(-1)
    for row in range(extent.shape[0]):
        extent[row, 0], extent[row, 1] = width, 0


@kernel
def _set_placed(instances, eye, placed, i):
    """From an instance's own axes to right, up and ahead of the eye: nine of a matrix and three of a shift."""
    p, m = instances.position, instances.matrix
    x, y, z = p[i, 0] - eye[0], p[i, 1] - eye[1], p[i, 2] - eye[2]
    for axis in range(3):
        a, b, c = eye[3 + 3 * axis], eye[4 + 3 * axis], eye[5 + 3 * axis]
        if axis == 2:
            a, b, c = -a, -b, -c
        for column in range(3):
            placed[i, 3 * axis + column] = a * m[i, column] + b * m[i, 3 + column] + c * m[i, 6 + column]
        placed[i, 9 + axis] = a * x + b * y + c * z


@kernel
def matrix_of(row):
    """A row of twelve numbers as a tuple: a matrix by rows, then a shift."""
    return row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10], row[11]


@inlined
def transformed(matrix, a, b, c):
    """A point by a matrix of twelve numbers, as `matrix_of` gives them."""
    m0, m1, m2, m3, m4, m5, m6, m7, m8, tx, ty, tz = matrix
    return m0 * a + m1 * b + m2 * c + tx, m3 * a + m4 * b + m5 * c + ty, m6 * a + m7 * b + m8 * c + tz


@kernel
def level_of(geometry, mesh, allowed):
    """The coarsest level of a mesh that departs from the finest by less than is allowed, in its own units."""
    level = geometry.mesh_level[mesh]
    last = level + geometry.mesh_levels[mesh] - 1
    while level < last and geometry.level_error[level + 1] < allowed:
        level += 1
    return level


@kernel
def _to_eye(vx, vy, vz, first, count, matrix, near, cx, cy, cz):
    """Vertices to right, up and ahead of the eye; returns how many are too near or behind."""
    wide()
    behind = 0
    for k in range(count):
        x, y, z = transformed(matrix, vx[first + k], vy[first + k], vz[first + k])
        cx[k], cy[k], cz[k] = x, y, z
        behind += 1 if z < near else 0
    return behind


@kernel
def _project(vx, vy, vz, first, count, matrix, pixels, sx, sy, sw):
    """Vertices to pixels and nearness; what comes out for those behind the eye means nothing."""
    wide()
    scale_x, scale_y, half_x, half_y = pixels
    for k in range(count):
        x, y, z = transformed(matrix, vx[first + k], vy[first + k], vz[first + k])
        w = ONE / z
        sx[k] = x * w * scale_x + half_x
        sy[k] = half_y - y * w * scale_y
        sw[k] = w


@kernel
def corners_of(triangle, k):
    """The vertices of a triangle. `triangle` is flat, so that the step from one to the next is known.

    They are read as int32, which processors can gather by in one go, and never negative.
    """
    return U(I(triangle[U(3) * k])), U(I(triangle[U(3) * k + U(1)])), U(I(triangle[U(3) * k + U(2)]))


@kernel
def _find_drawable(triangle, first, count, sx, sy, limit_x, limit_y, drawable):
    """Marks the triangles that face the viewer and may hold a pixel centre.

    Nine in ten do not. One loop over all of them, without branches, is much quicker than to find out one by one.
    """
    wide()
    for k in range(count):
        a, b, c = corners_of(triangle, first + k)
        ax, ay, bx, by, cx, cy = sx[a], sy[a], sx[b], sy[b], sx[c], sy[c]
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        top, bottom = first_centre(min(ay, min(by, cy)), limit_y), first_centre(max(ay, max(by, cy)), limit_y)
        left, right = first_centre(min(ax, min(bx, cx)), limit_x), first_centre(max(ax, max(bx, cx)), limit_x)
        drawable[k] = (area < ZERO) & (top < bottom) & (left < right)


@kernel
def _split_at_near(triangle, first, count, z, near, drawable, crossing):
    """Marks the triangles that cross the near plane, and leaves as drawable only those that are all beyond it."""
    wide()
    for k in range(count):
        a, b, c = corners_of(triangle, first + k)
        az, bz, cz = z[a], z[b], z[c]
        beyond = min(az, min(bz, cz)) >= near
        crossing[k] = (max(az, max(bz, cz)) >= near) & (not beyond)
        drawable[k] = drawable[k] & beyond


@kernel
def list_marked(marked, count, listed):
    """The numbers of those that are marked; returns how many."""
    found = U(0)
    for k in range(count):
        listed[found] = k
        found += U(marked[k])
    return found


@kernel
def fill_up(listed, count):
    """Ends a list with a block of the first triangle, so that loops over it can run in whole blocks; the length then.

    What is worked out for those is not used.
    """
    for lane in range(U(LANES)):
        listed[count + lane] = I(0)
    return (count + U(LANES - 1)) & ~U(LANES - 1)


@kernel
def plane_of(corners, aw, bw, cw):
    """The plane of nearness over a triangle with these values at its corners."""
    ax, ay, bx, by, cx, cy = corners
    abx, aby, acx, acy = bx - ax, by - ay, cx - ax, cy - ay
    over = ONE / (abx * acy - acx * aby)
    slope_x = ((bw - aw) * acy - (cw - aw) * aby) * over
    slope_y = ((cw - aw) * abx - (bw - aw) * acx) * over
    return slope_x, slope_y, aw - slope_x * ax - slope_y * ay, max(aw, max(bw, cw))


@kernel
def _take_slot(slot, used, instance, triangle, vertex):
    """Notes whose triangle the next slot is."""
    number = U(used)
    slot[number, INSTANCE], slot[number, TRIANGLE], slot[number, VERTEX] = I(instance), I(triangle), I(vertex)


@inlined
def _fill_either(edges, plane, slot, glass, scratch, width, top, bottom, narrow):
    """Fills a triangle into the buffers of what is solid or of glass."""
    near, slots, centre = scratch.nearness, scratch.slots, scratch.centre
    if glass:
        glass_near, glass_slots = scratch.glass_nearness, scratch.glass_slots
        fill_glass(edges, plane, slot, glass_near, glass_slots, near, scratch.extent, centre, width, top, bottom)
    else:
        begins, ends, levels = scratch.span_begin, scratch.span_end, scratch.span_level
        fill(edges, plane, slot, near, slots, centre, begins, ends, levels, width, top, bottom, narrow)


@kernel
def _plan(triangle, first, count, listed, sx, sy, sw, limit_x, limit_y, edge, plane, rows):
    """Works out the edges and planes of the listed triangles: all at once, since this has divisions and choices."""
    wide()
    top_x, top_y, middle_x, middle_y, long_step, upper_step, lower_step = edge
    slope_x, slope_y, start, most = plane
    middle, right, first_row, last_row, narrow = rows
    for j in range(count):
        a, b, c = corners_of(triangle, first + U(listed[j]))
        corners = (sx[a], sy[a], sx[b], sy[b], sx[c], sy[c])
        slope_x[j], slope_y[j], start[j], most[j] = plane_of(corners, sw[a], sw[b], sw[c])
        first_row[j] = first_centre(min(sy[a], min(sy[b], sy[c])), limit_y)
        last_row[j] = first_centre(max(sy[a], max(sy[b], sy[c])), limit_y)
        left = first_centre(min(sx[a], min(sx[b], sx[c])), limit_x)
        narrow[j] = first_centre(max(sx[a], max(sx[b], sx[c])), limit_x) - left < LANES
        top_x[j], top_y[j], middle_x[j], middle_y[j], long_step[j], upper_step[j], lower_step[j], turn, side = edges_of(
            corners
        )
        middle[j], right[j] = turn, side


@inlined
def _draw_triangles(triangle, first, count, instance, vertex, used, glass, scratch, width, height):
    """Fills the listed triangles of a mesh; returns how many slots are used then."""
    listed = scratch.listed
    p, r = scratch.plan, scratch.plan_rows
    edge = (p[TOP_X], p[TOP_Y], p[MIDDLE_X], p[MIDDLE_Y], p[LONG], p[UPPER], p[LOWER])
    planes = (p[SLOPE_X], p[SLOPE_Y], p[START], p[MOST])
    rows = (r[MIDDLE], r[RIGHT], r[FIRST_ROW], r[LAST_ROW], r[NARROW])
    sx, sy, sw = scratch.column, scratch.row, scratch.near
    _plan(triangle, first, fill_up(listed, count), listed, sx, sy, sw, F(width), F(height), edge, planes, rows)
    for j in range(count):
        _take_slot(scratch.slot, used, instance, first + U(listed[j]), vertex)
        edges = (
            *(edge[0][j], edge[1][j], edge[2][j], edge[3][j], edge[4][j], edge[5][j], edge[6][j]),
            *(rows[0][j], rows[1][j] != 0),
        )
        plane = (planes[0][j], planes[1][j], planes[2][j], planes[3][j])
        _fill_either(edges, plane, I(used), glass, scratch, width, rows[2][j], rows[3][j], rows[4][j] != 0)
        used += 1
    return used


@kernel
def _cut_at_near(triangle, k, scratch, near, pixels):
    """Sets the corners, in pixels, of the part of a triangle beyond the near plane; returns how many there are.

    A cut edge is measured from its kept end, so that neighbours cut it at the same point.
    """
    x, y, z, cut = scratch.x, scratch.y, scratch.z, scratch.cut
    scale_x, scale_y, half_x, half_y = pixels
    corners = 0
    for j in range(3):
        here, following = triangle[U(3) * k + U(j)], triangle[U(3) * k + U((j + 1) % 3)]
        is_in, next_in = z[here] >= near, z[following] >= near
        if is_in:
            over = ONE / z[here]
            cut[corners, 0], cut[corners, 1] = x[here] * over * scale_x + half_x, half_y - y[here] * over * scale_y
            corners += 1
        if is_in != next_in:
            kept, gone = (here, following) if is_in else (following, here)
            along, over = (near - z[kept]) / (z[gone] - z[kept]), ONE / near
            cut[corners, 0] = (x[kept] + along * (x[gone] - x[kept])) * over * scale_x + half_x
            cut[corners, 1] = half_y - (y[kept] + along * (y[gone] - y[kept])) * over * scale_y
            corners += 1
    return corners


@kernel
def _plane_from_eye(triangle, k, scratch, near, pixels):
    """The plane of nearness of a triangle, of which corners may be behind the eye, from its place in space."""
    x, y, z = scratch.x, scratch.y, scratch.z
    scale_x, scale_y, half_x, half_y = pixels
    a, b, c = corners_of(triangle, k)
    ux, uy, uz = x[b] - x[a], y[b] - y[a], z[b] - z[a]
    vx, vy, vz = x[c] - x[a], y[c] - y[a], z[c] - z[a]
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    height = nx * x[a] + ny * y[a] + nz * z[a]
    slope_x, slope_y = nx / height / scale_x, -ny / height / scale_y
    return slope_x, slope_y, nz / height - slope_x * half_x - slope_y * half_y, ONE / near


@inlined
def _draw_crossing(triangle, first, count, instance, vertex, used, glass, near, pixels, scratch, width, height):
    """Fills the listed triangles, which cross the near plane and are cut there; returns the slots used then."""
    cut = scratch.cut
    limit_x, limit_y = F(width), F(height)
    for j in range(count):
        k = first + U(scratch.listed[j])
        number = _cut_at_near(triangle, k, scratch, near, pixels)
        plane = _plane_from_eye(triangle, k, scratch, near, pixels)
        _take_slot(scratch.slot, used, instance, k, vertex)
        drawn = False
        for corner in range(2, number):
            ax, ay, bx, by = cut[0, 0], cut[0, 1], cut[corner - 1, 0], cut[corner - 1, 1]
            cx, cy = cut[corner, 0], cut[corner, 1]
            top, bottom = first_centre(min(ay, min(by, cy)), limit_y), first_centre(max(ay, max(by, cy)), limit_y)
            left, right = first_centre(min(ax, min(bx, cx)), limit_x), first_centre(max(ax, max(bx, cx)), limit_x)
            if (bx - ax) * (cy - ay) - (cx - ax) * (by - ay) < ZERO and top < bottom and left < right:
                edges = edges_of((ax, ay, bx, by, cx, cy))
                _fill_either(edges, plane, I(used), glass, scratch, width, top, bottom, False)
                drawn = True
        used += 1 if drawn else 0
    return used


@inlined
def _draw_instance(geometry, i, level, used, glass, may_cross, near, pixels, scratch, width, height):
    """Draws one instance, already placed, in a level of detail; returns how many slots are used then."""
    triangle = geometry.triangle.reshape(-1)
    first, count = U(geometry.level_triangle[level]), U(geometry.level_triangles[level])
    vertex, vertices = geometry.level_vertex[level], U(geometry.level_vertices[level])
    matrix = matrix_of(scratch.placed[i])
    vx, vy, vz = geometry.x, geometry.y, geometry.z
    behind = 0
    if may_cross:
        behind = _to_eye(vx, vy, vz, U(vertex), vertices, matrix, near, scratch.x, scratch.y, scratch.z)
        if behind == vertices:
            return used
    _project(vx, vy, vz, U(vertex), vertices, matrix, pixels, scratch.column, scratch.row, scratch.near)
    _find_drawable(triangle, first, count, scratch.column, scratch.row, F(width), F(height), scratch.drawable)
    if behind > 0:
        _split_at_near(triangle, first, count, scratch.z, near, scratch.drawable, scratch.crossing)
        listed = list_marked(scratch.crossing, count, scratch.listed)
        used = _draw_crossing(triangle, first, listed, i, vertex, used, glass, near, pixels, scratch, width, height)
    listed = list_marked(scratch.drawable, count, scratch.listed)
    return _draw_triangles(triangle, first, listed, i, vertex, used, glass, scratch, width, height)


@inlined
def see(geometry, instances, eye, scratch, width, height, statistics):
    """Draws all instances into the buffers.

    Returns the number of slots used, or minus the number that there should be if there are too few.
    """
    near = eye[14]
    pixels = pixels_of(eye, width, height)
    across, upright = eye[12] + abs(eye[15]), eye[13] + abs(eye[16])
    reach = ONE / F(math.sqrt(ONE + across * across + upright * upright))
    _clear(scratch.nearness, scratch.slots, scratch.extent, width)
    walls, larges, smalls, all_kinds = place_in_view(geometry, instances, eye, scratch, width, height)
    used = np.int64(0)  # a bare 0 would have kernels compiled for it alone
    for number in range(all_kinds):
        if number in (walls, larges):
            set_coarse(scratch.nearness, scratch.coarse, scratch.least, width, height)
        i = scratch.order[number]
        mesh, ball = instances.mesh[i], scratch.ball[i]
        _set_placed(instances, eye, scratch.placed, i)
        matrix = matrix_of(scratch.placed[i])
        front, seen_front = depths_of_box(matrix, scratch.box_middle[mesh], scratch.box_half[mesh], reach)
        if number >= walls and is_hidden(ball, front, pixels, near, scratch.coarse, width, height):
            continue
        allowed = DETAIL * max(seen_front, near) / (pixels[1] * instances.scale[i])
        level = level_of(geometry, mesh, allowed)
        triangles = geometry.level_triangles[level]
        if used + triangles > scratch.slot.shape[0]:
            return -(used + triangles)
        statistics[0] += 1
        statistics[1] += triangles
        glass = number >= smalls
        used = _draw_instance(
            geometry, i, level, used, glass, front < near + MARGIN, near, pixels, scratch, width, height
        )
    statistics[2] += used
    return used
