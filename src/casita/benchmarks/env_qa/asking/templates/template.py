"""A template: wordings with blanks, what can stand in the blanks, and the program that answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from casita.benchmarks.env_qa.asking.blanks import Blank, Chosen, Draw
from casita.benchmarks.env_qa.asking.pools import Pools
from casita.benchmarks.env_qa.item import QuestionKind
from casita.seeds import Stream


@dataclass(frozen=True)
class Template:
    """One row of the table."""

    name: str
    kind: QuestionKind
    wordings: tuple[str, ...]
    """Texts with blanks: {x}, or {x.be} for the verb that goes with x."""
    program: list[Any]
    """With "$x" for what the blank x is in a program, and "%x" for its bare name."""
    blanks: dict[str, Draw] = field(default_factory=dict)
    """How each blank is filled, in the order in which they are."""
    least_events: int = 0
    """A video with fewer events has no such question."""
    weight: float = 1.0
    """How many questions it should have, against others of its kind."""

    def filled(self, pools: Pools, draw: Stream) -> Chosen | None:
        """The blanks as one draw fills them; None if the story has nothing for one of them."""
        chosen: dict[str, Blank] = {}
        for name, drawn in self.blanks.items():
            blank = drawn(pools, chosen, draw)
            if blank is None:
                return None
            chosen[name] = blank
        return chosen

    def program_of(self, chosen: Chosen) -> list[Any]:
        """The program with its blanks filled."""
        return [_filled(part, chosen) for part in self.program]

    def text_of(self, wording: int, chosen: Chosen) -> str:
        """One of the wordings with its blanks filled."""
        text = self.wordings[wording].format(**{name: blank.words for name, blank in chosen.items()})
        return text[0].upper() + text[1:]


def _filled(part: Any, chosen: Chosen) -> Any:
    if isinstance(part, str) and part[:1] in ("$", "%"):
        blank = chosen[part[1:]]
        return blank.node if part[0] == "$" else blank.name
    if isinstance(part, list):
        return [_filled(one, chosen) for one in part]
    if isinstance(part, dict):
        return {role: _filled(value, chosen) for role, value in part.items()}
    return part
