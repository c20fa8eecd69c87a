"""Goal inference that goes on while one helps: the demonstration, and what Alice is seen to do now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from casita.benchmarks.watch_and_help.item import Counts
from casita.benchmarks.watch_and_help.models.goals.placings import Placings
from casita.benchmarks.watch_and_help.models.goals.posterior import Posterior, after_counts, counts_evidence
from casita.protocols import Observation

NOW = 2.0
"""How much more what she does now counts than what she did in the demonstration, where the two disagree."""


class Combined(Posterior):
    """How likely every goal is after a demonstration and what was seen since of her being at it."""

    def __init__(self, shown: Mapping[str, int], seen: Mapping[str, int]) -> None:
        present = counts_evidence(seen, done=False)
        super().__init__({key: own + NOW * present[key] for key, own in counts_evidence(shown, done=True).items()})


class OnlineGoal:
    """What Alice wants, as far as it is known by now."""

    def __init__(self, demonstration: Sequence[Observation] = ()) -> None:
        self._shown: dict[str, int] = {}
        self._now = Placings()
        self._seen: dict[str, int] = {}
        self.best: Counts = ()
        """The most likely goal; empty if nothing was shown or seen."""
        if len(demonstration):
            self._shown = Placings().see_all(demonstration).counts()
            self._infer()

    def see(self, observation: Observation) -> bool:
        """Take in what is seen now; has the most likely goal changed?"""
        self._now.see(observation)
        seen = self._now.counts()
        if seen == self._seen:
            return False
        before, self._seen = self.best, seen
        self._infer()
        return self.best != before

    def _infer(self) -> None:
        if self._shown:
            self.best = Combined(self._shown, self._seen).best()
        elif self._seen:
            self.best = after_counts(self._seen, done=False).best()
