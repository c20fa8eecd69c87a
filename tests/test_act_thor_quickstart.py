"""ACT-Thor in small, as the quickstart shows it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from casita.benchmarks.act_thor import quickstart as act_thor
from casita.benchmarks.act_thor.collecting.settings import DataSettings
from casita.benchmarks.act_thor.models.experiments import Run
from tests.act_thor_rooms import BEDROOMS, bedrooms

pytest.importorskip("torch")


@pytest.mark.slow
def test_the_quickstart_has_a_row_for_every_model_and_pictures_of_choices(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the bedrooms of other tests, made with simpler physics; our own model is trained in tests of its own."""
    asked = []

    def generate(out: Path, settings: DataSettings, **options: object) -> None:
        asked.append(settings)
        shutil.copytree(bedrooms(tmp_path_factory), out)

    monkeypatch.setattr(act_thor, "generate", generate)
    runs = (
        Run("visual-only", "scenes", 0, "casita"),
        Run("concat-multi", "scenes", 0, "casita", "embedded", "contrastive"),
    )
    assert (*runs, Run("compare", "scenes", 0)) == act_thor.RUNS
    monkeypatch.setattr(act_thor, "RUNS", runs)
    made = act_thor.quickstart(tmp_path, workers=1, progress=False)
    assert asked == [DataSettings(rooms=BEDROOMS)]
    assert [row[0] for row in made.table.rows] == ["chance", "visual-only", "Concat-Multi"]
    cells = [[cell.text for cell in row] for row in made.table.cells]
    assert all(0.0 <= float(row[1]) <= 100.0 for row in cells)
    assert int(cells[2][2].replace(",", "")) > 100_000
    assert made.pictures
    assert all(data.startswith(b"\xff\xd8\xff") for _, data in made.pictures)
    assert {caption.split(": ")[1] for caption, _ in made.pictures} <= {"right", "wrong"}
