"""The learned low level of Watch-And-Help's HRL: what it may do, its rewards, learning, and the helper."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from casita.agents.directed import DirectedAgent
from casita.agents.view import View
from casita.benchmarks.watch_and_help.episodes.help import HelpSettings, help_once
from casita.benchmarks.watch_and_help.episodes.observing import nameable
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import BOB
from casita.benchmarks.watch_and_help.models.hrl import HRL, HRLRandomGoal, HRLTrueGoal
from casita.benchmarks.watch_and_help.models.policies.acting import low_action, low_ask
from casita.benchmarks.watch_and_help.models.policies.features import (
    FOLLOW,
    GRAB,
    KINDS,
    PUT,
    SCALE,
    TYPES,
    Nodes,
    carried_number,
    nodes,
)
from casita.benchmarks.watch_and_help.models.policies.networks import LowPolicy
from casita.benchmarks.watch_and_help.models.training import low as learning_low
from casita.benchmarks.watch_and_help.models.training.high import start_of_bob, start_of_both
from casita.benchmarks.watch_and_help.models.training.low import _Episode, play_low
from casita.learn.actor_critic import Learner, Learning, trajectory
from casita.learn.choosing import Actor, Ask, Taken
from casita.seeds import stream
from casita.world.goals import Goal
from casita.world.statics import NONE
from casita.world.step import step

TASK = next(task for task in tasks("train") if task.activity == "put_fridge")


def policy(seed: int = 0) -> LowPolicy:
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return LowPolicy(16)


def test_whatever_is_possible_names_only_what_is_seen_and_can_be_meant() -> None:
    luck, state = stream(2, "low"), start_of_both(TASK)
    predicate = TASK.goal.predicates[0]
    done = set()
    for _ in range(60):
        view = View.of(state, BOB)
        ask = low_ask(view, carried_number(predicate))
        assert ask.possible[PUT].any() <= bool(view.hands)
        assert ask.possible[GRAB].any() <= (len(view.hands) < view.body.hands)
        assert ask.possible[FOLLOW].any() == bool(view.others)
        pairs = np.argwhere(ask.possible).tolist()
        names = nameable(state, BOB)
        for first, second in pairs:
            action = low_action(Taken(ask, first, second, 0.0), view, predicate)
            assert {action.object, action.target} <= names
        first = luck.choice(sorted({first for first, _ in pairs}))
        second = luck.choice([second for row, second in pairs if row == first])
        outcome = step(state, [low_action(Taken(ask, first, second, 0.0), view, predicate)])
        done |= {TYPES[first]} if outcome.ok else set()
        state = outcome.state
    assert {"walk", "grab", "open"} <= done


def test_a_node_says_where_its_thing_is_how_far_and_how_large() -> None:
    view = View.of(start_of_both(TASK), BOB)
    seen = nodes(view)
    state, slots = seen.state.astype(np.float64), seen.slots[seen.slots != NONE]
    known, count = view.known, len(slots)
    away = (view.position[slots, :2] - np.array(view.at)) / SCALE
    assert count >= 20
    assert state[:count, :2] == pytest.approx(away, abs=2e-3)
    assert state[:count, 2] == pytest.approx(view.position[slots, 2] / SCALE, abs=2e-3)
    assert state[:, 3] == pytest.approx(np.hypot(state[:, 0], state[:, 1]), abs=2e-3)
    assert state[:count, 4:7] == pytest.approx(known.size[slots], rel=1e-3)
    assert not state[count:, 4:7].any()
    assert state[:count, 3].max() > 0.1


def test_a_placing_policy_leaves_what_to_grab_to_the_other() -> None:
    ask = low_ask(View.of(start_of_bob(TASK), BOB), 0, delegates=True)
    assert np.flatnonzero(ask.possible[GRAB]).tolist() == [len(ask.nodes.names)]
    assert not ask.possible[PUT].any()


@pytest.mark.parametrize("places", [False, True])
def test_rewards_of_an_episode_worked_by_the_planner(places: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    episode = _Episode(TASK, 4, places=places)
    bob = DirectedAgent(Goal((episode.predicate,)), lambda open_chores, view, possible: possible[0], BOB, seed=1)
    monkeypatch.setattr(learning_low, "low_action", lambda by, view, predicate: bob.act(view))
    near = []
    while not episode.ended and len(episode.rewards) < 250:
        ask = low_ask(episode.view, episode.number)
        near.append(episode.closeness(ask.nodes))
        episode.do(*[Taken(ask, 0, 0, 0.0)] * 2)
    assert episode.ended
    grabbed = episode.rewards.index(10.0)
    assert sum(episode.rewards) == (20.0 if places else 10.0)
    assert set(near) == {0.0, 0.05}
    assert near[grabbed] == 0.05
    assert episode.rewards[-1] == 10.0
    assert near[-1] == 0.05


def test_episodes_side_by_side_are_whole_and_repeat() -> None:
    jobs = [(TASK, seed) for seed in range(3)]
    played = play_low(policy(), jobs, 15, policy(1))
    again = play_low(policy(), jobs, 15, policy(1))
    for one, other in zip(played, again, strict=True):
        assert one.trajectory is not None
        assert other.trajectory is not None
        assert all(map(np.array_equal, one.trajectory, other.trajectory))
        assert len(one.trajectory.reward) == one.steps
        assert one.trajectory.counts[:-1].all()
        assert bool(one.trajectory.counts[-1]) == one.success
        rows = np.arange(one.steps)
        assert one.trajectory.second_possible[rows, one.trajectory.choice[:, 1]].all()
        assert one.trajectory.first_possible[rows, one.trajectory.choice[:, 0]].all()


def test_a_policy_learns_to_grab_what_is_wanted() -> None:
    """A toy task of one step: what is asked for is to grab an object of one class."""
    views = [View.of(start_of_bob(task), BOB) for task in tasks("train")[:6]]
    asks: list[Ask[Nodes]] = [low_ask(view, 0) for view in views]
    asks = [ask for ask in asks if ask.possible[GRAB].any()]
    learner = Learner(policy(5), Learning(rate=3e-3))
    luck = stream(0, "toy")
    shares = []
    for _ in range(40):
        taken = Actor(learner.policy, 4 * len(asks)).choose(asks * 4, [luck] * 4 * len(asks), range(4 * len(asks)))
        batch = [trajectory([each], [float(each.first == GRAB)], [0.97], True) for each in taken]
        shares.append(np.mean([each.reward[0] for each in batch]))
        said = learner.update(batch)
    assert np.mean(shares[:3]) < 0.6
    assert np.mean(shares[-5:]) > 0.9
    assert said["closeness_loss"] < 0.5


def test_classes_of_nodes_are_named_once() -> None:
    assert len(set(KINDS)) == len(KINDS)


@pytest.mark.parametrize("made", [HRL, HRLTrueGoal, HRLRandomGoal])
def test_the_shipped_policies_help_without_faults(made: type[HRL]) -> None:
    task = tasks("test_1")[1]
    helped, _ = help_once(made(), task, 0, HelpSettings(limit=50))
    assert helped.faults == {}
    assert made.privileges == (("goal",) if made is HRLTrueGoal else ())
