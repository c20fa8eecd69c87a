"""Drawings become scenes; what is wrong with one is named; the committed homes are what they should be."""

from __future__ import annotations

from pathlib import Path

import pytest

import casita
from casita.errors import BadInput
from casita.geometry.outlines import area
from casita.scenes.check import check_scene
from casita.scenes.drawn import parse_drawing, read_drawing
from casita.scenes.fixed import APARTMENTS, DRAWN_HOUSES, HELD_OUT_APARTMENTS

DRAWINGS = Path(casita.__file__).parent / "scenes" / "data" / "drawings"
COTTAGE = """
name = "cottage"
seed = 5
plan = '''
KKKKKKKKBBBBBBBB
KKKKKKKKBBBBBBBB
KKKKKKKKBBBBBBBB
KKKKKKKKBBBBBBBB
KKKKKKKKBBBBBBBB
KKKKKKKKBBBBBBBB
KKKKKKKKBB......
KKKKKKKKBB......
'''
doors = ["K-B at 1.5", "K-outside south at 2"]
windows = ["K west at 2 wide 1.4"]

[rooms]
K = "kitchen"
B = "bedroom"

[furniture]
K = ["counter_top variant full_four north", "fridge south at 3.4"]
B = ["bed north at 2.6 with 2 side_tables", "garbage_can"]

[things.B]
teddy_bear = 2
"""


HOMES = [("apartment", n) for n in range(1, APARTMENTS + 1)] + [("drawn_house", n) for n in range(1, DRAWN_HOUSES + 1)]


def test_a_drawing_becomes_a_scene() -> None:
    scene = parse_drawing(COTTAGE, "cottage.toml")
    assert check_scene(scene) == ()
    kitchen, bedroom = scene.rooms
    assert kitchen.outline == ((0.05, 0.05), (3.95, 0.05), (3.95, 3.95), (0.05, 3.95))
    assert len(bedroom.outline) == 6, "the bedroom is L-shaped"
    assert area(bedroom.outline) == pytest.approx(3.9 * 2.9 + 0.9 * 1.0)
    assert scene.doorways[0].centre == (4.0, 1.55)
    assert scene.doorways[1].rooms == ("kitchen_1", "outside")
    fridge = scene.thing("fridge_1")
    assert fridge.rotation[2] == 90.0, "the south wall faces north"
    assert fridge.position[0] == pytest.approx(0.05 + 3.4)
    assert len(scene.of_type("teddy_bear")) == 2
    assert len(scene.of_type("side_table")) == 2
    assert len(scene.of_type("window")) == 1
    assert scene.thing("window_1").size[1] == 1.4


def test_the_same_drawing_gives_the_same_scene() -> None:
    assert parse_drawing(COTTAGE, "a.toml") == parse_drawing(COTTAGE, "b.toml")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('K = "kitchen"', 'K = "garage"', "garage"),
        ('B = "bedroom"\n', "", "unknown room letter 'B'"),
        ('B = "bedroom"', 'B = "bedroom"\nX = "bathroom"', "no such letter"),
        ("KKKKKKKKBB......\nKKKKKKKKBB......\n", "KKKKKKKK........\nKKKKKKKK......BB\n", "one piece"),
        ('"K-B at 1.5"', '"K to B"', r"doors\[0\] 'K to B': write"),
        ('"K-B at 1.5"', '"K-B at 9"', r"doors\[0\].*must be 0.45 to"),
        ('"K-outside south at 2"', '"K-outside up"', "unknown side 'up'"),
        ('"K-outside south at 2"', '"B-Q"', "unknown room letter 'Q'"),
        ('"K west at 2 wide 1.4"', '"K west beside the oven"', r"windows\[0\].*write"),
        ('"K west at 2 wide 1.4"', '"K east at 3.4 wide 0.9"', r"windows\[0\].*room B is behind it"),
        ('"K-outside south at 2"', '"K-outside east at 1.5"', r"doors\[1\].*room B is behind it"),
        ('"K west at 2 wide 1.4"', '"K west at 2 wide 5"', r"windows\[0\].*no space"),
        ('"fridge south at 3.4"', '"fridge east at 0.2"', r"furniture\.K\[1\].*because of a wall"),
        ('"fridge south at 3.4"', '"fridge east at 1.5"', r"furniture\.K\[1\].*the space that doorway_1 needs"),
        ('"fridge south at 3.4"', '"frigde east"', "unknown type of furniture 'frigde': did you mean fridge"),
        ('"fridge south at 3.4"', '"fridge variant pink east"', "unknown variant of fridge 'pink'"),
        ('"fridge south at 3.4"', '"fridge east with 2 chairs"', "fridge comes with at most 0 chairs"),
        ("with 2 side_tables", "with 9 side_tables", "bed comes with at most 2 side_tables"),
        ("with 2 side_tables", "with side_table and side_table", "at most 2 side_tables"),
        ("teddy_bear = 2", "teddy_bear = -2", "0 to 50 of a type; asked for -2"),
        ("[things.B]", "[things.Q]", "unknown room letter 'Q'"),
        ("seed = 5", "seed = 5\ncell = 0.0", "0.2 to 5 m wide; it is 0.0"),
        ("wide 1.4", "wide 0", "0.3 to 6 m wide; it is 0"),
        ('"fridge south at 3.4"', '"put a fridge there, please"', r"furniture\.K\[1\].*write"),
        ("with 2 side_tables", "with 2 unicorns", "unicorns"),
        ("teddy_bear = 2", "teddy_beer = 2", "did you mean teddy_bear"),
        ("teddy_bear = 2", "bed = 2", "list it under furniture"),
        ("seed = 5", "sead = 5", "sead"),
        ("seed = 5", "seed = [", "not valid TOML"),
    ],
)
def test_what_is_wrong_with_a_drawing_is_named(old: str, new: str, message: str) -> None:
    assert old in COTTAGE
    with pytest.raises(BadInput, match=message) as error:
        parse_drawing(COTTAGE.replace(old, new), "mine.toml")
    assert str(error.value).startswith("mine.toml: ")


def test_a_drawing_that_is_not_there() -> None:
    with pytest.raises(BadInput, match=r"nowhere\.toml: cannot be read"):
        casita.load_scene("nowhere.toml")


@pytest.mark.parametrize("path", sorted(DRAWINGS.glob("*.toml")), ids=lambda path: path.stem)
def test_committed_drawings_are_sound_and_named_after_their_file(path: Path) -> None:
    scene = read_drawing(path)
    assert check_scene(scene) == ()
    assert scene.name == path.stem


@pytest.mark.parametrize(("kind", "number"), HOMES)
def test_committed_homes_are_sound(kind: str, number: int) -> None:
    assert check_scene(getattr(casita, kind)(number)) == ()


@pytest.mark.parametrize("number", range(1, APARTMENTS + 1))
def test_an_apartment_has_what_watch_and_help_needs(number: int) -> None:
    scene = casita.apartment(number)
    assert scene.kind == "apartment"
    assert sorted(room.kind for room in scene.rooms) == ["bathroom", "bedroom", "kitchen", "living_room"]
    types = {thing.type for thing in scene.things}
    furniture = {"fridge", "dishwasher", "stove", "microwave", "cabinet", "dining_table", "coffee_table", "sofa", "bed"}
    furniture |= {"bookshelf", "toilet", "sink", "counter_top", "tv_stand"}
    assert furniture <= types, furniture - types
    goals = {"plate", "fork", "water_glass", "wine_glass", "cupcake", "pancake", "pound_cake", "pudding", "apple"}
    goals |= {"juice", "wine_bottle", "coffee_pot", "book"}
    assert goals <= types, goals - types
    assert 55 <= sum(area(room.outline) for room in scene.rooms) <= 120


def test_apartments_differ_and_two_are_held_out() -> None:
    plans = {tuple(room.outline for room in casita.apartment(n).rooms) for n in range(1, 8)}
    assert len(plans) == 7
    assert HELD_OUT_APARTMENTS == (6, 7)


@pytest.mark.parametrize("number", range(1, DRAWN_HOUSES + 1))
def test_a_drawn_house_is_rich(number: int) -> None:
    scene = casita.drawn_house(number)
    further = {t.type for t in scene.things if t.kind.is_loose and "ai2thor" not in t.kind.aliases}
    assert len(further) >= 5
    assert 3 <= len(scene.rooms) <= 10
    assert len(scene.things) >= 100
