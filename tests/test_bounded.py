"""Numbers of settings are what their fields say that they may be."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

import pytest

from casita.bounded import Bounded, above, at_least, bounds_of, within
from casita.errors import BadInput
from casita.learn.actor_critic import Learning
from casita.learn.ppo import PPO
from casita.learn.training import Settings


@dataclass(frozen=True, slots=True)
class Oven(Bounded):
    """One number of each kind, and one that may be anything."""

    degrees: float = within(50.0, 250.0, default=180.0)
    trays: int = at_least(1, default=2)
    minutes: float = above(0.0, default=20.0)
    shelf: int = 0


ALLOWED = (("degrees", 50.0), ("degrees", 250), ("trays", 1), ("minutes", 1e-9), ("shelf", -7))
REFUSED = (
    ("degrees", 49.9, "from 50.0 to 250.0"),
    ("degrees", 250.1, "from 50.0 to 250.0"),
    ("degrees", math.nan, "a number"),
    ("trays", 0, "at least 1"),
    ("trays", 1.5, "a whole number"),
    ("trays", True, "a whole number"),
    ("minutes", 0.0, "above 0.0"),
    ("minutes", math.inf, "a number"),
    ("minutes", "20", "a number"),
)


def test_fields_keep_their_defaults_and_their_order() -> None:
    assert Oven() == Oven(180.0, 2, 20.0, 0)
    assert [field.name for field in fields(Oven)] == ["degrees", "trays", "minutes", "shelf"]
    assert list(bounds_of(Oven)) == ["degrees", "trays", "minutes"]


@pytest.mark.parametrize(("name", "value"), ALLOWED)
def test_what_is_within_its_bounds_is_taken(name: str, value: float) -> None:
    assert getattr(Oven(**{name: value}), name) == value  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "value", "expected"), REFUSED)
def test_what_is_not_is_named_with_what_it_may_be(name: str, value: object, expected: str) -> None:
    with pytest.raises(BadInput) as error:
        Oven(**{name: value})  # type: ignore[arg-type]
    assert str(error.value) == f"{name} is {expected}; it is {value!r}"


@pytest.mark.parametrize("kind", [Learning, PPO, Settings])
def test_settings_of_training_refuse_what_is_below_each_least(kind: type[Bounded]) -> None:
    bounds = bounds_of(kind)
    assert len(bounds) >= 5
    for name, own in bounds.items():
        with pytest.raises(BadInput, match=f"^{name} is "):
            kind(**{name: own.least - 1})
