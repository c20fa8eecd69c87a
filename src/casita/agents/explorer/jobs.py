"""What the explorer does with its wheels and its arm: goes, looks, gets free, brings its gripper somewhere.

It does not choose what; what it does with things is in `handling.py`. Every job is a generator of actions: it is sent
what the robot senses after each, and says in the end whether it came to anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator

from casita.agents.explorer.floor_map import FloorMap
from casita.agents.explorer.gripping import Point
from casita.agents.explorer.looking import Spot, is_seen
from casita.agents.explorer.memory import Memory
from casita.agents.explorer.reaching import FROM_ABOVE, Approach, moves_left
from casita.agents.explorer.routes import STEP, TURN
from casita.agents.explorer.senses import Pose, Sense
from casita.world.action import Action
from casita.world.arm.effects import MOVES

Job = Generator[Action, Sense, bool]

MOST_MOVES = 60
"""Moves of the gripper for one job."""

FREEING = (
    *((), ("move_back",), ("up", "up"), ("move_back", "up", "up"), ("turn_left", "turn_left"), ("turn_right",) * 4),
    *(("ahead", "ahead", "up", "up"), ("back", "back", "back", "up")),
)
"""Moves of the base or the gripper that may free an arm that cannot be folded, tried one after another: most often what
was opened stands where the folded arm would be, and a step back is enough."""

FOLDED = 1.0
"""Degrees that joints may be off their rest and the arm still counts as folded."""


class Doer:
    """A robot's jobs, and what it needs for them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.floor = FloorMap()
        self.memory = Memory()
        self.spots: dict[str, Spot] = {}
        """Places of furniture that were not looked at from near yet."""
        self.has_depth = True
        """Does it see how far things are? Else the floor ahead is free until it bumps into something."""
        self.sense = Sense(Pose(), (0.0,) * 6)
        self._tries: dict[str, int] = {}
        self._escapes = 0

    def _do(self, verb: str, direction: str = "", amount: float = 0.0) -> Action:
        return Action(self.name, verb, direction=direction, amount=amount)

    def _move_by(self, move: str) -> Action:
        """A move of the gripper in a direction, or of the base."""
        return self._do("move_gripper", move) if move in MOVES else self._do(move)

    def _look_to(self, pitch: float) -> Job:
        while abs(self.sense.pose.pitch - pitch) > 1.0:
            sense = yield self._do("look_down" if self.sense.pose.pitch < pitch else "look_up")
            if sense.refused:
                return False
        return True

    def _is_folded(self) -> bool:
        """Is the arm folded?"""
        return max(abs(joint) for joint in self.sense.joints) <= FOLDED

    def _fold(self) -> Job:
        """Fold the arm: straight, or after some moves away from what is in its way, or by way of the raised arm."""
        for moves in FREEING:
            if self._is_folded():
                break
            for move in moves:
                yield self._move_by(move)
            sense = yield self._do("fold_arm")
            if sense.refused and len(moves) > 1:
                yield self._do("raise_arm")
                yield self._do("fold_arm")
        done = self._is_folded()
        self._tries["fold"] = 0 if done else self._tries.get("fold", 0) + 1
        return done

    def _look_round(self) -> Job:
        """Turn once round, a step back where the arm is in the way of that."""
        for _ in range(round(360 / TURN)):
            sense = yield self._do("turn_left")
            if sense.refused:
                yield self._do("move_back")
        return True

    def _go(self, way: list[str], stop: Callable[[], bool] | None = None) -> Job:
        """Follow a way; what turns out not to be free is put on the map."""
        for number, verb in enumerate(way):
            if stop is not None and number and stop():
                return True
            pose = self.sense.pose
            sense = yield self._do(verb)
            if sense.refused:
                self._bump(pose, verb, "arm" in sense.refused)
                return False
        return True

    def _bump(self, pose: Pose, verb: str, arm: bool) -> None:
        """Put on the map that the robot, or its arm, could not get to where a verb leads."""
        turn = {"turn_left": TURN, "turn_right": -TURN}.get(verb, 0.0)
        step = {"move_ahead": STEP, "move_back": -STEP}.get(verb, 0.0)
        angle = math.radians(pose.yaw)
        wanted = Pose(pose.x + step * math.cos(angle), pose.y + step * math.sin(angle), pose.yaw + turn)
        if arm:
            self.floor.bump_arm(wanted)
        else:
            self.floor.bump(wanted.x, wanted.y)
            if not self.has_depth:
                self.floor.block_ahead(wanted)

    def _look_at(self, way: list[str], spot: Spot) -> Job:
        """Go where a spot would be seen; what is not seen from there is not tried for ever."""
        there = yield from self._go(way, lambda: spot.name in self._seen_of(spot))
        if there:
            self._tries[spot.name] = self._tries.get(spot.name, 0) + 1
        return there

    def _seen_of(self, spot: Spot) -> tuple[str, ...]:
        """The spot's name if it has been seen on the way, else nothing."""
        if spot.name.startswith("floor:"):
            view = self.sense.view
            return (spot.name,) if view is not None and is_seen(spot, view) else ()
        return () if spot.name in self.spots else (spot.name,)

    def _bring(self, goal: Point, there: Callable[[Sense], bool], approach: Approach = FROM_ABOVE) -> Job:
        """Raise the arm and move the gripper to a goal in the robot's frame, around what is in its way."""
        sense = yield self._do("raise_arm")
        if sense.refused:
            return False
        for _ in range(approach.turns):
            sense = yield self._do("turn_gripper", "up")
            for direction in ("ahead", "ahead", "down", "down") if sense.refused else ():
                yield self._do("move_gripper", direction)  # a hand close to the body does not turn up
                sense = yield self._do("turn_gripper", "up")
                if not sense.refused:
                    break
            if sense.refused:
                return False
        return (yield from self._move(goal, there, approach))

    def _move(self, goal: Point, there: Callable[[Sense], bool], approach: Approach) -> Job:
        """Move the gripper to a goal in the robot's frame, around what is in its way."""
        sense = self.sense
        for _ in range(MOST_MOVES):
            if there(sense):
                return True
            moved = False
            for direction, _count in moves_left(goal, sense.joints, approach):
                sense = yield self._do("move_gripper", direction)
                if not sense.refused:
                    moved = True
                    break
            if not moved:
                return there(sense)
        return False
