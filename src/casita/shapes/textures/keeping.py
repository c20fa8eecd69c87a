"""Keeps textures on disk, in the user's cache folder, so that the next start is quick.

What is kept is named by a digest of what was asked for and of the source of all patterns, so a change
in any of them makes new files. A folder that cannot be written is no error: the texture is made again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np

from casita.arrays import Uint8s
from casita.errors import BadInput
from casita.writing import write_whole


def folder() -> Path:
    """Where things are kept: $CASITA_CACHE, or casita in the user's cache folder."""
    given = os.environ.get("CASITA_CACHE")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "casita"


@cache
def _sources() -> bytes:
    """A digest of the code that draws patterns."""
    whole = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        whole.update(path.read_bytes())
    return whole.digest()


def kept(name: str, make: Callable[[], Uint8s]) -> Uint8s:
    """The array of this name: read if it was kept, else made and kept."""
    digest = hashlib.sha256(_sources() + name.encode()).hexdigest()[:32]
    path = folder() / f"{digest}.npy"
    with suppress(OSError, ValueError):
        found: Uint8s = np.load(path, allow_pickle=False)
        return found
    made = make()
    data = BytesIO()
    np.save(data, made)
    with suppress(BadInput):
        write_whole(path, data.getvalue())
    return made
