"""Frames compiled for a plainer processor are the same to the byte: no vector width and no fused step changes them.

All kernels are compiled once more for it, which takes more than a minute; `make test` looks at the arithmetic alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.fuzz.driving import Case
from tests.test_raster_same import digest

PLAINER = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_OPT": "1"}
"""What numba compiles for: no vectors but the oldest, and with less effort, which must not change a byte either."""

LIMIT = 1800.0
"""Seconds for compiling and drawing, on a busy machine."""


def draw_for_another_processor(case: Case) -> None:
    """Views that no other case has, drawn here and by a process whose kernels are of the plainer kind."""
    seed = case.luck.below(10**6)
    code = f"from tests.test_raster_same import digest; print(digest(6, {seed}))"
    env = os.environ | PLAINER | {"PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=LIMIT)
    if done.returncode:
        case.found(f"views of seed {seed}: {done.stderr}")
    elif done.stdout.strip() != digest(6, seed):
        case.found(f"views of seed {seed} are drawn otherwise for a plainer processor")
