"""A little of PlausiblAct, made once for all tests: five homes, a few photos of each."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec
import pytest

from casita.benchmarks.plausiblact.generate import GenerateSettings, generate
from casita.benchmarks.plausiblact.item import Instance
from casita.writing import locked

HOMES = ("kitchen_03", "living_room_04", "kitchen_22", "kitchen_27", "kitchen_28")

UNRATED = "house_000101"
"""A home of pictures that nobody rates, with one arrangement."""

MUG = Instance(
    id="kitchen_01~0/00/mug_1", photo="kitchen_01~0/00", part="train", name="Mug", type="mug", thing="mug_1",
    box=(10, 10, 60, 60), coverage=0.1, shown=0.8, place="surface", on="counter_top", liquid="", level=0.0, amount=1.0,
    dirty=False, broken=False, cooked=False, openness=0.0, running=False, food=0, leftovers=0, litter=0, dirty_near=0,
    alike_near=0, refused={"drink_from": "has_liquid", "cleanse_item": "is_dirty"},
)  # fmt: skip
"""A clean and empty mug that lies about."""


def changed(one: Instance, **changes: object) -> Instance:
    """An instance that differs in some fields."""
    return msgspec.structs.replace(one, **changes)


def settings(out: Path, *homes: str) -> GenerateSettings:
    return GenerateSettings(out=out, scale="small", homes=homes or HOMES, photos=5, pictures=True, workers=1)


def little(paths: pytest.TempPathFactory) -> Path:
    """The folder with them, shared by all workers; beside it one of what nobody rates, `plausiblact_unrated`."""
    base = paths.getbasetemp()
    return _made((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "plausiblact_homes")


@cache
def _made(out: Path) -> Path:
    unrated = replace(settings(out.with_name("plausiblact_unrated")), scale="unrated", homes=(UNRATED,), photos=3)
    with locked(out.with_name("plausiblact_homes_made"), wait=True):
        generate(settings(out), progress=False)
        generate(unrated, progress=False)
    return out
