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
from casita.benchmarks.act_thor.tables import read_attempts, read_settings, to_parquet
from casita.benchmarks.act_thor.variations import VARIATIONS, setting
from casita.benchmarks.protocols import Picture
from casita.catalog import ROOM_KINDS, RoomKind
from casita.episodes import to_lines
from casita.errors import BadInput, unknown
from casita.scale import mapped
from casita.scenes.fixed import ROOMS_OF_A_KIND, room
from casita.versions import VERSIONS
from casita.writing import write_whole

SMALL = (1, 2, 3, 4, 21, 26)
"""Numbers of the rooms of each kind at the small scale: enough to train on, to validate and to test."""


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
    _check_folder(out, wanted)
    work = [Work(out, wanted, unit) for unit in wanted.units]
    for _ in mapped(_do, work, workers, "ACT-Thor: rooms", progress=progress):
        pass
    attempts = [row for each in work for row in read_attempts(_rows_of(each))]
    collections = {name: clean(attempts, name) for name in CONFIGURATIONS}
    sets = {name: all_contrast_sets(found.triples, wanted.seed) for name, found in collections.items()}
    files = {f"rooms/{each.unit.name}.parquet": _rows_of(each).read_bytes() for each in work}
    for name, found in sets.items():
        files[f"sets_{name}.parquet"] = to_parquet(found, ContrastSet, _stamp(wanted))
        write_whole(out / f"sets_{name}.parquet", files[f"sets_{name}.parquet"])
    write_whole(out / "README.md", card(wanted, collections, sets).encode())
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    manifest = {"data": "act_thor", **_stamp(wanted), "files": hashes}
    write_whole(out / "manifest.json", (json.dumps(manifest, indent=1) + "\n").encode())
    return Generated(out, collections, sets)


def _stamp(settings: Settings) -> dict[str, Any]:
    """What the bytes depend on."""
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(settings).items()}
    return {"settings": plain, "versions": VERSIONS}


def _check_folder(out: Path, settings: Settings) -> None:
    """Raise BadInput if the folder holds something else than data of these settings."""
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is a file; data need a folder")
    found = out / "manifest.json"
    if found.exists():
        from casita.benchmarks.act_thor.tables import read_manifest

        stamp = read_manifest(found)
        if {name: stamp.get(name) for name in ("settings", "versions")} != _stamp(settings):
            raise BadInput(f"{out} holds data made with other settings or versions: see {found}; choose another folder")
    elif out.exists() and any(path.name not in ("rooms", "pictures") for path in out.iterdir() if path.name[0] != "."):
        raise BadInput(f"{out} holds other files than ACT-Thor's data; choose another folder")


def _rows_of(work: Work) -> Path:
    return work.out / "rooms" / f"{work.unit.name}.parquet"


def _do(work: Work) -> None:
    """One room: its pictures first, then its rows, unless they are there."""
    path = _rows_of(work)
    stamp = _stamp(work.settings)
    if path.exists():
        if read_settings(path) != stamp:
            raise BadInput(f"{path} was made with other settings or versions; choose another folder")
        return
    kind, number, take = work.unit
    own = room(kind, number).replace()  # a copy, so that the meshes of one room go before those of the next are made
    where = setting(own, work.settings.seed, take, work.settings.vary)
    rows: list[Attempt] = []
    for trials in collect(where, work.settings.seed, physics=work.settings.physics):
        found = _attempts(trials, where.scene.name, take)
        rows += found
        kept = {row.action for row in found if is_done(row) and is_visible(row) and is_different(row)}
        for key, picture in _pictures(trials, where.scene.name, take, kept):
            write_whole(work.out / "pictures" / f"{key}.png", to_png(picture))
    write_whole(path, to_parquet(rows, Attempt, stamp))


def _attempts(trials: Trials, scene: str, take: int) -> list[Attempt]:
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
