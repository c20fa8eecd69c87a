"""The card of a folder of demonstrations: what is in it, how it came about, and the paper's figures beside ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import fmean
from typing import TYPE_CHECKING

from casita.benchmarks.watch_and_help.homes.goals import ACTIVITIES
from casita.versions import VERSIONS

if TYPE_CHECKING:
    from casita.benchmarks.watch_and_help.generate import Row

PAPER = {"train": 1011, "test_1": 100, "test_2": 100, "inference": 5303}
"""Demonstrations of each part in the paper."""


def card(rows: Iterable[Row]) -> str:
    """The card as Markdown."""
    every = [(row.part, row.activity, row.steps, row.seed) for row in rows]
    lines = ["# Watch-And-Help on Casita: demonstrations", ""]
    lines += ["Simulated: Alice is a planner that works from what she sees; no person was watched.", ""]
    lines += ["She does each goal alone, in an apartment other than the one where she is helped later. Shown is what"]
    lines += ["she sees at every step until the goal is reached; where a seed of hers did not reach it in 250 steps,"]
    lines += ["the next one was taken, so lengths here are those of successes only.", ""]
    lines += ["Versions: " + ", ".join(f"{name} {version}" for name, version in VERSIONS.items()) + "."]
    lines += ["", "| part | demonstrations | in the paper | mean steps | longest | first seed failed |"]
    lines += ["|---|---|---|---|---|---|"]
    for part, theirs in PAPER.items():
        own = [row for row in every if row[0] == part]
        if own:
            steps = [row[2] for row in own]
            again = sum(row[3] > 0 for row in own)
            lines += [f"| {part} | {len(own):,} | {theirs:,} | {fmean(steps):.1f} | {max(steps)} | {again} |"]
    lines += ["", "| activity | demonstrations | mean steps |", "|---|---|---|"]
    counted = Counter(row[1] for row in every)
    for activity in [*ACTIVITIES, *sorted(set(counted) - set(ACTIVITIES))]:
        if counted[activity]:
            mean = fmean(row[2] for row in every if row[1] == activity)
            lines += [f"| {activity} | {counted[activity]:,} | {mean:.1f} |"]
    return "\n".join(lines) + "\n"
