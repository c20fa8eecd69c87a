"""Episodes as rows of Parquet and back: one file of episodes and one of their questions for each shard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from casita.benchmarks.excalibur.item import Episode, Part, Question
from casita.errors import BadInput


class EpisodeRow(msgspec.Struct, frozen=True):
    """An episode without its questions."""

    id: str
    part: Part
    house: str
    house_seed: int
    seed: int
    x: float
    y: float
    yaw: float


class QuestionRow(Question, frozen=True):
    """A question with the episode that it is asked in, which is the first column."""

    episode: str


def rows_of(episodes: Iterable[Episode]) -> tuple[list[EpisodeRow], list[QuestionRow]]:
    """The rows of some episodes."""
    ours, theirs = list[EpisodeRow](), list[QuestionRow]()
    for one in episodes:
        ours.append(EpisodeRow(one.id, one.part, one.house, one.house_seed, one.seed, *one.spawn))
        theirs += [QuestionRow(one.id, **msgspec.structs.asdict(question)) for question in one.questions]
    return ours, theirs


def episodes_of_rows(episodes: Sequence[EpisodeRow], questions: Iterable[QuestionRow]) -> list[Episode]:
    """The episodes of some rows; BadInput if a question belongs to none of them."""
    asked: dict[str, list[Question]] = {one.id: [] for one in episodes}
    for row in questions:
        if row.episode not in asked:
            raise BadInput(f"a question is of episode {row.episode!r}, which is not there: the data are damaged")
        fields = msgspec.structs.asdict(row)
        del fields["episode"]
        asked[row.episode].append(Question(**fields))
    return [
        Episode(one.id, one.part, one.house, one.house_seed, one.seed, (one.x, one.y, one.yaw), tuple(asked[one.id]))
        for one in episodes
    ]
