"""The row of EXCALIBUR."""

from __future__ import annotations

from casita.evaluation.benchmark import Benchmark, commands_in

BENCHMARK = Benchmark(
    name="excalibur",
    title="EXCALIBUR",
    question="What can be found out about a house by exploring it, and by going back in once the questions are known?",
    tasks={"explore": "task:ExploreTask"},
    eval="task:ExploreSettings",
    commands=commands_in(
        generate="generate", show="stored.plan", train="models.paper_agents.training", report="report"
    ),
)
