"""Many random actions in many scenes: no law of the world may ever be broken."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from casita.bench import Row
from casita.scenes.scene import Scene

ACTIONS = int(os.environ.get("CASITA_LAW_ACTIONS", 1_000_000))
SCENES = int(os.environ.get("CASITA_LAW_SCENES", 1_000))
CHECK_EVERY = 25
"""Ticks between two looks at all laws; every tick's own bookkeeping is checked by the next look."""


class Cast(NamedTuple):
    """Who acts in some of the scenes, and by which physics."""

    name: str
    agents: Mapping[str, str]
    physics: str = "kinematic"


CASTS = (
    Cast("violations", {"alice": "person", "bob": "thor"}),
    Cast("violations, robots", {"alice": "person", "robbie": "robot", "rosie": "robot"}),
    Cast("violations, contact physics", {"alice": "person", "robbie": "robot", "rosie": "robot"}, "mujoco"),
)

CAST_OF = (0, 0, 0, 0, 0, 1, 1, 2)
"""Numbers of the casts of eight scenes in turn: contact physics takes ten times as long."""


def measure() -> Iterator[Row]:
    """A row for each cast."""
    start = time.perf_counter()
    with ProcessPoolExecutor() as pool:
        results = list(pool.map(_scene_violations, range(SCENES), [ACTIONS // SCENES] * SCENES, chunksize=4))
    took = time.perf_counter() - start
    for number, cast in enumerate(CASTS):
        own = [result for scene, result in enumerate(results) if CAST_OF[scene % len(CAST_OF)] == number]
        broken = [line for _, lines in own for line in lines]
        done = sum(int(count) for count, _ in own)
        assert done >= ACTIONS // SCENES * len(own)
        detail = f"{done:,} actions over {len(own):,} scenes; all casts in {took:.0f} s"
        detail += f"; first: {broken[0]}" if broken else ""
        yield Row("laws", cast.name, float(len(broken)), "states", 0.0, False, detail)


def _scene_violations(number: int, actions: int) -> tuple[int, list[str]]:
    """How many actions were tried in one scene, and the laws that were broken."""
    from casita.home import physics_of
    from casita.seeds import stream
    from casita.world.arm.proposals import proposed_with_arm
    from casita.world.laws import mass_violations, violations
    from casita.world.proposals import proposed
    from casita.world.starting import beginning
    from casita.world.step import step

    cast = CASTS[CAST_OF[number % len(CAST_OF)]]
    physics = physics_of(cast.physics)
    scene = _scene(number)
    rules = ("command", "household")[number % 2]
    state = beginning(scene, _who_fits(scene, cast.agents, rules, number), rules=rules, seed=number)
    luck = stream(number, "laws")
    broken: list[str] = []
    done = 0
    while done < actions:
        asked = []
        for name, body in zip(state.names, state.bodies, strict=True):
            with_arm = body.has_arm and luck.chance(0.5)
            asked.append(proposed_with_arm(state, name, luck) if with_arm else proposed(state, name, luck, 0.8))
        outcome = step(state, asked, physics)
        done += len(asked)
        state = outcome.state
        broken += [f"{scene.name}, tick {state.tick}: {law}" for law in mass_violations(outcome)]
        if state.tick % CHECK_EVERY == 0 or done >= actions:
            broken += [f"{scene.name}, tick {state.tick}: {law}" for law in violations(state)]
    return done, broken


def _who_fits(scene: Scene, agents: Mapping[str, str], rules: str, seed: int) -> Mapping[str, str]:
    """As many of the agents as a scene has floor for: there are bathrooms for two."""
    from casita.errors import BadInput
    from casita.world.starting import beginning

    for count in range(len(agents), 1, -1):
        some = dict(list(agents.items())[-count:])
        try:
            beginning(scene, some, rules=rules, seed=seed)
        except BadInput:
            continue
        return some
    return dict(list(agents.items())[-1:])


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
