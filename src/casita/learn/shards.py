"""Pictures with labels on disk: two files a shard, pictures memory-mapped; labels come last and tell it is whole."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Uint8s
from casita.errors import BadInput
from casita.writing import write_whole


def has_shard(folder: Path, name: str) -> bool:
    """Is the shard of this name there, and whole?"""
    return (folder / f"{name}.npz").exists()


def write_shard(folder: Path, name: str, pictures: Uint8s, labels: Mapping[str, NDArray[Any]]) -> None:
    """Write pictures and the arrays that label them."""
    made, packed = io.BytesIO(), io.BytesIO()
    np.save(made, pictures)
    write_whole(folder / f"{name}.npy", made.getvalue())
    np.savez_compressed(packed, **labels)  # type: ignore[arg-type]
    write_whole(folder / f"{name}.npz", packed.getvalue())


def read_shard(folder: Path, name: str) -> tuple[Uint8s, dict[str, NDArray[Any]]]:
    """Pictures and labels that were written before."""
    try:
        with np.load(folder / f"{name}.npz") as file:
            labels = {column: file[column] for column in file.files}
        pictures = np.load(folder / f"{name}.npy", mmap_mode="r")
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise BadInput(f"{folder}: no whole shard {name}: {error}") from None
    return pictures, labels
