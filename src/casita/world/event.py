"""An event is what happened, in the roles of Env-QA's answers."""

from __future__ import annotations

from typing import NamedTuple


class Event(NamedTuple):
    """One change of the world, done by an agent or following from something."""

    tick: int
    actor: str
    """Name of the agent; empty for a consequence."""
    verb: str
    object: str
    relation: str = ""
    target: str = ""
    adjective: str = ""
    """What the object became: "open", "dirty", "broken", "full of coffee"."""
    cause: str = ""
    """For a consequence: the rule that it follows from."""
    text: str = ""
    """What was said."""


class Motion(NamedTuple):
    """How one thing or agent moved during a step, for video, play and VR."""

    mover: str
    """Id of the thing or name of the agent."""
    times: tuple[float, ...]
    """Shares of the step, from 0 to 1."""
    positions: tuple[tuple[float, float, float], ...]
    """Metres, one for each time."""
    yaws: tuple[float, ...]
    """Degrees, one for each time."""
    rotations: tuple[tuple[float, float, float, float], ...] = ()
    """Unit quaternions (w, x, y, z), one for each time, where it tumbled; none where it stayed upright."""
    seconds: float = 0.0
    """How long it really took, where physics knows."""
