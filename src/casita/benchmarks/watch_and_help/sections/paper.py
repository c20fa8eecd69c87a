"""What the Watch-And-Help paper and its authors' files report, as tables, by the names of our helpers.

`PUBLISHED` is from the authors' result files on their 100 test tasks and five seeds. The files name conditions by
their code; that RL_MCTS is Hybrid and RL_RL is HRL, with the inferred goal where `_pred` follows, is our reading. The
paper draws its Figure 5 only: where no file has a condition (the oracles), there is no number.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from casita.benchmarks.watch_and_help.score import ALL, STEP_COST, Estimate

ORDER = ("setup_table", "put_fridge", "prepare_food", "put_dishwasher", "read_book", ALL)
"""The columns of the authors' files."""

SEEDS = 5
"""Runs of each task, there as here."""


class Published(NamedTuple):
    """One condition in the authors' files: means with standard errors, by activity and over all."""

    condition: str
    success: dict[str, Estimate]
    speed_up: dict[str, Estimate]
    """Weighted by success, as ours is."""
    length: dict[str, Estimate]

    @property
    def reward(self) -> dict[str, Estimate]:
        """Follows from success and length, for it is the same of every episode; its error is not known."""
        return {
            name: Estimate(self.success[name].mean - STEP_COST * self.length[name].mean, math.nan) for name in ORDER
        }


Six = tuple[float, float, float, float, float, float]


def _row(means: Six, deviations: Six) -> dict[str, Estimate]:
    """Means with standard errors; the files have standard deviations over seeds."""
    pairs = zip(ORDER, means, deviations, strict=True)
    return {name: Estimate(mean, deviation / math.sqrt(SEEDS)) for name, mean, deviation in pairs}


PUBLISHED = {
    "alice-alone": Published(
        "check_neurips_test",
        _row((0.821, 0.91, 0.96, 0.9, 0.91, 0.901), (0.042, 0.02, 0.037, 0.042, 0.037, 0.014)),
        _row((0.149, 0.186, 0.096, 0.217, 0.097, 0.147), (0.078, 0.074, 0.043, 0.077, 0.031, 0.028)),
        _row((130.0, 124.34, 115.17, 117.856, 149.81, 127.606), (6.877, 8.422, 6.948, 8.139, 6.942, 2.88)),
    ),
    "random": Published(
        "random",
        _row((0.811, 0.97, 0.97, 0.889, 0.96, 0.922), (0.071, 0.024, 0.04, 0.05, 0.037, 0.008)),
        _row((0.178, 0.388, 0.162, 0.178, 0.149, 0.212), (0.084, 0.048, 0.044, 0.033, 0.045, 0.028)),
        _row((128.326, 109.43, 111.97, 122.156, 143.72, 123.087), (9.527, 7.066, 5.324, 4.189, 4.028, 2.947)),
    ),
    "hp": Published(
        "predgoal_correct",
        _row((0.874, 0.96, 0.95, 0.867, 0.9, 0.911), (0.054, 0.037, 0.032, 0.044, 0.063, 0.011)),
        _row((0.694, 0.883, 0.593, 0.616, 0.279, 0.612), (0.101, 0.151, 0.11, 0.129, 0.068, 0.049)),
        _row((94.137, 79.02, 82.9, 95.644, 144.56, 99.379), (7.604, 5.037, 5.356, 10.505, 12.086, 3.31)),
    ),
    "hp-true-goal": Published(
        "check_neurips_test_recursive",
        _row((0.925, 1.0, 1.0, 0.944, 0.99, 0.973), (0.027, 0.0, 0.0, 0.035, 0.02, 0.01)),
        _row((0.879, 1.037, 0.729, 0.739, 0.442, 0.766), (0.158, 0.142, 0.071, 0.119, 0.096, 0.053)),
        _row((81.922, 67.99, 71.38, 81.222, 120.104, 84.407), (6.829, 3.121, 2.201, 7.268, 13.428, 4.81)),
    ),
    "hp-random-goal": Published(
        "randomgoal",
        _row((0.88, 0.73, 0.55, 0.644, 0.63, 0.685), (0.054, 0.068, 0.084, 0.103, 0.068, 0.04)),
        _row((0.499, 0.324, 0.099, 0.191, 0.148, 0.25), (0.113, 0.131, 0.019, 0.117, 0.036, 0.024)),
        _row((103.623, 147.19, 170.84, 149.156, 172.03, 149.26), (9.726, 13.437, 13.592, 18.325, 8.811, 6.577)),
    ),
    "hybrid": Published(
        "check_neurips_RL_MCTS_pred",
        _row((0.895, 0.95, 0.91, 0.867, 0.85, 0.895), (0.067, 0.055, 0.086, 0.057, 0.045, 0.027)),
        _row((0.586, 0.706, 0.585, 0.501, 0.314, 0.538), (0.179, 0.183, 0.189, 0.065, 0.081, 0.096)),
        _row((103.916, 92.68, 94.27, 107.344, 140.75, 107.841), (18.347, 12.573, 18.327, 12.151, 10.796, 9.85)),
    ),
    "hybrid-true-goal": Published(
        "check_neurips_RL_MCTS",
        _row((0.768, 0.9, 0.91, 0.833, 0.84, 0.852), (0.054, 0.084, 0.049, 0.099, 0.058, 0.018)),
        _row((0.353, 0.51, 0.539, 0.393, 0.226, 0.405), (0.134, 0.067, 0.098, 0.151, 0.022, 0.013)),
        _row((124.695, 102.18, 92.8, 117.133, 145.95, 116.456), (11.921, 10.031, 10.86, 18.69, 6.908, 3.086)),
    ),
    "hrl": Published(
        "check_neurips_RL_RL_pred",
        _row((0.8, 0.55, 0.7, 0.678, 0.67, 0.678), (0.039, 0.084, 0.1, 0.089, 0.112, 0.029)),
        _row((0.328, 0.236, 0.258, 0.197, 0.121, 0.228), (0.111, 0.092, 0.145, 0.096, 0.024, 0.033)),
        _row((129.484, 168.83, 139.9, 151.1, 170.9, 152.295), (9.626, 11.99, 14.324, 16.992, 8.044, 4.196)),
    ),
    "hrl-true-goal": Published(
        "check_neurips_RL_RL",
        _row((0.821, 0.54, 0.82, 0.622, 0.69, 0.699), (0.063, 0.153, 0.081, 0.151, 0.102, 0.063)),
        _row((0.248, 0.178, 0.199, 0.203, 0.164, 0.198), (0.074, 0.093, 0.087, 0.066, 0.013, 0.054)),
        _row((126.547, 169.46, 129.35, 152.778, 165.04, 148.777), (12.771, 23.199, 12.164, 25.41, 7.974, 12.234)),
    ),
}  # fmt: skip
"""The authors' files, by the name of the helper here that stands beside."""


# What the paper's text says.

TEST_2_SUCCESS = {"alice-alone": 0.954, "hp": 0.886}
"""Section 5.3, in per cent there."""
TEST_2_SPEED_UP = {"hp": Estimate(0.21, 0.04)}
"""Section 5.3."""

CONFLICTS = {ALL: 0.40, "put_fridge": 0.65, "prepare_food": 0.65}
"""Share of HP's episodes with a random goal that have a conflict (section 5.3)."""

RANDOM_AGAINST_ALICE = (-1.38, 99, 0.17)
"""t, its degrees of freedom and p (section 5.3)."""

ACTION_SPACE = 167
"""Actions that an agent has on average at a step (appendix A.2)."""


# What is aimed at here.

WATCH = {
    ("chance", "test_1"): (0.08, 0.09),
    ("goal-lstm", "test_1"): (0.85, 0.96),
    ("goal-last", "test_1"): (0.79, 0.75),
    ("goal-actions", "test_1"): (0.99, 0.99),
    ("goal-lstm", "test_2"): (0.68, 0.64),
}
"""Precision and recall of goal inference, where the paper has them."""

WATCH_AIM = {"test_1": (0.97, 0.97), "test_2": (0.90, 0.90)}
"""Precision and recall of our own goal inference."""
SUCCESS_AIM, GAP_AIM = 0.98, 0.5
"""Success of our own helper, and the share of the gap from HP to oracle B in speed-up that it closes."""
ALICE_WITHIN = 0.15
"""How far Alice alone may be from the published success and length, as a share of them."""
