# mypy: disable-error-code="no-untyped-def"
"""Shadow maps as they are read: neighbouring texels packed into one word, so that a pixel needs few look-ups.

A map is the higher of two layers: what stands still, and what has moved of late.

A word of a ceiling light's map has four texels in its bytes: its own, the one to the right, and the two below them;
each is the distance below the light in steps, and `LAMP_LAST` is nothing. A word of the sun's map has two texels, its
own and the one to the right; each is the height towards the sun in steps, and 0 is nothing.
"""

from __future__ import annotations

from casita.render.raster.compile import ONE, TWO, ZERO, F, I, U, W, kernel, wide

SHADOW_SIDE, SUN_SIDE = 256, 1024
"""Texels along a side of a room's shadow map and of the sun's: powers of two."""

SUN_TILE = 32
"""Texels along a side of a tile of the sun's map, whose lowest texel is known: what is lower yet lies in shade."""

SUN_TILES = SUN_SIDE // SUN_TILE
"""Tiles along a side."""

LAMP_LAST, SUN_LAST = 255, 65535
"""The last step below a light and towards the sun."""

LIFT = F(0.02)
"""Metres along its normal, and towards the light, that a point is lifted before it is looked up in a shadow map."""


@kernel
def lamp_steps(height):
    """Steps to a metre for a light that hangs at some height: the floor is not quite the last."""
    return F(250) / max(height, ONE)


@kernel
def sun_steps(half_width):
    """Steps to a metre of height towards the sun."""
    return F(SUN_LAST) / (TWO * half_width)


@kernel
def _set_lamp_line(nearness, moving, offset, line, begin, end, steps):
    """A row of nearness as steps below the light."""
    wide()
    for x in range(begin, end):
        near = max(nearness[offset + x], moving[offset + x])
        below = steps / max(near, F(1e-6))
        line[x] = W(I(min(below, F(LAMP_LAST))))


@kernel
def _set_sun_line(heights, moving, offset, line, begin, end, half_width, steps):
    """A row of heights as steps towards the sun."""
    wide()
    for x in range(begin, end):
        high = max(heights[offset + x], moving[offset + x])
        line[x] = W(I(min(max((high + half_width) * steps, ZERO), F(SUN_LAST))))


@kernel
def _set_quads(above, below, words, offset, begin, end):
    """Four texels to a word."""
    wide()
    for x in range(begin, end):
        nearest = above[x] | (above[x + U(1)] << W(8))
        words[offset + x] = nearest | (below[x] << W(16)) | (below[x + U(1)] << W(24))


@kernel
def _set_pairs(line, words, offset, begin, end):
    """Two texels to a word."""
    wide()
    for x in range(begin, end):
        words[offset + x] = line[x] | (line[x + U(1)] << W(16))


@kernel
def pack_lamp_map(nearness, moving, words, lines, x0, x1, y0, y1, steps):
    """Brings the words of a rectangle of a ceiling light's map up to date, and of the texels left of it and above."""
    begin, end = U(max(x0 - 1, 0)), U(min(x1, SHADOW_SIDE - 1))
    for row in range(max(y0 - 1, 0), min(y1, SHADOW_SIDE - 1)):
        offset = U(row * SHADOW_SIDE)
        _set_lamp_line(nearness, moving, offset, lines[0], begin, end + U(1), steps)
        _set_lamp_line(nearness, moving, offset + U(SHADOW_SIDE), lines[1], begin, end + U(1), steps)
        _set_quads(lines[0], lines[1], words, offset, begin, end)


@kernel
def pack_sun_map(heights, moving, words, lines, x0, x1, y0, y1, half_width):
    """The same of the sun's map."""
    begin, end = U(max(x0 - 1, 0)), U(min(x1, SUN_SIDE - 1))
    steps = sun_steps(half_width)
    for row in range(y0, y1):
        offset = U(row * SUN_SIDE)
        _set_sun_line(heights, moving, offset, lines[0], begin, end + U(1), half_width, steps)
        _set_pairs(lines[0], words, offset, begin, end)


@kernel
def _lowest(words, offset, begin, end, least):
    """The lowest texel of a stretch of a row of the sun's map, or what was lower before."""
    wide()
    for x in range(begin, end):
        least = min(least, I(words[offset + x] & W(0xFFFF)))
    return least


@kernel
def set_sun_tiles(words, tiles, x0, x1, y0, y1):
    """Brings the tiles up to date whose words may have changed with a rectangle of the map."""
    for down in range(y0 // SUN_TILE, (y1 - 1) // SUN_TILE + 1):
        for across in range(max(x0 - 1, 0) // SUN_TILE, (x1 - 1) // SUN_TILE + 1):
            least, begin = I(SUN_LAST), U(across * SUN_TILE)
            for row in range(down * SUN_TILE, (down + 1) * SUN_TILE):
                least = _lowest(words, U(row * SUN_SIDE), begin, begin + U(SUN_TILE), least)
            tiles[down * SUN_TILES + across] = least
