"""Pictures as observations: what an agent's eyes see, as any of colours, depth and ids, in any size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces

from casita.arrays import Uint8s
from casita.envs.spaces import FAR, MANY, Observation
from casita.errors import BadInput, unknown
from casita.render import Renderer, eyes, over_shoulder
from casita.render.renderer import checked_size
from casita.scenes.scene import Scene
from casita.world.state import State

KINDS = ("rgb", "depth", "ids")

FILMED = (480, 360)
"""Size in pixels of what `render` gives."""


class Pixels:
    """Draws what agents of one home see."""

    def __init__(self, scene: Scene, kinds: Sequence[str], size: tuple[int, int], smooth: bool = False) -> None:
        if isinstance(kinds, str):
            raise BadInput(f"pixels are kinds of pictures, such as ('rgb', 'depth'), not {kinds!r}")
        for kind in kinds:
            if kind not in KINDS:
                raise unknown("kind of picture", kind, KINDS)
        self.kinds, self.size, self._smooth = tuple(kinds), checked_size(size), smooth
        self._scene = scene
        width, height = self.size
        boxes: dict[str, spaces.Space[Any]] = {
            "rgb": spaces.Box(0, 255, (height, width, 3), np.uint8),
            "depth": spaces.Box(0.0, FAR, (height, width), np.float32),
            "ids": spaces.Box(-1, MANY, (height, width), np.int32),
        }
        self.space = {kind: boxes[kind] for kind in self.kinds}

    @cached_property
    def _renderer(self) -> Renderer:
        """Made when the first picture is: whoever only asks for the spaces need not wait for it."""
        return Renderer(self._scene)

    def observation(self, state: State, agent: int) -> Observation:
        """What an agent's eyes see."""
        frame = self._renderer.look(state, eyes(state, agent), self.size, self.kinds, smooth=self._smooth)
        return {kind: getattr(frame, kind) for kind in self.kinds}

    def filmed(self, state: State, agent: int) -> Uint8s:
        """A picture for people, over an agent's shoulder."""
        return self._renderer.look(state, over_shoulder(state, agent), FILMED, ("rgb",), smooth=True).rgb
