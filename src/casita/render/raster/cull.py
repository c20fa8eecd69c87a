# mypy: disable-error-code="no-untyped-def"
"""Which instances can be seen, in what order they are drawn, and what the ones already drawn hide."""

from __future__ import annotations

import math

from casita.render.raster.compile import HUGE, ONE, TINY, ZERO, F, U, kernel, wide

WALL, LARGE, SMALL, GLASS = 0, 1, 2, 3
"""Kinds of instances in the order in which they are drawn."""

BUCKETS = 48
"""Steps of distance within a kind, nearest first."""

PER_METRE = F(4)
LARGE_RADIUS = F(0.5)
"""Metres from which an instance is drawn before the small ones, which it may hide."""

SMALLEST = F(0.35)
"""Pixels of radius below which an instance is left out."""

MARGIN = F(0.02)
"""Metres beyond the near plane from which a ball can be hidden."""

TILE = 8
"""Pixels along a side of a tile of the coarse depth."""


@kernel
def place_in_view(geometry, instances, eye, scratch, width, height):
    """Sets what is in view and its order; returns where each kind ends in that order."""
    across, upright, near, aside, above = eye[12], eye[13], eye[14], eye[15], eye[16]
    steep_across, steep_upright = across + abs(aside), upright + abs(above)
    side_across = ONE / F(math.sqrt(ONE + steep_across * steep_across))
    side_upright = ONE / F(math.sqrt(ONE + steep_upright * steep_upright))
    pixels = F(height) / (upright + upright)
    count = scratch.bucket
    for bucket in range(4 * BUCKETS + 1):
        count[bucket] = 0
    found = 0
    for i in range(instances.mesh.shape[0]):
        if instances.shown[i] == 0:
            continue
        mesh = instances.mesh[i]
        radius = geometry.mesh_radius[mesh] * instances.scale[i]
        a, b, c = geometry.mesh_centre[mesh, 0], geometry.mesh_centre[mesh, 1], geometry.mesh_centre[mesh, 2]
        m, p = instances.matrix, instances.position
        x = p[i, 0] + (m[i, 0] * a + m[i, 1] * b + m[i, 2] * c) - eye[0]
        y = p[i, 1] + (m[i, 3] * a + m[i, 4] * b + m[i, 5] * c) - eye[1]
        z = p[i, 2] + (m[i, 6] * a + m[i, 7] * b + m[i, 8] * c) - eye[2]
        ahead = -(x * eye[9] + y * eye[10] + z * eye[11])
        if ahead < near - radius or radius * pixels < SMALLEST * ahead:
            continue
        right = x * eye[3] + y * eye[4] + z * eye[5]
        up = x * eye[6] + y * eye[7] + z * eye[8]
        past_side = (abs(right - aside * ahead) - across * ahead) * side_across
        past_top = (abs(up - above * ahead) - upright * ahead) * side_upright
        if past_side > radius or past_top > radius:
            continue
        ball = scratch.ball
        ball[i, 0], ball[i, 1], ball[i, 2], ball[i, 3] = right, up, ahead, radius
        kind = SMALL
        if instances.glass[i]:
            kind = GLASS
        elif instances.wall[i]:
            kind = WALL
        elif radius > LARGE_RADIUS:
            kind = LARGE
        bucket = kind * BUCKETS + int(min(max(ahead - radius, ZERO) * PER_METRE, F(BUCKETS - 1)))
        scratch.found[found] = i
        scratch.found_bucket[found] = bucket
        count[bucket + 1] += 1
        found += 1
    for bucket in range(4 * BUCKETS):
        count[bucket + 1] += count[bucket]
    ends = (count[BUCKETS], count[2 * BUCKETS], count[3 * BUCKETS], count[4 * BUCKETS])
    for j in range(found):
        bucket = scratch.found_bucket[j]
        scratch.order[count[bucket]] = scratch.found[j]
        count[bucket] += 1
    return ends


@kernel
def _least_of_rows(nearness, least, offset, width):
    """Keeps the smaller of a row and what was kept, column by column."""
    wide()
    for x in range(width):
        here = nearness[offset + x]
        before = least[x]
        least[x] = here if here < before else before


@kernel
def set_coarse(nearness, coarse, least, width, height):
    """The farthest nearness in each tile: what is farther than that there is hidden."""
    wide()
    across = (width + TILE - 1) // TILE
    for tile_y in range((height + TILE - 1) // TILE):
        for x in range(U(width)):
            least[x] = HUGE
        for row in range(tile_y * TILE, min(tile_y * TILE + TILE, height)):
            _least_of_rows(nearness, least, U(row * width), U(width))
        for tile_x in range(across):
            lowest = HUGE
            for x in range(U(tile_x * TILE), U(min(tile_x * TILE + TILE, width))):
                lowest = min(lowest, least[x])
            coarse[tile_y * across + tile_x] = lowest


@kernel
def _tile(at, size):
    """The tile that a coordinate is in, or the nearest one."""
    return int(min(max(at, ZERO), F(size - 1))) // TILE


@kernel
def depths_of_box(matrix, middle, half, reach):
    """The least depth that any point of an instance's box can have, and that one in view can have.

    No point in view is less deep than its distance from the eye times `reach`, the cosine of the farthest corner.
    """
    m0, m1, m2, m3, m4, m5, m6, m7, m8, tx, ty, tz = matrix
    x = m0 * middle[0] + m1 * middle[1] + m2 * middle[2] + tx
    y = m3 * middle[0] + m4 * middle[1] + m5 * middle[2] + ty
    z = m6 * middle[0] + m7 * middle[1] + m8 * middle[2] + tz
    least = z - (abs(m6) * half[0] + abs(m7) * half[1] + abs(m8) * half[2])
    square = ZERO
    for a, b, c, side in ((m0, m3, m6, half[0]), (m1, m4, m7, half[1]), (m2, m5, m8, half[2])):
        length = a * a + b * b + c * c + TINY
        beyond = max(abs(a * x + b * y + c * z) - length * side, ZERO)
        square += beyond * beyond / length
    return least, max(least, F(math.sqrt(square)) * reach)


@kernel
def is_hidden(ball, front, pixels, near, coarse, width, height):
    """Is a ball, of which nothing is less deep than its front, behind what is drawn in every tile that it can touch?"""
    right, up, ahead, radius = ball[0], ball[1], ball[2], ball[3]
    scale_x, scale_y, half_x, half_y = pixels
    if ahead - radius < near + MARGIN:
        return False
    closest, farthest = ONE / (ahead - radius), ONE / (ahead + radius)
    low, high = right - radius, right + radius
    x0 = low * (closest if low < ZERO else farthest) * scale_x + half_x
    x1 = high * (closest if high > ZERO else farthest) * scale_x + half_x
    low, high = up - radius, up + radius
    y0 = half_y - high * (closest if high > ZERO else farthest) * scale_y
    y1 = half_y - low * (closest if low < ZERO else farthest) * scale_y
    across = (width + TILE - 1) // TILE
    first_x, last_x = _tile(x0, width), _tile(x1, width)
    for tile_y in range(_tile(y0, height), _tile(y1, height) + 1):
        for tile_x in range(first_x, last_x + 1):
            if coarse[tile_y * across + tile_x] * front < ONE:
                return False
    return True
