"""Many different homes, drawn one after the other in one process, fit into memory: caches are bounded."""

from __future__ import annotations

from rich.console import Console

import casita
from casita.catalog import ROOM_KINDS
from casita.render import Renderer, eyes
from casita.world.starting import beginning
from tests.fuzz.driving import Case
from tests.fuzz.resident import forget_most, held, most_held

MOST_BYTES = 2_000_000_000
"""That the process may hold at any time."""

HOUSES = 0.7
"""Share of houses of up to six rooms among the homes; the others are single rooms."""

SIZE = (128, 128)
TOLD_EVERY = 10
"""Homes after which it is said how much is held."""


def draw_another_home(case: Case) -> None:
    """One house or room that no other case has, drawn once; all cases of a run are drawn by one process."""
    luck = case.luck
    forget_most()
    seed = luck.below(10**9)
    if luck.chance(HOUSES):
        scene = casita.house(seed, 1 + luck.below(6))
    else:  # the looks of things depend on the name
        scene = casita.room(luck.choice(ROOM_KINDS), 1 + luck.below(30)).replace(name=f"room_{seed}")
    state = beginning(scene, ["alice"])
    if not Renderer(scene).look(state, eyes(state, 0), SIZE).rgb.any():
        case.found(f"{scene.name}: the picture is black")
    drawn, most = case.number + 1, most_held()
    if drawn % TOLD_EVERY == 0:
        Console().print(f"memory: {drawn} homes, {held() / 1e6:,.0f} MB held, {most / 1e6:,.0f} MB at most")
    if most > MOST_BYTES:
        case.found(f"after {drawn} homes: {most:,} bytes were held, at most {MOST_BYTES:,} may be")
