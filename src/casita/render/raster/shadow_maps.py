# mypy: disable-error-code="no-untyped-def"
"""Shadow maps: what each room's ceiling light sees looking down, and what the sun sees of the whole house.

A map holds in each texel the nearness (of a ceiling light) or the height towards the sun of the first thing there.
That is a maximum, so the order of drawing does not matter, and a part of a map can be mended on its own: empty
it, and draw again everything that touches it, inside it alone. The texels come out the same to the bit. For the same
reason a map can be kept in two layers: what has moved of late is in one of its own, which holds little and is soon
drawn anew, so that somebody who walks about does not have the furniture drawn again and again.

A `light` is its frame (right, up and towards-it vectors, then its place), its spread (the slope, or for the sun the
metres, from the middle of its map to a side), and whether it is the sun.
"""

from __future__ import annotations

import numpy as np

from casita.render.raster.compile import HALF, HUGE, ONE, ZERO, F, U, ceiling, inlined, kernel, wide
from casita.render.raster.fill import fill_nearest, first_centre
from casita.render.raster.shading import CLOSEST
from casita.render.raster.shadow_words import (
    SHADOW_SIDE,
    SUN_SIDE,
    lamp_steps,
    pack_lamp_map,
    pack_sun_map,
    set_sun_tiles,
)
from casita.render.raster.visibility import corners_of, level_of, list_marked, matrix_of, plane_of, transformed

DETAIL = F(1.0)
"""Texels by which a level of detail may depart from the finest."""

MOST_PATCHES = 32
"""Places to mend in one map above which it is drawn anew."""


@kernel
def side_of(is_sun):
    """Texels along a side of a map."""
    return SUN_SIDE if is_sun else SHADOW_SIDE


@kernel
def _set_place(instances, frame, placed, i):
    """From an instance's own axes to a light's right, up and towards-the-light, from the light's own place."""
    p, m = instances.position, instances.matrix
    x, y, z = p[i, 0] - frame[9], p[i, 1] - frame[10], p[i, 2] - frame[11]
    for axis in range(3):
        a, b, c = frame[3 * axis], frame[3 * axis + 1], frame[3 * axis + 2]
        for column in range(3):
            placed[3 * axis + column] = a * m[i, column] + b * m[i, 3 + column] + c * m[i, 6 + column]
        placed[9 + axis] = a * x + b * y + c * z


@kernel
def _project_to_lamp(vx, vy, vz, first, count, matrix, scale, half, sx, sy, sw):
    """Vertices to texels and nearness; nearness is -1 for those not below the light."""
    wide()
    for k in range(count):
        x, y, up = transformed(matrix, vx[first + k], vy[first + k], vz[first + k])
        down = -up
        w = ONE / max(down, CLOSEST)
        sx[k] = x * w * scale + half
        sy[k] = half - y * w * scale
        sw[k] = w if down >= CLOSEST else -ONE


@kernel
def _project_to_sun(vx, vy, vz, first, count, matrix, scale, half, sx, sy, sw):
    """Vertices to texels and height towards the sun."""
    wide()
    for k in range(count):
        x, y, z = transformed(matrix, vx[first + k], vy[first + k], vz[first + k])
        sx[k], sy[k], sw[k] = x * scale + half, half - y * scale, z


@inlined
def _project(geometry, instances, i, light, work):
    """The vertices of an instance as a light sees them, in the level of detail that its map needs; says which."""
    frame, spread, is_sun = light
    _set_place(instances, frame, work.placed, i)
    half = F(side_of(is_sun)) * HALF
    scale = half / spread
    mesh, size = instances.mesh[i], instances.scale[i]
    distance = ONE if is_sun else max(-work.placed[11] - geometry.mesh_radius[mesh] * size, CLOSEST)
    level = level_of(geometry, mesh, DETAIL * distance / (scale * size))
    first, count, matrix = U(geometry.level_vertex[level]), U(geometry.level_vertices[level]), matrix_of(work.placed)
    vx, vy, vz = geometry.x, geometry.y, geometry.z
    if is_sun:
        _project_to_sun(vx, vy, vz, first, count, matrix, scale, half, work.x, work.y, work.z)
    else:
        _project_to_lamp(vx, vy, vz, first, count, matrix, scale, half, work.x, work.y, work.z)
    return level


@kernel
def _find_casting(triangle, first, count, sx, sy, sw, least, x0, x1, y0, y1, casting):
    """Marks the triangles that face the light and may hold the centre of a texel of a rectangle."""
    wide()
    for k in range(count):
        a, b, c = corners_of(triangle, first + k)
        ax, ay, bx, by, cx, cy = sx[a], sy[a], sx[b], sy[b], sx[c], sy[c]
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        top = ceiling(max(min(min(ay, min(by, cy)) - HALF, y1), y0))
        bottom = ceiling(max(min(max(ay, max(by, cy)) - HALF, y1), y0))
        left = ceiling(max(min(min(ax, min(bx, cx)) - HALF, x1), x0))
        right = ceiling(max(min(max(ax, max(bx, cx)) - HALF, x1), x0))
        below = min(sw[a], min(sw[b], sw[c])) >= least
        casting[k] = (area < ZERO) & (top < bottom) & (left < right) & below


@kernel
def _cast_triangles(triangle, listed, count, first, sx, sy, sw, shadow_map, centre, side, x0, x1, y0, y1):
    """Draws triangles inside a rectangle of the map."""
    limit = F(side)
    for j in range(count):
        k = first + U(listed[j])
        a, b, c = corners_of(triangle, k)
        corners = (sx[a], sy[a], sx[b], sy[b], sx[c], sy[c])
        top = max(first_centre(min(sy[a], min(sy[b], sy[c])), limit), y0)
        bottom = min(first_centre(max(sy[a], max(sy[b], sy[c])), limit), y1)
        plane = plane_of(corners, sw[a], sw[b], sw[c])
        fill_nearest(corners, plane, shadow_map, centre, side, x0, x1, top, bottom)


@inlined
def set_footprint(geometry, instances, i, light, footprint, highest, work):
    """The rectangle of a map that an instance can touch (columns from and to, rows from and to), and how high."""
    is_sun = light[2]
    level = _project(geometry, instances, i, light, work)
    left, right, top, bottom, most = HUGE, -HUGE, HUGE, -HUGE, -HUGE
    for k in range(U(geometry.level_vertices[level])):
        if is_sun or work.z[k] > ZERO:
            left, right = min(left, work.x[k]), max(right, work.x[k])
            top, bottom = min(top, work.y[k]), max(bottom, work.y[k])
            most = max(most, work.z[k])
    highest[i] = most
    side = F(side_of(is_sun))
    footprint[i, 0], footprint[i, 1] = first_centre(left, side), first_centre(right, side)
    footprint[i, 2], footprint[i, 3] = first_centre(top, side), first_centre(bottom, side)


@kernel
def is_buried(shadow_map, side, footprint, highest, i):
    """Is something higher than an instance in all of its footprint, so that the map is the same without it?"""
    for row in range(footprint[i, 2], footprint[i, 3]):
        first = U(row * side)
        if _any_below(shadow_map, first + U(footprint[i, 0]), first + U(footprint[i, 1]), highest[i]):
            return False
    return True


@kernel
def _any_below(shadow_map, begin, end, height):
    """Is a stretch of a map anywhere no higher than this? Most are all higher, so nothing is gained by stopping."""
    wide()
    count = 0
    for texel in range(begin, end):
        count += 1 if shadow_map[texel] <= height else 0
    return count > 0


@kernel
def sweep(swept, side, footprint, i):
    """Adds the footprint of an instance to the rectangle in which something moves."""
    if footprint[i, 0] >= footprint[i, 1] or footprint[i, 2] >= footprint[i, 3]:
        return
    if swept[0] >= swept[1]:
        swept[0], swept[1], swept[2], swept[3] = side, 0, side, 0
    swept[0], swept[1] = min(swept[0], footprint[i, 0]), max(swept[1], footprint[i, 1])
    swept[2], swept[3] = min(swept[2], footprint[i, 2]), max(swept[3], footprint[i, 3])


@inlined
def _cast(geometry, instances, i, light, shadow_map, footprint, work, x0, x1, y0, y1):
    """Draws an instance into a map, inside a rectangle and inside its own footprint."""
    x0, x1 = max(x0, footprint[i, 0]), min(x1, footprint[i, 1])
    y0, y1 = max(y0, footprint[i, 2]), min(y1, footprint[i, 3])
    if x0 >= x1 or y0 >= y1:
        return
    level = _project(geometry, instances, i, light, work)
    is_sun = light[2]
    triangle = geometry.triangle.reshape(-1)
    first, count = U(geometry.level_triangle[level]), U(geometry.level_triangles[level])
    least = -HUGE if is_sun else ZERO
    _find_casting(triangle, first, count, work.x, work.y, work.z, least, F(x0), F(x1), F(y0), F(y1), work.casting)
    listed, side = list_marked(work.casting, count, work.listed), side_of(is_sun)
    _cast_triangles(
        triangle, work.listed, listed, first, work.x, work.y, work.z, shadow_map, work.centre, side, x0, x1, y0, y1
    )


@kernel
def _empty(shadow_map, side, x0, x1, y0, y1, nothing):
    """Nothing is in a rectangle of a map."""
    for row in range(y0, y1):
        for texel in range(U(row * side + x0), U(row * side + x1)):
            shadow_map[texel] = nothing


@kernel
def _pack(layers, packed, lines, light, x0, x1, y0, y1):
    """Brings the words of a rectangle of a map up to date, and the sun's tiles."""
    frame, spread, is_sun = light
    shadow_map, moving_map = layers
    words, tiles = packed
    if x0 >= x1 or y0 >= y1:
        return
    if is_sun:
        pack_sun_map(shadow_map, moving_map, words, lines, x0, x1, y0, y1, spread)
        set_sun_tiles(words, tiles, x0, x1, y0, y1)
    else:
        pack_lamp_map(shadow_map, moving_map, words, lines, x0, x1, y0, y1, lamp_steps(frame[11]))


@inlined
def settle(geometry, instances, i, light, shadow_map, footprint, work):
    """Draws an instance that no longer moves into the layer of what stands still; what the map shows is the same."""
    x0, x1, y0, y1 = footprint[i, 0], footprint[i, 1], footprint[i, 2], footprint[i, 3]
    _cast(geometry, instances, i, light, shadow_map, footprint, work, x0, x1, y0, y1)


@inlined
def mend(geometry, instances, number, light, layers, packed, footprint, highest, work, changes):
    """Brings one map up to date, with what is packed of it: its words, and for the sun its tiles.

    The work has the rectangles where things stood (or more of them than it can hold, and all is drawn anew), the
    instances that are new, and the rectangle in which something moves. Only instances with a footprint in this map
    count.
    """
    is_sun = light[2]
    side, nothing = side_of(is_sun), -HUGE if is_sun else ZERO
    shadow_map, moving_map = layers
    patch, patches, swept = work.patch[number], work.patches[number], work.swept[number]
    if patches > MOST_PATCHES:
        patch[0, 0], patch[0, 1], patch[0, 2], patch[0, 3] = 0, side, 0, side
        swept[0], swept[1], swept[2], swept[3] = 0, side, 0, side
        patches, changes = 1, 0
    for k in range(work.movers[0] if patches > 0 else 0):  # what hid them may be gone
        if is_sun or instances.room[work.mover[k]] == number:
            sweep(swept, side, footprint, np.int64(work.mover[k]))
    for k in range(patches):
        x0, x1, y0, y1 = patch[k, 0], patch[k, 1], patch[k, 2], patch[k, 3]
        _empty(shadow_map, side, x0, x1, y0, y1, nothing)
        for i in range(instances.mesh.shape[0]):
            if (is_sun or instances.room[i] == number) and work.moves[i] == 0:
                _cast(geometry, instances, i, light, shadow_map, footprint, work, x0, x1, y0, y1)
    x0, x1, y0, y1 = swept[0], swept[1], swept[2], swept[3]
    if x0 < x1 and y0 < y1:
        _empty(moving_map, side, x0, x1, y0, y1, nothing)
        for k in range(work.movers[0]):
            mover = np.int64(work.mover[k])
            mine = is_sun or instances.room[mover] == number
            if mine and not is_buried(shadow_map, side, footprint, highest, mover):
                _cast(geometry, instances, mover, light, moving_map, footprint, work, x0, x1, y0, y1)
    for k in range(patches):
        _pack(layers, packed, work.lines, light, patch[k, 0], patch[k, 1], patch[k, 2], patch[k, 3])
    _pack(layers, packed, work.lines, light, x0, x1, y0, y1)
    for k in range(changes):
        new = np.int64(work.changed[k])
        mine = (is_sun or instances.room[new] == number) and work.moves[new] == 0
        if mine and not is_buried(shadow_map, side, footprint, highest, new):
            x0, x1, y0, y1 = footprint[new, 0], footprint[new, 1], footprint[new, 2], footprint[new, 3]
            _cast(geometry, instances, new, light, shadow_map, footprint, work, x0, x1, y0, y1)
            _pack(layers, packed, work.lines, light, x0, x1, y0, y1)
