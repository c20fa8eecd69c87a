"""Trains the policies of Hybrid and HRL by reinforcement.

Hybrid's high-level policy first learns with Bob alone and then beside Alice. HRL's low level learns to grab and then to
place; its high level is Hybrid's. The same seed gives the same weights, for any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import Task
from casita.benchmarks.watch_and_help.models import hrl, hybrid
from casita.benchmarks.watch_and_help.models.policies.acting import VERSION
from casita.benchmarks.watch_and_help.models.policies.networks import WIDTH, HighPolicy, LowPolicy, Policy
from casita.benchmarks.watch_and_help.models.training.high import Played, play_high
from casita.benchmarks.watch_and_help.models.training.low import REACHED, play_low
from casita.benchmarks.watch_and_help.models.training.settings import TrainSettings
from casita.evaluation.training import TrainingRun
from casita.exact import count_of
from casita.learn.actor_critic import Learner, Learning, Remembered, Trajectory
from casita.learn.checkpoints import weights_of
from casita.learn.needing_torch import torch
from casita.learn.training import seeded
from casita.scale import end_with_parent, tracked
from casita.seeds import derived_seed, stream

POINTS = 40
"""Of each learning curve."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One part of a training."""

    name: str
    network: str
    """Which one learns."""
    episodes: int
    limit: int
    """Steps of an episode, at the most."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a policy is trained, and how large it is."""

    lessons: tuple[Lesson, ...]
    learning: Learning
    tasks: int
    """Training tasks that episodes are drawn from, the first so many."""
    width: int = WIDTH
    groups: int = 2
    """Parts of a round, played side by side where there are workers."""


HIGH = Learning(batch=16, replays=6, remembered=160)
LOW = Learning(batch=16, replays=3, remembered=160, prized=REACHED)
"""Episodes cost more time than learning from them again. The paper has batches of 16 and 32."""

BUDGETS = {
    "hybrid": Budget((Lesson("alone", "high", 1_024, 150), Lesson("together", "high", 3_072, 200)), HIGH, 100),
    "hrl": Budget((Lesson("grab", "grab", 6_400, 50), Lesson("place", "place", 3_200, 70)), LOW, 100),
}
"""What the shipped weights were trained with: about ten minutes of two cores each."""

PAPER_BUDGET = {
    "hybrid": Budget((Lesson("alone", "high", 50_000, 250), Lesson("together", "high", 50_000, 250)), HIGH, 1_011, 128),
    "hrl": Budget(
        (Lesson("grab", "grab", 100_000, 250), Lesson("place", "place", 26_000, 250)),
        replace(LOW, batch=32),
        1_011,
        128,
    ),
}
"""The paper's episodes of the low level and its width. It does not say how many the high level had: ours is a guess."""

KINDS = {"hybrid": hybrid.KIND, "hrl": hrl.KIND}
NETWORKS: dict[str, type[Policy]] = {"high": HighPolicy, "grab": LowPolicy, "place": LowPolicy}


def train_policy(asked: TrainSettings, budget: Budget | None = None, *, progress: bool = True) -> Path:
    """Train "hybrid" or "hrl", or go on with it; the file of its weights."""
    chosen = budget or (PAPER_BUDGET if asked.paper_budget else BUDGETS)[asked.model]
    run = _Run(asked.model, asked.out, chosen, asked.seed)
    with ExitStack() as stack:
        pool: Executor | None = None
        if asked.workers > 1:
            context = get_context("spawn")
            made = ProcessPoolExecutor(asked.workers, mp_context=context, initializer=end_with_parent)
            pool = stack.enter_context(made)
        label = f"Watch-And-Help: {asked.model}" if progress else ""
        for _ in tracked(run.rounds(pool), run.rounds_left, label):
            run.keep()
    return run.finish()


# Playing.


class Work(NamedTuple):
    """What one worker is asked for: some episodes of a lesson."""

    lesson: Lesson
    width: int
    weights: dict[str, dict[str, NDArray[np.generic]]]
    """Of the networks that are needed, by name."""
    jobs: tuple[tuple[Task, int], ...]


def play(work: Work) -> list[Played]:
    """The episodes of one part of a round."""
    made = {name: _filled(name, work.width, weights) for name, weights in work.weights.items()}
    lesson = work.lesson
    high, low = made.get("high"), made.get(lesson.network)
    if isinstance(high, HighPolicy):
        alone = lesson.name == "alone"
        return [play_high(high, task, seed, alone=alone, limit=lesson.limit) for task, seed in work.jobs]
    grabbing = made["grab"] if lesson.name == "place" else None
    assert isinstance(low, LowPolicy)
    assert grabbing is None or isinstance(grabbing, LowPolicy)
    return play_low(low, work.jobs, lesson.limit, grabbing)


def _filled(name: str, width: int, weights: dict[str, NDArray[np.generic]]) -> Policy:
    policy = NETWORKS[name](width)
    policy.load_state_dict({key: torch.from_numpy(array) for key, array in weights.items()})
    return policy.eval()


# The run.


class _Run:
    """A training under way, kept on disk."""

    def __init__(self, name: str, out: Path, budget: Budget, seed: int) -> None:
        self.name, self.budget, self.seed = name, budget, seed
        with seeded(seed, "watch_and_help", name):
            names = dict.fromkeys(lesson.network for lesson in budget.lessons)
            self.learners = {each: Learner(NETWORKS[each](budget.width), budget.learning) for each in names}
        self.lesson, self.episodes = 0, 0
        self.memory = Remembered(budget.learning)
        self.curve: list[dict[str, Any]] = []
        self._since: list[dict[str, float]] = []
        self._kept = TrainingRun(out, name, {"name": name, "seed": seed, "budget": asdict(budget)})
        found = self._kept.begun()
        if found is not None:
            self._go_on(found)

    @property
    def rounds_left(self) -> int:
        """Rounds until it is done."""
        left = count_of(lesson.episodes for lesson in self.budget.lessons[self.lesson :]) - self.episodes
        return -(-left // self.budget.learning.batch)

    def rounds(self, pool: Executor | None) -> Iterator[None]:
        """All that is left, a round at a time."""
        while self.lesson < len(self.budget.lessons):
            lesson = self.budget.lessons[self.lesson]
            self._round(lesson, pool)
            if self.episodes >= lesson.episodes:
                self.lesson, self.episodes, self.memory = self.lesson + 1, 0, Remembered(self.budget.learning)
            yield

    def _round(self, lesson: Lesson, pool: Executor | None) -> None:
        """Play some episodes, and learn from them and from earlier ones."""
        learner, learning = self.learners[lesson.network], self.budget.learning
        played = self._played(lesson, pool)
        new = [each.trajectory for each in played if each.trajectory is not None]
        said = learner.update(new) if new else {}
        self.memory.add(new)
        for turn in range(learning.replays if self.memory.every else 0):
            luck = stream(self.seed, "learning", self.name, lesson.name, self.episodes, "replay", turn)
            learner.update(self.memory.drawn(luck))
        self.episodes += len(played)
        self._note(lesson, played, said)

    def _played(self, lesson: Lesson, pool: Executor | None) -> list[Played]:
        """The episodes of a round."""
        batch = min(self.budget.learning.batch, lesson.episodes - self.episodes)
        pool_of_tasks = tasks("train")[: self.budget.tasks]
        luck = stream(self.seed, "learning", self.name, lesson.name, self.episodes, "tasks")
        jobs = [
            (luck.choice(pool_of_tasks), derived_seed(self.seed, "learning", lesson.name, self.episodes + number))
            for number in range(batch)
        ]
        needed = {lesson.network} | ({"grab"} if lesson.name == "place" else set())
        weights = {each: weights_of(self.learners[each].policy) for each in sorted(needed)}
        size = -(-batch // self.budget.groups)
        work = [
            Work(lesson, self.budget.width, weights, tuple(jobs[first : first + size]))
            for first in range(0, batch, size)
        ]
        mapping: Callable[..., Iterator[list[Played]]] = pool.map if pool is not None else map
        return [each for part in mapping(play, work) for each in part]

    def _note(self, lesson: Lesson, played: list[Played], said: dict[str, float]) -> None:
        """Add to the learning curve."""
        row = {
            "reward": fmean(each.reward for each in played),
            "success": fmean(float(each.success) for each in played),
            "steps": fmean(float(each.steps) for each in played),
        }
        self._since.append(row | said)
        share = lesson.episodes * (self._points(lesson) + 1) / POINTS
        if self.episodes >= share or self.episodes >= lesson.episodes:
            means = {key: round(fmean(each[key] for each in self._since if key in each), 4) for key in self._since[-1]}
            self.curve.append({"lesson": lesson.name, "episodes": self.episodes, **means})
            self._since = []

    def _points(self, lesson: Lesson) -> int:
        return sum(row["lesson"] == lesson.name for row in self.curve)

    # On disk.

    def keep(self, now: bool = False) -> None:
        """Write down how far it is, if the last time was a while ago."""
        parts = {name: (each.policy.state_dict(), each.optimiser.state_dict()) for name, each in self.learners.items()}
        memory = [{key: torch.from_numpy(value) for key, value in each._asdict().items()} for each in self.memory.every]
        progress = {"lesson": self.lesson, "episodes": self.episodes, "curve": self.curve, "since": self._since}
        self._kept.keep({"parts": parts, "memory": memory, **progress}, now=now)

    def _go_on(self, found: dict[str, Any]) -> None:
        for name, (policy, optimiser) in found["parts"].items():
            self.learners[name].policy.load_state_dict(policy)
            self.learners[name].optimiser.load_state_dict(optimiser)
        memory = [Trajectory(**{key: value.numpy() for key, value in each.items()}) for each in found["memory"]]
        self.memory = Remembered(self.budget.learning, memory)
        self.lesson, self.episodes = found["lesson"], found["episodes"]
        self.curve, self._since = found["curve"], found["since"]

    def finish(self) -> Path:
        """Write the weights and the learning curve; the weights' file."""
        several = len(self.learners) > 1
        weights = {
            (f"{name}.{key}" if several else key): array
            for name, each in self.learners.items()
            for key, array in weights_of(each.policy).items()
        }
        notes = {"width": str(self.budget.width), "seed": str(self.seed), "torch": str(torch.__version__)}
        return self._kept.finish(KINDS[self.name], VERSION, weights, notes, curve=self.curve)
