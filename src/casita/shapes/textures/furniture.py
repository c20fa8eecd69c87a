"""Patterns of furniture: bedding, wicker, quilting, paw prints, leaves, dials, and what is on television."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from casita.seeds import derived_seed, stream
from casita.shapes.finish import Colour, mixed, rgb
from casita.shapes.textures.displays import draw_cracks
from casita.shapes.textures.materials import cloud, creases, levelled, noise, speckle
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.prints import canvas, centred, ink, values


def _grey(made: Pictures.Image) -> Image:
    """The brightness of a Pillow picture, its mean 1."""
    return levelled(values(made).mean(-1))


@pattern("furniture_wicker", 128)
def wicker(side: int, strength: float = 1.0) -> Image:
    """Woven canes: each goes over one upright and under the next."""
    y, x = np.mgrid[0:side, 0:side] / side
    rows, columns = 16, 8
    row = np.floor(y * rows)
    along = x * columns + 0.5 * (row % 2)
    round_ = np.sin((y * rows % 1.0) * np.pi)
    over = np.abs(np.sin(along * np.pi))
    made = 0.45 + 0.75 * round_**0.7 * (0.45 + 0.55 * over) + 0.06 * speckle(side, "wicker")
    return levelled(1 + strength * (made / made.mean() - 1))


@pattern("furniture_quilt", 128)
def quilt(side: int) -> Image:
    """Stitched diamonds that swell between their seams."""
    y, x = np.mgrid[0:side, 0:side] / side
    a, b = np.abs(np.sin((x + y) * 2 * np.pi)), np.abs(np.sin((x - y) * 2 * np.pi))
    made = 0.86 + 0.16 * np.minimum(a, b) ** 0.5 - 0.16 * (np.minimum(a, b) < 0.08) + 0.02 * speckle(side, "quilt")
    return levelled(made)


@pattern("furniture_bedding")
def bedding(side: int, kind: str = "plain") -> Image:
    """A duvet cover: soft creases under stripes, checks, leaves or dots."""
    y, x = np.mgrid[0:side, 0:side] / side
    made = 1 + 0.035 * np.asarray(cloud(side, "duvet", 3, 4)) + 0.015 * speckle(side, "duvet")
    made = made + 0.03 * np.sin(2 * np.pi * (2 * y + np.asarray(noise(side, 3, "crease")) * 0.6)) ** 3
    made = made - 0.1 * creases(side, "duvet")
    if kind == "stripes":
        made = made * np.where((x * 8) % 1.0 < 0.3, 0.78, 1.0)
    elif kind == "checks":
        made = made * np.where((x * 4) % 1.0 < 0.5, 0.86, 1.0) * np.where((y * 4) % 1.0 < 0.5, 0.86, 1.0)
    elif kind in ("leaves", "dots"):
        art, pen = canvas(side, (1.0, 1.0, 1.0))
        luck = stream(7, "bedding", kind)
        for k in range(16):
            cx, cy = side * ((k % 4) + 0.5) / 4, side * ((k // 4) + 0.5) / 4
            if kind == "dots":
                r = side * 0.045
                pen.ellipse((cx - r, cy - r, cx + r, cy + r), fill=ink((0.72, 0.72, 0.72)))
                continue
            angle = luck.uniform(0.0, 2 * math.pi)
            for turn in (-0.7, 0.0, 0.7):
                c, s = math.cos(angle + turn), math.sin(angle + turn)
                blade = [(0.0, 0.0), (0.5, 0.16), (1.0, 0.0), (0.5, -0.16)]
                points = [(cx + side * 0.1 * (p * c - q * s), cy + side * 0.1 * (p * s + q * c)) for p, q in blade]
                pen.polygon(points, fill=ink((0.7, 0.7, 0.7)))
        made = made * values(art).mean(-1)
    return levelled(made)


@pattern("furniture_paws", 128)
def paws(side: int) -> Image:
    """Paw prints on plush."""
    made, pen = canvas(side, (1.0, 1.0, 1.0))
    dark = ink((0.66, 0.66, 0.66))
    for k in range(4):
        cx, cy = side * (0.27 + 0.5 * (k % 2)), side * (0.3 + 0.5 * (k // 2))
        r = side * 0.07
        pen.ellipse((cx - r, cy - r * 0.5, cx + r, cy + r * 1.1), fill=dark)
        for dx, dy in ((-1.3, -0.5), (-0.5, -1.2), (0.5, -1.2), (1.3, -0.5)):
            x, y = cx + dx * r, cy + dy * r
            pen.ellipse((x - r * 0.4, y - r * 0.45, x + r * 0.4, y + r * 0.45), fill=dark)
    return levelled(_grey(made) + 0.07 * speckle(side, "paws"))


@pattern("furniture_leaf", 64)
def leaf_veins(side: int, stripes: bool = False) -> Image:
    """A leaf from its foot (below) to its tip: a pale midrib with side veins, or dark bands across it."""
    y, x = np.mgrid[0:side, 0:side] / side
    if stripes:
        bands = np.sin(2 * np.pi * (7 * y + 0.6 * np.asarray(noise(side, 8, "bands"))))
        made = 1 + 0.18 * bands + np.where((x < 0.14) | (x > 0.86), 0.35, 0.0)
        return levelled(made)
    off = np.abs(x - 0.5)
    veins = np.abs(((y + off * 0.9) * 7) % 1.0 - 0.5)
    made = (
        1 + np.where(off < 0.035, 0.3, 0.0) + np.where(veins < 0.07, 0.16, 0.0) + 0.08 * np.asarray(cloud(side, "leaf"))
    )
    return levelled(made)


@pattern("furniture_mesh", 64)
def wire_mesh(side: int) -> Image:
    """Expanded metal: dark diamonds between bright wires."""
    y, x = np.mgrid[0:side, 0:side] / side
    wire = np.minimum(np.abs(np.sin((x + y) * 4 * np.pi)), np.abs(np.sin((x - y) * 4 * np.pi))) < 0.38
    return levelled(np.where(wire, 1.2, 0.5))


@pattern("furniture_bag", 128)
def bag_film(side: int) -> Image:
    """Thin crumpled film that takes the finish's colour."""
    return levelled(_crumpled(side))


@pattern("glossy_film", 256)
def glossy_film(side: int, ground: Colour) -> Image:
    """Thin crumpled film of a colour: facets that lean towards the light mirror it, whatever the colour."""
    made = _crumpled(side)[..., None]
    mirrored = np.clip((made - 1.16) * 3.2, 0.0, 0.75)
    lit = np.clip(made, 0.55, 1.25) * np.asarray(ground)
    return np.asarray(np.clip(lit + (1.0 - lit) * mirrored, 0.0, 1.0))


def _crumpled(side: int) -> Image:
    """How bright crumpled film is: small facets that lean each way, taller than wide, with creases between them."""
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "furniture_bag")))
    y, x = np.mgrid[0:side, 0:side] / side
    made = 1 + 0.04 * np.asarray(cloud(side, "film", 4, 3))
    for count, size in ((14, 0.17), (40, 0.1)):
        places, leans = luck.random((count, 2)), luck.random((count, 2)) * 2 - 1
        dx = (x[..., None] - places[:, 0] + 0.5) % 1.0 - 0.5
        dy = (y[..., None] - places[:, 1] + 0.5) % 1.0 - 0.5
        away = np.sqrt((1.7 * dx) ** 2 + dy**2)
        first = away.argmin(-1)[..., None]
        nearest = np.sort(away, axis=-1)[..., :2]
        lean = np.take_along_axis(dx * leans[:, 0] + dy * leans[:, 1], first, -1)[..., 0] * np.sqrt(count)
        made = made + size * np.clip(lean, -1, 1) + 0.5 * size * (nearest[..., 1] - nearest[..., 0] < 0.016)
    return np.asarray(made)


@pattern("furniture_dial", 256)
def safe_dial(side: int, face: Colour = (0.12, 0.12, 0.13), letters: Colour = (0.95, 0.95, 0.95)) -> Image:
    """The dial of a combination lock: a hundred marks, every tenth with its number."""
    made, pen = canvas(side, face)
    middle = side / 2
    for k in range(100):
        angle = math.radians(k * 3.6 - 90.0)
        near = 0.42 if k % 10 == 0 else 0.445 if k % 5 == 0 else 0.46
        c, s = math.cos(angle), math.sin(angle)
        line = (middle + side * near * c, middle + side * near * s, middle + side * 0.49 * c, middle + side * 0.49 * s)
        pen.line(line, fill=ink(letters), width=2 if k % 5 else 4)
        if k % 10 == 0:
            centred(pen, (middle + side * 0.35 * c, middle + side * 0.35 * s), str(k), side * 0.085, letters)
    return values(made)


@pattern("furniture_keypad", 128)
def safe_keypad(side: int) -> Image:
    """Twelve keys and a green display, for a panel about as wide as high."""
    made, pen = canvas(side, (0.1, 0.1, 0.11))
    pen.rectangle((side * 0.1, side * 0.05, side * 0.9, side * 0.24), fill=ink((0.12, 0.3, 0.16)))
    centred(pen, (side * 0.5, side * 0.145), "8.8.8.8", side * 0.15, (0.5, 1.0, 0.55))
    for k, text in enumerate("123456789*0#"):
        x, y = side * (0.12 + 0.27 * (k % 3)), side * (0.3 + 0.17 * (k // 3))
        pen.rounded_rectangle((x, y, x + side * 0.22, y + side * 0.14), 3, fill=ink((0.82, 0.83, 0.85)))
        centred(pen, (x + side * 0.11, y + side * 0.07), text, side * 0.12, (0.1, 0.1, 0.1))
    return values(made)


@pattern("furniture_word", 256)
def word(side: int, text: str, ground: Colour, letters: Colour) -> Image:
    """A word across a panel three times as wide as high; a recycling sign if the text is empty."""
    made, pen = canvas(side, ground)
    if text:
        pen.rectangle((side * 0.04, side * 0.1, side * 0.96, side * 0.9), outline=ink(letters), width=4)
        sized = Pictures.new("RGB", (side * 3, side), ink(ground))
        centred(ImageDraw.Draw(sized), (side * 1.5, side * 0.5), text, side * 0.58, letters)
        made.paste(sized.resize((side * 7 // 8, side * 3 // 4)), (side // 16, side // 8))
        return values(made)
    for k in range(3):
        angle = math.radians(120 * k - 90)
        corner = [(math.cos(angle + t), math.sin(angle + t)) for t in (-0.75, 0.0, 0.45)]
        points = [(side * (0.5 + 0.33 * c), side * (0.54 + 0.33 * s)) for c, s in corner]
        pen.line(points, fill=ink(letters), width=side // 9, joint="curve")
        tip, across = points[-1], (math.cos(angle + 0.5), math.sin(angle + 0.5))
        ahead = (-across[1], across[0])
        arrow = [
            (
                tip[0] + side * 0.11 * (ahead[0] * f + across[0] * g),
                tip[1] + side * 0.11 * (ahead[1] * f + across[1] * g),
            )
            for f, g in ((1.1, 0.0), (-0.2, 1.0), (-0.2, -1.0))
        ]
        pen.polygon(arrow, fill=ink(letters))
    return values(made)


@pattern("furniture_film", 512)
def television_picture(side: int, kind: str = "hills", cracked: bool = False) -> Image:
    """What is on: hills under a sky, a football match, a newsreader, or a fish."""
    wide, high = 640, 360
    made = Pictures.new("RGB", (wide, high))
    pen = ImageDraw.Draw(made)
    draw = {"hills": _hills, "match": _match, "news": _news, "reef": _reef}[kind]
    draw(pen, wide, high)
    if cracked:
        draw_cracks(pen, wide, high, (0.95, 0.97, 0.98))
    return values(made.resize((side, side), Pictures.Resampling.BILINEAR))


def _shaded(pen: ImageDraw.ImageDraw, wide: int, top: int, bottom: int, above: str, below: str) -> None:
    for y in range(top, bottom):
        pen.line((0, y, wide, y), fill=ink(mixed(rgb(above), rgb(below), (y - top) / max(bottom - top, 1))))


def _hills(pen: ImageDraw.ImageDraw, wide: int, high: int) -> None:
    _shaded(pen, wide, 0, high, "3f8ed8", "f6d9a8")
    pen.ellipse((450, 60, 520, 130), fill=ink(rgb("fff3c0")))
    for base, swing, colour, step in ((210, 60, "6f8fae", 90), (250, 40, "4f8a5e", 60), (300, 25, "2f6a3a", 40)):
        line = [(x, base - swing * math.sin(x / step) * math.cos(x / (step * 2.3))) for x in range(0, wide + 8, 8)]
        pen.polygon([(0, high), *line, (wide, high)], fill=ink(rgb(colour)))
    pen.polygon(((250, high), (330, 270), (350, 270), (420, high)), fill=ink(rgb("9fd0e8")))


def _match(pen: ImageDraw.ImageDraw, wide: int, high: int) -> None:
    _shaded(pen, wide, 0, 110, "4a4f5a", "80838c")
    luck = stream(4, "crowd")
    for _ in range(900):
        x, y = luck.uniform(0, wide), luck.uniform(4, 104)
        pen.rectangle(
            (x, y, x + 5, y + 5), fill=ink(rgb(luck.choice(("d84a3a", "f0e6d0", "3a5fae", "e8c04a", "2a2a30"))))
        )
    for k in range(8):
        pen.rectangle((k * 80, 110, k * 80 + 80, high), fill=ink(rgb("3f9a3f" if k % 2 else "48a848")))
    pen.line((0, 128, wide, 128), fill="white", width=4)
    pen.ellipse((230, 190, 430, 270), outline="white", width=4)
    pen.line((330, 128, 330, high), fill="white", width=4)
    for x, y, colour in (
        (120, 180, "d83a30"),
        (250, 230, "d83a30"),
        (400, 200, "2a4fae"),
        (520, 250, "2a4fae"),
        (350, 290, "d83a30"),
    ):
        pen.ellipse((x - 7, y - 50, x + 7, y - 36), fill=ink(rgb("d8a888")))
        pen.rectangle((x - 10, y - 36, x + 10, y - 12), fill=ink(rgb(colour)))
        pen.line((x - 6, y - 12, x - 12, y + 12), fill=ink(rgb("f0f0f0")), width=6)
        pen.line((x + 6, y - 12, x + 12, y + 10), fill=ink(rgb("f0f0f0")), width=6)
    pen.ellipse((296, 262, 310, 276), fill="white")
    pen.rectangle((24, 18, 190, 46), fill=ink(rgb("101828")))
    pen.text((34, 22), "RED 2  1 BLU", fill="white", font=ImageFont.load_default(20))


def _news(pen: ImageDraw.ImageDraw, wide: int, high: int) -> None:
    _shaded(pen, wide, 0, high, "123a7a", "3f7fc8")
    for k in range(6):
        pen.polygon(
            ((k * 130 - 60, 0), (k * 130, 0), (k * 130 - 120, high), (k * 130 - 180, high)), fill=ink(rgb("1f4f98"))
        )
    pen.rectangle((380, 50, 600, 190), fill=ink(rgb("e8eef4")))
    pen.polygon(((390, 180), (450, 90), (500, 150), (540, 110), (592, 180)), fill=ink(rgb("4f8a5e")))
    pen.ellipse((150, 70, 250, 200), fill=ink(rgb("5a3a24")))
    pen.ellipse((160, 88, 240, 200), fill=ink(rgb("e0b090")))
    pen.polygon(((80, 300), (130, 220), (180, 200), (220, 200), (270, 220), (320, 300)), fill=ink(rgb("2a2d38")))
    pen.polygon(((180, 200), (220, 200), (200, 270)), fill="white")
    pen.rectangle((0, 276, wide, 326), fill=ink(rgb("c8281e")))
    pen.text((24, 284), "NEWS  The river is back in its bed", fill="white", font=ImageFont.load_default(28))
    pen.rectangle((0, 326, wide, high), fill=ink(rgb("f2f2f2")))
    pen.text((24, 330), "Sun in the south, rain later   +++   10:42", fill="black", font=ImageFont.load_default(20))


def _reef(pen: ImageDraw.ImageDraw, wide: int, high: int) -> None:
    _shaded(pen, wide, 0, high, "2fa8d8", "0a3f78")
    pen.polygon(
        ((0, high), (0, 300), (120, 260), (260, 310), (420, 280), (wide, 320), (wide, high)), fill=ink(rgb("c8a878"))
    )
    for k in range(9):
        x = 40 + k * 70
        pen.ellipse((x, 250 + k % 3 * 16, x + 60, 340), fill=ink(rgb(("e0607a", "f09a4a", "9a5ac0")[k % 3])))
    for x, y, s, colour in (
        (300, 150, 1.6, "f59a2a"),
        (130, 90, 0.8, "f5d24a"),
        (480, 210, 1.0, "f2f2f2"),
        (520, 80, 0.7, "f59a2a"),
    ):
        pen.ellipse((x - 60 * s, y - 32 * s, x + 60 * s, y + 32 * s), fill=ink(rgb(colour)))
        pen.polygon(((x - 50 * s, y), (x - 95 * s, y - 34 * s), (x - 95 * s, y + 34 * s)), fill=ink(rgb(colour)))
        pen.rectangle((x - 10 * s, y - 32 * s, x + 8 * s, y + 32 * s), fill="white")
        pen.ellipse((x + 30 * s, y - 12 * s, x + 42 * s, y), fill="black")
