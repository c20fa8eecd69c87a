"""Helpers of Watch-And-Help, one file each, and the goal inference that they work with."""

from __future__ import annotations

from importlib import import_module

from casita.errors import unknown
from casita.protocols import Helper

MODELS = {
    "alice-alone": "alice_alone:AliceAlone",
    "random": "random_helper:RandomHelper",
    "hp": "hp:HP",
    "hp-true-goal": "hp:HPTrueGoal",
    "hp-random-goal": "hp:HPRandomGoal",
    "oracle-b": "oracles:OracleB",
    "oracle-both": "oracles:OracleBoth",
}
"""Helpers that come with Casita: file and class by name."""


def helper(name: str) -> Helper:
    """A new helper of this name."""
    if name not in MODELS:
        raise unknown("helper", name, MODELS)
    file, made = MODELS[name].split(":")
    new: Helper = getattr(import_module(f"{__name__}.{file}"), made)()
    return new
