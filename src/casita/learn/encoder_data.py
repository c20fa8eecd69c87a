"""Pictures with labels to train the encoder on: shards of one home each, the same bytes from the same seed.

Homes are the fixed rooms 1 to 20 of each kind, as they are and varied, and procedural houses. Rooms 21 to 25 are
only looked at to measure; rooms 26 to 30 never are. For an encoder that is told types only, every third room and the
outcomes that a benchmark holds out are left out (`held_out.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from casita.arrays import Uint8s
from casita.catalog import ROOM_KINDS, RoomKind
from casita.errors import BadInput
from casita.learn.encoder_labels import SIDE, Labels, labelled
from casita.learn.held_out import Told, hidden_outcomes, is_shown
from casita.learn.moments import drawn_moment, drawn_view
from casita.learn.shards import has_shard, read_shard, write_shard
from casita.render.renderer import Renderer
from casita.scenes.fixed import room, split_of
from casita.scenes.generate.house import house
from casita.scenes.scene import Scene
from casita.scenes.variation import vary
from casita.seeds import Stream, derived_seed, stream
from casita.world.starting import beginning

MOMENTS = 6
"""Pictures of one view."""

SMOOTH = 0.75
"""How often a picture is drawn with four samples a pixel."""

FRESH = 4
"""Views after which the home is as it was at first."""


class Home(NamedTuple):
    """A home to take pictures in, and how many."""

    source: str
    """What it is: "room", "varied" or "house"."""
    kind: RoomKind
    number: int
    """Of the room; for a house, of its seed."""
    pictures: int

    @property
    def name(self) -> str:
        """The name of its shard."""
        return f"{self.source}_{self.kind}_{self.number:03}" if self.source != "house" else f"house_{self.number:03}"

    def scene(self, seed: int) -> Scene:
        """The home itself."""
        if self.source == "house":
            return house(derived_seed(seed, "encoder", "house", self.number) % (1 << 31), rooms=1 + self.number % 3)
        plain = room(self.kind, self.number)
        if self.source == "room":
            return plain
        return vary(plain, derived_seed(seed, "encoder", self.name) % (1 << 31), "colours", "light")


class Shard(NamedTuple):
    """Pictures (n x SIDE x SIDE x 3, memory-mapped) and their labels."""

    pictures: Uint8s
    labels: Labels


def training_homes(scale: float = 1.0, told: Told = "states") -> tuple[Home, ...]:
    """Homes to train in; `scale` is a factor of the number of pictures."""
    found = []
    for number in range(1, 21):
        for kind in ROOM_KINDS if is_shown(number, told) else ():
            many = round(scale * (96 if kind == "kitchen" else 72 if kind == "living_room" else 60))
            found.append(Home("room", kind, number, many))
            if number % 4 == 1:
                found.append(Home("varied", kind, number, many))
        found.append(Home("house", "kitchen", number, round(120 * scale)))
    return tuple(found)


def measuring_homes(scale: float = 1.0) -> tuple[Home, ...]:
    """Validation rooms, to measure what was learnt."""
    return tuple(Home("room", kind, number, round(48 * scale)) for number in range(21, 26) for kind in ROOM_KINDS)


def taken(home: Home, seed: int, told: Told = "states") -> Shard:
    """The pictures of one home, with labels, for an encoder that is told so much."""
    if home.source != "house" and split_of(home.number) == "test":
        raise BadInput(f"the encoder never sees room {home.number} of a kind: it is a test room")
    luck = stream(seed, "encoder", home.name)
    scene = home.scene(seed)
    pictures = np.empty((home.pictures, SIDE, SIDE, 3), np.uint8)
    rows = []
    for number, (picture, labels) in zip(
        range(home.pictures), _shots(scene, luck, hidden_outcomes(told)), strict=False
    ):
        pictures[number] = picture
        rows.append(labels)
    return Shard(pictures, Labels(*(np.stack(column) for column in zip(*rows, strict=True))))


def _shots(scene: Scene, luck: Stream, hidden: frozenset[tuple[str, str]]) -> Iterator[tuple[Uint8s, Labels]]:
    """Pictures of a home without end."""
    renderer = Renderer(scene)
    start = beginning(scene, {"agent": "thor"}, rules="command")
    number = 0
    state = start
    while True:
        draw = luck.child(number)
        if number % FRESH == 0:
            state = start
        number += 1
        view = drawn_view(state, draw)
        if view is None:
            continue
        for turn in range(MOMENTS):
            moment = drawn_moment(state, view, draw.child(turn), hidden)
            smooth = draw.chance(SMOOTH)
            frame = renderer.look(moment.state, moment.camera, (SIDE, SIDE), ("rgb", "ids"), smooth=smooth)
            yield frame.rgb, labelled(frame, moment)


def make_shard(home: Home, seed: int, folder: Path, told: Told = "states") -> None:
    """Write the shard of a home, if it is not there yet."""
    name = shard_name(home, seed)
    if not has_shard(folder, name):
        shard = taken(home, seed, told)
        write_shard(folder, name, shard.pictures, shard.labels._asdict())


def read_home(home: Home, seed: int, folder: Path) -> Shard:
    """The shard of a home that was written before."""
    pictures, labels = read_shard(folder, shard_name(home, seed))
    return Shard(pictures, Labels(**labels))


def shard_name(home: Home, seed: int) -> str:
    """The name of the files of a home."""
    return f"{home.name}_{home.pictures}_seed{seed}"
