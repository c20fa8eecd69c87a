"""One episode of help: Alice and Bob act at the same time, 250 steps at most, until all of her goal is true.

A helper is any class with `watch` and `act` (`casita.protocols.Helper`); it may have besides
- `begin(seed)`, called first, with the seed of its own luck;
- `absent = True`: nobody helps, and Bob is not there;
- `wants`, to be quicker: a tuple of "demonstration" and "legal", as far as it looks at what it watches and at
  `observation.legal`; without it both are made for it;
- `privileges`, for upper bounds and controls: a tuple of "goal" (it is told Alice's goal), "plan" (what she is after)
  and "state" (all, seen or not), in `observation.privileged`; and "alice": its method `lead(observation)` says what
  Alice does. Privileges stand in the results.
Whatever goes wrong with an answer is a fault: it is counted, the helper loses its turn, and the episode goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from casita.agents.interplay import interplay
from casita.agents.view import View
from casita.benchmarks.watch_and_help.episodes.answers import checked_action
from casita.benchmarks.watch_and_help.episodes.demonstration import alice_of, demonstration_of
from casita.benchmarks.watch_and_help.episodes.observing import messages_of, observed
from casita.benchmarks.watch_and_help.homes.starts import start_of
from casita.benchmarks.watch_and_help.item import ALICE, BOB, MAX_STEPS, Task
from casita.benchmarks.watch_and_help.score import HelpResult
from casita.episodes import Episode, Recorder
from casita.errors import BadInput, unknown
from casita.evaluation.faults import Fault
from casita.evaluation.guard import GuardedModel
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


ACT_SECONDS, WATCH_SECONDS = 20.0, 300.0
"""How long a helper may take for one action, and to look at a demonstration."""


@dataclass(frozen=True, slots=True)
class HelpSettings:
    """How an episode of help is held."""

    limit: int = MAX_STEPS
    """Steps of an episode, at the most."""
    watch_seconds: float | None = WATCH_SECONDS
    """How long a helper may look at the demonstration; as long as it may take for anything else if it is None."""
    picture: tuple[int, int] | None = None
    """Width and height of what Bob sees as a picture; none if it is None."""

    def __post_init__(self) -> None:
        if not 0 < self.limit <= MAX_STEPS:
            raise BadInput(f"an episode has 1 to {MAX_STEPS} steps; asked for {self.limit}")


def listed(model: GuardedModel, attribute: str, allowed: tuple[str, ...], default: tuple[str, ...]) -> tuple[str, ...]:
    """The names that an attribute of a helper lists, such as its `privileges`; BadInput if one is not allowed."""
    names = tuple(model.attribute(attribute, default))
    for name in names:
        if name not in allowed:
            raise unknown(f"name in {attribute}", name, allowed)
    return names


def help_once(
    helper: Helper | GuardedModel, task: Task, seed: int, settings: HelpSettings | None = None
) -> tuple[HelpResult, Episode]:
    """Let a helper watch a task's demonstration and help with it once; the outcome and the log."""
    model = helper if isinstance(helper, GuardedModel) else GuardedModel.of(helper, ACT_SECONDS)
    episode = _Episode(model, task, seed, settings or HelpSettings())
    counted = interplay(task.goal, episode.run())
    result = HelpResult(
        task=task.id,
        activity=task.activity,
        seed=seed,
        success=task.goal.holds(episode.recorder.state),
        steps=counted.steps,
        interplay=counted,
        faults=dict(sorted(model.faults.items())),
        alone=episode.alone,
    )
    return result, episode.recorder.episode()


class _Episode:
    """One episode while it goes on."""

    def __init__(self, model: GuardedModel, task: Task, seed: int, settings: HelpSettings) -> None:
        self.alone = bool(model.attribute("absent", False))
        self.recorder = Recorder(start_of(task, "help", seed, alone=self.alone))
        self._privileges = listed(model, "privileges", PRIVILEGES, ())
        self._wants = listed(model, "wants", WANTS, WANTS)
        self._model = model
        self._task = task
        self._settings = settings
        self._alice = alice_of(task.goal, task.id, seed)
        self._heard: tuple[tuple[str, str], ...] = ()
        self._draw = _drawer(self.recorder.state, settings.picture)
        self._begin(derived_seed(seed, "watch_and_help", task.id, BOB))

    def _begin(self, seed: int) -> None:
        """Give the helper the seed of its luck, if it takes one, and let it watch; it helps even if it fails to."""
        with suppress(Fault):
            if self._model.has("begin"):
                self._model.call("begin", seed)
        with suppress(Fault):
            if not self.alone:
                shown = demonstration_of(self._task) if "demonstration" in self._wants else ()
                self._model.call("watch", shown, seconds=self._settings.watch_seconds)

    def run(self) -> Iterator[Outcome]:
        """The outcomes of all steps, as they happen."""
        for _ in range(self._settings.limit):
            if self._task.goal.holds(self.recorder.state):
                return
            outcome = self.recorder.step(self._actions(self.recorder.state))
            self._heard = messages_of(outcome)
            yield outcome

    def _actions(self, state: State) -> list[Action]:
        """What both do now: neither knows what the other does in this step, unless by privilege."""
        leads = "alice" in self._privileges
        hers = None if leads else self._alice.act(View.of(state, ALICE))
        if self.alone:
            assert hers is not None
            return [hers]
        observation = self._observation(state)
        if hers is None:
            hers = self._asked("lead", observation, state, ALICE, sees_all=True)
        return [hers, self._asked("act", observation, state, BOB, sees_all="state" in self._privileges)]

    def _asked(self, method: str, observation: Observation, state: State, agent: str, *, sees_all: bool) -> Action:
        """What the helper has an agent do now; waiting if it loses the turn."""
        try:
            return self._model.call(
                method, observation, check=lambda answer: checked_action(answer, state, agent, sees_all=sees_all)
            )
        except Fault:
            return Action(agent, "wait")

    def _observation(self, state: State) -> Observation:
        told = self._privileges
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
