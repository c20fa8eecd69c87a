"""A journal: a file of JSON lines that is only ever added to, so that work that was killed goes on where it stopped.

The first line says what the journal is of: the model, the data, the versions, with a hash of each. A journal of
anything else is refused, and what differs is named. Every other line is a row with a checksum. A last line that was
half-written when the writer was killed is cut off; a damaged line anywhere else is an error that names it. One process
writes at a time: the lock goes with the process, however it ends.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

import msgspec

from casita.errors import BadInput
from casita.limits import JSON_BYTES
from casita.reading import read_bounded
from casita.writing import locked, sync_files

Row = TypeVar("Row")

CHECK = "crc32"
"""The field of every row with the checksum of the others."""

LONGEST = 64 << 20
"""Bytes of the longest line."""

SYNC_EVERY = 1.0
"""Seconds between two times that rows are forced onto the disk; a kill loses none, a power cut at most these."""


class Journal(Generic[Row]):
    """A journal, open for adding: `with Journal(path, header, Row) as journal: journal.rows; journal.add([row])`."""

    def __init__(self, path: Path, header: Mapping[str, Any], kind: type[Row], *, sync: bool = False) -> None:
        """The journal of this path, which is begun if there is none.

        `kind` is the type that rows are checked against when they are read; `sync` forces every row onto the disk.
        """
        self.path, self.header = path, _plain(header)
        self._kind, self._always = kind, sync
        self.rows: list[Row] = []
        """All rows, those of earlier runs first."""
        self._open = ExitStack()
        self._file = -1
        self._synced = 0.0

    def __enter__(self) -> Self:
        """Open it for this process alone, and read what is there."""
        if self.path.is_dir():
            raise BadInput(f"{self.path} is a folder; a journal is a file")
        with ExitStack() as stack:
            stack.enter_context(locked(self.path))
            try:
                self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
                stack.callback(os.close, self._file)
                self._begin(_read_bytes(self.path))
            except OSError as error:
                raise BadInput(f"{self.path}: cannot be opened as a journal: {error.strerror}") from None
            self._open = stack.pop_all()
        return self

    def _begin(self, data: bytes) -> None:
        end = data.rfind(b"\n") + 1
        lines = data[:end].splitlines()
        if lines:
            check_header(self.path, _header(self.path, lines[0]), self.header)
            self.rows = _rows(self.path, lines[1:], self._kind)
        os.ftruncate(self._file, end)
        os.lseek(self._file, end, os.SEEK_SET)
        if not lines:
            self._write(msgspec.json.encode(self.header) + b"\n", sync=False)
            sync_files([self.path])

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Force everything onto the disk and let others have it."""
        with suppress(OSError):
            os.fsync(self._file)
        self._open.close()

    def add(self, rows: Iterable[Row]) -> None:
        """Add rows; they survive a kill from here on."""
        added = list(rows)
        self._write(b"".join(_line(row) for row in added), sync=self._always)
        self.rows += added

    def _write(self, data: bytes, *, sync: bool) -> None:
        begun = os.lseek(self._file, 0, os.SEEK_CUR)
        try:
            while data:
                data = data[os.write(self._file, data) :]
            if sync or monotonic() - self._synced > SYNC_EVERY:
                os.fsync(self._file)
                self._synced = monotonic()
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, begun)
                os.lseek(self._file, begun, os.SEEK_SET)
            raise BadInput(f"{self.path}: cannot be written: {error.strerror}") from None


def read_journal(path: Path, kind: type[Row]) -> tuple[dict[str, Any], list[Row]]:
    """What a journal is of, and its rows; BadInput if it is none, or damaged."""
    try:
        data = _read_bytes(path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    lines = data[: data.rfind(b"\n") + 1].splitlines()
    if not lines:
        raise BadInput(f"{path}: not a journal: it has no first line")
    return _header(path, lines[0]), _rows(path, lines[1:], kind)


def check_header(path: Path, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Raise BadInput that names what differs unless two headers are the same."""
    differs = [_difference(name, found, wanted) for name in {**wanted, **found} if found.get(name) != wanted.get(name)]
    if differs:
        raise BadInput(f"{path} is of something else: {'; '.join(differs)}. Choose another path, or move it away")


def _difference(name: str, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """What differs in one field, down to the entry of a mapping."""
    one, other = found.get(name), wanted.get(name)
    if isinstance(one, dict) and isinstance(other, dict):
        inner = next(key for key in {**other, **one} if key not in one or key not in other or one[key] != other[key])
        return _difference(inner, one, other).replace(inner, f"{name}, {inner}", 1)
    return f"{name} is {_short(found, name)} there and {_short(wanted, name)} here"


def _short(header: Mapping[str, Any], name: str) -> str:
    """A field in a few words."""
    text = repr(header[name]) if name in header else "missing"
    return text if len(text) <= 80 else f"{text[:60]}... ({len(text)} characters)"


def _plain(header: Mapping[str, Any]) -> dict[str, Any]:
    """A header as it comes back from a file."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(dict(header)))
    return plain


def _read_bytes(path: Path) -> bytes:
    return read_bounded(path, JSON_BYTES)


def _header(path: Path, line: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(f"{path}: not a journal: its first line is no JSON object: {error}") from None


def _rows(path: Path, lines: list[bytes], kind: type[Row]) -> list[Row]:
    return [_row(f"{path}, line {number}", line, kind) for number, line in enumerate(lines, 2)]


def _line(row: object) -> bytes:
    """A row as a line, its checksum last."""
    text = msgspec.json.encode(row)
    if not text.startswith(b"{") or text == b"{}":
        raise BadInput(f"a row of a journal is an object with fields; not {row!r}")
    return b'%s,"%s":"%08x"}\n' % (text[:-1], CHECK.encode(), zlib.crc32(text))


def _row(where: str, line: bytes, kind: type[Row]) -> Row:
    """The row of a line."""
    if len(line) > LONGEST:
        raise BadInput(f"{where}: a line has at most {LONGEST:,} bytes; this has {len(line):,}")
    text, _, check = line.rpartition(b',"%s":' % CHECK.encode())
    if check != b'"%08x"}' % zlib.crc32(text + b"}"):
        raise BadInput(f"{where}: damaged: its checksum is wrong")
    try:
        return msgspec.json.decode(text + b"}", type=kind)
    except (msgspec.DecodeError, BadInput, RecursionError) as error:
        raise BadInput(f"{where}: not what belongs here: {error}") from None
