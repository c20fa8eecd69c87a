"""Models of Env-QA that do not look: by hand-made questions."""

from __future__ import annotations

import json

import msgspec
import pytest

from casita.benchmarks.env_qa.asking.filling import candidates
from casita.benchmarks.env_qa.item import Question, RoleAnswer
from casita.benchmarks.env_qa.models.chance import Chance
from casita.benchmarks.env_qa.models.frequent import Frequent
from casita.benchmarks.env_qa.models.oracle import Oracle
from casita.benchmarks.env_qa.models.parsing import Parser, form_of
from casita.benchmarks.env_qa.models.question_only import QuestionOnly, words_of
from casita.benchmarks.env_qa.models.reasoning import Reasoning
from casita.benchmarks.env_qa.score import score
from casita.errors import BadInput
from tests.env_qa_stories import random_story


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
    with pytest.raises(BadInput, match="was not told"):
        Reasoning([]).answer((), "What?")


def test_a_question_is_its_form_and_what_it_names() -> None:
    moments = "after moving the butter knife to the sink and before filling cup with wine"
    form, marks = form_of(f"Where is the butter knife, {moments}?")
    assert form == "where is N1, after E1 and before E2?"
    assert marks == {
        "E1": {"action": "moving", "object1": "butter knife", "prep": "to", "object2": "sink"},
        "E2": {"action": "filling", "object1": "cup", "prep": "with", "adjective": "wine"},
        "N1": "butter knife",
    }
    form, marks = form_of("Is the laptop turned off before making the mug dirty?")
    assert form == "is N1 A1 before E1?"
    assert (marks["A1"], marks["S1"]) == ("turning off", "off")
    assert marks["E1"] == {"action": "making", "object1": "mug", "adjective": "dirty"}
    assert form_of("How many books do you see?") == ("how many N1 do you see?", {"N1": "book"})


def test_a_parser_reads_new_questions_of_known_forms() -> None:
    stories = [random_story(number, 2 + number % 7) for number in range(60)]
    asked = [one for story in stories for one in candidates(story, "train")]
    parser, new = Parser(asked[::2]), asked[1::2]
    read = [(parser.program(one.text), json.loads(one.program)) for one in new]
    known = [(found, true) for found, true in read if found is not None]
    assert len(known) > 0.7 * len(read)
    assert sum(found == true for found, true in known) > 0.97 * len(known)
    assert parser.program("What would you like to drink?") is None


def test_reasoning_answers_from_what_it_is_told() -> None:
    stories = [random_story(number, 2 + number % 7) for number in range(60)]
    asked = {story.video: candidates(story, "train") for story in stories}
    model, marks = Reasoning([one for story in stories[:50] for one in asked[story.video]]), []
    for story in stories[50:]:
        model.told_story(msgspec.to_builtins(story))
        marks += [score(model.answer((), one.text), one.answer) for one in asked[story.video]]
    assert sum(marks) / len(marks) > 0.75
    assert model.answer((), "What would you like to drink?") == RoleAnswer()
