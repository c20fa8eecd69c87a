"""Prints of post and pocket: envelopes, cards, cartons, discs, sheets of paper."""

from __future__ import annotations

import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from casita.seeds import stream
from casita.shapes.finish import Colour, mixed, rgb
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.prints import bar_code, canvas, draw_picture, ink, stretched, values


@pattern("envelope_front", 512)
def envelope_front(side: int, paper: Colour, airmail: bool, window: bool) -> Image:
    """The addressed side: sender, address, stamp, postmark; perhaps an air-mail border or a window."""
    wide, high = 560, 290
    made = Pictures.new("RGB", (wide, high), ink(paper))
    pen = ImageDraw.Draw(made)
    blue = (0.16, 0.2, 0.42)
    if airmail:
        for k in range(0, 2 * (wide + high), 28):
            colour = ink(rgb("c8322e") if k // 28 % 2 else rgb("2c4f9e"))
            for y in (0, high - 14):
                pen.polygon(((k, y + 14), (k + 10, y), (k + 24, y), (k + 14, y + 14)), fill=colour)
            for x in (0, wide - 14):
                pen.polygon(((x, k), (x + 14, k + 8), (x + 14, k + 22), (x, k + 14)), fill=colour)
    pen.text((30, 26), "A. Lind\n4 Mill Lane", fill=ink(blue), font=ImageFont.load_default(19), spacing=4)
    stamp = (wide - 108, 26, wide - 34, 112)
    pen.rectangle(
        (stamp[0] - 5, stamp[1] - 5, stamp[2] + 5, stamp[3] + 5), fill=(252, 252, 250), outline=(190, 190, 186)
    )
    draw_picture(pen, stamp, 1, (rgb("7fb2d9"), rgb("f0b840"), rgb("2f6b8f")))
    for r in (26, 36):
        pen.ellipse((wide - 168 - r, 70 - r, wide - 168 + r, 70 + r), outline=ink((0.3, 0.3, 0.35)), width=3)
    for k in range(4):
        pen.line((wide - 130, 50 + 13 * k, wide - 60, 46 + 13 * k), fill=ink((0.3, 0.3, 0.35)), width=3)
    if window:
        pen.rounded_rectangle(
            (200, 140, 470, 240), 12, fill=ink(mixed(paper, (0.95, 0.97, 1.0), 0.8)), outline=(150, 150, 150)
        )
    text = "Ms Rosa Field\n27 Orchard Street\nNewhaven"
    pen.text(
        (224, 150), text, fill=ink(blue if not window else (0.1, 0.1, 0.1)), font=ImageFont.load_default(25), spacing=4
    )
    return stretched(made, side)


@pattern("bank_card", 512)
def bank_card(side: int, ground: Colour, letters: Colour, name: str, wave: bool) -> Image:
    """A credit card: the bank's name, a chip, the number, the holder and two overlapping circles."""
    wide, high = 512, 320
    made = Pictures.new("RGB", (wide, high), ink(ground))
    pen = ImageDraw.Draw(made)
    pale = ink(mixed(ground, letters, 0.1))
    if wave:
        pen.ellipse((wide * 0.3, high * 0.25, wide * 1.5, high * 2.2), fill=pale)
    else:
        for k in range(5):
            pen.line((wide * (0.35 + 0.14 * k), high, wide * (0.75 + 0.14 * k), 0), fill=pale, width=26)
    pen.text((30, 24), name, fill=ink(letters), font=ImageFont.load_default(40))
    pen.rounded_rectangle((40, 100, 116, 158), 10, fill=ink(rgb("d8b45c")), outline=ink(rgb("8a6d2e")), width=3)
    for y in (120, 138):
        pen.line((40, y, 116, y), fill=ink(rgb("8a6d2e")), width=3)
    pen.line((78, 100, 78, 158), fill=ink(rgb("8a6d2e")), width=3)
    pen.text((40, 176), "5412 7512 3456 7890", fill=ink(letters), font=ImageFont.load_default(42))
    pen.text((40, 262), "ROSA FIELD", fill=ink(letters), font=ImageFont.load_default(28))
    pen.text((250, 236), "VALID 09/29", fill=ink(letters), font=ImageFont.load_default(18))
    pen.ellipse((376, 232, 442, 298), fill=ink(rgb("d8342c")))
    pen.ellipse((416, 232, 482, 298), fill=ink(rgb("f0a32f")))
    return stretched(made, side)


@pattern("carton_print", 256)
def carton_print(side: int, kind: int) -> Image:
    """What is printed on a carton, dark on white (it takes the carton's colour): arrows, a glass, words."""
    made = Pictures.new("L", (side, side), 255)
    pen = ImageDraw.Draw(made)
    if kind == 0:
        pen.text((side / 2, side * 0.18), "FRAGILE", fill=50, font=ImageFont.load_default(58), anchor="mm")
        for x in (0.3, 0.7):
            pen.polygon(
                ((side * x, side * 0.36), (side * (x + 0.14), side * 0.58), (side * (x - 0.14), side * 0.58)), fill=50
            )
            pen.rectangle((side * (x - 0.05), side * 0.56, side * (x + 0.05), side * 0.8), fill=50)
        pen.rectangle((side * 0.12, side * 0.85, side * 0.88, side * 0.9), fill=50)
    else:
        pen.text((side / 2, side * 0.2), "THIS SIDE UP", fill=50, font=ImageFont.load_default(38), anchor="mm")
        pen.polygon(
            ((side * 0.3, side * 0.4), (side * 0.7, side * 0.4), (side * 0.6, side * 0.62), (side * 0.4, side * 0.62)),
            fill=50,
        )
        pen.rectangle((side * 0.47, side * 0.6, side * 0.53, side * 0.82), fill=50)
        pen.rectangle((side * 0.36, side * 0.8, side * 0.64, side * 0.86), fill=50)
    return np.asarray(made, float) / 255


@pattern("parcel_label", 256)
def parcel_label(side: int) -> Image:
    """A shipping label: address, lines, a bar code."""
    made, pen = canvas(side, (0.97, 0.97, 0.96))
    pen.rectangle((4, 4, side - 5, side - 5), outline=(40, 40, 40), width=3)
    pen.text((16, 12), "SHIP TO:", fill=(20, 20, 20), font=ImageFont.load_default(34))
    for k, share in enumerate((0.8, 0.6, 0.7)):
        pen.rectangle((16, 66 + 24 * k, side * share, 76 + 24 * k), fill=(60, 60, 60))
    bar_code(pen, (16, 150, side - 16, side - 16))
    return values(made)


@pattern("disc_rainbow", 256)
def disc_rainbow(side: int, colour: Colour, printed: bool) -> Image:
    """A compact disc: bands of colour that fan out from the middle, a pale hub; or a printed upper side."""
    y, x = (np.mgrid[0:side, 0:side] + 0.5) / side * 2 - 1
    turn, far = np.arctan2(y, x), np.sqrt(x * x + y * y)
    fan = np.cos(2 * turn + 0.6)
    hue = (turn * 1.3 + far * 1.4) % (2 * np.pi)
    rainbow = 0.5 + 0.5 * np.stack([np.cos(hue), np.cos(hue - 2.1), np.cos(hue + 2.1)], -1)
    strength = np.clip(fan - 0.3, 0, 1)[..., None] * (0.2 if printed else 0.75)
    made = np.asarray(colour) * (0.93 + 0.12 * fan[..., None]) * (1 - strength) + rainbow * strength
    hub = (far < 0.36)[..., None]
    made = np.where(hub, 0.35 * made + 0.65 * np.array((0.86, 0.88, 0.9)), made)
    line = ((np.abs(far - 0.37) < 0.014) | (np.abs(far - 0.97) < 0.012))[..., None]
    return np.asarray(np.clip(np.where(line, made * 0.75, made), 0, 1))


@pattern("ruled_sheet", 256)
def ruled_sheet(side: int, holes: bool = False) -> Image:
    """A sheet of paper with handwriting between blue lines; perhaps with holes on its left."""
    wide, high = 360, 480
    made = Pictures.new("RGB", (wide, high), (250, 250, 247))
    pen = ImageDraw.Draw(made)
    luck = stream(21, "sheet")
    for y in range(50, high - 10, 24):
        pen.line((0, y, wide, y), fill=(170, 196, 226), width=2)
        x = 66.0
        end = wide - 24 - luck.uniform(0, 90)
        while x < end and y < high * 0.8:
            word = luck.uniform(18, 52)
            points = [(x + k * 5, y - 5 - luck.uniform(0, 9)) for k in range(int(word / 5))]
            pen.line(points, fill=(40, 50, 110), width=2)
            x += word + 9
    pen.line((54, 0, 54, high), fill=(226, 130, 130), width=2)
    if holes:
        for share in (0.2, 0.8):
            pen.ellipse((16, high * share - 9, 34, high * share + 9), fill=(60, 60, 62))
    return stretched(made, side)


@pattern("page_edges", 64)
def page_edges(side: int) -> Image:
    """The edges of many pages, lying: it takes the finish's colour."""
    luck = stream(2, "edges")
    rows = np.array([1.0 + 0.16 * (luck.random() - 0.5) - (0.14 if luck.chance(0.25) else 0.0) for _ in range(side)])
    return np.broadcast_to((rows / rows.mean())[:, None], (side, side))
