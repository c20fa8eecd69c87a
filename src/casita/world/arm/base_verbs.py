"""All other verbs, for a body with an arm: the arm comes along, and what it holds stays in the gripper."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np

from casita.world.arm.contacts import configuration, first_contact, held_slots
from casita.world.arm.holding import carry_along, held, slip, take_into_gripper
from casita.world.arm.specification import Floats
from casita.world.attempt import Attempt
from casita.world.ground import room_of, somebody_at
from casita.world.refusal import Refusal
from casita.world.statics import NONE
from casita.world.verb import Verb

STRIDE = 0.05
"""Metres that the base moves from one configuration that is looked at to the next."""

SWING = 3.0
"""Degrees that it turns from one to the next."""


def with_arm(verb: Verb) -> Verb:
    """The same verb; if a robot does it, its arm must be free to come along."""

    def effect(t: Attempt) -> Refusal | None:
        refusal = verb.effect(t)
        if refusal is not None or not t.body.has_arm:
            return refusal
        return _arm_comes_along(t)

    return replace(verb, effect=effect)


def _arm_comes_along(t: Attempt) -> Refusal | None:
    """Move the arm with the base, and what is held with the gripper; refused if the arm would hit something."""
    start = configuration(t.edit, t.agent)
    end = start
    if t.edit.agent_position is not t.edit.base.agents.position or t.edit.agent_yaw is not t.edit.base.agents.yaw:
        end = np.concatenate([t.edit.agent_position[t.agent], t.edit.agent_yaw[t.agent : t.agent + 1], start[3:]])
        path = _path(t, start)
        contact = first_contact(t.edit, t.agent, _way_of_base(start, path, end[2]))
        if contact is not None and not _stopped_short(t, start, path, end):
            return Refusal("geometry", "arm_is_free", contact.part, contact.obstacle)
    before, now = held_slots(t.edit, t.agent), held(t.edit, t.agent)
    if now != NONE and before[:1] == [now]:
        if end is not start:
            carry_along(t, before, end)
        slip(t)
    elif now != NONE:
        take_into_gripper(t, now, end)
    elif before:
        t.edit.write("agent_grip")[t.agent] = 0.0
    return None


def _path(t: Attempt, start: Floats) -> list[tuple[float, float]]:
    """The points that the base passes, from where it was."""
    for motion in t.motion:
        if motion.mover == t.action.agent:
            return [(x, y) for x, y, _ in motion.positions]
    return [(float(start[0]), float(start[1]))]


def _way_of_base(start: Floats, path: list[tuple[float, float]], yaw: float) -> Floats:
    """Configurations along some points, and then in a turn to a yaw."""
    rows = [start]
    for (x0, y0), (x1, y1) in pairwise(path):
        count = max(1, math.ceil(math.hypot(x1 - x0, y1 - y0) / STRIDE))
        for step in range(1, count + 1):
            row = rows[-1].copy()
            row[:2] = x0 + (x1 - x0) * step / count, y0 + (y1 - y0) * step / count
            rows.append(row)
    turn = (yaw - float(start[2]) + 180.0) % 360.0 - 180.0
    count = math.ceil(abs(turn) / SWING)
    for step in range(1, count + 1):
        row = rows[-1].copy()
        row[2] = start[2] + turn * step / count
        rows.append(row)
    return np.array(rows)


def _stopped_short(t: Attempt, start: Floats, path: list[tuple[float, float]], end: Floats) -> bool:
    """Can a walk end at a point before, because the arm is free that far and nobody stands there? Then it does."""
    for count in range(len(path) - 1, 1, -1):
        x, y = path[count - 1]
        if somebody_at(t.edit, t.agent, round(x, 4), round(y, 4)):  # others are passed, but not stood in
            continue
        if first_contact(t.edit, t.agent, _way_of_base(start, path[:count], float(end[2]))) is None:
            end[:2] = round(x, 4), round(y, 4)
            t.edit.write("agent_position")[t.agent] = end[:2]
            room = room_of(t.known, x, y)
            if room != NONE:
                t.edit.write("agent_room")[t.agent] = room
            walked = next(motion for motion in t.motion if motion.mover == t.action.agent)
            times = tuple(step / (count - 1) for step in range(count))
            t.motion.remove(walked)
            t.motion.append(walked._replace(times=times, positions=walked.positions[:count], yaws=walked.yaws[:count]))
            return True
    return False
