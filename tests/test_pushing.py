"""Who pushes a thing sends it away from themselves, and who pulls it towards them; or where they say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from casita.world import Action, State, beginning, step
from tests.rooms import open_kitchen

HEADINGS = {"ahead": 0.0, "left": 90.0, "back": 180.0, "right": -90.0}


def moves(verb: str, direction: str = "") -> list[tuple[State, np.ndarray, np.ndarray]]:  # type: ignore[type-arg]
    """For every thing that slides on furniture: the state before, the way from the agent to it, and its move."""
    found = []
    for name in ("counter_top_1", "dining_table_1"):
        state = beginning(open_kitchen(), ["alice"], seed=5)
        for _ in range(12):
            state = step(state, [Action("alice", "walk_to", target=name)]).state
        for thing in state.statics.scene.things:
            outcome = step(state, [Action("alice", verb, thing.id, direction=direction)])
            slot = state.statics.slot(thing.id)
            before, after = state.objects, outcome.state.objects
            is_on_floor = state.statics.things[before.carrier[slot]].type == "floor"  # there it may be turned aside
            if outcome.ok and before.carrier[slot] == after.carrier[slot] and not is_on_floor:
                moved = after.position[slot, :2] - before.position[slot, :2]
                found.append((state, before.position[slot, :2] - state.agents.position[0], moved))
    return [row for row in found if np.hypot(*row[2]) > 0.02]


@pytest.mark.parametrize(("verb", "sign"), [("push", 1.0), ("pull", -1.0)])
def test_away_or_towards(verb: str, sign: float) -> None:
    found = moves(verb)
    assert len(found) >= 5
    for _, away, moved in found:
        assert sign * (away @ moved) / (np.hypot(*away) * np.hypot(*moved)) == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("direction", HEADINGS)
def test_where_it_is_told(direction: str) -> None:
    found = moves("push", direction)
    assert found
    for state, _, moved in found:
        wanted = math.radians(float(state.agents.yaw[0]) + HEADINGS[direction])
        assert math.cos(wanted - math.atan2(moved[1], moved[0])) == pytest.approx(1.0, abs=1e-3)


def test_a_push_goes_as_far_as_it_is_drawn_or_some_fifths_of_that() -> None:
    """Logs are replayed by this draw; in a tick it is the same for all things that could be pushed."""
    drawn = 0.3618
    lengths = sorted(float(np.hypot(*moved)) for _, _, moved in moves("push"))
    assert lengths[-1] == pytest.approx(drawn, abs=2e-4)
    fifths = [round(5 * length / drawn) for length in lengths]
    assert set(fifths) == {1, 3, 4, 5}
    assert lengths == pytest.approx([drawn * fifth / 5 for fifth in fifths], abs=2e-4)
