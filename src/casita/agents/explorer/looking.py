"""What is still to be looked at, and from which poses it would be seen: edges of the known floor, and furniture."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from casita.agents.explorer.floor_map import EYE, FloorMap
from casita.agents.explorer.routes import HEADINGS, TURN, Layers, Reached, layers_of
from casita.agents.explorer.senses import Seen, View
from casita.arrays import Int64s
from casita.catalog import catalog

NEAR_ENOUGH = 1.7
"""Metres within which furniture is looked at: what lies on it is large enough in the picture then."""

INTO_BASINS = 0.75
"""Metres within which a basin or bin is looked into: from farther off its rim hides what is at its bottom."""

SPACING = 0.7
"""Metres between two points of one piece of furniture that are both looked at."""

BLOCK = 8
"""Cells of a side of the squares that the edge of the known floor is cut into."""

LEAST_EDGE = 3
"""Cells of the edge in a square that make it worth a look."""

HIDES = 0.35
"""Metres that something before a point may be nearer and still not count as hiding it."""

DISTANCES = (0.45, 0.6, 0.9, 1.2, 1.6)
"""Metres from what is looked at to the robot."""

ASIDE = (0, 1, -1)
"""Headings beside the one straight towards it that are as good."""

MOST_TRIES = 2
"""How often the robot goes to look at a place that it still does not see then."""


class Spot(NamedTuple):
    """A place to be looked at."""

    name: str
    x: float
    y: float
    z: float
    within: float = NEAR_ENOUGH
    """Metres from which it must be looked at."""


def furniture_spots(thing: Seen) -> list[Spot]:
    """The places of a piece of furniture that must be looked at from near."""
    c, s = math.cos(math.radians(thing.yaw)), math.sin(math.radians(thing.yaw))
    height = min(thing.high, 1.1)
    within = INTO_BASINS if _is_basin(thing.type) else NEAR_ENOUGH
    counts = [max(1, round(2 * half / SPACING)) for half in thing.half]
    found = []
    for a in range(counts[0]):
        for b in range(counts[1]):
            u = thing.half[0] * ((2 * a + 1) / counts[0] - 1)
            v = thing.half[1] * ((2 * b + 1) / counts[1] - 1)
            x, y = thing.at[0] + c * u - s * v, thing.at[1] + s * u + c * v
            found.append(Spot(f"{thing.id}:{a}:{b}", x, y, height, within))
    return found


def _is_basin(type: str) -> bool:
    """Is it open at its top, with things inside?"""
    kind = catalog().get(type)
    return kind is not None and any(
        not cavity.joint and not cavity.hang for form in kind.forms.values() for cavity in form.cavities
    )


def frontier_spots(floor: FloorMap, layers: Layers | None = None) -> list[Spot]:
    """Places on the edge of the known floor, one for each square that has enough of it."""
    window, standing, _ = layers or layers_of(floor)
    edge = floor.frontier(window, standing)
    rows, columns = np.nonzero(edge)
    rows, columns = rows + window[0].start, columns + window[1].start
    blocks = rows // BLOCK * 10_000 + columns // BLOCK
    found = []
    names, first, counts = np.unique(blocks, return_index=True, return_counts=True)
    for name, index, count in zip(names.tolist(), first.tolist(), counts.tolist(), strict=True):
        if count >= LEAST_EDGE:
            x, y = floor.point(int(rows[index]), int(columns[index]))
            found.append(Spot(f"floor:{name}", x, y, 0.0))
    return found


def is_seen(spot: Spot, view: View) -> bool:
    """Does a look show a place, from near enough and with nothing before it?"""
    dx, dy = spot.x - view.pose.x, spot.y - view.pose.y
    if math.hypot(dx, dy) > spot.within:
        return False
    c, s = math.cos(math.radians(view.pose.yaw)), math.sin(math.radians(view.pose.yaw))
    ahead, left, up = dx * c + dy * s, dy * c - dx * s, spot.z - EYE
    cp, sp = math.cos(math.radians(view.pose.pitch)), math.sin(math.radians(view.pose.pitch))
    far, high = ahead * cp - up * sp, ahead * sp + up * cp
    if far < 0.2 or abs(left) > 0.95 * far or abs(high) > 0.95 * far:
        return False
    if view.depth is None:
        return True
    height, width = view.depth.shape
    row = int(height / 2 - high / far * height / 2)
    column = int(width / 2 - left / far * height / 2)
    shown = float(view.depth[min(max(row, 0), height - 1), min(max(column, 0), width - 1)])
    return shown == 0.0 or shown > far - HIDES


def looking_poses(spots: list[Spot], reached: Reached) -> tuple[Int64s, Int64s]:
    """Positions of `reached` from which spots would be seen, and of which spot each is; the cheapest first."""
    if not spots:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    x, y = np.array([spot.x for spot in spots]), np.array([spot.y for spot in spots])
    turns = np.arange(HEADINGS)
    angle = np.radians(TURN * turns)
    away, turn, aside = np.meshgrid(np.array(DISTANCES), turns, np.array(ASIDE), indexing="ij")
    away, turn, aside = away.ravel(), turn.ravel(), aside.ravel()
    at_x = x[:, None] - away * np.cos(angle[turn])
    at_y = y[:, None] - away * np.sin(angle[turn])
    headings = np.broadcast_to((turn + aside) % HEADINGS, at_x.shape)
    positions = reached.lookup(at_x.ravel(), at_y.ravel(), headings.ravel())
    which = np.repeat(np.arange(len(spots)), len(turn))
    within = np.array([spot.within for spot in spots])
    there = (positions >= 0) & (np.tile(away, len(spots)) <= within[which])
    positions, which = positions[there], which[there]
    order = np.lexsort((which, reached.steps[positions]))
    return positions[order], which[order]


def best_look(spots: list[Spot], reached: Reached, floor: FloorMap) -> tuple[int, Spot] | None:
    """The cheapest pose from which a spot would be seen, and that spot; None if there is none."""
    positions, which = looking_poses(spots, reached)
    for position, number in zip(positions[:400].tolist(), which[:400].tolist(), strict=True):
        spot = spots[number]
        start = float(reached.x[position]), float(reached.y[position])
        if not floor.hidden(start, (spot.x, spot.y)):
            return position, spot
    return None
