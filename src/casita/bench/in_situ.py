"""Views of things where they lie in homes, as somebody who stands on free floor near them sees them.

The fixed rooms, apartments, hand-drawn houses and some procedural ones are gone through in a seeded order, and then
further procedural houses, with loose things of the types added to them that were seen too seldom. For each thing a free
place at `DISTANCE` is drawn; a camera there, at an agent's eye height, looks at what shows of the thing, with a field
of view so narrow that the rectangle around the thing covers a drawn share (`COVERED`) of the picture: the same as
cutting the picture out of a larger one. A view counts if the camera looks down by `PITCH`, all of the thing is in the
picture, and most of it is not hidden.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools, Float64s, Uint8s
from casita.catalog import ROOM_KINDS
from casita.products import product
from casita.render.camera import Camera, looking
from casita.render.renderer import Renderer
from casita.render.stage import condition_of
from casita.scenes import fixed
from casita.scenes.scene import Scene
from casita.scenes.variation import NoVariation, with_types
from casita.seeds import Stream, stream
from casita.shapes.posed import posed
from casita.world.bodies import BODIES, USUAL_BODY
from casita.world.edit import Edit
from casita.world.ground import free_nodes, ground
from casita.world.shut import shut_away
from casita.world.stance import matrix_of
from casita.world.starting import beginning
from casita.world.state import State

DISTANCE = (0.5, 1.75)
"""Metres, seen from above, from where somebody stands to the middle of the thing."""

PITCH = (10.0, 60.0)
"""Degrees that the camera looks down."""

COVERED = (0.15, 0.5)
"""Share of the picture that the rectangle around the thing covers."""

WHOLE = 0.95
"""Share of the picture's side that the thing reaches over at most."""

SEEN = 0.7
"""Share of the thing's outline that shows at least."""

FIELDS_OF_VIEW = (1.5, 90.0)
"""Degrees; the widest is an agent's own."""

PLACES_TRIED = 10
"""Places to stand that are tried for one view."""

A_THING = 5
"""Views of one thing at most, where there are few of its type."""

SPARE = 2.0
"""How many times more views than wanted are allowed for, since many things cannot be seen so."""

PROCEDURAL_HOUSES = 24
"""Houses of five rooms that are gone through besides the fixed scenes."""

FURTHER_HOUSES = 80
"""Houses of five rooms, with things of the types that have too few views by then added to them, that are gone through
at most."""


class View(NamedTuple):
    """One picture of a thing in a home."""

    type: str
    thing: str
    scene: str
    camera: Camera
    rgb: Uint8s


def scenes(seed: int) -> list[Scene]:
    """All homes that are gone through, in a seeded order."""
    from casita.scenes.generate.house import house

    made = [fixed.room(kind, number) for kind in ROOM_KINDS for number in range(1, fixed.ROOMS_OF_A_KIND + 1)]
    made += [fixed.apartment(number) for number in range(1, fixed.APARTMENTS + 1)]
    made += [fixed.drawn_house(number) for number in range(1, fixed.DRAWN_HOUSES + 1)]
    made += [house(number, 5) for number in range(1, PROCEDURAL_HOUSES + 1)]
    return stream(seed, "in situ", "scenes").shuffled(made)


def _further_homes(left: Mapping[str, int]) -> Iterator[Scene]:
    """Houses with things of the types that more views are wanted of by then, one after the other."""
    from casita.scenes.generate.house import house

    for number in range(1, FURTHER_HOUSES + 1):
        short = [type for type, count in left.items() if count > 0]
        with suppress(NoVariation):
            yield with_types(house(PROCEDURAL_HOUSES + number, 5), number, short)


def gathered(types: Sequence[str], count: int, size: int, seed: int = 0) -> Iterator[View]:
    """Views of things, home by home, until there are `count` of each type or homes offer no more.

    Things of which there are few are seen several times, each time from another place.
    """
    homes = scenes(seed)
    things = Counter(thing.type for scene in homes for thing in scene.things)
    times = {type: min(A_THING, math.ceil(SPARE * count / max(things[type], 1))) for type in types}
    left = dict.fromkeys(types, count)
    for home in chain(homes, _further_homes(left)):
        if not any(left.values()):
            return
        scene = home.replace()  # a copy, so that what is made of it is forgotten when the next one's turn comes
        for view in views_in(scene, left, size, stream(seed, "in situ", scene.name), times):
            left[view.type] -= 1
            yield view


def views_in(
    scene: Scene, left: Mapping[str, int], size: int, luck: Stream, times: Mapping[str, int] | None = None
) -> Iterator[View]:
    """Views of the things of a scene whose types more views are wanted of, of each so many `times` at most."""
    wanted = dict(left)
    things = [thing for thing in scene.things if wanted.get(thing.type, 0) > 0]
    if not things:
        return
    state = beginning(scene, {"eye": USUAL_BODY}, rules="command", seed=0, positions=())
    hidden = shut_away(state)
    renderer = Renderer(scene, agents=False)
    for thing in luck.child("order").shuffled(things):
        if wanted[thing.type] == 0 or hidden[state.statics.slot(thing.id)]:
            continue
        most = min(wanted[thing.type], 1 if times is None else times[thing.type])
        for view in _views_of(renderer, state, thing.id, size, luck.child(thing.id), most):
            wanted[thing.type] -= 1
            yield view


def _views_of(renderer: Renderer, state: State, thing: str, size: int, luck: Stream, most: int) -> Iterator[View]:
    """The first views that count from some of the places around a thing."""
    slot, body = state.statics.slot(thing), BODIES[USUAL_BODY]
    triangles = outline_triangles(renderer, state, slot)
    middle = (triangles.reshape(-1, 3).min(0) + triangles.reshape(-1, 3).max(0)) / 2
    own, found = _own_ids(state, slot), 0
    for x, y in luck.shuffled(places_near(state, slot, middle, body.radius))[: PLACES_TRIED * most]:
        if found == most:
            return
        camera = framed((x, y, body.eye_height), triangles, luck.uniform(*COVERED))
        if camera is None or not PITCH[0] <= camera.pitch <= PITCH[1]:
            continue
        shown = np.isin(renderer.look(state, camera, (size, size), ("ids",)).ids, own)
        whole = silhouette(camera, triangles, size)
        if (shown & whole).sum() < SEEN * whole.sum() or not COVERED[0] <= _rectangle(shown) <= COVERED[1]:
            continue
        found += 1
        rgb = renderer.look(state, camera, (size, size), ("rgb",), smooth=True).rgb
        yield View(state.statics.things[slot].type, thing, state.scene.name, camera, rgb)


def places_near(state: State, slot: int, middle: Float64s, radius: float) -> list[tuple[float, float]]:
    """Free places of the thing's room that are as far from it as `DISTANCE` says."""
    here = ground(state.statics, radius)
    free = free_nodes(Edit(state), radius) & (here.room == int(state.objects.room[slot]))
    rows, columns = np.nonzero(free)
    points = [here.point(int(row), int(column)) for row, column in zip(rows, columns, strict=True)]
    return [p for p in points if DISTANCE[0] <= math.hypot(p[0] - middle[0], p[1] - middle[1]) <= DISTANCE[1]]


def outline_triangles(renderer: Renderer, state: State, slot: int) -> Float64s:
    """The triangles, n x 3 corners x 3, of a thing and its parts, as they are in a state."""
    made = []
    for part in _own_ids(state, slot):
        size = tuple(state.statics.size[part].tolist())
        turn, place = matrix_of(state.objects.rotation[part]), state.objects.position[part]
        for shape in renderer.stage.shapes.get(part, ()):
            for pose in posed(shape, state.statics.forms[part], size, condition_of(state, part)):
                levels = shape.groups[pose.group].mesh.levels
                level = levels[min(1, len(levels) - 1)]
                points = product(product(level.points, pose.matrix.T) + pose.offset, turn.T) + place
                made.append(points[level.triangles])
    return np.concatenate(made)


def _own_ids(state: State, slot: int) -> list[int]:
    """The slots of a thing and of what is built into it."""
    known = state.statics
    return [slot, *(part for part in range(len(known.scene.things)) if known.parent[part] == slot)]


def framed(start: tuple[float, float, float], triangles: Float64s, share: float) -> Camera | None:
    """A camera at a place that looks at the middle of some triangles, so that they cover a share of its picture.

    It is the rectangle around them that covers the share, or less, where else they would not all be in the picture.
    None if no field of view can do that.
    """
    corners = triangles.reshape(-1, 3)
    camera = looking(start, tuple(((corners.min(0) + corners.max(0)) / 2).tolist()), 90.0)
    for _ in range(2):  # the middle of what is seen is not quite the middle of what there is
        spans = _projected(camera, corners)
        if spans is None:
            return None
        across, along = ((spans[0] + spans[1]) / 2).tolist()
        right, up, back = camera.axes.T
        x, y, z = (np.array(start) - back + across * right + along * up).tolist()
        camera = looking(start, (x, y, z), 90.0)
    spans = _projected(camera, corners)
    if spans is None:
        return None
    reach = np.abs(np.stack(spans)).max(0)
    width, height = (spans[1] - spans[0]).tolist()
    slope = max(math.sqrt(width * height / share) / 2, float(reach.max()) / WHOLE)
    degrees = 2 * math.degrees(math.atan(slope))
    if not FIELDS_OF_VIEW[0] <= degrees <= FIELDS_OF_VIEW[1] or width * height < COVERED[0] * (2 * slope) ** 2:
        return None
    return Camera(start, camera.yaw, camera.pitch, field_of_view=degrees)


def _projected(camera: Camera, points: Float64s) -> tuple[Float64s, Float64s] | None:
    """The lowest and highest tangents, to the right and up, at which a camera sees points; None if one is beside it."""
    x, y, back = product(points - camera.position, camera.axes).T
    if back.max() > -0.1:
        return None
    flat = np.column_stack([x, y]) / -back[:, None]
    return flat.min(0), flat.max(0)


def silhouette(camera: Camera, triangles: Float64s, size: int) -> Bools:
    """Which pixels of a picture the triangles would cover if nothing hid them."""
    from PIL import Image, ImageDraw

    x, y, back = product(triangles.reshape(-1, 3) - camera.position, camera.axes).T
    scale = size / 2 / camera.slope
    flat = np.column_stack([size / 2 + scale * x / -back, size / 2 - scale * y / -back]) - 0.5
    image = Image.new("1", (size, size))
    draw = ImageDraw.Draw(image)
    for triangle in flat.reshape(-1, 6).tolist():
        draw.polygon(triangle, fill=1)
    return np.asarray(image)


def _rectangle(shown: Bools) -> float:
    """The share of a picture that the rectangle around some pixels covers."""
    rows, columns = np.flatnonzero(shown.any(1)), np.flatnonzero(shown.any(0))
    if not len(rows):
        return 0.0
    return float((rows[-1] - rows[0] + 1) * (columns[-1] - columns[0] + 1)) / shown.size
