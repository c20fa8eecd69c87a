"""What is soft hangs and swells as it should, and still is where its form says that things can be put."""

from __future__ import annotations

import numpy as np
import pytest

from casita.catalog import catalog
from casita.render.studio import instance
from casita.shapes.shape import drawn

TOWELS = ("towel", "hand_towel")
SEATS = ("sofa", "loveseat", "sofa_bed", "arm_chair")


@pytest.mark.parametrize("name", TOWELS)
@pytest.mark.parametrize("number", range(3))
def test_a_towel_hangs_in_folds_that_open_towards_its_hem(name: str, number: int) -> None:
    make = instance(name, number)
    depth, _, height = make.size
    points = next(piece for piece in drawn(make) if piece.name == "cloth").mesh.levels[0].points
    front = points[points[:, 0] > 0.0]

    def swing(low: float, high: float) -> float:
        band = front[(front[:, 2] > low * height) & (front[:, 2] < high * height), 0]
        return float(np.ptp(band))

    assert swing(0.03, 0.2) > 0.25 * depth
    assert swing(0.03, 0.2) > 1.5 * swing(0.75, 0.93)
    hem = front[front[:, 2] < 0.03 * height, 2]
    assert np.ptp(hem) > 0.003


@pytest.mark.parametrize("name", SEATS)
@pytest.mark.parametrize("number", range(4))
def test_a_seat_swells_up_to_where_things_are_put(name: str, number: int) -> None:
    """The middles of its cushions are at the height of its surface, their rims lower by a centimetre or four."""
    make = instance(name, number)
    seat = make.form.surfaces[0].z * make.size[2]
    cushions = [piece.mesh.levels[0].points for piece in drawn(make) if piece.name == "cushion"]
    assert cushions
    for points in cushions:
        low, high = points.min(0), points.max(0)
        middle = np.abs((points[:, :2] - (low + high)[:2] / 2) / (high - low)[:2]).max(1) < 0.25
        assert points[middle, 2].max() == pytest.approx(seat, abs=0.004)
        assert high[2] <= seat + 0.001
        upper = points[points[:, 2] > seat - 0.05]
        assert upper[:, 2].min() < seat - 0.01


@pytest.mark.parametrize("variant", list(catalog()["dresser"].forms))
def test_a_dresser_has_drawers_with_handles(variant: str) -> None:
    parts = catalog()["dresser"].forms[variant].parts
    assert sum(part.type == "drawer" for part in parts) >= 3
    assert any(piece.name == "handle" for piece in drawn(instance("drawer")))
