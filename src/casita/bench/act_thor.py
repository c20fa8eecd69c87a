"""Speed of ACT-Thor's generator: actions tried, drawn and written a second, pictures of 300 x 300 included."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from casita.bench import Row
from casita.benchmarks.act_thor.collecting.settings import DataSettings
from casita.benchmarks.act_thor.generate import Work, make_room
from casita.benchmarks.act_thor.item import Attempt
from casita.parquet import read_parquet

WARM = "bathroom_03"
"""A room that loads what is compiled, and is not counted."""

ROOMS = ("kitchen_05", "living_room_05", "bedroom_05", "bathroom_05")
"""One of each kind."""

PAPER = 13958
"""Actions that the paper tried; its data shall be made in under five minutes on two cores."""


def measure() -> Iterator[Row]:
    """All rows of this suite."""
    with tempfile.TemporaryDirectory() as folder:
        _made(Path(folder) / "warm", (WARM,))
        out = Path(folder) / "data"
        start = time.process_time()
        _made(out, ROOMS)
        took = time.process_time() - start
        rows = [row for name in ROOMS for row in read_parquet(out / "rooms" / f"{name}.parquet", Attempt)]
        pictures = len(list((out / "pictures").rglob("*.png")))
        changed = sum(row.changed > 0 for row in rows)
    assert changed > 0.8 * len(rows), f"only {changed} of {len(rows)} actions changed the picture"
    assert pictures > 0.8 * len(rows), f"only {pictures} pictures of {len(rows)} actions were kept"
    detail = f"{len(rows)} actions in a room of each kind, {changed} changed the picture, {pictures} PNG files"
    yield Row("act_thor", "generate", len(rows) / took, "actions/s", PAPER / 600.0, True, detail)


def _made(out: Path, rooms: tuple[str, ...]) -> None:
    settings = DataSettings(rooms=rooms)
    for unit in settings.units:
        make_room(Work(out, settings, unit))
