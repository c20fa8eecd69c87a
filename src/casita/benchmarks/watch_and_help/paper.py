"""What the Watch-And-Help paper and its authors' files report, as tables, by the names of our helpers.

`PUBLISHED` is from the authors' result files on their 100 test tasks and five seeds. The files name conditions by
their code; that RL_MCTS is Hybrid and RL_RL is HRL, with the inferred goal where `_pred` follows, is our reading. The
paper draws its Figure 5 only: where no file has a condition (the oracles), there is no number.
"""

from __future__ import annotations

import math
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

FIGURES = """
alice-alone      success      0.821±0.042      0.91±0.02     0.96±0.037      0.9±0.042     0.91±0.037    0.901±0.014
alice-alone      speed_up     0.149±0.078    0.186±0.074    0.096±0.043    0.217±0.077    0.097±0.031    0.147±0.028
alice-alone      length         130±6.877   124.34±8.422   115.17±6.948  117.856±8.139   149.81±6.942   127.606±2.88
random           success      0.811±0.071     0.97±0.024      0.97±0.04     0.889±0.05     0.96±0.037    0.922±0.008
random           speed_up     0.178±0.084    0.388±0.048    0.162±0.044    0.178±0.033    0.149±0.045    0.212±0.028
random           length     128.326±9.527   109.43±7.066   111.97±5.324  122.156±4.189   143.72±4.028  123.087±2.947
hp               success      0.874±0.054     0.96±0.037     0.95±0.032    0.867±0.044      0.9±0.063    0.911±0.011
hp               speed_up     0.694±0.101    0.883±0.151     0.593±0.11    0.616±0.129    0.279±0.068    0.612±0.049
hp               length      94.137±7.604    79.02±5.037     82.9±5.356  95.644±10.505  144.56±12.086    99.379±3.31
hp-true-goal     success      0.925±0.027            1±0            1±0    0.944±0.035      0.99±0.02     0.973±0.01
hp-true-goal     speed_up     0.879±0.158    1.037±0.142    0.729±0.071    0.739±0.119    0.442±0.096    0.766±0.053
hp-true-goal     length      81.922±6.829    67.99±3.121    71.38±2.201   81.222±7.268 120.104±13.428    84.407±4.81
hp-random-goal   success       0.88±0.054     0.73±0.068     0.55±0.084    0.644±0.103     0.63±0.068     0.685±0.04
hp-random-goal   speed_up     0.499±0.113    0.324±0.131    0.099±0.019    0.191±0.117    0.148±0.036     0.25±0.024
hp-random-goal   length     103.623±9.726  147.19±13.437  170.84±13.592 149.156±18.325   172.03±8.811   149.26±6.577
hybrid           success      0.895±0.067     0.95±0.055     0.91±0.086    0.867±0.057     0.85±0.045    0.895±0.027
hybrid           speed_up     0.586±0.179    0.706±0.183    0.585±0.189    0.501±0.065    0.314±0.081    0.538±0.096
hybrid           length    103.916±18.347   92.68±12.573   94.27±18.327 107.344±12.151  140.75±10.796   107.841±9.85
hybrid-true-goal success      0.768±0.054      0.9±0.084     0.91±0.049    0.833±0.099     0.84±0.058    0.852±0.018
hybrid-true-goal speed_up     0.353±0.134     0.51±0.067    0.539±0.098    0.393±0.151    0.226±0.022    0.405±0.013
hybrid-true-goal length    124.695±11.921  102.18±10.031     92.8±10.86  117.133±18.69   145.95±6.908  116.456±3.086
hrl              success        0.8±0.039     0.55±0.084        0.7±0.1    0.678±0.089     0.67±0.112    0.678±0.029
hrl              speed_up     0.328±0.111    0.236±0.092    0.258±0.145    0.197±0.096    0.121±0.024    0.228±0.033
hrl              length     129.484±9.626   168.83±11.99   139.9±14.324   151.1±16.992    170.9±8.044  152.295±4.196
hrl-true-goal    success      0.821±0.063     0.54±0.153     0.82±0.081    0.622±0.151     0.69±0.102    0.699±0.063
hrl-true-goal    speed_up     0.248±0.074    0.178±0.093    0.199±0.087    0.203±0.066    0.164±0.013    0.198±0.054
hrl-true-goal    length    126.547±12.771  169.46±23.199  129.35±12.164  152.778±25.41   165.04±7.974 148.777±12.234
"""
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
    for line in FIGURES.split("\n")[1:-1]:
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
"""Success of our own helper, and the share of the gap from HP to oracle B in speed-up that it closes."""
ALICE_WITHIN = 0.15
"""How far Alice alone may be from the published success and length, as a share of them."""
