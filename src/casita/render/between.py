"""The moments between two states, for smooth video: nothing but pictures should be made of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float64s, Int64s
from casita.errors import BadInput
from casita.geometry.poses import cos_sin
from casita.products import product
from casita.world.event import Motion
from casita.world.outcome import Outcome
from casita.world.seen import in_hands
from casita.world.state import State, yaw_quaternion

SWITCH = 0.5
"""Share of a step at which what has no in-between (on, dirty, cut, held) changes."""

WALKS = ("walk_to", "follow")
TURN = 0.2
"""Verbs that one does facing the way one goes, and the share of a step that turning towards it takes."""

LANDED = 0.98
"""Share of a step at which what falls breaks."""


def between(outcome: Outcome, share: float) -> State:
    """What a camera would see after this share (0 to 1) of a step.

    Things and agents follow their `Motion` where the step gave one, and otherwise go straight from where
    they were to where they are; doors swing and liquids rise evenly.
    """
    if not 0.0 <= share <= 1.0:
        raise BadInput(f"a share of a step is from 0 to 1, not {share}")
    if share == 0.0:
        return outcome.before
    if share == 1.0:
        return outcome.state
    old, new = outcome.before, outcome.state
    first, last = old.objects, new.objects
    base = last if share >= SWITCH else first
    both = first.exists & last.exists
    position = np.where(both[:, None], _mix(first.position, last.position, share), base.position)
    rotation = np.where(both[:, None], _turned(first.rotation, last.rotation, share), base.rotation)
    objects = base._replace(
        position=position,
        rotation=rotation,
        openness=_mix(first.openness, last.openness, share).astype(np.float32),
        level=_mix(first.level, last.level, share).astype(np.float32),
        amount=_mix(first.amount, last.amount, share).astype(np.float32),
        liquid=np.where(last.liquid != 0, last.liquid, first.liquid),
        broken=last.broken if share >= LANDED else first.broken,
    )
    was, now = old.agents, new.agents
    agents = (now if share >= SWITCH else was)._replace(
        position=_mix(was.position, now.position, share),
        yaw=was.yaw + _shorter(now.yaw - was.yaw) * share,
        pitch=_mix(was.pitch, now.pitch, share),
        joints=_mix(was.joints, now.joints, share),
    )
    made = replace(new, objects=objects, agents=agents, walkable={})
    walking = {action.agent for action in outcome.actions if action.verb in WALKS}
    for motion in outcome.motion:
        _follow(made, motion, share, new)
        if motion.mover in walking:
            agent = made.names.index(motion.mover)
            made.agents.yaw[agent] = _facing(motion, share, float(was.yaw[agent]), float(now.yaw[agent]))
    _carry_along(made, outcome, share)
    for column in made.objects:
        column.setflags(write=False)  # Compiled code is made once for columns that are read-only.
    return made


def _mix(a: NDArray[np.floating], b: NDArray[np.floating], share: float) -> Float64s:
    return np.asarray(a + (b - a) * share)


def _shorter(degrees: Float64s) -> Float64s:
    """A turn the shorter way round."""
    return (degrees + 180.0) % 360.0 - 180.0


def _turned(a: Float64s, b: Float64s, share: float) -> Float64s:
    """Rotations between two, by row."""
    sign = np.where((a * b).sum(1, keepdims=True) < 0.0, -1.0, 1.0)
    mixed = a + (sign * b - a) * share
    return np.asarray(mixed / np.sqrt((mixed * mixed).sum(1, keepdims=True)))


def _facing(motion: Motion, share: float, first: float, last: float) -> float:
    """The yaw of somebody who walks a way: along it, after a turn at its start and before one at its end."""
    places = np.array(motion.positions)[:, :2]
    steps = np.diff(places, axis=0)
    if len(steps) == 0 or float(np.abs(steps).sum()) < 1e-3:
        return first + float(_shorter(np.array(last - first))) * share
    along = np.degrees(np.arctan2(steps[:, 1], steps[:, 0]))
    middles = [(a + b) / 2 for a, b in pairwise(motion.times)]
    times = np.clip([0.0, *middles, 1.0], 0.0, 1.0)
    times[1:-1] = TURN + (1.0 - 2 * TURN) * times[1:-1]
    times = np.concatenate([[0.0, TURN], times[1:-1], [1.0 - TURN, 1.0]])
    yaws = np.unwrap([first, along[0], *along, along[-1], last], period=360.0)
    return float(np.interp(share, times, yaws))


def _follow(state: State, motion: Motion, share: float, end: State) -> None:
    """Put what moved where its motion says, on the way to how the step ends."""
    places = np.array(motion.positions)
    at = np.array([np.interp(share, motion.times, places[:, k]) for k in range(3)])
    if motion.mover in state.names:
        agent = state.names.index(motion.mover)
        state.agents.position[agent] = at[:2]
        if motion.yaws:
            unrolled = np.degrees(np.unwrap(np.radians(motion.yaws)))
            rest = _shorter(end.agents.yaw[agent] - unrolled[-1])  # a walk may end with a turn that is not on the way
            state.agents.yaw[agent] = np.interp(share, motion.times, unrolled) + rest * share
        return
    slot = state.statics.index.get(motion.mover)
    if slot is None:
        return
    state.objects.position[slot] = at
    if motion.rotations:
        turns = np.array(motion.rotations)
        after = min(int(np.searchsorted(motion.times, share)), len(motion.times) - 1)
        before = max(after - 1, 0)
        gap = motion.times[after] - motion.times[before]
        part = (share - motion.times[before]) / gap if gap > 0.0 else 1.0
        state.objects.rotation[slot] = _turned(turns[before : before + 1], turns[after : after + 1], part)[0]
    elif motion.yaws:
        unrolled = np.unwrap(np.radians(motion.yaws))
        state.objects.rotation[slot] = yaw_quaternion(float(np.degrees(np.interp(share, motion.times, unrolled))))


def _carry_along(state: State, outcome: Outcome, share: float) -> None:
    """Keep what an agent holds all the while, and all that is in it, in its hands on whatever way it goes."""
    old, new = outcome.before, outcome.state
    for agent in range(len(state.names)):
        held = np.flatnonzero(in_hands(old, agent) & in_hands(new, agent))
        if len(held):
            (at, facing), (then, turned) = (_in_axes_of(one, agent, held) for one in (old, new))
            yaw = float(state.agents.yaw[agent])
            state.objects.position[held] = _about(_mix(at, then, share), yaw)
            state.objects.position[held, :2] += state.agents.position[agent]
            state.objects.rotation[held] = _after_turn(_turned(facing, turned, share), yaw)


def _in_axes_of(state: State, agent: int, things: Int64s) -> tuple[Float64s, Float64s]:
    """Where things are, and how they are turned, seen from an agent."""
    yaw = float(state.agents.yaw[agent])
    away = state.objects.position[things] - (*state.agents.position[agent], 0.0)
    return _about(away, -yaw), _after_turn(state.objects.rotation[things], -yaw)


def _about(points: Float64s, degrees: float) -> Float64s:
    """Points after a turn about the vertical."""
    c, s = cos_sin(degrees)
    return product(points, [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])


def _after_turn(rotations: Float64s, degrees: float) -> Float64s:
    """Rotations, by row, after a turn about the vertical."""
    c, _, _, s = yaw_quaternion(degrees)
    w, x, y, z = rotations.T
    return np.column_stack([c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w])
