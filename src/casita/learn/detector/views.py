"""Where pictures are taken from: anywhere in a home, or near a thing of some type, rarer types more often."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from casita.arrays import Float64s
from casita.catalog import ROOM_KINDS
from casita.learn.detector.labels import NEVER_BOXED
from casita.render.camera import Camera
from casita.scenes.fixed import room
from casita.seeds import Stream
from casita.world.edit import Edit
from casita.world.ground import free_nodes, ground
from casita.world.state import State

EYES = (1.15, 1.7)
"""Metres of a camera above the floor."""

NEAR = 2.0
"""Metres within which one stands before what is looked at."""

WIDE, NARROW = 90.0, 60.0
"""Degrees of the field of view: half of the pictures have the widest, the others any between the two."""

DOWN = (-5.0, 45.0)
"""Degrees down that one looks who looks anywhere."""

ASIDE = 18.0
"""Degrees by which what is looked at is off the middle, at most."""


class Views:
    """Cameras in a home as it is at some moment."""

    def __init__(self, state: State) -> None:
        self._state = state
        known, radius = state.statics, state.bodies[0].radius
        self._free = free_nodes(Edit(state), radius)
        self._ground = ground(known, radius)
        self._rooms = [number for number in range(len(known.rooms)) if len(self._standing(number))]
        by_type: dict[str, list[int]] = {}
        for slot in np.flatnonzero(state.objects.exists).tolist():
            name = known.kinds[slot].name
            if name not in NEVER_BOXED and int(state.objects.room[slot]) in self._rooms:
                by_type.setdefault(name, []).append(slot)
        self._things = list(by_type.values())
        weights = np.array([1.0 / math.sqrt(rooms_with().get(name, 1)) for name in by_type])
        self._shares = np.cumsum(weights) / weights.sum() if len(weights) else weights

    def anywhere(self, luck: Stream) -> Camera | None:
        """A camera that looks anywhere; None if one can stand nowhere."""
        if not self._rooms:
            return None
        places = self._standing(luck.choice(self._rooms))
        x, y = places[luck.below(len(places))].tolist()
        return self._camera(luck, x, y, luck.uniform(*EYES), luck.uniform(0.0, 360.0), luck.uniform(*DOWN))

    def at_something(self, luck: Stream) -> Camera | None:
        """A camera that looks at a thing of a random type, as one who came to do something with it."""
        if not self._things:
            return None
        slots = self._things[min(int(np.searchsorted(self._shares, luck.random())), len(self._things) - 1)]
        slot = luck.choice(slots)
        to = self._state.objects.position[slot] + (0.0, 0.0, self._state.statics.size[slot, 2] / 2)
        places = self._standing(int(self._state.objects.room[slot]))
        away = np.hypot(places[:, 0] - to[0], places[:, 1] - to[1])
        near = np.flatnonzero(away < NEAR)
        place = int(luck.choice(near.tolist())) if len(near) else int(away.argmin())
        x, y = places[place].tolist()
        eye = luck.uniform(*EYES)
        yaw = math.degrees(math.atan2(to[1] - y, to[0] - x)) + luck.uniform(-ASIDE, ASIDE)
        down = math.degrees(math.atan2(eye - float(to[2]), float(away[place]))) + luck.uniform(-ASIDE, ASIDE) / 1.5
        return self._camera(luck, x, y, eye, yaw, min(70.0, max(-30.0, down)))

    def _standing(self, number: int) -> Float64s:
        """n x 2: where one can stand in a room."""
        nodes = self._ground.nodes_of(number)
        ok = self._free[nodes.rows, nodes.columns]
        return np.stack([nodes.x[ok], nodes.y[ok]], 1).astype(np.float64)

    def _camera(self, luck: Stream, x: float, y: float, eye: float, yaw: float, pitch: float) -> Camera:
        field = WIDE if luck.chance(0.5) else luck.uniform(NARROW, WIDE)
        place = round(x, 4), round(y, 4), round(eye, 4)
        return Camera(place, round(yaw, 2), round(pitch, 2), field_of_view=round(field, 2))


@cache
def rooms_with() -> dict[str, int]:
    """In how many of the 80 rooms for training each type is."""
    found: dict[str, int] = {}
    for number in range(1, 21):
        for kind in ROOM_KINDS:
            for name in sorted({thing.type for thing in room(kind, number).things}):
                found[name] = found.get(name, 0) + 1
    return found
