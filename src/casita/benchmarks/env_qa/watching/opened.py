"""Data and what was seen of them, opened together."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from casita.benchmarks.env_qa.stored.folder import EnvQA
from casita.benchmarks.env_qa.watching.store import FeatureFolder, Footage
from casita.errors import BadInput


def digest_of(folder: Path) -> str:
    """Of what was seen; empty if nobody has looked yet."""
    return FeatureFolder(folder).manifest.digest() if folder.exists() else ""


@lru_cache(maxsize=1)
def opened(data: Path, folder: Path) -> tuple[EnvQA, FeatureFolder, Footage]:
    """Data and what was seen of them, in memory once for all trainings of a process; BadInput if they do not fit."""
    source, seen = EnvQA(data), FeatureFolder(folder)
    if seen.manifest.stamp.made_from["data"] != source.manifest.digest():
        raise BadInput(f"{folder} is what was seen of other data than {data}")
    return source, seen, seen.footage()
