"""Pictures for people: a room, a labelled map, what changed between two states, a thing in all its states."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools, Uint8s
from casita.catalog import ObjectType, catalog
from casita.errors import BadInput
from casita.exact import total_of
from casita.geometry.outlines import bounding_box, inside
from casita.products import product
from casita.render.camera import Camera, corner, home_box, looking, overhead
from casita.render.renderer import Renderer
from casita.render.sheets import sheet
from casita.render.studio import close_up, instance
from casita.scenes.scene import Condition, Scene
from casita.world.difference import difference
from casita.world.starting import beginning
from casita.world.state import State

Picture = Uint8s

LABELLED = 0.25
"""Square metres that a thing must cover on the floor to be named on a map."""

PROBE = 64
"""Side in pixels of the trial pictures from which the best view is chosen."""

PROBE_OF_A_ROOM = (80, 60)
"""The same for pictures of rooms, which are as much wider than high."""

CLOSE_BY = 1.2
"""Metres from the eye up to which something is in the way."""

FREE = 0.8
"""Share of a picture in which nothing is in the way, at the least, if there is a place to look from."""

LEAF = 0.02
"""Share of a picture that a door's leaf close by takes, at the most, if there is a place to look from."""

IN_THE_CORNER, FURTHER_IN = (0.2, 0.2), ((0.9, 0.2), (0.2, 0.9), (0.9, 0.9))
"""Metres off two walls: places to look from, and those for rooms where something is in the way in every corner."""


def room_picture(scene: Scene, room: str = "", size: tuple[int, int] = (800, 600)) -> Picture:
    """A room of a scene, seen from the corner that shows most things."""
    state = beginning(scene)
    renderer = Renderer(scene, agents=False)
    return renderer.look(state, best_corner(renderer, state, room), size, ("rgb",), smooth=True).rgb


def home_picture(state: State, size: tuple[int, int] = (960, 640)) -> Picture:
    """The whole home like a doll's house: from the side and above, without its roof."""
    x0, y0, x1, y1 = home_box(state.scene)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2 - 0.04 * (y1 - y0), 0.6)
    away = max(x1 - x0, (y1 - y0) * 1.25) * 1.16
    start = (middle[0] - 0.2 * away, middle[1] - 0.62 * away, 0.85 * away)
    camera = replace(looking(start, middle, 40.0), roof=False)
    return Renderer(state.scene, agents=False).look(state, camera, size, ("rgb",), smooth=True).rgb


class _Trial(NamedTuple):
    """A place to look from, as a small picture judges it; of two, the greater is the better one."""

    is_free: bool
    """Is neither a door's leaf nor much else close in front of it?"""
    seen: float
    """How many things it shows, less where parts of the picture tell nothing."""
    place: int
    """Of two that are alike, the one that was tried first: minus its number."""
    camera: Camera


def best_corner(renderer: Renderer, state: State, room: str = "") -> Camera:
    """The corner of a room from which most things are seen; further in if a door or a cupboard is in the way there."""
    corners = [corner(state.scene, room, turn, inset=IN_THE_CORNER) for turn in range(4)]
    best = max(_trials(renderer, state, corners), key=lambda trial: (trial.seen, trial.place))
    if best.is_free:
        return best.camera
    further = [corner(state.scene, room, turn, inset=inset) for turn in range(4) for inset in FURTHER_IN]
    return max(_trials(renderer, state, corners + further)).camera


def _trials(renderer: Renderer, state: State, cameras: Sequence[Camera]) -> Iterator[_Trial]:
    doors = [slot for slot, thing in enumerate(state.scene.things) if thing.type == "door"]
    for number, camera in enumerate(cameras):
        frame = renderer.look(state, camera, PROBE_OF_A_ROOM, ("ids", "depth"))
        is_close = frame.depth <= CLOSE_BY
        leaf = float((is_close & np.isin(frame.ids, doors)).mean())
        is_free = 1.0 - float(is_close.mean()) >= FREE and leaf <= LEAF
        seen = len(frame.visible()) * float((~is_close).mean()) ** 2
        yield _Trial(is_free, seen, -number, camera)


def map_picture(state: State, size: tuple[int, int] = (900, 700), labels: bool = True, agents: bool = True) -> Picture:
    """The whole home from above, with the names of rooms, large things and agents."""
    from PIL import Image, ImageDraw, ImageFont

    width, height = size
    camera = overhead(state.scene, shape=width / height)
    picture = Renderer(state.scene, agents=agents).look(state, camera, size, ("rgb",), smooth=True).rgb
    if not labels:
        return picture
    made = Image.fromarray(picture)
    pen = ImageDraw.Draw(made, "RGBA")
    for text, place, letters in _labels(state, agents):
        x, y = project(camera, size, place)
        font = ImageFont.load_default(letters)
        box = pen.textbbox((x, y), text, font=font, anchor="mm")
        pen.rectangle((box[0] - 3, box[1] - 1, box[2] + 3, box[3] + 2), fill=(255, 255, 255, 190))
        pen.text((x, y), text, fill=(30, 30, 30, 255), font=font, anchor="mm")
    return np.asarray(made)


def _labels(state: State, agents: bool) -> list[tuple[str, tuple[float, float, float], int]]:
    """What is written on a map, where, and how large."""
    found = []
    fixed = state.statics
    for slot in np.flatnonzero(state.objects.exists).tolist():
        depth, width, height = fixed.size[slot].tolist()
        thing = fixed.things[slot]
        if (
            thing.place.relation == "on"
            and not fixed.loose[slot]
            and depth * width >= LABELLED
            and thing.type != "floor"
        ):
            x, y, z = state.objects.position[slot].tolist()
            found.append((fixed.kinds[slot].singular, (x, y, z + height), 11))
    for room in state.scene.rooms:
        x0, y0, x1, _ = bounding_box(room.outline)
        found.append((room.id.replace("_", " "), ((x0 + x1) / 2, y0 + 0.25, 0.0), 15))
    for agent, name in enumerate(state.names if agents else ()):
        x, y = state.agents.position[agent].tolist()
        found.append((name, (x, y, state.bodies[agent].height), 13))
    return found


def project(camera: Camera, size: tuple[int, int], point: Sequence[float]) -> tuple[float, float]:
    """Where a point in space falls in a picture, in pixels from its upper left corner."""
    width, height = size
    right, up, back = product(camera.axes.T, np.asarray(point, float) - camera.position)
    if back >= 0.0:
        raise BadInput(f"the point {tuple(point)} is behind the camera")
    scale = height / 2 / camera.slope / -back
    return width / 2 + right * scale, height / 2 - up * scale


def compare(before: State, after: State, size: tuple[int, int] = (480, 360)) -> Picture:
    """Two states side by side from a view that shows what differs, which is framed and named."""
    if before.scene is not after.scene:
        raise BadInput(f"states of two scenes cannot be compared: {before.scene.name} and {after.scene.name}")
    from PIL import Image, ImageDraw, ImageFont

    changed = changed_slots(before, after)
    renderer = Renderer(before.scene)
    camera = _view_of(renderer, before, after, changed)
    sides = []
    for state in (before, after):
        frame = renderer.look(state, camera, size, ("rgb", "ids"), smooth=True)
        made = Image.fromarray(frame.rgb)
        pen = ImageDraw.Draw(made)
        boxes = frame.boxes()
        for slot in changed:
            box = boxes.get(state.statics.ids[slot])
            if box:
                pen.rectangle((box[0] - 2, box[1] - 2, box[2] + 1, box[3] + 1), outline=(235, 90, 30), width=2)
        sides.append(np.asarray(made))
    words = list(difference(before, after)) or ["Nothing changed."]
    lines = words if len(words) <= 5 else [*words[:4], f"and {len(words) - 4} more changes"]
    both = sheet(sides, ["before", "after"], columns=2, gap=4)
    canvas = Image.new("RGB", (both.shape[1], both.shape[0] + 17 * len(lines) + 6), "white")
    canvas.paste(Image.fromarray(both), (0, 0))
    pen = ImageDraw.Draw(canvas)
    for number, line in enumerate(lines):
        pen.text((4, both.shape[0] + 4 + 17 * number), line, fill="black", font=ImageFont.load_default(12))
    return np.asarray(canvas)


def changed_slots(before: State, after: State) -> list[int]:
    """Slots of the things that differ between two states of a scene."""
    differs = np.zeros(len(before.objects.exists), np.bool_)
    for a, b in zip(before.objects, after.objects, strict=True):
        if a is not b:
            unequal: Bools = np.not_equal(np.asarray(a), np.asarray(b))
            differs |= unequal.any(1) if unequal.ndim == 2 else unequal
    return np.flatnonzero(differs & (before.objects.exists | after.objects.exists)).tolist()


def _view_of(renderer: Renderer, before: State, after: State, changed: Sequence[int]) -> Camera:
    """A camera near what changed, from where most of it is seen in both states."""
    if not changed:
        return best_corner(renderer, before)
    places = np.concatenate([state.objects.position[list(changed)] for state in (before, after)])
    sizes = before.statics.size[list(changed)]
    middle = (places.min(0) + places.max(0)) / 2 + (0.0, 0.0, float(sizes[:, 2].mean()) / 2)
    spread = float(np.sqrt(((places.max(0) - places.min(0)) ** 2).sum())) / 2 + float(sizes.max()) / 2
    room = max(int(after.objects.room[changed[0]]), 0)
    outline = before.scene.rooms[room].outline
    best, most = best_corner(renderer, before, before.scene.rooms[room].id), -1.0
    for away in (1.1 + 1.4 * spread, 0.8 + spread, 1.6 + 2.0 * spread):
        for number in range(12):
            angle = math.radians(30.0 * number)
            x, y = middle[0] + away * math.cos(angle), middle[1] + away * math.sin(angle)
            if not inside(outline, x, y):
                continue
            start = (float(x), float(y), min(float(middle[2]) + 0.55 * away + 0.2, 2.3))
            trial = looking(start, (float(middle[0]), float(middle[1]), float(middle[2])), 55.0)
            score = _shown(renderer, (before, after), trial, changed)
            if score > most:
                best, most = trial, score
    return best


def _shown(renderer: Renderer, states: Sequence[State], camera: Camera, changed: Sequence[int]) -> float:
    """How much of the changed things a camera sees: small ones count as much as large ones."""
    total = 0.0
    for state in states:
        ids = renderer.look(state, camera, (PROBE, PROBE), ("ids",)).ids
        counts = [int((ids == slot).sum()) for slot in changed]
        total += total_of(min(count, 120) ** 0.5 for count in counts)
    return total


def conditions(kind: ObjectType) -> list[tuple[str, Condition]]:
    """The states that a type can be seen in, each with its name, from what it affords."""
    found = [("", Condition())]
    if kind.can("open"):
        found += [("half open", Condition(openness=0.5)), ("open", Condition(openness=1.0))]
    if kind.can("toggle") or kind.can("lights") or kind.can("heats"):
        found.append(("on", Condition(on=True, openness=1.0 if kind.can("shows") and kind.can("open") else 0.0)))
    if kind.can("fill"):
        liquids = kind.liquids or ("water",)
        found += [(f"full of {liquid}", Condition(liquid=liquid, level=1.0)) for liquid in liquids]
        found.append((f"half full of {liquids[0]}", Condition(liquid=liquids[0], level=0.5)))
    if kind.can("dirty"):
        found.append(("dirty", Condition(dirty=True)))
    if kind.can("break"):
        found.append(("broken", Condition(broken=True)))
    if kind.can("cook"):
        found.append(("cooked", Condition(cooked=True)))
    if kind.can("eat"):
        found += [("half eaten", Condition(amount=0.5)), ("nearly eaten", Condition(amount=0.2))]
    if kind.can("use_up"):
        found += [] if kind.can("eat") else [("half used", Condition(amount=0.5))]
        found.append(("used up", Condition(amount=0.0)))
    return found


def object_picture(type: str, states: bool = False, size: int = 224, columns: int = 4) -> Picture:
    """A type: several examples of it from several sides, or one of them in all its states."""
    kind = catalog()[type]
    pictures, captions = [], []
    if states:
        make = instance(type)
        for name, condition in conditions(kind):
            pictures.append(close_up(make, condition, elevation=38.0 if kind.can("fill") else 22.0, size=size))
            captions.append(name or type)
    else:
        for number in range(8):
            make = instance(type, number)
            side = (35.0, -30.0, 10.0, -50.0, 55.0, -15.0, 25.0, -40.0)[number]
            pictures.append(close_up(make, azimuth=side, size=size, backdrop=number))
            captions.append(f"{make.colour} {make.material}")
    return sheet(pictures, captions, columns=columns)
