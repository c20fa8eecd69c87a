"""Answers questions about a video from what is remembered of it: the parts of ours, put together."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from casita.benchmarks.env_qa.asking.lookup import NotAskable
from casita.benchmarks.env_qa.asking.programs import run
from casita.benchmarks.env_qa.item import RoleAnswer
from casita.benchmarks.env_qa.memory.believed import Believer, Memory, NoticedEvent
from casita.benchmarks.env_qa.memory.learnt import Learnt
from casita.benchmarks.env_qa.memory.noticing import Candidate, candidates
from casita.benchmarks.env_qa.memory.presumed import Understood, names_in
from casita.benchmarks.env_qa.memory.sightings import Sightings, known_names
from casita.benchmarks.env_qa.vocabulary import most_counted
from casita.errors import BadInput

LIKELY = 0.4
"""What is at least so likely is said to have happened."""


class Remembered:
    """One video, as it is remembered."""

    def __init__(self, seen: Sightings, learnt: Learnt) -> None:
        self.candidates: list[Candidate] = candidates(learnt.recogniser, seen)
        self.believer = Believer(Memory(seen, learnt.places, learnt.contents))

    def answer(
        self, program: Sequence[Any], events: Sequence[NoticedEvent] | None = None, *, presuming: bool = True
    ) -> RoleAnswer | None:  # fmt: skip
        """What a program gives; None if nothing.

        For the error budget, the true events may be told. Without `presuming`, nothing is taken for granted of what is
        asked.
        """
        if any(name not in known_names() for name in names_in(list(program))):
            return None
        if program[0] == "count_things":
            return RoleAnswer(number=str(min(self.believer.count(str(program[1])), most_counted())))
        if events is None and program[0] in ("did_happen", "count_events"):
            return self._counted(str(program[0]), program[1])
        if events is None:
            events = Understood(self.candidates, program if presuming else ()).events()
        story = self.believer.story(events, sorted(set(names_in(list(program)))))
        try:
            return run(list(program), story)
        except (NotAskable, BadInput):
            return None

    def _counted(self, word: str, description: Mapping[str, str]) -> RoleAnswer:
        """Whether something happened, or how often: by how likely it is of all that may have happened together."""
        expected = math.fsum(one.share(description) for one in self.candidates)
        if word == "did_happen":
            return RoleAnswer(yes_no="yes" if expected >= LIKELY else "no")
        return RoleAnswer(number=str(min(round(expected), most_counted())))
