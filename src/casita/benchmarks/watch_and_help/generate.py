"""From the frozen tasks to a folder of demonstrations: logs, visible states, and a card.

DIR/demonstrations/test_1_00.parquet    50 demonstrations a file: goal, log, packed visible states
DIR/tasks.jsonl                         the 1,211 tasks, as they come with Casita
DIR/README.md, manifest.json            the card, and what the folder was made with; see `casita.evaluation.folder`
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import msgspec

from casita.agents.view import View
from casita.agents.visible import packed, visible
from casita.benchmarks.watch_and_help.episodes.demonstration import Shown, demonstrate
from casita.benchmarks.watch_and_help.homes.goals import ACTIVITIES
from casita.benchmarks.watch_and_help.homes.starts import scene_of
from casita.benchmarks.watch_and_help.homes.tasks import demonstrations, digest_of, frozen_tasks, tasks, to_lines
from casita.benchmarks.watch_and_help.item import ALICE, Counts, Demonstration, Task
from casita.benchmarks.watch_and_help.paper import DEMONSTRATIONS
from casita.episodes import from_lines, replay
from casita.episodes import to_lines as log_lines
from casita.errors import BadInput, unknown
from casita.evaluation.folder import DataFolder, Hashes, Stamp, Writer, build, stamp
from casita.parquet import read_parquet, to_parquet
from casita.versions import VERSIONS

PARTS = ("train", "test_1", "test_2", "inference")
"""The demonstrations of the three splits' tasks, and the 5,303 further ones for goal inference."""

SHARD = 50
"""Demonstrations in one file."""

SCALES = {"small": 100, "paper": 10_000}
"""Demonstrations of each part at the most."""


@dataclass(frozen=True, kw_only=True)
class GenerateSettings:
    """Let Alice show what she wants: demonstrations as logs and as what was to be seen of them.

    The 1,211 tasks come with Casita and are the same for everybody. All of it takes about 20 minutes on two cores.
    Helpers need no such folder: it is to train goal inference from.

    Examples:
      casita generate watch_and_help --out data/watch_and_help
      casita generate watch_and_help --out data/small --scale small --workers 1
      casita generate watch_and_help --out data/tests --parts test_1,test_2 --limit 10
    """

    out: Path
    """The folder for the data; a run that was stopped goes on."""
    scale: str = "paper"
    """small (100 demonstrations of each part) or paper (6,514)."""
    parts: tuple[str, ...] = PARTS
    """Which demonstrations; inference are the 5,303 further ones of training goals."""
    limit: int = 0
    """Of each part only so many; 0 is no limit."""
    workers: int = 2
    """Processes at work; the bytes do not depend on it."""

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

    def stamp(self) -> Stamp:
        """What the bytes depend on."""
        own = {"scale": self.scale, "parts": self.parts, "limit": self.limit}
        return stamp("watch_and_help", own, {"tasks": digest_of(frozen_tasks())})


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


class Shard(NamedTuple):
    """The unit of work: some demonstrations, which are one file."""

    settings: GenerateSettings
    part: str
    number: int

    @property
    def name(self) -> str:
        """The file, within the folder."""
        return f"demonstrations/{self.part}_{self.number:02}.parquet"


def run_generate(settings: GenerateSettings) -> Iterator[str]:
    """The command: make the folder, and say what is in it."""
    yield generate(settings).card


def generate(settings: GenerateSettings, *, progress: bool = True) -> DataFolder:
    """Make the demonstrations, or what is missing of them."""
    every = [
        Shard(settings, part, number)
        for part in settings.parts
        for number in range(-(-len(settings.items(part)) // SHARD))
    ]

    def summed_up() -> Mapping[str, bytes]:
        rows = (row for each in every for row in read_parquet(settings.out / each.name, Row))
        return {"tasks.jsonl": to_lines(frozen_tasks()), "README.md": card(rows).encode()}

    return build(
        settings.out,
        settings.stamp(),
        {each.name: each for each in every},
        make_shard,
        summed_up,
        workers=settings.workers,
        label="Watch-And-Help: demonstrations",
        progress=progress,
    )


def make_shard(shard: Shard) -> Hashes:
    """Make one file."""
    items = shard.settings.items(shard.part)[shard.number * SHARD : (shard.number + 1) * SHARD]
    rows = [_row(item, shard.part) for item in items]
    writer = Writer(shard.settings.out)
    writer.write(shard.name, to_parquet(rows, Row, msgspec.to_builtins(shard.settings.stamp())))
    return writer.hashes


def _row(item: Task | Demonstration, part: str) -> Row:
    shown: Shown = demonstrate(item)
    scene = scene_of(item, "watch")
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


def read_demonstrations(folder: str | Path, parts: Sequence[str] = PARTS) -> Iterator[Row]:
    """The demonstrations of a finished folder, in order; every file is as it was written."""
    data = DataFolder(folder, "watch_and_help")
    for part in parts:
        if part not in PARTS:
            raise unknown("part", part, PARTS)
        for name in [name for name in data.manifest.units if name.startswith(f"demonstrations/{part}_")]:
            yield from read_parquet(data.checked(name), Row)


def shown_again(row: Row) -> Shown:
    """A demonstration as it was made, from its row."""
    return Shown(row.id, row.activity, row.counts, row.seed, from_lines(row.log, row.id))


def card(rows: Iterable[Row]) -> str:
    """The card as Markdown."""
    every = [(row.part, row.activity, row.steps, row.seed) for row in rows]
    lines = ["# Watch-And-Help on Casita: demonstrations", ""]
    lines += ["Simulated: Alice is a planner that works from what she sees; no person was watched.", ""]
    lines += ["She does each goal alone, in an apartment other than the one where she is helped later. Shown is what"]
    lines += ["she sees at every step until the goal is reached; where a seed of hers did not reach it in 250 steps,"]
    lines += ["the next one was taken, so lengths here are those of successes only.", ""]
    lines += ["Versions: " + ", ".join(f"{name} {version}" for name, version in VERSIONS.items()) + "."]
    lines += ["", "| part | demonstrations | in the paper | mean steps | longest | first seed failed |"]
    lines += ["|---|---|---|---|---|---|"]
    for part, theirs in DEMONSTRATIONS.items():
        own = [row for row in every if row[0] == part]
        if own:
            steps = [row[2] for row in own]
            again = sum(row[3] > 0 for row in own)
            lines += [f"| {part} | {len(own):,} | {theirs:,} | {fmean(steps):.1f} | {max(steps)} | {again} |"]
    lines += ["", "| activity | demonstrations | mean steps |", "|---|---|---|"]
    counted = Counter(row[1] for row in every)
    for activity in [*ACTIVITIES, *sorted(set(counted) - set(ACTIVITIES))]:
        if counted[activity]:
            mean = fmean(row[2] for row in every if row[1] == activity)
            lines += [f"| {activity} | {counted[activity]:,} | {mean:.1f} |"]
    return "\n".join(lines) + "\n"
