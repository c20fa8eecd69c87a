"""Rays from an eye: which of many pieces it can see, with all that stands between taken into account."""

from __future__ import annotations

import numba
import numpy as np

TOUCH = 0.003
"""Metres before a point that a ray must come to."""

BOX, CYLINDER, BALL, TUBE = 0, 1, 2, 3

STILL, HINGE, SLIDE = 0, 1, 2
"""How a piece moves when its thing opens."""

SIGHT = 8.0
"""Metres that an agent sees."""

OWNER, SHAPE, INNER, RADIUS, NEAREST, AHEAD, LOCAL, HALF, AXES, COLUMNS = 0, 1, 2, 3, 4, 5, 8, 11, 14, 23
"""Columns of a piece in view: its middle from the eye, the eye in its own frame, half sides, rows of its rotation."""

NOTHING, OUT_OF_VIEW = -1, -2
"""What hides a point, if it is no piece."""


@numba.njit(cache=True, error_model="numpy")
def look(eye, view, slope, fixed, shown, position, rotation, openness, people, discs, agent):  # type: ignore[no-untyped-def]
    """Marks what is seen: things by slot, then agents. Rows of `view` are ahead, left and up."""
    count, pieces = len(shown), len(fixed.owner)
    solid = np.empty((pieces + len(people), COLUMNS))
    hides = np.empty(len(solid), np.bool_)
    kept, last = np.int64(0), np.int64(-1)  # typed: what is given a bare number is compiled for it alone
    for i in range(pieces):
        slot = fixed.owner[i]
        if slot < 0 or (shown[slot] and not (fixed.only_closed[i] and openness[slot] > 0.0)):
            _set_piece(fixed, i, position, rotation, openness, eye, solid, kept)
            hides[kept] = fixed.hides[i]
            kept += _in_view(view, slope, solid, kept)
    for i in range(len(people)):
        if i != agent:
            _set_person(count + i, people[i, 0], people[i, 1], discs[i, 0], discs[i, 1], eye, solid, kept)
            hides[kept] = True
            kept += _in_view(view, slope, solid, kept)
    for i in range(kept):
        hides[i] = hides[i] and not _holds_eye(solid, i)
    blockers = np.argsort(solid[:kept, NEAREST])
    blockers = blockers[hides[blockers]]
    found = np.zeros(count + len(people), np.bool_)
    points = np.empty((MOST_POINTS, 3))
    for i in range(kept):
        owner = int(solid[i, OWNER])
        if owner >= 0 and not found[owner] and not _is_behind_one(solid, i, blockers):
            for p in range(_set_points(solid, i, points)):
                hidden_by = _hidden_by(solid, i, points, p, view, slope, blockers, last)
                if hidden_by == NOTHING:
                    found[owner] = True
                    break
                if hidden_by >= 0:
                    last = hidden_by
    return found


@numba.njit(cache=True, error_model="numpy")
def _set_person(owner, x, y, radius, height, eye, solid, row):  # type: ignore[no-untyped-def]
    """Writes the body of an agent: a cylinder."""
    solid[row] = 0.0
    solid[row, OWNER], solid[row, SHAPE] = owner, CYLINDER
    solid[row, AHEAD], solid[row, AHEAD + 1], solid[row, AHEAD + 2] = x - eye[0], y - eye[1], height / 2 - eye[2]
    solid[row, HALF], solid[row, HALF + 1], solid[row, HALF + 2] = radius, radius, height / 2
    solid[row, AXES] = solid[row, AXES + 4] = solid[row, AXES + 8] = 1.0


@numba.njit(cache=True, error_model="numpy")
def _set_piece(fixed, i, position, rotation, openness, eye, solid, row):  # type: ignore[no-untyped-def]
    """Writes a piece as it stands at the moment."""
    slot = fixed.owner[i]
    solid[row, OWNER], solid[row, SHAPE], solid[row, INNER] = slot, fixed.shape[i], fixed.inner[i]
    x, y, z = fixed.centre[i, 0], fixed.centre[i, 1], fixed.centre[i, 2]
    w, a, b, c = 1.0, 0.0, 0.0, 0.0
    ox, oy, oz = -eye[0], -eye[1], -eye[2]
    if slot >= 0:
        w, a, b, c = rotation[slot, 0], rotation[slot, 1], rotation[slot, 2], rotation[slot, 3]
        ox, oy, oz = ox + position[slot, 0], oy + position[slot, 1], oz + position[slot, 2]
    solid[row, AXES], solid[row, AXES + 1] = 1.0 - 2.0 * (b * b + c * c), 2.0 * (a * b - w * c)
    solid[row, AXES + 2], solid[row, AXES + 3] = 2.0 * (a * c + w * b), 2.0 * (a * b + w * c)
    solid[row, AXES + 4], solid[row, AXES + 5] = 1.0 - 2.0 * (a * a + c * c), 2.0 * (b * c - w * a)
    solid[row, AXES + 6], solid[row, AXES + 7] = 2.0 * (a * c - w * b), 2.0 * (b * c + w * a)
    solid[row, AXES + 8] = 1.0 - 2.0 * (a * a + b * b)
    turn = 0.0
    axis = fixed.axis[i]
    if fixed.moves[i] == SLIDE:
        far = fixed.travel[i] * openness[slot]
        x, y, z = x + far * (axis == 0), y + far * (axis == 1), z + far * (axis == 2)
    elif fixed.moves[i] == HINGE:
        turn = fixed.travel[i] * openness[slot]
    if turn != 0.0:
        px, py, pz = fixed.pivot[i, 0], fixed.pivot[i, 1], fixed.pivot[i, 2]
        cos, sin = np.cos(turn), np.sin(turn)
        if axis == 0:
            y, z = py + cos * (y - py) - sin * (z - pz), pz + sin * (y - py) + cos * (z - pz)
        elif axis == 1:
            z, x = pz + cos * (z - pz) - sin * (x - px), px + sin * (z - pz) + cos * (x - px)
        else:
            x, y = px + cos * (x - px) - sin * (y - py), py + sin * (x - px) + cos * (y - py)
    for k in range(3):
        r = AXES + 3 * k
        off = ox if k == 0 else (oy if k == 1 else oz)
        solid[row, AHEAD + k] = off + solid[row, r] * x + solid[row, r + 1] * y + solid[row, r + 2] * z
        solid[row, HALF + k] = fixed.half[i, k]
        if turn != 0.0:
            u, v = r + (axis + 1) % 3, r + (axis + 2) % 3
            along, across = solid[row, u], solid[row, v]
            solid[row, u], solid[row, v] = cos * along + sin * across, cos * across - sin * along


@numba.njit(cache=True, error_model="numpy")
def _in_view(view, slope, solid, row):  # type: ignore[no-untyped-def]
    """Is any of a ball around a piece in the field of view, and close enough? Writes what follows from its place."""
    x, y, z = solid[row, AHEAD], solid[row, AHEAD + 1], solid[row, AHEAD + 2]
    a, b, c = solid[row, HALF], solid[row, HALF + 1], solid[row, HALF + 2]
    radius = max(a, b, c) if solid[row, SHAPE] == BALL else np.sqrt(a * a + b * b + c * c)
    nearest = np.sqrt(x * x + y * y + z * z) - radius
    if nearest > SIGHT:
        return False
    depth = view[0, 0] * x + view[0, 1] * y + view[0, 2] * z
    aside = abs(view[1, 0] * x + view[1, 1] * y + view[1, 2] * z)
    up = abs(view[2, 0] * x + view[2, 1] * y + view[2, 2] * z)
    slack = radius * np.sqrt(1.0 + slope * slope)
    if depth < -radius or aside - slope * depth > slack or up - slope * depth > slack:
        return False
    solid[row, RADIUS], solid[row, NEAREST] = radius, nearest
    for k in range(3):
        r = AXES + k
        solid[row, LOCAL + k] = -(solid[row, r] * x + solid[row, r + 3] * y + solid[row, r + 6] * z)
    return True


@numba.njit(cache=True, error_model="numpy")
def _holds_eye(solid, i):  # type: ignore[no-untyped-def]
    """Is the eye within a piece's box? Then the piece hides nothing."""
    x, y, z = abs(solid[i, LOCAL]), abs(solid[i, LOCAL + 1]), abs(solid[i, LOCAL + 2])
    return x <= solid[i, HALF] and y <= solid[i, HALF + 1] and z <= solid[i, HALF + 2]


@numba.njit(cache=True, error_model="numpy")
def _is_behind_one(solid, i, blockers):  # type: ignore[no-untyped-def]
    """Is a piece hidden by a single convex one? It is if all corners of its box are, since such a shadow is convex."""
    x, y, z = solid[i, AHEAD], solid[i, AHEAD + 1], solid[i, AHEAD + 2]
    length = np.sqrt(x * x + y * y + z * z)
    for n in range(len(blockers)):
        b = blockers[n]
        if solid[b, NEAREST] > length:
            break
        if solid[b, OWNER] == solid[i, OWNER] or solid[b, SHAPE] == TUBE or not _meets(solid, b, x, y, z, 1.0):
            continue
        corner = np.int64(0)
        while corner < 8 and _hides_corner(solid, b, i, corner):
            corner += 1
        if corner == 8:
            return True
    return False


@numba.njit(cache=True, error_model="numpy")
def _hides_corner(solid, b, i, corner):  # type: ignore[no-untyped-def]
    """Does one piece hide a corner of another's box?"""
    x, y, z = solid[i, AHEAD], solid[i, AHEAD + 1], solid[i, AHEAD + 2]
    for k in range(3):
        r = AXES + k
        half = solid[i, HALF + k] if corner >> k & 1 else -solid[i, HALF + k]
        x, y, z = x + solid[i, r] * half, y + solid[i, r + 3] * half, z + solid[i, r + 6] * half
    return _meets(solid, b, x, y, z, 1.0 - TOUCH / np.sqrt(x * x + y * y + z * z))


FINEST, APART, MOST = 0.03, 0.15, 24
"""Points on a side of a face: 1 on sides under `FINEST` metres, else 3, or one each `APART`, at most `MOST`."""

INSET = 0.02
"""Metres from an edge to the nearest points, at most."""

MOST_POINTS = 3 * MOST * MOST


@numba.njit(cache=True, error_model="numpy")
def _number_along(side):  # type: ignore[no-untyped-def]
    """How many points are looked at along a side."""
    return 1 if side < FINEST else min(MOST, max(3, 2 + int(side / APART)))


@numba.njit(cache=True, error_model="numpy")
def _along(k, number, half):  # type: ignore[no-untyped-def]
    """Where the k-th point along a side is, from its middle; the ends are kept a little inside."""
    return 0.0 if number == 1 else (half - min(0.1 * half, INSET)) * (2.0 * k / (number - 1) - 1.0)


@numba.njit(cache=True, error_model="numpy")
def _set_points(solid, i, points):  # type: ignore[no-untyped-def]
    """Writes the points of a piece that are looked at, in its own frame; gives their number."""
    return _points_of_box(solid, i, points) if solid[i, SHAPE] == BOX else _points_of_round(solid, i, points)


@numba.njit(cache=True, error_model="numpy")
def _points_of_box(solid, i, points):  # type: ignore[no-untyped-def]
    """Points all over the faces that are turned to the eye."""
    used = 0
    for face in range(3):
        eye, half = solid[i, LOCAL + face], solid[i, HALF + face]
        if abs(eye) > half:
            u, v = (face + 1) % 3, (face + 2) % 3
            half_u, half_v = solid[i, HALF + u], solid[i, HALF + v]
            across, along = _number_along(2.0 * half_u), _number_along(2.0 * half_v)
            for j in range(across):
                for k in range(along):
                    points[used, face] = half if eye > 0.0 else -half
                    points[used, u], points[used, v] = _along(j, across, half_u), _along(k, along, half_v)
                    used += 1
    return used


@numba.njit(cache=True, error_model="numpy")
def _points_of_round(solid, i, points):  # type: ignore[no-untyped-def]
    """Points in the upright plane through the middle that is turned to the eye, and in rings on the top or bottom."""
    x, y, shape = solid[i, LOCAL], solid[i, LOCAL + 1], solid[i, SHAPE]
    half_x, half_y, half_z = solid[i, HALF], solid[i, HALF + 1], solid[i, HALF + 2]
    away = np.sqrt(x * x + y * y)
    x, y = (-y / away, x / away) if away > 1e-9 else (1.0, 0.0)
    used, across, along = 0, np.int64(5), _number_along(2.0 * half_z)
    for j in range(across):
        for k in range(along):
            aside, up = _along(j, across, 1.0), _along(k, along, 1.0)
            if shape != BALL or aside * aside + up * up < 1.0:
                points[used, 0], points[used, 1] = aside * x * half_x, aside * y * half_y
                points[used, 2] = up * half_z
                used += 1
    if shape != BALL and abs(solid[i, LOCAL + 2]) > half_z:
        rings = 1 if shape == TUBE else (1 + _number_along(2.0 * half_x)) // 2
        spokes = 4 * max(2, rings)
        for j in range(rings):
            out = (1.0 + solid[i, INNER]) / 2 if shape == TUBE else 0.9 * (j + 1) / rings
            for k in range(spokes):
                turn = 2.0 * np.pi * k / spokes
                points[used, 0], points[used, 1] = out * half_x * np.cos(turn), out * half_y * np.sin(turn)
                points[used, 2] = half_z if solid[i, LOCAL + 2] > 0.0 else -half_z
                used += 1
    return used


@numba.njit(cache=True, error_model="numpy")
def _hidden_by(solid, i, points, p, view, slope, blockers, last):  # type: ignore[no-untyped-def]
    """What hides a point of a piece: another piece, the edge of the field of view, or nothing. Tries `last` first."""
    x, y, z = solid[i, AHEAD], solid[i, AHEAD + 1], solid[i, AHEAD + 2]
    for k in range(3):
        r = AXES + k
        x += solid[i, r] * points[p, k]
        y += solid[i, r + 3] * points[p, k]
        z += solid[i, r + 6] * points[p, k]
    edge = slope * (view[0, 0] * x + view[0, 1] * y + view[0, 2] * z)
    if abs(view[1, 0] * x + view[1, 1] * y + view[1, 2] * z) > edge:
        return OUT_OF_VIEW
    if abs(view[2, 0] * x + view[2, 1] * y + view[2, 2] * z) > edge:
        return OUT_OF_VIEW
    length = np.sqrt(x * x + y * y + z * z)
    if length > SIGHT:
        return OUT_OF_VIEW
    limit = 1.0 - TOUCH / length
    if last >= 0 and solid[last, OWNER] != solid[i, OWNER] and _meets(solid, last, x, y, z, limit):
        return last
    for n in range(len(blockers)):
        b = blockers[n]
        if solid[b, NEAREST] > length:
            break
        if solid[b, OWNER] != solid[i, OWNER] and _meets(solid, b, x, y, z, limit):
            return b
    return NOTHING


@numba.njit(cache=True, error_model="numpy")
def _meets(solid, b, x, y, z, limit):  # type: ignore[no-untyped-def]
    """Does a ray from the eye to a point (at time 1) meet a piece before the time `limit`?"""
    ax, ay, az = solid[b, AHEAD], solid[b, AHEAD + 1], solid[b, AHEAD + 2]
    t = min(1.0, max(0.0, (ax * x + ay * y + az * z) / (x * x + y * y + z * z)))
    dx, dy, dz = ax - t * x, ay - t * y, az - t * z
    if dx * dx + dy * dy + dz * dz > solid[b, RADIUS] * solid[b, RADIUS]:
        return False
    u = solid[b, AXES] * x + solid[b, AXES + 3] * y + solid[b, AXES + 6] * z
    v = solid[b, AXES + 1] * x + solid[b, AXES + 4] * y + solid[b, AXES + 7] * z
    w = solid[b, AXES + 2] * x + solid[b, AXES + 5] * y + solid[b, AXES + 8] * z
    half_x, half_y, half_z = solid[b, HALF], solid[b, HALF + 1], solid[b, HALF + 2]
    x, y, z = solid[b, LOCAL], solid[b, LOCAL + 1], solid[b, LOCAL + 2]
    low, high = _between(z, w, half_z, 0.0, limit)
    shape = solid[b, SHAPE]
    if shape == BOX:
        low, high = _between(x, u, half_x, low, high)
        low, high = _between(y, v, half_y, low, high)
        return low < high
    x, y, u, v = x / half_x, y / half_y, u / half_x, v / half_y
    if shape == BALL:
        z, w = z / half_z, w / half_z
        first, second = _below_zero(u * u + v * v + w * w, x * u + y * v + z * w, x * x + y * y + z * z - 1.0)
        return max(first, 0.0) < min(second, limit)
    first, second = _below_zero(u * u + v * v, x * u + y * v, x * x + y * y - 1.0)
    low, high = max(low, first), min(high, second)
    if low >= high or shape == CYLINDER:
        return low < high
    hole = solid[b, INNER]
    first, second = _below_zero(u * u + v * v, x * u + y * v, x * x + y * y - hole * hole)
    return first >= second or low < first or second < high


@numba.njit(cache=True, error_model="numpy")
def _between(start, speed, half, low, high):  # type: ignore[no-untyped-def]
    """The part of a stretch of time in which one coordinate is within half a side of the middle."""
    if abs(speed) < 1e-12:
        return (low, high) if abs(start) < half else (1.0, 0.0)
    first, second = (-half - start) / speed, (half - start) / speed
    return max(low, min(first, second)), min(high, max(first, second))


@numba.njit(cache=True, error_model="numpy")
def _below_zero(a, b, c):  # type: ignore[no-untyped-def]
    """Between which times a t^2 + 2 b t + c is below zero; an empty stretch (1, 0) if never."""
    if a < 1e-18:
        return (-np.inf, np.inf) if c < 0.0 else (1.0, 0.0)
    square = b * b - a * c
    if square <= 0.0:
        return 1.0, 0.0
    root = np.sqrt(square)
    return (-b - root) / a, (-b + root) / a
