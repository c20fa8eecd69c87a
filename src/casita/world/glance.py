"""What of a need can be told at a glance, for all things at once: from columns alone, before anybody tries.

A need says it where it is written, with `@at_a_glance(...)`. What makes sense to propose, what is worth asking
about for `legal`, which thing a vague name means and the masks of envs all come from that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools
from casita.catalog import Affordance
from casita.world.attempt import Attempt
from casita.world.refusal import Refusal
from casita.world.state import ObjectColumns
from casita.world.statics import NONE, Statics

Need = Callable[[Attempt], Refusal | None]
Mask = Bools
Filter = Callable[[Statics, ObjectColumns], Mask]
"""Which things, by slot, may meet a need."""


class Glance(NamedTuple):
    """What a need asks at a glance; where it says nothing, everything may meet it."""

    facts: int = 0
    """Of the object and the agent: bits of `facts.py`."""
    target_facts: int = 0
    objects: Filter | None = None
    targets: Filter | None = None
    affordance: Affordance | None = None
    """What the object must afford."""


_GLANCES: dict[Need, Glance] = {}


def at_a_glance(
    facts: int = 0,
    objects: Filter | None = None,
    *,
    target_facts: int = 0,
    targets: Filter | None = None,
    affordance: Affordance | None = None,
) -> Callable[[Need], Need]:
    """Note what a need asks at a glance."""

    def noted(need: Need) -> Need:
        _GLANCES[need] = Glance(facts, target_facts, objects, targets, affordance)
        return need

    return noted


def glances(needs: Sequence[Need]) -> tuple[Glance, ...]:
    """What some needs ask at a glance, in their order."""
    return tuple(_GLANCES[need] for need in needs if need in _GLANCES)


def all_of(filters: Sequence[Filter | None], known: Statics, now: ObjectColumns) -> Mask:
    """Which things pass all filters."""
    mask = np.ones(known.count, np.bool_)
    for each in filters:
        if each is not None:
            mask &= each(known, now)
    return mask


def can(affordance: Affordance) -> Filter:
    """Things that afford this."""
    return lambda known, now: known.can[affordance]


def exists(known: Statics, now: ObjectColumns) -> Mask:
    """Things that are there."""
    return now.exists


def movable(known: Statics, now: ObjectColumns) -> Mask:
    """Things that are not fixed."""
    return known.loose | known.can["move"]


def in_no_hand(known: Statics, now: ObjectColumns) -> Mask:
    """Things that nobody holds by themselves."""
    mask: Mask = now.held_by == NONE
    return mask


def on_or_in_something(known: Statics, now: ObjectColumns) -> Mask:
    """Things that something carries."""
    mask: Mask = (now.carrier != NONE) & (now.held_by == NONE)
    return mask


def loaded(known: Statics, now: ObjectColumns) -> Mask:
    """Things that something loose is right on or in."""
    mask = np.zeros(known.count, np.bool_)
    carriers = now.carrier[known.loose & now.exists]
    mask[carriers[carriers != NONE]] = True
    return mask


def loaded_or_filled(known: Statics, now: ObjectColumns) -> Mask:
    """The same, and vessels with a liquid."""
    mask: Mask = loaded(known, now) | (known.can["fill"] & (now.liquid > 0))
    return mask


def with_places(known: Statics, now: ObjectColumns) -> Mask:
    """Things that others can be put on or in."""
    mask = np.zeros(known.count, np.bool_)
    mask[list(known.takers)] = True
    return mask
