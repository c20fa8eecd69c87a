"""Cutlery and what food is turned and ladled with. Heads of forks, spoons and knives point to the front."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.blades import Station, leaf, smooth
from casita.shapes.drawings.lofting import loft
from casita.shapes.finish import CHROME, STEEL, Finish, plain
from casita.shapes.flats import block, patch
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import ball, curve, cylinder, lathe, sweep

BLADE = plain("c3c8cc", 0.85)
EDGE = plain("e3e7ea", 0.95)


def polished(make: Making) -> Finish:
    """The main finish as cutlery has it: brighter, without brush marks."""
    return plain(make.rgb, 0.9)


def _stem(back: float, neck: float, rise: float, half: float, thick: float, low: float) -> list[Station]:
    """The handle of a fork or spoon: broad and round at its end, lying on the table, thin and raised at its neck."""
    span = neck - back
    return [
        (back, half * 0.3, low, 0.0, thick * 0.5),
        (back + span * 0.012, half * 0.62, low, 0.0, thick * 0.8),
        (back + span * 0.05, half * 0.95, low, 0.0, thick),
        (back + span * 0.16, half, low + rise * 0.03, 0.0, thick),
        (back + span * 0.5, half * 0.6, low + rise * 0.42, 0.0, thick),
        (back + span * 0.86, half * 0.36, low + rise * 0.96, 0.0, thick * 1.25),
        (neck, half * 0.38, low + rise, 0.0, thick * 1.25),
    ]


def _ornament(make: Making, back: float, long: float, half: float, z: float) -> Iterator[Piece]:
    """What the end of a handle is adorned with: a line round it, three dots, or nothing."""
    style = make.luck.choice(["plain", "line", "dots"])
    dark = polished(make).darker(0.62)
    if style == "line":
        oval = [
            (back + long * 0.5 + long * 0.42 * math.cos(a), half * 0.66 * math.sin(a), z)
            for a in np.linspace(0, 2 * math.pi, 17)[:-1]
        ]
        yield Piece("ornament", sweep(oval, 0.0004, flat=0.0005, sides=4, closed=True), dark)
    elif style == "dots":
        dots = [
            ball(half * 0.16, half * 0.16, 0.0006, sides=8).moved(back + long * share, 0.0, z)
            for share in (0.35, 0.55, 0.72)
        ]
        yield Piece("ornament", joined(dots), dark)


@draws("fork")
def fork(make: Making) -> Iterator[Piece]:
    """A fork lying on its back: four tines that curve up to the front."""
    depth, width, h = make.size
    back, front = -depth / 2, depth / 2
    thick = min(0.0014, h * 0.08)
    neck, root, tines = back + depth * 0.62, back + depth * 0.7, back + depth * 0.76
    half, top = width / 2, h - 0.0012
    arch = h * 0.4
    finish = polished(make)
    head: list[Station] = [
        (neck + depth * 0.025, half * 0.3, arch * 0.95 + 0.001, 0.0, thick * 1.2),
        (root, half * 0.85, h * 0.22 + 0.002, h * 0.08, thick),
        (tines, half * 0.98, h * 0.12 + 0.003, h * 0.1, thick),
        (tines + depth * 0.02, half * 0.99, h * 0.12 + 0.003, h * 0.1, thick),
    ]
    stem = _stem(back, neck, arch - thick, half * 0.6, thick, thick)
    yield Piece("handle", leaf(smooth([*stem, *head], 4)), finish)
    count = make.luck.choice([4, 4, 3])
    thin = half / count * 0.5
    made = []
    for k in range(count):
        y = half * (-1 + (2 * k + 1) / count) * 0.98
        sag = h * 0.1 * (1 - (y / half) ** 2)
        line = curve(
            [
                (tines + 0.001, y, h * 0.12 + 0.003 - sag),
                (tines + (front - tines) * 0.45, y, 0.0032),
                (front - 0.012, y * 0.99, h * 0.5),
                (front, y * 0.97, top),
            ],
            5,
        )
        n = len(line)
        across = np.interp(np.linspace(0, 1, n), [0, 0.75, 1], [thin, thin * 0.85, thin * 0.3])
        deep = np.interp(np.linspace(0, 1, n), [0, 0.75, 1], [thick, thick * 0.9, thick * 0.5])
        made.append(sweep(line, list(deep), flat=list(across), sides=8, up=(0.0, 0.0, 1.0)))
    yield Piece("tines", joined(made), finish)
    yield from _ornament(make, back + 0.003, depth * 0.16, half * 0.6, 2 * thick + 0.0001)


@draws("spoon")
def spoon(make: Making) -> Iterator[Piece]:
    """A spoon lying on its back with a hollow bowl in front."""
    depth, width, h = make.size
    back, front = -depth / 2, depth / 2
    thick = min(0.0014, h * 0.08)
    half = width / 2
    bowl = back + depth * make.luck.uniform(0.66, 0.71)
    finish = polished(make)
    arch = h * 0.86
    stem = _stem(back, bowl - depth * 0.04, arch - thick, half * 0.42, thick, thick)
    lip, deep = h - thick, h - 3.2 * thick
    head: list[Station] = []
    for t in np.linspace(0.03, 1.0, 15):
        u = 2 * t - 1
        across = half * math.sqrt(max(1 - abs(u) ** 2.3, 0.0)) * (1.0 - 0.08 * u)
        hollow = deep * max(1 - u * u, 0.0) ** 0.8
        head.append(
            (bowl + (front - bowl) * float(t), max(across, half * 0.12), lip - 0.25 * thick, hollow, thick * 0.9)
        )
    widest = max(station[1] for station in head)
    head = [(x, a * half / widest, z, s, t) for x, a, z, s, t in head]
    yield Piece("body", leaf([*smooth(stem, 4), *head], around=20), finish)
    yield from _ornament(make, back + 0.003, depth * 0.16, half * 0.42, 2 * thick + 0.0001)


def blade(
    x0: float, x1: float, back_edge: float, cutting: float, thick: float, z: float, *, tip: str
) -> tuple[Mesh, Mesh]:
    """A blade lying flat between two y (its back and its edge), and the bright strip along its edge."""
    xs = np.linspace(0.0, 1.0, 21)
    belly = {"chef": 0.55, "round": 0.12, "straight": 0.75}[tip]
    rows, strips = [], []
    for t in xs:
        bend = max(0.0, (t - belly) / (1 - belly)) if tip != "round" else max(0.0, (t - 0.8) / 0.2)
        edge = cutting + (back_edge - cutting) * (bend**2.2 * (0.96 if tip != "round" else 0.42))
        spine = back_edge + (cutting - back_edge) * (
            (max(0.0, (t - 0.9) / 0.1) ** 2) * (0.04 if tip != "round" else 0.34)
        )
        x = x0 + (x1 - x0) * float(t)
        bevel = edge + (spine - edge) * 0.22
        side = [(spine, z - thick), (bevel, z - thick), (edge, z), (bevel, z + thick), (spine, z + thick), (spine, z)]
        rows.append([(x, y, height) for y, height in side])
        strips.append([(x, edge, z), (x, bevel, z + thick)])
    section = np.array(rows)
    body = loft(section[:, ::-1])
    line = np.array(strips) + np.array((0.0, 0.0, 0.00015))
    bright = patch(line.transpose(1, 0, 2))
    return body, bright


@draws("knife")
def knife(make: Making) -> Iterator[Piece]:
    """A kitchen knife lying flat: a broad pointed blade to the front, a riveted grip."""
    depth, width, h = make.size
    luck = make.luck
    grip = -depth / 2 + depth * luck.uniform(0.34, 0.38)
    thick, z = 0.0011, h * 0.5
    steel = make.main._replace(shine=0.85)
    body, bright = blade(
        grip - 0.004, depth / 2, width / 2, -width / 2, thick, z, tip=luck.choice(["chef", "straight"])
    )
    yield Piece("blade", body, steel)
    yield Piece("edge", bright, EDGE if make.colour != "black" else plain("8d9296", 0.9))
    bolster = block((grip - 0.012, -width * 0.14, z - h * 0.34), (grip + 0.004, width / 2, z + h * 0.34), bevel=0.003)
    yield Piece("bolster", bolster, steel)
    wood = luck.chance(0.4)
    handle = (
        plain("5a3620", 0.3).with_texture("wood", 0.15)
        if wood
        else plain("232325", 0.35)
        if make.colour != "black"
        else plain("3c3c40", 0.35)
    )
    if luck.chance(0.2):
        handle = steel
    high, low, start = width / 2, -width * 0.16, -depth / 2
    middle, half = (high + low) / 2, (high - low) / 2
    stations: list[Station] = [
        (start, half * 0.5, z, 0.0, h * 0.3),
        (start + 0.006, half * 0.98, z, 0.0, h * 0.44),
        (start + 0.03, half, z, 0.0, h * 0.5),
        (start + depth * 0.2, half * 0.8, z, 0.0, h * 0.46),
        (grip - 0.01, half * 0.92, z, 0.0, h * 0.42),
    ]
    yield Piece("handle", leaf(smooth(stations, 4), middle=middle), handle)
    rivets = [
        ball(0.0036, 0.0036, 0.0012, sides=12).moved(start + depth * share, middle, z + h * 0.46)
        for share in (0.07, 0.16, 0.25)
    ]
    yield Piece("rivets", joined(rivets), CHROME)


@draws("butter_knife")
def butter_knife(make: Making) -> Iterator[Piece]:
    """A table knife lying flat: a round-ended blade, a heavy handle of the same metal."""
    depth, width, h = make.size
    z, half = h / 2, width / 2
    grip = -depth / 2 + depth * 0.5
    finish = polished(make)
    body, bright = blade(grip - 0.006, depth / 2, half, -half, min(0.0009, h * 0.16), z, tip="round")
    yield Piece("blade", body, finish)
    yield Piece("edge", bright, finish.darker(1.1))
    start = -depth / 2
    rows = [
        (start, 0.4, 0.3),
        (start + 0.004, 0.8, 0.46),
        (start + 0.018, 0.92, 0.5),
        (start + depth * 0.3, 0.66, 0.48),
    ]
    rows += [(grip - 0.016, 0.5, 0.46), (grip - 0.002, 0.7, 0.3)]
    stations: list[Station] = [(x, half * wide, z, 0.0, h * thick) for x, wide, thick in rows]
    yield Piece("handle", leaf(smooth(stations, 4)), finish)
    yield from _ornament(make, start + 0.004, depth * 0.16, half * 0.8, h - 0.0002)


def _oval(x: float, y: float, z: float) -> list[tuple[float, float, float]]:
    """A closed oval line at a height."""
    return [(x * math.cos(a), y * math.sin(a), z) for a in np.arange(40) * (math.pi / 20)]


@draws("ladle")
def ladle(make: Making) -> Iterator[Piece]:
    """A deep round scoop at the back, lying on its bottom, with a long swung stem to a hook in front."""
    depth, width, h = make.size
    bowl = make.form.solids[0]
    (middle, _, _), (rx, ry, _) = make.middle_and_half(bowl)
    _, high = make.box_of(bowl)
    rim = high[2]
    round_line = [
        (0.0, 0.0),
        (0.25, 0.03),
        (0.5, 0.13),
        (0.71, 0.3),
        (0.87, 0.52),
        (0.96, 0.77),
        (0.975, 0.93),
        (1.0, 1.0),
    ]
    line = curve(round_line, 3)
    wall = 0.045
    scoop = [*line, (1.0 - wall / 2, 1.02), *((r - wall * (r > 0.3), z + 0.06 * (1 - z)) for r, z in reversed(line))]
    scoop[-1] = (0.0, 0.06)
    finish = polished(make) if make.material == "metal" else make.main
    half = len(line) + 1
    sheen = finish.with_texture("metal_sheen", 2 * math.pi * 0.999, strength=1.5)
    outside, hollow = lathe(scoop[:half]), lathe(scoop[half - 1 :])
    yield Piece("bowl", outside.scaled(rx, ry, rim * 0.98).moved(middle), sheen)
    yield Piece("bowl", hollow.scaled(rx, ry, rim * 0.98).moved(middle), sheen.darker(0.82))
    hoop = sweep(_oval(rx - 0.001, ry - 0.001, rim - 0.0008), 0.0011, sides=6, closed=True)
    yield Piece("rim", hoop.moved(middle), finish)
    end = depth / 2
    stem: list[Station] = [
        (high[0] - 0.014, width * 0.12, rim * 0.45, 0.0, 0.0014),
        (high[0] - 0.002, width * 0.10, rim * 0.86, 0.0, 0.0018),
        (high[0] + 0.008, width * 0.06, h - 0.004, 0.0, 0.0028),
        (high[0] + depth * 0.16, width * 0.05, h - 0.004, 0.0, 0.0026),
        (high[0] + depth * 0.36, width * 0.062, h - 0.0085, 0.0, 0.0026),
        (end - depth * 0.14, width * 0.09, h - 0.0085, 0.0, 0.0022),
        (end - depth * 0.08, width * 0.095, h - 0.004, 0.0, 0.0022),
        (end - 0.012, width * 0.085, h - 0.003, 0.0, 0.002),
        (end - 0.001, width * 0.075, h - 0.014, 0.0, 0.002),
        (end - 0.003, width * 0.07, h - 0.026, 0.0, 0.0018),
        (end - 0.016, width * 0.06, h - 0.032, 0.0, 0.0014),
    ]
    yield Piece("stem", leaf(smooth(stem, 4)), finish)
    hole = ball(0.0042, 0.003, 0.0008, sides=12).moved(end - 0.014, 0.0, h - 0.0021)
    yield Piece("hole", hole, plain("141414", 0.05))


@draws("spatula")
def spatula(make: Making) -> Iterator[Piece]:
    """A slotted turner: a thin head at the back, a raised stem, a grip to the front."""
    depth, width, h = make.size
    back = -depth / 2
    head = make.form.solids[0]
    end, top = make.at(head.x[1], 0.0, 0.0)[0], head.z[1] * h
    luck = make.luck
    finish = polished(make) if make.material == "metal" else make.main
    half, thick = width / 2, min(0.0022, top * 0.5)
    slots = luck.choice([3, 4, 5])
    bar = width * 0.6 / (slots + 1)
    bars = [block((back, -half, 0.0), (back + (end - back) * 0.2, half, thick), bevel=0.0008)]
    bars.append(block((end - (end - back) * 0.3, -half, 0.0), (end, half, thick), bevel=0.0008))
    gap = (width - bar) / slots
    for k in range(slots + 1):
        y = -half + k * gap
        y = min(max(y, -half), half - bar)
        bars.append(block((back + 0.004, y, 0.0), (end - 0.004, y + bar, thick), bevel=0.0006))

    def narrowed(points: Array) -> Array:
        """Narrower towards the stem, with round shoulders."""
        way = np.clip((points[:, 0] - back) / (end - back), 0.0, 1.0)
        share = 1 - 0.16 * way - 0.34 * np.clip((way - 0.8) / 0.2, 0.0, 1.0) ** 2
        return np.column_stack([points[:, 0], points[:, 1] * share, points[:, 2]])

    yield Piece("head", joined(bars).bent(narrowed), finish)
    grip = depth * 0.04
    stem: list[Station] = [
        (end - 0.012, half * 0.5, thick * 0.6, 0.0, thick * 0.5),
        (end, half * 0.3, thick, 0.0, 0.0018),
        (end + depth * 0.07, half * 0.17, h * 0.55, 0.0, 0.002),
        (grip, half * 0.15, h * 0.6, 0.0, 0.0022),
        (grip + 0.03, half * 0.15, h * 0.6, 0.0, 0.0022),
    ]
    yield Piece("stem", leaf(smooth(stem, 4)), STEEL)
    front, z = depth / 2, h * 0.58
    fat = h - z
    sleeve: list[Station] = [
        (grip, half * 0.2, z, 0.0, fat * 0.55),
        (grip + 0.008, half * 0.3, z, 0.0, fat * 0.9),
        (grip + depth * 0.16, half * 0.24, z, 0.0, fat * 0.85),
        (front - 0.03, half * 0.32, z, 0.0, fat),
        (front - 0.004, half * 0.28, z, 0.0, fat * 0.9),
        (front, half * 0.16, z, 0.0, fat * 0.5),
    ]
    colour = (
        plain("232325", 0.3)
        if make.colour != "black"
        else plain("3f4043", 0.35)
        if luck.chance(0.5)
        else plain("232325", 0.3)
    )
    yield Piece("grip", leaf(smooth(sleeve, 4)), colour if make.material == "metal" else make.main)
    yield Piece(
        "hole", cylinder(0.0032, 0.0, 0.0008, sides=14).moved(front - 0.013, 0.0, h - 0.0011), plain("111111", 0.05)
    )


@draws("chopsticks")
def chopsticks(make: Making) -> Iterator[Piece]:
    """Two sticks, square and adorned at one end, round and thin at the other."""
    depth, width, h = make.size
    luck = make.luck
    band = plain("c9a552", 0.6) if make.colour != "beige" else plain("a5342c", 0.4)
    style = luck.choice(["bands", "tip", "plain"])
    for way in (-1.0, 1.0):
        y = way * (width / 2 - width * 0.2)
        fat, tip = min(width * 0.2, h / 2), min(width * 0.2, h / 2) * 0.45
        rows = []
        for t in np.linspace(0.0, 1.0, 12):
            size = fat + (tip - fat) * float(t) ** 1.2
            power = 0.55 + 0.45 * min(1.0, float(t) * 1.6)
            angle = np.arange(12) * (2 * math.pi / 12) + math.pi / 12
            c, s = np.cos(angle), np.sin(angle)
            section = np.column_stack([np.sign(c) * np.abs(c) ** power, np.sign(s) * np.abs(s) ** power]) * size
            widest = np.abs(section).max(0)
            section = section * np.array((size, size)) / widest
            lean = -way * (width * 0.08) * float(t)
            rows.append(
                np.column_stack(
                    [np.full(12, -depth / 2 + depth * float(t)), y + lean + section[:, 0], size + section[:, 1]]
                )
            )
        yield Piece("stick", loft(np.array(rows)), make.main)
        spans = {"bands": [(0.03, 0.05), (0.07, 0.13), (0.15, 0.17)], "tip": [(0.0, 0.16)], "plain": [(0.02, 0.03)]}[
            style
        ]
        for low, high in spans:
            wraps = [np.array(rows[0]) * (0.0, 1.0, 1.0) + (-depth / 2 + depth * x, 0.0, 0.0) for x in (low, high)]
            middle = np.array((0.0, y, fat))
            wraps = [(wrap - middle) * (1.0, 1.03, 1.03) + middle for wrap in wraps]
            yield Piece("band", loft(np.array(wraps)), band)
