"""Do the paper's findings hold here? Each is decided from the numbers, by a rule that is stated with it.

Findings that compare are decided alike: a comparison is clear if the 95% interval of its difference is above zero.
All clear: it holds. Some clear: it holds in part. None: it does not hold. One missing: it cannot be told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from casita.benchmarks.act_thor import paper, score
from casita.benchmarks.act_thor.collecting.splits import SPLITS
from casita.benchmarks.act_thor.report.analysis import nearest
from casita.benchmarks.act_thor.report.cells import plain
from casita.benchmarks.act_thor.report.results import (
    SPLIT_TITLES,
    UNIMODAL,
    Kind,
    Results,
    feature_title,
    multimodal_kinds,
)
from casita.evaluation.findings import Comparison, counted, decided, keeps_under
from casita.evaluation.page import Holds, Section, Verdict, Words
from casita.evaluation.statistics import SLACK, Estimate

NEAR_CHANCE = 0.35
"""An accuracy up to which a unimodal model counts as near chance."""

PAPER_SPLITS = ("scenes", "objects")

CLEAR = "differences are in points, and the 95% interval of each, over what varies, must be above zero"


def _points(words: str, difference: Estimate | None) -> Comparison:
    return Comparison(words, difference, unit=100.0)


def findings_section(results: Results) -> Section:
    """All findings with their verdicts."""
    intro = "Decided by code from the numbers below, each by the rule that it states. The first four are the main ones."
    return Section("Do the paper's findings hold here?", (Words(intro), *findings(results)))


def findings(results: Results) -> list[Verdict]:
    """The paper's four main findings, then smaller ones."""
    return [
        unimodal_near_chance(results),
        structure_wins(results),
        in_domain_wins(results),
        objects_are_harder(results),
        looks_beat_names(results),
        drop_is_easiest(results),
        matrices_group(results),
    ]


def unimodal_near_chance(results: Results) -> Verdict:
    """Neither the before-picture alone nor the action's name alone is enough."""
    found = [
        (f"{kind.full_title}, {SPLIT_TITLES[split]}", results.estimate(kind, split))
        for model in UNIMODAL
        for name in results.features or [results.in_domain]
        for kind in [_unimodal(model, name)]
        for split in SPLITS
    ]
    kept = [keeps_under(estimate, NEAR_CHANCE) for _, estimate in found]
    holds: Holds = "does not hold" if False in kept else "cannot be told" if None in kept else "holds"
    rule = (
        f"visual-only and action-name, with all features and on all splits, score at most {NEAR_CHANCE:.0%}, and no "
        f"interval ends above {NEAR_CHANCE + SLACK:.0%}."
    )
    return Verdict(
        "Unimodal models are near chance", holds, rule, tuple(f"{name}: {_said(one)}" for name, one in found)
    )


def structure_wins(results: Results) -> Verdict:
    """Models in which an action does more than shift the picture's vector are better."""
    linear = [kind for kind in multimodal_kinds(results.in_domain) if kind.model == "concat-linear"]
    richer = [kind for kind in multimodal_kinds(results.in_domain) if kind.model != "concat-linear"]
    concats = [kind for kind in multimodal_kinds(results.in_domain) if kind != results.matrix]
    found = [_best_against(results, richer, linear, split) for split in PAPER_SPLITS]
    rule = (
        "with in-domain features, the better of Action-Matrix and Concat-Multi beats the better Concat-Linear, in "
        f"which an action only adds a vector, on unseen scenes and on unseen objects; {CLEAR}."
    )
    strict = [f"not decisive, {_best_against(results, [results.matrix], concats, split)}" for split in PAPER_SPLITS]
    return decided("Structured representations of actions win", rule, found, strict)


def in_domain_wins(results: Results) -> Verdict:
    """Features learned on pictures of this world beat general ones."""
    general = results.general
    found = [
        _points(
            f"{kind.title}, {SPLIT_TITLES[split]}",
            results.paired((kind, split), (kind._replace(features=general), split)),
        )
        for split in PAPER_SPLITS
        for kind in multimodal_kinds(results.in_domain)
    ]
    rule = (
        f"every multimodal model is better with in-domain features ({results.in_domain}) than with general ones "
        f"({feature_title(general)}), on both of the paper's splits; {CLEAR}."
    )
    return decided("In-domain features beat general ones", rule, found)


def objects_are_harder(results: Results) -> Verdict:
    """New objects are harder than new rooms."""
    found = [
        _points(kind.full_title, results.paired((kind, "scenes"), (kind, "objects")))
        for name in results.features or [results.in_domain]
        for kind in multimodal_kinds(name)
    ]
    rule = f"every multimodal model, with all features, is better on unseen scenes than on unseen objects; {CLEAR}."
    return decided("Unseen objects are harder than unseen scenes", rule, found)


def looks_beat_names(results: Results) -> Verdict:
    """Of the two unimodal models, the one that sees the before-picture is better."""
    found = [
        Comparison(f"action-name less visual-only, {feature_title(name)}, {SPLIT_TITLES[split]}", apart, -1, 100.0)
        for split in PAPER_SPLITS
        for name in results.features or [results.in_domain]
        for apart in [results.paired((_unimodal("action-name", name), split), (_unimodal("visual-only", name), split))]
    ]
    rule = (
        "visual-only scores higher than action-name, with all features, on both of the paper's splits; differences are "
        "in points, and the 95% interval of each, over what varies, must be below zero."
    )
    return decided("Visual-only is better than action-name", rule, found)


def drop_is_easiest(results: Results) -> Verdict:
    """Of all actions on unseen objects, drop is the easiest (Table 3)."""
    why: list[str] = []
    verdicts: list[bool | None] = []
    for kind in (results.matrix, results.concat_multi):
        found = score.by_action(*results.pooled(kind, "objects"))
        order = sorted(found, key=lambda name: (-found[name].mean, name))
        verdicts.append(order[0] == "drop" if "drop" in found else None)
        said = "missing"
        if "drop" in found:
            firsts = ", ".join(f"{plain(name)} {found[name].mean:.2f}" for name in order[:3])
            said = f"{firsts}; drop is number {order.index('drop') + 1} of {len(order)}"
        why.append(f"{kind.full_title}: {said}")
    rule = "on unseen objects, drop has the highest accuracy of all actions, for Action-Matrix and for Concat-Multi."
    return Verdict("Drop is the easiest action", counted(verdicts), rule, tuple(why))


def matrices_group(results: Results) -> Verdict:
    """Matrices of actions that move things are like each other, and so are those that change looks (Table 4)."""
    near = nearest(results)
    rule = (
        "more of the three nearest neighbours are of an action's own group (it moves the thing, or changes its looks) "
        "than the share that names drawn at random would be."
    )
    claim = "Action matrices group by the kind of change"
    theirs = f"the paper's Table 4: {_own_group(paper.NEIGHBOURS):.0%} of neighbours are of the own group"
    if near is None:
        return Verdict(claim, "cannot be told", rule, ("similarities of action matrices are missing", theirs))
    share, expected = _own_group(near), _own_group({one: [*(near.keys() - {one})] for one in near})
    why = (f"{share:.0%} of neighbours are of the own group; at random {expected:.0%} would be", theirs)
    return Verdict(claim, "holds" if share > expected else "does not hold", rule, why)


def _unimodal(model: str, features: str) -> Kind:
    """Only one of the two is trained."""
    return Kind(model, features, "", "contrastive" if model == "action-name" else "")


def _own_group(near: Mapping[str, Sequence[str]]) -> float:
    """The share of neighbours that are of the same group of actions."""
    pairs = [(action, other) for action, others in near.items() for other in others]
    return sum((one in paper.MOVING) == (other in paper.MOVING) for one, other in pairs) / len(pairs)


def _best_against(results: Results, ours: Sequence[Kind], theirs: Sequence[Kind], split: str) -> Comparison:
    """The best of some kinds against the best of others."""
    one, other = _best(results, ours, split), _best(results, theirs, split)
    if one is None or other is None:
        return _points(f"{SPLIT_TITLES[split]}: {(ours if one is None else theirs)[0].model}", None)
    words = f"{SPLIT_TITLES[split]}: {one.title} over {other.title}"
    return _points(words, results.paired((one, split), (other, split)))


def _best(results: Results, kinds: Sequence[Kind], split: str) -> Kind | None:
    known = [(estimate.mean, kind) for kind in kinds if (estimate := results.estimate(kind, split)) is not None]
    return max(known)[1] if known else None


def _said(estimate: Estimate | None) -> str:
    return "missing" if estimate is None else estimate.percent()
