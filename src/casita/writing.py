"""Writes files whole or not at all and safely to disk, and lets one process at a time write to a place."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from casita.errors import BadInput


def write_whole(path: Path, data: bytes, *, sync: bool = True) -> None:
    """Write a file under a temporary name beside it, then give it its own; make its folder if need be.

    When this returns, the file survives a loss of power. Whoever writes many files may leave that out with
    `sync=False` and call `sync_files` once for all of them, before anything says that they are there.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as file:
            file.write(data)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        partial.replace(path)
        if sync:
            _sync(path.parent)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            partial.unlink()


def sync_files(paths: Iterable[Path]) -> None:
    """Make sure that files which were written with `sync=False` are on the disk, and their names in their folders."""
    folders: dict[Path, None] = {}
    for path in paths:
        _sync(path)
        folders[path.parent] = None
    for folder in folders:
        _sync(folder)


def _sync(path: Path) -> None:
    if path.is_dir() and os.name != "posix":
        return  # Only POSIX opens folders; elsewhere their names are written with the files.
    try:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written to disk: {error.strerror}") from None


@contextmanager
def locked(path: Path, *, wait: bool = False) -> Iterator[None]:
    """Be the only one who writes to a file or folder; another process that asks meanwhile is told so, or waits.

    The system holds the lock and lets go of it when the process ends, however it ends. A folder that exists is locked
    itself; a file is locked by a file beside it (`.NAME.lock`), since whole files are put in the place of old ones.
    """
    import fcntl

    path = Path(path)
    folder = path.is_dir()
    key = path if folder else path.with_name(f".{path.name}.lock")
    how = fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB
    handle = -1
    try:
        while True:
            key.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(key, os.O_RDONLY if folder else os.O_RDWR | os.O_CREAT, 0o644)
            fcntl.flock(handle, how)
            if _is_at(handle, key):
                break
            os.close(handle)  # Whoever had the lock has taken the file away: make a new one.
    except BlockingIOError:
        os.close(handle)
        raise BadInput(f"{path}: another process is writing it; wait until it has ended") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be locked: {error.strerror}") from None
    try:
        yield
    finally:
        if not folder:
            with suppress(OSError):
                key.unlink()
        os.close(handle)


def _is_at(handle: int, path: Path) -> bool:
    """Is what was opened still what stands at this path?"""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
