"""The help stage: Alice and Bob act at the same time, 250 steps at most, until all of her goal is true.

A helper is any class with `watch` and `act` (`casita.protocols.Helper`); it may have besides
- `begin(seed)`, called first, with the seed of its own luck;
- `absent = True`: nobody helps, and Bob is not there;
- `wants`, to be quicker: a tuple of "demonstration" and "legal", as far as it looks at what it watches and at
  `observation.legal`; without it both are made for it;
- `privileges`, for upper bounds and controls: a tuple of "goal" (it is told Alice's goal), "plan" (what she is after)
  and "state" (all, seen or not), in `observation.privileged`; and "alice": its method `lead(observation)` says what
  Alice does. Privileges stand in the results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import msgspec

from casita.agents.view import View
from casita.benchmarks.watch_and_help.asking import Asked, Patience
from casita.benchmarks.watch_and_help.demonstrate import alice_of, demonstration_of
from casita.benchmarks.watch_and_help.goals import ALICE, BOB
from casita.benchmarks.watch_and_help.interplay import Interplay, interplay
from casita.benchmarks.watch_and_help.item import MAX_STEPS, Task
from casita.benchmarks.watch_and_help.observing import messages_of, observed
from casita.benchmarks.watch_and_help.score import Result
from casita.episodes import Episode, Recorder
from casita.errors import BadInput, unknown
from casita.protocols import Helper, Observation, Picture, Privileged
from casita.seeds import derived_seed
from casita.world.action import Action
from casita.world.graph import graph
from casita.world.outcome import Outcome
from casita.world.state import State

PRIVILEGES = ("goal", "plan", "state", "alice")
"""What a helper may ask for that the challenge does not allow."""

WANTS = ("demonstration", "legal")
"""What takes long to make and is left out for a helper that does not want it."""


class Helped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of one episode."""

    task: str
    activity: str
    seed: int
    success: bool
    steps: int
    """Until the goal was reached, or in all."""
    interplay: Interplay
    faults: dict[str, int] = {}
    """Turns that the helper lost, by why."""
    first_fault: str = ""
    privileges: tuple[str, ...] = ()

    @property
    def result(self) -> Result:
        """As it is scored."""
        return Result(self.task, self.activity, self.seed, self.success, self.steps)


@dataclass(frozen=True, slots=True)
class Stage:
    """How the help stage is held."""

    limit: int = MAX_STEPS
    """Steps of an episode, at the most."""
    patience: Patience = field(default_factory=Patience)
    picture: tuple[int, int] | None = None
    """Width and height of what Bob sees as a picture; none if it is None."""

    def __post_init__(self) -> None:
        if not 0 < self.limit <= MAX_STEPS:
            raise BadInput(f"an episode has 1 to {MAX_STEPS} steps; asked for {self.limit}")


def privileges_of(helper: object) -> tuple[str, ...]:
    """What a helper asks for beyond the challenge."""
    return _listed(helper, "privileges", PRIVILEGES, ())


def wants_of(helper: object) -> tuple[str, ...]:
    """What a helper looks at of all that can be left out; all of it, unless it says so."""
    return _listed(helper, "wants", WANTS, WANTS)


def _listed(helper: object, attribute: str, allowed: tuple[str, ...], otherwise: tuple[str, ...]) -> tuple[str, ...]:
    """The names that an attribute of a helper lists."""
    listed = tuple(getattr(helper, attribute, otherwise))
    for name in listed:
        if name not in allowed:
            raise unknown(f"name in {attribute}", name, allowed)
    return listed


def help_once(helper: Helper, task: Task, seed: int, stage: Stage | None = None) -> tuple[Helped, Episode]:
    """Let a helper watch a task's demonstration and help with it once; the outcome and the log."""
    stage = stage or Stage()
    alone = bool(getattr(helper, "absent", False))
    asked = Asked(helper, stage.patience)
    asked.begin(derived_seed(seed, "watch_and_help", task.id, BOB))
    if not alone:
        asked.watch(demonstration_of(task) if "demonstration" in wants_of(helper) else ())
    episode = _Episode(asked, task, seed, stage, alone)
    counted = interplay(task.goal, episode.run())
    helped = Helped(
        task=task.id,
        activity=task.activity,
        seed=seed,
        success=task.goal.holds(episode.recorder.state),
        steps=counted.steps,
        interplay=counted,
        faults=dict(sorted(asked.faults.items())),
        first_fault=asked.first,
        privileges=episode.privileges,
    )
    return helped, episode.recorder.episode()


class _Episode:
    """One episode while it goes on."""

    def __init__(self, asked: Asked, task: Task, seed: int, stage: Stage, alone: bool) -> None:
        self.recorder = Recorder(task.start("help", seed, alone=alone))
        self.privileges = privileges_of(asked.helper)
        self._wants = wants_of(asked.helper)
        self._asked = asked
        self._task = task
        self._stage = stage
        self._alone = alone
        self._alice = alice_of(task.goal, task.id, seed)
        self._heard: tuple[tuple[str, str], ...] = ()
        self._draw = _drawer(self.recorder.state, stage.picture)

    def run(self) -> Iterator[Outcome]:
        """The outcomes of all steps, as they happen."""
        for _ in range(self._stage.limit):
            if self._task.goal.holds(self.recorder.state):
                return
            outcome = self.recorder.step(self._actions(self.recorder.state))
            self._heard = messages_of(outcome)
            yield outcome

    def _actions(self, state: State) -> list[Action]:
        """What both do now: neither knows what the other does in this step, unless by privilege."""
        leads = "alice" in self.privileges
        hers = None if leads else self._alice.act(View.of(state, ALICE))
        if self._alone:
            assert hers is not None
            return [hers]
        observation = self._observation(state)
        if hers is None:
            hers = self._asked.lead(observation, state)
        return [hers, self._asked.act(observation, state, sees_all="state" in self.privileges)]

    def _observation(self, state: State) -> Observation:
        told = self.privileges
        privileged = Privileged(
            goal=self._task.counts if "goal" in told else (),
            plan=tuple(map(msgspec.to_builtins, self._alice.future)) if "plan" in told else (),
            graph=graph(state) if "state" in told else None,
        )
        legal = "legal" in self._wants
        return observed(state, BOB, self._heard, legal=legal, picture=self._draw(state), privileged=privileged)


def _drawer(state: State, size: tuple[int, int] | None) -> Callable[[State], Picture | None]:
    """What draws what Bob sees."""
    if size is None:
        return lambda _: None
    from casita.render import Renderer, eyes

    renderer = Renderer(state.scene)
    return lambda now: renderer.look(now, eyes(now, now.agent(BOB)), size, ("rgb",)).rgb
