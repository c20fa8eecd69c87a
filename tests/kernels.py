"""Compiles kernels once before tests are handed out, so that two processes do not compile the same ones at once.

numba looks only at the file of a kernel itself to see whether what it kept of it is still good, not at those of the
kernels that it calls. So all that was kept is thrown away when any file with kernels has changed.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import casita

SOURCE = Path(casita.__file__).parent

WITHOUT_PAUSES = "import gc; gc.disable()"
"""Compiling makes so many objects, and so little garbage, that looking for it takes a fifteenth of the time."""

PLAYS = (
    # Pictures: the largest kernels by far. They come first: those of a world are then there, from the other play.
    """
import casita.render.raster.draw
casita.World(casita.room('kitchen', 1), ['alice']).look('alice', (64, 64), smooth=True)
""",
    # Walking, seeing, planning, the arm, environments, and making a house.
    """
import casita
from casita.agents.alice import Alice
from casita.agents.view import View
from casita.world.goals import Goal, Predicate
world = casita.World(casita.apartment(1), ['alice'], rules='household')
alice = Alice(Goal((Predicate('on', 'plate', 'bed'),)))
for _ in range(4):
    world.step([alice.act(View.of(world.state, 'alice'))])
world.legal('alice'), world.graph('alice', 'rays')
robot = casita.World(casita.room('kitchen', 2), {'robot': 'robot'})
robot.act('robot', 'raise_arm'), robot.legal('robot')
from casita.envs import HomeEnv
home = HomeEnv(casita.room('bathroom', 1))
home.reset(seed=0), home.step(0), casita.house(1, 2)
""",
)
"""Short plays, one a process, that use most kernels between them, about as many seconds of compiling each."""

USED = (
    "agents/search",
    "envs/facts",
    "geometry/rays",
    "render/raster/draw",
    "render/raster/shadows",
    "world/arm/overlap",
    "world/walking",
)
"""Modules whose kernels these plays compile, some from each."""


def forget_stale() -> None:
    """Throw away compiled kernels if any of their sources has changed since."""
    paths = sorted(path for path in SOURCE.rglob("*.py") if b"\nimport numba\n" in path.read_bytes())
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()
    noted = SOURCE / "__pycache__" / "kernels.sha256"
    if noted.exists() and noted.read_text() == digest:
        return
    for kept in SOURCE.rglob("*.nb[ci]"):
        kept.unlink(missing_ok=True)
    noted.parent.mkdir(exist_ok=True)
    noted.write_text(digest)


def are_compiled() -> bool:
    """Have the plays been played with the source as it is?"""
    return all(_is_compiled(SOURCE / f"{name}.py") for name in USED)


def _is_compiled(module: Path) -> bool:
    kept = list((module.parent / "__pycache__").glob(f"{module.stem}.*.nbi"))
    return any(path.stat().st_mtime > module.stat().st_mtime for path in kept)


def compile_all() -> None:
    """Play all plays at once, each in a process of its own; what goes wrong in them is for the tests to find."""
    playing = [
        subprocess.Popen(
            [sys.executable, "-c", f"{WITHOUT_PAUSES}\n{play}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for play in PLAYS
    ]
    for process in playing:
        process.wait()
