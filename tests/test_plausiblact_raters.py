"""Simulated raters: rules that can be read, ratings that follow from a seed, equation 1 and agreement by hand."""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np
import pytest

from casita.benchmarks.plausiblact.classes.table import classes, named_class
from casita.benchmarks.plausiblact.item import ACTIONS, IMPLAUSIBLE, IMPOSSIBLE, PLAUSIBLE, Instance, Rating
from casita.benchmarks.plausiblact.raters import rules
from casita.benchmarks.plausiblact.raters.agreement import (
    mean_figures,
    most_agreeing,
    pairwise,
    self_consistency,
)
from casita.benchmarks.plausiblact.raters.people import RATERS, Rater, chances, says
from casita.benchmarks.plausiblact.raters.rating import SHOWN_TWICE, complete_ratings, simulated_ratings
from casita.benchmarks.plausiblact.raters.rules import BY_ACTION, rule_for
from casita.benchmarks.plausiblact.raters.truth import truth_of
from casita.errors import BadInput
from tests.plausiblact_homes import MUG, changed

BOWL = changed(MUG, id="a/bowl", name="Bowl", type="bowl", refused={})
APPLE = changed(MUG, id="a/apple", name="Apple", type="apple", refused={})
CHAIR = changed(MUG, id="a/chair", name="Chair", type="chair", place="floor", refused={})
BOX = changed(MUG, id="a/box", name="Box", type="box", refused={})


@pytest.mark.parametrize(
    ("one", "action", "verdict", "reason"),
    [
        (MUG, "drink_from", IMPOSSIBLE, "it is empty"),
        (changed(MUG, liquid="tea", level=0.8, refused={}), "drink_from", PLAUSIBLE, "it is full"),
        (changed(MUG, liquid="tea", dirty=True, refused={}), "drink_from", IMPLAUSIBLE, "it is full, but dirty"),
        (changed(MUG, broken=True), "drink_from", IMPOSSIBLE, "it is broken"),
        (MUG, "cleanse_item", IMPLAUSIBLE, "it is clean"),
        (changed(MUG, dirty=True), "cleanse_item", PLAUSIBLE, "it is dirty"),
        (changed(MUG, dirty_near=2), "cleanse_item", PLAUSIBLE, "dirty things are beside it"),
        (changed(MUG, place="cupboard"), "cleanse_item", IMPLAUSIBLE, "it is clean and put away"),
        (MUG, "store_away", PLAUSIBLE, "it lies about, clean and empty"),
        (changed(MUG, place="cupboard"), "store_away", IMPLAUSIBLE, "it is put away"),
        (changed(MUG, dirty=True), "store_away", IMPLAUSIBLE, "it is dirty"),
        (APPLE, "eat_item", PLAUSIBLE, "it is food"),
        (changed(APPLE, place="floor"), "eat_item", IMPLAUSIBLE, "it lies where nobody eats from"),
        (changed(APPLE, amount=0.2), "dispose_of_item", PLAUSIBLE, "hardly anything is left"),
        (changed(APPLE, name="Potato"), "eat_item", IMPLAUSIBLE, "it is raw"),
        (changed(APPLE, name="Potato", cooked=True), "eat_item", PLAUSIBLE, "it is food"),
        (BOWL, "eat_contents", IMPOSSIBLE, "nothing is on it"),
        (changed(BOWL, food=2), "eat_contents", PLAUSIBLE, "food is on it"),
        (changed(BOWL, food=2, leftovers=1), "dispose_of_contents", PLAUSIBLE, "leftovers are on it"),
        (CHAIR, "sit_on", PLAUSIBLE, "it is a free seat"),
        (changed(CHAIR, litter=1), "sit_on", IMPLAUSIBLE, "something lies on it"),
        (BOX, "dispose_trash_in", IMPOSSIBLE, "it is closed"),
        (changed(BOX, openness=1.0), "dispose_trash_in", IMPLAUSIBLE, "it is open, but no bin"),
        (BOX, "dispose_of_contents", IMPLAUSIBLE, "it may be full"),
        (changed(BOX, name="Tin can", type="tin_can"), "drink_from", PLAUSIBLE, "it may well be full"),
        (BOX, "dispose_of_item", IMPLAUSIBLE, "it may still be of use"),
        (changed(BOX, litter=2), "dispose_of_item", IMPLAUSIBLE, "things are in it"),
    ],
)
def test_the_first_rule_that_applies_decides(one: Instance, action: str, verdict: int, reason: str) -> None:
    rule = rule_for(one, action)
    assert (rule.verdict, rule.reason) == (verdict, reason)


def test_rules_are_complete_and_told_apart_by_their_reasons() -> None:
    assert set(BY_ACTION) == set(ACTIONS)
    for found in BY_ACTION.values():
        assert found[-1].when(MUG)
        assert all(0.0 < rule.doubt <= 1.0 for rule in found)
    for names in (rules.NOT_DRUNK_FROM, rules.SMALL, rules.EATEN_COOKED, rules.EATEN_PEELED, rules.TABLES,
                  rules.COOKING, rules.FRESH, rules.PACKAGES):  # fmt: skip
        assert set(names) <= classes().keys()
    washed = {name for name, row in classes().items() if row.compatible("cleanse_item") and row.compatible("eat_item")}
    assert set(rules.FRESH) == washed


def test_ratings_follow_from_the_seed_and_slips_are_few() -> None:
    many = [changed(MUG, id=f"mug {number}") for number in range(200)]
    rater = RATERS[0]
    said = [says(rater, one, "store_away", 0)[0] for one in many]
    assert said == [says(rater, one, "store_away", 0)[0] for one in many]
    again = [says(rater, one, "store_away", 0, again=True)[0] for one in many]
    same = np.mean([one == other for one, other in zip(said, again, strict=True)])
    assert 0.8 < same < 1.0
    assert said != [says(RATERS[7], one, "store_away", 0)[0] for one in many]


@pytest.mark.parametrize("rater", RATERS)
def test_chances_are_how_often_each_rating_is_given(rater: Rater) -> None:
    many = [changed(MUG, id=f"mug {number}") for number in range(600)]
    for action in ("drink_from", "store_away"):
        said = np.bincount([says(rater, one, action, 0)[0] for one in many], minlength=3) / len(many)
        likely = chances(rater, MUG, action, 0)
        assert sum(likely) == pytest.approx(1.0)
        assert said == pytest.approx(likely, abs=0.07)


def rating(one: str, rater: str, action: str, said: int, *, again: bool = False) -> Rating:
    return Rating(one, rater, action, said, again, "")


HAND = [
    rating(MUG.id, "ann", "drink_from", IMPOSSIBLE),
    rating(MUG.id, "bob", "drink_from", IMPLAUSIBLE),
    rating(MUG.id, "cem", "drink_from", IMPOSSIBLE),
    rating(MUG.id, "ann", "store_away", PLAUSIBLE),
    rating(MUG.id, "bob", "store_away", PLAUSIBLE),
    rating(MUG.id, "ann", "store_away", IMPOSSIBLE, again=True),
    rating(APPLE.id, "ann", "cut", PLAUSIBLE),
]


def test_equation_1() -> None:
    truth = truth_of([MUG, APPLE, CHAIR], HAND)
    assert [one.id for one in truth.instances] == [MUG.id, APPLE.id]
    mug = truth.plausibility[0]
    assert mug[ACTIONS.index("drink_from")].tolist() == pytest.approx([2 / 3, 1 / 3, 0.0])
    assert mug[ACTIONS.index("store_away")].tolist() == [0.0, 0.0, 1.0]
    assert mug[ACTIONS.index("sit_on")].tolist() == [1.0, 0.0, 0.0]
    assert not truth.valid[0, ACTIONS.index("cleanse_item")]
    assert truth.valid[0].sum() == 9
    assert truth.valid[1].sum() == 10 - 3


def test_filters_of_ratings() -> None:
    twice = truth_of([MUG, APPLE], HAND, least=2)
    assert [one.id for one in twice.instances] == [MUG.id]
    assert twice.valid[0, ACTIONS.index("drink_from")]
    same = truth_of([MUG, APPLE], HAND, least=2, same=True)
    assert not same.valid[0, ACTIONS.index("drink_from")]
    assert same.valid[0, ACTIONS.index("store_away")]
    assert truth_of([MUG], HAND, raters={"cem"}).counts.sum() == 1
    with pytest.raises(BadInput, match="at least 1; it is 0"):
        truth_of([MUG], HAND, least=0)
    with pytest.raises(BadInput, match="unknown action 'fly'"):
        truth_of([MUG], [rating(MUG.id, "ann", "fly", 0)])
    with pytest.raises(BadInput, match="from 0 to 2; it is 3"):
        truth_of([MUG], [rating(MUG.id, "ann", "cut", 3)])


def test_agreement_by_hand() -> None:
    pairs = {pair.raters: pair for pair in pairwise([MUG, APPLE], HAND)}
    assert set(pairs) == {("ann", "bob"), ("ann", "cem"), ("bob", "cem")}
    assert pairs["ann", "cem"].figures.a_acc == 1.0
    assert pairs["ann", "bob"].figures.a_acc == 0.0
    assert pairs["ann", "bob"].figures.ce == pytest.approx(-np.log(0.0025) / 10)
    assert pairs["ann", "bob"].figures.corr == pytest.approx(1.0)
    assert mean_figures(pairs.values()).a_acc == pytest.approx(1 / 3)
    assert most_agreeing(list(pairs.values()), 2) == (("ann", "cem"), 1.0)
    assert self_consistency(HAND) == {"ann": (0.0, 1)}
    assert pairwise([MUG, APPLE], HAND, least=2) == []


def many(count: int, part: str) -> list[Instance]:
    """Instances of several classes in several states."""
    kinds = [MUG, BOWL, APPLE, CHAIR, BOX, changed(MUG, dirty=True), changed(BOWL, food=1), changed(APPLE, amount=0.5)]
    return [changed(kinds[n % len(kinds)], id=f"{part}_{n}", part=part) for n in range(count)]


def test_raters_choose_in_training_and_are_complete_on_the_test() -> None:
    train, test = many(400, "train"), many(20, "test")
    made = simulated_ratings([*train, *test], 3)
    assert made == simulated_ratings([*train, *test], 3)
    first = [one for one in made if not one.again]
    assert len(first) == pytest.approx(28_046 * 420 / 13_275, abs=8)
    assert {one.instance for one in first} == {one.id for one in [*train, *test]}
    assert len({(one.instance, one.rater, one.action) for one in first}) == len(first)
    for one in test:
        counts = Counter(each.action for each in first if each.instance == one.id)
        assert counts == dict.fromkeys(named_class(one.name).compatible_actions, 3)
    again = Counter(one.rater for one in made if one.again)
    assert [again[rater.name] for rater in RATERS] == list(SHOWN_TWICE)
    assert sum(SHOWN_TWICE) / 8 == pytest.approx(13.1, abs=0.05)


def test_ratings_are_the_same_to_the_byte() -> None:
    """Every number of the raters is part of the data's version."""
    made = simulated_ratings([*many(300, "train"), *many(16, "test")], 0)
    assert hashlib.sha256(repr(made).encode()).hexdigest()[:16] == "c6e6cca065539a8e"


def test_raters_agree_about_as_far_as_the_papers() -> None:
    instances = many(1_200, "train")
    made = simulated_ratings(instances, 0)
    pairs = pairwise(instances, made)
    assert len(pairs) == 28
    closest, agreement = most_agreeing(pairs)
    assert closest == ("simulated_1", "simulated_3", "simulated_5")
    assert agreement > mean_figures(pairs).a_acc + 0.1
    assert mean_figures(pairs).a_acc == pytest.approx(0.65, abs=0.03)  # of eight clear cases; in homes they agree less
    assert set(complete_ratings(instances[:1], 0)[0].reason) - {""}
