"""The world as a PettingZoo ParallelEnv: several agents act at once, each with its own observation and mask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from casita.arrays import Int64s, Uint8s
from casita.envs.choices import VERBS_OF_ENVS, Choices, Offer
from casita.envs.facts import Facts
from casita.envs.spaces import Look, Observation, Observer
from casita.episodes import Recorder
from casita.errors import BadInput, unknown
from casita.home import physics_of
from casita.scenes.scene import Scene
from casita.seeds import derived_seed
from casita.world.action import Action
from casita.world.outcome import Outcome
from casita.world.physics import Physics
from casita.world.refusal import Refusal
from casita.world.seen import sight
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.step import step

if TYPE_CHECKING:
    from casita.envs.pixels import Pixels


class Goal(Protocol):
    """What agents are rewarded for."""

    def holds(self, state: State) -> bool:
        """Is it reached?"""

    def progress(self, state: State) -> float:
        """How much of it is reached, from 0 to 1."""


class ParallelHomeEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """Agents in a home.

    An action is the number of a row in the agent's table (`env.choices[agent].rows`); what it means is
    told by `env.choices[agent].action(number, env.current)`. An observation holds `objects`, `agents`
    and `messages` (see `spaces.py`) and the `action_mask`, which is in the info too; the info also has
    the `action` that was taken and its `refusal` (None if it was done). The reward, the same for all,
    is the progress made towards the goal. An episode ends when the goal holds, and is cut off after
    `max_steps`. The same seed gives the same episode; `reset()` without one goes on to the next.
    """

    metadata = {"name": "casita_home_v0", "render_modes": ["rgb_array"]}  # noqa: RUF012

    def __init__(
        self,
        scene: Scene,
        agents: Sequence[str] | Mapping[str, str] = ("agent",),
        *,
        rules: str = "household",
        physics: str | Physics = "kinematic",
        goal: Goal | None = None,
        max_steps: int = 250,
        max_objects: int = 0,
        max_actions: int = 0,
        verbs: Sequence[str] = VERBS_OF_ENVS,
        messages: Sequence[str] = (),
        directions: Sequence[str] = (),
        moves: Sequence[tuple[str, str]] = (),
        look: Look = sight,
        pixels: Sequence[str] = (),
        size: tuple[int, int] = (128, 128),
        smooth: bool = False,
        graph: bool = False,
        record: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Set up a home.

        `physics` is "kinematic" or "mujoco", as for `casita.World`. `max_objects` and `max_actions` pad
        observations and tables so that scenes of different size can share a network (0: just large enough).
        `verbs` are those on offer, `messages` the texts that can be said. Things can be pushed away and pulled
        closer, and in the `directions` named (of "ahead", "back", "left" and "right"). `moves` are pairs of ids:
        a thing, and what it can be moved to in one action ("move_to"); without them it is picked up and put.

        `look` says what an agent sees: by default what is in its room and not shut away;
        `partial(sight, how="rays")` and `everything` are others. `pixels` adds pictures through its eyes to the
        observation: any of "rgb", "depth" and "ids", `size` being width and height, antialiased if `smooth`.
        With `render_mode="rgb_array"` `render` gives a picture for people. With `graph` the info has the scene graph
        that the agent sees; with `record` the episode is kept as a log in `env.recorder`.
        """
        if max_steps < 1:
            raise BadInput(f"an episode has at least one step; max_steps is {max_steps}")
        if goal is not None and not (hasattr(goal, "holds") and hasattr(goal, "progress")):
            raise BadInput(f"a goal is something with holds(state) and progress(state); it is {goal!r}")
        self.scene = scene
        self.goal = goal
        self.physics = physics_of(physics)
        self.max_steps = max_steps
        self.messages = tuple(messages)
        self.recorder: Recorder | None = None
        self.into: dict[str, Observation] = {}
        """Arrays that agents' `objects` and `action_mask` are written into; those of the others are new every step."""
        self._agents, self._rules, self._look, self._graph, self._record = agents, rules, look, graph, record
        self.current: State = beginning(scene, agents, rules=rules)
        self.possible_agents = list(self.current.names)
        self.agents: list[str] = []
        self._seed, self._episodes, self._progress = 0, 0, 0.0
        self._facts = Facts(self.current.statics)
        self._observer = Observer(self.current, max_objects=max_objects, messages=len(messages))
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise unknown("render mode", str(render_mode), self.metadata["render_modes"])
        self.render_mode = render_mode
        self._pixels = self._drawn(pixels, size, smooth) if pixels else None
        pictures = self._pixels.space if self._pixels else {}
        offer = Offer(self.messages, tuple(directions), tuple(moves))
        self.choices = {
            name: Choices(self.current, slot, verbs=verbs, offer=offer, max_actions=max_actions)
            for slot, name in enumerate(self.possible_agents)
        }
        self._action_spaces = {name: spaces.Discrete(len(rows)) for name, rows in self.choices.items()}
        self._observation_spaces = {
            name: spaces.Dict({**self._observer.space, **pictures, "action_mask": spaces.MultiBinary(len(rows))})
            for name, rows in self.choices.items()
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of an agent's actions."""
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin an episode: that of a seed, or the next one after it."""
        if seed is not None:
            self._seed, self._episodes = seed, 0
        luck = derived_seed(self._seed, "episode", self._episodes) if self._episodes else self._seed
        self._episodes += 1
        self.current = beginning(self.scene, self._agents, rules=self._rules, seed=luck)
        self.recorder = Recorder(self.current, self.physics or "kinematic") if self._record else None
        self.agents = list(self.possible_agents)
        self._progress = self.goal.progress(self.current) if self.goal else 0.0
        said = np.zeros(len(self.agents), np.int64)
        answers = {name: self._answer(name, said) for name in self.agents}
        return {name: answers[name][0] for name in answers}, {name: answers[name][1] for name in answers}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Let every agent take its action; one without an action lets the tick pass."""
        if not self.agents:
            raise BadInput("the episode is over: call reset first")
        outcome = self._stepped([self._action(name, number) for name, number in actions.items()])
        self.current = outcome.state
        said = self._said(outcome)
        reward = self._reward()
        over = self.goal is not None and self.goal.holds(self.current)
        cut = self.current.tick >= self.max_steps
        done = {
            action.agent: (action, refusal) for action, refusal in zip(outcome.actions, outcome.refusals, strict=True)
        }
        names = self.agents
        answers = {name: self._answer(name, said, *done.get(name, (None, None))) for name in names}
        if over or cut:
            self.agents = []
        return (
            {name: answers[name][0] for name in names},
            dict.fromkeys(names, reward),
            dict.fromkeys(names, over),
            dict.fromkeys(names, cut),
            {name: answers[name][1] for name in names},
        )

    def render(self) -> Uint8s | None:
        """A picture over the first agent's shoulder, if the env was made with render_mode="rgb_array"."""
        if self.render_mode is None:
            return None
        if self._pixels is None:
            self._pixels = self._drawn((), (128, 128), False)
        return self._pixels.filmed(self.current, 0)

    def _drawn(self, pixels: Sequence[str], size: tuple[int, int], smooth: bool) -> Pixels:
        """What draws for this env; the renderer is loaded only here."""
        from casita.envs.pixels import Pixels

        return Pixels(self.scene, pixels, size, smooth)

    def _action(self, name: str, number: int) -> Action:
        if name not in self.choices:
            raise unknown("agent", name, self.choices)
        return self.choices[name].action(int(number), self.current)

    def _stepped(self, actions: list[Action]) -> Outcome:
        return self.recorder.step(actions) if self.recorder else step(self.current, actions, self.physics)

    def _reward(self) -> float:
        """The progress made since the last time."""
        if self.goal is None:
            return 0.0
        before, self._progress = self._progress, self.goal.progress(self.current)
        return self._progress - before

    def _said(self, outcome: Outcome) -> Int64s:
        """For each agent the number of the message that it has just said, from 1; 0 for none."""
        said = np.zeros(len(self.possible_agents), np.int64)
        for action in outcome.actions:
            if action.verb == "say":
                said[self.current.agent(action.agent)] = 1 + self.messages.index(action.text)
        return said

    def _answer(
        self, name: str, said: Int64s, action: Action | None = None, refusal: Refusal | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """What an agent observes now, and the info that goes with it."""
        slot = self.current.agent(name)
        seen = self._look(self.current, slot)
        into: dict[str, Any] = self.into.get(name, {})
        facts = self._facts.of(self.current, slot, seen.things)
        mask = self.choices[name].mask(facts, into.get("action_mask"))
        observation = self._observer.observation(self.current, slot, seen, said, into.get("objects"))
        observation["action_mask"] = mask
        if self._pixels:
            observation |= self._pixels.observation(self.current, slot)
        info: dict[str, Any] = {"action_mask": mask, "action": action, "refusal": refusal}
        if self._graph:
            from casita.world.graph import graph

            info["graph"] = graph(
                self.current, np.flatnonzero(seen.things).tolist(), np.flatnonzero(seen.agents).tolist()
            )
        return observation, info
