"""The row of ACT-Thor."""

from __future__ import annotations

from casita.evaluation.benchmark import Benchmark, commands_in

BENCHMARK = Benchmark(
    name="act_thor",
    title="ACT-Thor",
    question="Given a picture and an action, which of several pictures shows what the action did?",
    tasks={"choice": "task:ChoiceTask", "inference": "task:InferenceTask", "steps": "task:StepsTask"},
    eval="task:AskSettings",
    commands=commands_in(generate="generate", show="stored.set_figure", train="models.training", report="report"),
)
