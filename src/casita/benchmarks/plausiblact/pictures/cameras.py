"""Cameras as people hold them: somebody stands or crouches on free floor, leans in, and frames a thing by hand."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from casita.arrays import Float64s
from casita.products import product
from casita.render.camera import Camera, looking
from casita.seeds import Stream
from casita.world.bodies import BODIES, USUAL_BODY
from casita.world.edit import Edit
from casita.world.ground import free_nodes, ground
from casita.world.stance import matrix_of
from casita.world.state import State

SIZES = ((448, 336),) * 6 + ((336, 448),) * 3 + ((384, 384),)
"""Widths and heights of pictures, as often as they are."""

AWAY = (0.35, 2.4)
"""Metres, seen from above, from where somebody stands to the middle of the thing."""

LEAN = 0.5
"""Metres that the camera may be held before whoever stands there."""

NEAREST = 0.28
"""Metres from the camera to the thing, seen from above, at the least."""

STANDING, CROUCHING, LOW = (1.15, 1.75), (0.55, 1.1), 0.55
"""Heights of the camera in metres; people often crouch for what is lower than the last."""

PITCHES = (-5.0, 72.0)
"""Degrees that a camera looks down."""

COVERED = (0.035, 0.5)
"""Share of the picture that the rectangle around the thing shall cover; drawn evenly on a scale of ratios."""

LENSES = (20.0, 74.0)
"""Degrees of the picture's height, from a close lens to a wide one."""

OFF_CENTRE = 0.3
"""How far from the middle of the picture the thing may be, in shares of half of its free space."""

CORNERS = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0.0, 1.0)])


class View(NamedTuple):
    """A camera and the size of its picture."""

    camera: Camera
    size: tuple[int, int]


def free_floor(state: State, room: int) -> Float64s:
    """Places of a room where somebody can stand, n x 2."""
    radius = BODIES[USUAL_BODY].radius
    here = ground(state.statics, radius)
    rows, columns = np.nonzero(free_nodes(Edit(state), radius) & (here.room == room))
    points = [here.point(row, column) for row, column in zip(rows.tolist(), columns.tolist(), strict=True)]
    return np.array(points).reshape(-1, 2)


def corners_of(state: State, slot: int) -> Float64s:
    """The eight corners of a thing's box in space."""
    turned = product(CORNERS * state.statics.size[slot], matrix_of(state.objects.rotation[slot]).T)
    found: Float64s = turned + state.objects.position[slot]
    return found


def view_of(corners: Float64s, floor: Float64s, luck: Stream) -> View | None:
    """A view of a thing from some place that somebody can stand at; None if there is none in this draw."""
    middle = corners.mean(0)
    away = np.hypot(*(floor - middle[:2]).T) if len(floor) else np.zeros(0)
    near = floor[(away >= AWAY[0]) & (away <= AWAY[1])]
    if not len(near):
        return None
    x, y = near[luck.below(len(near))].tolist()
    heights = CROUCHING if middle[2] < LOW and luck.chance(0.6) else STANDING
    height = luck.uniform(*heights)
    flat = math.hypot(middle[0] - x, middle[1] - y)
    half = float(np.ptp(corners[:, :2], axis=0).max()) / 2
    lean = max(0.0, min(luck.uniform(0.0, LEAN), flat - NEAREST - half))
    start = (x + lean * (middle[0] - x) / flat, y + lean * (middle[1] - y) / flat, height)
    size = SIZES[luck.below(len(SIZES))]
    share = math.exp(luck.uniform(math.log(COVERED[0]), math.log(COVERED[1])))
    shift = luck.uniform(-OFF_CENTRE, OFF_CENTRE), luck.uniform(-OFF_CENTRE, OFF_CENTRE)
    roll = luck.uniform(-3.0, 3.0) if luck.chance(0.85) else luck.uniform(-12.0, 12.0)
    camera = framed(start, corners, size[0] / size[1], share, shift)
    if camera is None or not PITCHES[0] <= camera.pitch <= PITCHES[1]:
        return None
    place = tuple(round(value, 3) for value in camera.position)
    angles = {"yaw": camera.yaw, "pitch": camera.pitch, "roll": roll, "field_of_view": camera.field_of_view}
    return View(Camera(place, **{name: round(value, 2) for name, value in angles.items()}), size)  # type: ignore[arg-type]


def framed(
    start: tuple[float, float, float],
    corners: Float64s,
    shape: float,
    share: float,
    shift: tuple[float, float],
) -> Camera | None:
    """A camera that shows some corners as so large a share of its picture, a little off its middle."""
    camera = looking(start, tuple(corners.mean(0).tolist()), 60.0)
    spans = tangents(camera, corners)
    if spans is None:
        return None
    width, height = (spans[1] - spans[0]).tolist()
    slope = math.sqrt(width * height / (4.0 * share * shape))
    least, most = (math.tan(math.radians(angle) / 2) for angle in LENSES)
    slope = min(max(slope, least), most)
    across, along = ((spans[0] + spans[1]) / 2).tolist()
    across += shift[0] * max(0.0, slope * shape - width / 2)
    along += shift[1] * max(0.0, slope - height / 2)
    right, up, back = camera.axes.T
    x, y, z = (np.array(start) - back + across * right + along * up).tolist()
    aimed = looking(start, (x, y, z), 60.0)
    return Camera(start, aimed.yaw, aimed.pitch, field_of_view=2.0 * math.degrees(math.atan(slope)))


def tangents(camera: Camera, points: Float64s) -> tuple[Float64s, Float64s] | None:
    """Lowest and highest tangents, to the right and up, at which a camera sees points; None if one is beside it."""
    flat = seen_at(camera, points)
    return None if flat is None else (flat.min(0), flat.max(0))


def seen_at(camera: Camera, points: Float64s) -> Float64s | None:
    """Tangents, to the right and up, at which a camera sees each point; None if one is not before it."""
    x, y, back = product(points - camera.position, camera.axes).T
    if back.max() > -0.05:
        return None
    found: Float64s = np.column_stack([x, y]) / -back[:, None]
    return found
