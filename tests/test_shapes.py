"""Every type is drawn, in every variant and state: it fits its form, keeps its colour, and shows what changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product

import numpy as np
import pytest

from casita.arrays import Float64s, Uint8s
from casita.catalog import catalog
from casita.render.pictures import conditions
from casita.render.studio import SKY, close_up, instance
from casita.scenes.scene import Condition
from casita.shapes.drawings import drawings
from casita.shapes.making import Making
from casita.shapes.posed import LIQUID_COLOURS, liquid_colour, posed
from casita.shapes.shape import Shape, drawn, forget_shapes, later, shape, slice_shape
from casita.world.statics import SLICES, slice_size
from tests.every_row import every_row

TYPES = [name for name in catalog() if name != "floor"]

LOTS = [TYPES[first : first + 12] for first in range(0, len(TYPES), 12)]
every_lot = pytest.mark.parametrize("names", LOTS, ids=lambda names: f"{names[0]} to {names[-1]}", scope="module")
"""Tests of a lot of types come one after the other, so that their shapes are made once for all of them."""


def every_type(test: Callable[[str], None]) -> Callable[[list[str]], None]:
    """Let a test of one type go through lots of them; it names all that fail."""

    def of_lot(names: list[str]) -> None:
        every_row(names)(test)()

    for name in ("__name__", "__doc__", "__module__"):
        setattr(of_lot, name, getattr(test, name))
    return every_lot(of_lot)


OUTSIDE = 0.0011
"""Metres that a whole, closed thing may stand out of its box."""

FILLED = 0.9
"""Share of each side of its box that it reaches over at least."""

LEAST_CHANGE = 0.0025
"""Share of a close-up's pixels that differ clearly when a thing is in another state."""

CLEARLY = 24
"""Difference of a colour channel that a person sees."""

KEPT = 0.85
"""Share of its volume that a thing keeps at least when it is cut up."""

CLOSED = 1.2
"""The same at most: stalks and leaves that are open tubes seem to gain a little when their cut ends are closed."""

COLOUR_OF_ANOTHER_PART = {
    "house_plant": "its leaves are green whatever its pot is",
    "room_decor": "dried stems stand out of the vase that has the colour",
    "cd": "its print has the colour, its edge mirrors",
    "painting": "the picture has many colours",
    "poster": "the picture has many colours",
    "doughnut": "the dough shows beside the icing that has the colour",
    "drinking_straw": "it is striped, and hardly a pixel wide",
    "mirror": "a mirror shows the room",
}
"""Types whose largest area may be of another colour than the one they are said to have, and why."""


def points(made: Shape, make: Making, condition: Condition) -> Float64s:
    found = [
        made.groups[pose.group].mesh.levels[0].points @ pose.matrix.T + pose.offset
        for pose in posed(made, make.form, make.size, condition)
    ]
    return np.concatenate(found) if found else np.zeros((0, 3))


def test_every_type_has_a_drawing() -> None:
    assert sorted(set(TYPES) - set(drawings())) == []
    assert sorted(set(drawings()) - set(catalog())) == []


@every_type
def test_the_drawing_fits_its_box(name: str) -> None:
    forms = catalog()[name].forms
    assert forms
    for variant, number in product(forms, range(3)):
        make = instance(name, number, variant)
        every = points(shape(make), make, Condition())
        low, high = every.min(0), every.max(0)
        depth, width, height = make.size
        box = np.array([(-depth / 2, -width / 2, 0.0), (depth / 2, width / 2, height)])
        assert np.isfinite(every).all()
        assert (low >= box[0] - OUTSIDE).all(), f"{make}: {low} is outside {box[0]}"
        assert (high <= box[1] + OUTSIDE).all(), f"{make}: {high} is outside {box[1]}"
        assert (high - low >= FILLED * np.array(make.size)).all(), f"{make}: only {high - low} of {make.size}"


@pytest.mark.parametrize("name", ["plate", "saucer", "platter", "serving_tray"])
def test_a_dish_has_a_well_at_the_height_of_its_surface(name: str) -> None:
    """Seen from above its middle is level where things are put, and its rim rises over that by half its height."""
    for number in range(3):
        make = instance(name, number)
        surface = make.form.surfaces[0]
        body = [part for part in drawn(make) if part.name == "body"]
        top = np.concatenate([part.mesh.levels[0].points for part in body])
        half = np.array(make.size[:2]) / 2
        inner = np.abs(top[:, :2] / half).max(1) < 0.4
        assert top[inner, 2].max() == pytest.approx(surface.z * make.size[2], abs=1e-4)
        rim = np.concatenate([part.mesh.levels[0].points for part in drawn(make)])[:, 2].max()
        assert rim > surface.z * make.size[2] + 0.5 * make.size[2]


@pytest.mark.parametrize("name", ["plate", "saucer", "platter", "serving_tray"])
def test_even_the_flattest_dish_is_hollow(name: str) -> None:
    """The well lies more than 3 mm under the rim, in the least dish that there can be."""
    row = catalog()[name]
    form, least = row.forms["plain"], row.size.least[2]
    assert (1.0 - form.surfaces[0].z) * least > 0.003


def carried(make: Making, part: str) -> set[str]:
    """The joints that carry the pieces of a name."""
    return {piece.joint for piece in drawn(make) if piece.name == part}


def test_a_keypad_stays_when_the_door_beside_it_swings() -> None:
    for number in range(4):
        make = instance("microwave", number)
        assert carried(make, "keypad") == carried(make, "display") == carried(make, "panel") == {""}
        assert carried(make, "door") == carried(make, "handle") == {"door"}
        leaf = next(solid for solid in make.form.solids if solid.joint)
        keys = np.concatenate([piece.mesh.levels[0].points for piece in drawn(make) if piece.name == "keypad"])
        assert keys[:, 1].min() > (leaf.y[1] - 0.5) * make.size[1]


def test_a_double_fridge_opens_two_doors() -> None:
    make = instance("fridge", 0, "double")
    assert carried(make, "door") == {"door", "left_door"}
    made = shape(make)
    shut, ajar = (
        {pose.group: pose for pose in posed(made, make.form, make.size, Condition(openness=openness))}
        for openness in (0.0, 1.0)
    )
    turned = {made.groups[k].joint for k in shut if not np.allclose(shut[k].matrix, ajar[k].matrix)}
    assert turned == {"door", "left_door"}
    way = {made.groups[k].joint: float(ajar[k].matrix[1, 0]) for k in ajar}
    assert way["door"] == pytest.approx(-way["left_door"]) != 0.0


@pytest.mark.parametrize("inside", [(0.95, 0.93, 0.88), (0.2, 0.2, 0.22), (0.7, 0.2, 0.1)])
def test_water_is_clear_and_coffee_is_not(inside: tuple[float, float, float]) -> None:
    """What is under water shows more than the water itself; under coffee it does not show."""
    water, coffee = (np.array(liquid_colour(liquid, inside)) for liquid in ("water", "coffee"))
    to_vessel, to_water = (np.abs(water - other).sum() for other in (np.array(inside), LIQUID_COLOURS["water"]))
    assert to_vessel < to_water
    assert coffee.tolist() == list(LIQUID_COLOURS["coffee"])


@every_type
def test_meshes_are_sound(name: str) -> None:
    make = instance(name, 1)
    assert shape(make).groups
    for made in (shape(make), later(make)):
        for group in made.groups:
            assert list(group.mesh.errors) == sorted(group.mesh.errors)
            assert group.joint in {"", *(joint.name for joint in make.form.joints)}
            for level, finishes, parts in zip(group.mesh.levels, group.finishes, group.parts, strict=True):
                assert len(level.triangles) == len(finishes) == len(parts)
                assert level.triangles.min() >= 0
                assert level.triangles.max() < len(level.points)
                assert np.isfinite(level.uv).all()
                length = np.sqrt((level.normals**2).sum(1))
                assert np.abs(length[np.unique(level.triangles)] - 1.0).max() < 1e-6
            triangles = [len(level.triangles) for level in group.mesh.levels]
            assert triangles == sorted(triangles, reverse=True)


@every_type
def test_every_state_is_seen(name: str) -> None:
    make = instance(name)
    _, *states = conditions(catalog()[name])
    unseen = []
    for label, condition in states:
        before = Condition(openness=condition.openness) if condition.on else Condition()
        if not any(changed(make, before, condition, view) > LEAST_CHANGE for view in VIEWS):
            unseen.append(label)
    assert unseen == [], f"{name}: too little of the picture changes"


def test_hundreds_of_states_are_looked_at() -> None:
    assert sum(len(conditions(catalog()[name])) - 1 for name in TYPES) > 350


VIEWS = ((30.0, 30.0), (-40.0, 15.0), (10.0, 55.0), (160.0, 30.0))
"""Azimuth and elevation; the first that shows a state is enough."""


def changed(make: Making, before: Condition, after: Condition, view: tuple[float, float]) -> float:
    """The share of a close-up's pixels that differ clearly between two states."""
    pair = [pictured(make, now, view, before).astype(int) for now in (before, after)]
    return float((np.abs(pair[0] - pair[1]).max(2) > CLEARLY).mean())


@lru_cache(maxsize=16)
def pictured(make: Making, now: Condition, view: tuple[float, float], framed: Condition) -> Uint8s:
    """A close-up in one state, as large as in another; all states of a thing are compared with the same few."""
    azimuth, elevation = view
    return close_up(make, now, azimuth=azimuth, elevation=elevation, size=96, framed=framed)


def volume(made: Shape, make: Making) -> float:
    """Cubic metres within the closed surfaces of a shape, by the divergence theorem."""
    found = 0.0
    for pose in posed(made, make.form, make.size, Condition()):
        level = made.groups[pose.group].mesh.levels[0]
        a, b, c = (level.points[level.triangles[:, k]] for k in range(3))
        found += float((a * np.cross(b, c)).sum()) / 6
    return found


SLICED = [name for name in TYPES if catalog()[name].can("slice")]


@pytest.mark.parametrize("name", SLICED)
def test_slices_lie_in_their_boxes_and_keep_the_volume(name: str) -> None:
    make = instance(name)
    left = boxes = 0.0
    for number in range(SLICES):
        box = slice_size(make.size, make.form, number)
        cut = slice_shape(make, number, SLICES, box)
        every = points(cut, make, Condition())
        low, high = every.min(0), every.max(0)
        assert len(every) > 20
        assert (np.abs(every[:, :2]) <= np.array(box[:2]) / 2 + 1e-6).all(), (
            f"{name}, slice {number}: {low} {high} in {box}"
        )
        assert high[2] <= box[2] + 1e-6
        assert low[2] >= -OUTSIDE
        left += volume(cut, make)
        boxes += float(np.prod(box))
    assert boxes >= KEPT * np.prod(make.size)
    assert KEPT < left / volume(shape(make), make) < CLOSED


COLOURS = [name for name in catalog().colours if name != "transparent"]
SKY_CHANNELS = np.array([SKY & 255, SKY >> 8 & 255, SKY >> 16 & 255])


def ranked_names(pixels: Uint8s) -> list[str]:
    """The named colours that are nearest to most of some pixels, but for the sky's: the commonest first."""
    colours, counts = np.unique(pixels @ np.array([1, 1 << 8, 1 << 16]), return_counts=True)
    channels = np.stack([colours & 255, colours >> 8 & 255, colours >> 16], axis=1)
    table = np.array([catalog().colours[name].rgb for name in COLOURS])
    nearest = ((channels[:, None, :] - table) ** 2).sum(2).argmin(1)
    is_thing = np.abs(channels - SKY_CHANNELS).max(1) > 2
    share = np.bincount(nearest[is_thing], counts[is_thing], minlength=len(COLOURS))
    return [COLOURS[number] for number in np.lexsort((COLOURS, -share)) if share[number]]


@every_type
def test_the_colour_drawn_is_the_colour_named(name: str) -> None:
    """Of the named colours nearest to what is drawn, the thing's own is first or, where it has few areas, second."""
    for number in range(3):
        make = instance(name, number)
        if make.material == "glass" or make.colour == "transparent" or name in COLOUR_OF_ANOTHER_PART:
            continue  # what is behind it shows through
        seen = [
            close_up(make, azimuth=azimuth, elevation=30.0, size=64, ground=False, lit=False).reshape(-1, 3)
            for azimuth in (35.0, 215.0)
        ]
        ranked = ranked_names(np.concatenate(seen))
        assert make.colour in ranked[:2], f"{make}: drawn {ranked[:3]}"


@every_lot
def test_the_same_thing_is_drawn_the_same_twice(names: list[str]) -> None:
    firsts = [shape(instance(name, 2)) for name in names]
    forget_shapes()
    seconds = [shape(instance(name, 2)) for name in names]
    assert all(first is not second for first, second in zip(firsts, seconds, strict=True))
    for name, first, second in zip(names, firsts, seconds, strict=True):
        assert first.finishes == second.finishes, name
        for a, b in zip(first.groups, second.groups, strict=True):
            levels = zip(a.mesh.levels, b.mesh.levels, strict=True)
            assert all(np.array_equal(x.points, y.points) for x, y in levels), name
