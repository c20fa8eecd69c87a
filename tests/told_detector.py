"""A detector that is told what it finds, for tests of who sees by one."""

from __future__ import annotations

from typing import Any, NamedTuple


class Found(NamedTuple):
    """A thing as a detector gives it."""

    box: tuple[float, float, float, float]
    kind: str
    score: float
    colour: str
    states: dict[str, float]


class Told:
    """A detector that finds the same things in every picture."""

    def __init__(self, *found: Found) -> None:
        self.found, self.asked = found, 0

    def detect(self, pictures: Any, least: float = 0.05) -> list[list[Found]]:
        self.asked += len(pictures)
        return [[one for one in self.found if one.score >= least] for _ in pictures]
