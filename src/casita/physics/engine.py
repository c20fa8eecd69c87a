"""MuJoCo behind the world's Physics protocol."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from casita.catalog import catalog
from casita.geometry.outlines import inside
from casita.physics.flight import Flight, flown
from casita.physics.model import Model, built
from casita.physics.neighbourhood import Around, Floats, Point, around, is_slid_out, kinds, strayed
from casita.physics.resting import Pose, rested, stands_in_something
from casita.physics.tracks import motion_of
from casita.world.edit import Edit
from casita.world.event import Motion
from casita.world.kinematics import GRAVITY, Kinematics
from casita.world.luck import draw
from casita.world.physics import Contact, Disturbance, Settled
from casita.world.placing import transport
from casita.world.state import quaternion_yaw
from casita.world.statics import NONE

RADIUS = {"drop": 0.9, "throw": 1.4, "push": 0.9, "pull": 0.9}
"""Metres around the path within which things are part of a model at first."""

WIDER = 4.0
"""How many times that the radius is if something strays."""

HEADROOM = 0.5
"""Metres above a thing, where it is let go, that it gets to at most."""

MARGIN = 0.45
"""Metres from the rim of a model where a thing has strayed."""

THROW_SPEEDS = (3.0, 5.0)
AIMED_SPEED = 5.0
"""Metres per second, sideways, of what is thrown at something."""

RISE = (0.1, 0.4)
"""Slope at which a thing is thrown upwards if it is thrown at nothing."""

SHOVES = (0.15, 0.45)
"""Metres that a thing would slide if it is pushed or pulled and nothing is in its way."""

WOBBLE = 1.0
"""Radians per second of the turn that a hand gives a thing at most."""

SPREAD = math.radians(6.0)
"""How far a direction may be off."""

DRAWN_BACK = (1.0, 0.7, 0.4, 0.1)
"""Shares of the arm's length at which a hand can let go."""


class MuJoCo:
    """Contact physics: things fall, fly, slide, roll, topple, and knock over what they hit.

    The disturbed thing and all loose things around it are free, the rest stands fast. Directions,
    forces and turns vary with the luck of a disturbance. Where the world's laws and the engine
    disagree, `resting.py` says which pose is taken; where it finds none, the kinematic rules decide.
    """

    def __init__(self) -> None:
        self._plan_b = Kinematics()

    def settle(self, edit: Edit, disturbance: Disturbance, luck: int) -> Settled | None:
        """Let go, and say what came to rest where; None if the thing cannot move at all."""
        if is_slid_out(edit, disturbance.object):
            return self._plan_b.settle(edit, disturbance, luck)
        run = _run(edit, disturbance, luck)
        ends = None if run is None else rested(run.start, run.near, run.poses())
        if run is None or ends is None:
            return self._plan_b.settle(edit, disturbance, luck)
        rests, final = ends
        if not any(rest.slot == disturbance.object for rest in rests):
            return None
        return Settled(tuple(rests), _contacts(run, final, disturbance), _motion(run, edit, final))


class _Run(NamedTuple):
    """One run of the engine."""

    start: Edit
    """With the disturbed thing where it was let go."""
    near: Around
    model: Model
    flight: Flight

    def poses(self) -> list[Pose]:
        """Where the engine left each group."""
        return [Pose(row[:3], row[3:]) for row in self.flight.track[-1]]


def _run(edit: Edit, disturbance: Disturbance, luck: int) -> _Run | None:
    """Run the engine around the path; once more in a wider model if something strays. None if it cannot."""
    length = 2.0 * kinds(edit.known).reach
    radius = RADIUS[disturbance.verb] + float(length[disturbance.object])
    path = _path(edit, disturbance)
    awake = [disturbance.object, *edit.contents(disturbance.object)]
    ceiling = edit.known.rooms[int(edit.agent_room[disturbance.agent])].height
    top = float(edit.position[disturbance.object, 2] + length[disturbance.object]) + HEADROOM
    run = None
    for reach in (radius, radius * WIDER):
        near = _surroundings(edit, disturbance, path, reach)
        start = _let_go(edit, near, disturbance)
        if start is None:
            return None
        model = built(start, near, ceiling, awake, top)
        run = _Run(start, near, model, flown(model, _velocities(start, near, disturbance, awake, luck)))
        if not run.flight.sound:
            return None
        if not strayed(run.flight.track, length[[group.slot for group in near.groups]], path, reach - MARGIN):
            break
    return run


# How it starts.


def _path(edit: Edit, disturbance: Disturbance) -> tuple[Point, Point]:
    """Roughly where the thing goes, seen from above."""
    x, y, _ = edit.position[disturbance.object].tolist()
    if disturbance.target != NONE:
        to_x, to_y, _ = edit.position[disturbance.target].tolist()
        return (x, y), (to_x, to_y)
    far = {"throw": 3.5, "drop": 0.0}.get(disturbance.verb, 0.3)
    return (x, y), (x + far * disturbance.direction[0], y + far * disturbance.direction[1])


def _surroundings(edit: Edit, disturbance: Disturbance, path: tuple[Point, Point], reach: float) -> Around:
    """What is around a path; whoever the thing touches already does not count: it leaves their hand."""
    near = around(edit, path, reach, disturbance.object)
    (x, y), wide = path[0], float(np.hypot(*edit.known.size[disturbance.object, :2])) / 2
    people = [each for each in near.people if math.hypot(each[0] - x, each[1] - y) > each[2] + wide]
    held = disturbance.verb in ("drop", "throw")
    if held:
        own_x, own_y = edit.agent_position[disturbance.agent].tolist()
        people = [each for each in people if each[:2] != (own_x, own_y)]
    return near._replace(people=tuple(people))


def _let_go(edit: Edit, near: Around, disturbance: Disturbance) -> Edit | None:
    """The world as a thing leaves a hand: a hand inside something is drawn back. None if it cannot be."""
    if disturbance.verb in ("push", "pull"):
        return edit
    slot = disturbance.object
    x, y, z = edit.position[slot].tolist()
    own_x, own_y = edit.agent_position[disturbance.agent].tolist()
    yaw = quaternion_yaw(edit.rotation[slot])
    for share in DRAWN_BACK:
        start = edit.copied()
        transport(start, slot, (own_x + (x - own_x) * share, own_y + (y - own_y) * share, z), yaw)
        if not stands_in_something(start, near, slot):
            return start
    return None


def _velocities(start: Edit, near: Around, disturbance: Disturbance, awake: list[int], luck: int) -> Floats:
    """The first velocities of all groups: of the disturbed thing and what is on and in it, all the same."""
    found = np.zeros((len(near.groups), 6))
    spins = np.array([draw(luck, 910 + axis) * 2.0 - 1.0 for axis in range(3)]) * WOBBLE
    if disturbance.verb in ("push", "pull"):
        spins[:2] = 0.0
    for number, group in enumerate(near.groups):
        if group.slot in awake:
            found[number, :3] = _velocity(start, disturbance, luck)
    found[0, 3:] = spins * (3.0 if disturbance.verb == "throw" else 1.0)
    return found


def _velocity(start: Edit, disturbance: Disturbance, luck: int) -> tuple[float, float, float]:
    """How fast the disturbed thing leaves, in metres per second."""
    off = SPREAD * (2.0 * draw(luck, 902) - 1.0)
    c, s = math.cos(off), math.sin(off)
    x, y = (
        disturbance.direction[0] * c - disturbance.direction[1] * s,
        disturbance.direction[0] * s + disturbance.direction[1] * c,
    )
    slot = disturbance.object
    if disturbance.verb == "drop":
        speed = 0.3 * draw(luck, 903)
        angle = 2.0 * math.pi * draw(luck, 904)
        return speed * math.cos(angle), speed * math.sin(angle), 0.0
    if disturbance.verb == "throw" and disturbance.target != NONE:
        return _aimed(start, slot, disturbance.target)
    if disturbance.verb == "throw":
        speed = _between(THROW_SPEEDS, luck, 905)
        return speed * x, speed * y, speed * _between(RISE, luck, 906)
    friction = catalog().materials[start.known.things[slot].material].friction
    speed = math.sqrt(2.0 * GRAVITY * friction * _between(SHOVES, luck, 907))
    return speed * x, speed * y, 0.0


def _aimed(start: Edit, slot: int, target: int) -> tuple[float, float, float]:
    """The velocity that takes a thing to the middle of another."""
    goal = start.position[target] + (0.0, 0.0, float(start.known.size[target, 2]) / 2)
    dx, dy, dz = (goal - start.position[slot]).tolist()
    seconds = max(math.hypot(dx, dy) / AIMED_SPEED, 0.1)
    return dx / seconds, dy / seconds, dz / seconds + GRAVITY * seconds / 2


def _between(range: tuple[float, float], luck: int, number: int) -> float:
    return range[0] + (range[1] - range[0]) * draw(luck, number)


# How it ends.


def _contacts(run: _Run, final: Edit, disturbance: Disturbance) -> tuple[Contact, ...]:
    """Who hit whom, the greatest speed of each pair, in the order that they met."""
    fastest: dict[tuple[int, int], float] = {}
    for (number, geom), speed in run.flight.impacts.items():
        slot = run.near.groups[number].slot
        other = int(run.model.owner[geom])
        if geom == run.model.floor:
            other = _floor_at(final, slot, disturbance.agent)
        if (other, slot) not in fastest:
            fastest[slot, other] = max(speed, fastest.get((slot, other), 0.0))
    return tuple(Contact(slot, other, round(speed, 3)) for (slot, other), speed in fastest.items())


def _floor_at(final: Edit, slot: int, agent: int) -> int:
    """The floor under a thing; in a doorway, that of the room of whoever disturbed it."""
    x, y, _ = final.position[slot].tolist()
    for floor, room in zip(final.known.floor_slots, final.known.rooms, strict=True):
        if inside(room.outline, x, y):
            return floor
    return final.known.floor_slots[int(final.agent_room[agent])]


def _motion(run: _Run, edit: Edit, final: Edit) -> tuple[Motion, ...]:
    """How all that moved came to where it rests."""
    times, track = run.flight.times, run.flight.track
    found = []
    for number, group in enumerate(run.near.groups):
        slot = group.slot
        ends = final.position[slot], final.rotation[slot]
        if not (np.array_equal(ends[0], edit.position[slot]) and np.array_equal(ends[1], edit.rotation[slot])):
            found.append(motion_of(edit.known.ids[slot], times, track[:, number], *ends))
    return tuple(found)
