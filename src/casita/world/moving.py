"""Effects of moving about: steps, turns, looks and walks, and keeping what is held in front of the body."""

from __future__ import annotations

import math

from casita.geometry.poses import angle_on_lattice, cos_sin, on_lattice
from casita.world.attempt import Attempt, Effect
from casita.world.edit import Edit
from casita.world.event import Motion
from casita.world.ground import free_along, obstacle_at, room_of
from casita.world.placing import move_to_room, transport
from casita.world.refusal import Refusal
from casita.world.statics import NONE
from casita.world.walking import Way


def step_by(angle: float) -> Effect:
    """A step in a direction, in degrees from straight ahead: of the body's length, or of the amount asked for.

    All of the way must be free, though one may pass others. A body is wider than its step, so nothing stands
    between two points that are no farther apart.
    """

    def effect(t: Attempt) -> Refusal | None:
        c, s = cos_sin(float(t.edit.agent_yaw[t.agent]) + angle)
        distance = t.action.amount or t.body.step
        x, y = t.edit.agent_position[t.agent].tolist()
        parts = max(math.ceil(distance / t.body.step), 1)
        for part in range(1, parts):
            between = on_lattice(x + c * distance * part / parts, y + s * distance * part / parts, 0.0)
            obstacle = obstacle_at(t.edit, t.agent, between[0], between[1])
            if obstacle:
                return t.refusal("geometry", "way_is_free", obstacle)
        to = on_lattice(x + c * distance, y + s * distance, 0.0)
        return _go(t, [(x, y), (to[0], to[1])])

    return effect


def _go(t: Attempt, path: list[tuple[float, float]]) -> Refusal | None:
    """Go along some points as far as they are free; refused if not even the first step is.

    People let each other pass: others hinder only where one would come to stand.
    """
    reached, hindered = free_along(t.edit, t.agent, path)
    if reached == 0:
        return t.refusal("geometry", "way_is_free", hindered or "a wall or furniture")
    x, y = path[reached]
    t.edit.write("agent_position")[t.agent] = (round(x, 4), round(y, 4))
    room = room_of(t.known, x, y)
    if room not in (NONE, int(t.edit.agent_room[t.agent])):
        t.edit.write("agent_room")[t.agent] = room
    count = reached + 1
    yaw = float(t.edit.agent_yaw[t.agent])
    points = tuple((px, py, 0.0) for px, py in path[:count])
    t.motion.append(Motion(t.action.agent, tuple(i / reached for i in range(count)), points, (yaw,) * count))
    carry(t.edit, t.agent)
    t.tell(NONE, target_id=t.action.target)
    return None


def turn_by(sign: float) -> Effect:
    """A turn by the body's angle, or by the amount of degrees asked for."""

    def effect(t: Attempt) -> Refusal | None:
        yaw = float(t.edit.agent_yaw[t.agent]) + sign * (t.action.amount or t.body.turn)
        t.edit.write("agent_yaw")[t.agent] = angle_on_lattice(yaw)
        carry(t.edit, t.agent)
        t.tell(NONE)
        return None

    return effect


def look_by(sign: float) -> Effect:
    """A look up or down by the body's angle, or by the amount of degrees asked for."""

    def effect(t: Attempt) -> None:
        pitch = float(t.edit.agent_pitch[t.agent]) + sign * (t.action.amount or t.body.look)
        t.edit.write("agent_pitch")[t.agent] = round(pitch, 2)
        t.tell(NONE)

    return effect


def walk(t: Attempt) -> Refusal | None:
    """One stride along the way to the target; at its end the agent faces a thing it went to."""
    way = t.landing
    assert isinstance(way, Way)
    x, y = t.edit.agent_position[t.agent].tolist()
    path = way.stride(x, y, t.body.stride)
    if len(path) > 1:
        refusal = _go(t, [(x, y), *path[1:]])
        if refusal is not None:
            return refusal
    else:
        t.tell(NONE, target_id=t.action.target)
    _face(t)
    return None


def _face(t: Attempt) -> None:
    """Turn towards the target."""
    if t.target_kind == "room":
        return
    goal = t.edit.position[t.target] if t.target_kind == "thing" else t.edit.agent_position[t.target]
    dx, dy = (goal[:2] - t.edit.agent_position[t.agent]).tolist()
    if dx or dy:
        t.edit.write("agent_yaw")[t.agent] = angle_on_lattice(math.degrees(math.atan2(dy, dx)))
        carry(t.edit, t.agent)


def carry(edit: Edit, agent: int) -> None:
    """Keep what an agent holds, and what that carries, in front of its body, facing it: a screen can be read."""
    body = edit.base.bodies[agent]
    yaw = float(edit.agent_yaw[agent])
    c, s = cos_sin(yaw)
    x, y = edit.agent_position[agent].tolist()
    ahead, high = body.carry
    for hand, slot in enumerate(edit.agent_hands[agent].tolist()):
        if slot == NONE:
            continue
        aside = 0.0 if body.hands == 1 else (0.2 if hand == 0 else -0.2)
        at = on_lattice(x + c * ahead - s * aside, y + s * ahead + c * aside, high)
        inside = transport(edit, slot, at, angle_on_lattice(yaw + 180.0))
        move_to_room(edit, (slot, *inside), int(edit.agent_room[agent]))
