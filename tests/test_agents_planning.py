"""Search, regression and oracles: plans are cheap, are what they cost, and are done without a refusal."""

from __future__ import annotations

import itertools
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import casita
from casita.agents.alice import Alice
from casita.agents.belief import Belief
from casita.agents.chores import OpenChores, Subgoal, wants
from casita.agents.oracle import ORACLE, Oracles, solve
from casita.agents.regression import cost, plan
from casita.agents.search import CARRY, Chores, search
from casita.agents.settings import PAPER, Settings
from casita.agents.view import View
from casita.agents.ways import ways
from casita.bounded import bounds_of
from casita.errors import BadInput
from casita.seeds import stream
from casita.world.bodies import BODIES
from casita.world.edit import Edit
from casita.world.goals import Goal, Predicate
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.step import step
from casita.world.walking import is_walkable

GOALS = {
    "on": Predicate("on", "apple", "bed"),
    "in": Predicate("in", "juice", "fridge"),
    "near": Predicate("near", "fork", "plate"),
    "hold": Predicate("hold", "book", "alice"),
    "sit": Predicate("sit", "alice", "sofa"),
    "open": Predicate("state", "fridge", adjective="open"),
    "closed": Predicate("state", "microwave", adjective="closed"),
    "on_state": Predicate("state", "microwave", adjective="on"),
    "off": Predicate("state", "microwave", adjective="off"),
}


def start(number: int, seed: int = 0, people: int = 1) -> State:
    names = ("alice", "bob")[:people]
    return beginning(casita.apartment(number), dict.fromkeys(names, "person"), rules="household", seed=seed)


def set_up(state: State, kind: str) -> State:
    """The state in which a goal about a state is not reached yet."""
    known = state.statics
    if kind == "closed":
        openness = state.objects.openness.copy()
        openness[known.index["microwave_1"]] = 1.0
        return state.altered({"openness": openness})
    if kind in ("on_state", "off"):
        on = state.objects.on.copy()
        on[known.index["microwave_1"]] = kind == "off"
        return state.altered({"on": on})
    return state


@pytest.mark.parametrize("number", range(1, 8))
def test_wherever_a_person_begins_there_is_a_way_to_every_room(number: int) -> None:
    for seed in range(12):
        edit = Edit(start(number, seed))
        rooms = range(len(edit.known.rooms))
        assert [room for room in rooms if not is_walkable(edit, 0, ("room", room))] == [], seed


@pytest.mark.parametrize("kind", GOALS)
@pytest.mark.parametrize("number", [1, 4])
def test_plans_are_done_without_a_refusal(kind: str, number: int) -> None:
    goal = Goal((GOALS[kind],))
    state = set_up(start(number, seed=1), kind)
    solution = solve(state, goal)
    assert solution.solved
    for actions in solution.ticks:
        outcome = step(state, actions)
        assert outcome.ok, (actions, outcome.reason)
        state = outcome.state
    assert goal.holds(state)


@pytest.mark.parametrize("number", range(1, 8))
def test_a_plan_takes_about_the_steps_that_it_costs(number: int) -> None:
    state = start(number)
    known = state.statics
    fork, bed = known.index["fork_1"], known.index["bed_1"]
    goal = Goal((Predicate("on", "fork_1", "bed"),))
    view = View.of(state, "alice", None)
    belief = Belief(known)
    belief.update(view, stream(0))
    home = ways(known, BODIES["person"], ORACLE.arm)
    open_chores = OpenChores(wants(goal, known), [view], belief, home, 2, lambda *_: False, [-1])
    facts = plan(Subgoal("put", "put", known.ids[fork], known.ids[bed], "on"), open_chores, view)
    assert [act.verb for act in facts.acts if act.verb != "open"][-1] == "put"
    taken = solve(state, goal).steps
    assert abs(cost(facts) - taken) <= 3, (cost(facts), taken)


def exact(steps: np.ndarray, hands: int) -> float:
    """The least cost of taking all things and putting them at the one target, by trying every order."""
    count = steps.shape[1] - 1
    best = np.inf
    for order in itertools.permutations(range(count)):
        for stops in itertools.product((False, True), repeat=count):
            at, total, held = 0, 0, 0
            for thing, unload in zip(order, stops, strict=True):
                total += steps[at, thing] + 1
                at, held = 1 + thing, held + 1
                if held > hands:
                    total = np.inf
                if unload or thing == order[-1]:
                    total += steps[at, count] + held
                    at, held = 1 + count, 0
            best = min(best, total)
    return best


@given(st.integers(0, 10_000), st.integers(1, 4), st.integers(1, 2))
@hypothesis_settings(max_examples=25, deadline=None)
def test_a_long_search_finds_the_best_order(seed: int, count: int, hands: int) -> None:
    luck = stream(seed)
    points = np.array([[luck.below(12), luck.below(12)] for _ in range(count + 2)])
    away = np.abs(points[:, None] - points[None]).sum(axis=2)
    steps = np.ascontiguousarray(away[:, 1:])
    ones = np.ones(count, np.int64)
    chores = Chores(
        steps=steps, item=np.arange(count), predicate=0 * ones, place=np.arange(count), box=-ones, agent=-ones,
        kind=np.array([CARRY]), need=np.array([count]), target=np.array([count]), target_box=np.array([-1]),
        is_open=np.zeros(0, np.bool_), state=0 * ones, owner=-ones, hands=np.array([hands]), using=np.array([-1]),
    )  # fmt: skip
    found = search(chores, Settings(simulations=4000, exploration=1.0), seed)
    # The model adds a thousandth of every agent's time so that nobody dawdles.
    assert round(float(found.costs.min()) / 1.001) == exact(steps, hands)
    again = search(chores, Settings(simulations=4000, exploration=1.0), seed)
    assert np.array_equal(found.futures, again.futures)


def test_two_oracles_share_the_work() -> None:
    goal = Goal((Predicate("on", "plate", "bed", 2), Predicate("on", "fork", "bed", 2)))
    alone = together = 0
    for number in (1, 3, 5):
        state = start(number, seed=2, people=2)
        one, two = solve(state, goal, ["alice"]), solve(state, goal)
        assert one.solved
        assert two.solved
        alone, together = alone + one.steps, together + two.steps
    assert together < alone


def test_an_oracle_names_what_it_does_not_know() -> None:
    goal = Goal((GOALS["on"],))
    with pytest.raises(BadInput, match="carol"):
        solve(start(1), goal, ["carol"])
    with pytest.raises(BadInput, match="views are of"):
        Oracles(goal, ["alice"]).act([View.of(start(1, people=2), "bob", None)])
    with pytest.raises(BadInput, match="different names"):
        Oracles(goal, ["alice", "alice"])
    with pytest.raises(BadInput, match="clean"):
        solve(start(1), Goal((Predicate("state", "plate", adjective="clean"),)))
    with pytest.raises(BadInput, match="-1"):
        solve(start(1), goal, limit=-1)


@pytest.mark.parametrize("name", [field.name for field in fields(Settings)])
def test_every_setting_is_checked(name: str) -> None:
    bad: list[object] = ["much", None]
    bounds = bounds_of(Settings)
    if name in bounds:
        low, high = bounds[name].least, bounds[name].most
        bad += [low - 1, high + 1, float("nan"), True]
        if isinstance(low, int):
            bad.append(low + 0.5)
        Settings(**{name: low})
        Settings(**{name: high})
    else:
        bad.append(1)
    for value in bad:
        with pytest.raises(BadInput, match=name):
            Settings(**{name: value})  # type: ignore[arg-type]


def test_the_papers_settings_are_bounded() -> None:
    assert PAPER.simulations == 100
    assert PAPER.horizon < Settings().horizon


def test_alice_checks_what_she_is_given() -> None:
    with pytest.raises(BadInput, match="Goal"):
        Alice("tidy up")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="seed"):
        Alice(Goal((GOALS["on"],)), seed=0.5)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="bob"):
        Alice(Goal((GOALS["on"],))).act(View.of(start(1, people=2), "bob"))
    with pytest.raises(BadInput, match="not seen"):
        _ = Alice(Goal((GOALS["on"],))).belief
