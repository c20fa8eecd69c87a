"""Alice on a busy day: she works for her goal, and in between does what has nothing to do with it.

An errand is something that she takes and where she puts it. She goes on one with empty hands, at moments that her luck
decides, as far as what it takes is in sight:
- `clears`: moves what is in her way from where her goal puts things to somewhere else in the room;
- `tidies`: puts something that her goal does not speak of where such things belong;
- `mistakes`: takes the wrong thing, carries it for a few steps, and puts it back where it was;
- `rethinks`: puts something of a kind that she wants where it is not wanted, and leaves it there unless she needs it;
- `pauses`: is interrupted, and stands still for a while.
In the end her goal is reached all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from casita.agents.alice import Alice
from casita.agents.chores import OpenChores, Subgoal
from casita.agents.settings import Settings
from casita.agents.view import View
from casita.seeds import Stream, stream
from casita.world.action import Action
from casita.world.goals import Goal, Predicate
from casita.world.statics import NONE

KINDS = ("clears", "tidies", "mistakes", "rethinks", "pauses")

BUSY_DAY = (*KINDS, "tidies", "rethinks")
"""The errands of an episode: one of each kind, and of those that leave something behind another one."""

WITHIN = 80
"""Steps in which they begin."""

LONGEST = 40
"""Steps after which an errand is given up."""

PAUSE = (4, 12)
"""Steps that an interruption takes, least and most."""

CARRIED = 3
"""Steps that the wrong thing is carried for."""


class Errand(NamedTuple):
    """Something to take, and where it goes."""

    kind: str
    thing: int
    target: int
    relation: str
    began: int


class DistractedAlice(Alice):
    """Alice with errands; `habits` say what is put where in this home, whatever the goal."""

    def __init__(
        self,
        goal: Goal,
        habits: Sequence[Predicate],
        name: str = "alice",
        settings: Settings | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(goal, name, settings, seed)
        luck = stream(seed, name, "errands")
        self._ahead: list[tuple[int, str]] = sorted((luck.below(WITHIN), kind) for kind in BUSY_DAY)
        """When each is begun, at the earliest, and of which kind it is."""
        self._habits = habits
        self._errand: Errand | None = None
        self._taken_at: int | None = None
        """When she took what her errand is about; None if she has not."""
        self._paused_until = 0
        self.done: list[str] = []
        """The kinds of errands that she has been on so far."""

    def act(self, view: View, avoid: tuple[Subgoal, ...] = ()) -> Action:
        """Her next act: of an errand, if she is on one."""
        action = super().act(view, avoid)
        if view.tick >= self._paused_until or self._execution is None:
            return action
        return self._execution.say(Action(self.name, "wait"), view)

    def _chosen(self, open_chores: OpenChores, view: View, luck: Stream, avoid: tuple[Subgoal, ...]) -> Subgoal | None:
        """The errand first, if there is one."""
        self._begin(view, luck)
        errand = self._errand
        if errand is None or self._is_over(errand, view):
            self._errand = None
            return super()._chosen(open_chores, view, luck, avoid)
        ids = view.known.ids
        if errand.thing not in view.hands:
            return Subgoal("take", "pick_up", ids[errand.thing])
        if errand.kind == "mistakes" and self._taken_at is not None and view.tick < self._taken_at + CARRIED:
            return Subgoal("look", "walk_to", ids[next(slot for want in self._wants for slot in want.targets)])
        if errand.kind == "clears":
            away = self._to_put_away(open_chores, view, errand.thing)
            if away is not None:
                return away
        return Subgoal("put", "put", ids[errand.thing], ids[errand.target], errand.relation)

    def _begin(self, view: View, luck: Stream) -> None:
        """Go on the next errand if it is time, hands are empty and what it takes is in sight."""
        if self._errand is not None or view.hands or view.tick < self._paused_until:
            return
        for due in [each for each in self._ahead if each[0] <= view.tick]:
            if due[1] == "pauses":
                low, high = PAUSE
                self._paused_until = view.tick + low + luck.below(high - low + 1)
            else:
                self._errand, self._taken_at = self._found(due[1], view, luck), None
            if due[1] == "pauses" or self._errand is not None:
                self._ahead.remove(due)
                self.done.append(due[1])
                return

    def _found(self, kind: str, view: View, luck: Stream) -> Errand | None:
        """An errand of a kind with what is in sight; None if there is none."""
        known = view.known
        wanted = {predicate.object for predicate in self.goal.predicates}
        served = {(each.relation, each.object, each.target) for each in self.goal.predicates}
        targets = {slot for want in self._wants for slot in want.targets}
        seen = np.flatnonzero(view.things & known.loose & (view.holder == NONE)).tolist()
        options: list[Errand] = []
        for slot in seen:
            type, carrier = known.things[slot].type, int(view.carrier[slot])
            if kind == "clears" and carrier in targets and type not in wanted:
                options.append(Errand(kind, slot, carrier, "on", view.tick))
            if kind == "mistakes" and carrier != NONE and type not in wanted and carrier not in targets:
                relation = "in" if any(spot.joint for spot in known.spots[carrier]) else "on"
                options.append(Errand(kind, slot, carrier, relation, view.tick))
            if (kind == "tidies" and type not in wanted) or (kind == "rethinks" and type in wanted):
                options += [
                    Errand(kind, slot, target, habit.relation, view.tick)
                    for habit in self._habits
                    if habit.object == type and (habit.relation, habit.object, habit.target) not in served
                    for target in range(known.count)
                    if known.things[target].type == habit.target and target != carrier
                ]
        return luck.choice(options) if options else None

    def _is_over(self, errand: Errand, view: View) -> bool:
        """Is an errand done, or given up?"""
        execution = self._execution
        assert execution is not None
        held = errand.thing in view.hands
        if held and self._taken_at is None:
            self._taken_at = view.tick
        late = view.tick - errand.began > LONGEST
        if held and late:
            execution.cleared = errand.thing
        return late or (not held and (self._taken_at is not None or execution.barred("take", errand.thing, NONE)))
