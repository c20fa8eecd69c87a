"""EXCALIBUR in small, for the quickstart: one house, its plan, and ten questions with the answers of three models."""

from __future__ import annotations

from pathlib import Path

from casita.benchmarks.excalibur.generate import make_episode
from casita.benchmarks.excalibur.houses import scene_of
from casita.benchmarks.excalibur.models import NOT_ACTING
from casita.benchmarks.excalibur.models.language import Language
from casita.benchmarks.excalibur.models.not_acting import Answerer, answered
from casita.benchmarks.excalibur.models.oracle import Oracle
from casita.benchmarks.excalibur.models.plausible import Plausible
from casita.benchmarks.excalibur.score import is_right
from casita.benchmarks.excalibur.stored.plan import plan_of
from casita.evaluation.benchmark import Showing
from casita.evaluation.page import Table

LEARNT = 6
"""Training houses whose questions Language learns from here."""

ASKED = 10


def quickstart(out: Path) -> Showing:
    """Make a few houses and ask about one; nothing is kept in the folder."""
    train = [question for number in range(LEARNT) for question in make_episode("train", number).questions]
    episode = make_episode("drawn", 0)
    models: dict[str, Answerer] = {"random": Plausible(), "language": Language(train), "oracle": Oracle()}
    said = [answered(model, [episode])[0].first for model in models.values()]
    rows = tuple(
        (question.text, *(f"{one} ({'right' if is_right(question, one) else 'wrong'})" for one in answers))
        for question, *answers in list(zip(episode.questions, *said, strict=True))[:ASKED]
    )
    table = Table(
        "EXCALIBUR in small: answers without exploring",
        ("question", *(NOT_ACTING[name].title for name in models)),
        rows,
    )
    words = (
        "A robot explores this house from the red mark on, is asked twenty questions, goes back in and answers again. "
        f"Language learnt from {LEARNT} houses here. The paper's scale: casita generate excalibur --scale paper."
    )
    plan = plan_of(episode, scene_of(episode)).png()
    return Showing("excalibur", "EXCALIBUR, in small", words, table, (("the house", plan),))
