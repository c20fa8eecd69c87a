"""Speeds and sizes of the world: actions per second, branching, memory."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Int64s
from casita.bench import Row
from casita.seeds import Stream, stream
from casita.world.proposals import proposed
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.step import step
from casita.world.verbs import VERBS

if TYPE_CHECKING:
    from casita.envs import HomeEnv, VectorHomeEnv
    from casita.envs.spaces import Observation

ACTIONS = 20_000
EPISODE = 400
"""Actions after which the mix starts again from the first state."""

OBSERVED = 4_000
HOMES = 128
WARM_UP, ROUNDS, ROUND = 2, 7, 50
"""Homes side by side; rounds of each way to step them, first untimed and then timed; steps of all homes in a round."""

PEER_ENV = 210
"""Steps a second of Watch-And-Help's environment with partial observation on this kind of machine, at its best."""

PEER = 1_617
"""Actions a second of VirtualHome's graph simulator on this kind of machine, at its best."""


def measure() -> Iterator[Row]:
    """All rows of this suite."""
    start = _house()
    for row in (_mix, _with_observation, _two_workers, _restore_and_act, _extra_state):
        _set_aside_the_rest()
        yield row(start)
    yield _live_world()


def _set_aside_the_rest() -> None:
    """Let go of what earlier rows left, and have the garbage collector walk no more over what stays: the catalogue,
    scenes and compiled code, which are not what is timed."""
    gc.collect()
    gc.freeze()


def _house() -> State:
    """A house with over 200 objects, one agent, warmed up."""
    from casita.scenes.generate.house import house

    scene = next(made for made in (house(seed, 5) for seed in range(1, 20)) if len(made.things) > 200)
    state = beginning(scene, ["alice"])
    _played(state, 500, seed=1)
    return state


def _played(state: State, count: int, seed: int) -> tuple[float, int, set[str], set[str]]:
    """Random actions over all verbs: seconds in `step`, how many were done, verbs done, digests seen."""
    luck = stream(seed, "bench", "world")
    now, took, done = state, 0.0, 0
    verbs: set[str] = set()
    digests: set[str] = set()
    for number in range(count):
        if number % EPISODE == 0:
            now = state
        action = proposed(now, "alice", luck)
        begin = time.thread_time()
        outcome = step(now, [action])
        took += time.thread_time() - begin
        if outcome.ok:
            done += 1
            verbs.add(action.verb)
        if number % EPISODE == EPISODE - 1:
            digests.add(outcome.state.digest())
        now = outcome.state
    return took, done, verbs, digests


def _mix(state: State) -> Row:
    """A seeded mix over all verbs, walks across rooms included, at least half of them done."""
    took, done, verbs, digests = _played(state, ACTIONS, seed=0)
    objects = int(state.objects.exists.sum())
    assert done >= ACTIONS / 2, f"only {done} of {ACTIONS} actions were done"
    assert verbs == set(VERBS), f"never done: {set(VERBS) - verbs}"
    assert len(digests) == ACTIONS // EPISODE, "episodes ended in the same state"
    speed = ACTIONS / took
    detail = (
        f"{objects} objects, all {len(VERBS)} verbs, {done / ACTIONS:.0%} done; "
        f"{speed / PEER:.1f} x VirtualHome's graph simulator"
    )
    return Row("world", "actions", speed, "actions/s", 20_000.0, True, detail)


def _with_observation(state: State) -> Row:
    """The Gymnasium env: a step and the partial observation as arrays with the action mask."""
    from casita.envs import HomeEnv

    env = HomeEnv(state.scene, rules="command", max_steps=EPISODE)
    took, done, seen = _played_env(env, OBSERVED)
    assert done >= OBSERVED / 4, f"only {done} of {OBSERVED} actions were done"
    faster = OBSERVED / took / PEER_ENV
    detail = f"{seen} different observations, {done / OBSERVED:.0%} of actions done; {faster:.0f} x Watch-And-Help's"
    return Row("world", "steps with observation", OBSERVED / took, "steps/s", 5_000.0, True, detail)


def _played_env(env: HomeEnv, count: int) -> tuple[float, int, int]:
    """Random actions that the mask allows: seconds in `step`, how many were done, how many observations differ."""
    luck = stream(4, "bench", "env")
    observation, _ = env.reset(seed=0)
    took, done = 0.0, 0
    seen: set[int] = set()
    for _ in range(count):
        allowed = np.nonzero(observation["action_mask"])[0]
        action = int(allowed[luck.below(len(allowed))])
        begin = time.thread_time()
        observation, _, over, cut, info = env.step(action)
        took += time.thread_time() - begin
        done += info["refusal"] is None
        seen.add(hash(observation["objects"].tobytes()))
        if over or cut:
            observation, _ = env.reset()
    return took, done, len(seen)


def _two_workers(state: State) -> Row:
    """Many homes stepped by two workers, in halves that take turns, beside one process that loops over them.

    Both play the same way and the caller chooses each action from the mask it is given; each home is in one
    long episode. Rounds of the two take turns too, and the row is the middle one of their ratios in wall time.
    """
    from functools import partial

    from casita.envs import HomeEnv, VectorHomeEnv

    make = partial(HomeEnv, state.scene, rules="command", max_steps=(WARM_UP + ROUNDS) * ROUND + 1)
    alone, many = [make() for _ in range(HOMES)], VectorHomeEnv([make] * HOMES, workers=2, copy=False)
    latest = [home.reset(seed=row)[0] for row, home in enumerate(alone)]
    luck = (stream(5, "bench", "alone"), stream(5, "bench", "many"))
    masks = many.reset(seed=0)[0]["action_mask"]
    ratios, speeds, shares = [], [], []
    for turn in range(WARM_UP + ROUNDS):
        begin, busy = time.perf_counter(), time.process_time()
        seen_alone = _loop(alone, latest, luck[0])
        middle, busy = time.perf_counter(), time.process_time() - busy
        seen = _take_turns(many, masks, luck[1])
        took = middle - begin, time.perf_counter() - middle
        assert min(len(seen_alone), len(seen)) > 0.9 * HOMES, "too many homes look the same"
        if turn >= WARM_UP:
            ratios.append(took[0] / took[1])
            speeds.append(HOMES * ROUND / took[1])
            shares.append(busy / took[0])
    many.close()
    detail = (
        f"{HOMES} homes, halves take turns, observations in shared memory, beside one process looping over them; "
        f"{np.median(speeds):.0f} steps/s, {min(ratios):.2f} to {max(ratios):.2f} x; needs a quiet machine: "
        f"the one process had {min(shares):.0%} of a core or more"
    )
    return Row("world", "two workers", float(np.median(ratios)), "x one process", 1.8, True, detail)


def _chosen(masks: Iterable[NDArray[Any]], luck: Stream) -> Int64s:
    """For each home a random action that its mask allows."""
    allowed = [np.flatnonzero(mask) for mask in masks]
    return np.array([rows[luck.below(len(rows))] for rows in allowed])


def _loop(homes: list[HomeEnv], latest: list[Observation], luck: Stream) -> set[int]:
    """A round in one process, one home after another: hashes of what is observed last."""
    for _ in range(ROUND):
        actions = _chosen((observation["action_mask"] for observation in latest), luck)
        for row, home in enumerate(homes):
            latest[row], *_ = home.step(actions[row])
    return {hash(observation["objects"].tobytes()) for observation in latest}


def _take_turns(homes: VectorHomeEnv, masks: NDArray[Any], luck: Stream) -> set[int]:
    """A round of two workers, from nothing sent to all received: hashes of what is observed last."""
    seen: set[int] = set()
    for half in (0, 1):
        homes.send(half, _chosen(masks[homes.halves[half]], luck))
    for turn in range(1, ROUND + 1):
        for half in (0, 1):
            observations, *_ = homes.receive(half)
            if turn < ROUND:
                homes.send(half, _chosen(observations["action_mask"], luck))
            else:
                seen.update(hash(objects.tobytes()) for objects in observations["objects"])
    return seen


def _restore_and_act(state: State) -> Row:
    """Go back to a kept state and act, over and over."""
    luck = stream(2, "bench", "branch")
    actions = [a for a in (proposed(state, "alice", luck) for _ in range(4000)) if a.verb not in ("walk_to", "follow")]
    changed = 0
    begin = time.thread_time()
    for action in actions:
        changed += step(state, [action]).state.objects is not state.objects
    took = (time.thread_time() - begin) / len(actions)
    assert changed >= len(actions) / 4, f"only {changed} of {len(actions)} actions changed anything"
    return Row("world", "restore and act", 1e6 * took, "µs", 60.0, False, f"{len(actions)} branches of one state")


def _extra_state(state: State) -> Row:
    """Bytes that one more state costs: the columns it does not share with the one before, two array objects each."""
    luck = stream(3, "bench", "memory")
    now, extra, count = state, 0, 0
    for _ in range(2000):
        after = step(now, [proposed(now, "alice", luck)]).state
        shared = {id(column) for column in (*now.objects, *now.agents)}
        own = [column for column in (*after.objects, *after.agents) if id(column) not in shared]
        extra += sum(column.nbytes + 256 for column in own) + sys.getsizeof(after)
        count += 1
        now = after
    return Row("world", "an extra state", extra / count / 1000, "kB", 20.0, False, f"mean of {count} steps")


def _live_world() -> Row:
    """Bytes of a world in use, with what it keeps about its scene; the scene itself not counted."""
    import tracemalloc

    from casita.home import World
    from casita.scenes.generate.house import house

    scene = house(8, 5)
    tracemalloc.start()
    world = World(scene, ["alice", "bob"])
    world.act("alice", "walk_to", target="fridge_1")
    nodes = len(world.graph()["nodes"])
    seen = int(world.seen("alice", "rays").sum())
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    detail = f"{nodes} nodes in its graph, {seen} things seen by rays"
    return Row("world", "a live world", size / 1e6, "MB", 2.0, False, detail)
