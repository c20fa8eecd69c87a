"""Whatever is done is told: an outcome's events name the deed, who did it, to what and where."""

from __future__ import annotations

import pytest

from casita.seeds import stream
from casita.world import Action, beginning, step
from casita.world.event import Event
from casita.world.proposals import proposed
from tests.houses import house
from tests.rooms import open_kitchen

MOVES_OTHERS = ("tidy", "empty", "put", "move_to", "put_near")
"""Verbs whose doing moves other things too."""

BY_CONTROLS = ("turn_on", "turn_off")
"""Verbs that tell of the knob or switch by which it was done."""


@pytest.mark.parametrize(("seed", "rules"), [(0, "command"), (1, "household")])
def test_a_deed_is_told_last_of_what_its_actor_did(seed: int, rules: str) -> None:
    """What is moved to tidy or empty something, or aside to make room for it, is told first; all else is one event."""
    state = beginning(house(seed, 3), {"alice": "person"}, seed=seed, rules=rules)
    luck, met = stream(seed, "telling"), set()
    for _ in range(400):
        outcome = step(state, [proposed(state, "alice", luck)])
        (action,) = outcome.actions
        own = [event for event in outcome.events if event.actor]
        if outcome.ok:
            *moved, last = own
            assert (last.actor, last.verb, last.tick) == ("alice", action.verb, state.tick)
            assert last.object == action.object or not action.object or action.verb in BY_CONTROLS
            assert {event.verb for event in moved} <= ({"move_to"} if action.verb in MOVES_OTHERS else set())
            met.add(action.verb)
        else:
            assert not own
        state = outcome.state
    assert len(met) >= 20


def test_whoever_is_there_already_is_told_to_have_walked() -> None:
    state = beginning(open_kitchen(), ["alice"], seed=5)
    walk = Action("alice", "walk_to", target="fridge_1")
    for _ in range(20):
        before, outcome = state.agents.position[0].tolist(), step(state, [walk])
        state = outcome.state
        assert outcome.ok
        if state.agents.position[0].tolist() == before:
            break
    assert state.agents.position[0].tolist() == before
    assert outcome.events == (Event(state.tick - 1, "alice", "walk_to", "", target="fridge_1"),)


def test_every_sip_is_told_and_the_last_leaves_nothing() -> None:
    state = beginning(open_kitchen(), ["alice"], seed=5)
    mug = state.statics.slot("mug_1")
    for verb, liquid in (("pick_up", ""), ("fill", "water")):
        outcome = step(state, [Action("alice", verb, "mug_1", liquid=liquid)])
        state = outcome.state
        assert outcome.ok, outcome.refusals
    levels = []
    while state.objects.level[mug] > 0.0:
        outcome = step(state, [Action("alice", "drink", "mug_1")])
        assert [(event.actor, event.verb, event.object) for event in outcome.events] == [("alice", "drink", "mug_1")]
        state = outcome.state
        levels.append(float(state.objects.level[mug]))
    assert levels == [0.5, 0.0]
    assert state.objects.liquid[mug] == 0
