"""Rooms darken towards corners and under what stands in them, mirrors mirror, and none of it depends on history."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import casita
from casita.arrays import Float64s
from casita.geometry.outlines import bounding_box
from casita.render import Camera, Renderer, corner, looking
from casita.render.frame import Frame
from casita.render.raster.shadows import SETTLES, Shadows
from casita.scenes.scene import Scene
from casita.world.starting import beginning
from casita.world.state import State, quaternion_yaw
from tests.raster_house import house

ROOMS = [("kitchen", 12), ("living_room", 3), ("bedroom", 5), ("bathroom", 9), ("living_room", 8), ("kitchen", 20)]

EVERYTHING = ("rgb", "depth", "ids", "normals")


def places(frame: Frame, camera: Camera) -> Float64s:
    """Where in the home each pixel of a frame is."""
    height, width = frame.depth.shape
    across = ((np.arange(width) + 0.5) / width * 2 - 1) * camera.slope * width / height
    up = (1 - (np.arange(height) + 0.5) / height * 2) * camera.slope
    rays = np.stack([np.broadcast_to(across, (height, width)), np.broadcast_to(up[:, None], (height, width))], -1)
    right, above, back = camera.axes.T
    return np.asarray(
        np.array(camera.position) + frame.depth[..., None] * (rays[..., :1] * right + rays[..., 1:] * above - back)
    )


def wall_edge_ratio(scene: Scene) -> float:
    """Brightness of walls within 10 cm of a corner of the room, beside that of the open wall at the same height."""
    renderer, state = Renderer(scene, agents=False), beginning(scene)
    x0, y0, x1, y1 = bounding_box(scene.rooms[0].outline)
    shell = renderer.stage.statics.count
    ratios = []
    for turn in range(4):
        camera = corner(scene, turn=turn)
        frame = renderer.look(state, camera, (320, 240), EVERYTHING)
        at, light = places(frame, camera), frame.rgb.astype(float).mean(-1)
        for axis, (low, high), planes in ((0, (x0, x1), (y0, y1)), (1, (y0, y1), (x0, x1))):
            along = at[..., axis]
            wall = (frame.ids == shell) & (np.abs(frame.normals[..., 1 - axis]) > 0.99)
            wall &= np.abs(at[..., 1 - axis, None] - planes).min(-1) < 0.02  # not the side of a hood, which is black
            wall &= (at[..., 2] > 1.6) & (at[..., 2] < scene.rooms[0].height - 0.3)
            for side in (-1.0, 1.0):
                mine = wall & (frame.normals[..., 1 - axis] * side > 0)
                off = np.minimum(along - low, high - along)
                edge, free = mine & (off < 0.1) & (off > 0.0), mine & (off > 0.8)
                if edge.sum() > 40 and free.sum() > 200:
                    ratios.append(float(np.median(light[edge]) / np.median(light[free])))
    assert ratios, f"no edge of a wall is to be seen in {scene.name}"
    return float(np.mean(ratios))


@pytest.mark.parametrize(("kind", "number"), ROOMS)
def test_walls_darken_towards_their_edges(kind: str, number: int) -> None:
    assert 0.6 <= wall_edge_ratio(casita.room(kind, number)) <= 0.93


def on_a_table() -> tuple[Scene, State, int]:
    """A room, its state, and the slot of a mug that stands on something."""
    for number in range(1, 31):
        scene = casita.room("kitchen", number)
        state = beginning(scene)
        for slot, thing in enumerate(scene.things):
            if thing.type == "mug" and thing.place.relation == "on":
                return scene, state, slot
    raise AssertionError("no kitchen has a mug that stands on something")


def test_a_mug_darkens_what_it_stands_on() -> None:
    scene, state, slot = on_a_table()
    x, y, z = state.objects.position[slot].tolist()
    renderer = Renderer(scene, agents=False)
    camera = looking((x - 0.05, y, min(z + 1.2, 2.3)), (x, y, z), 40.0)
    with_mug = renderer.look(state, camera, (200, 200), EVERYTHING)
    exists = state.objects.exists.copy()
    exists[slot] = False
    without = renderer.look(replaced(state, exists=exists), camera, (200, 200), EVERYTHING)
    at = places(without, camera)
    away = np.hypot(at[..., 0] - x, at[..., 1] - y)
    radius = max(scene.things[slot].size[:2]) / 2
    flat = (without.normals[..., 2] > 0.99) & (np.abs(at[..., 2] - z) < 0.02) & (with_mug.ids == without.ids)
    light = [frame.rgb.astype(float).mean(-1) for frame in (with_mug, without)]
    ratio = light[0] / np.maximum(light[1], 1.0)
    close, farther = flat & (away < radius + 0.03), flat & (away > radius + 0.25)
    assert close.sum() > 30
    assert farther.sum() > 100
    assert np.median(ratio[close]) < 0.95, "the table beside the mug is darker for it"
    assert np.median(ratio[farther]) > 0.99, "and not farther off"


def replaced(state: State, **columns: NDArray[np.generic]) -> State:
    """A state with other columns of things."""
    return state.altered(columns)


def test_shadows_and_shade_of_what_moved_and_settled_are_those_made_anew() -> None:
    geometry, instances, lamps = house(60)
    lamps = lamps._replace(box=np.tile(np.array([0, 0, 0, 5, 4, 2.6], np.float32), (len(lamps.ambient), 1)))
    luck = np.random.default_rng(5)
    kept = Shadows(geometry)
    kept.update(instances, lamps)
    loose = np.flatnonzero((instances.wall == 0) & (instances.glass == 0))
    seen = set()
    for turn in range(6):
        for i in luck.choice(loose, 3, replace=False):
            instances.position[i] += luck.uniform(-0.3, 0.3, 3)
        kept.update(instances, lamps)
        for _ in range(SETTLES + 2 if turn % 2 else 1):
            kept.update(instances, lamps)
        fresh = Shadows(geometry)
        fresh.update(instances, lamps)
        assert all((a == b).all() for a, b in zip(kept.words, fresh.words, strict=True))
        seen.add(kept.words[3].tobytes())
    assert len(seen) == 6, "the grids of contact shade change with what moves"
    assert kept.words[3].any()


def mirror_view() -> tuple[Scene, State, Camera]:
    """A camera before a mirror, a little aside."""
    scene = casita.room("bathroom", 2)
    state = beginning(scene, ["alice"])
    slot = next(k for k, thing in enumerate(scene.things) if thing.type == "mirror")
    x, y, z = state.objects.position[slot].tolist()
    yaw = np.radians(quaternion_yaw(state.objects.rotation[slot]))
    ahead, aside = np.array((np.cos(yaw), np.sin(yaw))), np.array((-np.sin(yaw), np.cos(yaw)))
    start = np.array((x, y)) + 1.2 * ahead + 0.3 * aside
    middle = z + scene.things[slot].size[2] / 2
    return scene, state, looking((float(start[0]), float(start[1]), 1.6), (x, y, middle), 60.0)


def test_a_mirror_shows_what_stands_before_it() -> None:
    scene, state, camera = mirror_view()
    renderer = Renderer(scene)
    slot = next(k for k, thing in enumerate(scene.things) if thing.type == "mirror")
    people = state.agents.position.copy()
    before = renderer.look(state, camera, (160, 120))
    yaw = np.radians(quaternion_yaw(state.objects.rotation[slot]))
    middle, ahead = state.objects.position[slot, :2], np.array((np.cos(yaw), np.sin(yaw)))
    to_camera = np.array(camera.position[:2]) - middle
    mirrored = 2.0 * (to_camera @ ahead) * ahead - to_camera  # where a ray from the camera goes on from the middle
    people[0] = middle + 1.3 * mirrored
    there = state.altered(agents={"position": people})
    after = renderer.look(there, camera, (160, 120))
    glass = (before.ids == slot) & (after.ids == slot)
    assert glass.sum() > 500
    changed = np.abs(before.rgb.astype(int) - after.rgb.astype(int)).max(-1) > 20
    assert changed[glass].mean() > 0.03, "somebody beside the camera is seen in the mirror"
    again = Renderer(scene).look(there, camera, (160, 120))
    assert (again.rgb == after.rgb).all()


def test_mirrors_change_neither_ids_nor_depth() -> None:
    scene, state, camera = mirror_view()
    renderer = Renderer(scene)
    seen = renderer.look(state, camera, (160, 120))
    renderer.stage.mirrors, mirrors = [], renderer.stage.mirrors
    try:
        plain = renderer.look(state, camera, (160, 120))
    finally:
        renderer.stage.mirrors = mirrors
    assert (seen.ids == plain.ids).all()
    assert (seen.depth == plain.depth).all()
    assert (seen.rgb != plain.rgb).any()
