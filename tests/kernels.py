"""Compiles kernels once before tests are handed out, so that two processes do not compile the same ones at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import casita

SOURCE = Path(casita.__file__).parent

PLAYS = (
    # Pictures: the largest kernels by far.
    "import casita; casita.World(casita.room('kitchen', 1), ['alice']).look('alice', (64, 64), smooth=True)",
    # Walking, seeing, planning, and the arm.
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
""",
)
"""Short plays, one a process, that use most kernels between them, about as many seconds of compiling each."""

USED = (
    "agents/search",
    "geometry/rays",
    "render/raster/draw",
    "render/raster/shadows",
    "world/arm/overlap",
    "world/walking",
)
"""Modules whose kernels these plays compile, some from each."""


def are_compiled() -> bool:
    """Have the plays been played with the source as it is?"""
    return all(_is_compiled(SOURCE / f"{name}.py") for name in USED)


def _is_compiled(module: Path) -> bool:
    kept = list((module.parent / "__pycache__").glob(f"{module.stem}.*.nbi"))
    return any(path.stat().st_mtime > module.stat().st_mtime for path in kept)


def compile_all() -> None:
    """Play all plays at once, each in a process of its own; what goes wrong in them is for the tests to find."""
    playing = [
        subprocess.Popen([sys.executable, "-c", play], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for play in PLAYS
    ]
    for process in playing:
        process.wait()
