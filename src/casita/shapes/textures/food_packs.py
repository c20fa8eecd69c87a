"""What is printed on packets, cartons, tubs and bottles of food."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from casita.exact import total_of
from casita.seeds import derived_seed
from casita.shapes.finish import Colour, mixed, shade
from casita.shapes.textures.foods import grid
from casita.shapes.textures.kitchenware import plastic_crinkle
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.prints import canvas, centred, ink, values

WHITE: Colour = (0.97, 0.96, 0.93)
DARK: Colour = (0.13, 0.11, 0.12)


def fitted_text(picture: Pictures.Image, box: tuple[float, float, float, float], text: str, colour: Colour) -> None:
    """Write a word so that it fills a box (left, top, right, bottom in fractions of the side), however stretched."""
    side = picture.size[0]
    font = ImageFont.load_default(64)
    left, top, right, bottom = font.getbbox(text)
    word = Pictures.new("L", (math.ceil(right - left) + 4, math.ceil(bottom - top) + 4), 0)
    ImageDraw.Draw(word).text((2 - left, 2 - top), text, fill=255, font=font, stroke_width=1)
    x0, y0, x1, y1 = (round(side * c) for c in box)
    mask = word.resize((max(x1 - x0, 1), max(y1 - y0, 1)), Pictures.Resampling.LANCZOS)
    picture.paste(ink(colour), (x0, y0), mask)


def _bowl(pen, side: int, x: float, y: float, wide: float, kind: str) -> None:  # type: ignore[no-untyped-def]
    """A bowl of cereal, seen from a little above, with milk."""
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "bowl", kind)))
    w, h = wide * side, wide * side * 0.4
    cx, cy = x * side, y * side
    pen.pieslice((cx - w, cy - w * 0.75, cx + w, cy + w * 0.8), 0, 180, fill=ink((0.25, 0.42, 0.68)))
    pen.ellipse((cx - w, cy - h, cx + w, cy + h), fill=ink((0.93, 0.94, 0.95)))
    pen.ellipse((cx - w * 0.9, cy - h * 0.85, cx + w * 0.9, cy + h * 0.85), fill=ink((0.99, 0.98, 0.94)))
    for u, v, tone in luck.random((60, 3)):
        a, r = u * 2 * math.pi, math.sqrt(v) * 0.78
        px, py = cx + w * r * math.cos(a), cy + h * r * math.sin(a) - h * 0.35 * (1 - r)
        size = side * (0.022 + 0.012 * tone)
        colour = ink(mixed((0.78, 0.52, 0.18), (0.9, 0.7, 0.35), float(tone)))
        pen.ellipse((px - size, py - size * 0.8, px + size, py + size * 0.8), fill=colour, outline=ink((0.5, 0.3, 0.1)))
        if kind == "rings":
            pen.ellipse(
                (px - size * 0.35, py - size * 0.3, px + size * 0.35, py + size * 0.3), fill=ink((0.55, 0.34, 0.12))
            )


def _small_print(pen, side: int, top: float, rows: int, colour: Colour) -> None:  # type: ignore[no-untyped-def]
    """Lines of print too small to read."""
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "small print", rows)))
    for k in range(rows):
        y = side * (top + 0.045 * k)
        pen.rectangle((side * 0.12, y, side * (0.6 + 0.28 * luck.random()), y + side * 0.014), fill=ink(colour))


@pattern("pack_cereal")
def cereal(side: int, ground: Colour, name: str, kind: str = "rings") -> Image:
    """The front of a box of cereal: a name in large letters over a bowl."""
    made, pen = canvas(side, ground)
    pen.ellipse((-side * 0.2, side * 0.5, side * 1.2, side * 1.4), fill=ink(shade(ground, 0.86)))
    pen.rounded_rectangle((side * 0.06, side * 0.1, side * 0.94, side * 0.36), side * 0.08, fill=ink(WHITE))
    fitted_text(made, (0.1, 0.14, 0.9, 0.32), name, shade(ground, 0.55))
    centred(pen, (side * 0.5, side * 0.42), "CRUNCHY WHOLE GRAIN", side * 0.06, WHITE)
    _bowl(pen, side, 0.5, 0.68, 0.38, kind)
    pen.ellipse((side * 0.05, side * 0.02, side * 0.2, side * 0.09), fill=ink((0.95, 0.8, 0.2)))
    return values(made)


@pattern("pack_crackers")
def crackers(side: int, ground: Colour, name: str) -> Image:
    """The front of a box of crackers: a name, and crackers with holes and salt."""
    made, pen = canvas(side, ground)
    pen.rectangle((0, side * 0.08, side, side * 0.34), fill=ink(shade(ground, 0.7)))
    fitted_text(made, (0.08, 0.12, 0.92, 0.3), name, WHITE)
    for x, y in ((0.3, 0.72), (0.66, 0.78), (0.5, 0.58)):
        s = 0.19
        pen.rounded_rectangle(
            tuple(side * c for c in (x - s, y - s * 0.8, x + s, y + s * 0.8)), side * 0.03,
            fill=ink((0.86, 0.66, 0.36)), outline=ink((0.62, 0.4, 0.16)), width=max(side // 90, 1),
        )  # fmt: skip
        for i in range(3):
            for j in range(3):
                px, py = side * (x + (i - 1) * 0.1), side * (y + (j - 1) * 0.085)
                pen.ellipse((px - 2, py - 2, px + 2, py + 2), fill=ink((0.5, 0.32, 0.14)))
    centred(pen, (side * 0.5, side * 0.41), "BAKED - CRISP - SALTED", side * 0.055, WHITE)
    return values(made)


@pattern("pack_facts")
def facts(side: int, ground: Colour) -> Image:
    """The side of a box: a table of facts and a bar code."""
    made, pen = canvas(side, ground)
    pen.rectangle((side * 0.1, side * 0.08, side * 0.9, side * 0.6), fill=ink(WHITE), outline=ink(DARK), width=2)
    centred(pen, (side * 0.5, side * 0.14), "NUTRITION FACTS", side * 0.08, DARK)
    _small_print(pen, side, 0.2, 9, DARK)
    pen.rectangle((side * 0.3, side * 0.72, side * 0.7, side * 0.9), fill=ink(WHITE))
    for k in range(22):
        if (k * 7) % 5 < 3:
            x = side * (0.32 + 0.0165 * k)
            pen.line((x, side * 0.74, x, side * 0.88), fill=ink(DARK), width=2 if k % 3 else 1)
    return values(made)


@pattern("pack_chips")
def chips(side: int, ground: Colour, name: str) -> Image:
    """The front of a bag of chips: shiny folds, a round sign, chips below; takes up the whole bag."""
    made, pen = canvas(side, ground)
    pen.polygon([(0, side * 0.62), (side, side * 0.46), (side, side), (0, side)], fill=ink(shade(ground, 0.78)))
    pen.ellipse(
        (side * 0.1, side * 0.16, side * 0.9, side * 0.5), fill=ink((0.95, 0.82, 0.25)), outline=ink(WHITE), width=4
    )
    fitted_text(made, (0.2, 0.23, 0.8, 0.38), name, (0.72, 0.1, 0.1))
    centred(pen, (side * 0.5, side * 0.43), "POTATO", side * 0.07, (0.72, 0.1, 0.1))
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "chips")))
    for u, v, t in luck.random((9, 3)):
        x, y, s = side * (0.22 + 0.56 * u), side * (0.64 + 0.2 * v), side * (0.09 + 0.04 * t)
        pen.ellipse(
            (x - s, y - s * 0.7, x + s, y + s * 0.7),
            fill=ink((0.93, 0.77, 0.38)),
            outline=ink((0.72, 0.5, 0.18)),
            width=2,
        )
    u, v = grid(side)
    folds = 1 + 0.07 * np.sin(u * 9 + 3 * np.sin(v * 5)) * np.clip(np.abs(v - 0.5) * 3 - 0.6, 0, 1)
    shine = 0.5 + 0.5 * plastic_crinkle(side, cells=26)
    return np.asarray(np.clip(values(made) * (folds * shine)[..., None], 0, 1))


@pattern("pack_milk")
def milk(side: int, ground: Colour, accent: Colour, words: tuple[str, str]) -> Image:
    """The side of a carton of milk: a large word, a wave below, a splash."""
    made, pen = canvas(side, ground)
    line = [(side * t, side * (0.91 + 0.02 * math.sin(t * 7))) for t in np.linspace(0, 1, 30)]
    pen.polygon([*line, (side, side), (0, side)], fill=ink(accent))
    bright = total_of(ground) > 1.8
    letters = accent if bright else WHITE
    fitted_text(made, (0.16, 0.16, 0.84, 0.31), words[0], letters)
    fitted_text(made, (0.28, 0.37, 0.72, 0.43), words[1], letters)
    pen.ellipse((side * 0.38, side * 0.6, side * 0.62, side * 0.76), fill=ink(accent))
    centred(pen, (side * 0.5, side * 0.68), "1 L", side * 0.1, ground)
    return values(made)


@pattern("pack_juice")
def juice(side: int, ground: Colour, fruit: Colour, words: tuple[str, str]) -> Image:
    """The front of a carton of juice: its name on a pale band, cut fruit and a leaf, small print."""
    made, pen = canvas(side, ground)
    pen.rectangle((0, side * 0.05, side, side * 0.36), fill=ink(WHITE))
    fitted_text(made, (0.08, 0.08, 0.92, 0.22), words[0], shade(ground, 0.75))
    fitted_text(made, (0.22, 0.25, 0.78, 0.33), words[1], shade(ground, 0.75))
    fitted_text(made, (0.14, 0.93, 0.86, 0.97), "100 % PURE   1 L", WHITE)
    pith = ink(mixed(fruit, WHITE, 0.75))
    for x, y in ((0.36, 0.76), (0.66, 0.78), (0.5, 0.6)):

        def within(share: float, x: float = x * side, y: float = y * side) -> tuple[float, float, float, float]:
            wide, high = side * 0.25 * share, side * 0.105 * share  # the face is tall: round there, flat here
            return x - wide, y - high, x + wide, y + high

        pen.ellipse(within(1.0), fill=ink(shade(fruit, 0.85)))
        pen.ellipse(within(0.9), fill=pith)
        for k in range(9):
            pen.pieslice(within(0.83), k * 40 + 3, k * 40 + 37, fill=ink(fruit))
        pen.ellipse(within(0.1), fill=pith)
    pen.ellipse((side * 0.59, side * 0.44, side * 0.75, side * 0.52), fill=ink((0.27, 0.55, 0.24)))
    return values(made)


@pattern("pack_band")
def band(side: int, ground: Colour, words: tuple[str, str], letters: Colour) -> Image:
    """A label all round a tub, its words in front (u 0.5) and at the back."""
    made, pen = canvas(side, ground)
    pen.rectangle((0, 0, side, side * 0.1), fill=ink(letters))
    pen.rectangle((0, side * 0.9, side, side), fill=ink(letters))
    for x in (0.0, 0.33, 0.67):
        half = 0.009 * len(words[1])
        fitted_text(made, (x + 0.09, 0.2, x + 0.24, 0.5), words[0], letters)
        fitted_text(made, (x + 0.165 - half, 0.6, x + 0.165 + half, 0.78), words[1], shade(letters, 0.7))
    return values(made)


@pattern("pack_stripes", 128)
def stripes(side: int, ground: Colour, stripe: Colour, count: int = 12) -> Image:
    """Upright stripes round a tub of popcorn, with a white sign in front."""
    u, _ = grid(side)
    on = np.clip(np.cos(u * count * 2 * math.pi) * 8 - 2.4, 0, 1)[..., None]
    return np.asarray(np.asarray(ground) * (1 - on) + np.asarray(stripe) * on)


@pattern("pack_label")
def label(side: int, ground: Colour, letters: Colour, words: str, picture: Colour) -> Image:
    """The label of a bottle of sauce: a name over a picture of what is in it, three times round."""
    made, pen = canvas(side, ground)
    pen.rectangle((0, side * 0.05, side, side * 0.08), fill=ink(letters))
    pen.rectangle((0, side * 0.92, side, side * 0.95), fill=ink(letters))
    for x in (0.167, 0.5, 0.833):
        pen.ellipse(tuple(side * c for c in (x - 0.075, 0.52, x + 0.075, 0.86)), fill=ink(picture))
        pen.ellipse(tuple(side * c for c in (x - 0.02, 0.46, x + 0.06, 0.55)), fill=ink((0.3, 0.55, 0.25)))
        fitted_text(made, (x - 0.13, 0.16, x + 0.13, 0.4), words, letters)
    return values(made)
