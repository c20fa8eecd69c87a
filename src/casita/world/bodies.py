"""The bodies that agents have: typed rows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Body:
    """What one kind of agent's body is like. Metres and degrees."""

    name: str
    hands: int
    radius: float
    height: float
    eye_height: float
    field_of_view: float
    reach: float
    """Seen from above, from its middle to the middle of a thing it can take."""
    step: float
    """Of one move ahead, back or sideways."""
    turn: float
    look: float
    """Of one look up or down."""
    stride: float
    """Of one step of walking to something."""
    carry: tuple[float, float]
    """How far in front of the body and how high a held thing is."""
    has_arm: bool = False


BODIES = {
    body.name: body
    for body in (
        Body("thor", 1, 0.2, 1.8, 1.55, 90.0, 1.5, 0.25, 90.0, 30.0, 1.0, (0.45, 1.1)),
        Body("person", 2, 0.25, 1.75, 1.6, 90.0, 1.5, 0.25, 15.0, 15.0, 1.0, (0.45, 1.1)),
        Body("robot", 1, 0.2, 1.3, 1.2, 90.0, 1.5, 0.25, 15.0, 15.0, 1.0, (0.5, 0.9), has_arm=True),
    )
}
"""AI2-THOR's agent with one hand, VirtualHome's person with two, EXCALIBUR's robot with an arm."""

USUAL_BODY = "thor"
"""What agents have whose body nobody names."""
