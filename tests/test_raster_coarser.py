"""Coarser levels of detail: fewer triangles, a larger error, and a surface that is where the error says."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from casita.render.coarser import FEWER, Detail, with_coarser
from casita.shapes.mesh import Level
from tests.raster_house import box, lathe

PROFILE = np.array([[0, 0], [0.2, 0], [0.25, 0.1], [0.3, 0.4], [0.22, 0.6], [0.2, 0.6], [0.18, 0.3], [0, 0.25]])


def detail(made: tuple[np.ndarray, ...], error: float = 0.0) -> Detail:
    count = len(made[3])
    return Detail(Level(*made[:4]), error, np.arange(count, dtype=np.int32) % 3, np.arange(count, dtype=np.int32) % 5)  # type: ignore[arg-type]


def distance(points: np.ndarray, level: Level) -> float:
    """The farthest that any point is from a surface that is sampled densely."""
    a, b, c = (level.points[level.triangles[:, k]][:, None] for k in range(3))
    s, t = (w.ravel() for w in np.mgrid[0:1:9j, 0:1:9j])
    inside = s + t <= 1
    s, t = s[inside][:, None], t[inside][:, None]
    samples = (a + s * (b - a) + t * (c - a)).reshape(-1, 3)
    return max(float(np.sqrt(((samples - p) ** 2).sum(1).min())) for p in points)


def test_levels_have_fewer_triangles_and_larger_errors() -> None:
    chain = with_coarser([detail(lathe(PROFILE, 64))])
    counts, errors = [len(d.level.triangles) for d in chain], [d.error for d in chain]
    assert len(chain) >= 4
    assert all(b < FEWER * a for a, b in pairwise(counts))
    assert errors == sorted(errors)
    assert errors[0] == 0.0
    assert counts[-1] < counts[0] / 8
    for d in chain:
        assert d.level.triangles.max() < len(d.level.points) == len(d.level.normals) == len(d.level.uv)
        assert len(d.finish) == len(d.part) == len(d.level.triangles)


@pytest.mark.parametrize("sides", [24, 64])
def test_the_surface_departs_by_about_the_error_and_no_more(sides: int) -> None:
    finest, *rest = with_coarser([detail(lathe(PROFILE, sides))])
    assert rest
    for coarse in rest[:3]:
        assert distance(finest.level.points[::7], coarse.level) < 1.6 * coarse.error + 0.004


def test_a_better_level_of_the_mesh_itself_is_kept() -> None:
    own = detail(lathe(PROFILE, 32), error=0.0005)
    chain = with_coarser([detail(lathe(PROFILE, 64)), own])
    assert any(d is own for d in chain)


def test_a_box_needs_nothing_coarser() -> None:
    assert len(with_coarser([detail(box())])) == 1
