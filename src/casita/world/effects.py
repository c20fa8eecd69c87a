"""What actions do once their needs are met: each effect writes to the next state and says what happened."""

from __future__ import annotations

import math

import numpy as np

from casita.geometry.poses import cos_sin, on_lattice
from casita.geometry.rests import AGAINST, DRAPED, FLAT
from casita.world.attempt import Attempt, Effect
from casita.world.breaking import shatter, shatters
from casita.world.event import Motion
from casita.world.kinematics import Kinematics
from casita.world.landing import landing_of
from casita.world.liquids import LIQUIDS
from casita.world.moving import carry
from casita.world.needs import loose_in
from casita.world.physics import Contact, Disturbance, Disturbing, Physics, Rest, Settled, come_to_rest
from casita.world.placing import are_over, note_floor, place, release, transport
from casita.world.refusal import Refusal
from casita.world.resting import landing_on, resting_landing, stands_clear
from casita.world.stance import is_upright, resting_box
from casita.world.state import quaternion_yaw, yaw_quaternion
from casita.world.statics import NONE, SLICES

KINEMATICS: Physics = Kinematics()
"""What settles what is dropped, thrown, pushed and pulled, if a step names no other physics."""

CAME = 0.9
"""The share of a step after which a thing has come to what breaks under it, and goes on to where it is in the end."""

CLOSE_BY = 0.15
"""Metres along either side within which a slice is put that cannot lie where it was cut."""

SIP = 0.5
"""The share of a full vessel that one drink takes."""


# Handling things.


def pick_up(t: Attempt) -> None:
    """Take the object into a free hand."""
    release(t.edit, t.object)
    t.edit.write("carrier")[t.object] = NONE
    t.edit.write("spot")[t.object] = NONE
    t.edit.write("held_by")[t.object] = t.agent
    hands = t.edit.write("agent_hands")[t.agent]
    hands[hands.tolist().index(NONE)] = t.object
    carry(t.edit, t.agent)
    t.tell(t.object)


def put(t: Attempt) -> None:
    """Put the object where the needs found a place."""
    landing = landing_of(t)
    for slot, to in t.aside:
        place(t.edit, slot, to)
        t.tell(slot, "on", to.carrier, verb="move_to")
    place(t.edit, t.object, landing)
    if landing.rest in (DRAPED, AGAINST):
        relation = "over" if landing.rest == DRAPED else "against"
    else:
        relation = t.known.spots[landing.carrier][landing.spot].relation
    t.tell(t.object, "near" if t.action.verb == "put_near" else relation, t.target)


def dispose(t: Attempt) -> Refusal | None:
    """Put the object into the nearest garbage can with space for it."""
    bins = [slot for slot in t.known.bins if t.edit.exists[slot]]
    luck = t.luck("bin")
    for bin in sorted(bins, key=lambda bin: _way_to_a_bin(t, bin)):
        for number in range(len(t.known.spots[bin])):
            landing = landing_on(t.edit, t.object, bin, number, luck) or resting_landing(
                t.edit, t.object, bin, number, luck
            )
            if landing is not None:
                place(t.edit, t.object, landing)
                t.tell(t.object, "in", bin)
                return None
    return t.refusal("geometry", "fits", bins[0] if bins else "a garbage can")


def _way_to_a_bin(t: Attempt, bin: int) -> float:
    """Metres along the axes of space from the object to a bin, and many more if that is in another room."""
    (x, y, z), (to_x, to_y, to_z) = t.edit.position[t.object].tolist(), t.edit.position[bin].tolist()
    another_room = 100.0 if t.edit.room[bin] != t.edit.room[t.object] else 0.0
    away: float = abs(to_x - x) + abs(to_y - y) + abs(to_z - z)
    return away + another_room


def take_out(t: Attempt) -> Refusal | None:
    """Move the object out of what it is in, to a surface in the same room."""
    container = int(t.edit.carrier[t.object])
    if not _move_elsewhere(t, t.object, {container}):
        return t.refusal("geometry", "fits", "any surface here")
    t.tell(t.object, "out of", container)
    return None


def tidy(t: Attempt) -> Refusal | None:
    """Move everything loose off or out of the object, to other surfaces in the room."""
    moved = [
        slot for slot in loose_in(t, t.object) if _move_elsewhere(t, slot, {t.object, *t.known.open_takers[t.object]})
    ]
    if not moved:
        return t.refusal("geometry", "fits", "any other surface here")
    for slot in moved:
        t.tell(slot, "out of", t.object, verb="move_to")
    t.tell(t.object)
    return None


def _move_elsewhere(t: Attempt, slot: int, avoid: set[int]) -> bool:
    """Put a thing on some other surface of its room, or on the floor."""
    known, edit = t.known, t.edit
    room = int(edit.room[slot])
    inside = {slot, *edit.contents(slot)}
    options = known.surfaces[room]
    luck = t.luck(f"elsewhere{slot}")
    floor = known.floor_slots[room]
    start = luck % len(options) if options else 0
    ordered = options[start:] + options[:start]
    ordered += tuple((floor, n) for n in range(len(known.spots[floor]))) if floor != NONE else ()
    for turn, (carrier, number) in enumerate(ordered):
        if carrier in avoid or carrier in inside or edit.broken[carrier]:
            continue
        holds = known.kinds[carrier].holds
        if holds and known.kinds[slot].name not in holds:
            continue
        landing = landing_on(edit, slot, carrier, number, luck + turn)
        if landing is not None:
            place(edit, slot, landing)
            return True
    return False


def disturb(t: Attempt) -> Refusal | None:
    """Drop, throw, push or pull the object, and let physics say what becomes of it and of what it hits."""
    verb = t.action.verb
    target = t.target if t.target_kind == "thing" else NONE
    if verb in ("drop", "throw") and t.edit.held_by[t.object] == NONE and not t.rules.needs_reach:
        _lift(t)
    physics = t.physics if isinstance(t, Disturbing) else KINEMATICS
    settled = physics.settle(t.edit, Disturbance(verb, t.object, t.agent, _direction(t), target), t.luck(verb))
    if settled is None:
        return t.refusal("geometry", "way_is_free", "everything around it")
    t.motion.extend(settled.motion or _straight_lines(t, settled))
    carrier, rotation = t.edit.carrier.copy(), t.edit.rotation.copy()
    for rest in settled.rests:
        come_to_rest(t.edit, rest)
    t.tell(t.object, "at" if target != NONE else "", target)
    for rest in sorted(settled.rests, key=lambda rest: rest.slot != t.object):
        _tell_of_rest(t, rest, int(carrier[rest.slot]), is_upright(rotation[rest.slot]))
    for contact in settled.contacts:
        _break_by(t, contact)
    return None


def _straight_lines(t: Attempt, settled: Settled) -> list[Motion]:
    """Motions from where things are to where they come to rest."""
    found = []
    for slot, landing, _ in settled.rests:
        x, y, z = t.edit.position[slot].tolist()
        ends = ((x, y, z), (landing.x, landing.y, landing.z))
        yaws = (quaternion_yaw(t.edit.rotation[slot]), landing.yaw)
        found.append(Motion(t.known.ids[slot], (0.0, 1.0), ends, yaws))
    return found


def _tell_of_rest(t: Attempt, rest: Rest, carrier: int, stood: bool) -> None:
    """Say what was knocked off something, what was knocked over, and what spilled by that."""
    slot, landing, rotation = rest
    if slot != t.object and landing.carrier != carrier:
        spot = t.known.spots[landing.carrier][landing.spot]
        t.tell(slot, spot.relation, landing.carrier, cause="impact", verb="fall")
    if rotation is None:
        return
    if stood and (slot != t.object or t.action.verb in ("push", "pull")):
        t.tell(slot, adjective="toppled", cause="impact", verb="topple")
    spill(t, slot, "impact")


def spill(t: Attempt, slot: int, cause: str) -> None:
    """Let run out what is in a thing that can no longer hold it, if anything is."""
    if t.edit.liquid[slot]:
        t.edit.drain(slot)
        t.tell(slot, adjective="empty", cause=cause, verb="spill")


def _break_by(t: Attempt, contact: Contact) -> None:
    """Break what does not stand an impact, on either side of it."""
    for slot, other in ((contact.slot, contact.other), (contact.other, contact.slot)):
        if slot != NONE and shatters(t.edit, slot, contact.speed, other):
            t.tell(slot, adjective="broken", cause="impact", verb="break")
            smash(t, slot)


def _lift(t: Attempt) -> None:
    """Under command rules a thing need not be in hand to be dropped or thrown: it starts from where a hand would be."""
    c, s = cos_sin(float(t.edit.agent_yaw[t.agent]))
    x, y = t.edit.agent_position[t.agent].tolist()
    ahead, high = t.body.carry
    note_floor(t.edit, int(t.edit.carrier[t.object]))
    at = on_lattice(x + c * ahead, y + s * ahead, high)
    transport(t.edit, t.object, at, float(t.edit.agent_yaw[t.agent]))


def _direction(t: Attempt) -> tuple[float, float]:
    """Where the object is sent: as asked, or away from the agent (towards it, if pulled)."""
    yaw = float(t.edit.agent_yaw[t.agent])
    turns = {"ahead": 0.0, "left": 90.0, "right": -90.0, "back": 180.0}
    if t.action.direction in turns:
        return cos_sin(yaw + turns[t.action.direction])
    dx, dy = (t.edit.position[t.object, :2] - t.edit.agent_position[t.agent]).tolist()
    away = math.hypot(dx, dy)
    if away < 1e-6 or t.edit.held_by[t.object] == t.agent:
        return cos_sin(yaw)
    sign = -1.0 if t.action.verb == "pull" else 1.0
    return (sign * dx / away, sign * dy / away)


# Changing things.


def break_it(t: Attempt) -> None:
    """Break the object."""
    t.tell(t.object, adjective="broken")
    smash(t, t.object)


def smash(t: Attempt, slot: int) -> None:
    """Break a thing; what was in it falls out."""
    inside = loose_in(t, slot)
    shatter(t.edit, slot)
    for each in inside:
        if _move_elsewhere(t, each, {slot}):
            t.tell(each, "out of", slot, cause="broke", verb="move_to")
            _lead_on(t, each)


def _lead_on(t: Attempt, slot: int) -> None:
    """Let the motion of a thing, if it came here by one, end where the thing is now."""
    for number, motion in enumerate(t.motion):
        if motion.mover == t.known.ids[slot]:
            x, y, z = t.edit.position[slot].tolist()
            w, i, j, k = t.edit.rotation[slot].tolist()
            t.motion[number] = motion._replace(
                times=(*(round(CAME * time, 3) for time in motion.times), 1.0),
                positions=(*motion.positions, (x, y, z)),
                yaws=(*motion.yaws, quaternion_yaw(t.edit.rotation[slot])),
                rotations=(*motion.rotations, (w, i, j, k)) if motion.rotations else (),
            )


def set_openness(value: float) -> Effect:
    """Open or close as far as it goes."""

    def effect(t: Attempt) -> None:
        _slide_contents(t, value)
        t.edit.write("openness")[t.object] = value
        t.edit.floor_changed |= not t.known.loose[t.object]
        t.tell(t.object, adjective="open" if value else "closed")

    return effect


def _slide_contents(t: Attempt, value: float) -> None:
    """What is in a drawer comes out and goes in with it."""
    slides = [spot.slides for spot in t.known.spots[t.object] if spot.slides]
    inside = t.edit.contents(t.object) if slides else []
    if inside:
        far = slides[0] * (value - float(t.edit.openness[t.object]))
        c, s = cos_sin(quaternion_yaw(t.edit.rotation[t.object]))
        positions = t.edit.write("position")
        for slot in inside:
            x, y, z = positions[slot].tolist()
            positions[slot] = on_lattice(x + c * far, y + s * far, z)


def switch(value: bool) -> Effect:
    """Turn the object, and what it controls, on or off."""

    def effect(t: Attempt) -> None:
        on = t.edit.write("on")
        on[t.object] = value
        for slot in t.known.controls.get(t.object, ()):
            on[slot] = value
        t.tell(t.object, adjective="on" if value else "off")

    return effect


def slice_it(t: Attempt) -> None:
    """Cut the object into slices that lie side by side where it was."""
    edit, slot = t.edit, t.object
    yaw = quaternion_yaw(edit.rotation[slot])
    c, s = cos_sin(yaw)
    box = resting_box(edit.position[slot], edit.rotation[slot], t.known.size[slot])
    x, y, z = box.x, box.y, box.low
    width = float(t.known.size[slot, 1])
    columns = {
        name: edit.write(name)
        for name in ("exists", "position", "rotation", "carrier", "spot", "room", "cooked", "dirty", "amount")
    }
    for number, piece in enumerate(t.known.slices[slot]):
        off = ((number + 0.5) / SLICES - 0.5) * width
        columns["position"][piece] = on_lattice(x - s * off, y + c * off, z)
        columns["rotation"][piece] = yaw_quaternion(yaw)
        columns["exists"][piece] = True
        for name in ("carrier", "spot", "room", "cooked", "dirty", "amount"):
            columns[name][piece] = columns[name][slot]
    columns["exists"][slot] = False
    note_floor(edit, int(edit.carrier[slot]))
    _settle_slices(t, slot)
    t.tell(slot, adjective="sliced")


def _settle_slices(t: Attempt, whole: int) -> None:
    """Move slices that cannot be where they were cut: the whole lay over an edge, or something round stood close."""
    carrier, number = int(t.edit.carrier[whole]), int(t.edit.spot[whole])
    if carrier == NONE or number == NONE:
        return
    pieces = np.array(t.known.slices[whole])
    over = are_over(t.edit, carrier, number, t.edit.position[pieces])
    for piece, is_over in zip(pieces.tolist(), over, strict=True):
        if is_over and t.edit.rest[whole] == FLAT and stands_clear(t.edit, piece, pieces):
            continue
        luck = t.luck(f"slice{piece}")
        x, y, _ = t.edit.position[piece].tolist()
        for near in ((x, y, CLOSE_BY), None):
            landing = landing_on(t.edit, piece, carrier, number, luck, near) or resting_landing(
                t.edit, piece, carrier, number, luck, near
            )
            if landing is not None:
                place(t.edit, piece, landing)
                break
        else:
            _move_elsewhere(t, piece, set())


def fill(t: Attempt) -> None:
    """Fill the object to the brim."""
    liquid = t.action.liquid or "water"
    t.edit.write("liquid")[t.object] = LIQUIDS.index(liquid)
    t.edit.write("level")[t.object] = 1.0
    t.tell(t.object, adjective=f"full of {liquid}")


def pour(t: Attempt) -> None:
    """Pour what is in the object into the target: what does not fit in stays."""
    edit = t.edit
    volume = {slot: float(np.prod(t.known.size[slot])) for slot in (t.object, t.target)}
    level = edit.write("level")
    if t.known.kinds[t.target].can("fill"):
        free = (1.0 - float(level[t.target])) * volume[t.target]
        moved = min(float(level[t.object]) * volume[t.object], free)
        edit.write("liquid")[t.target] = edit.liquid[t.object]
        level[t.target] += moved / volume[t.target]
        level[t.object] -= moved / volume[t.object]
    else:
        level[t.object] = 0.0
    if level[t.object] < 1e-4:
        edit.drain(t.object)
    t.tell(t.object, "in", t.target)


def empty(t: Attempt) -> None:
    """Pour out what is in the object, and take out the loose things in it."""
    if t.edit.liquid[t.object]:
        t.edit.drain(t.object)
    for slot in loose_in(t, t.object):
        if _move_elsewhere(t, slot, {t.object, *t.known.open_takers[t.object]}):
            t.tell(slot, "out of", t.object, verb="move_to")
    t.tell(t.object, adjective="empty")


def mark(column: str, value: bool, adjective: str) -> Effect:
    """Set a yes-or-no state of the object."""

    def effect(t: Attempt) -> None:
        t.edit.write(column)[t.object] = value
        t.tell(t.object, adjective=adjective)

    return effect


def use_up(t: Attempt) -> None:
    """Use all that is left of the object."""
    t.edit.write("amount")[t.object] = 0.0
    t.tell(t.object, adjective="used up")


def eat(t: Attempt) -> None:
    """Eat the object: it is gone."""
    release(t.edit, t.object)
    t.edit.write("exists")[t.object] = False
    t.edit.write("amount")[t.object] = 0.0
    t.edit.write("carrier")[t.object] = NONE
    t.edit.write("spot")[t.object] = NONE
    t.tell(t.object, adjective="eaten")


def drink(t: Attempt) -> None:
    """Drink from the object."""
    level = t.edit.write("level")
    level[t.object] = max(0.0, round(float(level[t.object]) - SIP, 4))
    if level[t.object] == 0.0:
        t.edit.drain(t.object)
    t.tell(t.object)


def sit(t: Attempt) -> None:
    """Sit down on the object."""
    t.edit.write("agent_seat")[t.agent] = t.object
    t.tell(t.object)


def stand(t: Attempt) -> None:
    """Stand up."""
    t.edit.write("agent_seat")[t.agent] = NONE
    t.tell(NONE)


def nothing(t: Attempt) -> None:
    """Say something, or let time pass."""
    t.tell(NONE)
