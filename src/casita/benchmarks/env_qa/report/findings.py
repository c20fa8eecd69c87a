"""Whether what the paper found of its data holds of ours: verdicts by rules written beforehand."""

from __future__ import annotations

from collections.abc import Mapping

from casita.benchmarks.env_qa import paper
from casita.evaluation.page import Holds, Verdict
from casita.evaluation.statistics import Estimate

Metrics = Mapping[str, Mapping[str, Estimate]]
"""By model, then by kind of question or "overall"."""


def findings(metrics: Metrics) -> list[Verdict]:
    """What can be told without models that look."""
    return [_few_priors(metrics["question-only"]), _solved(metrics["oracle"]), _order_is_even(metrics["question-only"])]


def _few_priors(found: Mapping[str, Estimate]) -> Verdict:
    aim = paper.QUESTION_ONLY_AIM / 100
    overall = found["overall"]
    return Verdict(
        "Questions do not give their answers away: who only reads them has at most 33% (the paper: 32.5%)",
        _in_words(overall.keeps(aim)),
        "the figure is at most 33%, and the upper end of its interval within 5 points of that",
        (overall.percent(),),
    )


def _solved(found: Mapping[str, Estimate]) -> Verdict:
    overall = found["overall"]
    return Verdict(
        "Every question can be answered from the log", _in_words(overall.mean == 1.0), "the oracle has 100%",
        (overall.percent(),),
    )  # fmt: skip


def _order_is_even(found: Mapping[str, Estimate]) -> Verdict:
    order = found.get("order")
    claim = "Of which came first, the question tells nothing (the paper's Q-only has 51.8%)"
    rule = "who only reads questions has at most 60%, and the upper end of the interval is within 5 points of that"
    if order is None:
        return Verdict(claim, "cannot be told", rule, ())
    return Verdict(claim, _in_words(order.keeps(0.6)), rule, (order.percent(),))


def _in_words(holds: bool | None) -> Holds:
    return "cannot be told" if holds is None else "holds" if holds else "does not hold"
