"""A helper that asks for something at random: any action that it could name, all equally likely.

As in the paper that is to walk to any room or thing that it sees, a step or a turn, and what can be done with each
thing in its state. Much of it is refused, because the thing is too far away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casita.benchmarks.watch_and_help.homes.starts import BODY
from casita.benchmarks.watch_and_help.item import BOB
from casita.catalog import catalog
from casita.protocols import Observation
from casita.seeds import stream
from casita.world.action import Action
from casita.world.bodies import BODIES

BY_STATE = {"open": "close", "closed": "open", "on": "turn_off", "off": "turn_on"}
"""What is done with a thing in a state."""


class RandomHelper:
    """Takes a random action at each step, and no notice of the demonstration."""

    wants = ()

    def __init__(self) -> None:
        self._luck = stream(0, "random_helper")

    def begin(self, seed: int) -> None:
        """Its luck in one episode."""
        self._luck = stream(seed, "random_helper")

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Looks at nothing."""

    def act(self, observation: Observation) -> Action:
        """Any of the actions that it could name."""
        return self._luck.choice(list(nameable_actions(observation.graph)))


def nameable_actions(graph: Mapping[str, Any]) -> Iterator[Action]:
    """All actions that Bob could name, whether he could do them or not (`interplay.choices` counts them)."""
    agent = BOB
    held = [e["from"] for e in graph["edges"] if e["relation"] == "held_by" and e["to"] == agent]
    yield from (Action(agent, verb) for verb in ("move_ahead", "turn_left", "turn_right"))
    for node in graph["nodes"]:
        id, category = node["id"], node["category"]
        if id == agent or id in held:
            continue
        yield Action(agent, "walk_to", target=id)
        if category in ("room", "agent"):
            continue
        kind = catalog()[node["type"]]
        yield from (Action(agent, BY_STATE[state], id) for state in node["states"] if state in BY_STATE)
        if kind.is_loose and len(held) < BODIES[BODY].hands:
            yield Action(agent, "pick_up", id)
        if kind.can("sit_on"):
            yield Action(agent, "sit", id)
        if kind.is_receptacle and "closed" not in node["states"]:
            yield from (Action(agent, "put", thing, id) for thing in held)
