"""Effects of two and three actions in a row: a generator, and its data opened.

    DIR/steps/kitchen_12.parquet     what was done in a room, with every log; written after the room's pictures
    DIR/pictures/kitchen_12/...      beside those of single actions; where the keys are the same, so are the bytes
    DIR/sets_steps.parquet           forward and backward sets
    DIR/manifest_steps.json          what they were made with, hashes included; written last

The folder may hold ACT-Thor's other data of the same settings, but need not. The manifest is one of its own, so that
neither generator rewrites what the other says. A room is the unit of work, as there.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from casita.benchmarks.act_thor.clean import is_different, is_visible
from casita.benchmarks.act_thor.dataset import ActThor
from casita.benchmarks.act_thor.generate import Settings, Unit, to_png
from casita.benchmarks.act_thor.generate import _pictures as pictures_of
from casita.benchmarks.act_thor.generate import _stamp as stamp_of
from casita.benchmarks.act_thor.item import Attempt, ContrastSet
from casita.benchmarks.act_thor.step_collect import collect_steps
from casita.benchmarks.act_thor.step_sequences import STEP_ACTIONS
from casita.benchmarks.act_thor.step_sets import Direction, direction_of, length_of, split_steps, step_sets
from casita.benchmarks.act_thor.tables import read_attempts, read_manifest, read_sets, read_settings, to_parquet
from casita.benchmarks.act_thor.variations import setting
from casita.errors import BadInput
from casita.scale import mapped
from casita.scenes.fixed import room
from casita.writing import write_whole

MANIFEST = "manifest_steps.json"
SETS = "sets_steps.parquet"
ROWS = "steps"

KNOWN = ("rooms", "pictures", ROWS, SETS, "sets_paper.parquet", "sets_full.parquet", "README.md")
"""What else may be in the folder while there is no manifest."""


class StepWork(NamedTuple):
    """What one worker is asked for."""

    out: Path
    settings: Settings
    unit: Unit

    @property
    def path(self) -> Path:
        """Where the rows of its room are."""
        return self.out / ROWS / f"{self.unit.name}.parquet"


class GeneratedSteps(NamedTuple):
    """What came of it."""

    out: Path
    rows: list[Attempt]
    sets: list[ContrastSet]


def generate_steps(
    out: str | Path, settings: Settings | None = None, *, workers: int = 1, progress: bool = True
) -> GeneratedSteps:
    """Make the data of sequences, or what is missing of them."""
    wanted = settings or Settings()
    return generate_units(Path(out), wanted, wanted.units, workers=workers, progress=progress)


def generate_units(
    out: Path, settings: Settings, units: list[Unit], *, workers: int = 1, progress: bool = True
) -> GeneratedSteps:
    """As `generate_steps`, for some rooms only."""
    _check_folder(out, settings)
    work = [StepWork(out, settings, unit) for unit in units]
    for _ in mapped(_do, work, workers, "ACT-Thor: sequences", progress=progress):
        pass
    rows = [row for each in work for row in read_attempts(each.path)]
    sets = step_sets(rows, settings.seed)
    files = {f"{ROWS}/{each.unit.name}.parquet": each.path.read_bytes() for each in work}
    files[SETS] = to_parquet(sets, ContrastSet, stamp_of(settings))
    write_whole(out / SETS, files[SETS])
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    manifest = {"data": "act_thor", **stamp_of(settings), "files": hashes}
    write_whole(out / MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode())
    return GeneratedSteps(out, rows, sets)


def _check_folder(out: Path, settings: Settings) -> None:
    """Raise BadInput if the folder holds something else than data of these settings."""
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is a file; data need a folder")
    manifests = [path for path in (out / "manifest.json", out / MANIFEST) if path.exists()]
    for path in manifests:
        stamp = read_manifest(path)
        if {name: stamp.get(name) for name in ("settings", "versions")} != stamp_of(settings):
            raise BadInput(f"{out} holds data made with other settings or versions: see {path}; choose another folder")
    if not manifests and out.exists():
        for path in sorted(out.iterdir()):
            if path.name not in KNOWN and path.name[0] != ".":
                raise BadInput(f"{out} holds {path.name}, which is not ACT-Thor's; choose another folder")


def _do(work: StepWork) -> None:
    """One room: its pictures first, then its rows, unless they are there."""
    stamp = stamp_of(work.settings)
    if work.path.exists():
        if read_settings(work.path) != stamp:
            raise BadInput(f"{work.path} was made with other settings or versions; choose another folder")
        return
    kind, number, take = work.unit
    own = room(kind, number).replace()  # a copy, so that the meshes of one room go before those of the next are made
    where = setting(own, work.settings.seed, take, work.settings.vary)
    rows: list[Attempt] = []
    for trials, found in collect_steps(where, work.settings.seed, take, physics=work.settings.physics):
        rows += found
        kept = {row.action for row in found if is_visible(row) and is_different(row)}
        for key, picture in pictures_of(trials, where.scene.name, take, kept):
            write_whole(work.out / "pictures" / f"{key}.png", to_png(picture))
    write_whole(work.path, to_parquet(rows, Attempt, stamp))


class Steps(ActThor):
    """The data of one folder: `Steps("data/act_thor").sets("objects", "test", "backward")`."""

    def __init__(self, path: str | Path) -> None:
        """Open a folder that `casita generate act_thor --steps` made; BadInput if it is damaged or something else."""
        self.path = Path(path)
        self.actions = STEP_ACTIONS
        self.manifest = read_manifest(self.path / MANIFEST)
        self._check(SETS)
        self.all_sets = read_sets(self.path / SETS)

    def sets(self, split: str, part: str, direction: Direction | None = None) -> list[ContrastSet]:
        """The sets of a part (train, valid, test) of a split (scenes, objects), of one direction or both."""
        return split_steps(self.all_sets, split, part, direction)

    @cached_property
    def triples(self) -> dict[str, Attempt]:
        """Every sequence that was done, by the key of its after-picture."""
        found: dict[str, Attempt] = {}
        for name in self.manifest["files"]:
            if name.startswith(f"{ROWS}/"):
                self._check(name)
                found |= {row.after: row for row in read_attempts(self.path / name)}
        return found


def summary(generated: GeneratedSteps) -> list[str]:
    """What was made, in lines."""
    counts = Counter((direction_of(item), length_of(item)) for item in generated.sets)
    return [f"{direction}, {length} actions: {counts[direction, length]} sets" for direction, length in sorted(counts)]
