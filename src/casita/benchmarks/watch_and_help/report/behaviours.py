"""The report's behaviours of two agents, found in logs by rules (Figure 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from casita.agents.behaviours import FINDERS, Behaviour, Trace
from casita.benchmarks.watch_and_help.homes.tasks import task_named
from casita.benchmarks.watch_and_help.report.figures.moments import moments_figure
from casita.benchmarks.watch_and_help.report.logs import looked_through, outcomes_of
from casita.benchmarks.watch_and_help.report.results import HOW, Results, title_of
from casita.benchmarks.watch_and_help.score import HelpResult
from casita.evaluation.page import Block, Image, Missing, Section, Table, Words

TELLERS = ("hp", "teammate", "hp-true-goal", "hp-bayes", "hybrid", "hp-random-goal", "hybrid-true-goal", "oracle-b")
"""Helpers whose episodes are looked through, those first that are shown first; Random does nothing on purpose."""

BEHAVIOURS = {
    "contest": ("a", "Bob and Alice both try to take one thing"),
    "way_given": ("b", "Bob avoids a conflict"),
    "revealed": ("c", "What Bob does changes Alice's belief"),
    "blocked": ("d", "Bob blocks Alice"),
    "false_belief": ("e", "What Bob does gives Alice a false belief"),
}
"""The letter and the title of each behaviour in Figure 7."""


class Found(NamedTuple):
    """A behaviour, and whose episode it was found in."""

    helper: str
    episode: HelpResult
    behaviour: Behaviour


class Findings(NamedTuple):
    """What was found in the logs."""

    episodes: dict[str, int]
    """How many were looked through, by helper."""
    having: dict[str, Counter[str]]
    """In how many of them each behaviour was found, by helper."""
    best: dict[str, Found]
    """The one to show of each."""


def found_behaviours(results: Results) -> Findings:
    """All behaviours in the first episodes of the helpers that plan."""
    findings = Findings({}, {}, {})
    for name in TELLERS:
        own = looked_through(results, name)
        if not own:
            continue
        findings.episodes[name], findings.having[name] = len(own), Counter()
        for episode in own:
            for each in _behaviours(results, name, episode):
                findings.having[name][each.behaviour.name] += 1
                before = findings.best.get(each.behaviour.name)
                if before is None or (before.helper == name and each.behaviour.worth > before.behaviour.worth):
                    findings.best[each.behaviour.name] = each
    return findings


def _behaviours(results: Results, name: str, episode: HelpResult) -> Iterator[Found]:
    """The best of each sort in one episode."""
    if not episode.steps:
        return
    trace = Trace(outcomes_of(results, name, episode), task_named(episode.task).goal)
    for find in FINDERS.values():
        found = list(find(trace))
        if found:
            yield Found(name, episode, max(found, key=lambda each: each.worth))


def behaviours_section(results: Results) -> Section:
    """The five behaviours, drawn, and how often they were found."""
    title = "Behaviours found in the logs (Figure 7)"
    findings = found_behaviours(results)
    if not findings.episodes:
        return Section(title, (Missing("episodes of a helper that plans", HOW),))
    blocks: list[Block] = [
        Words(
            "Found by rules over what was done and seen, not picked by hand. Shown is the shortest story of each sort "
            "in the logs of the first helper that has one, and for blocking the longest."
        )
    ]
    for name, (letter, words) in BEHAVIOURS.items():
        found = findings.best.get(name)
        if found is None:
            blocks.append(Missing(f"{letter}) {words}", "It was in none of the episodes that were looked through."))
            continue
        task = task_named(found.episode.task)
        trace = Trace(outcomes_of(results, found.helper, found.episode), task.goal)
        note = f"{title_of(found.helper)}, {task.id}, seed {found.episode.seed}. Alice wants: {task.goal.sentence()}."
        blocks.append(Image(f"{letter}) {words}", moments_figure(found.behaviour, trace, found.episode.seed), note))
    return Section(title, (*blocks, behaviours_table(findings)))


def behaviours_table(findings: Findings) -> Table:
    """In which share of episodes each behaviour was found."""
    rows = tuple(
        (title_of(name), f"{count}", *(f"{findings.having[name][key] / count:.0%}" for key in BEHAVIOURS))
        for name, count in findings.episodes.items()
    )
    columns = (
        "helper",
        "episodes",
        *(f"{letter}) {name.replace('_', ' ')}" for name, (letter, _) in BEHAVIOURS.items()),
    )
    return Table("Episodes with each behaviour", columns, rows, "The paper shows one example of each, and no counts.")
