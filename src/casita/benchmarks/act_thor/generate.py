"""From a seed to a folder of data: attempts, pictures, contrast sets, and a card.

    DIR/rooms/kitchen_12.parquet    what was tried in a room, with every log; written after the room's pictures
    DIR/pictures/kitchen_12/...     PNG files; a picture's key is its path
    DIR/sets_paper.parquet          contrast sets of the paper's twelve actions; sets_full.parquet of all that survive
    DIR/README.md, manifest.json    the card, and what the folder was made with, hashes included; written last

    DIR/steps/kitchen_12.parquet    two and three actions in a row, if asked for; their pictures are beside the others,
                                    and where the keys are the same, so are the bytes
    DIR/sets_steps.parquet          forward and backward sets of sequences
    DIR/manifest_steps.json         of its own, so that neither generator rewrites what the other says

A room is the unit of work: a generator that was killed goes on with the rooms that are missing, and the bytes are the
same as if it had not been.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from casita.benchmarks.act_thor.collecting.actions import CONFIGURATIONS
from casita.benchmarks.act_thor.collecting.card import card
from casita.benchmarks.act_thor.collecting.cleaning import Collection, clean, is_different, is_done, is_visible
from casita.benchmarks.act_thor.collecting.contrast import all_contrast_sets
from casita.benchmarks.act_thor.collecting.settings import DataSettings, Unit
from casita.benchmarks.act_thor.collecting.trials import Trials, attempts_of, collect
from casita.benchmarks.act_thor.collecting.variations import RoomSetup, room_setup
from casita.benchmarks.act_thor.item import Attempt, ContrastSet, picture_key
from casita.benchmarks.act_thor.steps.sets import direction_of, length_of, step_sets
from casita.benchmarks.act_thor.steps.trials import collect_steps
from casita.benchmarks.act_thor.stored.folder import MANIFEST, STEPS_MANIFEST, STEPS_ROWS, STEPS_SETS
from casita.benchmarks.act_thor.stored.tables import read_attempts, read_manifest, read_settings, to_parquet
from casita.errors import BadInput
from casita.protocols import Picture
from casita.scale import mapped
from casita.scenes.fixed import room
from casita.versions import VERSIONS
from casita.writing import write_whole

FOLDER = (
    *("rooms", "pictures", STEPS_ROWS, "features", "views", "README.md", MANIFEST, STEPS_MANIFEST),
    *(STEPS_SETS, *(f"sets_{name}.parquet" for name in CONFIGURATIONS)),
)
"""All that is ever written into a folder of data; features and views are kept there by those who learn from it."""

ELSEWHERE = {"paper": 1, "full": 1, "hard": 2}
"""Candidates that show the same action in other scenes, by configuration."""


class Work(NamedTuple):
    """What one worker is asked for."""

    out: Path
    settings: DataSettings
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
    """What is left of the attempts, and the contrast sets made of them, by configuration."""

    out: Path
    collections: dict[str, Collection]
    sets: dict[str, list[ContrastSet]]


def generate(
    out: str | Path, settings: DataSettings | None = None, *, workers: int = 1, progress: bool = True
) -> Generated:
    """Make the data, or what is missing of them."""
    wanted = settings or DataSettings()
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


class GeneratedSteps(NamedTuple):
    """Every sequence that was done, and the contrast sets made of them."""

    out: Path
    rows: list[Attempt]
    sets: list[ContrastSet]


def generate_steps(
    out: str | Path, settings: DataSettings | None = None, *, workers: int = 1, progress: bool = True
) -> GeneratedSteps:
    """Make the data of sequences, or what is missing of them."""
    settings, out = settings or DataSettings(), Path(out)
    check_folder(out, settings)
    work = [Work(out, settings, unit, STEPS_ROWS) for unit in settings.units]
    for _ in mapped(_make_steps, work, workers, "ACT-Thor: sequences", progress=progress):
        pass
    rows = [row for each in work for row in read_attempts(each.path)]
    sets = step_sets(rows, settings.seed)
    files = {f"{STEPS_ROWS}/{each.name}": each.path.read_bytes() for each in work}
    files[STEPS_SETS] = to_parquet(sets, ContrastSet, stamp_of(settings))
    write_whole(out / STEPS_SETS, files[STEPS_SETS])
    write_manifest(out / STEPS_MANIFEST, settings, files)
    return GeneratedSteps(out, rows, sets)


def _make_steps(work: Work) -> None:
    """One room: its pictures first, then its rows, unless they are there."""
    where = missing_room(work)
    if where is None:
        return
    rows: list[Attempt] = []
    for trials, found in collect_steps(where, work.settings.seed, work.unit.take, physics=work.settings.physics):
        rows += found
        kept = {row.action for row in found if is_visible(row) and is_different(row)}
        write_pictures(work, trials, where.scene.name, kept)
    write_whole(work.path, to_parquet(rows, Attempt, stamp_of(work.settings)))


def summary(generated: GeneratedSteps) -> list[str]:
    """What was made, in lines."""
    counts = Counter((direction_of(item), length_of(item)) for item in generated.sets)
    return [f"{direction}, {length} actions: {counts[direction, length]} sets" for direction, length in sorted(counts)]


def write_manifest(path: Path, settings: DataSettings, files: Mapping[str, bytes]) -> None:
    """Say what some files were made with, and their hashes."""
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    manifest = {"data": "act_thor", **stamp_of(settings), "files": hashes}
    write_whole(path, (json.dumps(manifest, indent=1) + "\n").encode())


def stamp_of(settings: DataSettings) -> dict[str, Any]:
    """What the bytes depend on."""
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(settings).items()}
    return {"settings": plain, "versions": VERSIONS}


def check_folder(out: Path, settings: DataSettings) -> None:
    """Raise BadInput if the folder holds something else than data of these settings."""
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is a file; data need a folder")
    manifests = [path for path in (out / MANIFEST, out / STEPS_MANIFEST) if path.exists()]
    for path in manifests:
        stamp = read_manifest(path)
        if {name: stamp.get(name) for name in ("settings", "versions")} != stamp_of(settings):
            raise BadInput(f"{out} holds data made with other settings or versions: see {path}; choose another folder")
    if not manifests and out.exists():
        for path in sorted(out.iterdir()):
            if path.name not in FOLDER and path.name[0] != ".":
                raise BadInput(f"{out} holds {path.name}, which is not ACT-Thor's; choose another folder")


def missing_room(work: Work) -> RoomSetup | None:
    """The room of some work, set up; None if its rows are there already."""
    if work.path.exists():
        if read_settings(work.path) != stamp_of(work.settings):
            raise BadInput(f"{work.path} was made with other settings or versions; choose another folder")
        return None
    kind, number, take = work.unit
    own = room(kind, number).replace()  # a copy, so that the meshes of one room go before those of the next are made
    return room_setup(own, work.settings.seed, take, work.settings.vary)


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


def _pictures(trials: Trials, scene: str, take: int, kept: set[str]) -> list[tuple[str, Picture]]:
    """The pictures that are worth keeping, by key."""
    after = {name: picture for name, picture in trials.pictures.items() if name in kept}
    found = {"before": trials.before, **after} if after else {}
    return [(picture_key(scene, take, trials.object, trials.trial, name), picture) for name, picture in found.items()]


def to_png(picture: Picture) -> bytes:
    """A picture as the bytes of a PNG file; compressed little, for that is what takes the time."""
    from PIL import Image

    made = BytesIO()
    Image.fromarray(picture).save(made, "PNG", compress_level=1)
    return made.getvalue()
