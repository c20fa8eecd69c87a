"""Helpers: what ours believes, does beside Alice and is worth; what oracles are; and whose weights are used."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import copy

import numpy as np
import pytest

from casita.agents.alice import Alice
from casita.agents.belief import places
from casita.agents.oracle import Oracles
from casita.agents.settings import Settings
from casita.agents.teammate.mate import Mate
from casita.agents.teammate.partner import Partner
from casita.agents.view import View
from casita.agents.ways import ways
from casita.benchmarks.watch_and_help.episodes import help as help_episode
from casita.benchmarks.watch_and_help.episodes.demonstration import demonstration_of
from casita.benchmarks.watch_and_help.episodes.help import HelpSettings, help_once
from casita.benchmarks.watch_and_help.episodes.observing import observed
from casita.benchmarks.watch_and_help.homes.starts import BODY, RULES, first_places, scene_of, start_of
from casita.benchmarks.watch_and_help.homes.tasks import task_named, tasks
from casita.benchmarks.watch_and_help.item import ALICE, BOB, Phase, Task, goal_of
from casita.benchmarks.watch_and_help.models import MODELS, helper
from casita.benchmarks.watch_and_help.models.alice_alone import AliceAlone
from casita.benchmarks.watch_and_help.models.goals.online import OnlineGoal
from casita.benchmarks.watch_and_help.models.goals.trained import inferred
from casita.benchmarks.watch_and_help.models.hp import HPRandomGoal
from casita.benchmarks.watch_and_help.models.hybrid import KIND as HYBRID
from casita.benchmarks.watch_and_help.models.oracles import OracleBoth, OracleJoint
from casita.benchmarks.watch_and_help.models.teammate import Teammate
from casita.benchmarks.watch_and_help.models.usual_places import first_chances, usual
from casita.benchmarks.watch_and_help.models.weights import WEIGHTS, weights_file
from casita.benchmarks.watch_and_help.score import HelpResult
from casita.benchmarks.watch_and_help.task import HelpTask, WatchAndHelpSettings
from casita.episodes import Episode, replay
from casita.errors import BadInput
from casita.geometry.poses import cos_sin
from casita.learn.checkpoints import load_weights, save_weights
from casita.protocols import Observation, Privileged
from casita.scenes.check import check_scene
from casita.scenes.draft import Draft
from casita.scenes.scene import Place
from casita.seeds import derived_seed, stream
from casita.world.action import Action
from casita.world.goals import Goal, Predicate
from casita.world.graph import graph
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.statics import NONE
from casita.world.step import step

TASKS = tuple(
    next(task for task in tasks("train") if task.activity == name)
    for name in ("read_book", "put_fridge", "setup_table")
)


@cache
def helped(task: Task) -> tuple[HelpResult, Episode]:
    return help_once(Teammate(), task, 0)


# What help is worth.


def test_the_teammate_helps_without_a_fault_and_saves_time() -> None:
    for task in TASKS:
        together, _ = helped(task)
        assert together.success
        assert not together.faults
        assert together.interplay.undone == {ALICE: 0, BOB: 0}
    alone = sum(help_once(AliceAlone(), task, 0)[0].length for task in TASKS)
    assert sum(helped(task)[0].steps for task in TASKS) < 0.8 * alone


def with_a_full_table(task: Task, phase: Phase, seed: int = 0, *, alone: bool = False) -> State:
    """A task's start with two boxes on the coffee table, which leave a strip that is too narrow for a book."""
    scene = scene_of(task, phase)
    (table,) = scene.of_type("coffee_table")
    (deep, wide, high), yaw = table.size, table.rotation[2]
    strip, (cos, sin) = 0.15, cos_sin(yaw)
    draft = Draft(scene)
    for across in (-wide / 4, wide / 4):
        x, y = table.position[0] - cos * strip / 2 - sin * across, table.position[1] - sin * strip / 2 + cos * across
        size, place = (deep - strip, wide / 2 - 0.01, 0.3), Place("on", table.id, "top")
        draft.add("box", (x, y, high), yaw, place, stream(0, "boxes"), size=size)
    full = draft.finished()
    assert check_scene(full) == ()
    return beginning(
        full, dict.fromkeys((ALICE, BOB), BODY), rules=RULES, seed=seed, positions=first_places(task, phase)
    )


def test_a_book_that_finds_no_place_on_the_table_is_put_down_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(help_episode, "start_of", with_a_full_table)
    task = task_named("test_1_080")
    together, episode = help_once(Teammate(), task, 0)
    puts = [
        action.target
        for _, his in episode.ticks
        for action in [his]
        if action.verb == "put" and "book" in action.object
    ]
    assert puts[0] == "coffee_table_1"
    assert puts[-1] != "coffee_table_1"
    assert together.success


def test_alice_goes_and_looks_into_a_fridge_that_was_left_open() -> None:
    """Bob puts the last pudding into it behind her back; she once waited for ever for what she took to be in sight."""
    task = task_named("test_2_007")
    together, episode = helped(task)
    assert together.success
    left = next(tick for tick, (_, his) in enumerate(episode.ticks) if his.verb == "put" and his.object == "pudding_1")
    hers = [action for action, _ in episode.ticks[left + 1 :]]
    assert Action(ALICE, "walk_to", target="kitchen_1") in hers
    assert hers[-1] == Action(ALICE, "sit", "sofa_1")


def test_who_is_not_told_a_seed_has_the_luck_of_seed_0() -> None:
    goals = []
    for seed in (None, 0, 1):
        helper = HPRandomGoal()
        if seed is not None:
            helper.begin(seed)
        helper.watch(())
        goals.append(helper.goal)
    assert goals[0] == goals[1] != goals[2]


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
    state = start_of(TASKS[1], "help")
    view = View.of(state, BOB)
    mate = Mate(goal_of((("on_plate_kitchentable", 1), ("on_cutleryfork_kitchentable", 1))), first_chances)
    mate.act(view)
    assert mate.subgoal is not None
    assert mate.subgoal.object.split("_")[0] in ("plate", "fork")
    mate.turn_to(goal_of((("inside_apple_fridge", 1), ("inside_juice_fridge", 1))), view)
    mate.act(view)
    assert mate.subgoal is not None
    assert mate.subgoal.object.split("_")[0] in ("apple", "juice")


def test_a_helper_who_was_shown_nothing_waits() -> None:
    assert Teammate().act(observed(start_of(TASKS[0], "help"), BOB)) == Action(BOB, "wait")


# Where things are.


def test_usual_places_are_probabilities_and_never_where_the_goal_wants_things() -> None:
    task = TASKS[1]
    home = places(start_of(task, "help").statics)
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
    scene = scene_of(TASKS[1], "help")
    positions = [(*alice, 0.0), (*bob, 0.0)]
    return beginning(scene, {ALICE: "person", BOB: "person"}, rules="household", positions=positions)


def test_what_alice_carries_off_is_left_to_her() -> None:
    task = TASKS[1]
    state = start_of(task, "help", alone=True)
    alice = Alice(task.goal, seed=1)
    while all(slot == NONE for slot in state.agents.hands[0].tolist()):
        state = step(state, [alice.act(View.of(state, ALICE))]).state
    (held,) = (slot for slot in state.agents.hands[0].tolist() if slot != NONE)
    view = View.of(state, ALICE)
    hers = replace(
        view, agent=BOB, hands=(), others={ALICE: view.at}, holder=np.where(view.holder == 0, 1, view.holder)
    )
    partner = Partner()
    partner.see(hers, ways(view.known, view.body, 5.0))
    assert partner.holds == partner.carried == {held}
    bob = Mate(task.goal, first_chances, seed=1)
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
    scene = scene_of(TASKS[1], "help")
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
    bob = Mate(nothing, first_chances, seed=0)
    assert math.dist(state.agents.position[1], doorway.centre) < 0.4
    rooms = {room.id: number for number, room in enumerate(scene.rooms)}
    here = int(state.agents.room[0])
    beyond = next(room for room in doorway.rooms if rooms[room] != here)
    for _ in range(30):
        if int(state.agents.room[0]) != here:
            break
        state = step(state, [Action(ALICE, "walk_to", target=beyond), bob.act(View.of(state, BOB))]).state
    assert int(state.agents.room[0]) == rooms[beyond]


# Oracles.


def test_oracle_both_is_two_planners_with_full_sight_and_one_hand() -> None:
    task = tasks("test_1")[2]
    together, episode = help_once(helper("oracle-both"), task, 0)
    assert together.success
    assert not together.faults
    assert OracleBoth.privileges == ("goal", "state", "alice")
    seed = derived_seed(0, "watch_and_help", task.id, BOB)
    alice, bob = Alice(task.goal, ALICE, Settings(hands=1), seed), Alice(task.goal, BOB, Settings(hands=1), seed)
    for state, tick in zip(replay(episode, scene_of(task, "help")), episode.ticks, strict=False):
        hers = alice.act(View.of(state, ALICE, None))
        assert (hers, bob.act(View.of(state, BOB, None), alice.future[:1])) == tick, state.tick
        assert max((state.objects.held_by == agent).sum() for agent in (0, 1)) <= 1


def test_oracle_both_leaves_to_alice_what_she_is_after() -> None:
    task = tasks("test_1")[2]
    made = OracleBoth()
    state = start_of(task, "help", 0)
    wished = 0
    while not task.goal.holds(state) and state.tick < 100:
        moment = observed(state, BOB, privileged=Privileged(goal=task.counts, graph=graph(state)))
        acts = [made.lead(moment), made.act(moment)]
        (hers,) = made.avoided(moment)
        assert made.planner is not None
        assert made.planner.subgoal != hers, state.tick
        careless = Alice(task.goal, BOB)
        careless.act(View.of(state, BOB, None))
        wished += careless.subgoal == hers
        state = step(state, acts).state
    assert task.goal.holds(state)
    assert wished > 0  # or there was nothing to leave


def test_oracles_look_for_nothing() -> None:
    task = TASKS[1]
    wanted = {predicate.object for predicate in task.goal.predicates}
    targets = {predicate.target for predicate in task.goal.predicates}

    def vain(name: str) -> int:
        """How many things are opened that neither hold nor take what is wanted."""
        _, episode = help_once(helper(name), task, 0)
        found = 0
        for state, tick in zip(replay(episode, scene_of(task, "help")), episode.ticks, strict=False):
            for opened in (action.object for action in tick if action.verb == "open"):
                slot, things = state.statics.index[opened], state.statics.things
                held = {things[at].type for at in np.flatnonzero(state.objects.carrier == slot).tolist()}
                found += things[slot].type not in targets and not held & wanted
        return found

    assert vain("hp-true-goal") > 0
    assert [vain(name) for name in ("oracle-both", "oracle-joint")] == [0, 0]


def test_oracle_joint_is_one_plan_for_both() -> None:
    task = tasks("test_1")[2]
    together, episode = help_once(helper("oracle-joint"), task, 0)
    assert together.success
    assert not together.faults
    assert OracleJoint.privileges == ("goal", "state", "alice")
    oracles = Oracles(task.goal, (ALICE, BOB), seed=derived_seed(0, "watch_and_help", task.id, BOB))
    most = 0
    for state, tick in zip(replay(episode, scene_of(task, "help")), episode.ticks, strict=False):
        assert tuple(oracles.act([View.of(state, name, None) for name in (ALICE, BOB)])) == tick, state.tick
        most = max(most, *((state.objects.held_by == agent).sum() for agent in (0, 1)))
    assert most == 2
    assert together.steps < help_once(helper("oracle-both"), task, 0)[0].steps


def test_oracles_say_what_they_need() -> None:
    state = start_of(TASKS[0], "help")
    for made in (OracleBoth(), OracleJoint()):
        with pytest.raises(BadInput, match="know the goal"):
            made.lead(observed(state, BOB))
        with pytest.raises(BadInput, match="see everything"):
            made.lead(observed(state, BOB, privileged=Privileged(goal=TASKS[0].counts)))


# Weights.

NETWORKS = ("goal-lstm", "goal-last", "goal-actions", "hybrid", "hrl")
TWO = HelpSettings(limit=2)


def turned_round(folder: Path) -> Path:
    """A folder with a policy that likes best what Casita's likes least, and nothing else."""
    from casita.benchmarks.watch_and_help.models.policies.acting import VERSION

    found = load_weights(WEIGHTS / "hybrid.safetensors", HYBRID, VERSION)
    against = {name: -array for name, array in found.weights.items()}  # type: ignore[operator]
    save_weights(folder / "hybrid.safetensors", HYBRID, VERSION, against, found.notes)
    return folder


def test_weights_of_ones_own_are_used_where_there_are_some_and_casitas_where_not(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    own, same = turned_round(tmp_path / "own"), tmp_path / "same"
    same.mkdir()
    copy(WEIGHTS / "hybrid.safetensors", same)
    assert weights_file("hybrid", own) == own / "hybrid.safetensors"
    assert weights_file("goal-lstm", own) == weights_file("goal-lstm") == WEIGHTS / "goal-lstm.safetensors"
    stage = HelpSettings(limit=60)
    casitas, others, copied = (help_once(helper("hybrid", each), TASKS[1], 0, stage) for each in (None, own, same))
    assert not others[0].faults
    assert copied == casitas
    assert others[1].ticks != casitas[1].ticks
    made = helper("hybrid", own)
    made.watch(demonstration_of(TASKS[1]))
    assert made.goal == goal_of(inferred("goal-lstm", demonstration_of(TASKS[1])))  # type: ignore[attr-defined]


def test_a_helper_is_made_of_its_weights_with_a_hash_of_each(tmp_path: Path) -> None:
    pytest.importorskip("torch")

    def hashed(path: Path) -> str:
        return sha256(path.read_bytes()).hexdigest()[:16]

    casitas = {name: hashed(WEIGHTS / f"{name}.safetensors") for name in NETWORKS}
    own = hashed(turned_round(tmp_path) / "hybrid.safetensors")
    assert own != casitas["hybrid"]
    for name, row in MODELS.items():
        mine = HelpTask(WatchAndHelpSettings(weights=tmp_path)).made_of(row)
        assert HelpTask(WatchAndHelpSettings()).made_of(row) == {network: casitas[network] for network in row.weights}
        assert mine == {network: (casitas | {"hybrid": own})[network] for network in row.weights}
        assert row.needs == (("learn",) if row.weights else ())
        assert mine or name != "hybrid"
    with pytest.raises(BadInput, match="no folder with weights"):
        WatchAndHelpSettings(weights=tmp_path / "nowhere")


@pytest.mark.parametrize("name", MODELS)
def test_a_helper_reads_the_weights_that_it_names_and_no_others(name: str, tmp_path: Path) -> None:
    pytest.importorskip("torch")

    def faults(*damaged: str) -> dict[str, int]:
        folder = tmp_path / "_".join(damaged)
        folder.mkdir()
        for network in damaged:
            (folder / f"{network}.safetensors").write_bytes(b"nonsense")
        made = helper(name, folder)
        made.weights = folder  # type: ignore[attr-defined]  # also if it names none, and has some
        return help_once(made, TASKS[0], 0, TWO)[0].faults

    named = MODELS[name].weights
    assert set(named) <= set(NETWORKS)
    assert not faults(*(network for network in NETWORKS if network not in named))
    for network in named:
        assert faults(network) == {"raised": 1 if network == "goal-lstm" else 2}
