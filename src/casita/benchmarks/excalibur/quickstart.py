"""EXCALIBUR in small, for the quickstart: a house as it was explored, and ten questions before and after."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from casita.benchmarks.excalibur.episode.mapping import map_of
from casita.benchmarks.excalibur.episode.visit import VisitRecord, visit
from casita.benchmarks.excalibur.generate import make_episode
from casita.benchmarks.excalibur.houses import scene_of, state_of
from casita.benchmarks.excalibur.item import Episode
from casita.benchmarks.excalibur.models import NOT_ACTING, OURS
from casita.benchmarks.excalibur.models.language import Language
from casita.benchmarks.excalibur.models.not_acting import answered
from casita.benchmarks.excalibur.models.ours import OursPrivileged
from casita.benchmarks.excalibur.score import is_right
from casita.evaluation.benchmark import Showing
from casita.evaluation.page import Table

LEARNT = 6
"""Training houses whose questions Language learns from here."""

ASKED = 10


def quickstart(out: Path) -> Showing:
    """Make a few houses and let a robot into one; nothing is kept in the folder."""
    train = [question for number in range(LEARNT) for question in make_episode("train", number).questions]
    episode = make_episode("drawn", 0)
    blind = answered(Language(train), [episode])[0].first
    start = state_of(episode)
    texts = [question.text for question in episode.questions]
    record = visit(OursPrivileged(), start, texts, 0)
    ours = OURS["ours-privileged"].title
    table = Table(
        "EXCALIBUR in small: answers of who only reads, and of a robot before and after it goes back in",
        ("question", NOT_ACTING["language"].title, f"{ours}: phase II", "phase IV", "true"),
        tuple(_rows(episode, blind, record)),
        note=f"The robot is told what its pictures show; phase I has {record.explored_in} steps, phase III "
        f"{record.refined_in}. Answers that changed come first.",
    )
    words = (
        f"A robot explores this house (blue), is asked twenty questions, goes back in (red) "
        f"and answers again. Language learnt from {LEARNT} houses here. "
        "The paper's scale: casita generate excalibur --scale paper."
    )
    return Showing(
        "excalibur", "EXCALIBUR, in small", words, table, (("the way", map_of(record, scene_of(episode)).png()),)
    )


def _rows(episode: Episode, blind: tuple[str, ...], record: VisitRecord) -> Iterator[tuple[str, ...]]:
    """Questions whose answers changed, then others, as many as are shown."""
    rows = list(zip(episode.questions, blind, record.first, record.second, strict=True))
    rows.sort(key=lambda row: row[2] == row[3])
    for question, *answers in rows[:ASKED]:
        judged = (f"{one or 'nothing'} ({'right' if is_right(question, one) else 'wrong'})" for one in answers)
        yield (question.text, *judged, question.answer)
