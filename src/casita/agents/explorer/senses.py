"""What the explorer works from: where it is, what it feels and what it sees; and who tells it what it sees."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Protocol

from casita.arrays import Float32s, Float64s
from casita.world.located import LocatedThing

Floats = Float64s


class Pose(NamedTuple):
    """Where the robot is, in metres and degrees, counted from where it began."""

    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0
    pitch: float = 0.0
    """Degrees that the head looks down."""


STEP, TURN = 0.25, 15.0
"""Metres and degrees of one action of the base; the head turns by as many degrees."""


def reckoned(pose: Pose, verb: str) -> Pose:
    """Where the robot is after an action that was done, by dead reckoning: it moves exactly."""
    if verb in ("move_ahead", "move_back"):
        sign, angle = (STEP if verb == "move_ahead" else -STEP), math.radians(pose.yaw)
        return pose._replace(x=pose.x + sign * math.cos(angle), y=pose.y + sign * math.sin(angle))
    if verb in ("turn_left", "turn_right"):
        turned = pose.yaw + (TURN if verb == "turn_left" else -TURN)
        return pose._replace(yaw=(turned + 180.0) % 360.0 - 180.0)
    return pose


class Seen(LocatedThing, frozen=True):
    """One thing as perception gives it, located in the frame of `Pose`."""

    id: str
    """The same for the same thing."""
    type: str
    sure: float = 1.0
    """From 0 to 1: how sure perception is that it is there, whatever it is."""
    types: tuple[tuple[str, float], ...] = ()
    """All types that it may be of, the likeliest first, and how likely each is; empty if there is no doubt."""
    whole: bool = True
    """Does all of it show, as far as the edge of the picture is concerned?"""

    def chance(self, type: str) -> float:
        """How likely it is of a type."""
        return float(type == self.type) if not self.types else dict(self.types).get(type, 0.0)


class View(NamedTuple):
    """One look: from where, how far everything is, and what shows."""

    pose: Pose
    depth: Float32s | None
    """height x width: metres along the direction of view; 0 where there is nothing."""
    things: tuple[Seen, ...]


class Sense(NamedTuple):
    """What the explorer has at one step."""

    pose: Pose
    joints: tuple[float, ...]
    felt: str = ""
    refused: str = ""
    left: int = 0
    """Steps until the phase ends."""
    view: View | None = None
    """What it sees, if it wanted to look."""


class Perceiver(Protocol):
    """Tells what shows in a picture: by a detector, or by privilege."""

    def view(self, observation: Any, pose: Pose) -> View:
        """What an observation with a picture shows, seen from a pose."""
