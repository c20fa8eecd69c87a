"""What Alice was seen to put where: the predicates that she has made true, from one observation to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from casita.benchmarks.watch_and_help.homes.goals import PREDICATES
from casita.benchmarks.watch_and_help.item import ALICE, goal_of
from casita.protocols import Observation


class Placings:
    """Keeps track of what an agent has put where, from one observation to the next."""

    def __init__(self, agent: str = ALICE) -> None:
        self.agent = agent
        self._held: set[str] = set()
        self._placed: dict[str, str] = {}
        """The predicate that each thing serves where the agent put it."""
        self._last: dict[str, str] = {}

    def see(self, observation: Observation) -> None:
        """Take in what is seen at one step; steps at which the agent is not seen tell nothing."""
        graph = observation.graph
        types = {node["id"]: node["type"] for node in graph["nodes"]}
        if self.agent not in types:
            return
        whole = {edge["from"]: edge["to"] for edge in graph["edges"] if edge["relation"] == "part_of"}
        carried = {edge["from"]: edge for edge in graph["edges"] if edge["relation"] in ("on", "in")}
        held = {e["from"] for e in graph["edges"] if e["relation"] == "held_by" and e["to"] == self.agent}
        for thing in held:
            self._placed.pop(thing, None)
        for thing in self._held - held:
            edge = carried.get(thing)
            key = served(types, whole, edge) if edge else ""
            if key:
                self._placed[thing] = key
        self._held = held
        self._last = {thing: _key("hold", types[thing], "") for thing in held}
        seat = next((e["to"] for e in graph["edges"] if e["relation"] == "sits_on" and e["from"] == self.agent), "")
        if seat:
            self._last[seat] = _key("sit", "", types[seat])

    def see_all(self, observations: Iterable[Observation]) -> Placings:
        """Take in one after the other; itself."""
        for observation in observations:
            self.see(observation)
        return self

    @property
    def held(self) -> frozenset[str]:
        """Ids of what the agent held when last seen."""
        return frozenset(self._held)

    @property
    def placed(self) -> frozenset[str]:
        """Ids of what the agent has put where some goal wants it."""
        return frozenset(self._placed)

    def counts(self) -> dict[str, int]:
        """How many of each predicate the agent has made true, as far as was seen."""
        found = [key for key in (*self._placed.values(), *self._last.values()) if key]
        return {key: found.count(key) for key in PREDICATES if key in found}


def served(types: Mapping[str, str], whole: Mapping[str, str], edge: Mapping[str, Any]) -> str:
    """The predicate that a thing serves where it is; empty if none. A part stands for its whole."""
    thing, place = edge["from"], edge["to"]
    while place:
        key = _key(edge["relation"], types[thing], types.get(place, ""))
        if key:
            return key
        place = whole.get(place, "")
    return ""


@cache
def _keys() -> dict[tuple[str, str, str], str]:
    """Predicates in Watch-And-Help's words by relation, type of object and type of target."""
    found = {}
    for key in PREDICATES:
        (predicate,) = goal_of(((key, 1),)).predicates
        object = "" if predicate.relation == "sit" else predicate.object
        target = "" if predicate.relation == "hold" else predicate.target
        found[(predicate.relation, object, target)] = key
    return found


def _key(relation: str, object: str, target: str) -> str:
    return _keys().get((relation, object, target), "")
