"""Mesh builders: closed surfaces are closed and face outwards, normals are true, coarse levels keep to their errors."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casita.arrays import Float64s
from casita.errors import BadInput
from casita.shapes.drawings.lofting import box_ring, loft, ovals
from casita.shapes.finish import rgb
from casita.shapes.flats import Side, block, cushion, face, patch, prism, rounded_outline, sheet
from casita.shapes.mesh import Level, Mesh, bounds, face_normals, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import ball, curve, cylinder, disc, lathe, sweep

Array = Float64s

MUG = [(0.0, 0.0), (0.04, 0.0), (0.042, 0.09), (0.038, 0.09), (0.036, 0.006), (0.0, 0.006)]
RING = [(0.1 * math.cos(a), 0.1 * math.sin(a), 0.0) for a in np.linspace(0.0, 2 * math.pi, 33)[:-1]]
STAR = [
    ((0.1 if k % 2 else 0.06) * math.cos(k * math.pi / 5), (0.1 if k % 2 else 0.06) * math.sin(k * math.pi / 5))
    for k in range(10)
]


def cone(low: float, high: float, height: float) -> float:
    """The volume of a cone cut off."""
    return math.pi * height * (low * low + low * high + high * high) / 3


BARREL = [(0.4 * t, 0.0, 0.0, 0.1, 0.15 + 0.05 * math.sin(math.pi * t) ** 2) for t in np.linspace(0.0, 1.0, 17)]
"""Ovals whose area is pi (0.015 + 0.005 sin^2), so half of the second part on average."""

U, V = np.meshgrid(np.linspace(0.0, 1.0, 17), np.linspace(0.0, 1.0, 13))
CLOTH = np.stack([U, V, 0.05 * np.sin(5 * U) * np.cos(4 * V)], -1)

CLOSED: dict[str, tuple[Mesh, float]] = {
    "mug": (lathe(MUG), cone(0.04, 0.042, 0.09) - cone(0.036, 0.038, 0.084)),
    "ball": (ball(0.1, 0.08, 0.12), 4 / 3 * math.pi * 0.1 * 0.08 * 0.12),
    "drum": (cylinder(0.1, 0.05, 0.35), math.pi * 0.01 * 0.3),
    "rounded drum": (cylinder(0.1, 0.0, 0.3, bevel=0.01), math.pi * 0.01 * 0.3),
    "tube": (lathe([(0.05, 0.0), (0.1, 0.0), (0.1, 0.2), (0.05, 0.2), (0.05, 0.0)]), math.pi * 0.0075 * 0.2),
    "bar": (sweep([(0.0, 0.0, 0.0), (0.3, 0.1, 0.2)], 0.02, sides=32), math.pi * 0.0004 * math.sqrt(0.14)),
    "oval bar": (sweep([(0.0, 0.0, 0.0), (0.0, 0.0, 0.5)], 0.02, flat=0.04, sides=32), math.pi * 0.0008 * 0.5),
    "tapered bar": (sweep([(0.0, 0.0, 0.0), (0.0, 0.5, 0.0)], [0.04, 0.02], sides=32), cone(0.04, 0.02, 0.5)),
    "hoop": (sweep(RING, 0.01, sides=24, closed=True), 2 * math.pi * 0.1 * math.pi * 0.0001),
    "block": (block((0.0, 0.0, 0.0), (0.3, 0.4, 0.5)), 0.06),
    "sharp block": (block((-0.1, 0.0, 0.1), (0.3, 0.4, 0.5), bevel=0.0), 0.064),
    "firm cushion": (cushion((0.0, 0.0, 0.0), (0.4, 0.5, 0.12), puff=0.0, bevel=0.01), 0.024),
    "prism": (prism(rounded_outline(0.3, 0.2, 0.05, 12), 0.1, 0.3), 0.2 * (0.06 - (4 - math.pi) * 0.0025)),
    "rounded prism": (prism([(0.0, 0.0), (0.3, 0.0), (0.3, 0.2), (0.0, 0.2)], 0.0, 0.1, bevel=0.004), 0.006),
    "smooth loft": (loft(ovals(BARREL, sides=48)), math.pi * 0.4 * (0.015 + 0.005 / 2)),
    "creased loft": (loft([box_ring((0.0, 0.0), (0.3, 0.2), z, 0.02) for z in (0.0, 0.1)], crease=40.0), 0.006),
    "star": (prism(STAR, 0.0, 0.02), 0.02 * 10 * 0.5 * 0.1 * 0.06 * math.sin(math.pi / 5)),
}
"""Closed meshes and their volumes in cubic metres (of rounded ones, without the rounding)."""

OPEN: dict[str, Mesh] = {
    "disc": disc(0.1, 0.3, wide=0.05),
    "arc": lathe(MUG, around=(0.0, 180.0)),
    "sheet": sheet((0.0, 0.0, 0.0), (0.3, 0.0, 0.0), (0.0, 0.1, 0.2)),
    "cloth": patch(CLOTH),
    "page": patch(CLOTH, two_sided=True),
    "pillow": cushion((0.0, 0.0, 0.0), (0.4, 0.6, 0.15), puff=1.0),
    "handle": sweep(curve([(0.04, 0.0, 0.07), (0.07, 0.0, 0.06), (0.07, 0.0, 0.03), (0.04, 0.0, 0.02)]), 0.006),
    "bent bar": sweep([(0.0, 0.0, 0.1 * k) for k in range(9)], 0.02).bent(
        lambda p: p + np.column_stack([0.3 * p[:, 2] ** 2, 0 * p[:, 2], 0 * p[:, 2]])
    ),
}
ALL = {**{name: mesh for name, (mesh, _) in CLOSED.items()}, **OPEN}


def volume(level: Level) -> float:
    a, b, c = (level.points[level.triangles[:, k]] for k in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


def is_watertight(level: Level) -> bool:
    """Does every side of a triangle meet one other, run the other way?"""
    _, welded = np.unique(np.round(level.points * 1e6).astype(np.int64), axis=0, return_inverse=True)
    rows = welded.reshape(-1)[level.triangles]
    there = {(int(a), int(b)) for row in rows for a, b in zip(row, np.roll(row, -1), strict=True)}
    return len(there) == 3 * len(rows) and all((b, a) in there for a, b in there)


def distances(points: Array, corners: Array) -> Array:
    """How far each point is from the nearest of some triangles (m x 3 x 3)."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    ab, ac = b - a, c - a
    normal = np.cross(ab, ac)
    square = np.maximum((normal * normal).sum(1), 1e-30)
    best = np.empty(len(points))
    for start in range(0, len(points), 200):
        from_a, from_b = points[start : start + 200, None] - a, points[start : start + 200, None] - b
        v, w = ((np.cross(from_a, ac) * normal).sum(-1) / square, (np.cross(ab, from_a) * normal).sum(-1) / square)
        over = (v >= 0.0) & (w >= 0.0) & (v + w <= 1.0)
        found = np.where(over, (from_a * normal).sum(-1) ** 2 / square, np.inf)
        for away, side in ((from_a, ab), (from_a, ac), (from_b, c - b)):
            t = np.clip((away * side).sum(-1) / np.maximum((side * side).sum(-1), 1e-30), 0.0, 1.0)
            found = np.minimum(found, ((away - t[..., None] * side) ** 2).sum(-1))
        best[start : start + 200] = np.sqrt(found.min(1))
    return best


def scattered(level: Level, count: int) -> Array:
    """Points on a mesh, spread at random, and as many of its corners."""
    luck = np.random.default_rng(0)
    chosen = level.points[level.triangles[luck.integers(len(level.triangles), size=count)]]
    u, v = luck.uniform(size=(2, count, 1))
    u, v = np.where(u + v > 1.0, 1.0 - u, u), np.where(u + v > 1.0, 1.0 - v, v)
    inner = chosen[:, 0] + u * (chosen[:, 1] - chosen[:, 0]) + v * (chosen[:, 2] - chosen[:, 0])
    return np.concatenate([inner, level.points[luck.permutation(len(level.points))[:count]]])


@pytest.mark.parametrize("name", CLOSED)
def test_closed_meshes_are_watertight_and_hold_their_volume(name: str) -> None:
    mesh, expected = CLOSED[name]
    assert volume(mesh.levels[0]) == pytest.approx(expected, rel=0.03)
    for level, error in zip(mesh.levels, mesh.errors, strict=True):
        assert is_watertight(level), error
        assert volume(level) > 0.0


@pytest.mark.parametrize("name", ALL)
def test_normals_are_unit_vectors_on_the_outer_side_of_every_face(name: str) -> None:
    assert ALL[name].levels
    for level in ALL[name].levels:
        assert np.allclose((level.normals**2).sum(1), 1.0, atol=1e-9)
        assert level.triangles.min() >= 0
        assert level.triangles.max() < len(level.points) == len(level.normals) == len(level.uv)
        faces = face_normals(level.points, level.triangles)
        assert ((faces**2).sum(1) > 0.0).all()
        assert (np.einsum("tj,tkj->tk", faces, level.normals[level.triangles]) > 0.0).all()


@pytest.mark.parametrize("name", ALL)
def test_every_level_keeps_to_its_error(name: str) -> None:
    mesh = ALL[name]
    finest = mesh.levels[0]
    assert mesh.errors[0] == 0.0
    assert all(a <= b for a, b in zip(mesh.errors, mesh.errors[1:], strict=False))
    for level, error in zip(mesh.levels[1:], mesh.errors[1:], strict=True):
        assert len(level.triangles) < len(finest.triangles)
        there = distances(scattered(finest, 150), level.points[level.triangles])
        back = distances(scattered(level, 150), finest.points[finest.triangles])
        assert max(there.max(), back.max()) <= error * 1.01 + 1e-9


def test_round_meshes_get_coarser_fourfold_and_more() -> None:
    for name in ("mug", "ball", "drum", "hoop", "handle", "block", "pillow"):
        counts = [len(level.triangles) for level in ALL[name].levels]
        assert counts == sorted(counts, reverse=True)
        assert counts[0] >= 3 * counts[-1], name


SIDES: dict[Side, tuple[int, int]] = {
    "front": (0, 1), "back": (0, -1), "left": (1, 1), "right": (1, -1), "top": (2, 1), "bottom": (2, -1),
}  # fmt: skip


@pytest.mark.parametrize("side", SIDES)
def test_a_print_lies_just_outside_its_side_and_reads_from_outside(side: Side) -> None:
    low, high = (-0.1, -0.2, 0.0), (0.1, 0.2, 0.5)
    (level,) = face(side, low, high, off=0.001).levels
    axis, sign = SIDES[side]
    outward = np.zeros(3)
    outward[axis] = sign
    assert np.allclose(level.normals, outward)
    assert np.allclose(level.points[:, axis], (high if sign > 0 else low)[axis] + sign * 0.001)
    across, up = level.points[1] - level.points[0], level.points[3] - level.points[0]
    assert np.allclose(np.cross(across, up) / math.prod(np.sqrt(v @ v) for v in (across, up)), outward)
    if axis != 2:
        assert up.tolist() == [0.0, 0.0, 0.5]
    assert level.uv.tolist() == [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]


def test_a_patch_faces_the_side_from_which_rows_run_up_and_columns_right() -> None:
    one, both = OPEN["cloth"].levels[0], OPEN["page"].levels[0]
    assert (one.normals[:, 2] > 0.0).all()
    assert len(both.triangles) == 2 * len(one.triangles)
    assert np.allclose(both.normals[: len(one.points)], -both.normals[len(one.points) :])
    assert OPEN["cloth"].errors[-1] > 0.01
    assert patch(CLOTH * (1.0, 1.0, 0.0)).errors[-1] < 1e-12


@settings(max_examples=25, deadline=None)
@given(st.tuples(*[st.floats(0.05, 4.0)] * 3), st.lists(st.booleans(), min_size=3, max_size=3))
def test_scaling_keeps_meshes_closed_and_scales_volume_and_errors(
    factors: tuple[float, float, float], mirrored: list[bool]
) -> None:
    mesh, _ = CLOSED["mug"]
    signed = [-f if m else f for f, m in zip(factors, mirrored, strict=True)]
    made = mesh.scaled(*signed)
    assert volume(made.levels[0]) == pytest.approx(volume(mesh.levels[0]) * math.prod(factors))
    assert made.errors == pytest.approx([error * max(factors) for error in mesh.errors])
    faces = face_normals(made.levels[0].points, made.levels[0].triangles)
    assert (np.einsum("tj,tkj->tk", faces, made.levels[0].normals[made.levels[0].triangles]) > 0.0).all()


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["x", "y", "z"]), st.floats(-360.0, 360.0), st.tuples(*[st.floats(-2.0, 2.0)] * 3))
def test_turning_is_a_rigid_turn_about_its_point(axis: str, degrees: float, about: tuple[float, float, float]) -> None:
    mesh, _ = CLOSED["block"]
    made = mesh.turned(axis, degrees, about)  # type: ignore[arg-type]
    level, before = made.levels[0], mesh.levels[0]
    away, was = level.points - about, before.points - about
    assert np.allclose((away**2).sum(1), (was**2).sum(1))
    assert volume(level) == pytest.approx(volume(before))
    k = "xyz".index(axis)
    assert np.allclose(away[:, k], was[:, k])
    quarter = mesh.turned(axis, 90.0).levels[0].points  # type: ignore[arg-type]
    a, b = (k + 1) % 3, (k + 2) % 3
    assert np.allclose(quarter[:, b], before.points[:, a])


def test_a_mesh_inside_out_has_its_volume_below_zero() -> None:
    mesh, expected = CLOSED["sharp block"]
    assert volume(mesh.inside_out().levels[0]) == pytest.approx(-expected)


def test_joined_meshes_keep_all_triangles_at_every_level() -> None:
    parts = [CLOSED["mug"][0], CLOSED["block"][0], CLOSED["sharp block"][0]]
    made = joined(parts)
    assert len(made.levels) == max(len(mesh.levels) for mesh in parts)
    for number, (level, error) in enumerate(zip(made.levels, made.errors, strict=True)):
        chosen = [mesh.levels[min(number, len(mesh.levels) - 1)] for mesh in parts]
        assert len(level.triangles) == sum(len(one.triangles) for one in chosen)
        assert volume(level) == pytest.approx(sum(volume(one) for one in chosen))
        assert error == max(mesh.errors[min(number, len(mesh.errors) - 1)] for mesh in parts)
    assert joined(parts[:1]) is parts[0]


def test_a_loft_is_open_creased_and_coarse_as_asked() -> None:
    rings = [box_ring((0.0, 0.0), (0.3, 0.2), z, 0.02, steps=8) for z in (0.0, 0.05, 0.1)]
    open_one, capped = loft(rings, crease=40.0, caps=(False, False)), loft(rings, crease=40.0, caps=(True, False))
    count = len(rings[0])
    assert len(open_one.levels[0].triangles) == 4 * count
    assert len(capped.levels[0].triangles) == 5 * count
    assert len(loft(rings, levels=1).levels) == 1
    assert len(loft(rings, levels=3).levels) == 3
    steps = [ring * (1.0, 1.0, 0.0) + (0.0, 0.0, z) for ring, z in zip(rings, (0.0, 0.0, 0.1), strict=True)]
    steps[0] = steps[0] * 0.5
    soft = np.abs(loft(steps, caps=(False, False)).levels[0].normals[:, 2])
    sharp = np.abs(loft(steps, crease=40.0, caps=(False, False)).levels[0].normals[:, 2])
    assert ((sharp < 1e-9) | (sharp > 1 - 1e-9)).all()  # a floor and walls, with an edge between them
    assert ((soft > 0.1) & (soft < 0.95)).any()  # without a crease the edge is rounded off


def test_a_curve_goes_through_its_points() -> None:
    points = [(0.0, 0.0), (0.1, 0.3), (0.2, 0.1), (0.5, 0.5)]
    made = curve(points, steps=5)
    assert len(made) == 16
    assert np.allclose(made[::5], points)


@pytest.mark.parametrize(
    ("build", "named"),
    [
        (lambda: lathe([(0.1, 0.0)]), "[(0.1, 0.0)]"),
        (lambda: lathe(MUG, sides=2), "not 2"),
        (lambda: sweep([(0.0, 0.0), (1.0, 1.0)], 0.1), "[(0.0, 0.0), (1.0, 1.0)]"),
        (lambda: sweep([(0.0, 0.0, 0.0), (1.0, 1.0, 0.0)], [0.1, 0.2, 0.3]), "[0.1, 0.2, 0.3]"),
        (lambda: sweep([(0.0, 0.0, 0.0), (1.0, 1.0, 0.0)], 0.1, flat=-0.2), "-0.2"),
        (lambda: ball(0.1, 0.0, 0.1), "(0.1, 0.0, 0.1)"),
        (lambda: cylinder(0.1, 0.3, 0.2), "from 0.3 to 0.2"),
        (lambda: block((0.0, 0.0, 0.0), (0.1, 0.0, 0.1)), "(0.1, 0.0, 0.1)"),
        (lambda: cushion((0.0, 0.0, 0.0), (0.1, -0.2, 0.1)), "(0.1, -0.2, 0.1)"),
        (lambda: cushion((0.0, 0.0, 0.0), (0.1, 0.2, 0.1), puff=1.5), "1.5"),
        (lambda: prism([(0.0, 0.0), (1.0, 0.0)], 0.0, 1.0), "[(0.0, 0.0), (1.0, 0.0)]"),
        (lambda: prism(STAR, 0.5, 0.5), "from 0.5 to 0.5"),
        (lambda: sheet((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 0.0, 0.0)), "(2.0, 0.0, 0.0)"),
        (lambda: face("frnt", (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)), "did you mean front"),  # type: ignore[arg-type]
        (lambda: patch(np.zeros((1, 5, 3))), "(1, 5, 3)"),
        (lambda: loft(np.zeros((1, 5, 3))), "[(5, 3)]"),
        (lambda: loft([np.zeros((5, 3)), np.zeros((4, 3))]), "[(5, 3), (4, 3)]"),
        (lambda: rgb("f4f2e"), "'f4f2e'"),
        (lambda: rgb("f4f2eeff"), "'f4f2eeff'"),
        (lambda: Piece("lid", CLOSED["mug"][0], rgb("ffffff"), when=("opn",)), "'opn'"),  # type: ignore[arg-type]
    ],
)
def test_bad_input_is_named(build: Callable[[], object], named: str) -> None:
    with pytest.raises(BadInput) as error:
        build()
    assert named in str(error.value)


@pytest.mark.parametrize("count", [1, 2, 5000])
def test_bounds_are_the_least_and_most_of_each_coordinate(count: int) -> None:
    points = np.random.default_rng(count).normal(size=(count, 3))
    low, high = bounds(points)
    assert np.array_equal(low, points.min(0))
    assert np.array_equal(high, points.max(0))
