"""A few rooms of ACT-Thor, generated once for all tests and workers.

Six bedrooms, two for each part: a wrong candidate must come from another room of the same part. Single actions and
sequences, with simple physics. And three rooms of the training part with contact physics, as data are generated.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from casita.benchmarks.act_thor.collecting.settings import DataSettings
from casita.benchmarks.act_thor.generate import GenerateSettings, generate, run_generate
from casita.writing import locked

BEDROOMS = ("bedroom_16", "bedroom_17", "bedroom_23", "bedroom_25", "bedroom_28", "bedroom_30")
SETTINGS = DataSettings(physics="kinematic", rooms=BEDROOMS)

TRAINING_ROOMS = ("living_room_06", "living_room_08", "living_room_12")
TRAINING_SETTINGS = DataSettings(rooms=TRAINING_ROOMS)


def bedrooms(paths: pytest.TempPathFactory) -> Path:
    """The folder with the bedrooms; nobody writes into it but what is kept beside data."""
    return _bedrooms(_shared(paths) / "act_thor_bedrooms")


def training_rooms(paths: pytest.TempPathFactory) -> Path:
    """The folder with the rooms of the training part; nobody writes into it."""
    return _training_rooms(_shared(paths) / "act_thor_training_rooms")


def _shared(paths: pytest.TempPathFactory) -> Path:
    """The folder that all workers of a run see."""
    base = paths.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@cache
def _bedrooms(out: Path) -> Path:
    with locked(out.with_name(f"{out.name}_made"), wait=True):
        list(run_generate(GenerateSettings(out=out, physics="kinematic", rooms=BEDROOMS, steps=True, workers=1)))
    return out


@cache
def _training_rooms(out: Path) -> Path:
    with locked(out.with_name(f"{out.name}_made"), wait=True):
        generate(out, TRAINING_SETTINGS, progress=False)
    return out
