"""Models of Env-QA that do not look: by hand-made questions."""

from __future__ import annotations

import pytest

from casita.benchmarks.env_qa.item import Question, RoleAnswer
from casita.benchmarks.env_qa.models.chance import Chance
from casita.benchmarks.env_qa.models.frequent import Frequent
from casita.benchmarks.env_qa.models.oracle import Oracle
from casita.benchmarks.env_qa.models.question_only import QuestionOnly, words_of
from casita.errors import BadInput


def asked(number: int, template: str, text: str, **answer: str) -> Question:
    roles = dict.fromkeys(("action", "object1", "prep", "object2", "adjective", "number", "yes_no"), "") | answer
    return Question(f"q{number}", "v", "train", "state", template, text, **roles, program="[]", needs=0, proof=())


TRAIN = [
    asked(0, "colour", "What color is the mug?", adjective="red"),
    asked(1, "colour", "What color is the mug?", adjective="red"),
    asked(2, "colour", "What color is the sofa?", adjective="blue"),
    asked(3, "where", "Where is the mug, at the end?", prep="in", object1="sink"),
    asked(4, "where", "Where is the pan, at the end?", prep="on", object1="table"),
]


def test_the_most_frequent_answer_of_a_template() -> None:
    model = Frequent(TRAIN)
    with pytest.raises(BadInput, match="was not told of which template"):
        model.answer((), "What?")
    for template, expected in (
        ("colour", RoleAnswer(adjective="red")),
        ("where", RoleAnswer(prep="in", object1="sink")),  # of two that are as common, the first by its words
        ("nothing", RoleAnswer()),
    ):
        model.told_template(template)
        assert model.answer((), "What?") == expected


def test_the_answers_of_the_most_similar_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casita.benchmarks.env_qa.models.question_only.NEAREST", 1)
    model = QuestionOnly(TRAIN)
    assert model.answer((), "What color is the sofa?") == RoleAnswer(adjective="blue")
    assert model.answer((), "Where is the pan, when the video ends?") == RoleAnswer(prep="on", object1="table")
    assert QuestionOnly([]).answer((), "What?") == RoleAnswer()
    assert words_of("Where's the mug?") == ["where's", "the", "mug", "where's the", "the mug"]


def test_chance_is_its_seeds() -> None:
    model, said = Chance(TRAIN), []
    for seed in (1, 1, *range(2, 40)):
        model.begin(seed)
        said.append(model.answer((), "What?"))
    assert said[0] == said[1]
    assert set(said) == {question.answer for question in TRAIN}


def test_an_oracle_must_be_told() -> None:
    with pytest.raises(BadInput, match="was not told the log"):
        Oracle().answer((), "What?")
