"""What a question takes for granted: that the events it names happened, once, and in the order that it says.

Somebody who asks what happened after the pot was moved to the sink knows that it was. So what was noticed is understood
anew for each question: each event that the question names is found where it fits best, even if it was hardly noticed,
and what must follow or precede one is there. Whether something happened at all, or how often, is never presumed.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from casita.benchmarks.env_qa.memory.believed import NoticedEvent
from casita.benchmarks.env_qa.memory.noticing import Candidate, Reading, starts_of
from casita.benchmarks.env_qa.vocabulary import GERUNDS

Description = Mapping[str, str]

NOTICED = 0.4
"""Chance of what counts as noticed without any question."""

TRIED = 8
"""Places where a described event is looked for: those that fit best."""


NAMING = ("tell", "tell_deed", "tell_object", "tell_other", "tell_liquid", "object_of")
"""Words that are about an event: after them, "between" means an event, and elsewhere a moment."""


class Presumed(NamedTuple):
    """What a program takes for granted."""

    events: list[dict[str, str]]
    """Descriptions of events that happened just once each."""
    order: list[tuple[int, int]]
    """Pairs of them of which one came before the other."""


def presumed_by(program: Sequence[Any]) -> Presumed:
    """What is taken for granted by whoever asks with a program."""
    found = Presumed([], [])
    _collect(list(program), found)
    return found


def _collect(node: Any, found: Presumed) -> None:
    if not isinstance(node, list) or not node:
        return
    word, *about = node
    if word == "event" and about and isinstance(about[0], dict):
        _add(found, about[0])
        return
    if word in ("between", "count_between", "is_between") and len(about) >= 2:
        first, last = (_described(each) for each in about[-2:])
        if first is not None and last is not None:
            found.order.append((_add(found, first), _add(found, last)))
    if word == "first_done_to" and len(about) == 4:
        for thing in about[1:3]:
            _add(found, {**about[0], "object1": thing[1]})
        return
    if word == "first_deed" and len(about) == 4:
        for action in about[1:3]:
            _add(found, {"action": action, "object1": about[0][1]})
        return
    if word == "while" and len(about) == 3:
        begun, ended = ("opening", "closing") if about[1] == "open" else ("turning on", "turning off")
        one, other = (_add(found, {"action": action, "object1": about[0][1]}) for action in (begun, ended))
        found.order.append((one, other))
        return
    for part in about:
        _collect(part, found)


def _described(node: Any) -> dict[str, str] | None:
    if isinstance(node, list) and len(node) == 2 and node[0] == "event" and isinstance(node[1], dict):
        return node[1]
    return None


def _add(found: Presumed, description: dict[str, str]) -> int:
    """The place of a description among all."""
    if description not in found.events:
        found.events.append(description)
    return found.events.index(description)


class Understood:
    """What is believed to have happened, for one question."""

    def __init__(self, candidates: Sequence[Candidate], program: Sequence[Any]) -> None:
        self._candidates = candidates
        self._taken: dict[int, Reading] = {
            number: reading for number, one in enumerate(candidates)
            if one.chance >= NOTICED and (reading := one.best({})) is not None
        }  # fmt: skip
        self._fixed: set[int] = set()
        presumed = presumed_by(program)
        if presumed.events:
            self._assign(presumed)
        self._require(program)

    def events(self) -> list[NoticedEvent]:
        """In order."""
        found = []
        for number in sorted(self._taken):
            one, reading = self._candidates[number], self._taken[number]
            found.append(
                NoticedEvent(
                    reading.verb, reading.object, reading.target, reading.liquid, starts_of(one, reading), one.end
                )
            )  # fmt: skip
        return found

    # Events that are named.

    def _assign(self, presumed: Presumed) -> None:
        """Find each named event where all of them together fit best."""
        options = [self._options(description) for description in presumed.events]
        best: tuple[float, tuple[tuple[int, Reading, float], ...]] | None = None
        for choice in itertools.product(*options):
            places = [number for number, _, _ in choice]
            if len(set(places)) < len(places) or any(places[one] > places[other] for one, other in presumed.order):
                continue
            worth = math.fsum(log for _, _, log in choice)
            if best is None or worth > best[0]:
                best = worth, choice
        if best is None:
            return
        for number, reading, _ in best[1]:
            self._taken[number] = reading
            self._fixed.add(number)
        for number in sorted(set(self._taken) - self._fixed):
            self._keep_apart(number, presumed.events)

    def _options(self, description: Description) -> list[tuple[int, Reading, float]]:
        """Where a described event may be, the best first: number, how it is understood, how well that fits."""
        found = []
        for number, one in enumerate(self._candidates):
            reading = one.best(description)
            if reading is not None:
                found.append((number, reading, math.log(one.chance) + reading.log))
        return sorted(found, key=lambda option: -option[2])[:TRIED]

    def _keep_apart(self, number: int, descriptions: Sequence[Description]) -> None:
        """Understand an event otherwise if it is what a question says happened once, elsewhere."""
        if any(_fits(self._taken[number], each) for each in descriptions):
            others = [
                reading for reading in self._candidates[number].readings({})
                if not any(_fits(reading, each) for each in descriptions)
            ]  # fmt: skip
            if others:
                self._taken[number] = max(others, key=lambda reading: reading.log)

    # Events that must be there.

    def _require(self, node: Any, parent: str = "") -> int | None:
        """See to it that the event that a part of a program means is there; its number among candidates."""
        if not isinstance(node, list) or not node:
            return None
        word, *about = node
        every = range(len(self._candidates))
        match word:
            case "event" if about and isinstance(about[0], dict):
                return next((n for n in sorted(self._fixed) if _fits(self._taken[n], about[0])), None)
            case "sole":
                return self._only(every, {})
            case "nth":
                return self._nth(about[0])
            case "next" | "previous":
                return self._beside(self._require(about[0]), word == "next", {})
            case "next_on" | "previous_on":
                return self._beside(self._require(about[1]), word == "next_on", {"object1": _name(about[0])})
            case "sole_on":
                return self._only(every, {"object1": _name(about[0])})
            case "nth_on":
                self._at_least(2, {"object1": _name(about[1])})
            case "between" if parent in NAMING:
                return self._only_between([self._require(each) for each in about])
            case "while":
                return self._only_between(sorted(self._fixed))
            case _:
                for part in about:
                    self._require(part, word)
        return None

    def _only_between(self, ends: Sequence[int | None]) -> int | None:
        """Leave one event between two."""
        if len(ends) != 2 or ends[0] is None or ends[1] is None:
            return None
        return self._only(range(ends[0] + 1, ends[1]), {})

    def _nth(self, place: int) -> int | None:
        wanted = place + 1 if place >= 0 else -place
        self._at_least(wanted, {})
        numbers = sorted(self._taken)
        return numbers[place] if len(numbers) >= wanted else None

    def _beside(self, number: int | None, is_later: bool, description: Description) -> int | None:
        """The next or last event of a kind, which must be there."""
        if number is None:
            return None
        among = range(number + 1, len(self._candidates)) if is_later else range(number)
        fitting = [each for each in among if each in self._taken and _fits(self._taken[each], description)]
        if fitting:
            return fitting[0] if is_later else fitting[-1]
        return self._insert(among, description)

    def _only(self, among: Sequence[int], description: Description) -> int | None:
        """Leave one event of a kind among some."""
        kept = self._insert([each for each in among if each not in self._fixed], description)
        for number in among:
            if number == kept or number in self._fixed or number not in self._taken:
                continue
            if not description:
                del self._taken[number]
            elif _fits(self._taken[number], description):
                self._keep_apart(number, [description])
        return kept

    def _at_least(self, count: int, description: Description) -> None:
        """See to it that there are so many events of a kind."""
        for _ in range(count):
            fitting = [each for each in self._taken if _fits(self._taken[each], description)]
            free = [each for each in range(len(self._candidates)) if each not in self._fixed and each not in fitting]
            if len(fitting) >= count or self._insert(free, description) is None:
                return

    def _insert(self, among: Sequence[int], description: Description) -> int | None:
        """Believe the likeliest event of a kind among some to have happened."""
        best: tuple[float, int, Reading] | None = None
        for number in among:
            reading = self._candidates[number].best(description)
            if reading is not None:
                worth = math.log(self._candidates[number].chance) + (reading.log if description else 0.0)
                if best is None or worth > best[0]:
                    best = worth, number, reading
        if best is None:
            return None
        self._taken[best[1]] = best[2]
        return best[1]


def _fits(reading: Reading, description: Description) -> bool:
    roles = {"action": GERUNDS[reading.verb], "object1": reading.object, "object2": reading.target}
    if reading.liquid:
        roles["adjective"] = reading.liquid
    return all(roles.get(role) == value for role, value in description.items() if role != "prep" and value != "dirty")


def _name(node: Any) -> str:
    return str(node[1]) if isinstance(node, list) and len(node) == 2 else ""


def names_in(node: Any) -> Iterator[str]:
    """All names of things that a program speaks of."""
    if isinstance(node, dict):
        yield from (node[role] for role in ("object1", "object2") if role in node)
    elif isinstance(node, list):
        if node and node[0] in ("thing", "only") and len(node) == 2:
            yield str(node[1])
        for part in node[1:]:
            yield from names_in(part)
