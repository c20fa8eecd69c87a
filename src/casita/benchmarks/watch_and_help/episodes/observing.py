"""What an agent of Watch-And-Help is given at one step, and what the planners of this package make of it."""

from __future__ import annotations

from collections.abc import Sequence

from casita.agents.view import View
from casita.protocols import Observation, Picture, Privileged
from casita.world.action import Action
from casita.world.graph import graph
from casita.world.known_home import known_home
from casita.world.legal import candidates, why_not
from casita.world.outcome import Outcome
from casita.world.seen import sight
from casita.world.state import State

VERBS = (
    *("walk_to", "move_ahead", "move_back", "move_left", "move_right", "turn_left", "turn_right"),
    *("open", "close", "pick_up", "put", "put_near", "push", "turn_on", "turn_off", "sit", "stand", "wait", "say"),
)
"""What agents do in Watch-And-Help. The world knows more, such as eating the cake that is wanted on the table."""

ENDLESS = ("say",)
"""Verbs with no end of ways to do them, which are not listed."""

NOT_PRIVILEGED = Privileged()


def view_of(observation: Observation) -> View:
    """An observation as the planners of `casita.agents` read it: the same facts as columns."""
    return View.from_graph(observation.home, observation.graph, observation.agent, observation.tick)


def nameable(state: State, agent: str) -> set[str]:
    """What an agent can name in an action: rooms, things and agents that it sees, and nothing ("")."""
    found = sight(state, state.agent(agent))
    known = state.statics
    things = {known.ids[slot] for slot in found.things.nonzero()[0].tolist()}
    agents = {state.names[slot] for slot in found.agents.nonzero()[0].tolist()}
    return {"", *known.room_index, *things, *agents}


def legal_actions(state: State, agent: str) -> tuple[Action, ...]:
    """The actions that an agent can do now with what it sees."""
    names = nameable(state, agent)
    return tuple(
        action
        for verb in VERBS
        if verb not in ENDLESS
        for action in candidates(state, agent, verb)
        if action.object in names and action.target in names and why_not(state, action) is None
    )


def observed(
    state: State,
    agent: str,
    messages: Sequence[tuple[str, str]] = (),
    *,
    legal: bool = True,
    picture: Picture | None = None,
    privileged: Privileged = NOT_PRIVILEGED,
    did: Action | None = None,
) -> Observation:
    """What an agent is given of a state: what is in its room and not shut away; `legal` actions take longest."""
    found = sight(state, state.agent(agent))
    return Observation(
        agent=agent,
        tick=state.tick,
        graph=graph(state, found.things.nonzero()[0].tolist(), found.agents.nonzero()[0].tolist()),
        home=known_home(state.statics),
        legal=legal_actions(state, agent) if legal else (),
        messages=tuple(messages),
        picture=picture,
        did=did,
        privileged=privileged,
    )


def messages_of(outcome: Outcome) -> tuple[tuple[str, str], ...]:
    """Who said what in a step."""
    return tuple((event.actor, event.text) for event in outcome.events if event.verb == "say")
