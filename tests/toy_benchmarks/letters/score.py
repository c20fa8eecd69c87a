"""The share of words whose letters were counted right."""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.letters.item import Word

from casita.evaluation.statistics import Estimate, share


def right(words: Sequence[Word], answers: Sequence[int | None]) -> Estimate:
    """How many answers are right; no answer is wrong."""
    return share(sum(word.letters == answer for word, answer in zip(words, answers, strict=True)), len(words))
