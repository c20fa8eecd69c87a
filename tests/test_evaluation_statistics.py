"""Estimates, intervals, tests and verdicts, against figures worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casita.errors import BadInput
from casita.evaluation.findings import Comparison, counted, decided, keeps_under, reaches
from casita.evaluation.statistics import (
    Estimate,
    contrast,
    difference,
    over_seeds,
    paired_difference,
    paired_t_test,
    resampled,
    share,
    welch,
)


def test_a_contrast_draws_what_both_sides_share_once() -> None:
    """Films that score alike on both sides, and trainings that do, leave no doubt that there is no difference."""
    films = [number // 2 for number in range(120)]
    luck = np.random.default_rng(0)
    by_film = luck.random(60)
    here, there = list(range(0, 120, 2)), list(range(1, 120, 2))
    same = contrast([[by_film[film]] for film in films], films, here, there)
    assert (same.mean, same.low, same.high, same.items) == pytest.approx((0.0, 0.0, 0.0, 60))
    trainings = contrast([[0.0, 1.0]] * 120, films, here, there)
    assert (trainings.mean, trainings.low, trainings.high, trainings.seeds) == pytest.approx((0.0, 0.0, 0.0, 2))
    apart = contrast([[float(row % 2 == 0)] for row in range(120)], films, here, there)
    assert (apart.mean, apart.low, apart.high) == pytest.approx((1.0, 1.0, 1.0))
    noisy = contrast([[float(luck.random() < 0.5)] for _ in films], films, here, there)
    assert noisy.high - noisy.low == pytest.approx(2 * 1.96 * (2 * 0.25 / 60) ** 0.5, abs=0.04)
    with pytest.raises(BadInput, match="both sides"):
        contrast([[1.0]], ["film"], [0], [])


def test_wilsons_interval_by_hand() -> None:
    found = share(8, 10)
    # z = 1.96: centre (0.8 + z2/20) / (1 + z2/10) = 0.7168, half width 0.2266
    assert (found.mean, found.seeds, found.items) == (0.8, 1, 10)
    assert found.low == pytest.approx(0.4902, abs=1e-4)
    assert found.high == pytest.approx(0.9433, abs=1e-4)
    assert share(0, 5).low == 0.0
    assert share(5, 5).high == 1.0
    assert math.isnan(share(0, 0).mean)
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)  # of nothing, nothing is known
    with pytest.raises(BadInput, match="6 right of 5"):
        share(6, 5)


def test_a_t_interval_over_seeds_by_hand() -> None:
    found = over_seeds([1.0, 2.0, 3.0], items=7)
    # t(2) at 97.5% is 4.3027; the standard error is 1 / sqrt(3).
    assert found.mean == 2.0
    assert found.high - found.mean == pytest.approx(4.302653 / math.sqrt(3), abs=1e-5)
    assert (found.seeds, found.items) == (3, 7)
    assert math.isnan(over_seeds([0.5]).low)
    assert paired_difference([3.0, 5.0], [1.0, 3.0]).mean == 2.0
    for wrong in ([], [[1.0], []]):
        with pytest.raises(BadInput):
            over_seeds(wrong) if not wrong else resampled(wrong)  # type: ignore[arg-type]


def test_an_interval_over_items_is_that_of_their_means() -> None:
    luck = np.random.Generator(np.random.PCG64(1))
    items = luck.normal(10.0, 2.0, 200)
    found = resampled([[value] for value in items])
    half = 1.96 * items.std(ddof=1) / math.sqrt(200)
    assert found.mean == pytest.approx(items.mean())
    assert found.high - found.mean == pytest.approx(half, rel=0.1)
    assert found.mean - found.low == pytest.approx(half, rel=0.1)
    assert found == resampled([[value] for value in items])


def test_what_varies_is_resampled() -> None:
    """Ten clusters of twenty equal items are ten values, not two hundred; seeds that differ widen an interval."""
    luck = np.random.Generator(np.random.PCG64(2))
    centres = luck.normal(0.0, 1.0, 10)
    values = [[centre] for centre in centres for _ in range(20)]
    clusters = [number for number in range(10) for _ in range(20)]
    alone, together = resampled(values), resampled(values, clusters)
    width = together.high - together.low
    assert width > 3.5 * (alone.high - alone.low)
    assert width == pytest.approx(2 * 1.96 * centres.std() / math.sqrt(10), rel=0.15)
    still = resampled([[0.0, 0.0]] * 50)
    noisy = resampled([[-1.0, 1.0]] * 50)
    assert still.low == still.high == 0.0
    assert noisy.mean == 0.0
    assert 0.1 < noisy.high < 0.3
    assert (noisy.seeds, noisy.items) == (2, 50)


def test_of_several_ways_to_belong_together_the_widest_counts() -> None:
    """Forty items in two types that differ and in twenty rooms that do not."""
    values = [[float(number % 2)] for number in range(40)]
    ways = {"room": [number // 2 for number in range(40)], "type": [number % 2 for number in range(40)]}
    found = resampled(values, ways)
    assert (found.mean, found.low, found.high, found.over) == (0.5, 0.0, 1.0, "type")
    assert resampled(values, {"room": ways["room"]})[1:3] == (0.5, 0.5)
    one_room = resampled(values, {"room": [0] * 40, "type": ways["type"]})
    assert one_room == found
    assert not resampled(values, {"room": [0] * 40}).has_interval
    theirs = [[0.0]] * 40
    assert difference(values, theirs, ways)[:3] == (0.5, 0.0, 1.0)


def test_a_training_is_drawn_as_a_whole() -> None:
    """Five trainings, each right on all of 400 items or on none: five values, however many items they answer."""
    trainings = [[1.0, 0.0, 1.0, 0.0, 1.0]] * 400
    nested, crossed = resampled(trainings), resampled(trainings, seeds="crossed")
    assert nested.mean == crossed.mean == pytest.approx(0.6)
    assert nested.high - nested.low < 0.1
    # The mean of five draws with p = 0.6 is at its ends 0.2 and 1.0 with 97.5%.
    assert crossed[1:3] == pytest.approx((0.2, 1.0))
    untrained = [[0.5]] * 400
    less = difference(trainings, untrained, seeds="crossed")
    assert (less.mean, less.low, less.high, less.seeds) == (pytest.approx(0.1), *map(pytest.approx, (-0.3, 0.5)), 5)
    assert difference(trainings, trainings, seeds="crossed")[:3] == (0.0, 0.0, 0.0)


def test_crossed_seeds_over_clusters_are_as_wide_as_both_together() -> None:
    luck = np.random.Generator(np.random.PCG64(3))
    rooms, seeds = luck.normal(0.0, 1.0, 30), luck.normal(0.0, 0.5, 5)
    table = [[room + seed for seed in seeds] for room in rooms for _ in range(4)]
    found = resampled(table, [number // 4 for number in range(120)], seeds="crossed")
    expected = 1.96 * math.sqrt(rooms.var() / 30 + seeds.var() / 5)
    assert found.mean == pytest.approx(rooms.mean() + seeds.mean())
    assert (found.high - found.low) / 2 == pytest.approx(expected, rel=0.1)


@given(st.lists(st.lists(st.floats(0.0, 1.0), min_size=2, max_size=2), min_size=1, max_size=12))
def test_an_interval_holds_its_mean_and_stays_within_bounds(values: list[list[float]]) -> None:
    found = resampled(values, bounds=(0.0, 1.0))
    if len(values) == 1:
        assert math.isnan(found.low)
        assert math.isnan(found.high)
    else:
        assert 0.0 <= found.low <= found.mean + 1e-9
        assert found.mean - 1e-9 <= found.high <= 1.0


def test_differences_are_paired() -> None:
    ours = {"a": [1.0, 1.0], "b": [5.0, 5.0], "c": [9.0, 9.0]}
    theirs = {"c": [8.0, 8.0], "a": [0.0, 0.0], "b": [4.0, 4.0]}
    found = difference(ours, theirs)
    assert found[:3] == (1.0, 1.0, 1.0)
    assert difference(ours, {name: [1.0] for name in ours}).mean == 4.0
    with pytest.raises(BadInput, match="only one of the two has answered d"):
        difference(ours, {**theirs, "d": [1.0, 1.0]})
    with pytest.raises(BadInput, match="3 items against 2"):
        difference([[1.0]] * 3, [[1.0]] * 2)
    with pytest.raises(BadInput, match="1 to 2 seeds"):
        resampled([[1.0], [1.0, 2.0]])
    with pytest.raises(BadInput, match="2 clusters are named for 3 items"):
        resampled([[1.0]] * 3, ["a", "b"])


def test_t_tests_by_hand() -> None:
    found = paired_t_test([1.0, 2.0, 4.0], [0.0, 2.0, 2.0])
    # differences 1, 0, 2: mean 1, deviation 1, t = sqrt(3)
    assert (found.t, found.degrees) == (pytest.approx(math.sqrt(3)), 2)
    assert found.p == pytest.approx(0.2254, abs=1e-4)
    assert str(found) == "t(2) = 1.73, p = 0.23"
    assert str(paired_t_test([1.0, 2.0], [1.0, 2.0])) == "t(1) is not defined: nothing differs"
    apart = welch([1.0, 2.0, 3.0], [11.0, 12.0, 13.0])
    assert (apart.t, apart.degrees) == (pytest.approx(-12.247, abs=1e-3), 4.0)
    assert str(apart) == "t(4) = -12.25, p < 0.001"
    for wrong in (([1.0], [1.0]), ([1.0, 2.0], [1.0])):
        with pytest.raises(BadInput):
            paired_t_test(*wrong)
    with pytest.raises(BadInput):
        welch([1.0], [1.0, 2.0])


def test_estimates_in_words() -> None:
    found = Estimate(0.712, 0.68, 0.743, 5, 100)
    assert found.text() == "0.71 [0.68, 0.74]"
    assert found.percent() == "71.2 [68.0, 74.3]"
    assert found.scaled(100).text(1, sign=True) == "+71.2 [+68.0, +74.3]"
    assert Estimate(0.5, math.nan, math.nan).text() == "0.50"


CLEAR, UNCLEAR, FEW = Estimate(1.0, 0.5, 1.5, 1, 99), Estimate(1.0, -0.5, 1.5, 1, 99), Estimate(1.0, -0.5, 1.5, 1, 9)


@pytest.mark.parametrize(
    ("difference", "sign", "clear"),
    [
        (CLEAR, 1, True),
        (CLEAR, -1, False),
        (UNCLEAR, 1, False),
        (FEW, 1, None),
        (None, 1, None),
        (Estimate(1.0, 0.0, 1.5, 1, 99), 1, False),
        (Estimate(1.0, 0.0, 1.5, 1, 9), 1, None),
    ],
)
def test_a_comparison_is_clear_if_its_whole_interval_is_on_the_right_side(
    difference: Estimate | None, sign: int, clear: bool | None
) -> None:
    assert Comparison("ours less theirs", difference, sign).is_clear is clear


def test_few_items_with_a_clear_interval_are_enough() -> None:
    assert Comparison("x", Estimate(1.0, 0.5, 1.5, 1, 9)).is_clear is True
    assert Comparison("x", Estimate(-1.0, -1.5, -0.5, 1, 9)).is_clear is False
    assert Comparison("x", Estimate(1.0, 0.5, 1.5, 1, 900), least=0.4).is_clear is True
    assert Comparison("x", Estimate(1.0, 0.5, 1.5, 1, 900), least=0.6).is_clear is False
    fewer = Comparison("x", Estimate(-0.07, -0.09, -0.05, 1, 900), sign=-1, unit=100, least=0.06)
    assert fewer.is_clear is False
    assert str(fewer).endswith("where -6.0 is aimed at")


def test_verdicts_follow_from_comparisons() -> None:
    assert counted([True, True]) == "holds"
    assert counted([True, False]) == "holds in part"
    assert counted([False]) == "does not hold"
    assert counted([True, None]) == counted([]) == "cannot be told"
    points = Comparison("ours less theirs", CLEAR.scaled(0.01), unit=100, note="t(9) = 2")
    verdict = decided("Ours is better", "the interval is above 0", [points, Comparison("more", None)], ["not decisive"])
    assert verdict.holds == "cannot be told"
    assert verdict.why == ("ours less theirs: +1.0 [+0.5, +1.5], t(9) = 2", "more: missing", "not decisive")


def test_aims_are_met_by_the_lower_end_and_ceilings_kept_by_the_mean() -> None:
    found = Estimate(0.6, 0.5, 0.7)
    assert reaches(found, 0.5) is True
    assert reaches(found, 0.55) is False
    assert reaches(None, 0.5) is reaches(Estimate(0.6, math.nan, math.nan), 0.5) is None
    assert keeps_under(Estimate(0.34, 0.3, 0.39), 0.35) is True
    assert keeps_under(Estimate(0.34, 0.3, 0.41), 0.35) is False
    assert keeps_under(Estimate(0.36, 0.3, 0.37), 0.35) is False
    assert keeps_under(None, 0.35) is None
    assert found.meets(0.5) is True
    assert found.meets(0.51) is False
    assert found.keeps(0.65) is True
    assert found.keeps(0.64) is False
    assert Estimate(0.6, math.nan, math.nan).keeps(0.7) is None
