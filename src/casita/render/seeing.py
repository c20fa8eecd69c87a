"""What an agent sees by pixels: whatever shows in a picture from its eyes, through glass too."""

from __future__ import annotations

import numpy as np

from casita.arrays import Int64s
from casita.render.camera import eyes
from casita.render.renderer import Renderer
from casita.world.seen import Sight, in_hands
from casita.world.state import State

SIDE = 300
"""Side in pixels of the picture that decides."""


def sight_by_pixels(renderer: Renderer, state: State, agent: int, least: int = 1, side: int = SIDE) -> Sight:
    """Which things and agents cover at least so many pixels of what an agent sees.

    What is behind glass counts, and so does the glass. An agent always sees itself and what it holds.
    """
    counts = pixel_counts(renderer, state, agent, side)
    things = len(state.objects.exists)
    first = renderer.stage.outside_id + 1
    agents = counts[first : first + len(state.names)] >= least
    agents[agent] = True
    return Sight((counts[:things] >= least) | in_hands(state, agent), agents)


def pixel_counts(renderer: Renderer, state: State, agent: int, side: int = SIDE) -> Int64s:
    """By id (objects first, then shells of rooms, the outside and agents): pixels it covers, glass looked through."""
    camera = eyes(state, agent)
    total = renderer.stage.outside_id + 1 + len(state.names)
    with_glass, without = (
        renderer.look(state, camera, (side, side), ("ids",), glass=glass).ids.reshape(-1) + 1 for glass in (True, False)
    )
    return np.maximum(np.bincount(with_glass, minlength=total + 1), np.bincount(without, minlength=total + 1))[1:]
