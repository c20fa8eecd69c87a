"""The report's results of the help stage: Figure 5, every table behind it, t-tests, and the second test set."""

from __future__ import annotations

import math
from collections.abc import Callable

from casita.benchmarks.watch_and_help import paper, score
from casita.benchmarks.watch_and_help.models import ALONE, MODELS
from casita.benchmarks.watch_and_help.report.figures.plane import plane_figure, rewards_figure
from casita.benchmarks.watch_and_help.report.results import (
    CLEAR,
    HOW,
    LENGTH,
    SPLIT_TITLES,
    Difference,
    Results,
    activity_title,
    said,
    title_of,
)
from casita.reports.page import Block, Cell, Image, Missing, Section, Table, Words

MEASURES: dict[str, tuple[str, Callable[[score.Summary], score.Estimate]]] = {
    "success": ("Success", lambda summary: summary.success),
    "speed_up": ("Speed-up", lambda summary: summary.speed_up),
    "reward": ("Reward", lambda summary: summary.reward),
    "length": ("Length", lambda summary: summary.length),
}
"""What is measured: its title, and where it is in a summary."""

FORMULAS = (
    "Formulas, the same for all: the length L is the step at which all predicates hold, 250 if they never do. The "
    "speed-up of an episode is L_alice / L - 1 if it succeeds and 0 if it fails, with L_alice Alice's mean length "
    "alone on that task over all seeds; so Alice alone is a little above 0, as in the authors' files. The reward is "
    "1 - 0.004 L, or -1 for a failure. Errors are standard errors over seeds, each seed the mean of its tasks; "
    "t-tests are paired and two-tailed, over tasks."
)


def help_section(results: Results) -> Section:
    """Test-1."""
    title = "Helping: single activities (test-1, Figure 5)"
    if not results.helpers("test_1"):
        return Section(title, (Missing("episodes of test-1 with Alice alone among them", HOW),))
    blocks: list[Block] = [Words(FORMULAS), *figure_5(results), overview_table(results, "test_1")]
    blocks += [t_tests_table(results, "test_1")]
    blocks += [activity_table(results, name) for name in MEASURES]
    absent = [title_of(name) for name in MODELS if not results.of("test_1", name)]
    if absent:
        blocks.append(Missing(f"on test-1: {', '.join(absent)}", HOW))
    return Section(title, tuple(blocks))


def figure_5(results: Results) -> list[Block]:
    """The plane, and rewards by activity."""
    ours = {
        name: (summary.success, summary.speed_up)
        for name in results.helpers("test_1")
        if (summary := results.summary("test_1", name))
    }
    theirs = {
        name: (row.success[score.ALL], row.speed_up[score.ALL])
        for name, row in paper.PUBLISHED.items()
        if name in MODELS
    }
    plane = plane_figure({"Casita": ours, "published": theirs})
    groups = [name for name in results.activities("test_1") if name in paper.ORDER]
    here = {
        name: [summary and summary.reward for group in groups for summary in [results.summary("test_1", name, group)]]
        for name in ours
    }
    there = {name: [paper.PUBLISHED[name].reward[group] for group in groups] for name in theirs}
    titles = [activity_title(group).replace(" a ", "\na ", 1) for group in groups]
    note = (
        "Dotted lines cross at Alice alone: good help is above and to the right. TG: the true goal; RG: a goal at "
        "random; else the inferred goal. The axis of speed-up is logarithmic in L_alice / L. Published: the authors' "
        "files, which have no oracles; the paper draws these only."
    )
    return [
        Image("Success and speed-up of all helpers (Figure 5a)", plane, note),
        Image(
            "Cumulative reward by activity (Figure 5b)",
            rewards_figure({"Casita": here, "published": there}, titles),
            "Published rewards follow from the published success and length; their errors are not known.",
        ),
    ]


def overview_table(results: Results, split: str) -> Table:
    """All helpers over all activities, with the published figures beside ours."""
    rows: list[tuple[str | Cell, ...]] = []
    for name in results.helpers(split):
        summary = results.summary(split, name)
        assert summary is not None
        cells: list[str | Cell] = [title_of(name), f"{summary.episodes:,}"]
        for measure, (_, take) in MEASURES.items():
            cells += [Cell(shown(take(summary), measure)), Cell(_theirs(split, name, measure), "theirs")]
        rows.append(tuple(cells))
    columns = ["helper", "episodes"]
    columns += [part for title, _ in MEASURES.values() for part in (title.lower(), "published")]
    note = (
        "Means with standard errors over seeds; lengths in steps. TG: with the true goal; RG: with a goal at random; "
        "oracles know the goal and see everything. Grey: the authors' files, or the paper's text."
    )
    return Table(f"All helpers on {SPLIT_TITLES[split]}", tuple(columns), tuple(rows), note)


def activity_table(results: Results, measure: str) -> Table:
    """One measure by helper and activity on test-1, the published figures in grey below ours."""
    title, take = MEASURES[measure]
    groups = results.activities("test_1")
    rows: list[tuple[str | Cell, ...]] = []
    for name in results.helpers("test_1"):
        own = [results.summary("test_1", name, group) for group in groups]
        rows.append((title_of(name), "here", *(shown(take(one), measure) if one else "–" for one in own)))
        if name in paper.PUBLISHED:
            theirs = getattr(paper.PUBLISHED[name], measure)
            cells = [Cell(shown(theirs[group], measure) if group in theirs else "–", "theirs") for group in groups]
            rows.append(("", Cell("published", "theirs"), *cells))
    columns = ("helper", "", *(activity_title(group) for group in groups))
    return Table(f"{title} by activity (test-1)", columns, tuple(rows), left=2, folded=True)


def t_tests_table(results: Results, split: str) -> Table:
    """Every helper against Alice alone, over the same tasks."""
    rows: list[tuple[str | Cell, ...]] = []
    for name in results.helpers(split):
        if name == ALONE:
            continue
        found = [
            results.difference(split, name, ALONE, measure)
            for measure in (LENGTH, lambda result: result.reward, lambda result: float(result.success))
        ]
        rows.append((title_of(name), *(cell for one in found for cell in _tested(one))))
    columns = ("helper", "length", "t-test", "reward", "t-test", "success", "t-test")
    t, degrees, p = paper.RANDOM_AGAINST_ALICE
    note = (
        "Differences to Alice alone, of means over tasks; in weight where p < 0.05. "
        f"The paper has t({degrees}) = {t}, p = {p} for Random; we take it to be of lengths."
    )
    return Table(f"Paired t-tests against Alice alone ({SPLIT_TITLES[split]})", columns, tuple(rows), note)


def _tested(found: Difference | None) -> tuple[Cell, Cell]:
    if found is None:
        return Cell("–"), Cell("fewer than 2 tasks", "theirs")
    mean = f"{found.mean:+.1f}" if abs(found.mean) >= 2 else f"{found.mean:+.2f}"
    if math.isnan(found.test.t):
        return Cell(mean), Cell("no task differs", "theirs")
    return Cell(mean), Cell(said(found.test), "best" if found.test.p < CLEAR else "")


def second_section(results: Results) -> Section:
    """Test-2: goals of two activities at once."""
    title = "Helping: two activities at once (test-2)"
    if not results.helpers("test_2"):
        return Section(title, (Missing("episodes of test-2 with Alice alone among them", HOW),))
    words = (
        "Goals join two predicate sets, which no helper has met in training. The paper gives Alice alone and HP only: "
        f"success {paper.TEST_2_SUCCESS[ALONE]} and {paper.TEST_2_SUCCESS['hp']}, "
        f"speed-up {paper.TEST_2_SPEED_UP['hp'].mean} for HP."
    )
    blocks: list[Block] = [Words(words), overview_table(results, "test_2"), t_tests_table(results, "test_2")]
    absent = [title_of(name) for name in MODELS if not results.of("test_2", name)]
    if absent:
        blocks.append(Missing(f"on test-2: {', '.join(absent)}", HOW))
    return Section(title, tuple(blocks))


def _theirs(split: str, name: str, measure: str) -> str:
    if split == "test_1":
        row = paper.PUBLISHED.get(name)
        return "–" if row is None else shown(getattr(row, measure)[score.ALL], measure)
    if measure == "success" and name in paper.TEST_2_SUCCESS:
        return f"{paper.TEST_2_SUCCESS[name]:.3f}"
    if measure == "speed_up" and name in paper.TEST_2_SPEED_UP:
        return shown(paper.TEST_2_SPEED_UP[name], measure)
    return "–"


def shown(estimate: score.Estimate, measure: str) -> str:
    """A mean with its standard error, such as `0.901 ± 0.006`; lengths with one decimal."""
    places = 1 if measure == "length" else 3
    error = "" if math.isnan(estimate.error) else f" ± {estimate.error:.{places}f}"
    return f"{estimate.mean:.{places}f}{error}"
