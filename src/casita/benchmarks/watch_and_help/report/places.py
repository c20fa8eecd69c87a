"""The report's maps of where things are at first: all of them (Figure 14), and those that goals are about (15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from casita.arrays import Float64s
from casita.benchmarks.watch_and_help.homes.placements import PLACES
from casita.benchmarks.watch_and_help.homes.places_found import PlacesFound
from casita.catalog import ROOM_KINDS
from casita.evaluation.figures import INK, drawn
from casita.evaluation.page import Image, Missing, Section, Words
from casita.exact import count_of
from casita.scenes.describe import plain

CELL, SMALL = 0.36, 0.17
"""Inches of a cell with a number, and of one without."""

RARE = 0.01
"""A place that has less than this share of every type is left out of the maps."""

Counts = Mapping[str, Mapping[str, int]]


def places_section(found: PlacesFound | None) -> Section:
    """Both figures."""
    title = "Where things are at first (Figures 14 and 15)"
    if found is None:
        return Section(title, (Missing("counts of places", "casita report watch_and_help counts them first."),))
    words = (
        f"Counted over {found.homes:,} homes to help in. A row sums to 1: the share of the things of a type that are "
        "on or in a type of place. The paper draws its own without numbers."
    )
    goal_types = {type: row for type, row in found.carriers.items() if type in PLACES}
    goal_rooms = {type: row for type, row in found.rooms.items() if type in PLACES}
    return Section(
        title,
        (
            Words(words),
            Image("Things that goals are about (Figure 15)", goal_figure(goal_types, goal_rooms)),
            Image("All loose things (Figure 14)", all_figure(found.carriers), f"Places below {RARE:.0%} are left out."),
        ),
    )


def shares(counts: Counts, columns: Sequence[str]) -> Float64s:
    """One row for each type, in order: the share of its things in each column."""
    rows = [[row.get(column, 0) / count_of(row.values()) for column in columns] for row in counts.values()]
    return np.array(rows, float).reshape(len(counts), len(columns))


def common_places(counts: Counts) -> list[str]:
    """The places that have at least a little of some type, the most usual ones first."""
    names = sorted({name for row in counts.values() for name in row})
    found = shares(counts, names)
    kept = [number for number in range(len(names)) if found[:, number].max() >= RARE]
    return [names[number] for number in sorted(kept, key=lambda number: (-found[:, number].sum(), names[number]))]


def goal_figure(carriers: Counts, rooms: Counts) -> bytes:
    """Goal objects by place, and by room beside it, with numbers."""
    columns = common_places(carriers)
    rows = [plain(type) for type in carriers]

    def draw(figure: Any) -> None:
        left, right = figure.subplots(1, 2, width_ratios=(len(columns), len(ROOM_KINDS)))
        _map(left, shares(carriers, columns), rows, [plain(name) for name in columns], numbers=True)
        _map(right, shares(rooms, ROOM_KINDS), rows, [plain(name) for name in ROOM_KINDS], numbers=True)
        left.set_title("by place")
        right.set_title("by room")

    return drawn(draw, (CELL * (len(columns) + len(ROOM_KINDS)) + 2.6, CELL * len(rows) + 1.9))


def all_figure(carriers: Counts) -> bytes:
    """All types by place, without numbers."""
    columns = common_places(carriers)
    rows = [plain(type) for type in carriers]

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        image = _map(axes, shares(carriers, columns), rows, [plain(name) for name in columns], numbers=False)
        figure.colorbar(image, ax=axes, shrink=0.4, aspect=30, label="share")

    return drawn(draw, (SMALL * len(columns) + 3.4, SMALL * len(rows) + 1.6))


def _map(axes: Any, values: Float64s, rows: Sequence[str], columns: Sequence[str], *, numbers: bool) -> Any:
    image = axes.imshow(values, cmap="Blues", vmin=0.0, vmax=1.0, aspect="auto")
    letters = 9 if numbers else 7
    axes.set_xticks(range(len(columns)), columns, rotation=50, ha="right", rotation_mode="anchor", fontsize=letters)
    axes.set_yticks(range(len(rows)), rows, fontsize=letters)
    axes.tick_params(length=0, labelcolor=INK)
    axes.spines[:].set_visible(False)
    if numbers:
        for row, column in zip(*np.nonzero(values >= 0.005), strict=True):
            value = float(values[row, column])
            words = f"{value:.2f}".removeprefix("0")
            axes.text(column, row, words, ha="center", va="center", fontsize=7, color="white" if value > 0.6 else INK)
    return image
