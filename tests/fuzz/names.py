"""Names that climb out of folders, or hold control characters or markup: in files, and on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import casita as package
from casita.scenes.files import to_json
from tests.fuzz.command import casita
from tests.fuzz.driving import Case

NAMES = (
    *("[/red]", "[bold]x", "[link=http://x]y[/link]", "\x1b[2J", "\x1b]0;title\x07", "a\nb", "a\rb", "\u202etxt"),
    *("..", "../x", "../../outside", "/tmp/outside", "a/../../b", "~", "$HOME", "%s", "{x}", "con", " ", "-rf", "é"),
    "x" * 200,
)
COMMANDS = (
    ("check", "FILE"),
    ("show", "file", "FILE", "--plan", "--out", "OUT"),
    ("show", "file", "FILE", "--json"),
    ("eval", "act_thor", "--limit", "1", "--model", "MODEL"),
    ("eval", "act_thor", "--limit", "1", "--model", "NAME"),
    ("show", "object", "NAME", "--out", "OUT"),
    ("generate", "watch_and_help", "--parts", "NAME", "--out", "OUT"),
    ("list", "NAME"),
)
"""FILE is a scene, MODEL a model of the user's in a folder, OUT a folder to write into; NAME is what it is."""


def give_a_hostile_name(case: Case) -> None:
    """One command with such names: nothing is written but into its folder, nothing reaches the terminal as it is."""
    luck, inside = case.luck, case.folder / "inside"
    name = luck.choice(NAMES)
    plain = inside / (name.replace("/", "_").replace("\0", "") if luck.chance(0.7) else "plain")
    plain.mkdir(parents=True, exist_ok=True)
    scene = json.loads(to_json(package.room("bathroom", 1 + luck.below(30))))
    if luck.chance(0.7):
        where = luck.choice(("name", "version", "room", "doorway", "thing", "spot"))
        _rename(scene, where, name)
    (plain / "scene.json").write_text(json.dumps(scene))
    (plain / "mine.py").write_text("class Mine:\n    def choose(self, before, action, candidates):\n        return 0\n")
    given = {
        "FILE": plain / "scene.json",
        "MODEL": f"{plain / 'mine.py'}:Mine",
        "OUT": inside / "out",
        "NAME": name,
    }
    command = [given.get(word, word) for word in luck.choice(COMMANDS)]
    before = _files(case.folder)
    ended = casita(*command)
    doing = f"casita {' '.join(map(repr, map(str, command)))}"
    if ended.code not in (0, 2) or "Traceback" in ended.said:
        case.found(f"{doing}: ends with {ended.code}: {ended.said[-300:]}")
    if any(sign in text for text in (ended.out, ended.said) for sign in ("\x1b", "\x07", "\r", "\u202e")):
        case.found(f"{doing}: what steers a terminal is printed: {ended.out[-200:]!r} {ended.said[-200:]!r}")
    written = [path for path in _files(case.folder) - before if inside / "out" not in path.parents]
    if written:
        case.found(f"{doing}: writes {written[:3]}")


def _rename(scene: dict[str, object], where: str, name: str) -> None:
    """Give something in a scene another name."""
    if where in ("name", "version"):
        scene[where] = name
    elif where == "spot":
        scene["things"][-1]["place"]["spot"] = name  # type: ignore[index]
    else:
        scene[f"{where}s"][0]["id"] = name  # type: ignore[index]


def _files(folder: Path) -> set[Path]:
    """The files in a folder, and where names that climb would lead to."""
    places = (folder, folder.parent / "outside", Path("/tmp/outside"))
    return {path for place in places for path in (place, *place.rglob("*")) if path.is_file()}
