"""Houses of any seed and size are sound."""

from __future__ import annotations

import casita
from tests.fuzz.driving import Case


def build_a_house(case: Case) -> None:
    """One house, and whether somebody can live in it."""
    seed, rooms = case.luck.below(10**9), 1 + case.luck.below(10)
    scene = casita.house(seed, rooms)
    if len(scene.rooms) != rooms:
        case.found(f"house({seed}, {rooms}) has {len(scene.rooms)} rooms")
    for problem in casita.check_scene(scene):
        case.found(f"house({seed}, {rooms}): {problem}")
