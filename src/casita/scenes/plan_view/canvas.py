"""A flat drawing: shapes, lines and words on a page, written as SVG or as PNG from one list of marks.

The page is measured in units of about a pixel; x runs to the right and y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from casita.errors import BadInput
from casita.writing import write_whole

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]
Polygon = tuple[Point, ...]

FONTS = "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif"
"""Typefaces of an SVG, the first that is there; a PNG uses the one that comes with Pillow."""

SUPERSAMPLING = 3
"""A PNG is drawn this many times larger and then made smaller, so that edges are smooth."""

OVAL_POINTS = 48
"""Corners of the polygon that stands for an oval in a PNG."""

SQUARED, RAISED = "²", 0.6
"""A sign that Pillow's typeface lacks, and the size of the raised 2 that stands for it."""

FILL_REACHES = 2.0
"""Pixels by which Pillow fills a polygon beyond its edge, on both sides together."""

DASH = 4.0
"""Length of a dash and of the gap after it, in page units."""


class Oval(NamedTuple):
    """An ellipse that is turned by some degrees, clockwise on the page."""

    x: float
    y: float
    half_x: float
    half_y: float
    turn: float = 0.0

    def polygon(self) -> Polygon:
        """Its edge as a polygon."""
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        steps = [2 * math.pi * step / OVAL_POINTS for step in range(OVAL_POINTS)]
        edge = [(self.half_x * math.cos(step), self.half_y * math.sin(step)) for step in steps]
        return tuple((self.x + c * u - s * v, self.y + s * u + c * v) for u, v in edge)


class Shape(NamedTuple):
    """Polygons and ovals filled as one, with one outline around them all."""

    parts: tuple[Polygon | Oval, ...]
    fill: str
    stroke: str = ""
    width: float = 0.0


class Line(NamedTuple):
    """Some open lines of one look."""

    paths: tuple[Polygon, ...]
    stroke: str
    width: float
    dashed: bool = False


class Text(NamedTuple):
    """One line of words; its middle, or the left or right end of its middle line, is at a point."""

    x: float
    y: float
    words: str
    size: float
    colour: str
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False
    upward: bool = False
    """Whether it reads from the bottom to the top."""
    halo: str = ""
    """Colour of a rim around the letters that sets them off from what is behind them."""


class Group(NamedTuple):
    """The marks of one thing, and what a browser says when the pointer is over them."""

    id: str
    title: str
    marks: tuple[Shape | Line | Text, ...]


Mark = Shape | Line | Text | Group


class Drawing(NamedTuple):
    """A page with marks on it; later marks cover earlier ones."""

    width: float
    height: float
    title: str
    marks: tuple[Mark, ...]

    def svg(self) -> str:
        """The drawing as SVG: the same text every time, with a tooltip for every group."""
        width, height = _number(self.width), _number(self.height)
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-label={quoteattr(self.title)} font-family="{FONTS}">',
            "<style>[data-thing]:hover path { stroke: #d9480f; stroke-width: 3px }</style>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *(_svg(mark) for mark in self.marks),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def png(self, width: int = 1200) -> bytes:
        """The drawing as a PNG that is so many pixels wide."""
        from PIL import Image, ImageDraw

        scale = width * SUPERSAMPLING / self.width
        height = max(1, round(self.height * width / self.width))
        image = Image.new("RGB", (width * SUPERSAMPLING, height * SUPERSAMPLING), "#ffffff")
        brush = _Brush(image, ImageDraw.Draw(image), scale)
        for mark in self.marks:
            brush.paint(mark)
        file = BytesIO()
        image.reduce(SUPERSAMPLING).save(file, "PNG", optimize=True)
        return file.getvalue()

    def save(self, path: Path, width: int = 1200) -> None:
        """Write the drawing to a file, whole or not at all: SVG or PNG, by the file's ending."""
        writers = {".svg": lambda: self.svg().encode(), ".png": lambda: self.png(width)}
        if path.suffix.lower() not in writers:
            raise BadInput(f"{path}: a drawing's file ends in .svg or .png")
        write_whole(path, writers[path.suffix.lower()]())


def mixed(colour: Sequence[int], other: Sequence[int], share: float) -> str:
    """A colour, as CSS writes it, that is `share` of the way from one to another."""
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(colour, other, strict=True))


def brightness(colour: str) -> float:
    """How bright a colour looks, from 0 for black to 1 for white."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def text_width(words: str, size: float) -> float:
    """How wide a line of words of a size is, in page units."""
    squares = words.count(SQUARED)
    return (
        (_font(100).getlength(words.replace(SQUARED, "")) + squares * _font(100 * RAISED).getlength("2")) * size / 100
    )


def _number(value: float) -> str:
    """A coordinate to a tenth of a unit, as short as can be."""
    return f"{round(value, 1) + 0.0:g}" if abs(value) < 1e5 else f"{value:.1f}"


def _svg(mark: Mark) -> str:
    match mark:
        case Group():
            inner = "".join(_svg(child) for child in mark.marks)
            return f"<g data-thing={quoteattr(mark.id)}><title>{escape(mark.title)}</title>{inner}</g>"
        case Shape():
            path = " ".join(_svg_oval(part) if isinstance(part, Oval) else _svg_path(part) + "Z" for part in mark.parts)
            # The fill covers the inner half of the stroke, so that parts that touch look like one.
            edge = f' stroke="{mark.stroke}" stroke-width="{_number(2 * mark.width)}" paint-order="stroke"'
            return f'<path d="{path}" fill="{mark.fill}"{edge if mark.stroke else ""}/>'
        case Line():
            path = " ".join(_svg_path(points) for points in mark.paths)
            dash = f' stroke-dasharray="{_number(DASH)}"' if mark.dashed else ""
            return f'<path d="{path}" fill="none" stroke="{mark.stroke}" stroke-width="{_number(mark.width)}"{dash}/>'
        case Text():
            return _svg_text(mark)


def _svg_path(points: Polygon) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


def _svg_oval(oval: Oval) -> str:
    """Two half arcs, each from one end of the long way through to the other."""
    c, s = math.cos(math.radians(oval.turn)), math.sin(math.radians(oval.turn))
    dx, dy = oval.half_x * c, oval.half_x * s
    arc = f"A{_number(oval.half_x)} {_number(oval.half_y)} {_number(oval.turn)} 1 1 "
    ends = [f"{_number(oval.x + side * dx)} {_number(oval.y + side * dy)}" for side in (-1, 1)]
    return f"M{ends[0]}{arc}{ends[1]}{arc}{ends[0]}Z"


def _svg_text(text: Text) -> str:
    x, y = _number(text.x), _number(text.y)
    settings = f'x="{x}" y="{y}" font-size="{_number(text.size)}" fill="{text.colour}" dominant-baseline="central"'
    if text.anchor != "start":
        settings += f' text-anchor="{text.anchor}"'
    if text.bold:
        settings += ' font-weight="600"'
    if text.upward:
        settings += f' transform="rotate(-90 {x} {y})"'
    if text.halo:
        settings += f' stroke="{text.halo}" stroke-width="{_number(text.size / 4)}" paint-order="stroke"'
    return f'<text pointer-events="none" stroke-linejoin="round" {settings}>{escape(text.words)}</text>'


@cache
def _font(size: float) -> ImageFont.FreeTypeFont:
    """The typeface that comes with Pillow."""
    from PIL import ImageFont

    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont), "this Pillow was built without FreeType"
    return font


class _Brush(NamedTuple):
    """Paints marks on an image."""

    image: Image.Image
    draw: ImageDraw.ImageDraw
    scale: float

    def paint(self, mark: Mark) -> None:
        match mark:
            case Group():
                for child in mark.marks:
                    self.paint(child)
            case Shape():
                self._shape(mark)
            case Line():
                for path in mark.paths:
                    for piece in _dashes(path) if mark.dashed else (path,):
                        self._stroke(self._scaled(piece), mark.stroke, mark.width)
            case Text():
                self._text(mark)

    def _scaled(self, points: Polygon) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]

    def _shape(self, shape: Shape) -> None:
        parts = [self._scaled(part.polygon() if isinstance(part, Oval) else part) for part in shape.parts]
        if shape.stroke:
            for points in parts:
                self._stroke([*points, *points[:2]], shape.stroke, 2 * shape.width + FILL_REACHES / self.scale)
        for points in parts:
            self.draw.polygon(points, fill=shape.fill)

    def _stroke(self, points: list[Point], colour: str, width: float) -> None:
        self.draw.line(points, fill=colour, width=max(1, round(width * self.scale)), joint="curve")

    def _text(self, text: Text) -> None:
        """Words are painted through a mask, so that they can be turned."""
        from PIL import Image, ImageDraw

        size = text.size * self.scale
        thick = size * 0.02 if text.bold else 0.0
        rim = size / 8
        pad = math.ceil(rim + thick) + 2
        extent = math.ceil(text_width(text.words, size)) + 2 * pad, math.ceil(size * 1.4) + 2 * pad
        for colour, stroke in [(text.halo, rim + thick)] * bool(text.halo) + [(text.colour, thick)]:
            mask = Image.new("L", extent)
            _write(ImageDraw.Draw(mask), (pad, extent[1] / 2), text.words, size, stroke)
            if text.upward:
                mask = mask.transpose(Image.Transpose.ROTATE_90)
            left, top = self._corner(text, mask.size, pad)
            self.image.paste(colour, (left, top, left + mask.width, top + mask.height), mask)

    def _corner(self, text: Text, size: tuple[int, int], pad: int) -> tuple[int, int]:
        """Where the upper left corner of a text's mask comes to lie."""
        along = 1 if text.upward else 0
        corner = [text.x * self.scale - size[0] / 2, text.y * self.scale - size[1] / 2]
        shift = size[along] / 2 - pad
        backward = text.upward != (text.anchor == "end")
        if text.anchor != "middle":
            corner[along] += -shift if backward else shift
        return round(corner[0]), round(corner[1])


def _write(draw: ImageDraw.ImageDraw, at: Point, words: str, size: float, stroke: float) -> None:
    """Write words on a mask from a point on, with a raised 2 for every sign of a square."""
    x, y = at
    for number, piece in enumerate(words.split(SQUARED)):
        if number:
            small = _font(size * RAISED)
            draw.text((x, y - size * 0.2), "2", fill=255, font=small, anchor="lm", stroke_width=stroke)
            x += small.getlength("2")
        draw.text((x, y), piece, fill=255, font=_font(size), anchor="lm", stroke_width=stroke)
        x += _font(size).getlength(piece)


def _dashes(path: Polygon) -> Iterator[Polygon]:
    """A line cut into dashes, each side of it by itself."""
    for (x0, y0), (x1, y1) in pairwise(path):
        length = math.hypot(x1 - x0, y1 - y0)
        start = 0.0
        while start < length:
            end = min(start + DASH, length)
            yield tuple((x0 + (x1 - x0) * at / length, y0 + (y1 - y0) * at / length) for at in (start, end))
            start += 2 * DASH
