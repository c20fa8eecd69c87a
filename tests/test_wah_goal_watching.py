"""The task watch: figures by hand, journals, faults, and what each model infers from real demonstrations."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from casita.benchmarks.watch_and_help.episodes import demonstration
from casita.benchmarks.watch_and_help.episodes.demonstration import demonstration_of
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import Counts
from casita.benchmarks.watch_and_help.models import GOAL_READERS
from casita.benchmarks.watch_and_help.models.goals.chance import Chance
from casita.benchmarks.watch_and_help.models.goals.trained import inferred
from casita.benchmarks.watch_and_help.models.weights import WEIGHTS
from casita.benchmarks.watch_and_help.score import Guess, recognised
from casita.benchmarks.watch_and_help.task import WatchAndHelpSettings, WatchTask, checked_goal
from casita.errors import BadInput
from casita.evaluation.running import Results, evaluate_task
from casita.protocols import Observation

PLATES: Counts = (("on_plate_kitchentable", 2), ("on_cutleryfork_kitchentable", 1))
PLATE: Counts = (("on_plate_kitchentable", 1),)
APPLES: Counts = (("inside_apple_fridge", 2),)

SAMPLE = 5
"""Tasks of a split that are really watched: one of each activity."""


@pytest.fixture(autouse=True, scope="module")
def _each_is_shown_once() -> Iterator[None]:
    """Alice demonstrates each task once for all tests here, which ask about more tasks than are kept otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demonstration, "_shown", cache(demonstration._shown.__wrapped__))
        yield


def watch(model: str | object, **settings: Any) -> Results:
    return evaluate_task(WatchTask(WatchAndHelpSettings(**settings)), model, progress=False)


def goals_of(found: Results) -> list[tuple[Counts, ...]]:
    return [msgspec.convert(row.answer, tuple[Counts, ...]) for row in found.rows]


def test_precision_and_recall_by_hand() -> None:
    guesses = [Guess([PLATE], PLATES), Guess([APPLES], APPLES), Guess([(*PLATE, *APPLES)], APPLES)]
    found = recognised(guesses)
    assert found.precision.mean == pytest.approx(5 / 6)
    assert found.recall.mean == pytest.approx(5 / 7)
    assert found.exact.mean == pytest.approx(1 / 3)
    assert found.f1.mean == pytest.approx(2 * 5 / (6 + 7))
    assert [one.items for one in found] == [3, 3, 3, 3]
    for one in found:
        assert 0.0 <= one.low < one.mean < one.high <= 1.0
    # Wholly right guesses leave no doubt; a single one has no interval.
    right = recognised([Guess([APPLES], APPLES), Guess([PLATE], PLATE)])
    assert right.precision[:3] == right.recall[:3] == (1.0, 1.0, 1.0)
    assert math.isnan(recognised(guesses[:1]).recall.low)


def test_the_interval_is_about_that_of_the_linear_approximation() -> None:
    guesses = [Guess([PLATE], PLATES), Guess([APPLES], APPLES), Guess([(*PLATE, *APPLES)], APPLES)] * 30
    found = recognised(guesses).precision
    squares = 30 * ((1 - 5 / 6) ** 2 + (2 - 2 * 5 / 6) ** 2 + (2 - 3 * 5 / 6) ** 2)
    error = math.sqrt(squares) / (30 * 6)
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * error, rel=0.1)


def test_several_draws_count_alike_and_nothing_is_no_precision() -> None:
    twice = recognised([Guess([APPLES, PLATE], APPLES)])
    assert [one.mean for one in twice] == [pytest.approx(2 / 3), 0.5, pytest.approx(4 / 7), 0.5]
    none = recognised([Guess([()], APPLES)])
    assert (none.precision.mean, none.recall.mean) == (0.0, 0.0)
    with pytest.raises(BadInput, match="no goals"):
        recognised([])


def test_bayes_and_what_is_kept_of_it(tmp_path: Path) -> None:
    journal = tmp_path / "bayes.jsonl"
    found = watch("bayes", split="test_2", limit=3, resume=journal)
    assert {name: one.mean for name, one in found.scores.metrics.items()} == {
        "precision": 1.0,
        "recall": 1.0,
        "f1": 1.0,
        "exact": 1.0,
    }
    assert goals_of(found) == [(task.counts,) for task in tasks("test_2")[:3]]
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-30])
    again = watch("bayes", split="test_2", limit=3, resume=journal)
    assert (again.scores, goals_of(again), again.header) == (found.scores, goals_of(found), found.header)
    assert journal.read_bytes() == whole
    with pytest.raises(BadInput, match="about, split is 'test_2' there and 'test_1' here"):
        watch("bayes", limit=3, resume=journal)


def test_chance_draws_training_goals() -> None:
    found = watch("chance", limit=SAMPLE)
    training = {task.counts for task in tasks("train")}
    for goals in goals_of(found):
        assert len(goals) == Chance.draws
        assert set(goals) <= training
        assert len(set(goals)) > Chance.draws / 2
    assert 0.0 < found.scores.metrics["precision"].mean < 0.3
    assert found.scores.metrics["exact"].mean == 0.0
    assert goals_of(watch("chance", limit=2)) == goals_of(found)[:2]


RECORDED = {"goal-lstm": (1.0, 1.0), "goal-last": (0.857, 1.0), "goal-actions": (1.0, 1.0)}
"""Precision and recall, on the first tasks of test-1, of the weights that come with Casita, still those of v1."""


@pytest.mark.parametrize("name", RECORDED)
def test_the_weights_that_come_with_casita(name: str) -> None:
    pytest.importorskip("torch")
    from casita.benchmarks.watch_and_help.models.training.goal_networks import OURS

    found = watch(name, limit=SAMPLE)
    metrics = found.scores.metrics
    assert (round(metrics["precision"].mean, 3), round(metrics["recall"].mean, 3)) == RECORDED[name]
    assert inferred(name, demonstration_of(tasks("test_1")[0])) == goals_of(found)[0][0]
    assert (WEIGHTS / f"{name}.safetensors").stat().st_size < 2_000_000
    curve = json.loads((WEIGHTS / f"{name}.curve.json").read_bytes())
    assert curve["network"] == name
    assert curve["settings"] == asdict(OURS[name])
    assert max(row["precision"] for row in curve["curve"]) > 0.85
    assert found.header["made of"].keys() == {name}


class Mine:
    """A user's reader of goals."""

    def __init__(self, answer: Callable[[Sequence[Observation]], object]) -> None:
        self.answer = answer

    def goal(self, demonstration: Sequence[Observation]) -> Any:
        return self.answer(demonstration)


def test_a_users_reader_takes_the_same_path_and_its_faults_are_counted() -> None:
    task = tasks("test_1")[0]
    right = watch(Mine(lambda demonstration: dict(task.counts)), limit=1)
    assert right.scores.metrics["exact"].mean == 1.0
    assert not right.faults
    seen: list[int] = []
    watch(Mine(lambda demonstration: seen.append(len(demonstration)) or {}), limit=1)
    assert seen == [len(demonstration_of(task))]
    for answer, fault in (
        (lambda _: 1 / 0, "raised: ZeroDivisionError: division by zero"),
        (lambda _: None, "nonsense: expected a mapping of predicates to counts, got NoneType"),
        (lambda _: {"on_plate_moon": 1}, "nonsense: unknown predicate 'on_plate_moon'"),
        (lambda _: {"on_plate_kitchentable": -1}, "nonsense: on_plate_kitchentable is wanted -1 times"),
        (lambda _: {"on_plate_kitchentable": True}, "nonsense: on_plate_kitchentable is wanted True times"),
    ):
        found = watch(Mine(answer), limit=1)
        assert goals_of(found) == [((),)]
        assert found.rows[0].first_fault.startswith(fault)
        assert found.scores.metrics["recall"].mean == 0.0


def test_goals_are_read_in_the_order_of_table_2() -> None:
    given = {"inside_apple_fridge": 2, "on_plate_kitchentable": 1, "on_cutleryfork_kitchentable": 0}
    assert checked_goal(given) == (("on_plate_kitchentable", 1), ("inside_apple_fridge", 2))
    many = Mine(lambda demonstration: {})
    many.draws = 10**9  # type: ignore[attr-defined]
    with pytest.raises(BadInput, match="1 to 100 times"):
        watch(many, limit=1)


def test_bad_asking_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="goal-gru"):
        watch("goal-gru")
    with pytest.raises(BadInput, match="test_3"):
        watch("bayes", split="test_3")
    with pytest.raises(BadInput, match="-1"):
        watch("bayes", limit=-1)
    (tmp_path / "bayes.jsonl").write_text("{}\n{}\n")
    with pytest.raises(BadInput, match=r"bayes\.jsonl"):
        watch("bayes", limit=1, resume=tmp_path / "bayes.jsonl")


def test_networks_say_what_they_need_and_torch_is_not_loaded_before_one_is_asked() -> None:
    assert [name for name, row in GOAL_READERS.items() if row.needs] == ["goal-lstm", "goal-last", "goal-actions"]
    code = "import casita.benchmarks.watch_and_help.task, casita.benchmarks.watch_and_help.models.goals.trained, sys"
    loaded = subprocess.check_output([sys.executable, "-c", f"{code}; print('torch' in sys.modules)"], text=True)
    assert loaded.strip() == "False"
