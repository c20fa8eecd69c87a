"""Counts."""

from __future__ import annotations


class Oracle:
    """Knows how many letters a word has."""

    def count(self, word: str) -> int:
        """The number of letters."""
        return len(word)
