"""What is seen of pairs of pictures, kept in a file: made once for the same pairs of the same pictures."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.errors import BadInput
from casita.learn.features import decoded
from casita.protocols import Picture
from casita.writing import write_whole

Arrays = Mapping[str, NDArray[Any]]
"""Columns by name, rows are pairs."""


def kept_pairs(
    name: str,
    version: int | str,
    pairs: Sequence[tuple[str, str]],
    png: Callable[[str], bytes],
    folder: Path,
    make: Callable[[Iterator[tuple[Picture, Picture]]], Arrays],
) -> Arrays:
    """What `make` sees of the pictures of some pairs of keys; `name` and `version` say what that is."""
    digest = hashlib.sha256(f"{name} {version} {pairs!r}".encode())
    for key in sorted({key for pair in pairs for key in pair}):
        digest.update(hashlib.sha256(png(key)).digest())
    path = folder / "views" / f"{name}-{digest.hexdigest()[:24]}.npz"
    if path.exists():
        try:
            with np.load(path, allow_pickle=False) as file:
                return {column: file[column] for column in file.files}
        except (OSError, ValueError, KeyError) as error:
            raise BadInput(f"{path}: damaged views; remove the file: {error}") from None
    found = make(decoded_pairs(pairs, png))
    columns: dict[str, Any] = dict(found)
    made = io.BytesIO()
    np.savez(made, **columns)
    write_whole(path, made.getvalue())
    return found


def decoded_pairs(pairs: Sequence[tuple[str, str]], png: Callable[[str], bytes]) -> Iterator[tuple[Picture, Picture]]:
    """The pictures of pairs; pairs of one before-picture come together, so it is read once."""
    last, before = "", np.zeros((0, 0, 3), dtype=np.uint8)
    for first, second in pairs:
        if first != last:
            last, before = first, decoded(first, png(first))
        yield before, decoded(second, png(second))
