"""The row of PlausiblAct."""

from __future__ import annotations

from casita.evaluation.benchmark import Benchmark, commands_in

BENCHMARK = Benchmark(
    name="plausiblact",
    title="PlausiblAct",
    question="How plausible is each of ten actions on this thing, here and now?",
    tasks={"rate": "task:RateTask"},
    eval="task:AskSettings",
    commands=commands_in(generate="generate", show="stored.strip", train="models.training", report="report"),
)
