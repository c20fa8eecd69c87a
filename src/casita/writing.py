"""Writes files whole or not at all, so that a reader never meets half of one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from casita.errors import BadInput


def write_whole(path: Path, data: bytes) -> None:
    """Write a file under a temporary name beside it, then give it its own; make its folder if need be."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
