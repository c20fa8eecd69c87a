"""What is left to do in an agent's eyes: the goal's predicates, the things that may serve them and where they are.

`wants` reads a goal once for a home. `OpenChores` then turns a belief and what the agents hold into the
arrays that the search works on, and the search's choices back into subgoals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from casita.agents.belief import Belief
from casita.agents.search import CARRY, DO, FREE, HELD, HOLD, IDLE, KEPT, LAST, Chores, Found, Ints
from casita.agents.view import View
from casita.agents.ways import Ways
from casita.errors import BadInput
from casita.world.goals import Goal, Predicate, named_in, slots_of
from casita.world.placing import NEAR
from casita.world.shut import OPEN_ENOUGH
from casita.world.statics import NONE, Statics

STATES = {"open": "open", "closed": "close", "on": "turn_on", "off": "turn_off"}
"""The adjectives that an agent knows how to bring about, with the verb that does it."""


@dataclass(frozen=True, slots=True)
class Subgoal:
    """The next thing to achieve: take something, put down what is held for a predicate, do something, or look."""

    stage: str
    """One of "take", "put", "do" and "look"."""
    verb: str
    """What is done in the end: pick_up, put, put_near, sit, open, close, turn_on, turn_off or walk_to."""
    object: str
    """Id of the thing that it is about."""
    target: str = ""
    """Id of where it is put."""
    relation: str = ""
    predicate: Predicate | None = None
    """The predicate of the goal that it serves."""


class Want(NamedTuple):
    """One predicate of a goal, looked up in a home."""

    predicate: Predicate
    kind: int
    verb: str
    objects: tuple[int, ...]
    """Slots of the things that may serve it."""
    targets: tuple[int, ...]
    """Slots of where they may be put."""
    counts: frozenset[int]
    """Slots of what counts as the target: those and their parts."""
    who: str
    """Whose it is to do, by name; empty for anybody's."""


def wants(goal: Goal, known: Statics) -> tuple[Want, ...]:
    """The predicates of a goal in a home; BadInput for one that agents cannot plan for."""
    return tuple(_want(predicate, known) for predicate in goal.predicates)


def _want(predicate: Predicate, known: Statics) -> Want:
    objects, counts = named_in(known, predicate)
    relation = predicate.relation
    if relation == "sit":
        seats = tuple(sorted(counts))
        return Want(predicate, LAST, "sit", seats, (), counts, predicate.object)
    if relation == "state":
        if predicate.adjective not in STATES:
            raise BadInput(f"agents plan for things to be {', '.join(STATES)}; not for {predicate.adjective!r}")
        return Want(predicate, DO, STATES[predicate.adjective], tuple(objects.tolist()), (), counts, "")
    things = tuple(slot for slot in objects.tolist() if known.loose[slot])
    if relation == "hold":
        return Want(predicate, HOLD, "pick_up", things, (), counts, predicate.target)
    targets = tuple(slots_of(known, predicate.target))
    return Want(predicate, CARRY, "put_near" if relation == "near" else "put", things, targets, counts, "")


class OpenChores:
    """The chores that are left, as some agents see them, and what the search's choices mean."""

    def __init__(
        self,
        wanted: Sequence[Want],
        views: Sequence[View],
        belief: Belief,
        ways: Ways,
        hands: int,
        barred: Callable[[str, int, int], bool],
        using: Sequence[int],
    ) -> None:
        self.wants = wanted
        self.views = views
        self.belief = belief
        self.ways = ways
        self.known = belief.places.known
        self._barred = barred
        self._places: dict[int, int] = {}
        self._boxes: dict[int, int] = {}
        self._items: dict[int, int] = {}
        self.used: set[int] = set()
        """Things that are where the goal wants them, or in hand to be kept."""
        self.need = [self._left(want) for want in wanted]
        """Of how many things each predicate must still become true."""
        self.options: list[tuple[int, int]] = []
        """The predicate and the thing of each option."""
        self.targets = [NONE] * len(wanted)
        """Where the things of each predicate are put."""
        self.chores = self._chores(hands, using)

    # What is done.

    def _left(self, want: Want) -> int:
        met = [slot for slot in want.objects if slot not in self.used and self.is_met(want, slot)]
        met = met[: want.predicate.count]
        self.used.update(met)
        mine = not want.who or any(view.agent == want.who for view in self.views)
        return want.predicate.count - len(met) if mine else 0

    def is_met(self, want: Want, slot: int) -> bool:
        """Is a predicate true of a thing, as far as the agents know?"""
        belief = self.belief
        if want.kind == LAST:
            return any(view.seat == slot for view in self.views if want.who in ("", view.agent))
        if want.kind == HOLD:
            return any(slot in view.hands for view in self.views if want.who in ("", view.agent))
        if want.kind == DO:
            if want.verb in ("open", "close"):
                return bool(belief.openness[slot] > 0.0) == (want.verb == "open")
            return bool(belief.on[slot]) == (want.verb == "turn_on")
        row = belief.places.row[slot]
        carrier, spot = int(belief.carrier[slot]), int(belief.spot[slot])
        if not belief.located[row] or carrier == NONE or spot == NONE:
            return False
        if want.predicate.relation == "near":
            return any(self._is_near(slot, target) for target in want.targets if target != slot)
        return carrier in want.counts and self.known.spots[carrier][spot].relation == want.predicate.relation

    def _is_near(self, slot: int, target: int) -> bool:
        """Do two things stand beside each other, as far as the agents know? Seen as round."""
        belief, size = self.belief, self.known.size
        if belief.carrier[slot] != belief.carrier[target] or belief.spot[slot] != belief.spot[target]:
            return False
        gap = float(np.hypot(*(belief.position[slot] - belief.position[target])[:2]))
        return gap - float(size[slot, :2].max() + size[target, :2].max()) / 2 <= NEAR

    # Where things are.

    def container_of(self, slot: int) -> int:
        """The container that a thing is in, in the sampled world; NONE if it stands free."""
        if not self.known.loose[slot]:
            return NONE
        home = self.belief.places
        place = self.belief.place_now(slot)
        return int(home.containers[place]) if place < home.first_room else NONE

    def number_of(self, slot: int) -> int:
        """The place in `ways` where a thing is thought to be; NONE if it is in somebody's hands."""
        belief, known = self.belief, self.known
        if known.loose[slot] and not belief.located[belief.places.row[slot]]:
            home = belief.places
            place = belief.place_now(slot)
            if place == home.hands:
                return NONE
            if place >= home.first_room:
                return self.ways.to_room(place - home.first_room)
            slot = int(home.containers[place])
        x, y, _ = belief.position[slot].tolist()
        if x != x:
            return NONE
        return self.ways.to_thing(slot, x, y, int(belief.room[slot]))

    def _place(self, slot: int) -> int:
        """The same as a column of the search's distances."""
        number = self.number_of(slot)
        return NONE if number == NONE else self._places.setdefault(number, len(self._places))

    def _box(self, container: int) -> int:
        return NONE if container == NONE else self._boxes.setdefault(container, len(self._boxes))

    def _in_other_hands(self, slot: int) -> bool:
        """Is a thing seen in the hands of somebody who is not planned for here?"""
        if not self.known.loose[slot] or not self.views[0].things[slot] or any(slot in v.hands for v in self.views):
            return False
        return self.belief.place_now(slot) == self.belief.places.hands

    # The arrays.

    def _chores(self, hands: int, using: Sequence[int]) -> Chores:
        columns: list[tuple[int, int, int, int, int]] = []
        for number, want in enumerate(self.wants):
            if self.need[number] > 0:
                self.targets[number] = self._target(want)
                if want.kind != CARRY or self.targets[number] != NONE:
                    columns += self._options_of(number, want)
        item, predicate, place, box, agent = np.array(columns, np.int64).reshape(-1, 5).T.copy()
        targets = [NONE if slot == NONE else self._place(slot) for slot in self.targets]
        inside = [slot if want.predicate.relation == "in" and self._shuts(slot) else NONE
                  for slot, want in zip(self.targets, self.wants, strict=True)]  # fmt: skip
        target_box = [self._box(slot) for slot in inside]
        state, owner = self._held()
        return Chores(
            steps=self.ways.steps(list(self._places), [view.at for view in self.views]),
            item=item,
            predicate=predicate,
            place=place,
            box=box,
            agent=agent,
            kind=np.array([want.kind for want in self.wants], np.int64),
            need=np.array(self.need, np.int64),
            target=np.array(targets, np.int64),
            target_box=np.array(target_box, np.int64),
            is_open=np.array(
                [self.belief.openness[slot] >= OPEN_ENOUGH and slot not in using for slot in self._boxes], np.bool_
            ),
            state=state,
            owner=owner,
            hands=np.array([min(view.body.hands, hands) - len(view.hands) for view in self.views], np.int64),
            using=np.array([self._boxes.get(slot, NONE) for slot in using], np.int64),
        )

    def _shuts(self, slot: int) -> bool:
        return slot != NONE and any(spot.joint for spot in self.known.spots[slot] if spot.relation == "in")

    def _target(self, want: Want) -> int:
        """Where to put the things of a predicate: the nearest target that is not barred."""
        free = [
            slot for slot in want.targets if not self._barred("target", slot, NONE) and self.number_of(slot) != NONE
        ]
        if len(free) <= 1:
            return free[0] if free else NONE
        numbers = [self.number_of(slot) for slot in free]
        away = self.ways.steps(numbers, [self.views[0].at])[0]
        return free[int(np.argmin(away))]

    def _options_of(self, number: int, want: Want) -> list[tuple[int, int, int, int, int]]:
        """The options of a predicate as rows: item, predicate, place, box, agent."""
        rows = []
        who = next((n for n, view in enumerate(self.views) if view.agent == want.who), NONE) if want.who else NONE
        stage = "do" if want.kind in (DO, LAST) else "take"
        for slot in want.objects:
            if slot in self.used or self._in_other_hands(slot) or self._is_out(want, slot):
                continue
            held = any(slot in view.hands for view in self.views)
            if self._barred("put", slot, self.targets[number]) if held else self._barred(stage, slot, NONE):
                continue
            container = NONE if held else self.container_of(slot)
            place = 0 if held else self._place(slot)
            if place == NONE or (container != NONE and self._barred("open", container, NONE)):
                continue
            rows.append((self._items.setdefault(slot, len(self._items)), number, place, self._box(container), who))
            self.options.append((number, slot))
        return rows

    def _is_out(self, want: Want, slot: int) -> bool:
        """Can a thing not serve a predicate at the moment?"""
        if want.kind == LAST:
            return any(slot in view.seats_taken for view in self.views)
        if slot in want.targets:
            return True
        return any(slot in view.hands and want.who not in ("", view.agent) for view in self.views)

    def _held(self) -> tuple[Ints, Ints]:
        """The state of every item, and who holds it."""
        state, owner = np.full(len(self._items), FREE, np.int64), np.full(len(self._items), NONE, np.int64)
        for slot, item in self._items.items():
            for number, view in enumerate(self.views):
                if slot in view.hands:
                    state[item], owner[item] = HELD if slot not in self.used else KEPT, number
        return state, owner

    # What choices mean.

    def subgoal(self, choice: int, actor: int = 0) -> Subgoal:
        """The subgoal of a choice of the search."""
        ids = self.known.ids
        if choice < len(self.options):
            number, slot = self.options[choice]
            want = self.wants[number]
            stage = "do" if want.kind in (DO, LAST) else "take"
            return Subgoal(stage, want.verb if stage == "do" else "pick_up", ids[slot], predicate=want.predicate)
        number = choice - len(self.options)
        want = self.wants[number]
        slot = next(
            slot
            for n, slot in self.options
            if n == number and slot in self.views[actor].hands and slot not in self.used
        )
        target = ids[self.targets[number]]
        return Subgoal("put", want.verb, ids[slot], target, want.predicate.relation, want.predicate)

    def intent(self, found: Found, row: int) -> list[tuple[int, int, int]]:
        """A future in terms that outlast this moment: agent, predicate, and thing or NONE for putting down."""
        intent = []
        for choice, actor in zip(found.futures[row].tolist(), found.actors[row].tolist(), strict=True):
            if choice == NONE:
                break
            if choice != IDLE:
                takes = choice < len(self.options)
                intent.append((actor, *(self.options[choice] if takes else (choice - len(self.options), NONE))))
        return intent

    def guide(self, intent: Sequence[tuple[int, int, int]]) -> Ints:
        """An earlier intent as rows of an agent and its choice now, as far as it is not done yet."""
        numbers = {option: number for number, option in enumerate(self.options)}
        rows = []
        for actor, predicate, slot in intent:
            if slot == NONE:
                rows.append((actor, len(self.options) + predicate))
            elif (predicate, slot) in numbers and slot not in self.views[actor].hands:
                rows.append((actor, numbers[(predicate, slot)]))
        return np.array(rows, np.int64).reshape(-1, 2)
