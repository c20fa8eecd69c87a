"""One test, every row of the catalogue."""

from __future__ import annotations

import numpy as np
import pytest

from casita.catalog import AFFORDANCES, catalog, read_types
from casita.errors import BadInput
from casita.geometry.solids import collisions, pieces
from casita.scenes.draft import Draft
from casita.scenes.scene import Place, Scene, Thing
from casita.seeds import Steady
from tests.every_row import every_row
from tests.facts import ROOM_COLUMNS, rows, snake

TYPES = sorted(catalog())
THOR = {snake(row["type"]): row for row in rows("ithor_object_types")}
AFFORDANCE_NAMES = {
    "pickupable": "pick_up",
    "moveable": "move",
    "openable": "open",
    "toggleable": "toggle",
    "breakable": "break",
    "sliceable": "slice",
    "canFillWithLiquid": "fill",
    "dirtyable": "dirty",
    "cookable": "cook",
    "canBeUsedUp": "use_up",
}
PLAUSIBLACT = {
    "drink_from": "drink_from",
    "cut": "slice",
    "sit_on": "sit_on",
    "eat_item": "eat",
    "eat_contents": "eat_from",
    "cleanse_item": "wash",
    "store_away": "store",
    "dispose_of_item": "discard",
    "dispose_of_contents": "empty_out",
    "dispose_trash_in": "takes_trash",
}
WATCH_AND_HELP = [
    *("plate", "cutleryfork", "waterglass", "wineglass", "coffeepot", "book"),
    *("cupcake", "pancake", "poundcake", "pudding", "apple", "juice", "wine"),
    *("dishwasher", "fridge", "kitchencabinet", "bookshelf", "stove", "microwave"),
    *("kitchentable", "coffeetable", "sofa", "bed", "desk", "toilet", "sink", "tvstand", "bathroomcabinet"),
]


def made(name: str, variant: str) -> list[Thing]:
    """A usual thing of a type, with its parts, at the origin."""
    draft = Draft(Scene("test", "room", (), (), ()))
    draft.add(name, (0.0, 0.0, 0.0), 0.0, Place("on", "floor_1", "top"), Steady(), variant=variant)
    return draft.things


def test_all_118_types_of_ai2thor_are_there_and_62_can_be_picked_up() -> None:
    ours = {name for name in TYPES if "ai2thor" in catalog()[name].aliases}
    assert ours == set(THOR)
    assert len(ours) == 118
    assert sum(catalog()[name].is_loose for name in ours) == 62


@every_row(sorted(THOR))
def test_facts_of_ai2thor_hold(name: str) -> None:
    fact, kind = THOR[name], catalog()[name]
    wanted = {AFFORDANCE_NAMES[a] for a in fact["affordances"].split("|") if a in AFFORDANCE_NAMES}
    assert wanted <= set(kind.affordances), wanted - set(kind.affordances)
    assert kind.can("pick_up") == ("pick_up" in wanted)
    assert set(kind.rooms) == {room for room, column in ROOM_COLUMNS.items() if int(fact[column])}
    if "receptacle" in fact["affordances"].split("|"):
        with_parts = [catalog()[p.type] for form in kind.forms.values() for p in form.parts]
        assert kind.is_receptacle or any(part.is_receptacle for part in with_parts)
    if fact["size_from"] == "asset" and not kind.note:
        measured = tuple(float(fact[f"{axis}_median"]) for axis in ("z", "x", "y_up"))
        assert kind.size.usual == pytest.approx(measured, rel=0.02)
    if fact["mass_kg_median"] and not kind.note:
        assert kind.mass.usual == pytest.approx(float(fact["mass_kg_median"]), rel=0.02)


@every_row(rows("plausiblact_compatibility"))
def test_every_class_of_plausiblact_is_a_type_that_affords_it(row: dict[str, str]) -> None:
    types = catalog().called("openimages", row["class"])
    assert types
    for kind in types:
        missing = {ours for theirs, ours in PLAUSIBLACT.items() if row[theirs] == "1" and not kind.can(ours)}
        assert not missing or kind.note, (kind.name, missing)


@every_row(WATCH_AND_HELP)
def test_every_class_of_watch_and_help_is_a_type(name: str) -> None:
    assert catalog().called("virtualhome", name)


@every_row(TYPES)
def test_row_makes_sense(name: str) -> None:
    kind = catalog()[name]
    assert kind.name == name
    assert kind.singular
    assert kind.plural
    assert kind.article
    assert set(kind.affordances) <= set(AFFORDANCES)
    assert len(set(kind.affordances)) == len(kind.affordances)
    assert kind.stands
    if kind.is_loose:
        assert kind.mass.most <= 5.0
        assert max(kind.size.most) <= 1.3
        assert not kind.can("move"), "a thing is picked up or moved, not both"
    if kind.can("fill"):
        assert kind.liquids
    if "wall" in kind.stands and "part" not in kind.stands:
        assert 0.0 < kind.height_on_wall < 2.5
    for material in kind.materials:
        assert material in catalog().materials
    assert kind.colours or all(catalog().materials[m].colours for m in kind.materials)


@every_row((n, v) for n in TYPES for v in catalog()[n].forms)
def test_body_fits_its_box(name: str, variant: str) -> None:
    """What a body is made of spans its box and does not stick out; surfaces are on solids; cavities are sound."""
    form = catalog()[name].forms[variant]
    for axis in ("x", "y", "z"):
        own = [getattr(solid, axis) for solid in form.solids]
        assert min(low for low, _ in own) >= -0.001
        assert max(high for _, high in own) <= 1.001
        spans = own + [getattr(piece, axis) for piece in (*form.parts, *form.cavities)]
        assert min(low for low, _ in spans) <= 0.11
        assert max(high for _, high in spans) >= 0.89 or name == "shelf"
    for surface in form.surfaces:
        assert any(abs(solid.z[1] - surface.z) < 0.02 for solid in form.solids), surface
    for cavity in form.cavities:
        assert cavity.x[0] < cavity.x[1]
        assert cavity.y[0] < cavity.y[1]
        assert cavity.z[0] < cavity.z[1]
        assert all(cavity.z[0] - 1e-9 <= level < cavity.z[1] for level in cavity.levels)


@pytest.mark.parametrize(
    ("name", "variant"), [(n, v) for n in TYPES for v in catalog()[n].forms if catalog()[n].forms[v].joints]
)
def test_opening_moves_something(name: str, variant: str) -> None:
    thing = made(name, variant)[0]
    closed, opened = pieces([thing], [0.0]), pieces([thing], [1.0])
    moved = abs(opened.centre - closed.centre).max()
    assert moved > 0.3 * min(thing.size), moved


@pytest.mark.parametrize(
    ("name", "variant"), [(n, v) for n in TYPES for v in catalog()[n].forms if catalog()[n].forms[v].parts]
)
def test_parts_are_inside_their_type_and_apart_from_each_other(name: str, variant: str) -> None:
    things = made(name, variant)
    for part in things[1:]:
        span = part.kind.size_of(part.variant)
        for side, least, most in zip(part.size, span.least, span.most, strict=True):
            assert 0.6 * least <= side <= 1.6 * most, (part.id, part.size, span)
    hits = collisions(pieces(things), np.arange(len(things)), 0.012)
    assert not hits, [(things[a].id, things[b].id, depth) for a, b, depth in hits]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[mug]\nsize = [[1,1,1],[1,1,1]]", "must be a list of the least, usual and most"),
        ("[mug\n", "not valid TOML"),
        ("[mug]\nwheels = 4\nsize = [[1,1,1],[1,1,1],[1,1,1]]\nmass = 1\n", "wheels"),
        ("[mug]\nform = 'spaceship'\nsize = [[1,1,1],[1,1,1],[1,1,1]]\nmass = 1\n", "spaceship"),
        ("[mug]\nform = { name = 'table', wings = 2 }\nsize = [[1,1,1],[1,1,1],[1,1,1]]\nmass = 1\n", "wings"),
    ],
)
def test_a_bad_row_is_named(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message) as error:
        read_types(text, "mine.toml")
    assert "mine.toml" in str(error.value)


GOOD = """
[brick]
rooms = ["kitchen"]
size = [[0.1, 0.2, 0.05], [0.1, 0.2, 0.06], [0.1, 0.2, 0.07]]
mass = 2.0
materials = ["stone"]
colours = ["red"]
affordances = ["pick_up"]
stands = ["surface"]
"""


def test_one_row_is_a_new_type() -> None:
    brick = read_types(GOOD, "mine.toml")["brick"]
    assert (brick.singular, brick.plural, brick.article) == ("brick", "bricks", "a")
    assert (brick.mass.least, brick.mass.most) == (1.0, 3.0)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("mass = 2.0", "mass = 4.0", "at most 5.0 kg"),
        ("[0.1, 0.2, 0.06]", "[0.1, 0.2, 0.09]", "must grow from least to usual to most"),
        ('["pick_up"]', '["pick_up", "open"]', "has no joint"),
        ('["pick_up"]', '["fly"]', "fly"),
        ('["kitchen"]', '["garage"]', "garage"),
    ],
)
def test_a_row_against_the_laws_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_types(GOOD.replace(old, new), "mine.toml")


def test_an_unknown_type_is_named_with_its_neighbours() -> None:
    with pytest.raises(BadInput, match="unknown object type 'mugg': did you mean mug"):
        catalog()["mugg"]
