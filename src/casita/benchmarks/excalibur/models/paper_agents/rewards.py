"""The paper's rewards: equations 3 and 4. Both tell what has changed since the last time, and add up over a visit."""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.excalibur.episode.measures import Progress
from casita.benchmarks.excalibur.item import Question
from casita.benchmarks.excalibur.score import is_right
from casita.exact import count_of


def share_right(questions: Sequence[Question], answers: Sequence[str]) -> float:
    """Share of questions whose answers are right."""
    return count_of(is_right(one, said) for one, said in zip(questions, answers, strict=True)) / len(questions)


def qa_reward(questions: Sequence[Question], before: Sequence[str], now: Sequence[str]) -> float:
    """Equation 3: how many more answers are right now than before, as a share of all questions."""
    return share_right(questions, now) - share_right(questions, before)


def novelty_reward(before: Progress, now: Progress) -> float:
    """Equation 4: share of things that are seen for the first time, and share of the floor that is covered."""
    return (now.seen - before.seen) + (now.area - before.area)
