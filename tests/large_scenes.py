"""Scenes far larger than any that ships: copies of an apartment side by side, under ids of their own."""

from __future__ import annotations

from casita.scenes.fixed import apartment
from casita.scenes.scene import OUTSIDE, Scene

PITCH = (12.0, 8.0)
"""Metres from one copy to the next, along x and y; apartment 1 is 11.4 by 7.4."""


def street(copies: int, row: int = 10) -> Scene:
    """So many copies of an apartment in rows, as one scene; nobody can walk from one to another."""
    home = apartment(1)
    whole = [_moved(home, PITCH[0] * (n % row), PITCH[1] * (n // row), n) for n in range(copies)]
    return home.replace(
        name=f"street_{copies}",
        rooms=tuple(room for one in whole for room in one.rooms),
        doorways=tuple(way for one in whole for way in one.doorways),
        things=tuple(thing for one in whole for thing in one.things),
    )


def _moved(home: Scene, dx: float, dy: float, copy: int) -> Scene:
    """A home moved in the plane, every id with the copy's number in it."""
    rows = (*home.rooms, *home.doorways)
    ids = {row.id: f"{row.id}_{copy}" for row in rows} | {OUTSIDE: OUTSIDE}
    for thing in home.things:
        type, _, number = thing.id.rpartition("_")
        ids[thing.id] = f"{type}_{1000 * copy + int(number)}"
    return home.replace(
        rooms=tuple(
            room.replace(id=ids[room.id], outline=tuple((round(x + dx, 4), round(y + dy, 4)) for x, y in room.outline))
            for room in home.rooms
        ),
        doorways=tuple(
            way.replace(
                id=ids[way.id],
                rooms=(ids[way.rooms[0]], ids[way.rooms[1]]),
                centre=(round(way.centre[0] + dx, 4), round(way.centre[1] + dy, 4)),
            )
            for way in home.doorways
        ),
        things=tuple(
            thing.replace(
                id=ids[thing.id],
                position=(round(thing.position[0] + dx, 4), round(thing.position[1] + dy, 4), thing.position[2]),
                place=thing.place.replace(of=ids[thing.place.of]),
                controls=tuple(ids[id] for id in thing.controls),
            )
            for thing in home.things
        ),
    )
