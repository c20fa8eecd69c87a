"""An agent that is told what to go for: somebody else chooses the predicate, it finds and carries out the plan.

It is Alice without her search. Everything else is hers: the belief, the plan for one subgoal, how it is gone about, and
what is done when nothing that is wanted can be had.
"""

from __future__ import annotations

from collections.abc import Callable

from casita.agents.alice import Alice
from casita.agents.chores import OpenChores, Subgoal
from casita.agents.settings import Settings
from casita.agents.view import View
from casita.seeds import Stream
from casita.world.goals import Goal

Choose = Callable[[OpenChores, View, list[int]], int]
"""Chooses one of some predicates of the goal, by number."""


class DirectedAgent(Alice):
    """An agent whose predicates are chosen by `choose`, at every step among those that it can do something about."""

    def __init__(
        self, goal: Goal, choose: Choose, name: str = "alice", settings: Settings | None = None, seed: int = 0
    ) -> None:
        super().__init__(goal, name, settings, seed)
        self._choose = choose

    def _picked(self, open_chores: OpenChores, view: View, luck: Stream, avoid: tuple[Subgoal, ...]) -> Subgoal | None:
        """Take or put down a thing for the predicate that is chosen; None if nothing can be done for any."""
        hands = self.settings.hands
        possible = possible_predicates(open_chores, view, hands, fills_hands=hands > 1)
        if not possible:
            return None
        return self._step_of(self._choose(open_chores, view, possible), open_chores, view, luck)

    def _step_of(self, number: int, open_chores: OpenChores, view: View, luck: Stream) -> Subgoal:
        """What to do for a predicate: put down what is held for it, or take a thing, any that may serve it."""
        rows = [row for row, (own, _) in enumerate(open_chores.options) if own == number]
        if any(open_chores.options[row][1] in view.hands for row in rows):
            return open_chores.subgoal(len(open_chores.options) + number)
        subgoals = [open_chores.subgoal(row) for row in rows]
        return self.subgoal if self.subgoal in subgoals else luck.choice(subgoals)


def possible_predicates(open_chores: OpenChores, view: View, hands: int, *, fills_hands: bool = False) -> list[int]:
    """The predicates that something can be done about now: those of what is held, else all with a thing to take.

    Who `fills_hands` may also take something else as long as a hand is free.
    """
    held = sorted({number for number, slot in open_chores.options if slot in view.hands})
    full = len(view.hands) >= min(view.body.hands, hands)
    if full or (held and not fills_hands):
        return held
    return sorted({number for number, _ in open_chores.options})
