"""Many random actions in many scenes: no law of the world may ever be broken."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from casita.bench import Row
from casita.scenes.scene import Scene

ACTIONS = int(os.environ.get("CASITA_LAW_ACTIONS", 1_000_000))
SCENES = int(os.environ.get("CASITA_LAW_SCENES", 1_000))
CHECK_EVERY = 25
"""Ticks between two looks at all laws; every tick's own bookkeeping is checked by the next look."""


def measure() -> Iterator[Row]:
    """The one row of this suite."""
    start = time.perf_counter()
    with ProcessPoolExecutor() as pool:
        results = list(pool.map(_scene_violations, range(SCENES), [ACTIONS // SCENES] * SCENES, chunksize=4))
    broken = [line for _, lines in results for line in lines]
    done = sum(count for count, _ in results)
    took = time.perf_counter() - start
    detail = f"{done:,} actions over {SCENES:,} scenes in {took:.0f} s" + (f"; first: {broken[0]}" if broken else "")
    assert done == ACTIONS // SCENES * SCENES
    yield Row("laws", "violations", float(len(broken)), "states", 0.0, False, detail)


def _scene_violations(number: int, actions: int) -> tuple[int, list[str]]:
    """How many actions were tried in one scene, and the laws that were broken."""
    from casita.seeds import stream
    from casita.world.laws import violations
    from casita.world.proposals import proposed
    from casita.world.starting import beginning
    from casita.world.step import step

    scene = _scene(number)
    rules = ("command", "household")[number % 2]
    state = beginning(scene, {"alice": "person", "bob": "thor"}, rules=rules, seed=number)
    luck = stream(number, "laws")
    broken: list[str] = []
    done = 0
    while done < actions:
        outcome = step(state, [proposed(state, name, luck, 0.8) for name in state.names])
        done += len(state.names)
        state = outcome.state
        if done % (CHECK_EVERY * len(state.names)) == 0 or done >= actions:
            broken += [f"{scene.name}, tick {state.tick}: {law}" for law in violations(state)]
    return done, broken


def _scene(number: int) -> Scene:
    """A different scene for every number: fixed rooms, apartments, drawn and procedural houses."""
    import casita
    from casita.catalog import ROOM_KINDS

    if number < 120:
        return casita.room(ROOM_KINDS[number % 4], number // 4 + 1)
    if number < 127:
        return casita.apartment(number - 119)
    if number < 137:
        return casita.drawn_house(number - 126)
    return casita.house(number, 1 + number % 6)
