"""An agent that does what a list says: actions or English sentences, one after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence

from casita.agents.regression import in_reach
from casita.agents.view import View
from casita.errors import BadInput
from casita.limits import PLAN_STEPS
from casita.world.action import Action
from casita.world.english_parse import NotUnderstood, parse

SHORT = 0.05
"""Metres; a walk whose last step was shorter has come to its end."""


class Script:
    """Follows a script and then waits: `Script(["walk to the fridge", "open the fridge"], "alice")`.

    A line about walking goes on until what is walked to is in reach or comes no nearer; every other line takes a step.
    """

    def __init__(self, lines: Sequence[str | Action], name: str = "alice") -> None:
        if len(lines) > PLAN_STEPS:
            raise BadInput(f"a script has at most {PLAN_STEPS:,} lines, not {len(lines):,}")
        for line in lines:
            if not isinstance(line, (str, Action)):
                raise BadInput(f"a script has sentences and actions; not {line!r}")
            if isinstance(line, Action) and line.agent != name:
                raise BadInput(f"the script is {name}'s; a line is for {line.agent}: {line!r}")
        self.name = name
        self.lines = tuple(lines)
        self.line = 0
        """The line that comes next."""
        self._walking: Action | None = None
        self._from = (math.inf, math.inf)

    @property
    def is_done(self) -> bool:
        """Has every line been done or tried?"""
        return self.line == len(self.lines) and self._walking is None

    def act(self, view: View) -> Action:
        """The next act."""
        if self._walking is not None and not self._has_arrived(view):
            self._from = view.at
            return self._walking
        self._walking = None
        if self.line == len(self.lines):
            return Action(self.name, "wait")
        action = self._action(self.lines[self.line], view)
        self.line += 1
        if action.verb == "walk_to":
            self._walking, self._from = action, view.at
        return action

    def _has_arrived(self, view: View) -> bool:
        """Is the end of a walk reached, or does it come no nearer?"""
        assert self._walking is not None
        known, target = view.known, self._walking.target
        near = target in known.index and in_reach(view, known.index[target])
        inside = known.room_index.get(target) == view.here
        return near or inside or math.dist(view.at, self._from) < SHORT

    def _action(self, line: str | Action, view: View) -> Action:
        if isinstance(line, Action):
            return line
        understood = parse(line, self.name, view.known.scene)
        if isinstance(understood, NotUnderstood):
            raise BadInput(f"line {self.line + 1} of the script, {line!r}: {understood}")
        return understood.action
