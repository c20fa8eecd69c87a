"""Sound scenes pass; scenes broken on purpose fail, each for its own reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import casita
from casita.geometry.outlines import Wall, walls
from casita.geometry.poses import cos_sin
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


def mug_on_a_bare_wall() -> Scene:
    scene = kitchen()
    mug = loose_on(scene, "counter_top")
    painted = next(t for t in scene.things if t.type == "light_switch")
    place = Place("hung", scene.rooms[0].id)
    return changed(scene, mug.id, lambda t: t.replace(position=painted.position, place=place))


def pencil_in_the_microwave_wall() -> Scene:
    scene = kitchen()
    oven, fork = scene.thing("microwave_1"), scene.thing("fork_1")
    x, y, z = oven.position
    return changed(scene, fork.id, lambda t: t.replace(position=(x, y, z), place=oven.place))


def picture_across_the_door() -> Scene:
    scene = casita.room("living_room", 1)
    way, room = scene.doorways[0], scene.rooms[0]
    inward = {t.rotation[2] for t in scene.of_type("painting")}
    assert inward
    wall = next(w for w in walls(room.outline) if (w.dx != 0) == (way.along == "x") and _is_on(w, way.centre))
    painting = scene.of_type("painting")[0]
    x, y = way.centre
    off = painting.size[0] / 2 + 0.05
    at = (x - wall.dy * off, y + wall.dx * off, 1.2)
    return changed(scene, painting.id, lambda t: t.replace(position=at, rotation=(0.0, 0.0, wall.yaw)))


def _is_on(wall: Wall, point: tuple[float, float]) -> bool:
    return abs(-(point[0] - wall.x) * wall.dy + (point[1] - wall.y) * wall.dx) < 0.1


def doorway_in_the_middle_of_the_room() -> Scene:
    scene = kitchen()
    return scene.replace(doorways=(scene.doorways[0].replace(centre=(2.0, 1.5)),))


def two_rooms_in_one_place() -> Scene:
    scene = house()
    first, second, *rest = scene.rooms
    return scene.replace(rooms=(first, second.replace(outline=first.outline), *rest))


def drawer_turned_around() -> Scene:
    return changed(kitchen(), "drawer_1", lambda t: t.replace(rotation=(0.0, 0.0, t.rotation[2] + 180.0)))


def counter_without_its_sink() -> Scene:
    scene = kitchen()
    sink = scene.thing("sink_1")
    gone = {sink.id, *(t.id for t in scene.things if t.place.of == sink.id)}
    gone |= {t.id for t in scene.things if t.place.of in gone}
    return scene.replace(things=tuple(t for t in scene.things if t.id not in gone))


def more_than_half_over_the_edge() -> Scene:
    scene = casita.room("living_room", 1)
    laptop = scene.thing("laptop_1")
    under = scene.thing(laptop.place.of)
    c, s = cos_sin(under.rotation[2])
    beyond = under.size[0] / 2 + 0.02
    x, y, z = under.position[0] + c * beyond, under.position[1] + s * beyond, laptop.position[2]
    return changed(scene, laptop.id, lambda t: t.replace(position=(x, y, z)))


def garbage_can_before_the_fridge() -> Scene:
    scene = kitchen()
    fridge, bin = scene.thing("fridge_1"), scene.thing("garbage_can_1")
    c, s = cos_sin(fridge.rotation[2])
    away = (fridge.size[0] + max(bin.size)) / 2 + 0.1
    x, y, _ = fridge.position
    return changed(scene, bin.id, lambda t: t.replace(position=(x + c * away, y + s * away, 0.0)))


BROKEN = {
    mug_on_a_bare_wall: "unsupported",
    pencil_in_the_microwave_wall: "interpenetrating",
    picture_across_the_door: "interpenetrating",
    doorway_in_the_middle_of_the_room: "outside",
    two_rooms_in_one_place: "interpenetrating",
    drawer_turned_around: "unsupported",
    counter_without_its_sink: "unsupported",
    more_than_half_over_the_edge: "unsupported",
    garbage_can_before_the_fridge: "cannot open",
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


def test_a_scene_of_bare_floors_can_be_checked() -> None:
    assert check_scene(casita.house(1, 1, stages=casita.house_stages(1)[:3])) == ()


def test_a_mug_lying_on_its_side_is_sound() -> None:
    scene = kitchen()
    mug = loose_on(scene, "counter_top")
    lying = changed(scene, mug.id, lambda t: t.replace(rotation=(90.0, 0.0, 0.0), size=(0.05, 0.05, 0.05)))
    x, y, z = mug.position
    lying = changed(lying, mug.id, lambda t: t.replace(position=(x, y, z + 0.025)))
    assert check_scene(lying) == ()
