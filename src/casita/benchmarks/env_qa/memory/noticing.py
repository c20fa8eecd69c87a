"""Events that may have happened in a video: when, how likely, and how likely each reading of them is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from casita.arrays import Float64s
from casita.benchmarks.env_qa.films.verbs import LIQUIDS
from casita.benchmarks.env_qa.memory.grid import EVENT_VERBS, grid_of
from casita.benchmarks.env_qa.memory.recogniser import Given, Noted, Recogniser, Which, given_of
from casita.benchmarks.env_qa.memory.sightings import TICKS, Sightings, known_names
from casita.benchmarks.env_qa.vocabulary import GERUNDS
from casita.learn.needing_torch import Tensor, torch

Logs = Float64s
"""Logarithms of chances."""

APART = 2
"""Frames that two events are apart, at least."""

FAINTEST = 0.02
"""Chance of what is kept as something that may have happened."""

TARGETED = ("move", "put near", "throw")
"""Verbs of events with a second thing."""

VERB_OF = {gerund: verb for verb, gerund in GERUNDS.items()}

UNLIKELY = 5.0
"""Readings are not looked at whose logarithm is so much lower than that of the likeliest."""

UNKNOWN_THING = -8.0
"""Logarithm of the chance that an event is of a thing that was never seen."""


class Reading(NamedTuple):
    """One way to understand an event."""

    verb: str
    object: str
    target: str
    liquid: str
    log: float
    """Logarithm of its chance, given that there is an event."""


class Candidate(NamedTuple):
    """Something that may have happened."""

    end: int
    """Its last frame."""
    chance: float
    names: tuple[str, ...]
    """What was seen in the video."""
    deeds: Logs
    """Names x verbs."""
    targets: Logs
    """Verbs of `TARGETED` x names x (names, and none)."""
    liquids: Logs
    """Names x liquids."""
    seconds: Float64s
    """By name: how long it took if it was done to that."""

    def readings(self, description: Mapping[str, str]) -> Iterator[Reading]:
        """The likely ways to understand it that a description allows, each with its best target and liquid."""
        action, thing = description.get("action"), description.get("object1")
        verbs = [EVENT_VERBS.index(VERB_OF[action])] if action in VERB_OF else list(range(len(EVENT_VERBS)))
        if thing is not None and thing not in self.names:
            yield from (self._completed(EVENT_VERBS[verb], None, thing, description) for verb in verbs)
            return
        rows = [self.names.index(thing)] if thing is not None else list(range(len(self.names)))
        logs = self.deeds[np.ix_(rows, verbs)]
        for row, verb in np.argwhere(logs >= logs.max() - UNLIKELY).tolist():
            yield self._completed(EVENT_VERBS[verbs[verb]], rows[row], self.names[rows[row]], description)

    def best(self, description: Mapping[str, str]) -> Reading | None:
        """The likeliest way to understand it that a description allows."""
        return max(self.readings(description), key=lambda reading: reading.log, default=None)

    def share(self, description: Mapping[str, str]) -> float:
        """How likely it is that it happened, and was what is described."""
        found = math.fsum(math.exp(one.log) for one in self.readings(description))
        return self.chance * min(1.0, found)

    def _completed(self, verb: str, row: int | None, thing: str, description: Mapping[str, str]) -> Reading:
        """A verb and an object with the likeliest rest; how likely it is counts what is described only."""
        number = EVENT_VERBS.index(verb)
        log = float(self.deeds[row, number]) if row is not None else UNKNOWN_THING + _log_sum(self.deeds[:, number])
        target = liquid = ""
        if verb in TARGETED:
            target = self._target(verb, row)
            if "object2" in description:
                target = description["object2"]
                log += self._target_log(verb, row, target)
        elif "object2" in description:
            log += UNKNOWN_THING
        if verb == "fill":
            liquid = self._liquid(row)
            if description.get("adjective") in LIQUIDS:
                liquid = description["adjective"]
                log += float(self.liquids[row, LIQUIDS.index(liquid)]) if row is not None else -1.0
        return Reading(verb, thing, target, liquid, log)

    def _target(self, verb: str, row: int | None) -> str:
        """The likeliest second thing; only a throw can be without."""
        if row is None or len(self.names) < 2:
            return ""
        logs = self.targets[TARGETED.index(verb), row]
        return (*self.names, "")[int(np.argmax(logs if verb == "throw" else logs[:-1]))]

    def _target_log(self, verb: str, row: int | None, target: str) -> float:
        if target not in self.names:
            return UNKNOWN_THING
        number = self.names.index(target)
        return float(self.targets[TARGETED.index(verb), row, number]) if row is not None else -3.0

    def _liquid(self, row: int | None) -> str:
        return LIQUIDS[int(np.argmax(self.liquids[row]))] if row is not None else LIQUIDS[0]


def candidates(network: Recogniser, seen: Sightings) -> list[Candidate]:
    """All that may have happened in a video, in order."""
    given = given_of([grid_of(seen)])
    names = tuple(known_names()[int(number)] for number in given.names[0])
    with torch.inference_mode():
        noted = network.eval()(given)
        chances = _array(torch.sigmoid(noted.ends[0]))
        return [_candidate(network, noted, given, names, frame, float(chances[frame])) for frame in peaks(chances)]


def _candidate(
    network: Recogniser, noted: Noted, given: Given, names: tuple[str, ...], frame: int, chance: float
) -> Candidate:
    """What may have happened until a moment, in every reading."""
    every = torch.arange(len(names))
    here = torch.zeros_like(every), torch.full_like(every, frame), every
    deeds = noted.deeds[0, frame]
    targets = [
        network.targets(noted, given, Which(*here, torch.full_like(every, EVENT_VERBS.index(verb)))).log_softmax(1)
        for verb in TARGETED
    ]
    return Candidate(
        frame,
        chance,
        names,
        _array(deeds.flatten().log_softmax(0).view(deeds.shape)),
        _array(torch.stack(targets)),
        _array(network.liquids(noted, given, Which(*here, every)).log_softmax(1)),
        _array(noted.lengths[0, frame].clamp(-1.0, 2.5).exp()),
    )


def peaks(chances: Float64s) -> list[int]:
    """Frames at which an event may end: those that nothing near them outdoes, in order."""
    found: list[int] = []
    for frame in np.argsort(-chances, kind="stable").tolist():
        if chances[frame] < FAINTEST:
            break
        if all(abs(frame - other) >= APART for other in found):
            found.append(frame)
    return sorted(found)


def starts_of(candidate: Candidate, reading: Reading) -> int:
    """The first frame of an event, as far as can be told."""
    row = candidate.names.index(reading.object) if reading.object in candidate.names else None
    seconds = float(candidate.seconds[row]) if row is not None else 1.5
    return max(0, round(candidate.end - seconds * TICKS))


def _array(tensor: Tensor) -> Float64s:
    return tensor.numpy().astype(np.float64)


def _log_sum(logs: Logs) -> float:
    """The logarithm of a sum of numbers that are given by theirs; there may be none."""
    highest = float(logs.max(initial=-50.0))
    total = float(np.exp(logs - highest).sum())
    return highest + float(np.log(total)) if total > 0.0 else -math.inf


__all__ = ["Candidate", "Reading", "candidates", "peaks", "starts_of"]
