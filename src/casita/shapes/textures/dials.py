"""Dials and small displays: clock faces, digits, radio scales, grilles, the keys of a calculator."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw

from casita.shapes.finish import Colour, mixed, rgb
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.prints import centred, ink, stretched, values


@pattern("clock_dial", 512)
def clock_dial(
    side: int, face: Colour, letters: Colour, numerals: str, hour: float, accent: Colour, ring: bool = False
) -> Image:
    """A round dial with hands: arabic or roman numerals or bare marks; `hour` is the time from 0 to 12."""
    made = Pictures.new("RGB", (side, side), ink(face))
    pen = ImageDraw.Draw(made)
    middle = side / 2

    def point(degrees: float, far: float) -> tuple[float, float]:
        t = math.radians(degrees)
        return middle + far * side / 2 * math.sin(t), middle - far * side / 2 * math.cos(t)

    if ring:
        pen.ellipse((side * 0.07, side * 0.07, side * 0.93, side * 0.93), outline=ink(letters), width=side // 100)
    for minute in range(60):
        long = minute % 5 == 0
        inner = 0.86 if not long else (0.84 if numerals != "marks" else 0.72)
        pen.line(
            (point(minute * 6, inner), point(minute * 6, 0.92)), fill=ink(letters), width=side // (64 if long else 150)
        )
    roman = ("XII", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")
    for k in range(12):
        if numerals != "marks":
            text = roman[k] if numerals == "roman" else str(k or 12)
            centred(pen, point(k * 30, 0.68), text, side * (0.09 if numerals == "roman" else 0.125), letters)
    for degrees, far, width in ((hour * 30, 0.46, 0.036), (hour * 360, 0.74, 0.024)):
        pen.line((point(degrees, -0.12), point(degrees, far)), fill=ink(letters), width=round(width * side))
    second = (hour * 7 % 1) * 360 + 40
    pen.line((point(second, -0.18), point(second, 0.8)), fill=ink(accent), width=side // 128)
    dot = side * 0.028
    pen.ellipse((middle - dot, middle - dot, middle + dot, middle + dot), fill=ink(letters))
    return values(made)


SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd",
    "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg", "-": "g", " ": "", "E": "afged", "M": "abcef",
}  # fmt: skip
"""The lit strokes of a digit: a on top, then clockwise, g in the middle."""


@pattern("digits", 256)
def digits(side: int, text: str, ground: Colour, lit: Colour, shape: float = 3.0) -> Image:
    """Seven-stroke digits on a display `shape` times as wide as high; a colon or a point goes between two."""
    high = 160
    wide = round(high * shape)
    made = Pictures.new("RGB", (wide, high), ink(ground))
    pen = ImageDraw.Draw(made)
    count = sum(c not in ":." for c in text) + 0.45 * sum(c in ":." for c in text)
    step = min(wide * 0.92 / count, high * 0.62)
    x = (wide - step * count) / 2
    top, tall, thick = high * 0.16, high * 0.68, max(step * 0.15, 5.0)
    for c in text:
        if c in ":.":
            for y in (top + tall * 0.3, top + tall * 0.7) if c == ":" else (top + tall - thick / 2,):
                at = x + step * 0.12
                pen.rectangle((at, y - thick / 2, at + thick, y + thick / 2), fill=ink(lit))
            x += step * 0.45
            continue
        left, right, middle, low = x + step * 0.12, x + step * 0.84, top + tall / 2, top + tall
        strokes = {
            "a": (left, top, right, top), "b": (right, top, right, middle), "c": (right, middle, right, low),
            "d": (left, low, right, low), "e": (left, middle, left, low), "f": (left, top, left, middle),
            "g": (left, middle, right, middle),
        }  # fmt: skip
        for name in SEGMENTS[c]:
            pen.line(strokes[name], fill=ink(lit), width=round(thick))
        x += step
    return stretched(made, side)


@pattern("radio_scale", 512)
def radio_scale(side: int, ground: Colour, letters: Colour, needle: float = 0.4) -> Image:
    """The scale of a radio: two rows of numbers and a red needle."""
    wide, high = 512, 170
    made = Pictures.new("RGB", (wide, high), ink(ground))
    pen = ImageDraw.Draw(made)
    for text, y, numbers in (
        ("FM", 50, ("88", "92", "96", "100", "104", "108")),
        ("AM", 124, ("54", "6", "8", "10", "13", "16")),
    ):
        centred(pen, (34, y), text, 32, letters)
        for k, number in enumerate(numbers):
            centred(pen, (105 + k * 74, y), number, 32, letters)
    for k in range(48):
        pen.line((75 + k * 9, 78, 75 + k * 9, 96 if k % 4 == 0 else 88), fill=ink(letters), width=3)
    pen.rectangle((wide * needle, 6, wide * needle + 8, high - 6), fill=ink(rgb("e03a2c")))
    return stretched(made, side)


@pattern("grille", 128)
def grille(side: int, holes: int = 12, square: bool = False) -> Image:
    """Dark round or long holes in a plate, for a loudspeaker; it takes the finish's colour."""
    y, x = np.mgrid[0:side, 0:side] * (holes / side)
    if square:
        hole = np.abs((y % 1) - 0.5) < 0.22
    else:
        row = np.floor(y)
        hole = ((x + 0.5 * (row % 2)) % 1 - 0.5) ** 2 + (y % 1 - 0.5) ** 2 < 0.085
    made = np.where(hole, 0.3, 1.0)
    return np.asarray(np.minimum(made / made.mean(), 1.4))


CALCULATOR_KEYS = (
    "MC",
    "M+",
    "M-",
    "MR",
    "AC",
    "+/-",
    "%",
    "/",
    "7",
    "8",
    "9",
    "x",
    "4",
    "5",
    "6",
    "-",
    "1",
    "2",
    "3",
    "+",
)
CALCULATOR_LAST = ("0", ".", "=", "+")


@pattern("calculator_keys", 256)
def calculator_keys(side: int, cap: Colour, letters: Colour, accent: Colour) -> Image:
    """The tops of a calculator's keys, four by six."""
    made = Pictures.new("RGB", (256, 384), ink(cap))
    pen = ImageDraw.Draw(made)
    for number, text in enumerate((*CALCULATOR_KEYS, *CALCULATOR_LAST)):
        x, y = number % 4 * 64, number // 4 * 64
        if text == "AC" or number == len(CALCULATOR_KEYS) + 2:
            pen.rectangle((x, y, x + 64, y + 64), fill=ink(accent))
        elif not text[0].isdigit() and text != ".":
            pen.rectangle((x, y, x + 64, y + 64), fill=ink(mixed(cap, (0.5, 0.5, 0.52), 0.4)))
        centred(pen, (x + 32, y + 31), text, 38 if len(text) == 1 else 27, letters)
    return stretched(made, side)
