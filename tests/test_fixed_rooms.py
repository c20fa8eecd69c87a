"""The 120 fixed rooms follow AI2-THOR's."""

from __future__ import annotations

from collections import Counter

import pytest

import casita
from casita.catalog import ROOM_KINDS, RoomKind, catalog
from casita.scenes.check import check_scene
from casita.scenes.fixed import split_of
from casita.scenes.scene import Scene
from tests.facts import OBJECTS_PER_ROOM, ROOM_COLUMNS, TYPES_PER_ROOM, rows, snake

NUMBERS = range(1, 31)
STRUCTURE = {"door", "rug"}
"""Types that AI2-THOR does not have: they belong to the room itself, like its walls."""

THOR = {snake(row["type"]): row for row in rows("ithor_object_types")}


def rooms(kind: RoomKind) -> list[Scene]:
    return [casita.room(kind, number) for number in NUMBERS]


@pytest.mark.parametrize(("kind", "number"), [(kind, number) for kind in ROOM_KINDS for number in NUMBERS])
def test_room_is_sound_and_of_the_118_types(kind: RoomKind, number: int) -> None:
    scene = casita.room(kind, number)
    assert check_scene(scene) == ()
    assert {thing.type for thing in scene.things} <= set(THOR) | STRUCTURE
    assert scene.name == f"{kind}_{number:02}"
    assert [room.kind for room in scene.rooms] == [kind]


@pytest.mark.parametrize("kind", ROOM_KINDS)
def test_types_and_objects_per_room_are_within_15_percent(kind: RoomKind) -> None:
    things = [[thing.type for thing in scene.things if thing.type not in STRUCTURE] for scene in rooms(kind)]
    objects = sum(len(types) for types in things) / 30
    types = sum(len(set(types)) for types in things) / 30
    assert objects == pytest.approx(OBJECTS_PER_ROOM[kind], rel=0.15)
    assert types == pytest.approx(TYPES_PER_ROOM[kind], rel=0.15)


@pytest.mark.parametrize("kind", ROOM_KINDS)
def test_every_type_is_in_as_many_rooms_as_there(kind: RoomKind) -> None:
    """Exactly for what is put there by itself; types built into furniture need only be in all rooms where they were."""
    found = Counter(type for scene in rooms(kind) for type in {thing.type for thing in scene.things})
    for type, fact in THOR.items():
        there = int(fact[ROOM_COLUMNS[kind]])
        built_in = "part" in catalog()[type].stands
        if built_in or type == "window":
            assert found[type] == 30 if there == 30 else found[type] <= 30
        else:
            assert found[type] == there, (type, found[type], there)


@pytest.mark.parametrize("kind", ROOM_KINDS)
def test_loose_things_are_on_the_receptacles_of_the_facts(kind: RoomKind) -> None:
    plural = {"kitchen": "kitchens", "living_room": "living_rooms", "bedroom": "bedrooms", "bathroom": "bathrooms"}
    facts = {(snake(r["type"]), snake(r["receptacle"])) for r in rows("ithor_placements") if r["room"] == plural[kind]}
    same = {"sink_basin": "sink", "bathtub_basin": "bathtub"}
    hits = total = 0
    for scene in rooms(kind):
        for thing in scene.things:
            if thing.kind.is_loose:
                carrier = scene.thing(thing.place.of).type
                total += 1
                hits += (thing.type, carrier) in facts or (thing.type, same.get(carrier, "")) in facts
    assert hits / total >= 0.9, hits / total


def test_splits_are_ai2thors() -> None:
    assert Counter(split_of(number) for number in NUMBERS) == {"train": 20, "validation": 5, "test": 5}
    assert (split_of(20), split_of(21), split_of(25), split_of(26)) == ("train", "validation", "validation", "test")


def test_rooms_differ() -> None:
    for kind in ROOM_KINDS:
        assert len({scene.rooms[0].outline for scene in rooms(kind)}) >= 10
        assert len({tuple(thing.position for thing in scene.things) for scene in rooms(kind)}) == 30


def test_closed_containers_hold_things() -> None:
    inside = Counter(
        scene.thing(t.place.of).type
        for kind in ROOM_KINDS
        for scene in rooms(kind)
        for t in scene.things
        if t.place.relation == "in"
    )
    assert inside["fridge"] >= 20
    assert inside["cabinet"] >= 10
    assert inside["drawer"] >= 5


@pytest.mark.parametrize("kind", ROOM_KINDS)
def test_switches_and_knobs_control_something(kind: RoomKind) -> None:
    switches = [
        thing
        for scene in rooms(kind)
        for thing in scene.things
        if thing.type in ("light_switch", "stove_knob", "faucet")
    ]
    assert len(switches) >= 30
    assert all(thing.controls for thing in switches)
    for scene in rooms(kind):
        knobs = [thing.controls for thing in scene.of_type("stove_knob")]
        assert len(set(knobs)) == len(knobs)
