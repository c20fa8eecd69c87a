"""Whether it helps to be told who rates: our network's inferences judged with and without the rater's name."""

from __future__ import annotations

import numpy as np

from casita.benchmarks.plausiblact.models.experiments import STATES, Results
from casita.benchmarks.plausiblact.models.told_rater import ToldRater, rows_of
from casita.benchmarks.plausiblact.models.training import CACHE
from casita.benchmarks.plausiblact.models.vectors import vectors_of
from casita.benchmarks.plausiblact.raters.people import RATERS
from casita.benchmarks.plausiblact.score import Floats, all_right, figures, mean_cross_entropies
from casita.evaluation.findings import Comparison, decided
from casita.evaluation.page import Section, Table, Words
from casita.evaluation.statistics import difference

TITLES = {"told who rates": len(RATERS), "not told": 0}
"""The two that are compared, and of how many raters each knows the names."""

RULE = "the whole 95% interval of the difference lies on this side; instances of one home are drawn together"


def told_rater_section(results: Results) -> Section:
    """Every test rating by itself: what its rater says is the truth."""
    names = [rater.name for rater in RATERS]
    learnt = rows_of(results.truth("train"), results.data.ratings, names)
    asked = rows_of(results.truth("test"), results.data.ratings, names)
    run = results.runs.networks[STATES][0]
    seen = vectors_of(results.data, asked.truth.instances, run.looked(), results.models / CACHE)
    inferences = np.concatenate(results.model(run).inferences(seen), axis=1)
    said: dict[str, Floats] = {}
    for title, count in TITLES.items():
        model = ToldRater(count)
        model.fit(learnt)
        said[title] = model.answers(inferences, asked.raters)
    truth = asked.truth
    rows = tuple((title, *figures(truth.plausibility, each, truth.valid).text()) for title, each in said.items())
    table = Table(
        f"One rater at a time: {len(truth.instances):,} pairs of a simulated rater and a test instance",
        ("our network", "A-Acc", "CE", "Corr"),
        rows,
        note="Seeing is the same for both, judging was learnt from the same ratings.",
    )
    homes = [one.photo.partition("~")[0] for one in truth.instances]
    compared = []
    for words, measure, sign, unit in (("A-Acc", all_right, 1, 100.0), ("CE", mean_cross_entropies, -1, 1.0)):
        told, not_told = ([[float(v)] for v in measure(truth.plausibility, said[t], truth.valid)] for t in TITLES)
        compared.append(Comparison(f"told less not told, {words}", difference(told, not_told, homes), sign, unit))
    verdict = decided("Told who rates, our network is better than without", RULE, compared)
    return Section("Told who rates", (Words(ABOUT), table, verdict))


ABOUT = (
    "The paper supposes that one might condition on persons at run time. Here the part of our network that judges is "
    "given the rater's name besides class and states, which stay those that it inferred from pixels."
)
