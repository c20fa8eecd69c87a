"""Hangs a kitchen's wall cabinets: of one depth and height, in rows without gaps, over its worktops."""

from __future__ import annotations

from collections.abc import Iterator

from casita.catalog import catalog
from casita.geometry.outlines import Wall
from casita.scenes.draft import Draft, drawn_size
from casita.scenes.generate.groups import opening_reach
from casita.scenes.generate.space import TOUCH, Box, Pose, RoomSpace, turned_box
from casita.scenes.kitchen_walls import HOOD, hoods, worktops
from casita.scenes.scene import Place, Scene, Thing, Vector
from casita.seeds import Stream

WIDTHS = (0.35, 0.6)
"""The narrowest and the widest cabinet of a row, in metres."""

USUAL = (0.38, 0.5)
"""Between which widths, in metres, those of a row are aimed at."""

LARGEST = (0.36, 0.75)
"""How deep and how high a wall cabinet is at the most, in metres: its upper shelf stays in reach."""

ENOUGH = 4
"""Where so many hang, none is hung by itself."""

Stretch = tuple[Wall, float, float]
"""A piece of wall, from and to along it."""


def hang_cabinets(draft: Draft, space: RoomSpace, scene: Scene, count: int, luck: Stream) -> list[Thing]:
    """Hang up to `count` cabinets over worktops, the longest free stretch of wall first."""
    for patch in hoods(scene, space.room):
        box = Box(0.0, patch.start - patch.end, patch.low, HOOD[0], 0.0, patch.high)
        space.take(turned_box(box, _pose(patch.wall, patch.start)), "hood")
    drawn = drawn_size(catalog()["cabinet"], luck.child("row"))
    deep, high = round(min(drawn[0], LARGEST[0]), 2), round(min(drawn[2], LARGEST[1]), 2)
    hung: list[Thing] = []
    while len(hung) < count:
        free = sorted(_free(space, scene, deep, high), key=lambda row: (row[1] - row[2], row[0].yaw, row[1]))
        if not free or (len(hung) >= ENOUGH and free[0][2] - free[0][1] < 2 * WIDTHS[0]):
            break
        wall, start, end = free[0]
        most = int((end - start) / WIDTHS[0])
        number = min(count - len(hung), most, max(2, round((end - start) / luck.uniform(*USUAL))))
        width = min(WIDTHS[1], (end - start) / number)
        for index in range(number):
            variant = "left" if index % 2 else "plain"
            hung.append(_hang(draft, space, wall, start + (index + 0.5) * width, (deep, width, high), variant, luck))
    return hung


def _hang(draft: Draft, space: RoomSpace, wall: Wall, along: float, size: Vector, variant: str, luck: Stream) -> Thing:
    """Hang one cabinet with its middle so many metres along a wall, and keep the way of its door clear."""
    kind = catalog()["cabinet"]
    low, (deep, wide, high) = kind.height_on_wall, size
    at = (*wall.at(along, deep / 2), low)
    thing = draft.add("cabinet", at, wall.yaw, Place("hung", space.room.id), luck, variant=variant, size=size)
    body = Box(0.0, -wide / 2, low, deep, wide / 2, low + high)
    swing = body._replace(x0=deep, x1=deep + opening_reach(kind.forms[variant], size))
    space.settle(thing.id, _pose(wall, along), [body], [swing])
    return thing


def _pose(wall: Wall, along: float) -> Pose:
    return Pose(*wall.at(along), wall.yaw)


def _free(space: RoomSpace, scene: Scene, deep: float, high: float) -> Iterator[Stretch]:
    """The stretches of wall over worktops where cabinets can hang and open."""
    low = catalog()["cabinet"].height_on_wall
    for patch in worktops(scene, space.room):
        wall, at = patch.wall, patch.start
        taken = []
        for (x0, y0, z0, x1, y1, z1), solid in zip(space.boxes.tolist(), space.solid.tolist(), strict=True):
            along = sorted(((x - wall.x) * wall.dx + (y - wall.y) * wall.dy) for x, y in ((x0, y0), (x1, y1)))
            off = sorted(((y - wall.y) * wall.dx - (x - wall.x) * wall.dy) for x, y in ((x0, y0), (x1, y1)))
            reach = deep + (WIDTHS[1] if solid else 0.0)
            if off[0] < reach - TOUCH and off[1] > TOUCH and z0 < low + high - TOUCH and z1 > low + TOUCH:
                taken.append((along[0], along[1]))
        for start, end in (*sorted(taken), (patch.end, patch.end)):
            if min(start, patch.end) - at >= WIDTHS[0]:
                yield wall, at, min(start, patch.end)
            at = max(at, end)
