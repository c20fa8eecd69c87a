"""The lights of a home in a state: ceiling lights by their switches, lamps that are on, the sun."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from casita.geometry.outlines import bounding_box
from casita.products import length
from casita.render.raster.arrays import Lights
from casita.render.structure import lamp_place, towards_sun
from casita.scenes.scene import Room, Scene
from casita.world.state import State
from casita.world.statics import Statics

AMBIENT = (0.5, 0.2)
"""Light from everywhere in a room whose ceiling light is on, and in one where it is off."""

DAYLIGHT = 0.12
"""What windows add to that by day."""

SKY = 0x00F0DCC0
"""Packed colour of the sky: a pale blue."""

CEILING, SUN, LAMP = 0.5, 0.45, 0.6
"""Strength of a ceiling light in a room whose `light` is 1, of the sun, and of a table or floor lamp."""

SPOT = 0.38
"""Metres of radius of the dark spot under somebody."""

MARGIN = 1.0
"""Metres around a home that the sun's shadows cover."""


class Brightness(NamedTuple):
    """Factors of the light that a home has: as when a cloud passes, or lamps flicker."""

    ambient: float = 1.0
    ceiling: float = 1.0
    sun: float = 1.0

    def of(self, found: Lights) -> Lights:
        """The same lights, brighter or darker; where they hang and what they cast stays."""
        return found._replace(
            ambient=found.ambient * np.float32(self.ambient),
            strength=found.strength * np.float32(self.ceiling),
            sun_strength=found.sun_strength * np.float32(self.sun),
        )


def lights(state: State) -> Lights:
    """The lights of a state. The row after the last room is the outside."""
    scene, fixed = state.scene, state.statics
    rooms = scene.rooms
    lit = room_lit(state)
    windows = [any(t.type == "window" and t.place.of == room.id for t in scene.things) for room in rooms]
    day = scene.light.strength
    ambient = [
        AMBIENT[0 if on else 1] + DAYLIGHT * day * (1.0 if seen else 0.3) for on, seen in zip(lit, windows, strict=True)
    ]
    places = [lamp_place(room) for room in rooms]
    reach = [_reach(scene, number) for number in range(len(rooms))]
    lamps, first = _lamps(state, fixed)
    sun, half = _sun(scene)
    return Lights(
        ambient=np.array([*ambient, 0.7], np.float32),
        ceiling=np.array([*places, (0.0, 0.0, 50.0)], np.float32),
        strength=np.array(
            [*(CEILING * room.light if on else 0.0 for room, on in zip(rooms, lit, strict=True)), 0.0], np.float32
        ),
        reach=np.array([*reach, 1.0], np.float32),
        lamp=lamps,
        lamp_first=first,
        box=np.array([*map(_box, rooms), (0.0,) * 6], np.float32),
        spot=np.array([[0.0, 0.0, SPOT, -1.0] for _ in state.names], np.float32).reshape(-1, 4),
        sun=sun,
        sun_strength=np.array([*(SUN * day if w else 0.0 for w in windows), SUN * day], np.float32),
        sun_half=half,
        sky=SKY,
    )


def room_lit(state: State) -> list[bool]:
    """By room: is its ceiling light on? A room without a switch is always lit."""
    switches: dict[str, list[bool]] = {}
    for slot, thing in enumerate(state.scene.things):
        if thing.type == "light_switch":
            for name in thing.controls:
                switches.setdefault(name, []).append(bool(state.objects.on[slot]))
    return [any(switches.get(room.id, [True])) for room in state.scene.rooms]


def _box(room: Room) -> tuple[float, ...]:
    """The lowest and the highest corner of a room."""
    x0, y0, x1, y1 = bounding_box(room.outline)
    return x0, y0, 0.0, x1, y1, room.height


def _reach(scene: Scene, number: int) -> float:
    """Tangent of half the angle from a ceiling light straight down to the farthest wall's foot."""
    room = scene.rooms[number]
    x, y, z = lamp_place(room)
    x0, y0, x1, y1 = bounding_box(room.outline)
    return max(x - x0, x1 - x, y - y0, y1 - y) / z * 1.02


def _lamps(state: State, fixed: Statics) -> tuple[np.ndarray, np.ndarray]:
    """Position and strength of the lamps that are on, by room, and where each room's begin."""
    count = len(state.scene.rooms)
    by_room: list[list[tuple[float, float, float, float]]] = [[] for _ in range(count + 1)]
    now = state.objects
    for slot in np.flatnonzero(now.on & now.exists & fixed.can["lights"]).tolist():
        if fixed.things[slot].type != "light_switch" and not now.broken[slot]:
            x, y, z = now.position[slot].tolist()
            by_room[int(now.room[slot])].append((x, y, z + 0.8 * float(fixed.size[slot, 2]), LAMP))
    first = np.cumsum([0, *map(len, by_room)]).astype(np.int32)
    rows = [row for rows in by_room for row in rows]
    return np.array(rows, np.float32).reshape(-1, 4), first


def _sun(scene: Scene) -> tuple[np.ndarray, float]:
    """The sun's direction and the square that its shadow map covers."""
    towards = np.array(towards_sun(scene.light.azimuth, scene.light.elevation))
    right = np.cross((0.0, 0.0, 1.0), towards)
    long = length(right)
    right = right / long if long > 1e-6 else np.array((1.0, 0.0, 0.0))
    up = np.cross(towards, right)
    boxes = [bounding_box(room.outline) for room in scene.rooms]
    low = np.array((min(b[0] for b in boxes), min(b[1] for b in boxes), 0.0))
    high = np.array((max(b[2] for b in boxes), max(b[3] for b in boxes), max(r.height for r in scene.rooms)))
    half = math.sqrt(float(((high - low) ** 2).sum())) / 2 + MARGIN
    return np.concatenate([towards, right, up, (low + high) / 2]).astype(np.float32), half
