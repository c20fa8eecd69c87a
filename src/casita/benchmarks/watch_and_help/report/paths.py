"""The report's paths of one episode with and without help (Figure 6), and films of it.

The episode is chosen by a rule that stands on the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from casita.benchmarks.watch_and_help.homes.tasks import task_named
from casita.benchmarks.watch_and_help.item import ALICE, BOB
from casita.benchmarks.watch_and_help.models import ALONE
from casita.benchmarks.watch_and_help.report.figures.moments import FILM, home_view
from casita.benchmarks.watch_and_help.report.figures.paths import paths_figure
from casita.benchmarks.watch_and_help.report.logs import SPLIT, log_of, outcomes_of
from casita.benchmarks.watch_and_help.report.results import HOW, Results, title_of
from casita.benchmarks.watch_and_help.score import HelpResult
from casita.evaluation.page import Block, Film, Image, Missing, Section, Words
from casita.render.figures import avatars
from casita.world.outcome import Outcome

HELPED = ("hp", "teammate")
"""Whose help is shown: the first of these that has episodes."""

READABLE = 120
"""Steps of Alice alone in the episode whose paths are drawn, at the most; longer paths cover the plan."""


class Pair(NamedTuple):
    """One episode alone and helped, of the same task and seed."""

    helper: str
    alone: HelpResult
    helped: HelpResult


def chosen_pair(results: Results) -> Pair | None:
    """Of HP's episodes, or our own helper's if HP has none: the one that was sped up most by help."""
    for name in HELPED:
        alone = {(each.task, each.seed): each for each in results.of(SPLIT, ALONE)}
        pairs = [
            Pair(name, alone[each.task, each.seed], each)
            for each in results.of(SPLIT, name)
            if each.success and (each.task, each.seed) in alone
        ]
        done = [pair for pair in pairs if pair.alone.success]
        short = [pair for pair in done if pair.alone.steps <= READABLE]
        if done:
            return max(short or done, key=lambda pair: pair.alone.steps / max(pair.helped.steps, 1))
    return None


def paths_section(results: Results, films: Path | None = None) -> Section:
    """The paths of one episode alone and with help; films of it too, if there is a folder for them."""
    title = "One episode, alone and helped (Figure 6)"
    pair = chosen_pair(results)
    if pair is None:
        return Section(title, (Missing("an episode that succeeds alone and with HP", HOW),))
    task = task_named(pair.helped.task)
    alone, helped = log_of(results, ALONE, pair.alone), log_of(results, pair.helper, pair.helped)
    words = (
        f"Task {task.id} with seed {pair.helped.seed}: {pair.alone.steps} steps alone, {pair.helped.steps} with "
        f"{title_of(pair.helper)}. Chosen because help sped it up most of all episodes of at most {READABLE} steps "
        "alone: an example, not the rule."
    )
    blocks: list[Block] = [Words(words), Image("Paths on the floor plan", paths_figure(alone, helped, task).png(1650))]
    if films is not None:
        blocks += _films(results, pair.helped, films)
    return Section(title, tuple(blocks))


def _films(results: Results, shown: HelpResult, folder: Path) -> Iterator[Film]:
    """The same task and seed alone, with HP and with our own helper, as films."""
    for name in (ALONE, "hp", "teammate"):
        for each in results.of(SPLIT, name):
            if (each.task, each.seed) == (shown.task, shown.seed) and each.steps:
                path = make_film(outcomes_of(results, name, each), folder / f"{name}.mp4", each.seed)
                helped = "Alice alone" if name == ALONE else f"With {title_of(name)}"
                yield Film(f"{helped}: {each.steps} steps", path.read_bytes(), f"In figures/{path.name}, too.")


def make_film(outcomes: Sequence[Outcome], path: Path, cast: int = 0) -> Path:
    """An episode as MP4, seen over the whole home without its roofs; the cast decides what Alice and Bob look like."""
    from casita.render.video import film

    camera, people = home_view(outcomes[0].before.scene), avatars((ALICE, BOB), cast)
    return film(outcomes, path, lambda _: camera, size=FILM, per_step=2, per_second=10, avatars=people)
