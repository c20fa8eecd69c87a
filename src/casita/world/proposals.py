"""Random actions for benches, property tests and random players: any verb, usually one that makes sense now."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from casita.seeds import Stream
from casita.world.action import Action
from casita.world.liquids import LIQUIDS
from casita.world.state import ObjectColumns, State
from casita.world.statics import NONE, Statics
from casita.world.verbs import VERBS

Filter = Callable[[Statics, ObjectColumns], NDArray[np.bool_]]


def _affords(name: str, more: Callable[[ObjectColumns], NDArray[np.bool_]] | None = None) -> Filter:
    """Things that exist and afford this, and meet one more condition."""

    def chosen(known: Statics, now: ObjectColumns) -> NDArray[np.bool_]:
        mask = known.can[name] & now.exists  # type: ignore[index]
        return mask & more(now) if more else mask

    return chosen


def _loose(known: Statics, now: ObjectColumns) -> NDArray[np.bool_]:
    return known.loose & now.exists


def _standing(known: Statics, now: ObjectColumns) -> NDArray[np.bool_]:
    mask: NDArray[np.bool_] = (known.loose | known.can["move"]) & now.exists & (now.held_by == NONE)
    return mask


def _inside(known: Statics, now: ObjectColumns) -> NDArray[np.bool_]:
    mask: NDArray[np.bool_] = known.loose & now.exists & (now.carrier != NONE) & (now.held_by == NONE)
    return mask


def _carrying(known: Statics, now: ObjectColumns) -> NDArray[np.bool_]:
    mask = np.zeros(known.count, np.bool_)
    carriers = now.carrier[known.loose & now.exists]
    mask[carriers[carriers != NONE]] = True
    return mask & now.exists


SENSIBLE: dict[str, Filter] = {
    "pick_up": lambda known, now: _loose(known, now) & (now.held_by == NONE),
    "put": _loose,
    "put_near": _loose,
    "move_to": _loose,
    "take_out": _inside,
    "drop": _loose,
    "throw": _loose,
    "push": _standing,
    "pull": _standing,
    "open": _affords("open", lambda now: now.openness < 1.0),
    "close": _affords("open", lambda now: now.openness > 0.0),
    "turn_on": _affords("toggle", lambda now: ~now.on & ~now.broken),
    "turn_off": _affords("toggle", lambda now: now.on),
    "slice": _affords("slice", lambda now: ~now.broken & (now.held_by == NONE)),
    "break": _affords("break", lambda now: ~now.broken),
    "fill": _affords("fill", lambda now: (now.level < 1.0) & ~now.broken),
    "pour": _affords("fill", lambda now: now.liquid > 0),
    "empty": lambda known, now: _affords("fill", lambda n: n.liquid > 0)(known, now) | _carrying(known, now),
    "make_dirty": _affords("dirty", lambda now: ~now.dirty),
    "clean": _affords("dirty", lambda now: now.dirty),
    "cook": _affords("cook", lambda now: ~now.cooked),
    "use_up": _affords("use_up", lambda now: now.amount > 0.0),
    "eat": _affords("eat"),
    "drink": _affords("drink_from", lambda now: now.liquid > 0),
    "dispose_of": _loose,
    "tidy": _carrying,
    "sit": _affords("sit_on"),
}
"""Which things a verb is sensibly done to."""


def proposed(state: State, agent: str, luck: Stream, sensible: float = 0.9) -> Action:
    """A random action of an agent: with this chance on a thing it makes sense for, else on any id at all."""
    known, now = state.statics, state.objects
    verb = luck.choice(tuple(VERBS))
    row = VERBS[verb]
    fields: dict[str, str | float] = {}
    if "object" in row.takes:
        mask = SENSIBLE[verb](known, now) if luck.chance(sensible) else np.ones(known.count, np.bool_)
        slots = np.nonzero(mask)[0]
        fields["object"] = known.ids[int(slots[luck.below(len(slots))])] if len(slots) else known.ids[0]
    if "target" in row.takes or ("target" in row.takes_too and luck.chance(0.3)):
        fields["target"] = _target(state, verb, agent, luck, luck.chance(sensible))
    if verb == "fill":
        kinds = known.kinds[known.index[str(fields["object"])]].liquids
        fields["liquid"] = luck.choice(kinds if kinds and luck.chance(sensible) else LIQUIDS[1:])
    if verb in ("push", "pull") and luck.chance(0.5):
        fields["direction"] = luck.choice(("ahead", "back", "left", "right"))
    if verb == "say":
        fields["text"] = "hello"
    return Action(agent, verb, **fields)  # type: ignore[arg-type]


def _target(state: State, verb: str, agent: str, luck: Stream, sensible: bool) -> str:
    """Where to or with what: a receptacle to put things, a room or thing to walk to, somebody to follow."""
    known, now = state.statics, state.objects
    others = [name for name in state.names if name != agent]
    if verb == "follow" and others:
        return luck.choice(others)
    if verb in ("walk_to", "follow") and luck.chance(0.4):
        return luck.choice(known.rooms).id
    if verb in ("put", "move_to") and sensible:
        return known.ids[luck.choice(known.takers)]
    slots = np.nonzero(now.exists)[0]
    return known.ids[int(slots[luck.below(len(slots))])]
