"""What is drawn follows the state (joints, liquids, contents, slices, lights, agents), the same in every process."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import casita
from casita.arrays import Float64s, Int64s
from casita.catalog import RoomKind
from casita.errors import BadInput
from casita.geometry.outlines import bounding_box
from casita.render import Camera, Renderer, corner, eyes, looking, over_shoulder, overhead
from casita.render.figures import FigurePart, figure, joints, placements
from casita.render.follow import HINGE, LEVELS, RISE
from casita.render.lighting import LAMP, lights, room_lit
from casita.render.stage import Stage, condition_of, stage
from casita.scenes.files import from_json, to_json
from casita.scenes.scene import Scene
from casita.seeds import stream
from casita.shapes.posed import posed
from casita.world.liquids import number_of
from casita.world.posture import seat_height
from casita.world.stance import matrix_of
from casita.world.starting import beginning
from casita.world.state import State
from tests.rooms import kitchen_with_a_full_fridge, open_kitchen


@pytest.fixture(scope="module")
def kitchen() -> Scene:
    return open_kitchen()


@pytest.fixture(scope="module")
def renderer(kitchen: Scene) -> Renderer:
    return Renderer(kitchen)


@pytest.fixture(scope="module")
def bedroom() -> Scene:
    return casita.room("bedroom", 3)


def anew(scene: Scene) -> Scene:
    """The same scene with nothing kept from before."""
    return from_json(to_json(scene), "copy")


def changed(state: State, id: str, **columns: Any) -> State:
    """A state with other values in one thing's row."""
    slot = state.statics.slot(id)
    made = {}
    for name, value in columns.items():
        column = getattr(state.objects, name).copy()
        column[slot] = value
        made[name] = column
    return state.altered(made)


def rows_of(renderer: Renderer, id: str) -> Int64s:
    return np.flatnonzero(renderer._rows.slot == renderer.stage.statics.slot(id))


def shown(renderer: Renderer, id: str) -> list[int]:
    """Rows of a thing that show."""
    return [row for row in rows_of(renderer, id).tolist() if renderer._instances.shown[row]]


def points(renderer: Renderer, row: int) -> Float64s:
    """Where the corners of an instance's finest mesh are in space."""
    geometry, made = renderer.stage.geometry, renderer._instances
    level = geometry.mesh_level[made.mesh[row]]
    first, count = geometry.level_vertex[level], geometry.level_vertices[level]
    own = np.column_stack([axis[first : first + count] for axis in (geometry.x, geometry.y, geometry.z)])
    return np.asarray(own @ made.matrix[row].reshape(3, 3).T.astype(float) + made.position[row])


# Things in their states.


def test_an_open_fridge_has_its_door_turned_about_the_hinge(kitchen: Scene, renderer: Renderer) -> None:
    state = beginning(kitchen)
    slot = state.statics.slot("fridge_1")
    joint = next(j for j in state.statics.forms[slot].joints if j.kind == "hinge")
    renderer.show(state)
    doors = [row for row in shown(renderer, "fridge_1") if renderer._rows.motion[row] == HINGE]
    rest = [row for row in shown(renderer, "fridge_1") if row not in doors]
    assert doors
    closed = {row: points(renderer, row) for row in [*doors, *rest]}
    for openness in (0.25, 1.0):
        renderer.show(changed(state, "fridge_1", openness=openness))
        pivot = (np.array(joint.pivot) - (0.5, 0.5, 0.0)) * state.statics.size[slot]
        pivot = matrix_of(state.objects.rotation[slot]) @ pivot + state.objects.position[slot]
        for row in doors:
            before, after = (closed[row] - pivot)[:, :2], (points(renderer, row) - pivot)[:, :2]
            far = np.hypot(*before.T) > 0.1
            turn = np.degrees(np.angle((after[far] @ (1, 1j)) / (before[far] @ (1, 1j))))
            assert np.allclose(turn, joint.travel * openness, atol=0.01)
            assert np.allclose(points(renderer, row)[:, 2], closed[row][:, 2], atol=1e-6)
    for row in set(rest) & set(shown(renderer, "fridge_1")):
        assert (points(renderer, row) == closed[row]).all()


def test_a_drawer_slides_out_ahead(kitchen: Scene, renderer: Renderer) -> None:
    state = beginning(kitchen)
    slot = state.statics.slot("drawer_1")
    (joint,) = state.statics.forms[slot].joints
    renderer.show(state)
    rows = [row for row in shown(renderer, "drawer_1") if renderer._rows.travel[row]]
    before = np.concatenate([points(renderer, row) for row in rows])
    renderer.show(changed(state, "drawer_1", openness=1.0))
    moved = np.concatenate([points(renderer, row) for row in rows]) - before
    own = moved @ matrix_of(state.objects.rotation[slot])
    axis = "xyz".index(joint.axis)
    assert np.allclose(own[:, axis], joint.travel * state.statics.size[slot, axis], atol=1e-5)
    assert np.allclose(np.delete(own, axis, axis=1), 0.0, atol=1e-5)


def test_a_liquid_rises_with_its_level_in_its_own_colour(kitchen: Scene, renderer: Renderer) -> None:
    state = beginning(kitchen)
    surfaces = [row for row in rows_of(renderer, "mug_1").tolist() if renderer._rows.motion[row] == RISE]
    (row,) = surfaces
    renderer.show(changed(state, "mug_1", liquid=0, level=0.0))
    assert row not in shown(renderer, "mug_1")
    heights = []
    for level in (0.05, 0.5, 0.75, 1.0):
        for liquid in ("coffee", "water"):
            renderer.show(changed(state, "mug_1", liquid=number_of(liquid), level=level))
            assert row in shown(renderer, "mug_1")
            assert renderer._instances.mesh[row] == renderer._rows.mesh[row] + number_of(liquid)
        heights.append(float(points(renderer, row)[:, 2].mean()))
        table = renderer._rows.rise[row]
        own = np.interp(level, np.arange(LEVELS) / (LEVELS - 1), table[:, 0])
        assert heights[-1] == pytest.approx(state.objects.position[state.statics.slot("mug_1"), 2] + own, abs=1e-5)
    assert heights == sorted(heights)
    slot = state.statics.slot("mug_1")
    assert heights[-1] < state.objects.position[slot, 2] + state.statics.size[slot, 2]


def test_what_is_in_something_closed_is_not_drawn() -> None:
    state = beginning(kitchen_with_a_full_fridge())
    renderer = Renderer(state.scene)
    fridge = state.statics.slot("fridge_1")
    inside = [state.statics.ids[slot] for slot in np.flatnonzero(state.objects.carrier == fridge)]
    assert inside
    front = matrix_of(state.objects.rotation[fridge]) @ (1.6, 0.0, 1.0) + state.objects.position[fridge]
    camera = looking(tuple(front), (*state.objects.position[fridge, :2], 0.8))
    for openness, seen in ((0.0, False), (1.0, True), (0.0, False)):
        frame = renderer.look(changed(state, "fridge_1", openness=openness), camera, (160, 160))
        assert all(bool(shown(renderer, id)) == seen for id in inside)
        assert bool(set(inside) & set(frame.pixels())) == seen


def test_a_cut_loaf_is_drawn_as_its_slices(kitchen: Scene) -> None:
    world = casita.World(kitchen)
    drawn = world.renderer
    drawn.show(world.state)
    assert shown(drawn, "bread_1")
    assert world.act("agent", "pick_up", "knife_1").ok
    assert world.act("agent", "slice", "bread_1").ok
    drawn.show(world.state)
    assert not shown(drawn, "bread_1")
    slices = [id for id in world.state.statics.ids if id.startswith("bread_1_slice")]
    existing = [id for id in slices if world.state.objects.exists[world.state.statics.slot(id)]]
    assert existing
    assert all(shown(drawn, id) for id in existing)
    everywhere = np.concatenate([points(drawn, row) for id in existing for row in shown(drawn, id)])
    width = everywhere.max(0) - everywhere.min(0)
    assert (np.sort(width) <= np.sort(world.state.statics.size[world.state.statics.slot("bread_1")]) * 1.2 + 0.05).all()


@pytest.mark.parametrize(
    ("id", "column", "value"),
    [("plate_1", "broken", True), ("mug_1", "dirty", True), ("potato_1", "cooked", True), ("apple_1", "amount", 0.5),
     ("stove_burner_1", "on", True), ("faucet_1", "on", True), ("microwave_1", "on", True)],
)  # fmt: skip
def test_a_state_swaps_the_groups_that_show(
    kitchen: Scene, renderer: Renderer, id: str, column: str, value: object
) -> None:
    state = beginning(kitchen)
    renderer.show(state)
    before = set(shown(renderer, id))
    after_state = changed(state, id, **{column: value})
    renderer.show(after_state)
    after = set(shown(renderer, id))
    assert before
    assert after
    assert before != after
    slot = state.statics.slot(id)
    expected = sum(
        len(posed(made, state.statics.forms[slot], tuple(state.statics.size[slot]), condition_of(after_state, slot)))
        for made in renderer.stage.shapes[slot]
    )
    assert len(after) == expected
    renderer.show(state)
    assert set(shown(renderer, id)) == before


def random_states(scene: Scene, steps: int, seed: int = 3) -> list[State]:
    """The states of an episode in which two people do whatever they can."""
    world = casita.World(scene, {"alice": "person", "bob": "robot"}, seed=seed)
    luck = np.random.default_rng(seed)
    states = [world.state]
    for step in range(steps):
        name = world.state.names[step % 2]
        can = world.legal(name)
        verb = luck.choice(sorted({action.verb for action in can if action.verb not in ("wait", "say")}))
        chosen = [action for action in can if action.verb == verb]
        world.step([chosen[int(luck.integers(len(chosen)))]])
        states.append(world.state)
    return states


def same(a: Any, b: Any) -> bool:
    """Do two renderers show the same instances?"""
    if not (a.shown == b.shown).all():
        return False
    visible = a.shown != 0
    return all((getattr(a, name)[visible] == getattr(b, name)[visible]).all() for name in a._fields)


def test_small_changes_one_after_another_end_where_a_new_renderer_begins(kitchen: Scene) -> None:
    states = random_states(kitchen, 16)
    assert len({state.digest() for state in states}) > 12
    incremental = Renderer(kitchen)
    touched = []
    for number, state in enumerate(states):
        touched.append(len(incremental.show(state, shadows=False)))
        if number % 5 == 0:
            fresh = Renderer(kitchen)
            fresh.show(state, shadows=False)
            assert same(incremental._instances, fresh._instances)
            assert incremental._lights is not None
            assert fresh._lights is not None
            assert all(np.array_equal(a, b) for a, b in zip(incremental._lights, fresh._lights, strict=True))
    assert np.median(touched[1:]) < touched[0] / 4
    last = states[-1]
    camera = replace(corner(kitchen), roof=True)
    new = anew(kitchen)
    moved = replace(last, scene=new)
    frame = incremental.look(last, camera, (160, 120), ("rgb", "depth", "ids", "parts", "normals"))
    other = Renderer(new).look(moved, camera, (160, 120), ("rgb", "depth", "ids", "parts", "normals"))
    for name in ("rgb", "depth", "ids", "parts", "normals"):
        assert (getattr(frame, name) == getattr(other, name)).all(), name


# Lights.


def test_the_ceiling_light_follows_its_switch(kitchen: Scene, renderer: Renderer) -> None:
    state = beginning(kitchen)
    frames = {}
    for on in (True, False):
        now = changed(state, "light_switch_1", on=on)
        assert room_lit(now) == [on]
        frames[on] = renderer.look(now, corner(kitchen), (80, 60)).rgb
        made = renderer._lights
        assert made is not None
        assert (made.strength[0] > 0.0) == on
    assert frames[True].mean() > frames[False].mean() + 20


def test_a_lamp_lights_its_room_from_where_it_is(bedroom: Scene) -> None:
    drawn = Renderer(bedroom)
    state = beginning(bedroom)
    lamp = next(t.id for t in bedroom.things if t.type in ("desk_lamp", "floor_lamp"))
    slot = state.statics.slot(lamp)
    for thing in bedroom.things:
        if thing.type in ("light_switch", "desk_lamp", "floor_lamp"):
            state = changed(state, thing.id, on=False)
    drawn.show(state)
    assert len(lights(state).lamp) == 0
    lit = changed(state, lamp, on=True)
    drawn.show(lit)
    made = drawn._lights
    assert made is not None
    x, y, z = state.objects.position[slot]
    assert made.lamp.tolist() == [pytest.approx([x, y, z + 0.8 * state.statics.size[slot, 2], LAMP])]
    assert made.lamp_first.tolist() == [0, 1, 1]
    moved = changed(lit, lamp, position=(x, y, z + 0.5))
    drawn.show(moved)
    assert drawn._lights.lamp[0, 2] == pytest.approx(made.lamp[0, 2] + 0.5)  # type: ignore[union-attr]
    assert len(lights(changed(lit, lamp, broken=True)).lamp) == 0
    camera = corner(bedroom)
    dark, bright = (drawn.look(s, camera, (80, 60)).rgb.astype(int) for s in (state, lit))
    assert bright.mean() > dark.mean() + 1
    assert (bright >= dark - 1).mean() > 0.99


# Ids, names and agents.


def test_every_id_of_a_frame_has_a_name(kitchen: Scene, renderer: Renderer) -> None:
    state = beginning(kitchen, {"alice": "person", "bob": "thor"}, seed=1)
    frame = renderer.look(state, corner(kitchen), (160, 120), ("ids", "parts"))
    names = {frame.name(int(id)) for id in np.unique(frame.ids)}
    assert {"floor_1", kitchen.rooms[0].id, "counter_top_1", "dining_table_1"} <= names
    for id in np.unique(frame.ids[(frame.ids >= 0) & (frame.ids < state.statics.count)]).tolist():
        if state.statics.ids[id] != "floor_1":
            assert all(frame.part_name(id, part) for part in np.unique(frame.parts[frame.ids == id]).tolist())
    assert renderer.stage.name(renderer.stage.outside_id) == "outside"
    assert renderer.stage.name(renderer.stage.outside_id + 2) == "agent 2"
    assert renderer.stage.name(-1) == ""
    assert set(frame.pixels()) == {name for name in names if name in state.statics.index}
    assert frame.visible(0.01) == [name for name, count in frame.pixels().items() if count > 192]


def facing(scene: Scene) -> State:
    """Alice looks at Bob, who looks at her."""
    state = beginning(scene, {"alice": "person", "bob": "thor"}, seed=1)
    (ax, ay), (bx, by) = state.agents.position
    yaw = float(np.degrees(np.arctan2(by - ay, bx - ax)))
    return state.altered(agents={"yaw": np.array([yaw, yaw + 180.0])})


def test_agents_see_each_other_and_not_themselves(kitchen: Scene, renderer: Renderer) -> None:
    state = facing(kitchen)
    first = renderer.stage.outside_id + 1
    for agent in (0, 1):
        ids = renderer.look(state, eyes(state, agent), (120, 120), ("ids",)).ids
        assert (ids == first + 1 - agent).sum() > 50
        assert not (ids == first + agent).any()
    behind = renderer.look(state, over_shoulder(state, 0), (120, 120), ("ids",)).ids
    assert (behind == first).sum() > 200
    alone = Renderer(kitchen, agents=False).look(state, eyes(state, 0), (120, 120), ("ids",)).ids
    assert not (alone >= first).any()
    with pytest.raises(BadInput, match="agent 7, but there are 2"):
        renderer.look(state, Camera((0.0, 0.0, 1.0), body=7), (8, 8))


def test_names_make_people_look_different() -> None:
    body = beginning(casita.room("bathroom", 2), {"a": "person"}).bodies[0]
    looks = {tuple(piece.finish for part in figure(body, name) for piece in part.pieces) for name in ("a", "b", "c")}
    assert len(looks) == 3
    assert figure(body, "a")[0].pieces[0].finish == figure(body, "a")[0].pieces[0].finish


def placed_points(part: FigurePart, place: Any) -> Float64s:
    own = np.concatenate([piece.mesh.levels[0].points for piece in part.pieces])
    return np.asarray(own @ place.matrix.T + place.position)


def test_a_persons_limbs_end_at_its_joints_standing_and_sitting(bedroom: Scene) -> None:
    world = casita.World(bedroom, {"alice": "person"})
    seat = next(t.id for t in bedroom.things if t.type in ("bed", "arm_chair", "sofa", "chair"))
    for sits in (False, True):
        if sits:
            assert world.act("alice", "sit", seat).ok
        state = world.state
        parts = figure(state.bodies[0], "alice")
        places = placements(state, 0, parts)
        at = joints(state, 0)
        tags = [part.tag for part, place in zip(parts, places, strict=True) if place.shown]
        assert tags == ["sitting" if sits else "standing", "left down", "right down"]
        for side in ("left", "right"):
            part, place = next(
                (p, q) for p, q in zip(parts, places, strict=True) if p.tag == f"{side} down" and q.shown
            )
            corners = placed_points(part, place)
            for joint in ("shoulder", "hand"):
                assert np.sqrt(((corners - at[f"{side} {joint}"]) ** 2).sum(1)).min() < 0.07
        body, place = next((p, q) for p, q in zip(parts, places, strict=True) if q.shown)
        low, high = placed_points(body, place)[:, 2].min(), placed_points(body, place)[:, 2].max()
        assert at["head"][2] < high < at["head"][2] + 0.2
        if sits:
            assert at["hips"][2] == pytest.approx(seat_height(state, state.statics.slot(seat)) + 0.08, abs=1e-6)
        else:
            assert low == pytest.approx(0.0, abs=0.01)
            assert high == pytest.approx(state.bodies[0].height, abs=0.05)
    with pytest.raises(BadInput, match="agent is no person but a thor"):
        joints(beginning(bedroom), 0)


def test_the_robots_arm_is_in_its_own_view_and_follows_its_joints(kitchen: Scene, renderer: Renderer) -> None:
    state = beginning(kitchen, {"r": "robot"}, seed=2)
    down = state.altered(agents={"pitch": np.array([60.0])})
    first = renderer.stage.outside_id + 1
    assert (renderer.look(down, eyes(down, 0), (96, 96), ("ids",)).ids == first).sum() > 30
    parts = figure(state.bodies[0], "r")
    places = placements(state, 0, parts)
    bent = state.altered(agents={"joints": state.agents.joints + 20.0})
    links = [k for k, part in enumerate(parts) if part.tag == "link"]
    moved = [not np.allclose(places[k].matrix, placements(bent, 0, parts)[k].matrix) for k in links]
    assert len(links) >= 5
    assert all(moved[1:])


# Cameras, sizes, and what is refused.


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (33, 17), (3, 200), (129, 65)])
def test_pictures_can_have_any_size(kitchen: Scene, renderer: Renderer, size: tuple[int, int]) -> None:
    state = beginning(kitchen)
    for smooth in (False, True):
        frame = renderer.look(state, corner(kitchen), size, ("rgb", "depth", "ids", "parts", "normals"), smooth=smooth)
        width, height = size
        assert frame.rgb.shape == (height, width, 3)
        assert frame.normals.shape == (height, width, 3)
        assert frame.depth.shape == frame.ids.shape == frame.parts.shape == (height, width)
        assert (frame.ids >= 0).all()
        assert (frame.depth > 0.0).all()
        assert np.allclose((frame.normals**2).sum(-1), 1.0, atol=1e-3)


def test_a_small_picture_is_a_large_one_seen_at_the_middles_of_its_pixels(kitchen: Scene, renderer: Renderer) -> None:
    state = beginning(kitchen)
    small = renderer.look(state, corner(kitchen), (64, 48))
    large = renderer.look(state, corner(kitchen), (192, 144))
    assert (small.ids == large.ids[1::3, 1::3]).mean() > 0.97
    agree = small.ids == large.ids[1::3, 1::3]
    assert np.abs(small.depth - large.depth[1::3, 1::3])[agree].mean() < 0.01


def test_depth_is_along_the_view_and_leads_back_to_the_floor(kitchen: Scene, renderer: Renderer) -> None:
    camera = corner(kitchen)
    frame = renderer.look(beginning(kitchen), camera, (120, 90), ("depth", "ids", "normals"))
    rows, columns = np.nonzero(frame.ids == 0)
    assert len(rows) > 500
    x = (columns + 0.5 - 60) / 45 * camera.slope
    y = (45 - rows - 0.5) / 45 * camera.slope
    depth = frame.depth[rows, columns].astype(float)
    own = np.column_stack([x * depth, y * depth, -depth])
    places = own @ camera.axes.T + camera.position
    assert np.abs(places[:, 2]).max() < 2e-3
    assert np.allclose(frame.normals[rows, columns], (0.0, 0.0, 1.0), atol=1e-3)


def test_what_was_not_wanted_is_empty_and_asking_for_it_says_so(kitchen: Scene, renderer: Renderer) -> None:
    frame = renderer.look(beginning(kitchen), corner(kitchen), (16, 16), ("depth",))
    assert frame.depth.size == 256
    assert frame.rgb.size == frame.ids.size == 0
    with pytest.raises(BadInput, match="without ids"):
        frame.pixels()
    with pytest.raises(BadInput, match="without rgb"):
        frame.save("never.png")


@pytest.mark.parametrize(
    ("look", "named"),
    [
        (lambda r, s: r.look(s, corner(s.scene), (0, 10)), "not 0 x 10"),
        (lambda r, s: r.look(s, corner(s.scene), (10, 9000)), "not 10 x 9000"),
        (lambda r, s: r.look(s, corner(s.scene), (1.5, 2)), r"not \(1.5, 2\)"),
        (lambda r, s: r.look(s, corner(s.scene), 12), "not 12"),
        (lambda r, s: r.look(s, corner(s.scene), (8, 8), ("colour",)), "unknown part of a frame 'colour'"),
        (
            lambda r, s: r.look(beginning(casita.room("kitchen", 1)), corner(s.scene)),
            "draws kitchen_09, not kitchen_01",
        ),
        (lambda r, s: Camera((0.0, 0.0, 0.0), field_of_view=180.0), "not 180"),
        (lambda r, s: Camera((0.0, float("nan"), 0.0)), "nan"),
        (lambda r, s: looking((1.0, 2.0, 3.0), (1.0, 2.0, 3.0)), r"\(1.0, 2.0, 3.0\)"),
        (lambda r, s: corner(s.scene, "hall"), "no room 'hall'; it has kitchen"),
        (lambda r, s: overhead(s.scene, "hall"), "no room 'hall'; it has kitchen"),
    ],
)
def test_bad_input_is_named(kitchen: Scene, renderer: Renderer, look: Any, named: str) -> None:
    with pytest.raises(BadInput, match=named):
        look(renderer, beginning(kitchen))


def test_a_state_of_an_equal_scene_is_drawn(kitchen: Scene, renderer: Renderer) -> None:
    here, there = (beginning(scene) for scene in (kitchen, anew(kitchen)))
    camera = corner(kitchen)
    assert (renderer.look(there, camera, (40, 30)).rgb == renderer.look(here, camera, (40, 30)).rgb).all()


# The same everywhere.

SCRIPT = """
import hashlib, casita
from tests.test_render_stage import picture_hashes
print(*picture_hashes(casita.room("bathroom", 2)))
"""


def picture_hashes(scene: Scene, shift: int = 0) -> list[str]:
    """Hashes of frames of some states of a scene, in an order that may begin elsewhere."""
    world = casita.World(scene, {"alice": "person"}, seed=5)
    states = [world.state]
    for verb in ("turn_left", "look_down", "turn_left"):
        assert world.act("alice", verb).ok
        states.append(world.state)
    toilet = changed(states[-1], "toilet_1", openness=1.0)
    states.append(changed(toilet, "light_switch_1", on=False))
    drawn = Renderer(scene)
    found = {}
    for number in [(k + shift) % len(states) for k in range(len(states))]:
        state = states[number]
        frame = drawn.look(state, eyes(state, 0), (96, 80), ("rgb", "depth", "ids", "parts", "normals"), smooth=True)
        sha = hashlib.sha256()
        for array in (frame.rgb, frame.depth, frame.ids, frame.parts, frame.normals):
            sha.update(array.tobytes())
        found[number] = sha.hexdigest()[:16]
    return [found[number] for number in range(len(states))]


def test_frames_are_the_same_in_threads_and_in_another_process() -> None:
    scene = casita.room("bathroom", 2)
    here = picture_hashes(scene)
    assert len(set(here)) == len(here)
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda shift: picture_hashes(scene, shift), range(4))) == [here] * 4
    child = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert child.stdout.split() == here, child.stderr


def test_threads_share_one_stage_even_while_it_grows() -> None:
    scene = anew(casita.room("bathroom", 2))
    state = beginning(scene, {"alice": "person"})
    breakable = [scene.things[k].id for k in np.flatnonzero(state.statics.can["break"][: len(scene.things)])]
    states = [changed(state, id, broken=True) for id in breakable]
    assert len(states) >= 2

    def draw(number: int) -> bytes:
        now = states[number % len(states)]
        return Renderer(scene).look(now, corner(scene), (48, 48)).rgb.tobytes()

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(draw, range(2 * len(states))))
    assert isinstance(stage(scene), Stage)
    assert together == [draw(number) for number in range(2 * len(states))]


@pytest.mark.parametrize(("kind", "number"), [("kitchen", 12), ("living_room", 7), ("bedroom", 3), ("bathroom", 9)])
def test_no_sky_shows_beside_windows_and_doors(kind: RoomKind, number: int) -> None:
    """Behind a window there is a lawn or a hallway, all round: where nothing is drawn there is a slit in the house."""
    scene = casita.room(kind, number)
    state, drawing, luck = beginning(scene), Renderer(scene, agents=False), stream(number, "slits", kind)
    x0, y0, x1, y1 = bounding_box(scene.rooms[0].outline)
    for _ in range(10):
        place = (luck.uniform(x0 + 0.3, x1 - 0.3), luck.uniform(y0 + 0.3, y1 - 0.3), luck.uniform(0.8, 2.2))
        camera = Camera(place, luck.uniform(0.0, 360.0), luck.uniform(-10.0, 40.0))
        assert (drawing.look(state, camera, (96, 72), ("ids",)).ids >= 0).all(), camera
