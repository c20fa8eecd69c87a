"""A robot that tidies up: it looks round a room, asks what is plausible on each thing, does the likeliest, looks again.

It cleanses, stores away and disposes by household rules (`household.py`). How untidy a room is was settled before any
robot was tried: things that are dirty, that lie on the floor or on a seat, and rubbish (broken, or hardly anything
left) that is not in a bin; and good things that went into one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import count
from typing import NamedTuple

import numpy as np

from casita.benchmarks.plausiblact.classes.table import class_of
from casita.benchmarks.plausiblact.item import ACTIONS, PLAUSIBLE, Instance, Photo
from casita.benchmarks.plausiblact.models.mode import SoftMode
from casita.benchmarks.plausiblact.pictures.arranging import arranged
from casita.benchmarks.plausiblact.pictures.instances import instances_in, place_of
from casita.benchmarks.plausiblact.pictures.taking import NoPlaceToStand, Studio, camera_of, photos_of, studio
from casita.benchmarks.plausiblact.robots.household import ROBOT, cleansed, disposed_of, done, stored
from casita.exact import count_of
from casita.home import World
from casita.protocols import Picture
from casita.render.frame import Frame
from casita.seeds import stream
from casita.world.state import State

WAYS: Mapping[str, Callable[[World, str], bool]] = {
    "cleanse_item": cleansed,
    "store_away": stored,
    "dispose_of_item": disposed_of,
}
"""What it can do about things, and how."""

DEEDS = 12
"""Actions that it does, one after the other, at the most."""

ENOUGH = 0.5
"""How likely plausible an action is, at the least, for it to be done."""

TAKE = 300
"""The first arrangement of a home that is tidied: no data set has it."""

HARDLY = 0.3
"""Share of food that is left below which it is rubbish."""

Wish = Callable[[Picture, Instance], Sequence[float]]
"""How much each of `WAYS` is to be done to an instance in a picture."""


class Deed(NamedTuple):
    """What could be done to a thing."""

    wish: float
    thing: str
    action: str


class Tidied(NamedTuple):
    """How untidy a room was, and is."""

    before: int
    after: int
    done: tuple[Deed, ...]


@cache
def untidy_take(home: str, seed: int) -> int:
    """The first arrangement of a home from `TAKE` on that is a mess, and in which one can stand."""
    messes = (take for take in count(TAKE) if arranged(home, take, seed).moment == "mess")
    return next(take for take in messes if _one_can_stand(home, take, seed))


def _one_can_stand(home: str, take: int, seed: int) -> bool:
    try:
        studio(home, take, seed)
    except NoPlaceToStand:
        return False
    return True


@cache
def _cameras(home: str, seed: int) -> tuple[Photo, ...]:
    """Where a robot looks from."""
    return tuple(taken.photo for taken in photos_of(home, "test", untidy_take(home, seed), seed))


def tidied(home: str, wish: Wish, seed: int = 0, deeds: int = DEEDS) -> Tidied:
    """Let a robot tidy a home that somebody left in a mess."""
    here = studio(home, untidy_take(home, seed), seed)
    world = World(here.arranged.scene, [ROBOT], rules="household", seed=seed)
    before, good = untidiness(world.state), _good(world.state)
    seen = {photo: _Look(here, world.state, photo, wish) for photo in _cameras(home, seed)}
    made: list[Deed] = []
    tried: set[tuple[str, str]] = set()
    while len(made) < deeds:
        wished = [deed for look in seen.values() for deed in look.deeds if (deed.thing, deed.action) not in tried]
        deed = max(wished, key=lambda each: (each.wish, each.thing), default=None)
        if deed is None or deed.wish < ENOUGH:
            break
        tried.add((deed.thing, deed.action))
        if done(world, WAYS[deed.action], deed.thing):
            made.append(deed)
            seen = {photo: look.again(world.state, deed.thing) for photo, look in seen.items()}
    return Tidied(before, untidiness(world.state, good), tuple(made))


class _Look:
    """What is seen from one place, and what could be done to each thing there."""

    def __init__(self, here: Studio, state: State, photo: Photo, wish: Wish) -> None:
        self._here, self._photo, self._wish = here, photo, wish
        self._ids = self._seen(state, "ids").ids
        found = instances_in(photo, state, camera_of(photo), self._ids, ROBOT)
        picture = self._seen(state, "rgb").rgb if found else np.zeros((1, 1, 3), np.uint8)
        self.deeds = [
            Deed(float(value), one.thing, action)
            for one in found
            for action, value in zip(WAYS, wish(picture, one), strict=True)
        ]

    def again(self, state: State, thing: str) -> _Look:
        """The same place after something was done to a thing; this look if nothing there has changed."""
        slot, ids = state.statics.ids.index(thing), self._seen(state, "ids").ids
        if np.array_equal(ids, self._ids) and not (ids == slot).any():
            return self
        return _Look(self._here, state, self._photo, self._wish)

    def _seen(self, state: State, what: str) -> Frame:
        size = self._photo.width, self._photo.height
        return self._here.renderer.look(state, camera_of(self._photo), size, (what,), smooth=what == "rgb")


def untidiness(state: State, good: frozenset[str] = frozenset()) -> int:
    """How many things are amiss, and how many good ones are in a bin."""
    return count_of(_amiss(state, slot, good) for slot in _loose(state))


def _amiss(state: State, slot: int, good: frozenset[str]) -> bool:
    place = place_of(state, slot)[0]
    if place == "bin":
        return state.statics.ids[slot] in good
    return bool(state.objects.dirty[slot]) or place in ("floor", "seat") or _is_rubbish(state, slot)


def _is_rubbish(state: State, slot: int) -> bool:
    return bool(state.objects.broken[slot]) or bool(state.objects.amount[slot] < HARDLY)


def _good(state: State) -> frozenset[str]:
    """Things that nobody should throw away: those that are no rubbish, and not in a bin yet."""
    slots = [slot for slot in _loose(state) if not _is_rubbish(state, slot) and place_of(state, slot)[0] != "bin"]
    return frozenset(state.statics.ids[slot] for slot in slots)


def _loose(state: State) -> list[int]:
    """Slots of the loose things that have a class."""
    kinds = state.statics.kinds
    return [
        slot for slot in range(len(state.statics.things))
        if state.objects.exists[slot] and state.statics.loose[slot] and class_of(kinds[slot]) is not None
    ]  # fmt: skip


def by_model(rate: Callable[[Picture, Sequence[int]], Sequence[Sequence[float]]]) -> Wish:
    """Goes by how plausible a model thinks each action."""

    def wish(picture: Picture, one: Instance) -> list[float]:
        said = rate(picture, one.box)
        return [said[ACTIONS.index(action)][PLAUSIBLE] for action in WAYS]

    return wish


def by_class(mode: SoftMode) -> Wish:
    """Goes by how plausible each action is on such things in general; it is told the class."""

    def wish(picture: Picture, one: Instance) -> list[float]:
        said = mode.answer(one.name)
        return [float(said[ACTIONS.index(action), PLAUSIBLE]) for action in WAYS]

    return wish


def by_luck(seed: int) -> Wish:
    """Goes by nothing."""

    def wish(picture: Picture, one: Instance) -> list[float]:
        return stream(seed, "plausiblact", "tidying", one.id).randoms(len(WAYS))

    return wish
