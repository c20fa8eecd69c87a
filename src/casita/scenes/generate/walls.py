"""Hangs things on walls: windows and what covers them, switches, pictures, cabinets, rails."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from casita.catalog import catalog
from casita.geometry.outlines import Wall
from casita.scenes.draft import Draft, drawn_size
from casita.scenes.generate.contents import Contents
from casita.scenes.generate.furniture import facing_first
from casita.scenes.generate.groups import opening_reach
from casita.scenes.generate.openings import outer_walls
from casita.scenes.generate.space import (
    Box,
    Pose,
    Poses,
    RoomSpace,
    against_walls,
    at_wall,
    distance_to,
    doorway_clearance,
    in_this_order,
    shuffled,
    turned_box,
    window_view,
)
from casita.scenes.scene import Place, Room, Scene, Thing, Vector
from casita.seeds import Stream

NEAR: dict[str, tuple[str, ...]] = {
    "cabinet": ("cabinet", "counter_top"),
    "mirror": ("sink", "dresser"),
    "shelf": ("desk", "dresser", "side_table"),
    "painting": ("sofa", "bed", "dining_table"),
    "poster": ("desk", "bed"),
    "toilet_paper_hanger": ("toilet",),
    "hand_towel_holder": ("sink",),
    "towel_holder": ("bathtub", "shower_door"),
    "shower_head": ("shower_door", "shower_glass", "bathtub"),
    "shower_curtain": ("bathtub",),
}
"""What a thing on a wall is hung close to, the first that is there."""

ORDER = ("television", "shower_head", "shower_curtain", "cabinet", "mirror", "toilet_paper_hanger", "hand_towel_holder",
         "towel_holder", "shelf", "painting", "poster", "wall_clock")  # fmt: skip
"""The order in which wall things are hung."""

ABOVE_SHELF = 0.3
"""Metres kept free above a shelf on a wall."""

BESIDE_WINDOW = 0.06
"""Metres of wall kept free on both sides of a window."""

MARGIN = 0.03
"""Metres kept between two things on a wall."""


def add_windows(scene: Scene, room: Room, contents: Contents, luck: Stream) -> Scene:
    """Let windows into the outer walls of a room and hang blinds and curtains over them."""
    draft = Draft(scene)
    space = RoomSpace(scene, room)
    outer = outer_walls(scene, room)
    widest = max((wall.length for wall in outer), default=0.0) - 0.75
    covers = ["blinds"] * contents.get("blinds", 0) + ["curtains"] * contents.get("curtains", 0)
    for number in range(contents.get("window", 0) if widest >= 0.5 else 0):
        size = drawn_size(catalog()["window"], luck)
        size = (size[0], min(size[1], widest), size[2])
        poses = shuffled(against_walls(outer, size[1] + 2 * BESIDE_WINDOW, 0.25), luck)
        cover = covers[number] if number < len(covers) else ""
        _let_in(draft, space, poses, size, cover, luck)
    return draft.finished()


def add_window(scene: Scene, room: Room, wall: Wall, along: float, width: float, luck: Stream) -> Scene | None:
    """Let one window into a wall with its middle so many metres along; None if it does not fit there."""
    draft = Draft(scene)
    depth, _, height = catalog()["window"].size.usual
    poses = at_wall(wall, np.array([along]))
    if not _let_in(draft, RoomSpace(scene, room), poses, (depth, width, height), "", luck):
        return None
    return draft.finished()


def _let_in(draft: Draft, space: RoomSpace, poses: Poses, size: Vector, cover: str, luck: Stream) -> bool:
    """Let a window into a wall at the first pose that is free, with blinds or curtains if it has a cover."""
    sill = catalog()["window"].height_on_wall
    size = (size[0], size[1], min(size[2], space.room.height - sill - 0.2))
    half = size[1] / 2 + BESIDE_WINDOW
    view = Box(0.0, -half, sill, 0.3, half, sill + size[2])
    pose = space.first_fit(poses, [view])
    if pose is None:
        return False
    in_wall = (*_off(pose, -size[0] / 2), sill)
    window = draft.add("window", in_wall, pose.yaw, Place("hung", space.room.id), luck, size=size)
    space.keep_clear(window_view(window), window.id)
    if cover:
        _cover(draft, space, window, pose, cover, luck)
    return True


def _cover(draft: Draft, space: RoomSpace, window: Thing, pose: Pose, type: str, luck: Stream) -> None:
    """Hang blinds over a window, or curtains on both sides of it."""
    deep, _, high = drawn_size(catalog()[type], luck)
    top = window.position[2] + window.size[2]
    if type == "blinds":
        size = (deep, window.size[1], window.size[2])
    else:
        top = min(top + 0.1, space.room.height)
        size = (deep, window.size[1] + 0.1, min(high, top - 0.06))
    at = (*_off(pose, deep / 2), top - size[2])
    thing = draft.add(type, at, pose.yaw, Place("hung", window.id), luck, size=size)
    space.occupy([thing])


def add_light_switch(scene: Scene, room: Room, luck: Stream) -> Scene:
    """Put a switch for the ceiling light on the wall beside a doorway."""
    draft = Draft(scene)
    space = RoomSpace(scene, room)
    kind = catalog()["light_switch"]
    size = drawn_size(kind, luck)
    reach = Box(0.0, -size[1] / 2 - 0.02, kind.height_on_wall, 0.3, size[1] / 2 + 0.02, kind.height_on_wall + size[2])
    poses = against_walls(space.walls, size[1] + 0.04)
    ways = np.array([way.centre for way in scene.doorways if room.id in way.rooms]).reshape(-1, 2)
    away = np.abs(poses[:, None, :2] - ways).sum(axis=2).min(axis=1, initial=np.inf)
    pose = space.first_fit(in_this_order(poses, away, luck, 0.0), [reach])
    if pose is not None:
        at = (*_off(pose, size[0] / 2), kind.height_on_wall)
        switch = draft.add("light_switch", at, pose.yaw, Place("hung", room.id), luck, size=size)
        draft.things[-1] = switch.replace(controls=(room.id,))
    return draft.finished()


def hang_things(
    scene: Scene, room: Room, contents: Contents, luck: Stream, *, never_over_doorways: bool = False
) -> Scene:
    """Hang the room's wall things, each close to what it belongs to.

    What is clear of a doorway is lower than the doorway is high. Generators throw away a room with a shower head over
    its door; a drawing is built once, and asks for it `never_over_doorways`.
    """
    draft = Draft(scene)
    space = RoomSpace(scene, room)
    if never_over_doorways:
        for way in scene.doorways:
            if room.id in way.rooms:
                space.keep_clear(doorway_clearance(way)._replace(z1=way.height), way.id)
    here = [thing for thing in scene.things if scene.room_ids[thing.id] == room.id]
    _keep_fronts_clear(space, here)
    have = {type: sum(thing.type == type for thing in here) for type in ("cabinet", "shelf")}
    wanted = dict(contents) | {"television": _televisions_without_stand(here, contents)}
    for type in ORDER:
        for _ in range(wanted.get(type, 0) - have.get(type, 0)):
            thing = _hang(draft, space, here, type, luck)
            if thing is None:
                break
            here.append(thing)
    return draft.finished()


def _televisions_without_stand(here: Sequence[Thing], contents: Contents) -> int:
    """How many of a room's televisions no piece of furniture is wide enough for."""
    needed = catalog()["television"].size.least[1] + 0.1
    stands = [thing for thing in here if thing.type in ("tv_stand", "dresser") and thing.size[1] >= needed]
    return max(0, contents.get("television", 0) - len(stands))


def _keep_fronts_clear(space: RoomSpace, here: Sequence[Thing]) -> None:
    """Keep the space that doors of furniture swing through, and switches, free of wall things."""
    for thing in here:
        pose = Pose(thing.position[0], thing.position[1], thing.rotation[2])
        deep, wide, high = thing.size
        low = thing.position[2]
        if thing.type == "light_switch":
            space.keep_clear(turned_box(Box(0.0, -wide / 2, low, deep + 0.3, wide / 2, low + high), pose), thing.id)
        reach = opening_reach(thing.kind.forms[thing.variant], thing.size)
        if reach and thing.type != "door":
            space.keep_clear(
                turned_box(Box(deep / 2, -wide / 2, low, deep / 2 + reach, wide / 2, low + high), pose), thing.id
            )


def _hang(draft: Draft, space: RoomSpace, here: Sequence[Thing], type: str, luck: Stream) -> Thing | None:
    """Hang one thing of a type, if there is a place for it."""
    kind = catalog()[type]
    variant = "wall" if "wall" in kind.forms else "plain"
    size = drawn_size(kind, luck, variant)
    friends: list[Thing] = []
    for friend in NEAR.get(type, ()):
        friends = friends or [thing for thing in here if thing.type == friend]
    if type == "shower_curtain":
        return _hang_shower_curtain(draft, space, friends, size, luck)
    low = min(kind.height_on_wall, space.room.height - size[2] - 0.02)
    half = size[1] / 2
    box = Box(0.0, -half - MARGIN / 2, low, size[0], half + MARGIN / 2, low + size[2])
    clear = []
    if reach := opening_reach(kind.forms[variant], size):
        clear.append(Box(size[0], -half, low, size[0] + reach, half, low + size[2]))
    if type == "shelf":
        clear.append(Box(0.0, -half, low, size[0], half, low + size[2] + ABOVE_SHELF))
    poses = against_walls(space.walls, size[1] + MARGIN)
    if type == "television":
        poses = facing_first(poses, [thing for thing in here if thing.type == "sofa"], luck)
    else:
        poses = in_this_order(poses, distance_to(poses, friends), luck, 0.05 if type == "cabinet" else 0.3)
    pose = space.first_fit(poses, [box], clear)
    if pose is None:
        return None
    at = (*_off(pose, size[0] / 2), low)
    thing = draft.add(type, at, pose.yaw, Place("hung", space.room.id), luck, variant=variant, size=size)
    space.settle(thing.id, pose, [box], clear)
    return thing


def _hang_shower_curtain(
    draft: Draft, space: RoomSpace, baths: Sequence[Thing], size: Vector, luck: Stream
) -> Thing | None:
    """Hang a curtain above the front rim of a bath, all along it."""
    for bath in baths:
        low = bath.position[2] + bath.size[2] + 0.01
        hung = (size[0], bath.size[1] - 0.02, min(size[2], space.room.height - low - 0.05))
        local = Pose(bath.position[0], bath.position[1], bath.rotation[2])
        front = bath.size[0] / 2
        box = Box(front - hung[0], -hung[1] / 2, low, front, hung[1] / 2, low + hung[2])
        if space.first_fit(np.array([local]), [box]) is None:
            continue
        at = (*_off(local, front - hung[0] / 2), low)
        space.take(turned_box(box, local), "shower_curtain")
        return draft.add("shower_curtain", at, local.yaw, Place("hung", bath.id), luck, size=hung)
    return None


def _off(pose: Pose, distance: float) -> tuple[float, float]:
    """The point this far in front of a pose."""
    box = turned_box(Box(distance, 0.0, 0.0, distance, 0.0, 0.0), pose)
    return box.x0, box.y0
