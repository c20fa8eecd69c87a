"""A person, the widest body there is, can walk from every room of a home to every other."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

from casita.geometry.solids import bounds, form_pieces, pieces
from casita.scenes import fixed
from casita.scenes.scene import OUTSIDE, Scene
from casita.world.bodies import BODIES
from casita.world.edit import Edit
from casita.world.ground import free_nodes, ground
from casita.world.starting import beginning
from tests.houses import house

HOUSES = [(seed, rooms) for rooms in (2, 3, 5, 8, 10) for seed in range(4)]


def rooms_apart(scene: Scene) -> list[str]:
    """Rooms to which nobody can walk from most of the home, once all doors between rooms are open."""
    inner = {way.id for way in scene.doorways if OUTSIDE not in way.rooms}
    things = tuple(
        thing.replace(start=thing.start.replace(openness=1.0)) if thing.place.of in inner else thing
        for thing in scene.things
    )
    state = beginning(scene.replace(things=things), {"somebody": "person"})
    radius = BODIES["person"].radius
    assert radius == max(body.radius for body in BODIES.values())
    regions, _ = ndimage.label(free_nodes(Edit(state), radius), structure=np.ones((3, 3)))
    largest = int(np.argmax(np.bincount(regions[regions > 0])))
    met = set(ground(state.statics, radius).room[regions == largest].tolist())
    return [room.id for number, room in enumerate(scene.rooms) if number not in met]


@pytest.mark.parametrize(("name", "openness"), [("fridge_1", 1.0), ("fridge_1", 0.5)])
def test_nobody_stands_where_a_door_has_swung(name: str, openness: float) -> None:
    """What opens takes away just the floor that is closer to its doors than the body is wide."""
    scene = fixed.apartment(1)
    radius, thing = BODIES["person"].radius, scene.by_id[name]
    opened = thing.replace(start=thing.start.replace(openness=openness))
    things = tuple(opened if each.id == name else each for each in scene.things)
    states = [beginning(each, {"somebody": "person"}) for each in (scene, scene.replace(things=things))]
    before, after = (free_nodes(Edit(state), radius) for state in states)
    here = ground(states[0].statics, radius)
    swung = np.array([bool(joint) for joint in form_pieces(thing.type, thing.variant).joint])
    low, high = (corner[swung, :2] for corner in bounds(pieces([opened], [openness])))
    points = np.array([here.point(*node) for node in np.ndindex(before.shape)]).reshape(*before.shape, 1, 2)
    away = np.maximum(np.maximum(low - points, points - high), 0.0)
    close = (np.hypot(away[..., 0], away[..., 1]) < radius).any(axis=-1)
    assert (after == before & ~close).all()
    assert (before & close).sum() >= 20


@pytest.mark.parametrize(("seed", "rooms"), HOUSES)
def test_in_houses(seed: int, rooms: int) -> None:
    assert rooms_apart(house(seed, rooms)) == []


@pytest.mark.parametrize("number", range(1, fixed.APARTMENTS + 1))
def test_in_apartments(number: int) -> None:
    assert rooms_apart(fixed.apartment(number)) == []


@pytest.mark.parametrize("number", range(1, fixed.DRAWN_HOUSES + 1))
def test_in_drawn_houses(number: int) -> None:
    assert rooms_apart(fixed.drawn_house(number)) == []
