"""What every model answers to the questions of the test: networks by what was seen before, all others by being asked.

A network is asked about all videos at once with the features that are kept, which gives what it would answer if it
were shown the frames; `tests/test_env_qa_networks.py` holds the two against each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec

from casita.benchmarks.env_qa.films.planned import ROOMS_OF
from casita.benchmarks.env_qa.item import Question, RoleAnswer
from casita.benchmarks.env_qa.models import MODELS, NETWORKS, OUR_MODELS
from casita.benchmarks.env_qa.models.training import Curve, Run, finished, trainings_of_ours
from casita.benchmarks.env_qa.score import Answers, Scores, score, scores
from casita.benchmarks.env_qa.stored.folder import EnvQA
from casita.benchmarks.env_qa.watching.opened import digest_of, opened
from casita.evaluation.evaluate import evaluate
from casita.evaluation.statistics import Estimate, contrast, difference, resampled
from casita.scale import mapped

Which = Callable[[Question], bool]
"""Which questions are meant."""


class Answered:
    """The questions of the test, and what models answered: for each model one or several trainings."""

    def __init__(
        self, data: EnvQA, questions: Sequence[Question], said: Mapping[str, Sequence[Answers]], curves: Sequence[Curve]
    ) -> None:
        self.data, self.questions, self.said, self.curves = data, tuple(questions), dict(said), tuple(curves)
        self.films = {one.video: data.video(one.video).film for one in questions}
        self._marks = {
            name: [[score(run[row], one.answer) for run in runs] for row, one in enumerate(self.questions)]
            for name, runs in self.said.items()
        }

    @cached_property
    def scores(self) -> dict[str, Scores]:
        """All of Table 2, by model."""
        return {name: scores(self.questions, runs, self.films) for name, runs in self.said.items()}

    def trainings(self, model: str) -> int:
        """How many trainings of a model there are."""
        return len(self.said.get(model, ()))

    def events_of(self, question: Question) -> int:
        """How many events the video of a question has."""
        video = self.data.video(question.video)
        return video.end - video.first

    def is_in_a_seen_room(self, question: Question) -> bool:
        """Is its video of a room that is in training?"""
        room = self.data.films[self.films[question.video]].room
        return int(room.rpartition("_")[2]) in ROOMS_OF["train"]

    def mean(self, model: str, which: Which) -> Estimate | None:
        """The mean of equation 1 over some questions; None if there are no answers."""
        rows = self._rows(which)
        if model not in self._marks or not rows:
            return None
        return resampled([self._marks[model][row] for row in rows], self._of(rows), (0.0, 1.0), "crossed")

    def gain(self, ours: str, theirs: str, which: Which = lambda one: True) -> Estimate | None:
        """How much higher one model scores than the other on some questions."""
        rows = self._rows(which)
        if ours not in self._marks or theirs not in self._marks or not rows:
            return None
        tables = [[self._marks[name][row] for row in rows] for name in (ours, theirs)]
        return difference(tables[0], tables[1], self._of(rows), "crossed")

    def contrast(self, model: str, here: Which, there: Which) -> Estimate | None:
        """How much higher a model scores on some questions than on others."""
        rows = self._rows(here), self._rows(there)
        if model not in self._marks or not all(rows):
            return None
        found = contrast(self._marks[model], [self.films[one.video] for one in self.questions], *rows)
        one_film = any(len(set(self._of(each))) == 1 for each in rows)
        return found._replace(low=math.nan, high=math.nan) if one_film else found

    def _rows(self, which: Which) -> list[int]:
        return [row for row, one in enumerate(self.questions) if which(one)]

    def _of(self, rows: Sequence[int]) -> list[str]:
        return [self.films[self.questions[row].video] for row in rows]


class _Work(NamedTuple):
    """What one worker is asked for: the answers of one model, or of one of its trainings."""

    data: Path
    models: Path
    features: Path
    limit: int | None
    name: str
    training: int | None = None
    """Which training: of networks by its seed, of ours in their order."""


def answered(
    data: EnvQA, models: Path, features: Path, limit: int | None = None, *, workers: int = 1, progress: bool = True
) -> Answered:
    """Ask all models that are there; networks that are not trained on these data are left out."""
    digests = data.manifest.digest(), digest_of(features)
    done = finished(models, tuple(NETWORKS), *digests)
    ours = trainings_of_ours(models, *digests) if features.exists() else []
    seeds: dict[str, Sequence[int | None]] = {
        name: done.get(name, ()) if name in NETWORKS else range(len(ours)) if name in OUR_MODELS else (None,)
        for name in MODELS
    }
    work = [_Work(data.path, models, features, limit, name, seed) for name, own in seeds.items() for seed in own]
    work.sort(key=lambda each: each.name not in OUR_MODELS)  # What takes longest is begun first.
    found = mapped(_answers, work, workers, "Env-QA: models answer", progress=progress)
    by_model: dict[str, list[Answers]] = {}
    for each, answers in zip(work, found, strict=True):
        by_model.setdefault(each.name, []).append(answers)
    curves = [Curve.read(models, Run(name, seed)) for name, own in done.items() for seed in own]
    return Answered(
        data, data.questions("test")[:limit], {name: by_model[name] for name in MODELS if name in by_model},
        [curve for curve in curves if curve is not None],
    )  # fmt: skip


def _answers(work: _Work) -> Answers:
    """Networks and ours are given what was seen before."""
    if work.name in NETWORKS or work.name in OUR_MODELS:
        data, folder, footage = opened(work.data, work.features)
        questions = data.questions("test")[: work.limit]
        assert work.training is not None, "networks and ours are trained"
        if work.name in OUR_MODELS:
            from casita.benchmarks.env_qa.report.budget import answers_of_ours

            weights = trainings_of_ours(work.models, data.manifest.digest(), folder.manifest.digest())[work.training]
            return answers_of_ours(data, footage, weights, questions, presuming=OUR_MODELS[work.name].presuming)
        from casita.benchmarks.env_qa.models.fitting import loaded

        found = loaded(Run(work.name, work.training).weights(work.models), NETWORKS).answers(questions, footage)
        return [found[one.id] for one in questions]
    rows = evaluate("env_qa", work.name, data=work.data, limit=work.limit).rows
    return [msgspec.convert(row.answer, RoleAnswer | None, from_attributes=True) for row in rows]
