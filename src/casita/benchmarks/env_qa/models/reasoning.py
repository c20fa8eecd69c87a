"""Ours but for its eyes: parses the question, and runs what it asks over what it is told of the video.

With perception in place of what it is told this is the model that looks; it says how much reading and reasoning alone
lose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from casita.benchmarks.env_qa.asking.lookup import NotAskable
from casita.benchmarks.env_qa.asking.programs import run
from casita.benchmarks.env_qa.item import Question, RoleAnswer
from casita.benchmarks.env_qa.models import STORY
from casita.benchmarks.env_qa.models.parsing import Parser
from casita.benchmarks.env_qa.story.story import Story
from casita.errors import BadInput
from casita.protocols import Picture


class Reasoning:
    """Learns to read questions from the training part; what happened it is told."""

    privileges = (STORY,)
    is_blind = True

    def __init__(self, train: Sequence[Question]) -> None:
        self._parser = Parser(train)
        self._story: Story | None = None

    def told_story(self, story: dict[str, Any]) -> None:
        """What happens in the video, and what is so between events."""
        self._story = msgspec.convert(story, type=Story)

    def answer(self, frames: Sequence[Picture], question: str) -> RoleAnswer:
        """What the program gives that the question is read as; nothing if it cannot be read, or asks for nothing."""
        if self._story is None:
            raise BadInput("what happens in the video was not told")
        program = self._parser.program(question)
        try:
            return RoleAnswer() if program is None else run(program, self._story)
        except (NotAskable, BadInput):  # it was read wrongly
            return RoleAnswer()
