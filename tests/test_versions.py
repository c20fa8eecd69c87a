"""What data depend on gives the same bytes as when its version was given. If it should not: a new version.

`python -m tests.test_versions` prints the hashes of the code as it is.
"""

from __future__ import annotations

import hashlib
import sys

import msgspec
import pytest

import casita
from casita.catalog import ROOM_KINDS, catalog
from casita.episodes import scene_hash
from casita.render import Renderer, eyes
from casita.scenes.fixed import APARTMENTS, DRAWN_HOUSES, ROOMS_OF_A_KIND
from casita.seeds import stream
from casita.versions import VERSIONS
from casita.world.legal import legal
from casita.world.state import beginning
from casita.world.step import step

GOLDEN: dict[str, dict[str, str]] = {
    "catalogue": {"v1": "e80adc40bc01cd4d542cff29c102daad"},
    "scenes": {"v1": "8004c929dd20927972bea4995bca8193"},
    "world": {"v1": "e7fc224775a6996b7449b5f8e30c542b"},
    "render": {"v1": "bdeef654a2e617888c1a4e8fd59f7800"},
}
"""Hashes by version."""


def of_catalogue() -> str:
    return "".join(msgspec.json.encode(kind).decode() for kind in catalog().values())


def of_scenes() -> str:
    scenes = [casita.room(kind, number) for kind in ROOM_KINDS for number in range(1, ROOMS_OF_A_KIND + 1)]
    scenes += [casita.apartment(number) for number in range(1, APARTMENTS + 1)]
    scenes += [casita.drawn_house(number) for number in range(1, DRAWN_HOUSES + 1)]
    scenes.append(casita.house(7, 5))
    return "".join(map(scene_hash, scenes))


def of_world() -> str:
    """States after some dozens of actions drawn by luck, under both rules."""
    digests = []
    for number, rules in enumerate(("command", "household")):
        state = beginning(casita.apartment(number + 1), {"alice": "person", "bob": "thor"}, rules=rules, seed=number)
        luck = stream(number, "golden")
        for turn in range(12):
            options = legal(state, state.names[turn % 2])
            state = step(state, [luck.choice(options)]).state
        digests.append(state.digest())
    return "".join(digests)


def of_render() -> str:
    made = []
    for number, kind in enumerate(ROOM_KINDS):
        state = beginning(casita.room(kind, 11 + number), seed=number)
        frame = Renderer(state.scene).look(state, eyes(state, 0), (96, 72), smooth=bool(number % 2))
        made.append(hashlib.sha256(frame.rgb.tobytes() + frame.depth.tobytes() + frame.ids.tobytes()).hexdigest())
    return "".join(made)


MAKERS = {"catalogue": of_catalogue, "scenes": of_scenes, "world": of_world, "render": of_render}


def found(name: str) -> str:
    return hashlib.sha256(MAKERS[name]().encode()).hexdigest()[:32]


@pytest.mark.parametrize("name", list(VERSIONS))
def test_the_bytes_are_those_of_the_version(name: str) -> None:
    golden = GOLDEN[name].get(VERSIONS[name])
    assert found(name) == golden, f"{name} gives other bytes than {VERSIONS[name]} did: mend it, or give a new version"


if __name__ == "__main__":
    for each in VERSIONS:
        sys.stdout.write(f"{each} {VERSIONS[each]} {found(each)}\n")
