"""Papers of the desk: the back of an envelope, cutting grids and rulers, small printed names."""

from __future__ import annotations

import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from casita.shapes.finish import Colour, mixed, shade
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.prints import PETALS, centred, ink, stretched, values


@pattern("envelope_back", 512)
def envelope_back(side: int, paper: Colour, pointed: bool) -> Image:
    """The closed flap of an envelope over its lower flaps, each edge with a little shadow."""
    wide, high = 560, 290
    made = Pictures.new("RGB", (wide, high), ink(paper))
    pen = ImageDraw.Draw(made)
    dark, pale = ink(shade(paper, 0.66)), ink(shade(paper, 0.88))
    tip = (wide / 2, high * (0.6 if pointed else 0.5))
    pen.polygon(((0, high), (wide / 2, high * 0.42), (wide, high)), fill=pale)
    pen.line(((0, high), (wide / 2, high * 0.42), (wide, high)), fill=dark, width=4)
    if pointed:
        flap = [(0.0, 0.0), tip, (wide, 0.0)]
    else:
        flap = [(0.0, 0.0), (wide * 0.14, tip[1]), (wide * 0.86, tip[1]), (wide, 0.0)]
    pen.polygon([(x, y + 5) for x, y in flap], fill=ink(shade(paper, 0.8)))
    pen.polygon(flap, fill=ink(paper))
    pen.line(flap, fill=dark, width=4)
    pen.rectangle((1, 1, wide - 2, high - 2), outline=ink(shade(paper, 0.6)), width=4)
    return stretched(made, side)


@pattern("cutting_grid", 512)
def cutting_grid(side: int, ground: Colour, lines: Colour) -> Image:
    """A board for cutting paper: a grid with numbers along two edges and a slanting line."""
    made = Pictures.new("RGB", (side, side), ink(ground))
    pen = ImageDraw.Draw(made)
    thin = ink(mixed(ground, lines, 0.6))
    for k in range(1, 16):
        at = side * k / 16
        pen.line((at, side * 0.08, at, side), fill=thin, width=4 if k % 4 == 0 else 2)
        pen.line((side * 0.05, at, side, at), fill=thin, width=4 if k % 4 == 0 else 2)
        centred(pen, (at, side * 0.04), str(k), side * 0.035, lines)
        centred(pen, (side * 0.025, at), str(k), side * 0.035, lines)
    pen.line((0, side, side, 0), fill=thin, width=3)
    return values(made)


@pattern("ruler", 512)
def ruler(side: int, ground: Colour, lines: Colour) -> Image:
    """A ruler, read along u: long and short marks with numbers."""
    wide, high = 800, 60
    made = Pictures.new("RGB", (wide, high), ink(ground))
    pen = ImageDraw.Draw(made)
    for k in range(101):
        x = 4 + k * 7.9
        pen.line((x, 0, x, 26 if k % 10 == 0 else 18 if k % 5 == 0 else 11), fill=ink(lines), width=2)
        if k % 10 == 0 and 0 < k < 100:
            centred(pen, (x, 42), str(k // 10), 26, lines)
    return stretched(made, side)


@pattern("name_print", 256)
def name_print(side: int, ground: Colour, letters: Colour, text: str, shape: float = 3.0, rule: bool = False) -> Image:
    """One name across a strip `shape` times as long as high; with `rule`, a line above and below."""
    high = 96
    wide = round(high * shape)
    made = Pictures.new("RGB", (wide, high), ink(ground))
    pen = ImageDraw.Draw(made)
    size = min(high * 0.62, wide * 0.86 / max(len(text), 1) / 0.58)
    pen.text((wide / 2, high / 2), text, fill=ink(letters), font=ImageFont.load_default(size), anchor="mm")
    if rule:
        for y in (8, high - 14):
            pen.rectangle((0, y, wide, y + 6), fill=ink(letters))
    return stretched(made, side)


@pattern("zip_teeth", 64)
def zip_teeth(side: int) -> Image:
    """The teeth of a zip fastener along u, between two dark edges; it takes the finish's colour."""
    y, x = np.mgrid[0:side, 0:side] / side
    tooth = ((x * 8 + 0.5 * (y > 0.5)) % 1 < 0.5) & (np.abs(y - 0.5) < 0.26)
    made = np.where(tooth, 1.3, np.where(np.abs(y - 0.5) < 0.26, 0.5, 0.8))
    return np.asarray(made / made.mean())


@pattern("stripes", 64)
def stripes(side: int, count: int = 1, share: float = 0.35, dark: float = 0.45) -> Image:
    """Stripes across v, darker than the ground; it takes the finish's colour."""
    v = (np.arange(side) / side * count) % 1
    made = np.where(v < share, dark, 1.0)
    made = made / made.mean()
    return np.broadcast_to(np.minimum(made, 1.4)[:, None], (side, side))


@pattern("tube_print", 512)
def tube_print(side: int, ground: Colour, band: Colour, letters: Colour, name: str) -> Image:
    """The wrap of a tube of toothpaste: a sweep of colour, a great name, small words."""
    wide, high = 600, 200
    made = Pictures.new("RGB", (wide, high), ink(ground))
    pen = ImageDraw.Draw(made)
    pen.polygon(((0, 0), (wide * 0.22, 0), (wide * 0.1, high), (0, high)), fill=ink(band))
    pen.polygon(((wide * 0.26, 0), (wide * 0.3, 0), (wide * 0.18, high), (wide * 0.14, high)), fill=ink(band))
    pen.text((wide * 0.6, high * 0.55), name, fill=ink(letters), font=ImageFont.load_default(84), anchor="mm")
    pen.text(
        (wide * 0.6, high * 0.84), "toothpaste  75 ml", fill=ink(letters), font=ImageFont.load_default(26), anchor="mm"
    )
    return stretched(made, side)


@pattern("shampoo_label", 256)
def shampoo_label(side: int, ground: Colour, letters: Colour, name: str, kind: str, leaf: int) -> Image:
    """A bottle's label: a name, what it is, and a leaf, drops or a flower."""
    wide, high = 220, 300
    made = Pictures.new("RGB", (wide, high), ink(ground))
    pen = ImageDraw.Draw(made)
    centred(pen, (wide / 2, 54), name, min(56, wide * 0.9 / len(name) / 0.6), letters)
    pen.line((40, 90, wide - 40, 90), fill=ink(letters), width=3)
    centred(pen, (wide / 2, 112), kind, 28, letters)
    across, down = wide / 2, high * 0.63
    colour = ink(((0.3, 0.62, 0.3), (0.25, 0.55, 0.85), (0.9, 0.45, 0.6))[leaf])
    if leaf == 0:
        pen.ellipse((across - 60, down - 24, across + 2, down + 20), fill=colour)
        pen.ellipse((across - 2, down - 34, across + 60, down + 10), fill=colour)
        pen.line((across, down + 46, across, down - 10), fill=colour, width=5)
    elif leaf == 1:
        for shift, r in ((-30.0, 18.0), (14.0, 28.0)):
            x = across + shift
            pen.ellipse((x - r, down - r + 8, x + r, down + r + 8), fill=colour)
            pen.polygon(((x - r * 0.86, down), (x, down - 2.1 * r), (x + r * 0.86, down)), fill=colour)
    else:
        for dx, dy in PETALS:
            x, y = across + 26 * dx, down + 26 * dy
            pen.ellipse((x - 17, y - 17, x + 17, y + 17), fill=colour)
        pen.ellipse((across - 15, down - 15, across + 15, down + 15), fill=ink((0.98, 0.85, 0.4)))
    centred(pen, (wide / 2, high - 30), "400 ml", 22, letters)
    return stretched(made, side)


@pattern("pencils_print", 512)
def pencils_print(side: int, ground: Colour) -> Image:
    """A row of long coloured pencils, as on the lid of a pencil box."""
    wide, high = 640, 220
    made = Pictures.new("RGB", (wide, high), ink(ground))
    pen = ImageDraw.Draw(made)
    colours = (
        (0.86, 0.2, 0.17),
        (0.95, 0.76, 0.2),
        (0.25, 0.6, 0.3),
        (0.2, 0.42, 0.75),
        (0.55, 0.3, 0.62),
        (0.95, 0.5, 0.15),
    )
    for k, colour in enumerate(colours):
        y, left = 3 + 36 * k, 42 + 22 * (k % 2)
        pen.rectangle((left, y, left + 470, y + 34), fill=ink(colour))
        pen.rectangle((left, y + 3, left + 470, y + 12), fill=ink(mixed(colour, (1.0, 1.0, 1.0), 0.35)))
        pen.rectangle((left, y + 24, left + 470, y + 34), fill=ink(shade(colour, 0.75)))
        pen.polygon(((left + 470, y), (left + 560, y + 17), (left + 470, y + 34)), fill=ink((0.93, 0.8, 0.6)))
        pen.polygon(((left + 530, y + 11), (left + 560, y + 17), (left + 530, y + 23)), fill=ink(shade(colour, 0.6)))
        pen.rectangle((left - 14, y, left, y + 34), fill=ink((0.78, 0.79, 0.81)))
        pen.rectangle((left - 36, y + 2, left - 14, y + 32), fill=ink((0.93, 0.6, 0.62)))
    return stretched(made, side)
