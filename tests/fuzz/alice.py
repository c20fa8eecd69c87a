"""Alice gets there although a quarter of her acts come to nothing."""

from __future__ import annotations

import casita
from casita.agents.alice import Alice
from casita.agents.view import View
from casita.seeds import stream
from casita.world.action import Action
from casita.world.goals import Goal, Predicate
from casita.world.state import State
from tests.fuzz.driving import Case

PLATES = Goal((Predicate("on", "plate", "bed", 2), Predicate("on", "fork", "bed")))
LIMIT = 600
"""Steps that she may take."""


def reach_the_goal(case: Case) -> None:
    """One apartment, one seed."""
    number, seed = 1 + case.luck.below(7), case.luck.below(1_000_000)
    steps = steps_to_goal(number, seed)
    if steps > LIMIT:
        case.found(f"apartment {number}, seed {seed}: Alice is not there after {LIMIT} steps")


def steps_to_goal(number: int, seed: int, unlucky: float = 0.25) -> int:
    """Steps that Alice takes when so many of her acts come to nothing; more than LIMIT if she does not get there."""
    luck = stream(seed, "drop")
    world = casita.World(casita.apartment(number), {"alice": "person"}, rules="household", seed=seed)
    alice = Alice(PLATES, seed=seed)
    for tick in range(LIMIT + 1):
        state: State = world.state
        if PLATES.holds(state):
            return tick
        action = alice.act(View.of(state, "alice"))
        world.step([Action("alice", "wait") if luck.chance(unlucky) else action])
    return LIMIT + 1
