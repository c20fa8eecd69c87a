"""A folder of EXCALIBUR's data, opened: episodes by part."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from casita.benchmarks.excalibur.item import PARTS, Episode, Part, Question
from casita.benchmarks.excalibur.stored.rows import EpisodeRow, QuestionRow, episodes_of_rows
from casita.errors import unknown
from casita.evaluation.folder import DataFolder
from casita.parquet import read_parquet

DATA = "excalibur"
"""What these data are called in manifests."""

EPISODES, QUESTIONS = "episodes", "questions"
"""Folders of the two kinds of rows, with one file a shard."""


class Excalibur(DataFolder):
    """The data of one folder: `Excalibur("data/excalibur").episodes("test")`."""

    def __init__(self, path: str | Path) -> None:
        """Open a folder that `casita generate excalibur` made; BadInput if it is damaged or something else."""
        super().__init__(path, DATA)
        self._read = lru_cache(maxsize=None)(self._episodes)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts that are there."""
        shards = {name.partition("/")[2].rpartition("_")[0] for name in self.hashes if name.startswith(f"{EPISODES}/")}
        return tuple(part for part in PARTS if part in shards)

    def episodes(self, part: str) -> list[Episode]:
        """The episodes of a part, in order."""
        if part not in self.parts:
            raise unknown("part of these data", part, self.parts)
        return self._read(part)

    def questions(self, part: str) -> list[Question]:
        """The questions of all episodes of a part."""
        return [question for episode in self.episodes(part) for question in episode.questions]

    def _episodes(self, part: str) -> list[Episode]:
        found: list[Episode] = []
        for name in sorted(name for name in self.hashes if name.startswith(f"{EPISODES}/{part}_")):
            asked = name.replace(EPISODES, QUESTIONS, 1)
            found += episodes_of_rows(
                read_parquet(self.checked(name), EpisodeRow), read_parquet(self.checked(asked), QuestionRow)
            )
        return found
