"""Watch-And-Help as one row."""

from __future__ import annotations

from casita.evaluation.benchmark import Benchmark, commands_in

BENCHMARK = Benchmark(
    name="watch_and_help",
    title="Watch-And-Help",
    question="Can it see what somebody wants from one demonstration, and help with it in another home?",
    tasks={"help": "task:HelpTask", "watch": "task:WatchTask"},
    eval="task:WatchAndHelpSettings",
    commands=commands_in(generate="generate", show="report.figures.task", train="models.training", report="report"),
)
