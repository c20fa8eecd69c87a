"""Whether what a helper answered is an action that it can ask for: what is not is a fault, and its turn is lost.

An answer is `nonsense` if it is no Action, or not its own, or has a verb, an id or an amount that is not known here; it
is of something `unseen` if it names a thing or agent that the helper does not see now, unless that is a room.
"""

from __future__ import annotations

from casita.benchmarks.watch_and_help.episodes.observing import VERBS, nameable
from casita.errors import BadInput, unknown
from casita.evaluation.faults import Fault
from casita.world.action import Action
from casita.world.state import State
from casita.world.validation import checked, wrong_values

MOST = 1e6
"""An amount that is farther from 0 makes no sense, whatever it is of."""


def checked_action(answer: object, state: State, agent: str, *, sees_all: bool = False) -> Action:
    """An answer as an action of an agent, plain enough to be written down; BadInput for nonsense, Fault if unseen.

    Who sees all may name all.
    """
    wrong = wrong_values(answer)
    if wrong:
        raise BadInput(wrong)
    assert isinstance(answer, Action)
    if abs(answer.amount) > MOST:
        raise BadInput(f"an amount of {answer.amount:g} makes no sense")
    if answer.agent != agent:
        raise BadInput(f"an action of {answer.agent!r}, not of {agent}")
    if answer.verb not in VERBS:
        raise unknown("verb of Watch-And-Help", answer.verb, VERBS)
    action = checked(state, answer)
    seen = {action.object, action.target} if sees_all else nameable(state, agent)
    hidden = [name for name in (action.object, action.target) if name not in seen]
    if hidden:
        raise Fault("unseen", f"{hidden[0]} cannot be seen now")
    return action
