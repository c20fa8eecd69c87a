"""Does not look."""

from __future__ import annotations


class Always:
    """Says three."""

    def count(self, word: str) -> int:
        """Three."""
        return 3
