"""Breaking: which impact breaks what, on what, and what a broken thing is like."""

from __future__ import annotations

import numpy as np

from casita.arrays import Float64s
from casita.catalog import catalog
from casita.scenes.kept import PerScene
from casita.world.edit import Edit
from casita.world.statics import NONE, Statics

FORGIVES = {"fabric": 4.0, "sponge": 4.0, "leather": 3.0, "rubber": 2.0, "wicker": 1.5, "paper": 1.5, "organic": 1.5}
"""How many times the speed that breaks it on a hard floor a thing stands when it hits these materials."""

UPHOLSTERED = 4.0
"""The same for what one lies on, whatever its frame is made of."""


def shatters(edit: Edit, slot: int, speed: float, other: int = NONE) -> bool:
    """Does an impact of this speed on another thing break a thing? NONE is a wall, as hard as a floor."""
    if not edit.known.can["break"][slot] or edit.broken[slot]:
        return False
    stands, forgives = _impact_rows(edit.known)
    return bool(speed > stands[slot] * (1.0 if other == NONE else forgives[other]))


@PerScene
def _impact_rows(known: Statics) -> tuple[Float64s, Float64s]:
    """By slot: the impact speed that it stands (4 m/s where its material says nothing), and how it forgives."""
    rows = [catalog().materials[thing.material].breaks_at for thing in known.things]
    stands = np.array([4.0 if row is None else row for row in rows])
    forgives = [UPHOLSTERED if kind.can("lie_on") else 1.0 for kind in known.kinds]
    soft = [max(own, FORGIVES.get(thing.material, 1.0)) for own, thing in zip(forgives, known.things, strict=True)]
    return stands, np.array(soft)


def shatter(edit: Edit, slot: int) -> None:
    """A broken thing spills, and holds nothing any more."""
    edit.write("broken")[slot] = True
    if edit.liquid[slot]:
        edit.drain(slot)
    if edit.on[slot]:
        edit.write("on")[slot] = False
