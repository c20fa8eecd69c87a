# mypy: disable-error-code="no-untyped-def"
"""Contact shade: how much each place of a room is closed in by what is near, as a grid that pixels look up.

Each cell of a room's grid counts the area of the surfaces in it. Around a point a little off a surface there is more of
it in corners, along edges and next to what stands there. `near` looks a cell or two around; `far` looks half a metre
around on a grid half as fine, for walls, floors and ceilings alone: furniture has so much inside it that nobody sees.
Counts are integers, so that what moves can be taken out and put in again elsewhere, and the grid is the one that is
made anew, to the bit.

Like the shadow maps, the grid is read as words, each of four neighbouring cells.
"""

from __future__ import annotations

import math

import numpy as np

from casita.render.raster.compile import HALF, ONE, ZERO, F, I, U, W, inlined, kernel, wide
from casita.render.raster.visibility import level_of

PER_METRE = 16.0
"""Cells to a metre, where the room is not so large that it would need too many."""

MOST_CELLS = 1 << 20
"""Of one room."""

MARGIN = 3
"""Cells around the box of a room."""

UNIT = 4096
"""Count of a surface that crosses a cell straight."""

CAP = 5120
"""The most that counts of one cell: a board has two sides, and is still one thing in the way."""

SPACING = F(0.75)
"""Cells between the points that stand for a surface."""

DETAIL = F(0.02)
"""Metres by which a level of detail may depart from the finest."""

SMALL, BOXED = F(0.32), F(0.7)
"""Metres of its longest side up to which a thing counts as the box around it, and how much of the box's area it has."""

OFF = F(0.8)
"""Cells that a point is off its surface where it is looked up."""

NEAR_FREE, NEAR_SPAN, FAR_FREE, FAR_SPAN = F(0.4), F(0.4), F(0.195), F(0.2)
"""What a bare wall has itself in the near and in the far look, and how much more is all closed in."""

NEAR_SHARE, FAR_SHARE = F(0.6), F(0.5)
"""Shares of the darkest for a place that is closed in near by and farther off."""

REACH = 4
"""Cells of the coarse grid that the far look goes to each side."""

LOW_X, HIGH_X, LOW_Y, HIGH_Y, LOW_Z, HIGH_Z, FAR_TOUCHED, TOUCH_COLUMNS = range(8)
"""What has changed in a grid: cells from and to along each axis, and whether anything large is among it."""

ORIGIN_X, ORIGIN_Y, ORIGIN_Z, PER, PLACE_COLUMNS = range(5)
WIDE, DEEP, TALL, FIRST, COARSE_FIRST, SIZE_COLUMNS = range(6)
"""Columns of the tables of grids: the middle of the first cell and cells to a metre; cells along each axis, and where
the cells of a grid and of its coarse one begin."""


@kernel
def coarse_side(cells):
    """Cells of the coarse grid along a side."""
    return cells // 2 + 2


@kernel
def forget_touched(touched, grid):
    """Nothing has changed in a grid."""
    touched[grid, LOW_X], touched[grid, LOW_Y], touched[grid, LOW_Z] = 1 << 20, 1 << 20, 1 << 20
    touched[grid, HIGH_X], touched[grid, HIGH_Y], touched[grid, HIGH_Z], touched[grid, FAR_TOUCHED] = 0, 0, 0, 0


@inlined
def _spread(counts, first, nx, ny, nz, x, y, z, weight, sign):
    """Adds a weight to the eight cells around a point, each by how near it is, or takes the very same away."""
    if x < ZERO or y < ZERO or z < ZERO or x >= F(nx - 1) or y >= F(ny - 1) or z >= F(nz - 1):
        return
    ix, iy, iz = I(x), I(y), I(z)
    fx, fy, fz = x - F(ix), y - F(iy), z - F(iz)
    at = U(first + (iz * ny + iy) * nx + ix)
    row, layer = U(nx), U(nx * ny)
    low, high = weight * (ONE - fz), weight * fz
    for up, share in ((U(0), low), (layer, high)):
        a, b = share * (ONE - fy), share * fy
        here = at + up
        counts[here] += sign * I(a * (ONE - fx) + HALF)
        counts[here + U(1)] += sign * I(a * fx + HALF)
        counts[here + row] += sign * I(b * (ONE - fx) + HALF)
        counts[here + row + U(1)] += sign * I(b * fx + HALF)


@inlined
def _points_in_row(row, steps_u, steps_v):
    """How many points of a triangle's lattice lie in one row of it."""
    count = (2 * steps_u * steps_v - (2 * row + 1) * steps_u) // steps_v + 1
    return count // 2 if count > 0 else 0


@inlined
def _count_triangle(fine, coarse, size, corners, share, sign, far, touched):
    """Adds a triangle, given in cells, to a room's grid, or takes it away again."""
    ax, ay, az, bx, by, bz, cx, cy, cz = corners
    for _ in range(2):  # the corner across from the longest side comes first
        ab = (bx - ax) * (bx - ax) + (by - ay) * (by - ay) + (bz - az) * (bz - az)
        bc = (cx - bx) * (cx - bx) + (cy - by) * (cy - by) + (cz - bz) * (cz - bz)
        ca = (ax - cx) * (ax - cx) + (ay - cy) * (ay - cy) + (az - cz) * (az - cz)
        if bc < max(ab, ca):
            ax, ay, az, bx, by, bz, cx, cy, cz = bx, by, bz, cx, cy, cz, ax, ay, az
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    area = HALF * F(math.sqrt(nx * nx + ny * ny + nz * nz))
    long_u, long_v = F(math.sqrt(ux * ux + uy * uy + uz * uz)), F(math.sqrt(vx * vx + vy * vy + vz * vz))
    steps_u, steps_v = I(min(long_u / SPACING, F(2000))) + 1, I(min(long_v / SPACING, F(2000))) + 1
    taken = 0
    for j in range(steps_v):
        taken += _points_in_row(j, steps_u, steps_v)
    weight = area / F(max(taken, 1)) * F(UNIT) * share
    part_u, part_v = ONE / F(steps_u), ONE / F(steps_v)
    wide_x, wide_y, wide_z = size[WIDE], size[DEEP], size[TALL]
    for j in range(steps_v):
        along_v = (F(j) + HALF) * part_v
        for i in range(_points_in_row(j, steps_u, steps_v)):
            along_u = (F(i) + HALF) * part_u
            x, y, z = (
                ax + ux * along_u + vx * along_v,
                ay + uy * along_u + vy * along_v,
                az + uz * along_u + vz * along_v,
            )
            _spread(fine, size[FIRST], wide_x, wide_y, wide_z, x, y, z, weight, sign)
            if far:
                _spread(
                    coarse, size[COARSE_FIRST], coarse_side(wide_x), coarse_side(wide_y), coarse_side(wide_z),
                    x * HALF, y * HALF, z * HALF, weight * F(0.25), sign,
                )  # fmt: skip
    low_x, high_x = min(ax, min(bx, cx)), max(ax, max(bx, cx))
    low_y, high_y = min(ay, min(by, cy)), max(ay, max(by, cy))
    low_z, high_z = min(az, min(bz, cz)), max(az, max(bz, cz))
    touched[LOW_X] = min(touched[LOW_X], I(min(max(low_x - ONE, ZERO), F(wide_x))))
    touched[LOW_Y] = min(touched[LOW_Y], I(min(max(low_y - ONE, ZERO), F(wide_y))))
    touched[LOW_Z] = min(touched[LOW_Z], I(min(max(low_z - ONE, ZERO), F(wide_z))))
    touched[HIGH_X] = max(touched[HIGH_X], I(min(max(high_x + F(3), ZERO), F(wide_x))))
    touched[HIGH_Y] = max(touched[HIGH_Y], I(min(max(high_y + F(3), ZERO), F(wide_y))))
    touched[HIGH_Z] = max(touched[HIGH_Z], I(min(max(high_z + F(3), ZERO), F(wide_z))))
    touched[FAR_TOUCHED] |= 1 if far else 0


@inlined
def _count_box(fine, coarse, size, m, shift, per, middle, half, sign, touched):
    """Adds the six sides of a box to a room's grid, or takes them away again."""
    for axis in range(3):
        b, c = (axis + 1) % 3, (axis + 2) % 3
        for side in range(2):
            for turn in range(2):
                x, y, z = _corner(m, shift, per, middle, half, axis, b, c, side, turn, turn)
                u, v, w = _corner(m, shift, per, middle, half, axis, b, c, side, 1 - turn, turn)
                q, r, t = _corner(m, shift, per, middle, half, axis, b, c, side, turn, 1 - turn)
                corners = (x, y, z, u, v, w, q, r, t)
                _count_triangle(fine, coarse, size, corners, BOXED, sign, np.bool_(False), touched)


@kernel
def _corner(m, shift, per, middle, half, axis, b, c, side, along_b, along_c):
    """A corner of a box, in cells: on which side of each of three axes."""
    first = middle[axis] + (half[axis] if side else -half[axis])
    second = middle[b] + (half[b] if along_b else -half[b])
    third = middle[c] + (half[c] if along_c else -half[c])
    x = (m[axis] * first + m[b] * second + m[c] * third + shift[0]) * per
    y = (m[3 + axis] * first + m[3 + b] * second + m[3 + c] * third + shift[1]) * per
    z = (m[6 + axis] * first + m[6 + b] * second + m[6 + c] * third + shift[2]) * per
    return x, y, z


@inlined
def count_instance(geometry, instances, i, sign, grids):
    """Adds an instance to the grid of its room (`sign` 1) or takes it away from there (-1)."""
    room = instances.room[i]
    if instances.shown[i] == 0 or instances.glass[i] or instances.contact[i] == 0 or room >= grids.size.shape[0]:
        return
    place, size = grids.place[room], grids.size[room]
    if size[WIDE] == 0:
        return
    mesh, m, p = instances.mesh[i], instances.matrix[i], instances.position[i]
    far = instances.wall[i] != 0
    per = place[PER]
    sx, sy, sz = p[0] - place[ORIGIN_X], p[1] - place[ORIGIN_Y], p[2] - place[ORIGIN_Z]
    points, touched = grids.points, grids.touched[room]
    half = grids.box_half[mesh]
    if not far and max(half[0], max(half[1], half[2])) * instances.scale[i] < SMALL * HALF:
        _count_box(grids.fine, grids.coarse, size, m, (sx, sy, sz), per, grids.box_middle[mesh], half, sign, touched)
        return
    level = level_of(geometry, mesh, DETAIL / instances.scale[i])
    base = U(geometry.level_vertex[level])
    first = U(geometry.level_triangle[level])
    for k in range(U(geometry.level_vertices[level])):
        x, y, z = geometry.x[base + k], geometry.y[base + k], geometry.z[base + k]
        points[0, k] = (m[0] * x + m[1] * y + m[2] * z + sx) * per
        points[1, k] = (m[3] * x + m[4] * y + m[5] * z + sy) * per
        points[2, k] = (m[6] * x + m[7] * y + m[8] * z + sz) * per
    for k in range(first, first + U(geometry.level_triangles[level])):
        a, b, c = U(geometry.triangle[k, 0]), U(geometry.triangle[k, 1]), U(geometry.triangle[k, 2])
        corners = (
            *(points[0, a], points[1, a], points[2, a]),
            *(points[0, b], points[1, b], points[2, b]),
            *(points[0, c], points[1, c], points[2, c]),
        )
        _count_triangle(grids.fine, grids.coarse, size, corners, ONE, sign, far, touched)


@kernel
def _tent_along(source, out, first, step, count):
    """A line of cells, each with its neighbours up to four away, the nearer the heavier: 25 times the mean."""
    for k in range(count):
        total = 0
        for j in range(-REACH, REACH + 1):
            other = min(max(k + j, 0), count - 1)  # beyond its sides a grid goes on as it ends
            total += (REACH + 1 - abs(j)) * source[U(first + other * step)]
        out[U(first + k * step)] = total


@kernel
def _tent_lines(source, out, at, lines, step, count):
    """The same for many lines at once that lie side by side."""
    wide()
    for k in range(count):
        here = U(at + k * step)
        for x in range(U(lines)):
            out[here + x] = 0
        for j in range(-REACH, REACH + 1):
            other = min(max(k + j, 0), count - 1)
            share, there = I(REACH + 1 - abs(j)), U(at + other * step)
            for x in range(U(lines)):
                out[here + x] += share * source[there + x]


@kernel
def _capped(source, out, first, count):
    """Counts up to the most that counts of one cell."""
    wide()
    for k in range(U(first), U(first + count)):
        out[k] = min(source[k], I(CAP))


@inlined
def _set_far(grids, size):
    """The far look at all cells of a room's coarse grid: 15,625 times the mean around each."""
    nx, ny, nz = coarse_side(size[WIDE]), coarse_side(size[DEEP]), coarse_side(size[TALL])
    first = size[COARSE_FIRST]
    far, work = grids.far, grids.coarse_work
    _capped(grids.coarse, far, first, nx * ny * nz)
    for z in range(nz):
        for y in range(ny):
            _tent_along(far, work, first + (z * ny + y) * nx, 1, nx)
    for z in range(nz):
        _tent_lines(work, far, first + z * ny * nx, nx, nx, ny)
    _tent_lines(far, work, first, nx * ny, nx * ny, nz)
    _copy(work, far, first, nx * ny * nz)


@kernel
def _copy(source, out, first, count):
    """Cells from one array to another."""
    wide()
    for k in range(U(first), U(first + count)):
        out[k] = source[k]


@kernel
def _sum_rows(fine, line, at, row, layer, begin, end):
    """Of each cell of a line, its count and those of the eight lines around, the nearer the heavier: 16 times."""
    wide()
    for x in range(begin, end):
        line[x] = 0
    for up in range(-1, 2):
        for over in range(-1, 2):
            share = I((2 - abs(up)) * (2 - abs(over)))
            there = U(at + up * layer + over * row)
            for x in range(begin, end):
                line[x] += share * min(fine[there + x], I(CAP))


@kernel
def _set_dark(line, far_line, dark, at, begin, end):
    """How dark the cells of a line are, of 255."""
    wide()
    near_scale, far_scale = ONE / F(64 * UNIT), ONE / F(8 * 15625.0 * UNIT)
    for x in range(begin, end):
        around = line[x - U(1)] + I(2) * line[x] + line[x + U(1)]
        near = min(max((F(around) * near_scale - NEAR_FREE) / NEAR_SPAN, ZERO), ONE)
        far = min(max((far_line[x] * far_scale - FAR_FREE) / FAR_SPAN, ZERO), F(1.6))
        far = far * (F(0.45) + F(0.55) * min(far, ONE))
        dark[at + x] = W(I(min(near * NEAR_SHARE + far * FAR_SHARE, ONE) * F(255) + HALF))


@inlined
def _set_far_line(far, line, size, y, z, begin, end):
    """Eight times the far look at the cells of a line of the fine grid."""
    nx, ny = coarse_side(size[WIDE]), coarse_side(size[DEEP])
    first = size[COARSE_FIRST]
    a, b = U(first + ((z >> 1) * ny + (y >> 1)) * nx), U(first + ((z >> 1) * ny + ((y + 1) >> 1)) * nx)
    c, d = U(first + (((z + 1) >> 1) * ny + (y >> 1)) * nx), U(first + (((z + 1) >> 1) * ny + ((y + 1) >> 1)) * nx)
    for x in range(begin, end):
        k0, k1 = x >> U(1), (x + U(1)) >> U(1)
        low = F(far[a + k0]) + F(far[a + k1]) + F(far[b + k0]) + F(far[b + k1])
        high = F(far[c + k0]) + F(far[c + k1]) + F(far[d + k0]) + F(far[d + k1])
        line[x] = low + high


@kernel
def _set_words(dark, words, at, row, begin, end):
    """Four cells to a word: its own, the next, and the two in the next line."""
    wide()
    for x in range(begin, end):
        k = at + x
        below = k + row
        words[k] = (
            W(dark[k]) | (W(dark[k + U(1)]) << W(8)) | (W(dark[below]) << W(16)) | (W(dark[below + U(1)]) << W(24))
        )


@inlined
def settle_grid(grids, room):
    """Brings the words of a room's grid up to date where its counts have changed."""
    size, touched = grids.size[room], grids.touched[room]
    if touched[LOW_X] >= touched[HIGH_X] or touched[LOW_Y] >= touched[HIGH_Y] or touched[LOW_Z] >= touched[HIGH_Z]:
        return
    nx, ny, nz, first = size[WIDE], size[DEEP], size[TALL], size[FIRST]
    if touched[FAR_TOUCHED]:
        _set_far(grids, size)
    spread = 1 + (2 * REACH + 2 if touched[FAR_TOUCHED] else 0)
    x0, x1 = max(touched[LOW_X] - spread, 1), min(touched[HIGH_X] + spread, nx - 1)
    y0, y1 = max(touched[LOW_Y] - spread, 1), min(touched[HIGH_Y] + spread, ny - 1)
    z0, z1 = max(touched[LOW_Z] - spread, 1), min(touched[HIGH_Z] + spread, nz - 1)
    begin, end = U(x0), U(x1)
    for z in range(z0, z1):
        for y in range(y0, y1):
            at = first + (z * ny + y) * nx
            _sum_rows(grids.fine, grids.line, at, nx, nx * ny, begin - U(1), end + U(1))
            _set_far_line(grids.far, grids.far_line, size, y, z, begin, end)
            _set_dark(grids.line, grids.far_line, grids.dark, U(at), begin, end)
    for z in range(z0, z1):
        for y in range(y0 - 1, y1):
            at = U(first + (z * ny + y) * nx)
            _set_words(grids.dark, grids.words, at, U(nx), begin - U(1), end)
    forget_touched(grids.touched, room)
