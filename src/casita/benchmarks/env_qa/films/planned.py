"""Which films there are: rooms, parts, kinds of film, people and seeds, as the paper's numbers have it."""

from __future__ import annotations

from typing import NamedTuple

from casita.benchmarks.env_qa import paper
from casita.benchmarks.env_qa.films.persons import PERSONS
from casita.benchmarks.env_qa.item import FilmKind, Part
from casita.catalog import ROOM_KINDS
from casita.errors import BadInput, unknown
from casita.seeds import stream

ROOMS_OF: dict[Part, range] = {"train": range(1, 21), "valid": range(21, 26), "test": range(26, 31)}
"""Numbers of the rooms that are new in a part; films of validation and test are in rooms of training, too."""

NEW_ROOMS = 0.6
"""Share of the films of validation and test in rooms that are not in training."""

SHARES: dict[Part, float] = {"train": 0.7, "valid": 0.15, "test": 0.15}

KINDS: dict[FilmKind, float] = {"exploring": 0.15, "random": 0.25, "object": 0.25, "action": 0.2, "task": 0.15}
"""Shares of kinds of film; the paper's Figure 3 (a) cannot be read, so these are ours."""

SCALES = {"small": 20, "paper": paper.FILMS}
"""Films in all, by name."""


class Planned(NamedTuple):
    """A film that is to be taken."""

    id: str
    room: str
    part: Part
    kind: FilmKind
    person: str
    cuts: int
    """Shorter videos that are cut from it."""


LEAST = 20
"""Films, at the least: every part has some."""


def films_of(scale: str) -> int:
    """Films of a scale by name, or of a number; BadInput if it is neither, or too small."""
    if not scale.isdecimal():
        if scale not in SCALES:
            raise unknown("--scale", scale, [*SCALES, "a number of films"])
        return SCALES[scale]
    if int(scale) < LEAST:
        raise BadInput(f"--scale: there are at least {LEAST} films; asked for {scale}")
    return int(scale)


def planned(scale: str, seed: int) -> list[Planned]:
    """All films of a scale, in a fixed order."""
    count = films_of(scale)
    cuts = round(count * (paper.VIDEOS - paper.FILMS) / paper.FILMS)
    found, number = list[Planned](), 0
    for part, share in SHARES.items():
        films = round(count * share)
        new = films if part == "train" else round(films * NEW_ROOMS)
        for turn in range(films):
            numbers = ROOMS_OF[part] if turn < new else ROOMS_OF["train"]
            kind_of_room = ROOM_KINDS[turn % len(ROOM_KINDS)]
            room = f"{kind_of_room}_{numbers[turn // len(ROOM_KINDS) % len(numbers)]:02d}"
            luck = stream(seed, "env_qa", part, turn)
            kind = luck.weighted_order(KINDS)[0]
            own = (number + 1) * cuts // count - number * cuts // count
            found.append(Planned(f"{part}_{turn:04d}", room, part, kind, luck.choice(sorted(PERSONS)), own))
            number += 1
    return found
