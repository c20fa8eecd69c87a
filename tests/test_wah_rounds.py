"""Rounds of training Watch-And-Help's policies: what was played is learnt from, remembered, and learnt from again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casita.benchmarks.watch_and_help.models.hrl import low_policy
from casita.benchmarks.watch_and_help.models.hybrid import high_policy
from casita.benchmarks.watch_and_help.models.training.high import Played
from casita.benchmarks.watch_and_help.models.training.policies import BUDGETS, _Run
from casita.learn.actor_critic import Learner, Trajectory


def a_trajectory(reward: float) -> Trajectory:
    return Trajectory(*[np.array([reward])] * len(Trajectory._fields))


@pytest.mark.parametrize("name", BUDGETS)
def test_what_was_played_is_learnt_from_and_what_had_no_choice_is_not(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    budget = BUDGETS[name]
    run = _Run(name, tmp_path, replace(budget, width=8, learning=replace(budget.learning, replays=2, batch=3)), 0)
    learnt: list[list[Any]] = []
    monkeypatch.setattr(Learner, "update", lambda learner, batch: learnt.append(list(batch)) or {"loss": 0.5})
    played = [
        Played(a_trajectory(1.0), 1.0, True, 7),
        Played(None, -0.5, False, 9),
        Played(a_trajectory(0.0), 0.0, False, 2),
    ]
    monkeypatch.setattr(run, "_played", lambda lesson, pool: played)
    next(run.rounds(None))
    own = [each.trajectory for each in played if each.trajectory is not None]
    assert [id(each) for each in learnt[0]] == [id(each) for each in own]
    assert len(learnt) == 3
    assert {id(each) for batch in learnt[1:] for each in batch} <= {id(each) for each in own}
    assert sorted(id(each) for each in run.memory.every) == sorted(id(each) for each in own)
    assert run.episodes == 3
    played[:] = [Played(None, -0.5, False, 9)]
    next(run.rounds(None))
    assert len(learnt) == 5  # nothing new, and twice from what is remembered
    assert run.episodes == 4


def test_what_was_trained_is_what_a_helper_acts_by(tmp_path: Path) -> None:
    """Each policy is read back from its file with the weights that its learner ended with."""
    runs = {name: _Run(name, tmp_path, replace(BUDGETS[name], width=8), 3) for name in ("hybrid", "hrl")}
    hybrid, hrl = (run.finish() for run in runs.values())
    read = {"high": high_policy(hybrid), "grab": low_policy(hrl, "grab"), "place": low_policy(hrl, "place")}
    learners = {name: learner for run in runs.values() for name, learner in run.learners.items()}
    assert set(read) == set(learners)
    for name, policy in read.items():
        ended = learners[name].policy.state_dict()
        assert ended.keys() == policy.state_dict().keys()
        for key, tensor in policy.state_dict().items():
            assert tensor.numpy() == pytest.approx(ended[key].numpy(), rel=1e-3, abs=1e-6), key  # kept as halves
