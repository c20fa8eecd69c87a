"""Patterns of small things in a bathroom: paper rolls, soap, brushes, rags, tissue boxes."""

from __future__ import annotations

import numpy as np

from casita.seeds import derived_seed
from casita.shapes.finish import Colour, mixed, shade
from casita.shapes.textures.materials import speckle
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.prints import canvas, centred, ink, values


@pattern("paper_quilt", 64)
def paper_quilt(side: int) -> Image:
    """Diamonds pressed into soft paper."""
    y, x = np.mgrid[0:side, 0:side] / side
    lines = np.minimum(np.abs((2 * (x + y)) % 1.0 - 0.5), np.abs((2 * (x - y)) % 1.0 - 0.5))
    made = 1 - 0.08 * np.exp(-lines * 12) + 0.01 * speckle(side, "quilt")
    return np.asarray(made / made.mean())


@pattern("paper_dimples", 64)
def paper_dimples(side: int) -> Image:
    """Dots pressed into soft paper."""
    y, x = np.mgrid[0:side, 0:side] / side
    dots = np.sin(x * 12 * np.pi) * np.sin(y * 12 * np.pi)
    made = 1 - 0.06 * np.clip(dots, 0, 1) + 0.01 * speckle(side, "dimples")
    return np.asarray(made / made.mean())


@pattern("roll_core", 64)
def roll_core(side: int) -> Image:
    """Looking down into a cardboard tube: its lit far wall, and the dark below."""
    y, x = (np.mgrid[0:side, 0:side] + 0.5) / side * 2 - 1
    inner = np.hypot(x * 1.12, (y - 0.2) * 1.12)
    light = np.clip((inner - 0.3) * 1.1, 0.12, 0.9) * np.where(y < 0, 1.0, 0.75)
    return np.asarray(light[..., None] * np.array((0.78, 0.6, 0.4)))


@pattern("pressed_word", 128)
def pressed_word(side: int, ground: Colour, word: str) -> Image:
    """A word in an oval, pressed into soap; for a face half again as wide as high."""
    made, pen = canvas(side, ground)
    for shift, colour in ((2, mixed(ground, (1.0, 1.0, 1.0), 0.7)), (0, shade(ground, 0.72))):
        pen.ellipse((4 + shift, 22 + shift, side - 8 + shift, side - 26 + shift), outline=ink(colour), width=2)
        centred(pen, (side * 0.5 + shift, side * 0.48 + shift), word, side * 0.25, colour)
    return values(made)


@pattern("bristles", 64)
def bristles(side: int) -> Image:
    """Stiff hairs side by side."""
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "bristles")))
    hair = 0.72 + 0.5 * luck.random(side)
    made = hair[None, :] * (1 + 0.1 * speckle(side, "bristle"))
    return np.asarray(made / made.mean())


@pattern("cloth_checks", 128)
def cloth_checks(side: int) -> Image:
    """A kitchen check."""
    line = np.where((np.arange(side) * 6 // side) % 2 == 0, 1.16, 0.84)
    made = (line[:, None] + line[None, :]) / 2 * (1 + 0.05 * speckle(side, "checks"))
    return np.asarray(made / made.mean())


@pattern("cloth_stripes", 128)
def cloth_stripes(side: int) -> Image:
    """Pale cloth with bands."""
    x = np.arange(side) / side
    band = np.where((x > 0.1) & (x < 0.3) | (x > 0.36) & (x < 0.42) | (x > 0.6) & (x < 0.66), 0.72, 1.12)
    made = band[None, :] * (1 + 0.05 * speckle(side, "bands"))
    return np.asarray(made / made.mean())


@pattern("cloth_waffle", 128)
def cloth_waffle(side: int) -> Image:
    """A waffle weave."""
    u = np.abs(np.sin(np.arange(side) * np.pi * 12 / side))
    made = 0.85 + 0.28 * np.maximum(u[:, None], u[None, :]) + 0.04 * speckle(side, "waffle")
    return np.asarray(made / made.mean())


@pattern("tissue_print")
def tissue_print(side: int, colour: Colour, style: str, word: str = "Softly") -> Image:
    """The side of a tissue box: a motif in pale and deep shades of its colour, with or without a name."""
    made, pen = canvas(side, colour)
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "tissue", style)))
    pale, deep = mixed(colour, (1.0, 1.0, 1.0), 0.55), shade(colour, 0.72)
    for k in range(26):
        x, y = luck.random(2) * side
        size = side * (0.05 + 0.06 * luck.random())
        tone = ink(pale if k % 2 else deep)
        if style == "flowers":
            for petal in range(5):
                a = 2 * np.pi * petal / 5 + k
                px, py = x + size * 0.6 * np.cos(a), y + size * 0.6 * np.sin(a)
                pen.ellipse((px - size * 0.45, py - size * 0.45, px + size * 0.45, py + size * 0.45), fill=tone)
            pen.ellipse((x - size * 0.3, y - size * 0.3, x + size * 0.3, y + size * 0.3), fill=ink((0.95, 0.8, 0.3)))
        elif style == "leaves":
            a = luck.random() * np.pi
            dx, dy = size * 1.4 * np.cos(a), size * 1.4 * np.sin(a)
            pen.polygon(
                [(x - dx, y - dy), (x + dy * 0.4, y - dx * 0.4), (x + dx, y + dy), (x - dy * 0.4, y + dx * 0.4)],
                fill=tone,
            )
        elif style == "dots":
            pen.ellipse((x - size * 0.5, y - size * 0.5, x + size * 0.5, y + size * 0.5), fill=tone)
    if style == "waves":
        for k in range(9):
            points = [
                (x, side * (0.06 + 0.11 * k) + side * 0.035 * np.sin(x * 0.07 + k)) for x in range(0, side + 8, 8)
            ]
            pen.line(points, fill=ink(pale if k % 2 else deep), width=side // 26)
    if word:
        pen.ellipse((side * 0.24, side * 0.3, side * 0.76, side * 0.7), fill=ink((0.98, 0.98, 0.97)))
        centred(pen, (side * 0.5, side * 0.47), word, side * 0.13, shade(colour, 0.55))
        centred(pen, (side * 0.5, side * 0.59), "100 tissues", side * 0.05, (0.3, 0.3, 0.3))
    return values(made)
