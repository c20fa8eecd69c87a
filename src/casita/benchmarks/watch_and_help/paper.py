"""What the Watch-And-Help paper and its authors' files report, as tables, by the names of our helpers.

`PUBLISHED` is from the authors' result files on their 100 test tasks and five seeds. The files name conditions by
their code; that RL_MCTS is Hybrid and RL_RL is HRL, with the inferred goal where `_pred` follows, is our reading. The
paper draws its Figure 5 only: where no file has a condition (the oracles), there is no number.
"""

from __future__ import annotations

import math
from importlib import resources
from typing import NamedTuple

from casita.benchmarks.watch_and_help.item import ALL, STEP_COST
from casita.evaluation.statistics import Estimate

ORDER = ("setup_table", "put_fridge", "prepare_food", "put_dishwasher", "read_book", ALL)
"""The columns of the authors' files."""

SEEDS = 5
"""Runs of each task, there as here."""

T_4 = 2.776445
"""Standard errors from a mean over five seeds to the ends of its 95% interval."""


class Published(NamedTuple):
    """One helper in the authors' files: means with 95% intervals over seeds, by activity and over all."""

    success: dict[str, Estimate]
    speed_up: dict[str, Estimate]
    """Weighted by success, as ours is."""
    length: dict[str, Estimate]

    @property
    def speed_up_of_means(self) -> dict[str, Estimate]:
        """Follows from their lengths: Alice's alone over this helper's, less 1; its interval is not known."""
        return {name: _alone(PUBLISHED["alice-alone"].length[name].mean / self.length[name].mean - 1) for name in ORDER}

    @property
    def reward(self) -> dict[str, Estimate]:
        """Follows from success and length, for it is the same of every episode; its interval is not known."""
        return {name: _alone(self.success[name].mean - STEP_COST * self.length[name].mean) for name in ORDER}


CONDITIONS = {
    "alice-alone": "check_neurips_test",
    "random": "random",
    "hp": "predgoal_correct",
    "hp-true-goal": "check_neurips_test_recursive",
    "hp-random-goal": "randomgoal",
    "hybrid": "check_neurips_RL_MCTS_pred",
    "hybrid-true-goal": "check_neurips_RL_MCTS",
    "hrl": "check_neurips_RL_RL_pred",
    "hrl-true-goal": "check_neurips_RL_RL",
}
"""What our helpers are called in the authors' files."""

FIGURES = resources.files(__package__).joinpath("data/published_figures.txt").read_text("utf-8")
"""Means and standard deviations over seeds, in the columns of `ORDER`."""


def _alone(mean: float) -> Estimate:
    """A figure without an interval."""
    return Estimate(mean, math.nan, math.nan, SEEDS)


def _with_error(mean: float, error: float) -> Estimate:
    """A figure with the 95% interval that follows from its standard error over seeds, by Student's t."""
    half = T_4 * error
    return Estimate(mean, mean - half, mean + half, SEEDS)


def _published() -> dict[str, Published]:
    rows: dict[str, dict[str, dict[str, Estimate]]] = {helper: {} for helper in CONDITIONS}
    for line in FIGURES.splitlines():
        helper, measure, *cells = line.split()
        pairs = [cell.split("±") for cell in cells]
        rows[helper][measure] = {
            name: _with_error(float(mean), float(deviation) / math.sqrt(SEEDS))
            for name, (mean, deviation) in zip(ORDER, pairs, strict=True)
        }
    return {helper: Published(**row) for helper, row in rows.items()}


PUBLISHED = _published()
"""The authors' files, by the name of the helper here that stands beside."""


# What the paper's text says.

TEST_2_SUCCESS = {"alice-alone": 0.954, "hp": 0.886}
"""Section 5.3, in per cent there."""
TEST_2_SPEED_UP = {"hp": _with_error(0.21, 0.04)}
"""Section 5.3."""

CONFLICTS = {ALL: 0.40, "put_fridge": 0.65, "prepare_food": 0.65}
"""Share of HP's episodes with a random goal in which Bob undoes what Alice has achieved (section 5.3)."""

RANDOM_AGAINST_ALICE = (-1.38, 99, 0.17)
"""t, its degrees of freedom and p (section 5.3)."""

ACTION_SPACE = 167
"""Actions that an agent has on average at a step (appendix A.2)."""


DEMONSTRATIONS = {"train": 1011, "test_1": 100, "test_2": 100, "inference": 5303}
"""Of the tasks of each split, and further ones for goal inference."""

WATCH = {
    ("chance", "test_1"): (0.08, 0.09),
    ("goal-lstm", "test_1"): (0.85, 0.96),
    ("goal-last", "test_1"): (0.79, 0.75),
    ("goal-actions", "test_1"): (0.99, 0.99),
    ("goal-lstm", "test_2"): (0.68, 0.64),
}
"""Precision and recall of goal inference, where the paper has them."""

# What is aimed at here.

WATCH_AIM = {"test_1": (0.97, 0.97), "test_2": (0.90, 0.90)}
"""Precision and recall of our own goal inference."""
INFERENCE_AIM = 0.15
"""F1 of our own goal inference less that of counting where something is left to infer."""
SUCCESS_AIM, GAP_AIM = 0.98, 0.5
"""Success of our own helper, and the share of the gap in speed-up that it closes from HP to the best planner with full
knowledge and the same body."""
ALICE_WITHIN = 0.15
"""How far Alice alone may be from the published success and length, as a share of them."""
