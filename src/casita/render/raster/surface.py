# mypy: disable-error-code="no-untyped-def"
"""What each pixel of a row shows: its normal, colour and whose it is, from the planes of visible triangles."""

from __future__ import annotations

from casita.render.raster.compile import HALF, LANES, ONE, ZERO, F, I, U, W, floored, inlined, kernel, prefetch, wide
from casita.render.raster.looks import COLOUR_BITS, ID, IN_MIRROR, LOOK, MIRROR, ROOM, SLOPE, TEXTURE, UV
from casita.render.raster.mirrors import LARGEST
from casita.render.raster.shading import DEPTH, NORMAL_X, NORMAL_Y, NORMAL_Z
from casita.render.raster.visibility import TRIANGLE

GLOW_ALL = W(0xF0000000)

PIECE = 32
"""Pixels of a row that share one mipmap level at most."""

SHARPEST = F(1.4)
"""Texels a pixel may step over before the next coarser mipmap is taken."""

MAGNIFIED = F(0.7)
"""Texels to a pixel below which neighbouring texels are blended."""


@kernel
def _lay(normal, ident, colour, texel_at, centre, begin, end, ax, bx, ay, by, az, bz, owner, word):
    """A run of pixels of one triangle: normals not yet of unit length, id and colour word, and no texels yet."""
    wide()
    normal_x, normal_y, normal_z = normal
    while begin < end:
        for lane in range(U(LANES)):
            x = begin + lane
            at = centre[x]
            normal_x[x], normal_y[x], normal_z[x] = ax * at + bx, ay * at + by, az * at + bz
            ident[x] = owner
            colour[x] = word
            texel_at[x] = I(-1)
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
def _first_texel(first, size, log):
    """Where a mipmap begins. The larger ones before it, of which each has four times as many texels as the next, are a
    geometric series."""
    return first + ((4 << (2 * size)) - (4 << (2 * log))) // 3


@kernel
def _blend_texels(begin, end, along_u, along_v, centre, depth, texel, first, size, finish, colour):
    """Colour words of a run from the largest mipmap; `along` is a coordinate's slope and start in this row.

    Pixels of a block past the run's end take the first texel: any other might have to be waited for.
    """
    wide()
    texel = texel[first:]
    side, mask, shift = F(1 << size), I((1 << size) - 1), W(size)
    ua, ub = along_u
    va, vb = along_v
    last = F(end)
    while begin < end:
        for lane in range(U(LANES)):
            x = begin + lane
            d = depth[x] if centre[x] < last else ZERO
            u, v = (ua * centre[x] + ub) * d * side - HALF, -((va * centre[x] + vb) * d) * side - HALF
            colour[x] = W(_blended(texel, mask, shift, u, v) | finish)
        begin += U(LANES)


@kernel
def _find_texels(begin, end, along_u, along_v, centre, depth, first, log, texel_at):
    """Where the texels of a run lie in a mipmap that begins with the first."""
    wide()
    side, mask, across = F(1 << log), I((1 << log) - 1), I(1 << log)
    ua, ub = along_u
    va, vb = along_v
    while begin < end:
        for lane in range(U(LANES)):
            x = begin + lane
            d = depth[x]
            u, v = (ua * centre[x] + ub) * d * side, -((va * centre[x] + vb) * d) * side
            texel_at[x] = I(I(floored(v) & mask) * across + I(floored(u) & mask) + first)
        begin += U(LANES)


@inlined
def _texture_run(geometry, plane, y, begin, end, texture, finish, centre, depth, colour, texel_at):
    """Textures a run in pieces short enough for one mipmap level each, or finds out where their texels are."""
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
        if level == 0 and step < MAGNIFIED:
            _blend_texels(begin, stop, along_u, along_v, centre, depth, geometry.texel, first, size, finish, colour)
        else:
            at = I(_first_texel(first, size, size - level))
            _find_texels(begin, stop, along_u, along_v, centre, depth, at, size - level, texel_at)
        begin = stop


@kernel
def _mirror_run(plane, y, begin, end, texel, first, size, share, centre, depth, colour, own_texel, texel_at):
    """Lays what a mirror shows over a run of its pixels, which give light of their own then."""
    texel = texel[first:]
    side, mask, shift = F(1 << size), I((1 << size) - 1), W(size)
    ua, ub = plane[IN_MIRROR], plane[IN_MIRROR + 1] * y + plane[IN_MIRROR + 2]
    va, vb = plane[IN_MIRROR + 3], plane[IN_MIRROR + 4] * y + plane[IN_MIRROR + 5]
    for x in range(begin, end):
        d = depth[x]
        u, v = (ua * centre[x] + ub) * d * side - HALF, -((va * centre[x] + vb) * d) * side - HALF
        at = texel_at[x]
        front, back = _blended(texel, mask, shift, u, v), colour[x] if at < 0 else own_texel[U(at)]
        mixed = GLOW_ALL
        for bits in (W(0), W(8), W(16)):
            shown, own = F(I((front >> bits) & W(255))), F(I((back >> bits) & W(255)))
            mixed |= W(I(own + (shown - own) * share + HALF)) << bits
        colour[x] = mixed
        texel_at[x] = I(-1)


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


@kernel
def _fetch_texels(texel, texel_at, begin, end):
    """Has the texels of a row brought near; where there are none, the first is."""
    for x in range(begin, end):
        prefetch(texel, U(max(texel_at[x], I(0))))


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
    width,
    begin,
    end,
    sky,
    with_colours,
    with_parts,
):
    """Fills the lines and marks of a row between two columns; returns how many stretches of one room it has.

    `segments` gets where each stretch ends, its room, and from where to where things in it shine.
    """
    depth, normal = lines[DEPTH], (lines[NORMAL_X], lines[NORMAL_Y], lines[NORMAL_Z])
    ident, part, colour, texel_at = marks
    slot, looks, planes, centre = scratch.slot, scratch.look, scratch.planes, scratch.centre
    y = F(row) + HALF
    offset = U(row * width)
    count = 0
    segments[0, 1], segments[0, 3] = -1, 0
    starts = scratch.starts
    for run in range(_list_runs(slots, offset, U(begin), U(end), scratch.closing, starts)):
        x, stop = U(starts[run]), U(starts[run + U(1)])
        holder = slots[offset + x]
        if holder < 0:
            _lay(normal, ident, colour, texel_at, centre, x, stop, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, I(-1), sky)
        else:
            number = U(holder)
            p, look, texture, room = planes[number], W(looks[number, LOOK]), looks[number, TEXTURE], looks[number, ROOM]
            bx, by, bz = p[1] * y + p[2], p[4] * y + p[5], p[7] * y + p[8]
            owner = looks[number, ID]
            _lay(normal, ident, colour, texel_at, centre, x, stop, p[0], bx, p[3], by, p[6], bz, owner, look)
            if with_colours and texture >= 0:
                _texture_run(geometry, p, y, x, stop, texture, look & ~COLOUR_BITS, centre, depth, colour, texel_at)
            mirror = looks[number, MIRROR]
            if with_colours and mirror >= 0:
                share = geometry.finish_mirror[geometry.triangle_finish[slot[number, TRIANGLE]]]
                first, log = U(mirror << (2 * LARGEST)), scratch.mirror_row[mirror, 1]
                _mirror_run(
                    p, y, x, stop, scratch.mirror_texel, first, log, share, centre, depth, colour,
                    geometry.texel, texel_at,
                )  # fmt: skip
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
    if with_colours:
        _fetch_texels(geometry.texel, texel_at, U(begin), U(end))
    return count + 1
