"""A belief about where loose things are: a probability of every place for every thing, and one sampled world.

Places are the containers that can be shut, the rooms (standing open anywhere in one), and somebody
else's hands. At first all places where a thing fits are equally likely. What is seen is certain; where
a thing would be seen and is not, it is not; a thing that is in none of the places left was moved, and
may then be in any place out of sight. The sampled world changes only where what is seen contradicts it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numba
import numpy as np

from casita.agents.view import View
from casita.arrays import Bools, Float64s, Int64s
from casita.catalog import catalog
from casita.scenes.kept import PerScene
from casita.seeds import Stream
from casita.world.relations import tables
from casita.world.shut import OPEN_ENOUGH
from casita.world.statics import NONE, Statics

Floats = Float64s
Mask = Bools
Slots = Int64s


class Places:
    """The places of a home: containers first, then rooms, and last somebody's hands."""

    def __init__(self, known: Statics) -> None:
        kept = {type for kind in catalog().values() for there in kind.found.values() for type in there}
        self.known = known
        self.containers: Slots = np.array([s for s in range(known.count) if _shuts(known, s, kept)], np.int64)
        self.first_room = len(self.containers)
        self.hands = self.first_room + len(known.rooms)
        self.count = self.hands + 1
        self.of_container = np.full(known.count, NONE, np.int64)
        """The place of a container, by its slot."""
        self.of_container[self.containers] = np.arange(self.first_room)
        self.slots: Slots = np.nonzero(known.loose & (known.made_from == NONE))[0]
        """The loose things that a belief is about, by row."""
        self.row = np.full(known.count, NONE, np.int64)
        self.row[self.slots] = np.arange(len(self.slots))
        self.possible = np.ones((len(self.slots), self.count), np.bool_)
        """Which places could take a thing at all: rows are things, columns are places."""
        for place, container in enumerate(self.containers.tolist()):
            self.possible[:, place] = _fits(known, container, self.slots)
        self.moves = known.loose[self.containers]
        """Which containers are loose themselves, so that where they are must be seen first."""

    def name(self, place: int) -> str:
        """A place by the id of its container or room, or as "hands"."""
        if place < self.first_room:
            return self.known.ids[int(self.containers[place])]
        return self.known.rooms[place - self.first_room].id if place < self.hands else "hands"


def _shuts(known: Statics, slot: int, kept: set[str]) -> bool:
    """Is it a container that can be shut and that things are kept in? What one sits on is none."""
    serves = known.made_from[slot] == NONE and known.things[slot].type in kept and not known.can["sit_on"][slot]
    return serves and any(spot.joint for spot in known.spots[slot])


def _fits(known: Statics, container: int, slots: Slots) -> Mask:
    """Which things a container takes by their kind and size, upright or lying."""
    fits = np.zeros(len(slots), np.bool_)
    size = known.size[slots]
    for spot in known.spots[container]:
        narrow, wide = sorted((2 * spot.half_x, 2 * spot.half_y))
        for up in range(3) if spot.joint else ():
            level = size[:, [axis for axis in range(3) if axis != up]]
            short, long = level.min(axis=1), level.max(axis=1)
            fits |= (short <= narrow) & (long <= np.hypot(narrow, wide)) & (size[:, up] <= spot.headroom)
    holds = known.kinds[container].holds
    if holds:
        fits &= np.array([known.things[slot].type in holds for slot in slots.tolist()], np.bool_)
    fits &= slots != container
    return fits


@PerScene
def places(known: Statics) -> Places:
    """The places of a home, found once and kept with the scene."""
    return Places(known)


class Belief:
    """What one agent believes about where things are; `update` it with every view."""

    def __init__(self, known: Statics) -> None:
        self.places = places(known)
        rows, count = self.places.possible.shape
        self.chance: Floats = np.zeros((rows, count))
        """The probability of each place (columns) for each thing (rows, as `places.slots`)."""
        self.sample: Slots = np.full(rows, NONE, np.int64)
        """The place of each thing in the sampled world."""
        self.located: Mask = np.zeros(rows, np.bool_)
        """Which things were seen, and nothing since says that they are elsewhere."""
        self.position: Floats = np.full((known.count, 3), np.nan)
        """Where each thing was when it was last seen, by slot; furniture stands where the home has it."""
        self.carrier = np.full(known.count, NONE, np.int32)
        self.spot = np.full(known.count, NONE, np.int16)
        self.room = np.full(known.count, NONE, np.int16)
        self.openness = np.zeros(known.count, np.float32)
        """How far open each thing was when last seen; what was not seen is thought shut."""
        self.on = np.zeros(known.count, np.bool_)
        self._active: Mask = np.ones(count, np.bool_)
        self._active[: self.places.first_room][self.places.moves] = False
        self._active[self.places.hands] = False
        for slot, thing in enumerate(known.scene.things):
            if not known.loose[slot]:
                self.position[slot] = thing.position
                self.room[slot] = known.room_index[known.scene.room_ids[thing.id]]
        self.chance[:] = self.places.possible & self._active
        self.chance /= self.chance.sum(axis=1, keepdims=True)

    def update(self, view: View, luck: Stream, lean: Callable[[], Floats] | None = None) -> None:
        """Take in what is seen now; `lean` weighs places where a thing must be guessed anew."""
        seen = view.things
        self._remember(view)
        found, observed = _observed(view, self.places)
        self._notice(view)
        _revise(self.chance, self.sample, self.located, seen[self.places.slots], found, observed,
                self.places.possible, self._active, self.places.hands)  # fmt: skip
        unsure = np.nonzero(self.sample == NONE)[0]
        if len(unsure):
            weights = np.ones(self.places.count) if lean is None else lean()
            for row in unsure.tolist():
                self.sample[row] = _drawn(self.chance[row], weights, luck)

    def _remember(self, view: View) -> None:
        """Keep how everything looked that is seen now."""
        seen = view.things
        self.position[seen] = view.position[seen]
        self.carrier[seen] = view.carrier[seen]
        self.spot[seen] = view.spot[seen]
        self.room[seen] = view.room[seen]
        self.openness[seen] = view.openness[seen]
        self.on[seen] = view.on[seen]

    def _notice(self, view: View) -> None:
        """Take account of places that come up: a loose container seen for the first time, another agent."""
        new = self.places.moves & ~self._active[: self.places.first_room] & view.things[self.places.containers]
        columns = np.nonzero(new)[0].tolist()
        if view.others and not self._active[self.places.hands]:
            self._active[self.places.hands] = True
        for column in columns:
            self._active[column] = True
            unsure = ~self.located & self.places.possible[:, column]
            self.chance[unsure, column] = self.chance[unsure].max(axis=1)

    @property
    def has_company(self) -> bool:
        """Has another agent been seen, so far?"""
        return bool(self._active[self.places.hands])

    def doubt_hands(self, slots: Iterable[int]) -> None:
        """Take things that somebody is thought to have carried off to be put down somewhere by now."""
        hands = self.places.hands
        for row in self.places.row[list(slots)].tolist():
            left = 1.0 - self.chance[row, hands]
            if self.sample[row] == hands and left > 0.0:
                self.chance[row, hands] = 0.0
                self.chance[row] /= left
                self.sample[row] = NONE

    def of(self, slot: int) -> dict[str, float]:
        """The places where a thing may be, by name, with their probabilities."""
        row = self.places.row[slot]
        return {
            self.places.name(int(place)): float(self.chance[row, place]) for place in np.nonzero(self.chance[row])[0]
        }

    def place_now(self, slot: int) -> int:
        """The place of a loose thing in the sampled world."""
        return int(self.sample[self.places.row[slot]])


def _observed(view: View, home: Places) -> tuple[Slots, Mask]:
    """The place of every seen thing by row (NONE if unseen), and which places would show a thing if it were there."""
    table = tables(view.known)
    found: Slots = _places_of(
        home.slots, view.things, view.carrier, view.spot, view.holder, view.room, table.first_spot, table.spot_shuts,
        home.of_container, home.first_room, home.hands,
    )  # fmt: skip
    observed = np.zeros(home.count, np.bool_)
    if view.sees_all:
        observed[:] = True
    else:
        observed[: home.first_room] = view.things[home.containers] & (view.openness[home.containers] >= OPEN_ENOUGH)
        observed[home.first_room + view.here] = True
        observed[home.hands] = bool(view.others)
    return found, observed


@numba.njit(cache=True)
def _places_of(slots, seen, carrier, spot, holder, room, first_spot, shuts, of_container, first_room, hands):  # type: ignore[no-untyped-def]
    """Goes up from each seen thing to the first thing that can be shut, to a hand, or to the room."""
    found = np.full(len(slots), -1, np.int64)
    for i in range(len(slots)):
        at = slots[i]
        if not seen[at]:
            continue
        found[i] = first_room + room[at]
        while at >= 0:
            if holder[at] >= 0:
                found[i] = hands
                break
            above = carrier[at]
            if above >= 0 and spot[at] >= 0 and shuts[first_spot[above] + spot[at]] and of_container[above] >= 0:
                found[i] = of_container[above]
                break
            at = above
    return found


@numba.njit(cache=True)
def _revise(chance, sample, located, seen, found, observed, possible, active, hands):  # type: ignore[no-untyped-def]
    """The belief after one look; rows of the sample that it contradicts become -1."""
    rows, count = chance.shape
    for i in range(rows):
        if seen[i]:
            chance[i, :] = 0.0
            chance[i, found[i]] = 1.0
            sample[i] = found[i]
            located[i] = True
            continue
        total = 0.0
        for j in range(count):
            if observed[j]:
                chance[i, j] = 0.0
            total += chance[i, j]
        carried_off = located[i] and chance[i, hands] > 0.0
        if total == 0.0 or carried_off:
            located[i] = False
            total = 0.0
            for j in range(count):
                chance[i, j] = 1.0 if possible[i, j] and active[j] and not observed[j] else 0.0
                total += chance[i, j]
        if total == 0.0:
            for j in range(count):
                chance[i, j] = 1.0 if possible[i, j] and active[j] else 0.0
                total += chance[i, j]
        for j in range(count):
            chance[i, j] /= total
        if sample[i] >= 0 and chance[i, sample[i]] == 0.0:
            sample[i] = -1


def _drawn(chance: Floats, weights: Floats, luck: Stream) -> int:
    """A place drawn by its probability and weight."""
    heap = np.cumsum(chance * weights)
    if heap[-1] <= 0.0:
        heap = np.cumsum(chance)
    place = int(np.searchsorted(heap, luck.random() * heap[-1], side="right"))
    return min(place, int(np.nonzero(chance)[0][-1]))
