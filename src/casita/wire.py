"""What goes over the pipe between a run and a model apart: length-prefixed MessagePack of plain data.

Besides plain values a message may hold pictures (arrays of bytes) and the rows that models are given and answer with
(`ROWS`); everything else is refused.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from casita.errors import BadInput
from casita.protocols import (
    ARRAYS,
    Observation,
    RobotObservation,
    RoleAnswer,
    decode_array,
    encode_array,
    from_msgpack,
    to_msgpack,
)
from casita.world.action import Action

ROWS: Mapping[str, type] = {kind.__name__: kind for kind in (Observation, RobotObservation, Action, RoleAnswer)}
"""Typed rows that may be sent, by name."""

ROW, ARRAY = 1, 2
"""Codes of MessagePack's extensions."""

LENGTH = struct.Struct("<Q")
"""What stands before every message: its length in bytes."""

MOST = 2**30
"""Bytes that a message may have; a longer one is no message."""


def packed(message: Any) -> bytes:
    """A message with its length before it; BadInput if it is not plain."""
    try:
        data = msgspec.msgpack.encode(_plain(message))
    except (OverflowError, UnicodeEncodeError, RecursionError, TypeError, ValueError) as error:
        raise BadInput(f"not plain data: {error}") from None
    return LENGTH.pack(len(data)) + data


def unpacked(data: bytes) -> Any:
    """The message of some bytes, without the length; BadInput if they are none."""
    try:
        return msgspec.msgpack.decode(data, ext_hook=_extension)
    except (msgspec.DecodeError, RecursionError, TypeError, ValueError) as error:
        raise BadInput(f"not a message: {error}") from None


def _plain(value: Any) -> Any:
    """A value with rows and arrays as extensions of MessagePack."""
    kind = type(value)
    if value is None or kind in (bool, int, float, str, bytes):
        return value
    if ROWS.get(kind.__name__) is kind:
        return msgspec.msgpack.Ext(ROW, to_msgpack((kind.__name__, to_msgpack(value))))
    if isinstance(value, np.ndarray) and value.dtype.name not in ARRAYS:
        return _plain(value.tolist())
    if isinstance(value, np.ndarray):
        return msgspec.msgpack.Ext(ARRAY, to_msgpack(encode_array(value)))
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {_plain(key): _plain(each) for key, each in value.items()}
    for plain in (str, int, float):  # one's own kind of text or number is sent as what it is
        if isinstance(value, plain):
            return plain(value)
    raise TypeError(f"{kind.__name__} cannot be sent")


def _extension(code: int, data: memoryview) -> Any:
    if code == ARRAY:
        return decode_array(np.ndarray, msgspec.msgpack.decode(data))
    if code != ROW:
        raise ValueError(f"unknown extension {code}")
    name, body = msgspec.msgpack.decode(data, type=tuple[str, bytes])
    if name not in ROWS:
        raise ValueError(f"unknown row {name!r}")
    return from_msgpack(body, ROWS[name])
