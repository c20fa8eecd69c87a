# mypy: disable-error-code="no-untyped-def"
"""Finished rows into the frame: glass over what is behind it, antialiasing, and packed bytes."""

from __future__ import annotations

import math

from casita.render.raster.compile import HALF, ONE, TINY, F, I, U, W, kernel, wide
from casita.render.raster.shading import AWAY_X, DEPTH, NORMAL_X, NORMAL_Z

RIM = F(0.35)
"""How much more of what is behind glass hides where it is seen edge on."""


@kernel
def lay_glass(glass_lines, lines, glass_ident, ident, glass_part, part, glass_colour, colour, begin, end, opacity):
    """Blends a run of glass over a finished row; depth, id, part and normal become the glass's."""
    wide()
    for x in range(begin, end):
        n0, n1, n2 = glass_lines[NORMAL_X, x], glass_lines[NORMAL_X + 1, x], glass_lines[NORMAL_X + 2, x]
        px, py, pz = glass_lines[AWAY_X, x], glass_lines[AWAY_X + 1, x], glass_lines[AWAY_X + 2, x]
        facing = abs(n0 * px + n1 * py + n2 * pz) / F(math.sqrt(px * px + py * py + pz * pz + TINY))
        edge = ONE - min(facing, ONE)
        hiding = opacity + (ONE - opacity) * RIM * edge * edge * edge
        front, back = glass_colour[x], colour[x]
        mixed = W(0)
        for shift in (W(0), W(8), W(16)):
            above, below = F(I((front >> shift) & W(255))), F(I((back >> shift) & W(255)))
            mixed |= W(I(below + (above - below) * hiding + HALF)) << shift
        colour[x] = mixed
        lines[DEPTH, x] = glass_lines[DEPTH, x]
        for line in range(NORMAL_X, NORMAL_Z + 1):
            lines[line, x] = glass_lines[line, x]
        ident[x], part[x] = glass_ident[x], glass_part[x]


@kernel
def mean_of_four(above, below, out, offset, width):
    """Two rows at twice the size to one row: the rounded mean of each two by two pixels."""
    wide()
    red_blue, green = W(0xFF00FF), W(0xFF00)
    for x in range(width):
        a, b, c, d = above[U(2) * x], above[U(2) * x + U(1)], below[U(2) * x], below[U(2) * x + U(1)]
        two = W((a & red_blue) + (b & red_blue) + (c & red_blue) + (d & red_blue) + W(0x20002)) >> W(2)
        one = W((a & green) + (b & green) + (c & green) + (d & green) + W(0x200)) >> W(2)
        out[offset + x] = W((two & red_blue) | (one & green))


@kernel
def pack(words, count, rgb, rgb_words, first):
    """Colours to bytes, four pixels to three words; `first` is the first pixel, a multiple of four."""
    wide()
    base = U(first // 4 * 3)
    for x in range(U(count // 4)):
        a, b, c, d = words[U(4) * x], words[U(4) * x + U(1)], words[U(4) * x + U(2)], words[U(4) * x + U(3)]
        rgb_words[base + U(3) * x] = a | (b << W(24))
        rgb_words[base + U(3) * x + U(1)] = (b >> W(8)) | (c << W(16))
        rgb_words[base + U(3) * x + U(2)] = (c >> W(16)) | (d << W(8))
    for x in range(count // 4 * 4, count):
        for channel in range(3):
            rgb[3 * (first + x) + channel] = (words[x] >> W(8 * channel)) & W(255)


@kernel
def copy_row(source, out, offset, width, stride):
    """Every pixel of a row, or every other one, to its place."""
    wide()
    if stride == 1:
        for x in range(width):
            out[offset + x] = source[x]
    else:
        for x in range(width):
            out[offset + x] = source[U(2) * x]


@kernel
def copy_normals(lines, out, offset, width, stride):
    """The three parts of each normal side by side."""
    for x in range(width):
        for axis in range(3):
            out[U(3) * (offset + x) + U(axis)] = lines[NORMAL_X + axis, x * stride]
