"""Things rest as things do: every pair that people put together, in every fixed room that has both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import casita
from casita.agents.belief import _fits
from casita.catalog import ROOM_KINDS
from casita.geometry.rests import ACROSS, AGAINST, DRAPED, FLAT, LEANING, RESTS
from casita.geometry.spots import spots
from casita.scenes.check import check_scene
from casita.scenes.resting import Resting, pose_at_a_side, resting_pose
from casita.scenes.scene import Place, Thing
from casita.seeds import stream
from casita.world import Action, State, beginning, step
from casita.world.edit import Edit
from casita.world.laws import violations
from casita.world.placing import free_landing
from casita.world.refusal import Refusal
from casita.world.shut import shut_away
from casita.world.statics import NONE
from tests.fuzz.agents import act_at_random
from tests.fuzz.driving import Case

PAIRS = (
    "spoon bowl", "spoon mug", "spoon plate", "fork plate", "fork mug", "fork cup", "knife plate", "knife bowl",
    "knife pan", "butter_knife plate", "butter_knife mug", "spatula plate", "spatula bowl", "ladle pan", "pen mug",
    "pencil mug", "bread plate", "lettuce bowl", "lettuce plate", "pan sink", "pot chair", "wine_bottle cabinet",
    "spray_bottle drawer", "scrub_brush cabinet", "statue shelf", "pillow side_table", "laptop side_table",
    "remote_control side_table", "book dining_table", "boots shelf", "teddy_bear desk", "teddy_bear shelf",
    "baseball_bat side_table", "baseball_bat bed", "baseball_bat desk", "baseball_bat shelf", "baseball_bat arm_chair",
    "tennis_racket side_table", "tennis_racket desk", "tennis_racket garbage_can", "towel bathtub", "towel sink",
    "hand_towel bathtub", "cloth bathtub", "cloth toilet", "cloth side_table",
)  # fmt: skip
"""What is put on, in or against what."""

OPENED_BY = ("not_inside_closed", "target_opens")


@cache
def first_state(kind: str, number: int) -> State:
    return beginning(casita.room(kind, number), ["agent"], seed=3)  # type: ignore[arg-type]


def moved(state: State, object: str, target: str, relation: str = "") -> tuple[State, Refusal | None]:
    """The state after moving one thing to another, once what is closed is open and what is full is empty."""
    for _ in range(4):
        outcome = step(state, [Action("agent", "move_to", object, target, relation)])
        refusal = outcome.refusals[0]
        if refusal is None:
            return outcome.state, None
        if refusal.need in OPENED_BY:
            first = Action("agent", "open", refusal.obstacle)
        elif refusal.need == "is_empty":
            first = Action("agent", "empty", refusal.object)
        else:
            break
        state = step(state, [first]).state
    return state, refusal


def tried(pair: str) -> Counter[bool]:
    """In how many fixed rooms a thing can be moved to another, and in how many not; every state after it is lawful."""
    object, target = pair.split()
    found: Counter[bool] = Counter()
    for kind in ROOM_KINDS:
        for number in range(1, 31):
            scene = casita.room(kind, number)
            things, targets = scene.of_type(object), scene.of_type(target)
            if not things or not targets:
                continue
            results = (moved(first_state(kind, number), things[0].id, each.id) for each in targets)
            done = next((state for state, refusal in results if refusal is None), None)
            if done is not None:
                assert list(violations(done)) == [], (pair, kind, number)
            found[done is not None] += 1
    return found


def test_what_people_put_together_goes_together() -> None:
    """Nearly everywhere; where it does not, a small table is taken up by a lamp, or a sink is full."""
    results = {pair: tried(pair) for pair in PAIRS}
    total = Counter[bool]()
    for result in results.values():
        total.update(result)
    never = [pair for pair, result in results.items() if result and not result[True]]
    assert never == []
    assert total[True] / total.total() > 0.93, {pair: result for pair, result in results.items() if result[False]}


def placed(kind: str, number: int, sentence: str, object: str) -> tuple[State, int]:
    world = casita.World(casita.room(kind, number), agents=["alice"], seed=3)  # type: ignore[arg-type]
    outcome = world.tell("alice", sentence)
    assert outcome.ok, outcome.reason
    assert list(violations(outcome.state)) == []
    return outcome.state, outcome.state.statics.slot(object)


def room_with(kind: str, *types: str) -> int:
    """The first fixed room with things of these types, none of them shut away."""
    for number in range(1, 31):
        state = first_state(kind, number)
        slots = [state.statics.index.get(f"{type}_1", NONE) for type in types]
        if NONE not in slots and not shut_away(state)[slots].any():
            return number
    raise AssertionError(types)


@pytest.mark.parametrize(
    ("kind", "sentence", "types", "rest", "edge"),
    [
        ("bedroom", "put the pen in the mug", ("pen", "mug"), LEANING, "in"),
        ("kitchen", "put the fork on the plate", ("fork", "plate"), LEANING, "on"),
        ("kitchen", "put the bread on the plate", ("bread", "plate"), ACROSS, "on"),
        ("bathroom", "drape the towel over the bathtub", ("towel", "bathtub"), DRAPED, "on"),
        ("bathroom", "put the cloth over the bathtub", ("cloth", "bathtub"), DRAPED, "on"),
        ("bedroom", "lean the baseball bat against the bed", ("baseball_bat", "bed"), AGAINST, "against"),
    ],
)
def test_all_views_agree_on_how_a_thing_rests(
    kind: str, sentence: str, types: tuple[str, str], rest: int, edge: str
) -> None:
    object, target = (f"{type}_1" for type in types)
    state, slot = placed(kind, room_with(kind, *types), sentence, object)
    assert state.objects.rest[slot] == rest
    graph = casita.world.graph.graph(state)
    node = next(node for node in graph["nodes"] if node["id"] == object)
    assert node["rest"] == RESTS[rest]
    relations = {(each["relation"], each["to"]) for each in graph["edges"] if each["from"] == object}
    assert (edge, target) in relations
    again = step(state, [Action("alice", "pick_up", object)])
    assert again.ok
    assert again.state.objects.rest[slot] == FLAT
    assert not np.any(again.state.objects.rotation[slot, 1:3])


def test_what_leans_in_a_vessel_comes_along_with_it() -> None:
    number = room_with("bedroom", "pen", "mug")
    state, pen = placed("bedroom", number, "put the pen in the mug", "pen_1")
    mug = state.statics.slot("mug_1")
    before = state.objects.position[pen] - state.objects.position[mug]
    held = step(state, [Action("alice", "pick_up", "mug_1")]).state
    after = held.objects.position[pen] - held.objects.position[mug]
    assert held.objects.rest[pen] == LEANING
    assert np.linalg.norm(before) == pytest.approx(np.linalg.norm(after), abs=3e-4)
    assert before[2] == pytest.approx(after[2], abs=1e-9)
    assert list(violations(held)) == [], "it leans on the mug in the hand"


def test_a_towel_on_its_bar_slides_along_it_when_pushed() -> None:
    state = first_state("bathroom", room_with("bathroom", "towel", "towel_holder"))
    slot = state.statics.slot("towel_1")
    outcome = step(state, [Action("agent", "push", "towel_1")])
    assert outcome.ok
    assert list(violations(outcome.state)) == []
    moved = outcome.state.objects.position[slot] - state.objects.position[slot]
    assert np.abs(moved).max() > 0.005


def test_what_is_no_cloth_hangs_over_nothing() -> None:
    world = casita.World(casita.room("bedroom", room_with("bedroom", "pen", "bed")), agents=["alice"])
    outcome = world.act("alice", "move_to", "pen_1", "bed_1", relation="over")
    assert [refusal.need for refusal in outcome.refusals if refusal] == ["drapes"]


def test_a_table_that_is_full_for_upright_things_still_takes_some_over_its_edge() -> None:
    """One thing after another onto one table, the largest first: many find a place that is not plain."""
    scene = casita.room("kitchen", 2)
    table = scene.of_type("dining_table")[0].id
    state = beginning(scene, {"alice": "person"}, seed=1)
    plain = further = 0
    for thing in sorted((t for t in scene.things if t.kind.is_loose), key=lambda t: -t.size[0] * t.size[1]):
        edit, slot, carrier = Edit(state), state.statics.slot(thing.id), state.statics.slot(table)
        spots = range(len(state.statics.spots[carrier]))
        is_plain = any(free_landing(edit, slot, carrier, number, 7) is not None for number in spots)
        outcome = step(state, [Action("alice", "move_to", thing.id, table, "on")])
        if outcome.ok:
            plain, further, state = plain + is_plain, further + (not is_plain), outcome.state
    assert list(violations(state)) == []
    assert further >= 3, (plain, further)
    assert plain + further >= 8


@pytest.mark.parametrize("type", ["wine_bottle", "spray_bottle"])
def test_what_lies_is_looked_for_where_it_fits_lying(type: str) -> None:
    """Somebody who searches does not leave out a drawer that a bottle fits into on its side only."""
    kind = "kitchen" if type == "wine_bottle" else "bathroom"
    for number in range(1, 31):
        scene = casita.room(kind, number)  # type: ignore[arg-type]
        for thing in scene.of_type(type):
            for drawer in (*scene.of_type("drawer"), *scene.of_type("cabinet")):
                state, refusal = moved(first_state(kind, number), thing.id, drawer.id)
                slot, carrier = state.statics.slot(thing.id), state.statics.slot(drawer.id)
                if refusal is None and state.objects.rotation[slot, 1:3].any():
                    assert _fits(state.statics, carrier, np.array([slot])).all(), (number, drawer.id)
                    return
    raise AssertionError(f"no {type} lies anywhere")


# Scenes.


def family(scene: casita.Scene, id: str) -> list[Thing]:
    """A thing with its parts."""
    return [scene.thing(id), *(t for t in scene.contents.get(id, ()) if t.place.relation == "part")]


def rearranged(kind: str, types: tuple[str, str]) -> tuple[casita.Scene, Thing, Thing, list[Thing]]:
    """A fixed room with two things, the first taken out of it; and what is left."""
    scene = casita.room(kind, room_with(kind, *types))  # type: ignore[arg-type]
    thing, carrier = scene.thing(f"{types[0]}_1"), scene.thing(f"{types[1]}_1")
    rest = [t for t in scene.things if t.id != thing.id and t.type not in ("floor", "door")]
    return scene, thing, carrier, rest


def with_it(scene: casita.Scene, thing: Thing, found: Resting | None, place: Place) -> casita.Scene:
    assert found is not None
    moved = thing.replace(position=found.position, rotation=found.rotation, place=place)
    return scene.replace(things=tuple(moved if t.id == thing.id else t for t in scene.things))


def pen_in_a_mug() -> tuple[casita.Scene, str, int]:
    scene, pen, mug, rest = rearranged("bedroom", ("pen", "mug"))
    spot = spots(mug)[0]
    found = resting_pose(pen, spot, [mug], rest, scene.rooms[0], stream(1, "rest"))
    assert found is not None
    return with_it(scene, pen, found, Place("in", mug.id, spot.name, found.rest)), pen.id, LEANING


def towel_over_a_bath() -> tuple[casita.Scene, str, int]:
    scene, towel, bath, rest = rearranged("bathroom", ("towel", "bathtub"))
    found = pose_at_a_side(towel, "draped", family(scene, bath.id), rest, scene.rooms[0], stream(1, "rest"))
    return with_it(scene, towel, found, Place("on", bath.id, "rim", "draped")), towel.id, DRAPED


def bat_against_a_bed() -> tuple[casita.Scene, str, int]:
    scene, bat, bed, rest = rearranged("bedroom", ("baseball_bat", "bed"))
    found = pose_at_a_side(bat, "against", family(scene, bed.id), rest, scene.rooms[0], stream(1, "rest"))
    return with_it(scene, bat, found, Place("against", bed.id, rest="against")), bat.id, AGAINST


@pytest.mark.parametrize("make", [pen_in_a_mug, towel_over_a_bath, bat_against_a_bed])
def test_scenes_can_have_things_that_rest_so(make: Callable[[], tuple[casita.Scene, str, int]]) -> None:
    scene, id, rest = make()
    assert [problem for problem in check_scene(scene) if problem.id == id] == []
    state = beginning(scene, ["agent"])
    assert list(violations(state)) == []
    assert state.objects.rest[state.statics.slot(id)] == rest
    lifted = scene.thing(id).replace(position=(*scene.thing(id).position[:2], scene.thing(id).position[2] + 0.03))
    wrong = scene.replace(things=tuple(lifted if t.id == id else t for t in scene.things))
    if rest != DRAPED:
        assert "unsupported" in {problem.kind for problem in check_scene(wrong) if problem.id == id}


@pytest.mark.parametrize("number", [25, 35, 63, 93])
def test_what_sticks_out_of_a_thing_has_space_where_that_is_put(number: int, tmp_path: Path) -> None:
    """Plays in which a bowl with a laptop or a box across it, or a plate with a knife on its rim, is put elsewhere."""
    case = Case(stream(11, "fuzz", "agents", number), tmp_path, tmp_path)
    act_at_random(case)
    assert case.findings == []
