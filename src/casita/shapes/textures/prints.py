"""Things printed on paper, boxes, bottles and cloth: labels, covers, pages, newspapers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from casita.exact import total_of
from casita.seeds import Stream, stream
from casita.shapes.finish import Colour, mixed, rgb, shade
from casita.shapes.textures.patterns import Image, pattern


def canvas(side: int, colour: Colour) -> tuple[Pictures.Image, ImageDraw.ImageDraw]:
    """A blank square to draw on with Pillow, and its pen."""
    made = Pictures.new("RGB", (side, side), ink(colour))
    return made, ImageDraw.Draw(made)


def values(made: Pictures.Image) -> Image:
    """A Pillow picture as values from 0 to 1."""
    return np.asarray(made, float) / 255


def stretched(made: Pictures.Image, side: int) -> Image:
    """A picture drawn in its true proportions as the values of a square texture."""
    return values(made.resize((side, side), Pictures.Resampling.BILINEAR))


def ink(colour: Colour) -> tuple[int, int, int]:
    """A colour as Pillow wants it."""
    r, g, b = (round(255 * c) for c in colour)
    return r, g, b


def centred(pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: float, colour: Colour) -> None:
    """Write a line of text about a point."""
    pen.text(at, text, fill=ink(colour), font=ImageFont.load_default(size), anchor="mm")


@pattern("label")
def label(side: int, ground: Colour, letters: Colour, lines: tuple[tuple[str, float], ...]) -> Image:
    """A framed label with centred lines of text, each with its height as a fraction of the side."""
    made, pen = canvas(side, ground)
    pen.rectangle((side * 0.03, side * 0.03, side * 0.97, side * 0.97), outline=ink(letters), width=max(side // 64, 1))
    gap = (0.9 - total_of(size for _, size in lines)) / (len(lines) + 1)
    y = 0.05 + gap
    for text, size in lines:
        centred(pen, (side * 0.5, side * (y + size / 2)), text, side * size, letters)
        y += size + gap
    return values(made)


PETALS = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))
"""Where the petals of a flower are about its middle."""

STORY = (
    "the river ran below the old stone bridge and every morning a boat came down with apples bread and letters "
    "for the people of the town who waited on the bank until the bell had rung and the market could begin again"
)
WORDS = STORY.split()


def _lines(luck: Stream, width: float, size: float) -> str:
    """As many words as fit into a line of this width."""
    text = ""
    while len(text) * size * 0.5 < width:
        text += luck.choice(WORDS) + " "
    return text[: int(width / size / 0.47)]


def column(pen: ImageDraw.ImageDraw, box: tuple[float, float, float, float], size: float, luck: Stream) -> None:
    """Fill a column with lines of small print, in paragraphs."""
    left, top, right, bottom = box
    font = ImageFont.load_default(size)
    y = top
    while y + size <= bottom:
        short = luck.chance(0.14)
        width = (right - left) * (luck.uniform(0.3, 0.7) if short else 1.0)
        pen.text((left, y), _lines(luck, width, size), fill=(58, 56, 54), font=font)
        y += size * (1.9 if short else 1.32)


def fitted_text(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: float, wide: float, colour: Colour
) -> None:
    """Centred text, smaller where it would be wider than it may."""
    centred(pen, at, text, min(size, wide / max(len(text), 1) / 0.58), colour)


def draw_picture(
    pen: ImageDraw.ImageDraw, box: tuple[float, float, float, float], kind: int, colours: Sequence[Colour]
) -> None:
    """A simple picture: hills, a sun over the sea, a flower, stars, or a face."""
    left, top, right, bottom = box
    w, h = right - left, bottom - top
    sky, one, two = (ink(colour) for colour in colours[:3])
    pen.rectangle(box, fill=sky)
    if kind == 0:
        pen.polygon(((left, bottom), (left + 0.35 * w, top + 0.35 * h), (left + 0.75 * w, bottom)), fill=one)
        pen.polygon(((left + 0.3 * w, bottom), (left + 0.7 * w, top + 0.5 * h), (right, bottom)), fill=two)
    elif kind == 1:
        pen.ellipse((left + 0.3 * w, top + 0.2 * h, left + 0.7 * w, top + 0.2 * h + 0.4 * w), fill=one)
        pen.rectangle((left, top + 0.62 * h, right, bottom), fill=two)
    elif kind == 2:
        x, y, r = left + w / 2, top + h * 0.42, 0.17 * w
        for dx, dy in PETALS:
            pen.ellipse(
                (x + dx * r - r * 0.7, y + dy * r - r * 0.7, x + dx * r + r * 0.7, y + dy * r + r * 0.7), fill=one
            )
        pen.ellipse((x - r * 0.6, y - r * 0.6, x + r * 0.6, y + r * 0.6), fill=two)
        pen.line((x, y + r * 1.6, x, bottom), fill=two, width=max(int(w * 0.03), 2))
    elif kind == 3:
        luck = stream(11, "stars")
        for _ in range(60):
            x, y, r = left + w * luck.random(), top + h * luck.random(), w * luck.uniform(0.006, 0.03)
            pen.ellipse((x - r, y - r, x + r, y + r), fill=one if luck.chance(0.6) else two)
    else:
        x, y = left + w / 2, top + h * 0.45
        pen.ellipse((x - 0.36 * w, y - 0.3 * h, x + 0.36 * w, y + 0.4 * h), fill=two)
        pen.ellipse((x - 0.2 * w, y - 0.2 * h, x + 0.2 * w, y + 0.24 * h), fill=one)
        pen.pieslice((x - 0.45 * w, y + 0.28 * h, x + 0.45 * w, y + 1.1 * h), 180, 360, fill=two)
        for dx in (-0.08, 0.08):
            pen.ellipse((x + dx * w - 0.022 * w, y - 0.02 * h, x + dx * w + 0.022 * w, y + 0.01 * h), fill=(30, 25, 25))
        pen.arc((x - 0.07 * w, y + 0.06 * h, x + 0.07 * w, y + 0.15 * h), 10, 170, fill=(150, 50, 50), width=3)


@pattern("book_spine", 256)
def book_spine(side: int, ground: Colour, letters: Colour, title: str, thin: float) -> Image:
    """The back edge of a book, read along it: title and two rules."""
    wide, high = 512, max(round(512 * thin), 24)
    made = Pictures.new("RGB", (wide, high), ink(ground))
    pen = ImageDraw.Draw(made)
    for x in (0.06, 0.09, 0.91, 0.94):
        pen.rectangle((wide * x, 0, wide * x + 5, high), fill=ink(letters))
    fitted_text(pen, (wide / 2, high / 2), title.replace(" / ", " "), high * 0.62, wide * 0.74, letters)
    return stretched(made, side)


@pattern("book_page", 512)
def book_page(side: int, number: int, paper: Colour, picture: bool = False, tall: float = 1.35) -> Image:
    """A page of a book: a chapter's heading, lines of print, a page number; perhaps a picture."""
    wide, high = 400, round(400 * tall)
    made = Pictures.new("RGB", (wide, high), ink(paper))
    pen = ImageDraw.Draw(made)
    luck = stream(number, "page")
    top = 50.0
    if number % 2:
        fitted_text(pen, (wide / 2, 66), f"Chapter {number}", 34, wide * 0.6, (0.15, 0.14, 0.14))
        top = 112.0
    if picture:
        draw_picture(
            pen, (44, top, wide - 44, top + high * 0.3), number % 4, (rgb("b9d3e6"), rgb("d98e5f"), rgb("6d8f5a"))
        )
        top += high * 0.34
    column(pen, (44, top, wide - 44, high - 60), 15, luck)
    centred(pen, (wide / 2, high - 30), str(20 + number), 15, (0.3, 0.3, 0.3))
    page = stretched(made, side)
    from_fold = np.arange(side) / side if number % 2 else 1 - np.arange(side) / side
    return page * (1 - 0.35 * np.exp(-from_fold / 0.05))[None, :, None]


@pattern("newspaper_front", 1024)
def newspaper_front(side: int, paper: Colour, name: str, headline: str, number: int, wide_by: float = 2.4) -> Image:
    """The upper half of a newspaper: its name, a headline, columns and a photograph."""
    high = 420
    wide = round(high * wide_by)
    made = Pictures.new("RGB", (wide, high), ink(paper))
    pen = ImageDraw.Draw(made)
    black = (0.1, 0.1, 0.1)
    fitted_text(pen, (wide / 2, 50), name, 78, wide * 0.8, black)
    pen.line((30, 96, wide - 30, 96), fill=ink(black), width=4)
    pen.line((30, 104, wide - 30, 104), fill=ink(black), width=2)
    fitted_text(pen, (wide / 2, 140), headline, 54, wide * 0.9, black)
    columns = 5
    step = (wide - 60) / columns
    luck = stream(number, "newspaper")
    grey = ((0.78, 0.78, 0.77), (0.5, 0.5, 0.5), (0.32, 0.32, 0.33))
    photograph = (30 + step + 4, 180, 30 + 3 * step - 8, high - 60)
    draw_picture(pen, photograph, number % 2, grey)
    for k in range(columns):
        top = high - 46 if k in (1, 2) else 180
        column(pen, (30 + k * step + 4, top, 30 + (k + 1) * step - 8, high - 14), 14, luck.child(k))
    return stretched(made, side)


@pattern("magazine_cover", 512)
def magazine_cover(side: int, ground: Colour, letters: Colour, name: str, kind: int, lines: tuple[str, ...]) -> Image:
    """A magazine's cover: a great name, a picture, headlines down the side, a bar code."""
    wide, high = 384, 512
    made = Pictures.new("RGB", (wide, high), ink(ground))
    pen = ImageDraw.Draw(made)
    skin, hair = rgb("e3b592"), rgb("4b342a")
    tint = mixed(ground, (1.0, 1.0, 1.0) if total_of(ground) < 1.5 else (0.0, 0.0, 0.0), 0.14)
    pictures = ((tint, skin, hair), (rgb("9fc6e8"), rgb("f2c14e"), rgb("2f6f8f")), (tint, rgb("e07a5f"), rgb("f2cc8f")))
    box = (70, 118, wide - 20, high - 20) if kind == 0 else (110, 150, wide - 30, high - 60)
    draw_picture(pen, box, (4, 1, 2)[kind % 3], pictures[kind % 3])
    fitted_text(pen, (wide / 2, 62), name, 104, wide * 1.02, letters)
    font = ImageFont.load_default(24)
    for k, line in enumerate(lines):
        y = 150 + k * 84
        for number, words in enumerate(line.split(" / ")):
            pen.text((18, y + number * 27), words, fill=ink(letters), font=font)
    bar_code(pen, (20, high - 66, 96, high - 18))
    return stretched(made, side)


def bar_code(pen: ImageDraw.ImageDraw, box: tuple[float, float, float, float]) -> None:
    """Black bars on white."""
    left, top, right, bottom = box
    pen.rectangle(box, fill=(250, 250, 250))
    luck = stream(8, "bars")
    x = left + 4
    while x < right - 5:
        width = luck.choice((1, 2, 3))
        pen.rectangle((x, top + 4, x + width - 1, bottom - 4), fill=(15, 15, 15))
        x += width + luck.choice((2, 3))


@pattern("magazine_page", 512)
def magazine_page(side: int, number: int, accent: Colour) -> Image:
    """A page of a magazine: a large picture, a heading in colour, two columns."""
    wide, high = 384, 512
    made = Pictures.new("RGB", (wide, high), (248, 248, 246))
    pen = ImageDraw.Draw(made)
    cut = 200 if number % 2 else 280
    picture = (accent, mixed(accent, (1.0, 0.9, 0.6), 0.7), mixed(accent, (0.1, 0.25, 0.2), 0.6))
    top = 20 if number % 2 else high - cut - 10
    draw_picture(pen, (20, top, wide - 20, top + cut), number % 3, picture)
    text = top + cut + 16 if number % 2 else 20
    fitted_text(
        pen, (wide / 2, text + 20), "HOME & GARDEN" if number % 2 else "SLOW FOOD", 40, wide * 0.9, shade(accent, 0.8)
    )
    end = high - 24 if number % 2 else top - 10
    luck = stream(number, "magazine")
    column(pen, (20, text + 50, wide / 2 - 8, end), 13, luck)
    column(pen, (wide / 2 + 8, text + 50, wide - 20, end), 13, luck)
    return stretched(made, side)
