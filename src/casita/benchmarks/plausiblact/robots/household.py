"""What a robot does with its hands by household rules: it walks up to things, washes where water or a sponge is.

Everything is tried in the world and may be refused there; what comes to nothing is undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from casita.home import World

ROBOT = "robot"

STRIDES = 60
"""Steps of a walk, at the most."""

TRIED = 6
"""Pieces of furniture that are tried to store something in, the nearest first."""


def done(world: World, way: Callable[[World, str], bool], thing: str) -> bool:
    """Do something to a thing; False, and all as it was, if the world does not let one."""
    before = world.state
    if way(world, thing):
        return True
    world.restore(before)
    return False


def cleansed(world: World, thing: str) -> bool:
    """Wash a thing: with a sponge or cloth that lies about, or else under a tap."""
    return done(world, _wiped, thing) or done(world, _rinsed, thing)


def disposed_of(world: World, thing: str) -> bool:
    """Put a thing into the nearest bin."""
    return _taken(world, thing) and world.act(ROBOT, "dispose_of", thing).ok


def stored(world: World, thing: str) -> bool:
    """Put a thing into furniture that shuts and takes it, and shut that."""
    if not _taken(world, thing):
        return False
    shuts = [slot for slot, spots in enumerate(world.state.statics.spots) if any(spot.joint for spot in spots)]
    loose = world.state.statics.loose
    return any(_put_into(world, thing, name) for name in _nearest(world, [s for s in shuts if not loose[s]], TRIED))


def _put_into(world: World, thing: str, furniture: str) -> bool:
    _walk_to(world, furniture)
    world.act(ROBOT, "open", furniture)
    put = world.act(ROBOT, "put", thing, furniture, relation="in").ok
    world.act(ROBOT, "close", furniture)
    return put


def _wiped(world: World, thing: str) -> bool:
    """With the nearest thing that cleans, which goes back to where it was."""
    known = world.state.statics
    cleaners = [slot for slot in range(len(known.things)) if known.can["cleans"][slot] and known.loose[slot]]
    for cleaner in _nearest(world, cleaners, 1):
        carrier = int(world.state.objects.carrier[known.index[cleaner]])
        if cleaner == thing or carrier < 0 or not _taken(world, cleaner):
            continue
        _walk_to(world, thing)
        if world.act(ROBOT, "clean", thing).ok:
            _walk_to(world, known.ids[carrier])
            return world.act(ROBOT, "put", cleaner, known.ids[carrier]).ok or world.act(ROBOT, "drop", cleaner).ok
    return False


def _rinsed(world: World, thing: str) -> bool:
    """In the nearest basin whose tap runs while it is washed."""
    known = world.state.statics
    taps = {basin: tap for tap, group in known.controls.items() if known.can["runs_water"][tap] for basin in group}
    for basin in _nearest(world, list(taps), 1):
        tap = known.ids[taps[known.index[basin]]]
        if not _taken(world, thing):
            return False
        _walk_to(world, basin)
        if world.act(ROBOT, "put", thing, basin, relation="in").ok:
            world.act(ROBOT, "turn_on", tap)
            washed = world.act(ROBOT, "clean", thing).ok or not world.state.objects.dirty[known.index[thing]]
            world.act(ROBOT, "turn_off", tap)
            return washed
    return False


def _taken(world: World, thing: str) -> bool:
    _walk_to(world, thing)
    return world.act(ROBOT, "pick_up", thing).ok


def _walk_to(world: World, thing: str) -> None:
    """Walk until it is there, or comes no nearer."""
    for _ in range(STRIDES):
        before = np.array(world.state.agents.position[0])
        if not world.act(ROBOT, "walk_to", target=thing).ok or np.array_equal(world.state.agents.position[0], before):
            return


def _nearest(world: World, slots: list[int], most: int) -> Iterator[str]:
    """So many of some things, the nearest to the robot first, by name."""
    here, there = world.state.agents.position[0][:2], world.state.objects.position
    order = sorted(slots, key=lambda slot: (float(np.hypot(*(there[slot][:2] - here))), slot))
    yield from (world.state.statics.ids[slot] for slot in order[:most])
