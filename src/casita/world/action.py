"""An action is what an agent asks for: a verb and what it is done to, with and where."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Action:
    """One request. Fields that the verb does not use stay empty."""

    agent: str
    verb: str
    object: str = ""
    """Id of the thing it is done to."""
    target: str = ""
    """Id of the thing, room or agent it is done to, at or with."""
    relation: str = ""
    """One of "on", "in" and "near": how the object shall be to the target."""
    liquid: str = ""
    direction: str = ""
    """One of "ahead", "back", "left" or "right", seen from the agent."""
    amount: float = 0.0
    """Metres, degrees, newtons or a fraction, as the verb says; 0 is its default."""
    text: str = ""
    """What is said."""
