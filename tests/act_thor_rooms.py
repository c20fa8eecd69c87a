"""Six bedrooms of ACT-Thor, two for each part, generated once for all tests: single actions and sequences.

A wrong candidate must come from another room of the same part, so there are two of each.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from casita.benchmarks.act_thor.collecting.settings import DataSettings
from casita.benchmarks.act_thor.generate import GenerateSettings, run_generate
from casita.writing import locked

ROOMS = ("bedroom_16", "bedroom_17", "bedroom_23", "bedroom_25", "bedroom_28", "bedroom_30")
SETTINGS = DataSettings(physics="kinematic", rooms=ROOMS)


def bedrooms(paths: pytest.TempPathFactory) -> Path:
    """The folder with them, shared by all workers; nobody writes into it but what is kept beside data."""
    base = paths.getbasetemp()
    return _made((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "act_thor_bedrooms")


@cache
def _made(out: Path) -> Path:
    with locked(out.with_name("act_thor_bedrooms_made"), wait=True):
        list(run_generate(GenerateSettings(out=out, physics="kinematic", rooms=ROOMS, steps=True, workers=1)))
    return out
