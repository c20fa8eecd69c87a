"""The register of patterns: `@pattern("wood")` puts a function into it.

A pattern is a function of a side in pixels (a power of two) and settings that gives a square of
brightnesses or sRGB values from 0 to 1 (brightnesses may go up to 1.4: a pale pattern takes the
finish's colour, and its mean is 1 so that the colour stays the named one). Row 0 is the top.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from casita.errors import BadInput

Image = NDArray[np.floating]
Pattern = Callable[..., Image]

PATTERNS: dict[str, tuple[Pattern, int]] = {}
"""By name: the function and the side of its square in pixels. Only those whose modules were loaded: see `texels`."""

SIDE = 256


def pattern(name: str, side: int = SIDE) -> Callable[[Pattern], Pattern]:
    """Register a function as a pattern: `@pattern("wood")`."""

    def register(function: Pattern) -> Pattern:
        if name in PATTERNS:
            raise BadInput(f"two functions draw the pattern {name!r}")
        if side & (side - 1):
            raise BadInput(f"the side of the pattern {name!r} is not a power of two: {side}")
        PATTERNS[name] = (function, side)
        return function

    return register
