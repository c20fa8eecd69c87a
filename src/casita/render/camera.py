"""Cameras: an agent's eyes, a view over its shoulder, a plan from above, or anywhere."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real

import numpy as np

from casita.arrays import Float64s
from casita.errors import BadInput
from casita.geometry.outlines import bounding_box, inside
from casita.scenes.scene import Scene
from casita.world.posture import eye
from casita.world.state import State

Vector = tuple[float, float, float]

CLEAR = 0.15
"""Metres that a camera behind somebody keeps from the wall behind it."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Where a picture is taken from: metres, and degrees at the surface."""

    position: Vector
    yaw: float = 0.0
    """Direction of view seen from above, from +x."""
    pitch: float = 0.0
    """Positive looks down."""
    roll: float = 0.0
    """Positive leans to the right."""
    field_of_view: float = 90.0
    """Of the picture's height."""
    roof: bool = True
    """Whether roofs are drawn (not in a plan from above)."""
    body: int = -1
    """Slot of the agent whose eyes these are, whose own head and body are left out; -1 for none."""

    def __post_init__(self) -> None:
        if not isinstance(self.position, Sequence | np.ndarray) or len(self.position) != 3:
            raise BadInput(f"a camera's place is three numbers, x, y and z in metres; it is {self.position!r}")
        if not all(isinstance(value, Real) for value in (*self.position, self.yaw, self.pitch, self.roll)):
            raise BadInput(f"a camera's place is not a number: {self.position}, {self.yaw}, {self.pitch}, {self.roll}")
        if not 1.0 <= self.field_of_view <= 170.0:
            raise BadInput(f"a field of view is from 1 to 170 degrees, not {self.field_of_view}")
        if not all(map(math.isfinite, (*self.position, self.yaw, self.pitch, self.roll))):
            raise BadInput(f"a camera's place is not a number: {self.position}, {self.yaw}, {self.pitch}, {self.roll}")

    @property
    def axes(self) -> Float64s:
        """3 x 3: its right, up and backward directions as columns."""
        yaw, pitch, roll = (math.radians(a) for a in (self.yaw, self.pitch, self.roll))
        cy, sy, cp, sp, c, s = (wave(a) for a in (yaw, pitch, roll) for wave in (math.cos, math.sin))
        right, up, ahead = (sy, -cy, 0.0), (sp * cy, sp * sy, cp), (cp * cy, cp * sy, -sp)
        return np.array([(c * r - s * u, s * r + c * u, -a) for r, u, a in zip(right, up, ahead, strict=True)])

    @property
    def slope(self) -> float:
        """Tangent of half the field of view."""
        return math.tan(math.radians(self.field_of_view) / 2)


def eyes(state: State, agent: int) -> Camera:
    """What an agent sees."""
    return Camera(
        eye(state, agent),
        float(state.agents.yaw[agent]),
        float(state.agents.pitch[agent]),
        field_of_view=state.bodies[agent].field_of_view,
        body=agent,
    )


def looking(start: Vector, at: Vector, field_of_view: float = 60.0) -> Camera:
    """From a place to a place."""
    x, y, z = (b - a for a, b in zip(start, at, strict=True))
    flat = math.hypot(x, y)
    if flat == z == 0.0:
        raise BadInput(f"a camera cannot look at the place where it is: {start}")
    yaw = math.degrees(math.atan2(y, x)) if flat else 0.0
    return Camera(start, yaw, math.degrees(math.atan2(-z, flat)), field_of_view=field_of_view)


def over_shoulder(state: State, agent: int, back: float = 1.4, above: float = 0.7) -> Camera:
    """A third-person view: from behind and above an agent, who is in the picture; nearer if a wall is behind it."""
    x, y, z = eye(state, agent)
    yaw = math.radians(float(state.agents.yaw[agent]))
    ahead_x, ahead_y = math.cos(yaw), math.sin(yaw)
    outline = state.scene.rooms[int(state.agents.room[agent])].outline
    while back > 0.3 and not inside(outline, x - (back + CLEAR) * ahead_x, y - (back + CLEAR) * ahead_y):
        back -= 0.1
    start = (x - back * ahead_x, y - back * ahead_y, min(z + above, 2.4))
    return looking(start, (x + 0.8 * ahead_x, y + 0.8 * ahead_y, z - 0.5), 70.0)


def overhead(scene: Scene, room: str = "", shape: float = 1.0) -> Camera:
    """A plan from above, over the whole home or one room; `shape` is the picture's width over its height."""
    rooms = [r for r in scene.rooms if not room or r.id == room]
    if not rooms:
        raise BadInput(f"{scene.name} has no room {room!r}; it has {', '.join(r.id for r in scene.rooms)}")
    if not shape > 0.0:
        raise BadInput(f"a picture's width over its height is above 0, not {shape}")
    x0, y0, x1, y1 = home_box(scene, room)
    half = max((y1 - y0) / 2, (x1 - x0) / 2 / shape)
    top = max(r.height for r in rooms)
    view = 24.0
    away = half / math.tan(math.radians(view) / 2)
    return Camera(((x0 + x1) / 2, (y0 + y1) / 2, top + away), 90.0, 90.0, field_of_view=view, roof=False)


def home_box(scene: Scene, room: str = "", margin: float = 0.3) -> tuple[float, float, float, float]:
    """Lowest x and y, highest x and y of a home or one room, and a margin."""
    boxes = [bounding_box(r.outline) for r in scene.rooms if not room or r.id == room]
    x0, y0 = min(b[0] for b in boxes) - margin, min(b[1] for b in boxes) - margin
    return x0, y0, max(b[2] for b in boxes) + margin, max(b[3] for b in boxes) + margin


def corner(
    scene: Scene, room: str = "", turn: int = 0, height: float = 2.2, inset: tuple[float, float] = (0.2, 0.2)
) -> Camera:
    """A view of a room from one of the four corners of the rectangle around it, so many metres off its walls."""
    found = next((r for r in scene.rooms if not room or r.id == room), None)
    if found is None:
        raise BadInput(f"{scene.name} has no room {room!r}; it has {', '.join(r.id for r in scene.rooms)}")
    x0, y0, x1, y1 = bounding_box(found.outline)
    x, y = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))[turn % 4]
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    start = (
        x + math.copysign(inset[0], middle_x - x),
        y + math.copysign(inset[1], middle_y - y),
        min(height, found.height - 0.2),
    )
    return looking(start, (middle_x, middle_y, 0.75), 75.0)
