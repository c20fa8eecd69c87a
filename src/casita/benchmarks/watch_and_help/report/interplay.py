"""The report's counts of what two agents do to each other: conflicts, undone work, blocked steps, search, choices."""

from __future__ import annotations

from casita.benchmarks.watch_and_help import paper, score
from casita.benchmarks.watch_and_help.models import ALONE
from casita.benchmarks.watch_and_help.report.results import HOW, SPLIT_TITLES, Results, activity_title, title_of
from casita.evaluation.page import Block, Cell, Missing, Section, Table, Words
from casita.evaluation.statistics import resampled

WORDS = (
    "A conflict: one takes back what the other had put where the goal wants it, or both ask for something in one step "
    "that only one can have. The paper counts episodes in which Bob undoes what Alice has achieved: he takes what she "
    "had put where her goal wants it, and less of it is done. Undone: less of the goal is true after somebody took "
    "something. Blocked: no way on in a step because the other stands there. Search: steps in which Alice knows of "
    "nothing to go for; saved is her search alone, with the same task and seed, less that with help. Choices: actions "
    "that one could name at a step."
)


def interplay_section(results: Results) -> Section:
    """All helpers on both test sets, and conflicts by activity."""
    blocks: list[Block] = [Words(WORDS)]
    for split in ("test_1", "test_2"):
        if results.helpers(split):
            blocks.append(interplay_table(results, split))
    if results.helpers("test_1"):
        blocks.append(conflicts_table(results))
    else:
        blocks.append(Missing("episodes of test-1 with Alice alone among them", HOW))
    return Section("Getting in each other's way", tuple(blocks))


def interplay_table(results: Results, split: str) -> Table:
    """One row for each helper."""
    rows: list[tuple[str | Cell, ...]] = []
    for name in results.helpers(split):
        own = score.counted(results.of(split, name), results.of(split, ALONE))
        of_two = (
            f"{own.conflicting:.0%}",
            f"{own.taking_back:.0%}",
            f"{own.undoing_hers:.0%}",
            f"{own.undone_by_bob:.2f}",
            f"{own.alice_blocked:.1f}",
            f"{own.bob_blocked:.1f}",
            "–" if own.search_saved is None else f"{own.search_saved:+.1f}",
            f"{own.faults:.2f}",
        )
        conflicts, back, undoing, undone, *blocked, saved, lost = ("–",) * 8 if name == ALONE else of_two
        hers, choices = f"{own.undone_by_alice:.2f}", f"{own.choices:.0f}"
        rows.append((title_of(name), conflicts, back, undoing, hers, undone, *blocked, saved, choices, lost))
    theirs = ["the paper", *["–"] * 8, f"{paper.ACTION_SPACE}", "–"]
    rows.append(tuple(Cell(text, "theirs") for text in theirs))
    columns = (
        "helper", "conflicts in", "taken back in", "Bob undoes hers in", "undone by Alice", "undone by Bob",
        "Alice blocked", "Bob blocked", "search saved", "choices", "turns lost",
    )  # fmt: skip
    note = (
        "Conflicts: the share of episodes with one, with one of the first sort, and with one as the paper counts. All "
        "else are means for each episode, counts and steps; choices are a mean step's. Turns are lost by nonsense, "
        "errors and slowness."
    )
    return Table(f"Interplay on {SPLIT_TITLES[split]}", columns, tuple(rows), note)


def conflicts_table(results: Results) -> Table:
    """The share of episodes in which Bob undoes what Alice has achieved, by activity."""
    groups = results.activities("test_1")
    rows: list[tuple[str | Cell, ...]] = []
    for name in results.helpers("test_1"):
        if name == ALONE:
            continue
        own = score.by_activity(results.of("test_1", name))
        rows.append((title_of(name), *(_undone(own.get(group, ())) for group in groups)))
        if name == "hp-random-goal":
            theirs = [f"{100 * paper.CONFLICTS[group]:.0f}" if group in paper.CONFLICTS else "–" for group in groups]
            rows.append(tuple(Cell(text, "theirs") for text in ("the paper's HP RG", *theirs)))
    columns = ("helper", *(activity_title(group) for group in groups))
    note = "By the paper's definition of a conflict. 95% intervals over tasks."
    return Table(
        "Episodes in which Bob undoes what Alice has achieved, %, by activity (test-1)", columns, tuple(rows), note
    )


def _undone(episodes: score.Episodes) -> str:
    """The share of some episodes with her work undone, in per cent."""
    return resampled(score.by_task(episodes, score.undoes_hers), bounds=(0.0, 1.0)).percent() if episodes else "–"
