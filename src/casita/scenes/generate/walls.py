"""Hangs things on walls: switches, pictures, cabinets, rails."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from casita.catalog import catalog
from casita.scenes.draft import SETS, Draft, drawn_size
from casita.scenes.generate.contents import Contents
from casita.scenes.generate.groups import opening_reach
from casita.scenes.generate.seating import facing, screen_stands, seats_of
from casita.scenes.generate.space import (
    Box,
    Pose,
    RoomSpace,
    against_walls,
    ahead_of,
    distance_to,
    doorway_clearance,
    in_this_order,
    turned_box,
)
from casita.scenes.generate.wall_cabinets import hang_cabinets
from casita.scenes.scene import Place, Room, Scene, Thing, Vector
from casita.scenes.shower import stalls
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

ORDER = ("television", "shower_head", "shower_curtain", "mirror", "cabinet", "toilet_paper_hanger", "hand_towel_holder",
         "towel_holder", "shelf", "painting", "poster", "wall_clock")  # fmt: skip
"""The order in which wall things are hung."""

NOISE = {
    "cabinet": 0.05,
    "shower_head": 0.05,
    "toilet_paper_hanger": 0.05,
    "hand_towel_holder": 0.1,
    "towel_holder": 0.15,
}
"""How many metres farther off than need be a type may hang from what it belongs to, where it is not 0.3."""

MOST_IN_BATHROOM = 2
"""How many cabinets hang on the walls of a bathroom, at the most."""

LID = 0.2
"""Metres kept free above what has a lid."""

ABOVE_SHELF = 0.3
"""Metres kept free above a shelf on a wall."""

MARGIN = 0.03
"""Metres kept between two things on a wall."""


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
        at = (*ahead_of(pose, size[0] / 2), kind.height_on_wall)
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
    if room.kind == "kitchen":
        here += hang_cabinets(draft, space, scene, contents.get("cabinet", 0) - have["cabinet"], luck)
    in_bathroom = min(wanted.get("cabinet", 0), have["cabinet"] + MOST_IN_BATHROOM)
    wanted["cabinet"] = in_bathroom if room.kind == "bathroom" else 0
    for type in ORDER:
        if type == "shower_curtain":  # its head hangs in a shower, and nothing else
            for x0, y0, x1, y1 in stalls(scene, room):
                space.take(Box(x0, y0, 0.0, x1, y1, room.height), "shower")
        for _ in range(wanted.get(type, 0) - have.get(type, 0)):
            thing = _hang(draft, space, here, type, luck)
            if thing is None:
                break
            here.append(thing)
    return draft.finished()


def _televisions_without_stand(here: Sequence[Thing], contents: Contents) -> int:
    """How many of a room's televisions no piece of furniture is there for."""
    return max(0, contents.get("television", 0) - len(screen_stands(here)))


def _keep_fronts_clear(space: RoomSpace, here: Sequence[Thing]) -> None:
    """Keep the space that doors and lids of furniture swing through, and switches, free of wall things."""
    for thing in here:
        pose = Pose(thing.position[0], thing.position[1], thing.rotation[2])
        deep, wide, high = thing.size
        low = thing.position[2]
        if thing.type == "light_switch":
            space.keep_clear(turned_box(Box(0.0, -wide / 2, low, deep + 0.3, wide / 2, low + high), pose), thing.id)
        form = thing.kind.forms[thing.variant]
        if any(joint.kind == "hinge" and joint.axis == "y" and joint.travel < 0.0 for joint in form.joints):
            above = Box(-deep / 2, -wide / 2, low, deep / 2, wide / 2, low + high + LID)
            space.keep_clear(turned_box(above, pose), thing.id)
        reach = opening_reach(form, thing.size)
        if reach and thing.type != "door":
            space.keep_clear(
                turned_box(Box(deep / 2, -wide / 2, low, deep / 2 + reach, wide / 2, low + high), pose), thing.id
            )


def _hang(draft: Draft, space: RoomSpace, here: Sequence[Thing], type: str, luck: Stream) -> Thing | None:
    """Hang one thing of a type, if there is a place for it."""
    kind = catalog()[type]
    variant = "wall" if "wall" in kind.forms else "plain"
    size = drawn_size(kind, luck.child("set", type) if type in SETS else luck, variant)
    friends: list[Thing] = []
    for friend in NEAR.get(type, ()):
        friends = friends or [thing for thing in here if thing.type == friend]
    if type == "mirror" and friends and friends[0].type == "sink":
        over = _hang_over_sink(draft, space, friends, size, luck)
        if over is not None:
            return over
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
        poses = facing(poses, seats_of(here), luck)
    elif type == "shower_head" and any(stalls(draft.base, space.room)):
        x0, y0, x1, y1 = next(stalls(draft.base, space.room))
        away = np.abs(poses[:, :2] - ((x0 + x1) / 2, (y0 + y1) / 2)).max(axis=1)
        poses = in_this_order(poses, away, luck, NOISE[type])
    else:
        poses = in_this_order(poses, distance_to(poses, friends), luck, NOISE.get(type, 0.3))
    pose = space.first_fit(poses, [box], clear)
    if pose is None:
        return None
    at = (*ahead_of(pose, size[0] / 2), low)
    thing = draft.add(type, at, pose.yaw, Place("hung", space.room.id), luck, variant=variant, size=size)
    space.settle(thing.id, pose, [box], clear)
    return thing


def _hang_over_sink(draft: Draft, space: RoomSpace, sinks: Sequence[Thing], size: Vector, luck: Stream) -> Thing | None:
    """Hang a mirror on the wall behind a sink that has none, in the middle; a narrower one where it must be."""
    kind = catalog()["mirror"]
    low = kind.height_on_wall
    mirrors = [thing for thing in draft.things if thing.type == "mirror"]
    for sink in sinks:
        for wall in space.walls:
            x, y = sink.position[0] - wall.x, sink.position[1] - wall.y
            along, off = x * wall.dx + y * wall.dy, y * wall.dx - x * wall.dy
            if abs((wall.yaw - sink.rotation[2]) % 360.0) > 1.0 or not 0.0 < off < 0.6 or not 0.0 < along < wall.length:
                continue
            pose = Pose(*wall.at(along), wall.yaw)
            if any(abs(t.position[0] - pose.x) + abs(t.position[1] - pose.y) < 0.3 for t in mirrors):
                continue
            for deep, wide, high in (size, kind.size.usual, kind.size.least):
                fitted = (deep, min(wide, 2 * along - 0.04, 2 * (wall.length - along) - 0.04), high)
                box = Box(0.0, -fitted[1] / 2, low, deep, fitted[1] / 2, low + high)
                if fitted[1] >= kind.size.least[1] and space.first_fit(np.array([pose]), [box]) is not None:
                    at = (*ahead_of(pose, deep / 2), low)
                    space.take(turned_box(box, pose), "mirror")
                    return draft.add("mirror", at, wall.yaw, Place("hung", space.room.id), luck, size=fitted)
    return None


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
        at = (*ahead_of(local, front - hung[0] / 2), low)
        space.take(turned_box(box, local), "shower_curtain")
        return draft.add("shower_curtain", at, local.yaw, Place("hung", bath.id), luck, size=hung)
    return None
