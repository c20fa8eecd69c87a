"""From a seed to a folder of data: attempts, pictures, contrast sets, and a card.

    DIR/rooms/kitchen_12.parquet    what was tried in a room, with every log; written after the room's pictures
    DIR/pictures/kitchen_12/...     PNG files; a picture's key is its path
    DIR/sets_paper.parquet          contrast sets of the paper's twelve actions; sets_full.parquet of all that survive
    DIR/README.md, manifest.json    the card, and what the folder was made with, hashes included; written last

A room is the unit of work: a generator that was killed goes on with the rooms that are missing, and the bytes are the
same as if it had not been.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from casita.benchmarks.act_thor.actions import CONFIGURATIONS
from casita.benchmarks.act_thor.card import card
from casita.benchmarks.act_thor.clean import Collection, clean, is_different, is_done, is_visible
from casita.benchmarks.act_thor.collect import Trials, collect, pixels_apart
from casita.benchmarks.act_thor.contrast import all_contrast_sets
from casita.benchmarks.act_thor.item import Attempt, ContrastSet, picture_key
from casita.benchmarks.act_thor.tables import read_attempts, read_manifest, read_settings, to_parquet
from casita.benchmarks.act_thor.variations import VARIATIONS, Setting, setting
from casita.catalog import ROOM_KINDS, RoomKind
from casita.episodes import to_lines
from casita.errors import BadInput, unknown
from casita.protocols import Picture
from casita.scale import mapped
from casita.scenes.fixed import ROOMS_OF_A_KIND, room
from casita.versions import VERSIONS
from casita.writing import write_whole

MANIFEST, MANIFEST_STEPS = "manifest.json", "manifest_steps.json"
"""What the data were made with, and what sequences of actions were made with."""

OWN = (
    *("rooms", "pictures", "steps", "features", "views", "README.md", MANIFEST, MANIFEST_STEPS),
    *("sets_steps.parquet", *(f"sets_{name}.parquet" for name in CONFIGURATIONS)),
)
"""All that is ever written into a folder of data; features and views are kept there by those who learn from it."""

SMALL = (1, 2, 3, 4, 21, 26)
"""Numbers of the rooms of each kind at the small scale: enough to train on, to validate and to test."""


ELSEWHERE = {"paper": 1, "full": 1, "hard": 2}
"""Candidates that show the same action in other scenes, by configuration."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the data depend on; the same settings give the same bytes."""

    seed: int = 0
    """Where all luck comes from."""
    scale: str = "paper"
    """`small` (24 rooms), `paper` (120 rooms), or how many times the paper's size."""
    vary: tuple[str, ...] = ("perspective",)
    """What differs in takes beyond the first: colours, light, perspective, distractors."""
    physics: str = "mujoco"
    """What lets things fall and slide: mujoco or kinematic."""
    rooms: tuple[str, ...] = ()
    """Names of the only rooms to use, such as kitchen_12; all of the scale's if empty."""

    def __post_init__(self) -> None:
        if self.scale not in ("small", "paper") and not (self.scale.isdigit() and int(self.scale) >= 1):
            raise BadInput(f"a scale is small, paper or a whole number from 1 on; it is {self.scale!r}")
        for name in self.vary:
            if name not in VARIATIONS:
                raise unknown("variation", name, VARIATIONS)

    @property
    def units(self) -> list[Unit]:
        """All rooms, each as many times as the scale asks for."""
        takes = int(self.scale) if self.scale.isdigit() else 1
        numbers = SMALL if self.scale == "small" else range(1, ROOMS_OF_A_KIND + 1)
        found = [Unit(kind, number, take) for take in range(takes) for kind in ROOM_KINDS for number in numbers]
        names = [f"{kind}_{number:02d}" for kind, number, _ in found]
        for name in self.rooms:
            if name not in names:
                raise unknown("room of this scale", name, names)
        return [unit for unit, name in zip(found, names, strict=True) if not self.rooms or name in self.rooms]


class Unit(NamedTuple):
    """One take of one room."""

    kind: RoomKind
    number: int
    take: int

    @property
    def name(self) -> str:
        """As in the keys of its pictures."""
        return f"{self.kind}_{self.number:02d}" + (f"~{self.take}" if self.take else "")


class Work(NamedTuple):
    """What one worker is asked for."""

    out: Path
    settings: Settings
    unit: Unit
    rows: str = "rooms"
    """The folder for the rows."""

    @property
    def path(self) -> Path:
        """Where the rows of its room are."""
        return self.out / self.rows / self.name

    @property
    def name(self) -> str:
        """The file's name."""
        return f"{self.unit.name}.parquet"


class Generated(NamedTuple):
    """What came of it."""

    out: Path
    collections: dict[str, Collection]
    sets: dict[str, list[ContrastSet]]


def generate(
    out: str | Path, settings: Settings | None = None, *, workers: int = 1, progress: bool = True
) -> Generated:
    """Make the data, or what is missing of them."""
    wanted = settings or Settings()
    out = Path(out)
    check_folder(out, wanted)
    work = [Work(out, wanted, unit) for unit in wanted.units]
    for _ in mapped(make_room, work, workers, "ACT-Thor: rooms", progress=progress):
        pass
    attempts = [row for each in work for row in read_attempts(each.path)]
    collections = {name: clean(attempts, name) for name in CONFIGURATIONS}
    sets = {name: all_contrast_sets(found.triples, wanted.seed, ELSEWHERE[name]) for name, found in collections.items()}
    files = {f"{each.rows}/{each.name}": each.path.read_bytes() for each in work}
    for name, found in sets.items():
        files[f"sets_{name}.parquet"] = to_parquet(found, ContrastSet, stamp_of(wanted))
        write_whole(out / f"sets_{name}.parquet", files[f"sets_{name}.parquet"])
    write_whole(out / "README.md", card(wanted, collections, sets).encode())
    write_manifest(out / MANIFEST, wanted, files)
    return Generated(out, collections, sets)


def write_manifest(path: Path, settings: Settings, files: Mapping[str, bytes]) -> None:
    """Say what some files were made with, and their hashes."""
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    manifest = {"data": "act_thor", **stamp_of(settings), "files": hashes}
    write_whole(path, (json.dumps(manifest, indent=1) + "\n").encode())


def stamp_of(settings: Settings) -> dict[str, Any]:
    """What the bytes depend on."""
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(settings).items()}
    return {"settings": plain, "versions": VERSIONS}


def check_folder(out: Path, settings: Settings) -> None:
    """Raise BadInput if the folder holds something else than data of these settings."""
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is a file; data need a folder")
    manifests = [path for path in (out / MANIFEST, out / MANIFEST_STEPS) if path.exists()]
    for path in manifests:
        stamp = read_manifest(path)
        if {name: stamp.get(name) for name in ("settings", "versions")} != stamp_of(settings):
            raise BadInput(f"{out} holds data made with other settings or versions: see {path}; choose another folder")
    if not manifests and out.exists():
        for path in sorted(out.iterdir()):
            if path.name not in OWN and path.name[0] != ".":
                raise BadInput(f"{out} holds {path.name}, which is not ACT-Thor's; choose another folder")


def missing_room(work: Work) -> Setting | None:
    """The room of some work, set up; None if its rows are there already."""
    if work.path.exists():
        if read_settings(work.path) != stamp_of(work.settings):
            raise BadInput(f"{work.path} was made with other settings or versions; choose another folder")
        return None
    kind, number, take = work.unit
    own = room(kind, number).replace()  # a copy, so that the meshes of one room go before those of the next are made
    return setting(own, work.settings.seed, take, work.settings.vary)


def write_pictures(work: Work, trials: Trials, scene: str, kept: set[str]) -> None:
    """Write the pictures that are worth keeping of one thing's trials."""
    for key, picture in _pictures(trials, scene, work.unit.take, kept):
        write_whole(work.out / "pictures" / f"{key}.png", to_png(picture))


def make_room(work: Work) -> None:
    """One room: its pictures first, then its rows, unless they are there."""
    where = missing_room(work)
    if where is None:
        return
    rows: list[Attempt] = []
    for trials in collect(where, work.settings.seed, physics=work.settings.physics):
        found = attempts_of(trials, where.scene.name, work.unit.take)
        rows += found
        kept = {row.action for row in found if is_done(row) and is_visible(row) and is_different(row)}
        write_pictures(work, trials, where.scene.name, kept)
    write_whole(work.path, to_parquet(rows, Attempt, stamp_of(work.settings)))


def attempts_of(trials: Trials, scene: str, take: int) -> list[Attempt]:
    """The rows of one thing's trials."""
    apart: dict[str, dict[str, int]] = {tried.action: {} for tried in trials.tried}
    for one, other in combinations([tried for tried in trials.tried if tried.picture is not None], 2):
        assert one.picture is not None
        assert other.picture is not None
        apart[one.action][other.action] = apart[other.action][one.action] = pixels_apart(one.picture, other.picture)
    return [
        Attempt(
            scene=scene,
            take=take,
            object=trials.object,
            object_type=trials.kind,
            trial=trials.trial,
            action=tried.action,
            refused=tried.refused,
            seen_before=trials.seen,
            seen=tried.seen,
            changed=tried.changed,
            apart=apart[tried.action],
            log=to_lines(tried.episode) if tried.episode else b"",
            state_before=trials.state,
            state_after=tried.episode.digests[len(tried.episode.ticks)] if tried.episode else "",
        )
        for tried in trials.tried
    ]


def _pictures(trials: Trials, scene: str, take: int, kept: set[str]) -> list[tuple[str, Picture]]:
    """The pictures that are worth keeping, by key."""
    if not kept:
        return []
    found = [("before", trials.before)]
    found += [
        (tried.action, tried.picture) for tried in trials.tried if tried.action in kept and tried.picture is not None
    ]
    return [(picture_key(scene, take, trials.object, trials.trial, name), picture) for name, picture in found]


def to_png(picture: Picture) -> bytes:
    """A picture as the bytes of a PNG file; compressed little, for that is what takes the time."""
    from PIL import Image

    made = BytesIO()
    Image.fromarray(picture).save(made, "PNG", compress_level=1)
    return made.getvalue()
