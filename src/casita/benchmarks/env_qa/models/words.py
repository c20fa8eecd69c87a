"""The words of questions as numbers; what no two training questions have in common is one unknown word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

PADDING, UNKNOWN = 0, 1
"""Numbers of no word, and of a word that is not known."""

OFTEN = 2
"""In how many training questions a word must be to be known."""

LONGEST = 40
"""Words of a question that are read, at the most."""


class WordTable:
    """Words with their numbers."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        self._numbers = {word: number for number, word in enumerate(self.words, UNKNOWN + 1)}

    @classmethod
    def of(cls, texts: Iterable[str]) -> WordTable:
        """The words that some questions have in common, in the order of the alphabet."""
        counts = Counter(word for text in texts for word in set(words_in(text)))
        return cls(sorted(word for word, count in counts.items() if count >= OFTEN))

    def __len__(self) -> int:
        """How many numbers there are."""
        return len(self.words) + UNKNOWN + 1

    def numbers(self, text: str) -> list[int]:
        """A question by the numbers of its words; one unknown word if there is none."""
        found = [self._numbers.get(word, UNKNOWN) for word in words_in(text)]
        return found[:LONGEST] or [UNKNOWN]


def words_in(text: str) -> list[str]:
    """The words of a question."""
    return re.findall(r"[a-z0-9']+", text.lower())
