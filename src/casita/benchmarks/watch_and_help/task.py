"""What is asked: `help` puts a helper to tasks with seeds, beside Alice alone; `watch` asks only for her goal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec

from casita.benchmarks.watch_and_help.episodes.help import ACT_SECONDS, WATCH_SECONDS, HelpSettings, help_once
from casita.benchmarks.watch_and_help.episodes.watching import WATCH_SETS, shown_as
from casita.benchmarks.watch_and_help.homes.goals import PREDICATES
from casita.benchmarks.watch_and_help.homes.tasks import digest_of, tasks
from casita.benchmarks.watch_and_help.item import ALL, MAX_STEPS, Counts, SeededTask, Split, Task
from casita.benchmarks.watch_and_help.models import ALONE, GOAL_READERS, MODELS, made
from casita.benchmarks.watch_and_help.models.weights import WEIGHTS, check_folder, weights_digests
from casita.benchmarks.watch_and_help.score import (
    OF_MEANS,
    Episodes,
    Guess,
    HelpResult,
    alone_lengths,
    by_activity,
    counted,
    estimated,
    recognised,
)
from casita.episodes import save
from casita.errors import BadInput, unknown
from casita.evaluation.faults import Fault
from casita.evaluation.guard import GuardedModel
from casita.evaluation.models import ModelRow
from casita.evaluation.page import Table
from casita.evaluation.running import evaluate_task
from casita.evaluation.task import EvalSettings, Scores
from casita.evaluation.task import Task as EvaluationTask
from casita.protocols import GoalReader, Helper, Observation
from casita.seeds import derived_seed

MEASURES = ("success", "speed_up", OF_MEANS, "reward", "length")
"""What is measured of a helper."""

MOST_DRAWS = 100
"""Goals that a model may be asked for about one demonstration."""

Item = TypeVar("Item", SeededTask, Task)


@dataclass(frozen=True, kw_only=True)
class WatchAndHelpSettings(EvalSettings):
    """Let a helper watch and help with every task of a split, and compare it with Alice alone.

    Yours is a class with watch(demonstration) and act(observation), which gives an action. It is made anew for every
    episode. One that raises, is too slow or answers nonsense loses its turn: that is counted, and the episode goes on.
    Test-1 with a planning helper, 100 tasks with 5 seeds, takes a few minutes on two cores. A class with
    goal(demonstration), which gives predicates with their counts, is put to the task watch.

    Examples:
      casita eval watch_and_help --model hp --limit 10 --seeds 1
      casita eval watch_and_help --model my_helper.py:Mine --limit 5 --resume mine.jsonl --logs mine_logs
      casita eval watch_and_help --model hp-true-goal --split test_2 --limit 2 --seeds 2 --workers 1
      casita eval watch_and_help --model bayes --limit 5
      casita eval watch_and_help --model counting --limit 5 --shown cut_50
    """

    split: str = "test_1"
    """test_1, or test_2 with goals of two activities; test_1_more and test_2_more are 300 further tasks of each."""
    limit: int | None = None
    """Only so many tasks; they go round the activities."""
    seeds: int = 5
    """How often each task is helped with, with another luck."""
    alone_seeds: int | None = None
    """How often Alice does each task alone, to compare with; as often as it is helped with if it is not said."""
    steps: int = MAX_STEPS
    """Steps of an episode, at the most; fewer than 250 are for trying something out."""
    logs: Path | None = None
    """A folder for a log of every episode; Alice's alone go to its folder alone."""
    alone: Path | None = None
    """A journal of Alice alone with the same tasks and seeds, gone on with; by default beside that of --resume."""
    weights: Path | None = None
    """A folder with weights that you trained, taken instead of Casita's own."""
    shown: str = "whole"
    """For goal inference, how a demonstration is watched: whole, cut_25, cut_50, cut_75, cut_90, noisy or outside."""
    pixels: int | None = None
    """Also show the helper what Bob sees, as pictures so many pixels wide and high."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.tasks()
        if self.shown not in WATCH_SETS:
            raise unknown("watch set", self.shown, WATCH_SETS)
        fewest = min(self.seeds, self.seeds if self.alone_seeds is None else self.alone_seeds)
        if fewest < 1:
            raise BadInput(f"there is at least one seed; asked for {fewest}")
        if self.weights is not None:
            check_folder(self.weights)
        self.help_settings()

    def tasks(self) -> tuple[Task, ...]:
        """The tasks that are asked about."""
        if self.split not in get_args(Split):
            raise unknown("split", self.split, get_args(Split))
        split: Split = self.split  # type: ignore[assignment]  # it was just compared with all of them
        return tasks(split)[: self.limit]

    def help_settings(self) -> HelpSettings:
        """How an episode is held."""
        size = None
        if self.pixels is not None:
            from casita.render.renderer import checked_size

            size = checked_size((self.pixels, self.pixels))
        return HelpSettings(self.steps, None if self.timeout else WATCH_SECONDS, size)

    def for_alice_alone(self) -> WatchAndHelpSettings:
        """The settings that Alice does the same tasks alone with."""
        beside = self.resume and self.resume.with_name(f"{self.resume.stem}_alone.jsonl")
        return WatchAndHelpSettings(
            split=self.split,
            limit=self.limit,
            seeds=self.alone_seeds or self.seeds,
            steps=self.steps,
            workers=self.workers,
            resume=self.alone or beside,
            logs=self.logs and self.logs / "alone",
        )


class _OfWatchAndHelp(EvaluationTask[Item]):
    """What both tasks share."""

    benchmark = "watch_and_help"
    settings: WatchAndHelpSettings

    def make(self, row: ModelRow) -> Any:
        """A new model, with the weights that were asked for."""
        return made(row, self.settings.weights)

    def made_of(self, row: ModelRow) -> dict[str, str]:
        """A hash of the weights of each of its networks."""
        return weights_digests(row.weights, self.settings.weights or WEIGHTS)

    def about(self) -> dict[str, Any]:
        """Which tasks, with a hash of them."""
        return {"split": self.settings.split, "tasks": digest_of(self.settings.tasks())}


class HelpTask(_OfWatchAndHelp[SeededTask]):
    """Help Alice with what she wants; an answer is how the episode ended."""

    name = "help"
    protocol = Helper
    headline = "speed_up"
    answers = HelpResult
    fresh = True
    seconds = ACT_SECONDS
    models = MODELS

    def items(self) -> list[SeededTask]:
        """Every task with every seed."""
        return [SeededTask(task, seed) for task in self.settings.tasks() for seed in range(self.settings.seeds)]

    def group_of(self, item: SeededTask) -> str:
        """Episodes of one task share its home and its demonstration."""
        return item.task.id

    def about(self) -> dict[str, Any]:
        """Which tasks with how many seeds, and how episodes are held."""
        settings = self.settings
        return super().about() | {"seeds": settings.seeds, "steps": settings.steps, "pixels": settings.pixels}

    def ask(self, model: GuardedModel, item: SeededTask) -> HelpResult:
        """One episode; a fault costs the helper its turn."""
        result, episode = help_once(model, item.task, item.seed, self.settings.help_settings())
        if self.settings.logs is not None:
            save(episode, log_path(self.settings.logs, result))
        return result

    def scores(self, items: Sequence[SeededTask], answers: Sequence[HelpResult]) -> Scores:
        """Success, speed-up, reward and length, and what the two did to each other, by activity."""
        alone = answers if all(each.alone for each in answers) else self._alone()
        lengths = alone_lengths(alone)
        metrics = {name: estimated(answers, lengths, name) for name in MEASURES}
        return Scores(metrics, (_results_table(answers, lengths), _interplay_table(answers, alone)))

    def _alone(self) -> list[HelpResult]:
        """Alice alone with the same tasks and seeds."""
        found = evaluate_task(HelpTask(self.settings.for_alice_alone()), ALONE, label="Watch-And-Help: Alice alone")
        return [msgspec.convert(row.answer, HelpResult) for row in found.rows]


def log_path(folder: Path, result: HelpResult) -> Path:
    """Where the log of an episode is kept."""
    return folder / f"{result.task}_{result.seed}.jsonl.gz"


def _results_table(episodes: Episodes, alone: Mapping[str, float]) -> Table:
    rows = []
    for name, own in by_activity(episodes).items():
        figures = [estimated(own, alone, measure).text(3) for measure in MEASURES[:-1]]
        rows.append((name, str(len(own)), *figures, estimated(own, alone, "length").text(1)))
    columns = ("activity", "episodes", "success", "speed-up", "ratio of means", "reward", "steps")
    note = "Speed-up: the success-weighted mean of ratios, as the authors have it. Ratio of means: of lengths, less 1."
    return Table("Means with 95% intervals over tasks", columns, tuple(rows), note)


def _interplay_table(episodes: Episodes, alone: Episodes) -> Table:
    rows = []
    for name, group in by_activity(episodes).items():
        own = counted(group, alone)
        undone, blocked = (own.undone_by_alice, own.undone_by_bob), (own.alice_blocked, own.bob_blocked)
        pairs = ["/".join(f"{count:.2f}" for count in pair) for pair in (undone, blocked)]
        saved = "–" if own.search_saved is None else f"{own.search_saved:.1f}"
        rows.append((name, f"{own.conflicting:.0%}", *pairs, saved, f"{own.choices:.0f}", f"{own.faults:.2f}"))
    columns = ("activity", "conflicts", "undone A/B", "blocked A/B", "saved", "choices", "lost")
    note = (
        "Conflicts: share of episodes. Undone by, and blocked: A, Alice, and B, Bob. Saved: steps of search. "
        "Choices: actions that one could name (the paper: 167). Lost: turns that he lost."
    )
    return Table("What they did to each other in a mean episode", columns, tuple(rows), note)


class WatchTask(_OfWatchAndHelp[Task]):
    """Say what Alice wants, from her demonstration; an answer is a goal, or several of a model that draws."""

    name = "watch"
    protocol = GoalReader
    headline = "recall"
    answers = tuple[Counts, ...]
    fresh = True
    seconds = WATCH_SECONDS
    models = GOAL_READERS

    def items(self) -> tuple[Task, ...]:
        """The tasks of the split, each demonstrated once."""
        return self.settings.tasks()

    def about(self) -> dict[str, Any]:
        """Which tasks, and how they are watched."""
        return super().about() | {"shown": self.settings.shown}

    def ask(self, model: GuardedModel, item: Task) -> tuple[Counts, ...]:
        """What a model infers; a fault is a goal with nothing in it. It may say how many `draws` are taken of it."""
        with suppress(Fault):
            if model.has("begin"):
                model.call("begin", derived_seed(0, "watch_and_help", item.id, "watch"))
        draws = model.attribute("draws", 1)
        if isinstance(draws, bool) or not isinstance(draws, int) or not 0 < draws <= MOST_DRAWS:
            raise BadInput(f"a model is asked 1 to {MOST_DRAWS} times about a demonstration; its draws are {draws!r}")
        shown = shown_as(item, self.settings.shown)
        return tuple(self._goal(model, shown) for _ in range(draws))

    def _goal(self, model: GuardedModel, shown: Sequence[Observation]) -> Counts:
        try:
            return model.call("goal", shown, check=checked_goal)
        except Fault:
            return ()

    def scores(self, items: Sequence[Task], answers: Sequence[tuple[Counts, ...]]) -> Scores:
        """Precision and recall of predicates, and goals that are wholly right, by activity."""
        guesses = [Guess(inferred, task.counts) for task, inferred in zip(items, answers, strict=True)]
        groups = {name: [one for one, task in zip(guesses, items, strict=True) if task.activity == name]
                  for name in sorted({task.activity for task in items})}  # fmt: skip
        found = {name: recognised(own) for name, own in (groups | {ALL: guesses}).items()}
        rows = [
            (name, str(one.exact.items), one.precision.text(3), one.recall.text(3), one.f1.text(3), one.exact.percent())
            for name, one in found.items()
        ]
        columns = ("activity", "shown", "precision", "recall", "F1", "wholly right, %")
        table = Table("Goals inferred from demonstrations, with 95% intervals over them", columns, tuple(rows))
        return Scores(found[ALL]._asdict(), (table,))


def checked_goal(answer: object) -> Counts:
    """A goal as a model may give it: predicates of Watch-And-Help with whole counts; BadInput if it is none."""
    if not isinstance(answer, Mapping):
        raise BadInput(f"expected a mapping of predicates to counts, got {type(answer).__name__}")
    for key, count in answer.items():
        if key not in PREDICATES:
            raise unknown("predicate", str(key), PREDICATES)
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MAX_STEPS:
            raise BadInput(f"{key} is wanted {count!r} times, expected a whole number")
    return tuple((key, answer[key]) for key in PREDICATES if answer.get(key))
