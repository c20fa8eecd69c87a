# mypy: disable-error-code="no-untyped-def"
"""What each pixel of a row shows: its normal, colour and whose it is, from the planes of visible triangles.

A quantity on a triangle, divided by distance, is a plane over the picture. The planes of a slot are worked out
when the first of its pixels comes up, so triangles that are hidden cost nothing here.

A colour word is 0x00BBGGRR with the finish in its top byte: four bits of shine, then four bits of glow.
"""

from __future__ import annotations

from casita.render.raster.compile import HALF, LANES, ONE, TINY, ZERO, F, I, U, W, floored, inlined, kernel, wide
from casita.render.raster.mirrors import LARGEST
from casita.render.raster.shading import DEPTH, NORMAL_X, NORMAL_Y, NORMAL_Z
from casita.render.raster.visibility import (
    ID,
    INSTANCE,
    KNOWN,
    LOOK,
    MIRROR,
    ROOM,
    TEXTURE,
    TRIANGLE,
    VERTEX,
    matrix_of,
    pixels_of,
)

NORMAL, UV, SLOPE, IN_MIRROR, PLANE_COLUMNS = 0, 9, 15, 17, 23
"""Columns of a slot's planes: three of three for the normal, two of three for the texture, the slopes of nearness, and
two of three for what a mirror shows."""

FINISH_STEPS = F(15)
"""Steps of shine and of glow."""

GLOW_ALL = W(0xF0000000)
COLOUR_BITS = W(0x00FFFFFF)

PIECE = 32
"""Pixels of a row that share one mipmap level at most."""

SHARPEST = F(1.4)
"""Texels a pixel may step over before the next coarser mipmap is taken."""

MAGNIFIED = F(0.7)
"""Texels to a pixel below which neighbouring texels are blended."""


@kernel
def _set_plane(planes, number, column, values, forms, pixels):
    """The plane over the picture of a quantity with these values at a triangle's corners, divided by distance."""
    scale_x, scale_y, half_x, half_y = pixels
    first, second, third = values[0], values[1] - values[0], values[2] - values[0]
    a = (first * forms[0] + second * forms[3] + third * forms[6]) / scale_x
    b = -(first * forms[1] + second * forms[4] + third * forms[7]) / scale_y
    ahead = first * forms[2] + second * forms[5] + third * forms[8]
    planes[number, column], planes[number, column + 1] = a, b
    planes[number, column + 2] = ahead - a * half_x - b * half_y


@kernel
def _forms(geometry, matrix, a, b, c):
    """Three linear forms over right, up and ahead of a ray: 1/z, s/z and t/z of the point that it meets.

    A point a + s u + t v on the ray r has 1/z = r.(u x v)/d, s/z = r.(v x a)/d and t/z = r.(a x u)/d.
    """
    m0, m1, m2, m3, m4, m5, m6, m7, m8, tx, ty, tz = matrix
    x, y, z = geometry.x[a], geometry.y[a], geometry.z[a]
    ax, ay = m0 * x + m1 * y + m2 * z + tx, m3 * x + m4 * y + m5 * z + ty
    az = m6 * x + m7 * y + m8 * z + tz
    dx, dy, dz = geometry.x[b] - x, geometry.y[b] - y, geometry.z[b] - z
    ux, uy, uz = m0 * dx + m1 * dy + m2 * dz, m3 * dx + m4 * dy + m5 * dz, m6 * dx + m7 * dy + m8 * dz
    dx, dy, dz = geometry.x[c] - x, geometry.y[c] - y, geometry.z[c] - z
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
def work_out(geometry, instances, placed, slot, planes, number, pixels, mirror_row, mirror_place):
    """Fills in a slot: colour, texture, id, room, and the planes of its normal and texture coordinates."""
    i, k, base = slot[number, INSTANCE], U(slot[number, TRIANGLE]), U(slot[number, VERTEX])
    finish = geometry.triangle_finish[k]
    shine = W(I(min(max(geometry.finish_shine[finish], ZERO), ONE) * FINISH_STEPS + HALF))
    glow = W(I(min(max(geometry.finish_glow[finish], ZERO), ONE) * FINISH_STEPS + HALF))
    look = W(geometry.finish_colour[finish] & COLOUR_BITS) | W(shine << W(24)) | W(glow << W(28))
    slot[number, KNOWN], slot[number, LOOK], slot[number, TEXTURE] = I(1), I(look), geometry.finish_texture[finish]
    slot[number, ID], slot[number, ROOM] = instances.id[i], instances.room[i]
    a, b, c = base + U(geometry.triangle[k, 0]), base + U(geometry.triangle[k, 1]), base + U(geometry.triangle[k, 2])
    forms = _forms(geometry, matrix_of(placed[i]), a, b, c)
    planes[number, SLOPE], planes[number, SLOPE + 1] = forms[0] / pixels[0], -forms[1] / pixels[1]
    # Normals turn with the cofactors of the matrix, which keeps them upright on stretched things.
    m, n = instances.matrix[i], geometry.normal
    for axis in range(3):
        p, q = 3 * ((axis + 1) % 3), 3 * ((axis + 2) % 3)
        c0, c1, c2 = (
            m[p + 1] * m[q + 2] - m[p + 2] * m[q + 1],
            m[p + 2] * m[q] - m[p] * m[q + 2],
            m[p] * m[q + 1] - m[p + 1] * m[q],
        )
        first = c0 * n[a, 0] + c1 * n[a, 1] + c2 * n[a, 2]
        second = c0 * n[b, 0] + c1 * n[b, 1] + c2 * n[b, 2]
        third = c0 * n[c, 0] + c1 * n[c, 1] + c2 * n[c, 2]
        _set_plane(planes, number, NORMAL + 3 * axis, (first, second, third), forms, pixels)
    slot[number, MIRROR] = -1
    if geometry.finish_mirror[finish] > ZERO:
        for mirror in range(mirror_row.shape[0]):
            if mirror_row[mirror, 0] == i:
                slot[number, MIRROR] = mirror
                _set_mirror(geometry, instances, i, mirror_place[mirror], a, b, c, planes, number, forms, pixels)
    if slot[number, TEXTURE] >= 0:
        for axis in range(2):
            values = (geometry.uv[a, axis], geometry.uv[b, axis], geometry.uv[c, axis])
            _set_plane(planes, number, UV + 3 * axis, values, forms, pixels)


@inlined
def _set_mirror(geometry, instances, i, place, a, b, c, planes, number, forms, pixels):
    """The planes of where a triangle of a mirror lies in the picture that it shows."""
    m, p = instances.matrix[i], instances.position[i]
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
        _set_plane(planes, number, IN_MIRROR + 3 * axis, (first, second, third), forms, pixels)


@kernel
def _lay(normal_x, normal_y, normal_z, ident, colour, centre, begin, end, ax, bx, ay, by, az, bz, owner, word):
    """A run of pixels of one triangle: normals not yet of unit length, id and colour word."""
    wide()
    while begin < end:
        for lane in range(U(LANES)):
            x = begin + lane
            at = centre[x]
            normal_x[x], normal_y[x], normal_z[x] = ax * at + bx, ay * at + by, az * at + bz
            ident[x] = owner
            colour[x] = word
        begin += U(LANES)


@kernel
def mip_of(step, size):
    """Mipmap level for a step in texels of the largest one per pixel, and the step in texels of that level."""
    level, most = 0, SHARPEST
    for _ in range(size):
        level += 1 if step > most else 0
        most += most
    return level, step / F(1 << level)


@kernel
def _blended(texel, mask, shift, u, v):
    """The colour between the four texels around a point."""
    iu, iv = floored(u), floored(v)
    pu, pv = W(I((u - F(iu)) * F(256))), W(I((v - F(iv)) * F(256)))
    u0, u1 = W(iu & mask), W(I(iu + I(1)) & mask)
    v0, v1 = W(iv & mask) << shift, W(I(iv + I(1)) & mask) << shift
    a, b = texel[U(I(v0 + u0))], texel[U(I(v0 + u1))]
    c, d = texel[U(I(v1 + u0))], texel[U(I(v1 + u1))]
    fourth = W((pu * pv) >> W(8))
    second, third = W(pu - fourth), W(pv - fourth)
    first = W(W(256) - pu - pv + fourth)
    two, one = W(0xFF00FF), W(0xFF00)
    red_blue = W((a & two) * first + (b & two) * second + (c & two) * third + (d & two) * fourth) >> W(8)
    green = W((a & one) * first + (b & one) * second + (c & one) * third + (d & one) * fourth) >> W(8)
    return W((red_blue & two) | (green & one))


@kernel
def _texture(begin, end, along_u, along_v, centre, depth, texel, first, size, level, blended, finish, colour):
    """Colour words of a run from one mipmap level; `along` is a coordinate's slope and start in this row."""
    wide()
    log = size - level
    # The larger mipmaps before it, of which each has four times as many texels as the next, are a geometric series.
    texel = texel[first + ((4 << (2 * size)) - (4 << (2 * log))) // 3 :]
    side, mask, shift = F(1 << log), I((1 << log) - 1), W(log)
    ua, ub = along_u
    va, vb = along_v
    while blended and begin < end:
        for lane in range(U(LANES)):
            x = begin + lane
            d = depth[x]
            u, v = (ua * centre[x] + ub) * d * side - HALF, -((va * centre[x] + vb) * d) * side - HALF
            colour[x] = W(_blended(texel, mask, shift, u, v) | finish)
        begin += U(LANES)
    while begin < end:
        for lane in range(U(LANES)):
            x = begin + lane
            d = depth[x]
            u, v = (ua * centre[x] + ub) * d * side, -((va * centre[x] + vb) * d) * side
            iu, iv = W(floored(u) & mask), W(floored(v) & mask)
            colour[x] = W((texel[U(I((iv << shift) + iu))] & COLOUR_BITS) | finish)
        begin += U(LANES)


@inlined
def _texture_run(geometry, plane, y, begin, end, texture, finish, centre, depth, colour):
    """Textures a run in pieces short enough for one mipmap level each."""
    ua, ub, uc, va, vb, vc = plane[UV], plane[UV + 1], plane[UV + 2], plane[UV + 3], plane[UV + 4], plane[UV + 5]
    slope_x, slope_y = plane[SLOPE], plane[SLOPE + 1]
    along_u, along_v = (ua, ub * y + uc), (va, vb * y + vc)
    first, size = geometry.texture_texel[texture], geometry.texture_size[texture]
    side = F(1 << size)
    while begin < end:
        stop = min(begin + U(PIECE), end)
        middle = (begin + stop) >> U(1)
        d, at = depth[middle], centre[middle]
        u, v = (ua * at + along_u[1]) * d, (va * at + along_v[1]) * d
        across = max(abs(ua - u * slope_x), abs(va - v * slope_x))
        down = max(abs(ub - u * slope_y), abs(vb - v * slope_y))
        level, step = mip_of(max(across, down) * d * side, size)
        blended = level == 0 and step < MAGNIFIED
        _texture(
            begin, stop, along_u, along_v, centre, depth, geometry.texel, first, size, level, blended, finish, colour
        )
        begin = stop


@kernel
def _mirror_run(plane, y, begin, end, texel, first, size, share, centre, depth, colour):
    """Lays what a mirror shows over a run of its pixels, which give light of their own then."""
    texel = texel[first:]
    side, mask, shift = F(1 << size), I((1 << size) - 1), W(size)
    ua, ub = plane[IN_MIRROR], plane[IN_MIRROR + 1] * y + plane[IN_MIRROR + 2]
    va, vb = plane[IN_MIRROR + 3], plane[IN_MIRROR + 4] * y + plane[IN_MIRROR + 5]
    for x in range(begin, end):
        d = depth[x]
        u, v = (ua * centre[x] + ub) * d * side - HALF, -((va * centre[x] + vb) * d) * side - HALF
        front, back = _blended(texel, mask, shift, u, v), colour[x]
        mixed = GLOW_ALL
        for bits in (W(0), W(8), W(16)):
            shown, own = F(I((front >> bits) & W(255))), F(I((back >> bits) & W(255)))
            mixed |= W(I(own + (shown - own) * share + HALF)) << bits
        colour[x] = mixed


@kernel
def set_depth(nearness, offset, depth, begin, end):
    """Metres along the view from nearness."""
    wide()
    for x in range(begin, end):
        near = nearness[offset + x]
        far = ONE / near
        depth[x] = far if near > ZERO else ZERO


@kernel
def _list_runs(slots, offset, begin, end, closing, starts):
    """Where each run of pixels of one triangle starts in a row, and after the last where it ends; returns how many.

    The second loop has no branch: to guess wrongly at the end of every run takes longer than to visit all pixels.
    """
    wide()
    for x in range(begin, end):
        closing[x] = slots[offset + x] != slots[offset + x + U(1)]
    starts[0] = I(begin)
    found = U(1)
    for x in range(begin, end - U(1)):
        starts[found] = I(x + U(1))
        found += U(closing[x])
    starts[found] = I(end)
    return found


@kernel
def _mark_parts(part, begin, end, owner):
    """Part numbers of a run."""
    for x in range(begin, end):
        part[x] = owner


@inlined
def set_surfaces(
    geometry,
    instances,
    scratch,
    slots,
    lines,
    marks,
    segments,
    row,
    size,
    begin,
    end,
    eye,
    sky,
    with_colours,
    with_parts,
):
    """Fills the lines and marks of a row between two columns; returns how many stretches of one room it has.

    `segments` gets where each stretch ends, its room, and from where to where things in it shine.
    """
    width, height = size
    pixels = pixels_of(eye, width, height)
    depth, nx, ny, nz = lines[DEPTH], lines[NORMAL_X], lines[NORMAL_Y], lines[NORMAL_Z]
    ident, part, colour = marks
    slot, planes, centre = scratch.slot, scratch.planes, scratch.centre
    y = F(row) + HALF
    offset = U(row * width)
    count = 0
    segments[0, 1], segments[0, 3] = -1, 0
    starts = scratch.starts
    for run in range(_list_runs(slots, offset, U(begin), U(end), scratch.closing, starts)):
        x, stop = U(starts[run]), U(starts[run + U(1)])
        holder = slots[offset + x]
        if holder < 0:
            _lay(nx, ny, nz, ident, colour, centre, x, stop, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, I(-1), sky)
        else:
            number = U(holder)
            if slot[number, KNOWN] == 0:
                work_out(
                    geometry, instances, scratch.placed, slot, planes, number, pixels,
                    scratch.mirror_row, scratch.mirror_place,
                )  # fmt: skip
            p, look, texture, room = planes[number], W(slot[number, LOOK]), slot[number, TEXTURE], slot[number, ROOM]
            bx, by, bz = p[1] * y + p[2], p[4] * y + p[5], p[7] * y + p[8]
            _lay(nx, ny, nz, ident, colour, centre, x, stop, p[0], bx, p[3], by, p[6], bz, slot[number, ID], look)
            if with_colours and texture >= 0:
                _texture_run(geometry, p, y, x, stop, texture, look & ~COLOUR_BITS, centre, depth, colour)
            mirror = slot[number, MIRROR]
            if with_colours and mirror >= 0:
                share = geometry.finish_mirror[geometry.triangle_finish[slot[number, TRIANGLE]]]
                first, log = U(mirror << (2 * LARGEST)), scratch.mirror_row[mirror, 1]
                _mirror_run(p, y, x, stop, scratch.mirror_texel, first, log, share, centre, depth, colour)
            if segments[count, 1] != room:
                if segments[count, 1] >= 0:
                    segments[count, 0] = I(x)
                    count += 1
                segments[count, 1], segments[count, 3] = room, 0
            if (look >> W(24)) & W(15):
                if segments[count, 3] == 0:
                    segments[count, 2] = I(x)
                segments[count, 3] = I(stop)
        if with_parts:
            _mark_parts(part, x, stop, I(-1) if holder < 0 else geometry.triangle_part[slot[U(holder), TRIANGLE]])
    segments[count, 0] = I(end)
    segments[count, 1] = max(segments[count, 1], 0)
    return count + 1
