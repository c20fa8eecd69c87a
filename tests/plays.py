"""Short plays of all parts of the world, each told in one line, that must be the same in every process."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

import casita
from casita.agents.alice import Alice
from casita.agents.view import View
from casita.episodes import Recorder, to_lines
from casita.scenes.files import to_json
from casita.seeds import stream
from casita.world.arm.proposals import proposed_with_arm
from casita.world.goals import Goal, Predicate
from casita.world.graph import graph
from casita.world.proposals import proposed
from casita.world.starting import beginning
from casita.world.step import step


def alice_at_work() -> str:
    """The log of Alice laying a bed for a meal."""
    goal = Goal((Predicate("on", "plate", "bed", 2), Predicate("on", "fork", "bed")))
    recorder = Recorder(beginning(casita.apartment(5), {"alice": "person"}, rules="household", seed=4))
    alice = Alice(goal, seed=9)
    for _ in range(60):
        recorder.step([alice.act(View.of(recorder.state, "alice"))])
    return _hashed(to_lines(recorder.episode()))


def log_of_two() -> str:
    """The log of two people who do random things by household rules."""
    luck = stream(1, "plays", "log")
    recorder = Recorder(beginning(casita.house(7, 2), ["alice", "bob"], rules="household", seed=5))
    for _ in range(60):
        recorder.step([proposed(recorder.state, agent, luck) for agent in recorder.state.names])
    return _hashed(to_lines(recorder.episode()))


def states_of_two() -> str:
    """Where 300 random actions of two people lead."""
    state, luck = beginning(casita.house(5, 3), ["alice", "bob"], seed=3), stream(0, "p")
    for _ in range(300):
        state = step(state, [proposed(state, name, luck) for name in state.names]).state
    return state.digest()


def arm_at_work() -> str:
    """Where 200 random actions of a robot with an arm lead, and how many of them moved its joints."""
    state, luck, joints = beginning(casita.room("kitchen", 7), {"robot": "robot"}, seed=3), stream(1, "replay"), 0
    for _ in range(200):
        before, state = state, step(state, [proposed_with_arm(state, "robot", luck)]).state
        joints += bool((before.agents.joints != state.agents.joints).any())
    return f"{state.digest()} {joints}"


def things_thrown() -> str:
    """What contact physics leaves behind."""
    world = casita.World(casita.room("kitchen", 9), ["alice"], physics="mujoco", seed=4)
    for words in ("throw mug_1", "push plate_1", "drop apple_1", "pull pan_1", "throw bread_1"):
        world.act("alice", *words.split())
    return world.state.digest()


def scene_graph() -> str:
    """All that a graph says of a house."""
    return _hashed(json.dumps(graph(beginning(casita.house(7, 5), ["alice"], seed=3))).encode())


def drawn_house() -> str:
    """A house as its file has it."""
    return _hashed(to_json(casita.house(11, 4)).encode())


PLAYS: dict[str, Callable[[], str]] = {
    play.__name__: play
    for play in (alice_at_work, log_of_two, states_of_two, arm_at_work, things_thrown, scene_graph, drawn_house)
}


def all_told() -> dict[str, str]:
    """What every play tells."""
    return {name: play() for name, play in PLAYS.items()}


def _hashed(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
