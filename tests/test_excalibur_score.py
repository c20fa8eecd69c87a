"""EXCALIBUR's scores, by hand."""

from __future__ import annotations

import math

import pytest

from casita.benchmarks.excalibur import paper
from casita.benchmarks.excalibur.item import Episode, Question
from casita.benchmarks.excalibur.score import (
    K,
    Visit,
    better,
    calibration,
    checked_answer,
    exqa,
    fitted_k,
    is_of_kind,
    is_right,
    k_of_people,
    scores,
)
from casita.errors import BadInput

ROWS = [*paper.TABLE_2_PROCEDURAL.values(), *paper.TABLE_2_DRAWN.values()]


def question(kind: str, answer: str, *needs: str, family: str = "exist") -> Question:
    return Question(
        text=f"{kind}?", answer=answer, kind=kind, family=family, template="", program="", topics=(),
        needs=("look", *needs),  # type: ignore[arg-type]
    )  # fmt: skip


def episode(id: str, house: str, *questions: Question) -> Episode:
    return Episode(id, "drawn", house, 0, 0, (0.0, 0.0, 0.0), questions)


def test_answers_by_type() -> None:
    yes, many, few, words = (
        question("yes-no", "yes"), question("count", "40"), question("count", "3"), question("query", "blue, red"),
    )  # fmt: skip
    assert [is_right(yes, said) for said in ("yes", " Yes ", "no", "", "true")] == [True, True, False, False, False]
    assert [is_right(many, said) for said in ("40", "42", "38", "43", "37", "-40", "forty")] == [
        True, True, True, False, False, False, False,
    ]  # fmt: skip
    assert [is_right(few, said) for said in ("3", "2", "4", "3.0")] == [True, False, False, False]
    assert is_right(question("count", "0"), "0")
    assert not is_right(question("count", "0"), "1")
    assert [is_right(words, said) for said in ("red, blue", "blue,red", "blue", "blue, red, red", "")] == [
        True, True, False, False, False,
    ]  # fmt: skip


def test_answers_of_another_type_are_told() -> None:
    assert [is_of_kind("yes-no", said) for said in ("yes", "3", "red", "")] == [True, False, False, False]
    assert [is_of_kind("count", said) for said in ("yes", "3", "red", "")] == [False, True, False, False]
    assert [is_of_kind("query", said) for said in ("red", "3", "")] == [True, False, False]
    assert checked_answer("red") == "red"
    with pytest.raises(BadInput, match="int"):
        checked_answer(3)
    with pytest.raises(BadInput, match="1,001"):
        checked_answer("a" * 1_001)


def test_every_row_of_table_2_comes_out() -> None:
    assert fitted_k(ROWS) == pytest.approx(K, rel=0.01)
    assert -math.log(0.158 / 0.235) / 759.4 == pytest.approx(K, rel=0.01)
    for row in ROWS:
        assert exqa(row.acc_exp, row.acc_ref, row.steps or 0.0, K) == pytest.approx(row.exqa, abs=0.3)
    with pytest.raises(BadInput, match="no row has steps"):
        fitted_k(ROWS[:2])


def test_exqa_lies_between_its_two_accuracies() -> None:
    assert exqa(0.4, 0.8, 0.0, K) == 0.8
    assert exqa(0.4, 0.8, 1e9, K) == 0.4
    assert exqa(0.4, 0.8, 1000.0, math.log(2) / 1000) == pytest.approx(0.6)


def test_k_of_people() -> None:
    visits = [(0.636, 0.871, 759.4), (0.813, 0.943, 782.1)]
    found = k_of_people(visits)
    mean, spread = 1 / 2500, 1 / 5000
    slopes = [(steps * (b - a) * math.exp(-found * steps)) / exqa(a, b, steps, found) for a, b, steps in visits]
    assert found == pytest.approx(mean - spread**2 * sum(slopes) / 2, abs=1e-6)
    assert k_of_people(visits * 5) == pytest.approx(found, abs=1e-7)
    assert k_of_people(visits, (1e-3, 1e-6)) == pytest.approx(1e-3, abs=1e-6)
    assert k_of_people([(0.8, 0.8, 500.0)]) == pytest.approx(mean, abs=1e-7)
    with pytest.raises(BadInput, match="no visits"):
        k_of_people([])
    with pytest.raises(BadInput, match="above 0"):
        k_of_people(visits, (0.0, 1.0))


FOUR = (
    question("yes-no", "yes"), question("yes-no", "no", "open"), question("count", "2", "lift", family="count"),
    question("query", "red", "compare"),
)  # fmt: skip
EPISODES = [episode("a", "one", *FOUR), episode("b", "one", *FOUR), episode("c", "two", *FOUR)]
VISITS = [
    Visit(("yes", "yes", "1", "blue"), ("yes", "no", "1", "red"), 1000),
    Visit(("yes", "no", "2", "red"), ("yes", "no", "2", "red"), 0),
    Visit(("no", "", "", ""), ("no", "yes", "2", "green"), 500),
]


def test_scores_by_hand() -> None:
    found = scores(EPISODES, VISITS)
    assert found.acc_exp.mean == pytest.approx((0.25 + 1.0 + 0.0) / 3)
    assert found.acc_ref.mean == pytest.approx((0.75 + 1.0 + 0.25) / 3)
    assert found.steps.mean == pytest.approx(500.0)
    by_hand = [0.25 + 0.5 * math.exp(-1000 * K), 1.0, 0.25 * math.exp(-500 * K)]
    assert found.exqa.mean == pytest.approx(sum(by_hand) / 3)
    assert found.exqa.low == pytest.approx(by_hand[2])
    assert found.exqa.high == pytest.approx((by_hand[0] + by_hand[1]) / 2)
    assert {name: one.mean for name, one in found.by_kind.items()} == pytest.approx(
        {"yes-no": 4 / 6, "count": 2 / 3, "query": 2 / 3}
    )
    assert {name: one.mean for name, one in found.by_need.items()} == pytest.approx(
        {"look only": 2 / 3, "open": 2 / 3, "lift": 2 / 3, "compare": 2 / 3}
    )
    assert {name: one.items for name, one in found.by_family.items()} == {"count": 3, "exist": 9}


def test_one_model_against_another() -> None:
    silent = [Visit(("",) * 4, ("",) * 4, 0)] * 3
    gap = better(EPISODES, VISITS, silent)
    assert gap.mean == pytest.approx(scores(EPISODES, VISITS).exqa.mean)
    assert better(EPISODES, VISITS, VISITS).mean == 0.0


def test_visits_that_do_not_fit() -> None:
    with pytest.raises(BadInput, match="3 answers to 4 questions"):
        scores(EPISODES[:1], [Visit(("yes",) * 4, ("yes",) * 3, 0)])
    with pytest.raises(BadInput, match="-1 steps"):
        scores(EPISODES[:1], [Visit(("yes",) * 4, ("yes",) * 4, -1)])
    with pytest.raises(BadInput, match="2 visits of 1"):
        scores(EPISODES[:1], VISITS[:2])
    with pytest.raises(BadInput, match="not from 0 to 1"):
        scores(EPISODES[:1], [Visit(("yes",) * 4, ("yes",) * 4, 0, (0.1, 0.2, 0.3, 2.0))])


def test_calibration_by_hand() -> None:
    assert calibration(EPISODES, VISITS) is None
    sure = [Visit(one.first, one.second, 0, (0.9, 0.8, 0.6, 0.2)) for one in VISITS[:1]]
    found = calibration(EPISODES[:1], sure)
    assert found is not None
    assert found.brier.mean == pytest.approx((0.01 + 0.04 + 0.36 + 0.64) / 4)
    # right, right, wrong, right: 0, 0, 1/3 and 1/4 wrong so far
    assert found.risk_coverage == pytest.approx((1 / 3 + 1 / 4) / 4)
    assert found.coverage_at_90 == 0.5
    alike = calibration(EPISODES[:1], [Visit(VISITS[0].first, VISITS[0].second, 0, (0.5,) * 4)])
    assert alike is not None
    assert alike.risk_coverage == pytest.approx(0.25)
    assert alike.coverage_at_90 == 0.0
