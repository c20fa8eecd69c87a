"""The report's results of helping: Figure 5, every table behind it, t-tests, and the second test set."""

from __future__ import annotations

import math

from casita.benchmarks.watch_and_help import paper
from casita.benchmarks.watch_and_help.item import ALL
from casita.benchmarks.watch_and_help.models import ALONE, MODELS
from casita.benchmarks.watch_and_help.report.figures.plane import plane_figure, rewards_figure
from casita.benchmarks.watch_and_help.report.findings import CLEAR
from casita.benchmarks.watch_and_help.report.results import (
    HOW,
    SPLIT_TITLES,
    Pair,
    Results,
    activity_title,
    title_of,
)
from casita.benchmarks.watch_and_help.score import OF_MEANS
from casita.evaluation.page import Block, Cell, Image, Missing, Section, Table, Words
from casita.evaluation.statistics import Estimate

MEASURES = {
    "success": "Success",
    "speed_up": "Speed-up",
    OF_MEANS: "Ratio of means",
    "reward": "Reward",
    "length": "Length",
}
"""What is measured, with titles."""

FORMULAS = (
    "Formulas, the same for all: the length L is the step at which all predicates hold, 250 if they never do. The "
    "speed-up of an episode is L_alice / L - 1 if it succeeds and 0 if it fails, with L_alice Alice's mean length "
    "alone on that task over all seeds; so Alice alone is a little above 0, as in the authors' files. The ratio of "
    "means is the mean of L_alice over the mean of L, less 1; it is smaller, for a mean of ratios is carried by the "
    "few fastest episodes. The published one follows from the published lengths. The reward is "
    "1 - 0.004 L, or -1 for a failure. Intervals of ours are 95% over tasks, with their seeds; published ones are 95% "
    "over seeds, from the standard deviations in the authors' files. T-tests are paired and two-tailed, over tasks."
)

SECOND = (
    "Goals join two predicate sets, which no helper has met in training. The paper gives Alice alone and HP only: "
    f"success {paper.TEST_2_SUCCESS[ALONE]} and {paper.TEST_2_SUCCESS['hp']}, "
    f"speed-up {paper.TEST_2_SPEED_UP['hp'].mean} for HP."
)

SECTIONS = {
    "test_1": ("Helping: single activities (test-1, Figure 5)", FORMULAS),
    "test_2": ("Helping: two activities at once (test-2)", SECOND),
}
"""The title and the first words for each test set."""


def help_section(results: Results, split: str) -> Section:
    """All helpers on a test set: figures of the first, and tables of both."""
    title, words = SECTIONS[split]
    if not results.helpers(split):
        return Section(title, (Missing(f"episodes of {SPLIT_TITLES[split]} with Alice alone among them", HOW),))
    first = split == "test_1"
    blocks: list[Block] = [Words(words), *(figure_5(results) if first else ()), overview_table(results, split)]
    blocks += [t_tests_table(results, split), *(activity_table(results, name) for name in MEASURES if first)]
    absent = [title_of(name) for name, row in MODELS.items() if row.study == "main" and not results.of(split, name)]
    if absent:
        blocks.append(Missing(f"on {SPLIT_TITLES[split]}: {', '.join(absent)}", HOW))
    return Section(title, tuple(blocks))


def figure_5(results: Results) -> list[Block]:
    """The plane, and rewards by activity."""
    names = results.helpers("test_1")
    ours = {
        name: (success, speed)
        for name in names
        if (success := results.estimate("test_1", name, "success"))
        and (speed := results.estimate("test_1", name, "speed_up"))
    }
    theirs = {name: (row.success[ALL], row.speed_up[ALL]) for name, row in paper.PUBLISHED.items() if name in MODELS}
    plane = plane_figure({"Casita": ours, "published": theirs})
    groups = [name for name in results.activities("test_1") if name in paper.ORDER]
    here = {name: [results.estimate("test_1", name, "reward", group) for group in groups] for name in names}
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
            "Published rewards follow from the published success and length; their intervals are not known.",
        ),
    ]


def overview_table(results: Results, split: str) -> Table:
    """All helpers over all activities, with the published figures beside ours."""
    rows: list[tuple[str | Cell, ...]] = []
    for name in results.helpers(split):
        cells: list[str | Cell] = [title_of(name), f"{len(results.of(split, name)):,}"]
        for measure in MEASURES:
            ours = results.estimate(split, name, measure)
            cells += [shown(ours, measure), Cell(shown(_theirs(split, name, measure), measure), "theirs")]
        rows.append(tuple(cells))
    columns = ["helper", "episodes"]
    columns += [part for title in MEASURES.values() for part in (title.lower(), "published")]
    note = (
        "Means with 95% intervals; lengths in steps. TG: with the true goal; RG: with a goal at random; "
        "oracles know the goal and see everything. Grey: the authors' files, or the paper's text."
    )
    return Table(f"All helpers on {SPLIT_TITLES[split]}", tuple(columns), tuple(rows), note)


def activity_table(results: Results, measure: str) -> Table:
    """One measure by helper and activity on test-1, the published figures in grey below ours."""
    groups = results.activities("test_1")
    rows: list[tuple[str | Cell, ...]] = []
    for name in results.helpers("test_1"):
        own = [results.estimate("test_1", name, measure, group) for group in groups]
        rows.append((title_of(name), "here", *(shown(one, measure) for one in own)))
        if name in paper.PUBLISHED:
            theirs = getattr(paper.PUBLISHED[name], measure)
            cells = [Cell(shown(theirs.get(group), measure), "theirs") for group in groups]
            rows.append(("", Cell("published", "theirs"), *cells))
    columns = ("helper", "", *(activity_title(group) for group in groups))
    return Table(f"{MEASURES[measure]} by activity (test-1)", columns, tuple(rows), left=2, folded=True)


def t_tests_table(results: Results, split: str) -> Table:
    """Every helper against Alice alone, over the same tasks."""
    rows: list[tuple[str | Cell, ...]] = []
    for name in results.helpers(split):
        if name == ALONE:
            continue
        found = [results.pair(split, name, ALONE, measure) for measure in ("length", "reward", "success")]
        rows.append((title_of(name), *(cell for one in found for cell in _tested(one))))
    columns = ("helper", "length", "t-test", "reward", "t-test", "success", "t-test")
    t, degrees, p = paper.RANDOM_AGAINST_ALICE
    note = (
        "Differences to Alice alone, of means over tasks; in weight where p < 0.05. "
        f"The paper has t({degrees}) = {t}, p = {p} for Random; we take it to be of lengths."
    )
    return Table(f"Paired t-tests against Alice alone ({SPLIT_TITLES[split]})", columns, tuple(rows), note)


def _tested(found: Pair | None) -> tuple[Cell, Cell]:
    if found is None:
        return Cell("–"), Cell("fewer than 2 tasks", "theirs")
    mean = found.difference.mean
    said = f"{mean:+.1f}" if abs(mean) >= 2 else f"{mean:+.2f}"
    if math.isnan(found.test.t):
        return Cell(said), Cell("no task differs", "theirs")
    return Cell(said), Cell(str(found.test), "best" if found.test.p < CLEAR else "")


def _theirs(split: str, name: str, measure: str) -> Estimate | None:
    """The published figure, if there is one."""
    if split == "test_1":
        row = paper.PUBLISHED.get(name)
        return None if row is None else getattr(row, measure)[ALL]
    if measure == "success" and name in paper.TEST_2_SUCCESS:
        return Estimate(paper.TEST_2_SUCCESS[name], math.nan, math.nan)
    return paper.TEST_2_SPEED_UP.get(name) if measure == "speed_up" else None


def shown(estimate: Estimate | None, measure: str) -> str:
    """A mean with its interval, such as `0.901 [0.880, 0.922]`; lengths with one decimal."""
    return "–" if estimate is None else estimate.text(1 if measure == "length" else 3)
