"""Pieces of furniture that belong together, set out before they are put into a room.

A group's frame has its origin at the middle of the back of its main piece; x points to the front.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from casita.catalog import Form, catalog
from casita.scenes.draft import SETS, drawn_size
from casita.scenes.generate.space import BODY, Box
from casita.scenes.scene import Vector
from casita.seeds import Stream

AISLE = 0.5
"""Metres that somebody needs to walk between a bed and a wall."""

KNEE = 0.85
"""The knee room under a table, as a fraction of its height."""

TUCKED = 0.35
"""How much of a chair's depth is under its table."""

MIRROR = (0.06, 0.26, 1.14, 1.85)
"""Metres of wall that are kept for a mirror: how deep, how far to both sides, from and to what height."""

LEG = 0.09
"""How much of a table's width its legs take at each end."""


class Arrangement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one type of furniture is set down."""

    anchor: Literal["wall", "corner", "middle"]
    front: float
    """Metres kept clear in front of it."""
    near: tuple[str, ...] = ()
    core: bool = False
    """Whether a generated house needs it where its kind of room has it."""


class Member(msgspec.Struct, frozen=True):
    """One piece of a group: what it is and where it stands in the group's frame."""

    type: str
    variant: str
    size: Vector
    x: float
    """Of its middle."""
    y: float
    yaw: float = 0.0
    z: float = 0.0


class Group(msgspec.Struct, frozen=True):
    """Pieces that are put down together."""

    members: tuple[Member, ...]
    anchor: Literal["wall", "corner", "right corner", "middle"]
    """A right corner has a second wall on the right of what stands there."""
    clear: tuple[Box, ...] = ()
    near: tuple[str, ...] = ()
    core: bool = False
    taken: tuple[Box, ...] = ()
    """Space that its members need to themselves: for the hood over a stove, the mirror over a sink."""
    for_screen: bool = False
    """Does the room's television stand on it, so that it faces those who sit?"""

    @property
    def solid(self) -> tuple[Box, ...]:
        """The boxes of its members and what they need to themselves, in the group's frame."""
        return (*(member_box(member) for member in self.members), *self.taken)

    @property
    def width(self) -> float:
        """From its right to its left end, counted evenly from its middle."""
        return 2 * max(max(-box.y0, box.y1) for box in self.solid)


@cache
def arrangements() -> dict[str, Arrangement]:
    """All rows of the table, by type."""
    text = resources.files("casita.scenes.generate").joinpath("arrangement.toml").read_text("utf-8")
    return {type: msgspec.convert(row, Arrangement) for type, row in tomllib.loads(text).items()}


def member_box(member: Member) -> Box:
    """A member's box in the group's frame (members stand at quarter turns)."""
    deep, wide, high = member.size
    if round(member.yaw) % 180 == 90:
        deep, wide = wide, deep
    return Box(
        member.x - deep / 2, member.y - wide / 2, member.z, member.x + deep / 2, member.y + wide / 2, member.z + high
    )


def opening_reach(form: Form, size: Vector) -> float:
    """How far doors and drawers of a form come out beyond its front when it opens, in metres."""
    reach = 0.0
    for joint in form.joints:
        carried = [solid for solid in form.solids if solid.joint == joint.name]
        if joint.kind == "slide" and joint.axis == "x":
            reach = max(reach, joint.travel * size[0])
        elif joint.kind == "hinge" and joint.axis == "z":
            reach = max(reach, *((solid.y[1] - solid.y[0]) * size[1] for solid in carried))
        elif joint.kind == "hinge" and joint.axis == "y" and joint.travel > 0.0:
            reach = max(reach, *((solid.z[1] - solid.z[0]) * size[2] for solid in carried))
    for part in form.parts:
        spans = [(span[1] - span[0]) * side for span, side in zip((part.x, part.y, part.z), size, strict=True)]
        inner = opening_reach(catalog()[part.type].forms[part.variant], (spans[0], spans[1], spans[2]))
        if inner:
            reach = max(reach, inner + (part.x[1] - 1.0) * size[0])
    return reach


def clearance(member: Member, front: float) -> Box:
    """The space before a member that its doors and drawers, or whoever uses it, need."""
    reach = opening_reach(catalog()[member.type].forms[member.variant], member.size)
    deep = member.size[0] / 2
    ahead = max(front, reach + 0.03)
    half = member.size[1] / 2
    if round(member.yaw) % 360 == 0:
        return Box(member.x + deep, member.y - half, 0.0, member.x + deep + ahead, member.y + half, BODY)
    if round(member.yaw) % 360 == 180:
        return Box(member.x - deep - ahead, member.y - half, 0.0, member.x - deep, member.y + half, BODY)
    sign = 1 if round(member.yaw) % 360 == 90 else -1
    low, high = sorted((member.y + sign * deep, member.y + sign * (deep + ahead)))
    return Box(member.x - half, low, 0.0, member.x + half, high, BODY)


def piece(type: str, luck: Stream, variant: str = "plain", smallest: bool = False) -> Member:
    """One piece with its back at the group's origin; those of a set that share their luck are of one size."""
    kind = catalog()[type]
    own = luck.child("set", type, variant) if type in SETS else luck
    size = kind.size_of(variant).least if smallest else drawn_size(kind, own, variant)
    return Member(type, variant, size, size[0] / 2, 0.0)


def single(type: str, luck: Stream, variant: str = "plain", smallest: bool = False) -> Group:
    """One piece by itself."""
    row = arrangements()[type]
    member = piece(type, luck, variant, smallest)
    return Group((member,), row.anchor, (clearance(member, row.front),), row.near, row.core)


def bed_set(luck: Stream, side_tables: list[str], smallest: bool = False) -> Group:
    """A bed with its head to the wall and a table on one or both sides; the variants of those are given."""
    bed = piece("bed", luck, smallest=smallest)
    members, clear = [bed], [clearance(bed, arrangements()["bed"].front)]
    for side, variant in zip((1, -1), side_tables, strict=False):
        table = piece("side_table", luck, variant, smallest=True)
        table = msgspec.structs.replace(table, y=side * (bed.size[1] / 2 + table.size[1] / 2 + 0.03))
        members.append(table)
        aisle = _aisle(bed, side, table.size[0])
        clear += [clearance(table, 0.3), aisle]
    if not side_tables:
        clear.append(_aisle(bed, 1, 0.3))
    return Group(tuple(members), "wall", tuple(clear), core=True)


def _aisle(bed: Member, side: int, start: float) -> Box:
    """The way along one side of a bed, wide enough to walk, from `start` metres off the wall."""
    low, high = sorted((side * bed.size[1] / 2, side * (bed.size[1] / 2 + AISLE)))
    return Box(start, low, 0.0, bed.size[0], high, BODY)


def desk_set(luck: Stream, variant: str, chair: bool, smallest: bool = False) -> Group:
    """A desk against the wall with a chair in its knee room, beside the drawers if it has some."""
    desk = piece("desk", luck, variant, smallest)
    if not chair:
        return Group((desk,), "wall", (clearance(desk, arrangements()["desk"].front),))
    drawers = catalog()["desk"].forms[variant].parts
    knee_left = min((part.y[0] for part in drawers), default=1.0)
    seat = _tucked_chair(luck, desk.size)
    middle = (knee_left / 2 - 0.5) * desk.size[1]
    seat = msgspec.structs.replace(seat, x=desk.size[0] + seat.size[0] / 2 - seat.x, y=middle, yaw=180.0)
    behind = seat.x + seat.size[0] / 2
    clear = [Box(behind, middle - 0.3, 0.0, behind + 0.45, middle + 0.3, BODY)]
    if drawers:
        left = (knee_left - 0.5) * desk.size[1]
        ahead = desk.size[0] + opening_reach(catalog()["desk"].forms[variant], desk.size) + 0.03
        clear.append(Box(desk.size[0], left, 0.0, ahead, desk.size[1] / 2, BODY))
    return Group((desk, seat), "wall", tuple(clear))


def _tucked_chair(luck: Stream, table: Vector, type: str = "chair") -> Member:
    """A chair whose x is how far it goes under a table of this size; 0 if its seat is too high for that."""
    chair = piece(type, luck)
    seat = catalog()[type].forms["plain"].surfaces[0].z * chair.size[2]
    under = chair.size[0] * TUCKED if seat < table[2] * KNEE else 0.0
    return msgspec.structs.replace(chair, x=under)


def dining_set(luck: Stream, variant: str, chairs: int, smallest: bool = False, seat: str = "chair") -> Group:
    """A table with chairs, or seats of another type, around it, partly under it."""
    table = piece("dining_table", luck, variant, smallest)
    depth, width, _ = table.size
    table = msgspec.structs.replace(table, x=0.0)
    between = width * (1.0 - 2 * LEG)
    per_side = max(1, int(between / 0.55)) if variant != "round" else 1
    places: list[tuple[float, float, float]] = []
    for slot in range(per_side):
        y = (slot + 0.5) / per_side * between - between / 2
        places += [(depth / 2, y, 180.0), (-depth / 2, y, 0.0)]
    places += [(0.0, width / 2, -90.0), (0.0, -width / 2, 90.0)]
    members = [table]
    for x, y, yaw in places[:chairs]:
        chair = _tucked_chair(luck, table.size, seat)
        at_end = yaw in (90.0, -90.0)
        out = chair.size[0] / 2 + (0.02 if at_end else 0.02 - chair.x)
        sign_x = 1 if yaw == 180.0 else -1 if yaw == 0.0 else 0
        sign_y = 1 if yaw == -90.0 else -1 if yaw == 90.0 else 0
        members.append(msgspec.structs.replace(chair, x=x + sign_x * out, y=y + sign_y * out, yaw=yaw))
    boxes = [member_box(member) for member in members]
    x0, y0 = min(b.x0 for b in boxes), min(b.y0 for b in boxes)
    x1, y1 = max(b.x1 for b in boxes), max(b.y1 for b in boxes)
    walk = arrangements()["dining_table"].front
    clear = (
        Box(x1, y0 - walk, 0.0, x1 + walk, y1 + walk, BODY),
        Box(x0, y1, 0.0, x1, y1 + walk, BODY),
        Box(x0, y0 - walk, 0.0, x1, y0, BODY),
    )
    return Group(tuple(members), "middle", clear)


def shower_stall(luck: Stream, glass: bool, door: bool) -> Group:
    """A corner for showering: glass on the left, a glass door in front, as far as they are there."""
    side = 0.95
    members: list[Member] = []
    clear = [Box(0.02, -side / 2, 0.0, side - 0.06, side / 2 - 0.06, BODY)]
    if glass:
        size = drawn_size(catalog()["shower_glass"], luck)
        pane = (size[0], side - 0.1, min(size[2], 2.0))
        members.append(Member("shower_glass", "plain", pane, pane[1] / 2, side / 2 - pane[0] / 2, 90.0))
    if door:
        size = drawn_size(catalog()["shower_door"], luck)
        leaf = (size[0], side - 0.12, min(size[2], 2.0))
        member = Member("shower_door", "plain", leaf, side - 0.03, (leaf[1] - side) / 2)
        members.append(member)
        clear.append(clearance(member, 0.5))
    return Group(tuple(members), "right corner", tuple(clear), core=True)


def with_mirror(sink: Group) -> Group:
    """A sink, or a counter with one, whose wall stays free for a mirror."""
    member = sink.members[0]
    parts = [part for part in catalog()[member.type].forms[member.variant].parts if part.type == "sink"]
    middle = ((parts[0].y[0] + parts[0].y[1]) / 2 - 0.5) * member.size[1] if parts else 0.0
    deep, half, low, high = MIRROR
    if member.type != "sink" and not parts:
        return sink
    return msgspec.structs.replace(sink, taken=(Box(0.0, middle - half, low, deep, middle + half, high),))
