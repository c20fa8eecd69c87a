"""Displays, keypads and control panels of kitchen machines, and what is seen through their windows."""

from __future__ import annotations

import numpy as np

from casita.shapes.finish import Colour, mixed, shade
from casita.shapes.textures.materials import cloud
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.prints import canvas, centred, ink, values

LIT: Colour = (0.35, 1.0, 0.75)


@pattern("machine_digits", 128)
def machine_digits(side: int, text: str = "12:45", colour: Colour = LIT, ground: Colour = (0.03, 0.05, 0.05)) -> Image:
    """A display with glowing figures, for a strip three times as wide as high."""
    made, pen = canvas(side, ground)
    centred(pen, (side * 0.5, side * 0.5), text, side * 0.36, colour)
    return values(made.resize((side, side * 5 // 2)).crop((0, side * 3 // 4, side, side * 7 // 4)))


@pattern("microwave_keys", 256)
def microwave_keys(side: int, ground: Colour, keys: Colour, letters: Colour) -> Image:
    """The keypad of a microwave: food keys, a block of numbers, start and stop; about 1 wide to 2.6 high."""
    made, pen = canvas(side, ground)
    for row, word in enumerate(("POPCORN", "DEFROST")):
        for column in range(2):
            x, y = side * (0.1 + 0.42 * column), side * (0.03 + 0.09 * row)
            pen.rounded_rectangle((x, y, x + side * 0.38, y + side * 0.065), 4, fill=ink(keys))
            centred(pen, (x + side * 0.19, y + side * 0.032), word, side * 0.045, letters)
    names = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "C", "0", "P")
    for k, name in enumerate(names):
        x, y = side * (0.1 + 0.275 * (k % 3)), side * (0.26 + 0.125 * (k // 3))
        pen.rounded_rectangle((x, y, x + side * 0.24, y + side * 0.095), 6, fill=ink(keys))
        centred(pen, (x + side * 0.12, y + side * 0.047), name, side * 0.085, letters)
    for x, colour, word in ((0.1, (0.72, 0.2, 0.16), "STOP"), (0.52, (0.2, 0.55, 0.25), "START")):
        pen.rounded_rectangle((side * x, side * 0.82, side * (x + 0.38), side * 0.93), 6, fill=ink(colour))
        centred(pen, (side * (x + 0.19), side * 0.875), word, side * 0.07, (1.0, 1.0, 1.0))
    return values(made)


@pattern("oven_window", 128)
def oven_window(side: int, lit: bool = False, dots: bool = True) -> Image:
    """Dark glass with a fine mesh, or the warm light behind it with a rack or plate."""
    y, x = (np.mgrid[0:side, 0:side] + 0.5) / side
    made = np.empty((side, side, 3))
    if lit:
        glow = np.clip(1.15 - 1.3 * np.hypot(x - 0.5, (y - 0.42) * 0.9), 0.1, 1.0)
        made[:] = np.array((1.0, 0.72, 0.32)) * glow[..., None]
        made[(np.abs(y - 0.72) < 0.03)] *= 0.4
        made[(np.abs(y - 0.66) < 0.012)] *= 0.6
    else:
        sheen = (
            0.07
            + 0.11 * np.clip(1 - np.abs(x - y * 0.5 - 0.15) * 5, 0, 1)
            + 0.05 * np.clip(1 - np.abs(x - y * 0.5 - 0.5) * 9, 0, 1)
        )
        made[:] = np.array((0.95, 1.0, 1.05)) * sheen[..., None]
        made += 0.12 * np.clip(1 - np.hypot((x - 0.5) * 1.5, (y - 0.5) * 1.5), 0, 1)[..., None]  # the hollow behind it
        plate = np.hypot((x - 0.5) / 0.36, (y - 0.76) / 0.1)
        if dots:  # a microwave's turntable
            made[(plate < 1.0)] += 0.1
            made[(plate < 0.86)] -= 0.04
        else:  # an oven's racks
            made[(np.abs(y - 0.42) < 0.012) | (np.abs(y - 0.7) < 0.012)] += 0.12
    if dots:
        grid = ((np.arange(side) % 4) < 2)[:, None] & ((np.arange(side) % 4) < 2)[None, :]
        made = np.where(grid[..., None], made, made * 0.72)
    return np.clip(made, 0, 1)


@pattern("washer_panel", 256)
def washer_panel(side: int, ground: Colour, letters: Colour, lit: bool = False) -> Image:
    """Marks round a dial, a display and keys, for a strip about four times as wide as high."""
    made, pen = canvas(side, ground)
    dark = shade(letters, 0.9)
    for k in range(12):
        angle = 2 * np.pi * k / 12
        cx, cy = side * 0.47 + side * 0.098 * np.cos(angle), side * 0.5 + side * 0.4 * np.sin(angle)
        pen.rectangle((cx - 2, cy - 6, cx + 2, cy + 6), fill=ink(dark))
    screen = (0.62, 0.3, 0.8, 0.7)
    pen.rectangle(tuple(side * v for v in screen), fill=(10, 14, 16))
    colour = (0.4, 0.95, 1.0) if lit else (0.12, 0.16, 0.18)
    for k, part in enumerate(("0:", "59") if lit else ("-:", "--")):
        centred(pen, (side * (0.675 + 0.07 * k), side * 0.5), part, side * 0.16, colour)
    for k in range(4):
        x = side * (0.83 + 0.042 * k)
        pen.ellipse((x, side * 0.4, x + side * 0.026, side * 0.52), fill=ink(shade(ground, 0.75)))
        pen.rectangle(
            (x + 1, side * 0.62, x + side * 0.022, side * 0.66), fill=ink((0.2, 0.9, 0.3) if lit and k == 1 else dark)
        )
    return values(made)


@pattern("dishwasher_panel", 256)
def dishwasher_panel(side: int, ground: Colour, letters: Colour, lit: bool = False) -> Image:
    """A row of keys with a display, for a long strip about eight times as wide as high."""
    made, pen = canvas(side, ground)
    for k in range(5):
        x = side * (0.08 + 0.06 * k)
        pen.rounded_rectangle((x, side * 0.3, x + side * 0.04, side * 0.7), 4, fill=ink(mixed(ground, letters, 0.35)))
        dot = (0.2, 1.0, 0.35) if lit and k in (0, 3) else mixed(ground, letters, 0.6)
        pen.ellipse((x + side * 0.012, side * 0.08, x + side * 0.028, side * 0.2), fill=ink(dot))
    pen.rectangle((side * 0.62, side * 0.2, side * 0.76, side * 0.8), fill=(8, 10, 12))
    if lit:
        centred(pen, (side * 0.66, side * 0.5), "1:", side * 0.13, (1.0, 0.5, 0.2))
        centred(pen, (side * 0.72, side * 0.5), "25", side * 0.13, (1.0, 0.5, 0.2))
    pen.ellipse((side * 0.86, side * 0.25, side * 0.92, side * 0.75), fill=ink(mixed(ground, letters, 0.5)))
    return values(made)


@pattern("fridge_shelves", 256)
def fridge_shelves(side: int) -> Image:
    """The inside of a fridge door: white racks with bottles, jars and eggs; about 1 wide to 2.2 high."""
    made, pen = canvas(side, (0.9, 0.92, 0.93))
    food: tuple[tuple[Colour, ...], ...] = (
        ((0.96, 0.96, 0.93), (0.9, 0.3, 0.2), (0.95, 0.75, 0.2), (0.45, 0.25, 0.12)),
        ((0.25, 0.5, 0.25), (0.95, 0.6, 0.15), (0.6, 0.1, 0.15), (0.9, 0.9, 0.95)),
        ((0.98, 0.95, 0.9), (0.3, 0.45, 0.75), (0.15, 0.35, 0.2), (0.9, 0.85, 0.5)),
    )
    for rack, row in enumerate(food):
        base = side * (0.32 + 0.31 * rack)
        for k, colour in enumerate(row):
            x, high = side * (0.1 + 0.21 * k), side * (0.17 - 0.025 * ((k * 3 + rack) % 3))
            pen.rounded_rectangle((x, base - high, x + side * 0.16, base), 5, fill=ink(colour))
            pen.rectangle(
                (x + side * 0.05, base - high - side * 0.04, x + side * 0.11, base - high), fill=ink(shade(colour, 0.7))
            )
            pen.rectangle(
                (x, base - high * 0.7, x + side * 0.16, base - high * 0.35), fill=ink(mixed(colour, (1, 1, 1), 0.6))
            )
        pen.rectangle((side * 0.04, base - side * 0.05, side * 0.96, base + side * 0.02), fill=ink((0.8, 0.86, 0.9)))
        pen.rectangle((side * 0.04, base + side * 0.02, side * 0.96, base + side * 0.028), fill=ink((0.5, 0.55, 0.6)))
    return values(made)


@pattern("fridge_note", 64)
def fridge_note(side: int, kind: int = 0) -> Image:
    """What hangs on a fridge: a note, a photo, a child's drawing, a calendar."""
    ground: Colour = ((1.0, 0.95, 0.5), (0.97, 0.97, 0.97), (0.98, 0.98, 1.0), (0.97, 0.97, 0.97))[kind % 4]
    made, pen = canvas(side, ground)
    if kind % 4 == 0:
        for k in range(4):
            pen.line(
                (side * 0.15, side * (0.3 + 0.15 * k), side * (0.85 - 0.1 * (k % 2)), side * (0.3 + 0.15 * k)),
                fill=(70, 70, 90),
                width=2,
            )
    elif kind % 4 == 1:
        pen.rectangle((4, 4, side - 5, side - 12), fill=(130, 180, 220))
        pen.rectangle((4, side * 0.6, side - 5, side - 12), fill=(90, 140, 70))
        pen.ellipse((side * 0.35, side * 0.3, side * 0.6, side * 0.55), fill=(220, 170, 140))
    elif kind % 4 == 2:
        pen.ellipse((side * 0.65, side * 0.08, side * 0.9, side * 0.33), fill=(250, 200, 40))
        pen.rectangle((side * 0.2, side * 0.5, side * 0.6, side * 0.85), fill=(200, 80, 70))
        pen.polygon(
            [(side * 0.15, side * 0.5), (side * 0.4, side * 0.25), (side * 0.65, side * 0.5)], fill=(110, 70, 150)
        )
    else:
        pen.rectangle((0, 0, side, side * 0.22), fill=(190, 40, 40))
        for k in range(20):
            x, y = side * (0.08 + 0.18 * (k % 5)), side * (0.3 + 0.17 * (k // 5))
            pen.rectangle((x, y, x + side * 0.1, y + side * 0.08), fill=(150, 150, 150))
    pen.ellipse((side * 0.42, 0, side * 0.58, side * 0.14), fill=(200, 40, 40))
    return values(made)


@pattern("gauge", 64)
def gauge(side: int) -> Image:
    """A round pressure gauge."""
    made, pen = canvas(side, (0.96, 0.96, 0.94))
    pen.arc((side * 0.12, side * 0.12, side * 0.88, side * 0.88), 130, 410, fill=(30, 30, 30), width=3)
    pen.arc((side * 0.12, side * 0.12, side * 0.88, side * 0.88), 350, 410, fill=(200, 40, 30), width=5)
    pen.line((side * 0.5, side * 0.5, side * 0.72, side * 0.3), fill=(200, 30, 30), width=3)
    return values(made)


@pattern("coffee_keys", 128)
def coffee_keys(side: int, ground: Colour, lit: bool = False) -> Image:
    """Cup keys and a lamp, for a strip about four times as wide as high."""
    made, pen = canvas(side, ground)
    for k in range(3):
        x = side * (0.1 + 0.22 * k)
        pen.ellipse((x, side * 0.2, x + side * 0.16, side * 0.8), fill=(210, 212, 214))
        wide = side * (0.03 + 0.012 * k)
        pen.rectangle((x + side * 0.08 - wide, side * 0.42, x + side * 0.08 + wide, side * 0.65), fill=(40, 40, 42))
    lamp = (60, 255, 110) if lit else (70, 30, 30)
    pen.ellipse((side * 0.8, side * 0.25, side * 0.92, side * 0.72), fill=lamp)
    return values(made)


@pattern("drum_holes", 128)
def drum_holes(side: int) -> Image:
    """Punched steel."""
    y, x = np.mgrid[0:side, 0:side] / side
    made = 0.74 + 0.05 * cloud(side, "drum")
    row = (y * 10).astype(int)
    u, v = (x * 10 + 0.5 * (row % 2)) % 1.0 - 0.5, (y * 10) % 1.0 - 0.5
    return np.asarray(np.where(u * u + v * v < 0.035, 0.2, made))
