"""Small files that unpack to something huge: refused with the limit, and memory stays bounded."""

from __future__ import annotations

import gzip
import struct
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from casita import episodes
from casita.agents.visible import unpacked
from casita.errors import BadInput
from casita.limits import LOG_BYTES, PARQUET_BYTES, PARQUET_ROWS, STATES_BYTES
from casita.parquet import read_parquet
from casita.reading import decoded_picture
from casita.seeds import Stream
from tests.fuzz.driving import Case
from tests.fuzz.resident import forget_most, held, most_held

MOST_HELD = 1_500_000_000
"""Bytes that the process may grow by while a bomb is read."""

WORDS = ("too large", "exceeds limit", "not packed")
"""One of these is in every refusal."""


class Bomb(NamedTuple):
    """A kind of file that unpacks to too much."""

    make: Callable[[Stream], bytes]
    read: Callable[[Path], object]
    limit: str
    """What the error says of the limit; empty where the file is refused as damaged before."""


def read_bomb(case: Case) -> None:
    """One bomb of any kind."""
    name = case.luck.choice(tuple(BOMBS))
    bomb = BOMBS[name]
    path = case.folder / "bomb"
    path.write_bytes(bomb.make(case.luck))
    forget_most()
    before = held()
    doing = f"a bomb of the kind {name}"
    with case.nothing_but(doing=doing):
        try:
            bomb.read(path)
            case.found(f"{doing}: it was read")
        except BadInput as error:
            said = str(error)
            if bomb.limit not in said or not any(word in said for word in WORDS) or len(said.splitlines()) != 1:
                case.found(f"{doing}: the error does not name the limit: {said}")
    grown = most_held() - before
    if grown > MOST_HELD:
        case.found(f"{doing}: {grown:,} bytes are held while it is read")


class Word(msgspec.Struct):
    """A row with few columns."""

    id: str
    number: int


def _members(luck: Stream) -> bytes:
    """Many packed files, one after the other, that are too much together."""
    size = luck.choice((1_000_000, 20_000_000))
    return gzip.compress(bytes(size), luck.choice((1, 9))) * (LOG_BYTES // size + 2)


def _states(luck: Stream) -> bytes:
    """Packed states that are one long run of zeros."""
    packer = zlib.compressobj(1 + luck.below(9))
    piece = bytes(8_000_000)
    return b"".join(packer.compress(piece) for _ in range(STATES_BYTES // len(piece) + 2)) + packer.flush()


def _claims(luck: Stream) -> bytes:
    """Packed states that claim more steps and things than there are bytes for."""
    steps, things = 10 ** (3 + luck.below(15)), 1 + luck.below(50_000)
    names = [""] * things
    parts = {"ids": names, "types": names, "rooms": [], "steps": steps, "seen": b"", "things": b"", "own": b""}
    return zlib.compress(msgspec.msgpack.encode(parts))


def _long_text(luck: Stream) -> bytes:
    """A Parquet file whose rows all name one long text, which is in it once."""
    length = luck.choice((100_000, 1_000_000))
    rows = 3 * PARQUET_BYTES // length
    texts = pa.DictionaryArray.from_arrays(pa.repeat(pa.scalar(0, pa.int32()), rows), pa.array(["x" * length]))
    return _parquet(texts, rows)


def _many_rows(luck: Stream) -> bytes:
    """A Parquet file of very many equal rows."""
    rows = PARQUET_ROWS + 1 + luck.below(1_000_000)
    return _parquet(pa.repeat("x", rows), rows)


def _parquet(texts: pa.Array, rows: int) -> bytes:
    made = BytesIO()
    table = pa.table({"id": texts, "number": pa.repeat(pa.scalar(1, pa.int32()), rows)})
    pq.write_table(table, made, compression="zstd", store_schema=False)
    return made.getvalue()


def _wide_png(luck: Stream) -> bytes:
    """A picture that says that it is large."""
    return _png(10 ** (4 + luck.below(5)), 1 + luck.below(100_000), b"")


def _texts_png(luck: Stream) -> bytes:
    """A picture with a text, or a profile of colours, that unpacks to very much."""
    packed = zlib.compress(bytes(100_000_000 + luck.below(1000)), 1)
    chunk = luck.choice((_chunk(b"zTXt", b"a\0\0" + packed), _chunk(b"iTXt", b"a\0\1\0\0\0" + packed)))
    return _png(16, 16, chunk)


def _png(width: int, height: int, more: bytes) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = _chunk(b"IHDR", head) + more + _chunk(b"IDAT", zlib.compress(bytes(64))) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _picture(path: Path) -> object:
    return decoded_picture(path.read_bytes(), "bomb")


BOMBS: Mapping[str, Bomb] = {
    "log": Bomb(_members, episodes.load, f"{LOG_BYTES:,}"),
    "states": Bomb(_states, lambda path: unpacked(path.read_bytes()), f"{STATES_BYTES:,}"),
    "claimed states": Bomb(_claims, lambda path: unpacked(path.read_bytes()), ""),
    "long text in Parquet": Bomb(_long_text, lambda path: read_parquet(path, Word), f"{PARQUET_BYTES:,}"),
    "many rows of Parquet": Bomb(_many_rows, lambda path: read_parquet(path, Word), f"{PARQUET_ROWS:,}"),
    "wide picture": Bomb(_wide_png, _picture, ""),
    "text in a picture": Bomb(_texts_png, _picture, ""),
}
