"""`casita.plausibility`, the shipped model, and the robots that ask it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import casita
from casita.arrays import Float64s
from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS, Instance
from casita.benchmarks.plausiblact.models.shipped import WEIGHTS
from casita.benchmarks.plausiblact.pictures.instances import place_of
from casita.benchmarks.plausiblact.raters.statistics import LIKE_THE_PAPER
from casita.benchmarks.plausiblact.report.plots import (
    _stacked,
    frequencies_figure,
    objects_figure,
    part_counts,
    rating_counts,
)
from casita.benchmarks.plausiblact.report.robots import tidying_table
from casita.benchmarks.plausiblact.robots import dishwasher, household, tidying
from casita.benchmarks.plausiblact.robots.tidying import Tidied, by_luck, by_model, untidiness
from casita.errors import BadInput
from casita.protocols import Picture
from tests.plausiblact_homes import MUG, changed
from tests.test_plausiblact_raters import HAND

Shares = Float64s
PICTURE = np.random.default_rng(0).integers(0, 255, (90, 120, 3)).astype(np.uint8)
BOX = (20, 20, 80, 70)


def test_plausibility_gives_three_probabilities_of_each_action() -> None:
    pytest.importorskip("torch")
    every = casita.plausibility(PICTURE, BOX)
    assert tuple(every) == ACTIONS
    for name, found in every.items():
        assert found.action == name
        assert sum(found[1:4]) == pytest.approx(1.0, abs=1e-6)
        assert found.rating in RATINGS
        assert getattr(found, found.rating) == max(found[1:4])
    assert casita.plausibility(PICTURE, BOX, "cut") == every["cut"]
    world = casita.World(casita.room("bathroom", 3), ["alice"])
    frame = world.look("alice", (96, 72), ("rgb",))
    assert casita.plausibility(frame, (10, 10, 60, 60)) == casita.plausibility(frame.rgb, (10, 10, 60, 60))
    assert WEIGHTS.stat().st_size < 10e6


def test_plausibility_names_what_is_wrong() -> None:
    with pytest.raises(BadInput, match="unknown action 'fly'"):
        casita.plausibility(PICTURE, BOX, "fly")
    with pytest.raises(BadInput, match="outside its picture of 120 x 90"):
        casita.plausibility(PICTURE, (20, 20, 130, 70), "cut")
    with pytest.raises(BadInput, match="four sides"):
        casita.plausibility(PICTURE, (1, 2), "cut")  # type: ignore[arg-type]
    for wrong in (PICTURE.astype(float), PICTURE[:, :, 0], "kitchen.png", None):
        with pytest.raises(BadInput, match="height x width x 3"):
            casita.plausibility(wrong, BOX, "cut")


def test_the_dishwasher_shows_one_dirty_dish_of_two() -> None:
    first = next(dishwasher.choices(1))
    assert {one.name for one in first.dishes} <= dishwasher.DISHES
    assert first.dirty in (0, 1)
    again = next(dishwasher.choices(1))
    assert np.array_equal(first.picture, again.picture)

    def told(picture: Picture, box: Sequence[int]) -> list[list[float]]:
        return [[0.0, 0.0, float(tuple(box) == first.dishes[first.dirty].box)]] * 10

    assert dishwasher.share_right(told, 1).mean == 1.0
    assert dishwasher.share_right(lambda picture, box: [[0.2, 0.3, 0.5]] * 10, 1).mean == 0.0


def test_dirt_goes_where_it_is_put() -> None:
    state = casita.World(casita.room("kitchen", 27), ["alice"]).state
    slots = np.flatnonzero(state.statics.loose)[:4]
    opposite = ~state.objects.dirty[slots]
    wanted = {state.statics.ids[slot]: bool(dirty) for slot, dirty in zip(slots.tolist(), opposite, strict=True)}
    made = dishwasher.with_dirt(state, wanted)
    assert (made.objects.dirty[slots] == opposite).all()
    others = np.setdiff1d(np.arange(state.statics.count), slots)
    assert (made.objects.dirty[others] == state.objects.dirty[others]).all()


def knows(picture: Picture, one: Instance) -> list[float]:
    """What somebody would do who is told the truth."""
    rubbish = one.broken or one.amount < tidying.HARDLY
    odd = one.place in ("floor", "seat")
    return [float(one.dirty and not rubbish), 0.9 * (odd and not rubbish), 0.95 * (rubbish and one.place != "bin")]


def test_a_robot_that_knows_tidies_and_one_that_wastes_does_harm() -> None:
    found = tidying.tidied("kitchen_27", knows)
    assert found.after < found.before
    assert len({(deed.thing, deed.action) for deed in found.done}) == len(found.done) <= tidying.DEEDS
    wasted = tidying.tidied("kitchen_27", by_model(lambda picture, box: [[0.0, 0.0, float(n == 7)] for n in range(10)]))
    assert {deed.action for deed in wasted.done} == {"dispose_of_item"}
    assert wasted.after > found.after
    assert tidying.tidied("kitchen_27", lambda picture, one: [0.0] * 3).done == ()
    assert len(by_luck(0)(PICTURE, MUG)) == 3


def test_household_rules_are_kept_and_what_is_refused_changes_nothing() -> None:
    world = casita.World(casita.room("kitchen", 27), [household.ROBOT], rules="household")
    before, amiss = world.state.digest(), untidiness(world.state)
    assert not household.done(world, household.disposed_of, "fridge_1")
    assert (world.state.digest(), untidiness(world.state)) == (before, amiss)
    mug = next(name for name in world.state.statics.ids if name.startswith(("mug", "cup", "bowl", "plate")))
    slot = world.state.statics.ids.index(mug)
    world.restore(dishwasher.with_dirt(world.state, {mug: True}))
    assert not world.act(household.ROBOT, "clean", mug).ok  # neither near, nor with water
    assert household.cleansed(world, mug)
    assert not world.state.objects.dirty[slot]
    assert household.done(world, household.disposed_of, mug)
    assert place_of(world.state, slot)[0] == "bin"


def test_the_table_of_tidying_by_hand() -> None:
    rooms = {"ours": [Tidied(8, 3, ()), Tidied(6, 3, ())], "luck": [Tidied(8, 8, ()), Tidied(6, 7, ())]}
    table = tidying_table(rooms, {"ours": by_luck(0), "luck": by_luck(1)})
    assert [row[:3] for row in table.rows] == [("ours", "7.0", "3.0"), ("luck", "7.0", "7.5")]
    assert str(table.rows[0][3]).startswith("4.0 [")
    assert str(table.rows[1][4]).startswith("+4.5 [")


def test_figures_2_and_3_count_first_looks() -> None:
    apple = changed(MUG, id="a/apple", name="Apple", part="test")
    counts = rating_counts([MUG, apple], HAND)
    assert counts["Mug"].sum() == 5
    assert counts["Mug"][ACTIONS.index("drink_from")].tolist() == [2, 1, 0]
    assert counts["Apple"][ACTIONS.index("cut")].tolist() == [0, 0, 1]
    assert part_counts([MUG, apple], HAND).tolist() == [[2, 1, 2], [0, 0, 0], [0, 0, 1]]
    assert LIKE_THE_PAPER == ("train", "valid", "test")
    bars: list[tuple[list[float], list[float]]] = []

    class Axes:
        def barh(self, rows: range, widths: Shares, height: float, left: Shares, **looks: object) -> None:
            bars.append((left.tolist(), widths.tolist()))

        def set_xlim(self, low: float, high: float) -> None:
            assert (low, high) == (0.0, 1.0)

    _stacked(Axes(), np.array([[1, 1, 2], [0, 0, 0]]))
    assert bars == [([0.0, 0.0], [0.25, 0.0]), ([0.25, 0.0], [0.25, 0.0]), ([0.5, 0.0], [0.5, 0.0])]
    for made in (frequencies_figure([MUG, apple], HAND), objects_figure([MUG, apple], HAND)):
        assert made.data.startswith(b"\x89PNG")
