"""Laws of the world over random scenes and random actions, legal and not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import casita
from casita.catalog import ROOM_KINDS
from casita.scenes.scene import Scene
from casita.seeds import stream
from casita.world import State, beginning, step
from casita.world.edit import Edit
from casita.world.laws import violations
from casita.world.proposals import proposed

scenes = st.one_of(
    st.tuples(st.sampled_from(ROOM_KINDS), st.integers(1, 30)).map(lambda room: casita.room(*room)),
    st.tuples(st.integers(0, 50), st.integers(1, 4)).map(lambda house: casita.house(*house)),
)
CREATES_OR_ENDS_MASS = {"eat", "drink", "use_up", "fill", "empty", "pour", "break", "clean"}


def masses(state: State) -> float:
    """Everything that exists, with liquids, in kilograms."""
    edit = Edit(state)
    return sum(edit.own_mass(slot) for slot in range(state.statics.count) if state.objects.exists[slot])


@settings(max_examples=25, deadline=None)
@given(scenes, st.integers(0, 10**6), st.sampled_from(["command", "household"]), st.floats(0.0, 1.0))
def test_no_law_is_broken(scene: Scene, seed: int, rules: str, sensible: float) -> None:
    state = beginning(scene, {"alice": "person", "bob": "robot"}, rules=rules, seed=seed)
    assert list(violations(state)) == []
    luck = stream(seed, "laws")
    for _ in range(60):
        state = step(state, [proposed(state, name, luck, sensible) for name in state.names]).state
    assert list(violations(state)) == []


@settings(max_examples=15, deadline=None)
@given(scenes, st.integers(0, 10**6))
def test_mass_is_conserved(scene: Scene, seed: int) -> None:
    """By all verbs but those that eat, pour, fill and the like, while nothing runs."""
    state = beginning(scene, ["alice"], seed=seed)
    luck = stream(seed, "mass")
    conserved = 0
    for _ in range(80):
        action = proposed(state, "alice", luck)
        outcome = step(state, [action])
        events = {event.verb for event in outcome.events}
        if not events & CREATES_OR_ENDS_MASS:
            assert masses(outcome.state) == pytest.approx(masses(state), abs=1e-6), action
            conserved += outcome.ok
        state = outcome.state
    assert conserved >= 10


@settings(max_examples=10, deadline=None)
@given(scenes, st.integers(0, 10**6))
def test_the_same_seed_gives_the_same_states(scene: Scene, seed: int) -> None:
    ends = []
    for _ in range(2):
        state = beginning(scene, ["alice", "bob"], seed=seed)
        luck = stream(seed, "again")
        for _ in range(40):
            state = step(state, [proposed(state, name, luck) for name in state.names]).state
        ends.append(state.digest())
    assert ends[0] == ends[1]
