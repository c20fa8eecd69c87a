"""Env-QA in small, for the quickstart: one film, five questions, and what models make of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from casita.benchmarks.env_qa.asking.filling import candidates
from casita.benchmarks.env_qa.asking.programs import run
from casita.benchmarks.env_qa.films.planned import Planned
from casita.benchmarks.env_qa.films.recording import Reel, film_seconds
from casita.benchmarks.env_qa.generate import taken
from casita.benchmarks.env_qa.item import Question, RoleAnswer, Video
from casita.benchmarks.env_qa.models import MODELS
from casita.benchmarks.env_qa.models.question_only import QuestionOnly
from casita.benchmarks.env_qa.models.training import SHIPPED
from casita.benchmarks.env_qa.score import score
from casita.benchmarks.env_qa.stored.strip import strip, told
from casita.benchmarks.env_qa.story.telling import story_of
from casita.benchmarks.env_qa.task import SIZE
from casita.evaluation.benchmark import Showing
from casita.evaluation.models import missing_of
from casita.evaluation.page import Table, jpeg

SHOWN = Planned("quickstart", "kitchen_27", "test", "task", "searching", 0)
"""The film that is shown, in a room that nothing has learnt from."""

LEARNT = tuple(Planned(f"learnt_{n}", "kitchen_01", "train", "random", "brisk", 0) for n in range(3))
"""Films whose questions the others learn from."""

ASKED = 5


def quickstart(out: Path) -> Showing:
    """Take a few films and ask about one; nothing is kept in the folder."""
    train = [one for plan in LEARNT for one in _asked(plan)]
    blind = QuestionOnly(train)
    _, reel = taken(SHOWN, 0)
    video = Video(SHOWN.id, SHOWN.id, "test", 0, len(reel.recording.happenings), 0.0, reel.recording.seconds)
    story = story_of(reel, video)
    questions = _varied(candidates(story, "test"))
    names = ["question-only", "ours", "oracle"]
    said = [[blind.answer((), one.text) for one in questions], [run(one.program, story) for one in questions]]
    if missing_of("learn"):
        names.remove("ours")
        note = "Ours looks at the film where casita[learn] is installed."
    else:
        said.insert(1, _looked(reel, video, questions))
        note = "Ours looks at the film; a few films do not teach it to read, so it is told here what a question means."
    rows = tuple(
        (one.text, *(f"{in_words(answer)} ({100 * score(answer, one.answer):.0f})" for answer in answers))
        for one, *answers in zip(questions, *said, strict=True)
    )
    table = Table(
        "Env-QA in small: answers, and in brackets what they score in %",
        ("question", *(MODELS[name].title for name in names)),
        rows,
        note=f"The camera-person is simulated. {note}",
    )
    words = (
        "Somebody (simulated) does a chore and films it. What happened, where is what now, and how is it? "
        + " ".join(f"{line.strip()}." for line in told(story))
        + " The paper's scale: casita generate env_qa."
    )
    picture = strip(reel, video, 12, 4, (240, 180))
    return Showing("env_qa", "Env-QA, in small", words, table, (("the film", jpeg(picture)),))


def _looked(reel: Reel, video: Video, questions: Sequence[Question]) -> list[RoleAnswer]:
    """What ours answers to questions whose programs it is told, with the weights that come with it."""
    from casita.benchmarks.env_qa.memory.answering import Remembered
    from casita.benchmarks.env_qa.memory.learnt import Learnt
    from casita.benchmarks.env_qa.memory.sightings import sightings_of
    from casita.benchmarks.env_qa.watching.eyes import DETECTOR, eyes_of
    from casita.benchmarks.env_qa.watching.watcher import Watcher
    from casita.learn.training import one_thread

    frames = [reel.frame(at, SIZE).rgb for at in film_seconds(video.starts, video.ends)]
    seen = Watcher(eyes_of(DETECTOR)).watched(frames)
    with one_thread():
        remembered = Remembered(sightings_of(seen, 0, len(frames)), Learnt.load(SHIPPED))
        return [remembered.answer(msgspec.json.decode(one.program)) or RoleAnswer() for one in questions]


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
