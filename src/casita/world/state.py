"""A state is a value: a shared scene, and columns of numbers indexed by object and agent slot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casita.scenes.scene import Scene

NOWHERE = -1
"""In `carrier` and `held_by`: no thing, no agent."""


@dataclass(frozen=True, slots=True)
class ObjectColumns:
    """What can change about objects; row i is slot i. Slots of slices are reserved at load.

    Arrays are read-only and shared between states; a step copies only the columns it writes.
    """

    exists: NDArray[np.bool_]
    """False for a slice not yet cut and for a whole that has been cut up."""
    position: NDArray[np.float64]
    """n x 3, metres, on the 0.1 mm lattice: the middle of the box's bottom."""
    rotation: NDArray[np.float64]
    """n x 4 unit quaternions (w, x, y, z), on the lattice."""
    carrier: NDArray[np.int32]
    """Slot of the thing it is on or in, or is part of."""
    spot: NDArray[np.int16]
    """Index of the surface or cavity of its carrier that it is on or in."""
    held_by: NDArray[np.int16]
    """Slot of the agent that holds it."""
    room: NDArray[np.int16]
    openness: NDArray[np.float32]
    """0 is closed, 1 is open as far as it goes."""
    on: NDArray[np.bool_]
    dirty: NDArray[np.bool_]
    broken: NDArray[np.bool_]
    cooked: NDArray[np.bool_]
    liquid: NDArray[np.int8]
    """Index of the liquid in it; 0 is none."""
    level: NDArray[np.float32]
    """How full it is, from 0 to 1."""
    amount: NDArray[np.float32]
    """How much of it is left, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class AgentColumns:
    """What can change about agents; row i is agent slot i."""

    position: NDArray[np.float64]
    """n x 3, metres: where they stand."""
    yaw: NDArray[np.float64]
    """Radians from +x."""
    pitch: NDArray[np.float64]
    """Radians; positive looks down."""
    hands: NDArray[np.int32]
    """n x 2: slot of the thing in the left and right hand."""
    seat: NDArray[np.int32]
    """Slot of the thing the agent sits on."""
    joints: NDArray[np.float64]
    """n x 6: arm joints in radians."""
    grip: NDArray[np.float64]
    """Grip force in newtons."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that is true at one moment. Keeping, comparing and restoring one is cheap."""

    scene: Scene
    objects: ObjectColumns
    agents: AgentColumns
    names: tuple[str, ...]
    """Names of the agents, by slot."""
    tick: int = 0
    seed: int = 0
    """Every draw in a step is keyed by (seed, tick, agent, purpose)."""
