"""Env-QA in small, for the quickstart: one film, five questions, and what models that do not look make of them."""

from __future__ import annotations

from pathlib import Path

from casita.benchmarks.env_qa.asking.filling import candidates
from casita.benchmarks.env_qa.asking.programs import run
from casita.benchmarks.env_qa.films.planned import Planned
from casita.benchmarks.env_qa.generate import taken
from casita.benchmarks.env_qa.item import Question, RoleAnswer, Video
from casita.benchmarks.env_qa.models import MODELS
from casita.benchmarks.env_qa.models.chance import Chance
from casita.benchmarks.env_qa.models.question_only import QuestionOnly
from casita.benchmarks.env_qa.score import score
from casita.benchmarks.env_qa.stored.strip import strip, told
from casita.benchmarks.env_qa.story.telling import story_of
from casita.evaluation.benchmark import Showing
from casita.evaluation.page import Table, jpeg

SHOWN = Planned("quickstart", "kitchen_12", "test", "task", "searching", 0)
"""The film that is shown."""

LEARNT = tuple(Planned(f"learnt_{n}", "kitchen_01", "train", "random", "brisk", 0) for n in range(3))
"""Films whose questions the others learn from."""

ASKED = 5


def quickstart(out: Path) -> Showing:
    """Take a few films and ask about one; nothing is kept in the folder."""
    train = [one for plan in LEARNT for one in _asked(plan)]
    _, reel = taken(SHOWN, 0)
    video = Video(SHOWN.id, SHOWN.id, "test", 0, len(reel.recording.happenings), 0.0, reel.recording.seconds)
    story = story_of(reel, video)
    questions = _varied(candidates(story, "test"))
    chance, blind = Chance(train), QuestionOnly(train)
    rows = []
    for number, one in enumerate(questions):
        chance.begin(number)
        said = (chance.answer((), one.text), blind.answer((), one.text), run(one.program, story))
        rows.append((one.text, *(f"{in_words(answer)} ({100 * score(answer, one.answer):.0f})" for answer in said)))
    table = Table(
        "Env-QA in small: answers, and in brackets what they score in %",
        ("question", *(MODELS[name].title for name in ("chance", "question-only", "oracle"))),
        tuple(rows),
        note="The camera-person is simulated. Models that look at the film are not here yet.",
    )
    words = (
        "Somebody (simulated) does a chore and films it. What happened, where is what now, and how is it? "
        + " ".join(f"{line.strip()}." for line in told(story))
        + " The paper's scale: casita generate env_qa."
    )
    picture = strip(reel, video, 12, 4, (240, 180))
    return Showing("env_qa", "Env-QA, in small", words, table, (("the film", jpeg(picture)),))


def _asked(plan: Planned) -> list[Question]:
    _, reel = taken(plan, 0)
    video = Video(plan.id, plan.id, plan.part, 0, len(reel.recording.happenings), 0.0, reel.recording.seconds)
    return candidates(story_of(reel, video), plan.part)


def _varied(questions: list[Question]) -> list[Question]:
    """One of every kind, then others, as many as are shown."""
    first = list({one.kind: one for one in reversed(questions)}.values())
    return [*first, *(one for one in questions if one not in first)][:ASKED]


def in_words(answer: RoleAnswer) -> str:
    """An answer as one would say it."""
    return " ".join(answer.filled().values()) or "nothing"
