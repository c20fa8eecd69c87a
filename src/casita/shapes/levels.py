"""Levels of detail of many pieces drawn as one: each at its own coarsest, small ones left out when too far to see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from casita.arrays import Int64s
from casita.exact import total_of
from casita.shapes.mesh import Level, Mesh, bounds, cross, dots

LADDER = (0.0004, 0.0012, 0.003, 0.007, 0.016, 0.035, 0.08, 0.2)
"""Metres that the coarser levels may depart from the finest."""

FEWER = 0.72
"""A level must have less than this share of the triangles of the one before it to be kept."""


LESSER = 0.2
"""Share of the whole area below which a piece is a lesser part."""


class Joined(NamedTuple):
    """Several meshes as one, and which of them each triangle came from, by level."""

    mesh: Mesh
    owner: tuple[Int64s, ...]


def joined_levels(meshes: Sequence[Mesh]) -> Joined:
    """Meshes as one with a chain of levels; the error of each is what really was left out or simplified."""
    thick = _thicknesses([mesh.levels[-1] for mesh in meshes])
    chains = [[(0, number) for number in range(len(meshes))]]
    errors, counts = [0.0], [sum(len(mesh.levels[0].triangles) for mesh in meshes)]
    for allowed in LADDER:
        chosen = [(_coarsest(mesh, allowed), number) for number, mesh in enumerate(meshes) if thick[number] > allowed]
        count = sum(len(meshes[number].levels[level].triangles) for level, number in chosen)
        if not chosen or count >= FEWER * counts[-1]:
            continue
        kept = {number for _, number in chosen}
        lost = max((thick[number] for number in range(len(meshes)) if number not in kept), default=0.0)
        chains.append(chosen)
        counts.append(count)
        errors.append(max(lost, max(meshes[number].errors[level] for level, number in chosen)))
    levels, owners = zip(*(_level(meshes, chosen) for chosen in chains), strict=True)
    return Joined(Mesh(tuple(levels), tuple(errors)), tuple(owners))


def _thicknesses(levels: Sequence[Level]) -> list[float]:
    """How wide each piece looks where it is narrow: from when on it may be left out.

    That is the second longest side of its box; for a lesser part (a handle, a seam that goes all round) how thick
    it is, six times its volume over its area, as a ball's is.
    """
    areas, found = [], []
    for points, _, _, triangles in levels:
        low, high = bounds(points)
        sides = np.sort(high - low)
        about = points - points.mean(0)
        a, b, c = (about[triangles[:, k]] for k in range(3))
        across = cross(b - a, c - a)
        area = float(np.sqrt(dots(across, across)).sum()) / 2
        volume = abs(float((a * across).sum())) / 6
        round_about = 6 * volume / max(area, 1e-12) if sides[0] > 1e-4 else float(sides[1])
        areas.append(area)
        found.append((float(sides[1]), min(float(sides[1]), max(round_about, float(sides[0]) * 0.2))))
    total = total_of(areas)
    return [thin if area < LESSER * total else wide for area, (wide, thin) in zip(areas, found, strict=True)]


def _coarsest(mesh: Mesh, allowed: float) -> int:
    """The coarsest level of a mesh that departs no more than allowed."""
    return max(level for level, error in enumerate(mesh.errors) if level == 0 or error <= allowed)


def _level(meshes: Sequence[Mesh], chosen: Sequence[tuple[int, int]]) -> tuple[Level, Int64s]:
    """The chosen levels of the chosen meshes as one, and the mesh that each triangle is of."""
    found = [meshes[number].levels[level] for level, number in chosen]
    starts = np.cumsum([0, *(len(level.points) for level in found)])
    owner = np.repeat([number for _, number in chosen], [len(level.triangles) for level in found])
    if len(found) == 1:
        return found[0], owner
    return Level(
        np.concatenate([level.points for level in found]),
        np.concatenate([level.normals for level in found]),
        np.concatenate([level.uv for level in found]),
        np.concatenate([level.triangles + start for level, start in zip(found, starts, strict=False)]),
    ), owner
