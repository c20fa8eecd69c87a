"""What an agent of Watch-And-Help is given at one step, by the protocol and for the planners of this package."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

from casita.agents.chores import Subgoal
from casita.agents.view import Sighted
from casita.errors import BadInput
from casita.protocols import Observation, Picture
from casita.world.action import Action
from casita.world.goals import Goal
from casita.world.graph import graph
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


@dataclass(frozen=True, slots=True)
class Insight:
    """What a helper of the challenge must not know; upper bounds and controls ask for it (see `helping`)."""

    goal: Goal | None = None
    """What Alice wants."""
    plan: tuple[Subgoal, ...] = ()
    """What she is after, the present subgoal first."""
    state: State | None = None
    """Everything, seen or not."""


@dataclass(frozen=True, slots=True)
class Moment(Observation):
    """An observation with the same facts as a view, which the planners of `casita.agents` work on.

    A view names what never changes about the home (`view.known`): rooms, furniture and which things there are.
    Where its loose things were at first can be found there too, and is not for a helper to look at.
    """

    view: Sighted | None = None
    insight: Insight = Insight()
    did: Action | None = None
    """In a demonstration: what was done at this step; None at its end, and while helping."""


def view_of(observation: Observation) -> Sighted:
    """What the planners of this package work on; BadInput if an observation has none."""
    if not isinstance(observation, Moment) or observation.view is None:
        raise BadInput("this helper needs the view that a Moment has")
    return observation.view


class SeenGraph(Mapping[str, Any]):
    """The graph of what an agent sees, worked out when it is first looked at; `dict(...)` of it is plain JSON."""

    def __init__(self, state: State, agent: str) -> None:
        self._state = state
        self._agent = agent

    @cached_property
    def _found(self) -> dict[str, Any]:
        found = sight(self._state, self._state.agent(self._agent))
        return graph(self._state, found.things.nonzero()[0].tolist(), found.agents.nonzero()[0].tolist())

    def __getitem__(self, name: str) -> Any:
        return self._found[name]

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __repr__(self) -> str:
        return f"SeenGraph({self._found!r})"


class Possible(Sequence[Action]):
    """The actions that an agent can do now with what it sees, worked out when they are first looked at."""

    def __init__(self, state: State, agent: str) -> None:
        self._state = state
        self._agent = agent

    @cached_property
    def _found(self) -> tuple[Action, ...]:
        state, agent = self._state, self._agent
        names = nameable(state, agent)
        return tuple(
            action
            for verb in VERBS
            if verb not in ENDLESS
            for action in candidates(state, agent, verb)
            if action.object in names and action.target in names and why_not(state, action) is None
        )

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self._found[index]

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._found)

    def __repr__(self) -> str:
        return f"Possible({list(self._found)!r})"


def nameable(state: State, agent: str) -> set[str]:
    """What an agent can name in an action: rooms, things and agents that it sees, and nothing ("")."""
    found = sight(state, state.agent(agent))
    known = state.statics
    things = {known.ids[slot] for slot in found.things.nonzero()[0].tolist()}
    agents = {state.names[slot] for slot in found.agents.nonzero()[0].tolist()}
    return {"", *known.room_index, *things, *agents}


def observed(
    state: State,
    agent: str,
    messages: Sequence[tuple[str, str]] = (),
    *,
    legal: bool = True,
    picture: Picture | None = None,
    insight: Insight | None = None,
    did: Action | None = None,
) -> Moment:
    """What an agent is given of a state: what is in its room and not shut away."""
    return Moment(
        agent=agent,
        tick=state.tick,
        graph=SeenGraph(state, agent),
        legal=Possible(state, agent) if legal else (),
        messages=tuple(messages),
        picture=picture,
        view=Sighted.of(state, agent),
        insight=insight or Insight(),
        did=did,
    )


def messages_of(outcome: Outcome) -> tuple[tuple[str, str], ...]:
    """Who said what in a step."""
    return tuple((event.actor, event.text) for event in outcome.events if event.verb == "say")
