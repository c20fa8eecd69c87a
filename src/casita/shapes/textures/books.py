"""The fronts of books: a picture and large letters in a threefold frame; and the backs of films in a row."""

from __future__ import annotations

import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw

from casita.exact import total_of
from casita.seeds import stream
from casita.shapes.finish import Colour, mixed, rgb
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.pictures import picture
from casita.shapes.textures.prints import canvas, fitted_text, ink, stretched, values

PICTURES = (("portrait", "b0603f"), ("portrait", "b0603f"), ("portrait", "b0603f"), ("abstract", "b0603f"))
"""Motif and colour of the picture on a book, by its kind."""

LAYOUTS = (
    (0.14, (0.09, 0.5, 0.91, 0.93), 0.42),
    (0.6, (0.09, 0.07, 0.91, 0.48), 0.9),
    (0.12, (0.14, 0.36, 0.86, 0.8), 0.89),
    (0.67, (0.09, 0.17, 0.91, 0.57), 0.1),
)
"""By kind: where the title stands, the corners of the picture, and where the author stands, as shares of the cover."""


@pattern("book_cover", 512)
def book_cover(side: int, ground: Colour, letters: Colour, title: str, author: str, kind: int, tall: float) -> Image:
    """A title in two large lines, the author, and a framed picture, inside three lines along the edge."""
    wide, high = 384, round(384 * tall)
    made = Pictures.new("RGB", (wide, high), ink(ground))
    pen = ImageDraw.Draw(made)
    first, _, second = title.partition(" / ")
    top, shares, name = LAYOUTS[kind % len(LAYOUTS)]
    left, low, right, until = (
        round(share * full) for share, full in zip(shares, (wide, high, wide, high), strict=True)
    )
    motif, colour = PICTURES[kind % len(PICTURES)]
    art = Pictures.fromarray((np.clip(picture(256, motif, rgb(colour), kind), 0, 1) * 255).astype(np.uint8))
    made.paste(art.resize((right - left, until - low), Pictures.Resampling.BILINEAR), (left, low))
    pen.rectangle((7, 7, wide - 7, high - 7), outline=ink(letters), width=7)
    pen.rectangle((20, 20, wide - 20, high - 20), outline=ink(letters), width=2)
    pen.rectangle((28, 28, wide - 28, high - 28), outline=ink(letters), width=5)
    pen.rectangle((left, low, right, until), outline=ink(letters), width=5)
    fitted_text(pen, (wide / 2, high * top), first, 72, wide * 0.8, letters)
    fitted_text(pen, (wide / 2, high * (top + 0.14)), second, 60, wide * 0.76, letters)
    fitted_text(pen, (wide / 2, high * name), author, 34, wide * 0.7, letters)
    return stretched(made, side)


FILMS = ("1c1c20", "b3262b", "23458c", "e8e4da", "d8922a", "2d6b45", "5b2d6e")
"""Colours of the backs of films."""


@pattern("film_backs", 256)
def film_backs(side: int, number: int) -> Image:
    """A row of films in their cases, seen from their backs: each of its own colour, with a title and a badge."""
    luck = stream(number, "films")
    made, pen = canvas(side, rgb("141416"))
    left = 0.0
    while left < side:
        thick, top = side * luck.uniform(0.032, 0.05), side * luck.uniform(0.0, 0.16)
        colour = rgb(luck.choice(FILMS))
        pen.rectangle((left, top, left + thick - 2, side), fill=ink(colour))
        mark = ink(mixed(colour, (1.0, 1.0, 1.0) if total_of(colour) < 1.6 else (0.0, 0.0, 0.0), 0.75))
        words = side * luck.uniform(0.5, 0.75)
        pen.rectangle((left + thick * 0.3, top + side * 0.12, left + thick * 0.6, words), fill=mark)
        pen.rectangle((left + thick * 0.2, side * 0.86, left + thick * 0.7, side * 0.93), fill=mark)
        left += thick
    return values(made)
