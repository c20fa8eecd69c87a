"""The learned high-level policy of Watch-And-Help: rewards, what it may choose, learning, and the helper."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
import torch

from casita.agents.directed import DirectedAgent, possible_predicates
from casita.agents.regression import in_reach
from casita.agents.view import View
from casita.benchmarks.watch_and_help.episodes.help import HelpSettings, help_once
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import BOB
from casita.benchmarks.watch_and_help.models.hybrid import Hybrid, HybridRandomGoal, HybridTrueGoal
from casita.benchmarks.watch_and_help.models.policies.acting import high_mask
from casita.benchmarks.watch_and_help.models.policies.features import (
    CARRIED,
    OBJECTS,
    TARGETS,
    carried_counts,
    carried_number,
    nodes,
)
from casita.benchmarks.watch_and_help.models.policies.networks import HighPolicy
from casita.benchmarks.watch_and_help.models.training import TrainSettings
from casita.benchmarks.watch_and_help.models.training.high import Progress, carried_goal, play_high, start_of_bob
from casita.benchmarks.watch_and_help.models.training.policies import (
    BUDGETS,
    PAPER_BUDGET,
    Budget,
    _Run,
    train_policy,
)
from casita.benchmarks.watch_and_help.models.weights import WEIGHTS
from casita.errors import BadInput
from casita.learn.actor_critic import (
    Learner,
    Learning,
    Remembered,
    Trajectory,
    corrected,
    trajectory,
)
from casita.learn.choosing import Actor, Ask
from casita.seeds import stream
from casita.world.step import step

TASK = next(task for task in tasks("train") if task.activity == "read_book")


def policy(seed: int = 0, width: int = 16) -> HighPolicy:
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return HighPolicy(width)


class Scripted:
    """A goal of one predicate whose count is the state itself."""

    predicates = property(lambda self: (self,))

    def met(self, state: int) -> int:
        return state


def test_a_predicate_is_rewarded_once_and_every_step_costs() -> None:
    progress = Progress(Scripted(), 0)  # type: ignore[arg-type]
    rewards = [progress.reward(met) for met in (0, 1, 1, 0, 1, 3)]  # type: ignore[arg-type]
    assert rewards == pytest.approx([-0.1, 1.9, -0.1, -0.1, -0.1, 3.9])


def test_an_episode_adds_up() -> None:
    played = play_high(policy(), TASK, 5, alone=True, limit=120)
    wanted = sum(predicate.count for predicate in carried_goal(TASK.goal).predicates)
    done = round((played.reward + 0.1 * played.steps) / 2.0, 6)
    assert done in range(wanted + 1)
    assert played.success == (done == wanted)
    assert played.success == (played.steps < 120), "it ends when all is done, or at its limit"
    assert played.steps <= 120
    again = play_high(policy(), TASK, 5, alone=True, limit=120)
    assert again.reward == played.reward
    assert again.trajectory is not None
    assert played.trajectory is not None
    assert all(map(np.array_equal, again.trajectory, played.trajectory))


def test_rewards_between_choices_are_discounted_sums() -> None:
    played = play_high(policy(), TASK, 0, alone=False, limit=40)
    assert played.trajectory is not None
    spans = np.log(played.trajectory.discount[:-1]) / np.log(0.99)
    assert np.allclose(spans, np.round(spans), atol=1e-3)
    assert (np.round(spans) <= 20).all()
    only_steps = -0.1 * (1.0 - played.trajectory.discount[:-1]) / 0.01
    extra = played.trajectory.reward[:-1] - only_steps
    assert (extra > -1e-3).all()


# What may be chosen.


def test_the_book_and_the_sofa_are_left_to_alice() -> None:
    numbers = [carried_number(predicate) for predicate in TASK.goal.predicates]
    assert numbers.count(-1) == 2
    counts = carried_counts(TASK.goal)
    assert counts.sum() == sum(predicate.count for predicate in carried_goal(TASK.goal).predicates)
    assert len(CARRIED) == 28


@pytest.mark.parametrize("seed", range(20))
def test_nothing_impossible_is_ever_chosen(seed: int) -> None:
    luck = stream(seed, "masks")
    seen = nodes(View.of(start_of_bob(TASK), BOB))
    actor = Actor(policy(seed))
    for _ in range(5):
        allowed = luck.shuffled(range(len(CARRIED)))[: 1 + luck.below(5)]
        (taken,) = actor.choose([Ask(seen, carried_counts(TASK.goal), high_mask(allowed))], [luck])
        chosen = OBJECTS[taken.first], TARGETS[taken.second]
        assert chosen in {(CARRIED[number].object, CARRIED[number].target) for number in allowed}
        assert taken.log_probability <= 0.0


def test_a_directed_agent_goes_for_what_it_is_told_until_all_is_done() -> None:
    goal = carried_goal(TASK.goal)
    asked: list[list[int]] = []

    def last(open_chores: object, view: View, possible: list[int]) -> int:
        asked.append(possible)
        return possible[-1]

    bob = DirectedAgent(goal, last, BOB, seed=1)
    state = start_of_bob(TASK)
    pursued = []
    while not goal.holds(state) and state.tick < 250:
        state = step(state, [bob.act(View.of(state, BOB))]).state
        if bob.subgoal is not None and bob.subgoal.predicate is not None:
            pursued.append(goal.predicates.index(bob.subgoal.predicate))
    assert goal.holds(state)
    assert pursued
    assert all(number == possible[-1] for number, possible in zip(pursued, asked, strict=True))


def test_with_something_in_hand_only_its_predicates_are_possible() -> None:
    class OpenChores:
        options = ((0, 7), (1, 8), (2, 8))

    class View:
        hands: tuple[int, ...] = (8,)
        body = type("Body", (), {"hands": 2})

    assert possible_predicates(OpenChores(), View(), 1) == [1, 2]  # type: ignore[arg-type]
    View.hands = (9,)
    assert possible_predicates(OpenChores(), View(), 1) == []  # type: ignore[arg-type]
    View.hands = ()
    assert possible_predicates(OpenChores(), View(), 1) == [0, 1, 2]  # type: ignore[arg-type]


def test_nodes_know_what_is_in_reach() -> None:
    state = start_of_bob(TASK)
    bob = DirectedAgent(carried_goal(TASK.goal), lambda open_chores, view, possible: possible[0], BOB)
    reached = 0
    for _ in range(40):
        view = View.of(state, BOB)
        seen = nodes(view)
        for slot, close in zip(seen.slots.tolist(), seen.close.tolist(), strict=True):
            assert close == (slot >= 0 and in_reach(view, slot))
            reached += close
        state = step(state, [bob.act(view)]).state
    assert reached > 0


# Learning.


def test_values_are_corrected_as_worked_out_by_hand() -> None:
    value = torch.tensor([[1.0, 2.0]])
    reward, discount = torch.tensor([[0.5, 3.0]]), torch.tensor([[0.9, 0.0]])
    target, advantage = corrected(value, reward, discount, torch.ones(1, 2))
    assert target.tolist()[0] == pytest.approx([0.5 + 0.9 * 3.0, 3.0])
    assert advantage.tolist()[0] == pytest.approx([0.5 + 0.9 * 3.0 - 1.0, 1.0])
    target, advantage = corrected(value, reward, discount, torch.tensor([[0.5, 1.0]]))
    assert target.tolist()[0] == pytest.approx([1.0 + 0.5 * (0.5 + 1.8 - 1.0) + 0.9 * 0.5 * 1.0, 3.0])
    assert advantage.tolist()[0] == pytest.approx([0.5 * (0.5 + 0.9 * 3.0 - 1.0), 1.0])


def test_half_of_what_is_learnt_again_has_a_prize() -> None:
    one = Trajectory(*[np.zeros(1)] * len(Trajectory._fields))
    plain = [one._replace(reward=np.array([number / 100])) for number in range(6)]
    prized = [one._replace(reward=np.array([10.0 + number])) for number in range(3)]
    memory = Remembered(Learning(batch=4, remembered=4, prized=10.0))
    memory.add([*plain, prized[0]])
    assert [each.reward[0] for each in memory.every] == [10.0, 0.03, 0.04, 0.05]
    memory.add(prized[1:])
    assert [each.reward[0] for each in memory.every] == [11.0, 12.0, 0.04, 0.05]
    assert sum(each.reward[0] >= 10.0 for each in memory.drawn(stream(0, "replay"))) == 2
    anything = Remembered(Learning(batch=4, remembered=4))
    anything.add([*prized, *plain])
    assert [each.reward[0] for each in anything.every] == [0.02, 0.03, 0.04, 0.05]


def test_a_policy_learns_what_is_rewarded() -> None:
    seen = nodes(View.of(start_of_bob(TASK), BOB))
    ask = Ask(seen, carried_counts(TASK.goal), high_mask([0, 1, 4]))
    wanted = OBJECTS.index(CARRIED[1].object)
    learner = Learner(policy(3), Learning(rate=3e-3))
    luck = stream(1, "toy")
    shares = []
    for _ in range(40):
        taken = Actor(learner.policy, 16).choose([ask] * 16, [luck] * 16, range(16))
        batch = [trajectory([each], [float(each.first == wanted)], [0.99], True) for each in taken]
        shares.append(np.mean([each.reward[0] for each in batch]))
        learner.update(batch)
    assert np.mean(shares[:3]) < 0.7
    assert np.mean(shares[-5:]) > 0.9


TINY = {
    name: replace(
        budget,
        lessons=tuple(replace(lesson, episodes=6, limit=12) for lesson in budget.lessons),
        learning=replace(budget.learning, batch=4, replays=1, remembered=6),
        tasks=2,
        width=16,
    )
    for name, budget in BUDGETS.items()
}


@pytest.mark.parametrize("name", BUDGETS)
def test_the_weights_that_come_with_casita_had_the_budget_that_the_code_says(name: str) -> None:
    curve = json.loads((WEIGHTS / f"{name}.curve.json").read_bytes())
    assert curve["budget"] == json.loads(json.dumps(asdict(BUDGETS[name])))
    for lesson in BUDGETS[name].lessons:
        rows = [row for row in curve["curve"] if row["lesson"] == lesson.name]
        assert rows[-1]["episodes"] == lesson.episodes


def trained(name: str, out: Path, seed: int = 0) -> Path:
    return train_policy(TrainSettings(model=name, out=out, seed=seed, workers=1), TINY[name], progress=False)


def interrupted(name: str, budget: Budget, out: Path, rounds: int) -> None:
    run = _Run(name, out, budget, 0)
    going = run.rounds(None)
    for _ in range(rounds):
        next(going)
    run.keep(now=True)


@pytest.mark.parametrize("name", BUDGETS)
def test_a_training_that_goes_on_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    whole = trained(name, tmp_path / "whole")
    interrupted(name, TINY[name], tmp_path / "parts", 1)
    interrupted(name, TINY[name], tmp_path / "parts", 2)
    parts = trained(name, tmp_path / "parts")
    assert parts.read_bytes() == whole.read_bytes()
    assert parts.with_suffix(".curve.json").read_bytes() == whole.with_suffix(".curve.json").read_bytes()
    assert not list(parts.parent.glob("*.pt"))
    interrupted(name, TINY[name], tmp_path / "parts", 1)
    with pytest.raises(BadInput, match="another training, with other seed"):
        trained(name, tmp_path / "parts", seed=1)


def test_what_cannot_be_trained_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="hybird"):
        TrainSettings(model="hybird", out=tmp_path)
    with pytest.raises(BadInput, match="at least one worker; asked for 0"):
        TrainSettings(model="hybrid", out=tmp_path, workers=0)
    assert [(lesson.episodes, lesson.limit) for lesson in PAPER_BUDGET["hybrid"].lessons] == [(50_000, 250)] * 2
    assert PAPER_BUDGET["hrl"].lessons[0].episodes == 100_000
    assert PAPER_BUDGET["hrl"].lessons[1].episodes == 26_000


# The helper.


@pytest.mark.parametrize("made", [Hybrid, HybridTrueGoal, HybridRandomGoal])
def test_the_shipped_policy_helps_without_faults(made: type[Hybrid]) -> None:
    task = tasks("test_1")[0]
    helped, episode = help_once(made(), task, 0, HelpSettings(limit=60))
    assert helped.faults == {}
    assert made.privileges == (("goal",) if made is HybridTrueGoal else ())
    again, _ = help_once(made(), task, 0, HelpSettings(limit=60))
    assert again == helped
    assert episode.ticks


def test_torch_is_loaded_only_when_a_policy_acts() -> None:
    code = "import sys, casita.benchmarks.watch_and_help.models.hrl; print('torch' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"
