"""Surfaces of balls, toys, vases and grips: pebbled rubber, fur, painted glaze, wound tape, knurls."""

from __future__ import annotations

import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw

from casita.shapes.finish import Colour
from casita.shapes.textures.materials import cloud, speckle
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.prints import PETALS, ink, values


@pattern("pebbles", 128)
def pebbles(side: int, across: int = 16) -> Image:
    """Small round bumps in staggered rows; it takes the finish's colour."""
    y, x = np.mgrid[0:side, 0:side] * (across / side)
    dx, dy = (x + 0.5 * (np.floor(y) % 2)) % 1 - 0.5, y % 1 - 0.5
    made = 1 + 0.16 * np.exp(-(dx * dx + dy * dy) / 0.06) - 0.12 * np.clip(dx + dy, -0.5, 0.5)
    return np.asarray(made / made.mean())


@pattern("fur", 256)
def fur(side: int) -> Image:
    """Short curly pile; it takes the finish's colour."""
    made = 1 + 0.28 * cloud(side, "fur", 24, 3) + 0.1 * speckle(side, "fur")
    return np.asarray(made / made.mean())


@pattern("wound", 64)
def wound(side: int) -> Image:
    """Tape wound slantwise round a grip; it takes the finish's colour."""
    y, x = np.mgrid[0:side, 0:side] / side
    turn = (y * 2 + x) % 1
    made = 0.8 + 0.45 * np.clip(turn * 6, 0, 1) - 0.14 * turn
    return np.asarray(made / made.mean())


@pattern("knurl", 64)
def knurl(side: int) -> Image:
    """Crossed grooves on a metal bar; it takes the finish's colour."""
    y, x = np.mgrid[0:side, 0:side] / side * 8
    made = 1 + 0.22 * np.minimum(np.abs((x + y) % 1 - 0.5), np.abs((x - y) % 1 - 0.5)) * 4 - 0.25
    return np.asarray(made / made.mean())


@pattern("painted_glaze", 512)
def painted_glaze(side: int, ground: Colour, paint: Colour, kind: int) -> Image:
    """A painted vase unrolled: flowers and leaves, zigzags between lines, or plain bands."""
    made = Pictures.new("RGB", (side, side), ink(ground))
    pen = ImageDraw.Draw(made)
    dye = ink(paint)

    def rule(v: float, thick: float) -> None:
        pen.rectangle((0, side * v, side, side * (v + thick)), fill=dye)

    rule(0.06, 0.02)
    rule(0.92, 0.025)
    if kind == 0:
        rule(0.3, 0.012)
        rule(0.68, 0.012)
        for k in range(4):
            x, y = side * (k + 0.5) / 4, side * 0.49
            r = side * 0.045
            for dx, dy in PETALS:
                pen.ellipse(
                    (
                        x + dx * r - r * 0.6,
                        y + dy * r * 1.2 - r * 0.7,
                        x + dx * r + r * 0.6,
                        y + dy * r * 1.2 + r * 0.7,
                    ),
                    fill=dye,
                )
            pen.ellipse((x - r * 0.5, y - r * 0.6, x + r * 0.5, y + r * 0.6), fill=ink(ground))
            at = side * k / 4
            pen.ellipse((at - r * 0.35, y - r * 2.2, at + r * 0.35, y + r * 2.2), fill=dye)
            pen.ellipse(
                (at - r * 0.35 + side * (k == 0), y - r * 2.2, at + r * 0.35 + side * (k == 0), y + r * 2.2), fill=dye
            )
    elif kind == 1:
        for v in (0.34, 0.56):
            rule(v - 0.03, 0.012)
            rule(v + 0.14, 0.012)
            for k in range(8):
                x = side * k / 8
                low, high = side * (v + 0.12), side * (v + 0.01)
                pen.line(((x, low), (x + side / 16, high), (x + side / 8, low)), fill=dye, width=side // 60)
    else:
        for v in (0.2, 0.24, 0.45, 0.72):
            rule(v, 0.014 if v < 0.4 else 0.035)
    return values(made)


@pattern("damask", 256)
def damask(side: int) -> Image:
    """Flowers and leaves woven into cloth, darker than the ground; it takes the finish's colour."""
    made = Pictures.new("L", (side, side), 255)
    pen = ImageDraw.Draw(made)
    for middle_x, middle_y, r in ((0.25, 0.25, 0.085), (0.75, 0.75, 0.085), (0.75, 0.22, 0.05), (0.25, 0.72, 0.05)):
        x, y, size = middle_x * side, middle_y * side, r * side
        for dx, dy in PETALS:
            px, py = x + dx * size, y + dy * size
            pen.ellipse((px - size * 0.5, py - size * 0.5, px + size * 0.5, py + size * 0.5), fill=150)
        pen.ellipse((x - size * 0.4, y - size * 0.4, x + size * 0.4, y + size * 0.4), fill=235)
        pen.arc((x - size * 2, y - size * 2, x + size * 2, y + size * 2), 20, 100, fill=165, width=side // 50)
    values_ = np.asarray(made, float) / 255
    return np.asarray(np.minimum(values_ / values_.mean(), 1.4))


@pattern("pillow_cover", 256)
def pillow_cover(side: int, kind: str = "plain") -> Image:
    """One side of a pillow: creases that run in from its rim, under rows of sprigs, flowers or no print."""
    y, x = np.mgrid[0:side, 0:side] / (side - 1) * 2 - 1
    far = np.maximum(np.abs(x), np.abs(y))
    corner = np.hypot(1 - np.abs(x), 1 - np.abs(y))
    spread = np.arctan2(1 - np.abs(y), 1 - np.abs(x))
    rays = np.sin(14 * spread + 2 * cloud(side, "creases", 3)) * np.exp(-((corner / 0.55) ** 2))
    gathers = np.sin(30 * np.where(np.abs(x) > np.abs(y), y, x) + 5 * cloud(side, "gathers", 4)) * far**8
    made = 1 + 0.16 * rays + 0.09 * gathers + 0.05 * cloud(side, "pillow", 3, 3) + 0.03 * speckle(side, "pillow")
    if kind == "stripes":
        band = ((x + 1) * 2.5) % 1.0
        sprigs = np.tile(damask(side // 3 + 1), (3, 3))[:side, :side]
        made = made * np.where(band < 0.45, 0.95, 1.02) * (0.55 + 0.45 * sprigs)
    if kind == "flowers":
        made = made * np.tile(damask(side // 2), (2, 2))
    return np.asarray(np.minimum(made / made.mean(), 1.4))
