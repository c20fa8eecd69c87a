"""Fitted kitchens: counters of one depth and height in runs along one, two or three walls, a fridge at an end.

A corner is laid out in a group's frame as if the second wall were on the right: the first wall lies along y from the
origin, its things look along x; the second lies along x, its things look along y. A left corner is its mirror image.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from casita.catalog import catalog
from casita.exact import total_of
from casita.geometry.outlines import Wall
from casita.geometry.poses import turned
from casita.scenes.draft import drawn_size
from casita.scenes.generate.groups import Group, Member, arrangements, clearance
from casita.scenes.generate.space import Box, NoRoom, Pose, Poses, RoomSpace, against_wall, at_wall, shuffled
from casita.scenes.kitchen_walls import HOOD
from casita.scenes.scene import Vector
from casita.seeds import Stream

Shape = Literal["straight", "right", "left", "around"]
"""Along one wall; into the corner at its right or left end; along it and both walls beside it."""

SINKS = {"sink_three": 0.0, "sink_four": 0.3, "sink_one": 1.2}
"""Counters with a sink, on the first wall, and how much later than others each is tried."""

STOVES: dict[Shape, dict[str, float]] = {
    "straight": {"two_stove": 0.2, "three_stove": 0.2},
    "right": {"stove_two": 0.0, "stove_first": 0.1, "stove_three": 0.5},
    "left": {"two_stove": 0.0, "three_stove": 0.1, "stove_three": 0.5},
    "around": {"stove_two": 0.0, "stove_first": 0.3},
}
"""The same for counters with a stove, on the second wall: never is the stove itself, whose knobs stand out, in the
corner, and rather at an end than in the middle."""

FRIDGES = {"second": 0.0, "first": 0.1, "apart": 1.5}
"""The same for where the fridge stands: at the end of the run on either wall, or by itself."""

SHAPES: tuple[dict[Shape, float], dict[Shape, float]] = (
    {"straight": 0.4, "right": 0.3, "left": 0.3, "around": 0.2},
    {"straight": 1.0, "right": 0.1, "left": 0.1, "around": 0.0},
)
"""The same for shapes, of kitchens with few and with many counters."""

FEW = 2
"""So many counters are few."""

WINDOW = 0.5
"""How much later a wall is tried for every metre of windows in it: no cabinets hang there."""

MAKESHIFT = 1.0
"""What is tried so much later is only done where a room cannot be larger."""

LATER = 0.8
"""How much later anything may be tried by luck."""

HOOD_TOP = 2.3
"""How high the wall over a stove is kept free, in metres."""

FRIDGE_HINGES = {"plain": "left", "left": "plain"}
"""The variant of a fridge in a mirror."""


class NoFittedKitchen(NoRoom):
    """No kitchen fits into a room, in whatever shape."""


class Plan(NamedTuple):
    """A way to lay out a kitchen."""

    wall: Wall
    beside: tuple[float, float]
    """Lengths of the walls at the right and left end of it."""
    shape: Shape
    sink: str
    stove: str
    fridge: str


class Fittings(NamedTuple):
    """What all runs of one kitchen share."""

    fridge: Vector
    """The fridge's size; it stands flush with the counters."""
    counters: dict[str, Vector]
    """The size of a counter of each variant: all are of one depth and height."""

    @property
    def depth(self) -> float:
        """How deep its counters are."""
        return self.counters["corner"][0]


def fitted_kitchen(
    space: RoomSpace, counters: int, fridge: bool, luck: Stream, *, smallest: bool, makeshift: bool
) -> tuple[Group, Pose]:
    """A kitchen that fits into a room, and where; a `makeshift` one may be short, with the fridge by itself."""
    fittings = _fittings(luck, smallest)
    for plan in _plans(space, counters, fridge, makeshift, luck):
        group = _laid_out(plan, fittings)
        if group is not None:
            poses = _poses(plan, group, luck)
            pose = space.first_fit(poses, group.solid, group.clear)
            if pose is not None:
                return group, pose
    raise NoFittedKitchen(f"no fitted kitchen goes into {space.room.id}")


def _fittings(luck: Stream, smallest: bool) -> Fittings:
    """The sizes that counters of one kitchen have, and its fridge's."""
    kind, cold = catalog()["counter_top"], catalog()["fridge"]
    depth, _, height = kind.size.least if smallest else drawn_size(kind, luck)
    deep, high = round(depth, 2), round(height, 2)
    counters = {"corner": (deep, deep, high)}
    for variant in ("one", *SINKS, *(stove for stoves in STOVES.values() for stove in stoves)):
        drawn = kind.size_of(variant).least if smallest else drawn_size(kind, luck.child("counter", variant), variant)
        counters[variant] = (deep, round(drawn[1], 2), high)
    _, wide, tall = cold.size.least if smallest else drawn_size(cold, luck)
    return Fittings((deep, wide, tall), counters)


def _plans(space: RoomSpace, counters: int, fridge: bool, makeshift: bool, luck: Stream) -> list[Plan]:
    """All ways to lay out a kitchen, in the order they shall be tried."""
    ranked = []
    windows = [_taken_by_windows(space, wall) for wall in space.walls]
    for number, wall in enumerate(space.walls):
        right, left = (number + 1) % len(space.walls), number - 1
        beside = (space.walls[right].length, space.walls[left].length)
        seconds = {"straight": 0.0, "right": windows[right], "left": windows[left], "around": windows[right]}
        for shape, of_shape in SHAPES[counters > FEW].items():
            by_shape = of_shape + WINDOW * (windows[number] + seconds[shape])
            for sink, by_sink in SINKS.items():
                for stove, by_stove in STOVES[shape].items():
                    for place, by_fridge in FRIDGES.items() if fridge else (("apart", 0.0),):
                        if makeshift or max(by_sink, by_fridge) < MAKESHIFT:
                            later = by_shape + by_sink + by_stove + by_fridge + luck.uniform(0.0, LATER)
                            ranked.append((later, Plan(wall, beside, shape, sink, stove, place)))
    return [plan for _, plan in sorted(ranked, key=lambda entry: entry[0])]


def _taken_by_windows(space: RoomSpace, wall: Wall) -> float:
    """Metres of a wall that windows take."""
    taken = 0.0
    for (x0, y0, _, x1, y1, _), label in zip(space.boxes.tolist(), space.labels, strict=True):
        off = sorted((y - wall.y) * wall.dx - (x - wall.x) * wall.dy for x, y in ((x0, y0), (x1, y1)))
        if label.startswith("window") and off[0] < 0.01 < off[1]:
            taken += abs((x1 - x0) * wall.dx + (y1 - y0) * wall.dy)
    return taken


def _laid_out(plan: Plan, fittings: Fittings) -> Group | None:
    """The pieces of a plan; None if a wall is too short for them."""
    if plan.shape == "straight":
        return _straight(plan, fittings)
    if plan.shape == "around":
        return _around(plan, fittings)
    first, along = _run([plan.sink], fittings, plan.fridge == "first", fittings.depth)
    second, out = _run([plan.stove], fittings, plan.fridge == "second", fittings.depth)
    if along > plan.wall.length or out > plan.beside[plan.shape == "left"]:
        return None
    return _group((_corner(fittings), *first, *map(_on_second_wall, second)), plan.shape == "left")


def _straight(plan: Plan, fittings: Fittings) -> Group | None:
    """One run along one wall, with the fridge at its left end, or mirrored."""
    run, length = _run([plan.sink, plan.stove], fittings, plan.fridge != "apart", 0.0)
    if length > plan.wall.length:
        return None
    return _group([msgspec.structs.replace(member, y=member.y - length / 2) for member in run], False)


def _around(plan: Plan, fittings: Fittings) -> Group | None:
    """Runs along three walls: the middle one is filled from corner to corner, the fridge ends the left one."""
    free = plan.wall.length - 2 * fittings.depth
    span = catalog()["counter_top"].size_of(plan.sink)
    right, out_right = _run([plan.stove], fittings, False, fittings.depth)
    left, out_left = _run(["one"], fittings, plan.fridge != "apart", fittings.depth)
    too_long = out_right > plan.beside[0] or out_left > plan.beside[1]
    if too_long or plan.fridge == "first" or not span.least[1] <= free <= span.most[1]:
        return None
    size = (fittings.depth, free, fittings.counters[plan.sink][2])
    middle = Member("counter_top", plan.sink, size, fittings.depth / 2, plan.wall.length / 2)
    far = (_mirrored(member) for member in (_corner(fittings), *map(_on_second_wall, left)))
    opposite = [msgspec.structs.replace(member, y=plan.wall.length + member.y) for member in far]
    return _group((middle, _corner(fittings), *map(_on_second_wall, right), *opposite), False)


def _poses(plan: Plan, group: Group, luck: Stream) -> Poses:
    """Where along its wall a plan can be: anywhere, or at a corner."""
    if plan.shape == "straight":
        return shuffled(against_wall(plan.wall, group.width), luck)
    return at_wall(plan.wall, np.array([0.0 if plan.shape == "left" else plan.wall.length]))


def _corner(fittings: Fittings) -> Member:
    """The counter in a corner."""
    return Member("counter_top", "corner", fittings.counters["corner"], fittings.depth / 2, fittings.depth / 2)


def _run(variants: Sequence[str], fittings: Fittings, fridge: bool, start: float) -> tuple[list[Member], float]:
    """Counters side by side along the first wall from `start` metres on, and how far they and the fridge reach."""
    pieces = [("counter_top", variant, fittings.counters[variant]) for variant in variants]
    if fridge:
        pieces.append(("fridge", "left", fittings.fridge))
    members = []
    for type, variant, size in pieces:
        members.append(Member(type, variant, size, size[0] / 2, start + size[1] / 2))
        start += size[1]
    return members, start


def _on_second_wall(member: Member) -> Member:
    """A piece of a run, laid out along the first wall, along the second."""
    variant = FRIDGE_HINGES[member.variant] if member.type == "fridge" else member.variant
    return msgspec.structs.replace(member, x=member.y, y=member.x, yaw=90.0, variant=variant)


def _mirrored(member: Member) -> Member:
    """A piece of a kitchen whose second wall is on the other side."""
    variant = FRIDGE_HINGES[member.variant] if member.type == "fridge" else member.variant
    return msgspec.structs.replace(member, y=-member.y, yaw=-member.yaw, variant=variant)


def _group(members: Sequence[Member], mirrored: bool) -> Group:
    """The pieces of a kitchen with what must stay free before them and over the stove."""
    placed = tuple(_mirrored(member) for member in members) if mirrored else tuple(members)
    clear = tuple(_clearance(member) for member in placed if member.variant != "corner")
    hoods = tuple(box for member in placed for box in _hood_boxes(member))
    return Group(placed, "corner", clear, core=True, taken=hoods)


@lru_cache(maxsize=1024)
def _clearance(member: Member) -> Box:
    """The space before a piece; the same pieces come in many plans."""
    return clearance(member, arrangements()[member.type].front)


def _hood_boxes(member: Member) -> Iterator[Box]:
    """The space over the stove of a counter."""
    if "stove" not in member.variant:
        return
    burners = [part for part in catalog()[member.type].forms[member.variant].parts if part.type == "stove_burner"]
    deep, wide, _ = member.size
    middle = (total_of((part.y[0] + part.y[1]) / 2 for part in burners) / len(burners) - 0.5) * wide
    ends = ((-deep / 2, middle - HOOD[2] / 2), (HOOD[0] - deep / 2, middle + HOOD[2] / 2))
    corners = [turned(x, y, member.yaw) for x, y in ends]
    (x0, x1), (y0, y1) = (sorted(values) for values in zip(*corners, strict=True))
    yield Box(member.x + x0, member.y + y0, HOOD[1], member.x + x1, member.y + y1, HOOD_TOP)
