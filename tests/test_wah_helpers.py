"""The helper of our own: what it believes, how it behaves beside Alice, and what its help is worth."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np

from casita.agents.alice import Alice
from casita.agents.belief import places
from casita.agents.view import Sighted
from casita.agents.ways import ways
from casita.benchmarks.watch_and_help.goals import ALICE, BOB, goal_of
from casita.benchmarks.watch_and_help.helping import Helped, help_once
from casita.benchmarks.watch_and_help.item import Task
from casita.benchmarks.watch_and_help.models.alice_alone import AliceAlone
from casita.benchmarks.watch_and_help.models.mate import Mate
from casita.benchmarks.watch_and_help.models.online_goal import OnlineGoal
from casita.benchmarks.watch_and_help.models.partner import Partner
from casita.benchmarks.watch_and_help.models.teammate import Teammate
from casita.benchmarks.watch_and_help.models.usual_places import first_chances, usual
from casita.benchmarks.watch_and_help.observing import observed
from casita.benchmarks.watch_and_help.tasks import tasks
from casita.episodes import Episode
from casita.protocols import Observation
from casita.world.action import Action
from casita.world.goals import Goal, Predicate
from casita.world.state import State, beginning
from casita.world.statics import NONE
from casita.world.step import step

TASKS = tuple(
    next(task for task in tasks("train") if task.activity == name)
    for name in ("read_book", "put_fridge", "setup_table")
)


@cache
def helped(task: Task) -> tuple[Helped, Episode]:
    return help_once(Teammate(), task, 0)


# What help is worth.


def test_the_teammate_helps_without_a_fault_and_saves_time() -> None:
    for task in TASKS:
        together, _ = helped(task)
        assert together.success
        assert not together.faults, together.first_fault
        assert together.privileges == ()
        assert together.interplay.undone == {ALICE: 0, BOB: 0}
    alone = sum(help_once(AliceAlone(), task, 0)[0].result.length for task in TASKS)
    assert sum(helped(task)[0].steps for task in TASKS) < 0.8 * alone


def test_a_book_that_finds_no_place_on_the_table_is_put_down_elsewhere() -> None:
    task = next(task for task in tasks("test_1") if task.id == "test_1_080")
    together, episode = helped(task)
    puts = [
        action.target
        for _, his in episode.ticks
        for action in [his]
        if action.verb == "put" and "book" in action.object
    ]
    assert puts[0] == "coffee_table_1"
    assert puts[-1] != "coffee_table_1"
    assert together.success


def test_the_same_seed_gives_the_same_log() -> None:
    assert help_once(Teammate(), TASKS[0], 0) == helped(TASKS[0])


# What is wanted.


def seen(held: str = "", put: str = "") -> Observation:
    """Alice beside a fridge, with something in her hand or something that she has put in."""
    nodes = [{"id": ALICE, "type": "person"}, {"id": "fridge_1", "type": "fridge"}]
    nodes += [{"id": id, "type": id.rsplit("_", 1)[0]} for id in (held, put) if id]
    edges = [{"from": held, "to": ALICE, "relation": "held_by"}] if held else []
    edges += [{"from": put, "to": "fridge_1", "relation": "in"}] if put else []
    return Observation(BOB, 0, {"nodes": nodes, "edges": edges}, ())


SHOWN = [seen("apple_1"), seen(put="apple_1"), seen("juice_1"), seen(put="juice_1")]


def test_the_goal_is_inferred_anew_when_alice_does_something_else() -> None:
    inference = OnlineGoal(SHOWN)
    assert inference.best == (("inside_apple_fridge", 1), ("inside_juice_fridge", 1))
    assert not inference.see(seen("apple_1"))
    assert not inference.see(seen(put="apple_1"))
    changes = [inference.see(each) for each in (seen("wine_bottle_1"), seen(put="wine_bottle_1"))]
    assert changes == [False, True]
    assert dict(inference.best) == {"inside_apple_fridge": 1, "inside_juice_fridge": 1, "inside_wine_fridge": 1}


def test_without_a_demonstration_the_goal_is_what_alice_does() -> None:
    inference = OnlineGoal()
    assert inference.best == ()
    for each in SHOWN:
        inference.see(each)
    assert {"inside_apple_fridge", "inside_juice_fridge"} <= set(dict(inference.best))


def test_the_planner_turns_to_another_goal() -> None:
    state = TASKS[1].start("help")
    view = Sighted.of(state, BOB)
    mate = Mate(goal_of((("on_plate_kitchentable", 1), ("on_cutleryfork_kitchentable", 1))))
    mate.act(view)
    assert mate.subgoal is not None
    assert mate.subgoal.object.split("_")[0] in ("plate", "fork")
    mate.turn_to(goal_of((("inside_apple_fridge", 1), ("inside_juice_fridge", 1))), view)
    mate.act(view)
    assert mate.subgoal is not None
    assert mate.subgoal.object.split("_")[0] in ("apple", "juice")


def test_a_helper_who_was_shown_nothing_waits() -> None:
    assert Teammate().act(observed(TASKS[0].start("help"), BOB)) == Action(BOB, "wait")


# Where things are.


def test_usual_places_are_probabilities_and_never_where_the_goal_wants_things() -> None:
    task = TASKS[1]
    home = places(task.start("help").statics)
    chances = first_chances(home, task.goal)
    assert np.allclose(chances.sum(axis=1), 1.0)
    assert not (chances > 0.0)[~home.possible].any()
    fridge = int(home.of_container[home.known.index["fridge_1"]])
    wanted = {predicate.object for predicate in task.goal.predicates}
    for row, slot in enumerate(home.slots.tolist()):
        if home.known.things[slot].type in wanted:
            assert chances[row, fridge] == 0.0
    assert usual()["fork"]["kitchen/drawer"] > usual()["fork"].get("kitchen/cabinet", 0)


# Alice in his eyes.


def start(alice: tuple[float, float], bob: tuple[float, float]) -> State:
    scene = TASKS[1].scene("help")
    positions = [(*alice, 0.0), (*bob, 0.0)]
    return beginning(scene, {ALICE: "person", BOB: "person"}, rules="household", positions=positions)


def test_what_alice_carries_off_is_left_to_her() -> None:
    task = TASKS[1]
    state = task.start("help", alone=True)
    alice = Alice(task.goal, seed=1)
    while all(slot == NONE for slot in state.agents.hands[0].tolist()):
        state = step(state, [alice.act(Sighted.of(state, ALICE))]).state
    (held,) = (slot for slot in state.agents.hands[0].tolist() if slot != NONE)
    view = Sighted.of(state, ALICE)
    hers = replace(
        view, agent=BOB, hands=(), others={ALICE: view.at}, holder=np.where(view.holder == 0, 1, view.holder)
    )
    partner = Partner()
    partner.see(hers, ways(view.known, view.body, 5.0))
    assert partner.holds == partner.carried == {held}
    bob = Mate(task.goal, seed=1)
    bob.act(hers)
    assert bob.subgoal is not None
    assert bob.subgoal.object != view.known.ids[held]
    wanted = sum(predicate.count for predicate in task.goal.predicates)
    assert sum(subgoal.stage == "take" for subgoal in bob.future) == wanted - 1
    away = replace(hers, things=np.zeros_like(hers.things), holder=np.full_like(hers.holder, NONE), others={})
    partner.see(away, ways(view.known, view.body, 5.0))
    assert partner.carried == {held}
    assert not partner.is_seen


def test_the_teammate_steps_out_of_a_doorway() -> None:
    scene = TASKS[1].scene("help")
    doorway = next(way for way in scene.doorways if all(room in {r.id for r in scene.rooms} for room in way.rooms))
    there = dict(zip(("x", "y"), doorway.centre, strict=True))
    across = "y" if doorway.along == "x" else "x"
    spots = []
    for side in (-1.2, 0.35):
        spot = dict(there)
        spot[across] += side
        spots.append((spot["x"], spot["y"]))
    state = start(*spots)
    nothing = Goal((Predicate("sit", ALICE, "sofa"),))  # for Bob to do
    bob = Mate(nothing, seed=0)
    assert math.dist(state.agents.position[1], doorway.centre) < 0.4
    rooms = {room.id: number for number, room in enumerate(scene.rooms)}
    here = int(state.agents.room[0])
    beyond = next(room for room in doorway.rooms if rooms[room] != here)
    for _ in range(30):
        if int(state.agents.room[0]) != here:
            break
        state = step(state, [Action(ALICE, "walk_to", target=beyond), bob.act(Sighted.of(state, BOB))]).state
    assert int(state.agents.room[0]) == rooms[beyond]
