"""PlausiblAct's metrics, worked by hand; what is no answer is refused."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from casita.benchmarks.plausiblact.item import ACTIONS
from casita.benchmarks.plausiblact.score import (
    A_ACC,
    CE,
    CLIP,
    CORR,
    all_right,
    by_action,
    checked_answer,
    correlation,
    correlation_difference,
    estimates,
    figures,
    mean_cross_entropies,
    worth,
)
from casita.errors import BadInput

NO, HARDLY, YES = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]


def ten(*first: list[float]) -> list[list[float]]:
    """Ten actions: those given, then impossible ones."""
    return [*first, *([NO] * (len(ACTIONS) - len(first)))]


ALL = np.ones((2, 10), dtype=np.bool_)


def test_worked_by_hand() -> None:
    truth = np.array([ten(YES, [0.0, 0.5, 0.5]), ten(HARDLY)])
    said = np.array([ten([0.2, 0.3, 0.5], [0.0, 0.6, 0.4]), ten(YES)])
    assert all_right(truth, said, ALL).tolist() == [1.0, 0.0]
    first = (-math.log(0.5) - 0.5 * math.log(0.6) - 0.5 * math.log(0.4)) / 10
    second = -math.log(0.0025) / 10
    assert mean_cross_entropies(truth, said, ALL) == pytest.approx([first, second])
    found = figures(truth, said, ALL)
    assert found.a_acc == 0.5
    assert found.ce == pytest.approx((first + second) / 2)
    r = [0.8, 0.5, *[0.0] * 8, 0.2, *[0.0] * 9]
    q = [-0.2 + 0.06 + 0.4, 0.12 + 0.32, *[0.0] * 8, 0.8, *[0.0] * 9]
    assert found.corr == pytest.approx(np.corrcoef(r, q)[0, 1])
    assert found.text() == ("50.0", f"{found.ce:.3f}", f"{100 * found.corr:.1f}")


def test_worth_is_never_below_nothing() -> None:
    assert worth(np.array([NO, HARDLY, YES, [0.5, 0.5, 0.0]])).tolist() == [0.0, 0.2, 0.8, 0.0]


def test_what_does_not_count_adds_nothing() -> None:
    truth, said = np.array([ten(YES), ten(YES)]), np.array([ten(NO), ten(YES)])
    valid = ALL.copy()
    valid[0, 0] = False
    assert all_right(truth, said, valid).tolist() == [1.0, 1.0]
    assert figures(truth, said, valid).ce == 0.0
    assert figures(truth, said, ALL).ce == pytest.approx(-math.log(CLIP) / 20)


def test_ties_count_as_the_lower_and_saying_nothing_is_wrong() -> None:
    truth = np.array([ten([0.5, 0.5, 0.0])])
    assert all_right(truth, np.array([ten(NO)]), ALL[:1]).tolist() == [1.0]
    assert all_right(truth, np.array([ten(HARDLY)]), ALL[:1]).tolist() == [0.0]
    assert all_right(np.array([ten()]), np.full((1, 10, 3), 1 / 3), ALL[:1]).tolist() == [0.0]


def test_no_correlation_where_nothing_varies() -> None:
    truth = np.array([ten(YES), ten()])
    assert math.isnan(correlation(truth, np.array([ten(), ten()]), ALL))
    assert figures(truth, np.array([ten(), ten()]), ALL).text()[2] == "-"
    assert correlation(truth, truth, ALL) == pytest.approx(1.0)


def test_by_action_counts_only_where_it_is_valid() -> None:
    truth, said = np.array([ten(YES, YES), ten(NO, YES)]), np.array([ten(YES, NO), ten(NO, YES)])
    valid = ALL.copy()
    valid[0, 1] = False
    valid[:, 2] = False
    found = by_action(truth, said, valid)
    assert "sit_on" not in found
    assert found["drink_from"].a_acc == 1.0
    assert found["drink_from"].corr == pytest.approx(1.0)
    assert found["cut"].a_acc == 1.0


def test_intervals_hold_the_mean_and_are_the_same_every_time() -> None:
    luck = np.random.default_rng(0)
    truth, said = (luck.dirichlet([1, 1, 1], (60, 10)) for _ in range(2))
    valid = np.ones((60, 10), dtype=np.bool_)
    homes = [f"home_{row // 6}" for row in range(60)]
    found = estimates(truth, said, valid, homes)
    whole = figures(truth, said, valid)
    for name, value in zip((A_ACC, CE, CORR), whole, strict=True):
        assert found[name].mean == pytest.approx(value)
        assert found[name].low <= value <= found[name].high
    assert found[CE].high - found[CE].low > 0.01
    assert found == estimates(truth, said, valid, homes)
    even = np.full_like(truth, 1 / 3) + 0.1 * (truth - 1 / 3)
    same, better = (correlation_difference(truth, [one], [said], valid, homes) for one in (said, even))
    assert (same.mean, same.low, same.high) == (0.0, 0.0, 0.0)
    other = estimates(truth, even, valid, homes)[CORR]
    assert better.mean == pytest.approx(other.mean - found[CORR].mean)
    assert 0.0 < better.low < better.mean < better.high
    assert better.high - better.low < found[CORR].high - found[CORR].low + other.high - other.low, "drawn together"
    assert math.isnan(correlation_difference(truth, [even], [said], valid, ["one"] * 60).low)
    assert math.isnan(estimates(truth, said, valid, ["one"] * 60)[CORR].low)


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("plausible", "no array of numbers"),
        (np.zeros((3, 10)), "has shape (3, 10)"),
        (np.full((10, 3), np.nan), "no probabilities"),
        ([*ten()[:-1], [1.5, -0.5, 0.0]], "no probabilities"),
        (ten([0.5, 0.2, 0.2]), "drink_from sum to 0.9"),
    ],
)
def test_what_is_no_answer_is_refused(answer: object, wrong: str) -> None:
    with pytest.raises(BadInput, match=re.escape(wrong)):
        checked_answer(answer)
    assert checked_answer(ten(YES)).shape == (10, 3)


def test_empty_or_uneven_arrays_are_refused() -> None:
    with pytest.raises(BadInput, match="do not fit, or are empty"):
        figures(np.zeros((0, 10, 3)), np.zeros((0, 10, 3)), np.zeros((0, 10), dtype=np.bool_))
