"""A plugin of pytest: writes down the first test that fails, in the file that `CASITA_FAILED` names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note a failure."""
    path = Path(os.environ["CASITA_FAILED"])
    if report.failed and not path.exists():
        path.write_text(report.nodeid)
