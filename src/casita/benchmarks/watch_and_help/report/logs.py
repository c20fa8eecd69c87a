"""Logs of the episodes behind the report: those beside the journals, or done again where none were kept."""

from __future__ import annotations

from pathlib import Path

from casita.benchmarks.watch_and_help.episodes.help import help_once
from casita.benchmarks.watch_and_help.homes.starts import scene_of
from casita.benchmarks.watch_and_help.homes.tasks import task_named
from casita.benchmarks.watch_and_help.models import MODELS, helper
from casita.benchmarks.watch_and_help.report.results import Results
from casita.benchmarks.watch_and_help.score import HelpResult
from casita.benchmarks.watch_and_help.task import log_path
from casita.episodes import Episode, load, replay_outcomes
from casita.errors import BadInput
from casita.world.outcome import Outcome

SPLIT = "test_1"
"""Where stories are looked for."""

LOOKED_THROUGH, DONE_AGAIN = 100, 10
"""Episodes of each helper that are looked through; and where no logs were kept, how many are done again for that."""


def log_of(results: Results, name: str, episode: HelpResult) -> Episode:
    """The log of an episode of a helper, as kept or done again."""
    path = _kept(results, name, episode)
    if path.exists():
        return load(path)
    if name not in MODELS:
        raise BadInput(f"{path} is not there, and {name!r} is no helper that could do it again")
    helped, log = help_once(helper(name), task_named(episode.task), episode.seed)
    if (helped.steps, helped.success) != (episode.steps, episode.success):
        raise BadInput(
            f"{episode.task} with seed {episode.seed} took {name} {episode.steps} steps by its journal and now takes "
            f"{helped.steps}: the journal is of another version; remove it"
        )
    return log


def _kept(results: Results, name: str, episode: HelpResult) -> Path:
    """Where the log of an episode is, if it was kept."""
    return log_path(results.folder / SPLIT / f"{name}_logs", episode)


def looked_through(results: Results, name: str) -> list[HelpResult]:
    """The first episodes of a helper whose logs were kept; a few of all if none were."""
    own = results.of(SPLIT, name)
    return [each for each in own if _kept(results, name, each).exists()][:LOOKED_THROUGH] or list(own[:DONE_AGAIN])


def outcomes_of(results: Results, name: str, episode: HelpResult) -> list[Outcome]:
    """All steps of an episode of a helper."""
    log, scene = log_of(results, name, episode), scene_of(task_named(episode.task), "help")
    return [outcome for _, outcome in replay_outcomes(log, scene) if outcome is not None]
