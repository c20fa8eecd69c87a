"""Whether a goal can be done at all in a scene, by one who knows where everything is and need not walk."""

from __future__ import annotations

from collections.abc import Mapping

from casita.agents.roles import ALICE
from casita.scenes.scene import Scene
from casita.world.action import Action
from casita.world.goals import Goal, Predicate
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.statics import NONE
from casita.world.step import step

ORDER = ("on", "in", "hold", "sit")
"""The order in which a goal's predicates are done: one who sits or holds a book does nothing else."""


class _Stuck(Exception):
    """Something could not be done."""


def needed(goal: Goal) -> dict[str, int]:
    """How many things of each type a goal takes."""
    found: dict[str, int] = {}
    for predicate in goal.predicates:
        if predicate.relation in ("on", "in", "hold"):
            found[predicate.object] = found.get(predicate.object, 0) + predicate.count
    return found


def can_be_done(scene: Scene, goal: Goal, seed: int = 0) -> bool:
    """Is nothing of a goal done, and can one who knows the scene do all of it, one thing after the other?"""
    state = beginning(scene, {ALICE: "person"}, rules="command", seed=seed)
    if any(predicate.met(state) for predicate in goal.predicates):
        return False
    stock: dict[str, list[str]] = {}
    for type in needed(goal):
        stock[type] = [thing.id for thing in scene.of_type(type)]
    try:
        for predicate in sorted(goal.predicates, key=lambda each: ORDER.index(each.relation)):
            for _ in range(predicate.count):
                state = _done_once(state, predicate, stock)
    except _Stuck:
        return False
    return goal.holds(state)


def _done_once(state: State, predicate: Predicate, stock: Mapping[str, list[str]]) -> State:
    """The state after doing one of what a predicate wants; _Stuck if that cannot be done."""
    if predicate.relation == "sit":
        return _after(state, Action(ALICE, "sit", state.scene.of_type(predicate.target)[0].id))
    if not stock[predicate.object]:
        raise _Stuck
    thing = stock[predicate.object].pop()
    state = _opened(state, thing)
    if predicate.relation == "hold":
        return _after(state, Action(ALICE, "pick_up", thing))
    target = state.scene.of_type(predicate.target)[0]
    if predicate.relation == "in" and not state.objects.openness[state.statics.slot(target.id)]:
        state = _after(state, Action(ALICE, "open", target.id))
    return _after(state, Action(ALICE, "move_to", thing, target.id, predicate.relation))


def _opened(state: State, thing: str) -> State:
    """The state after opening whatever a thing is shut in."""
    known, slot = state.statics, state.statics.slot(thing)
    while state.objects.spot[slot] != NONE:
        carrier = int(state.objects.carrier[slot])
        if known.spots[carrier][state.objects.spot[slot]].joint and state.objects.openness[carrier] < 1.0:
            state = _after(state, Action(ALICE, "open", known.ids[carrier]))
        slot = carrier
    return state


def _after(state: State, action: Action) -> State:
    outcome = step(state, [action])
    if not outcome.ok:
        raise _Stuck(outcome.reason)
    return outcome.state
