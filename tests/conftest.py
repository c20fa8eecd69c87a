"""What all tests share.

Property tests draw the same examples on every machine, unless `make fuzz` asks for others; kernels are compiled once,
before tests are handed out to several processes.
"""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, settings

from tests.kernels import are_compiled, compile_all, forget_stale

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
"""Examples follow from the test alone: what passes here passes in a fresh clone."""

settings.register_profile(
    "anew", derandomize=False, database=None, deadline=None, print_blob=True, suppress_health_check=list(HealthCheck)
)
"""For `make fuzz`: examples follow from `--hypothesis-seed`, and a failure says how to repeat it."""

settings.load_profile("fixed")


BETWEEN_COLLECTIONS = 10_000
"""New objects between two looks of the garbage collector; by itself it looks fourteen times as often."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile what tests in several processes would otherwise each compile for themselves."""
    gc.disable()  # until all tests are collected: modules and tests stay for good
    if not hasattr(session.config, "workerinput"):
        forget_stale()
    is_handing_out = bool(getattr(session.config.option, "numprocesses", None))
    if is_handing_out and not are_compiled():
        compile_all()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Let the garbage collector look at what tests make, but not again and again at all that was imported."""
    gc.freeze()
    gc.set_threshold(BETWEEN_COLLECTIONS, 10, 10)
    gc.enable()
