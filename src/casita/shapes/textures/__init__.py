"""Textures drawn in code: patterns by name, made once and kept on disk."""

from casita.shapes.textures.patterns import PATTERNS, pattern, texels

__all__ = ["PATTERNS", "pattern", "texels"]
