"""What stands on, in and beside what, told from boxes alone: types say where a body has surfaces and hollows.

A thing is on the surface, or in the hollow, whose height is nearest to its lowest point, of all bodies below it. The
rules for what is beside what are those of `casita.world.relations`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from casita.agents.explorer.senses import Floats, Seen
from casita.catalog import catalog
from casita.geometry.solids import ROUND_ENOUGH
from casita.geometry.spots import Spot, spots
from casita.world.placing import NEAR
from casita.world.relations import LEVEL, gap_between


class Slack(NamedTuple):
    """How exact boxes are; metres."""

    rests: float
    """Between a thing's lowest point and what it rests on, at the most."""
    outside: float
    """That its middle may be outside what it rests on."""
    sticks_out: float
    """That a built-in part may stick out of its whole."""
    levels: float = 0.0
    """Between the heights of two things on one surface, where boxes are too rough to tell what is on it; 0 if not."""


EXACT, ROUGH, ROUGHEST = Slack(0.03, 0.02, 0.06), Slack(0.08, 0.08, 0.25, 0.08), Slack(0.15, 0.15, 0.25, 0.15)
"""Boxes that are told, boxes that were judged from pictures with depth, and without."""

NOTHING = -1


class Body(NamedTuple):
    """A body as geometry reads it."""

    type: str
    variant: str
    position: tuple[float, float, float]
    size: tuple[float, float, float]
    rotation: tuple[float, float, float]
    openness: float


class Standing(NamedTuple):
    """Where one thing is: what carries it, or what it is built into; numbers in the list of things."""

    carrier: int = NOTHING
    inside: bool = False
    spot: tuple[object, ...] = ()
    """Which of the carrier's places it is at."""
    whole: int = NOTHING
    """What it is built into."""

    @property
    def below(self) -> int:
        """What it is built into or, if it is in nothing so, what carries it."""
        return self.carrier if self.whole == NOTHING else self.whole


@cache
def wholes() -> dict[str, frozenset[str]]:
    """For every type that is built into others, into which types."""
    found: dict[str, set[str]] = {}
    for kind in catalog().values():
        for form in kind.forms.values():
            for part in form.parts:
                found.setdefault(part.type, set()).add(kind.name)
    return {part: frozenset(kinds) for part, kinds in found.items()}


def standings(things: Sequence[Seen], slack: Slack = EXACT) -> list[Standing]:
    """Where each of some things is."""
    places = [_Place(number, spot) for number, thing in enumerate(things) for spot in _spots(thing)]
    table = np.array([place.row for place in places]).reshape(-1, 8)
    found = []
    for number in range(len(things)):
        whole = _whole(number, things, slack)
        found.append(Standing(whole=whole) if whole != NOTHING else _standing(number, places, table, things, slack))
    return _without_circles(found, things)


def _without_circles(found: Sequence[Standing], things: Sequence[Seen]) -> list[Standing]:
    """The same, but nothing rests on what rests on it, which rough boxes can look like: the lowest rests on nothing."""
    mended = list(found)
    for first in range(len(mended)):
        way, number = list[int](), first
        while number != NOTHING and number not in way:
            way.append(number)
            number = mended[number].below
        if number != NOTHING:
            circle = way[way.index(number) :]
            mended[min(circle, key=lambda each: (things[each].low, each))] = Standing()
    return mended


class _Place:
    """One spot of one thing, and its row of numbers."""

    def __init__(self, number: int, spot: Spot) -> None:
        self.number, self.spot = number, spot
        angle = math.radians(spot.yaw)
        self.row = (
            spot.x, spot.y, spot.half_x, spot.half_y, math.cos(angle), math.sin(angle), spot.z, float(spot.hang),
        )  # fmt: skip


def _spots(thing: Seen) -> list[Spot]:
    """The surfaces and hollows that a thing may have, for all bodies of its type, as it was and opened."""
    kind = catalog().get(thing.type)
    if kind is None or not kind.is_receptacle or thing.type == "floor":
        return []
    size = (2 * thing.half[0], 2 * thing.half[1], thing.high - thing.low)
    found: list[Spot] = []
    for variant, form in kind.forms.items():
        slides = any(joint.kind == "slide" for joint in form.joints)
        for openness in (0.0, 0.5, 0.75, 1.0) if slides else (0.0,):
            placed = Body(thing.type, variant, (*thing.at, thing.low), size, (0.0, 0.0, thing.yaw), openness)
            found += [spot for spot in spots(placed) if spot not in found]
    return found


def _whole(number: int, things: Sequence[Seen], slack: Slack) -> int:
    """The smallest thing that something is built into."""
    thing = things[number]
    into = wholes().get(thing.type)
    if not into:
        return NOTHING
    best, least = NOTHING, math.inf
    for other, whole in enumerate(things):
        if whole.type not in into or other == number:
            continue
        along, across = _in_frame(thing.at, whole)
        if abs(along) > whole.half[0] + slack.sticks_out or abs(across) > whole.half[1] + slack.sticks_out:
            continue
        volume = whole.half[0] * whole.half[1]
        if whole.low - slack.sticks_out <= thing.low <= whole.high + slack.sticks_out and volume < least:
            best, least = other, volume
    return best


def _in_frame(at: tuple[float, float], thing: Seen) -> tuple[float, float]:
    c, s = math.cos(math.radians(thing.yaw)), math.sin(math.radians(thing.yaw))
    dx, dy = at[0] - thing.at[0], at[1] - thing.at[1]
    return dx * c + dy * s, dy * c - dx * s


def _standing(number: int, places: Sequence[_Place], table: Floats, things: Sequence[Seen], slack: Slack) -> Standing:
    """What a thing rests on, in or from."""
    thing = things[number]
    dx, dy = thing.at[0] - table[:, 0], thing.at[1] - table[:, 1]
    along = np.abs(dx * table[:, 4] + dy * table[:, 5]) - table[:, 2]
    across = np.abs(dy * table[:, 4] - dx * table[:, 5]) - table[:, 3]
    off = np.where(table[:, 7] > 0.0, np.abs(thing.high - table[:, 6]), np.abs(thing.low - table[:, 6]))
    good = (np.maximum(along, across) <= slack.outside) & (off <= slack.rests)
    best: tuple[float, float] | None = None
    found = Standing()
    for row in np.flatnonzero(good).tolist():
        place = places[row]
        if place.number == number or (place.spot.hang and off[row] > 0.02):
            continue
        carrier = things[place.number]
        rank = (round(float(off[row]), 2), carrier.half[0] * carrier.half[1])
        if best is None or rank < best:
            best = rank
            spot = (place.spot.name, round(place.spot.z, 3))
            found = Standing(place.number, place.spot.relation == "in", spot)
    return found


def beside(
    things: Sequence[Seen], where: Sequence[Standing], among: Sequence[int], slack: Slack = EXACT
) -> list[tuple[int, int]]:
    """Pairs of some things that stand beside each other: on one surface, in one hollow, or on one room's floor."""
    rows = {number: _footprint(things[number]) for number in among}
    if slack.levels:
        level = [(among[one], among[other]) for one, other in _level_pairs([things[one] for one in among], slack)]
        level += _parts_beside(things, where, among, slack)
        return [(one, other) for one, other in level if gap_between(rows[one], rows[other]) <= NEAR]
    groups: dict[object, list[int]] = {}
    for number in among:
        groups.setdefault(_group(number, things, where, slack), []).append(number)
    found = []
    for group, members in groups.items():
        if group is None:
            continue
        for place, one in enumerate(members):
            for other in members[place + 1 :]:
                if _level(one, other, things, where) and gap_between(rows[one], rows[other]) <= NEAR:
                    found.append((one, other))
    return found


def _level_pairs(things: Sequence[Seen], slack: Slack) -> list[tuple[int, int]]:
    """Which of some things stand at about one height and not far apart, whatever on, by their numbers.

    Rough boxes of tables do not tell what is on which.
    """
    at = np.array([thing.at for thing in things]).reshape(-1, 2)
    low = np.array([thing.low for thing in things])
    far = np.array([math.sqrt(2.0) * max(thing.half) for thing in things])
    loose = np.array([catalog()[thing.type].is_loose for thing in things], np.bool_)
    built_in = np.array([thing.type in wholes() for thing in things], np.bool_)
    away = np.linalg.norm(at[:, None] - at[None], axis=2)
    close = away <= far[:, None] + far[None] + NEAR
    level = np.abs(low[:, None] - low[None]) <= slack.levels
    raised = np.array(["surface" in catalog()[thing.type].stands for thing in things], np.bool_)
    mixed = (loose[:, None] == loose[None]) | (np.maximum(low[:, None], low[None]) < slack.rests)
    mixed |= raised[:, None] & raised[None]
    good = np.triu(close & level & mixed & ~built_in[:, None] & ~built_in[None], 1)
    return [(one, other) for one, other in np.argwhere(good).tolist()]


def _parts_beside(
    things: Sequence[Seen], where: Sequence[Standing], among: Sequence[int], slack: Slack
) -> list[tuple[int, int]]:
    """Built-in parts with what stands on the whole that they are built into, as high as the part reaches up."""
    found = []
    for part in among:
        if where[part].whole == NOTHING:
            continue
        root = _root(part, where)
        for other in among:
            if where[other].whole == NOTHING and where[other].carrier == root and not where[other].inside:
                gap = max(things[part].low, things[other].low) - min(things[part].high, things[other].high)
                if gap <= LEVEL + EXACT.rests:
                    found.append((min(part, other), max(part, other)))
    return found


def _root(number: int, where: Sequence[Standing]) -> int:
    while where[number].whole != NOTHING:
        number = where[number].whole
    return number


def _group(number: int, things: Sequence[Seen], where: Sequence[Standing], slack: Slack) -> object:
    """What two things must share to be beside each other at all."""
    own = where[number]
    if own.whole != NOTHING:
        return _root(number, where)
    if own.carrier != NOTHING:
        return own.carrier
    return ("floor", things[number].room) if things[number].low < slack.rests else None


def _level(one: int, other: int, things: Sequence[Seen], where: Sequence[Standing]) -> bool:
    """Are two things of one group at one level: on one spot, or a part that reaches up to the other?"""
    a, b = where[one], where[other]
    if (a.whole == NOTHING) == (b.whole == NOTHING):
        return a.whole == NOTHING and a.spot == b.spot
    standing = b if a.whole != NOTHING else a
    gap = max(things[one].low, things[other].low) - min(things[one].high, things[other].high)
    return not standing.inside and gap <= LEVEL


def _footprint(thing: Seen) -> Floats:
    """What a thing covers seen from above, as `casita.world.relations` has it."""
    kind = catalog().get(thing.type)
    wide, narrow = max(thing.half), min(thing.half)
    disc = kind is not None and all(form.is_round for form in kind.forms.values()) and wide <= ROUND_ENOUGH * narrow
    half = (wide, wide) if disc else thing.half
    angle = math.radians(thing.yaw)
    return np.array([*thing.at, *half, math.cos(angle), math.sin(angle), thing.low, thing.high, float(disc)])
