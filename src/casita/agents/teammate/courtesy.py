"""How a helper behaves beside Alice: he lets her pass, steps back out of doorways, and leaves open what is in use."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from casita.agents.chores import OpenChores, Subgoal
from casita.agents.plan_execution import AHEAD, DOORWAY, MEETING, MOVED, PlanExecution
from casita.agents.regression import Facts
from casita.agents.settings import Settings
from casita.agents.view import View
from casita.agents.ways import MARGIN, Floats
from casita.scenes.scene import Room
from casita.seeds import Stream
from casita.world.action import Action
from casita.world.statics import Statics

STILL = 0.3
"""Metres; who has come less far in a step stands about, and is walked around."""

LATELY, OFTEN = 15, 2
"""Steps, and how often somebody may be in the way in so many before he gets out of theirs."""

PASSING = 8
"""Steps that he then leaves them to pass."""


class Courtesy(PlanExecution):
    """PlanExecution with an eye on the others."""

    def __init__(self, known: Statics, settings: Settings) -> None:
        super().__init__(known, settings)
        self.kept_open: frozenset[int] = frozenset()
        """What is left open as long as things are put into it, for both to use and to see into."""
        self._others: dict[str, tuple[float, float]] = {}
        self._moving: set[str] = set()
        self._met: list[int] = []
        """When something was refused lately with somebody near."""
        self._refuge = ""
        self._until_passed = 0

    def notice(self, view: View) -> None:
        """See what became of the last act, and who is on the move or in the way."""
        before = self.refused
        super().notice(view)
        near = any(math.dist(at, view.at) < MEETING for at in view.others.values())
        self._met = [tick for tick in self._met if tick > view.tick - LATELY]
        if near and self.refused > before:
            self._met.append(view.tick)
        self._moving = {
            name for name, at in view.others.items() if math.dist(at, self._others.get(name, (math.inf, 0.0))) > STILL
        }
        self._others = dict(view.others)
        self._opened = [slot for slot in self._opened if slot not in self.kept_open]

    def towards(self, subgoal: Subgoal, open_chores: OpenChores, view: View, luck: Stream) -> Action:
        """The next act towards a subgoal, or out of the way of somebody who was met too often."""
        if view.tick >= self._until_passed:
            return super().towards(subgoal, open_chores, view, luck)
        go = self._refuge in self._named(view)
        return self.say(Action(view.agent, "walk_to", target=self._refuge) if go else Action(view.agent, "wait"), view)

    def _named(self, view: View) -> set[str]:
        """Where he can walk to: rooms, and furniture that he sees."""
        seen = np.nonzero(view.things & ~self.known.loose)[0].tolist()
        return {*(room.id for room in self.known.rooms), *(self.known.ids[slot] for slot in seen)}

    def _around(self, facts: Facts, view: View, luck: Stream) -> Action:
        """Walk on if the way is free again; else step back out of a doorway, or stand still for who is on the move."""
        near = [at for at in view.others.values() if math.dist(at, view.at) < MEETING]
        if not near:
            return super()._around(facts, view, luck)
        if _is_free(facts.open_chores.ways.path(facts.places[0], view.at)[: AHEAD + 1], near, view):
            return next(act for act in facts.acts if act.verb == "walk_to")
        if len(self._met) >= OFTEN:
            self._refuge, self._met = self._way_out(facts, near, view), []
            if self._refuge:
                self._until_passed = view.tick + PASSING
                return Action(view.agent, "walk_to", target=self._refuge)
        room = self.known.rooms[view.here]
        if in_doorway(view) and all(_is_behind(_middle(room), at, view) for at in near):
            return Action(view.agent, "walk_to", target=room.id)
        if self._moving & set(view.others):
            return Action(view.agent, "wait")
        return super()._around(facts, view, luck)

    def _way_out(self, facts: Facts, others: list[tuple[float, float]], view: View) -> str:
        """Where to go without coming by somebody: the nearest other room, or else what is farthest from them here."""
        home = facts.open_chores.ways
        rooms = [number for number in range(len(self.known.rooms)) if number != view.here]
        numbers = [home.to_room(number) for number in rooms]
        for n in np.argsort(home.steps(numbers, [view.at])[0], kind="stable").tolist():
            if _is_free(home.path(numbers[n], view.at), others, view):
                room: Room = self.known.rooms[rooms[n]]
                return room.id
        best, farthest = "", 0.0
        for slot, _ in dict.fromkeys(self.known.surfaces[view.here]):
            x, y = view.position[slot, :2].tolist()
            path = home.path(home.to_thing(slot, x, y, view.here), view.at)
            gap = min(math.dist(path[-1], at) for at in others)
            if _is_free(path, others, view) and gap > farthest:
                best, farthest = self.known.ids[slot], gap
        return best


def in_doorway(view: View) -> bool:
    """Does the agent stand in a doorway or just beside it?"""
    return any(math.dist(way.centre, view.at) < DOORWAY for way in view.known.scene.doorways)


def _is_free(path: Floats, others: Sequence[tuple[float, float]], view: View) -> bool:
    """Does a path not come by others, nor nearer to them than one is?"""
    room = [min(2 * view.body.radius + MARGIN, math.dist(at, view.at) - MOVED) for at in others]
    gaps = [np.hypot(*(path - at).T) for at in others]
    return len(path) > 1 and all(bool((gap > least).all()) for gap, least in zip(gaps, room, strict=True))


def _middle(room: Room) -> tuple[float, float]:
    x, y = np.mean(room.outline, axis=0).tolist()
    return x, y


def _is_behind(point: tuple[float, float], other: tuple[float, float], view: View) -> bool:
    """Does the way to a point lead away from somebody?"""
    ahead = (point[0] - view.at[0]) * (other[0] - view.at[0]) + (point[1] - view.at[1]) * (other[1] - view.at[1])
    return ahead <= 0.0
