"""Scenes, drawings and logs that somebody or something broke: BadInput in one line, or they can be used."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import casita
from casita import episodes
from casita.catalog import ROOM_KINDS
from casita.errors import BadInput
from casita.scenes.files import to_json
from casita.seeds import Stream
from casita.world.proposals import proposed
from tests.fuzz.driving import Case

DRAWINGS = Path(casita.__file__).parent / "scenes" / "data" / "drawings"
STRANGE: tuple[Any, ...] = (
    *(None, True, 0, -1, 1e308, -1e308, 1e-320, 10**30, 0.5, "", "x", "../../x", "\x1b[31m", "[/red]", "a" * 3000),
    *([], {}, [[]], [1, 2], [1e9, 1e9, 1e9], {"a": 1}, "mug", "floor", "kitchen"),
)
WORDS = ("north", "at", "wide", "with", "outside", "K", "-", "99999", "-3", "0", "1e9", "nan", "inf", '"', "[", "]",
         "=", "'''", "fridge", "mug", "\x00", "é", "[[[[[[", "true", "2020-01-01", "# ", "9" * 5000)  # fmt: skip


def read_broken_scene(case: Case) -> None:
    """One scene, broken as a tree of values or as bytes."""
    luck = case.luck
    path = case.folder / "scene.json"
    text = _room(luck.choice(ROOM_KINDS), 1 + luck.below(30))
    if luck.chance(0.75):
        tree = json.loads(text)
        for _ in range(1 + luck.below(3)):
            _break_tree(tree, luck)
        path.write_text(json.dumps(tree))
    else:
        path.write_bytes(damaged(text.encode(), luck))
    _use_scene(case, path)


def read_broken_drawing(case: Case) -> None:
    """One drawing, with words, lines or bytes changed."""
    luck = case.luck
    path = case.folder / "drawing.toml"
    lines = luck.choice(sorted(DRAWINGS.glob("*.toml"))).read_text().splitlines()
    for _ in range(1 + luck.below(3)):
        _break_lines(lines, luck)
    data = "\n".join(lines).encode()
    path.write_bytes(damaged(data, luck) if luck.chance(0.2) else data)
    _use_scene(case, path)


def read_broken_log(case: Case) -> None:
    """One log: broken, and read and replayed as far as it goes."""
    luck = case.luck
    world = casita.World(casita.room(luck.choice(ROOM_KINDS), 1 + luck.below(30)), ["alice"], seed=luck.below(100))
    recorder = episodes.Recorder(world.state)
    for _ in range(30):
        recorder.step([proposed(recorder.state, "alice", luck)])
    data = damaged(episodes.to_lines(recorder.episode(embed=luck.chance(0.2))), luck)
    with case.nothing_but(BadInput, doing="replay of a damaged log"):
        for _ in episodes.replay(episodes.from_lines(data)):
            pass


def damaged(data: bytes, luck: Stream) -> bytes:
    """Bytes with some flipped, lost, doubled or zeroed; never the same as before."""
    made = bytearray(data)
    kind = luck.below(6)
    at = luck.below(len(made))
    if kind == 0:
        made[at] ^= 1 << luck.below(8)
    elif kind == 1:
        del made[at:]
    elif kind == 2:
        made[at : at + 1 + luck.below(64)] = bytes(1 + luck.below(64))
    elif kind == 3:
        made[at:at] = made[at : at + 200] or b"x"
    elif kind == 4:
        del made[at : at + 1 + luck.below(200)]
    else:
        made.clear()
    return bytes(made) if bytes(made) != data else data + b"\x00"


@cache
def _room(kind: Any, number: int) -> str:
    return to_json(casita.room(kind, number))


def _break_tree(tree: Any, luck: Stream) -> None:
    """Change one value somewhere in a tree of lists and dicts."""
    parent, key = tree, luck.choice(list(tree))
    while isinstance(parent[key], list | dict) and parent[key] and luck.chance(0.9):
        parent = parent[key]
        key = luck.choice(list(parent)) if isinstance(parent, dict) else luck.below(len(parent))
    kind = luck.below(5)
    if kind == 0:
        del parent[key]
    elif kind == 1 and isinstance(parent, dict):
        parent[luck.choice(("x", "id", "type", "_"))] = deepcopy(parent[key])
    elif kind == 2 and isinstance(parent, list):
        parent.append(deepcopy(parent[key]))
    elif kind == 3 and isinstance(parent[key], int | float):
        parent[key] = parent[key] * luck.choice((-1, 0, 1000, 1e12))
    else:
        parent[key] = deepcopy(luck.choice(STRANGE))


def _break_lines(lines: list[str], luck: Stream) -> None:
    """Change one line of a text."""
    at = luck.below(len(lines))
    kind = luck.below(4)
    if kind == 0 and len(lines) > 1:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[luck.below(len(lines))])
    else:
        words = lines[at].split(" ")
        words[luck.below(len(words))] = luck.choice((*WORDS, *lines[luck.below(len(lines))].split(" ")))
        lines[at] = " ".join(words)


def _use_scene(case: Case, path: Path) -> None:
    """Read a scene, check it, and let somebody in; whatever is wrong with it is said as BadInput, in one line."""
    with case.nothing_but(doing=f"use of {path.name}"):
        try:
            scene = casita.load_scene(path)
            problems = casita.check_scene(scene)
            for problem in problems:
                str(problem)
            world = casita.World(scene, ["alice"])
            for _ in range(3):
                world.step([proposed(world.state, "alice", case.luck)])
        except BadInput as error:
            said = str(error)
            if not said or any(ord(each) < 32 for each in said):
                case.found(f"the error is not one line of print: {said!r:.300}")
