"""Belief and view: what is seen is certain, what is hidden cannot leak, the sampled world changes only if it must."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import casita
from casita.agents.belief import Belief
from casita.agents.view import View
from casita.seeds import stream
from casita.world.known_home import known_home
from casita.world.proposals import proposed
from casita.world.shut import OPEN_ENOUGH
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.statics import NONE
from casita.world.step import step
from tests.same_view import same_view

PEOPLE = {"alice": "person", "bob": "person"}


def start(number: int, seed: int = 0) -> State:
    return beginning(casita.apartment(number), PEOPLE, rules="household", seed=seed)


def wandered(state: State, luck_seed: int, steps: int) -> list[State]:
    """States that follow when two people do sensible things at random, and walk and open a lot."""
    luck = stream(luck_seed, "wander")
    states = [state]
    known = state.statics
    opens = np.nonzero(known.can["open"])[0].tolist()
    for _ in range(steps):
        actions = []
        for name in PEOPLE:
            action = proposed(state, name, luck)
            if luck.chance(0.4):
                action = replace(action, verb="walk_to", object="", target=luck.choice(known.rooms).id)
            elif luck.chance(0.4):
                action = replace(action, verb="open", object=known.ids[luck.choice(opens)], target="")
            actions.append(action)
        state = step(state, actions).state
        states.append(state)
    return states


def true_place(belief: Belief, state: State, slot: int) -> int:
    """The place of a thing, worked out the slow way."""
    home, now, known = belief.places, state.objects, state.statics
    at = slot
    while at != NONE:
        if now.held_by[at] != NONE:
            return home.hands
        carrier, spot = int(now.carrier[at]), int(now.spot[at])
        if carrier != NONE and spot != NONE and known.spots[carrier][spot].joint and home.of_container[carrier] >= 0:
            return int(home.of_container[carrier])
        at = carrier
    return home.first_room + int(now.room[slot])


@given(st.integers(1, 7), st.integers(0, 10_000))
@settings(max_examples=12, deadline=None)
def test_a_belief_keeps_its_laws(number: int, seed: int) -> None:
    belief = Belief(start(number).statics)
    home = belief.places
    for state in wandered(start(number, seed), seed, 25):
        view = View.of(state, "alice")
        before = belief.sample.copy()
        belief.update(view, stream(seed, state.tick))
        assert np.allclose(belief.chance.sum(axis=1), 1.0)
        assert (belief.chance >= 0.0).all()
        guessed = ~belief.located
        assert (belief.chance[guessed][~home.possible[guessed]] == 0.0).all()
        rows = np.arange(len(home.slots))
        assert (belief.chance[rows, belief.sample] > 0.0).all()
        seen = view.things[home.slots]
        for row in np.nonzero(seen)[0].tolist():
            assert belief.chance[row, true_place(belief, state, int(home.slots[row]))] == 1.0
            assert belief.located[row]
        shown = np.zeros(home.count, np.bool_)
        shown[home.first_room + view.here] = True
        shown[: home.first_room] = view.things[home.containers] & (view.openness[home.containers] >= OPEN_ENOUGH)
        assert (belief.chance[np.ix_(~seen, shown)] == 0.0).all()
        kept = ~seen & (before != NONE)
        kept[kept] = belief.chance[rows[kept], before[kept]] > 0.0
        moved = kept & (belief.sample != before)
        # A thing that was carried off is guessed anew even where its old place is possible again.
        assert not moved[before != home.hands].any()


def test_at_first_every_possible_place_is_as_likely_as_another() -> None:
    belief = Belief(start(3).statics)
    for row in range(len(belief.places.slots)):
        chances = belief.chance[row][belief.chance[row] > 0.0]
        assert np.ptp(chances) == 0.0
        assert len(chances) >= len(start(3).scene.rooms)


def test_a_thing_seen_stays_certain_after_leaving_and_is_doubted_once_it_is_missed() -> None:
    state = start(1)
    known = state.statics
    kitchen = known.room_index["kitchen_1"]
    belief = Belief(known)
    there = state.altered(agents={"room": np.array([kitchen, 1], np.int16)})
    view = View.of(there, "alice")
    slot = next(s for s in belief.places.slots.tolist() if view.things[s] and state.objects.carrier[s] != NONE)
    belief.update(view, stream(0))
    away = state.altered(agents={"room": np.array([2, 1], np.int16)})
    belief.update(View.of(away, "alice"), stream(1))
    assert belief.of(slot) == {"kitchen_1": 1.0}
    gone = there.objects.exists.copy()
    gone[slot] = False
    belief.update(View.of(there.altered({"exists": gone}), "alice"), stream(2))
    assert "kitchen_1" not in belief.of(slot)
    assert len(belief.of(slot)) > 5
    assert sum(belief.of(slot).values()) == pytest.approx(1.0)


def test_hidden_facts_do_not_reach_a_view() -> None:
    state = start(2)
    view = View.of(state, "alice")
    hidden = np.nonzero(~view.things & state.statics.loose & state.objects.exists)[0]
    position, carrier, openness = (
        state.objects.position.copy(),
        state.objects.carrier.copy(),
        state.objects.openness.copy(),
    )
    position[hidden] += 1.0
    carrier[hidden] = carrier[hidden][::-1]
    openness[~view.things] = 0.0
    other = View.of(state.altered({"position": position, "carrier": carrier, "openness": openness}), "alice")
    for name in ("position", "carrier", "spot", "holder", "room", "openness", "on"):
        one, two = getattr(view, name), getattr(other, name)
        assert np.array_equal(
            one[view.things & other.things], two[view.things & other.things], equal_nan=name == "position"
        )
    assert np.isnan(view.position[~view.things]).all()
    assert (view.carrier[~view.things] == NONE).all()


@pytest.mark.parametrize("number", [1, 4, 7])
def test_a_graph_shows_what_a_view_shows(number: int) -> None:
    world = casita.World(casita.apartment(number), PEOPLE, rules="household", seed=number)
    home, seen = known_home(world.state.statics), 0
    for state in wandered(world.state, number, 15):
        world.restore(state)
        view = View.of(state, "alice")
        read = View.from_graph(home, world.graph("alice"), "alice", state.tick)
        assert same_view(view, read)
        everything = View.from_graph(home, world.graph(), "bob", state.tick, sees_all=True)
        assert same_view(View.of(state, "bob", None), everything)
        seen += int(view.things.sum())
    assert seen > 15 * 30
