"""What the explorer could do with things: what it costs to open, shut and weigh them, for what that is worth."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple

from casita.agents.explorer.gripping import Grip, grips, is_under_something
from casita.agents.explorer.handling import MOST_GRIPS_OF_A_HANDLE, Handler, before, grip_of, shutting
from casita.agents.explorer.jobs import Job
from casita.agents.explorer.memory import Remembered
from casita.agents.explorer.reaching import FROM_ABOVE, FROM_AHEAD, Approach, Stance, stances
from casita.agents.explorer.routes import STEP, Reached
from casita.agents.explorer.swinging import handles, slides, swept, wedges_in
from casita.agents.explorer.weighing import friction_of, next_grip

Offer = tuple[float, Callable[[], Job]]
"""What a job costs for what it is worth, and the job."""

GRASPING = 8.0
"""Steps that it takes to raise the arm, grip or open, and fold it again."""

HIGHEST_HANDLE = {FROM_ABOVE: 1.35, FROM_AHEAD: 1.5}
"""Metres above the floor of the highest handle that the gripper gets to, by approach, the simplest first."""

AGAIN, MOST_TIMES_AGAIN = "again", 3
"""What it is called that something is opened again, and how often it is."""

IN_ITS_WAY = 40.0
"""Steps that it costs besides to open a door from where it swings into the robot: it may shut it in."""

STANCES_APART, MOST_STANCES = 7, 4
"""Of the poses from which a handle is in reach, every so many is tried, and so many at the most."""

NO_WAY, MOST_WITHOUT_WAY = "no way", 2
"""What it is called that there is no place to stand for a thing, and how often that is found out anew."""

MOST_WEIGHINGS, MOST_IF_ASKED = 2, 5
"""How often weighing a thing is tried, and how often if a question asks for it."""

RISKY = 2.0
"""How many times its steps a weighing costs that is likely to fail: in a shelf, or tried in vain before."""

BULKY, TALL = 0.13, 0.35
"""Metres from the middle of a thing to its sides, and from its bottom to its top, from which on it is only lifted if a
question asks for its weight: it is hard to set down again, and a towel falls off its rail into the robot's way."""

WEIGHING = 0.3
"""What a weight is worth, where one thing that was shut away is worth 1: it can be found out when it is asked for."""

FEWER = 0.9
"""Share of the most poses ever in reach below which it is worth while to shut what stands open."""

SHUTTING = 30.0
"""What shutting something is worth that keeps the robot from everything; one thing that was shut away is worth 1."""

MOST_SHUTTINGS, MOST_IF_STUCK = 1, 3
"""How often shutting something is tried with one guess of how far open it is, and how often by who is shut in."""

STUCK, MOST_ESCAPES = 0.2, 12
"""Share of the most poses ever in reach below which the robot is stuck, and how often it gets itself free."""

MUST_REMAIN, AT_LAST = 0.93, 0.6
"""Share of the poses in reach that must remain so when something is opened, and when there is nothing else to do."""


class Wishes(NamedTuple):
    """What is still to be found out."""

    weigh: frozenset[str] = frozenset()
    """Names of things whose weight matters."""
    find: frozenset[str] = frozenset()
    """Types of things that were asked about and not found."""


class Chooser(Handler):
    """A robot that knows the cheapest job of each sort."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.wishes: Callable[[], Wishes] | None = None
        """In the second phase: says what is still to be found out; in the first phase everything is."""
        self._wished: Wishes | None = None
        """What was still to be found out when the job was chosen that is being done."""
        self._widest = 0
        """The most poses that were ever in reach."""
        self._must_remain = MUST_REMAIN

    def _cheapest_opening(self, reached: Reached, worth: Callable[[str], float]) -> Offer | None:
        """Open what is cheapest for what may be in it; of those at about the same place, the lowest first."""
        best: Offer | None = None
        again = self._to_be_opened_again()
        shut = [
            (thing, value)
            for thing in self.believed()
            if (thing.is_shut and (value := worth(thing.seen.type)) > 0.0) or (value := again.get(thing.seen.id, 0.0))
        ]
        for thing, value in sorted(shut, key=lambda one: self._away(one[0]) / one[1]):
            if best is not None and (self._away(thing) + GRASPING) / value >= best[0]:
                break
            found = self._handle(thing, reached)
            if found is None:
                continue
            number, approach, stance = found
            cost = (stance.cost + GRASPING + approach.turns + 40.0 * handles(thing.seen)[number][2]) / value
            if best is None or cost < best[0]:
                job = self._open_again if thing.shut_again else self._open
                best = cost, partial(job, thing, number, reached.way(stance.position), approach)
        return best

    def _open_again(self, thing: Remembered, number: int, way: list[str], approach: Approach) -> Job:
        """Open what was shut again, for what is in it."""
        thing.fail(AGAIN)
        return (yield from self._open(thing, number, way, approach))

    def _to_be_opened_again(self) -> dict[str, float]:
        """Names of what was shut again though there are things in it whose weight matters, and how many."""
        found: dict[str, float] = {}
        for name in sorted(self._wished.weigh) if self._wished is not None else ():
            thing = self.memory.things.get(name)
            around = None if thing is None else self.memory.things.get(thing.inside_of)
            if thing is None or around is None or not around.shut_again or around.tried(AGAIN) >= MOST_TIMES_AGAIN:
                continue
            if can_be_weighed(thing) and thing.tried("weigh") < MOST_IF_ASKED:
                found[thing.inside_of] = found.get(thing.inside_of, 0.0) + 1.0
        return found

    def is_wanted_open(self, thing: Remembered) -> bool:
        """Is there something in it whose weight matters?"""
        inside = [each for each in self.memory if each.inside_of == thing.seen.id and can_be_weighed(each)]
        wished = frozenset[str]() if self.wishes is None or not inside else self.wishes().weigh
        return any(each.seen.id in wished for each in inside)

    def _cheapest_shutting(self, reached: Reached) -> Offer | None:
        """Shut what stands open, if the robot gets about less than it did; the nearest."""
        lost = 1.0 - len(reached.state) / max(self._widest, 1)
        if lost < 1.0 - FEWER:
            return None
        best: Offer | None = None
        most = MOST_SHUTTINGS if lost < 1.0 - STUCK else MOST_IF_STUCK
        for thing in self.memory:
            if thing.open_by is None or self.is_wanted_open(thing):
                continue
            left = [(thing.tried(shutting(each)), number) for number, each in enumerate(thing.openness)]
            tried, number = min(left, default=(most, 0))
            if tried >= most:
                continue
            openness = thing.openness[number]
            found = self._way_to_shut(thing, openness, tried, reached)
            if found is None:
                thing.fail(shutting(openness))
                continue
            approach, stance = found
            cost = (stance.cost + GRASPING + approach.turns) / (SHUTTING * lost)
            if best is None or cost < best[0]:
                best = cost, partial(self._close, thing, openness, reached.way(stance.position), approach)
        return best

    def _way_to_shut(
        self, thing: Remembered, openness: float, tried: int, reached: Reached
    ) -> tuple[Approach, Stance] | None:
        """How the hand comes to the handle of what stands so far open, and from where; another way at every try."""
        places = handles(thing.seen, openness)
        if thing.open_by is None or thing.open_by >= len(places):
            return None
        for approach in (FROM_ABOVE, FROM_AHEAD):
            most = 1 + STANCES_APART * tried
            ways = stances(places[thing.open_by], reached, self.floor, most=most, approach=approach)
            if ways:
                return approach, ways[-1]
        return None

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
                ways = stances(point, reached, self.floor, most=80, approach=approach)
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
        clear = [way for way in ways if not swept(thing.seen, *reached.pose(way.position)[:2])]
        if not clear and not wedges_in(thing.seen):
            clear = [way._replace(cost=way.cost + IN_ITS_WAY) for way in ways]
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
            for thing in self.believed()
            if thing.is_loose
            and thing.tried("weigh") < most
            and (not thing.weight.felt if among is None else thing.seen.id in among)
            and can_be_weighed(thing)
            and not self.memory.is_shut_in(thing)
            and (among is not None or not is_bulky(thing))
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
        hard = is_under_something(thing, self.believed())
        approaches = {grip.approach: list[Grip]() for grip in grips(thing)[:: -1 if hard else 1]}
        for grip in grips(thing):
            approaches[grip.approach].append(grip)
        for approach in sorted(approaches, key=lambda one: thing.tried(one.name)):
            tried = thing.tried(approach.name)
            found = []
            for grip in approaches[approach]:
                ways = stances(grip.point, reached, self.floor, exact=0.02, most=1 + tried, approach=approach)
                if len(ways) > tried:
                    found.append((grip, ways[tried]))
            if found:
                return *min(found, key=lambda one: one[1].cost), RISKY if hard or tried else 1.0
        return None


def is_bulky(thing: Remembered) -> bool:
    """Is a thing hard to set down again?"""
    return min(thing.seen.half) > BULKY or thing.seen.high - thing.seen.low > TALL


def can_be_weighed(thing: Remembered) -> bool:
    """Would a grip tell anything of its weight that is not known?"""
    friction = friction_of(thing.seen.material)
    return friction is not None and next_grip(thing.weight, friction) is not None
