# mypy: disable-error-code="no-untyped-def"
"""What the triangles that are seen look like: colour, texture, whose they are, and the planes of their surfaces.

A quantity on a triangle, divided by distance, is a plane over the picture. Planes are worked out only for slots of
which a pixel is left when all is drawn, and for all of those at once: vertices lie all over memory, and one after the
other each would be waited for.

A colour word is 0x00BBGGRR with the finish in its top byte: four bits of shine, then four bits of glow.
"""

from __future__ import annotations

from casita.render.raster.compile import HALF, ONE, TINY, ZERO, F, I, U, W, inlined, kernel, wide
from casita.render.raster.visibility import INSTANCE, SLOT_COLUMNS, TRIANGLE, VERTEX, fill_up, list_marked, pixels_of

LOOK, TEXTURE, ID, ROOM, MIRROR, LOOK_COLUMNS = range(6)
"""Columns of a slot's look: colour word, texture, id, room, and which of the mirrors it is, or -1."""

NORMAL, UV, SLOPE, IN_MIRROR, PLANE_COLUMNS = 0, 9, 15, 17, 23
"""Columns of a slot's planes: three of three for the normal, two of three for the texture, the slopes of nearness, and
two of three for what a mirror shows."""

FORMS, WORK_COLUMNS = 17, 26
"""Columns of what is worked out: the planes of normal and texture and the slopes, then a triangle's nine forms."""

FINISH_STEPS = F(15)
"""Steps of shine and of glow."""

COLOUR_BITS = W(0x00FFFFFF)


@kernel
def _mark(slots, begin, end, marked):
    """Marks the slots of some pixels, each one place further on; the first is for no slot."""
    for pixel in range(begin, end):
        marked[U(I(slots[pixel] + I(1)))] = 1


@inlined
def _list_shown(scratch, used, width, height):
    """The numbers of the slots of which a pixel shows, of what is solid and of glass; returns how many."""
    marked, extent = scratch.marked, scratch.extent
    for number in range(U(used + 1)):
        marked[number] = 0
    _mark(scratch.slots, U(0), U(width * height), marked)
    for row in range(height):
        if extent[row, 0] < extent[row, 1]:
            _mark(scratch.glass_slots, U(row * width + extent[row, 0]), U(row * width + extent[row, 1]), marked)
    return list_marked(marked[1:], U(used), scratch.shown)


@kernel
def _plane(values, forms, pixels):
    """The plane over the picture of a quantity with these values at a triangle's corners, divided by distance."""
    scale_x, scale_y, half_x, half_y = pixels
    first, second, third = values[0], values[1] - values[0], values[2] - values[0]
    a = (first * forms[0] + second * forms[3] + third * forms[6]) / scale_x
    b = -(first * forms[1] + second * forms[4] + third * forms[7]) / scale_y
    ahead = first * forms[2] + second * forms[5] + third * forms[8]
    return a, b, ahead - a * half_x - b * half_y


@inlined
def _forms(matrix, first, second, third):
    """Three linear forms over right, up and ahead of a ray: 1/z, s/z and t/z of the point that it meets.

    A point a + s u + t v on the ray r has 1/z = r.(u x v)/d, s/z = r.(v x a)/d and t/z = r.(a x u)/d.
    """
    m0, m1, m2, m3, m4, m5, m6, m7, m8, tx, ty, tz = matrix
    x, y, z = first
    ax, ay = m0 * x + m1 * y + m2 * z + tx, m3 * x + m4 * y + m5 * z + ty
    az = m6 * x + m7 * y + m8 * z + tz
    dx, dy, dz = second[0] - x, second[1] - y, second[2] - z
    ux, uy, uz = m0 * dx + m1 * dy + m2 * dz, m3 * dx + m4 * dy + m5 * dz, m6 * dx + m7 * dy + m8 * dz
    dx, dy, dz = third[0] - x, third[1] - y, third[2] - z
    vx, vy, vz = m0 * dx + m1 * dy + m2 * dz, m3 * dx + m4 * dy + m5 * dz, m6 * dx + m7 * dy + m8 * dz
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    d = ax * nx + ay * ny + az * nz
    over = ONE / (d if d != ZERO else TINY)
    return (
        *(nx * over, ny * over, nz * over),
        *((vy * az - vz * ay) * over, (vz * ax - vx * az) * over, (vx * ay - vy * ax) * over),
        *((ay * uz - az * uy) * over, (az * ux - ax * uz) * over, (ax * uy - ay * ux) * over),
    )


@inlined
def _place(row, columns, column):
    """Where a number of a table stands when it is flat, worked out so that processors can gather by it."""
    return U(I(I(row) * I(columns) + I(column)))


@inlined
def _three(table, row, columns, column):
    """Three numbers side by side in a flat table."""
    first = _place(row, columns, column)
    return table[first], table[first + U(1)], table[first + U(2)]


@inlined
def _corners(slot, triangle, number):
    """The vertices of a slot's triangle."""
    k, base = slot[_place(number, SLOT_COLUMNS, TRIANGLE)], slot[_place(number, SLOT_COLUMNS, VERTEX)]
    a, b, c = _three(triangle, k, 3, 0)
    return I(base + I(a)), I(base + I(b)), I(base + I(c))


@inlined
def _point(vx, vy, vz, vertex):
    """Where a vertex is in its mesh."""
    return vx[U(vertex)], vy[U(vertex)], vz[U(vertex)]


@kernel
def _set_forms(shown, count, slot, triangle, vx, vy, vz, placed, pixels, form, slope_x, slope_y):
    """The forms of all slots that show, and the slopes of nearness."""
    wide()
    f0, f1, f2, f3, f4, f5, f6, f7, f8 = form
    for j in range(count):
        number = shown[j]
        i = slot[_place(number, SLOT_COLUMNS, INSTANCE)]
        a, b, c = _corners(slot, triangle, number)
        matrix = (
            *_three(placed, i, 12, 0), *_three(placed, i, 12, 3), *_three(placed, i, 12, 6), *_three(placed, i, 12, 9),
        )  # fmt: skip
        forms = _forms(matrix, _point(vx, vy, vz, a), _point(vx, vy, vz, b), _point(vx, vy, vz, c))
        f0[j], f1[j], f2[j], f3[j], f4[j], f5[j], f6[j], f7[j], f8[j] = forms
        slope_x[j], slope_y[j] = forms[0] / pixels[0], -forms[1] / pixels[1]


@kernel
def _set_normals(shown, count, slot, triangle, normal, matrix, pixels, form, plane):
    """The planes of the normals of all slots that show.

    Normals turn with the cofactors of the matrix, which keeps them upright on stretched things.
    """
    wide()
    f0, f1, f2, f3, f4, f5, f6, f7, f8 = form
    ax, bx, cx, ay, by, cy, az, bz, cz = plane
    for j in range(count):
        number = shown[j]
        i = slot[_place(number, SLOT_COLUMNS, INSTANCE)]
        a, b, c = _corners(slot, triangle, number)
        forms = (f0[j], f1[j], f2[j], f3[j], f4[j], f5[j], f6[j], f7[j], f8[j])
        n, p, q = _three(normal, a, 3, 0), _three(normal, b, 3, 0), _three(normal, c, 3, 0)
        x, y, z = _three(matrix, i, 9, 0), _three(matrix, i, 9, 3), _three(matrix, i, 9, 6)
        ax[j], bx[j], cx[j] = _plane(_turned(y, z, n, p, q), forms, pixels)
        ay[j], by[j], cy[j] = _plane(_turned(z, x, n, p, q), forms, pixels)
        az[j], bz[j], cz[j] = _plane(_turned(x, y, n, p, q), forms, pixels)


@inlined
def _turned(p, q, first, second, third):
    """One part of three normals in the world, given the other two rows of the matrix."""
    c0, c1, c2 = p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]
    return (
        c0 * first[0] + c1 * first[1] + c2 * first[2],
        c0 * second[0] + c1 * second[1] + c2 * second[2],
        c0 * third[0] + c1 * third[1] + c2 * third[2],
    )


@kernel
def _set_textures(shown, count, slot, triangle, uv, pixels, form, plane):
    """The planes of the texture coordinates of all slots that show; they mean nothing where there is no texture."""
    wide()
    f0, f1, f2, f3, f4, f5, f6, f7, f8 = form
    au, bu, cu, av, bv, cv = plane
    for j in range(count):
        a, b, c = _corners(slot, triangle, shown[j])
        forms = (f0[j], f1[j], f2[j], f3[j], f4[j], f5[j], f6[j], f7[j], f8[j])
        a, b, c = _place(a, 2, 0), _place(b, 2, 0), _place(c, 2, 0)
        au[j], bu[j], cu[j] = _plane((uv[a], uv[b], uv[c]), forms, pixels)
        av[j], bv[j], cv[j] = _plane((uv[a + U(1)], uv[b + U(1)], uv[c + U(1)]), forms, pixels)


@kernel
def _colour_word(geometry_colour, shine, glow):
    """A finish as a colour word."""
    bright = W(I(min(max(shine, ZERO), ONE) * FINISH_STEPS + HALF))
    own = W(I(min(max(glow, ZERO), ONE) * FINISH_STEPS + HALF))
    return W(geometry_colour & COLOUR_BITS) | W(bright << W(24)) | W(own << W(28))


@inlined
def _set_mirror(geometry, instances, scratch, number, form, j, pixels):
    """The planes of where a triangle of a mirror lies in the picture that it shows, if that is drawn."""
    i = scratch.slot[number, INSTANCE]
    for mirror in range(scratch.mirror_row.shape[0]):
        if scratch.mirror_row[mirror, 0] != i:
            continue
        scratch.look[number, MIRROR] = mirror
        m, p, place = instances.matrix[i], instances.position[i], scratch.mirror_place[mirror]
        a, b, c = _corners(scratch.slot.reshape(-1), geometry.triangle.reshape(-1), number)
        forms = (
            *(form[0][j], form[1][j], form[2][j]),
            *(form[3][j], form[4][j], form[5][j]),
            *(form[6][j], form[7][j], form[8][j]),
        )
        for axis in range(2):
            to = place[4 * axis : 4 * axis + 4]
            sx, sy, sz = (
                to[0] * m[0] + to[1] * m[3] + to[2] * m[6],
                to[0] * m[1] + to[1] * m[4] + to[2] * m[7],
                to[0] * m[2] + to[1] * m[5] + to[2] * m[8],
            )
            start = to[0] * p[0] + to[1] * p[1] + to[2] * p[2] + to[3]
            first = sx * geometry.x[a] + sy * geometry.y[a] + sz * geometry.z[a] + start
            second = sx * geometry.x[b] + sy * geometry.y[b] + sz * geometry.z[b] + start
            third = sx * geometry.x[c] + sy * geometry.y[c] + sz * geometry.z[c] + start
            at = IN_MIRROR + 3 * axis
            made = _plane((first, second, third), forms, pixels)
            scratch.planes[number, at], scratch.planes[number, at + 1], scratch.planes[number, at + 2] = made


@kernel
def _note_mirror(seen, instance):
    """Notes that a mirror shows: how many there are, then their instances, as many as there is room for."""
    for k in range(1, seen[0] + 1):
        if seen[k] == instance:
            return
    if seen[0] + 1 < seen.shape[0]:
        seen[0] += 1
        seen[seen[0]] = instance


@inlined
def work_out(geometry, instances, eye, scratch, used, width, height):
    """Fills in the looks and planes of all slots that show, and notes the instances of mirrors among them."""
    pixels = pixels_of(eye, width, height)
    shown, slot, t = scratch.shown, scratch.slot, scratch.worked
    triangle, slots = geometry.triangle.reshape(-1), slot.reshape(-1)
    count = _list_shown(scratch, used, width, height)
    whole = fill_up(shown, count)
    form = (
        *(t[FORMS], t[FORMS + 1], t[FORMS + 2], t[FORMS + 3], t[FORMS + 4]),
        *(t[FORMS + 5], t[FORMS + 6], t[FORMS + 7], t[FORMS + 8]),
    )
    normals = (
        *(t[NORMAL], t[NORMAL + 1], t[NORMAL + 2], t[NORMAL + 3], t[NORMAL + 4]),
        *(t[NORMAL + 5], t[NORMAL + 6], t[NORMAL + 7], t[NORMAL + 8]),
    )
    textures = (t[UV], t[UV + 1], t[UV + 2], t[UV + 3], t[UV + 4], t[UV + 5])
    placed, matrix = scratch.placed.reshape(-1), instances.matrix.reshape(-1)
    x, y, z = geometry.x, geometry.y, geometry.z
    _set_forms(shown, whole, slots, triangle, x, y, z, placed, pixels, form, t[SLOPE], t[SLOPE + 1])
    _set_normals(shown, whole, slots, triangle, geometry.normal.reshape(-1), matrix, pixels, form, normals)
    _set_textures(shown, whole, slots, triangle, geometry.uv.reshape(-1), pixels, form, textures)
    scratch.mirrors_seen[0] = 0
    for j in range(count):
        number = U(shown[j])
        i, finish = slot[number, INSTANCE], geometry.triangle_finish[slot[number, TRIANGLE]]
        word = _colour_word(geometry.finish_colour[finish], geometry.finish_shine[finish], geometry.finish_glow[finish])
        look, planes = scratch.look[number], scratch.planes[number]
        look[LOOK], look[TEXTURE], look[MIRROR] = I(word), geometry.finish_texture[finish], -1
        look[ID], look[ROOM] = instances.id[i], instances.room[i]
        for column in range(U(FORMS)):
            planes[column] = t[column, j]
        if geometry.finish_mirror[finish] > ZERO:
            _note_mirror(scratch.mirrors_seen, i)
            _set_mirror(geometry, instances, scratch, number, form, j, pixels)
