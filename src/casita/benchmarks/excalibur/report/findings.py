"""Whether what the paper found holds here: verdicts by rules written beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from casita.benchmarks.excalibur import paper
from casita.benchmarks.excalibur.item import KINDS, TOPICS, Question
from casita.benchmarks.excalibur.report.results import Result
from casita.benchmarks.excalibur.score import better, scores
from casita.evaluation.findings import Comparison, decided
from casita.evaluation.page import Holds, Verdict
from casita.evaluation.statistics import Estimate
from casita.exact import count_of

SHARE_SLACK = 2.0
"""Points that a share may be off Table 1's."""

ABOVE = {
    "The QA reward is worth more than novelty": ("qa", "novelty"),
    "Novelty adds little to the QA reward": ("novelty-qa", "qa"),
    "Agents that explore are above who only reads": ("novelty-qa", "language"),
}
"""Findings about agents that act: whose ExQA should be above whose."""


def findings(questions: Sequence[Question], results: Mapping[str, Mapping[str, Result]]) -> list[Verdict]:
    """All verdicts; `results` are by part and model."""
    return [
        _shares(questions),
        *(_language(results[part].get(name), part) for part in results for name in ("language", "language-network")),
        _solved(results),
        *(_above(claim, *pair, results) for claim, pair in ABOVE.items()),
        _ours(
            "Ours with privileged perception is above people with replay (90.1 ExQA)", "ours-privileged", 90.1, results
        ),
        _ours("Ours from what it sees is above people without replay (79.4 ExQA)", "ours", 79.4, results),
    ]


def _shares(questions: Sequence[Question]) -> Verdict:
    total = max(len(questions), 1)
    off: dict[str, float] = {}
    for kind in KINDS:
        share = 100 * count_of(one.kind == kind for one in questions) / total
        off[kind] = share - 100 * paper.KIND_SHARES[kind]
    for topic in TOPICS:
        share = 100 * count_of(topic in one.topics for one in questions) / total
        off[topic] = share - 100 * paper.TOPIC_SHARES[topic]
    worst = max(off, key=lambda name: abs(off[name]))
    return Verdict(
        "Questions have Table 1's shares",
        "holds" if abs(off[worst]) <= SHARE_SLACK else "does not hold",
        f"every share is within {SHARE_SLACK:g} points",
        (f"farthest off: {worst} by {off[worst]:+.1f} points",),
    )


def _language(found: Result | None, part: str) -> Verdict:
    claim = f"Questions do not give their answers away ({part}): who only reads them has at most 55%"
    rule = "the figure is at most 55%, and the upper end of its interval within 5 points of that"
    if found is None:
        return Verdict(claim, "cannot be told", rule, ("not run",))
    figure = scores(found.episodes, found.visits).exqa
    return Verdict(claim, _holds(figure.keeps(paper.LANGUAGE_AIM / 100)), rule, (f"{found.title}: {figure.percent()}",))


def _solved(results: Mapping[str, Mapping[str, Result]]) -> Verdict:
    oracles = [each["oracle"] for each in results.values() if "oracle" in each]
    figures = [scores(one.episodes, one.visits).exqa for one in oracles]
    holds: Holds = "cannot be told" if not figures else _holds(all(one.mean == 1.0 for one in figures))
    why = tuple(one.percent() for one in figures) or ("not run",)
    return Verdict("Every question can be read and answered from the graph", holds, "the oracle has 100%", why)


def _above(claim: str, ours: str, theirs: str, results: Mapping[str, Mapping[str, Result]]) -> Verdict:
    found = []
    for part, each in results.items():
        missing = [name for name in (ours, theirs) if name not in each]
        words = f"{ours} above {theirs}, {part}" + (f" ({' and '.join(missing)} not run)" if missing else "")
        found.append(Comparison(words, None if missing else _gap(each[ours], each[theirs]), unit=100.0))
    return decided(claim, "the whole interval of the difference in ExQA is above 0, on both test sets", found)


def _gap(ours: Result, theirs: Result) -> Estimate | None:
    """How much higher our ExQA is in the episodes that both have been in."""
    known = {episode.id: visit for episode, visit in zip(theirs.episodes, theirs.visits, strict=True)}
    both = [(episode, visit) for episode, visit in zip(ours.episodes, ours.visits, strict=True) if episode.id in known]
    if not both:
        return None
    episodes = [episode for episode, _ in both]
    return better(episodes, [visit for _, visit in both], [known[episode.id] for episode in episodes])


def _ours(claim: str, model: str, aim: float, results: Mapping[str, Mapping[str, Result]]) -> Verdict:
    rule = "the lower end of the interval of ExQA in the hand-drawn houses reaches it"
    found = results.get("drawn", {}).get(model)
    if found is None:
        return Verdict(claim, "cannot be told", rule, ("not run",))
    figure = scores(found.episodes, found.visits).exqa
    return Verdict(claim, _holds(figure.meets(aim / 100)), rule, (figure.percent(),))


def _holds(holds: bool | None) -> Holds:
    return "cannot be told" if holds is None else "holds" if holds else "does not hold"
