"""Textures drawn in code: `patterns` by name, one module a family, and `texels` that are made of them."""
