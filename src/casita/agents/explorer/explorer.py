"""The explorer: looks at everything, opens what opens, weighs what it can; then does the errands that it is given.

Between jobs (`jobs.py`) the next one is chosen by what it costs to get there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple

from casita.agents.explorer.gripping import Grip, grips, is_under_something
from casita.agents.explorer.handling import MOST_GRIPS_OF_A_HANDLE, Handler, before, grip_of, shutting
from casita.agents.explorer.jobs import Job
from casita.agents.explorer.looking import MOST_TRIES, best_look, frontier_spots, furniture_spots, is_seen
from casita.agents.explorer.memory import Remembered
from casita.agents.explorer.reaching import FROM_ABOVE, FROM_AHEAD, Approach, Stance, stances
from casita.agents.explorer.routes import STEP, Reached, reached_from
from casita.agents.explorer.senses import Sense
from casita.agents.explorer.swinging import handles, slides, swept, wedges_in
from casita.agents.explorer.weighing import friction_of, next_grip
from casita.catalog import catalog
from casita.exact import total_of
from casita.world.action import Action

Offer = tuple[float, Callable[[], Job]]
"""What a job costs for what it is worth, and the job."""

GRASPING = 8.0
"""Steps that it takes to raise the arm, grip or open, and fold it again."""

HOLDS = {"fridge": 4.0, "cabinet": 1.0, "wardrobe": 1.0, "dishwasher": 0.7, "drawer": 0.6, "stove": 0.3}
"""About how many things are in what is shut, by type; half a thing for all others."""

PITCH = 30.0
"""Degrees that the head looks down all the time: floor, tables and shelves show, and walls up to a door's height."""

HIGHEST_HANDLE = {FROM_ABOVE: 1.35, FROM_AHEAD: 1.5}
"""Metres above the floor of the highest handle that the gripper gets to, by approach, the simplest first."""

STUCK, MOST_ESCAPES = 0.2, 12
"""Share of the most poses ever in reach below which the robot is stuck, and how often it gets itself free."""

AGAIN, MOST_TIMES_AGAIN = "again", 3
"""What it is called that something is opened again, and how often it is."""

LEAST_CHANCE = 0.04
"""Share of the usual places of a thing below which it is not looked for somewhere."""

MUST_REMAIN, AT_LAST = 0.93, 0.6
"""Share of the poses in reach that must remain so when something is opened, and when there is nothing else to do."""

IN_ITS_WAY = 40.0
"""Steps that it costs besides to open a door from where it swings into the robot: it may shut it in."""

TRIED_ANEW = 15
"""Jobs with things after which it is tried again whether there is a way to what there was none to."""

STANCES_APART, MOST_STANCES = 7, 4
"""Of the poses from which a handle is in reach, every so many is tried, and so many at the most."""

MOST_FOLDINGS = 2
"""How often folding the arm is tried before the robot goes on with it as it is."""

NO_WAY, MOST_WITHOUT_WAY = "no way", 2
"""What it is called that there is no place to stand for a thing, and how often that is found out anew."""

MOST_WEIGHINGS, MOST_IF_ASKED = 2, 5
"""How often weighing a thing is tried, and how often if a question asks for it."""

RISKY = 2.0
"""How many times its steps a weighing costs that is likely to fail: in a shelf, or tried in vain before."""

BULKY = 0.13
"""Metres from the middle of a thing to its sides from which on it is only lifted if a question asks for its weight: it
is hard to set down again."""

WEIGHING = 0.3
"""What a weight is worth, where one thing that was shut away is worth 1: it can be found out when it is asked for."""

LOOKS_AFTER = (
    *("move_ahead", "move_back", "turn_left", "turn_right", "look_up", "look_down"),
    *("open_with_gripper", "close_with_gripper", "fold_arm"),
)
"""Actions after which there may be something new to see."""

WIDER = 1.2
"""How many times as many poses must be in reach for it to be tried again whether there is a way to a thing."""

FEWER = 0.9
"""Share of the most poses ever in reach below which it is worth while to shut what stands open."""

SHUTTING = 30.0
"""What shutting something is worth that keeps the robot from everything; one thing that was shut away is worth 1."""

MOST_SHUTTINGS, MOST_IF_STUCK = 1, 3
"""How often shutting something is tried with one guess of how far open it is, and how often by who is shut in."""


class Wishes(NamedTuple):
    """What is still to be found out."""

    weigh: frozenset[str] = frozenset()
    """Names of things whose weight matters."""
    find: frozenset[str] = frozenset()
    """Types of things that were asked about and not found."""


class Explorer(Handler):
    """Chooses the next action from what the robot senses; it knows nothing else of the house."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.wants_look = True
        """Is there something new to see?"""
        self.wishes: Callable[[], Wishes] | None = None
        """In the second phase: says what is still to be found out; in the first phase everything is."""
        self._job: Job | None = None
        self._widest = self._in_reach = 0
        """The most poses that were ever in reach, and those that were when the last job was chosen."""
        self._handled = 0
        """How often something to be done with a thing was looked for."""
        self._has_looked_round = False
        """Did it turn round where it saw nothing else to do? Who begins close to a wall sees nothing but the wall."""
        self._must_remain = MUST_REMAIN
        self._wished: Wishes | None = None
        """What was still to be found out when the job was chosen that is being done."""

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
        """Forget what was being done, and what there was no way to: a new phase begins."""
        self._job = self._looked_into = None
        self._escapes = 0
        self.wants_look = True
        self._try_ways_anew()

    # Taking in.

    def _take_in(self, sense: Sense) -> None:
        self.sense = sense
        self.floor.stand(sense.pose)
        view = sense.view
        if view is None:
            return
        if view.depth is None:
            self.floor.assume(sense.pose)
        if self._is_folded():
            self.floor.add(view)
        for seen in view.things:
            if seen.id not in self.memory.things:
                known = self.memory.add(seen)
                if self._looked_into is not None and known.is_loose:
                    known.inside_of = self._looked_into.seen.id
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
        if self._holds and self._tries.get("let go", 0) < MOST_FOLDINGS:
            self._tries["let go"] = self._tries.get("let go", 0) + 1
            return self._let_go()
        if not self._is_folded() and self._tries.get("fold", 0) < MOST_FOLDINGS:
            return self._fold()
        wishes = self._wished = None if self.wishes is None else self.wishes()
        if wishes is not None and not wishes.weigh and not wishes.find:
            return None
        reached = reached_from(self.floor, self.sense.pose)
        if len(reached.state) > WIDER * self._in_reach:
            self._try_ways_anew()
        self._in_reach = len(reached.state)
        if self._is_stuck(reached):
            shutting = self._cheapest_shutting(reached)
            return self._get_free() if shutting is None else shutting[1]()
        job = (self._look_job(reached) if wishes is None else None) or self._handling_job(reached, wishes)
        if job is None and self._must_remain > AT_LAST:
            self._be_bold()
            job = self._handling_job(reached, wishes)
        if job is None and wishes is None and not self._has_looked_round:
            self._has_looked_round = True
            return self._look_round()
        return job

    def _be_bold(self) -> None:
        """There is nothing else to do: open what leaves less room, and try again what was out of reach."""
        self._must_remain = AT_LAST
        self._shutting.clear()
        self._try_ways_anew()

    def _try_ways_anew(self) -> None:
        """Forget what there was no way to: by now there may be one."""
        for thing in self.memory:
            thing.tries.pop(NO_WAY, None)

    def _is_stuck(self, reached: Reached) -> bool:
        """Is hardly any pose in reach that was before, and is there hope to get free?"""
        self._widest = max(self._widest, len(reached.state))
        return len(reached.state) < STUCK * self._widest and self._escapes < MOST_ESCAPES

    def _handling_job(self, reached: Reached, wishes: Wishes | None) -> Job | None:
        """Weigh or open whatever is worth most for its steps; only what is wished for, if there are wishes."""
        self._handled += 1
        if self._handled % TRIED_ANEW == 0:
            self._try_ways_anew()
        weighing = self._cheapest_weighing(reached, None if wishes is None else wishes.weigh)
        worth = (lambda kind: HOLDS.get(kind, 0.5)) if wishes is None else partial(chance_of, wishes.find)
        opening = self._cheapest_opening(reached, worth)
        offers = [offer for offer in (weighing, opening, self._cheapest_shutting(reached)) if offer is not None]
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
        again = self._to_be_opened_again()
        shut = [
            (thing, value)
            for thing in self.memory
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
                best = (
                    cost,
                    partial(
                        self._open_again if thing.shut_again else self._open,
                        thing,
                        number,
                        reached.way(stance.position),
                        approach,
                    ),
                )
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
            for thing in self.memory
            if thing.is_loose
            and thing.tried("weigh") < most
            and (not thing.weight.felt if among is None else thing.seen.id in among)
            and can_be_weighed(thing)
            and not self.memory.is_shut_in(thing)
            and (among is not None or min(thing.seen.half) <= BULKY)
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
