# mypy: disable-error-code="no-untyped-def"
"""How bright each pixel of a row is: the lights of its room, their shadows, highlights and the tone.

A row comes in stretches of one room, so each loop here runs over pixels that share their lights.
Brightness multiplies the albedo in sRGB: 1 shows the colour as it is named.
"""

from __future__ import annotations

import math

from casita.render.raster.compile import (
    HALF,
    ONE,
    TINY,
    TWO,
    ZERO,
    F,
    I,
    U,
    W,
    inlined,
    kernel,
    prefetch,
    whole_blocks,
    wide,
)
from casita.render.raster.contact import DEEP, FIRST, MOST_CELLS, OFF, ORIGIN_X, ORIGIN_Y, ORIGIN_Z, PER, TALL, WIDE
from casita.render.raster.looks import COLOUR_BITS
from casita.render.raster.shadow_words import LAMP_LAST, LIFT, SHADOW_SIDE, lamp_steps
from casita.render.raster.sunlight import add_sun

DEPTH, NORMAL_X, NORMAL_Y, NORMAL_Z, AWAY_X, AWAY_Y, AWAY_Z, LIGHT, DIRECT, GLOSS = range(10)
PART_X, PART_Y, PART_Z, BETWEEN_X, BETWEEN_Y, LINES = range(10, 16)
"""Lines of a row: depth, unit normal, the pixel's place from the eye, brightness, light straight from the ceiling
lamp, and highlight; where it is in its cell of contact shade, and between texels of the ceiling lamp's map."""

CELL, TEXEL, BELOW, PLACES = range(4)
"""And in integers: its cell of contact shade, its texel of the ceiling lamp's map, and steps below that lamp."""

EVEN, SKYWARD, FACING = F(0.82), F(0.1), F(0.2)
"""Parts of the light from everywhere: on all surfaces alike, more on those that look up, more on those that face us."""

FADE, LAMP_FADE = F(0.06), F(0.24)
"""Ceiling and lamp light fall with one over 1 plus this times distance squared."""

CLOSEST = F(0.05)
"""Metres below a ceiling light from which it casts shadows."""

ASIDE = F(2)
"""Texels of a ceiling light's map that a point is moved aside along its normal, lest an edge darken its own side."""

HIGHLIGHT = F(150)
"""Brightness that the strongest highlight adds, of 255."""

DARKEST = F(0.42)
"""How much light contact shade takes where all is closed in."""

SPOT, SPOT_HEIGHT = F(0.4), F(0.25)
"""How much light is taken between somebody's feet, and up to what height in metres."""

KNEE, SHOULDER = F(0.8), F(2.0)
"""Brightness from which on more light adds less and less, and how fast: white under two lamps is not burnt out."""


@kernel
def light_from_everywhere(depth, normal, away, light, gloss, centre, begin, end, ambient, right, back, row_ray, steps):
    """Places from the eye, unit normals, and the ambient light with a little from the eye's own side."""
    wide()
    nx, ny, nz = normal
    ax, ay, az = away
    last = F(end)
    for x in range(begin, whole_blocks(begin, end)):
        d, at = depth[x], centre[x]
        across = at * steps[0] + steps[1]
        ax[x] = (right[0] * across + row_ray[0]) * d
        ay[x] = (right[1] * across + row_ray[1]) * d
        az[x] = (right[2] * across + row_ray[2]) * d
        n0, n1, n2 = nx[x], ny[x], nz[x]
        unit = ONE / F(math.sqrt(n0 * n0 + n1 * n1 + n2 * n2 + TINY))
        unit = unit if at < last else ONE
        n0, n1, n2 = n0 * unit, n1 * unit, n2 * unit
        nx[x], ny[x], nz[x] = n0, n1, n2
        facing = abs(n0 * back[0] + n1 * back[1] + n2 * back[2])
        light[x] = ambient * (EVEN + SKYWARD * n2 + FACING * facing)
        gloss[x] = ZERO


@kernel
def _lit_of_four(word, depth, left, right, upper, lower):
    """The weights of those of a word's four texels in which nothing is above a depth."""
    byte = W(255)
    above = (left if depth <= I(word & byte) else ZERO) + (right if depth <= I((word >> W(8)) & byte) else ZERO)
    below = (left if depth <= I((word >> W(16)) & byte) else ZERO) + (right if depth <= I(word >> W(24)) else ZERO)
    return above * upper + below * lower


@kernel
def aim_at_ceiling(normal, away, direct, part, texels, below, begin, end, at, strength, reach, steps):
    """The light of the room's ceiling light where nothing is in its way, and where in its shadow map to look.

    Of each pixel: the first texel, or -1 outside the map, where it lies between texels, and steps below the light.
    """
    wide()
    nx, ny, nz = normal
    ax, ay, az = away
    part_x, part_y = part
    half = F(SHADOW_SIDE) * HALF
    limit = half - F(2.5)
    scale = half / reach
    for x in range(begin, whole_blocks(begin, end)):
        n0, n1, n2 = nx[x], ny[x], nz[x]
        dx, dy, dz = at[0] - ax[x], at[1] - ay[x], at[2] - az[x]
        square = dx * dx + dy * dy + dz * dz + F(1e-6)
        facing = max(dx * n0 + dy * n1 + dz * n2, ZERO)
        direct[x] = strength * facing / (F(math.sqrt(square)) * (ONE + FADE * square))
        down = dz - n2 * LIFT - LIFT
        over = scale / max(down, CLOSEST)
        column, row = (n0 * LIFT - dx) * over + n0 * ASIDE, (dy - n1 * LIFT) * over - n1 * ASIDE
        column_in, row_in = min(max(column, -limit), limit), min(max(row, -limit), limit)
        inside = (column == column_in) & (row == row_in) & (down > CLOSEST)
        column_in, row_in = column_in + (half - F(1.5)), row_in + (half - F(1.5))
        whole_x, whole_y = F(I(column_in)), F(I(row_in))
        texel = I(I(whole_y * F(SHADOW_SIDE) + whole_x) & I(SHADOW_SIDE * SHADOW_SIDE - 1))
        texels[x] = texel if inside else I(-1)
        below[x] = I(min(max(down, ZERO) * steps, F(LAMP_LAST)))
        part_x[x], part_y[x] = column_in - whole_x, row_in - whole_y


@kernel
def light_from_ceiling(light, direct, part, texels, below, centre, begin, end, near_words, far_words):
    """The room's ceiling light with its shadow map; what is outside the map is lit.

    A point looks at two times four texels, on one diagonal, the outer ones in part: soft edges at half the cost of all
    sixteen.
    """
    wide()
    part_x, part_y = part
    last = F(end)
    for x in range(begin, whole_blocks(begin, end)):
        at, depth, fx, fy = texels[x], below[x], part_x[x], part_y[x]
        texel = U(I(max(at, I(0))))
        gx, gy = ONE - fx, ONE - fy
        lit = _lit_of_four(near_words[texel], depth, gx, ONE, gy, ONE)
        lit += _lit_of_four(far_words[texel], depth, ONE, fx, ONE, fy)
        lit /= (gx + ONE) * (gy + ONE) + (fx + ONE) * (fy + ONE)
        bright = direct[x] * (lit if at >= I(0) else ONE)
        before = light[x]
        light[x] = before + bright if centre[x] < last else before
        direct[x] = bright


@kernel
def light_from_lamp(normal, away, light, centre, begin, end, at, strength):
    """A lamp without shadows."""
    wide()
    nx, ny, nz = normal
    ax, ay, az = away
    last = F(end)
    for x in range(begin, whole_blocks(begin, end)):
        dx, dy, dz = at[0] - ax[x], at[1] - ay[x], at[2] - az[x]
        square = dx * dx + dy * dy + dz * dz + F(1e-6)
        facing = max(dx * nx[x] + dy * ny[x] + dz * nz[x], ZERO)
        bright = strength * facing / (F(math.sqrt(square)) * (ONE + LAMP_FADE * square))
        before = light[x]
        light[x] = before + bright if centre[x] < last else before


@kernel
def _between(word, part_x, part_y):
    """What a word of contact shade has between its four cells, `part_x` being of 256: both lines are done at once."""
    every_other = W(0x00FF00FF)
    pair = (word & every_other) * (W(256) - part_x) + ((word >> W(8)) & every_other) * part_x
    above, below = F(I(pair & W(0xFFFF))), F(I(pair >> W(16)))
    return above + (below - above) * part_y


@kernel
def find_cells(normal, away, part, cells, begin, end, eye_from, per, sides):
    """Which cell of contact shade each pixel is in, from the first of the room's, and where in it.

    `eye_from` is the eye from the middle of the first cell, in cells.
    """
    wide()
    nx, ny, nz = normal
    ax, ay, az = away
    part_x, part_y, part_z = part
    wide_x, wide_y, wide_z = sides
    high_x, high_y, high_z = F(wide_x) - F(2.01), F(wide_y) - F(2.01), F(wide_z) - F(2.01)
    row, layer = F(wide_x), F(wide_x * wide_y)
    for x in range(begin, whole_blocks(begin, end)):
        px = min(max(ax[x] * per + eye_from[0] + nx[x] * OFF, ONE), high_x)
        py = min(max(ay[x] * per + eye_from[1] + ny[x] * OFF, ONE), high_y)
        pz = min(max(az[x] * per + eye_from[2] + nz[x] * OFF, ONE), high_z)
        whole_x, whole_y, whole_z = F(I(px)), F(I(py)), F(I(pz))
        part_x[x], part_y[x], part_z[x] = px - whole_x, py - whole_y, pz - whole_z
        cells[x] = I(whole_z * layer + whole_y * row + whole_x) & I(MOST_CELLS - 1)


@kernel
def fetch_pairs(first, second, places, begin, end):
    """Has what some pixels look up in two arrays brought near; for those that look up nothing, the first of each."""
    for x in range(begin, end):
        at = U(max(places[x], I(0)))
        prefetch(first, at)
        prefetch(second, at)


@kernel
def darken_by_contact(part, cells, light, centre, begin, end, lower, upper):
    """Takes away light where a room closes in, by the words of the cells and of those above them."""
    wide()
    part_x, part_y, part_z = part
    share, last = DARKEST / F(255 * 256), F(end)
    for x in range(begin, whole_blocks(begin, end)):
        at = U(cells[x])
        fx, fy, fz = W(I(part_x[x] * F(256))), part_y[x], part_z[x]
        low, high = _between(lower[at], fx, fy), _between(upper[at], fx, fy)
        before = light[x]
        light[x] = before * (ONE - share * (low + (high - low) * fz)) if centre[x] < last else before


@kernel
def darken_under_figure(away, light, centre, begin, end, at, radius):
    """Takes away light on the floor around somebody's feet, which are at `at`."""
    wide()
    ax, ay, az = away
    over, last = ONE / (radius * radius), F(end)
    for x in range(begin, whole_blocks(begin, end)):
        dx, dy, dz = ax[x] - at[0], ay[x] - at[1], az[x] - at[2]
        near = max(ONE - (dx * dx + dy * dy) * over, ZERO)
        low = max(ONE - abs(dz) / SPOT_HEIGHT, ZERO)
        before = light[x]
        light[x] = before * (ONE - SPOT * near * near * low) if centre[x] < last else before


@kernel
def add_highlight(normal, away, direct, gloss, centre, begin, end, at):
    """The ceiling light mirrored towards the eye, to the sixteenth power."""
    wide()
    nx, ny, nz = normal
    ax, ay, az = away
    last = F(end)
    for x in range(begin, whole_blocks(begin, end)):
        px, py, pz, n0, n1, n2 = ax[x], ay[x], az[x], nx[x], ny[x], nz[x]
        dx, dy, dz = at[0] - px, at[1] - py, at[2] - pz
        squares = (dx * dx + dy * dy + dz * dz) * (px * px + py * py + pz * pz) + F(1e-6)
        facing = dx * n0 + dy * n1 + dz * n2
        along = (dx * px + dy * py + dz * pz) - TWO * facing * (n0 * px + n1 * py + n2 * pz)
        mirrored = max(along / F(math.sqrt(squares)), ZERO)
        mirrored *= mirrored
        mirrored *= mirrored
        mirrored *= mirrored
        mirrored *= mirrored
        before = gloss[x]
        gloss[x] = direct[x] * mirrored * HIGHLIGHT if centre[x] < last else before


@kernel
def tone(light, gloss, colour, texel, texel_at, begin, end):
    """Colour words to lit colours: texels, a soft shoulder, the finish's glow, highlights on top."""
    wide()
    most, step = F(255), F(1.0 / 15.0)
    for x in range(begin, whole_blocks(begin, end)):
        word, at = colour[x], texel_at[x]
        textured = (texel[U(I(max(at, I(0))))] & COLOUR_BITS) | (word & ~COLOUR_BITS)
        word = W(textured) if at >= I(0) else word
        shine, glow = F(I((word >> W(24)) & W(15))) * step, F(I(word >> W(28))) * step
        bright = light[x]
        over = max(bright - KNEE, ZERO)
        bright = min(bright, KNEE) + over / (ONE + over * SHOULDER)
        bright += (ONE - bright) * glow
        extra = gloss[x] * shine + HALF
        red = min(F(I(word & W(255))) * bright + extra, most)
        green = min(F(I((word >> W(8)) & W(255))) * bright + extra, most)
        blue = min(F(I((word >> W(16)) & W(255))) * bright + extra, most)
        colour[x] = W(I(red)) | (W(I(green)) << W(8)) | (W(I(blue)) << W(16))


@inlined
def shade(
    lines, colours, places, segments, count, row, width, height, begin, eye, lights, centre, shadow_words, with_shadows
):
    """Lights a row, stretch by stretch, and turns its colour words into the colours that are seen."""
    room_words, sun_words, sun_tiles, contact_words, grid_place, grid_size = shadow_words
    scale_x, scale_y = F(width) / (eye[12] + eye[12]), F(height) / (eye[13] + eye[13])
    steps = (ONE / scale_x, eye[15] - F(width) * HALF / scale_x)
    up = (F(height) * HALF - (F(row) + HALF)) / scale_y + eye[16]
    row_ray = (eye[6] * up - eye[9], eye[7] * up - eye[10], eye[8] * up - eye[11])
    right, back = (eye[3], eye[4], eye[5]), (eye[9], eye[10], eye[11])
    normal = (lines[NORMAL_X], lines[NORMAL_Y], lines[NORMAL_Z])
    away = (lines[AWAY_X], lines[AWAY_Y], lines[AWAY_Z])
    light, direct, gloss = lines[LIGHT], lines[DIRECT], lines[GLOSS]
    part, between = (lines[PART_X], lines[PART_Y], lines[PART_Z]), (lines[BETWEEN_X], lines[BETWEEN_Y])
    cells, texels, below = places[CELL], places[TEXEL], places[BELOW]
    sun, half_width = lights.sun, F(lights.sun_half)
    sun_from = (eye[0] - sun[9], eye[1] - sun[10], eye[2] - sun[11])
    x = U(begin)
    for number in range(count):
        end, room = U(segments[number, 0]), segments[number, 1]
        ambient, strength, sun_strength = lights.ambient[room], lights.strength[room], lights.sun_strength[room]
        light_from_everywhere(
            lines[DEPTH], normal, away, light, gloss, centre, x, end, ambient, right, back, row_ray, steps
        )
        near_words = far_words = room_words
        if strength > ZERO:
            place = lights.ceiling[room]
            at = (place[0] - eye[0], place[1] - eye[1], place[2] - eye[2])
            first = U(room * SHADOW_SIDE * SHADOW_SIDE) if with_shadows else U(0)
            near_words, far_words = room_words[first:], room_words[first + U(2 * SHADOW_SIDE + 2) :]
            reach, lamp_step = lights.reach[room], lamp_steps(place[2])
            aim_at_ceiling(normal, away, direct, between, texels, below, x, end, at, strength, reach, lamp_step)
            fetch_pairs(near_words, far_words, texels, x, end)
        lower = upper = contact_words
        with_contact = with_shadows and grid_size[room, WIDE] > 0
        if with_contact:
            place, size = grid_place[room], grid_size[room]
            per, first = place[PER], U(size[FIRST])
            lower, upper = contact_words[first:], contact_words[first + U(size[WIDE] * size[DEEP]) :]
            eye_from = (
                (eye[0] - place[ORIGIN_X]) * per, (eye[1] - place[ORIGIN_Y]) * per, (eye[2] - place[ORIGIN_Z]) * per,
            )  # fmt: skip
            find_cells(normal, away, part, cells, x, end, eye_from, per, (size[WIDE], size[DEEP], size[TALL]))
            fetch_pairs(lower, upper, cells, x, end)
        if strength > ZERO:
            light_from_ceiling(light, direct, between, texels, below, centre, x, end, near_words, far_words)
            place = lights.ceiling[room]
            at = (place[0] - eye[0], place[1] - eye[1], place[2] - eye[2])
            if segments[number, 3] > 0:
                add_highlight(normal, away, direct, gloss, centre, U(segments[number, 2]), U(segments[number, 3]), at)
        for k in range(lights.lamp_first[room], lights.lamp_first[room + 1]):
            lamp = lights.lamp[k]
            at = (lamp[0] - eye[0], lamp[1] - eye[1], lamp[2] - eye[2])
            light_from_lamp(normal, away, light, centre, x, end, at, lamp[3])
        if with_contact:
            darken_by_contact(part, cells, light, centre, x, end, lower, upper)
            for k in range(lights.spot.shape[0]):
                spot = lights.spot[k]
                if spot[3] == F(room):
                    at = (spot[0] - eye[0], spot[1] - eye[1], -eye[2])
                    darken_under_figure(away, light, centre, x, end, at, spot[2])
        if sun_strength > ZERO and with_shadows:
            add_sun(normal, away, light, centre, x, end, sun, sun_from, half_width, sun_strength, sun_words, sun_tiles)
        x = end
    colour, texel, texel_at = colours
    tone(light, gloss, colour, texel, texel_at, U(begin), x)
