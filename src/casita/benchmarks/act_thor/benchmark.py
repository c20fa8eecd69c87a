"""The row of ACT-Thor."""

from __future__ import annotations

from casita.evaluation.benchmark import Benchmark, Command

BENCHMARK = Benchmark(
    name="act_thor",
    title="ACT-Thor",
    question="Given a picture and an action, which of several pictures shows what the action did?",
    tasks={"choice": "task:ChoiceTask", "inference": "task:InferenceTask", "steps": "task:StepsTask"},
    eval="task:AskSettings",
    commands={
        "generate": Command("generate:GenerateSettings", "generate:run_generate"),
        "show": Command("stored.set_figure:ShowSettings", "stored.set_figure:run_show"),
        "train": Command("models.training:TrainSettings", "models.training:run_train"),
        "report": Command("report:ReportSettings", "report:run_report"),
    },
)
