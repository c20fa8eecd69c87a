"""Ours: looks, keeps a memory of what is where in which state, notices events, reads the question and reasons.

It is given frames and the question, as any model is. Eyes see things in key frames; `casita.benchmarks.env_qa.memory`
keeps them by name, notices events, and tells from both what was so when; the question is read by the parser that was
learnt from training questions, and its program runs over what is believed. Where that gives nothing, the answers of
the most similar training questions decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from casita.benchmarks.env_qa.item import Question, RoleAnswer
from casita.benchmarks.env_qa.memory.answering import Remembered
from casita.benchmarks.env_qa.memory.believed import NoticedEvent
from casita.benchmarks.env_qa.memory.learnt import Learnt
from casita.benchmarks.env_qa.memory.sightings import sightings_of
from casita.benchmarks.env_qa.models.parsing import Parser
from casita.benchmarks.env_qa.models.question_only import QuestionOnly
from casita.benchmarks.env_qa.watching.eyes import DETECTOR, Eyes
from casita.benchmarks.env_qa.watching.seen import Seen
from casita.benchmarks.env_qa.watching.store import opened_eyes
from casita.benchmarks.env_qa.watching.watcher import Watcher
from casita.learn.training import one_thread
from casita.protocols import Picture


class Ours:
    """Perceives, remembers, notices, reads and reasons."""

    def __init__(
        self, train: Sequence[Question], weights: Path, eyes: Eyes | None = None, *, presuming: bool = True
    ) -> None:
        """Reads as training questions are read; sees by the detector unless told other eyes."""
        self.reader = Reader(train, presuming=presuming)
        self._learnt = Learnt.load(weights)
        self._watcher = Watcher(eyes or opened_eyes(DETECTOR))
        self._last: tuple[int, Seen, Remembered] | None = None

    def answer(self, frames: Sequence[Picture], question: str) -> RoleAnswer:
        """What follows from what is remembered of the frames."""
        seen = self._watcher.watched(frames)
        if self._last is None or self._last[0] != len(frames) or not is_same(self._last[1], seen):
            with one_thread():
                self._last = len(frames), seen, Remembered(sightings_of(seen, 0, len(frames)), self._learnt)
        with one_thread():
            return self.reader.answer(self._last[2], question)


class Reader:
    """Reads questions, and answers them from what is remembered of a video."""

    def __init__(self, train: Sequence[Question], *, presuming: bool = True) -> None:
        """With `presuming`, what a question names is taken for granted to have happened."""
        self._parser = Parser(train)
        self._guesses = QuestionOnly(train)
        self._presuming = presuming

    def answer(self, video: Remembered, question: str, events: Sequence[NoticedEvent] | None = None) -> RoleAnswer:
        """What the program gives that the question is read as; a guess if it cannot be read, or gives nothing."""
        program = self._parser.program(question)
        found = None if program is None else video.answer(program, events, presuming=self._presuming)
        return found if found is not None else self.guess(question)

    def guess(self, question: str) -> RoleAnswer:
        """What was answered to the most similar training questions."""
        return self._guesses.answer((), question)


def is_same(one: Seen, other: Seen) -> bool:
    """Was the same seen in the same frames?"""
    pairs: Iterable[tuple[Any, Any]] = zip(one, other, strict=True)
    return all(np.array_equal(mine, theirs) for mine, theirs in pairs)
