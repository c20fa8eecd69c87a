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

MOTIFS = ("portrait", "landscape", "seascape", "flowers")
"""The picture over the whole of a book's jacket, by its kind."""


@pattern("book_cover", 512)
def book_cover(side: int, ground: Colour, letters: Colour, title: str, author: str, kind: int, tall: float) -> Image:
    """A jacket: a picture over all of it in the mood of the book's colour, a large title, the author, a badge."""
    wide, high = 384, round(384 * tall)
    motif = MOTIFS[kind % len(MOTIFS)]
    art = Pictures.fromarray((np.clip(picture(256, motif, ground, kind), 0, 1) * 255).astype(np.uint8))
    made = art.resize((wide, high), Pictures.Resampling.BICUBIC)
    pen = ImageDraw.Draw(made)
    first, _, second = title.partition(" / ")
    top = 0.12 if kind % 2 else 0.68
    low, until = high * (top - 0.1), high * (top + 0.25)
    band = mixed(ground, (0.0, 0.0, 0.0) if total_of(letters) > 1.5 else (1.0, 1.0, 1.0), 0.35)
    pen.rectangle((0, low, wide, until), fill=ink(band))
    for y in (low, until):
        pen.line((0, y, wide, y), fill=ink(letters), width=5)
    fitted_text(pen, (wide / 2, high * top), first, 84, wide * 0.9, letters)
    fitted_text(pen, (wide / 2, high * (top + 0.15)), second, 84, wide * 0.9, letters)
    fitted_text(pen, (wide / 2, high * (0.94 if kind % 2 else 0.07)), author, 46, wide * 0.8, letters)
    x, y = wide * 0.82, high * (0.8 if kind % 2 else 0.46)
    pen.ellipse((x - 44, y - 44, x + 44, y + 44), fill=ink(rgb("e8b923")), outline=ink(rgb("8a5a12")), width=4)
    fitted_text(pen, (x, y - 12), "BEST", 24, 70, rgb("7a1c14"))
    fitted_text(pen, (x, y + 12), "SELLER", 24, 70, rgb("7a1c14"))
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
