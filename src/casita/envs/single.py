"""The world as a Gymnasium env: the one-agent view of the ParallelEnv."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from casita.arrays import Uint8s
from casita.envs.choices import Choices
from casita.envs.parallel import ParallelHomeEnv
from casita.envs.spaces import Observation
from casita.scenes.scene import Scene
from casita.world.state import State

AGENT = "agent"
"""The name of the only agent."""


class HomeEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One agent in a home; takes the options of `ParallelHomeEnv`."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 8}  # noqa: RUF012

    def __init__(self, scene: Scene, body: str = "thor", **options: Any) -> None:
        self.home = ParallelHomeEnv(scene, {AGENT: body}, **options)
        self.observation_space = self.home.observation_space(AGENT)
        self.action_space = self.home.action_space(AGENT)
        self.render_mode = self.home.render_mode

    @property
    def choices(self) -> Choices:
        """The table of actions."""
        return self.home.choices[AGENT]

    @property
    def current(self) -> State:
        """The state of the world."""
        return self.home.current

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode: that of a seed, or the next one after it."""
        super().reset(seed=seed)
        observations, infos = self.home.reset(seed, options)
        return observations[AGENT], infos[AGENT]

    def render(self) -> Uint8s | None:
        """A picture over the agent's shoulder, if the env was made with render_mode="rgb_array"."""
        return self.home.render()

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, by its number in the table."""
        observations, rewards, over, cut, infos = self.home.step({AGENT: int(action)})
        return observations[AGENT], rewards[AGENT], over[AGENT], cut[AGENT], infos[AGENT]
