"""The error budget of ours: what it would have if one of its parts made no mistakes, by giving it the truth of each.

- perception: boxes, types, colours and states as the world has them, in place of what the eyes saw; what notices events
  was then taught with such perception, too;
- events: what happened and when, in place of what was noticed;
- reading: the question's own program, in place of what it was read as;
- what is left with all three is lost by reasoning: by how places, liquids and materials are told from boxes and looks.

Rows that are told something are privileged: they are no models.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from casita.benchmarks.env_qa import paper
from casita.benchmarks.env_qa.item import Question, RoleAnswer, Video
from casita.benchmarks.env_qa.memory.answering import Remembered
from casita.benchmarks.env_qa.memory.believed import NoticedEvent
from casita.benchmarks.env_qa.memory.learnt import Learnt
from casita.benchmarks.env_qa.memory.schooling import Watch, by_footage, by_truth
from casita.benchmarks.env_qa.memory.sightings import TICKS
from casita.benchmarks.env_qa.models.ours import Reader
from casita.benchmarks.env_qa.models.training import trainings_of_ours
from casita.benchmarks.env_qa.models.training_ours import SEEN, TOLD
from casita.benchmarks.env_qa.score import Scores, scores
from casita.benchmarks.env_qa.stored.folder import EnvQA
from casita.benchmarks.env_qa.story.story import Story
from casita.benchmarks.env_qa.vocabulary import FIND
from casita.benchmarks.env_qa.watching.opened import opened
from casita.benchmarks.env_qa.watching.store import Footage
from casita.evaluation.page import Table

FILMS = 60
"""Films of the test that the table stands on, at the most: true perception is drawn anew."""


class Perception(NamedTuple):
    """A way to see videos, and what was learnt with it."""

    watch: Watch
    learnt: Learnt


class Row(NamedTuple):
    """What ours is told."""

    title: str
    is_perception_told: bool = False
    are_events_told: bool = False
    is_program_told: bool = False


ROWS = (
    Row("ours"),
    Row("told the question's program (reading)", is_program_told=True),
    Row("told what happened (events)", are_events_told=True),
    Row("told what is seen (perception)", is_perception_told=True),
    Row("told what is seen and what happened", is_perception_told=True, are_events_told=True),
    Row("told all three: what reasoning loses", True, True, True),
)


def budget(
    data: EnvQA, questions: Sequence[Question], ours: Perception, true: Perception | None
) -> dict[Row, list[RoleAnswer | None]]:
    """What ours answers as each row; rows that need true perception only where that is given."""
    reader = Reader(data.questions("train"))
    rows = [row for row in ROWS if true is not None or not row.is_perception_told]
    found: dict[Row, list[RoleAnswer | None]] = {row: [] for row in rows}
    for video, asked in _by_video(data, questions):
        events = true_events(data.story(video.id))
        remembered = {False: Remembered(ours.watch(video), ours.learnt)}
        if true is not None:
            remembered[True] = Remembered(true.watch(video), true.learnt)
        for question in asked:
            for row in rows:
                own = remembered[row.is_perception_told]
                found[row].append(_answer(row, own, reader, question, events if row.are_events_told else None))
    return found


def answers_of_ours(
    data: EnvQA, footage: Footage, weights: Path, questions: Sequence[Question], *, presuming: bool = True
) -> list[RoleAnswer | None]:  # fmt: skip
    """What ours answers to questions, in their order, by what was seen before."""
    reader = Reader(data.questions("train"), presuming=presuming)
    learnt, watch = Learnt.load(weights), by_footage(footage)
    found: dict[str, RoleAnswer | None] = {}
    for video, asked in _by_video(data, questions):
        remembered = Remembered(watch(video), learnt)
        found |= {question.id: reader.answer(remembered, question.text) for question in asked}
    return [found[question.id] for question in questions]


def budget_section(data: EnvQA, models: Path, features: Path, limit: int | None) -> Table:
    """The table, of the first training of ours and some films of the test."""
    _, folder, footage = opened(data.path, features)
    weights = trained_both(trainings_of_ours(models, data.manifest.digest(), folder.manifest.digest()))
    asked = data.questions("test")[:limit]
    films = some_films({data.video(one.video).film for one in asked})
    questions = [one for one in asked if data.video(one.video).film in films]
    told = told_beside(weights)
    true = Perception(by_truth(data), Learnt.load(told)) if told.exists() else None
    found = budget(data, questions, Perception(by_footage(footage), Learnt.load(weights)), true)
    return budget_table(data, questions, found, f"{len(questions):,} questions about {len(films)} films of the test")


def some_films(films: Collection[str]) -> list[str]:
    """So many films, evenly over all in their order, which is first that of rooms nobody learnt in, then of others."""
    return [sorted(films)[number * len(films) // FILMS] for number in range(FILMS)] if len(films) > FILMS else [*films]


def trained_both(every: Sequence[Path]) -> Path:
    """The first training that was also made with perfect perception; the first of all if none was."""
    return next((path for path in every if told_beside(path).exists()), every[0])


def told_beside(weights: Path) -> Path:
    """Where the training with perfect perception is that belongs to one."""
    return weights.with_name(weights.name.replace(SEEN, TOLD, 1))


def _answer(
    row: Row, video: Remembered, reader: Reader, question: Question, events: Sequence[NoticedEvent] | None
) -> RoleAnswer:
    if not row.is_program_told:
        return reader.answer(video, question.text, events)
    program: list[Any] = msgspec.json.decode(question.program)
    found = video.answer(program, events)
    return found if found is not None else reader.guess(question.text)


def true_events(story: Story) -> list[NoticedEvent]:
    """What happens in a video, by names and moments."""
    return [
        NoticedEvent(
            one.verb, story.things[one.object].name, story.things[one.target].name if one.target else "", one.liquid,
            max(0, int((one.starts - story.starts) * TICKS)), max(0, int((one.ends - story.starts) * TICKS)),
        )
        for one in story.happenings if one.verb != FIND
    ]  # fmt: skip


def in_order(data: EnvQA, questions: Sequence[Question]) -> list[Question]:
    """Questions as `budget` answers them: those about one video one after the other."""
    return [question for _, asked in _by_video(data, questions) for question in asked]


def _by_video(data: EnvQA, questions: Sequence[Question]) -> Iterator[tuple[Video, list[Question]]]:
    by_video: dict[str, list[Question]] = {}
    for question in questions:
        by_video.setdefault(question.video, []).append(question)
    for name in sorted(by_video):
        yield data.video(name), by_video[name]


def budget_table(
    data: EnvQA, questions: Sequence[Question], found: Mapping[Row, Sequence[RoleAnswer | None]], note: str
) -> Table:
    """Equation 1 by kind of question for each row."""
    ordered = in_order(data, questions)
    films = {one.video: data.video(one.video).film for one in ordered}
    marked = {row: scores(ordered, [answers], films) for row, answers in found.items()}
    rows = tuple((row.title, *_cells(marks)) for row, marks in marked.items())
    return Table("Error budget of ours: equation 1 in %", ("ours", *paper.COLUMNS), rows, note)


def _cells(marks: Scores) -> Iterator[str]:
    figures = {**marks.by_kind, "overall": marks.overall}
    return (figures[column].percent() if column in figures else "–" for column in paper.COLUMNS)
