"""The states things start in: what is open, on, dirty, filled or half used."""

from __future__ import annotations

from casita.scenes.check import misplaced
from casita.scenes.scene import Condition, Scene, Thing
from casita.seeds import Stream

OPEN_AT_START = {"laptop": 0.6, "blinds": 0.7, "shower_curtain": 0.7}
"""How likely a type is open at the start; containers are closed."""

ON_AT_START = {
    "light_switch": 1.0,
    "floor_lamp": 0.3,
    "desk_lamp": 0.3,
    "television": 0.2,
    "laptop": 0.3,
    "candle": 0.1,
}
"""How likely a type is on at the start."""

DIRTY_AT_START = 0.15
FILLED_AT_START = 0.2
"""How likely a thing is dirty, or full of one of its liquids, if it can be."""

EMPTY_AT_START = {"plate", "pan"}
"""Types that can be filled, but stand about empty."""


def set_conditions(scene: Scene, luck: Stream) -> Scene:
    """Draw the starting state of every thing, each from a stream of its own; what has no space to open stays closed."""
    crowded = {thing.place.of for thing in scene.things if thing.place.relation in ("on", "in")}
    things = tuple(
        thing.replace(start=_drawn(thing, thing.id in crowded, luck.child(thing.id))) if _varies(thing) else thing
        for thing in scene.things
    )
    opened = {new.id for old, new in zip(scene.things, things, strict=True) if new.openness > old.openness}
    scene = scene.replace(things=things)
    stuck = opened & misplaced(scene) if opened else set()
    if stuck:
        things = tuple(t.replace(start=t.start.replace(openness=0.0)) if t.id in stuck else t for t in things)
        scene = scene.replace(things=things)
    return scene


def _varies(thing: Thing) -> bool:
    """Can a thing start in more than one state?"""
    kind = thing.kind
    by_type = thing.type in OPEN_AT_START or thing.type in ON_AT_START
    return by_type or kind.can("dirty") or kind.can("fill") or kind.can("use_up")


def _drawn(thing: Thing, carries: bool, luck: Stream) -> Condition:
    """One thing's starting state; what was set before (a door that stands open) stays."""
    kind = thing.kind
    start = thing.start
    opened = luck.chance(OPEN_AT_START.get(thing.type, 0.0)) and not carries
    turned_on = luck.chance(ON_AT_START.get(thing.type, 0.0))
    dirty = luck.chance(DIRTY_AT_START)
    filled = luck.chance(FILLED_AT_START) and not carries
    share = luck.uniform(0.4, 0.9)
    if opened and not start.openness:
        start = start.replace(openness=1.0)
    if turned_on and kind.can("toggle") and (thing.type != "laptop" or start.openness):
        start = start.replace(on=True)
    if dirty and kind.can("dirty"):
        start = start.replace(dirty=True)
    if filled and kind.can("fill") and kind.liquids and kind.is_loose and thing.type not in EMPTY_AT_START:
        start = start.replace(liquid=luck.choice(kind.liquids), level=round(share, 2))
    if kind.can("use_up"):
        start = start.replace(amount=round(luck.uniform(0.5, 1.0), 2))
    return start
