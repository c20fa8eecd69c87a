"""Scores of Env-QA against examples worked by hand."""

from __future__ import annotations

import hashlib

import pytest

from casita.benchmarks.env_qa.item import ROLES, Question, QuestionKind, RoleAnswer
from casita.benchmarks.env_qa.score import checked_answer, score, scores
from casita.benchmarks.env_qa.vocabulary import GERUNDS, MEANT, PARTICIPLES, name_of_type, papers, vocabulary
from casita.catalog import catalog
from casita.errors import BadInput

MOVED = RoleAnswer(action="moving", object1="pan", prep="to", object2="counter top")


@pytest.mark.parametrize(
    ("said", "true", "expected"),
    [
        (MOVED, MOVED, 1.0),
        (RoleAnswer("moving", "plate", "to", "counter top"), MOVED, 3 / 4),
        (RoleAnswer(action="slicing", object1="apple"), MOVED, 0.0),
        (RoleAnswer(action="moving", object1="pan"), MOVED, 2 / 4),
        (RoleAnswer("moving", "pan", "to", "counter top", "red"), MOVED, 4 / 5),
        (RoleAnswer(yes_no="yes"), RoleAnswer(yes_no="no"), 0.0),
        (RoleAnswer(number="3"), RoleAnswer(yes_no="no"), 0.0),
        (RoleAnswer(), RoleAnswer(number="3"), 0.0),
        (None, RoleAnswer(number="3"), 0.0),
    ],
)
def test_equation_1_counts_equal_roles_of_all_that_either_has(
    said: RoleAnswer | None, true: RoleAnswer, expected: float
) -> None:
    assert score(said, true) == pytest.approx(expected)


def test_a_true_answer_is_never_empty() -> None:
    with pytest.raises(BadInput, match="not empty"):
        score(RoleAnswer(), RoleAnswer())


def test_answers_may_be_given_by_role_and_in_the_papers_other_words() -> None:
    assert checked_answer({"action": "thrown", "object1": "phone", "prep": "next to", "adjective": ""}) == RoleAnswer(
        action="throwing", object1="cell phone", prep="near"
    )
    assert checked_answer(MOVED) == MOVED


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ({"verb": "moving"}, "role 'verb'"),
        ({"action": "movng"}, "value of action 'movng': did you mean moving"),
        ({"number": "15"}, "value of number '15'"),
        ({"number": 3}, "number is a int"),
        ("moving the pan", "is a str"),
        (RoleAnswer(object1="dragon"), "value of object1 'dragon'"),
    ],
)
def test_what_is_outside_the_vocabulary_is_named(value: object, named: str) -> None:
    with pytest.raises(BadInput, match=named):
        checked_answer(value)


def question(id: str, video: str, kind: QuestionKind, **answer: str) -> Question:
    return Question(
        id=id,
        video=video,
        part="test",
        kind=kind,
        template="where",
        text="",
        program="[]",
        needs=0,
        proof=(),
        **{role: answer.get(role, "") for role in ROLES},
    )


QUESTIONS = [
    question("q0", "a1", "state", prep="in", object1="sink"),
    question("q1", "a2", "event", action="moving", object1="pan", prep="to", object2="sink"),
    question("q2", "b1", "state", yes_no="no"),
    question("q3", "b1", "number", number="2"),
]
FILMS = {"a1": "a", "a2": "a", "b1": "b"}
SAID = [
    RoleAnswer(prep="on", object1="sink"),  # 1 of 2
    RoleAnswer(action="moving", object1="pot", prep="to", object2="sink"),  # 3 of 4
    RoleAnswer(yes_no="no"),  # 1
    None,  # 0
]


def test_the_columns_of_table_2_are_as_worked_by_hand() -> None:
    found = scores(QUESTIONS, [SAID], FILMS)
    assert found.overall.mean == pytest.approx((0.5 + 0.75 + 1 + 0) / 4)
    assert found.exact.mean == pytest.approx(1 / 4)
    assert {kind: one.mean for kind, one in found.by_kind.items()} == pytest.approx(
        {"state": 0.75, "event": 0.75, "number": 0.0}
    )
    assert {name: one.mean for name, one in found.by_role.items()} == pytest.approx(
        {"Action": 1.0, "Object1&2": 2 / 3, "Prep.": 1 / 2, "Yes/No": 1.0, "Number": 0.0}
    )
    assert found.by_role["Object1&2"].items == 3


def test_intervals_resample_films() -> None:
    found = scores(QUESTIONS, [SAID], FILMS)
    # Two films with means 0.625 and 0.5: draws are either of them, or both.
    assert (found.overall.low, found.overall.high) == pytest.approx((0.5, 0.625))
    assert not scores(QUESTIONS[:2], [SAID[:2]], FILMS).overall.has_interval


def test_several_trainings_are_averaged() -> None:
    right = [one.answer for one in QUESTIONS]
    assert scores(QUESTIONS, [SAID, right], FILMS).overall.mean == pytest.approx((2.25 + 4) / 8)
    assert scores(QUESTIONS, [SAID, right], FILMS).overall.seeds == 2


def test_answers_that_do_not_fit_the_questions_are_refused() -> None:
    with pytest.raises(BadInput, match="3 answers to 4 questions"):
        scores(QUESTIONS, [SAID[:3]], FILMS)
    with pytest.raises(BadInput, match=r"q3.*'dragon'"):
        scores(QUESTIONS, [[*SAID[:3], RoleAnswer(object1="dragon")]], FILMS)
    with pytest.raises(BadInput, match=r"q2.*video b1"):
        scores(QUESTIONS, [SAID], {"a1": "a", "a2": "a"})


def test_our_vocabulary_has_all_of_the_papers() -> None:
    ours = vocabulary()
    assert {role: len(values) for role, values in papers().items()} == {
        "action": 17,
        "object": 130,
        "prep": 9,
        "adjective": 39,
        "number": 15,
        "yes_no": 3,
    }
    for role in ROLES:
        theirs = papers()["object" if role.startswith("object") else role]
        assert ours[role][: len(theirs)] == theirs
        assert len(set(ours[role])) == len(ours[role])
    assert set(ours["action"]) == set(papers()["action"])
    assert {"on", "beige", "fabric", "tea"} <= set(ours["adjective"])
    assert {"apple slice", "wine glass"} <= set(ours["object1"])


def test_every_verb_has_a_word_and_every_other_word_means_one_of_ours() -> None:
    assert set(GERUNDS.values()) == set(PARTICIPLES)
    assert len(GERUNDS) == 16
    for role, others in MEANT.items():
        assert set(others) | set(others.values()) <= set(vocabulary()[role])
    assert (name_of_type("cd"), name_of_type("basket_ball"), name_of_type("wine_glass")) == (
        "cd",
        "basket ball",
        "wine glass",
    )


def test_names_of_types_are_those_of_this_version() -> None:
    """Another name is another version of the data."""
    names = {name: name_of_type.__wrapped__(name) for name in catalog()}
    assert names["butter_knife"] == "butter knife"
    assert names["grape"] == "grapes"
    assert hashlib.sha256(repr((names, dict(vocabulary()))).encode()).hexdigest()[:16] == "4791f9c8f2ed497c"
