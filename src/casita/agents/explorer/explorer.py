"""The explorer: looks at everything, opens what opens, weighs what it can; then does the errands that it is given.

Between jobs (`jobs.py`, `handling.py`) the next one is chosen by what it costs (`offers.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from casita.agents.explorer.jobs import Job
from casita.agents.explorer.looking import MOST_TRIES, best_look, frontier_spots, furniture_spots, is_seen
from casita.agents.explorer.offers import AT_LAST, MOST_ESCAPES, NO_WAY, STUCK, Chooser, Wishes
from casita.agents.explorer.routes import Reached, reached_from
from casita.agents.explorer.senses import Sense
from casita.catalog import catalog
from casita.exact import total_of
from casita.world.action import Action

HOLDS = {"fridge": 4.0, "cabinet": 1.0, "wardrobe": 1.0, "dishwasher": 0.7, "drawer": 0.6, "stove": 0.3}
"""About how many things are in what is shut, by type; half a thing for all others."""

PITCH = 30.0
"""Degrees that the head looks down all the time: floor, tables and shelves show, and walls up to a door's height."""

LEAST_CHANCE = 0.04
"""Share of the usual places of a thing below which it is not looked for somewhere."""

TRIED_ANEW = 15
"""Jobs with things after which it is tried again whether there is a way to what there was none to."""

MOST_FOLDINGS = 2
"""How often folding the arm is tried before the robot goes on with it as it is."""

LOOKS_AFTER = (
    *("move_ahead", "move_back", "turn_left", "turn_right", "look_up", "look_down"),
    *("open_with_gripper", "close_with_gripper", "fold_arm"),
)
"""Actions after which there may be something new to see."""

WIDER = 1.2
"""How many times as many poses must be in reach for it to be tried again whether there is a way to a thing."""


class Explorer(Chooser):
    """Chooses the next action from what the robot senses; it knows nothing else of the house."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.wants_look = True
        """Is there something new to see?"""
        self._job: Job | None = None
        self._in_reach = 0
        """How many poses were in reach when the last job was chosen."""
        self._handled = 0
        """How often something to be done with a thing was looked for."""
        self._has_looked_round = False
        """Did it turn round where it saw nothing else to do? Who begins close to a wall sees nothing but the wall."""

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


def chance_of(types: Collection[str], carrier: str) -> float:
    """How likely something of a type is to hold one of some types, as everybody knows; 0 if hardly."""
    best = 0.0
    for name in types:
        for usual in catalog()[name].found.values():
            total = total_of(usual.values())
            best = max(best, usual.get(carrier, 0.0) / total if total else 0.0)
    return best if best >= LEAST_CHANCE else 0.0
