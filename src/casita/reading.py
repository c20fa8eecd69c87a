"""Reads files that others may have written: bounded in size, packed or not, with one clear error."""

from __future__ import annotations

import json
import tomllib
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from casita.errors import BadInput
from casita.limits import JSON_BYTES, PICTURE_PIXELS, PICTURE_SIDE

if TYPE_CHECKING:
    from casita.arrays import Uint8s

GZIP = b"\x1f\x8b"
"""How packed files begin."""

GZIP_OR_ZLIB = 47
"""What zlib calls "either, with the largest window"."""

PIECE = 8_192
"""Bytes that are unpacked at a time: what is left of them is copied wherever packed data end and others begin."""


def read_bounded(path: str | Path, most: int) -> bytes:
    """The bytes of a file; BadInput if it cannot be read, is no file, or is larger than `most` bytes."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadInput(f"{path!s}: cannot be read: {error}") from None
    if len(data) > most:
        raise BadInput(f"{path}: too large; at most {most:,} bytes are read")
    return data


def unpacked(data: bytes, most: int, name: str) -> bytes:
    """What packed data (gzip or zlib) hold; BadInput if they are damaged or unpack to more than `most` bytes."""
    whole: list[bytes] = []
    left, at = most, 0
    while at < len(data):
        unpacker = zlib.decompressobj(wbits=GZIP_OR_ZLIB)
        while not unpacker.eof:
            fed = data[at : at + PIECE]
            if not fed:
                raise BadInput(f"{name}: cut off or damaged: the packed data have no end")
            try:
                part = unpacker.decompress(fed, left + 1)
            except zlib.error as error:
                raise BadInput(f"{name}: cut off or damaged: {error}") from None
            left -= len(part)
            if left < 0:
                raise BadInput(f"{name}: too large; at most {most:,} bytes are unpacked")
            at += len(fed) - len(unpacker.unused_data)
            if part:
                whole.append(part)
    return b"".join(whole)


def read_packed(path: str | Path, most: int) -> bytes:
    """The bytes of a file, unpacked if it is packed; neither is larger than `most` bytes."""
    data = read_bounded(path, most)
    return unpacked(data, most, str(path)) if data.startswith(GZIP) else data


def decoded(decoder: msgspec.json.Decoder[Any], data: str | bytes, name: str) -> Any:
    """What JSON text describes, typed; `name` is the file's (and the line's), for error messages."""
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        raise BadInput(f"{name}: {error}") from None
    except (msgspec.DecodeError, UnicodeError, ValueError) as error:
        raise BadInput(f"{name}: not valid JSON, or cut off: {error}") from None
    except RecursionError:
        raise BadInput(f"{name}: nested too deeply") from None


def parsed_json(data: str | bytes, name: str) -> Any:
    """What JSON text describes, of any shape; `name` is the file's, for error messages."""
    with _named(name, "JSON, or cut off"):
        return json.loads(data)


def decoded_picture(data: bytes, name: str) -> Uint8s:
    """A PNG or JPEG file as an array, height x width x 3; one that unpacks to too many pixels is refused unread."""
    import numpy as np
    from PIL import Image

    try:
        image = Image.open(BytesIO(data), formats=("PNG", "JPEG"))
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise _no_picture(name, error) from None
    with image:
        width, height = image.size
        if max(width, height) > PICTURE_SIDE or width * height > PICTURE_PIXELS:
            raise BadInput(f"{name}: too large; {width} x {height} pixels, at most {PICTURE_PIXELS:,} are read")
        try:
            return np.asarray(image.convert("RGB"))
        except (OSError, SyntaxError, ValueError) as error:
            raise _no_picture(name, error) from None


def _no_picture(name: str, error: Exception) -> BadInput:
    return BadInput(f"{name}: cannot be read as a picture: {error}")


def read_json(path: str | Path, most: int = JSON_BYTES) -> Any:
    """What a JSON file describes, of any shape."""
    return parsed_json(read_bounded(path, most), str(path))


def parsed_toml(text: str, name: str) -> dict[str, Any]:
    """What TOML text describes; `name` is the file's, for error messages."""
    with _named(name, "TOML"):
        return tomllib.loads(text)


@contextmanager
def _named(name: str, form: str) -> Iterator[None]:
    """Errors of text that is not of a form name its file."""
    try:
        yield
    except RecursionError:
        raise BadInput(f"{name}: nested too deeply") from None
    except ValueError as error:
        raise BadInput(f"{name}: not valid {form}: {error}") from None
