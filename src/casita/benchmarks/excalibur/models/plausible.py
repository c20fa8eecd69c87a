"""Random: says any answer that is plausible for the type of question."""

from __future__ import annotations

from casita.benchmarks.excalibur.models.not_acting import NotActing
from casita.benchmarks.excalibur.questions.analysis import kind_of
from casita.benchmarks.excalibur.questions.english import parsed
from casita.catalog import ROOM_KINDS, catalog
from casita.seeds import Stream, stream

COUNTS = 6
"""Numbers from 0 that are as likely as each other."""


class Plausible(NotActing):
    """Yes or no, a small number, or a colour, material or room, all equally likely."""

    def __init__(self) -> None:
        self._luck: Stream = stream(0, "random")

    def begin(self, seed: int) -> None:
        """Its luck with the next house."""
        self._luck = stream(seed, "random")

    def answer(self, question: str) -> str:
        """A guess."""
        program = parsed(question)
        kind = kind_of(program)
        if kind == "yes-no":
            return self._luck.choice(("yes", "no"))
        if kind == "count":
            return str(self._luck.below(COUNTS))
        words = {"colour": tuple(catalog().colours), "material": tuple(catalog().materials), "room": ROOM_KINDS}
        return self._luck.choice(words[program[1]])
