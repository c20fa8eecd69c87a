"""What simulated raters go by: rows of rules for every action; the first that applies gives the verdict.

They follow the paper's three principles. Optimism about the unseen: what a picture cannot show (what is in a tin, in a
closed box) is taken for the best. Immediate acting: what is in a cupboard or half done is judged as it is now. Static
scene: nothing may be fetched, peeled, served or washed first. Where the world knows (`Instance.refused`), it is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from casita.benchmarks.plausiblact.item import ACTIONS, IMPLAUSIBLE, IMPOSSIBLE, PLAUSIBLE, Instance


class Rule(NamedTuple):
    """One row."""

    action: str
    when: Callable[[Instance], bool]
    verdict: int
    """A number of `RATINGS`."""
    doubt: float
    """How much raters differ about it: their leanings count this much."""
    reason: str
    """Why, in words; also the rule's name."""


def _never_used(one: Instance) -> bool:
    return one.place in ("floor", "bin")


def _empty(one: Instance) -> bool:
    return not one.liquid and one.food == 0 and one.litter == 0


def _always(one: Instance) -> bool:
    return True


def _class(*names: str) -> Callable[[Instance], bool]:
    return lambda one: one.name in names


UNSEEN_INSIDE = ("tin_can", "teapot", "wine_bottle")
"""Types of which nobody sees whether they are full."""

NOT_DRUNK_FROM = ("Mixing bowl", "Pitcher", "Ladle", "Bowl")
"""One drinks from these only if there is nothing else."""

SMALL = ("Grape", "Strawberry", "Cookie", "Candy", "Common fig", "Pretzel", "French fries", "Radish", "Popcorn")
"""Eaten without being cut."""

EATEN_COOKED = (
    "Potato", "Pasta", "Pumpkin", "Egg", "Artichoke", "Asparagus", "Cabbage", "Zucchini", "Winter melon", "Broccoli",
)  # fmt: skip
EATEN_PEELED = ("Pineapple", "Watermelon", "Cantaloupe", "Mango", "Pomegranate", "Grapefruit", "Orange", "Banana")
TABLES = ("Coffee table", "Countertop", "Kitchen and dining room table")
COOKING = ("Frying pan", "Wok", "Slow cooker")
FRESH = (
    "Apple", "Cucumber", "Radish", "Zucchini", "Winter melon", "Grape", "Common fig", "Artichoke", "Potato", "Pumpkin",
    "Pear", "Strawberry", "Tomato", "Lemon", "Banana", "Asparagus", "Orange", "Peach", "Cabbage", "Carrot", "Mango",
    "Pineapple", "Salad", "Broccoli", "Grapefruit", "Bell pepper", "Pomegranate", "Watermelon", "Cantaloupe",
)  # fmt: skip
"""Fruit and vegetables: what is washed before it is eaten."""

PACKAGES = ("Bottle", "Tin can", "Beaker", "Box", "Plastic bag", "Envelope")
"""Things to throw away that are not eaten."""

NO, HARDLY, YES = IMPOSSIBLE, IMPLAUSIBLE, PLAUSIBLE

RULES: tuple[Rule, ...] = (
    Rule("drink_from", lambda one: one.broken, NO, 0.15, "it is broken"),
    Rule("drink_from", lambda one: _never_used(one), HARDLY, 0.6, "nobody drinks from what lies there"),
    Rule("drink_from", lambda one: one.type in UNSEEN_INSIDE and one.dirty, HARDLY, 0.6, "it is dirty"),
    Rule("drink_from", lambda one: one.type in UNSEEN_INSIDE, YES, 0.6, "it may well be full"),
    Rule("drink_from", lambda one: "drink_from" in one.refused, NO, 0.35, "it is empty"),
    Rule("drink_from", lambda one: one.place == "sink", HARDLY, 0.6, "it stands in the sink"),
    Rule("drink_from", lambda one: one.dirty, HARDLY, 0.7, "it is full, but dirty"),
    Rule("drink_from", _class(*NOT_DRUNK_FROM), HARDLY, 0.8, "it is full, but one pours from it"),
    Rule("drink_from", _always, YES, 0.2, "it is full"),
    Rule("cut", lambda one: "cut" in one.refused, NO, 0.3, "it cannot be cut any more"),
    Rule("cut", lambda one: _never_used(one), HARDLY, 0.5, "it lies where nobody takes food from"),
    Rule("cut", lambda one: one.amount < 0.3, HARDLY, 0.6, "hardly anything is left"),
    Rule("cut", lambda one: one.on == "cutting_board", YES, 0.15, "it lies on the board"),
    Rule("cut", _class(*SMALL), HARDLY, 0.7, "it is too small to be cut"),
    Rule("cut", lambda one: one.place in ("fridge", "cupboard"), HARDLY, 0.7, "it is put away"),
    Rule("cut", lambda one: one.amount < 1.0, HARDLY, 0.8, "it was bitten into"),
    Rule("cut", lambda one: one.name in FRESH, YES, 0.4, "it is whole, and one cuts it"),
    Rule("cut", _always, YES, 0.7, "it is whole"),
    Rule("sit_on", lambda one: one.name in TABLES and one.food + one.litter > 2, NO, 0.9, "a table full of things"),
    Rule("sit_on", _class(*TABLES), HARDLY, 0.7, "it is no seat"),
    Rule("sit_on", lambda one: one.food + one.litter > 2, NO, 0.8, "it is full of things"),
    Rule("sit_on", lambda one: one.food + one.litter > 0, HARDLY, 0.7, "something lies on it"),
    Rule("sit_on", _class("Infant bed"), HARDLY, 0.8, "it is for a baby"),
    Rule("sit_on", _always, YES, 0.12, "it is a free seat"),
    Rule("eat_item", lambda one: one.broken, HARDLY, 0.5, "it is broken"),
    Rule("eat_item", lambda one: _never_used(one), HARDLY, 0.6, "it lies where nobody eats from"),
    Rule("eat_item", lambda one: one.place == "sink", HARDLY, 0.6, "it lies in the sink"),
    Rule("eat_item", lambda one: one.name in EATEN_COOKED and not one.cooked, HARDLY, 0.7, "it is raw"),
    Rule("eat_item", lambda one: one.name in EATEN_PEELED and one.amount == 1.0, HARDLY, 0.9, "it is to be peeled"),
    Rule("eat_item", _class("Lemon"), HARDLY, 0.6, "it is sour"),
    Rule("eat_item", lambda one: one.amount < 0.3, HARDLY, 0.9, "hardly anything is left"),
    Rule("eat_item", lambda one: one.place in ("fridge", "cupboard"), YES, 0.7, "it is food, put away"),
    Rule("eat_item", _always, YES, 0.2, "it is food"),
    Rule("eat_contents", lambda one: one.broken, NO, 0.15, "it is broken"),
    Rule("eat_contents", lambda one: one.food == 0 and one.liquid not in ("soup", "milk"), NO, 0.4, "nothing is on it"),
    Rule("eat_contents", lambda one: _never_used(one) or one.place == "sink", HARDLY, 0.6, "nobody eats there"),
    Rule("eat_contents", lambda one: one.name in COOKING, HARDLY, 0.9, "it would be served first"),
    Rule("eat_contents", lambda one: one.dirty or one.leftovers > 0, HARDLY, 0.9, "somebody has eaten from it"),
    Rule("eat_contents", _always, YES, 0.3, "food is on it"),
    Rule("cleanse_item", lambda one: one.broken, HARDLY, 0.6, "it is broken"),
    Rule("cleanse_item", lambda one: one.name in FRESH and one.amount < 1.0, HARDLY, 0.5, "it was bitten into"),
    Rule("cleanse_item", lambda one: one.name in FRESH and _never_used(one), YES, 0.6, "it lies in the dirt"),
    Rule("cleanse_item", lambda one: one.name in FRESH and one.cooked, HARDLY, 0.5, "it is cooked"),
    Rule("cleanse_item", _class(*FRESH), YES, 0.9, "one washes it before one eats it"),
    Rule("cleanse_item", lambda one: one.food > 0 and not one.leftovers, HARDLY, 0.5, "food is on it"),
    Rule("cleanse_item", lambda one: bool(one.liquid), HARDLY, 0.7, "it is full"),
    Rule("cleanse_item", lambda one: one.dirty, YES, 0.15, "it is dirty"),
    Rule("cleanse_item", lambda one: one.place == "sink", YES, 0.4, "it stands in the sink"),
    Rule("cleanse_item", lambda one: one.leftovers > 0, YES, 0.6, "somebody has eaten from it"),
    Rule("cleanse_item", lambda one: one.place == "cupboard", HARDLY, 0.4, "it is clean and put away"),
    Rule("cleanse_item", lambda one: _never_used(one), YES, 0.7, "it lies in the dirt"),
    Rule("cleanse_item", lambda one: one.dirty_near > 0, YES, 0.9, "dirty things are beside it"),
    Rule("cleanse_item", _always, HARDLY, 0.75, "it is clean"),
    Rule("store_away", lambda one: one.broken, HARDLY, 0.6, "it is broken"),
    Rule("store_away", lambda one: one.place == "bin", HARDLY, 0.6, "it was thrown away"),
    Rule("store_away", lambda one: one.place in ("cupboard", "fridge"), HARDLY, 0.8, "it is put away"),
    Rule("store_away", lambda one: one.running, HARDLY, 0.4, "it is running"),
    Rule("store_away", lambda one: one.name not in PACKAGES and one.food + one.litter > 0, HARDLY, 0.5, "it is in use"),
    Rule("store_away", lambda one: bool(one.liquid) and one.name != "Bottle", HARDLY, 0.6, "it is full"),
    Rule("store_away", lambda one: one.dirty, HARDLY, 0.7, "it is dirty"),
    Rule("store_away", lambda one: one.place == "sink", HARDLY, 0.7, "it stands in the sink"),
    Rule("store_away", lambda one: one.place in ("floor", "seat"), YES, 0.4, "it does not belong there"),
    Rule("store_away", _always, YES, 0.55, "it lies about, clean and empty"),
    Rule("dispose_of_item", lambda one: one.place == "bin", HARDLY, 0.9, "it is thrown away already"),
    Rule("dispose_of_item", lambda one: one.broken, YES, 0.3, "it is broken"),
    Rule(
        "dispose_of_item", lambda one: one.name == "Box" and one.food + one.litter > 0, HARDLY, 0.5, "things are in it"
    ),
    Rule("dispose_of_item", lambda one: one.name == "Box", HARDLY, 0.9, "it may still be of use"),
    Rule("dispose_of_item", lambda one: one.name == "Plastic bag" and one.litter > 0, YES, 0.8, "rubbish is in it"),
    Rule("dispose_of_item", lambda one: one.name == "Tin can", HARDLY, 0.8, "it may well be full"),
    Rule("dispose_of_item", lambda one: bool(one.liquid), HARDLY, 0.5, "it is full"),
    Rule("dispose_of_item", _class("Bottle", "Plastic bag"), YES, 0.7, "it is empty"),
    Rule("dispose_of_item", _class("Envelope", "Beaker", "Toothbrush"), HARDLY, 0.8, "it may still be of use"),
    Rule("dispose_of_item", lambda one: one.place == "floor", YES, 0.8, "food lies on the floor"),
    Rule("dispose_of_item", lambda one: one.amount < 0.3, YES, 0.6, "hardly anything is left"),
    Rule("dispose_of_item", lambda one: one.amount < 1.0, HARDLY, 0.9, "it was bitten into"),
    Rule("dispose_of_item", _always, HARDLY, 0.5, "it is good food"),
    Rule("dispose_of_contents", lambda one: one.broken, NO, 0.4, "it is broken"),
    Rule("dispose_of_contents", lambda one: one.name == "Box" and one.openness < 0.5, HARDLY, 0.9, "it may be full"),
    Rule("dispose_of_contents", _class("Tin can"), HARDLY, 0.9, "it may well be full"),
    Rule("dispose_of_contents", lambda one: _empty(one), NO, 0.45, "nothing is in it"),
    Rule("dispose_of_contents", lambda one: one.leftovers > 0, YES, 0.8, "leftovers are on it"),
    Rule("dispose_of_contents", lambda one: one.dirty or one.place in ("sink", "floor"), YES, 0.8, "it is dirty"),
    Rule("dispose_of_contents", lambda one: one.litter > 0, HARDLY, 1.0, "things are in it"),
    Rule("dispose_of_contents", _always, HARDLY, 0.6, "what is in it is good"),
    Rule("dispose_trash_in", lambda one: one.name == "Box" and one.openness < 0.5, NO, 0.8, "it is closed"),
    Rule("dispose_trash_in", lambda one: one.name == "Box", HARDLY, 0.9, "it is open, but no bin"),
    Rule("dispose_trash_in", _class("Plastic bag"), YES, 0.8, "a bag takes rubbish"),
    Rule("dispose_trash_in", _always, YES, 0.12, "it is a bin"),
)
"""All of them; an action's last row always applies."""

BY_ACTION: dict[str, tuple[Rule, ...]] = {
    action: tuple(rule for rule in RULES if rule.action == action) for action in ACTIONS
}


def rule_for(one: Instance, action: str) -> Rule:
    """The rule that decides about an action on an instance; incompatible ones are not asked about."""
    return next(rule for rule in BY_ACTION[action] if rule.when(one))
