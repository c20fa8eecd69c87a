"""Alice reaches her goals from what she sees, whatever happens around her, and does the same every time."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import casita
from casita.agents.alice import Alice
from casita.agents.chores import Subgoal
from casita.agents.script import Script
from casita.agents.settings import Settings
from casita.agents.view import View
from casita.errors import BadInput
from casita.seeds import Stream, stream
from casita.world.action import Action
from casita.world.goals import Goal, Predicate
from casita.world.proposals import proposed
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.statics import NONE
from casita.world.step import step
from tests.fuzz.alice import LIMIT, steps_to_goal

TEA = Goal((Predicate("on", "apple", "bed"), Predicate("in", "juice", "fridge"), Predicate("hold", "book", "alice"),
            Predicate("sit", "alice", "sofa")))  # fmt: skip
PLATES = Goal((Predicate("on", "plate", "bed", 2), Predicate("on", "fork", "bed")))


def start(number: int, seed: int = 0, people: int = 1) -> State:
    names = ("alice", "bob")[:people]
    return beginning(casita.apartment(number), dict.fromkeys(names, "person"), rules="household", seed=seed)


def run(state: State, alice: Alice, goal: Goal, limit: int = 250) -> tuple[State, list[Action]]:
    """Let Alice act until the goal is reached."""
    done: list[Action] = []
    while not goal.holds(state) and len(done) < limit:
        action = alice.act(View.of(state, "alice"))
        state = step(state, [action]).state
        done.append(action)
    return state, done


@pytest.mark.parametrize("goal", [TEA, PLATES], ids=["tea", "plates"])
@pytest.mark.parametrize("number", range(1, 8))
def test_alice_reaches_her_goal_alone(number: int, goal: Goal) -> None:
    state, done = run(start(number), Alice(goal, seed=1), goal, 500)
    assert goal.holds(state), len(done)
    opened = [action.object for action in done if action.verb == "open"]
    closed = [action.object for action in done if action.verb == "close"]
    assert sorted(set(opened)) == sorted(set(closed)) or len(set(opened) - set(closed)) <= 1


def test_alice_says_what_she_is_up_to() -> None:
    alice, state = Alice(PLATES, seed=3), start(2)
    action = alice.act(View.of(state, "alice"))
    assert alice.subgoal is not None
    assert alice.subgoal == alice.future[0]
    assert alice.plan[0] == action
    assert {subgoal.predicate for subgoal in alice.future} == set(PLATES.predicates)
    slot = state.statics.index["plate_1"]
    assert sum(alice.belief.of(slot).values()) == pytest.approx(1.0)


def says_what_is_next(alice: Alice) -> bool:
    """Does her future begin with what she is after, and is it empty if that is nothing?"""
    return alice.future[:1] == (() if alice.subgoal is None else (alice.subgoal,))


@pytest.mark.parametrize("goal", [TEA, PLATES], ids=["tea", "plates"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_her_future_begins_with_what_she_is_after_at_every_step(number: int, goal: Goal) -> None:
    alice, state = Alice(goal, seed=1), start(number)
    stages = set()
    while not goal.holds(state) and state.tick < 500:
        state = step(state, [alice.act(View.of(state, "alice"))]).state
        assert says_what_is_next(alice), state.tick
        stages.add(alice.subgoal.stage if alice.subgoal else "")
    assert goal.holds(state)
    assert {"take", "put"} <= stages


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_future_of_both_begins_with_what_they_are_after_and_one_leaves_to_her_what_she_takes(number: int) -> None:
    alice, bob, state = Alice(PLATES, seed=1), Alice(PLATES, "bob", seed=2), start(number, people=2)
    idle = 0
    while not PLATES.holds(state) and state.tick < 500:
        hers = alice.act(View.of(state, "alice"))
        his = bob.act(View.of(state, "bob"), alice.future[:1])
        assert says_what_is_next(alice), state.tick
        assert says_what_is_next(bob), state.tick
        assert bob.subgoal is None or bob.subgoal != alice.subgoal
        idle += bob.subgoal is None
        state = step(state, [hers, his]).state
    assert PLATES.holds(state)
    assert idle < state.tick


def shunned(goal: Goal, view: View, manner: Settings | None = None) -> list[Subgoal]:
    """What she goes for, one after the other, if she is told each time to leave all of that to somebody else."""
    left: list[Subgoal] = []
    for _ in range(100):
        alice = Alice(goal, settings=manner, seed=1)
        action = alice.act(view, tuple(left))
        if alice.subgoal is None:
            assert action == Action("alice", "wait")
            return left
        assert alice.subgoal not in left, (alice.subgoal, action)
        left.append(alice.subgoal)
    raise AssertionError("there is no end of what she can do")


HELD = Goal((Predicate("hold", "book_1", "alice"),))


@pytest.mark.parametrize(("goal", "least"), [(TEA, 4), (PLATES, 5), (HELD, 1)], ids=["tea", "plates", "book"])
@pytest.mark.parametrize("number", range(1, 8))
def test_alice_never_goes_for_what_she_leaves_to_somebody_else(number: int, goal: Goal, least: int) -> None:
    found = shunned(goal, View.of(start(number), "alice", None))
    assert len(found) >= least
    assert goal != HELD or [(each.verb, each.object) for each in found] == [("pick_up", "book_1")]


@pytest.mark.parametrize("number", range(1, 8))
def test_alice_does_not_even_look_where_somebody_else_does(number: int) -> None:
    views = (View.of(start(number, seed), "alice") for seed in range(5))
    found = shunned(PLATES, next(view for view in views if not view.things[view.known.index["bed_1"]]))
    assert (found[-1].stage, found[-1].object) == ("look", "bed_1")


def test_alice_does_not_go_for_what_she_leaves_to_somebody_else_by_mistake() -> None:
    shunned(PLATES, View.of(start(1), "alice", None), Settings(mistake_rate=1.0))


def test_alice_needs_no_more_steps_with_everything_in_view() -> None:
    blind = sighted = 0
    for number in (1, 2, 3):
        _, done = run(start(number), Alice(PLATES, seed=1), PLATES, 500)
        blind += len(done)
        state, steps, alice = start(number), 0, Alice(PLATES, seed=1)
        while not PLATES.holds(state) and steps < 500:
            state = step(state, [alice.act(View.of(state, "alice", None))]).state
            steps += 1
        assert PLATES.holds(state), number
        sighted += steps
    assert sighted < blind


# Surprises.


@given(st.integers(1, 7), st.integers(0, 1000))
@settings(max_examples=8, deadline=None)
def test_alice_gets_there_although_acts_come_to_nothing(number: int, seed: int) -> None:
    assert steps_to_goal(number, seed) <= LIMIT


@pytest.mark.parametrize(("number", "seed"), [(7, 336), (6, 103), (2, 183)])
def test_bad_luck_costs_alice_steps_but_does_not_make_her_give_up(number: int, seed: int) -> None:
    """Once she stood waiting for 300 steps, because she took bad luck for refusals; or behind a drawer left open."""
    assert steps_to_goal(number, seed) < 250


def test_alice_puts_a_pillow_on_the_floor_where_no_way_leads_to_the_other_table() -> None:
    """She stepped aside for ever between two tables, one full and one out of reach."""
    assert steps_to_goal(4, 403945) < 350


@given(st.integers(1, 7), st.integers(0, 1000))
@settings(max_examples=6, deadline=None)
def test_alice_survives_a_meddler(number: int, seed: int) -> None:
    luck: Stream = stream(seed, "meddler")
    alice, state = Alice(TEA, seed=seed), start(number, seed, people=2)
    for _ in range(80):
        action = alice.act(View.of(state, "alice"))
        state = step(state, [action, proposed(state, "bob", luck)]).state
        assert np.allclose(alice.belief.chance.sum(axis=1), 1.0)


def test_alice_finds_again_what_was_moved_behind_her_back() -> None:
    goal = Goal((Predicate("on", "pudding_1", "bed"),))
    state, alice = start(1), Alice(goal, seed=2)
    known = state.statics
    slot, cabinet = known.index["pudding_1"], known.index["microwave_1"]
    moved = False
    for _ in range(500):
        if goal.holds(state):
            break
        state = step(state, [alice.act(View.of(state, "alice"))]).state
        in_sight = bool(View.of(state, "alice").things[slot])
        if not moved and in_sight and slot not in state.agents.hands[0]:
            carrier, spot = state.objects.carrier.copy(), state.objects.spot.copy()
            position = state.objects.position.copy()
            carrier[slot], spot[slot] = cabinet, 0
            position[slot] = position[cabinet]
            state = state.altered({"carrier": carrier, "spot": spot, "position": position})
            moved = True
    assert moved
    assert goal.holds(state)


def test_alice_opens_a_closed_door() -> None:
    state = start(2, seed=1)
    known = state.statics
    doors = [slot for slot, rooms in known.door_rooms.items() if len(rooms) > 1]
    openness = state.objects.openness.copy()
    openness[doors] = 0.0
    shut = state.altered({"openness": openness})
    bedroom = known.room_index["bedroom_1"]
    goal = Goal((Predicate("on", "apple", "bed"),))
    assert int(known.room_index[known.scene.room_ids["bed_1"]]) == bedroom
    state, done = run(shut, Alice(goal, seed=1), goal, 400)
    assert goal.holds(state)
    assert any(action.verb == "open" and action.object.startswith("door") for action in done)


def test_alice_turns_to_something_else_when_a_place_is_full() -> None:
    alice, state = Alice(PLATES, seed=1), start(3)
    refused = 0
    after = []
    for _ in range(500):
        if PLATES.holds(state):
            break
        action = alice.act(View.of(state, "alice"))
        if action.verb == "put" and refused < 3:
            refused += 1
            state = step(state, [Action("alice", "wait")]).state
            continue
        if refused == 1 and len(after) < 2:
            after.append(action)
        state = step(state, [action]).state
    assert refused == 3
    assert alice.refused >= 3
    assert all(action.verb != "put" or action.target != "bed_1" for action in after[:1])
    assert PLATES.holds(state)


def test_alice_picks_up_what_blocks_her_way() -> None:
    scene = casita.apartment(2)
    starts = (start(2, seed) for seed in range(20))
    state = next(state for state in starts if scene.rooms[int(state.agents.room[0])].id == "bedroom_1")
    known = state.statics
    box = next(slot for slot, thing in enumerate(scene.things) if thing.type == "box")
    doorway = next(way for way in scene.doorways if set(way.rooms) == {"bedroom_1", "living_room_1"})
    position, carrier, spot = (state.objects.position.copy(), state.objects.carrier.copy(), state.objects.spot.copy())
    x, y = doorway.centre
    position[box] = (x + 0.45, y, 0.0)
    carrier[box], spot[box] = known.index["floor_3"], 0
    room = state.objects.room.copy()
    room[box] = known.room_index["bedroom_1"]
    blocked = state.altered({"position": position, "carrier": carrier, "spot": spot, "room": room})
    goal = Goal((Predicate("on", "apple", "bed"),))
    after, done = run(blocked, Alice(goal, seed=1), goal, 400)
    assert goal.holds(after)
    assert any(action.verb in ("pick_up", "push") and action.object == scene.things[box].id for action in done)


def test_alice_makes_space_on_a_full_table() -> None:
    state = start(3)
    known = state.statics
    goal = Goal((Predicate("on", "book_1", "desk"),))
    table = known.index["desk_1"]
    before = set(np.nonzero(state.objects.carrier == table)[0].tolist())
    after, done = run(state, Alice(goal, seed=1), goal, 400)
    assert any(action.verb == "put" and action.target == "desk_1" for action in done[:-1])
    assert goal.holds(after)
    assert before - set(np.nonzero(after.objects.carrier == table)[0].tolist())


def test_alice_waits_when_all_is_done() -> None:
    goal = Goal((Predicate("hold", "book", "alice"),))
    state, _ = run(start(1), Alice(goal), goal)
    alice = Alice(goal)
    assert alice.act(View.of(state, "alice")).verb == "wait"
    assert alice.subgoal is None


def test_pauses_and_mistakes_cost_time() -> None:
    _, quick = run(start(1), Alice(PLATES, seed=1), PLATES, 600)
    _, slow = run(start(1), Alice(PLATES, settings=Settings(pause_rate=0.5), seed=1), PLATES, 600)
    assert sum(action.verb == "wait" for action in slow) > 0.3 * len(slow) > sum(a.verb == "wait" for a in quick)
    state, _ = run(start(1), Alice(PLATES, settings=Settings(mistake_rate=0.3), seed=1), PLATES, 900)
    assert PLATES.holds(state)


def test_alice_thinks_fast_enough() -> None:
    alice, state = Alice(TEA, seed=1), start(4)
    times = []
    for _ in range(60):
        view = View.of(state, "alice")
        begun = time.process_time()
        action = alice.act(view)
        times.append(time.process_time() - begun)
        state = step(state, [action]).state
    # 0.7 ms on the project's machine; generous, because other work runs there too.
    assert np.median(times) < 0.005


# Scripts.


def test_a_script_is_followed() -> None:
    state = start(1)
    lines: list[str | Action] = ["walk to the fridge", "open the fridge", Action("alice", "close", "fridge_1")]
    script = Script(lines)
    verbs = []
    while not script.is_done:
        action = script.act(View.of(state, "alice"))
        outcome = step(state, [action])
        assert outcome.ok
        state = outcome.state
        verbs.append(action.verb)
        if script.line == 2 and verbs[-1] == "open":
            assert state.objects.openness[state.statics.index["fridge_1"]] == 1.0
    assert [verb for verb in verbs if verb != "walk_to"] == ["open", "close"]
    assert script.act(View.of(state, "alice")).verb == "wait"
    assert state.agents.seat[0] == NONE


def test_a_script_says_which_line_is_wrong() -> None:
    with pytest.raises(BadInput, match="line 1"):
        Script(["frobnicate the fridge"]).act(View.of(start(1), "alice"))
    with pytest.raises(BadInput, match="bob"):
        Script([Action("bob", "wait")], "alice")
    with pytest.raises(BadInput, match="3"):
        Script([3])  # type: ignore[list-item]
