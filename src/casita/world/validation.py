"""What is wrong with an action that somebody asks for: values of the wrong kind, names that nothing here has.

Whoever takes actions from outside (worlds, recorders, logs, benchmarks) checks them here, once; `step` and
all below trust them. A sensible action that cannot be done is not wrong: it is refused by a need.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import fields
from numbers import Real

from casita.errors import BadInput, unknown
from casita.world.action import Action
from casita.world.arm.verbs import verbs_of
from casita.world.state import State

TEXTS = tuple(field.name for field in fields(Action) if field.name != "amount")
"""The fields of an action that are text."""


def wrong_values(action: object) -> str:
    """What is wrong with the values of an action, whatever they name, by field; empty if nothing is."""
    if not isinstance(action, Action):
        return f"expected an Action, got {shown(action)}"
    for name in TEXTS:
        value = getattr(action, name)
        if not isinstance(value, str):
            return f"the {name} of an action is text; it is {shown(value)}"
        if not _can_be_written(value):
            return f"the {name} of an action is text that can be written down; it is {shown(value)}"
    amount: object = action.amount
    if isinstance(amount, bool) or not isinstance(amount, Real) or not _is_finite(amount):
        return f"the amount of an action is a finite number; it is {shown(amount)}"
    return ""


def wrong_names(state: State, action: Action) -> str:
    """Which of an action's agent, verb, object and target is not there; empty if all are."""
    verbs = verbs_of(state.bodies)
    if action.verb not in verbs:
        return str(unknown("verb", action.verb, verbs))
    if action.agent not in state.names:
        return str(unknown("agent", action.agent, state.names))
    known, home = state.statics, state.scene.name
    if action.object and action.object not in known.index:
        return str(unknown(f"object in {home}", action.object, known.index))
    targets = (known.index, known.room_index, state.names)
    if action.target and not any(action.target in group for group in targets):
        return str(unknown(f"target in {home}", action.target, [name for group in targets for name in group]))
    return ""


def plain(action: Action) -> Action:
    """The same action with nothing but plain text and a plain number, so that it can be written down and compared."""
    if all(type(getattr(action, name)) is str for name in TEXTS) and type(action.amount) in (float, int):
        return action
    texts = {name: str.__str__(getattr(action, name)) for name in TEXTS}
    return Action(**texts, amount=float(action.amount))


def checked(state: State, action: object) -> Action:
    """The action, if its values make sense and all it names is there; else an error that says what does not."""
    wrong = wrong_values(action)
    if wrong:
        raise BadInput(wrong)
    assert isinstance(action, Action)
    wrong = wrong_names(state, action)
    if wrong:
        raise BadInput(wrong)
    return plain(action)


def checked_tick(state: State, actions: Sequence[object], where: str = "") -> list[Action]:
    """The actions of one tick, each of them checked; `where` they stand is named if one is wrong."""
    if isinstance(actions, Action) or not isinstance(actions, Sequence):
        raise BadInput(f"{where}a tick takes a list of actions; it is given {shown(actions)}")
    try:
        found = [checked(state, action) for action in actions]
        one_thing_each(found)
    except BadInput as error:
        raise BadInput(f"{where}{error}") from None
    return found


def one_thing_each(actions: Sequence[Action]) -> None:
    """BadInput if an agent is asked to do two things at once."""
    agents = [action.agent for action in actions]
    if len(set(agents)) < len(agents):
        raise BadInput(f"an agent does one thing in a tick; asked for {agents}")


def _can_be_written(text: str) -> bool:
    """Can it be written to a file? Halves of surrogate pairs cannot."""
    try:
        return text.encode() is not None
    except UnicodeEncodeError:
        return False


def _is_finite(amount: Real) -> bool:
    try:
        return math.isfinite(amount)
    except OverflowError:  # a whole number too large to be a float
        return False


def shown(value: object) -> str:
    """A value for an error message: short, whatever it is."""
    try:
        said = repr(value)
    except Exception:  # a value may fail to say what it is
        said = ""
    said = said.encode(errors="backslashreplace").decode()
    return f"{type(value).__name__} {said}" if said and len(said) <= 80 else type(value).__name__
