"""Watch-And-Help in small, for the quickstart: one demonstration, what Bob makes of it, and what his help is worth."""

from __future__ import annotations

from pathlib import Path

from casita.benchmarks.watch_and_help.episodes.demonstration import demonstration_of
from casita.benchmarks.watch_and_help.episodes.help import help_once
from casita.benchmarks.watch_and_help.homes.tasks import task_named
from casita.benchmarks.watch_and_help.item import goal_of
from casita.benchmarks.watch_and_help.models import MODELS, helper
from casita.benchmarks.watch_and_help.models.goals.bayes import inferred
from casita.benchmarks.watch_and_help.report.figures.paths import paths_figure
from casita.benchmarks.watch_and_help.score import HelpResult
from casita.evaluation.benchmark import Showing
from casita.evaluation.page import Table
from casita.writing import write_whole

TASK, SEED, HELPER = "test_1_003", 0, "teammate"
"""What is shown, with which luck, and who helps."""

WIDTH = 1600
"""Of the picture, in pixels."""


def quickstart(out: Path) -> Showing:
    """Let Alice show a goal in one home, infer it, and let her reach it in another one, alone and helped."""
    task = task_named(TASK)
    shown = demonstration_of(task)
    guess = goal_of(inferred(shown)).sentence()
    alone, alone_log = help_once(helper("alice-alone"), task, SEED)
    helped, helped_log = help_once(helper(HELPER), task, SEED)
    rows = (
        (f"Alice shows it in apartment {task.watch.apartment}", f"{len(shown) - 1} steps"),
        ("Bob infers", guess),
        ("Alice wants", task.goal.sentence()),
        (f"Alice alone in apartment {task.help.apartment}", _steps(alone)),
        (f"Alice and Bob there, {MODELS[HELPER].title}", _steps(helped)),
    )
    table = Table(f"Watch-And-Help in small: task {task.id}", ("what", "which"), rows, left=2)
    picture = paths_figure(alone_log, helped_log, task).png(WIDTH)
    write_whole(out / "watch_and_help" / f"{task.id}.png", picture)
    words = (
        "Bob sees Alice do a chore once, infers what she wants, and helps her with it in another home, where "
        "everything is somewhere else. Both see only the room that they are in. Alice is simulated. This task shows "
        "help well; means over all tasks, all helpers and the paper's figures: casita report watch_and_help."
    )
    caption = "Where they went, where they took things (white circles) and put them (coloured ones)"
    return Showing("watch_and_help", "Watch-And-Help, in small", words, table, ((caption, picture),))


def _steps(done: HelpResult) -> str:
    return f"{done.steps} steps" + ("" if done.success else ", not finished")
