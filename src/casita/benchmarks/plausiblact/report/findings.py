"""Whether the paper's findings hold on simulated ratings: verdicts reached from differences with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from casita.benchmarks.plausiblact.classes.table import HIGH_ENTROPY
from casita.benchmarks.plausiblact.models.experiments import RATED_ALONE, STATES, Results
from casita.benchmarks.plausiblact.models.training import RunSettings
from casita.benchmarks.plausiblact.score import Floats, all_right, correlation_difference, mean_cross_entropies
from casita.evaluation.findings import Comparison, counted, decided
from casita.evaluation.page import Section, Verdict, Words
from casita.evaluation.statistics import Seeds, difference

LITTLE = 5.0
"""Points of accuracy: the paper's context adds up to 1.8."""

MUCH = 0.05
"""Share of things that vary of which ours shall be right beyond baselines that are told the class."""

METRICS = (("A-Acc", "right", 1), ("CE", "entropy", -1), ("Corr", "correlation", 1))
"""Names, what `_compared` calls them, and which side is better."""

RULE = "the whole 95% interval of the difference lies on this side; instances of one home are drawn together"


def findings(results: Results) -> list[Verdict]:
    """The paper's findings, then what our network aims at; of the latter alone if nothing was learnt by others."""
    ignore = results.runs.contexts.get("ignore", ())
    if not ignore:
        return _of_ours(results)
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
        _crucial(results, "The mask is crucial", "with less without", frozen, "no mask"),
        _crucial(
            results, "Pre-training is crucial", "ImageNet's less shuffled weights, frozen", frozen, "not pre-trained"
        ),
        _context_adds_little(results),
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
        *_of_ours(results),
    ]  # fmt: skip


def _crucial(results: Results, claim: str, words: str, with_it: list[Floats], without: str) -> Verdict:
    """What is left out is missed in both measures."""
    other = _answers(results, results.runs.ablation[without])
    rows = [
        _compared(results, f"{words}, A-Acc", with_it, other, "right"),
        _compared(results, f"{words}, CE", with_it, other, "entropy", sign=-1),
    ]
    return decided(claim, RULE, rows)


def _of_ours(results: Results) -> list[Verdict]:
    """Whether inferring states earns something: against baselines that are told the class, and on equal terms."""
    ours = _answers(results, results.runs.networks[STATES])
    told = {"mode": [results.baselines["test"]["mode"]], "soft mode": [results.baselines["test"]["soft-mode"]]}
    alone = results.runs.networks.get(RATED_ALONE)
    equal = {
        name: _answers(results, runs)
        for name, runs in results.runs.networks.items()
        if name not in (STATES, RATED_ALONE)
    }

    def every(ours: list[Floats], others: Mapping[str, list[Floats]]) -> list[Comparison]:
        return [
            _compared(results, f"ours less {name}, {metric}", ours, theirs, what, sign=sign)
            for name, theirs in others.items() for metric, what, sign in METRICS
        ]  # fmt: skip

    further = {
        name: [results.baselines["further"][model]] for name, model in (("mode", "mode"), ("soft mode", "soft-mode"))
    }
    there = [results.trained(run, "further") for run in results.runs.networks[STATES]]
    parts = []
    if equal:
        states = ours if alone is None else _answers(results, alone)
        claim = "Inferring states first is better than its parts on equal terms (from rated pictures alone)"
        parts.append(decided(claim, RULE, every(states, equal)))
    if alone is not None:
        rated = {"from rated pictures alone": _answers(results, alone)}
        parts.append(decided("Ours learns to see from pictures that nobody rated", RULE, every(ours, rated)))
    return [
        decided("Ours is better than baselines that are told the class", RULE, every(ours, told)),
        decided(
            f"Ours beats these on bottle, bowl, wok and box by {100 * MUCH:.0f} points in A-Acc (further test)", RULE,
            [_compared(results, f"ours less {name}, A-Acc", there, theirs, "right", part="further")._replace(least=MUCH)
             for name, theirs in further.items()],
        ),
        *parts,
    ]  # fmt: skip


def _context_adds_little(results: Results) -> Verdict:
    """No more than some points in accuracy, beyond doubt."""
    ignore = _answers(results, results.runs.contexts["ignore"])
    found = [
        _compared(results, f"{context} less ignore, A-Acc", _answers(results, results.runs.contexts[context]), ignore,
                  "right") for context in ("img+full", "img+masked")
    ]  # fmt: skip
    clear = [None if one.difference is None else 100 * one.difference.high < LITTLE for one in found]
    rule = f"the upper end of the 95% interval of the difference is below {LITTLE:.0f} points"
    return Verdict("Context beside the thing adds little", counted(clear), rule, tuple(map(str, found)))


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
    part: str = "test",
) -> Comparison:
    """A difference over the instances of a part, paired by instance."""
    truth = results.truth(part)
    rows = [row for row, one in enumerate(truth.instances) if not varied or one.name in HIGH_ENTROPY]
    if len(rows) < 2:
        return Comparison(words, None, sign)
    homes = [truth.instances[row].photo.partition("~")[0] for row in rows]
    if what == "correlation":
        mine, other = ([each[rows] for each in group] for group in (ours, theirs))
        found = correlation_difference(truth.plausibility[rows], mine, other, truth.valid[rows], homes)
        return Comparison(words, found, sign, 100.0)
    measure = all_right if what == "right" else mean_cross_entropies
    tables = [
        np.stack([measure(truth.plausibility, said, truth.valid)[rows] for said in group], axis=1).tolist()
        for group in (ours, theirs)
    ]
    unit = 100.0 if what == "right" else 1.0
    seeds: Seeds = "crossed" if max(len(ours), len(theirs)) > 1 else "nested"
    return Comparison(words, difference(tables[0], tables[1], homes, seeds), sign, unit)


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
