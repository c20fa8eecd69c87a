"""Screens and keyboards: phone and laptop pictures, lettered keys, cracked glass."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from casita.exact import total_of
from casita.seeds import stream
from casita.shapes.finish import Colour, mixed, rgb
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.prints import centred, ink, stretched, values

Key = tuple[float, float, float, float, str]
"""Left, top, right and bottom as fractions of the board, and what is on it."""

ICONS = ("e8554d", "4d9de0", "5bb450", "f2b134", "9b5de5", "f15bb5", "00bbf9", "2d3142", "ff8c42", "f4f4f4")

FULL_BOARD = (
    "Esc|>1|F1|F2|F3|F4|>.5|F5|F6|F7|F8|>.5|F9|F10|F11|F12|>.25|Pr|Sc|Pa|>.25|>4",
    "`|1|2|3|4|5|6|7|8|9|0|-|=|<---:2|>.25|Ins|Hm|PU|>.25|Nm|/|*|-",
    "Tab:1.5|Q|W|E|R|T|Y|U|I|O|P|[|]|\\:1.5|>.25|Del|End|PD|>.25|7|8|9|+",
    "Caps:1.75|A|S|D|F|G|H|J|K|L|;|'|Enter:2.25|>.25|>3|>.25|4|5|6|+",
    "Shift:2.25|Z|X|C|V|B|N|M|,|.|/|Shift:2.75|>.25|>1|^|>1|>.25|1|2|3|E",
    "Ctrl:1.25|W:1.25|Alt:1.25|:6.25|Alt:1.25|W:1.25|Fn:1.25|Ctrl:1.25|>.25|<|v|>>|>.25|0:2|.|E",
)
SMALL_BOARD = (
    "esc|F1|F2|F3|F4|F5|F6|F7|F8|F9|F10|F11|F12|Pr|Del",
    "`|1|2|3|4|5|6|7|8|9|0|-|=|<---:2",
    "tab:1.5|Q|W|E|R|T|Y|U|I|O|P|[|]|\\:1.5",
    "caps:1.75|A|S|D|F|G|H|J|K|L|;|'|enter:2.25",
    "shift:2.25|Z|X|C|V|B|N|M|,|.|/|shift:2.75",
    "fn|ctrl|alt|cmd:1.25|:5.25|cmd:1.25|alt:1.25|<|^|v|>>",
)
BOARDS = {"full": (FULL_BOARD, 22.5), "small": (SMALL_BOARD, 15.0)}


@cache
def key_places(board: str) -> tuple[Key, ...]:
    """Where the keys of a board are: `full` with digits on the right, or `small` as on a laptop."""
    rows, width = BOARDS[board]
    height = len(rows) + 0.3
    made = []
    for number, row in enumerate(rows):
        x, y = 0.0, number + (0.3 if number else 0.0)
        for text in row.split("|"):
            if text.startswith(">") and text != ">>":
                x += float(text[1:])
                continue
            label, _, wide = text.partition(":")
            w = float(wide) if wide else 1.0
            made.append((x / width, y / height, (x + w) / width, (y + 1.0) / height, ">" if label == ">>" else label))
            x += w
    return tuple(made)


@pattern("keyboard_keys", 1024)
def keyboard_keys(side: int, board: str, cap: Colour, letters: Colour, special: Colour) -> Image:
    """The tops of all keys of a board, each with its letter."""
    wide, high = 1024, 320 if board == "full" else 400
    made = Pictures.new("RGB", (wide, high), ink(cap))
    pen = ImageDraw.Draw(made)
    for left, top, right, bottom, text in key_places(board):
        corners = (left * wide, top * high, right * wide, bottom * high)
        if len(text) > 1 or text == "E":
            pen.rectangle(corners, fill=ink(special))
        size = 26 if len(text) == 1 else 14
        at = ((corners[0] + corners[2]) / 2, (corners[1] + corners[3]) / 2)
        centred(pen, at, text, size, letters)
    return stretched(made, side)


def _wallpaper(wide: int, high: int, low: Colour, top: Colour) -> Pictures.Image:
    share = np.linspace(0.0, 1.0, high)[:, None, None]
    picture = np.asarray(top) * (1 - share) + np.asarray(low) * share
    return Pictures.fromarray((np.broadcast_to(picture, (high, wide, 3)) * 255).astype(np.uint8))


def _hills(pen: ImageDraw.ImageDraw, wide: int, high: int, colours: tuple[Colour, ...]) -> None:
    for number, colour in enumerate(colours):
        line = [
            (x, high * (0.5 + 0.13 * number) + high * 0.08 * math.sin(x / wide * 7 + 2.2 * number)) for x in range(wide)
        ]
        pen.polygon([*line, (wide, high), (0, high)], fill=ink(colour))


@pattern("phone_home", 512)
def phone_home(side: int, top: Colour, low: Colour, number: int = 0, cracked: bool = False) -> Image:
    """A phone's first page: the time, rows of coloured icons, a dock."""
    wide, high = 288, 576
    made = _wallpaper(wide, high, low, top)
    pen = ImageDraw.Draw(made)
    white = (1.0, 1.0, 1.0)
    pen.text((14, 8), "10:42", fill=ink(white), font=ImageFont.load_default(17))
    pen.rectangle((wide - 44, 12, wide - 16, 24), outline=ink(white), width=2)
    pen.rectangle((wide - 42, 14, wide - 24, 22), fill=ink(white))
    luck = stream(number, "phone")
    shuffled = luck.shuffled(ICONS)
    pen.rounded_rectangle((12, high - 84, wide - 12, high - 12), 20, fill=ink(mixed(low, white, 0.45)))
    for row in range(7):
        if row == 5:
            continue
        for column in range(4):
            x, y = 24 + column * 65, 46 + row * 76 if row < 6 else high - 74
            colour = rgb(shuffled[(row * 4 + column) % len(shuffled)])
            pen.rounded_rectangle((x, y, x + 46, y + 46), 11, fill=ink(colour))
            mark = ink(mixed(colour, white, 0.75) if total_of(colour) < 2.4 else (0.3, 0.3, 0.35))
            _mark(pen, x + 23, y + 23, (row * 3 + column) % 5, mark)
            if row < 6:
                pen.line((x + 8, y + 53, x + 38, y + 53), fill=ink(white), width=3)
    if cracked:
        draw_cracks(pen, wide, high, (0.9, 0.93, 0.95))
    return stretched(made, side)


def _mark(pen: ImageDraw.ImageDraw, x: float, y: float, kind: int, colour: tuple[int, int, int]) -> None:
    """A small sign on an icon."""
    if kind == 0:
        pen.ellipse((x - 12, y - 12, x + 12, y + 12), outline=colour, width=5)
    elif kind == 1:
        pen.polygon(((x - 9, y - 12), (x + 13, y), (x - 9, y + 12)), fill=colour)
    elif kind == 2:
        pen.rectangle((x - 12, y - 9, x + 12, y + 9), fill=colour)
    elif kind == 3:
        pen.rounded_rectangle((x - 13, y - 11, x + 13, y + 7), 6, fill=colour)
        pen.polygon(((x - 8, y + 6), (x + 1, y + 6), (x - 8, y + 14)), fill=colour)
    else:
        for k in range(3):
            pen.line((x - 12, y - 9 + 9 * k, x + 12, y - 9 + 9 * k), fill=colour, width=4)


@pattern("laptop_desktop", 512)
def laptop_desktop(side: int, top: Colour, low: Colour, page: str = "text", cracked: bool = False) -> Image:
    """A laptop's screen: wallpaper, icons, a window with text, a picture or a table, and a bar below."""
    wide, high = 640, 400
    made = _wallpaper(wide, high, low, top)
    pen = ImageDraw.Draw(made)
    white, grey = (1.0, 1.0, 1.0), (0.45, 0.47, 0.5)
    if page == "picture":
        _hills(pen, wide, high, (mixed(low, (0.3, 0.5, 0.4), 0.5), rgb("4c8a5b"), rgb("2f6b46")))
    for k in range(5):
        x, y = 22, 22 + k * 66
        pen.rounded_rectangle((x, y, x + 34, y + 34), 6, fill=ink(rgb(ICONS[k * 2 % len(ICONS)])))
        pen.line((x - 2, y + 44, x + 36, y + 44), fill=ink(white), width=4)
    left, upper, right, lower = 130, 42, 560, 340
    pen.rectangle((left + 6, upper + 6, right + 6, lower + 6), fill=ink(mixed(low, (0.0, 0.0, 0.0), 0.5)))
    pen.rectangle((left, upper, right, lower), fill=ink(white))
    pen.rectangle((left, upper, right, upper + 26), fill=ink((0.86, 0.87, 0.89)))
    for k, colour in enumerate(("ff5f57", "febc2e", "28c840")):
        pen.ellipse((left + 10 + k * 18, upper + 7, left + 22 + k * 18, upper + 19), fill=ink(rgb(colour)))
    pen.rounded_rectangle((left + 110, upper + 5, right - 40, upper + 21), 7, fill=ink(white))
    _window(pen, page, left + 22, upper + 44, right - 22, lower - 14, grey)
    pen.rectangle((0, high - 30, wide, high), fill=ink((0.12, 0.14, 0.2)))
    for k in range(9):
        pen.rounded_rectangle((190 + k * 30, high - 26, 212 + k * 30, high - 4), 5, fill=ink(rgb(ICONS[k])))
    pen.text((wide - 62, high - 24), "10:42", fill=ink(white), font=ImageFont.load_default(17))
    if cracked:
        draw_cracks(pen, wide, high, (0.92, 0.95, 0.96))
    return stretched(made, side)


def _window(
    pen: ImageDraw.ImageDraw, page: str, left: float, top: float, right: float, bottom: float, grey: Colour
) -> None:
    if page == "picture":
        pen.rectangle((left, top, right, bottom - 30), fill=ink(rgb("8ec5f0")))
        pen.ellipse((right - 90, top + 14, right - 50, top + 54), fill=ink(rgb("ffe27a")))
        middle = (left + right) / 2
        pen.polygon(((left, bottom - 30), (middle - 60, top + 50), (middle + 60, bottom - 30)), fill=ink(rgb("5f7f9a")))
        pen.polygon(
            ((middle - 40, bottom - 30), (right - 100, top + 80), (right, bottom - 30)), fill=ink(rgb("3f6b58"))
        )
        pen.line((left, bottom - 14, right - 120, bottom - 14), fill=ink(grey), width=5)
        return
    if page == "chart":
        for k, share in enumerate((0.4, 0.7, 0.55, 0.9, 0.65, 0.8)):
            x = left + 20 + k * 60
            pen.rectangle((x, bottom - (bottom - top) * share, x + 38, bottom), fill=ink(rgb(ICONS[k])))
        pen.line((left, bottom, right, bottom), fill=ink(grey), width=3)
        pen.line((left, top, left, bottom), fill=ink(grey), width=3)
        return
    pen.text((left, top - 4), "A letter from the lake", fill=ink((0.1, 0.1, 0.15)), font=ImageFont.load_default(22))
    luck = stream(5, "window")
    y = top + 34
    while y < bottom:
        end = left + (right - left) * (luck.uniform(0.4, 0.7) if luck.chance(0.25) else 1.0)
        pen.line((left, y, end, y), fill=ink(grey), width=5)
        y += 15


@pattern("screen_off", 128)
def screen_off(side: int) -> Image:
    """A dark screen that reflects a little of the room."""
    y, x = np.mgrid[0:side, 0:side] / side
    light = 0.05 + 0.11 * (1 - y) ** 2 * (0.55 + 0.45 * x) + 0.045 * np.clip(1 - np.abs(x + 0.6 * y - 0.75) * 4, 0, 1)
    return np.stack([light, light, light * 1.1], -1)


@pattern("television_off", 128)
def television_off(side: int) -> Image:
    """The glass of a large dark screen, paler than its frame: the bright room in it above, the floor below."""
    y, x = np.mgrid[0:side, 0:side] / side
    room = 0.2 + 0.24 * (1 - y) ** 1.3 * (0.6 + 0.4 * x) + 0.08 * np.clip(y - 0.7, 0, 1) / 0.3
    light = room + 0.06 * np.clip(1 - np.abs(x + 0.6 * y - 0.75) * 5, 0, 1)
    return np.stack([light * 0.95, light * 1.0, light * 1.1], -1)


@pattern("screen_cracked", 512)
def screen_cracked(side: int) -> Image:
    """A dark screen whose glass is cracked."""
    made = Pictures.fromarray((screen_off(side) * 255).astype(np.uint8))
    draw_cracks(ImageDraw.Draw(made), side, side, (0.78, 0.8, 0.82))
    return values(made)


@pattern("cracks")
def cracks(side: int, ground: Colour = (0.8, 0.8, 0.8), lines: Colour = (0.2, 0.2, 0.2)) -> Image:
    """Cracks of one colour in a plain surface of another."""
    made = Pictures.new("RGB", (side, side), ink(ground))
    draw_cracks(ImageDraw.Draw(made), side, side, lines)
    return values(made)


def draw_cracks(pen: ImageDraw.ImageDraw, wide: int, high: int, colour: Colour) -> None:
    """Lines that run from a blow to the edges, with rings between them."""
    luck = stream(3, "cracks")
    middle = (wide * 0.36, high * 0.4)
    reach = max(wide, high)
    ends = []
    for k in range(15):
        angle = k * 24.0 + luck.uniform(-8.0, 8.0)
        path = [middle]
        for step in range(1, 9):
            bend = math.radians(angle + luck.uniform(-9.0, 9.0))
            far = reach * (step / 8) ** 1.5
            path.append((middle[0] + far * math.cos(bend), middle[1] + far * math.sin(bend)))
        ends.append(path)
        pen.line(path, fill=ink(colour), width=3 if k % 3 else 5)
    for step in (1, 2, 3, 4):
        for k in range(15):
            if luck.chance(0.75):
                pen.line((ends[k][step], ends[(k + 1) % 15][step]), fill=ink(colour), width=2)
    pen.ellipse((middle[0] - 9, middle[1] - 9, middle[0] + 9, middle[1] + 9), fill=ink(colour))
