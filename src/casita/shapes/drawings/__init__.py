"""The drawings of all types: one function each, in files by family (`@draws` registers them)."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from casita.shapes.making import DRAWINGS, Drawing


@cache
def drawings() -> dict[str, Drawing]:
    """The function that draws each type, by name."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return DRAWINGS
