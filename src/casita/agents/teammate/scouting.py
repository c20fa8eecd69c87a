"""Where a helper looks for what he does not know the place of: where much may be found for few steps.

His belief begins with where things usually are. Its sampled world is not drawn by luck: each missing thing is taken
to be at the place that is worth most a step, counting what else may be found there and close by.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

import numpy as np

from casita.agents.belief import Belief, Floats, Places
from casita.agents.view import View
from casita.agents.ways import Ways
from casita.products import product
from casita.world.goals import Goal
from casita.world.shut import OPEN_ENOUGH
from casita.world.statics import NONE, Statics

Usual = Callable[[Places, Goal], Floats]
"""Where things of a goal usually are: their chances by row and place of a belief."""

CLOSE_BY = 2.0
"""Steps over which what may be found near a place counts for less and less."""

OPENING = 1.0
"""Steps that looking into something shut counts for."""

LEFT_TO_HER = 0.4
"""What finding something is worth in the rooms where Alice is or goes."""


class Scout(Belief):
    """A belief that begins with where things usually are and guesses where what is missing is best looked for."""

    def __init__(self, known: Statics, goal: Goal, usual: Usual) -> None:
        super().__init__(known)
        self.chance[:] = usual(self.places, goal)
        self._active[self.places.hands] = True  # he knows that Alice is there

    def aim(
        self,
        missing: Sequence[Sequence[int]],
        ignored: Sequence[int],
        view: View,
        home: Ways,
        barred: Callable[[int], bool],
        her_rooms: Set[int],
    ) -> None:
        """Guess where things are: `missing` ones by type where to look for them, `ignored` ones nowhere."""
        rows = self.places.row
        for slot in ignored:
            self.sample[rows[slot]] = self.places.hands
        if not missing:
            return
        chance = self.chance.copy()
        closed = [place for place, slot in enumerate(self.places.containers.tolist()) if barred(slot)]
        chance[:, closed] = 0.0
        chance[:, self.places.hands] = 0.0
        worth = np.zeros(self.places.count)
        for slots in missing:
            worth += 1.0 - np.prod(1.0 - chance[rows[list(slots)]], axis=0)
        index = self._worth_a_step(worth, view, home, her_rooms)
        for slots in missing:
            for slot in slots:
                score = chance[rows[slot]] * index
                if score.any():
                    self.sample[rows[slot]] = int(np.argmax(score))

    def _worth_a_step(self, worth: Floats, view: View, home: Ways, her_rooms: Set[int]) -> Floats:
        """What looking at each place is worth for each step that it takes."""
        places = self.places
        numbers, there, opening = [], [], []
        for place in np.nonzero(worth)[0].tolist():
            slot = int(places.containers[place]) if place < places.first_room else NONE
            if slot != NONE and np.isnan(self.position[slot, 0]):
                continue
            there.append(place)
            room = int(self.room[slot]) if slot != NONE else place - places.first_room
            x, y = self.position[slot, :2].tolist() if slot != NONE else (0.0, 0.0)
            numbers.append(home.to_thing(slot, x, y, room) if slot != NONE else home.to_room(room))
            opening.append(OPENING if slot != NONE and self.openness[slot] < OPEN_ENOUGH else 0.0)
            if room in her_rooms:
                worth[place] *= LEFT_TO_HER
        found = np.zeros(places.count)
        if there:
            steps = home.steps(numbers, [view.at])
            near = np.exp(-(steps[1:] + np.array(opening)) / CLOSE_BY)
            np.fill_diagonal(near, 1.0)
            found[there] = product(near, worth[there]) / (steps[0] + np.array(opening) + 1.0)
        return found
