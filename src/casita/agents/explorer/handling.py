"""What the explorer does with things: opens them, shuts them again and weighs them. It does not choose which.

What stands open is in the robot's own way: a door can shut it into a corner, and a drawer stands where its folded arm
would be. So a drawer is pushed back as soon as it was looked into, while the arm is still out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial

from casita.agents.explorer.gripping import AT_THING, Grip, Point, gap, is_gripped, on_map
from casita.agents.explorer.jobs import Doer, Job
from casita.agents.explorer.memory import Remembered
from casita.agents.explorer.reaching import FROM_ABOVE, Approach, gripper, in_frame, moves_left
from casita.agents.explorer.routes import Reached, reached_from
from casita.agents.explorer.senses import Pose, Sense
from casita.agents.explorer.swinging import handles, open_outline, opens_to, slides
from casita.agents.explorer.weighing import after_grip, friction_of, next_grip
from casita.world.arm.grip import FORCE_STEP

BEFORE_HANDLE = 0.08
"""Metres that the gripper stays before a handle."""

AT_HANDLE = 0.13
"""Metres from a handle within which the gripper opens it."""

PRECISELY = 0.05
"""Metres from where a handle is taken to be within which the gripper goes, if that is not known exactly."""

BETWEEN = 0.75
"""How far open a drawer is taken to be that is pushed back: with any of them its handle is in reach then."""

CLEARED = 0.15
"""Metres around what was open in which the map is forgotten when it is shut."""

MOST_GRIPS = 8
"""Grips for one weighing."""

MOST_GRIPS_OF_A_HANDLE = 3
"""How often a handle is tried."""

ELSEWHERE = (
    *((), ("up",), ("back",), ("left", "left"), ("right",) * 4, ("up", "move_back"), ("turn_left",) * 3),
    *(("move_back", "move_back"), ("turn_right",) * 6, ("move_back", "move_back")),
)
"""Moves of the gripper or the base to where there may be room for what is held, one after another."""

TOWARDS_HANDLE = 0.145
"""Metres from a handle at which the gripper is near enough if it gets no nearer."""

TOUCHES = 0.045
"""Metres from a thing at which the fingers still close on it, if the gripper gets no nearer."""

WAYS_OUT = (
    ("move_back", "move_back", "move_back"),
    (*("turn_left",) * 4, "move_back", "move_back"),
    (*("turn_right",) * 8, "move_back", "move_back"),
    (*("turn_right",) * 6, "move_ahead", "move_ahead"),
)
"""Ways out of where the robot is stuck, tried one after another with the arm raised."""

AROUND = 1.0
"""Metres around a robot that is stuck in which it forgets what is on its map."""


class Handler(Doer):
    """A robot's jobs that need its gripper."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._looked_into: Remembered | None = None
        """What is being opened: things that are seen for the first time now are in it."""
        self.least_sure = 0.0
        """How sure it must be of a thing to do something with it."""
        self._holds = False
        """Does it hold something that it could not let go?"""
        self._shutting: dict[tuple[object, ...], bool] = {}

    def believed(self) -> list[Remembered]:
        """The things of which it is sure enough."""
        return [thing for thing in self.memory if thing.seen.sure >= self.least_sure]

    def is_wanted_open(self, thing: Remembered) -> bool:
        """Is there something to be done inside a thing that was opened, before it is shut again?"""
        return False

    def _get_free(self) -> Job:
        """Forget what the map has close by, and go a little with the arm raised: folded, it may hang in a drawer."""
        self._escapes += 1
        self.floor.forget(self.sense.pose.x, self.sense.pose.y, AROUND)
        for thing in self.memory:
            self._mark_open(thing)
        yield self._do("raise_arm")
        for verb in WAYS_OUT[self._escapes % len(WAYS_OUT)]:
            yield self._do(verb)
        return (yield from self._fold())

    def _open(self, thing: Remembered, number: int, way: list[str], approach: Approach) -> Job:
        """Go to a handle, open it, and look in."""
        if not (yield from self._go(way)):
            thing.fail("way")
            if thing.tried("way") % 3 == 0:
                thing.fail(grip_of(number))
            return False
        raised = yield from self._bring_to(thing, number, approach, first=True)
        while raised:
            self._looked_into = thing
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
        if raised:
            yield from self._look_in(thing, number, approach)
        else:
            if number >= 0:
                thing.fail(grip_of(number))
            yield from self._fold()
        self._looked_into = None
        return raised

    def _look_in(self, thing: Remembered, number: int, approach: Approach) -> Job:
        """Look into what was just opened.

        A drawer is pushed back unless there is something to be done in it; what keeps the arm from folding is too.
        """
        thing.opened, thing.shut_again, thing.open_by = True, False, number
        self.floor.forget(*thing.seen.at, 0.4 + max(thing.seen.half))
        if not _has_handle(thing, number):
            return (yield from self._fold())
        thing.openness = opens_to(thing.seen, number, self.sense.pose.x, self.sense.pose.y)
        if self.is_wanted_open(thing):
            yield from self._fold()
        elif slides(thing.seen) and not self._is_folded():
            yield from self._push_back(thing, number, (BETWEEN, *thing.openness), approach)
        else:
            for verb in ("fold_arm", "move_back", "fold_arm"):
                if not self._is_folded():
                    yield self._do(verb)
            if not self._is_folded():
                yield from self._push_back(thing, number, thing.openness, approach)
        yield from self._fold()
        self._mark_open(thing)
        return True

    def _mark_open(self, thing: Remembered) -> None:
        """Put on the map where a thing stands open that the robot opened: it does not see what is beside it."""
        if thing.open_by is not None and thing.openness and _has_handle(thing, thing.open_by):
            outline = open_outline(thing.seen, thing.open_by, thing.openness[0])
            self.floor.block(outline[:, 0], outline[:, 1], thing.seen.low, thing.seen.high)

    def _push_back(self, thing: Remembered, number: int, openness: Iterable[float], approach: Approach) -> Job:
        """Shut what stands open, with the arm as it is: it may stand so far open, the likeliest first."""
        for each in openness:
            handle = handles(thing.seen, each)[number]
            point = (*in_frame(handle[0], handle[1], self.sense.pose), handle[2])
            yield from self._move(point, partial(_is_at, point, within=PRECISELY), approach)
            if _is_at(point, self.sense, TOWARDS_HANDLE):
                sense = yield self._do("close_with_gripper")
                if not sense.refused:
                    self._is_shut_again(thing)
                    return True
        return False

    def _close(self, thing: Remembered, openness: float, way: list[str], approach: Approach) -> Job:
        """Go where the handle of something that stands so far open is in reach, and shut it."""
        number = thing.open_by
        if not (yield from self._go(way)) or number is None or not _has_handle(thing, number):
            thing.fail(shutting(openness))
            return False
        point = self._beside(handles(thing.seen, openness)[number])
        near = yield from self._bring(point, partial(_is_at, point), approach)
        sense = (yield self._do("close_with_gripper")) if near else self.sense
        done = near and not sense.refused
        if done:
            self._is_shut_again(thing)
        else:
            thing.fail(shutting(openness))
        yield from self._fold()
        return done

    def _beside(self, handle: Point) -> Point:
        """The place in the robot's frame before a handle, on the robot's side of it."""
        ahead, left = in_frame(handle[0], handle[1], self.sense.pose)
        part = 1.0 - BEFORE_HANDLE / max(math.hypot(ahead, left), BEFORE_HANDLE)
        return part * ahead, part * left, handle[2]

    def _is_shut_again(self, thing: Remembered) -> None:
        """Note that a thing is shut, and forget what the map has where it stood open."""
        if thing.open_by is not None and _has_handle(thing, thing.open_by):
            for openness in thing.openness:
                for x, y in open_outline(thing.seen, thing.open_by, openness).tolist():
                    self.floor.forget(x, y, CLEARED)
        self.floor.forget(*thing.seen.at, 0.4 + max(thing.seen.half))
        thing.open_by, thing.shut_again = None, True

    def _bring_to(self, thing: Remembered, number: int, approach: Approach, first: bool) -> Job:
        """Bring the gripper to a handle: the raised arm's, or if it is not the first, from where it is."""
        if not _has_handle(thing, number):
            return False
        pose, handle = self.sense.pose, handles(thing.seen)[number]
        point = (*in_frame(handle[0], handle[1], pose), handle[2])
        goal = (*in_frame(*before(thing, handle)[:2], pose), handle[2])

        there = partial(_is_at, point)
        near = yield from self._bring(goal, there, approach) if first else self._move(goal, there, approach)
        return near or _is_at(point, self.sense, TOWARDS_HANDLE)

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
        arrived = arrived or gap(held, thing.now) <= TOUCHES
        if arrived and friction is not None and is_gripped(thing, held, self.believed()):
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
            if sense.felt == "held" and not (yield from self._let_go()):
                return False
        return True

    def _let_go(self) -> Job:
        """Let go what is held: where it is, or where there is room for it."""
        for moves in ELSEWHERE:
            for move in moves:
                yield self._move_by(move)
            sense = yield self._do("release")
            self._holds = bool(sense.refused) and "empty" not in sense.refused
            if not self._holds:
                return True
        return False

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


def _is_at(handle: Point, now: Sense, within: float = AT_HANDLE) -> bool:
    """Is the gripper at a handle that is there in the robot's frame?"""
    return math.dist(gripper(now.joints), handle) <= within


def grip_of(number: int) -> str:
    """What vain tries at a handle are counted as."""
    return f"handle {number}"


def shutting(openness: float) -> str:
    """What vain tries to shut something that may stand so far open are counted as."""
    return f"shut {openness:g}"


def before(thing: Remembered, handle: tuple[float, float, float]) -> tuple[float, float, float]:
    """The place before a handle that the gripper goes to."""
    angle = math.radians(thing.seen.yaw)
    return (
        handle[0] + BEFORE_HANDLE * math.cos(angle),
        handle[1] + BEFORE_HANDLE * math.sin(angle),
        handle[2],
    )
