"""What differs between two states of one scene, in words."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.arrays import Bools
from casita.geometry.rests import AGAINST
from casita.products import length
from casita.world.english import named
from casita.world.liquids import LIQUIDS
from casita.world.state import ObjectColumns, State, column_types
from casita.world.statics import NONE

MOVED = 0.005
"""Metres that something must have moved to be worth saying."""

WORDS = {
    "on": ("on", "off"),
    "dirty": ("dirty", "clean"),
    "broken": ("broken", "whole"),
    "cooked": ("cooked", "raw"),
}
"""What yes and no are called; where nothing stands here it is the column's name, or that with "not" before it."""

YES_OR_NO = tuple(name for name, kind in column_types(ObjectColumns).items() if kind == np.bool_ and name != "exists")
"""Columns of objects that are yes or no."""


def difference(before: State, after: State) -> tuple[str, ...]:
    """What changed from one state to another, one sentence each."""
    return tuple(_things(before, after)) + tuple(_agents(before, after))


def _things(before: State, after: State) -> Iterator[str]:
    old, new = before.objects, after.objects
    known, scene = before.statics, before.scene
    for slot in np.nonzero(_touched(before, after))[0].tolist():
        name = named(known.ids[slot], scene)
        if old.exists[slot] != new.exists[slot]:
            yield f"{name} is there now" if new.exists[slot] else f"{name} is gone"
            continue
        if old.openness[slot] != new.openness[slot]:
            yield f"{name} is {'open' if new.openness[slot] > 0.0 else 'closed'}"
        for column in YES_OR_NO:
            if getattr(old, column)[slot] != getattr(new, column)[slot]:
                yes, no = WORDS.get(column, (column, f"not {column}"))
                yield f"{name} is {yes if getattr(new, column)[slot] else no}"
        if (old.liquid[slot], old.level[slot]) != (new.liquid[slot], new.level[slot]):
            liquid = LIQUIDS[new.liquid[slot]]
            yield f"{name} is {new.level[slot]:.0%} full of {liquid}" if liquid else f"{name} is empty"
        if old.amount[slot] != new.amount[slot]:
            yield f"{new.amount[slot]:.0%} of {name} is left"
        if old.held_by[slot] != new.held_by[slot]:
            holder = int(new.held_by[slot])
            yield f"{name} is in {after.names[holder]}'s hand" if holder != NONE else f"{name} is out of hand"
        if old.carrier[slot] != new.carrier[slot] and new.carrier[slot] != NONE:
            spot = known.spots[int(new.carrier[slot])][int(new.spot[slot])] if new.spot[slot] != NONE else None
            where = spot.relation if spot else "against" if new.rest[slot] == AGAINST else "at"
            yield f"{name} is {where} {named(known.ids[int(new.carrier[slot])], scene)}"
        elif np.abs(old.position[slot] - new.position[slot]).max() > MOVED and new.held_by[slot] == NONE:
            yield f"{name} has moved {length(old.position[slot] - new.position[slot]):.2f} m"


def _touched(before: State, after: State) -> Bools:
    """Slots with any difference at all."""
    touched = np.zeros(before.statics.count, np.bool_)
    for old, new in zip(before.objects, after.objects, strict=True):
        if old is not new:
            changed: Bools = np.asarray(old) != np.asarray(new)
            touched |= changed.reshape(len(touched), -1).any(axis=1)
    return touched


def _agents(before: State, after: State) -> Iterator[str]:
    old, new = before.agents, after.agents
    for agent, name in enumerate(after.names):
        away = length(old.position[agent] - new.position[agent])
        if away > MOVED:
            yield f"{name} has gone {away:.2f} m"
        if old.room[agent] != new.room[agent]:
            yield f"{name} is in {after.statics.rooms[int(new.room[agent])].id}"
        if old.yaw[agent] != new.yaw[agent]:
            yield f"{name} faces {new.yaw[agent]:g} degrees"
        if old.seat[agent] != new.seat[agent]:
            yield f"{name} sits" if new.seat[agent] != NONE else f"{name} stands"
