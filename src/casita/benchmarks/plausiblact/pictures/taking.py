"""Photos of an arranged home: things are gone through class by class, and each is framed from where one can stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from casita.arrays import Float64s, Int32s, Uint8s
from casita.benchmarks.plausiblact.classes.table import HIGH_ENTROPY, class_of
from casita.benchmarks.plausiblact.item import Instance, Part, Photo
from casita.benchmarks.plausiblact.pictures.arranging import Arranged, arranged
from casita.benchmarks.plausiblact.pictures.cameras import View, corners_of, free_floor, view_of
from casita.benchmarks.plausiblact.pictures.homes import is_featured
from casita.benchmarks.plausiblact.pictures.instances import instances_in
from casita.errors import BadInput
from casita.render.camera import Camera
from casita.render.renderer import Renderer
from casita.seeds import Stream, stream
from casita.world.bodies import USUAL_BODY
from casita.world.shut import shut_away
from casita.world.starting import beginning
from casita.world.state import State

PHOTOS = 20
"""Photos of one arrangement, at the most."""

OF_A_CLASS, OF_A_FEATURED_CLASS = 3, 6
"""Photos of one arrangement whose subject is of the same class, at the most; of furniture there is one."""

TRIES = 12
"""Views of a thing that are tried."""

PROBE = (96, 72)
"""Pixels of the small pictures that views are judged by."""

TOO_NEAR = 0.18
"""Metres: whoever takes a picture has nothing nearer than this before the lens."""

OBSERVER = "eye"
"""The name of whoever takes pictures; she is in none."""

KEPT = 3
"""Arranged homes with their meshes that are kept, for photos that are drawn one after the other."""


class NoPlaceToStand(BadInput):
    """Things lie about so that nobody could stand in an arranged home."""


class Taken(NamedTuple):
    """A photo and the instances in it."""

    photo: Photo
    instances: list[Instance]


class Studio:
    """One arrangement of a home, ready to be photographed."""

    def __init__(self, home: str, take: int, seed: int, *, featured: bool = False) -> None:
        """NoPlaceToStand if nobody could be there to take a picture."""
        self.arranged: Arranged = arranged(home, take, seed, featured=featured)
        try:
            self.state: State = beginning(self.arranged.scene, {OBSERVER: USUAL_BODY}, rules="command", seed=0)
        except BadInput as error:
            raise NoPlaceToStand(str(error)) from None
        self.renderer = Renderer(self.arranged.scene, agents=False)

    def draw(self, photo: Photo) -> Uint8s:
        """The picture of a photo: height x width x 3."""
        size = photo.width, photo.height
        return self.renderer.look(self.state, camera_of(photo), size, ("rgb",), smooth=True).rgb

    def slots(self, view: View) -> Int32s:
        """The slot of what each pixel of a view shows."""
        return self.renderer.look(self.state, view.camera, view.size, ("ids",)).ids


@lru_cache(maxsize=KEPT)
def studio(home: str, take: int, seed: int, *, featured: bool = False) -> Studio:
    """An arrangement; those used last are kept."""
    return Studio(home, take, seed, featured=featured)


def camera_of(photo: Photo) -> Camera:
    """The camera of a photo."""
    x, y, z = photo.position
    return Camera((x, y, z), photo.yaw, photo.pitch, photo.roll, photo.field_of_view)


def photos_of(home: str, part: Part, take: int, seed: int, most: int = PHOTOS) -> Iterator[Taken]:
    """So many photos of one arrangement of a home, or fewer; none where nobody could stand."""
    featured = is_featured(part, take)
    try:
        here = studio(home, take, seed, featured=featured)
    except NoPlaceToStand:
        return
    luck = stream(seed, "plausiblact", "photos", home, take)
    floor = free_floor(here.state, _room_number(here))
    number = 0
    for slot in _subjects(here, featured, luck.child("subjects")):
        if number == most:
            return
        view = _view(here, slot, floor, luck.child("view", slot, number))
        if view is None:
            continue
        camera = view.camera
        photo = Photo(
            id=f"{home}~{take}/{number:02}",
            part=part,
            home=home,
            take=take,
            position=tuple(camera.position),
            yaw=camera.yaw,
            pitch=camera.pitch,
            roll=camera.roll,
            field_of_view=camera.field_of_view,
            width=view.size[0],
            height=view.size[1],
        )
        ids = here.slots(view)
        found = instances_in(photo, here.state, camera, ids, OBSERVER)
        if featured:
            found = [one for one in found if one.name in HIGH_ENTROPY]
        if any(one.thing == here.state.statics.ids[slot] for one in found):
            number += 1
            yield Taken(photo, found)


def _room_number(here: Studio) -> int:
    return [room.id for room in here.arranged.scene.rooms].index(here.arranged.room.id)


def _subjects(here: Studio, featured: bool, luck: Stream) -> list[int]:
    """Slots of what is photographed: one of each class in turn, in random order."""
    known, hidden = here.state.statics, shut_away(here.state)
    by_class: dict[str, list[int]] = {}
    for slot, thing in enumerate(known.things):
        kind = class_of(thing.kind)
        in_room = here.arranged.scene.room_ids[thing.id] == here.arranged.room.id
        if kind is not None and in_room and not hidden[slot] and (not featured or kind.name in HIGH_ENTROPY):
            by_class.setdefault(kind.name, []).append(slot)
    order = [luck.child(name).shuffled(slots) for name, slots in sorted(by_class.items())]
    rounds = OF_A_FEATURED_CLASS if featured else OF_A_CLASS
    return [
        slots[turn]
        for turn in range(rounds)
        for slots in luck.child(turn).shuffled(order)
        if turn < (len(slots) if known.loose[slots[0]] else 1)
    ]


def _view(here: Studio, slot: int, floor: Float64s, luck: Stream) -> View | None:
    """The first view of a thing that shows it, with nothing right before the lens."""
    corners = corners_of(here.state, slot)
    for attempt in range(TRIES):
        view = view_of(corners, floor, luck.child(attempt))
        if view is None:
            continue
        wide, high = PROBE if view.size[0] >= view.size[1] else PROBE[::-1]
        frame = here.renderer.look(here.state, view.camera, (wide, high), ("ids", "depth"))
        near = frame.depth[frame.depth > 0.0]
        if (frame.ids == slot).sum() >= 0.006 * frame.ids.size and near.size and near.min() > TOO_NEAR:
            return view
    return None
