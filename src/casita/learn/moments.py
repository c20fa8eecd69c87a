"""Random moments of a home to learn to see from: things in all their states, put down before the camera or held.

A view is a place to stand and a point on a surface to look at. In each moment of a view some things are put
near that point, perhaps one is held, and their states are drawn anew by the effects of commands.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from casita.catalog import Affordance
from casita.geometry.poses import angle_on_lattice
from casita.render.camera import Camera, eyes
from casita.seeds import Stream
from casita.world.action import Action
from casita.world.attempt import Attempt
from casita.world.edit import Edit
from casita.world.ground import free_nodes, ground
from casita.world.moving import carry
from casita.world.placing import area_of, free_landing, place, release
from casita.world.stance import face_down, quaternion_of, standing_at
from casita.world.state import State
from casita.world.statics import NONE
from casita.world.step import attempted

NEAR, FAR = 0.4, 1.4
"""Metres between the agent and the point it looks at."""

CLUTTER = 3
"""At most so many things are put down around the point, besides one that is held or put down in any case."""

AROUND = 0.45
"""Metres around the point within which things are put down."""

HOLDING = 0.45
"""How often something is held."""

FLOOR = 0.2
"""How often the floor is looked at rather than a surface."""

TOPPLED = 0.25
"""How often a thing that is put down lies on its side."""

CHANGED, CHANGED_NEAR = 0.5, 0.15
"""How often a state changes: of a thing that the moment is about, and of one that only happens to be near."""

SPOILING: tuple[Affordance, ...] = ("break", "slice", "cook", "use_up")
"""What is done to loose things and cannot be undone; done a little less often."""

FIELD = (60.0, 90.0)
"""Degrees of the camera's field of view; half of the views have the narrowest."""

TURNS = (
    np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]),
    np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]]),
    np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]),
    np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]),
)
"""Quarter turns by which a thing falls on one of its sides."""


@dataclass(frozen=True, slots=True)
class View:
    """Where the agent stands, and what it looks at."""

    carrier: int
    spot: int
    point: tuple[float, float, float]
    stand: tuple[float, float]
    yaw: float
    pitch: float
    field_of_view: float


@dataclass(frozen=True, slots=True)
class Moment:
    """A state, a camera, and the slot of the thing that the moment is about."""

    state: State
    camera: Camera
    interest: int


def drawn_view(state: State, luck: Stream) -> View | None:
    """A random surface (sometimes the floor) and a free place to stand before it; None if none was found."""
    known = state.statics
    edit = Edit(state)
    free = free_nodes(edit, state.bodies[0].radius)
    base = ground(known, state.bodies[0].radius)
    for _ in range(12):
        room = luck.below(len(known.rooms))
        floor = known.floor_slots[room]
        options = list(known.surfaces[room])
        if luck.chance(FLOOR) or not options:
            options = [(floor, number) for number in range(len(known.spots[floor]))] if floor != NONE else []
        if not options:
            continue
        carrier, number = luck.choice(options)
        area = area_of(edit, carrier, known.spots[carrier][number])
        u, v = area.half_x * luck.uniform(-0.8, 0.8), area.half_y * luck.uniform(-0.8, 0.8)
        x, y = area.x + area.cos * u - area.sin * v, area.y + area.sin * u + area.cos * v
        nodes = base.nodes_of(room)
        away = np.hypot(nodes.x - x, nodes.y - y)
        fit = np.flatnonzero((away > NEAR) & (away < FAR) & free[nodes.rows, nodes.columns])
        if area.z > 1.7 or not len(fit):
            continue
        at = int(luck.choice(fit.tolist()))
        stand = round(float(nodes.x[at]), 4), round(float(nodes.y[at]), 4)
        yaw = math.degrees(math.atan2(y - stand[1], x - stand[0])) + luck.uniform(-12.0, 12.0)
        down = math.degrees(math.atan2(state.bodies[0].eye_height - area.z, float(away[at]))) + luck.uniform(-12.0, 8.0)
        pitch = min(60.0, max(0.0, 30.0 * round(down / 30.0) if luck.chance(0.5) else down))
        field = FIELD[0] if luck.chance(0.5) else luck.uniform(*FIELD)
        return View(carrier, number, (x, y, area.z), stand, angle_on_lattice(yaw), round(pitch, 2), round(field, 2))
    return None


def drawn_moment(state: State, view: View, luck: Stream, hidden: Collection[tuple[str, str]] = frozenset()) -> Moment:
    """A moment of a view: things put down, one perhaps held, and the states of all that is near drawn anew.

    Verbs on types that are `hidden` are not done.
    """
    edit = Edit(state)
    focus = _drawn_things(edit, 2 + luck.below(CLUTTER + 1), luck)
    _stand(edit, view)
    held = focus.pop() if focus and luck.chance(HOLDING) else NONE
    shown = [slot for slot in focus if _put_down(edit, slot, view, luck)]
    for slot in _near(edit, view):
        if slot != held:
            draw_states(edit, slot, luck, CHANGED if slot in shown else CHANGED_NEAR, hidden)
    _stand(edit, view)
    if held != NONE:
        _hold(edit, held)
        draw_states(edit, held, luck, CHANGED, hidden)
    made = edit.finished(state.tick)
    camera = replace(eyes(made, 0), field_of_view=view.field_of_view)
    return Moment(made, camera, held if held != NONE else shown[0] if shown else NONE)


def _drawn_things(edit: Edit, count: int, luck: Stream) -> list[int]:
    """Loose things that carry nothing, each of another type; all types are equally likely."""
    by_type: dict[str, list[int]] = {}
    for slot in np.flatnonzero(edit.known.loose & edit.exists).tolist():
        if not edit.contents(slot):
            by_type.setdefault(edit.known.kinds[slot].name, []).append(slot)
    return [luck.choice(by_type[name]) for name in luck.shuffled(sorted(by_type))[:count]]


def _stand(edit: Edit, view: View) -> None:
    """Bring the agent to where the view is from."""
    edit.write("agent_position")[0] = view.stand
    edit.write("agent_yaw")[0] = view.yaw
    edit.write("agent_pitch")[0] = view.pitch
    edit.write("agent_room")[0] = edit.room[view.carrier]


def _put_down(edit: Edit, slot: int, view: View, luck: Stream) -> bool:
    """Put a thing near the point that is looked at, now and then lying on its side; False if there is no space."""
    if slot == view.carrier:
        return False
    number = int(luck.random() * (1 << 53))
    landing = free_landing(edit, slot, view.carrier, view.spot, number, (*view.point[:2], AROUND))
    if landing is None:
        return False
    place(edit, slot, landing)
    if luck.chance(TOPPLED):
        c, s = math.cos(math.radians(landing.yaw)), math.sin(math.radians(landing.yaw))
        turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ luck.choice(TURNS)
        lying = face_down(np.array(quaternion_of(turn)))
        edit.write("rotation")[slot] = lying
        edit.write("position")[slot] = standing_at(landing.x, landing.y, landing.z, lying, edit.known.size[slot])
    return True


def _hold(edit: Edit, slot: int) -> None:
    """Take a thing into the agent's hand."""
    release(edit, slot)
    edit.write("carrier")[slot] = edit.write("spot")[slot] = NONE
    edit.write("held_by")[slot] = 0
    edit.write("agent_hands")[0, 0] = slot
    carry(edit, 0)


def _near(edit: Edit, view: View) -> list[int]:
    """Everything there is within two metres of the point that is looked at, seen from above."""
    away = np.abs(edit.position[:, :2] - view.point[:2]).max(axis=1)
    found: list[int] = np.flatnonzero(edit.exists & (away < 2.0)).tolist()
    return found


def draw_states(
    edit: Edit, slot: int, luck: Stream, chance: float, hidden: Collection[tuple[str, str]] = frozenset()
) -> None:
    """Draw the states of a thing: each that it can have changes with this chance, by a command."""
    known = edit.known
    kind = known.kinds[slot]
    wanted: list[str] = []
    if kind.can("open"):
        wanted.append("close" if edit.openness[slot] > 0.5 else "open")
    if kind.can("toggle"):
        wanted.append("turn_off" if edit.on[slot] else "turn_on")
    if kind.can("dirty"):
        wanted.append("clean" if edit.dirty[slot] else "make_dirty")
    if kind.can("fill"):
        wanted.append("empty" if edit.liquid[slot] else "fill")
    wanted += [verb for verb in SPOILING if known.can[verb][slot] and known.loose[slot]]
    for verb in wanted:
        if (verb, kind.name) in hidden:
            continue
        if luck.chance(chance * (0.6 if verb in SPOILING else 1.0)):
            liquid = luck.choice(kind.liquids) if verb == "fill" and kind.liquids else ""
            attempted(Attempt(edit, 0, Action(edit.base.names[0], verb, known.ids[slot], liquid=liquid)))
