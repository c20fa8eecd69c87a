"""What the goal networks are shown: a few steps of a demonstration, each as the things that Alice sees.

As in Figure 16 of the paper a thing has a name, states and coordinates, and no relations: what is on the table is
seen from where it is. Coordinates are relative to Alice, who is the first of the things. Box sizes follow from names.
To train on one core, two things are left out unless `whole` is asked for:
- things that no goal speaks of;
- steps at which Alice goes on with what she was at. Those are kept at which she takes or puts something, sits down or
  gets up, and the last one; 24 of them, evenly spread, if there are more.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from casita.agents.visible import HELD, ON, OPEN, Visible
from casita.arrays import Bools, Float32s, Int64s
from casita.benchmarks.watch_and_help.homes.goals import PREDICATES
from casita.benchmarks.watch_and_help.item import ALICE, goal_of
from casita.world.statics import NONE

MOST_STEPS = 24
"""Steps that are kept of a demonstration."""

STATES = ("open", "on", "held", "sitting")
"""What may be true of a thing; only Alice sits."""

OTHER = "other"
"""The name of all things that no goal speaks of."""


@cache
def kinds() -> tuple[str, ...]:
    """The names that things can have, Alice first."""
    named = [name for p in goal_of(tuple((key, 1) for key in PREDICATES)).predicates for name in (p.object, p.target)]
    return (ALICE, OTHER, *dict.fromkeys(name for name in named if name != ALICE))


@cache
def kind_numbers() -> dict[str, int]:
    """The number of each name."""
    return {name: number for number, name in enumerate(kinds())}


class Frames(NamedTuple):
    """Some steps; the arrays have a row for each step and a column for each thing that is seen at it."""

    kind: Int64s
    state: Float32s
    """Steps x things x states."""
    place: Float32s
    """Steps x things x 3, metres from Alice; up is from the floor."""
    there: Bools
    """False where a step has fewer things than others."""

    @property
    def last(self) -> Frames:
        """The last step alone."""
        return Frames(self.kind[-1:], self.state[-1:], self.place[-1:], self.there[-1:])


def frames(shown: Visible, *, whole: bool = False) -> Frames:
    """The steps of a demonstration, as far as they are kept."""
    steps = np.arange(len(shown.seen)) if whole else kept_steps(shown)
    numbers = np.array([kind_numbers().get(name, 1) for name in shown.types], np.int64)
    seen = shown.seen[steps] & (whole | (numbers != 1))
    order = np.argsort(~seen, axis=1, kind="stable")[:, : int(seen.sum(axis=1).max(initial=0))]
    there = np.take_along_axis(seen, order, axis=1)
    flags = np.take_along_axis(shown.flags[steps], order, axis=1)
    place = np.take_along_axis(shown.position[steps], order[..., None], axis=1)
    place = place - np.concatenate([shown.at[steps, :2], np.zeros((len(steps), 1))], axis=1)[:, None]
    state = np.stack([(flags & OPEN) > 0, (flags & ON) > 0, (flags & HELD) > 0, np.zeros_like(there)], axis=-1)
    alice = np.zeros((len(steps), 1, len(STATES)), np.bool_)
    alice[:, 0, STATES.index("sitting")] = shown.seat[steps] != NONE
    return Frames(
        kind=np.pad(np.where(there, numbers[order], 0), ((0, 0), (1, 0))),
        state=np.concatenate([alice, state & there[..., None]], axis=1).astype(np.float32),
        place=np.pad(np.where(there[..., None], place, 0.0), ((0, 0), (1, 0), (0, 0))).astype(np.float32),
        there=np.pad(there, ((0, 0), (1, 0)), constant_values=True),
    )


def kept_steps(shown: Visible) -> Int64s:
    """The steps at which what Alice holds or sits on is another than before, and the last one."""
    held = (shown.flags & HELD) > 0
    changed = (held[1:] != held[:-1]).any(axis=1) | (shown.seat[1:] != shown.seat[:-1])
    steps = np.union1d(np.flatnonzero(changed) + 1, [len(held) - 1]).astype(np.int64)
    if len(steps) > MOST_STEPS:
        steps = steps[np.linspace(0, len(steps) - 1, MOST_STEPS).round().astype(np.int64)]
    return steps
