"""One example: a word, and how many letters it has."""

from __future__ import annotations

import msgspec


class Word(msgspec.Struct, frozen=True):
    """A word: one row of Parquet."""

    id: str
    text: str
    letters: int
