"""What is counted in one room: each function gives a value for every case in it, 1 or 0 where it is a share."""

from __future__ import annotations

import math
from collections.abc import Iterator

from casita.bench.room_view import APART, RoomView, alike, look_of, seen_from, span_of
from casita.scenes.floor_cover import covered_share, furniture_of
from casita.scenes.kitchen_walls import hoods, stoves_at_walls
from casita.scenes.scene import Thing

IN_SINKS = {"dish_sponge", "soap_bar", "soap_bottle", "cloth", "scrub_brush"}
"""What people leave in a sink besides what is washed there."""

SITTING = (0.3, 0.55)
"""Heights in metres of a table that one reaches from a sofa."""

AT_TABLE = 0.6
"""Metres between a table and a chair that belongs to it."""

FACING = 15.0
"""Degrees that a sofa is off the axis of its screen, and the screen off the sofa's, at the most."""

WORKTOP = ("counter_top", "stove", "dishwasher")
"""What a kitchen's worktop is made of."""


def one_row_of_cabinets(view: RoomView) -> Iterator[float]:
    """Kitchens with two wall cabinets and more: have all one finish, one underside and one top?"""
    hung = view.wall_cabinets
    if view.room.kind == "kitchen" and len(hung) >= 2:
        lows = [thing.position[2] for thing in hung]
        tops = [thing.position[2] + thing.size[2] for thing in hung]
        level = max(lows) - min(lows) <= APART and max(tops) - min(tops) <= APART
        yield float(level and len({look_of(thing) for thing in hung}) == 1)


def cabinets_touch(view: RoomView) -> Iterator[float]:
    """Wall cabinets of kitchens: does each touch another one at its side?"""
    spans = [span_of(thing) for thing in view.wall_cabinets] if view.room.kind == "kitchen" else []
    for i, span in enumerate(spans):
        yield float(any(span.beside(other) for j, other in enumerate(spans) if j != i))


def cabinets_over_worktops(view: RoomView) -> Iterator[float]:
    """Wall cabinets of kitchens: is half of each over a counter, a stove or a fridge?"""
    below = [span_of(thing) for thing in view.of(*WORKTOP, "fridge", "washing_machine")]
    for thing in view.wall_cabinets if view.room.kind == "kitchen" else ():
        yield float(span_of(thing).share_over(below) >= 0.5)


def worktops_run_through(view: RoomView) -> Iterator[float]:
    """Pieces of worktop in kitchens with several: does each touch another one of its height, or the fridge?"""
    tops = view.of(*WORKTOP) if view.room.kind == "kitchen" else []
    if len(tops) < 2:
        return
    for thing in tops:
        own = span_of(thing)
        level = [t for t in tops if t is not thing and abs(t.size[2] - thing.size[2]) <= APART]
        yield float(any(own.beside(span_of(other)) for other in level))


def no_useless_gaps(view: RoomView) -> Iterator[float]:
    """Kitchens: is there no slit, wider than a joint and narrower than a person, between two pieces along one wall?"""
    row = view.of(*WORKTOP, "fridge") if view.room.kind == "kitchen" else []
    if len(row) < 2:
        return
    slits = 0
    for i, one in enumerate(row):
        for other in row[i + 1 :]:
            ahead, aside = seen_from(one, other.position)
            same_wall = one.rotation == other.rotation and abs(ahead - (other.size[0] - one.size[0]) / 2) < 0.05
            gap = abs(aside) - (one.size[1] + other.size[1]) / 2
            slits += same_wall and APART < gap < 0.4
    yield float(slits == 0)


def chairs_alike(view: RoomView) -> Iterator[float]:
    """Tables with two chairs and more: are the chairs one set?"""
    for table in view.of("dining_table"):
        own = span_of(table)
        chairs = [chair for chair in view.of("chair") if span_of(chair).gap(own) <= AT_TABLE]
        if len(chairs) >= 2:
            yield float(alike(chairs))


def windows_alike(view: RoomView) -> Iterator[float]:
    """Rooms with two windows and more: are all of one size, at one height?"""
    windows = view.of("window")
    if len(windows) >= 2:
        sills = [window.position[2] for window in windows]
        yield float(alike(windows) and max(sills) - min(sills) <= APART)


def ware_of_one_colour(view: RoomView) -> Iterator[float]:
    """Bathrooms: toilet, sinks and bath, is it one colour?"""
    ware = view.of("toilet", "sink", "sink_basin", "bathtub", "bathtub_basin")
    if view.room.kind == "bathroom" and len(ware) >= 2:
        yield float(len({thing.colour for thing in ware}) == 1)


def lamps_alike(view: RoomView) -> Iterator[float]:
    """Rooms with two floor lamps or two table lamps: are they a pair?"""
    for type in ("floor_lamp", "desk_lamp"):
        if len(view.of(type)) >= 2:
            yield float(alike(view.of(type)))


def covered(view: RoomView) -> Iterator[float]:
    """The share of its floor that furniture stands on, seen from above."""
    if any(furniture_of(view.scene, view.room)):
        yield covered_share(view.scene, view.room)


def has_rug(view: RoomView) -> Iterator[float]:
    """Living rooms and bedrooms: is there a rug?"""
    if view.room.kind in ("living_room", "bedroom"):
        yield float(bool(view.of("rug")))


def has_leaf(view: RoomView) -> Iterator[float]:
    """Doorways, each counted with the first room that it joins: is there a door in it?"""
    for way in view.scene.doorways:
        if way.rooms[0] == view.room.id:
            yield float(any(thing.type == "door" for thing in view.scene.contents.get(way.id, ())))


def windows_covered(view: RoomView) -> Iterator[float]:
    """Windows: has each curtains or blinds?"""
    for window in view.of("window"):
        hung = view.scene.contents.get(window.id, ())
        in_frame = window.variant.endswith("_blind")
        yield float(in_frame or any(thing.type in ("blinds", "curtains") for thing in hung))


def television_faces_sofa(view: RoomView) -> Iterator[float]:
    """Rooms with a television and a sofa: does a television look at a sofa that looks at it?"""
    screens, sofas = view.of("television"), view.of("sofa", "loveseat", "sofa_bed")
    if screens and sofas:
        yield float(any(_faces(screen, sofa) and _faces(sofa, screen) for screen in screens for sofa in sofas))


def _faces(one: Thing, other: Thing) -> bool:
    """Is one straight in front of the other?"""
    ahead, aside = seen_from(one, other.position)
    return abs(aside) <= math.tan(math.radians(FACING)) * ahead


def mirror_over_sink(view: RoomView) -> Iterator[float]:
    """Bathrooms with a sink: does a mirror hang over one, on the wall behind it?"""
    sinks, mirrors = view.of("sink"), view.of("mirror")
    if view.room.kind == "bathroom" and sinks:
        over = False
        for sink in sinks:
            for mirror in mirrors:
                ahead, aside = seen_from(sink, mirror.position)
                above = mirror.position[2] >= sink.position[2] + sink.size[2] - APART
                over |= above and -0.5 < ahead < 0.0 and abs(aside) <= (sink.size[1] + mirror.size[1]) / 4
        yield float(over)


def table_to_sofa(view: RoomView) -> Iterator[float]:
    """Coffee tables before a sofa: how long each is, as a share of the sofa's length."""
    for table in view.of("coffee_table"):
        before = [
            sofa for sofa in view.of("sofa", "loveseat", "sofa_bed") if 0.0 < seen_from(sofa, table.position)[0] < 2.0
        ]
        if before:
            sofa = min(before, key=lambda sofa: abs(seen_from(sofa, table.position)[1]))
            yield max(table.size[:2]) / sofa.size[1]


def tables_at_sitting_height(view: RoomView) -> Iterator[float]:
    """Coffee tables: does one reach each from a seat?"""
    for table in view.of("coffee_table"):
        yield float(SITTING[0] <= table.size[2] <= SITTING[1])


def tables_have_chairs(view: RoomView) -> Iterator[float]:
    """Dining tables: does a seat stand at each?"""
    for table in view.of("dining_table"):
        own = span_of(table)
        yield float(any(span_of(seat).gap(own) <= AT_TABLE for seat in view.of("chair", "stool", "bench")))


def cabinets_out_of_place(view: RoomView) -> Iterator[float]:
    """Living rooms and bedrooms: how many wall cabinets are there?"""
    if view.room.kind in ("living_room", "bedroom"):
        yield float(len(view.wall_cabinets))


def loose_on_floor(view: RoomView) -> Iterator[float]:
    """Living rooms: how many loose things lie on the floor?"""
    if view.room.kind == "living_room":
        floors = {thing.id for thing in view.of("floor")}
        yield float(sum(thing.kind.is_loose and thing.place.of in floors for thing in view.things))


def strangers_in_sinks(view: RoomView) -> Iterator[float]:
    """Rooms with sinks: how many things are in them that do not belong there?"""
    sinks = {thing.id for thing in view.of("sink", "sink_basin")}
    if sinks:
        held = [thing for thing in view.things if thing.place.of in sinks and thing.kind.is_loose]
        yield float(sum(thing.type not in IN_SINKS and not thing.kind.can("wash") for thing in held))


def hood_over_stove(view: RoomView) -> Iterator[float]:
    """Stoves against a wall of a kitchen: is there a hood over each?"""
    stoves = stoves_at_walls(view.scene, view.room)
    hung = len(list(hoods(view.scene, view.room)))
    yield from [1.0] * hung + [0.0] * (stoves - hung)
