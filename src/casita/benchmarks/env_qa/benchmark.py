"""The row of Env-QA."""

from __future__ import annotations

from casita.evaluation.benchmark import Benchmark, commands_in

BENCHMARK = Benchmark(
    name="env_qa",
    title="Env-QA",
    question="What happened in this film of a home, where is what now, and how is it?",
    tasks={"answer": "task:AnswerTask"},
    eval="task:AskSettings",
    commands=commands_in(generate="generate", show="stored.strip", train="models.training", report="report"),
)
