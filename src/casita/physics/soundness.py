"""Is a scene physically sound? All its loose things are let go, and those that do not stay are named."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from casita.physics.flight import flown
from casita.physics.model import built
from casita.physics.neighbourhood import around
from casita.scenes.scene import Scene
from casita.world.edit import Edit
from casita.world.starting import beginning

STAYS = 0.01
"""Metres that a thing may move and still count as having stayed."""

SECONDS = 1.0


class Shift(NamedTuple):
    """A thing that did not stay where a scene has it."""

    id: str
    metres: float


def settled(scene: Scene, seconds: float = SECONDS) -> tuple[Shift, ...]:
    """Let all loose things of a scene come to rest; those that moved more than a centimetre, the furthest first."""
    edit = Edit(beginning(scene))
    middle = edit.position[:, :2].mean(axis=0).tolist()
    near = around(edit, ((middle[0], middle[1]), (middle[0], middle[1])), 1000.0)._replace(people=())
    if not near.groups:
        return ()
    model = built(edit, near, max(room.height for room in scene.rooms), [group.slot for group in near.groups])
    flight = flown(model, np.zeros((len(near.groups), 6)), seconds)
    away = np.sqrt(((flight.track[-1, :, :3] - flight.track[0, :, :3]) ** 2).sum(axis=1)).tolist()
    shifts = [
        Shift(edit.known.ids[group.slot], round(metres, 4))
        for group, metres in zip(near.groups, away, strict=True)
        if metres > STAYS
    ]
    return tuple(sorted(shifts, key=lambda shift: (-shift.metres, shift.id)))
