"""What else tells of Alice's goal: what she passed over, what she holds, and what was where it may be wanted before.

- Nothing of a goal is done when she begins: a plate that was in the dishwasher then is not wanted there.
- Who knows where something wanted is does not look for something else: when she takes a thing that she had not seen
  when she set out with empty hands, what she had seen then was passed over. So it is when she has looked for long.
- What she holds is wanted somewhere.
- What was seen elsewhere before and is now where a goal may want it was put there by her, unless somebody else was seen
  with it.
Steps that were not seen, told by the ticks, make all that was not seen more likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from casita.benchmarks.watch_and_help.homes.goals import PREDICATES
from casita.benchmarks.watch_and_help.item import ALICE, goal_of
from casita.benchmarks.watch_and_help.models.goals.placings import Placings, served
from casita.benchmarks.watch_and_help.models.goals.posterior import SLIP, Floats, counts_evidence
from casita.exact import count_of
from casita.protocols import Observation

PASSED = 0.2
"""How likely it is, once or more often, that she passes over something that she still wants: 8 of 82 kinds of things
passed over were still wanted on 16 training tasks cut at half, and 21 of 72 others."""

LONG = 15
"""Steps with empty hands after which she counts as looking for something that she has not seen."""

HELD = 0.1
"""How likely it is, by each predicate, that she holds something of which she wants no more there."""

THERE_BEFORE = 0.02
"""How likely it is that something wanted was where it is wanted, and not by her."""

OBJECTS = {key: goal_of(((key, 1),)).predicates[0].object for key in PREDICATES if not key.startswith("sit")}
"""The type of thing that each predicate is about."""


class Clues:
    """All that was seen of somebody, one observation after the other."""

    def __init__(self, agent: str = ALICE) -> None:
        self.placings = Placings(agent)
        self.agent = agent
        self.just_done = False
        """Did the last step make something true that goals speak of?"""
        self.passed: Counter[str] = Counter()
        """How often things of each type were passed over."""
        self.there_before: set[str] = set()
        """Predicates that were true of something that she did not put there."""
        self._was_on: dict[str, str] = {}
        """What carried each thing when it was first seen."""
        self._deduced: dict[str, str] = {}
        """The predicates that she made true of things while nobody looked."""
        self._handled: set[str] = set()
        """Things that others were seen to hold."""
        self._available: dict[str, str] = {}
        """The type of each thing that was seen and not put anywhere for a goal."""
        self._set_out: dict[str, str] = {}
        """The same when she last set out with empty hands."""
        self._held_types: list[str] = []
        self._since = 0
        self._ticks = self._unseen = 0
        self._last_tick: int | None = None

    def see_all(self, observations: Iterable[Observation]) -> Clues:
        """Take in one after the other; itself."""
        for observation in observations:
            self.see(observation)
        return self

    def see(self, observation: Observation) -> None:
        """Take in what is seen at one step."""
        types = {node["id"]: node["type"] for node in observation.graph["nodes"]}
        first = self._last_tick is None
        gap = 1 if self._last_tick is None else observation.tick - self._last_tick
        self._last_tick = observation.tick
        self._ticks, self._unseen = self._ticks + gap, self._unseen + gap - 1
        if self.agent not in types:
            self._unseen += 1
            self._look_around(observation, types)
            return
        before, held = count_of(self.placings.counts().values()), self.placings.held
        self.placings.see(observation)
        self.just_done = count_of(self.placings.counts().values()) > before
        self._look_around(observation, types)
        now = self.placings.held
        self._held_types = [types[thing] for thing in sorted(now)]
        if not held and now - held:
            self._taken(now)
        self._since = 0 if now else self._since + gap
        if first or (held and not now):
            self._set_out = dict(self._available)

    def _look_around(self, observation: Observation, types: dict[str, str]) -> None:
        """What may be taken, and what is where a goal may want it though she did not put it there."""
        wanted, placed = set(OBJECTS.values()), self.placings.placed
        whole = {edge["from"]: edge["to"] for edge in observation.graph["edges"] if edge["relation"] == "part_of"}
        holders = {edge["from"]: edge["to"] for edge in observation.graph["edges"] if edge["relation"] == "held_by"}
        self._handled |= {thing for thing, holder in holders.items() if holder != self.agent}
        for edge in observation.graph["edges"]:
            thing = edge["from"]
            if edge["relation"] not in ("on", "in") or types.get(thing) not in wanted or thing in placed:
                continue
            key = served(types, whole, edge)
            before = self._was_on.setdefault(thing, edge["to"])
            self._deduced.pop(thing, None)
            if key and before != edge["to"] and thing not in self._handled:
                self._deduced[thing] = key
            else:
                self._available[thing] = types[thing]
                if key and not self._unseen and thing not in self._handled:
                    self.there_before.add(key)
        for thing in placed | holders.keys() | self._deduced.keys():
            self._available.pop(thing, None)

    def counts(self) -> dict[str, int]:
        """How many of each predicate she has made true, seen or found out later."""
        found = Counter(self.placings.counts())
        found.update(key for thing, key in sorted(self._deduced.items()) if thing not in self.placings.placed)
        return {key: found[key] for key in PREDICATES if key in found}

    def _taken(self, now: frozenset[str]) -> None:
        """She has taken something with empty hands: was it what she had seen when she set out?"""
        if not now & self._set_out.keys():
            self.passed.update(sorted({type for thing, type in self._set_out.items() if thing in self._available}))

    def evidence(self, *, done: bool, stray: float) -> dict[str, Floats]:
        """What all of it says of each predicate."""
        seen = self.counts()
        missed = max(SLIP, self._unseen / max(self._ticks, 1))
        found = counts_evidence(seen, done=done, stray=stray, missed=min(missed, 0.5))
        passed, held = self._passed_now(), set(self._held_types)
        for key, own in found.items():
            wanted = np.arange(len(own))
            more = wanted > seen.get(key, 0)
            type = OBJECTS.get(key, "")
            own -= np.where(more, min(passed[type], 1) * -np.log(PASSED), 0.0)
            if key in self.there_before:
                own += np.where(wanted > 0, np.log(THERE_BEFORE), 0.0)
            if type in held and not done:
                own += np.where(more, 0.0, np.log(HELD))
        return found

    def state(self) -> tuple[object, ...]:
        """All that evidence depends on but how much was not seen: another state, another posterior."""
        passed = tuple(sorted(type for type, times in self._passed_now().items() if times))
        held, before = tuple(self._held_types), tuple(sorted(self.there_before))
        return tuple(sorted(self.counts().items())), passed, held, before, self._unseen > 0

    def _passed_now(self) -> Counter[str]:
        """What was passed over, the present search included if it is a long one."""
        now = Counter(sorted({type for thing, type in self._set_out.items() if thing in self._available}))
        return self.passed + now if self._since >= LONG else self.passed
