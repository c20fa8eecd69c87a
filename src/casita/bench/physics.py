"""Speeds of contact physics: drops, throws, pushes and pulls a second in furnished rooms."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator

import numpy as np

from casita.bench import Row
from casita.catalog import ROOM_KINDS
from casita.home import physics_of
from casita.scenes.fixed import room
from casita.seeds import stream
from casita.world.action import Action
from casita.world.laws import violations
from casita.world.outcome import Outcome
from casita.world.physics import Physics
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.step import step

ROOMS = 3
"""Rooms of each kind that things are disturbed in."""

EACH = 6
"""Disturbances of each verb in a room."""

VERBS = ("drop", "throw", "push", "pull")
LOOKED_AT = 5
"""The laws are checked in every so-manieth state."""

MOVED = 0.01
"""Metres that a disturbed thing is moved by at least to count."""


def measure() -> Iterator[Row]:
    """All rows of this suite."""
    physics = physics_of("mujoco")
    assert physics is not None
    _, first = _disturbed(physics, 1)
    took, outcomes = _disturbed(physics, EACH)
    _, again = _disturbed(physics, 1)
    assert _digest(first) == _digest(again), "the same disturbances led to other states"
    for verb in VERBS:
        yield _row(verb, took[verb], outcomes[verb])
    yield _all(sum(took.values()), outcomes)


def _disturbed(physics: Physics, each: int) -> tuple[dict[str, float], dict[str, list[Outcome]]]:
    """Disturb random things in furnished rooms: seconds, and outcomes that were not refused beforehand, by verb."""
    took = dict.fromkeys(VERBS, 0.0)
    outcomes: dict[str, list[Outcome]] = {verb: [] for verb in VERBS}
    for kind in ROOM_KINDS:
        for number in range(1, ROOMS + 1):
            state = beginning(room(kind, number), seed=number)
            luck = stream(number, "bench", "physics", kind)
            things = _within_reach(state)
            for _ in range(each):
                for verb in VERBS:
                    action = Action("agent", verb, things[luck.below(len(things))])
                    begin = time.thread_time()
                    outcome = step(state, [action], physics)
                    took[verb] += time.thread_time() - begin
                    outcomes[verb].append(outcome)
                    state = outcome.state
    return took, outcomes


def _within_reach(state: State) -> list[str]:
    """Loose things that nothing is closed around."""
    from casita.world.shut import shut_away

    known = state.statics
    return [known.ids[slot] for slot in np.nonzero(known.loose & state.objects.exists & ~shut_away(state))[0].tolist()]


def _row(verb: str, took: float, outcomes: list[Outcome]) -> Row:
    """One verb's figure, if it really moved things."""
    count, moved = len(outcomes), sum(map(_moved, outcomes))
    assert moved >= 0.8 * count, f"only {moved} of {count} were moved by {verb}"
    detail = f"{count} in {ROOMS * len(ROOM_KINDS)} furnished rooms, {moved} moved, a model built for each"
    return Row("physics", verb, count / took, "a second", 50.0, True, detail)


def _moved(outcome: Outcome) -> bool:
    """Is the disturbed thing elsewhere now?"""
    slot = outcome.state.statics.index[outcome.actions[0].object]
    before, after = outcome.before.objects.position[slot], outcome.state.objects.position[slot]
    return bool(np.abs(after - before).max() > MOVED)


def _digest(outcomes: dict[str, list[Outcome]]) -> str:
    """A hash of all states that disturbances led to."""
    digests = [outcome.state.digest() for verb in VERBS for outcome in outcomes[verb]]
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:16]


def _all(took: float, outcomes: dict[str, list[Outcome]]) -> Row:
    """All verbs together, with proofs: states differ and laws hold."""
    whole = [outcome for verb in VERBS for outcome in outcomes[verb]]
    assert len({outcome.state.digest() for outcome in whole}) == len(whole), "two disturbances gave the same state"
    broken = [law for outcome in whole[::LOOKED_AT] for law in violations(outcome.state)]
    assert not broken, f"laws were broken: {broken}"
    knocked = sum(len(outcome.motion) > 1 for outcome in whole)
    detail = f"{len(whole)} different states, {knocked} with other things knocked about, digest {_digest(outcomes)}"
    return Row("physics", "disturbances", len(whole) / took, "a second", 50.0, True, detail)
