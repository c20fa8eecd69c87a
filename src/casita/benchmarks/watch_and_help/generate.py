"""From the frozen tasks to a folder of demonstrations: logs, visible states, and a card.

    DIR/tasks.jsonl                     the 1,211 tasks, as they come with Casita
    DIR/demonstrations/test_1_00.parquet    50 demonstrations a file: goal, log, packed visible states (`visible.py`)
    DIR/README.md, manifest.json        the card, and what the folder was made with, hashes included; written last

A file is the unit of work: a generator that was killed goes on with the files that are missing, and the bytes are the
same as if it had not been, and the same for any number of workers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from casita.agents.view import View
from casita.benchmarks.watch_and_help.card import card
from casita.benchmarks.watch_and_help.demonstrate import Shown, demonstrate
from casita.benchmarks.watch_and_help.goals import ALICE, Counts
from casita.benchmarks.watch_and_help.item import Demonstration, Task
from casita.benchmarks.watch_and_help.tasks import demonstrations, digest_of, frozen_tasks, tasks, to_lines
from casita.benchmarks.watch_and_help.visible import packed, visible
from casita.episodes import from_lines, replay
from casita.episodes import to_lines as log_lines
from casita.errors import BadInput, unknown
from casita.scale import mapped
from casita.versions import VERSIONS
from casita.writing import write_whole

PARTS = ("train", "test_1", "test_2", "inference")
"""The demonstrations of the three splits' tasks, and the 5,303 further ones for goal inference."""

SHARD = 50
"""Demonstrations in one file."""

SCALES = {"small": 100, "paper": 10_000}
"""Demonstrations of each part at the most."""

STAMP = b"casita"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the data depend on; the same settings give the same bytes."""

    scale: str = "paper"
    """`small` (100 demonstrations of each part) or `paper` (all 6,514)."""
    parts: tuple[str, ...] = PARTS
    """Which demonstrations: train, test_1, test_2, inference."""
    limit: int = 0
    """Of each part only so many, if it is not 0."""

    def __post_init__(self) -> None:
        if self.scale not in SCALES:
            raise unknown("scale", self.scale, SCALES)
        for name in self.parts:
            if name not in PARTS:
                raise unknown("part", name, PARTS)
        if self.limit < 0:
            raise BadInput(f"a limit is not negative; it is {self.limit}")

    def items(self, part: str) -> Sequence[Task | Demonstration]:
        """What is demonstrated in a part."""
        every: Sequence[Task | Demonstration] = demonstrations() if part == "inference" else tasks(part)
        return every[: self.limit or SCALES[self.scale]]


class Row(msgspec.Struct, frozen=True):
    """One demonstration: a row of Parquet."""

    id: str
    part: str
    activity: str
    goal: str
    """As JSON: predicates with their counts."""
    seed: int
    steps: int
    log: bytes
    """Of the episode; its scene is that of the task's home to watch."""
    states: bytes
    """What was to be seen at every step, packed."""

    @property
    def counts(self) -> Counts:
        """The goal in Watch-And-Help's words."""
        return tuple((key, count) for key, count in json.loads(self.goal))


class Work(NamedTuple):
    """What one worker is asked for."""

    out: Path
    settings: Settings
    part: str
    number: int

    @property
    def path(self) -> Path:
        """The file that it makes."""
        return self.out / "demonstrations" / f"{self.part}_{self.number:02}.parquet"


def generate(
    out: str | Path, settings: Settings | None = None, *, workers: int = 1, progress: bool = True
) -> tuple[Path, ...]:
    """Make the demonstrations, or what is missing of them; the files that were asked for."""
    wanted = settings or Settings()
    out = Path(out)
    _check_folder(out, wanted)
    work = [
        Work(out, wanted, part, number)
        for part in wanted.parts
        for number in range(-(-len(wanted.items(part)) // SHARD))
    ]
    for _ in mapped(_do, work, workers, "Watch-And-Help: demonstrations", progress=progress):
        pass
    write_whole(out / "tasks.jsonl", to_lines(frozen_tasks()))
    write_whole(out / "README.md", card(read_demonstrations(out, wanted.parts)).encode())
    names = ["tasks.jsonl", "README.md", *(str(each.path.relative_to(out)) for each in work)]
    hashes = {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in sorted(names)}
    manifest = {"data": "watch_and_help", **_stamp(wanted), "files": hashes}
    write_whole(out / "manifest.json", (json.dumps(manifest, indent=1) + "\n").encode())
    return tuple(each.path for each in work)


def _stamp(settings: Settings) -> dict[str, Any]:
    """What the bytes depend on."""
    made = json.loads(json.dumps(asdict(settings)))
    return {"settings": made, "versions": VERSIONS, "tasks": digest_of(frozen_tasks())}


def _check_folder(out: Path, settings: Settings) -> None:
    """Raise BadInput if the folder holds something else than data of these settings."""
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is a file; data need a folder")
    found = out / "manifest.json"
    if found.exists():
        try:
            stamp = json.loads(found.read_bytes())
        except ValueError as error:
            raise BadInput(f"{found} is damaged: {error}") from None
        wanted = _stamp(settings)
        if {name: stamp.get(name) for name in wanted} != wanted:
            raise BadInput(f"{out} holds data of other settings, versions or tasks: see {found}; choose another folder")
    elif out.exists() and any(
        path.name not in ("demonstrations", "tasks.jsonl", "README.md") for path in out.iterdir() if path.name[0] != "."
    ):
        raise BadInput(f"{out} holds other files than Watch-And-Help's data; choose another folder")


def _do(work: Work) -> None:
    """One file, unless it is there."""
    stamp = json.dumps(_stamp(work.settings), sort_keys=True).encode()
    if work.path.exists():
        if _table(work.path).schema.metadata.get(STAMP) != stamp:
            raise BadInput(f"{work.path} was made with other settings, versions or tasks; choose another folder")
        return
    items = work.settings.items(work.part)[work.number * SHARD : (work.number + 1) * SHARD]
    write_whole(work.path, _to_parquet([_row(item, work.part) for item in items], stamp))


def _row(item: Task | Demonstration, part: str) -> Row:
    shown: Shown = demonstrate(item)
    scene = item.scene("watch") if isinstance(item, Task) else item.scene()
    views = [View.of(state, ALICE) for state in replay(shown.episode, scene)]
    return Row(
        id=shown.id,
        part=part,
        activity=shown.activity,
        goal=json.dumps(shown.counts),
        seed=shown.seed,
        steps=len(shown.episode.ticks),
        log=log_lines(shown.episode),
        states=packed(visible(views)),
    )


# Parquet.


def _to_parquet(rows: Sequence[Row], stamp: bytes) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = _schema().with_metadata({STAMP: stamp})
    made = BytesIO()
    pq.write_table(pa.Table.from_pylist([msgspec.structs.asdict(row) for row in rows], schema=schema), made,
                   compression="zstd")  # fmt: skip
    return made.getvalue()


def _schema() -> Any:
    import pyarrow as pa

    kinds = {str: pa.string(), int: pa.int32(), bytes: pa.binary()}
    return pa.schema([(field.name, kinds[field.type]) for field in msgspec.structs.fields(Row)])


def _table(path: Path) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path)
    except (OSError, pa.ArrowException) as error:
        raise BadInput(f"{path} cannot be read: {str(error).splitlines()[0]}") from None
    if not table.schema.equals(_schema()):
        raise BadInput(f"{path} has other columns than demonstrations: {', '.join(table.schema.names)}")
    return table


def read_demonstrations(out: str | Path, parts: Sequence[str] = PARTS) -> Iterator[Row]:
    """The demonstrations of a folder, in order."""
    for part in parts:
        if part not in PARTS:
            raise unknown("part", part, PARTS)
        for path in sorted(Path(out).glob(f"demonstrations/{part}_*.parquet"), key=lambda each: (len(each.name), each)):
            for row in _table(path).to_pylist():
                yield Row(**row)


def shown_again(row: Row) -> Shown:
    """A demonstration as it was made, from its row."""
    return Shown(row.id, row.activity, row.counts, row.seed, from_lines(row.log, row.id))
