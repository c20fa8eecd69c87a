"""Scenes as JSON files, both ways; what is read is validated and errors name the file, path and value."""

from __future__ import annotations

from pathlib import Path

import msgspec

from casita.errors import BadInput
from casita.limits import SCENE_BYTES
from casita.reading import decoded, read_bounded
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
    if len(text) > SCENE_BYTES:
        raise BadInput(f"{name}: too large; a scene has at most {SCENE_BYTES:,} bytes")
    scene: Scene = decoded(_decoder, text, name)
    validate(scene, name)
    return scene


_decoder = msgspec.json.Decoder(Scene)


def load(path: str | Path) -> Scene:
    """Read a scene from a JSON file."""
    return from_json(read_bounded(path, SCENE_BYTES), str(path))


def save(scene: Scene, path: str | Path) -> None:
    """Write a scene to a JSON file, whole or not at all."""
    write_whole(Path(path), to_json(scene).encode())
