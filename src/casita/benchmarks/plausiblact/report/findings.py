"""Whether the paper's findings hold on simulated ratings: verdicts reached from differences with intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from casita.benchmarks.plausiblact.classes.table import HIGH_ENTROPY
from casita.benchmarks.plausiblact.models.experiments import Results
from casita.benchmarks.plausiblact.models.training import RunSettings
from casita.benchmarks.plausiblact.score import Floats, all_right, mean_cross_entropies
from casita.evaluation.findings import Comparison, counted, decided
from casita.evaluation.page import Section, Verdict, Words
from casita.evaluation.statistics import difference

RULE = "the whole 95% interval of the difference lies on this side; instances of one home are drawn together"


def findings(results: Results) -> list[Verdict]:
    """The findings that frozen features can decide; that pre-training matters needs a network trained anew."""
    ignore = results.runs.contexts["ignore"]
    mode = [results.baselines["test"]["mode"]]
    frozen = _answers(results, ignore)
    return [
        decided(
            "The mode is strong on accuracy and weak on cross entropy", RULE,
            [
                _compared(results, "mode less network, A-Acc", mode, frozen, "right"),
                _compared(results, "mode less network, CE", mode, frozen, "entropy"),
            ],
        ),
        decided(
            "The mask is crucial", RULE,
            [
                _compared(results, "with less without, A-Acc", frozen,
                          _answers(results, results.runs.ablation["no mask"]), "right"),
                _compared(results, "with less without, CE", frozen,
                          _answers(results, results.runs.ablation["no mask"]), "entropy", sign=-1),
            ],
        ),
        decided(
            "Context alone is worse than the thing itself", RULE,
            [
                _compared(results, f"ignore less {context}, A-Acc", frozen,
                          _answers(results, results.runs.contexts[context]), "right")
                for context in ("only-masked", "only-full")
            ],
        ),
        _one_rater_is_easier(results),
        decided(
            "On bottle, bowl, wok and box the network beats the mode in accuracy", RULE,
            [_compared(results, "network less mode, A-Acc", frozen, mode, "right", varied=True)],
        ),
    ]  # fmt: skip


def _answers(results: Results, runs: Sequence[RunSettings]) -> list[Floats]:
    return [results.trained(run) for run in runs]


def _compared(
    results: Results,
    words: str,
    ours: list[Floats],
    theirs: list[Floats],
    what: str,
    *,
    sign: int = 1,
    varied: bool = False,
) -> Comparison:
    """A difference over the instances of the test, paired by instance."""
    truth = results.truth("test")
    rows = [row for row, one in enumerate(truth.instances) if not varied or one.name in HIGH_ENTROPY]
    if len(rows) < 2:
        return Comparison(words, None, sign)
    measure = all_right if what == "right" else mean_cross_entropies
    homes = [truth.instances[row].photo.partition("~")[0] for row in rows]
    tables = [
        np.stack([measure(truth.plausibility, said, truth.valid)[rows] for said in group], axis=1).tolist()
        for group in (ours, theirs)
    ]
    unit = 100.0 if what == "right" else 1.0
    return Comparison(words, difference(tables[0], tables[1], homes), sign, unit)


def _one_rater_is_easier(results: Results) -> Verdict:
    """Single raters are scored by their own ratings, so that there is nothing to pair: their figures are counted."""
    every = results.trained_figures(results.runs.contexts["ignore"][0])
    single = {
        name: results.trained_figures(runs[0]) for name, runs in results.runs.raters.items() if "three" not in name
    }
    better = [found.ce < every.ce for found in single.values()]
    why = tuple(f"{name}: CE {found.ce:.3f} against {every.ce:.3f} of all" for name, found in single.items())
    return Verdict("One rater is easier than all", counted(better), "the cross entropy of each rater is lower", why)


def findings_section(results: Results) -> Section:
    """All of them."""
    said = Words(
        "Ratings here are simulated, and the network sees what a frozen encoder sees: a finding that holds says "
        "something about the task, one that does not may be due to either."
    )
    return Section("Findings", (said, *findings(results)))
