"""Whole scenes with the actions that go with them, as SUNAction has them (the paper's Table 9).

SUNAction itself is not to be had, and neither is a description of its files. What is read is a folder in this form:

    FROM/scenes.csv            picture, location (indoor or outdoor), and a column for each action with 0 or 1
    FROM/images/...            the pictures, by the names that stand in the first column
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools
from casita.benchmarks.plausiblact.importing.openimages import IMAGES, read_picture
from casita.benchmarks.plausiblact.importing.tables import lines_of
from casita.errors import BadInput, unknown
from casita.protocols import Picture

TABLE = "scenes.csv"
LOCATIONS = ("indoor", "outdoor")
FIRST = ("picture", "location")


class Scenes(NamedTuple):
    """All scenes of a folder."""

    actions: tuple[str, ...]
    files: tuple[Path, ...]
    locations: tuple[str, ...]
    labels: Bools
    """Scenes x actions."""

    def at(self, location: str) -> Scenes:
        """Those of one location."""
        rows = [row for row, each in enumerate(self.locations) if each == location]
        files = tuple(self.files[row] for row in rows)
        return Scenes(self.actions, files, (location,) * len(rows), self.labels[rows])

    def picture(self, row: int) -> Picture:
        """The picture of a scene."""
        return read_picture(self.files[row])


def read_scenes(source: Path) -> Scenes:
    """All scenes of a folder; BadInput that names the line if something does not fit."""
    path = source / TABLE
    rows = list(csv.reader(lines_of(path)))
    if not rows or tuple(rows[0][: len(FIRST)]) != FIRST or len(rows[0]) == len(FIRST):
        raise BadInput(f"{path}: its columns are {', '.join(FIRST)} and one for each action")
    width = len(rows[0])
    files, locations, labels = list[Path](), list[str](), list[list[bool]]()
    for number, row in enumerate(rows[1:], 2):
        where = f"{path}, line {number}"
        if len(row) != width:
            raise BadInput(f"{where}: it has {len(row)} columns, expected {width}")
        name, file = Path(row[0]), source / IMAGES / row[0]
        if name.is_absolute() or ".." in name.parts or not file.is_file():
            raise BadInput(f"{where}: there is no picture {row[0]!r} in {source / IMAGES}")
        if row[1] not in LOCATIONS:
            raise BadInput(f"{where}: {unknown('location', row[1], LOCATIONS)}")
        wrong = [text for text in row[2:] if text not in ("0", "1")]
        if wrong:
            raise BadInput(f"{where}: {wrong[0]!r} is neither 0 nor 1")
        files.append(file)
        locations.append(row[1])
        labels.append([text == "1" for text in row[2:]])
    if not labels:
        raise BadInput(f"{path}: it has no scenes")
    return Scenes(tuple(rows[0][2:]), tuple(files), tuple(locations), np.array(labels, dtype=np.bool_))
