"""Figures of several means: by hand, within what can be drawn, and the same whatever the order of tables by name."""

from __future__ import annotations

import math

import numpy as np
import pytest

from casita.errors import BadInput
from casita.evaluation.ratios import of_means, ratio_of_means, share_closed


def test_a_ratio_of_means_by_hand() -> None:
    found = ratio_of_means({"a": [1.0, 3.0], "b": [4.0, 4.0]}, {"b": [8.0, 8.0], "a": [2.0, 6.0]})
    assert found.mean == pytest.approx(0.5)  # (2 + 4) / 2 over (4 + 8) / 2
    # Seeds are drawn together, and every pair of values has the same ratio.
    assert (found.low, found.high) == (pytest.approx(0.5), pytest.approx(0.5))
    assert (found.seeds, found.items) == (2, 2)


def test_the_interval_is_that_of_items() -> None:
    part, whole = [[0.0], [1.0]] * 50, [[1.0]] * 100
    found = ratio_of_means(part, whole, (0.0, 1.0))
    half = 1.96 * math.sqrt(0.25 / 100)
    assert found.mean == 0.5
    assert found.low == pytest.approx(0.5 - half, abs=0.02)
    assert found.high == pytest.approx(0.5 + half, abs=0.02)
    assert found == ratio_of_means(part, whole, (0.0, 1.0))


def test_items_that_hang_together_within_a_draw_cancel() -> None:
    base = [[float(number)] for number in range(1, 41)]
    twice = [[2 * row[0]] for row in base]
    found = of_means([twice, base], lambda means: means[0] - 2 * means[1])
    assert np.allclose(found[:3], 0.0)


def test_the_share_of_a_gap() -> None:
    found = share_closed([[1.0], [1.0]], [[2.0], [4.0]], [[5.0], [5.0]])
    assert found.mean == 0.5
    assert (found.low, found.high) == (0.25, 0.75)
    nothing = share_closed([[1.0], [1.0]], [[2.0], [2.0]], [[1.0], [1.0]])
    assert math.isnan(nothing.mean)
    assert not nothing.has_interval
    assert nothing.meets(0.5) is None


def test_one_item_has_no_interval_and_other_items_are_refused() -> None:
    assert math.isnan(ratio_of_means([[1.0]], [[2.0]]).low)
    with pytest.raises(BadInput, match="different items"):
        ratio_of_means({"a": [1.0]}, {"b": [1.0]})
    with pytest.raises(BadInput, match="items"):
        ratio_of_means([[1.0]], [[1.0], [2.0]])
