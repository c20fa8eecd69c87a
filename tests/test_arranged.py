"""Things that stand elsewhere when an episode begins, and logs that say so."""

from __future__ import annotations

import pytest

import casita
from casita.episodes import Recorder, from_lines, replay, to_lines
from casita.errors import BadInput
from casita.world.action import Action
from casita.world.arranged import Arranged, arranged_at
from casita.world.edit import Edit
from casita.world.laws import violations
from casita.world.placing import free_landing
from casita.world.starting import beginning
from casita.world.state import State

SCENE = casita.room("kitchen", 12)


def at_a_free_place(state: State, id: str, carrier: str) -> Arranged:
    known = state.statics
    landing = free_landing(Edit(state), known.slot(id), known.slot(carrier), 0, 7)
    assert landing is not None
    return arranged_at(state, id, landing)


def test_a_thing_stands_where_it_was_arranged_and_the_laws_hold() -> None:
    plain = beginning(SCENE)
    table = next(t.id for t in SCENE.things if t.type in ("dining_table", "side_table", "counter_top"))
    row = at_a_free_place(plain, "mug_1", table)
    state = beginning(SCENE, arranged=[row])
    slot = state.statics.slot("mug_1")
    assert state.objects.position[slot].tolist() == [row.x, row.y, row.z]
    assert state.statics.ids[state.objects.carrier[slot]] == table
    assert state != plain
    assert not list(violations(state))


def test_what_it_carries_comes_along() -> None:
    plain = beginning(SCENE)
    egg = at_a_free_place(plain, "egg_1", "pot_1")
    floor = next(t.id for t in SCENE.things if t.type == "floor")
    away = at_a_free_place(beginning(SCENE, arranged=[egg]), "pot_1", floor)
    state = beginning(SCENE, arranged=[egg, away])
    inner, outer = (state.statics.slot(id) for id in ("egg_1", "pot_1"))
    assert state.objects.carrier[inner] == outer
    gap = state.objects.position[inner, 2] - state.objects.position[outer, 2]
    assert gap == pytest.approx(egg.z - plain.objects.position[outer, 2])


def test_a_log_keeps_the_arrangement() -> None:
    table = next(t.id for t in SCENE.things if t.type in ("dining_table", "side_table", "counter_top"))
    row = at_a_free_place(beginning(SCENE), "mug_1", table)
    recorder = Recorder(beginning(SCENE, arranged=[row]), arranged=[row])
    branch = recorder.branch()
    recorder.step([Action("agent", "pick_up", "mug_1")])
    again = list(replay(from_lines(to_lines(recorder.episode()))))
    assert again[-1] == recorder.state
    assert len(again) == 2
    assert len(branch.episode().ticks) == 0
    with pytest.raises(BadInput, match="starts where an episode begins"):
        Recorder(beginning(SCENE, arranged=[row]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"object": "mug_77"}, "mug_77"),
        ({"carrier": "moon_1"}, "moon_1"),
        ({"object": "fridge_1"}, "fixed"),
        ({"spot": 99}, "99"),
        ({"x": float("nan")}, "not a number"),
        ({"carrier": "mug_1"}, "spots|carries"),
    ],
)
def test_nonsense_is_named(change: dict[str, object], message: str) -> None:
    table = next(t.id for t in SCENE.things if t.type in ("dining_table", "side_table", "counter_top"))
    fields = {"object": "mug_1", "carrier": table, "spot": 0, "x": 1.0, "y": 1.0, "z": 1.0, "yaw": 0.0}
    with pytest.raises(BadInput, match=message):
        beginning(SCENE, arranged=[Arranged(**fields | change)])  # type: ignore[arg-type]
