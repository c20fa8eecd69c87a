"""Contact physics behind the world's Physics protocol: MuJoCo.

It needs `pip install casita[physics]` and is loaded when it is asked for.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casita.physics.engine import MuJoCo
    from casita.physics.soundness import Shift, settled

__all__ = ["MuJoCo", "Shift", "settled"]


def __getattr__(name: str) -> object:
    from importlib import import_module

    homes = {"MuJoCo": "engine", "Shift": "soundness", "settled": "soundness"}
    if name not in homes:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"casita.physics.{homes[name]}"), name)
