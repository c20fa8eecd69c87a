"""What is too large, too deep, cut off, hostile or of the wrong shape ends in one line, and nothing gets out."""

from __future__ import annotations

import ast
import gzip
import json
import struct
import zlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import casita
from casita import episodes, limits, reading
from casita.agents.script import Script
from casita.errors import BadInput
from casita.render.drawing import draw_scene
from casita.render.renderer import checked_size
from casita.scenes.drawn import parse_drawing, read_drawing, read_scene
from casita.scenes.files import from_json, load, to_json
from tests.large_scenes import street

DOCS = Path(__file__).parent.parent / "docs"


def test_the_security_page_states_every_limit() -> None:
    body = ast.parse(Path(limits.__file__).read_text()).body
    wanted = []
    for assigned, said in pairwise(body):
        if isinstance(assigned, ast.Assign) and isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant):
            (name,) = (target.id for target in assigned.targets if isinstance(target, ast.Name))
            value = getattr(limits, name)
            wanted.append(f"| `{name}` | {value:,} | {' '.join(str(said.value.value).split())} |")
    page = [line for line in (DOCS / "SECURITY.md").read_text().splitlines() if line.startswith("| `")]
    assert page == wanted
    assert len(wanted) == sum(name.isupper() for name in vars(limits))


def kitchen() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(to_json(casita.room("kitchen", 1)))
    return found


def a_pile(data: dict[str, Any]) -> None:
    """Plates, each on the one before, more than may be."""
    plate = next(thing for thing in data["things"] if thing["type"] == "plate")
    for number in range(100, 100 + limits.CARRIED_DEPTH):
        last = data["things"][-1]["id"] if number > 100 else plate["id"]
        place = {"relation": "on", "of": last, "spot": "top"}
        data["things"].append({**plate, "id": f"plate_{number}", "place": place})


HOSTILE: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "name that climbs": (lambda d: d.update(name="../../etc/x"), "name: a name is 1 to 64 letters"),
    "name with an escape": (lambda d: d.update(name="\x1b[2J"), "name: a name is 1 to 64"),
    "name with markup": (lambda d: d.update(name="[/red]"), "name: a name is 1 to 64"),
    "long name": (lambda d: d.update(name="x" * 65), "name: a name is 1 to 64"),
    "room with a slash": (lambda d: d["rooms"][0].update(id="a/b"), r"rooms\[0\]\.id: a name is"),
    "doorway with a space": (lambda d: d["doorways"][0].update(id="a b"), r"doorways\[0\]\.id: a name is"),
    "thing with a long number": (lambda d: d["things"][3].update(id="mug_" + "9" * 90), r"things\[3\]\.id: a name is"),
    "spot with an escape": (lambda d: d["things"][-1]["place"].update(spot="\x1b"), r"place\.spot: a name is"),
    "version with a line": (lambda d: d.update(version="v1\n"), "version: a name is"),
    "large seed": (lambda d: d.update(seed=1 << 64), "seed: a seed is a whole number of at most 64 bits|int"),
    "many corners": (
        lambda d: d["rooms"][0].update(outline=[[0, 0], [1, 0], [1, 1], [0, 1]] * 51),
        r"outline: corners: there are 204; at most 200",
    ),
    "far away": (
        lambda d: d["things"][-1].update(position=[400, 0, 0]),
        "at most 128 m from end to end; along x",
    ),
    "a pile": (a_pile, "at most 50 things are on or in each other"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_scene_is_refused_with_its_field(case: str) -> None:
    change, message = HOSTILE[case]
    data = kitchen()
    change(data)
    with pytest.raises(BadInput, match=f"^mine.json: .*({message})"):
        from_json(json.dumps(data), "mine.json")


def test_too_many_things_rooms_and_bytes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = to_json(street(2))
    assert len(from_json(text).things) == 424
    from casita.scenes import files, validate

    for module, name, message in (
        (validate, "SCENE_THINGS", "things: there are 424; at most 3"),
        (validate, "SCENE_ROOMS", "rooms: there are 8; at most 3"),
        (files, "SCENE_BYTES", "too large; a scene has at most 3 bytes"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, 3)
            with pytest.raises(BadInput, match=message):
                from_json(text)


def test_rooms_a_kilometre_apart_are_refused_before_a_grid_is_made() -> None:
    home = street(1)
    shifted = [(x + 450.0, y) for x, y in home.rooms[0].outline]
    far = home.replace(rooms=(home.rooms[0].replace(outline=tuple(shifted)), *home.rooms[1:]))
    with pytest.raises(BadInput, match="at most 128 m from end to end"):
        from_json(to_json(far))


def test_deep_nesting_and_long_numbers_are_one_line() -> None:
    deep, long = "[" * 200_000, "9" * 100_000
    for text in (deep, f'{{"name": {deep}', f'{{"seed": {long}}}'):
        with pytest.raises(BadInput, match=r"^mine\.json: ") as found:
            from_json(text, "mine.json")
        assert len(str(found.value)) < 400
        with pytest.raises(BadInput, match=r"^mine\.json: "):
            reading.parsed_json(text, "mine.json")
    for text in (f"name = {deep}", f"seed = {long}", "name = 3", "a = [1,"):
        with pytest.raises(BadInput, match=r"^my\.toml: ") as found:
            parse_drawing(text, "my.toml")
        assert len(str(found.value)) < 400


def test_a_drawing_has_limits_too() -> None:
    text = (DOCS / "my_house.toml").read_text()
    with pytest.raises(BadInput, match=r"my\.toml: too large"):
        parse_drawing(text + "#" * limits.DRAWING_BYTES, "my.toml")
    with pytest.raises(BadInput, match=r"my\.toml: name: a name is"):
        parse_drawing(text.replace('"my_house"', '"../my_house"'), "my.toml")
    wide = text.replace('plan = """\n', 'plan = """\n' + "K" * 10_000 + "\n")
    with pytest.raises(BadInput, match="a plan has at most 100,000 squares; this has 150,000"):
        parse_drawing(wide, "my.toml")


def test_a_folder_where_a_file_is_meant_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    for read in (load, read_drawing, read_scene, episodes.load, reading.read_json):
        with pytest.raises(BadInput, match="cannot be read: Is a directory"):
            read(tmp_path)
        with pytest.raises(BadInput, match="cannot be read: No such file"):
            read(tmp_path / "nothing")
        with pytest.raises(BadInput, match="cannot be read"):
            read("null\0byte")


def test_packed_data_are_bounded_and_damage_is_named() -> None:
    packed = gzip.compress(b"x" * 1000) + gzip.compress(b"y")
    assert reading.unpacked(packed, 1001, "a.gz") == b"x" * 1000 + b"y"
    with pytest.raises(BadInput, match=r"a\.gz: too large; at most 1,000 bytes are unpacked"):
        reading.unpacked(packed, 1000, "a.gz")
    for damaged in (packed[:-3], packed[:20], packed[:30] + b"?" + packed[31:], b"\x1f\x8b"):
        with pytest.raises(BadInput, match=r"a\.gz: cut off or damaged"):
            reading.unpacked(damaged, 10_000, "a.gz")


def test_many_packed_pieces_one_after_the_other_take_no_more_time_each() -> None:
    """What is left is not copied at every end."""
    assert reading.unpacked(gzip.compress(b"x") * 100_000, 100_000, "a.gz") == b"x" * 100_000


def test_a_log_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(bytes(10_000_000)))
    monkeypatch.setattr(episodes, "LOG_BYTES", 1_000_000)
    with pytest.raises(BadInput, match=r"bomb\.gz: too large; at most 1,000,000 bytes are unpacked"):
        episodes.load(path)


def png(width: int, height: int) -> bytes:
    """A PNG file that says it is so large, with next to nothing in it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(64))) + chunk(b"IEND", b"")


@pytest.mark.parametrize("data", [png(30_000, 30_000), png(9000, 10), b"\x89PNG", b"", png(64, 64)[:-30]])
def test_a_picture_that_unpacks_to_too_much_or_is_damaged_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput, match=r"^a\.png: (too large|cannot be read as a picture)"):
        reading.decoded_picture(data, "a.png")


def test_pictures_sentences_and_scripts_have_limits() -> None:
    assert checked_size((8192, 8192)) == (8192, 8192)
    with pytest.raises(BadInput, match="from 1 to 8192 pixels"):
        checked_size((8193, 1))
    world = casita.World(casita.room("kitchen", 1), agents=["alice"])
    with pytest.raises(BadInput, match="a sentence has at most 1,000 characters; this has 1,010"):
        world.tell("alice", "pick it up" * 101)
    with pytest.raises(BadInput, match="a script has at most 10,000 lines"):
        Script(["wait"] * 10_001)


def test_nothing_is_drawn_outside_the_folder(tmp_path: Path) -> None:
    scene = casita.room("kitchen", 1).replace(name="../outside")
    with pytest.raises(BadInput, match="scene: a name is"):
        list(draw_scene(scene, False, False, True, False, tmp_path / "in"))
    assert not list(tmp_path.iterdir())
    assert [path.name for path in draw_scene(casita.room("kitchen", 1), False, False, True, False, tmp_path / "in")]
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


WRONG_WEIGHTS = {
    "not JSON": "{",
    "a list": "[]",
    "no digest": '{"kind": "k", "version": 1}',
    "version in words": '{"kind": "k", "version": "one", "digest": "x", "notes": {}}',
    "notes that are none": '{"kind": "k", "version": 1, "digest": "x", "notes": 3}',
    "no checksum": '{"kind": "k", "version": 1, "digest": "x", "notes": {}}',
    "more than there is": '{"kind": "k", "version": 1, "digest": "x", "notes": {}, "more": 1}',
    "deep": '{"kind": ' + "[" * 100_000,
}


@pytest.mark.parametrize("case", WRONG_WEIGHTS)
def test_weights_that_say_nonsense_about_themselves_are_refused(tmp_path: Path, case: str) -> None:
    pytest.importorskip("safetensors")
    from safetensors.numpy import save

    from casita.learn.checkpoints import FORMAT, load_weights

    path = tmp_path / "w.safetensors"
    path.write_bytes(save({"a": np.zeros(2, np.float32)}, metadata={FORMAT: WRONG_WEIGHTS[case]}))
    with pytest.raises(BadInput, match=r"w\.safetensors: "):
        load_weights(path, "k", 1)


def test_damaged_weights_are_refused_wherever_the_damage_is(tmp_path: Path) -> None:
    pytest.importorskip("safetensors")
    from casita.learn.checkpoints import load_weights, save_weights

    path = tmp_path / "w.safetensors"
    arrays = {"a": np.arange(6, dtype=np.float32), "b": np.zeros((2, 2), np.float16)}
    save_weights(path, "k", 1, arrays, {"seed": "7", "features": "casita"})
    whole = path.read_bytes()
    assert load_weights(path, "k", 1).weights["a"].tolist() == [0, 1, 2, 3, 4, 5]
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x15]) + whole[place + 1 :])
        with pytest.raises(BadInput):
            load_weights(path, "k", 1)
    for length in (0, 4, 20, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(BadInput):
            load_weights(path, "k", 1)
    path.write_bytes(whole.replace(b'"F16"', b'"BF1"'))
    with pytest.raises(BadInput):
        load_weights(path, "k", 1)
    with pytest.raises(BadInput, match="there are no weights here"):
        load_weights(tmp_path, "k", 1)


def test_a_self_crossing_outline_and_a_room_without_a_floor_are_not_sound() -> None:
    home = casita.room("bedroom", 1)
    assert not casita.check_scene(home)
    room = home.rooms[0]
    x0, y0 = min(x for x, _ in room.outline), min(y for _, y in room.outline)
    loop = ((x0, y0), (x0 + 4, y0), (x0 + 4, y0 + 3), (x0 + 1, y0 + 3), (x0 + 1, y0 - 1), (x0, y0 - 1))
    crossed = home.replace(rooms=(room.replace(outline=loop),))
    assert "interpenetrating: its outline crosses or touches itself" in " ".join(map(str, casita.check_scene(crossed)))
    bare = msgspec.structs.replace(home, things=tuple(t for t in home.things if t.place.relation == "hung"))
    assert f"{room.id} is unsupported: a room has one floor; it has none" in map(str, casita.check_scene(bare))


def test_the_example_house_is_sound() -> None:
    house = casita.load_scene(DOCS / "my_house.toml")
    assert (house.name, len(house.rooms), len(house.doorways)) == ("my_house", 4, 4)
    assert len(house.things) > 100
    assert casita.check_scene(house) == ()


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_a_drawn_house_has_no_shower_head_over_a_doorway(seed: int) -> None:
    """A bathroom with nothing to shower in: the head may hang anywhere but over the door."""
    plan = "TTTTT\nTTTTT\nTTTTT\nTTTTT\nLLLLLL\nLLLLLL\nLLLLLL\nLLLLLL\nLLLLLL"
    drawing = (
        f'name = "s_{seed}"\nseed = {seed}\nplan = """\n{plan}\n"""\ndoors = ["T-L at 0.6", "L-outside west"]\n'
        '[rooms]\nT = "bathroom"\nL = "living_room"\n[furniture]\nT = ["toilet"]\n'
    )
    house = parse_drawing(drawing, "s.toml")
    assert not [problem for problem in casita.check_scene(house) if "shower_head" in str(problem)]
