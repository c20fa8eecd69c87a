"""How a texture becomes texels: its pattern is drawn once, and kept on disk."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Hashable
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from casita.arrays import Uint8s
from casita.errors import BadInput, unknown
from casita.limits import TEXTURES_KEPT_BYTES
from casita.recent import Recent
from casita.shapes.finish import Colour, Texture
from casita.shapes.textures.keeping import kept
from casita.shapes.textures.patterns import PATTERNS, Pattern

_images: Recent[Hashable, Uint8s] = Recent(TEXTURES_KEPT_BYTES, lambda image: image.nbytes)

ONE = 160
"""What a brightness of 1 is kept as in a byte; up to 1.59 fits."""


@cache
def _registered() -> dict[str, tuple[Pattern, int]]:
    """All patterns, once the modules beside this one that draw them are loaded."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        importlib.import_module(f"casita.shapes.textures.{module.name}")
    return PATTERNS


def image(name: str, settings: tuple[tuple[str, object], ...]) -> Uint8s:
    """The pattern's values in units of 1 / ONE, side x side x 3; made once, and then kept on disk."""
    return _images.get((name, settings), lambda: _image(name, settings))


def _image(name: str, settings: tuple[tuple[str, object], ...]) -> Uint8s:
    patterns = _registered()
    if name not in patterns:
        raise unknown("texture pattern", name, patterns)
    function, side = patterns[name]
    return kept(f"texture/{name}/{settings!r}", lambda: _made(name, function, side, dict(settings)))


def _made(name: str, function: Pattern, side: int, settings: dict[str, object]) -> Uint8s:
    made = np.asarray(function(side, **settings), np.float32)
    if made.ndim == 2:
        made = np.repeat(made[..., None], 3, axis=2)
    if made.shape != (side, side, 3):
        raise BadInput(f"the pattern {name!r} made an image of shape {made.shape}, not ({side}, {side}, 3)")
    coded: Uint8s = np.clip(made * np.float32(ONE) + np.float32(0.5), 0, 255).astype(np.uint8)
    return coded


def coded(texture: Texture, colour: Colour) -> tuple[Uint8s, Uint8s]:
    """A texture's pattern as bytes, and for each colour channel the table that gives what a byte looks like."""
    made = image(texture.pattern, texture.settings)
    steps = np.arange(256) / ONE * 255
    scales = colour if texture.tinted else (1.0, 1.0, 1.0)
    return made, np.array([np.minimum(np.rint(steps * c), 255) for c in scales]).astype(np.uint8)


@lru_cache(maxsize=64)
def texels(texture: Texture, colour: Colour) -> Uint8s:
    """A texture in a colour: side x side x 3 bytes, sRGB."""
    made, shades = coded(texture, colour)
    return np.stack([shades[k][made[..., k]] for k in range(3)], axis=-1)
