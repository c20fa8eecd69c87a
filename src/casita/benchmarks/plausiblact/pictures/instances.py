"""From what a camera sees to instances: boxes from the pixels of every thing, and what is true and seen of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from casita.arrays import Float64s, Int32s
from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.classes.table import ObjectClass, class_of
from casita.benchmarks.plausiblact.item import Box, Instance, Photo, Whereabouts
from casita.benchmarks.plausiblact.pictures.cameras import corners_of, seen_at
from casita.products import dot
from casita.render.camera import Camera
from casita.world.action import Action
from casita.world.legal import why_not
from casita.world.liquids import LIQUIDS
from casita.world.state import State
from casita.world.statics import NONE

VERBS: Mapping[str, str] = {
    "drink_from": "drink",
    "cut": "slice",
    "sit_on": "sit",
    "eat_item": "eat",
    "cleanse_item": "clean",
    "dispose_of_item": "dispose_of",
    "dispose_of_contents": "empty",
}
"""The verbs that the world knows for the paper's actions; it has none for the other three."""

CLOSE = 0.6
"""Metres within which things are close to each other."""

LEAST_SHOWN = 0.25
"""Share of a thing's outline that shows at least, so that a person can tell what it is."""

LEAST_IN = 0.6
"""Share of its outline that lies within the picture at least."""

NOTICED = 30
"""Pixels that show a thing, at the least, for a rater to notice it."""

SEATS = frozenset({"chair", "stool", "sofa", "arm_chair", "loveseat", "sofa_bed", "infant_bed", "bed", "ottoman"})
SINKS = frozenset({"sink", "sink_basin", "bathtub", "bathtub_basin"})


def instances_in(photo: Photo, state: State, camera: Camera, ids: Int32s, observer: str) -> list[Instance]:
    """The instances of a photo that pass the paper's filters, but for those that look at other photos."""
    count = state.statics.count
    pixels = np.bincount(ids[(ids >= 0) & (ids < count)].ravel(), minlength=count)
    seen = np.flatnonzero(pixels >= NOTICED).tolist()
    found = []
    for slot in seen:
        kind = class_of(state.statics.kinds[slot])
        if kind is None or slot >= len(state.statics.things):
            continue
        box = box_of(ids, _with_parts(state, slot))
        coverage = box.area / ids.size
        if not paper.COVERAGE[0] <= coverage <= paper.COVERAGE[1]:
            continue
        shown = _shown(state, slot, camera, ids)
        if shown < LEAST_SHOWN:
            continue
        found.append(_instance(photo, state, slot, kind, box, coverage, shown, seen, observer))
    return found


def box_of(ids: Int32s, slots: Sequence[int]) -> Box:
    """The box around the pixels of some things; an empty one if there are none."""
    mask = ids == slots[0] if len(slots) == 1 else np.isin(ids, slots)
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if not len(rows):
        return Box(0, 0, 0, 0)
    return Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)


def _with_parts(state: State, slot: int) -> list[int]:
    """A thing and what is built into it, such as the basin of a counter's sink."""
    parent = state.statics.parent[: len(state.statics.things)]
    return [slot, *np.flatnonzero(parent == slot).tolist()]


def _shown(state: State, slot: int, camera: Camera, ids: Int32s) -> float:
    """Pixels of a thing over those that the outline of its box has; 0 if too much of that is outside the picture."""
    flat = seen_at(camera, corners_of(state, slot))
    if flat is None:
        return 0.0
    height, width = ids.shape
    scale = height / 2 / camera.slope
    points = np.column_stack([width / 2 + scale * flat[:, 0], height / 2 - scale * flat[:, 1]])
    whole = _area(_hull(points))
    inside = _area(_hull(np.clip(points, (0, 0), (width, height))))
    if whole <= 0.0 or inside < LEAST_IN * whole:
        return 0.0
    own = np.isin(ids, _with_parts(state, slot)).sum()
    return round(min(1.0, float(own) / inside), 3)


def _hull(points: Float64s) -> Float64s:
    """The convex hull of a few points, counter-clockwise."""
    order = sorted(map(tuple, points.tolist()))

    def half(run: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]]:
        made: list[tuple[float, ...]] = []
        for point in run:
            while len(made) > 1 and _turn(made[-2], made[-1], point) <= 0.0:
                made.pop()
            made.append(point)
        return made

    return np.array([*half(order)[:-1], *half(order[::-1])[:-1]])


def _turn(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _area(points: Float64s) -> float:
    """The area of a polygon."""
    if len(points) < 3:
        return 0.0
    x, y = points.T
    return abs(dot(x, np.roll(y, -1)) - dot(y, np.roll(x, -1))) / 2


def _instance(
    photo: Photo,
    state: State,
    slot: int,
    kind: ObjectClass,
    box: Box,
    coverage: float,
    shown: float,
    seen: Sequence[int],
    observer: str,
) -> Instance:
    now, known = state.objects, state.statics
    others = [other for other in seen if other != slot and other < len(known.things)]
    carried = [other for other in others if now.carrier[other] == slot and known.loose[other]]
    near = [other for other in others if np.abs(now.position[other] - now.position[slot]).max() <= CLOSE]
    food = [other for other in carried if known.kinds[other].can("eat")]
    place, on = place_of(state, slot)
    return Instance(
        id=f"{photo.id}/{known.ids[slot]}",
        photo=photo.id,
        part=photo.part,
        name=kind.name,
        type=known.kinds[slot].name,
        thing=known.ids[slot],
        box=tuple(box),
        coverage=round(coverage, 4),
        shown=shown,
        place=place,
        on=on,
        liquid=LIQUIDS[int(now.liquid[slot])] if now.level[slot] > 0.0 else "",
        level=round(float(now.level[slot]), 3),
        amount=round(float(now.amount[slot]), 3),
        dirty=bool(now.dirty[slot]),
        broken=bool(now.broken[slot]),
        cooked=bool(now.cooked[slot]),
        openness=round(float(now.openness[slot]), 3),
        running=bool(now.on[slot]),
        food=len(food),
        leftovers=sum(bool(now.amount[other] < 1.0) for other in food),
        litter=len(carried) - len(food),
        dirty_near=sum(bool(now.dirty[other]) for other in near),
        alike_near=sum(class_of(known.kinds[other]) is kind for other in near),
        refused=_refused(state, slot, kind, observer),
    )


def place_of(state: State, slot: int) -> tuple[Whereabouts, str]:
    """Where a thing is, and the type of what it is on or in."""
    carrier = int(state.objects.carrier[slot])
    if carrier == NONE:
        return "floor", ""
    kind = state.statics.kinds[carrier]
    spot = int(state.objects.spot[slot])
    shuts = spot != NONE and bool(state.statics.spots[carrier][spot].joint)
    if kind.name == "floor" or kind.name == "rug":
        return "floor", kind.name
    if kind.name in SINKS:
        return "sink", kind.name
    if kind.can("takes_trash"):
        return "bin", kind.name
    if kind.is_loose:
        return "dish", kind.name
    if kind.name == "fridge":
        return "fridge", kind.name
    if shuts:
        return "cupboard", kind.name
    return ("seat" if kind.name in SEATS else "surface"), kind.name


def _refused(state: State, slot: int, kind: ObjectClass, observer: str) -> dict[str, str]:
    """By action, why the world would not let it be done, as far as that lies in the thing and its state."""
    found = {}
    for action in kind.compatible_actions:
        if action in VERBS:
            refusal = why_not(state, Action(observer, VERBS[action], state.statics.ids[slot]))
            if refusal is not None and refusal.kind in ("affordance", "state"):
                found[action] = refusal.need
    return found


def without_overlaps(found: Sequence[Instance], counts: Mapping[str, int]) -> list[Instance]:
    """Of two boxes of one photo that overlap by more than a half, that of the less frequent class."""
    kept: list[Instance] = []
    for one in sorted(found, key=lambda each: (counts[each.name], each.id)):
        if all(one.rectangle.overlap(other.rectangle) <= paper.MOST_OVERLAP for other in kept):
            kept.append(one)
    order = {one.id: number for number, one in enumerate(found)}
    return sorted(kept, key=lambda one: order[one.id])
