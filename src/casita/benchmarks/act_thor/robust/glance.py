"""Looks that differ as two looks of a head do: the camera moves a little, the light changes, the exposure follows.

Each picture of the configuration `robust`, before or after, has a glance of its own, drawn from the seed and the
picture's key. So where two pictures differ says little: all edges have moved. The first glance counts in which the
thing is seen and, after an action, what the action changed: the state before is drawn with the same glance, and the two
must differ by as many pixels as cleaning asks for.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from casita.arrays import Uint8s
from casita.benchmarks.act_thor.collecting.cleaning import CHANGED, SEEN
from casita.benchmarks.act_thor.collecting.trials import SIZE, Seen, camera_of, pixels_apart, remains
from casita.protocols import Picture
from casita.render import Camera, Renderer
from casita.render.lighting import Brightness
from casita.seeds import stream
from casita.world.state import State

ASIDE, UP = 0.06, 0.03
"""Metres that the head moves at most: ahead and aside, and up and down."""

YAW, PITCH, ZOOM = 8.0, 5.0, 3.0
"""Degrees that it turns and tilts at most, and by which the field of view differs at most."""

AMBIENT, CEILING, SUN = 0.15, 0.2, 0.4
"""How much brighter or darker the light in a room, its ceiling light and the sun are at most, as shares."""

STOPS, WARMTH = 0.5, 0.03
"""How far the exposure is off at most, in stops, and the share by which red is stronger and blue weaker."""

GAMMA = 2.2
"""Of the pictures' colours."""

TRIES = 8
"""Glances that are drawn for one picture, until one shows what it should."""


class Glance(NamedTuple):
    """How one look differs from that of the robot that stands still."""

    ahead: float
    aside: float
    up: float
    """Metres that the camera has moved."""
    yaw: float
    pitch: float
    field_of_view: float
    """Degrees that it has turned, and by which it sees wider."""
    light: Brightness
    stops: float
    warmth: float


def drawn_glance(seed: int, key: str, number: int) -> Glance:
    """The glance of this number for the picture of a key."""
    luck = stream(seed, "act_thor", "glance", key, number)

    def off(most: float) -> float:
        return round(luck.uniform(-most, most), 4)

    return Glance(
        off(ASIDE), off(ASIDE), off(UP), off(YAW), off(PITCH), off(ZOOM),
        Brightness(1.0 + off(AMBIENT), 1.0 + off(CEILING), 1.0 + off(SUN)), off(STOPS), off(WARMTH),
    )  # fmt: skip


def moved(camera: Camera, glance: Glance) -> Camera:
    """The camera after a head's move."""
    x, y, z = camera.position
    turn = math.radians(camera.yaw)
    c, s = math.cos(turn), math.sin(turn)
    place = (x + c * glance.ahead - s * glance.aside, y + s * glance.ahead + c * glance.aside, z + glance.up)
    return Camera(
        place,
        camera.yaw + glance.yaw,
        camera.pitch + glance.pitch,
        field_of_view=camera.field_of_view + glance.field_of_view,
        body=camera.body,
    )


def exposed(picture: Picture, glance: Glance) -> Picture:
    """The picture with the glance's exposure and warmth; what is too bright is white."""
    gain = 2.0 ** (glance.stops / GAMMA)
    levels = np.arange(256, dtype=np.float64)
    tables: list[Uint8s] = [
        np.minimum(np.rint(levels * gain * colour), 255.0).astype(np.uint8)
        for colour in (1.0 + glance.warmth, 1.0, 1.0 - glance.warmth)
    ]
    return np.stack([table[picture[..., place]] for place, table in enumerate(tables)], axis=-1)


def looked(renderer: Renderer, state: State, object: str, glance: Glance) -> Seen:
    """What the robot sees of a state at a glance, and of a thing or what has become of it."""
    camera = moved(camera_of(state), glance)
    frame = renderer.look(state, camera, SIZE, ("rgb", "ids"), smooth=True, brightness=glance.light)
    return Seen(exposed(frame.rgb, glance), int(np.isin(frame.ids, remains(state, object)).sum()))


class Look(NamedTuple):
    """A picture of `robust`."""

    picture: Picture
    seen: int
    """Pixels of the thing, or of what has become of it."""
    changed: int
    """Pixels by which it differs from what the same glance shows of the state before; 0 of a picture before."""


def first_look(
    renderer: Renderer, seed: int, key: str, state: State, before: State | None = None, object: str = ""
) -> Look | None:
    """The first glance at a state that shows the thing and, after an action, what has changed since `before`.

    None if none of them does. The thing is that of the key, if no other is named.
    """
    object = object or key.split("/")[1]
    for number in range(TRIES):
        glance = drawn_glance(seed, key, number)
        now = looked(renderer, state, object, glance)
        if now.seen < SEEN:
            continue
        if before is None:
            return Look(now.picture, now.seen, 0)
        changed = pixels_apart(_from_there(renderer, before, state, glance), now.picture)
        if changed >= CHANGED:
            return Look(now.picture, now.seen, changed)
    return None


def _from_there(renderer: Renderer, before: State, after: State, glance: Glance) -> Picture:
    """The state before, seen with the camera of the look after."""
    camera = moved(camera_of(after), glance)
    rgb = renderer.look(before, camera, SIZE, ("rgb",), smooth=True, brightness=glance.light).rgb
    return exposed(rgb, glance)
