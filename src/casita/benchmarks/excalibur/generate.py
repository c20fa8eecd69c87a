"""From a seed to a folder of data: episodes, each with the seeds of its house, where the robot begins, and questions.

    DIR/episodes/PART_SHARD.parquet    which house, which luck, where the robot begins
    DIR/questions/PART_SHARD.parquet   twenty questions of each, with answers and programs
    DIR/README.md, manifest.json       the card, and what the folder was made with, hashes included; written last

A shard of episodes is the unit of work of `casita.evaluation.folder`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from casita.benchmarks.excalibur.graph.finding_out import knowable
from casita.benchmarks.excalibur.graph.reading import ROBOT, graph_of
from casita.benchmarks.excalibur.houses import EPISODES_OF_A_DRAWN_HOUSE, episodes_of, planned, spawn_of, state_of
from casita.benchmarks.excalibur.item import PARTS, QUESTIONS, Episode, Part
from casita.benchmarks.excalibur.questions.bank import bank, bank_digest
from casita.benchmarks.excalibur.questions.selecting import chosen_questions
from casita.benchmarks.excalibur.stored import folder as stored
from casita.benchmarks.excalibur.stored.card import card
from casita.benchmarks.excalibur.stored.folder import DATA, Excalibur
from casita.benchmarks.excalibur.stored.rows import EpisodeRow, QuestionRow, episodes_of_rows, rows_of
from casita.errors import BadInput, unknown
from casita.evaluation.folder import Hashes, Writer, build, stamp
from casita.parquet import read_parquet, to_parquet
from casita.seeds import stream
from casita.world.action import Action
from casita.world.state import State
from casita.world.step import step

SCALES: dict[str, dict[Part, int]] = {
    "small": {"train": 60, "valid": 20, "test": 20, "drawn": 18, "practice": 2},
    "paper": {part: episodes_of(part) for part in PARTS},
}
"""Episodes of every part, by scale; a number is so many training houses, and all else in proportion."""

QUESTIONS_VERSION = "v2"
"""Of how questions are chosen from the bank; v2 asks for nothing that the robot cannot find out."""

SHARD = 25
"""Episodes that are made together."""

ATTEMPTS = 20
"""Houses that are tried until twenty questions can be asked in one."""


@dataclass(frozen=True, kw_only=True)
class GenerateSettings:
    """Make houses, and questions about them.

    Examples:
      casita generate excalibur --out data/excalibur --scale small
      casita generate excalibur --out data/houses --scale 1000 --workers 2
      casita generate excalibur --out data/excalibur --scale paper
    """

    out: Path
    """The folder for the data; a run that was stopped goes on."""
    seed: int = 0
    """Where all luck comes from."""
    scale: str = "small"
    """small (60 training houses), paper (10,000), or a number of training houses; the other parts in proportion."""
    parts: tuple[str, ...] = ()
    """Only these parts, such as test,drawn; all if none is named."""
    workers: int = 2
    """Processes at work; the bytes do not depend on it."""

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise BadInput(f"--workers is at least 1; it is {self.workers}")
        for part in self.parts:
            if part not in PARTS:
                raise unknown("part", part, PARTS)
        self.counts()

    def counts(self) -> dict[Part, int]:
        """Episodes of every part that is made."""
        if self.scale in SCALES:
            every = SCALES[self.scale]
        elif self.scale.isdecimal() and 1 <= int(self.scale) <= episodes_of("train"):
            share = int(self.scale) / episodes_of("train")
            every = {part: max(1, round(share * episodes_of(part))) for part in PARTS}
        else:
            raise BadInput(f"--scale is small, paper or 1 to {episodes_of('train')}; it is {self.scale!r}")
        return {part: count for part, count in every.items() if not self.parts or part in self.parts}

    def plain(self) -> dict[str, Any]:
        """All that the bytes depend on."""
        return {"seed": self.seed, "scale": self.scale, "parts": self.parts}


class Work(NamedTuple):
    """What one worker is asked for."""

    out: Path
    seed: int
    part: Part
    numbers: tuple[int, ...]
    shard: int


def run_generate(settings: GenerateSettings) -> Iterator[str | Path]:
    """What `casita generate excalibur` does."""
    made = generate(settings)
    yield made.read("README.md").decode().rstrip("\n")
    yield settings.out


def generate(settings: GenerateSettings, *, progress: bool = True) -> Excalibur:
    """Make the data, or what is missing of them."""
    made = stamp(DATA, settings.plain(), {"bank": bank_digest(), "questions": QUESTIONS_VERSION})
    units = {_name(work.part, work.shard): work for work in _units(settings)}

    def finish() -> dict[str, bytes]:
        episodes = []
        for name in units:
            files = (settings.out / folder / f"{name}.parquet" for folder in (stored.EPISODES, stored.QUESTIONS))
            ours, theirs = files
            episodes += episodes_of_rows(read_parquet(ours, EpisodeRow), read_parquet(theirs, QuestionRow))
        return {"README.md": card(settings.scale, settings.seed, episodes).encode()}

    build(settings.out, made, units, make_shard, finish, workers=settings.workers, label="EXCALIBUR: shards",
          progress=progress)  # fmt: skip
    return Excalibur(settings.out)


def _units(settings: GenerateSettings) -> Iterator[Work]:
    for part, count in settings.counts().items():
        numbers = _spread(part, count)
        for shard, first in enumerate(range(0, count, SHARD)):
            yield Work(settings.out, settings.seed, part, tuple(numbers[first : first + SHARD]), shard)


def _spread(part: Part, count: int) -> list[int]:
    """So many numbers of a part's episodes; of hand-drawn houses the first visits of each."""
    every = list(range(episodes_of(part)))
    if part == "drawn":
        every.sort(key=lambda number: number % EPISODES_OF_A_DRAWN_HOUSE)
    return sorted(every[:count])


def _name(part: str, shard: int) -> str:
    return f"{part}_{shard:04}"


def make_shard(work: Work) -> Hashes:
    """The episodes of one shard."""
    episodes = [make_episode(work.part, number, work.seed) for number in work.numbers]
    ours, theirs = rows_of(episodes)
    writer, name = Writer(work.out), f"{_name(work.part, work.shard)}.parquet"
    said = {"part": work.part, "seed": work.seed}
    writer.write(f"{stored.EPISODES}/{name}", to_parquet(ours, EpisodeRow, said))
    writer.write(f"{stored.QUESTIONS}/{name}", to_parquet(theirs, QuestionRow, said))
    return writer.done()


def can_move(state: State) -> bool:
    """Does the robot, where it begins, have its arm free enough to turn both ways, or to back off?"""
    did = [step(state, [Action(ROBOT, verb)]).refusals[0] is None for verb in ("move_back", "turn_left", "turn_right")]
    return did[0] or (did[1] and did[2])


def make_episode(part: Part, number: int, seed: int = 0) -> Episode:
    """One episode by its number: the first house in which twenty questions can be asked."""
    for attempt in range(ATTEMPTS):
        plan = planned(part, number, seed, attempt)
        state = state_of(plan)
        if not can_move(state):
            continue
        luck = stream(plan.seed, "excalibur", "questions")
        questions = chosen_questions(graph_of(state), bank(), luck, knowable=knowable(state))
        if len(questions) == QUESTIONS:
            return Episode(*plan, spawn_of(state), tuple(questions))
    raise RuntimeError(f"{part} {number}: fewer than {QUESTIONS} questions can be asked in {ATTEMPTS} houses")
