"""Whether what was claimed holds here: verdicts that code reaches from numbers, by a rule that is stated with each.

A comparison is clear if the whole 95% interval of its difference lies on the side that is claimed, as far as is
claimed. All comparisons of
a finding clear: it holds. Some: it holds in part. None: it does not hold. One missing, or unclear with few items: it
cannot be told. An aim is met when the lower end of its interval meets it; a ceiling is kept when the mean keeps it and
the upper end is at most `statistics.SLACK` above.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from casita.evaluation.page import Holds, Verdict
from casita.evaluation.statistics import Estimate

ENOUGH = 50
"""Items that it takes to say that there is no difference."""


class Comparison(NamedTuple):
    """What should be greater than what, and by how much it is; None if there are no results."""

    words: str
    difference: Estimate | None
    sign: int = 1
    """-1 if it should be smaller."""
    unit: float = 1.0
    """What the difference is multiplied by where it is said: 100 for points."""
    note: str = ""
    """What is said behind it, such as a t-test."""
    least: float = 0.0
    """By how much it should be greater, or smaller, at the least."""

    @property
    def is_clear(self) -> bool | None:
        """Is it so beyond doubt? None if it is not known, or too little was measured to tell."""
        if self.difference is None:
            return None
        ends = sorted((self.sign * self.difference.low, self.sign * self.difference.high))
        if ends[0] > self.least or ends[1] < self.least or not 0 < self.difference.items < ENOUGH:
            return ends[0] > self.least
        return None

    def __str__(self) -> str:
        """For a list of reasons."""
        if self.difference is None:
            return f"{self.words}: missing"
        digits = 1 if self.unit >= 100 else 2
        said = self.difference.scaled(self.unit).text(digits, sign=True)
        said += f" where {self.sign * self.unit * self.least:+.{digits}f} is aimed at" if self.least else ""
        return f"{self.words}: {said}" + (f", {self.note}" if self.note else "")


def decided(claim: str, rule: str, found: Sequence[Comparison], further: Sequence[str] = ()) -> Verdict:
    """The verdict of comparisons by the common rule; `further` are reasons that do not decide."""
    return Verdict(claim, counted([one.is_clear for one in found]), rule, (*map(str, found), *further))


def counted(verdicts: Sequence[bool | None]) -> Holds:
    """All: holds. Some: in part. None: does not hold. One missing: cannot be told."""
    if not verdicts or None in verdicts:
        return "cannot be told"
    return "holds" if all(verdicts) else "holds in part" if any(verdicts) else "does not hold"


def reaches(found: Estimate | None, aim: float) -> bool | None:
    """Is an aim met, by the lower end? None if it was not measured or has no interval."""
    return None if found is None else found.meets(aim)


def keeps_under(found: Estimate | None, ceiling: float) -> bool | None:
    """Is a ceiling kept: the mean under it, the upper end not far above? None if it was not measured."""
    return None if found is None else found.keeps(ceiling)
