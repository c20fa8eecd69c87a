"""Whether what a helper answered is an action that it can ask for: what is not is a fault, and its turn is lost.

An answer is `nonsense` if it is no Action, or not its own, or has a verb, an id or an amount that is not known here; it
is of something `unseen` if it names a thing or agent that the helper does not see now, unless that is a room.
"""

from __future__ import annotations

import numpy as np

from casita.benchmarks.watch_and_help.episodes.observing import VERBS, nameable
from casita.errors import BadInput, unknown
from casita.evaluation.faults import Fault
from casita.world.action import Action
from casita.world.state import State
from casita.world.step import checked

WORDS = ("agent", "verb", "object", "target", "relation", "liquid", "direction", "text")
"""The fields of an action that are text."""

MOST = 1e6
"""An amount that is farther from 0 makes no sense, whatever it is of."""


def checked_action(answer: object, state: State, agent: str, *, sees_all: bool = False) -> Action:
    """An answer as an action of an agent, plain enough to be written down; BadInput for nonsense, Fault if unseen.

    Who sees all may name all.
    """
    if not isinstance(answer, Action):
        raise BadInput(f"expected an Action, got {type(answer).__name__}")
    wrong = [name for name in WORDS if not _is_text(getattr(answer, name))]
    wrong += [] if _is_number(answer.amount) else ["amount"]
    if wrong:
        raise BadInput(f"{' and '.join(wrong)} of the action: no sensible value")
    if answer.agent != agent:
        raise BadInput(f"an action of {answer.agent!r}, not of {agent}")
    if answer.verb not in VERBS:
        raise unknown("verb of Watch-And-Help", answer.verb, VERBS)
    checked(state, answer)
    names = (answer.object, answer.target)
    hidden = [] if sees_all else [name for name in names if name not in nameable(state, agent)]
    if hidden:
        raise Fault("unseen", f"{hidden[0]} cannot be seen now")
    words = {name: str.__str__(getattr(answer, name)) for name in WORDS}
    return Action(**words, amount=float(answer.amount))


def _is_text(word: object) -> bool:
    """Is it text that can be written down?"""
    try:
        return isinstance(word, str) and word.encode() is not None
    except UnicodeEncodeError:
        return False


def _is_number(amount: object) -> bool:
    """Is it a finite number, and no more than any amount in a home?"""
    if isinstance(amount, bool) or not isinstance(amount, int | float | np.integer | np.floating):
        return False
    return bool(-MOST <= amount <= MOST)
