"""Rows to Parquet and back, with what they were made with; damaged or foreign files are named."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from casita.benchmarks.act_thor.item import Attempt, ContrastSet
from casita.errors import BadInput

Row = TypeVar("Row", Attempt, ContrastSet)

STAMP = b"casita"


def _schema(kind: type[Attempt] | type[ContrastSet]) -> Any:
    import pyarrow as pa

    types = {
        **dict.fromkeys(("take", "seen_before", "seen", "changed", "answer"), pa.int32()),
        **dict.fromkeys(("candidates", "actions", "scenes"), pa.list_(pa.string())),
        "apart": pa.map_(pa.string(), pa.int32()),
        "log": pa.binary(),
    }
    return pa.schema([(name, types.get(name, pa.string())) for name in kind.__slots__])


def to_parquet(rows: Iterable[Row], kind: type[Row], stamp: dict[str, Any]) -> bytes:
    """Rows as the bytes of a Parquet file that says what it was made with."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    plain = [asdict(row) for row in rows]
    for each in plain:
        if "apart" in each:
            each["apart"] = sorted(each["apart"].items())
    schema = _schema(kind).with_metadata({STAMP: json.dumps(stamp, sort_keys=True)})
    made = BytesIO()
    pq.write_table(pa.Table.from_pylist(plain, schema=schema), made, compression="zstd")
    return made.getvalue()


def _read(path: Path, kind: type[Row]) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path)
    except FileNotFoundError:
        raise BadInput(f"{path} is missing: the data are not complete; run `casita generate act_thor` again") from None
    except (OSError, pa.ArrowException) as error:
        raise BadInput(f"{path} is damaged: {str(error).splitlines()[0]}") from None
    if not table.schema.equals(_schema(kind)):
        raise BadInput(f"{path} has other columns than ACT-Thor's: {', '.join(table.schema.names)}")
    return table


def read_attempts(path: Path) -> list[Attempt]:
    """The attempts in a file."""
    return [Attempt(**row | {"apart": dict(row["apart"])}) for row in _read(path, Attempt).to_pylist()]


def read_sets(path: Path) -> list[ContrastSet]:
    """The contrast sets in a file."""
    several = ("candidates", "actions", "scenes")
    rows = _read(path, ContrastSet).to_pylist()
    return [ContrastSet(**row | {name: tuple(row[name]) for name in several}) for row in rows]


def read_settings(path: Path) -> dict[str, Any]:
    """What a file was made with."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        found = (pq.read_schema(path).metadata or {}).get(STAMP)
    except (OSError, pa.ArrowException) as error:
        raise BadInput(f"{path} is damaged: {str(error).splitlines()[0]}") from None
    if found is None:
        raise BadInput(f"{path} was not made by Casita")
    stamp: dict[str, Any] = json.loads(found)
    return stamp


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest of a folder of ACT-Thor's data."""
    try:
        found = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise BadInput(f"{path.parent} holds no ACT-Thor data: {path.name} is missing") from None
    except ValueError as error:
        raise BadInput(f"{path} is damaged: {error}") from None
    if not isinstance(found, dict) or found.get("data") != "act_thor" or not isinstance(found.get("files"), dict):
        raise BadInput(f"{path} is not the manifest of ACT-Thor data")
    return found
