"""What an agent can do now: every action that would be done, and for any other the reason why not."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.world.action import Action
from casita.world.arm.verbs import verbs_of
from casita.world.attempt import Attempt
from casita.world.edit import Edit
from casita.world.glance import Mask
from casita.world.outcome import Refusal
from casita.world.state import State
from casita.world.step import attempted
from casita.world.verb import Verb


def why_not(state: State, action: Action) -> Refusal | None:
    """The first need of an action that is not met now; None if it would be done. Nothing changes."""
    return attempted(Attempt(Edit(state), state.agent(action.agent), action))


def legal(state: State, agent: str) -> tuple[Action, ...]:
    """All actions that an agent could do now, verb by verb, those of its arm last; sentences to say are left out."""
    verbs = verbs_of([state.bodies[state.agent(agent)]])
    asked = (action for verb in verbs for action in candidates(state, agent, verb))
    return tuple(action for action in asked if why_not(state, action) is None)


def candidates(state: State, agent: str, name: str) -> Iterator[Action]:
    """Actions of a verb that are not plainly senseless; none for one with no end of them, such as to say something."""
    verb = verbs_of(state.bodies)[name]
    if "text" in verb.takes:
        return
    if "object" in verb.takes:
        yield from _on_things(state, agent, verb)
    elif "target" in verb.takes:
        others = [name for name in state.names if name != agent]
        named = {"room": [room.id for room in state.statics.rooms], "agent": others}
        for offered in verb.offered:
            things = _ids(state, verb.targets(state)) if offered.is_about_things else []
            for target in named.get(offered.about, things):
                yield Action(agent, verb.name, target=target)
    elif "direction" in verb.takes:
        yield from (Action(agent, verb.name, direction=direction) for direction in verb.directions)
    else:
        yield Action(agent, verb.name)


def _on_things(state: State, agent: str, verb: Verb) -> Iterator[Action]:
    """Actions on every object that makes sense, with every target or liquid that it could have."""
    known, chosen = state.statics, verb.objects(state)
    if any(offered.by_hand for offered in verb.offered):
        chosen &= state.objects.held_by == state.agent(agent)
    targets = _ids(state, verb.targets(state)) if "target" in verb.takes else [""]
    for slot in np.nonzero(chosen)[0].tolist():
        liquids = known.kinds[slot].liquids if verb.has_field("liquid") else ("",)
        for target in targets:
            if target != known.ids[slot]:
                yield from (Action(agent, verb.name, known.ids[slot], target, liquid=liquid) for liquid in liquids)


def _ids(state: State, mask: Mask) -> list[str]:
    return [state.statics.ids[slot] for slot in np.nonzero(mask)[0].tolist()]
