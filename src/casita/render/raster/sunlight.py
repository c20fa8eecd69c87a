# mypy: disable-error-code="no-untyped-def"
"""The light of the sun on a row of pixels, which comes in through windows alone: most of a row is passed over."""

from __future__ import annotations

from casita.render.raster.compile import HALF, ONE, TWO, ZERO, F, I, U, W, kernel, whole_blocks, wide
from casita.render.raster.shadow_words import LIFT, SUN_LAST, SUN_SIDE, SUN_TILE, SUN_TILES, sun_steps

BLOCK = 32
"""Pixels that are passed over together where none faces the sun, or all lie in shade."""

FINE, FARTHEST = F(1024), F(1e6)
"""Steps to a metre in which the bounds of a block are worked out, and the farthest they go."""


@kernel
def _weighed(first, second, third, fourth, part_x, part_y):
    """How much of a point is lit, from four texels around it that are lit or not, weighed by how near they are."""
    rest = ONE - part_x
    above = (rest if first else ZERO) + (part_x if second else ZERO)
    below = (rest if third else ZERO) + (part_x if fourth else ZERO)
    return above + (below - above) * part_y


@kernel
def _any_faces(nx, ny, nz, begin, end, direction):
    """Does any surface face a direction?"""
    wide()
    count = 0
    for x in range(begin, end):
        count += 1 if nx[x] * direction[0] + ny[x] * direction[1] + nz[x] * direction[2] > ZERO else 0
    return count > 0


@kernel
def light_from_sun(normal, away, light, centre, begin, end, sun, eye_from, half_width, strength, words):
    """The sun with its shadow map; `eye_from` is the eye from the middle of what the map covers."""
    wide()
    nx, ny, nz = normal
    ax, ay, az = away
    half = F(SUN_SIDE) * HALF
    limit = half - F(1.5)
    scale = half / half_width
    steps = sun_steps(half_width)
    s0, s1, s2, r0, r1, r2, u0, u1, u2 = sun[0], sun[1], sun[2], sun[3], sun[4], sun[5], sun[6], sun[7], sun[8]
    low, last = W(0xFFFF), F(end)
    for x in range(begin, whole_blocks(begin, end)):
        n0, n1, n2 = nx[x], ny[x], nz[x]
        facing = max(n0 * s0 + n1 * s1 + n2 * s2, ZERO)
        px, py, pz = ax[x] + eye_from[0] + n0 * LIFT, ay[x] + eye_from[1] + n1 * LIFT, az[x] + eye_from[2] + n2 * LIFT
        column, row = (px * r0 + py * r1 + pz * r2) * scale, -(px * u0 + py * u1 + pz * u2) * scale
        column_in, row_in = min(max(column, -limit), limit), min(max(row, -limit), limit)
        inside = (column == column_in) & (row == row_in)
        column_in, row_in = column_in + (half - HALF), row_in + (half - HALF)
        whole_x, whole_y = F(I(column_in)), F(I(row_in))
        texel = U(I(whole_y * F(SUN_SIDE) + whole_x) & I(SUN_SIDE * SUN_SIDE - 1))
        above, below = words[texel], words[texel + U(SUN_SIDE)]
        height = I(min(max((px * s0 + py * s1 + pz * s2 + LIFT + half_width) * steps, ZERO), F(SUN_LAST)))
        lit = _weighed(
            I(above & low) <= height,
            I(above >> W(16)) <= height,
            I(below & low) <= height,
            I(below >> W(16)) <= height,
            column_in - whole_x,
            row_in - whole_y,
        )
        before = light[x]
        light[x] = before + strength * facing * (lit if inside else ONE) if centre[x] < last else before


@kernel
def _bounds(along, begin, end):
    """The least and the most of a stretch of a line, a step farther out, in metres."""
    wide()
    low, high = I(1 << 30), I(-(1 << 30))
    for x in range(begin, end):
        here = I(min(max(along[x] * FINE, -FARTHEST), FARTHEST))
        low, high = min(low, here), max(high, here)
    return F(low - I(1)) / FINE, F(high + I(1)) / FINE


@kernel
def _may_reach(away, begin, end, sun, eye_from, half_width, tiles):
    """May the sun reach any pixel of a stretch: is one outside its map, or not below all that is in its tiles?"""
    ax, ay, az = away
    low_x, high_x = _bounds(ax, begin, end)
    low_y, high_y = _bounds(ay, begin, end)
    low_z, high_z = _bounds(az, begin, end)
    x, y, z = (low_x + high_x) * HALF + eye_from[0], (low_y + high_y) * HALF + eye_from[1], (low_z + high_z) * HALF
    z += eye_from[2]
    off_x, off_y, off_z = (high_x - low_x) * HALF, (high_y - low_y) * HALF, (high_z - low_z) * HALF
    half = F(SUN_SIDE) * HALF
    scale = half / half_width
    column = (x * sun[3] + y * sun[4] + z * sun[5]) * scale + half
    row = half - (x * sun[6] + y * sun[7] + z * sun[8]) * scale
    # As far as a point is lifted, and the texels next to it that it is weighed with.
    wide_x = (off_x * abs(sun[3]) + off_y * abs(sun[4]) + off_z * abs(sun[5]) + LIFT) * scale + TWO
    wide_y = (off_x * abs(sun[6]) + off_y * abs(sun[7]) + off_z * abs(sun[8]) + LIFT) * scale + TWO
    last = F(SUN_SIDE - 1)
    if column - wide_x < ONE or column + wide_x > last or row - wide_y < ONE or row + wide_y > last:
        return True
    top = x * sun[0] + y * sun[1] + z * sun[2] + off_x * abs(sun[0]) + off_y * abs(sun[1]) + off_z * abs(sun[2])
    height = I(min(max((top + TWO * LIFT + half_width) * sun_steps(half_width) + TWO, ZERO), F(SUN_LAST)))
    for down in range(int(row - wide_y) // SUN_TILE, int(row + wide_y) // SUN_TILE + 1):
        for across in range(int(column - wide_x) // SUN_TILE, int(column + wide_x) // SUN_TILE + 1):
            if tiles[down * SUN_TILES + across] <= height:
                return True
    return False


@kernel
def add_sun(normal, away, light, centre, begin, end, sun, eye_from, half_width, strength, words, tiles):
    """The sun, in blocks, of which those that face away or lie in shade are passed over."""
    nx, ny, nz = normal
    direction = (sun[0], sun[1], sun[2])
    while begin < end:
        stop = min(begin + U(BLOCK), end)
        if _any_faces(nx, ny, nz, begin, stop, direction) and _may_reach(
            away, begin, stop, sun, eye_from, half_width, tiles
        ):
            light_from_sun(normal, away, light, centre, begin, stop, sun, eye_from, half_width, strength, words)
        begin = stop
