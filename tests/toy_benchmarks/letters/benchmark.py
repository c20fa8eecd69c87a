"""The row of Letters."""

from __future__ import annotations

from casita.evaluation.benchmark import Benchmark, Command

BENCHMARK = Benchmark(
    name="letters",
    title="Letters",
    question="How many letters are in a word?",
    tasks={"count": "task:CountTask"},
    eval="task:Eval",
    commands={
        "generate": Command("generate:Generate", "generate:generate"),
        "report": Command("report:Report", "report:report"),
    },
)
