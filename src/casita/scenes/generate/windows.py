"""Lets windows into outer walls, alike in one room, and hangs blinds or curtains over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from casita.catalog import catalog
from casita.geometry.outlines import Wall
from casita.scenes.draft import Draft, drawn_size
from casita.scenes.generate.contents import Contents
from casita.scenes.generate.openings import outer_walls
from casita.scenes.generate.space import (
    Box,
    Pose,
    Poses,
    RoomSpace,
    against_walls,
    ahead_of,
    at_wall,
    shuffled,
    window_view,
)
from casita.scenes.scene import Place, Room, Scene, Thing, Vector
from casita.seeds import Stream

BESIDE_WINDOW = 0.06
"""Metres of wall kept free on both sides of a window."""

BETWEEN = 0.4
"""Metres of wall between two windows of a row, and between a row and a corner."""

BLINDS_IN_FRAME = 0.85
"""How likely the windows of a room without blinds and curtains have roller blinds in their frames."""

STYLES = ("casement", "casement", "sash", "grid")
"""Styles of window, as often as they are chosen."""

LOWEST_CURTAIN = 0.06
"""Metres between a curtain and the floor."""


class _Look(NamedTuple):
    """What the windows of one room have in common."""

    size: Vector
    variant: str


def add_windows(scene: Scene, room: Room, contents: Contents, luck: Stream) -> Scene:
    """Let windows of one size and style into the outer walls of a room, with blinds or curtains over each.

    Where the contents name neither, a blind is let into each frame: it is part of the window then.
    """
    draft = Draft(scene)
    space = RoomSpace(scene, room)
    outer = outer_walls(scene, room)
    widest = max((wall.length for wall in outer), default=0.0) - 0.75
    if not contents.get("window", 0) or widest < 0.5:
        return scene
    covers = ["blinds"] * contents.get("blinds", 0) + ["curtains"] * contents.get("curtains", 0)
    look = _look(room, widest, bool(covers), luck)
    for number, poses in enumerate(_rows(outer, contents["window"], look.size[1], luck)):
        cover = covers[min(number, len(covers) - 1)] if covers else ""
        _let_in(draft, space, poses, look, cover, luck)
    return draft.finished()


def add_window(scene: Scene, room: Room, wall: Wall, along: float, width: float, luck: Stream) -> Scene | None:
    """Let one window into a wall with its middle so many metres along; None if it does not fit there.

    Its style is that of the windows that the room has already; a blind is let into its frame.
    """
    draft = Draft(scene)
    depth, _, height = catalog()["window"].size.usual
    before = [thing for thing in scene.contents.get(room.id, ()) if thing.type == "window"]
    variant = before[0].variant if before else f"{luck.choice(STYLES)}_blind"
    poses = at_wall(wall, np.array([along]))
    if not _let_in(draft, RoomSpace(scene, room), poses, _Look((depth, width, height), variant), "", luck):
        return None
    return draft.finished()


def _look(room: Room, widest: float, covered: bool, luck: Stream) -> _Look:
    """One size and style for the windows of a room; those of bathrooms are small."""
    least = catalog()["window"].size.least
    deep, wide, high = drawn_size(catalog()["window"], luck)
    if room.kind == "bathroom":
        wide, high = least[1] + 0.15 * (wide - least[1]), least[2] + 0.3 * (high - least[2])
    sill = catalog()["window"].height_on_wall
    size = (deep, round(min(wide, widest), 2), round(min(high, room.height - sill - 0.2), 2))
    blind = not covered and luck.chance(1.0 if room.kind == "bathroom" else BLINDS_IN_FRAME)
    return _Look(size, luck.choice(STYLES) + ("_blind" if blind else ""))


def _rows(outer: Sequence[Wall], count: int, width: float, luck: Stream) -> Iterator[Poses]:
    """For each window the poses to try: one after the other in rows that divide a wall evenly, then anywhere."""
    anywhere = shuffled(against_walls(outer, width + 2 * BESIDE_WINDOW, 0.25), luck)
    left = count
    for wall in luck.shuffled(outer):
        most = int((wall.length - BETWEEN) / (width + BETWEEN))
        row = min(left, most, luck.choice((1, 2, 2)))
        for k in range(row):
            yield np.concatenate([at_wall(wall, np.array([wall.length * (k + 0.5) / row])), anywhere])
        left -= row
    for _ in range(left):
        yield anywhere


def _let_in(draft: Draft, space: RoomSpace, poses: Poses, look: _Look, cover: str, luck: Stream) -> bool:
    """Let a window into a wall at the first pose that is free, with blinds or curtains if it has a cover."""
    sill = catalog()["window"].height_on_wall
    size = (*look.size[:2], min(look.size[2], space.room.height - sill - 0.2))
    half = size[1] / 2 + BESIDE_WINDOW
    view = Box(0.0, -half, sill, 0.3, half, sill + size[2])
    pose = space.first_fit(poses, [view])
    if pose is None:
        return False
    in_wall = (*ahead_of(pose, -size[0] / 2), sill)
    place = Place("hung", space.room.id)
    window = draft.add("window", in_wall, pose.yaw, place, luck, variant=look.variant, size=size)
    space.keep_clear(window_view(window), window.id)
    if cover:
        _cover(draft, space, window, pose, cover, luck)
    return True


def _cover(draft: Draft, space: RoomSpace, window: Thing, pose: Pose, type: str, luck: Stream) -> None:
    """Hang blinds over a window, or curtains on both sides of it, like those at the room's other windows."""
    deep, _, high = drawn_size(catalog()[type], luck)
    like = next((thing for thing in draft.things[len(draft.base.things) :] if thing.type == type), None)
    look = (like.material, like.colour) if like else None
    deep = like.size[0] if like else deep
    top = window.position[2] + window.size[2]
    if type == "blinds":
        size = (deep, window.size[1], window.size[2])
    else:
        top = min(top + 0.1, space.room.height)
        size = (deep, window.size[1] + 0.1, like.size[2] if like else min(high, top - LOWEST_CURTAIN))
    at = (*ahead_of(pose, deep / 2), top - size[2])
    thing = draft.add(type, at, pose.yaw, Place("hung", window.id), luck, size=size, look=look)
    space.occupy([thing])
