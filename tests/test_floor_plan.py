"""The floor plan says everything about a scene once, is the same every time, and shows what is where."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import casita
from casita.catalog import catalog
from casita.errors import BadInput
from casita.scenes.plan_view import floor_plan
from casita.scenes.plan_view.canvas import Drawing, Group, Line, Oval, Shape, Text, brightness, mixed, text_width
from casita.scenes.plan_view.from_above import bodies, hidden
from casita.scenes.plan_view.labels import Box, Labels
from casita.scenes.plan_view.page import WALL_COLOUR, page_of
from casita.scenes.scene import WALL, Place, Room, Scene, Thing
from tests.every_row import every_row

SVG = "{http://www.w3.org/2000/svg}"
SCENES = ("kitchen 12", "living_room 7", "bedroom 3", "bathroom 21", "house 7")
BODIES = [(name, variant) for name, row in catalog().items() for variant in row.forms]


@cache
def scene_called(name: str) -> Scene:
    kind, number = name.split()
    return casita.house(int(number), 5) if kind == "house" else casita.room(kind, int(number))  # type: ignore[arg-type]


@cache
def drawing_of(name: str) -> Drawing:
    return floor_plan(scene_called(name))


@cache
def png_of(name: str) -> Image.Image:
    return Image.open(BytesIO(drawing_of(name).png(1000))).convert("RGB")


def groups(drawing: Drawing) -> dict[str, Group]:
    return {mark.id: mark for mark in drawing.marks if isinstance(mark, Group)}


def empty_room(*things: Thing) -> Scene:
    outline = ((0.0, 0.0), (8.0, 0.0), (8.0, 6.0), (0.0, 6.0))
    floor = Thing(
        "floor_1", "floor", (4.0, 3.0, -0.02), (8.0, 6.0, 0.02), 100.0, "wood", "brown", Place("part", "room_1")
    )
    return Scene("test", "room", (Room("room_1", "kitchen", outline),), (), (floor, *things))


@pytest.mark.parametrize("name", SCENES)
def test_svg_is_xml_with_one_title_for_each_thing_that_is_seen(name: str) -> None:
    scene = scene_called(name)
    root = ElementTree.fromstring(drawing_of(name).svg())
    named = [group for group in root.iter(f"{SVG}g") if "data-thing" in group.attrib]
    ids = [group.attrib["data-thing"] for group in named]
    unseen = hidden(scene, bodies(scene.things))
    assert sorted(ids) == sorted(thing.id for thing in scene.things if thing.id not in unseen)
    titles = {group.attrib["data-thing"]: group.findtext(f"{SVG}title") or "" for group in named}
    assert len(titles) == len(list(root.iter(f"{SVG}title")))
    for id, title in titles.items():
        assert title.startswith(f"{id}: ")
        assert " kg" in title


@pytest.mark.parametrize("name", SCENES)
def test_what_is_not_seen_is_listed_in_what_holds_it(name: str) -> None:
    scene = scene_called(name)
    shown = groups(drawing_of(name))
    unseen = [thing for thing in scene.things if thing.id not in shown]
    assert unseen
    for thing in unseen:
        carrier = thing.place.of
        while carrier not in shown:
            carrier = scene.thing(carrier).place.of
        words = shown[carrier].title.replace(",", " ").replace("(", " ").replace(")", " ").split()
        assert thing.id in words


@pytest.mark.parametrize("name", SCENES)
def test_same_bytes_every_time(name: str) -> None:
    again = floor_plan(scene_called(name))
    assert again.svg() == drawing_of(name).svg()
    assert again.png(400) == drawing_of(name).png(400)


@pytest.mark.parametrize("width", [240, 1200])
def test_png_has_the_asked_width_and_the_pages_proportions(width: int) -> None:
    drawing = drawing_of("kitchen 12")
    image = Image.open(BytesIO(drawing.png(width)))
    assert image.size == (width, round(drawing.height * width / drawing.width))


@pytest.mark.parametrize("name", SCENES)
def test_png_is_a_picture_on_white(name: str) -> None:
    image = png_of(name)
    colours = image.getcolors(image.width * image.height)
    assert colours is not None
    assert len(colours) > 200
    assert image.getpixel((2, 2)) == (255, 255, 255)
    dark = sum(count for count, colour in colours if colour == tuple(bytes.fromhex(WALL_COLOUR[1:])))
    assert 0.02 < dark / (image.width * image.height) < 0.3


def pixel(name: str, x: float, y: float) -> tuple[int, int, int]:
    """The colour that a point of the world has in the picture."""
    drawing, image = drawing_of(name), png_of(name)
    left, top = page_of(scene_called(name)).point(x, y)
    scale = image.width / drawing.width
    found = image.getpixel((int(left * scale), int(top * scale)))
    assert isinstance(found, tuple)
    return found  # type: ignore[return-value]


@pytest.mark.parametrize("name", SCENES)
def test_walls_are_dark_and_doorways_and_windows_are_gaps(name: str) -> None:
    scene = scene_called(name)
    for room in scene.rooms:
        for x, y in room.outline[:1]:
            assert pixel(name, x - WALL / 2, y - WALL / 2) == tuple(bytes.fromhex(WALL_COLOUR[1:]))
    closed = {thing.place.of for thing in scene.of_type("door") if not thing.openness}
    gaps = [way.centre for way in scene.doorways if way.id not in closed]
    windows = [thing.position[:2] for thing in scene.of_type("window")]
    assert windows
    for x, y in (*gaps, *windows):
        assert min(pixel(name, x, y)) > 100


def test_north_is_up() -> None:
    page = page_of(scene_called("house 7"))
    (x0, y0), (x1, y1) = page.point(0.0, 0.0), page.point(1.0, 2.0)
    assert x1 - x0 == pytest.approx(page.scale)
    assert y0 - y1 == pytest.approx(2 * page.scale)


@pytest.mark.parametrize("name", SCENES)
def test_rooms_are_named_with_their_areas(name: str) -> None:
    texts = [mark.words for mark in drawing_of(name).marks if isinstance(mark, Text)]
    for room in scene_called(name).rooms:
        assert room.kind.replace("_", " ").capitalize() in texts
    assert sum(words.endswith(" m²") for words in texts) == len(scene_called(name).rooms)


@pytest.mark.parametrize("name", SCENES)
def test_words_do_not_cover_each_other_and_stay_on_the_page(name: str) -> None:
    drawing = drawing_of(name)
    boxes = []
    for text in (mark for mark in drawing.marks if isinstance(mark, Text)):
        half, tall = text_width(text.words, text.size) / 2, text.size / 2
        across, down = (tall, half) if text.upward else (half, tall)
        x = text.x + (half if text.anchor == "start" else 0.0)
        boxes.append((text.words, Box(x - across, text.y - down, x + across, text.y + down)))
    assert len(boxes) > 8
    for (one, box), (other, second) in combinations(boxes, 2):
        assert not box.shared(second), f"{one} and {other}"
    for words, box in boxes:
        assert 0 <= box.left < box.right <= drawing.width, words
        assert 0 <= box.top < box.bottom <= drawing.height, words


@every_row(BODIES)
def test_every_body_is_drawn_where_it_stands(type: str, variant: str) -> None:
    kind = catalog()[type]
    if type == "floor":
        return
    colour = (kind.colours or catalog().materials[kind.materials[0]].colours)[0]
    size = kind.size_of(variant).usual
    place = Place("hung", "room_1") if type in ("door", "window") else Place("on", "floor_1", "top")
    thing = Thing(f"{type}_1", type, (4.0, 3.0, 0.0), size, 1.0, kind.materials[0], colour, place, variant=variant)
    scene = empty_room(thing)
    page = page_of(scene)
    group = groups(floor_plan(scene))[thing.id]
    points = [point for mark in group.marks for point in outline_points(mark)]
    reach = 1.6 * max(*size, 0.3) * page.scale
    x, y = page.point(4.0, 3.0)
    assert len(points) >= 3
    assert all(abs(px - x) <= reach and abs(py - y) <= reach for px, py in points)


def outline_points(mark: Shape | Line | Text) -> list[tuple[float, float]]:
    if isinstance(mark, Text):
        return []
    parts = mark.paths if isinstance(mark, Line) else mark.parts
    return [point for part in parts for point in (part.polygon() if isinstance(part, Oval) else part)]


def test_round_things_are_round_and_hollow_ones_have_a_hole() -> None:
    place = Place("on", "floor_1", "top")
    bowl = Thing("bowl_1", "bowl", (4.0, 3.0, 0.0), (0.2, 0.2, 0.1), 0.3, "ceramic", "blue", place)
    marks = groups(floor_plan(empty_room(bowl)))["bowl_1"].marks
    ovals = [part for mark in marks if isinstance(mark, Shape) for part in mark.parts]
    assert all(isinstance(part, Oval) for part in ovals)
    radii = sorted(part.half_x for part in ovals if isinstance(part, Oval))
    scale = page_of(empty_room()).scale
    assert radii[-1] == pytest.approx(0.1 * scale)
    assert 0.0 < radii[0] < 0.1 * scale


def test_a_thing_turned_by_its_yaw_is_drawn_turned() -> None:
    place = Place("on", "floor_1", "top")
    kind = catalog()["book"]
    book = Thing("book_1", "book", (4.0, 3.0, 0.0), (0.4, 0.1, 0.03), 0.3, kind.materials[0], "red", place)
    boxes = []
    for yaw in (0.0, 90.0):
        body = bodies([book.replace(rotation=(0.0, 0.0, yaw))])["book_1"]
        boxes.append([high - low for low, high in zip(body.box[:2], body.box[2:], strict=True)])
    assert boxes[0] == pytest.approx([0.4, 0.1])
    assert boxes[1] == pytest.approx([0.1, 0.4])


def test_a_fork_in_a_closed_drawer_is_hidden_and_one_on_the_table_is_not() -> None:
    dresser = catalog()["dresser"]
    size, part = dresser.size.usual, dresser.forms["plain"].parts[0]
    low = part.z[0] * size[2]
    places = {
        "dresser_1": (size, 0.0, Place("on", "floor_1", "top")),
        "drawer_1": ((0.3, 0.3, 0.12), low, Place("part", "dresser_1", part.name)),
        "fork_1": ((0.2, 0.02, 0.02), low + 0.02, Place("in", "drawer_1", "inside")),
        "fork_2": ((0.2, 0.02, 0.02), size[2], Place("on", "dresser_1", "top")),
    }
    things = [
        Thing(id, id[:-2], (4.0, 3.0, z), sides, 1.0, "wood", "brown", place)
        for id, (sides, z, place) in places.items()
    ]
    shown = groups(floor_plan(empty_room(*things)))
    assert set(shown) == {"floor_1", "dresser_1", "fork_2"}
    assert "drawer_1 (fork_1)" in shown["dresser_1"].title


def test_a_label_that_does_not_fit_is_left_out() -> None:
    labels = Labels()
    labels.name_thing("shelving unit", Box(0, 0, 20, 20), [], "#ffffff")
    assert not labels.texts
    labels.name_thing("shelving unit", Box(0, 0, 20, 120), [], "#ffffff")
    assert [(text.words, text.upward) for text in labels.texts] == [("shelving unit", True)]
    labels.name_thing("television", Box(0, 0, 20, 120), [], "#202020")
    assert len(labels.texts) == 1
    labels.name_thing("television", Box(0, 200, 120, 220), [Box(0, 200, 50, 220)], "#202020")
    assert labels.texts[-1].x > 50 + text_width("television", labels.texts[-1].size) / 2
    assert labels.texts[-1].colour == "#ffffff"


def test_a_drawing_is_saved_by_its_ending_and_leaves_nothing_else(tmp_path: Path) -> None:
    drawing = drawing_of("bathroom 21")
    drawing.save(tmp_path / "new" / "plan.svg")
    drawing.save(tmp_path / "new" / "plan.PNG", 300)
    assert sorted(file.name for file in (tmp_path / "new").iterdir()) == ["plan.PNG", "plan.svg"]
    assert (tmp_path / "new" / "plan.svg").read_text() == drawing.svg()
    assert (tmp_path / "new" / "plan.PNG").read_bytes() == drawing.png(300)
    with pytest.raises(BadInput, match=r"plan\.pdf: a drawing's file ends in \.svg or \.png"):
        drawing.save(tmp_path / "plan.pdf")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        drawing.save(tmp_path / "file" / "plan.svg")


def test_colours_are_mixed_and_weighed() -> None:
    assert mixed((0, 0, 0), (255, 255, 255), 0.2) == "#333333"
    assert brightness("#000000") == 0.0
    assert brightness("#ffffff") == pytest.approx(1.0)
    assert brightness("#00ff00") > brightness("#ff0000") > brightness("#0000ff")


def test_a_squared_sign_takes_room() -> None:
    assert text_width("m", 20) < text_width("m²", 20) < text_width("m2", 20)
