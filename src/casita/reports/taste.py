"""What a benchmark shows of itself in the quickstart: a table, a few pictures, a few words."""

from __future__ import annotations

from typing import NamedTuple

from casita.reports.listing import Listing


class Taste(NamedTuple):
    """A small run of one benchmark."""

    name: str
    title: str
    words: str
    table: Listing
    pictures: tuple[tuple[str, bytes], ...] = ()
    """Captions, and JPEG or PNG files."""
