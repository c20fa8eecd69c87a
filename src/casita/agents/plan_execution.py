"""How an agent goes about a subgoal, step by step: one act of the plan, closing up, and what to do about refusals.

An agent sees for itself whether its last act was done. What was refused it leaves alone for a while,
twice as long each time. Only an agent that has seen an act come to nothing which nobody is refused tries
again first. When it cannot walk to something it goes there step by step as far as it comes,
opens doors, picks up what lies in the way, steps aside for others, and in the end turns to something else.
"""

from __future__ import annotations

import math

import numpy as np

from casita.agents.chores import OpenChores, Subgoal
from casita.agents.regression import Facts, in_reach, plan
from casita.agents.settings import Settings
from casita.agents.view import View
from casita.agents.ways import Floats
from casita.geometry.navigation import STEP_OVER
from casita.seeds import Stream
from casita.world.action import Action
from casita.world.shut import OPEN_ENOUGH
from casita.world.statics import NONE, Statics

MOVED = 0.01
"""Metres; who has come less far stands where they stood."""

SHORT = 0.25
"""Metres; who comes no farther in a step of walking is as near as they get."""

RETRIES = 4
"""Steps in a row that may fail before an agent turns to something else."""

MOST_REFUSED = 8
"""Refused walks to the same thing after which one turns to something else, however many steps aside were done."""

TURNS = ("turn_left", "turn_right")
"""Acts that a world refuses to nobody without an arm."""

TRIES = 3
"""How often an agent whose acts come to nothing for no reason tries one before it takes it as refused."""

ON_FOOT = 16
"""Acts for which an agent finds its own way after a walk was refused."""

AROUND = 4
"""The same when it was refused because of somebody else."""

MEETING = 1.5
"""Metres; somebody who is nearer may be in the way."""

CROWDED = 1.0
"""Metres; who has nothing to do goes away from somebody who is nearer."""

DOORWAY = 1.2
"""Metres; who has nothing to do and is nearer to the middle of a doorway stands in it."""

AHEAD = 7
"""Nodes of the lattice that it then goes at once: up to 0.98 m."""

FACING = 5.0
"""Degrees that it may be off when it steps ahead."""

ASIDE = ("move_left", "move_right", "move_back")
"""Ways to step aside."""


class PlanExecution:
    """How one agent carries out its plans, and what it remembers of its own acts."""

    def __init__(self, known: Statics, settings: Settings) -> None:
        self.known = known
        self.settings = settings
        self.plan: tuple[Action, ...] = ()
        """The acts that are planned for the present subgoal."""
        self.refused = 0
        """How many acts were not done, so far."""
        self.cleared = NONE
        """Something that the agent has picked up only because it was in the way, and must put down."""
        self._last: Action | None = None
        self._from: tuple[float, float] = (math.inf, math.inf)
        self._facing = math.inf
        self._aim: Subgoal | None = None
        self._arrived = NONE
        self._opened: list[int] = []
        self._blocked = 0
        self._on_foot = 0
        self._resting = False
        self._went_to = ""
        self._is_unlucky = False
        """Has it seen that its acts come to nothing for no reason?"""
        self._shut_in_at: tuple[float, float] | None = None
        """Where no way led from when it last looked for one: it gets out of there as it got in, step by step."""
        self._failed: tuple[Action | None, int] = (None, 0)
        """The act that came to nothing last, and how often in a row."""
        self._until: dict[tuple[str, int, int], tuple[int, int]] = {}
        self._tick = 0
        self._no_way: dict[str, int] = {}
        """How often a walk to something was refused since one was last done: steps between may still be done."""

    def barred(self, stage: str, slot: int, other: int) -> bool:
        """Is something left alone for now, because it was refused?"""
        return self._until.get((stage, slot, other), (0, 0))[0] > self._tick

    def bar(self, stage: str, slot: int, other: int = NONE) -> None:
        """Leave something alone for a while."""
        _, times = self._until.get((stage, slot, other), (0, 0))
        wait = min(self.settings.patience * 2**times, 200)
        self._until[(stage, slot, other)] = (self._tick + wait, times + 1)

    def using(self, view: View) -> int:
        """The container in reach that the agent has opened and means to close; NONE if there is none."""
        if not self.settings.closes:
            return NONE
        return next((slot for slot in self._opened if in_reach(view, slot)), NONE)

    # What became of the last act.

    def notice(self, view: View) -> None:
        """See what became of the last act, and learn from it."""
        self._tick = view.tick
        last, self._last = self._last, None
        self._went_to = last.target if last is not None and last.verb == "walk_to" else ""
        self._opened = [slot for slot in self._opened if view.things[slot] and view.openness[slot] > 0.0]
        if last is None:
            return
        slot, target = self.known.index.get(last.object, NONE), self.known.index.get(last.target, NONE)
        if self.cleared not in view.hands and last.verb != "pick_up":
            self.cleared = NONE
        moved = math.dist(view.at, self._from)
        if last.verb == "walk_to" and moved < SHORT and target != NONE and in_reach(view, target):
            self._arrived = target
        elif moved > MOVED:
            self._arrived = NONE
        if self._was_done(view, last, slot):
            self._blocked = 0 if last.verb in ("walk_to", "move_ahead") else self._blocked
            self._no_way.pop(last.target if last.verb == "walk_to" else "", None)
            if last.verb == "open" and self.known.things[slot].type != "door":
                self._opened.append(slot)
            self._failed = (None, 0)
            return
        self.refused += 1
        if self._may_be_bad_luck(last, view):
            self._until.pop(("clear", slot, NONE), None)
            return
        if last.verb in ("walk_to", "move_ahead", *ASIDE):
            self._blocked += 1
            if last.verb == "walk_to":
                self._no_way[last.target] = self._no_way.get(last.target, 0) + 1
                met = any(math.dist(other, view.at) < MEETING for other in view.others.values())
                self._on_foot = AROUND if met else ON_FOOT
            if self._blocked > RETRIES or self._no_way.get(last.target, 0) > MOST_REFUSED:
                self._give_up()
        elif last.verb == "pick_up":
            self.bar("take", slot)
        elif last.verb in ("put", "put_near"):
            self.bar("put", slot, target)
        elif last.verb == "open":
            self.bar("open", slot)
            self.bar("target", slot)
        elif last.verb == "close":
            self._opened = [each for each in self._opened if each != slot]
        if last.verb in ("sit", "open", "close", "turn_on", "turn_off"):
            self.bar("do", slot)

    def _may_be_bad_luck(self, last: Action, view: View) -> bool:
        """Is an act that came to nothing to be tried again, before it is taken as refused?"""
        if last.verb in TURNS and not view.body.has_arm and not self._is_unlucky:
            self._is_unlucky = True
            self._until.clear()  # what was refused so far may have been bad luck too
        self._failed = (last, 1 + (self._failed[1] if self._failed[0] == last else 0))
        return self._is_unlucky and self._failed[1] < TRIES

    def _was_done(self, view: View, last: Action, slot: int) -> bool:
        """Does the world look as it should after an act?"""
        if last.verb in ("move_ahead", *ASIDE):
            return math.dist(view.at, self._from) > MOVED
        if last.verb == "walk_to":
            arrived = last.target in self.known.index and in_reach(view, self.known.index[last.target])
            return arrived or math.dist(view.at, self._from) > MOVED
        if last.verb in TURNS:
            return view.yaw != self._facing
        if last.verb == "pick_up":
            return slot in view.hands
        if last.verb in ("put", "put_near"):
            return slot not in view.hands
        if last.verb == "open":
            return bool(view.openness[slot] >= OPEN_ENOUGH)
        if last.verb == "close":
            return not view.things[slot] or bool(view.openness[slot] == 0.0)
        if last.verb in ("turn_on", "turn_off"):
            return bool(view.on[slot]) == (last.verb == "turn_on")
        if last.verb in ("sit", "stand"):
            return (view.seat == slot) if last.verb == "sit" else view.seat == NONE
        return True

    def _give_up(self) -> None:
        """Turn to something else: the way to this subgoal is blocked."""
        self._blocked = self._on_foot = 0
        if self._aim is not None:
            slot, target = self.known.index[self._aim.object], self.known.index.get(self._aim.target, NONE)
            self.bar(self._aim.stage, slot, target)

    # The next act.

    def towards(self, subgoal: Subgoal, open_chores: OpenChores, view: View, luck: Stream) -> Action:
        """The next act towards a subgoal."""
        facts = plan(subgoal, open_chores, view, self._arrived)
        self._aim = subgoal
        closing = self._to_close(subgoal, open_chores, view)
        acts = [Action(view.agent, "close", self.known.ids[closing])] if closing != NONE else []
        self.plan = (*acts, *facts.acts)
        if not self.plan:
            return self.say(Action(view.agent, "wait"), view)
        first = self.plan[0]
        if first.verb == "walk_to" and self._on_foot and facts.places:
            self._on_foot -= 1
            first = self._around(facts, view, luck)
        return self.say(first, view)

    def say(self, action: Action, view: View) -> Action:
        """Decide for an act, and remember it."""
        self._last, self._from, self._facing = action, view.at, view.yaw
        return action

    def wait(self, view: View) -> Action:
        """Do nothing, but close up first."""
        closing = self.using(view)
        self.plan = () if closing == NONE else (Action(view.agent, "close", self.known.ids[closing]),)
        return self.say(self.plan[0] if self.plan else Action(view.agent, "wait"), view)

    def make_room(self, view: View, busy: set[int]) -> Action:
        """Get out of the way of others: go to the middle of the nearest room where there is nothing to do, and wait."""
        moved = math.dist(view.at, self._from)
        action = self.wait(view)
        quiet = [number for number in range(len(self.known.rooms)) if number not in busy]
        crowded = any(math.dist(other, view.at) < CROWDED for other in view.others.values())
        in_doorway = any(math.dist(way.centre, view.at) < DOORWAY for way in self.known.scene.doorways)
        in_the_way = crowded or (in_doorway and self._went_to != self.known.rooms[view.here].id)
        self._resting = self._resting and view.here in quiet and not crowded
        if action.verb != "wait" or not quiet or view.seat != NONE or self._resting:
            return action
        if view.here in quiet and moved < SHORT and not in_the_way:
            self._resting = True
            return action
        elsewhere = [number for number in quiet if number != view.here] if crowded else []
        choices = elsewhere or ([view.here] if view.here in quiet else quiet)
        if self._blocked:
            choices = list(range(len(self.known.rooms)))
        room = choices[self._blocked % len(choices)]
        return self.say(Action(view.agent, "walk_to", target=self.known.rooms[room].id), view)

    def _to_close(self, subgoal: Subgoal, open_chores: OpenChores, view: View) -> int:
        """A container that the agent has opened, can reach and is done with; NONE if there is none."""
        if not self.settings.closes or not self._opened:
            return NONE
        about, target = self.known.index[subgoal.object], self.known.index.get(subgoal.target, NONE)
        inside = {open_chores.container_of(slot) for slot in (about, target) if slot != NONE and slot not in view.hands}
        using = {target, about, *inside}
        using |= {slot for want in open_chores.wants if want.verb == "open" for slot in want.objects}
        return next((slot for slot in self._opened if slot not in using and in_reach(view, slot)), NONE)

    def _around(self, facts: Facts, view: View, luck: Stream) -> Action:
        """How to go on when one cannot just walk: clear what is in the way, go step by step, or step aside."""
        ways = facts.open_chores.ways
        path = ways.path(facts.places[0], view.at, view.others.values())
        for slot in in_the_way(view, path):
            name = self.known.ids[slot]
            if not in_reach(view, slot) or self.barred("clear", slot, NONE):
                continue
            self.bar("clear", slot)
            if not self.known.loose[slot]:
                return Action(view.agent, "open" if self.known.things[slot].type == "door" else "close", name)
            if len(view.hands) < view.body.hands and not self.barred("take", slot, NONE):
                self.cleared = slot
                return Action(view.agent, "pick_up", name)
            return Action(view.agent, "push", name)
        if len(path) < 2 and self._shut_in_at == view.at:
            return Action(view.agent, luck.choice(("move_ahead", *ASIDE)), amount=luck.choice((0.25, 0.5)))
        if len(path) < 2:
            self._shut_in_at = view.at
            self._give_up()
        if len(path) < 2 or (self._blocked and self._blocked % 2 == 0):
            return Action(view.agent, luck.choice(ASIDE), amount=0.5)
        return self._step_to(ways.straight(path[1 : AHEAD + 1], view.at), view)

    def _step_to(self, point: tuple[float, float], view: View) -> Action:
        """A step straight to a point, or a turn to face it."""
        heading = math.degrees(math.atan2(point[1] - view.at[1], point[0] - view.at[0]))
        turn = (heading - view.yaw + 180.0) % 360.0 - 180.0
        if abs(turn) > FACING:
            return Action(view.agent, "turn_left" if turn > 0.0 else "turn_right", amount=round(abs(turn), 2))
        return Action(view.agent, "move_ahead", amount=round(max(math.dist(point, view.at), 0.05), 4))


def in_the_way(view: View, path: Floats) -> list[int]:
    """What may block a path, the first on it first: things on the floor, inner doors, furniture that stands open."""
    known, radius = view.known, view.body.radius
    on_floor = np.isin(view.carrier, known.floor_slots) & known.loose & (known.size[:, 2] > STEP_OVER)
    inner = np.zeros(known.count, np.bool_)
    inner[[slot for slot, rooms in known.door_rooms.items() if len(rooms) > 1]] = True
    shut = inner & (view.openness < 1.0)
    swung = ~inner & ~known.loose & (view.openness > 0.0)
    slots = np.nonzero(view.things & (on_floor | shut | swung))[0]
    if not len(slots):
        return []
    wide = known.size[slots, :2].max(axis=1)
    room_taken = np.where(on_floor[slots], wide / 2 + radius, wide + radius)
    gaps = np.hypot(*(path[:, None, :] - view.position[slots, :2]).transpose(2, 0, 1))
    close = gaps <= room_taken
    hit = np.nonzero(close.any(axis=0))[0]
    first = close[:, hit].argmax(axis=0)
    return [int(slots[hit[i]]) for i in np.argsort(first, kind="stable")]


def nearest(view: View, slots: list[int]) -> int:
    """The nearest of some things that are seen; NONE if there are none."""
    away = [math.dist(view.position[slot, :2], view.at) for slot in slots]
    return slots[int(np.argmin(away))] if slots else NONE
