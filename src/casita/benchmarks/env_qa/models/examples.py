"""Questions with what is seen of their videos, as a network of some row is given them, in batches of videos."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from casita.arrays import Int64s
from casita.benchmarks.env_qa.item import Question
from casita.benchmarks.env_qa.models.batches import Batch, Clip, batch, clip, target
from casita.benchmarks.env_qa.models.events import Span
from casita.benchmarks.env_qa.models.words import UNKNOWN, WordTable
from casita.benchmarks.env_qa.watching.seen import Seen
from casita.benchmarks.env_qa.watching.store import Footage
from casita.learn.needing_torch import Tensor, torch
from casita.seeds import stream

SHUFFLED, ENDS, VIDEO_ONLY = "shuffled", "ends", "video-only"
"""Controls: what a network is kept from."""

POOL = 16
"""Batches whose videos are sorted by length among each other."""


def controlled(seen: Seen, control: str) -> Seen:
    """A video as a control sees it: its frames in another order, or its first and last one alone."""
    count = len(seen.frames)
    if control == SHUFFLED:
        order = stream(count, "env_qa", "shuffled", int(seen.frames[0]), len(seen.kinds)).shuffled(range(count))
        return seen.of(order)._replace(frames=seen.frames)
    if control == ENDS:
        return seen.of(sorted({0, count - 1}))
    return seen


def controlled_words(numbers: list[int], control: str) -> list[int]:
    """A question as a control reads it: not at all, if it is told nothing of it."""
    return [UNKNOWN] if control == VIDEO_ONLY else numbers


class Examples:
    """The questions of a part by video; what is seen is taken from the footage when it is needed."""

    def __init__(
        self, questions: Sequence[Question], footage: Footage, words: WordTable, control: str, most: int | None
    ) -> None:
        self._footage, self._control, self._most = footage, control, most
        by_video: dict[str, list[Question]] = {}
        for question in questions:
            by_video.setdefault(question.video, []).append(question)
        self.videos = list(by_video)
        self.questions = list(by_video.values())
        self._texts = [[controlled_words(words.numbers(one.text), control) for one in own] for own in self.questions]
        self._targets = [[target(one.answer) for one in own] for own in self.questions]
        self._events: dict[str, Sequence[Span]] = {}

    def __len__(self) -> int:
        """How many videos there are."""
        return len(self.videos)

    def batch(self, rows: Sequence[int]) -> tuple[Batch, Tensor]:
        """Some videos with all their questions, and the true answers: questions x roles."""
        texts = [text for row in rows for text in self._texts[row]]
        video = [number for number, row in enumerate(rows) for _ in self._texts[row]]
        return batch([self._clip(row) for row in rows], texts, video), torch.from_numpy(self.targets(rows))

    def targets(self, rows: Sequence[int]) -> Int64s:
        """The true answers to all questions about some videos: questions x roles."""
        return np.array([numbers for row in rows for numbers in self._targets[row]], np.int64)

    def events(self, row: int) -> Sequence[Span]:
        """The events that a video is cut into."""
        return self._clip(row).events

    def by_length(self) -> list[int]:
        """All videos, those with few frames first."""
        return torch.argsort(self._lengths, stable=True).tolist()

    def batches_alike(self, shuffled: Tensor, size: int) -> list[Tensor]:
        """All videos in batches of about equally long ones, so that little is padded; the luck is torch's."""
        found = list[Tensor]()
        for pool in torch.split(shuffled, POOL * size):
            found += torch.split(pool[torch.argsort(self._lengths[pool], stable=True)], size)
        return [found[number] for number in torch.randperm(len(found)).tolist()]

    @cached_property
    def _lengths(self) -> Tensor:
        return torch.tensor([self._footage.key_frames_of(video) for video in self.videos])

    def _clip(self, row: int) -> Clip:
        video = self.videos[row]
        seen = controlled(self._footage.of(video), self._control)
        if video not in self._events:
            self._events[video] = clip(seen, self._most).events
        return clip(seen, self._most, self._events[video])
