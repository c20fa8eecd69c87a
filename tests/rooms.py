"""Fixed rooms of v2 that tests act in, by what stands where in them."""

from __future__ import annotations

import casita
from casita.scenes.scene import Scene

OPEN_KITCHEN = 9
"""Number of the kitchen where what tests take up stands free: its mug is clean and empty, mug, plate and tomato are on
a counter top, the bread is on the dining table, and two chairs stand there."""

FULL_FRIDGE = 12
"""Number of the kitchen where mug and plate are shut in cabinets, and apple, tomato and egg in the fridge."""


def open_kitchen() -> Scene:
    """The kitchen where what tests take up stands free."""
    return casita.room("kitchen", OPEN_KITCHEN)


def kitchen_with_a_full_fridge() -> Scene:
    """The kitchen where fridge and cabinets hold what is elsewhere on the counter."""
    return casita.room("kitchen", FULL_FRIDGE)
