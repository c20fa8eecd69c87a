"""The report's controls of the headline: how far one gets without understanding, and whether ceilings are kept."""

from __future__ import annotations

from collections.abc import Mapping

from casita.benchmarks.act_thor.collecting.splits import SPLITS
from casita.benchmarks.act_thor.models import MODELS
from casita.benchmarks.act_thor.report.results import SPLIT_TITLES, Kind, Results
from casita.evaluation.findings import counted, keeps_under
from casita.evaluation.page import Section, Verdict, Words
from casita.evaluation.statistics import SLACK

CEILINGS: Mapping[str, float] = {"visual-only": 0.35, "action-name": 0.35, "change-map": 0.45}
"""Shares of right choices that a control must not exceed, on every split and with all features."""

WIDEST = 0.10
"""How wide the interval of our model on unseen pairs may be."""


def controls_section(results: Results) -> Section:
    """Whether the controls keep their ceilings, and whether unseen pairs are enough to tell models apart."""
    intro = (
        "Controls have no way to know what an action did: visual-only does not know the action, action-name and "
        "object-name + action do not see the picture before, change-map sees only where pixels differ. With two of "
        "five candidates from elsewhere, who knows only the scene or only the action is left with three."
    )
    verdicts = [ceiling_verdict(results, model) for model in CEILINGS]
    return Section("Do controls stay low?", (Words(intro), *verdicts, width_verdict(results)))


def ceiling_verdict(results: Results, model: str) -> Verdict:
    """Does a control keep its ceiling everywhere?"""
    kinds = [kind for kind in results.kinds if kind.model == model and not kind.control] or [Kind(model)]
    found = {(kind, split): results.estimate(kind, split) for kind in kinds for split in SPLITS}
    ceiling = CEILINGS[model]
    kept = [keeps_under(one, ceiling) for one in found.values()]
    why = tuple(
        f"{kind.full_title}, {SPLIT_TITLES[split]}: {'missing' if one is None else one.percent()}"
        for (kind, split), one in found.items()
    )
    rule = (
        f"on every split and with all features it is right in at most {ceiling:.0%}, and no interval ends above "
        f"{ceiling + SLACK:.0%}."
    )
    return Verdict(f"{MODELS[model].title} stays under {ceiling:.0%}", counted(kept), rule, why)


def width_verdict(results: Results) -> Verdict:
    """Is the interval of our own model on unseen pairs narrow enough?"""
    found = None if results.ours is None else results.estimate(results.ours, "pairs")
    narrow = None if found is None or not found.has_interval else found.high - found.low < WIDEST
    said = "missing" if found is None else f"{found.percent()}, over {found.over}s"
    rule = f"the interval of our own model on unseen pairs is less than {100 * WIDEST:.0f} points wide."
    return Verdict("Unseen pairs are enough to tell models apart", counted([narrow]), rule, (said,))
