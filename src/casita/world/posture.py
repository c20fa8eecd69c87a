"""How high an agent's eyes and head are: standing, or sitting on something.

Whoever looks through an agent's eyes, by rays or by pixels, asks here. Somebody who sits stays where
they stood before the seat, so that standing up needs no free place; only their eyes and head come down.
"""

from __future__ import annotations

from casita.world.state import State
from casita.world.statics import NONE

TORSO = 0.48
"""How high above a seat the eyes of somebody who sits are, as a share of their height when standing."""

TOILET_SEAT = 0.45
"""How high a toilet's seat is, as a share of the toilet; things are put on its tank."""


def seat_height(state: State, seat: int) -> float:
    """Metres above the floor of where one sits on a thing: the lowest of the surfaces that it has."""
    known = state.statics
    bottom, height = float(state.objects.position[seat, 2]), float(known.size[seat, 2])
    if known.kinds[seat].name == "toilet":
        return bottom + TOILET_SEAT * height
    return bottom + min((spot.z for spot in known.spots[seat] if spot.relation == "on"), default=height)


def eye_height(state: State, agent: int) -> float:
    """Metres of an agent's eyes above the floor, now; never higher than when standing."""
    standing = state.bodies[agent].eye_height
    seat = int(state.agents.seat[agent])
    return standing if seat == NONE else min(standing, round(seat_height(state, seat) + TORSO * standing, 4))


def head_height(state: State, agent: int) -> float:
    """Metres of the top of an agent's head above the floor, now."""
    body = state.bodies[agent]
    return body.height - body.eye_height + eye_height(state, agent)


def eye(state: State, agent: int) -> tuple[float, float, float]:
    """Where an agent's eye is."""
    x, y = state.agents.position[agent].tolist()
    return x, y, eye_height(state, agent)
