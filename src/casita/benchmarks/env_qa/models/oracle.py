"""Reads the log: runs the question's own program over the story."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from casita.benchmarks.env_qa.asking.programs import run
from casita.benchmarks.env_qa.item import RoleAnswer
from casita.benchmarks.env_qa.models import LOG
from casita.benchmarks.env_qa.story.story import Story
from casita.errors import BadInput
from casita.protocols import Picture


class Oracle:
    """The upper bound: it is told what happened, and what is asked."""

    privileges = (LOG,)
    is_blind = True

    def __init__(self) -> None:
        self._story: Story | None = None
        self._program: Any = None

    def told_log(self, story: dict[str, Any], program: str) -> None:
        """What happens in the video, and the program of the next question."""
        self._story = msgspec.convert(story, type=Story)
        self._program = msgspec.json.decode(program)

    def answer(self, frames: Sequence[Picture], question: str) -> RoleAnswer:
        """What the program gives."""
        if self._story is None:
            raise BadInput("the oracle was not told the log")
        return run(self._program, self._story)
