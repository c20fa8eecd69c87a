"""The rasteriser finds the nearest surface of every pixel: exactly, without gaps, at any size, in any scene."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import Delaunay

from casita.errors import BadInput
from casita.render.raster.arrays import Frame, Instances, View
from casita.render.raster.buffers import Buffers
from casita.render.raster.compile import OPTIONS, F
from casita.render.raster.draw import draw
from casita.render.raster.fill import edges_of, first_centre, span
from casita.render.raster.shadows import Shadows
from tests.raster_house import Maker, box, house, lathe, lights, look, packed, seeded_views

ALL = ("rgb", "depth", "ids", "parts", "normals")


def one_box() -> Maker:
    """A box of one metre, its near face two metres ahead of the origin."""
    make = Maker()
    make.put(make.mesh([box()], make.finish(packed(200, 100, 50))), (2.5, 0.0, 0.0))
    return make


def shot(make: Maker, view: View, size: tuple[int, int] = (64, 64), **more: object) -> Frame:
    return draw(make.geometry(), make.instances(), lights(), None, view, size, Buffers(), **more)  # type: ignore[arg-type]


def test_a_box_has_exact_ids_and_depth() -> None:
    frame = shot(one_box(), look((0, 0, 0), 0), want=ALL)
    inside = np.zeros((64, 64), bool)
    inside[24:40, 24:40] = True
    assert (frame.ids == np.where(inside, 0, -1)).all()
    assert np.abs(frame.depth[inside] - 2.0).max() < 1e-6
    assert (frame.depth[~inside] == 0).all()
    assert np.abs(frame.normals[inside] - (-1, 0, 0)).max() < 1e-6
    assert (frame.normals[~inside] == 0).all()
    assert set(np.unique(frame.parts[inside])) == {0, 1}
    assert (frame.parts[~inside] == -1).all()


def test_what_is_not_wanted_has_no_pixels() -> None:
    frame = shot(one_box(), look((0, 0, 0), 0), want=("ids",))
    assert frame.ids.shape == (64, 64)
    assert frame.rgb.size == frame.depth.size == frame.parts.size == frame.normals.size == 0


def test_the_nearer_of_two_is_seen_whatever_the_order() -> None:
    for first, second in ((2.5, 4.0), (4.0, 2.5)):
        make = Maker()
        mesh = make.mesh([box()], make.finish(packed(200, 100, 50)))
        make.put(mesh, (first, 0, 0))
        make.put(mesh, (second, 0, 0))
        frame = shot(make, look((0, 0, 0), 0))
        assert set(np.unique(frame.ids)) <= {-1, 0 if first < second else 1, 1 if first < second else 0}
        assert frame.ids[32, 32] == (0 if first < second else 1)


def test_what_is_not_shown_is_not_drawn() -> None:
    make = one_box()
    instances = make.instances()
    instances.shown[0] = 0
    frame = draw(make.geometry(), instances, lights(), None, look((0, 0, 0), 0), (16, 16), Buffers())
    assert (frame.ids == -1).all()


@numba.njit(**OPTIONS)
def _cover(corners, counts, width, height):  # type: ignore[no-untyped-def]
    """Adds one to each pixel of each triangle."""
    for k in range(corners.shape[0]):
        ax, ay, bx, by, cx, cy = (
            corners[k, 0], corners[k, 1], corners[k, 2], corners[k, 3], corners[k, 4], corners[k, 5],
        )  # fmt: skip
        edges = edges_of((ax, ay, bx, by, cx, cy))
        top, bottom = first_centre(min(ay, min(by, cy)), F(height)), first_centre(max(ay, max(by, cy)), F(height))
        for row in range(top, bottom):
            begin, end = span(row, edges, F(0), F(width))
            for x in range(begin, end):
                counts[row, x] += 1


@given(st.integers(0, 2**31), st.sampled_from([1.0, 0.5, 0.0]), st.integers(4, 400))
@settings(max_examples=60, deadline=None)
def test_triangles_that_share_edges_cover_every_pixel_once(seed: int, snap: float, count: int) -> None:
    luck = np.random.default_rng(seed)
    points = luck.uniform(-20, 84, (count, 2))
    if snap:
        points = np.unique(np.round(points / snap) * snap + 0.5, axis=0)
    points = np.concatenate([points, [(-50, -50), (120, -50), (-50, 120), (120, 120)]]).astype(np.float32)
    mesh = Delaunay(points).simplices
    a, b, c = points[mesh[:, 0]], points[mesh[:, 1]], points[mesh[:, 2]]
    area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (b[:, 1] - a[:, 1])
    b, c = np.where(area[:, None] < 0, b, c), np.where(area[:, None] < 0, c, b)
    counts = np.zeros((48, 64), np.int32)
    _cover(np.concatenate([a, b, c], axis=1), counts, 64, 48)
    assert (counts == 1).all()


def test_a_floor_that_runs_under_and_behind_the_eye_is_cut_at_the_near_plane() -> None:
    make = Maker()
    make.put(make.mesh([box(40, 40, 0.2)], make.finish(packed(100, 100, 100))), (0, 0, -0.1))
    for pitch in (0.0, -30.0, -80.0):
        view = look((0, 0, 1.5), 20, pitch)
        frame = shot(make, view, (61, 47), want=ALL)
        y, x = np.mgrid[0:47, 0:61]
        rays = np.stack([(x + 0.5) / 30.5 - 1, 1 - (y + 0.5) / 23.5, -np.ones_like(x, float)], -1)
        fall = rays @ view.rotation.astype(float).T[:, 2]
        expected = np.where(fall < 0, -1.5 / np.minimum(fall, -1e-9), 0)
        world = (rays * expected[..., None]) @ view.rotation.astype(float).T
        on_floor = (fall < 0) & (np.abs(world[..., :2]) < 19.9).all(-1)
        off_floor = (fall >= 0) | (np.abs(world[..., :2]) > 20.1).any(-1)
        assert on_floor.sum() > 500
        assert (frame.ids[on_floor] == 0).all()
        assert (frame.ids[off_floor & (fall > 0)] == -1).all()
        assert np.abs(frame.depth[on_floor] / expected[on_floor] - 1).max() < 2e-5
        assert np.abs(frame.normals[on_floor] - (0, 0, 1)).max() < 1e-4


def small_scene() -> Maker:
    """Boxes and lathes in one level of detail, turned and scaled."""
    make = Maker()
    luck = np.random.default_rng(5)
    finish = make.finish(packed(150, 150, 150))
    profile = np.array([[0, 0], [0.3, 0], [0.4, 0.4], [0.2, 0.7], [0, 0.75]])
    meshes = [make.mesh([box(0.5, 0.8, 0.4)], finish), make.mesh([lathe(profile, 12)], finish)]
    for k in range(14):
        at = (luck.uniform(1, 5), luck.uniform(-2, 2), luck.uniform(-1.5, 1.5))
        make.put(meshes[k % 2], at, yaw=luck.uniform(0, 6), scale=luck.uniform(0.5, 1.2))
    make.put(make.mesh([box(12, 12, 0.1)], finish), (0, 0, -1.6), wall=True)
    return make


def traced(make: Maker, view: View, width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """Ids and depth by casting a ray through each pixel centre at each triangle, in double precision."""
    geometry, instances = make.geometry(), make.instances()
    y, x = np.mgrid[0:height, 0:width]
    rays = np.stack(
        [
            ((x + 0.5) * 2 / width - 1) * view.across,
            (1 - (y + 0.5) * 2 / height) * view.upright,
            -np.ones((height, width)),
        ],
        -1,
    )
    rays = rays @ view.rotation.astype(float).T
    depth, ids = np.full((height, width), np.inf), np.full((height, width), -1)
    vertices = np.stack([geometry.x, geometry.y, geometry.z], 1).astype(float)
    for i, mesh in enumerate(instances.mesh):
        level = geometry.mesh_level[mesh]
        first, count = geometry.level_triangle[level], geometry.level_triangles[level]
        placed = vertices[geometry.level_vertex[level] :][: geometry.level_vertices[level]]
        placed = placed @ instances.matrix[i].reshape(3, 3).T + instances.position[i] - view.position
        for a, b, c in placed[geometry.triangle[first : first + count]]:
            normal = np.cross(b - a, c - a)
            slope = rays @ normal
            with np.errstate(divide="ignore", invalid="ignore"):
                z = (a @ normal) / slope
                point = rays * z[..., None]
                inside = (slope < 0) & (z > view.near)
                for p, q in ((a, b), (b, c), (c, a)):
                    inside &= np.cross(q - p, point - p) @ normal >= 0
                nearer = inside & (z < depth)
            depth[nearer], ids[nearer] = z[nearer], i
    return ids, np.where(ids >= 0, depth, 0)


@pytest.mark.parametrize("size", [(61, 47), (30, 33), (97, 15), (1, 1), (3, 2), (2, 7)])
def test_ids_and_depth_agree_with_rays_at_any_size(size: tuple[int, int]) -> None:
    make, view = (small_scene() if size[0] > 3 else one_box()), look((0, 0, 0.2), 5, -8, 1.1, 0.8)
    if size[0] <= 3:
        view = look((1.4, 0, 0.2), 5, -8, 1.1, 0.8)
    frame = shot(make, view, size)
    ids, depth = traced(make, view, *size)
    same = frame.ids == ids
    assert frame.rgb.shape == (size[1], size[0], 3)
    assert (~same).sum() <= 0.002 * same.size
    assert np.abs(frame.depth - depth)[same].max() < 1e-3


def test_slots_grow_when_there_are_more_triangles() -> None:
    geometry, instances, lamps = house(60)
    view = seeded_views(1)[0]
    small, large = Buffers(), Buffers()
    small._slots = 4
    first = draw(geometry, instances, lamps, None, view, (64, 48), small, ALL)
    second = draw(geometry, instances, lamps, None, view, (64, 48), large, ALL)
    assert small._slots > 4
    assert all((a == b).all() for a, b in zip(first, second, strict=True))


def test_nothing_that_could_be_seen_is_taken_for_hidden() -> None:
    geometry, instances, lamps = house()
    buffers = Buffers()
    untested = instances._replace(wall=np.maximum(instances.wall, 1 - instances.glass))
    views = list(seeded_views(12, seed=7))
    assert len(views) == 12
    for view in views:
        a = draw(geometry, instances, lamps, None, view, (96, 72), buffers)
        b = draw(geometry, untested, lamps, None, view, (96, 72), buffers)
        assert (a.ids != b.ids).mean() < 0.0005
        assert (a.depth != b.depth).mean() < 0.0005


def test_a_pixel_shows_the_nearest_of_all_things_each_drawn_alone() -> None:
    geometry, instances, lamps = house(120)
    instances.shown[instances.glass != 0] = 0
    shown, buffers = instances.shown.copy(), Buffers()
    views = list(seeded_views(3, seed=7))
    assert len(views) == 3
    for view in views:
        instances.shown[:] = shown
        together = draw(geometry, instances, lamps, None, view, (61, 47), buffers, ("depth",)).depth
        nearest = np.zeros_like(together)
        for one in np.flatnonzero(shown):
            instances.shown[:] = 0
            instances.shown[one] = 1
            depth = draw(geometry, instances, lamps, None, view, (61, 47), buffers, ("depth",)).depth
            nearest = np.where((depth > 0) & ((nearest == 0) | (depth < nearest)), depth, nearest)
        assert (together > 0).mean() > 0.9
        assert (together == nearest).all()


def test_far_things_take_coarser_levels_that_look_the_same() -> None:
    make = Maker()
    profile = np.array([[0, 0], [0.3, 0], [0.4, 0.4], [0.2, 0.7], [0, 0.75]])
    finest = [lathe(profile, sides) for sides in (96, 48, 24, 12)]
    make.put(make.mesh(finest, make.finish(packed(200, 0, 0))), (6, 0, -0.3))
    alone = Maker()
    alone.put(alone.mesh(finest[:1], alone.finish(packed(200, 0, 0))), (6, 0, -0.3))
    buffers, other = Buffers(), Buffers()
    view = look((0, 0, 0), 0)
    coarse = draw(make.geometry(), make.instances(), lights(), None, view, (64, 64), buffers)
    fine = draw(alone.geometry(), alone.instances(), lights(), None, view, (64, 64), other)
    assert buffers.statistics[1] < other.statistics[1] / 2
    assert (coarse.ids != fine.ids).sum() <= 8
    assert np.abs(coarse.rgb.astype(int) - fine.rgb)[(coarse.ids == 0) & (fine.ids == 0)].mean() < 3


def test_a_stretched_thing_has_upright_normals() -> None:
    make = one_box()
    instances = make.instances()
    instances.matrix[0] = np.diag([0.2, 3.0, 1.0]).reshape(-1)
    instances.scale[0] = 3.0
    frame = draw(make.geometry(), instances, lights(), None, look((0, 0, 0), 0), (32, 32), Buffers(), ALL)
    seen = frame.ids == 0
    assert np.abs(np.linalg.norm(frame.normals[seen], axis=1) - 1).max() < 1e-5
    assert np.abs(frame.normals[seen] - (-1, 0, 0)).max() < 1e-5


def test_a_frame_can_be_filled_again() -> None:
    make, buffers = small_scene(), Buffers()
    geometry, instances = make.geometry(), make.instances()
    kept = draw(geometry, instances, lights(), None, look((0, 0, 0), 0), (21, 13), buffers)
    again = draw(geometry, instances, lights(), None, look((0, 0, 0), 30), (21, 13), buffers, out=kept)
    fresh = draw(geometry, instances, lights(), None, look((0, 0, 0), 30), (21, 13), Buffers())
    assert again is kept
    assert all((a == b).all() for a, b in zip(again, fresh, strict=True))


def test_bad_input_is_named() -> None:
    make = one_box()
    geometry, instances, view = make.geometry(), make.instances(), look((0, 0, 0), 0)
    with pytest.raises(BadInput, match="0 x 5"):
        draw(geometry, instances, lights(), None, view, (0, 5), Buffers())
    with pytest.raises(BadInput, match="colours"):
        draw(geometry, instances, lights(), None, view, (4, 4), Buffers(), ("colours",))
    wrong: Instances = instances._replace(position=instances.position.astype(np.float64))  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"Instances\.position"):
        draw(geometry, wrong, lights(), None, view, (4, 4), Buffers())


def test_arrays_of_another_type_but_the_same_width_are_named() -> None:
    make, buffers, view = one_box(), Buffers(), look((0, 0, 0), 0)
    geometry, instances = make.geometry(), make.instances()
    kept = draw(geometry, instances, lights(), None, view, (4, 4), buffers)
    wrong: Instances = instances._replace(position=instances.position.view(np.int32))  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"Instances\.position"):
        draw(geometry, wrong, lights(), None, view, (4, 4), buffers)
    with pytest.raises(BadInput, match=r"Instances\.position"):
        Shadows(geometry).update(wrong, lights())
    with pytest.raises(BadInput, match=r"out\.rgb"):
        draw(geometry, instances, lights(), None, view, (5, 4), buffers, out=kept)
    with pytest.raises(BadInput, match=r"out\.ids"):
        draw(geometry, instances, lights(), None, view, (4, 4), buffers, out=kept._replace(ids=kept.ids.T))
