"""How people put things down: what they leave in sinks and on floors, and which way they turn what they put away."""

from __future__ import annotations

from collections.abc import Sequence

from casita.catalog import ObjectType, RoomKind

IN_SINKS = {
    *("bowl", "butter_knife", "cup", "dish_sponge", "fork", "knife", "ladle", "mug", "pan", "plate", "pot", "spatula"),
    *("spoon", "kettle", "cloth", "soap_bar", "scrub_brush", "hand_towel", "water_glass", "wine_glass", "beaker"),
    *("pitcher", "jug", "teapot", "coffee_pot", "measuring_cup", "mixing_bowl", "wok", "saucer", "platter", "whisk"),
    *("cutting_board", "serving_tray", "chopsticks", "pizza_cutter", "toothbrush"),
}
"""Types that people leave in a sink."""

SINKS = ("sink", "sink_basin")

NOT_AT_TABLE = {"microwave", "toaster", "coffee_machine"}
"""Machines that nobody puts where people eat."""

FACING = {
    *("television", "laptop", "alarm_clock", "microwave", "toaster", "coffee_machine", "desktop", "desk_lamp", "book"),
    *("statue", "table_top_decor", "tissue_box", "teddy_bear", "kettle", "radio", "picture_frame", "box", "safe"),
    *("watering_can", "spray_bottle", "soap_bottle", "house_plant"),
}
"""Types that are put down with their front to the front of what they stand on."""

AT_THE_BACK = {
    *("television", "microwave", "toaster", "coffee_machine", "desktop", "desk_lamp", "pillow", "house_plant"),
    *("statue", "table_top_decor", "vase", "paper_towel_roll", "tissue_box", "alarm_clock", "room_decor"),
}
"""Types that are put at the back of a surface."""

LIE_ALONG = {"pillow", "towel", "hand_towel", "toilet_paper", "cloth"}
"""Types that lie as straight as what they lie on."""

DROPPED = {
    *("pen", "pencil", "key_chain", "credit_card", "remote_control", "basket_ball", "tennis_racket", "baseball_bat"),
}
"""Types that are put down any way round."""

ANY_WAY = tuple(float(angle) for angle in range(-180, 180, 15))
STRAIGHT = (0.0,)
FORWARD = (0.0, 0.0, 0.0, 0.0, -5.0, 5.0, -15.0, 15.0)
ALONG_EDGES = (*(0.0,) * 8, *(90.0, -90.0) * 3, 180.0, *(-10.0, 10.0, -25.0, 25.0, 65.0, -65.0))
"""Degrees that things are turned by, against the front of what they are put on, as often as they are."""


def turns_of(kind: ObjectType, carrier: str, hangs: bool) -> Sequence[float]:
    """How a thing of a type is turned on what carries it."""
    if hangs or kind.name in LIE_ALONG:
        return STRAIGHT
    if kind.name in DROPPED:
        return ANY_WAY
    return FORWARD if kind.name in FACING and carrier != "floor" else ALONG_EDGES


def in_habitual_order(kind: ObjectType, room: RoomKind, usual: Sequence[str], further: Sequence[str]) -> list[str]:
    """Types of carrier in the order that people think of them: usual ones, the floor last of them, then others.

    In living rooms the floor is the last of all. What is found on floors only goes there first.
    """
    floor = [type for type in usual if type == "floor"]
    tidy = [type for type in usual if type != "floor"]
    others = [type for type in further if type not in usual]
    if not tidy:
        order = floor + others
    elif room == "living_room":
        order = sorted(tidy + others + floor, key=lambda type: type == "floor")
    else:
        order = tidy + floor + others
    return [type for type in order if _may_hold(type, kind)]


def _may_hold(carrier: str, kind: ObjectType) -> bool:
    """Do people put a thing of a type there at all?"""
    if carrier in SINKS:
        return kind.name in IN_SINKS
    return carrier != "dining_table" or kind.name not in NOT_AT_TABLE
