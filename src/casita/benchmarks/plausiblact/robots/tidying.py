"""A robot that tidies up: it looks round a room once, asks what is plausible on each thing, and does the likeliest.

It cleanses, stores away and disposes, by the rules for commands: it walks up to things as part of an action. How
untidy a room is was settled before any robot was tried: things that are dirty, that lie on the floor or on a seat, and
rubbish (broken, or hardly anything left) that is not in a bin; and good things that went into one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import count
from typing import NamedTuple

from casita.benchmarks.plausiblact.classes.table import class_of, named_class
from casita.benchmarks.plausiblact.item import ACTIONS, PLAUSIBLE, Instance
from casita.benchmarks.plausiblact.models.mode import SoftMode
from casita.benchmarks.plausiblact.pictures.arranging import arranged
from casita.benchmarks.plausiblact.pictures.instances import place_of
from casita.benchmarks.plausiblact.pictures.taking import photos_of, studio
from casita.exact import count_of
from casita.home import World
from casita.protocols import Picture
from casita.seeds import stream
from casita.world.state import State

ROBOT = "robot"
DOES = ("cleanse_item", "store_away", "dispose_of_item")
"""What it can do about things."""

DEEDS = 10
"""Actions that it does, one after the other, at the most."""

ENOUGH = 0.5
"""How likely plausible an action is, at the least, for it to be done."""

TAKE = 300
"""The first arrangement of a home that is tidied: no data set has it."""

HARDLY = 0.3
"""Share of food that is left below which it is rubbish."""

Wish = Callable[[Picture, Instance], Sequence[float]]
"""How much each of `DOES` is to be done to an instance in a picture."""


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
    """The first arrangement of a home from `TAKE` on that is a mess."""
    return next(take for take in count(TAKE) if arranged(home, take, seed).moment == "mess")


def tidied(home: str, wish: Wish, seed: int = 0, deeds: int = DEEDS) -> Tidied:
    """Let a robot tidy a home that somebody left in a mess."""
    take = untidy_take(home, seed)
    here = studio(home, take, seed)
    world = World(here.arranged.scene, [ROBOT], rules="command", seed=seed)
    before, good = untidiness(world.state), _good(world.state)
    found: dict[str, Deed] = {}
    for photo, instances in photos_of(home, "test", take, seed):
        picture = here.draw(photo)
        for one in instances:
            for deed in _deeds(picture, one, wish):
                if one.thing not in found or deed.wish > found[one.thing].wish:
                    found[one.thing] = deed
    done: list[Deed] = []
    for deed in sorted(found.values(), key=lambda each: (-each.wish, each.thing)):
        if len(done) == deeds or deed.wish < ENOUGH:
            break
        if do(world, deed):
            done.append(deed)
    return Tidied(before, untidiness(world.state, good), tuple(done))


def _deeds(picture: Picture, one: Instance, wish: Wish) -> Iterator[Deed]:
    """What could be done to an instance; for furniture, and what is in a bin already, that is nothing."""
    if one.place in ("bin", "cupboard", "fridge"):
        return
    for action, value in zip(DOES, wish(picture, one), strict=True):
        if named_class(one.name).compatible(action):
            yield Deed(float(value), one.thing, action)


def do(world: World, deed: Deed) -> bool:
    """Do something in the world; False, and all as it was, if that does not let one."""
    before = world.state
    if deed.action == "cleanse_item":
        done = world.act(ROBOT, "clean", deed.thing).ok
    else:
        done = world.act(ROBOT, "pick_up", deed.thing).ok and (
            world.act(ROBOT, "dispose_of", deed.thing).ok
            if deed.action == "dispose_of_item"
            else _stored(world, deed.thing)
        )
    if not done:
        world.restore(before)
    return done


def _stored(world: World, thing: str) -> bool:
    """Put what is held into the first piece of furniture that shuts and takes it."""
    known = world.state.statics
    for slot, other in enumerate(known.things):
        if other.kind.is_loose or not any(spot.joint for spot in known.spots[slot]):
            continue
        if world.state.objects.openness[slot] < 0.5 and not world.act(ROBOT, "open", other.id).ok:
            continue
        if world.act(ROBOT, "put", thing, other.id, relation="in").ok:
            world.act(ROBOT, "close", other.id)
            return True
    return False


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
        return [said[ACTIONS.index(action)][PLAUSIBLE] for action in DOES]

    return wish


def by_class(mode: SoftMode) -> Wish:
    """Goes by how plausible each action is on such things in general; it is told the class."""

    def wish(picture: Picture, one: Instance) -> list[float]:
        said = mode.answer(one.name)
        return [float(said[ACTIONS.index(action), PLAUSIBLE]) for action in DOES]

    return wish


def by_luck(seed: int) -> Wish:
    """Goes by nothing."""

    def wish(picture: Picture, one: Instance) -> list[float]:
        return stream(seed, "plausiblact", "tidying", one.id).randoms(len(DOES))

    return wish
