"""Proves that every task can be done: an oracle alone, who sees everything, does it in its homes within the limit.

python -m casita.benchmarks.watch_and_help.homes.solvable --workers 2     all 1,211 tasks, both homes of each
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple, get_args

from casita.agents.oracle import solve
from casita.benchmarks.watch_and_help.homes.starts import start_of
from casita.benchmarks.watch_and_help.homes.tasks import FROZEN, tasks
from casita.benchmarks.watch_and_help.item import ALICE, MAX_STEPS, Phase, Split, Task
from casita.evaluation.page import Table
from casita.evaluation.terminal import print_table
from casita.scale import mapped


class Solved(NamedTuple):
    """What the oracle did with one task: its steps in the home to watch and in the home to help in."""

    task: str
    steps: dict[str, int]
    """By stage; a stage that it did not get done is missing."""


def solved(task: Task) -> Solved:
    """Do a task in both of its homes, alone and with everything in view."""
    found = {stage: solve(start_of(task, stage, alone=True), task.goal, [ALICE]) for stage in get_args(Phase)}
    return Solved(task.id, {stage: each.steps for stage, each in found.items() if each.solved})


def solve_all(splits: Sequence[Split], *, limit: int = 0, workers: int = 1, progress: bool = True) -> Table:
    """A table of how many homes of each split were solved, and in how many steps."""
    rows = []
    for split in splits:
        every = tasks(split)[: limit or None]
        done = list(mapped(solved, every, workers, f"Watch-And-Help: {split}", progress=progress))
        steps = [count for each in done for count in each.steps.values()]
        homes = len(get_args(Phase)) * len(every)
        unsolved = ", ".join(each.task for each in done if len(each.steps) < len(get_args(Phase)))
        mean = round(fmean(steps), 1) if steps else 0.0
        figures = (homes, len(steps), mean, max(steps, default=0))
        rows.append((split, *map(str, figures), unsolved or "none"))
    columns = ("split", "homes", "solved", "mean_steps", "most_steps", "not_solved")
    return Table(f"An oracle alone, {MAX_STEPS} steps at most", columns, tuple(rows))


if __name__ == "__main__":
    import typer
    from rich.console import Console

    def main(limit: int = 0, workers: int = 2) -> None:
        """Solve every task, or the first few of each split."""
        print_table(solve_all(FROZEN, limit=limit, workers=workers), Console())

    typer.run(main)
