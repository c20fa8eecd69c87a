"""Says anything."""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.env_qa.item import Question, RoleAnswer
from casita.protocols import Picture
from casita.seeds import Stream, stream


class Chance:
    """The answer of some question of the training part, all equally likely."""

    is_blind = True

    def __init__(self, train: Sequence[Question]) -> None:
        self._answers = [question.answer for question in train] or [RoleAnswer(yes_no="yes")]
        self._luck: Stream = stream(0, "chance")

    def begin(self, seed: int) -> None:
        """Its luck with the next question."""
        self._luck = stream(seed, "chance")

    def answer(self, frames: Sequence[Picture], question: str) -> RoleAnswer:
        """A guess."""
        return self._luck.choice(self._answers)
