"""Pictures for people, boxes, films, the moments between states, contact sheets, mesh files and meshes of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import casita
from casita.arrays import Float64s, Uint8s
from casita.catalog import RoomKind, catalog
from casita.errors import BadInput
from casita.render import Camera, Renderer, boxes_3d, corner, eyes, over_shoulder, overhead
from casita.render.between import between
from casita.render.export import export_object, export_state
from casita.render.figures import avatars, figure
from casita.render.pictures import (
    CLOSE_BY,
    best_corner,
    changed_slots,
    compare,
    conditions,
    home_picture,
    map_picture,
    object_picture,
    project,
    room_picture,
)
from casita.render.sheets import CAPTION, sheet, write_png
from casita.render.studio import close_up, instance
from casita.render.video import film, frames, write_video
from casita.scenes.scene import Condition, Scene
from casita.shapes.shape import shape
from casita.shapes.user_meshes import use_drawing, use_mesh
from casita.world.bodies import BODIES
from casita.world.outcome import Outcome
from casita.world.stance import matrix_of
from casita.world.starting import beginning
from casita.world.state import State
from tests.rooms import open_kitchen

Picture = Uint8s


@pytest.fixture(scope="module")
def kitchen() -> Scene:
    return open_kitchen()


@pytest.fixture(scope="module")
def bathroom() -> Scene:
    return casita.room("bathroom", 2)


@pytest.fixture(scope="module")
def walk(kitchen: Scene) -> list[Outcome]:
    """Alice takes a mug and walks to the table with it."""
    world = casita.World(kitchen, {"alice": "person"}, seed=1)
    outcomes = []
    for sentence in ("walk to the mug", "pick up the mug", "walk to the fridge", "walk to the fridge", "turn left"):
        for _ in range(9):
            outcome = world.tell("alice", sentence)
            outcomes.append(outcome)
            stayed = (outcome.before.agents.position == outcome.state.agents.position).all()
            if not sentence.startswith("walk") or not outcome.ok or stayed:
                break
    return outcomes


def is_drawn(picture: Picture) -> bool:
    """Is there something on it: many colours, no one of them everywhere?"""
    colours, counts = np.unique(picture.reshape(-1, 3), axis=0, return_counts=True)
    return len(colours) > 100 and counts.max() < 0.9 * counts.sum()


# Pictures of scenes.


def test_a_room_and_a_home_are_drawn_in_the_size_asked_for(bathroom: Scene) -> None:
    assert room_picture(bathroom, size=(160, 120)).shape == (120, 160, 3)
    doll = home_picture(beginning(bathroom), (150, 100))
    assert doll.shape == (100, 150, 3)
    assert is_drawn(doll)
    assert is_drawn(room_picture(bathroom, size=(160, 120)))
    with pytest.raises(BadInput, match="no room 'attic'"):
        room_picture(bathroom, "attic")


@pytest.mark.parametrize(("kind", "number"), [("kitchen", 2), ("kitchen", 8), ("bathroom", 8), ("bedroom", 2)])
def test_a_room_is_not_looked_at_past_a_door(kind: RoomKind, number: int) -> None:
    """In each corner of these kitchens a leaf or a cupboard fills a quarter of the picture, and more."""
    scene = casita.room(kind, number)
    state, renderer = beginning(scene), Renderer(scene, agents=False)
    frame = renderer.look(state, best_corner(renderer, state), (80, 60), ("ids", "depth"))
    doors = [slot for slot, thing in enumerate(scene.things) if thing.type == "door"]
    assert (np.isin(frame.ids, doors) & (frame.depth <= CLOSE_BY)).mean() < 0.03
    assert (frame.depth > CLOSE_BY).mean() > 0.75
    assert len(frame.visible()) > 25


def test_lamps_do_not_burn_out_a_white_room() -> None:
    """Two lamps that are on stand by a white door: with a straight shoulder a fifth of this picture was plain white."""
    scene = casita.room("living_room", 13)
    frame = Renderer(scene, agents=False).look(beginning(scene), corner(scene, "", 2), (80, 60), ("rgb",))
    assert (frame.rgb == 255).all(axis=2).mean() < 0.03


def test_a_map_shows_the_floor_of_every_room_and_names_them(bathroom: Scene) -> None:
    house = casita.house(3, 3)
    state = beginning(house)
    size = (320, 240)
    camera = overhead(house, shape=4 / 3)
    frame = Renderer(house, agents=False).look(state, camera, size, ("ids",))
    for slot in state.statics.floor_slots:
        assert (frame.ids == slot).any()
    assert not (frame.ids == frame.stage.statics.count + len(house.rooms)).all()
    labelled, bare = (map_picture(state, size, labels=labels, agents=False) for labels in (True, False))
    assert labelled.shape == bare.shape == (240, 320, 3)
    changed = (labelled != bare).any(-1)
    assert 0.01 < changed.mean() < 0.5
    for room in house.rooms:
        xs, ys = zip(*room.outline, strict=True)
        x, y = project(camera, size, ((min(xs) + max(xs)) / 2, min(ys) + 0.25, 0.0))
        assert changed[int(y) - 4 : int(y) + 4, int(x) - 4 : int(x) + 4].any(), room.id


def test_projecting_is_the_inverse_of_drawing(kitchen: Scene) -> None:
    size = (160, 120)
    for camera in (corner(kitchen), replace(corner(kitchen, turn=2), roll=20.0), Camera((2.0, 1.5, 1.5), 100.0, 20.0)):
        depth = Renderer(kitchen).look(beginning(kitchen), camera, size, ("depth",)).depth
        for row, column in ((5, 7), (60, 80), (100, 150)):
            d = float(depth[row, column])
            x, y = (column + 0.5 - 80) / 60 * camera.slope * d, (60 - row - 0.5) / 60 * camera.slope * d
            point = camera.axes @ (x, y, -d) + camera.position
            assert project(camera, size, point) == pytest.approx((column + 0.5, row + 0.5), abs=1e-6)
    with pytest.raises(BadInput, match="is behind the camera"):
        project(Camera((0.0, 0.0, 1.0)), size, (-1.0, 0.0, 1.0))


def test_boxes_hold_the_pixels_and_the_projected_boxes_hold_them_too(kitchen: Scene) -> None:
    state = beginning(kitchen)
    size = (240, 180)
    camera = corner(kitchen, turn=1)
    frame = Renderer(kitchen).look(state, camera, size, ("ids",))
    corners = boxes_3d(state)
    assert set(corners) == {state.statics.ids[slot] for slot in np.flatnonzero(state.objects.exists)}
    boxes = frame.boxes()
    assert list(boxes) == list(frame.pixels())
    inside = total = 0
    for name, (left, top, right, bottom) in boxes.items():
        rows, columns = np.nonzero(frame.ids == state.statics.slot(name))
        assert (left, top, right, bottom) == (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        assert corners[name].shape == (8, 3)
        is_open = bool(state.objects.openness[state.statics.slot(name)])  # a door ajar leaves its box
        if name == "floor_1" or is_open or (camera.axes.T @ (corners[name] - camera.position).T)[2].max() > -0.1:
            continue
        flat = np.array([project(camera, size, point) for point in corners[name]])
        low, high = flat.min(0) - 2.0, flat.max(0) + 2.0
        inside += int(((columns >= low[0]) & (columns <= high[0]) & (rows >= low[1]) & (rows <= high[1])).sum())
        total += len(rows)
    assert total > 5000
    assert inside / total > 0.98
    slot = state.statics.slot("fridge_1")
    (only,) = boxes_3d(state, ["fridge_1"]).values()
    spans = (only - state.objects.position[slot]) @ matrix_of(state.objects.rotation[slot])
    assert np.ptp(spans, axis=0) == pytest.approx(state.statics.size[slot])
    with pytest.raises(BadInput, match="'frige_1'"):
        boxes_3d(state, ["frige_1"])


# Two states side by side.


def test_comparing_frames_what_changed_in_both_states(kitchen: Scene) -> None:
    world = casita.World(kitchen, seed=2)
    before = world.state
    assert world.act("agent", "open", "fridge_1").ok
    after = world.state
    slot = before.statics.slot("fridge_1")
    assert changed_slots(before, after) == [slot]
    picture = compare(before, after, (160, 120))
    assert picture.shape[1] == 2 * 160 + 4
    assert picture.shape[0] == 120 + CAPTION + 17 + 6
    left, right = picture[CAPTION : CAPTION + 120, :160], picture[CAPTION : CAPTION + 120, 164:]
    assert (left != right).any(-1).mean() > 0.05
    for side in (left, right):
        assert (side == (235, 90, 30)).all(-1).sum() > 50
    same = compare(before, before, (80, 60))
    assert (same[CAPTION : CAPTION + 60, :80] == same[CAPTION : CAPTION + 60, 84:]).all()
    assert (casita.compare(before, after, (160, 120)) == picture).all()
    with pytest.raises(BadInput, match="kitchen_09 and bathroom_02"):
        compare(before, beginning(casita.room("bathroom", 2)))


# Types in their states.


def test_every_type_has_a_list_of_states_that_follows_from_what_it_affords() -> None:
    assert len(catalog()) > 100
    for kind in catalog().values():
        named = conditions(kind)
        names = [name for name, _ in named]
        assert names[0] == ""
        assert len(set(names)) == len(names)
        assert len({condition for _, condition in named}) == len(named)
        assert ("broken" in names) == kind.can("break")
        assert ("open" in names) == kind.can("open")
        assert ("dirty" in names) == kind.can("dirty")
        assert sum(name.startswith("full of") for name in names) == (
            len(kind.liquids or ("water",)) if kind.can("fill") else 0
        )


def test_an_object_is_pictured_in_all_its_states() -> None:
    count = len(conditions(catalog()["mug"]))
    picture = object_picture("mug", states=True, size=64)
    rows = -(-count // 4)
    assert picture.shape == (rows * (64 + CAPTION + 2) - 2, 4 * 66 - 2, 3)
    cells = [
        picture[r * 82 + CAPTION : r * 82 + CAPTION + 64, c * 66 : c * 66 + 64]
        for r, c in (divmod(number, 4) for number in range(count))
    ]
    assert len({cell.tobytes() for cell in cells}) == count
    several = object_picture("mug", size=48)
    assert several.shape == (2 * (48 + CAPTION + 2) - 2, 4 * 50 - 2, 3)
    with pytest.raises(BadInput, match="unknown object type 'mog'"):
        object_picture("mog")


def test_a_close_up_is_filled_by_its_thing_from_every_side() -> None:
    make = instance("mug")
    bare = close_up(make, ground=False, size=96)
    background = bare[0, 0]
    for azimuth in (0.0, 90.0, 200.0):
        picture = close_up(make, azimuth=azimuth, ground=False, size=96)
        rows, columns = np.nonzero((picture != background).any(-1))
        span = max(np.ptp(rows), np.ptp(columns)) + 1
        assert 0.75 * 96 < span < 0.97 * 96
    assert (close_up(make, size=96) == close_up(make, size=96)).all()
    with pytest.raises(BadInput, match="not 4"):
        close_up(make, size=4)
    with pytest.raises(BadInput, match="unknown variant of mug 'tal'"):
        instance("mug", variant="tal")


def test_instances_differ_in_size_colour_and_material() -> None:
    made = [instance("mug", number) for number in range(6)]
    sizes = catalog()["mug"].size_of("plain")
    assert made[0].size == sizes.usual
    assert len({make.size for make in made}) == 6
    assert len({(make.colour, make.material) for make in made}) >= 3
    for make in made:
        assert all(a <= s <= b for a, s, b in zip(sizes.least, make.size, sizes.most, strict=True))


# Moments between states, and films.


def test_between_begins_and_ends_with_the_states(walk: list[Outcome]) -> None:
    for outcome in walk:
        assert between(outcome, 0.0) is outcome.before
        assert between(outcome, 1.0) is outcome.state
        nearly, at_once = between(outcome, 0.999), between(outcome, 0.001)
        for made, end in ((nearly, outcome.state), (at_once, outcome.before)):
            gap = np.abs(made.objects.position - end.objects.position)[made.objects.exists & end.objects.exists]
            assert gap.max() < 0.02
            assert np.abs(made.agents.position - end.agents.position).max() < 0.02
            assert [column.dtype for column in made.objects] == [column.dtype for column in end.objects]
    for share in (-0.1, 1.5, float("nan")):
        with pytest.raises(BadInput, match=f"not {share}"):
            between(walk[0], share)


def test_what_a_walker_holds_stays_in_its_hands(walk: list[Outcome]) -> None:
    slot = walk[0].state.statics.slot("mug_1")
    carried = [o for o in walk if o.before.objects.held_by[slot] == 0 == o.state.objects.held_by[slot]]
    moved = [o for o in carried if (o.before.agents.position != o.state.agents.position).any()]
    assert moved
    assert any((o.before.agents.yaw != o.state.agents.yaw).any() for o in carried)

    def held_at(state: State) -> Float64s:
        """Where the mug is in the walker's own axes."""
        away = state.objects.position[slot] - (*state.agents.position[0], 0.0)
        turn = np.radians(state.agents.yaw[0])
        c, s = np.cos(turn), np.sin(turn)
        return np.array([c * away[0] + s * away[1], c * away[1] - s * away[0], away[2]])

    for outcome in carried:
        steps = [between(outcome, share) for share in (0.1, 0.3, 0.5, 0.8)]
        for now in steps:
            assert held_at(now) == pytest.approx(held_at(outcome.state), abs=2e-3)
            length = np.sqrt((now.objects.rotation[slot] ** 2).sum())
            assert length == pytest.approx(1.0, abs=1e-6)


def test_doors_swing_evenly_and_glasses_break_when_they_land(kitchen: Scene) -> None:
    world = casita.World(kitchen, seed=2)
    opened = world.act("agent", "open", "fridge_1")
    slot = world.state.statics.slot("fridge_1")
    assert [float(between(opened, share).objects.openness[slot]) for share in (0.25, 0.5)] == [0.25, 0.5]
    broke = world.act("agent", "break", "plate_1")
    assert broke.ok
    plate = world.state.statics.slot("plate_1")
    assert [bool(between(broke, share).objects.broken[plate]) for share in (0.2, 0.9, 0.99)] == [False, False, True]


def decoded(path: Path) -> list[Picture]:
    import av

    with av.open(str(path)) as file:
        return [frame.to_ndarray(format="rgb24") for frame in file.decode(video=0)]


def test_a_film_has_all_its_frames_and_they_differ(walk: list[Outcome], tmp_path: Path) -> None:
    some = walk[:3]
    path = film(some, tmp_path / "deep" / "walk.mp4", lambda s: eyes(s, 0), size=(96, 64), per_step=4, smooth=False)
    shots = decoded(path)
    assert len(shots) == 4 * len(some) + 1
    assert all(shot.shape == (64, 96, 3) for shot in shots)
    drawn = list(frames(some, lambda s: eyes(s, 0), size=(96, 64), per_step=4, smooth=False))
    assert len({shot.tobytes() for shot in drawn}) > len(drawn) // 2
    for shot, original in zip(shots, drawn, strict=True):
        assert np.abs(shot.astype(int) - original).mean() < 12
    again = film(some, tmp_path / "again.mp4", lambda s: eyes(s, 0), size=(96, 64), per_step=4, smooth=False)
    assert again.read_bytes() == path.read_bytes()


def test_avatars_change_what_people_look_like_and_no_two_wear_the_same_shirt() -> None:
    for seed in range(12):
        names = avatars(("alice", "bob", "carol"), seed)
        shirts = {shirt_of(name) for name in names.values()}
        assert len(shirts) == 3, seed
    assert avatars(("alice", "bob"), 5) == avatars(("alice", "bob"), 5)
    assert len({shirt_of(avatars(("alice",), seed)["alice"]) for seed in range(12)}) > 4
    with pytest.raises(BadInput, match="asked for 9"):
        avatars([f"person {number}" for number in range(9)], 0)


def test_a_film_shows_the_avatars(walk: list[Outcome]) -> None:
    (agent,) = walk[0].state.names

    def shots(cast: dict[str, str] | None) -> list[bytes]:
        found = frames(walk[:1], lambda s: over_shoulder(s, 0), size=(96, 64), per_step=1, avatars=cast)
        return [shot.tobytes() for shot in found]

    assert shots(None) == shots({agent: agent})
    assert shots(None) != shots(avatars((agent,), 1))
    assert shots(avatars((agent,), 1)) == shots(avatars((agent,), 1))


def shirt_of(name: str) -> tuple[float, ...]:
    """The colour of a person's torso."""
    (torso,) = (
        piece for part in figure(BODIES["person"], name) if part.tag == "standing"
        for piece in part.pieces if piece.name == "torso"
    )  # fmt: skip
    return torso.finish.colour


def test_nothing_is_left_of_a_film_that_fails(tmp_path: Path) -> None:
    good = np.zeros((16, 16, 3), np.uint8)

    def stops() -> Iterator[Picture]:
        yield good
        raise RuntimeError("the camera broke")

    with pytest.raises(RuntimeError, match="the camera broke"):
        write_video(stops(), tmp_path / "a.mp4")
    for pictures, named in (
        ([], "no pictures"),
        ([np.zeros((15, 16, 3), np.uint8)], "16 x 15"),
        ([good, np.zeros((16, 18, 3), np.uint8)], "16 x 16 cannot go on with 18 x 16"),
    ):
        with pytest.raises(BadInput, match=named):
            write_video(pictures, tmp_path / "a.mp4")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BadInput, match=r"a\.gif: a film is written as \.mp4"):
        write_video([good], tmp_path / "a.gif")
    with pytest.raises(BadInput, match="not 0"):
        write_video([good], tmp_path / "a.mp4", 0)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        write_video([good], tmp_path / "file" / "a.mp4")


def test_nothing_to_film_is_named(walk: list[Outcome]) -> None:
    with pytest.raises(BadInput, match="no step was taken"):
        list(frames([], lambda s: eyes(s, 0)))
    with pytest.raises(BadInput, match="not 0"):
        list(frames(walk, lambda s: eyes(s, 0), per_step=0))


# Contact sheets.


def test_a_contact_sheet_has_its_pictures_in_rows(tmp_path: Path) -> None:
    pictures = [np.full((10, 12, 3), 20 * number, np.uint8) for number in range(5)]
    plain = sheet(pictures, columns=3, gap=2)
    assert plain.shape == (2 * 12 - 2, 3 * 14 - 2, 3)
    for number in range(5):
        row, column = divmod(number, 3)
        assert (plain[row * 12 : row * 12 + 10, column * 14 : column * 14 + 12] == 20 * number).all()
    assert (plain[12:, 28:] == 255).all()
    named = sheet(pictures, [f"number {n}" for n in range(5)], columns=3)
    assert named.shape == (2 * (12 + CAPTION) - 2, 3 * 14 - 2, 3)
    from PIL import Image

    assert (np.asarray(Image.open(write_png(plain, tmp_path / "new" / "sheet.png"))) == plain).all()
    with pytest.raises(BadInput, match="at least one picture"):
        sheet([])
    with pytest.raises(BadInput, match="5 pictures cannot have 1 captions"):
        sheet(pictures, ["one"])
    with pytest.raises(BadInput, match="picture 2 of the sheet"):
        sheet([pictures[0], np.zeros((9, 12, 3), np.uint8)])
    with pytest.raises(BadInput, match="not 0 and 2"):
        sheet(pictures, columns=0)


# Mesh files.


def reloaded(path: Path) -> Any:
    import trimesh

    return trimesh.load_scene(path)


def bounds_of(scene: Any, id: str) -> Float64s:
    """The bounds of an object's parts, in Casita's axes."""
    found = []
    for name in scene.graph.nodes_geometry:
        if name.partition("/")[0] == id:
            matrix, geometry = scene.graph.get(name)
            found.append(scene.geometry[geometry].vertices @ matrix[:3, :3].T + matrix[:3, 3])
    all_points = np.concatenate(found)[:, [2, 0, 1]]
    return np.array([all_points.min(0), all_points.max(0)])


@pytest.mark.parametrize("kind", ["glb", "obj"])
def test_a_home_is_exported_with_object_ids_and_true_places(bathroom: Scene, tmp_path: Path, kind: str) -> None:
    state = beginning(bathroom)
    toilet = state.statics.slot("toilet_1")
    openness = state.objects.openness.copy()
    openness[toilet] = 1.0
    state = state.altered({"openness": openness})
    path = export_state(state, tmp_path / f"home.{kind}")
    made = reloaded(path)
    names = {name.partition("/")[0] for name in made.graph.nodes_geometry}
    if kind == "glb":
        names &= set(made.graph.nodes)
    drawn = Renderer(bathroom, agents=False)
    drawn.show(state)
    rows = drawn._rows.slot[: len(drawn._rows.slot)]
    expected = {
        state.statics.ids[slot] for slot in np.unique(rows[(drawn._instances.shown[: len(rows)] != 0)]) if slot >= 0
    }
    assert expected <= names
    assert names - expected == {"bathroom_1", "outside"}
    for id in ("toilet_1", "bathtub_1", "mirror_1"):
        slot = state.statics.slot(id)
        low, high = bounds_of(made, id)
        corners = boxes_3d(state, [id])[id]
        slack = 0.35 if id == "toilet_1" else 0.08
        assert (low > corners.min(0) - slack).all()
        assert (high < corners.max(0) + slack).all()
        middle = (low + high)[:2] / 2
        assert np.abs(middle - state.objects.position[slot, :2]).max() < 0.2
    again = export_state(state, tmp_path / "again" / f"home.{kind}")
    assert again.read_bytes() == path.read_bytes()
    if kind == "obj":
        text = path.read_text()
        assert "\no toilet_1\n" in text
        assert text.startswith("mtllib home.mtl\n")
        library = (tmp_path / "home.mtl").read_text()
        assert all((tmp_path / line.split()[1]).is_file() for line in library.splitlines() if line.startswith("map_Kd"))


def test_an_open_lid_is_higher_in_the_file(tmp_path: Path) -> None:
    make = instance("toilet")
    tops = []
    for openness in (0.0, 1.0):
        path = export_object(make, tmp_path / "toilet.glb", Condition(openness=openness))
        lids = [n for n in reloaded(path).graph.nodes_geometry if "lid" in n]
        assert lids
        tops.append(bounds_of(reloaded(path), "toilet_1")[1, 2])
    assert tops[1] > tops[0] + 0.1


def test_a_broken_thing_is_exported_as_its_shards(tmp_path: Path) -> None:
    whole = export_object(instance("plate"), tmp_path / "whole.glb", name="plate_7")
    broken = export_object(instance("plate"), tmp_path / "broken.glb", Condition(broken=True), name="plate_7")
    assert {n.partition("/")[0] for n in reloaded(whole).graph.nodes_geometry} == {"plate_7"}
    assert set(reloaded(whole).geometry) != set(reloaded(broken).geometry) or whole.read_bytes() != broken.read_bytes()
    assert len(np.concatenate([g.vertices for g in reloaded(broken).geometry.values()])) > 50


def test_bad_paths_are_named(bathroom: Scene, tmp_path: Path) -> None:
    make = instance("mug")
    with pytest.raises(BadInput, match=r"mug\.stl: a mesh is written as \.glb or \.obj"):
        export_object(make, tmp_path / "mug.stl")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match=r"file/mug\.glb: cannot be written"):
        export_object(make, tmp_path / "file" / "mug.glb")
    with pytest.raises(BadInput, match=r"file/a\.png: cannot be written"):
        write_png(np.zeros((2, 2, 3), np.uint8), tmp_path / "file" / "a.png")


# Meshes of one's own.


@pytest.fixture
def own_mug() -> Iterator[None]:
    yield
    use_drawing("mug", None)


@pytest.mark.parametrize("kind", ["glb", "obj"])
def test_a_mesh_that_we_exported_is_drawn_as_it_was(own_mug: None, tmp_path: Path, kind: str) -> None:
    make = instance("mug")
    path = export_object(make, tmp_path / f"mug.{kind}")
    before = close_up(make, size=96, ground=False)
    own = shape(make)
    low, high = (
        f(
            [
                f(group.mesh.levels[0].points, 0)
                for group in own.groups
                if "liquid" not in group.when and not group.rise
            ],
            0,
        )
        for f in (np.min, np.max)
    )
    use_mesh("mug", path)
    mesh = shape(make).groups[0].mesh.levels[0]
    assert mesh.points.min(0)[2] == pytest.approx(0.0, abs=1e-9)
    spans = np.ptp(np.concatenate([group.mesh.levels[0].points for group in shape(make).groups]), axis=0)
    assert spans == pytest.approx(make.size, rel=1e-3)
    assert high - low == pytest.approx(make.size, rel=0.05)
    after = close_up(make, size=96, ground=False)
    background = before[0, 0]
    ours, theirs = ((picture != background).any(-1) for picture in (before, after))
    assert (ours & theirs).sum() / (ours | theirs).sum() > 0.9
    assert np.abs(before[ours & theirs].astype(int) - after[ours & theirs]).mean() < 25
    use_drawing("mug", None)
    assert (close_up(make, size=96, ground=False) == before).all()


def test_meshes_that_cannot_be_used_are_named(own_mug: None, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.glb: there is no such file"):
        use_mesh("mug", tmp_path / "none.glb")
    (tmp_path / "bad.glb").write_bytes(b"not a mesh at all")
    with pytest.raises(BadInput, match=r"bad\.glb: cannot be read as a mesh"):
        use_mesh("mug", tmp_path / "bad.glb")
    (tmp_path / "empty.obj").write_text("v 0 0 0\n")
    with pytest.raises(BadInput, match=r"empty\.obj: "):
        use_mesh("mug", tmp_path / "empty.obj")
    with pytest.raises(BadInput, match="unknown object type 'mog'"):
        use_mesh("mog", tmp_path / "bad.glb")
    export_object(instance("mug"), tmp_path / "mug.glb")
    with pytest.raises(BadInput, match="not 'y' and '-y'"):
        use_mesh("mug", tmp_path / "mug.glb", up="y", front="-y")


def test_ones_own_drawing_is_told_the_size_and_colour(own_mug: None) -> None:
    from casita.shapes.flats import block
    from casita.shapes.making import Making
    from casita.shapes.piece import Piece

    def cube(make: Making) -> Iterator[Piece]:
        yield Piece("cube", block(make.at(0.0, 0.0, 0.0), make.at(1.0, 1.0, 1.0)), make.main)

    use_drawing("mug", cube)
    points = np.concatenate([group.mesh.levels[0].points for group in shape(instance("mug", 3)).groups])
    assert np.ptp(points, axis=0) == pytest.approx(instance("mug", 3).size)
