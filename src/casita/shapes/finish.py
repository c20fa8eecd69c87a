"""What a surface looks like: colour, texture, shine, glow, and how much is seen through it."""

from __future__ import annotations

from typing import NamedTuple

from casita.errors import BadInput

Colour = tuple[float, float, float]
"""sRGB, each from 0 to 1."""


class Texture(NamedTuple):
    """The name of a pattern in `textures/`, its settings, and how large one repetition is."""

    pattern: str
    settings: tuple[tuple[str, object], ...] = ()
    repeat: float = 1.0
    """Metres that one repetition covers; 1 for a print, whose coordinates run from 0 to 1."""
    tinted: bool = True
    """Whether the pattern is a pale one that takes the finish's colour, or has colours of its own."""


class Finish(NamedTuple):
    """The look of some triangles."""

    colour: Colour = (0.8, 0.8, 0.8)
    texture: Texture | None = None
    shine: float = 0.1
    glow: float = 0.0
    opacity: float = 1.0

    def darker(self, by: float = 0.7) -> Finish:
        """The same, darker."""
        return self._replace(colour=shade(self.colour, by))

    def with_texture(self, pattern: str, repeat: float = 0.3, tinted: bool = True, **settings: object) -> Finish:
        """The same with a pattern on it."""
        return self._replace(texture=Texture(pattern, tuple(sorted(settings.items())), repeat, tinted))


def rgb(text: str) -> Colour:
    """The colour of six hexadecimal digits: rgb("f4f2ee")."""
    if len(text) != 6 or not set(text.lower()) <= set("0123456789abcdef"):
        raise BadInput(f"a colour is six hexadecimal digits, not {text!r}")
    r, g, b = (int(text[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return r, g, b


def shade(colour: Colour, by: float) -> Colour:
    """A colour made darker (below 1) or lighter."""
    r, g, b = (min(max(c * by, 0.0), 1.0) for c in colour)
    return r, g, b


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """A colour between two: `share` of the second."""
    red, green, blue = (x + (y - x) * share for x, y in zip(a, b, strict=True))
    return red, green, blue


def plain(colour: Colour | str, shine: float = 0.1) -> Finish:
    """One colour, given as a triple or as hexadecimal digits."""
    return Finish(rgb(colour) if isinstance(colour, str) else colour, shine=shine)


def printed(pattern: str, shine: float = 0.1, glow: float = 0.0, **settings: object) -> Finish:
    """A picture with colours of its own, across a face whose coordinates run from 0 to 1."""
    texture = Texture(pattern, tuple(sorted(settings.items())), 1.0, tinted=False)
    return Finish((1.0, 1.0, 1.0), texture, shine, glow)


def glass(colour: Colour = (0.84, 0.9, 0.92), opacity: float = 0.3, shine: float = 0.9) -> Finish:
    """Something that is seen through."""
    return Finish(colour, None, shine, 0.0, opacity)


CHROME = plain("c9ccd0", 0.9)
STEEL = plain("b4b7ba", 0.6)
BLACK = plain("222224", 0.25)
DARK = plain("3a3a3d", 0.2)
WHITE = plain("f2f2ee", 0.2)
RUBBER = plain("2a2a2b", 0.05)
"""Finishes that many things share."""
