"""Speed of what users do: an agent turns and walks through a house, and each step is looked at through its eyes."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator

import numpy as np

from casita.bench import Row
from casita.home import World
from casita.scenes.scene import Scene

STEPS = 192
"""Actions that are done and looked at in turn."""

TIMES = 4
"""How often the walk is made; the quickest time of each step counts, since others use the machine too."""

GOALS = {(128, 128): 1_500.0, (224, 224): 750.0, (800, 600): 100.0}
SMOOTH_GOAL = 250.0
"""Pictures per CPU-second, by size, and at 224 x 224 with antialiasing."""

STRIDE, TURNS = 0.23, (41.0, 13.0)
"""Metres of a stride, and degrees of turns."""


def walking_rows(scene: Scene) -> Iterator[Row]:
    """Pictures through the eyes of somebody who walks about, by size."""
    for size, goal in GOALS.items():
        yield _walking_speed(scene, size, goal, smooth=False)
    yield _walking_speed(scene, (224, 224), SMOOTH_GOAL, smooth=True)


def _walking_speed(scene: Scene, size: tuple[int, int], goal: float, smooth: bool) -> Row:
    """Pictures per CPU-second, and actions and pictures together; all pictures differ."""
    looked, acted = np.full(STEPS, np.inf), np.full(STEPS, np.inf)
    for turn in range(TIMES):
        world = World(scene, ["alice"])
        world.look("alice", size, smooth=smooth)
        digests, strides = set(), 0
        for step in range(STEPS):
            begin = time.thread_time()
            strides += _act(world, step)
            middle = time.thread_time()
            frame = world.look("alice", size, smooth=smooth)
            end = time.thread_time()
            acted[step], looked[step] = min(acted[step], middle - begin), min(looked[step], end - middle)
            if turn == 0:
                digests.add(hashlib.sha256(frame.rgb.tobytes() + frame.depth.tobytes()).digest())
        if turn == 0:
            assert len(digests) == STEPS, f"only {len(digests)} of {STEPS} pictures differ"
            assert strides >= STEPS // 4, f"only {strides} of {STEPS} steps lead somewhere"
    name = f"walking, {size[0]} x {size[1]}" + (", antialiased" if smooth else "")
    detail = f"{1 / (looked + acted).mean():.0f} with the actions; slowest look {1 / looked.max():.0f}"
    return Row("render", name, float(1 / looked.mean()), "frames/s", goal, True, detail)


def _act(world: World, step: int) -> bool:
    """A stride, or a turn where none is possible and every third time; whether it was a stride."""
    if step % 3 and not any(world.act("alice", "move_ahead", amount=STRIDE).refusals):
        return True
    world.act("alice", "turn_left", amount=TURNS[step % 2])
    return False
