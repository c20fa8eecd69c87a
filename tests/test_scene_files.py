from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import casita
from casita.errors import BadInput
from casita.scenes.files import from_json, load, save, to_json

Change = Callable[[dict[str, Any]], object]


def kitchen() -> dict[str, Any]:
    """The first kitchen as plain data."""
    data: dict[str, Any] = json.loads(to_json(casita.room("kitchen", 1)))
    return data


def thing(data: dict[str, Any], id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in data["things"] if row["id"] == id)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_json_goes_both_ways(seed: int) -> None:
    scene = casita.house(seed, 3)
    assert from_json(to_json(scene)) == scene
    assert to_json(from_json(to_json(scene))) == to_json(scene)


def test_saving_and_loading_a_file(tmp_path: Path) -> None:
    scene = casita.room("bathroom", 2)
    save(scene, tmp_path / "deep" / "bath.json")
    assert load(tmp_path / "deep" / "bath.json") == scene
    assert [file.name for file in (tmp_path / "deep").iterdir()] == ["bath.json"]


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "room.json"
    save(casita.room("kitchen", 1), path)
    before = path.read_bytes()

    def full_disk(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", full_disk)
    with pytest.raises(BadInput, match="cannot be written"):
        save(casita.room("kitchen", 2), path)
    assert path.read_bytes() == before


BAD: dict[str, tuple[Change, str]] = {
    "unknown field": (lambda d: d.update(smell="roses"), "smell"),
    "unknown field of a thing": (lambda d: thing(d, "fridge_1").update(price=3), r"price.*things\[\d+\]"),
    "unknown type": (
        lambda d: thing(d, "fridge_1").update(type="frigde", id="frigde_1"),
        "'frigde': did you mean fridge",
    ),
    "wrong kind of value": (
        lambda d: thing(d, "fridge_1").update(mass="heavy"),
        r"Expected `float`, got `str`.*things",
    ),
    "unknown room kind": (lambda d: d["rooms"][0].update(kind="garage"), "garage"),
    "impossible size": (lambda d: thing(d, "fridge_1").update(size=[0.5, -1.0, 2.0]), r"fridge_1.*\.size.*-1\.0"),
    "huge size": (lambda d: thing(d, "fridge_1").update(size=[0.5, 1000.0, 2.0]), r"fridge_1.*1000"),
    "no mass": (lambda d: thing(d, "fridge_1").update(mass=0), r"fridge_1.*\.mass"),
    "not a number": (lambda d: thing(d, "fridge_1").update(position=[1e9, 0, 0]), "fridge_1.*position"),
    "unknown colour": (lambda d: thing(d, "fridge_1").update(colour="octarine"), "octarine"),
    "unknown material": (lambda d: thing(d, "fridge_1").update(material="mithril"), "mithril"),
    "unknown variant": (lambda d: thing(d, "fridge_1").update(variant="flying"), "flying"),
    "unknown liquid": (lambda d: thing(d, "mug_1").update(start={"liquid": "lava", "level": 1}), "lava"),
    "openness over 1": (lambda d: thing(d, "fridge_1").update(start={"openness": 2.0}), r"openness.*2\.0"),
    "a thing in nothing": (lambda d: thing(d, "mug_1").update(place={"relation": "on", "of": ""}), "mug_1.*in nothing"),
    "carrier that is not there": (
        lambda d: thing(d, "mug_1").update(place={"relation": "on", "of": "altar_1", "spot": "top"}),
        "mug_1.*altar_1",
    ),
    "on a room": (lambda d: thing(d, "mug_1").update(place={"relation": "on", "of": "kitchen_1"}), "mug_1.*kitchen_1"),
    "id twice": (lambda d: d["things"].append(thing(d, "mug_1")), "'mug_1' stands twice"),
    "odd id": (lambda d: thing(d, "mug_1").update(id="my_mug"), "my_mug"),
    "control of nothing": (lambda d: thing(d, "light_switch_1").update(controls=["sun_1"]), "sun_1"),
    "no rooms": (lambda d: d.update(rooms=[]), "at least one room"),
    "two rooms of one id": (lambda d: d["rooms"].append(d["rooms"][0]), "'kitchen_1' stands twice"),
    "outside first": (lambda d: d["doorways"][0].update(rooms=["outside", "kitchen_1"]), "outside"),
    "a door to itself": (lambda d: d["doorways"][0].update(rooms=["kitchen_1", "kitchen_1"]), "joins two rooms"),
    "narrow doorway": (lambda d: d["doorways"][0].update(width=-1.0), r"doorway_1.*-1\.0"),
    "far doorway": (lambda d: d["doorways"][0].update(centre=[1e4, 0.0]), "10000"),
    "far room": (
        lambda d: d["rooms"][0].update(outline=[[1e9, 0], [1e9 + 4, 0], [1e9 + 4, 3], [1e9, 3]]),
        "1000000000",
    ),
    "bright room": (lambda d: d["rooms"][0].update(light=-1e300), "brightness"),
    "no colour": (lambda d: thing(d, "fridge_1").update(colour=""), "unknown colour ''"),
    "heavy mug": (lambda d: thing(d, "mug_1").update(mass=900.0), "a mug weighs.*900"),
    "giant mug": (lambda d: thing(d, "mug_1").update(size=[1.0, 1.0, 0.1]), "a mug is at most"),
    "open pot": (lambda d: thing(d, "pot_1").update(start={"openness": 1.0}), "a pot does not open"),
    "wine in the fridge itself": (
        lambda d: thing(d, "fridge_1").update(start={"liquid": "wine", "level": 1.0}),
        "cannot be filled",
    ),
    "a level of nothing": (lambda d: thing(d, "mug_1").update(start={"level": 0.5}), "0.5 of nothing"),
    "controls itself": (lambda d: thing(d, "light_switch_1").update(controls=["light_switch_1"]), "itself"),
    "mug as part of a room": (
        lambda d: thing(d, "mug_1").update(place={"relation": "part", "of": "kitchen_1"}),
        "kitchen_1",
    ),
    "floor on a fridge": (
        lambda d: thing(d, "floor_1").update(place={"relation": "part", "of": "fridge_1"}),
        "fridge_1",
    ),
    "containment cycle": (
        lambda d: (
            thing(d, "pot_1").update(place={"relation": "in", "of": "bowl_1", "spot": "inside"}),
            thing(d, "bowl_1").update(place={"relation": "in", "of": "pot_1", "spot": "inside"}),
        ),
        "circle: (pot_1 in bowl_1 in pot_1|bowl_1 in pot_1 in bowl_1)",
    ),
    "slanted wall": (lambda d: d["rooms"][0].update(outline=[[0, 0], [4, 1], [4, 3], [0, 3]]), "right angles"),
    "clockwise": (lambda d: d["rooms"][0].update(outline=[[0, 0], [0, 3], [4, 3], [4, 0]]), "counter-clockwise"),
    "two corners": (lambda d: d["rooms"][0].update(outline=[[0, 0], [0, 3]]), "at least 4 corners"),
    "doorway to nowhere": (lambda d: d["doorways"][0].update(rooms=["kitchen_1", "moon_1"]), "moon_1"),
    "low ceiling": (lambda d: d["rooms"][0].update(height=0.5), r"height.*0\.5"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_named(case: str) -> None:
    change, message = BAD[case]
    data = kitchen()
    change(data)
    with pytest.raises(BadInput, match=message) as error:
        from_json(json.dumps(data), "mine.json")
    assert str(error.value).startswith("mine.json: ")


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.999])
def test_a_file_that_is_cut_off(share: float) -> None:
    text = to_json(casita.room("kitchen", 1)).rstrip()
    with pytest.raises(BadInput, match=r"cut\.json: not valid JSON, or cut off"):
        from_json(text[: int(len(text) * share)], "cut.json")


@pytest.mark.parametrize("text", ["hello", "[]", "{}", "null", b"\xff\xfe\x00"])
def test_not_a_scene(text: str | bytes) -> None:
    with pytest.raises(BadInput, match=r"odd\.json"):
        from_json(text, "odd.json")


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(BadInput, match=r"nowhere\.json: cannot be read"):
        load("nowhere.json")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: casita.room("garage", 1), "unknown kind of room 'garage'"),
        (lambda: casita.room("kitchen", 0), "1 to 30; asked for 0"),
        (lambda: casita.room("kitchen", 31), "1 to 30; asked for 31"),
        (lambda: casita.room("kitchen", "3"), "asked for '3'"),
        (lambda: casita.apartment(8), "1 to 7; asked for 8"),
        (lambda: casita.drawn_house(11), "1 to 10; asked for 11"),
        (lambda: casita.house(1, rooms=0), "1 to 10 rooms; asked for 0"),
        (lambda: casita.house(1, rooms=11), "1 to 10 rooms; asked for 11"),
        (lambda: casita.house(1, rooms=2.5), "asked for 2.5"),
        (lambda: casita.house(1, rooms=True), "asked for True"),
        (lambda: casita.house("x"), "whole number; it is 'x'"),
        (lambda: casita.vary(casita.room("kitchen", 1), "x", "colours"), "whole number; it is 'x'"),
        (lambda: casita.house(1, generator="v9"), "unknown house generator 'v9'"),
        (lambda: casita.room("kitchen", 1).thing("mugg_1"), "did you mean mug_1"),
        (lambda: casita.room("kitchen", 1).room("attic_1"), "attic_1"),
    ],
)
def test_bad_requests_are_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        call()
