"""Random actions for benches, property tests and random players: any verb, usually one that makes sense now."""

from __future__ import annotations

import numpy as np

from casita.seeds import Stream
from casita.world.action import Action
from casita.world.liquids import LIQUIDS
from casita.world.state import State
from casita.world.verb import Verb
from casita.world.verbs import VERBS


def proposed(state: State, agent: str, luck: Stream, sensible: float = 0.9) -> Action:
    """A random action of an agent: with this chance on a thing it makes sense for, else on any id at all."""
    known = state.statics
    if not known.count:
        return Action(agent, "wait")  # There is nothing to do anything to.
    verb = VERBS[luck.choice(tuple(VERBS))]
    fields: dict[str, str | float] = {}
    if "object" in verb.takes:
        mask = verb.objects(state) if luck.chance(sensible) else np.ones(known.count, np.bool_)
        slots = np.nonzero(mask)[0]
        fields["object"] = known.ids[int(slots[luck.below(len(slots))])] if len(slots) else known.ids[0]
    if "target" in verb.takes or ("target" in verb.takes_too and luck.chance(0.3)):
        fields["target"] = _target(state, verb, agent, luck, luck.chance(sensible))
    if verb.has_field("liquid"):
        kinds = known.kinds[known.index[str(fields["object"])]].liquids
        fields["liquid"] = luck.choice(kinds if kinds and luck.chance(sensible) else LIQUIDS[1:])
    if verb.has_field("direction") and luck.chance(0.5):
        fields["direction"] = luck.choice(verb.directions)
    if "text" in verb.takes:
        fields["text"] = "hello"
    return Action(agent, verb.name, **fields)  # type: ignore[arg-type]


def _target(state: State, verb: Verb, agent: str, luck: Stream, sensible: bool) -> str:
    """Where to or with what: a receptacle to put things, a room or thing to walk to, somebody to follow."""
    known = state.statics
    others = [name for name in state.names if name != agent]
    abouts = {offered.about for offered in verb.offered}
    if abouts == {"agent"} and others:
        return luck.choice(others)
    if "object" not in verb.takes and luck.chance(0.4):
        return luck.choice(known.rooms).id
    mask = verb.targets(state) if sensible else state.objects.exists
    slots = np.nonzero(mask)[0]
    return known.ids[int(slots[luck.below(len(slots))])] if len(slots) else known.rooms[0].id
