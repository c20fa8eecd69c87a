"""Paintings and posters: small scenes drawn in the mood of one colour; and the glass of mirrors."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PIL import ImageDraw, ImageFilter

from casita.exact import total_of
from casita.seeds import derived_seed
from casita.shapes.finish import Colour, mixed, shade
from casita.shapes.textures.materials import cloud, noise, speckle
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.prints import canvas, centred, ink, values

WHITE: Colour = (1.0, 1.0, 1.0)
BLACK: Colour = (0.05, 0.05, 0.07)
Luck = np.random.Generator
Scene = Callable[[ImageDraw.ImageDraw, int, Colour, Luck], None]


def _luck(name: str, seed: int) -> Luck:
    return np.random.Generator(np.random.PCG64(derived_seed(seed, "texture", "picture", name)))


def _ridge(pen: ImageDraw.ImageDraw, side: int, base: float, high: float, colour: Colour, luck: Luck) -> None:
    """A line of hills down to the bottom of the picture."""
    phase, speed = luck.random(3) * 6, 1 + 3 * luck.random(3)
    x = np.linspace(0, 1, 49)
    waves = total_of(np.sin(x * s * 4 + p) / (k + 1) for k, (s, p) in enumerate(zip(speed, phase, strict=True)))
    y = base - high * waves / 1.8
    pen.polygon(
        [(0, side), *[(float(a * side), float(b * side)) for a, b in zip(x, y, strict=True)], (side, side)],
        fill=ink(colour),
    )


def _sky(pen: ImageDraw.ImageDraw, side: int, top: Colour, low: Colour, until: float = 1.0) -> None:
    for y in range(int(side * until)):
        pen.line((0, y, side, y), fill=ink(mixed(top, low, y / (side * until))))


def _landscape(pen: ImageDraw.ImageDraw, side: int, colour: Colour, luck: Luck) -> None:
    """Hills, trees and a sun."""
    _sky(pen, side, mixed(colour, WHITE, 0.45), mixed(colour, (1.0, 0.9, 0.7), 0.75))
    x, y = side * (0.2 + 0.6 * luck.random()), side * (0.15 + 0.15 * luck.random())
    pen.ellipse((x - 16, y - 16, x + 16, y + 16), fill=ink((1.0, 0.93, 0.7)))
    for k in range(4):
        _ridge(
            pen,
            side,
            0.48 + 0.13 * k,
            0.1 - 0.015 * k,
            mixed(shade(colour, 0.5 + 0.12 * k), (0.35, 0.45, 0.25), 0.25 if k > 1 else 0.0),
            luck,
        )
    for _ in range(9):
        x, y = side * luck.random(), side * (0.72 + 0.25 * luck.random())
        r = side * (0.02 + 0.03 * luck.random()) * (y / side)
        pen.rectangle((x - 2, y, x + 2, y + r * 1.6), fill=ink((0.25, 0.17, 0.1)))
        pen.ellipse(
            (x - r, y - r * 1.6, x + r, y + r * 0.4), fill=ink(mixed(shade(colour, 0.55), (0.15, 0.3, 0.12), 0.5))
        )


def _seascape(pen: ImageDraw.ImageDraw, side: int, colour: Colour, luck: Luck) -> None:
    """A sea with boats under a wide sky."""
    _sky(pen, side, mixed(colour, WHITE, 0.3), mixed(colour, (1.0, 0.85, 0.65), 0.7), 0.55)
    for row in range(int(side * 0.52), side):
        t = (row / side - 0.52) / 0.48
        pen.line((0, row, side, row), fill=ink(mixed(shade(colour, 0.75), shade(colour, 0.45), t)))
    for _ in range(70):
        x, y = side * luck.random(), side * (0.54 + 0.45 * luck.random())
        pen.line((x, y, x + side * 0.06 * y / side, y), fill=ink(mixed(colour, WHITE, 0.5)), width=2)
    for k in range(2):
        x, y, s = side * (0.25 + 0.45 * k + 0.1 * luck.random()), side * (0.6 + 0.12 * k), side * (0.1 + 0.08 * k)
        pen.polygon([(x, y - s * 1.5), (x, y), (x + s * 0.8, y)], fill=ink((0.97, 0.95, 0.9)))
        pen.polygon([(x - 4, y - s * 1.2), (x - 4, y), (x - s * 0.5, y)], fill=ink((0.9, 0.86, 0.78)))
        pen.polygon(
            [(x - s * 0.7, y + 4), (x + s * 0.9, y + 4), (x + s * 0.6, y + s * 0.3), (x - s * 0.5, y + s * 0.3)],
            fill=ink((0.45, 0.2, 0.12)),
        )


def _abstract(pen: ImageDraw.ImageDraw, side: int, colour: Colour, luck: Luck) -> None:
    """Circles and arcs over a soft ground."""
    pen.rectangle((0, 0, side, side), fill=ink(mixed(colour, WHITE, 0.2)))
    hues: tuple[Colour, ...] = (
        shade(colour, 0.55),
        colour,
        mixed(colour, WHITE, 0.6),
        (0.9, 0.72, 0.3),
        (0.82, 0.35, 0.25),
        shade(colour, 0.8),
    )
    for k in range(13):
        x, y = luck.random(2) * side
        r = side * (0.06 + 0.2 * luck.random())
        tone = ink(hues[k % len(hues)])
        if k % 3 == 0:
            pen.arc((x - r, y - r, x + r, y + r), int(luck.random() * 180), 320, fill=tone, width=side // 22)
        elif k % 3 == 1:
            pen.ellipse((x - r * 0.8, y - r * 0.8, x + r * 0.8, y + r * 0.8), fill=tone)
        else:
            pen.line((x - r, y - r, x + r, y + r * 0.4), fill=tone, width=side // 26)


def _blocks(pen: ImageDraw.ImageDraw, side: int, colour: Colour, luck: Luck) -> None:
    """Fields of colour between black lines."""
    pen.rectangle((0, 0, side, side), fill=ink((0.95, 0.94, 0.9)))
    xs = [0.0, 0.25 + 0.15 * luck.random(), 0.6 + 0.15 * luck.random(), 1.0]
    ys = [0.0, 0.25 + 0.2 * luck.random(), 0.62 + 0.2 * luck.random(), 1.0]
    hues: tuple[Colour, ...] = (
        colour,
        (0.95, 0.94, 0.9),
        shade(colour, 0.7),
        colour,
        (0.88, 0.72, 0.2),
        colour,
        (0.75, 0.2, 0.17),
        mixed(colour, WHITE, 0.4),
        colour,
    )
    for k in range(9):
        i, j = k % 3, k // 3
        pen.rectangle((xs[i] * side, ys[j] * side, xs[i + 1] * side, ys[j + 1] * side), fill=ink(hues[k]))
    for v in xs[1:-1]:
        pen.line((v * side, 0, v * side, side), fill=ink(BLACK), width=side // 32)
    for v in ys[1:-1]:
        pen.line((0, v * side, side, v * side), fill=ink(BLACK), width=side // 32)


def _portrait(pen: ImageDraw.ImageDraw, side: int, colour: Colour, luck: Luck) -> None:
    """A person from the chest up."""
    _sky(pen, side, shade(colour, 0.75), shade(colour, 0.5))
    skin: Colour = ((0.87, 0.68, 0.55), (0.62, 0.42, 0.3), (0.93, 0.76, 0.64), (0.42, 0.28, 0.2))[
        int(luck.random() * 4)
    ]
    hair: Colour = ((0.16, 0.1, 0.07), (0.45, 0.28, 0.13), (0.75, 0.6, 0.35), (0.6, 0.6, 0.6))[int(luck.random() * 4)]
    c = side * 0.5
    if luck.random() < 0.6:
        pen.ellipse((c - side * 0.2, side * 0.16, c + side * 0.2, side * 0.72), fill=ink(hair))
    pen.ellipse((c - side * 0.36, side * 0.68, c + side * 0.36, side * 1.4), fill=ink(mixed(colour, BLACK, 0.3)))
    pen.rectangle((c - side * 0.06, side * 0.5, c + side * 0.06, side * 0.74), fill=ink(shade(skin, 0.85)))
    pen.polygon(
        [(c - side * 0.12, side * 0.71), (c, side * 0.82), (c + side * 0.12, side * 0.71)], fill=ink((0.93, 0.91, 0.86))
    )
    pen.ellipse((c - side * 0.14, side * 0.2, c + side * 0.14, side * 0.6), fill=ink(skin))
    pen.pieslice((c - side * 0.16, side * 0.14, c + side * 0.16, side * 0.48), 180, 360, fill=ink(hair))
    for s in (-1, 1):
        pen.ellipse((c + s * side * 0.06 - 5, side * 0.37, c + s * side * 0.06 + 5, side * 0.395), fill=ink(WHITE))
        pen.ellipse((c + s * side * 0.06 - 3, side * 0.368, c + s * side * 0.06 + 3, side * 0.397), fill=ink(BLACK))
        pen.line((c + s * side * 0.03, side * 0.345, c + s * side * 0.1, side * 0.345), fill=ink(hair), width=3)
    pen.line((c, side * 0.39, c + 6, side * 0.46, c - 3, side * 0.465), fill=ink(shade(skin, 0.75)), width=2)
    pen.line((c - 10, side * 0.52, c + 10, side * 0.52), fill=ink((0.65, 0.25, 0.22)), width=4)


def _still_life(pen: ImageDraw.ImageDraw, side: int, colour: Colour, luck: Luck) -> None:
    """Fruit and a jug on a table."""
    _sky(pen, side, shade(colour, 0.55), shade(colour, 0.9), 0.65)
    pen.rectangle((0, side * 0.62, side, side), fill=ink(mixed(colour, (0.5, 0.33, 0.18), 0.5)))
    pen.polygon(
        [(side * 0.1, side * 0.75), (side * 0.8, side * 0.68), (side * 0.95, side), (side * 0.2, side)],
        fill=ink((0.93, 0.9, 0.83)),
    )
    x = side * (0.25 + 0.1 * luck.random())
    pen.ellipse((x - side * 0.13, side * 0.4, x + side * 0.13, side * 0.8), fill=ink(mixed(colour, WHITE, 0.35)))
    pen.rectangle((x - side * 0.05, side * 0.26, x + side * 0.05, side * 0.45), fill=ink(mixed(colour, WHITE, 0.35)))
    pen.arc(
        (x + side * 0.04, side * 0.32, x + side * 0.2, side * 0.6),
        250,
        100,
        fill=ink(mixed(colour, WHITE, 0.2)),
        width=6,
    )
    fruit: tuple[Colour, ...] = (
        (0.8, 0.2, 0.14),
        (0.93, 0.62, 0.14),
        (0.55, 0.62, 0.18),
        (0.9, 0.78, 0.25),
        (0.45, 0.14, 0.28),
    )
    for k in range(5):
        cx, cy, r = side * (0.45 + 0.1 * k), side * (0.76 + 0.06 * (k % 2)), side * 0.075
        pen.ellipse((cx - r, cy - r, cx + r, cy + r), fill=ink(fruit[(k + int(luck.random() * 5)) % 5]))
        pen.ellipse((cx - r * 0.5, cy - r * 0.6, cx - r * 0.1, cy - r * 0.2), fill=ink((1.0, 0.92, 0.8)))
        pen.line((cx, cy - r, cx + 3, cy - r * 1.4), fill=ink((0.3, 0.2, 0.1)), width=3)


def _flowers(pen: ImageDraw.ImageDraw, side: int, colour: Colour, luck: Luck) -> None:
    """A bunch in a vase."""
    _sky(pen, side, mixed(colour, WHITE, 0.35), mixed(colour, WHITE, 0.1))
    pen.rectangle((0, side * 0.8, side, side), fill=ink(shade(colour, 0.6)))
    c = side * 0.5
    heads: tuple[Colour, ...] = (
        (0.95, 0.93, 0.9),
        (0.9, 0.45, 0.5),
        (0.95, 0.78, 0.3),
        mixed(colour, WHITE, 0.25),
        shade(colour, 0.6),
    )
    spots = [(c + side * 0.3 * (luck.random() * 2 - 1), side * (0.15 + 0.3 * luck.random())) for _ in range(11)]
    for x, y in spots:
        pen.line((c, side * 0.66, x, y), fill=ink((0.22, 0.4, 0.18)), width=4)
    pen.polygon(
        [
            (c - side * 0.1, side * 0.6),
            (c + side * 0.1, side * 0.6),
            (c + side * 0.14, side * 0.75),
            (c + side * 0.08, side * 0.92),
            (c - side * 0.08, side * 0.92),
            (c - side * 0.14, side * 0.75),
        ],
        fill=ink(mixed(shade(colour, 0.75), (0.85, 0.85, 0.9), 0.3)),
    )
    for k, (x, y) in enumerate(spots):
        tone, r = ink(heads[k % 5]), side * (0.045 + 0.03 * luck.random())
        for petal in range(6):
            a = petal * np.pi / 3 + k
            px, py = x + r * 0.7 * np.cos(a), y + r * 0.7 * np.sin(a)
            pen.ellipse((px - r * 0.5, py - r * 0.5, px + r * 0.5, py + r * 0.5), fill=tone)
        pen.ellipse((x - r * 0.35, y - r * 0.35, x + r * 0.35, y + r * 0.35), fill=ink((0.85, 0.6, 0.15)))


SCENES: dict[str, Scene] = {
    "landscape": _landscape,
    "seascape": _seascape,
    "abstract": _abstract,
    "blocks": _blocks,
    "portrait": _portrait,
    "still_life": _still_life,
    "flowers": _flowers,
}
"""What paintings show, by name."""


def _in_mood(made: Image, colour: Colour, share: float) -> Image:
    """A picture whose mean is brought near a colour."""
    moved = made
    for _ in range(3):
        moved = np.clip(moved + share * (np.asarray(colour) - moved.mean((0, 1))), 0.0, 1.0)
    return moved


@pattern("picture")
def picture(side: int, motif: str, colour: Colour, seed: int) -> Image:
    """A painting with the marks of its brush."""
    made, pen = canvas(side, colour)
    SCENES[motif](pen, side, colour, _luck(motif, seed))
    made = made.filter(ImageFilter.MedianFilter(5))
    strokes = 0.05 * noise(side, 64, "brush_strokes") + 0.03 * np.repeat(noise(side, 128, "canvas")[:, ::4], 4, axis=1)
    return np.asarray(np.clip(_in_mood(values(made), colour, 0.8) * (1 + strokes)[..., None], 0, 1))


@pattern("poster")
def poster(side: int, motif: str, colour: Colour, seed: int) -> Image:
    """A poster: a bold picture over its whole sheet, a title and small print."""
    luck = _luck(f"poster {motif}", seed)
    made, pen = canvas(side, colour)
    pale = total_of(colour) > 1.6
    letters = (0.1, 0.1, 0.12) if pale else (0.97, 0.96, 0.93)
    title = {
        "film": "NIGHT DRIVE",
        "band": "THE FOXES",
        "space": "EXPLORE",
        "landscape": "ALPINE",
        "geometric": "BAUHAUS",
    }[motif]
    if motif == "film":
        _sky(pen, side, shade(colour, 0.5), mixed(colour, (1.0, 0.7, 0.35), 0.4), 0.75)
        pen.ellipse((side * 0.3, side * 0.2, side * 0.7, side * 0.6), fill=ink((1.0, 0.85, 0.45)))
        for k in range(9):
            x = side * k / 9
            pen.rectangle(
                (x, side * (0.5 - 0.2 * luck.random()), x + side / 9, side * 0.75), fill=ink(shade(colour, 0.25))
            )
    elif motif == "band":
        for k in range(7):
            r = side * (0.42 - 0.055 * k)
            pen.ellipse(
                (side * 0.5 - r, side * 0.42 - r, side * 0.5 + r, side * 0.42 + r),
                fill=ink(letters if k % 2 else shade(colour, 0.65 + 0.05 * k)),
            )
        pen.polygon(
            [(side * 0.36, side * 0.32), (side * 0.64, side * 0.32), (side * 0.5, side * 0.62)],
            fill=ink((0.9, 0.45, 0.15)),
        )
        for s in (-1, 1):
            pen.polygon(
                [
                    (side * (0.5 + s * 0.14), side * 0.34),
                    (side * (0.5 + s * 0.12), side * 0.2),
                    (side * (0.5 + s * 0.03), side * 0.33),
                ],
                fill=ink((0.9, 0.45, 0.15)),
            )
    elif motif == "space":
        pen.rectangle((0, 0, side, side * 0.8), fill=ink(shade(colour, 0.35)))
        for _ in range(90):
            x, y = luck.random(2) * side * (1.0, 0.8)
            pen.point((x, y), fill=(255, 255, 255))
        pen.ellipse((side * 0.22, side * 0.2, side * 0.72, side * 0.7), fill=ink(mixed(colour, (0.9, 0.7, 0.45), 0.4)))
        for k in range(4):
            pen.arc(
                (side * 0.24, side * (0.28 + 0.06 * k), side * 0.7, side * (0.4 + 0.06 * k)),
                20,
                160,
                fill=ink(shade(colour, 0.7)),
                width=5,
            )
        pen.arc((side * 0.05, side * 0.36, side * 0.89, side * 0.54), 0, 180, fill=ink((0.95, 0.9, 0.75)), width=6)
    elif motif == "landscape":
        _landscape(pen, side, colour, luck)
        pen.rectangle((0, side * 0.8, side, side), fill=ink(colour))
    else:
        hues: tuple[Colour, ...] = ((0.85, 0.25, 0.18), (0.95, 0.75, 0.2), (0.15, 0.2, 0.35), mixed(colour, WHITE, 0.5))
        for k in range(16):
            x, y, q = side * (0.08 + 0.21 * (k % 4)), side * (0.06 + 0.18 * (k // 4)), side * 0.17
            tone = ink(hues[int(luck.random() * 4)])
            pick = int(luck.random() * 3)
            if pick == 0:
                pen.ellipse((x, y, x + q, y + q), fill=tone)
            elif pick == 1:
                pen.pieslice((x, y, x + 2 * q, y + 2 * q), 180, 270, fill=tone)
            else:
                pen.polygon([(x, y + q), (x + q, y + q), (x + q, y)], fill=tone)
    centred(pen, (side * 0.5, side * 0.865), title, side * 0.125, letters)
    centred(pen, (side * 0.5, side * 0.945), "LIVE  12 OCTOBER  8 PM  CITY HALL", side * 0.042, letters)
    return _in_mood(values(made), colour, 0.55)


@pattern("mirror_glass")
def mirror_glass(side: int, dirty: bool = False) -> Image:
    """Silvered glass: a soft bluish gradient with pale diagonal sheens; smears and splashes when dirty."""
    y, x = (np.mgrid[0:side, 0:side] + 0.5) / side
    base = np.array((0.7, 0.765, 0.82)) + 0.13 * (1 - y)[..., None] * np.array((1.0, 1.0, 0.9)) - 0.05 * x[..., None]
    sheen = (
        np.clip(1 - np.abs(x + y * 0.7 - 0.62) * 7, 0, 1) * 0.1
        + np.clip(1 - np.abs(x + y * 0.7 - 0.86) * 18, 0, 1) * 0.08
    )
    made = base + sheen[..., None]
    if dirty:
        smear = np.clip(cloud(side, "smear", 3, 4) * 2.4, 0, 1) * 0.6
        streak = (
            np.clip(np.asarray(noise(side, 24, "streak"))[:1].repeat(side, 0) * 2 - 0.9, 0, 1)
            * np.clip(y * 1.5, 0, 1)
            * 0.5
        )
        spots = _splashes(side)
        amount = np.maximum(np.maximum(smear, streak), spots)[..., None]
        made = made * (1 - amount) + np.array((0.5, 0.45, 0.36)) * amount
    return np.asarray(np.clip(made + 0.004 * speckle(side, "mirror")[..., None], 0, 1))


def _splashes(side: int) -> Image:
    """Dried drops of water, each with a soft edge: how much they cover, from 0 to 1."""
    y, x = (np.mgrid[0:side, 0:side] + 0.5) / side
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "splashes")))
    made = np.zeros((side, side))
    for cx, cy, large in luck.random((70, 3)):
        far = np.hypot(x - cx, y - cy) / (0.006 + 0.016 * large**2)
        made = np.maximum(made, 0.65 * np.clip(1.6 - far, 0, 1))
    return made
