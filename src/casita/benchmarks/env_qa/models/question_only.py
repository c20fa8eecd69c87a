"""Answers from the words of the question alone: those of the training questions that are most like it decide.

It needs no training; the paper's Q-only, a recurrent network, is `q_only.py`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from casita.arrays import Float64s, Int64s
from casita.benchmarks.env_qa.item import Question, RoleAnswer
from casita.benchmarks.env_qa.models.frequent import most_common
from casita.protocols import Picture

NEAREST = 15
"""Questions that decide."""


class QuestionOnly:
    """The most frequent answer of the questions with the most like words, rare words counting more."""

    is_blind = True

    def __init__(self, train: Sequence[Question]) -> None:
        from scipy import sparse

        texts = [words_of(question.text) for question in train]
        document = Counter(word for words in texts for word in set(words))
        self._words = {word: number for number, word in enumerate(sorted(document))}
        self._weight = np.array([math.log((1 + len(texts)) / (1 + document[word])) + 1.0 for word in sorted(document)])
        self._answers = [question.answer for question in train]
        rows = [self._vector(words) for words in texts]
        ends = np.cumsum([0, *(len(numbers) for numbers, _ in rows)])
        numbers = np.concatenate([numbers for numbers, _ in rows]) if rows else np.zeros(0, np.int64)
        weights = np.concatenate([weights for _, weights in rows]) if rows else np.zeros(0)
        self._known = sparse.csr_matrix((weights, numbers, ends), (len(rows), len(self._words)))

    def answer(self, frames: Sequence[Picture], question: str) -> RoleAnswer:
        """What was answered most often to the nearest questions."""
        if not self._answers:
            return RoleAnswer()
        asked = np.zeros(len(self._words))
        numbers, weights = self._vector(words_of(question))
        asked[numbers] = weights
        away = -np.asarray(self._known @ asked).round(9)
        bound = np.partition(away, min(NEAREST, len(away)) - 1)[min(NEAREST, len(away)) - 1]
        near = np.flatnonzero(away <= bound)
        nearest = near[np.argsort(away[near], kind="stable")][:NEAREST]
        return most_common(Counter(self._answers[number] for number in nearest.tolist()))

    def _vector(self, words: Sequence[str]) -> tuple[Int64s, Float64s]:
        """The words of a question that are known, by their numbers, and how much each counts."""
        numbers = np.array(sorted({self._words[word] for word in words if word in self._words}), np.int64)
        weights = self._weight[numbers]
        return numbers, weights / max(float(np.sqrt((weights * weights).sum())), 1e-9)


def words_of(text: str) -> list[str]:
    """The words of a question, and its pairs of words."""
    single = re.findall(r"[a-z']+", text.lower())
    return [*single, *(f"{one} {other}" for one, other in pairwise(single))]
