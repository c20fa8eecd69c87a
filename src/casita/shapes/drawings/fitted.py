"""What kitchen and bathroom furniture share: linings, handles, knobs, water, and broken panes."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.products import dot
from casita.seeds import Stream
from casita.shapes.changes import both_sides
from casita.shapes.finish import Finish, mixed, plain
from casita.shapes.flats import Vector, sheet
from casita.shapes.making import Making
from casita.shapes.mesh import Array, Level, Mesh, joined, unit
from casita.shapes.piece import Moment, Piece
from casita.shapes.rounds import curve, disc, lathe, sweep

WATER = Finish((0.62, 0.82, 0.97), None, 0.9, 0.25, 0.6)
"""Running water."""


BLACK_PAINT = 0.07
"""How much white is in the black of furniture, so that its edges and gaps are still told apart from its faces."""


def body_finish(make: Making, shine: float = 0.5) -> Finish:
    """The main finish, never seen through, and smooth where it is metal: for the body of a machine."""
    return plain(make.rgb, shine) if make.material == "metal" or make.main.opacity < 1.0 else make.main


def joinery_finish(make: Making) -> Finish:
    """The main finish of furniture: grain where wood is left brown, paint where it has another colour."""
    if make.material == "wood" and make.colour in ("brown", "beige"):
        return make.main.with_texture("wood", 0.45, strength=0.5)
    if make.colour == "black":
        return plain(mixed(make.rgb, (1.0, 1.0, 1.0), BLACK_PAINT), 0.3)
    return body_finish(make, 0.3) if make.material != "wood" else plain(make.rgb, 0.25)


def lining(low: Vector, high: Vector, *, metres: bool = True) -> Mesh:
    """The inside of a hollow that is open to the front: five faces that look inwards."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    dx, dy, dz = x1 - x0, y1 - y0, z1 - z0
    return joined(
        [
            sheet((x0, y0, z0), (0.0, dy, 0.0), (0.0, 0.0, dz), unit_uv=not metres),
            sheet((x0, y0, z0), (dx, 0.0, 0.0), (0.0, dy, 0.0), unit_uv=not metres),
            sheet((x0, y1, z1), (dx, 0.0, 0.0), (0.0, -dy, 0.0), unit_uv=not metres),
            sheet((x1, y0, z0), (-dx, 0.0, 0.0), (0.0, 0.0, dz), unit_uv=not metres),
            sheet((x0, y1, z0), (dx, 0.0, 0.0), (0.0, 0.0, dz), unit_uv=not metres),
        ]
    )


def shaded(finish: Finish) -> Finish:
    """The finish of a front's rim: the soft shade of the gap beside it, which does not break into dots from afar."""
    dark = total_of(finish.colour) < 0.6
    colour = mixed(finish.colour, (1.0, 1.0, 1.0), 0.16) if dark else finish.colour
    return plain(colour, 0.0).with_texture("edge_shade", 1.0)


def shaded_edge(low: Vector, high: Vector, wide: float = 0.013) -> Mesh:
    """A band inside the rim of a front that looks along x: print it `shaded`."""
    x, y0, z0 = low
    _, y1, z1 = high
    wide, x = min(wide, 0.2 * (y1 - y0), 0.2 * (z1 - z0)), x + 0.0006
    outer = [(y0, z0), (y1, z0), (y1, z1), (y0, z1)]
    inner = [(y0 + wide, z0 + wide), (y1 - wide, z0 + wide), (y1 - wide, z1 - wide), (y0 + wide, z1 - wide)]
    points = np.array([(x, *p) for p in (*outer, *inner)])
    uv = np.array([(0.5, 0.0)] * 4 + [(0.5, 1.0)] * 4)
    sides = [(k, (k + 1) % 4) for k in range(4)]
    triangles = np.array([t for k, n in sides for t in ((k, n, n + 4), (k, n + 4, k + 4))])
    return Mesh((Level(points, np.broadcast_to((1.0, 0.0, 0.0), (8, 3)).copy(), uv, triangles),), (0.0,))


def rod(start: Vector, end: Vector, radius: float, sides: int = 8) -> Mesh:
    """A straight round bar between two points: quicker to make than a sweep, for wires and rails."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    along = unit(b - a)
    side = unit(np.cross(along, (0.0, 0.0, 1.0) if abs(along[2]) < 0.9 else (1.0, 0.0, 0.0)))
    up = np.cross(along, side)
    levels = []
    for count in (sides, 4) if sides > 4 else (sides,):
        angle = np.arange(count) * (2 * math.pi / count)
        out = np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * up
        ring = out * radius
        j = np.arange(count)
        n = (j + 1) % count
        walls = np.concatenate([np.column_stack([j, n, n + count]), np.column_stack([j, n + count, j + count])])
        caps = [np.column_stack([np.zeros(count - 2, int), j[2:], j[1:-1]]) + 2 * count]
        caps.append(np.column_stack([np.zeros(count - 2, int), j[1:-1], j[2:]]) + 3 * count)
        flat = np.broadcast_to(along, (count, 3))
        around = np.concatenate([angle, angle]) * radius
        length = float(np.sqrt(((b - a) ** 2).sum()))
        uv = np.column_stack([around, np.repeat((0.0, length), count)])
        levels.append(
            Level(
                np.concatenate([a + ring, b + ring, a + ring, b + ring]),
                np.concatenate([out, out, -flat, flat]),
                np.concatenate([uv, np.zeros((2 * count, 2))]),
                np.concatenate([walls, *caps]),
            )
        )
    return Mesh(tuple(levels), (0.0, radius * 0.3)[: len(levels)])


def hoop(radius: float, thick: float, sides: int = 20) -> Mesh:
    """A ring about the z axis: a curtain ring, a rim."""
    angle = np.radians(np.linspace(0.0, 360.0, 9))
    return lathe([(radius + thick * math.sin(a), -thick * math.cos(a)) for a in angle], sides=sides, crease=60.0)


def bar(start: Vector, end: Vector, wall: float, radius: float = 0.006) -> Mesh:
    """A handle: a straight bar between two points with a post near each end back to the plane x = `wall`."""
    a, b = np.asarray(start), np.asarray(end)
    parts = [rod(start, end, radius, 12)]
    for share in (0.1, 0.9):
        at = a + (b - a) * share
        parts.append(rod((wall, at[1], at[2]), (at[0], at[1], at[2]), radius * 0.8))
    return joined(parts)


def bow(start: Vector, end: Vector, out: float, radius: float = 0.005) -> Mesh:
    """A handle: an arched grip from one point of a front to another, standing `out` from it."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    line = [
        a + (b - a) * t + np.array((out * h, 0.0, 0.0))
        for t, h in ((0, 0), (0.06, 0.75), (0.2, 1.0), (0.8, 1.0), (0.94, 0.75), (1, 0))
    ]
    return sweep(curve([tuple(p) for p in line], 3), radius, flat=radius * 1.4, sides=8, up=(1.0, 0.0, 0.0))


def button(at: Vector, radius: float, out: float, sides: int = 24) -> Mesh:
    """A round knob on a front that looks along x, from the plane through `at` outwards."""
    b = min(out * 0.35, radius * 0.4)
    profile = [
        (radius * 0.8, 0.0),
        (radius * 0.72, out * 0.35),
        (radius, out * 0.6),
        (radius, out - b),
        (radius - b, out),
        (0.0, out),
    ]
    return lathe(profile, sides=sides).turned("y", 90.0).moved(*at)


def round_front(radius: float, at: Vector, sides: int = 32) -> Mesh:
    """A flat disc that looks along x; a picture on it stands upright."""
    return disc(radius, sides=sides).turned("z", 90.0).turned("y", 90.0).moved(*at)


def stream_of_water(at: Vector, floor: float, radius: float) -> Iterator[Piece]:
    """Water that falls from a tap, with a ring where it lands."""
    x, y, z = at
    heights = np.linspace(z, floor, 6)
    thick = [radius * (1.0 - 0.3 * k / 5) for k in range(6)]
    fall = sweep([(x, y, float(h)) for h in heights], thick, sides=12)
    yield Piece("water", fall, WATER, when=("on",))
    splash = lathe([(radius * 3.2, floor), (radius * 1.8, floor + 0.004), (radius * 0.7, floor + 0.003)], sides=20)
    yield Piece("water", splash.moved(x, y), WATER, when=("on",))


def fan_of_points(corners: Array, normal: Array) -> Level:
    """A flat many-cornered face about the middle of its corners."""
    n = len(corners)
    points = np.vstack([corners, corners.mean(0)])
    j = np.arange(n)
    return Level(
        points,
        np.broadcast_to(normal, points.shape).copy(),
        points[:, 1:],
        np.column_stack([np.full(n, n), j, (j + 1) % n]),
    )


def broken_pane(
    luck: Stream, low: tuple[float, float], high: tuple[float, float], x: float, oval: bool = False
) -> tuple[Mesh, Mesh, Mesh]:
    """What is left of a pane in y and z at a depth: the pieces that still stand, white cracks, fallen shards."""
    hit = (luck.uniform(0.35, 0.65), luck.uniform(0.45, 0.65))
    centre = np.array([low[k] + (high[k] - low[k]) * hit[k] for k in range(2)])
    size = np.array(high) - np.array(low)
    count = 11
    thin = max(0.0018, 0.0026 * float(size.min()))
    angles = [2 * math.pi * (k + luck.uniform(-0.3, 0.3)) / count for k in range(count)]
    edge = [(_to_oval if oval else _to_frame)(centre, angle, low, high) for angle in angles]
    near = [luck.uniform(0.22, 0.62) for _ in range(count)]
    stay, cracks = [], []
    front = np.array((1.0, 0.0, 0.0))
    for k in range(count):
        n = (k + 1) % count
        inner = [centre + (edge[j] - centre) * near[j] for j in (k, n)]
        mid = centre + ((edge[k] + edge[n]) / 2 - centre) * max(near[k], near[n]) * luck.uniform(0.75, 1.3)
        ring = [inner[0], edge[k], *([] if oval else _corners(edge[k], edge[n], low, high)), edge[n], inner[1], mid]
        if k % 5 != 2:
            stay.append(fan_of_points(np.array([(x, *p) for p in ring]), front))
            cracks.append(_line(inner[0], edge[k], x, thin))
            cracks.append(_line(inner[0], mid, x, 0.8 * thin))
            cracks.append(_line(mid, inner[1], x, 0.8 * thin))
            across = edge[k] + (inner[0] - edge[k]) * luck.uniform(0.4, 0.8)
            cracks.append(_line(across, edge[n] + (inner[1] - edge[n]) * luck.uniform(0.3, 0.7), x, 0.7 * thin))
    fallen = []
    for _ in range(9):
        y = low[0] + size[0] * luck.uniform(0.1, 0.9)
        out, reach, turned = luck.uniform(0.02, 0.14), luck.uniform(0.03, 0.08), luck.uniform(0.0, 6.28)
        angles_ = [turned + a for a in (0.0, 1.9, 3.6)]
        ring3 = np.array(
            [(x + out + reach * math.cos(a), y + reach * math.sin(a) * 1.4, low[1] + 0.003) for a in angles_]
        )
        fallen.append(fan_of_points(ring3, np.array((0.0, 0.0, 1.0))))
    return tuple(both_sides(joined([Mesh((level,), (0.0,)) for level in levels])) for levels in (stay, cracks, fallen))  # type: ignore[return-value]


def _to_frame(centre: Array, angle: float, low: tuple[float, float], high: tuple[float, float]) -> Array:
    """Where a ray from a point meets the rectangle."""
    direction = np.array((math.cos(angle), math.sin(angle)))
    reach = [
        ((high if direction[k] > 0 else low)[k] - centre[k]) / direction[k]
        for k in range(2)
        if abs(direction[k]) > 1e-9
    ]
    made: Array = centre + direction * min(reach)
    return made


def _to_oval(centre: Array, angle: float, low: tuple[float, float], high: tuple[float, float]) -> Array:
    """Where a ray from a point meets the ellipse in the rectangle."""
    middle, half = (np.array(low) + np.array(high)) / 2, (np.array(high) - np.array(low)) / 2
    start, along = (centre - middle) / half, np.array((math.cos(angle), math.sin(angle))) / half
    a, b, c = dot(along, along), dot(start, along), dot(start, start) - 1.0
    made: Array = centre + np.array((math.cos(angle), math.sin(angle))) * (-b + math.sqrt(b * b - a * c)) / a
    return made


def _corners(a: Array, b: Array, low: tuple[float, float], high: tuple[float, float]) -> list[Array]:
    """The corner of the rectangle between two points of its edge, if they are on different sides."""
    shared = [k for k in range(2) if abs(a[k] - b[k]) < 1e-9]
    if shared:
        return []
    y = a[0] if min(abs(a[0] - low[0]), abs(a[0] - high[0])) < 1e-9 else b[0]
    z = a[1] if min(abs(a[1] - low[1]), abs(a[1] - high[1])) < 1e-9 else b[1]
    return [np.array((y, z))]


def _line(a: Array, b: Array, x: float, half: float) -> Level:
    """A thin flat line a hair in front of a pane."""
    along = unit(b - a)
    side = np.array((-along[1], along[0])) * half
    ring = np.array([(x + 0.0008, *p) for p in (a - side, b - side * 0.4, b + side * 0.4, a + side)])
    return fan_of_points(ring, np.array((1.0, 0.0, 0.0)))


def pane_pieces(
    make: Making, low: tuple[float, float], high: tuple[float, float], x: float, finish: Finish, joint: str = ""
) -> Iterator[Piece]:
    """A pane of glass: whole, or broken with jagged rests, cracks and shards below."""
    y, z = low
    dy, dz = high[0] - low[0], high[1] - low[1]
    whole = both_sides(sheet((x, y, z), (0.0, dy, 0.0), (0.0, 0.0, dz)))
    when: tuple[Moment, ...] = ("broken",)
    yield Piece("glass", whole, finish, joint=joint, when=("whole",))
    stay, cracks, fallen = broken_pane(make.luck.child("pane", str(y), str(z)), low, high, x)
    cloudy = finish._replace(opacity=min(finish.opacity + 0.35, 1.0))
    yield Piece("glass", stay, cloudy, joint=joint, when=when)
    yield Piece("crack", cracks, plain("f4f8fa", 0.3), joint=joint, when=when)
    yield Piece("shard", fallen, cloudy, when=when)
