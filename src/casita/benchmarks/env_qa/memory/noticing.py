"""Events that may have happened in a video: when, how likely, and how likely each reading of them is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.env_qa.films.verbs import LIQUIDS
from casita.benchmarks.env_qa.memory.grid import EVENT_VERBS, grid_of
from casita.benchmarks.env_qa.memory.recogniser import Given, Noted, Recogniser, Which, given_of
from casita.benchmarks.env_qa.memory.sightings import TICKS, Sightings, known_names
from casita.benchmarks.env_qa.vocabulary import GERUNDS
from casita.learn.needing_torch import Tensor, torch

Logs = NDArray[np.float64]
"""Logarithms of chances."""

APART = 2
"""Frames that two events are apart, at least."""

FAINTEST = 0.02
"""Chance of what is kept as something that may have happened."""

TARGETED = ("move", "put near", "throw")
"""Verbs of events with a second thing."""

VERB_OF = {gerund: verb for verb, gerund in GERUNDS.items()}

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
    seconds: NDArray[np.float64]
    """By name: how long it took if it was done to that."""

    def readings(self, description: Mapping[str, str]) -> Iterator[Reading]:
        """Every way to understand it that a description allows, each with its best target and liquid."""
        action, thing = description.get("action"), description.get("object1")
        verbs = [VERB_OF[action]] if action in VERB_OF else EVENT_VERBS
        if thing is not None and thing not in self.names:
            yield from (self._completed(verb, None, thing, description) for verb in verbs)
            return
        rows = [self.names.index(thing)] if thing is not None else range(len(self.names))
        for row in rows:
            for verb in verbs:
                if self.deeds[row, EVENT_VERBS.index(verb)] > UNKNOWN_THING * 2:
                    yield self._completed(verb, row, self.names[row], description)

    def best(self, description: Mapping[str, str]) -> Reading | None:
        """The likeliest way to understand it that a description allows."""
        return max(self.readings(description), key=lambda reading: reading.log, default=None)

    def _completed(self, verb: str, row: int | None, thing: str, description: Mapping[str, str]) -> Reading:
        """A verb and an object with the likeliest rest."""
        number = EVENT_VERBS.index(verb)
        log = UNKNOWN_THING + float(_log_sum(self.deeds[:, number])) if row is None else float(self.deeds[row, number])
        target = liquid = ""
        if verb in TARGETED:
            target, more = self._target(verb, row, thing, description)
            log += more
        if verb == "fill":
            liquid, more = self._liquid(row, description)
            log += more
        if description.get("adjective") == "dirty" and verb != "make dirty":
            log += UNKNOWN_THING
        return Reading(verb, thing, target, liquid, log)

    def _target(
        self, verb: str, row: int | None, thing: str, description: Mapping[str, str]
    ) -> tuple[str, float]:  # fmt: skip
        wanted = description.get("object2")
        logs = np.full(len(self.names) + 1, -np.log(len(self.names) + 1.0))
        if row is not None:
            logs = self.targets[TARGETED.index(verb), row]
        if wanted is not None:
            return wanted, float(logs[self.names.index(wanted)]) if wanted in self.names else UNKNOWN_THING
        best = int(np.argmax(logs if verb == "throw" else logs[:-1])) if len(self.names) > 1 else len(self.names)
        return (*self.names, "")[best], float(logs[best])

    def _liquid(self, row: int | None, description: Mapping[str, str]) -> tuple[str, float]:
        logs = self.liquids[row] if row is not None else np.full(len(LIQUIDS), -np.log(len(LIQUIDS)))
        wanted = description.get("adjective")
        if wanted in LIQUIDS:
            return wanted, float(logs[LIQUIDS.index(wanted)])
        return LIQUIDS[int(np.argmax(logs))], float(np.max(logs))


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


def peaks(chances: NDArray[np.float64]) -> list[int]:
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


def _array(tensor: Tensor) -> NDArray[np.float64]:
    return tensor.numpy().astype(np.float64)


def _log_sum(logs: Logs) -> float:
    highest = float(logs.max(initial=-50.0))
    return highest + float(np.log(np.exp(logs - highest).sum()))


__all__ = ["Candidate", "Reading", "candidates", "peaks", "starts_of"]
