"""Many homes at once on several cores: worker processes that write observations into shared memory."""

from __future__ import annotations

import gc
import multiprocessing
import pickle
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import cloudpickle  # type: ignore[import-untyped]
import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, create_shared_memory, read_from_shared_memory
from numpy.typing import NDArray

from casita.arrays import Bools, Float64s, Int64s
from casita.envs.single import AGENT, HomeEnv
from casita.envs.spaces import Observation
from casita.errors import BadInput

Make = Callable[[], HomeEnv]

STARTING = multiprocessing.get_context("spawn")
"""Workers are new processes, so that it does not matter which threads the caller has."""


DONE = b"done"
"""What a worker answers when nothing went wrong; else the error, pickled."""


class Shared(NamedTuple):
    """What all processes see: one row for each home."""

    observations: dict[str, NDArray[Any]]
    actions: Int64s
    rewards: Float64s
    over: Bools
    cut: Bools
    refused: Bools


class Memory:
    """The memory that is shared, in a form that can be given to a new process."""

    def __init__(self, space: gymnasium.Space[Any], homes: int) -> None:
        self.space, self.homes = space, homes
        self._observations = create_shared_memory(space, n=homes, ctx=STARTING)  # type: ignore[arg-type]
        self._columns = [STARTING.RawArray(code, homes) for code in ("q", "d", "b", "b", "b")]

    def open(self) -> Shared:
        """The memory as arrays."""
        types = (np.int64, np.float64, np.bool_, np.bool_, np.bool_)
        columns: list[NDArray[Any]] = [
            np.frombuffer(column, kind) for column, kind in zip(self._columns, types, strict=True)
        ]
        observations = read_from_shared_memory(self.space, self._observations, n=self.homes)
        assert isinstance(observations, dict)
        return Shared(observations, *columns)


Stepped = tuple[dict[str, NDArray[Any]], Float64s, Bools, Bools, dict[str, Any]]
"""Observations, rewards, whether goals hold, whether episodes are cut off, and infos."""


class VectorHomeEnv(VectorEnv[dict[str, NDArray[Any]], Int64s, NDArray[Any]]):
    """Many homes, shared out among worker processes.

    A home that has ended begins its next episode at the next step, whatever its action is. Infos have
    the `action_mask` and which actions were `refused`. With `copy=False` observations are the shared
    memory itself: quicker, and overwritten by the next step.

    `step` waits for the slowest home, and the workers wait while the caller thinks. To keep all cores
    busy give each worker some 64 homes and let the two halves of the homes take turns, so that there
    is always one to work on:

        envs.send(0, first_actions); envs.send(1, second_actions)
        while training:
            for half in (0, 1):
                observations, rewards, over, cut, infos = envs.receive(half)
                envs.send(half, policy(observations))
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, make: Sequence[Make], *, workers: int = 2, copy: bool = True) -> None:
        """Start the workers; `make` are functions that make one home each, all with the same spaces."""
        if not 1 <= workers <= len(make):
            raise BadInput(f"there are 1 to {len(make)} workers for {len(make)} homes; asked for {workers}")
        first = make[0]()
        self.num_envs = len(make)
        self.halves = (slice(0, len(make) // 2), slice(len(make) // 2, len(make)))
        """The rows of the homes in each half."""
        self.single_observation_space, self.single_action_space = first.observation_space, first.action_space
        self.observation_space = batch_space(first.observation_space, self.num_envs)
        self.action_space = batch_space(first.action_space, self.num_envs)
        memory = Memory(first.observation_space, self.num_envs)
        self._copy = copy
        self._shared = memory.open()
        self._sent: list[int] = []
        self._pipes: list[Connection] = []
        self._workers = []
        for number in range(workers):
            rows = list(range(self.num_envs))[number::workers]
            here, there = STARTING.Pipe()
            makes = cloudpickle.dumps([make[row] for row in rows])  # in one, so that homes share their scenes
            worker = STARTING.Process(target=_work, args=(there, makes, rows, memory), daemon=True)
            worker.start()
            there.close()
            self._pipes.append(here)
            self._workers.append(worker)
        self._wait()

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begin an episode in every home; from one seed, home i gets that seed plus i."""
        if seed is None or isinstance(seed, int):
            seeds: list[int | None] = [None if seed is None else seed + row for row in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise BadInput(f"there are {self.num_envs} homes; {len(seeds)} seeds were given")
        everyone = slice(0, self.num_envs)
        self._ask(everyone, seeds)
        self._wait()
        return self._observed(everyone)

    def step(self, actions: Int64s) -> Stepped:
        """Take one action in every home."""
        everyone = slice(0, self.num_envs)
        self._shared.actions[:] = actions
        self._ask(everyone)
        self._wait()
        return self._stepped(everyone)

    def send(self, half: int, actions: Int64s) -> None:
        """Let the homes of a half take their actions, and do not wait for them."""
        if half in self._sent:
            raise BadInput(f"half {half} is still at work: receive it before sending again")
        rows = self.halves[half]
        self._shared.actions[rows] = actions
        self._sent.append(half)
        self._ask(rows)

    def receive(self, half: int) -> Stepped:
        """Wait for a half that was sent, and give what came of its actions."""
        if self._sent[:1] != [half]:
            raise BadInput(f"halves are received in the order sent: {self._sent}; asked for {half}")
        self._sent.pop(0)
        self._wait()
        return self._stepped(self.halves[half])

    def close_extras(self, **options: Any) -> None:
        """Let the workers end."""
        for pipe in self._pipes:
            pipe.close()
        for worker in self._workers:
            worker.join()

    def _ask(self, rows: slice, seeds: list[int | None] | None = None) -> None:
        """Let all workers reset (with seeds) or step some homes."""
        if self._sent and rows.stop - rows.start == self.num_envs:
            raise BadInput(f"halves {self._sent} are still at work: receive them first")
        message = pickle.dumps((rows.start, rows.stop, seeds))
        for pipe in self._pipes:
            pipe.send_bytes(message)

    def _wait(self) -> None:
        """Wait for an answer of every worker; what went wrong in one goes wrong here."""
        errors: list[Exception] = []
        for pipe, worker in zip(self._pipes, self._workers, strict=True):
            try:
                answer = pipe.recv_bytes()
            except EOFError:
                worker.join()
                errors.append(RuntimeError(f"the worker {worker.name} has ended with code {worker.exitcode}"))
            else:
                errors += [pickle.loads(answer)] if answer != DONE else []
        if errors:
            self.close()
            raise errors[0]

    def _observed(self, rows: slice) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        shared = self._shared
        seen = {name: array[rows].copy() if self._copy else array[rows] for name, array in shared.observations.items()}
        return seen, {"action_mask": seen["action_mask"], "refused": shared.refused[rows].copy()}

    def _stepped(self, rows: slice) -> Stepped:
        observations, infos = self._observed(rows)
        shared = self._shared
        return observations, shared.rewards[rows].copy(), shared.over[rows].copy(), shared.cut[rows].copy(), infos


def _work(pipe: Connection, makes: bytes, rows: list[int], memory: Memory) -> None:
    """What a worker does: reset or step those of its homes that it is asked to, until the pipe is closed."""
    try:
        shared = memory.open()
        homes = dict(zip(rows, (make() for make in pickle.loads(makes)), strict=True))
        _check_spaces(homes, memory.space)
        places = {row: {name: array[row] for name, array in shared.observations.items()} for row in rows}
        for row, home in homes.items():
            home.home.into[AGENT] = {name: places[row].pop(name) for name in ("objects", "action_mask")}
        ended = dict.fromkeys(rows, True)
        gc.collect()
        gc.freeze()  # homes and scenes stay for good: the collector need not look through them again and again
        pipe.send_bytes(DONE)
        while True:
            start, stop, seeds = pickle.loads(pipe.recv_bytes())
            for row, home in homes.items():
                if not start <= row < stop:
                    continue
                if seeds is not None or ended[row]:
                    observation = _reset(home, row, shared, None if seeds is None else seeds[row])
                    ended[row] = False
                else:
                    observation = _step(home, row, shared)
                    ended[row] = shared.over[row] or shared.cut[row]
                for name, place in places[row].items():
                    place[...] = observation[name]
            pipe.send_bytes(DONE)
    except (EOFError, KeyboardInterrupt):
        return
    except Exception as error:
        pipe.send_bytes(pickle.dumps(error))


def _check_spaces(homes: dict[int, HomeEnv], space: gymnasium.Space[Any]) -> None:
    for row, home in homes.items():
        if home.observation_space != space:
            raise BadInput(
                f"home {row} ({home.home.scene.name}) has other spaces than home 0: "
                "give all the same max_objects and max_actions"
            )


def _reset(home: HomeEnv, row: int, shared: Shared, seed: int | None) -> Observation:
    """Begin an episode in one home: what is observed."""
    observation, _ = home.reset(seed=seed)
    shared.rewards[row], shared.over[row], shared.cut[row], shared.refused[row] = 0.0, False, False, False
    return observation


def _step(home: HomeEnv, row: int, shared: Shared) -> Observation:
    """Take the action of one home, and write down what came of it: what is observed then."""
    observation, shared.rewards[row], shared.over[row], shared.cut[row], info = home.step(shared.actions[row])
    shared.refused[row] = info["refusal"] is not None
    return observation
