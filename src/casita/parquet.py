"""Rows to Parquet and back: columns come from the row's types, and the file says what it was made with.

A row is a frozen dataclass or a msgspec Struct whose fields are text (any, or one of some words), whole numbers,
numbers, truths, bytes, tuples of these, or mappings from text to one of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from casita.errors import BadInput
from casita.exact import count_of
from casita.limits import PARQUET_BYTES, PARQUET_ROWS

Row = TypeVar("Row")

STAMP = b"casita"
"""The key of what a file was made with, in its metadata."""

PIECES = 16
"""What may be unpacked in all, in pieces that may be unpacked at a time."""

MOST_ROWS_AT_ONCE = 65_536
"""Rows that are unpacked at a time, if they are small."""


def to_parquet(rows: Iterable[Row], kind: type[Row], stamp: Mapping[str, Any]) -> bytes:
    """Rows as the bytes of a Parquet file that says what it was made with."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = _columns(kind)
    plain = [{name: _put(getattr(row, name)) for name in columns} for row in rows]
    schema = _schema(kind).with_metadata({STAMP: json.dumps(stamp, sort_keys=True)})
    made = BytesIO()
    pq.write_table(pa.Table.from_pylist(plain, schema=schema), made, compression="zstd")
    return made.getvalue()


def read_parquet(path: Path, kind: type[Row]) -> list[Row]:
    """The rows of a file; BadInput if it is missing, damaged, or holds something else."""
    table = _table(path, kind)
    wrap: dict[str, Callable[[Any], Any]] = {}
    for name, hint in _columns(kind).items():
        if get_origin(hint) not in (None, Literal):
            wrap[name] = tuple if get_origin(hint) is tuple else dict
    return [
        kind(**{name: wrap[name](value) if name in wrap else value for name, value in row.items()})
        for row in table.to_pylist()
    ]


def _table(path: Path, kind: type[Any]) -> Any:
    """The columns of a file, unpacked piece by piece: a few bytes on disk can stand for any number in memory."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            if not file.schema_arrow.equals(_schema(kind)):
                raise BadInput(f"{path} has other columns than {kind.__name__}s: {', '.join(file.schema_arrow.names)}")
            largest = _largest_chunk(path, file.metadata)
            pieces, left = [], PARQUET_BYTES
            rows = min(MOST_ROWS_AT_ONCE, max(1, PARQUET_BYTES // (PIECES * largest)))
            for piece in file.iter_batches(rows, use_threads=False):
                left -= piece.nbytes
                if left < 0:
                    raise _too_large(path)
                pieces.append(piece)
            return pa.Table.from_batches(pieces, file.schema_arrow)
    except FileNotFoundError:
        raise BadInput(f"{path} is missing: the data are not complete; generate them again") from None
    except (OSError, pa.ArrowException) as error:
        raise BadInput(f"{path} is damaged: {str(error).splitlines()[0]}") from None


def _largest_chunk(path: Path, footer: Any) -> int:
    """Bytes of the largest run of one column, unpacked: no value is larger. BadInput if rows or bytes are too many."""
    if footer.num_rows > PARQUET_ROWS:
        raise BadInput(f"{path}: too large; {footer.num_rows:,} rows, at most {PARQUET_ROWS:,} are read")
    groups = [footer.row_group(number) for number in range(footer.num_row_groups)]
    chunks = [group.column(number).total_uncompressed_size for group in groups for number in range(group.num_columns)]
    if count_of(chunks) > PARQUET_BYTES:
        raise _too_large(path)
    return max(chunks, default=1)


def _too_large(path: Path) -> BadInput:
    return BadInput(f"{path}: too large; at most {PARQUET_BYTES:,} bytes are unpacked")


def read_stamp(path: Path) -> dict[str, Any]:
    """What a file was made with."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        found = (pq.read_schema(path).metadata or {}).get(STAMP)
        stamp = None if found is None else json.loads(found)
    except (OSError, pa.ArrowException, ValueError) as error:
        raise BadInput(f"{path} is damaged: {str(error).splitlines()[0]}") from None
    if not isinstance(stamp, dict):
        raise BadInput(f"{path} was not made by Casita")
    return stamp


def _columns(kind: type[Any]) -> dict[str, Any]:
    """Types of the fields, by name."""
    if is_dataclass(kind):
        names = [field.name for field in fields(kind)]
    else:
        names = [field.name for field in msgspec.structs.fields(kind)]
    hints = get_type_hints(kind)
    return {name: hints[name] for name in names}


def _schema(kind: type[Any]) -> Any:
    import pyarrow as pa

    return pa.schema([(name, _arrow(hint)) for name, hint in _columns(kind).items()])


def _arrow(hint: Any) -> Any:
    """The type of a column."""
    import pyarrow as pa

    plain = {str: pa.string(), int: pa.int32(), float: pa.float64(), bool: pa.bool_(), bytes: pa.binary()}
    inner = get_args(hint)
    if get_origin(hint) is tuple and inner[1:] == (...,):
        return pa.list_(_arrow(inner[0]))
    if get_origin(hint) in (dict, Mapping):
        return pa.map_(_arrow(inner[0]), _arrow(inner[1]))
    if get_origin(hint) is Literal and all(isinstance(word, str) for word in inner):
        return pa.string()
    if hint not in plain:
        raise TypeError(f"a row's field cannot be {hint}")
    return plain[hint]


def _put(value: Any) -> Any:
    """A field as Arrow takes it; mappings in the order of their keys, so that equal rows are equal bytes."""
    if isinstance(value, Mapping):
        return sorted(value.items())
    return list(value) if isinstance(value, tuple) else value
