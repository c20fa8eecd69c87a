"""Where people sit together: sofas with their tables, screens across from them, seats shared out between tables."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from casita.arrays import Bools, Float64s
from casita.catalog import catalog
from casita.geometry.poses import cos_sin
from casita.scenes.generate.contents import Contents
from casita.scenes.generate.groups import Group, Member, arrangements, clearance, piece, single
from casita.scenes.generate.space import BODY, Box, Poses, RoomSpace, at_wall, in_this_order, shuffled
from casita.scenes.scene import Thing, Vector
from casita.seeds import Stream

TABLE_TO_SOFA = (0.46, 0.62)
"""How long a coffee table is, as a share of its sofa's length."""

TABLE_DEPTH = (0.48, 0.66)
TABLE_HEIGHT = (0.38, 0.48)
"""Metres, of a coffee table: as high as a seat."""

TO_TABLE = 0.38
"""Metres between a sofa and its table."""

NEAREST_SCREEN = 1.6
"""Metres between the middle of a seat and the screen it faces, at least."""

FARTHEST_SCREEN = 5.0
"""Metres between a seat and its screen, at the most where there is a choice."""

ASIDE = 0.22
"""How far off the middle of what it looks at a screen may be, as a share of its distance."""

SEATS = ("sofa", "loveseat", "sofa_bed", "bed")
"""What one watches television from, the first that is there."""

SCREEN = (0.12, 1.3, 0.95, 1.95)
"""Metres: depth and width of the wall that is kept for a screen, and from and to what height."""


def seating(luck: Stream, coffee_table: str, side_tables: list[str], smallest: bool = False) -> Group:
    """A sofa against the wall, a table before it, small tables at its ends; the tables' variants are given."""
    sofa = piece("sofa", luck, smallest=smallest)
    members, clear = [sofa], []
    front = sofa.size[0]
    if coffee_table:
        table = coffee_table_for(sofa, coffee_table, luck)
        members.append(table)
        clear.append(clearance(table, 0.5))
        clear.append(Box(front, -sofa.size[1] / 2, 0.0, front + TO_TABLE, sofa.size[1] / 2, BODY))
    else:
        clear.append(clearance(sofa, arrangements()["sofa"].front))
    for side, variant in zip((1, -1), side_tables, strict=False):
        table = piece("side_table", luck, variant, smallest=True)
        table = msgspec.structs.replace(table, y=side * (sofa.size[1] / 2 + table.size[1] / 2 + 0.03))
        members.append(table)
        clear.append(clearance(table, 0.5))
    near = () if coffee_table else ("coffee_table",)
    return Group(tuple(members), "wall", tuple(clear), near, core=True)


def coffee_table_for(sofa: Member, variant: str, luck: Stream) -> Member:
    """A table before a sofa, half as long as it is or a little more."""
    span = catalog()["coffee_table"].size_of(variant)
    wished = (luck.uniform(*TABLE_DEPTH), sofa.size[1] * luck.uniform(*TABLE_TO_SOFA), luck.uniform(*TABLE_HEIGHT))
    deep, wide, high = (
        max(least, min(most, side)) for side, least, most in zip(wished, span.least, span.most, strict=True)
    )
    size: Vector = (deep, max(deep, wide), high)
    return Member("coffee_table", variant, size, sofa.size[0] + TO_TABLE + 0.02 + deep / 2, 0.0)


def sofa_poses(space: RoomSpace, poses: Poses, luck: Stream) -> Poses:
    """Poses for a sofa: those first that look at a wall at the right distance, with no doorway and no window in it."""
    ahead, across = _looked_at(space, poses)
    kept = space.boxes[~space.solid]
    middles = (kept[:, :2] + kept[:, 3:5]) / 2
    away = np.sqrt(((across[:, None, :] - middles) ** 2).sum(axis=2)).min(axis=1, initial=np.inf)
    badness = np.where((ahead > 2.6) & (ahead < FARTHEST_SCREEN), 0.0, 2.0) + np.where(away > 1.1, 0.0, 1.5)
    return in_this_order(poses, badness, luck, 1.0)


def _looked_at(space: RoomSpace, poses: Poses) -> tuple[Float64s, Float64s]:
    """For each pose: how far the wall is that it looks at, and the point of it straight ahead."""
    low, high = space.floor[:, :2].min(axis=0), space.floor[:, 2:].max(axis=0)
    yaw = np.radians(poses[:, 2])
    way = np.stack([np.rint(np.cos(yaw)), np.rint(np.sin(yaw))], axis=1)
    edge = np.where(way > 0.0, high, low)
    ahead = (np.abs(edge - poses[:, :2]) * np.abs(way)).sum(axis=1)
    return ahead, poses[:, :2] + way * ahead[:, None]


def seats_of(things: Sequence[Thing]) -> list[Thing]:
    """What a screen is watched from: sofas, or beds where there are none."""
    for type in SEATS:
        found = [thing for thing in things if thing.type == type]
        if found:
            return found
    return []


def facing(poses: Poses, seats: Sequence[Thing], luck: Stream) -> Poses:
    """The poses that look at the first seat, which looks at them, the straightest first; any if there is no seat."""
    if not seats:
        return shuffled(poses, luck)
    seen, aside = _seen_from(poses, seats[0])
    return in_this_order(poses[seen], aside[seen], luck, 0.2)


def screen_stand(type: str, variant: str, luck: Stream, smallest: bool) -> Group:
    """A piece of furniture for a television, wide enough for it."""
    group = single(type, luck, variant, smallest)
    (member,) = group.members
    deep, wide, high = member.size
    member = msgspec.structs.replace(member, size=(deep, max(wide, screen_width() + 0.05), high))
    clear = (clearance(member, arrangements()[type].front),)
    return msgspec.structs.replace(group, members=(member,), clear=clear, for_screen=True)


def screen_width() -> float:
    """How wide furniture must be to carry the smallest television."""
    return catalog()["television"].size.least[1] + 0.1


def screen_stands(things: Sequence[Thing]) -> list[Thing]:
    """Furniture that carries a television and looks at those who sit before it."""
    wide = [t for t in things if t.type in ("tv_stand", "dresser") and t.size[1] >= screen_width()]
    seats = seats_of(things)
    return [thing for thing in wide if not seats or any(_face(thing, seat) for seat in seats)]


def _face(screen: Thing, seat: Thing) -> bool:
    """Do a screen and a seat look at each other?"""
    pose = np.array([(screen.position[0], screen.position[1], screen.rotation[2])])
    return bool(_seen_from(pose, seat)[0][0])


def _seen_from(poses: Poses, seat: Thing) -> tuple[Bools, Float64s]:
    """For each pose: is it across from a seat, looking back at it; and how far it is to the side of it."""
    x, y, _ = seat.position
    c, s = cos_sin(-seat.rotation[2])
    dx, dy = poses[:, 0] - x, poses[:, 1] - y
    ahead, aside = c * dx - s * dy, np.abs(s * dx + c * dy)
    opposite = np.abs((poses[:, 2] - seat.rotation[2]) % 360.0 - 180.0) < 1.0
    return opposite & (ahead > NEAREST_SCREEN) & (aside < ASIDE * ahead), aside


def screen_watched_from(contents: Contents) -> str:
    """The type of seat across from which a television hangs on the wall; empty if there is none, or it stands."""
    if not contents.get("television") or contents.get("tv_stand") or contents.get("dresser"):
        return ""
    return next((type for type in SEATS if contents.get(type)), "")


def keep_wall_for_screen(space: RoomSpace, placed: Sequence[Thing], luck: Stream) -> bool:
    """Keep the wall across from the sofa free of what is high, for a screen that hangs there; is there one?"""
    deep, wide, low, high = SCREEN
    poses = np.concatenate([at_wall(w, np.arange(wide / 2, w.length - wide / 2, 0.1)) for w in space.walls])
    box = Box(0.0, -wide / 2, low, deep, wide / 2, high)
    pose = space.first_fit(facing(poses, seats_of(placed), luck), [box])
    if pose is None:
        return False
    space.settle("television", pose, [box])
    return True


def shared_out(seats: int, tables: int) -> list[int]:
    """How many seats each table gets: the first one most, up to six, the others two if that leaves it two."""
    found: list[int] = []
    for number in range(tables):
        later = tables - 1 - number
        own = min(6 if number == 0 else 4, max(seats - 2 * later, (seats + later) // (later + 1)))
        found.append(own)
        seats -= own
    return found
