# mypy: disable-error-code="no-untyped-def"
"""Shadows of a stage: keeps its shadow maps and contact shade, and mends them where something has moved."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from casita.render.raster.arrays import Flag, Float, Geometry, Given, Instances, Int, Lights, Word, blank, checked
from casita.render.raster.compile import MAP_LANES, ZERO, F, I, U, entry, inlined, kernel, wide
from casita.render.raster.contact import count_instance, settle_grid
from casita.render.raster.grids import Grids, new_grids
from casita.render.raster.shadow_maps import MOST_PATCHES, is_buried, mend, set_footprint, settle, sweep
from casita.render.raster.shadow_words import SHADOW_SIDE, SUN_SIDE, SUN_TILES

TOGETHER = 64
"""Instances that are passed over together if none of them has changed."""

SETTLES = 48
"""Updates after which something that has not moved again counts as standing still."""


Words = tuple[Word, Word, Int, Word, Float, Int]
"""Rooms' maps, the sun's and its tiles, the words of contact shade, and where each room's grid is and how large."""


class Work(NamedTuple):
    """What updating needs and keeps: arrays that only the kernels read and write."""

    x: Float
    """The vertices of the mesh that is drawn."""
    y: Float
    z: Float
    casting: Flag
    """Of its triangles: whether each may cast a shadow, and the numbers of those that may."""
    listed: Int
    placed: Float
    frame: Float
    """12: a light's right, up and towards-it vectors and its place."""
    centre: Float
    """The centre of each column of texels."""
    changed: Int
    """The instances that changed since the last time."""
    patch: Int
    """Per map, the sun's last, the rectangles where things were: columns from and to, rows from and to."""
    patches: Int
    swept: Int
    """Per map, the rectangle in which something moves: where it was and where it is."""
    moves: Flag
    """n: 1 for what has moved of late; the numbers of those, and how many there are; and when each moved last."""
    mover: Int
    movers: Int
    moved: Int
    clock: Int
    """1: updates so far."""
    room_footprint: Int
    """n x 4: the rectangle that each instance can touch in its room's map and in the sun's; empty if it casts none."""
    sun_footprint: Int
    room_highest: Float
    """n: the nearest to its room's light that each instance comes, and how high towards the sun."""
    sun_highest: Float
    lights: Float
    """Place and reach of each room's light, and after them the sun's, as the maps were drawn with."""
    sun: Float
    lines: Word
    """2 x w: rows of texels that are being packed."""
    maps: Float
    """Per room, and the sun's: the highest thing in each texel, of what stands still and of what moves."""
    sun_map: Float
    moving_maps: Float
    moving_sun_map: Float
    words: Word
    """The same as drawing reads them."""
    sun_words: Word
    sun_tiles: Int
    """The lowest texel of each tile of the sun's map."""


def _work(geometry: Geometry, count: int, rooms: int) -> Work:
    """Empty maps, and notes that match nothing, so that all is drawn anew."""

    def floats(*shape: int) -> Float:
        return np.zeros(shape, np.float32)

    def ints(*shape: int) -> Int:
        return np.zeros(shape, np.int32)

    vertices = int(geometry.level_vertices.max(initial=1))
    triangles = int(geometry.level_triangles.max(initial=1))
    texels, sun_texels = rooms * SHADOW_SIDE * SHADOW_SIDE, SUN_SIDE * SUN_SIDE
    widest = max(SHADOW_SIDE, SUN_SIDE)
    return Work(
        x=floats(vertices),
        y=floats(vertices),
        z=floats(vertices),
        casting=np.zeros(triangles + 1, np.uint8),
        listed=ints(triangles + 1),
        placed=floats(12),
        frame=floats(12),
        centre=(np.arange(widest + MAP_LANES) + 0.5).astype(np.float32),
        changed=ints(count),
        patch=ints(rooms + 1, MOST_PATCHES, 4),
        patches=ints(rooms + 1),
        swept=ints(rooms + 1, 4),
        moves=np.zeros(count, np.uint8),
        mover=ints(count),
        movers=ints(1),
        moved=ints(count),
        clock=ints(1),
        room_footprint=ints(count, 4),
        sun_footprint=ints(count, 4),
        room_highest=floats(count),
        sun_highest=floats(count),
        lights=np.full((rooms, 4), np.nan, np.float32),
        sun=np.full(13, np.nan, np.float32),
        lines=np.zeros((2, widest + 1), np.uint32),
        maps=floats(texels + MAP_LANES)[:texels].reshape(rooms, SHADOW_SIDE * SHADOW_SIDE),
        sun_map=floats(sun_texels + MAP_LANES),
        moving_maps=floats(texels + MAP_LANES)[:texels].reshape(rooms, SHADOW_SIDE * SHADOW_SIDE),
        moving_sun_map=floats(sun_texels + MAP_LANES),
        words=np.zeros((rooms, SHADOW_SIDE * SHADOW_SIDE), np.uint32),
        sun_words=np.zeros(sun_texels, np.uint32),
        sun_tiles=ints(SUN_TILES * SUN_TILES),
    )


@inlined
def _differs(a, b, i):
    """Is an instance in another place, condition or room, or another mesh?"""
    same = (
        a.mesh[i] == b.mesh[i] and a.shown[i] == b.shown[i] and a.glass[i] == b.glass[i] and a.wall[i] == b.wall[i]
        and a.room[i] == b.room[i] and a.scale[i] == b.scale[i] and a.contact[i] == b.contact[i]
    )  # fmt: skip
    for k in range(3):
        same = same and a.position[i, k] == b.position[i, k]
    for k in range(9):
        same = same and a.matrix[i, k] == b.matrix[i, k]
    return not same


@kernel
def _unlike(a, b, begin, end):
    """How many entries of two flat arrays differ in a range."""
    wide()
    count = 0
    for k in range(begin, end):
        count += 1 if a[k] != b[k] else 0
    return count


@inlined
def _any_differs(a, b, first, last):
    """Is any instance of a range in another place, condition or room, or another mesh?"""
    begin, end = U(first), U(last)
    count = _unlike(a.mesh, b.mesh, begin, end) + _unlike(a.shown, b.shown, begin, end)
    count += _unlike(a.glass, b.glass, begin, end) + _unlike(a.wall, b.wall, begin, end)
    count += _unlike(a.room, b.room, begin, end) + _unlike(a.scale, b.scale, begin, end)
    count += _unlike(a.contact, b.contact, begin, end)
    count += _unlike(a.position.reshape(-1), b.position.reshape(-1), U(3) * begin, U(3) * end)
    count += _unlike(a.matrix.reshape(-1), b.matrix.reshape(-1), U(9) * begin, U(9) * end)
    return count > 0


@inlined
def _keep(kept, instances, i):
    """Notes an instance as the maps now have it."""
    kept.mesh[i], kept.shown[i], kept.glass[i], kept.wall[i] = (
        instances.mesh[i], instances.shown[i], instances.glass[i], instances.wall[i],
    )  # fmt: skip
    kept.room[i], kept.scale[i], kept.contact[i] = instances.room[i], instances.scale[i], instances.contact[i]
    for k in range(3):
        kept.position[i, k] = instances.position[i, k]
    for k in range(9):
        kept.matrix[i, k] = instances.matrix[i, k]


@inlined
def _add_patch(patch, patches, number, shadow_map, side, footprint, highest, i):
    """Notes where an instance showed in a map; one too many means that the whole map is drawn anew."""
    if not is_buried(shadow_map, side, footprint, highest, i):
        if patches[number] < MOST_PATCHES:
            for column in range(4):
                patch[number, patches[number], column] = footprint[i, column]
        patches[number] = min(patches[number] + 1, MOST_PATCHES + 1)


@kernel
def _set_lamp_frame(frame, lights, room):
    """A ceiling light looks straight down: right is x, up is y."""
    for k in range(9):
        frame[k] = F(1) if k % 4 == 0 else F(0)
    for k in range(3):
        frame[9 + k] = lights.ceiling[room, k]


@kernel
def _set_sun_frame(frame, lights):
    """The sun's right, up and direction, and the middle of what it sees."""
    for k in range(3):
        frame[k], frame[3 + k], frame[6 + k], frame[9 + k] = (
            lights.sun[3 + k],
            lights.sun[6 + k],
            lights.sun[k],
            lights.sun[9 + k],
        )


@inlined
def _set_frame(frame, lights, number):
    """A light's frame, by the number of its map; returns its spread."""
    if number == lights.ambient.shape[0]:
        _set_sun_frame(frame, lights)
        return F(lights.sun_half)
    _set_lamp_frame(frame, lights, number)
    return lights.reach[number]


@inlined
def _set_footprints(geometry, instances, lights, work, i, with_sun):
    """The rectangles of an instance in its room's map and in the sun's."""
    for k in range(4):
        work.room_footprint[i, k] = 0
        work.sun_footprint[i, k] = 0
    if instances.shown[i] == 0 or instances.glass[i]:
        return
    rooms = lights.ambient.shape[0]
    for turn in range(2):
        is_sun = turn == 1
        if (not with_sun) if is_sun else instances.wall[i]:
            continue
        spread = _set_frame(work.frame, lights, rooms if is_sun else instances.room[i])
        footprint = work.sun_footprint if is_sun else work.room_footprint
        highest = work.sun_highest if is_sun else work.room_highest
        set_footprint(geometry, instances, i, (work.frame, spread, is_sun), footprint, highest, work)


@inlined
def _changed_lights(lights, work, with_sun):
    """Marks the maps whose light has moved to be drawn anew; True if there are any."""
    rooms = lights.ambient.shape[0]
    any_moved = False
    for room in range(rooms):
        moved = work.lights[room, 3] != lights.reach[room]
        work.lights[room, 3] = lights.reach[room]
        for k in range(3):
            moved |= work.lights[room, k] != lights.ceiling[room, k]
            work.lights[room, k] = lights.ceiling[room, k]
        work.patches[room] = MOST_PATCHES + 1 if moved else 0
        any_moved |= moved
    moved = with_sun and work.sun[12] != F(lights.sun_half)
    work.sun[12] = F(lights.sun_half)
    for k in range(12):
        moved |= with_sun and work.sun[k] != lights.sun[k]
        work.sun[k] = lights.sun[k]
    if not with_sun:
        work.sun[12] = F(-1)
    work.patches[rooms] = MOST_PATCHES + 1 if moved else 0
    return any_moved or moved


@inlined
def _leave(kept, work, rooms, i):
    """Notes where an instance that has changed was, and that it moves from now on."""
    room = kept.room[i]
    if room < rooms:  # even if it stood still: what has settled is left in the layer of what moves, too
        sweep(work.swept[room], SHADOW_SIDE, work.room_footprint, i)
    sweep(work.swept[rooms], SUN_SIDE, work.sun_footprint, i)
    if work.moves[i]:
        return
    if room < rooms:
        _add_patch(
            work.patch, work.patches, room, work.maps[room], SHADOW_SIDE, work.room_footprint, work.room_highest, i
        )
    _add_patch(work.patch, work.patches, rooms, work.sun_map, SUN_SIDE, work.sun_footprint, work.sun_highest, i)
    work.moves[i] = 1
    work.mover[work.movers[0]] = i
    work.movers[0] += 1


@inlined
def _settle_movers(geometry, instances, lights, work, rooms, with_sun):
    """Takes what has not moved for a while among what stands still; says nothing new to any map."""
    k = 0
    while k < work.movers[0]:
        i = np.int64(work.mover[k])
        if work.clock[0] - work.moved[i] < SETTLES:
            k += 1
            continue
        for turn in range(2):
            is_sun = turn == 1
            if is_sun and not with_sun:
                continue
            room = instances.room[i]
            spread = _set_frame(work.frame, lights, rooms if is_sun else room)
            settled = work.sun_map if is_sun else work.maps[room]
            footprint = work.sun_footprint if is_sun else work.room_footprint
            settle(geometry, instances, i, (work.frame, spread, is_sun), settled, footprint, work)
        work.moves[i] = 0
        work.movers[0] -= 1
        work.mover[k] = work.mover[work.movers[0]]


@kernel
def _any_sun(lights):
    """Does the sun shine into any room?"""
    found = np.bool_(False)
    for room in range(lights.ambient.shape[0]):
        found |= lights.sun_strength[room] > ZERO
    return found


@entry(
    blank(Geometry),
    blank(Instances),
    blank(Lights),
    blank(Instances),
    _work(blank(Geometry), 0, 1),
    new_grids(blank(Geometry), blank(Lights)),
)
def _update(geometry, instances, lights, kept, work, grids):
    """Finds what changed since the last time and mends the maps; returns how many instances changed."""
    wide()
    rooms = lights.ambient.shape[0]
    with_sun = _any_sun(lights)
    all_anew = _changed_lights(lights, work, with_sun)
    work.clock[0] += 1
    for number in range(rooms + 1):
        for k in range(4):
            work.swept[number, k] = 0
    changes = 0
    i, last = np.int64(0), instances.mesh.shape[0]  # a bare 0 would have kernels compiled for it alone
    while i < last:
        if i % TOGETHER == 0 and not all_anew and not _any_differs(instances, kept, i, min(i + TOGETHER, last)):
            i += TOGETHER
            continue
        is_new = _differs(instances, kept, i)
        if is_new:
            if kept.mesh[i] >= 0:
                _leave(kept, work, rooms, i)
                count_instance(geometry, kept, i, I(-1), grids)
            _keep(kept, instances, i)
        if is_new or all_anew:
            _set_footprints(geometry, instances, lights, work, i, with_sun)
        if is_new:
            count_instance(geometry, instances, i, I(1), grids)
            if work.moves[i]:
                work.moved[i] = work.clock[0]
                if instances.room[i] < rooms:
                    sweep(work.swept[instances.room[i]], SHADOW_SIDE, work.room_footprint, i)
                sweep(work.swept[rooms], SUN_SIDE, work.sun_footprint, i)
            work.changed[changes] = i
            changes += 1
        i += 1
    for number in range(rooms + 1):
        is_sun = number == rooms
        if is_sun and not with_sun:
            continue
        spread = _set_frame(work.frame, lights, number)
        if is_sun:
            layers, words = (work.sun_map, work.moving_sun_map), work.sun_words
            footprint, highest = work.sun_footprint, work.sun_highest
        else:
            layers, words = (work.maps[number], work.moving_maps[number]), work.words[number]
            footprint, highest = work.room_footprint, work.room_highest
        light, packed = (work.frame, spread, is_sun), (words, work.sun_tiles)
        mend(geometry, instances, number, light, layers, packed, footprint, highest, work, changes)
        if not is_sun:
            settle_grid(grids, number)
    _settle_movers(geometry, instances, lights, work, rooms, with_sun)
    return changes


class Shadows:
    """The shadow maps and the contact shade of one stage. After an update they are what drawing anew gives, to the bit.

    Threads may draw with the same shadows at once, but not while they are updated.
    """

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry
        self._kept: Instances | None = None
        self._box = blank(Lights).box
        self._checked: tuple[Given, ...] = ()
        self._work, self._grids = _nothing()

    @property
    def words(self) -> Words:
        """The rooms' maps one after the other, the sun's, and the contact shade, as drawing reads them."""
        work, grids = self._work, self._grids
        return work.words.reshape(-1), work.sun_words, work.sun_tiles, grids.words, grids.place, grids.size

    def update(self, instances: Instances, lights: Lights) -> int:
        """Brings everything up to date with where things and lights are; says how many instances had changed."""
        self._checked = checked(self._checked, self._geometry, instances, lights)
        rooms, count = len(lights.ambient), len(instances.mesh)
        if (
            self._kept is None
            or len(self._kept.mesh) != count
            or len(self._work.maps) != rooms
            or (lights.box is not self._box and not np.array_equal(lights.box, self._box))
        ):
            self._work = _work(self._geometry, count, rooms)
            self._grids = new_grids(self._geometry, lights)
            self._box = lights.box
            self._kept = Instances._make(np.zeros_like(column) for column in instances)
            self._kept.mesh[:] = -1
        return int(_update(self._geometry, instances, lights, self._kept, self._work, self._grids))


@cache
def _nothing() -> tuple[Work, Grids]:
    """What there is before the first update, which replaces it."""
    return _work(blank(Geometry), 0, 0), new_grids(blank(Geometry), blank(Lights))


@cache
def no_shadows() -> Words:
    """Maps in which nothing casts a shadow, and no contact shade."""
    grids = new_grids(blank(Geometry), blank(Lights))
    maps = np.full(SHADOW_SIDE * SHADOW_SIDE, 0xFFFFFFFF, np.uint32), np.zeros(0, np.uint32)
    return *maps, np.zeros(0, np.int32), grids.words, grids.place, grids.size
