"""Scenes as JSON files, both ways; what is read is validated and errors name the file, path and value."""

from __future__ import annotations

from pathlib import Path

import msgspec

from casita.errors import BadInput
from casita.scenes.scene import Scene
from casita.scenes.validate import validate
from casita.writing import write_whole


def to_json(scene: Scene) -> str:
    """A scene as JSON with one line for each room, doorway and thing, the same for the same scene."""
    fields = {name: msgspec.to_builtins(getattr(scene, name)) for name in scene.__struct_fields__}
    lines = []
    for name, value in fields.items():
        if isinstance(value, list | tuple):
            rows = ",\n".join("  " + msgspec.json.encode(row).decode() for row in value)
            lines.append(f'"{name}": [\n{rows}\n]' if rows else f'"{name}": []')
        else:
            lines.append(f'"{name}": {msgspec.json.encode(value).decode()}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def from_json(text: str | bytes, name: str = "scene") -> Scene:
    """The scene that JSON text describes; `name` is the file's, for error messages."""
    try:
        scene = _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise BadInput(f"{name}: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{name}: not valid JSON, or cut off: {error}") from None
    validate(scene, name)
    return scene


_decoder = msgspec.json.Decoder(Scene)


def load(path: str | Path) -> Scene:
    """Read a scene from a JSON file."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    return from_json(data, str(path))


def save(scene: Scene, path: str | Path) -> None:
    """Write a scene to a JSON file, whole or not at all."""
    write_whole(Path(path), to_json(scene).encode())
