"""Agents as they are drawn: a simple person with some variety, and robots, one of them with an arm.

A figure is a list of parts in the agent's own axes (x ahead, y to the left, z up, from the floor under
it). Which parts show, and where, follows from the state: standing or sitting, hands full or empty,
the arm's joints.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np

from casita.arrays import Float64s
from casita.errors import BadInput
from casita.products import product
from casita.seeds import Stream, stream
from casita.shapes.finish import BLACK, CHROME, DARK, Finish, plain
from casita.shapes.flats import block
from casita.shapes.mesh import Mesh
from casita.shapes.piece import Piece
from casita.shapes.rounds import ball, curve, cylinder, lathe, sweep
from casita.world.arm.frames import link_frames, robot_links
from casita.world.arm.specification import ARM
from casita.world.bodies import Body
from casita.world.posture import seat_height
from casita.world.state import State, quaternion_yaw
from casita.world.statics import NONE

Tag = Literal["always", "standing", "sitting", "left down", "left up", "right down", "right up", "link"]
Point = tuple[float, float, float]

TALL = 1.75
"""Height in metres that the figures below are drawn at; a body's own height scales them."""

STANDING: dict[str, Point] = {
    "head": (0.01, 0.0, 1.62),
    "neck": (0.0, 0.0, 1.49),
    "hips": (0.0, 0.0, 0.94),
    "left shoulder": (0.0, 0.19, 1.42),
    "right shoulder": (0.0, -0.19, 1.42),
    "left elbow": (-0.03, 0.24, 1.14),
    "right elbow": (-0.03, -0.24, 1.14),
    "left hand": (0.04, 0.25, 0.87),
    "right hand": (0.04, -0.25, 0.87),
    "left hip": (0.0, 0.09, 0.92),
    "right hip": (0.0, -0.09, 0.92),
    "left knee": (0.02, 0.1, 0.5),
    "right knee": (0.02, -0.1, 0.5),
    "left foot": (0.0, 0.1, 0.08),
    "right foot": (0.0, -0.1, 0.08),
}
"""Joints of a person who stands with empty hands."""

HOLDING: dict[str, Point] = {
    "left elbow": (0.08, 0.24, 1.14),
    "right elbow": (0.08, -0.24, 1.14),
    "left hand": (0.36, 0.1, 1.12),
    "right hand": (0.36, -0.1, 1.12),
}
"""Where the joints of an arm are whose hand is full."""

SEAT = 0.5
"""Height of the hips above the floor in the sitting figure, before it is moved to the seat."""

SKINS = ("f0c8a4", "d9a06f", "a86c41", "6e4529", "f6d7bd")
HAIR = ("2a1c14", "5a3a1e", "b98a4a", "8a2f1c", "9a9a98", "171310")
SHIRTS = ("b8413b", "2f5d8c", "4f7f4a", "d9a441", "7a5a8c", "e8e4da", "3a3f47", "d6788f")
TROUSERS = ("2f3b52", "4a4038", "22252b", "6d6a5f", "59708c")


class FigurePart(NamedTuple):
    """Pieces that move together, and when they show."""

    tag: Tag
    pieces: tuple[Piece, ...]


class Look(NamedTuple):
    """What a person looks like; colours as in HTML."""

    skin: str
    hair: str
    shirt: str
    trousers: str
    long_hair: bool
    sleeves: bool


class Placement(NamedTuple):
    """Where one part of a figure is in a state."""

    shown: bool
    matrix: Float64s
    position: Float64s


def figure(body: Body, name: str) -> tuple[FigurePart, ...]:
    """The parts of an agent; its name decides how a person looks."""
    if body.name == "person":
        return tuple(_person(_look(name)))
    luck = stream(0, "figure", body.name, name)
    return tuple(_robot_with_arm(luck) if body.has_arm else _robot(luck))


def avatars(agents: Sequence[str], seed: int) -> dict[str, str]:
    """Names that make people look otherwise than by their own, by agent; no two have shirts of one colour."""
    if len(agents) > len(SHIRTS):
        raise BadInput(f"there are shirts for {len(SHIRTS)} people; asked for {len(agents)}")
    chosen: dict[str, str] = {}
    for agent in agents:
        worn = {_look(name).shirt for name in chosen.values()}
        names = (f"{agent} {seed} {turn}" for turn in itertools.count())
        chosen[agent] = next(name for name in names if _look(name).shirt not in worn)
    return chosen


def placements(state: State, agent: int, parts: tuple[FigurePart, ...]) -> list[Placement]:
    """Where an agent's parts are, and which of them show."""
    body = state.bodies[agent]
    sits = int(state.agents.seat[agent]) != NONE
    hands = state.agents.hands[agent]
    full = {"right": int(hands[0]) != NONE, "left": len(hands) > 1 and int(hands[1]) != NONE}
    matrix, origin = _frame(state, agent, sits)
    shoulders = origin + product(matrix, _seated((0.0, 0.0, 0.0))) if sits and body.name == "person" else origin
    links = iter(robot_links(state, agent)) if body.has_arm else iter(())
    found = []
    for part in parts:
        if part.tag == "link":
            link = next(links)
            found.append(Placement(True, link.axes, link.origin))
            continue
        side, _, way = part.tag.partition(" ")
        shows = (
            part.tag == "always"
            or (part.tag == "standing" and not sits)
            or (part.tag == "sitting" and sits)
            or (way == "up" and full.get(side, False))
            or (way == "down" and not full.get(side, True))
        )
        found.append(Placement(shows, matrix, shoulders if way else origin))
    return found


def joints(state: State, agent: int) -> dict[str, Float64s]:
    """Where the joints of a person are, in metres, by name."""
    if state.bodies[agent].name != "person":
        raise BadInput(f"{state.names[agent]} is no person but a {state.bodies[agent].name}: it has no such joints")
    sits = int(state.agents.seat[agent]) != NONE
    here = dict(SITTING if sits else STANDING)
    hands = state.agents.hands[agent]
    for side, slot in (("right", hands[0]), ("left", hands[1] if len(hands) > 1 else NONE)):
        if int(slot) != NONE:
            here |= {
                name: _seated(point) if sits else point for name, point in HOLDING.items() if name.startswith(side)
            }
    matrix, origin = _frame(state, agent, sits)
    return {name: product(matrix, point) + origin for name, point in here.items()}


def _frame(state: State, agent: int, sits: bool) -> tuple[Float64s, Float64s]:
    """The agent's own axes in space: those of its seat while a person sits; a robot stays before it."""
    x, y = state.agents.position[agent].tolist()
    yaw, z = float(state.agents.yaw[agent]), 0.0
    person = state.bodies[agent].name == "person"
    by = state.bodies[agent].height / TALL if person else 1.0
    if sits and person:
        seat = int(state.agents.seat[agent])
        x, y = state.objects.position[seat, :2].tolist()
        yaw = quaternion_yaw(state.objects.rotation[seat])
        z = seat_height(state, seat) - (SEAT - 0.08) * by
    turn = math.radians(yaw)
    c, s = math.cos(turn), math.sin(turn)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) * by, np.array([x, y, z])


def _seated(point: Point) -> Point:
    """A point of the upper body, lowered to where it is when sitting."""
    return point[0], point[1], point[2] - (STANDING["hips"][2] - SEAT)


SITTING: dict[str, Point] = {
    **{name: _seated(point) for name, point in STANDING.items()},
    "left knee": (0.42, 0.12, SEAT),
    "right knee": (0.42, -0.12, SEAT),
    "left foot": (0.44, 0.12, 0.08),
    "right foot": (0.44, -0.12, 0.08),
}
"""Joints of a person who sits with empty hands."""


def _look(name: str) -> Look:
    """What a person of this name looks like."""
    luck = stream(0, "figure", "person", name)
    skin, hair, shirt, trousers = (luck.choice(each) for each in (SKINS, HAIR, SHIRTS, TROUSERS))
    return Look(skin, hair, shirt, trousers, long_hair=luck.chance(0.5), sleeves=luck.chance(0.5))


def _person(look: Look) -> Iterator[FigurePart]:
    skin, hair = plain(look.skin, 0.05), plain(look.hair, 0.2)
    shirt, trousers = (plain(colour, 0.0).with_texture("fabric", 0.12) for colour in (look.shirt, look.trousers))
    upper = tuple(_upper_body(skin, hair, shirt, look.long_hair))
    yield FigurePart("standing", (*upper, *_legs(STANDING, trousers)))
    drop = STANDING["hips"][2] - SEAT
    lowered = tuple(Piece(p.name, p.mesh.moved(0.0, 0.0, -drop), p.finish) for p in upper)
    yield FigurePart("sitting", (*lowered, *_legs(SITTING, trousers)))
    for side in ("left", "right"):
        for way, points in (("down", STANDING), ("up", {**STANDING, **HOLDING})):
            tag: Tag = f"{side} {way}"  # type: ignore[assignment]
            yield FigurePart(tag, tuple(_arm(points, side, skin, shirt, look.sleeves)))


def _upper_body(skin: Finish, hair: Finish, shirt: Finish, long_hair: bool) -> Iterator[Piece]:
    line = [(0.0, 0.9), (0.15, 0.91), (0.155, 1.0), (0.15, 1.15), (0.175, 1.33), (0.15, 1.43), (0.06, 1.48)]
    chest = lathe(curve(line))
    yield Piece("torso", chest.scaled(0.68, 1.12, 1.0), shirt)
    yield Piece("neck", cylinder(0.052, 1.44, 1.54, sides=20), skin)
    x, y, z = STANDING["head"]
    yield Piece("head", ball(0.098, 0.08, 0.125).moved(x, y, z), skin)
    yield Piece("nose", ball(0.016, 0.013, 0.02, sides=12).moved(x + 0.098, 0.0, z - 0.012), skin)
    for side in (-1, 1):
        yield Piece("eye", ball(0.01, 0.012, 0.009, sides=12).moved(x + 0.087, side * 0.033, z + 0.02), plain("fbfbf8"))
        yield Piece("eye", ball(0.006, 0.006, 0.006, sides=8).moved(x + 0.095, side * 0.033, z + 0.02), BLACK)
        brow = block((x + 0.084, -0.018, z + 0.042), (x + 0.094, 0.018, z + 0.048))
        yield Piece("brow", brow.moved(0.0, side * 0.033), hair)
        yield Piece("ear", ball(0.014, 0.008, 0.024, sides=12).moved(x - 0.005, side * 0.081, z), skin)
    mouth = block((x + 0.076, -0.024, z - 0.056), (x + 0.086, 0.024, z - 0.048), bevel=0.003)
    yield Piece("mouth", mouth, plain("a8524a"))
    cap = lathe(curve([(0.112, -0.01), (0.113, 0.04), (0.09, 0.1), (0.045, 0.13), (0.0, 0.137)])).scaled(1.0, 0.83, 1.0)
    yield Piece("hair", cap.moved(x - 0.018, y, z + 0.012), hair)
    back = ball(0.06, 0.085, 0.2 if long_hair else 0.09)
    yield Piece("hair", back.moved(x - 0.062, y, z - (0.09 if long_hair else 0.0)), hair)


def _legs(points: dict[str, Point], trousers: Finish) -> Iterator[Piece]:
    hips = points["hips"]
    yield Piece("hips", ball(0.115, 0.175, 0.11).moved(*hips), trousers)
    for side in ("left", "right"):
        hip, knee, foot = (points[f"{side} {name}"] for name in ("hip", "knee", "foot"))
        yield Piece(f"{side} leg", _limb(hip, knee, foot, (0.088, 0.066, 0.046)), trousers)
        x, y, _ = foot
        shoe = ball(0.125, 0.048, 0.055).moved(x + 0.06, y, 0.042).bent(lambda p: np.maximum(p, (-9.0, -9.0, 0.0)))
        yield Piece(f"{side} shoe", shoe, plain("3b2f28", 0.3))


def _arm(points: dict[str, Point], side: str, skin: Finish, shirt: Finish, sleeves: bool) -> Iterator[Piece]:
    shoulder, elbow, hand = (points[f"{side} {name}"] for name in ("shoulder", "elbow", "hand"))
    yield Piece(f"{side} shoulder", ball(0.062, 0.062, 0.062, sides=20).moved(*shoulder), shirt)
    yield Piece(f"{side} upper arm", sweep([shoulder, elbow], [0.055, 0.044], sides=16), shirt)
    yield Piece(f"{side} elbow", ball(0.044, 0.044, 0.044, sides=16).moved(*elbow), shirt if sleeves else skin)
    yield Piece(f"{side} forearm", sweep([elbow, hand], [0.043, 0.032], sides=16), shirt if sleeves else skin)
    yield Piece(f"{side} hand", ball(0.042, 0.034, 0.05, sides=16).moved(*hand), skin)


def _limb(first: Point, middle: Point, last: Point, radius: tuple[float, float, float]) -> Mesh:
    """A leg: a smooth bar through three joints."""
    line = curve([first, middle, last], 6)
    share = np.linspace(0.0, 2.0, len(line))
    return sweep(line, np.interp(share, (0.0, 1.0, 2.0), radius).tolist(), sides=16)


def _robot(luck: Stream) -> Iterator[FigurePart]:
    """A friendly machine on wheels with one hand."""
    paint = plain(luck.choice(("e8eaec", "cfd8df", "f0e6d2", "b9d3d0")), 0.4)
    pieces = [
        Piece("base", cylinder(0.19, 0.03, 0.16, bevel=0.03), paint),
        Piece("wheels", cylinder(0.17, 0.0, 0.05, bevel=0.01), BLACK),
        Piece("column", lathe(curve([(0.09, 0.15), (0.07, 0.5), (0.1, 0.95), (0.13, 1.25), (0.09, 1.36)])), paint),
        Piece("neck", cylinder(0.035, 1.3, 1.46), DARK),
        Piece("head", block((-0.09, -0.13, 1.44), (0.09, 0.13, 1.66), bevel=0.05), paint),
        Piece("face", block((0.07, -0.1, 1.48), (0.095, 0.1, 1.62), bevel=0.02), BLACK),
        *(
            Piece("eye", ball(0.008, 0.022, 0.022, sides=16).moved(0.096, y, 1.56), Finish((0.55, 0.85, 1.0), glow=0.9))
            for y in (-0.045, 0.045)
        ),
        Piece("antenna", sweep([(0.0, 0.0, 1.66), (0.0, 0.0, 1.74)], 0.006), DARK),
        Piece("antenna", ball(0.016, 0.016, 0.016, sides=12).moved(0.0, 0.0, 1.75), plain("d8413b", 0.4)),
    ]
    yield FigurePart("always", tuple(pieces))
    for way, hand in (("down", (0.1, -0.2, 0.82)), ("up", (0.36, -0.08, 1.08))):
        elbow = (0.02, -0.22, 1.02) if way == "down" else (0.1, -0.2, 1.02)
        arm = sweep(curve([(0.0, -0.1, 1.2), elbow, hand], 6), 0.026, sides=14)
        grip = ball(0.045, 0.045, 0.045, sides=16).moved(*hand)
        tag: Tag = "right down" if way == "down" else "right up"
        yield FigurePart(tag, (Piece("arm", arm, DARK), Piece("hand", grip, CHROME)))


def _robot_with_arm(luck: Stream) -> Iterator[FigurePart]:
    """A mobile base with a torso, a camera head and a jointed arm."""
    paint = plain(luck.choice(("eceef0", "d9dee2", "f1e9da")), 0.4)
    pieces = []
    for ahead, radius, low, high in ARM.body:
        part = cylinder(radius, low, high, bevel=min(0.03, (high - low) / 3)).moved(ahead)
        pieces.append(Piece("body", part, paint))
    pieces += [
        Piece("wheels", cylinder(0.17, 0.0, 0.05, bevel=0.01), BLACK),
        Piece("head", block((-0.16, -0.12, 1.13), (0.0, 0.12, 1.28), bevel=0.04), paint),
        Piece("face", block((-0.015, -0.095, 1.16), (0.008, 0.095, 1.25), bevel=0.02), BLACK),
        *(
            Piece("eye", ball(0.008, 0.02, 0.02, sides=16).moved(0.009, y, 1.205), Finish((0.55, 0.85, 1.0), glow=0.9))
            for y in (-0.04, 0.04)
        ),
    ]
    yield FigurePart("always", tuple(pieces))
    shades = (plain("f08a3c", 0.35), DARK)
    for number, link in enumerate(link_frames(0.0, 0.0, 0.0, np.zeros(len(ARM.joints)))):
        bar = sweep([(0.0, 0.0, 0.0), (link.length, 0.0, 0.0)], link.radius, sides=16)
        ends = [ball(*(3 * (link.radius,)), sides=16).moved(x) for x in (0.0, link.length)]
        finish = shades[number % 2]
        yield FigurePart("link", tuple(Piece(link.name, mesh, finish) for mesh in (bar, *ends)))
