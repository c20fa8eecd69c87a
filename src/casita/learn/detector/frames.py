"""Pictures with labels to train and judge the detector with: shards of a few homes each, the same bytes for a seed.

Rooms 1 to 20 of each kind, procedural houses and apartments 1 to 5 are learnt from; rooms 21 to 25 are for tuning,
rooms 26 to 30 and houses of other seeds only for the last measurement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import numpy as np

from casita.arrays import Uint8s
from casita.catalog import ROOM_KINDS
from casita.errors import unknown
from casita.learn.detector.labels import COLUMNS, Rows, things_seen
from casita.learn.detector.views import Views
from casita.learn.moments import draw_states, drawn_moment, drawn_view
from casita.learn.shards import has_shard, read_shard, write_shard
from casita.render.camera import Camera
from casita.render.renderer import Renderer
from casita.scale import mapped
from casita.scenes.fixed import APARTMENTS, HELD_OUT_APARTMENTS, apartment, room
from casita.scenes.generate.house import house
from casita.scenes.scene import Scene
from casita.scenes.variation import NoVariation, vary
from casita.seeds import Stream, derived_seed, stream
from casita.world.edit import Edit
from casita.world.starting import beginning
from casita.world.state import State

PIXELS = 256
"""Of the side of a picture."""

WANTED = ("rgb", "ids", "parts")
"""What labels are read from."""

LABELS = 2
"""Version of what is labelled; 2 since whether something is on is told only where the picture would differ."""

HOMES = 6
"""In a shard; the last of them is a house or an apartment where those are learnt from."""

VIEWS = {"room": 20, "house": 40}
"""Pictures of one home, by what it is."""

ROUNDS = (0.08, 0.35)
"""How often a state of a thing changes; half of the pictures of a home are taken after each round."""

MOMENTS = 0.2
"""Share of pictures in which things were put before the camera or are held."""

SMOOTH = 0.8
"""Share of pictures with four samples a pixel; the others have one, as films have."""

PLAIN = 0.1
"""Share of rooms that are as they come, with nothing varied but states."""

Split = Literal["train", "tune", "test", "houses"]
SPLITS: tuple[Split, ...] = get_args(Split)

ROOMS = {"train": range(1, 21), "tune": range(21, 26), "test": range(26, 31)}
"""Numbers of the rooms of each split."""

SHARDS: dict[Split, int] = {"train": 190, "tune": 4, "test": 13, "houses": 2}
"""Shards of each split: 26,600, 480, 1,560 and 480 pictures."""


class Shard(NamedTuple):
    """Pictures (n x PIXELS x PIXELS x 3, memory-mapped), and of each the things seen in it."""

    pictures: Uint8s
    things: list[Rows]


def draw_frames(folder: Path, splits: Sequence[Split], seed: int = 0, workers: int = 1) -> None:
    """Draw all pictures of some splits that are not there yet."""
    wanted = [(folder, split, number, seed) for split in splits for number in range(SHARDS[split])]
    missing = [work for work in wanted if work[2] not in shards_there(folder, work[1], seed)]
    for _ in mapped(_draw, missing, workers, "pictures"):
        pass


def _draw(work: tuple[Path, Split, int, int]) -> None:
    make_shard(*work)


def make_shard(folder: Path, split: Split, number: int, seed: int = 0) -> None:
    """Write a shard, if it is not there yet."""
    if split not in SPLITS:
        raise unknown("split of the detector's pictures", split, SPLITS)
    name = _name(split, number, seed)
    if not has_shard(folder, name):
        pictures, things = zip(*taken(split, number, seed), strict=True)
        ends = np.cumsum([len(rows) for rows in things]).astype(np.int64)
        write_shard(folder, name, np.stack(pictures), {"things": np.concatenate(things), "ends": ends})


def load_shard(folder: Path, split: Split, number: int, seed: int = 0) -> Shard:
    """A shard that was written before."""
    pictures, labels = read_shard(folder, _name(split, number, seed))
    return Shard(pictures, np.split(labels["things"].reshape(-1, COLUMNS), labels["ends"][:-1]))


def shards_there(folder: Path, split: Split, seed: int = 0) -> list[int]:
    """Numbers of the shards that have been written."""
    return [number for number in range(SHARDS[split]) if has_shard(folder, _name(split, number, seed))]


def taken(split: Split, number: int, seed: int = 0) -> Iterator[tuple[Uint8s, Rows]]:
    """The pictures of a shard with their labels."""
    for place in range(HOMES):
        home = number * HOMES + place
        is_house = split == "houses" or (split == "train" and place == HOMES - 1)
        luck = stream(seed, "detector", split, home)
        scene = _house(split, home, luck) if is_house else _room(split, home, luck)
        yield from _pictures(scene, VIEWS["house" if is_house else "room"], luck.child("pictures"))


def _name(split: Split, number: int, seed: int) -> str:
    return f"{split}_{number:03}_labels{LABELS}_seed{seed}"


def _room(split: Split, home: int, luck: Stream) -> Scene:
    """A fixed room, nearly always varied; all rooms of the split come in turn."""
    numbers = ROOMS[split]
    turn = home % (len(numbers) * len(ROOM_KINDS))
    plain = room(ROOM_KINDS[turn % len(ROOM_KINDS)], numbers[turn // len(ROOM_KINDS)])
    if luck.chance(PLAIN):
        return plain
    number = luck.below(1 << 30)
    try:
        return vary(plain, number, "places", "colours", "light", "conditions", "sizes")
    except NoVariation:
        return vary(plain, number, "colours", "light", "conditions")


def _house(split: Split, home: int, luck: Stream) -> Scene:
    """A procedural house of 1 to 4 rooms; in training every fourth is an apartment in other colours."""
    if split == "train" and luck.chance(0.25):
        number = 1 + luck.below(APARTMENTS - len(HELD_OUT_APARTMENTS))
        return vary(apartment(number), luck.below(1 << 30), "colours", "light", "conditions")
    drawn = derived_seed(luck.below(1 << 30), "detector", split, home) % (1 << 31)
    return vary(house(drawn, rooms=1 + luck.below(4)), luck.below(1 << 30), "light")


def _pictures(scene: Scene, count: int, luck: Stream) -> Iterator[tuple[Uint8s, Rows]]:
    """So many pictures of a home."""
    renderer = Renderer(scene, agents=False)
    state = beginning(scene, {"agent": "thor"}, rules="command")
    for number, chance in enumerate(ROUNDS):
        state = _changed(state, luck.child("round", number), chance)
        views = Views(state)
        for turn in range(count // len(ROUNDS)):
            draw = luck.child(number, turn)
            now, camera = _shot(state, views, draw, turn)
            smooth = draw.chance(SMOOTH)
            look = partial(renderer.look, camera=camera, size=(PIXELS, PIXELS), want=WANTED, smooth=smooth)
            frame = look(now)
            yield frame.rgb, things_seen(frame, now, look)


def _changed(state: State, luck: Stream, chance: float) -> State:
    """The home with some states of its things changed."""
    edit = Edit(state)
    for slot in np.flatnonzero(edit.exists).tolist():
        draw_states(edit, slot, luck, chance)
    return edit.finished(state.tick)


def _shot(state: State, views: Views, luck: Stream, turn: int) -> tuple[State, Camera]:
    """What is so in a picture, and where it is taken from."""
    if luck.chance(MOMENTS):
        view = drawn_view(state, luck)
        if view is not None:
            moment = drawn_moment(state, view, luck)
            return moment.state, moment.camera
    camera = views.anywhere(luck) if turn % 2 else views.at_something(luck)
    return state, camera or Camera((0.0, 0.0, 1.5))
