"""Sound scenes pass; scenes broken on purpose fail, each for its own reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import casita
from casita.scenes.check import check_scene
from casita.scenes.scene import OUTSIDE, Place, Scene, Thing


def changed(scene: Scene, id: str, change: Callable[[Thing], Thing]) -> Scene:
    """The scene with one thing changed."""
    assert id in scene.by_id
    return scene.replace(things=tuple(change(t) if t.id == id else t for t in scene.things))


def moved(scene: Scene, id: str, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Scene:
    """The scene with one thing, and what is on, in or part of it, moved."""
    group = {id}
    while more := {t.id for t in scene.things if t.place.of in group} - group:
        group |= more

    def shift(thing: Thing) -> Thing:
        if thing.id not in group:
            return thing
        a, b, c = thing.position
        return thing.replace(position=(a + x, b + y, c + z))

    return scene.replace(things=tuple(shift(thing) for thing in scene.things))


def kitchen() -> Scene:
    return casita.room("kitchen", 1)


def house() -> Scene:
    return casita.house(4, 4)


def loose_on(scene: Scene, type: str) -> Thing:
    """Some loose thing on a carrier of a type."""
    return next(t for t in scene.things if t.kind.is_loose and t.place.of.rsplit("_", 1)[0] == type)


def floating() -> Scene:
    return moved(kitchen(), loose_on(kitchen(), "counter_top").id, z=0.05)


def sunk() -> Scene:
    return moved(kitchen(), loose_on(kitchen(), "counter_top").id, z=-0.05)


def beside_the_counter() -> Scene:
    return moved(kitchen(), loose_on(kitchen(), "counter_top").id, x=1.7, y=1.7)


def on_no_such_surface() -> Scene:
    mug = loose_on(kitchen(), "counter_top")
    return changed(kitchen(), mug.id, lambda t: t.replace(place=Place("on", t.place.of, "roof")))


def in_each_other() -> Scene:
    scene = kitchen()
    a, b = [t for t in scene.things if t.kind.is_loose and t.place.relation == "on"][:2]
    return changed(scene, a.id, lambda t: t.replace(position=b.position, place=b.place))


def too_large_for_the_fridge() -> Scene:
    scene = kitchen()
    inside = next(t for t in scene.things if t.place.of == "fridge_1")
    return changed(scene, inside.id, lambda t: t.replace(size=(1.2, 1.2, 0.1)))


def through_the_wall() -> Scene:
    scene = kitchen()
    (x0, y0), *_ = scene.rooms[0].outline
    x, y, _ = scene.thing("fridge_1").position
    return moved(scene, "fridge_1", x0 - x, y0 - y)


def picture_in_the_air() -> Scene:
    scene = casita.room("living_room", 1)
    x, y, _ = scene.thing("painting_1").position
    return moved(scene, "painting_1", x=0.5 if x < 2.5 else -0.5, y=0.5 if y < 2.5 else -0.5)


def drawer_out_of_place() -> Scene:
    return moved(kitchen(), "drawer_1", x=0.1)


def no_doorways() -> Scene:
    scene = house()
    doors = tuple(t for t in scene.things if t.type != "door")
    return scene.replace(doorways=tuple(w for w in scene.doorways if OUTSIDE in w.rooms), things=doors)


def walled_in() -> Scene:
    """A tall thing right in an inner doorway."""
    scene = house()
    way = next(w for w in scene.doorways if OUTSIDE not in w.rooms)
    others = {w.id: w for w in scene.doorways}
    things = tuple(t for t in scene.things if t.type != "door" or others[t.place.of] is not way)
    floor = next(t for t in things if t.type == "floor" and t.place.of == way.rooms[0])
    size = (1.0, 1.0, 2.0)
    block = next(t for t in things if t.type == "fridge").replace(
        id="fridge_99", position=(*way.centre, 0.0), size=size, place=Place("on", floor.id, "top")
    )
    return scene.replace(things=(*things, block))


def out_of_reach() -> Scene:
    scene = kitchen()
    mug = loose_on(scene, "counter_top")
    return moved(scene, mug.id, z=2.4 - mug.position[2])


def fridge_against_the_wall() -> Scene:
    """Turned around, its door faces the wall."""
    return changed(kitchen(), "fridge_1", lambda t: t.replace(rotation=(0.0, 0.0, t.rotation[2] + 180.0)))


BROKEN = {
    floating: "unsupported",
    sunk: "interpenetrating",
    beside_the_counter: "unsupported",
    on_no_such_surface: "unsupported",
    in_each_other: "interpenetrating",
    too_large_for_the_fridge: "not inside",
    through_the_wall: "outside",
    picture_in_the_air: "unsupported",
    drawer_out_of_place: "unsupported",
    no_doorways: "disconnected",
    walled_in: "disconnected",
    out_of_reach: "unreachable",
    fridge_against_the_wall: "cannot open",
}


@pytest.mark.parametrize("make", BROKEN, ids=lambda make: make.__name__)
def test_a_broken_scene_fails_for_its_reason(make: Callable[[], Scene]) -> None:
    problems = check_scene(make())
    assert BROKEN[make] in {problem.kind for problem in problems}, [str(p) for p in problems]


def test_a_problem_names_the_thing() -> None:
    mug = loose_on(kitchen(), "counter_top")
    problems = check_scene(floating())
    assert [(p.kind, p.id) for p in problems] == [("unsupported", mug.id)]
    assert "0.050 m off" in str(problems[0])


def test_a_sound_scene_has_no_problems() -> None:
    assert check_scene(kitchen()) == ()
    assert check_scene(house()) == ()
