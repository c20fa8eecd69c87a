"""Language, by words: answers from the text of a question alone, as training questions with like words were answered.

It measures what questions give away. For every type of question that it can tell by how it begins, it holds the
answers that were given, and weighs them by the words and pairs of words of the question (naive Bayes).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise

from casita.benchmarks.excalibur.item import Question
from casita.benchmarks.excalibur.models.not_acting import NotActing
from casita.errors import BadInput

SMOOTHING = 2.0
"""How often every word is taken to have been seen with every answer before anything was counted."""

MOST_ANSWERS = 40
"""Answers that are weighed for a beginning: the most common ones."""


class Language(NotActing):
    """Naive Bayes over words and pairs of words."""

    def __init__(self, train: Iterable[Question]) -> None:
        self._answers: dict[str, Counter[str]] = defaultdict(Counter)
        self._words: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for question in train:
            begins = beginning_of(question.text)
            self._answers[begins][question.answer] += 1
            for word in words_of(question.text):
                self._words[begins, word][question.answer] += 1
        if not self._answers:
            raise BadInput("there are no training questions to learn from")

    def answer(self, question: str) -> str:
        """The most likely answer."""
        scores = self._scores(question)
        return min(scores, key=lambda answer: (-scores[answer], answer))

    def confidence(self, question: str) -> float:
        """How likely it is."""
        scores = self._scores(question)
        top = max(scores.values())
        return 1.0 / math.fsum(math.exp(score - top) for score in scores.values())

    def _scores(self, question: str) -> dict[str, float]:
        begins = beginning_of(question)
        known = self._answers[begins] if begins in self._answers else self._answers[max(self._answers)]
        found = {}
        words = words_of(question)
        for answer, count in known.most_common(MOST_ANSWERS):
            score = math.log(count)
            for word in words:
                if seen := self._words.get((begins, word)):
                    prior = count / known.total()
                    score += math.log((seen[answer] + SMOOTHING * prior) / (seen.total() + SMOOTHING) / prior)
            found[answer] = score
        return found


def beginning_of(text: str) -> str:
    """The first two words of a question, which tell its type."""
    return " ".join(text.lower().split()[:2])


def words_of(text: str) -> list[str]:
    """The words of a question, and its pairs of words, each once."""
    single = re.findall(r"[a-z']+", text.lower())
    return sorted({*single, *(f"{one} {other}" for one, other in pairwise(single))})
