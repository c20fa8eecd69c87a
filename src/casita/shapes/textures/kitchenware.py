"""Prints and surfaces of kitchen things: labels, decor on china, stoneware, foil, kitchen paper, sponge."""

from __future__ import annotations

import math

import numpy as np
from PIL import ImageDraw

from casita.seeds import derived_seed
from casita.shapes.finish import Colour, mixed, shade
from casita.shapes.textures.materials import cloud, levelled, noise, speckle
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.prints import canvas, centred, ink, values

Box = tuple[float, float, float, float]


def about(x: float, y: float, rx: float, ry: float | None = None) -> Box:
    """The rectangle about a point, as Pillow wants it for an ellipse."""
    high = rx if ry is None else ry
    return x - rx, y - high, x + rx, y + high


@pattern("mug_print")
def mug_print(side: int, ground: Colour, colour: Colour, motif: str) -> Image:
    """What is printed on a mug's side, on its own ground: a word, a heart, dots, a cat."""
    made, pen = canvas(side, ground)
    s, tint = float(side), ink(colour)
    if motif == "heart":
        pen.ellipse(about(s * 0.4, s * 0.42, s * 0.125), fill=tint)
        pen.ellipse(about(s * 0.6, s * 0.42, s * 0.125), fill=tint)
        pen.polygon([(s * 0.29, s * 0.47), (s * 0.71, s * 0.47), (s * 0.5, s * 0.74)], fill=tint)
    elif motif == "dots":
        for row in range(6):
            for column in range(7):
                x = s * (column + 0.5 * (row % 2)) / 6.5
                pen.ellipse(about(x, s * (0.1 + row * 0.16), s * 0.035), fill=tint)
    elif motif == "cat":
        pen.ellipse(about(s * 0.5, s * 0.55, s * 0.24, s * 0.2), fill=tint)
        for way in (-1, 1):
            tip = s * (0.5 + 0.2 * way)
            pen.polygon([(tip, s * 0.25), (tip - way * s * 0.16, s * 0.4), (tip + way * s * 0.03, s * 0.5)], fill=tint)
            pen.ellipse(about(s * (0.5 + 0.09 * way), s * 0.52, s * 0.03), fill=ink(ground))
            for rise in (-0.03, 0.03):
                start, end = (s * (0.5 + 0.1 * way), s * 0.62), (s * (0.5 + 0.33 * way), s * (0.62 + rise))
                pen.line((*start, *end), fill=tint, width=max(side // 90, 1))
        pen.ellipse(about(s * 0.5, s * 0.6, s * 0.02), fill=ink(ground))
    else:
        lines = motif.split("/")
        for number, line in enumerate(lines):
            at = 0.5 + (number - (len(lines) - 1) / 2) * 0.24
            centred(pen, (s * 0.5, s * at), line, s * (0.6 if len(line) == 1 else min(0.24, 1.35 / len(line))), colour)
    return values(made)


@pattern("china_flowers")
def china_flowers(side: int, ground: Colour, colour: Colour) -> Image:
    """A frieze of flowers and leaves that repeats."""
    made, pen = canvas(side, ground)
    s = float(side)
    for k in range(4):
        x, y = s * (k + 0.5) / 4, s * (0.42 if k % 2 else 0.58)
        pen.line(
            (x - s / 8, s * (1.0 - y / s), x + s / 8, y), fill=ink(mixed(ground, colour, 0.6)), width=max(side // 64, 1)
        )
        for leaf in (-1, 1):
            pen.ellipse(
                about(x + leaf * s * 0.09, y + s * 0.12, s * 0.045, s * 0.02),
                fill=ink(mixed(colour, (0.2, 0.5, 0.25), 0.4)),
            )
        for petal in range(6):
            angle = petal * math.pi / 3
            pen.ellipse(
                about(x + s * 0.055 * math.cos(angle), y + s * 0.055 * math.sin(angle), s * 0.038), fill=ink(colour)
            )
        pen.ellipse(about(x, y, s * 0.03), fill=(232, 196, 84))
    return values(made)


BOWLFUL = (
    *((0.34, 0.36, 0.15, 0), (0.62, 0.33, 0.14, 1), (0.72, 0.56, 0.13, 2), (0.5, 0.68, 0.15, 0), (0.28, 0.6, 0.12, 1)),
    *((0.48, 0.47, 0.13, 3), (0.6, 0.48, 0.055, 4), (0.66, 0.44, 0.055, 4), (0.63, 0.4, 0.05, 4)),
    (0.38, 0.52, 0.05, 4),
)
"""Place, radius and kind of the fruits that are painted in the middle of a plate."""


@pattern("plate_motif")
def plate_motif(side: int, ground: Colour, fruit: Colour) -> Image:
    """What is painted in the middle of a plate: a heap of fruit on leaves, in light from the left."""
    made, pen = canvas(side, ground)
    s = float(side)
    for k in range(11):
        angle = k * 2 * math.pi / 11 + 0.3
        tip = s * (0.5 + 0.45 * math.cos(angle)), s * (0.5 + 0.45 * math.sin(angle))
        x, y = s * (0.5 + 0.32 * math.cos(angle)), s * (0.5 + 0.32 * math.sin(angle))
        side_x, side_y = -s * 0.065 * math.sin(angle), s * 0.065 * math.cos(angle)
        root = s * (0.5 + 0.1 * math.cos(angle)), s * (0.5 + 0.1 * math.sin(angle))
        green = (84, 134, 62) if k % 2 else (62, 106, 48)
        pen.polygon([root, (x + side_x, y + side_y), tip, (x - side_x, y - side_y)], fill=green)
        pen.line((*root, *tip), fill=(146, 178, 104), width=max(side // 110, 1))
    kinds = (fruit, (0.95, 0.66, 0.16), (0.62, 0.72, 0.24), mixed(fruit, (0.93, 0.5, 0.3), 0.5), (0.36, 0.16, 0.4))
    for x, y, r, kind in BOWLFUL:
        for step in range(9):
            share = step / 8
            light = mixed(shade(kinds[kind], 0.55), mixed(kinds[kind], (1.0, 1.0, 1.0), 0.25), share)
            off = -0.3 * r * share
            pen.ellipse(about(s * (x + off), s * (y + off), s * r * (1 - 0.75 * share)), fill=ink(light))
    return values(made)


@pattern("stoneware", 128)
def stoneware(side: int) -> Image:
    """A pale glaze with dark specks."""
    grain = noise(side, 64, "stoneware") + 0.3 * speckle(side, "stoneware")
    return levelled(1 - np.where(grain > 0.92, 0.45, 0.0) + 0.02 * cloud(side, "glaze"))


@pattern("dish_shade")
def dish_shade(side: int, flat: float = 0.7, specked: bool = False) -> Image:
    """A dish from above: its shoulder lies in shade on one side and in light on the other, with specks if it has them.

    `flat` is the radius of its level middle as a share of its own.
    """
    y, x = np.mgrid[0:side, 0:side] / (side - 1) * 2 - 1
    away = np.hypot(x, y)
    shoulder = np.exp(-(((away - flat * 1.05) / 0.035) ** 2))
    well = np.where(away < flat, np.exp(-(((away - flat) / 0.07) ** 2)), 0.0)
    light = 1 - 0.1 * shoulder - 0.05 * well + 0.05 * np.exp(-(((away - 0.97) / 0.02) ** 2))
    if specked:
        light = light * np.clip(stoneware(side), 0.8, 1.05)
    return np.asarray(light / light[away < flat * 0.6].mean())


@pattern("turned_metal")
def turned_metal(side: int) -> Image:
    """Fine rings round the middle, as a lathe leaves them in the bottom of a pan."""
    y, x = np.mgrid[0:side, 0:side] / side - 0.5
    away = np.sqrt(x * x + y * y)
    return levelled(1 + 0.05 * np.sin(away * 2 * math.pi * 30) + 0.02 * speckle(side, "turned"))


SHEEN = (
    *((0.0, 0.92), (0.04, 1.2), (0.09, 1.25), (0.12, 0.9), (0.2, 0.78), (0.3, 0.96), (0.36, 1.16), (0.42, 0.98)),
    *((0.5, 0.8), (0.56, 1.06), (0.61, 1.28), (0.64, 1.0), (0.74, 0.74), (0.84, 0.94), (0.9, 1.08), (1.0, 0.92)),
)
"""How light a polished drum is around it, where windows and walls mirror in it."""


@pattern("metal_sheen", 256)
def metal_sheen(side: int, strength: float = 1.0) -> Image:
    """Upright bands of light and shade, as a room mirrors in a round wall of metal or enamel."""
    at = (np.arange(side) + 0.5) / side
    light = 1 + strength * (np.interp(at, [p[0] for p in SHEEN], [p[1] for p in SHEEN]) - 1)
    lines = noise(side, 64, "sheen")[:, :1]
    return levelled(np.broadcast_to(light, (side, side)) + 0.012 * lines)


@pattern("plastic_crinkle", 256)
def plastic_crinkle(side: int, cells: int = 46) -> Image:
    """Thin crumpled film: facets that each catch the light in their own way, with bright creases between them."""
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "crinkle")))
    places, slopes = luck.random((cells, 2)), luck.random((cells, 3)) * 2 - 1
    y, x = np.mgrid[0:side, 0:side] / side
    nearest, second, tone = np.full((side, side), 9.0), np.full((side, side), 9.0), np.zeros((side, side))
    for (px, py), (lit, right, up) in zip(places, slopes, strict=True):
        dx, dy = (x - px + 0.5) % 1.0 - 0.5, (y - py + 0.5) % 1.0 - 0.5
        away = np.hypot(dx + 0.3 * dy, 0.5 * dy)
        closer = away < nearest
        second = np.where(closer, nearest, np.minimum(second, away))
        tone = np.where(closer, 0.06 * lit + 1.0 * (right * dx + up * dy), tone)
        nearest = np.where(closer, away, nearest)
    crease = np.exp(-(((second - nearest) / 0.007) ** 2))
    return levelled(1 + tone + 0.07 * crease + 0.03 * cloud(side, "film", 6))


@pattern("wine_label")
def wine_label(side: int, ground: Colour, letters: Colour, name: str, year: str) -> Image:
    """A wine's label: a house or vines, a name in capitals, a year."""
    made, pen = canvas(side, ground)
    s, dark = float(side), ink(letters)
    gold = (176, 138, 62)
    pen.rectangle((s * 0.04, s * 0.03, s * 0.96, s * 0.97), outline=gold, width=max(side // 60, 1))
    base, thin = s * 0.38, max(side // 110, 1)
    pen.rectangle((s * 0.33, s * 0.22, s * 0.67, base), outline=dark, width=thin)
    for x in (0.27, 0.73):
        pen.rectangle((s * (x - 0.05), s * 0.17, s * (x + 0.05), base), outline=dark, width=thin)
        pen.polygon([(s * (x - 0.06), s * 0.17), (s * (x + 0.06), s * 0.17), (s * x, s * 0.08)], fill=dark)
    pen.polygon([(s * 0.32, s * 0.22), (s * 0.68, s * 0.22), (s * 0.5, s * 0.12)], fill=dark)
    for k in range(4):
        pen.rectangle((s * (0.38 + k * 0.07), s * 0.27, s * (0.41 + k * 0.07), s * 0.32), fill=dark)
    pen.line((s * 0.14, base, s * 0.86, base), fill=dark, width=thin)
    centred(pen, (s * 0.5, s * 0.5), name, s * min(0.13, 1.15 / len(name)), letters)
    centred(pen, (s * 0.5, s * 0.63), "GRAND VIN", s * 0.075, letters)
    centred(pen, (s * 0.5, s * 0.77), year, s * 0.13, (0.6, 0.14, 0.16))
    for k in range(2):
        pen.line((s * 0.25, s * (0.87 + 0.035 * k), s * 0.75, s * (0.87 + 0.035 * k)), fill=dark, width=thin)
    return values(made)


@pattern("drink_label")
def drink_label(side: int, ground: Colour, letters: Colour, name: str, motif: str) -> Image:
    """A drink's or a soap's label: a bold name, a picture, small print."""
    made, pen = canvas(side, ground)
    s, dark = float(side), ink(letters)
    pen.rectangle((0, 0, side, side * 0.07), fill=dark)
    pen.rectangle((0, side * 0.93, side, side), fill=dark)
    centred(pen, (s * 0.5, s * 0.24), name, s * min(0.24, 1.3 / len(name)), letters)
    if motif == "drop":
        pen.ellipse(about(s * 0.5, s * 0.62, s * 0.11), fill=(74, 150, 206))
        pen.polygon([(s * 0.41, s * 0.57), (s * 0.59, s * 0.57), (s * 0.5, s * 0.38)], fill=(74, 150, 206))
        pen.ellipse(about(s * 0.465, s * 0.63, s * 0.025), fill=(235, 246, 252))
    elif motif == "lemon":
        pen.ellipse(about(s * 0.5, s * 0.57, s * 0.2, s * 0.14), fill=(238, 204, 48))
        pen.ellipse(about(s * 0.5, s * 0.57, s * 0.15, s * 0.1), fill=(250, 236, 150))
        for k in range(6):
            a = k * math.pi / 3
            x, y = s * (0.5 + 0.15 * math.cos(a)), s * (0.57 + 0.1 * math.sin(a))
            pen.line((s * 0.5, s * 0.57, x, y), fill=(238, 204, 48), width=max(side // 64, 1))
    elif motif == "leaf":
        pen.ellipse(about(s * 0.43, s * 0.58, s * 0.12, s * 0.07), fill=(86, 150, 70))
        pen.ellipse(about(s * 0.6, s * 0.5, s * 0.1, s * 0.06), fill=(120, 176, 84))
        pen.line((s * 0.3, s * 0.72, s * 0.66, s * 0.47), fill=(60, 110, 52), width=max(side // 64, 1))
    else:
        _peaks(pen, s)
    centred(pen, (s * 0.5, s * 0.8), motif.upper(), s * 0.085, letters)
    pen.line((s * 0.2, s * 0.88, s * 0.8, s * 0.88), fill=dark, width=max(side // 128, 1))
    return values(made)


def _peaks(pen: ImageDraw.ImageDraw, s: float) -> None:
    """Two mountains with snow."""
    for x, y, wide in ((0.4, 0.42, 0.24), (0.64, 0.5, 0.18)):
        pen.polygon([(s * (x - wide), s * 0.7), (s * (x + wide), s * 0.7), (s * x, s * y)], fill=(92, 130, 172))
        cap = wide * 0.35
        low = y + (0.7 - y) * 0.35
        pen.polygon([(s * (x - cap), s * low), (s * (x + cap), s * low), (s * x, s * y)], fill=(244, 248, 250))


@pattern("can_label", 512)
def can_label(side: int, ground: Colour, name: str, fruit: Colour) -> Image:
    """A tin's label all round: its name and fruit twice, small print between."""
    made, pen = canvas(side, ground)
    s = float(side)
    pale = (0.97, 0.95, 0.9)
    pen.rectangle((0, s * 0.05, s, s * 0.09), fill=(206, 170, 76))
    pen.rectangle((0, s * 0.91, s, s * 0.95), fill=(206, 170, 76))
    for start in (0.0, 0.5):
        x = s * (start + 0.17)
        pen.ellipse(about(x, s * 0.6, s * 0.15, s * 0.25), fill=ink(pale))
        for dx, dy in ((-0.055, 0.64), (0.055, 0.64), (0.0, 0.52)):
            pen.ellipse(about(x + s * dx, s * dy, s * 0.055, s * 0.085), fill=ink(fruit))
            pen.ellipse(
                about(x + s * (dx - 0.02), s * (dy - 0.03), s * 0.014, s * 0.022),
                fill=ink(mixed(fruit, (1.0, 1.0, 1.0), 0.6)),
            )
        centred(pen, (x, s * 0.23), name, s * min(0.13, 0.52 / len(name)), pale)
        for k in range(7):
            y = s * (0.25 + 0.08 * k)
            pen.line((s * (start + 0.37), y, s * (start + 0.46), y), fill=ink(mixed(ground, pale, 0.7)), width=3)
    return values(made)


@pattern("foil_box", 512)
def foil_box(side: int, ground: Colour, letters: Colour) -> Image:
    """The long side of a box of foil; it is drawn squeezed, four times as wide as high."""
    made, pen = canvas(side, ground)
    s = float(side)
    pen.polygon([(0, 0), (s * 0.3, 0), (s * 0.22, s), (0, s)], fill=ink(letters))
    wide, _ = canvas(side * 2, ground)
    text_pen = ImageDraw.Draw(wide)
    centred(text_pen, (s * 1.22, s * 0.16), "ALUMINUM", s * 0.21, letters)
    centred(text_pen, (s * 1.1, s * 0.34), "FOIL", s * 0.2, letters)
    centred(text_pen, (s * 1.62, s * 0.35), "30 m", s * 0.11, shade(letters, 0.8))
    strip = wide.crop((round(s * 0.55), 0, side * 2, side // 2)).resize((round(s * 0.7), side))
    made.paste(strip, (round(s * 0.3), 0))
    pen.polygon([(s * 0.3, 0), (s * 0.34, 0), (s * 0.26, s), (s * 0.22, s)], fill=(206, 60, 52))
    return values(made)


@pattern("crumpled_foil", 128)
def crumpled_foil(side: int) -> Image:
    """Sharp creases that catch the light."""
    first, second = cloud(side, "foil", 5, 3), cloud(side, "creases", 7, 3)
    return levelled(1 + 0.24 * np.sign(first) * np.abs(first) ** 0.5 + 0.16 * np.where(second > 0.1, 1.0, -0.6))


@pattern("quilted_paper", 128)
def quilted_paper(side: int, colour: Colour = (1.0, 1.0, 1.0)) -> Image:
    """Kitchen paper: pressed diamonds, and a small print if it has a colour."""
    y, x = np.mgrid[0:side, 0:side] / side
    u, v = (x + y) * 4 % 1.0, (x - y) * 4 % 1.0
    line = np.minimum(np.minimum(u, 1 - u), np.minimum(v, 1 - v))
    made = levelled(1 - 0.08 * np.exp(-((line / 0.07) ** 2)) + 0.03 * speckle(side, "towel"))
    near = np.maximum(np.abs(u - 0.5), np.abs(v - 0.5)) < 0.16
    print_here = near & ((np.floor((x + y) * 4) + np.floor((x - y) * 4)) % 3 == 0)
    return np.asarray(made[..., None] * np.where(print_here[..., None], np.asarray(colour), 1.0))


@pattern("rolled_paper")
def rolled_paper(side: int) -> Image:
    """The end of a roll: many thin layers round the middle."""
    y, x = np.mgrid[0:side, 0:side] / side - 0.5
    away = np.sqrt(x * x + y * y) + 0.004 * np.arctan2(y, x)
    return levelled(1 + 0.09 * np.sin(away * 2 * math.pi * 26) + 0.02 * speckle(side, "layers"))


@pattern("sponge_pores", 128)
def sponge_pores(side: int) -> Image:
    """Dark holes of several sizes."""
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "sponge")))
    y, x = np.mgrid[0:side, 0:side]
    made = 1 + 0.06 * cloud(side, "sponge", 8)
    for _ in range(130):
        cx, cy, r = luck.random() * side, luck.random() * side, 1.2 + 3.4 * luck.random() ** 3
        dx = np.minimum(np.abs(x - cx), side - np.abs(x - cx))
        dy = np.minimum(np.abs(y - cy), side - np.abs(y - cy))
        made = np.where(dx * dx + dy * dy < r * r, made * 0.68, made)
    return levelled(made)


@pattern("scourer", 128)
def scourer(side: int) -> Image:
    """A rough mat of fibres."""
    return levelled(1 + 0.22 * speckle(side, "scourer") + 0.12 * cloud(side, "scourer", 16))


@pattern("spiral_stripes")
def spiral_stripes(side: int, ground: Colour, colour: Colour, turns: int = 12) -> Image:
    """A stripe that winds round a straw."""
    y, x = np.mgrid[0:side, 0:side] / side
    stripe = ((x + y * turns) % 1.0) < 0.26
    return np.where(stripe[..., None], np.asarray(colour), np.asarray(ground))


@pattern("strainer_holes", 128)
def strainer_holes(side: int, ground: Colour, letter: str = "") -> Image:
    """The top of a shaker: holes in a ring, or in the form of its letter."""
    made, pen = canvas(side, ground)
    s, dark = float(side), (40, 38, 36)
    if letter:
        centred(pen, (s * 0.5, s * 0.5), letter, s * 0.4, (0.16, 0.15, 0.14))
    for k in range(10 if letter else 6):
        angle = k * 2 * math.pi / (10 if letter else 6)
        away = 0.34 if letter else 0.2
        pen.ellipse(about(s * (0.5 + away * math.cos(angle)), s * (0.5 + away * math.sin(angle)), s * 0.035), fill=dark)
    if not letter:
        pen.ellipse(about(s * 0.5, s * 0.5, s * 0.035), fill=dark)
    return values(made)


@pattern("cooker_dial", 128)
def cooker_dial(side: int, ground: Colour) -> Image:
    """The panel round a knob: off, low, high, warm."""
    made, pen = canvas(side, ground)
    s, pale = float(side), (0.92, 0.92, 0.9)
    pen.rounded_rectangle(
        (s * 0.03, s * 0.03, s * 0.97, s * 0.97), s * 0.12, outline=ink(pale), width=max(side // 48, 1)
    )
    for text, x, y in (("OFF", 0.5, 0.15), ("LOW", 0.82, 0.5), ("HIGH", 0.5, 0.87), ("WARM", 0.2, 0.5)):
        centred(pen, (s * x, s * y), text, s * 0.11, pale)
    return values(made)
