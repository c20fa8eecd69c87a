"""Equal bodies: rows that differ in nothing else, the best bound is the bound, shares of the gap by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from casita.agents.belief import Belief
from casita.agents.settings import Settings
from casita.agents.view import View
from casita.benchmarks.watch_and_help.episodes.help import HelpSettings, help_once
from casita.benchmarks.watch_and_help.homes.starts import start_of
from casita.benchmarks.watch_and_help.homes.tasks import digest_of, frozen_tasks, more_tasks, task_named, tasks
from casita.benchmarks.watch_and_help.item import BOB
from casita.benchmarks.watch_and_help.models import MODELS, helper
from casita.benchmarks.watch_and_help.models.bodies import MATE_ONE_HAND, TWO_HANDS, InformedAlice, uniform_chances
from casita.benchmarks.watch_and_help.models.usual_places import first_chances
from casita.benchmarks.watch_and_help.report.bodies import (
    BOUNDS,
    EQUALS,
    PLANNERS,
    bodies_table,
    closed,
    equal_aim,
    upper_bound,
)
from casita.benchmarks.watch_and_help.report.results import Results
from casita.evaluation import statistics
from tests.test_wah_report import made

LENGTHS = {"alice-alone": 120, "oracle-b": 30, "oracle-b-untold": 24, "oracle-teammate": 40}


@pytest.fixture(autouse=True)
def _quick_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "RESAMPLES", 200)


def results(**further: int) -> Results:
    """Alice takes 120 steps, HP 60, the best bound 24; each helper always the same."""
    lengths = LENGTHS | {"hp-bayes": 60} | {name.replace("_", "-"): steps for name, steps in further.items()}
    return made({("test_1", name): lambda n, s, steps=steps: steps for name, steps in lengths.items()})  # type: ignore[misc]


def test_every_row_is_a_helper_and_no_helper_has_two() -> None:
    named = [name for own in PLANNERS.values() for name in own.values()] + [
        name for own in BOUNDS.values() for name in own
    ]
    assert len(named) == len(set(named)) == 12 + 6
    assert set(named) <= MODELS.keys()
    assert {name for name, row in MODELS.items() if row.study == "bodies"} <= set(named)


@pytest.mark.parametrize("equal", EQUALS, ids=lambda equal: equal.title)
def test_bodies_are_equal_in_a_row(equal: tuple[int, bool]) -> None:
    hands, _ = equal
    for own in PLANNERS.values():
        settings = helper(own[equal]).settings  # type: ignore[attr-defined,index]
        assert (settings.hands, settings.arm) == (hands, 0.7 if hands == 1 else 5.0)
    for name in BOUNDS[hands]:
        settings = helper(name).settings  # type: ignore[attr-defined]
        assert (settings.hands, settings.arm) == (hands, 0.7 if hands == 1 else 5.0)
    assert (TWO_HANDS.simulations, MATE_ONE_HAND.simulations) == (Settings().simulations, 300)


def test_the_bound_is_the_best_with_full_knowledge() -> None:
    assert upper_bound(results(), "test_1", 1) == "oracle-b-untold"
    assert upper_bound(results(oracle_teammate=20), "test_1", 1) == "oracle-teammate"
    assert upper_bound(results(), "test_1", 2) is None


def test_the_share_of_the_gap_by_hand() -> None:
    # Speed-ups: HP 1, the bound 4, ours 120 / 48 - 1 = 1.5 and 120 / 40 - 1 = 2: a sixth and a third of the gap.
    found = results(teammate_one_hand_uniform=48, hybrid_bayes=40)
    one = closed(found, "test_1", "teammate-one-hand-uniform", EQUALS[0])
    assert one is not None
    assert one[:3] == pytest.approx((1 / 6, 1 / 6, 1 / 6))
    table = bodies_table(found, "test_1")
    rows = {(row[0].text, row[1].text): [cell.text for cell in row] for row in table.cells}
    assert rows["one hand, uniform", "Hybrid"][-1] == "33.3 [33.3, 33.3]"
    assert rows["one hand, uniform", "HP"][4:6] == ["1.00 [1.00, 1.00]", "1.00 [1.00, 1.00]"]
    assert rows["one hand, full knowledge", "Oracle B, untold"][-1] == "the upper bound"
    assert len(rows) == 18
    assert equal_aim(found, "test_1").holds == "cannot be told"  # with other bodies nothing was measured
    assert equal_aim(found, "test_1").why[0] == "one hand, uniform: 16.7 [16.7, 16.7]%"


def test_first_beliefs() -> None:
    task = tasks("test_1")[0]
    view = View.of(start_of(task, "help"), BOB)
    uniform, informed = Belief(view.known), InformedAlice(task.goal, BOB).first_belief(view)
    assert np.array_equal(uniform_chances(uniform.places), uniform.chance)
    assert np.array_equal(informed.chance, first_chances(informed.places, task.goal))
    assert not np.allclose(informed.chance, uniform.chance)
    assert np.allclose(informed.chance.sum(axis=1), 1.0)


@pytest.mark.parametrize("name", ["teammate-one-hand-uniform", "hp-two-hands-informed", "oracle-teammate-two-hands"])
def test_they_help(name: str) -> None:
    task = tasks("test_1")[2]
    helped, episode = help_once(helper(name), task, 0, HelpSettings(limit=12))
    assert not helped.faults
    assert any(act.agent == BOB and act.verb != "wait" for acts in episode.ticks for act in acts)


# More tasks.


def test_there_are_300_more_tasks_of_each_kind() -> None:
    first, second = tasks("test_1_more"), tasks("test_2_more")
    assert (len(first), len(second), len(more_tasks())) == (300, 300, 600)
    assert {task.counts for task in first} == {task.counts for task in tasks("test_1")}
    assert not {task.counts for task in second} & {task.counts for task in tasks("test_2")}
    assert len({task.counts for task in second}) == 300
    homes = {
        (home.apartment, home.seed) for task in (*frozen_tasks(), *more_tasks()) for home in (task.watch, task.help)
    }
    assert len(homes) == 2 * (1211 + 600)
    for own, kinds in ((first, 5), (second, 10)):
        assert {task.help.apartment for task in own} == {6, 7}
        assert sum(task.help.apartment == 6 for task in own) == 150
        assert all(task.watch.apartment <= 5 for task in own)
        activities = [task.activity for task in own]
        assert {activities.count(name) for name in activities} == {300 // kinds}
        assert len(set(activities[:kinds])) == kinds
    assert task_named("test_2_more_300") == second[-1]
    assert digest_of(more_tasks()) == "e8a9b0e852bac18c"


def test_a_folder_of_runs_may_have_more_tasks(tmp_path: Path) -> None:
    assert Results(tmp_path, {}).of("test_1_more", "hp") == ()
