"""The state that a thing is left in at some moment: full, dirty, half-eaten, broken, open, switched on."""

from __future__ import annotations

from casita.benchmarks.plausiblact.pictures.moments import Moment
from casita.catalog import ObjectType
from casita.scenes.scene import Condition, Thing
from casita.seeds import Stream

LEVELS = (0.25, 0.5, 0.75, 0.9, 0.9)
"""How full a vessel is that is not empty."""

LEFT = (0.5, 0.5, 0.2)
"""How much is left of food that was begun."""

COOKED = 0.3
"""Share of what can be cooked that is."""

FOR_FOOD = {
    "pan": ("soup", "water"), "plate": ("soup",), "slow_cooker": ("soup", "water"), "bowl": ("soup", "soup", "milk"),
    "mixing_bowl": ("soup", "milk", "water"),
}  # fmt: skip
"""Types that hold food rather than drink, and what they are filled with, half as often as cups."""

OPENED = {"cabinet", "drawer", "fridge", "dishwasher", "microwave", "dresser"}
"""Furniture that may stand open; doors and windows stay as they are."""

LID_OPEN = {"box": 0.5, "pencil_case": 0.4, "ring_binder": 0.4, "book": 0.4, "slow_cooker": 0.5}
"""Share of loose things with a lid or a cover that are open, whatever the moment."""


def condition_of(thing: Thing, moment: Moment, luck: Stream) -> Condition:
    """How a thing is left; every question draws once, so that one answer does not move the luck of the next."""
    kind, start = thing.kind, thing.start
    full, dirty, begun, broken, cooked = (luck.chance(share) for share in _shares(kind, moment))
    liquids = FOR_FOOD.get(kind.name, kind.liquids)
    liquid = luck.choice(liquids) if liquids else ""
    level, left, used = luck.choice(LEVELS), luck.choice(LEFT), luck.uniform(0.05, 1.0)
    opened = luck.chance(LID_OPEN.get(thing.type, moment.open))
    start = start.replace(liquid="", level=0.0, dirty=dirty, broken=broken, cooked=cooked)
    if full and liquid and not broken:
        start = start.replace(liquid=liquid, level=level)
    if kind.can("eat"):
        start = start.replace(amount=left if begun and not broken else 1.0)
    elif kind.can("use_up"):
        start = start.replace(amount=round(used, 2))
    if thing.type in OPENED or thing.type in LID_OPEN:
        start = start.replace(openness=1.0 if opened else 0.0)
    return start


def _shares(kind: ObjectType, moment: Moment) -> tuple[float, float, float, float, float]:
    """How likely a type is full, dirty, begun, broken and cooked."""
    full = moment.full * (0.5 if kind.name in FOR_FOOD else 1.0)
    return (
        full if kind.can("fill") and kind.is_loose else 0.0,
        moment.dirty if kind.can("dirty") else 0.0,
        moment.eaten if kind.can("eat") else 0.0,
        moment.broken if kind.can("break") else 0.0,
        COOKED if kind.can("cook") else 0.0,
    )
