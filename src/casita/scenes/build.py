"""Makes the committed scenes: `python -m casita.scenes.build [rooms] [apartments] [houses]`.

They are made once and then frozen; run this only to make a new version of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from casita.catalog import ROOM_KINDS, RoomKind
from casita.errors import unknown
from casita.scenes.check import check_scene
from casita.scenes.drawn import read_drawing
from casita.scenes.files import save
from casita.scenes.fixed import APARTMENTS, DRAWN_HOUSES, ROOMS_OF_A_KIND
from casita.scenes.generate.contents import FIXED_SEED, fixed_contents
from casita.scenes.generate.single_room import built_room

DATA = Path(__file__).parent / "data"


def build_room(kind: RoomKind, number: int) -> Path:
    """Make one fixed room and write it."""
    name = f"{kind}_{number:02}"
    path = DATA / "rooms" / f"{name}.json"
    save(built_room(name, kind, fixed_contents(kind, number), FIXED_SEED), path)
    return path


def build_drawn(folder: str, stem: str) -> Path:
    """Make the scene of one drawing and write it; a drawing that is not sound is an error."""
    scene = read_drawing(DATA / "drawings" / f"{stem}.toml")
    problems = check_scene(scene)
    if problems:
        raise RuntimeError(f"{stem} is not sound: {'; '.join(map(str, problems))}")
    path = DATA / folder / f"{stem}.json"
    save(scene, path)
    return path


def build(groups: Iterable[str]) -> None:
    """Make the scenes of some groups: rooms, apartments, houses."""
    groups = list(groups) or ["rooms", "apartments", "houses"]
    with ProcessPoolExecutor() as pool:
        jobs = []
        for group in groups:
            if group == "rooms":
                jobs += [pool.submit(build_room, k, n) for k in ROOM_KINDS for n in range(1, ROOMS_OF_A_KIND + 1)]
            elif group == "apartments":
                jobs += [pool.submit(build_drawn, group, f"apartment_{n:02}") for n in range(1, APARTMENTS + 1)]
            elif group == "houses":
                jobs += [pool.submit(build_drawn, group, f"drawn_house_{n:02}") for n in range(1, DRAWN_HOUSES + 1)]
            else:
                raise unknown("group of scenes", group, ("rooms", "apartments", "houses"))
        for job in jobs:
            sys.stdout.write(f"{job.result().relative_to(DATA)}\n")


if __name__ == "__main__":
    build(sys.argv[1:])
