"""The row of PlausiblAct."""

from __future__ import annotations

from casita.evaluation.benchmark import Benchmark, Command

BENCHMARK = Benchmark(
    name="plausiblact",
    title="PlausiblAct",
    question="How plausible is each of ten actions on this thing, here and now?",
    tasks={"rate": "task:RateTask"},
    eval="task:AskSettings",
    commands={
        "generate": Command("generate:GenerateSettings", "generate:run_generate"),
        "show": Command("stored.strip:ShowSettings", "stored.strip:run_show"),
        "train": Command("models.training:TrainSettings", "models.training:run_train"),
        "report": Command("report:ReportSettings", "report:run_report"),
    },
)
