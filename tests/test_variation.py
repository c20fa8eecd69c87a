from __future__ import annotations

import pytest

import casita
from casita.errors import BadInput
from casita.scenes.check import check_scene
from casita.scenes.scene import Scene
from casita.scenes.variation import VARIATIONS, with_types

FIELDS = {
    "colours": {"material", "colour"},
    "sizes": {"size", "position"},
    "masses": {"mass"},
    "light": set(),
    "conditions": {"start"},
    "places": {"position", "rotation", "place"},
}
"""What each variation may change about a thing."""

SCENES = [("kitchen", 5), ("bathroom", 9), ("bedroom", 14), ("living_room", 30)]


def room(name: tuple[str, int]) -> Scene:
    return casita.room(*name)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SCENES, ids=str)
@pytest.mark.parametrize("kind", VARIATIONS)
def test_a_variation_is_sound_and_reproducible(kind: str, name: tuple[str, int]) -> None:
    scene = room(name)
    varied = casita.vary(scene, 3, kind)
    assert check_scene(varied) == ()
    assert varied == casita.vary(scene, 3, kind)
    assert varied != casita.vary(scene, 4, kind)
    assert varied != scene


@pytest.mark.parametrize("kind", FIELDS)
def test_a_variation_changes_only_its_own(kind: str) -> None:
    scene = casita.room("kitchen", 5)
    varied = casita.vary(scene, 3, kind)
    for before, after in zip(scene.things, varied.things, strict=True):
        different = {field for field in before.__struct_fields__ if getattr(before, field) != getattr(after, field)}
        assert different <= FIELDS[kind]
    assert (varied.things != scene.things) == bool(FIELDS[kind])
    assert varied != scene


def test_each_variation_has_its_own_stream() -> None:
    scene = casita.room("kitchen", 5)
    alone = casita.vary(scene, 3, "masses")
    with_colours = casita.vary(scene, 3, "colours", "masses")
    assert [t.mass for t in alone.things] == [t.mass for t in with_colours.things]
    everything = casita.vary(scene, 3, *(kind for kind in VARIATIONS if kind != "rich"))
    assert [t.mass for t in alone.things] == [t.mass for t in everything.things]
    assert check_scene(everything) == ()


def test_sizes_and_masses_keep_their_limits() -> None:
    scene = casita.room("living_room", 7)
    varied = casita.vary(scene, 1, "sizes", "masses")
    for before, after in zip(scene.things, varied.things, strict=True):
        if before.kind.is_loose:
            assert 0.799 <= after.size[0] / before.size[0] <= 1.001
            assert 0.499 <= after.mass / before.kind.mass.usual <= 1.501
            assert after.mass <= 5.0
        else:
            assert after == before
    assert sum(thing.kind.is_loose for thing in scene.things) > 5


def test_places_move_most_loose_things_and_nothing_else() -> None:
    scene = casita.room("kitchen", 5)
    varied = casita.vary(scene, 8, "places")
    assert all(varied.thing(t.id) == t for t in scene.things if not t.kind.is_loose)
    moved = [t.id for t in scene.things if t.kind.is_loose and varied.thing(t.id).position != t.position]
    assert len(moved) >= 10


def test_rich_adds_further_types() -> None:
    scene = casita.room("kitchen", 5)
    added = {t.type for t in casita.vary(scene, 8, "rich").things} - {t.type for t in scene.things}
    assert 3 <= len(added) <= 6
    assert not any("ai2thor" in casita.object_types()[type].aliases for type in added)


def test_types_that_are_asked_for_are_added_where_they_belong_and_nothing_else() -> None:
    scene = casita.room("kitchen", 5)
    wanted = ["strawberry", "wok", "ring_binder", "sofa_bed"]  # nobody keeps a binder in a kitchen; a sofa is not loose
    filled = with_types(scene, 3, wanted)
    assert {t.type for t in filled.things} - {t.type for t in scene.things} == {"strawberry", "wok"}
    assert filled.things[: len(scene.things)] == scene.things
    assert not check_scene(filled)
    assert filled == with_types(scene, 3, wanted)


@pytest.mark.parametrize(("kinds", "message"), [(("smell",), "unknown variation 'smell'"), ((), "at least one")])
def test_bad_variations_are_named(kinds: tuple[str, ...], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        casita.vary(casita.room("kitchen", 1), 0, *kinds)
