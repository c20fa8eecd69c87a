"""Watch-And-Help as one row."""

from __future__ import annotations

from casita.evaluation.benchmark import Benchmark, Command

BENCHMARK = Benchmark(
    name="watch_and_help",
    title="Watch-And-Help",
    question="Can it see what somebody wants from one demonstration, and help with it in another home?",
    tasks={"help": "task:HelpTask", "watch": "task:WatchTask"},
    eval="task:WatchAndHelpSettings",
    commands={
        "generate": Command("generate:GenerateSettings", "generate:run"),
        "show": Command("report.figures.task:ShowSettings", "report.figures.task:show"),
        "train": Command("models.training:TrainSettings", "models.training:run"),
        "report": Command("report:ReportSettings", "report:run"),
    },
)
