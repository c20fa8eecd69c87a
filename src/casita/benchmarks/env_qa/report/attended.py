"""Figure 6: questions with what TSEA answers, and the events that it attends to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from casita.benchmarks.env_qa.films.recording import RATE
from casita.benchmarks.env_qa.item import QUESTION_KINDS, Question
from casita.benchmarks.env_qa.models import NETWORKS
from casita.benchmarks.env_qa.models.training import Run
from casita.benchmarks.env_qa.report.answers import Answered
from casita.benchmarks.env_qa.score import score
from casita.benchmarks.env_qa.stored.folder import EnvQA
from casita.benchmarks.env_qa.watching.opened import opened
from casita.evaluation.page import Image, Words, jpeg
from casita.protocols import Picture, RoleAnswer

MODEL = "tsea"

SIZE = (240, 180)
"""Pixels of a picture."""

FRAMES = 4
"""Pictures of the video, beside the larger one of the event that is attended to most."""


def figure_6(found: Answered, models: Path, features: Path) -> Iterator[Image | Words]:
    """Questions with what TSEA attends to, and how they were chosen."""
    if not found.trainings(MODEL):
        return
    from casita.benchmarks.env_qa.models.fitting import loaded

    _, _, footage = opened(found.data.path, features)
    seed = min(curve.seed for curve in found.curves if curve.model == MODEL)
    network = loaded(Run(MODEL, seed).weights(models), NETWORKS)
    yield Words("Of each kind the first question that is answered best, about a whole film where one is; and the first "
                "about a whole film that is answered wrongly.")  # fmt: skip
    for question in examples(found):
        answer, spans, weights = network.attended(question, footage)
        most = int(np.argmax(weights))
        first, last = (frame / RATE for frame in spans[most])
        begins = found.data.video(question.video).starts
        said = (
            f"{question.text} True: {in_words(question.answer)}. TSEA: {in_words(answer)}, which scores "
            f"{100 * score(answer, question.answer):.0f}%. It attends most ({100 * weights[most]:.0f}%) to seconds "
            f"{first - begins:.1f} to {last - begins:.1f}, one of {len(spans)} events."
        )
        yield Image(f"{question.kind}: {question.id}", jpeg(sheet(found.data, question, (first + last) / 2)), said)


def examples(found: Answered) -> list[Question]:
    """One question of each kind, right where there is one, and one answered wrongly; about whole films if possible."""
    said = found.said[MODEL][0]
    marked = [
        (score(answer, one.answer), one.video == found.films[one.video], one)
        for one, answer in zip(found.questions, said, strict=True)
    ]
    best = [
        max((row for row in marked if row[2].kind == kind), key=lambda row: row[:2], default=None)
        for kind in QUESTION_KINDS
    ]
    wrong = max((row for row in marked if row[0] == 0.0), key=lambda row: row[1], default=None)
    return [row[2] for row in (*best, wrong) if row is not None]


def sheet(data: EnvQA, question: Question, attended: float) -> Picture:
    """Pictures of a video in two rows, and beside them, twice as large, one of what is attended to."""
    video = data.video(question.video)
    reel = data.reel(video.film)
    shown = [reel.frame(at, SIZE, smooth=True).rgb for at in np.linspace(video.starts, video.ends, FRAMES).tolist()]
    large = reel.frame(attended, (2 * SIZE[0], 2 * SIZE[1]), smooth=True).rgb
    rows = [np.concatenate(row, 1) for row in (shown[: FRAMES // 2], shown[FRAMES // 2 :])]
    return np.concatenate([np.concatenate(rows, 0), large], 1)


def in_words(answer: RoleAnswer) -> str:
    """An answer by roles, in words."""
    return ", ".join(f"{role} {value}" for role, value in answer.filled().items()) or "nothing"
