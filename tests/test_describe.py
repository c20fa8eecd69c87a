"""Words about types, things and scenes leave nothing out."""

from __future__ import annotations

import re
from typing import Any

import pytest

import casita
from casita.catalog import AFFORDANCES, catalog
from casita.scenes.describe import CAN, carried, counted, describe_scene, describe_thing, describe_type, looks, state
from casita.scenes.scene import Condition, Place, Thing
from tests.every_row import every_row

TYPES = tuple(catalog())


def test_every_affordance_has_words_of_its_own() -> None:
    assert set(CAN) == set(AFFORDANCES)
    assert len(set(CAN.values())) == len(CAN)


@every_row(TYPES)
def test_a_types_card_mentions_all_that_is_true_of_it(name: str) -> None:
    kind = catalog()[name]
    card = describe_type(kind)
    lines = card.splitlines()
    assert lines[0].startswith(f"{name}: {kind.article} {kind.singular}")
    assert kind.plural in lines[0]
    expected = [*kind.materials, *kind.colours, *kind.liquids, *kind.holds, kind.note]
    expected += [CAN[affordance] for affordance in kind.affordances]
    expected += [room.replace("_", " ") for room in kind.rooms]
    expected += [alias for names in kind.aliases.values() for alias in names]
    expected += [variant for variant in kind.forms if variant != "plain"]
    expected += [type.replace("_", " ") for weights in kind.found.values() for type in weights]
    for word in expected:
        assert word in card, word
    assert f"{kind.mass.usual:.3g} kg" in card
    assert "\x1b" not in card
    assert all(line == line.rstrip() for line in lines)


@every_row(TYPES)
def test_shares_of_where_a_type_is_found_add_up(name: str) -> None:
    found = [line for line in describe_type(catalog()[name]).splitlines() if re.search(r" \d+%", line)]
    assert len(found) == len(catalog()[name].found)
    for line in found:
        shares = [int(share) for share in re.findall(r"(\d+)%", line)]
        assert sum(shares) == pytest.approx(100, abs=0.5 * len(shares) + 0.5)
        assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("name", [name for name in TYPES if catalog()[name].forms["plain"].parts])
def test_parts_are_counted(name: str) -> None:
    parts = [part.type for part in catalog()[name].forms["plain"].parts]
    line = next(line for line in describe_type(catalog()[name]).splitlines() if line.startswith("parts "))
    told = [counted(parts.count(type), catalog()[type].singular, catalog()[type].plural) for type in parts]
    assert told
    assert all(words in line for words in told)


def test_a_container_says_when_it_takes_things() -> None:
    assert "inside, on 4 shelves, when open" in describe_type(catalog()["fridge"])
    assert "takes things  on its seat" in describe_type(catalog()["chair"])
    assert "hung from its bar" in describe_type(catalog()["towel_holder"])


@pytest.mark.parametrize("kind", ["kitchen", "living_room", "bedroom", "bathroom"])
def test_a_scene_in_words_names_every_thing_once_under_what_carries_it(kind: Any) -> None:
    scene = casita.room(kind, 5)
    text = describe_scene(scene)
    assert text == describe_scene(scene)
    lines = text.splitlines()
    assert f"{len(scene.things)} things of {len({thing.type for thing in scene.things})} types" in lines[0]
    indents: dict[str, int] = {}
    open_lines: list[str] = []
    for line in lines:
        match = re.match(r"( +)(?:(?:on|in|hung on|part of) it )?(\w+_\d+): ", line)
        if not match:
            continue
        indent, id = len(match[1]), match[2]
        assert id not in indents
        indents[id] = indent
        open_lines = [*(other for other in open_lines if indents[other] < indent), id]
        carrier = scene.by_id[id].place.of
        if carrier in scene.by_id and scene.by_id[carrier].type != "floor":
            assert open_lines[-2] == carrier
    assert set(indents) == set(scene.by_id)


def test_a_house_in_words_has_a_paragraph_for_each_room() -> None:
    house = casita.house(7, 5)
    paragraphs = describe_scene(house).strip().split("\n\n")
    assert [paragraph.split(":")[0] for paragraph in paragraphs[1:]] == [room.id for room in house.rooms]
    for way in house.doorways:
        assert sum(f"  {way.id} to " in paragraph for paragraph in paragraphs) == 2 - ("outside" in way.rooms)


def a_thing(type: str, **fields: Any) -> Thing:
    place = Place("on", "floor_1", "top")
    thing = Thing(f"{type}_1", type, (0.0, 0.0, 0.0), (0.09, 0.12, 0.1), 0.35, "ceramic", "orange", place)
    return thing.replace(**fields)


def test_looks_have_the_right_article() -> None:
    assert looks(a_thing("mug")) == "an orange ceramic mug"
    assert looks(a_thing("mug", colour="blue")) == "a blue ceramic mug"
    assert looks(a_thing("boots", colour="red", material="plastic")) == "a pair of red plastic boots"


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (Condition(), ""),
        (Condition(openness=1.0, dirty=True), "open, dirty"),
        (Condition(openness=0.5), "50% open"),
        (Condition(on=True), "on"),
        (Condition(liquid="coffee", level=0.5), "50% full of coffee"),
        (Condition(amount=0.25), "25% left"),
    ],
)
def test_states_in_words(start: Condition, words: str) -> None:
    assert state(start) == words


def test_a_thing_in_words_says_where_how_large_and_what_it_carries() -> None:
    scene = casita.room("kitchen", 12)
    counter = next(thing for thing in scene.of_type("counter_top") if thing.id in scene.contents)
    lines = describe_thing(scene, counter).splitlines()
    assert lines[0] == f"{counter.id}: {looks(counter)}"
    assert lines[1].startswith("on floor_1 (top), in kitchen_1")
    assert lines[2].endswith(" kg")
    assert lines[-1] == f"carries {carried(scene, counter)}"
    for item in scene.contents[counter.id]:
        assert item.id in lines[-1]


def test_numbers_agree_with_their_nouns() -> None:
    assert counted(1, "room") == "1 room"
    assert counted(2, "room") == "2 rooms"
    assert counted(3, "knife", "knives") == "3 knives"
