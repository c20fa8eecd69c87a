"""Effects of two and three actions in a row: a generator, and its data opened.

    DIR/steps/kitchen_12.parquet     what was done in a room, with every log; written after the room's pictures
    DIR/pictures/kitchen_12/...      beside those of single actions; where the keys are the same, so are the bytes
    DIR/sets_steps.parquet           forward and backward sets
    DIR/manifest_steps.json          what they were made with, hashes included; written last

The folder may hold ACT-Thor's other data of the same settings, but need not. The manifest is one of its own, so that
neither generator rewrites what the other says. A room is the unit of work, as there.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from casita.benchmarks.act_thor.clean import is_different, is_visible
from casita.benchmarks.act_thor.dataset import ActThor
from casita.benchmarks.act_thor.generate import (
    MANIFEST_STEPS,
    Settings,
    Work,
    check_folder,
    missing_room,
    stamp_of,
    write_manifest,
    write_pictures,
)
from casita.benchmarks.act_thor.item import Attempt, ContrastSet
from casita.benchmarks.act_thor.step_collect import collect_steps
from casita.benchmarks.act_thor.step_sequences import STEP_CONFIGURATION
from casita.benchmarks.act_thor.step_sets import Direction, direction_of, length_of, split_steps, step_sets
from casita.benchmarks.act_thor.tables import read_attempts, to_parquet
from casita.scale import mapped
from casita.writing import write_whole

SETS = "sets_steps.parquet"
ROWS = "steps"


class GeneratedSteps(NamedTuple):
    """What came of it."""

    out: Path
    rows: list[Attempt]
    sets: list[ContrastSet]


def generate_steps(
    out: str | Path, settings: Settings | None = None, *, workers: int = 1, progress: bool = True
) -> GeneratedSteps:
    """Make the data of sequences, or what is missing of them."""
    settings, out = settings or Settings(), Path(out)
    check_folder(out, settings)
    work = [Work(out, settings, unit, ROWS) for unit in settings.units]
    for _ in mapped(_do, work, workers, "ACT-Thor: sequences", progress=progress):
        pass
    rows = [row for each in work for row in read_attempts(each.path)]
    sets = step_sets(rows, settings.seed)
    files = {f"{ROWS}/{each.name}": each.path.read_bytes() for each in work}
    files[SETS] = to_parquet(sets, ContrastSet, stamp_of(settings))
    write_whole(out / SETS, files[SETS])
    write_manifest(out / MANIFEST_STEPS, settings, files)
    return GeneratedSteps(out, rows, sets)


def _do(work: Work) -> None:
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


class Steps(ActThor):
    """The data of one folder: `Steps("data/act_thor").sets("objects", "test", "backward")`."""

    def __init__(self, path: str | Path) -> None:
        """Open a folder that `casita generate act_thor --steps` made; BadInput if it is damaged or something else."""
        super().__init__(path, STEP_CONFIGURATION, manifest=MANIFEST_STEPS, sets=SETS, rows=ROWS)

    def sets(self, split: str, part: str, direction: Direction | None = None) -> list[ContrastSet]:
        """The sets of a part (train, valid, test) of a split (scenes, objects), of one direction or both."""
        return split_steps(self.all_sets, split, part, direction)


def summary(generated: GeneratedSteps) -> list[str]:
    """What was made, in lines."""
    counts = Counter((direction_of(item), length_of(item)) for item in generated.sets)
    return [f"{direction}, {length} actions: {counts[direction, length]} sets" for direction, length in sorted(counts)]
