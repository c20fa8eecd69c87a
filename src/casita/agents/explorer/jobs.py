"""What the explorer does: goes, gets free, opens, shuts and weighs. It does not choose what.

Every job is a generator of actions: it is sent what the robot senses after each, and says in the end whether it came
to anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from functools import partial

from casita.agents.explorer.floor_map import FloorMap
from casita.agents.explorer.gripping import AT_THING, Grip, Point, gap, is_gripped, on_map
from casita.agents.explorer.looking import Spot, is_seen
from casita.agents.explorer.memory import Memory, Remembered
from casita.agents.explorer.reaching import FROM_ABOVE, Approach, gripper, in_frame, moves_left
from casita.agents.explorer.routes import STEP, TURN, Reached, reached_from
from casita.agents.explorer.senses import Pose, Sense
from casita.agents.explorer.swinging import handles, open_outline, slides
from casita.agents.explorer.weighing import after_grip, friction_of, next_grip
from casita.world.action import Action
from casita.world.arm.grip import FORCE_STEP

Job = Generator[Action, Sense, bool]

BEFORE_HANDLE = 0.08
"""Metres that the gripper stays before a handle."""

AT_HANDLE = 0.13
"""Metres from a handle within which the gripper opens it."""

HARDLY_MATTERS = 0.98
"""Share of the poses in reach that must remain so for a drawer to be left open."""

OPENNESSES = (1.0, 0.75, 0.5)
"""How far open a drawer may be."""

MOST_MOVES = 60
"""Moves of the gripper for one job."""

MOST_GRIPS = 8
"""Grips for one weighing."""

MOST_GRIPS_OF_A_HANDLE = 3
"""How often a handle is tried."""

WAYS_OUT = (
    ("move_back", "move_back", "move_back"),
    (*("turn_left",) * 4, "move_back", "move_back"),
    (*("turn_right",) * 8, "move_back", "move_back"),
    (*("turn_right",) * 6, "move_ahead", "move_ahead"),
)
"""Ways out of where the robot is stuck, tried one after another with the arm raised."""

FREEING = (
    *((), ("up", "up"), ("back", "up"), ("back", "back", "up"), ("up",) * 6, ("left", "left", "up", "up")),
    *(("right",) * 4, ("back", "back", "back", "down"), ("ahead", "ahead", "up", "up", "up")),
)
"""Moves of the gripper that may free an arm that cannot be folded, tried one after another."""

AROUND = 1.0
"""Metres around a robot that is stuck in which it forgets what is on its map."""


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
        self._shutting: dict[tuple[object, ...], bool] = {}

    def _do(self, verb: str, direction: str = "", amount: float = 0.0) -> Action:
        return Action(self.name, verb, direction=direction, amount=amount)

    def _look_to(self, pitch: float) -> Job:
        while abs(self.sense.pose.pitch - pitch) > 1.0:
            sense = yield self._do("look_down" if self.sense.pose.pitch < pitch else "look_up")
            if sense.refused:
                return False
        return True

    def _fold(self) -> Job:
        """Fold the arm: straight, or after some moves away from what is in its way, or by way of the raised arm."""
        for directions in FREEING:
            for direction in directions:
                yield self._do("move_gripper", direction)
            sense = yield self._do("fold_arm")
            if sense.refused and len(directions) > 2:
                yield self._do("raise_arm")
                sense = yield self._do("fold_arm")
            if not sense.refused:
                self._tries.pop("fold", None)
                return True
        self._tries["fold"] = self._tries.get("fold", 0) + 1
        return False

    def _get_free(self) -> Job:
        """Forget what the map has close by, and go a little with the arm raised: folded, it may hang in a drawer."""
        self._escapes += 1
        self.floor.forget(self.sense.pose.x, self.sense.pose.y, AROUND)
        yield self._do("raise_arm")
        for verb in WAYS_OUT[self._escapes % len(WAYS_OUT)]:
            yield self._do(verb)
        return (yield from self._fold())

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

    def _open(self, thing: Remembered, number: int, way: list[str], approach: Approach) -> Job:
        """Go to a handle, open it, and look in."""
        if not (yield from self._go(way)):
            thing.fail("way")
            if thing.tried("way") % 3 == 0:
                thing.fail(grip_of(number))
            return False
        before_it = reached_from(self.floor, self.sense.pose)
        raised = yield from self._bring_to(thing, number, approach, first=True)
        while raised:
            sense = yield self._do("open_with_gripper")
            if not sense.refused:
                break
            thing.fail(grip_of(number))
            if "handle" not in sense.refused:
                raised = False
                break
            thing.tries[grip_of(number)] = MOST_GRIPS_OF_A_HANDLE  # its body is another one
            number = next((n for n in range(len(handles(thing.seen))) if not thing.tried(grip_of(n))), -1)
            raised = number >= 0 and (yield from self._bring_to(thing, number, approach, first=False))
        if not raised:
            if number >= 0:
                thing.fail(grip_of(number))
            yield from self._fold()
            return False
        thing.opened = True
        self.floor.forget(*thing.seen.at, 0.4 + max(thing.seen.half))
        yield from self._fold()
        if not _has_handle(thing, number):
            return True
        in_the_way = slides(thing.seen) and self._shuts_in(thing, number, before_it, self.sense.pose, HARDLY_MATTERS)
        if in_the_way and (yield from self._close(thing, number, approach)):
            return True
        outline = open_outline(thing.seen, number)
        self.floor.block(outline[:, 0], outline[:, 1], thing.seen.low, thing.seen.high)
        return True

    def _close(self, thing: Remembered, number: int, approach: Approach) -> Job:
        """Shut a drawer that was just opened and looked into: it would be in the way."""
        raised = False
        for openness in OPENNESSES:
            if not _has_handle(thing, number):
                break
            pose, handle = self.sense.pose, handles(thing.seen, openness)[number]
            point = (*in_frame(handle[0], handle[1], pose), handle[2])
            there = partial(_is_at, point)
            near = yield from (self._move(point, there, approach) if raised else self._bring(point, there, approach))
            raised = True
            if near:
                sense = yield self._do("close_with_gripper")
                if not sense.refused:
                    self.floor.forget(*thing.seen.at, 0.4 + max(thing.seen.half))
                    yield from self._fold()
                    return True
        yield from self._fold()
        return False

    def _bring_to(self, thing: Remembered, number: int, approach: Approach, first: bool) -> Job:
        """Bring the gripper to a handle: the raised arm's, or if it is not the first, from where it is."""
        if not _has_handle(thing, number):
            return False
        pose, handle = self.sense.pose, handles(thing.seen)[number]
        point = (*in_frame(handle[0], handle[1], pose), handle[2])
        goal = (*in_frame(*before(thing, handle)[:2], pose), handle[2])

        there = partial(_is_at, point)
        return (yield from self._bring(goal, there, approach) if first else self._move(goal, there, approach))

    def _weigh(self, thing: Remembered, grip: Grip, way: list[str]) -> Job:
        """Go to a thing and find out by grips what it weighs."""
        if not (yield from self._go(way)):
            thing.fail("way")
            if thing.tried("way") > 2:
                thing.fail("weigh")
            return False
        friction, pose, known = friction_of(thing.seen.material), self.sense.pose, thing.weight
        point = (*in_frame(grip.point[0], grip.point[1], pose), grip.point[2])

        def there(now: Sense) -> bool:
            if not moves_left(point, now.joints, grip.approach):
                return True
            at = on_map(gripper(now.joints), pose)
            return grip.approach is not FROM_ABOVE and gap(at, thing.now) <= AT_THING

        arrived = yield from self._bring(point, there, grip.approach)
        held = on_map(gripper(self.sense.joints), pose)
        if arrived and friction is not None and is_gripped(thing, held, self.memory):
            yield from self._feel(thing, friction)
        told = thing.weight != known
        if not told:
            thing.fail("weigh")
            thing.fail(grip.approach.name)
        yield from self._fold()
        return told

    def _feel(self, thing: Remembered, friction: float) -> Job:
        """Grip a thing with forces that halve what is unknown of its weight."""
        for _ in range(MOST_GRIPS):
            steps = next_grip(thing.weight, friction)
            if steps is None:
                break
            sense = yield self._do("grasp", amount=round(steps * FORCE_STEP, 2))
            if sense.felt not in ("held", "slipped"):
                return False
            thing.weight = after_grip(thing.weight, steps, friction, sense.felt == "held")
            if sense.felt == "held":
                yield self._do("release")
        return True

    def _shuts_in(self, thing: Remembered, number: int, reached: Reached, pose: Pose, must_remain: float) -> bool:
        """Would an open door keep the robot, where it stands then, from too much of what it can get to now?"""
        known = (thing.seen.id, number, round(2 * pose.x), round(2 * pose.y), must_remain)
        if known not in self._shutting:
            outline = open_outline(thing.seen, number)
            rows, columns = self.floor.cells(outline[:, 0], outline[:, 1])
            left = reached_from(self.floor, pose, layers=reached.floor.with_obstacle(rows, columns))
            self._shutting[known] = len(left.state) < must_remain * len(reached.state)
        return self._shutting[known]


def _has_handle(thing: Remembered, number: int) -> bool:
    """Has it so many handles, by what it is taken for now? From near by, eyes may take it for something else."""
    return number < len(handles(thing.seen))


def _is_at(handle: Point, now: Sense) -> bool:
    """Is the gripper at a handle that is there in the robot's frame?"""
    return math.dist(gripper(now.joints), handle) <= AT_HANDLE


def grip_of(number: int) -> str:
    """What vain tries at a handle are counted as."""
    return f"handle {number}"


def before(thing: Remembered, handle: tuple[float, float, float]) -> tuple[float, float, float]:
    """The place before a handle that the gripper goes to."""
    angle = math.radians(thing.seen.yaw)
    return (
        handle[0] + BEFORE_HANDLE * math.cos(angle),
        handle[1] + BEFORE_HANDLE * math.sin(angle),
        handle[2],
    )
