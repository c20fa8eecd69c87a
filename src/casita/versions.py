"""Versions of what data depend on. They stand in every data card; golden hashes in the tests force a new one.

A version goes up when the same seed would give other bytes: other rows in the catalogue, other rooms, another outcome
of an action, another place where contact physics lets something come to rest, other pixels. Data of different versions
do not mix.
"""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

CATALOGUE = "v2"
SCENES = "v2"
WORLD = "v2"
PHYSICS = "v2"
RENDER = "v2"

VERSIONS = {"catalogue": CATALOGUE, "scenes": SCENES, "world": WORLD, "physics": PHYSICS, "render": RENDER}
"""All of them, by name."""


PACKAGES = ("numpy", "numba", "mujoco-core", "torch")
"""What else can make a difference in the last bit."""


def engines() -> dict[str, str]:
    """The versions of Python and of the packages that compute, as far as they are installed."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
