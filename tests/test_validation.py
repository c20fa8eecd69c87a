"""Actions from outside: values of the wrong kind and names that nothing has are named, and nothing changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import casita
from casita.episodes import Recorder
from casita.errors import BadInput
from casita.world.action import Action
from casita.world.starting import beginning
from casita.world.validation import TEXTS, checked, plain, wrong_names, wrong_values

WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "no action": (lambda: None, "expected an Action, got NoneType"),
    "a sentence": (lambda: "open the fridge", "expected an Action, got str 'open the fridge'"),
    "an amount in words": (
        lambda: action(amount="much"),
        "the amount of an action is a finite number; .* str 'much'",
    ),
    "no amount": (lambda: action(amount=None), "the amount of an action is a finite number; it is NoneType None"),
    "yes for an amount": (lambda: action(amount=True), "the amount of an action is a finite number; it is bool True"),
    "an endless amount": (lambda: action(amount=float("inf")), "a finite number; it is float inf"),
    "an amount that is none": (lambda: action(amount=float("nan")), "a finite number; it is float nan"),
    "an amount of 400 digits": (lambda: action(amount=10**400), "a finite number; it is int"),
    "an amount of 5000 digits": (lambda: action(amount=10**5000), "a finite number; it is int"),
    "an amount of two parts": (lambda: action(amount=1j), "a finite number; it is complex 1j"),
    "a list for an object": (lambda: action(object=["a"]), r"the object of an action is text; it is list \['a'\]"),
    "bytes for a target": (lambda: action(target=b"mug_1"), "the target of an action is text; it is bytes b'mug_1'"),
    "half a letter": (lambda: action(text="\ud800"), "the text of an action is text that can be written down"),
    "another verb": (lambda: action(verb="juggle"), "unknown verb 'juggle'"),
    "a verb of robots": (lambda: action(verb="raise_arm"), "unknown verb 'raise_arm'"),
    "another agent": (lambda: action(agent="zoe"), "unknown agent 'zoe'"),
    "another object": (lambda: action(object="mugg_1"), "unknown object in kitchen_12 'mugg_1': did you mean mug_1"),
    "another target": (lambda: action(target="moon_1"), "unknown target in kitchen_12 'moon_1'"),
}


def action(**fields: Any) -> Action:
    return Action(**({"agent": "alice", "verb": "wait"} | fields))


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named_everywhere_and_changes_nothing(name: str) -> None:
    make, message = WRONG[name]
    world = casita.World(casita.room("kitchen", 12), ["alice"])
    recorder = Recorder(world.state)
    before = world.state
    for step in (world.step, recorder.step):
        with pytest.raises(BadInput, match=message):
            step([make()])
    assert world.state is before is recorder.state
    assert recorder.episode().ticks == ()
    wrong = make()
    assert re.search(message, wrong_values(wrong) or wrong_names(before, wrong))


@pytest.mark.parametrize("field", TEXTS)
@pytest.mark.parametrize("value", [None, 3, ["a"], b"a", "\udfff"])
def test_every_field_that_is_text_is_named(field: str, value: object) -> None:
    assert wrong_values(action(**{field: value})).startswith(f"the {field} of an action is text")


@pytest.mark.parametrize("call", ["act", "why_not"])
def test_a_field_that_an_action_has_not_is_named(call: str) -> None:
    world = casita.World(casita.room("kitchen", 12), ["alice"])
    with pytest.raises(BadInput, match=r"an action has no such field: .*'colour'"):
        getattr(world, call)("alice", "open", "fridge_1", colour="red")


@pytest.mark.parametrize("sentence", [None, 7, ["open the fridge"], b"open the fridge"])
def test_a_sentence_is_text(sentence: Any) -> None:
    with pytest.raises(BadInput, match=f"a sentence is text; it is {type(sentence).__name__}"):
        casita.World(casita.room("kitchen", 12), ["alice"]).tell("alice", sentence)


@pytest.mark.parametrize("actions", [Action("alice", "wait"), 3, {Action("alice", "wait")}])
def test_a_tick_takes_a_list(actions: Any) -> None:
    with pytest.raises(BadInput, match="a tick takes a list of actions"):
        casita.World(casita.room("kitchen", 12), ["alice"]).step(actions)


def test_odd_texts_and_numbers_become_plain_ones() -> None:
    class Loud(str):
        def __str__(self) -> str:
            return self.upper()

    state = beginning(casita.room("kitchen", 12), ["alice"])
    odd = Action("alice", "walk_to", target=Loud("mug_1"), amount=np.float32(0.5))  # type: ignore[arg-type]
    found = checked(state, odd)
    assert found == Action("alice", "walk_to", target="mug_1", amount=0.5)
    assert (type(found.target), type(found.amount)) == (str, float)
    assert plain(found) is found
