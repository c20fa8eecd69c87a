"""A scripted agent does a chore, told in English, and says what happened, step by step."""

from __future__ import annotations

from typing import NamedTuple

from casita.home import World
from casita.scenes.fixed import room
from casita.world.outcome import Outcome

CHORE = (
    "walk to cabinet 4",
    "open cabinet 4",
    "pick up the mug",
    "walk to the sink",
    "put the mug in the sink basin",
    "turn on the faucet",
    "wait",
    "turn off the faucet",
    "slice the bread",
    "pick up the mug",
    "walk to the dining table",
    "put the mug on the dining table",
    "open the fridge",
    "walk to the fridge",
    "open the fridge",
)
"""What the agent is told; some of it cannot be done at that moment, and then it is told why."""

LONGEST_WALK = 30
"""Steps after which a walk is given up."""


class Told(NamedTuple):
    """One order and what became of it."""

    order: str
    done: bool
    story: tuple[str, ...]
    """What happened, or why it did not."""
    outcomes: tuple[Outcome, ...]
    """One for each step that it took."""


def chore() -> tuple[Told, ...]:
    """Let Alice wash a mug and lay it on the table in kitchen 12, under household rules."""
    world = World(room("kitchen", 12), {"alice": "person"}, rules="household", seed=1)
    return tuple(told(world, "alice", order) for order in CHORE)


def told(world: World, agent: str, order: str) -> Told:
    """Tell an agent one thing; a walk goes on until it is there."""
    outcomes = []
    while True:
        before = world.state.agents.position.copy()
        outcome = world.tell(agent, order)
        outcomes.append(outcome)
        arrived = (world.state.agents.position == before).all()
        if not order.startswith("walk") or not outcome.ok or arrived or len(outcomes) == LONGEST_WALK:
            break
    story = outcome.story() if outcome.ok else (outcome.reason,)
    return Told(order, outcome.ok, story, tuple(outcomes))
