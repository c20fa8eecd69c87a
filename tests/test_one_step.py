"""One step for everybody: worlds, recorders and environments lead the same actions to the same states."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

import casita
from casita.envs import HomeEnv, ParallelHomeEnv, VectorHomeEnv
from casita.episodes import Recorder, replay
from casita.home import PHYSICS
from casita.scenes.scene import Scene
from casita.seeds import stream
from casita.world.action import Action
from casita.world.arm.proposals import proposed_with_arm
from casita.world.arm.verbs import ROBOT_VERBS, verbs_of
from casita.world.bodies import BODIES
from casita.world.legal import legal, why_not
from casita.world.proposals import proposed
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.step import step
from casita.world.verbs import VERBS

STEPS = 40
SEED = 5
ROWS = 2000
"""Rows of the table of actions, padded, so that homes of all bodies fit into one vector of them."""

CASES = [(body, physics) for body in BODIES for physics in PHYSICS]
MIXED = {"ann": "robot", "ben": "person", "cem": "robot", "dan": "thor"}


def kitchen() -> Scene:
    return casita.room("kitchen", 12)


class DigestAsProgress:
    """A goal that is never reached and whose progress tells states apart, also those of another process."""

    def holds(self, state: State) -> bool:
        return False

    def progress(self, state: State) -> float:
        return int(state.digest()[:8], 16) / 2**32


def home(body: str, physics: str, **more: Any) -> HomeEnv:
    return HomeEnv(
        kitchen(), body, physics=physics, rules="household", goal=DigestAsProgress(), max_actions=ROWS, **more
    )


@cache
def played(body: str, physics: str, record: bool) -> tuple[tuple[int, ...], tuple[Action, ...], tuple[str, ...]]:
    """Numbers of random actions of a HomeEnv, what they mean, and the digests of the states they lead to."""
    env, luck = home(body, physics, record=record), np.random.default_rng(SEED)
    observation, _ = env.reset(seed=SEED)
    numbers, actions, digests = [], [], [env.current.digest()]
    for _ in range(STEPS):
        numbers.append(int(luck.choice(np.flatnonzero(observation["action_mask"]))))
        actions.append(env.choices.action(numbers[-1], env.current))
        observation, *_ = env.step(numbers[-1])
        digests.append(env.current.digest())
    return tuple(numbers), tuple(actions), tuple(digests)


def first_state(agents: Mapping[str, str]) -> State:
    return beginning(kitchen(), agents, rules="household", seed=SEED)


@pytest.mark.parametrize(("body", "physics"), CASES)
def test_one_agent_gets_the_same_states_everywhere(body: str, physics: str) -> None:
    numbers, actions, digests = played(body, physics, record=False)
    assert len(set(digests)) == STEPS + 1
    assert played(body, physics, record=True) == (numbers, actions, digests)
    world = casita.World(kitchen(), {"agent": body}, rules="household", seed=SEED, physics=physics)
    recorder = Recorder(first_state({"agent": body}), physics)
    env = ParallelHomeEnv(kitchen(), {"agent": body}, physics=physics, rules="household", max_actions=ROWS)
    env.reset(SEED)
    for number, action, digest in zip(numbers, actions, digests[1:], strict=True):
        assert world.step([action]).state.digest() == digest, action
        assert recorder.step([action]).state.digest() == digest, action
        env.step({"agent": number})
        assert env.current.digest() == digest, action
    assert [state.digest() for state in replay(recorder.episode())] == list(digests)


def test_homes_in_another_process_get_the_same_states() -> None:
    runs = [played(body, physics, record=False) for body, physics in CASES]
    many = VectorHomeEnv([partial(home, body, physics) for body, physics in CASES], workers=1)
    many.reset(seed=[SEED] * len(CASES))
    told = [int(digests[0][:8], 16) / 2**32 for _, _, digests in runs]
    for turn in range(STEPS):
        _, rewards, *_ = many.step(np.array([numbers[turn] for numbers, _, _ in runs]))
        now = [int(digests[turn + 1][:8], 16) / 2**32 for _, _, digests in runs]
        assert rewards.tolist() == [after - before for before, after in zip(told, now, strict=True)]
        told = now
    many.close()


@pytest.mark.parametrize("physics", PHYSICS)
def test_robots_and_people_together_get_the_same_states_everywhere(physics: str) -> None:
    world = casita.World(kitchen(), MIXED, rules="household", seed=SEED, physics=physics)
    recorder = Recorder(first_state(MIXED), physics)
    luck, arms = stream(SEED, "mixed"), 0
    for _ in range(STEPS):
        actions = [
            (proposed_with_arm if MIXED[name] == "robot" else proposed)(world.state, name, luck) for name in MIXED
        ]
        before = world.state
        outcome = world.step(actions)
        assert recorder.step(actions).state.digest() == outcome.state.digest()
        assert step(before, actions, world.physics).state.digest() == outcome.state.digest()
        arms += (before.agents.joints != outcome.state.agents.joints).any()
    assert arms > STEPS / 4
    assert [state.digest() for state in replay(recorder.episode())][-1] == world.state.digest()


@pytest.mark.parametrize("record", [False, True])
def test_several_agents_of_an_env_get_the_states_of_the_world(record: bool) -> None:
    env = ParallelHomeEnv(kitchen(), MIXED, rules="household", record=record)
    world = casita.World(kitchen(), MIXED, rules="household", seed=SEED)
    luck = np.random.default_rng(SEED)
    observations, _ = env.reset(SEED)
    for _ in range(STEPS):
        numbers = {name: int(luck.choice(np.flatnonzero(observations[name]["action_mask"]))) for name in MIXED}
        actions = [env.choices[name].action(number, env.current) for name, number in numbers.items()]
        observations, *_ = env.step(numbers)
        assert world.step(actions).state.digest() == env.current.digest()


@pytest.mark.parametrize("body", BODIES)
def test_what_can_be_done_follows_from_the_body(body: str) -> None:
    """`legal` and `why_not` of a world and of the functions behind it agree with what a step does."""
    world = casita.World(kitchen(), {"agent": body}, seed=SEED)
    found = world.legal("agent")
    assert found == legal(world.state, "agent")
    assert set(verbs_of(world.state.bodies)) == set(ROBOT_VERBS if BODIES[body].has_arm else VERBS)
    assert ("raise_arm" in {action.verb for action in found}) == BODIES[body].has_arm
    for action in found[:: max(1, len(found) // 60)]:
        assert step(world.state, [action]).ok, action
        assert why_not(world.state, action) is None


def test_an_arm_says_no_to_who_has_none() -> None:
    state = first_state(MIXED)
    refusal = step(state, [Action("ben", "raise_arm")]).refusals[0]
    assert refusal is not None
    assert refusal.need == "has_arm"
    assert not {action.verb for action in legal(state, "ben")} - set(VERBS)
