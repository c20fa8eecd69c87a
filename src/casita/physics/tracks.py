"""Tracks of the engine as motions: only the samples that matter, on a lattice that logs can keep."""

from __future__ import annotations

import numpy as np

from casita.arrays import Float64s
from casita.geometry.poses import on_lattice
from casita.products import dot
from casita.world.event import Motion
from casita.world.stance import yaw_of

NEAR = 0.015
"""Metres that a thinned track may be off the whole one."""

TURN = 0.08
"""The same for unit quaternions: about 8 degrees."""

Floats = Float64s


def motion_of(id: str, times: Floats, track: Floats, position: Floats, rotation: Floats) -> Motion:
    """The motion along a track (positions and quaternions) that ends at a pose."""
    whole = track.copy()
    for row in range(1, len(whole)):
        if dot(whole[row, 3:], whole[row - 1, 3:]) < 0.0:
            whole[row, 3:] *= -1.0
    rows = _kept(times, whole)
    kept = whole[rows]
    seconds = float(times[-1])
    end = np.concatenate([position, rotation if dot(rotation, kept[-1, 3:]) >= 0.0 else -rotation])
    shares = [round(float(times[row]) / seconds, 3) for row in rows]
    kept[-1] = end
    positions = tuple(on_lattice(x, y, z) for x, y, z in kept[:, :3].tolist())
    turns = tuple((_short(w), _short(x), _short(y), _short(z)) for w, x, y, z in kept[:, 3:].tolist())
    return Motion(id, tuple(shares), positions, tuple(map(yaw_of, turns)), turns, round(seconds, 3))


def _short(value: float) -> float:
    return round(value, 3) + 0.0


def _kept(times: Floats, track: Floats) -> list[int]:
    """The rows of a track between which straight lines come close enough to all others."""
    keep = {0, len(times) - 1}
    open_spans = [(0, len(times) - 1)]
    while open_spans:
        first, last = open_spans.pop()
        if last - first < 2:
            continue
        share = ((times[first + 1 : last] - times[first]) / (times[last] - times[first]))[:, None]
        off = np.abs(track[first + 1 : last] - (track[first] * (1.0 - share) + track[last] * share))
        worst = np.maximum(off[:, :3].max(axis=1) / NEAR, off[:, 3:].max(axis=1) / TURN)
        middle = int(worst.argmax())
        if worst[middle] > 1.0:
            middle += first + 1
            keep.add(middle)
            open_spans += [(first, middle), (middle, last)]
    return sorted(keep)
