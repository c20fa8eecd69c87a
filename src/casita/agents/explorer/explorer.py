"""The explorer: looks at everything, opens what opens, weighs what it can; then does the errands that it is given.

Every job is a generator of actions: it is sent what the robot senses after each, and says in the end whether it
came to anything. Between jobs the next one is chosen by what it costs to get there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Generator
from functools import partial
from typing import NamedTuple

from casita.agents.explorer.floor_map import FloorMap
from casita.agents.explorer.gripping import AT_THING, Grip, Point, gap, grips, is_gripped, is_under_something, on_map
from casita.agents.explorer.looking import MOST_TRIES, Spot, best_look, frontier_spots, furniture_spots, is_seen
from casita.agents.explorer.memory import Memory, Remembered
from casita.agents.explorer.reaching import (
    FROM_ABOVE,
    FROM_AHEAD,
    Approach,
    Stance,
    gripper,
    in_frame,
    moves_left,
    stances,
)
from casita.agents.explorer.routes import STEP, TURN, Reached, reached_from
from casita.agents.explorer.senses import Pose, Sense
from casita.agents.explorer.swinging import handles, open_outline, slides, swept
from casita.agents.explorer.weighing import after_grip, friction_of, next_grip
from casita.catalog import catalog
from casita.exact import total_of
from casita.world.action import Action
from casita.world.arm.grip import FORCE_STEP

Job = Generator[Action, Sense, bool]
Offer = tuple[float, Callable[[], Job]]
"""What a job costs for what it is worth, and the job."""

GRASPING = 8.0
"""Steps that it takes to raise the arm, grip or open, and fold it again."""

HOLDS = {"fridge": 4.0, "cabinet": 1.0, "wardrobe": 1.0, "dishwasher": 0.7, "drawer": 0.6, "stove": 0.3}
"""About how many things are in what is shut, by type; half a thing for all others."""

PITCH = 30.0
"""Degrees that the head looks down all the time: floor, tables and shelves show, and walls up to a door's height."""

BEFORE_HANDLE = 0.08
"""Metres that the gripper stays before a handle."""

AT_HANDLE = 0.13
"""Metres from a handle within which the gripper opens it."""

HIGHEST_HANDLE = {FROM_ABOVE: 1.35, FROM_AHEAD: 1.5}
"""Metres above the floor of the highest handle that the gripper gets to, by approach, the simplest first."""

LEAST_CHANCE = 0.04
"""Share of the usual places of a thing below which it is not looked for somewhere."""

MUST_REMAIN, AT_LAST = 0.93, 0.6
"""Share of the poses in reach that must remain so when something is opened, and when there is nothing else to do."""

HARDLY_MATTERS = 0.98
"""Share of the poses in reach that must remain so for a drawer to be left open."""

OPENNESSES = (1.0, 0.75, 0.5)
"""How far open a drawer may be."""

STANCES_APART, MOST_STANCES = 7, 4
"""Of the poses from which a handle is in reach, every so many is tried, and so many at the most."""

STUCK, AROUND, MOST_ESCAPES = 0.2, 1.0, 12
"""Share of the most poses ever in reach below which the robot is stuck; then it forgets what is so many metres around
it, and so often at the most."""

MOST_GRIPS_OF_A_HANDLE = 3
"""How often a handle is tried."""

NO_WAY, MOST_WITHOUT_WAY = "no way", 2
"""What it is called that there is no place to stand for a thing, and how often that is found out anew."""

MOST_MOVES = 60
"""Moves of the gripper for one job."""

MOST_WEIGHINGS, MOST_IF_ASKED = 2, 5
"""How often weighing a thing is tried, and how often if a question asks for it."""

RISKY = 2.0
"""How many times its steps a weighing costs that is likely to fail: in a shelf, or tried in vain before."""

WEIGHING = 0.3
"""What a weight is worth, where one thing that was shut away is worth 1: it can be found out when it is asked for."""

MOST_GRIPS = 8
"""Grips for one weighing."""

LOOKS_AFTER = (
    *("move_ahead", "move_back", "turn_left", "turn_right", "look_up", "look_down"),
    *("open_with_gripper", "close_with_gripper", "fold_arm"),
)
"""Actions after which there may be something new to see."""

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

FOLDED = 1.0
"""Degrees that joints may be off their rest and the arm still counts as folded."""


class Wishes(NamedTuple):
    """What is still to be found out."""

    weigh: frozenset[str] = frozenset()
    """Names of things whose weight matters."""
    find: frozenset[str] = frozenset()
    """Types of things that were asked about and not found."""


class Explorer:
    """Chooses the next action from what the robot senses; it knows nothing else of the house."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.floor = FloorMap()
        self.memory = Memory()
        self.spots: dict[str, Spot] = {}
        """Places of furniture that were not looked at from near yet."""
        self.wants_look = True
        """Is there something new to see?"""
        self.has_depth = True
        """Does it see how far things are? Else the floor ahead is free until it bumps into something."""
        self.sense = Sense(Pose(), (0.0,) * 6)
        self.wishes: Callable[[], Wishes] | None = None
        """In the second phase: says what is still to be found out; in the first phase everything is."""
        self._tries: dict[str, int] = {}
        self._job: Job | None = None
        self._widest = self._escapes = 0
        self._shutting: dict[tuple[object, ...], bool] = {}
        self._must_remain = MUST_REMAIN

    def act(self, sense: Sense) -> Action | None:
        """The next action; None if there is nothing left to do."""
        self._take_in(sense)
        for _ in range(200):
            if self._job is None:
                self._job = self._next_job()
                if self._job is None:
                    return None
                send = self._job.send
                first = True
            else:
                send, first = self._job.send, False
            try:
                action = next(self._job) if first else send(sense)
            except StopIteration:
                self._job = None
                continue
            self.wants_look = action.verb in LOOKS_AFTER
            return action
        return None

    def drop_job(self) -> None:
        """Forget what was being done: a new phase begins."""
        self._job = None
        self.wants_look = True

    # Taking in.

    def _take_in(self, sense: Sense) -> None:
        self.sense = sense
        self.floor.stand(sense.pose)
        view = sense.view
        if view is None:
            return
        if view.depth is None:
            self.floor.assume(sense.pose)
        if max(abs(joint) for joint in sense.joints) <= FOLDED:
            self.floor.add(view)
        for seen in view.things:
            if seen.id not in self.memory.things:
                known = self.memory.add(seen)
                if known.is_furniture:
                    self.spots.update({spot.name: spot for spot in furniture_spots(seen)})
            else:
                self.memory.add(seen)
        for name in [name for name, spot in self.spots.items() if is_seen(spot, view)]:
            del self.spots[name]

    # Choosing.

    def _next_job(self) -> Job | None:
        if abs(self.sense.pose.pitch - PITCH) > 1.0:
            return self._look_to(PITCH)
        if max(abs(joint) for joint in self.sense.joints) > FOLDED and self._tries.get("fold", 0) < 3:
            return self._fold()
        reached = reached_from(self.floor, self.sense.pose)
        if self._is_stuck(reached):
            return self._get_free()
        wishes = None if self.wishes is None else self.wishes()
        if wishes is not None and not wishes.weigh and not wishes.find:
            return None
        job = (self._look_job(reached) if wishes is None else None) or self._handling_job(reached, wishes)
        if job is None and self._must_remain > AT_LAST:
            self._be_bold()
            job = self._handling_job(reached, wishes)
        return job

    def _be_bold(self) -> None:
        """There is nothing else to do: open what leaves less room, and try again what was out of reach."""
        self._must_remain = AT_LAST
        self._shutting.clear()
        for thing in self.memory:
            thing.tries.pop(NO_WAY, None)

    def _is_stuck(self, reached: Reached) -> bool:
        """Is hardly any pose in reach that was before, and is there hope to get free?"""
        self._widest = max(self._widest, len(reached.state))
        return len(reached.state) < STUCK * self._widest and self._escapes < MOST_ESCAPES

    def _handling_job(self, reached: Reached, wishes: Wishes | None) -> Job | None:
        """Weigh or open whatever is worth most for its steps; only what is wished for, if there are wishes."""
        weighing = self._cheapest_weighing(reached, None if wishes is None else wishes.weigh)
        worth = (lambda kind: HOLDS.get(kind, 0.5)) if wishes is None else partial(chance_of, wishes.find)
        opening = self._cheapest_opening(reached, worth)
        offers = [offer for offer in (weighing, opening) if offer is not None]
        return min(offers, key=lambda offer: offer[0])[1]() if offers else None

    def _look_job(self, reached: Reached) -> Job | None:
        """Go and look at the nearest place that was not looked at."""
        spots = [*self.spots.values(), *frontier_spots(self.floor, reached.floor)]
        left = [spot for spot in spots if self._tries.get(spot.name, 0) < MOST_TRIES]
        while (found := best_look(left, reached, self.floor)) is not None:
            position, spot = found
            if reached.steps[position]:
                return self._look_at(reached.way(position), spot)
            self._tries[spot.name] = MOST_TRIES  # it does not show from here, where it should
            left.remove(spot)
        return None

    def _cheapest_opening(self, reached: Reached, worth: Callable[[str], float]) -> Offer | None:
        """Open what is cheapest for what may be in it; of those at about the same place, the lowest first."""
        best: Offer | None = None
        shut = [(thing, value) for thing in self.memory if thing.is_shut and (value := worth(thing.seen.type)) > 0.0]
        for thing, value in sorted(shut, key=lambda one: self._away(one[0]) / one[1]):
            if best is not None and (self._away(thing) + GRASPING) / value >= best[0]:
                break
            found = self._handle(thing, reached)
            if found is None:
                continue
            number, approach, stance = found
            cost = (stance.cost + GRASPING + approach.turns + 40.0 * handles(thing.seen)[number][2]) / value
            if best is None or cost < best[0]:
                best = cost, partial(self._open, thing, number, reached.way(stance.position), approach)
        return best

    def _handle(self, thing: Remembered, reached: Reached) -> tuple[int, Approach, Stance] | None:
        """Which handle of a thing to open it by, how the hand comes to it, and where to stand for it."""
        if thing.tried(NO_WAY) >= MOST_WITHOUT_WAY:
            return None
        places = handles(thing.seen)
        for number in sorted(range(len(places)), key=lambda n: (thing.tried(grip_of(n)), n)):
            if thing.tried(grip_of(number)) >= MOST_GRIPS_OF_A_HANDLE:
                continue
            point = before(thing, places[number])
            approaches = [each for each, highest in HIGHEST_HANDLE.items() if point[2] <= highest]
            first = thing.tried(grip_of(number))
            for approach in (*approaches[first:], *approaches[:first]):
                ways = stances(point, reached, self.floor, most=40, approach=approach)
                stance = self._stance(thing, number, ways, reached)
                if stance is not None:
                    return number, approach, stance
        thing.fail(NO_WAY)
        return None

    def _away(self, thing: Remembered) -> float:
        """Steps to a thing, at the least."""
        return max(0.0, math.dist(thing.seen.at, self.sense.pose[:2]) - 1.0) / STEP

    def _stance(self, thing: Remembered, number: int, ways: list[Stance], reached: Reached) -> Stance | None:
        """The cheapest of some stances in which a door does not swing into the robot, nor shut it in."""
        clear = [way for way in ways if not swept(thing.seen, *reached.pose(way.position)[:2])] or ways
        for stance in clear[thing.tried(grip_of(number)) :: STANCES_APART][:MOST_STANCES]:
            pose = reached.pose(stance.position)
            if slides(thing.seen) or not self._shuts_in(thing, number, reached, pose, self._must_remain):
                return stance
        return None

    def _cheapest_weighing(self, reached: Reached, among: Collection[str] | None) -> Offer | None:
        """Weigh what is cheapest to get to of some things, or of all that were not weighed."""
        best: Offer | None = None
        worth, most = (WEIGHING, MOST_WEIGHINGS) if among is None else (1.0, MOST_IF_ASKED)
        left = [
            thing
            for thing in self.memory
            if thing.is_loose
            and thing.tried("weigh") < most
            and (not thing.weight.felt if among is None else thing.seen.id in among)
            and can_be_weighed(thing)
        ]
        for thing in sorted(left, key=self._away):
            if best is not None and (self._away(thing) + GRASPING) / worth >= best[0]:
                break
            found = None if thing.tried(NO_WAY) >= MOST_WITHOUT_WAY else self._grip(thing, reached)
            if found is None:
                thing.fail(NO_WAY)
                continue
            grip, stance, risk = found
            cost = risk * (stance.cost + GRASPING + grip.approach.turns) / worth
            if best is None or cost < best[0]:
                best = cost, partial(self._weigh, thing, grip, reached.way(stance.position))
        return best

    def _grip(self, thing: Remembered, reached: Reached) -> tuple[Grip, Stance, float] | None:
        """How to grip a thing in a way that was not tried more often than others, from where, and how risky that is."""
        hard = is_under_something(thing, self.memory)
        ways_to = grips(thing)[:: -1 if hard else 1]
        for grip in sorted(ways_to, key=lambda one: thing.tried(one.approach.name)):
            tried = thing.tried(grip.approach.name)
            ways = stances(grip.point, reached, self.floor, exact=0.02, most=1 + tried, approach=grip.approach)
            if len(ways) > tried:
                return grip, ways[tried], RISKY if hard or tried else 1.0
        return None

    def _shuts_in(self, thing: Remembered, number: int, reached: Reached, pose: Pose, must_remain: float) -> bool:
        """Would an open door keep the robot, where it stands then, from too much of what it can get to now?"""
        known = (thing.seen.id, number, round(2 * pose.x), round(2 * pose.y), must_remain)
        if known not in self._shutting:
            outline = open_outline(thing.seen, number)
            rows, columns = self.floor.cells(outline[:, 0], outline[:, 1])
            left = reached_from(self.floor, pose, layers=reached.floor.with_obstacle(rows, columns))
            self._shutting[known] = len(left.state) < must_remain * len(reached.state)
        return self._shutting[known]

    # Jobs.

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


def _is_at(handle: Point, now: Sense) -> bool:
    """Is the gripper at a handle that is there in the robot's frame?"""
    return math.dist(gripper(now.joints), handle) <= AT_HANDLE


def grip_of(number: int) -> str:
    """What vain tries at a handle are counted as."""
    return f"handle {number}"


def can_be_weighed(thing: Remembered) -> bool:
    """Would a grip tell anything of its weight that is not known?"""
    friction = friction_of(thing.seen.material)
    return friction is not None and next_grip(thing.weight, friction) is not None


def chance_of(types: Collection[str], carrier: str) -> float:
    """How likely something of a type is to hold one of some types, as everybody knows; 0 if hardly."""
    best = 0.0
    for name in types:
        for usual in catalog()[name].found.values():
            total = total_of(usual.values())
            best = max(best, usual.get(carrier, 0.0) / total if total else 0.0)
    return best if best >= LEAST_CHANCE else 0.0


def before(thing: Remembered, handle: tuple[float, float, float]) -> tuple[float, float, float]:
    """The place before a handle that the gripper goes to."""
    angle = math.radians(thing.seen.yaw)
    return (
        handle[0] + BEFORE_HANDLE * math.cos(angle),
        handle[1] + BEFORE_HANDLE * math.sin(angle),
        handle[2],
    )
