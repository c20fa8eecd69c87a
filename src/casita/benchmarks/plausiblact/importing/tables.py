"""Boxes and ratings as CSV files: every row becomes a typed value, or an error that names its line."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from casita.benchmarks.plausiblact.classes.table import classes, named_class
from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS, Rating
from casita.errors import BadInput, unknown
from casita.limits import JSON_BYTES
from casita.reading import read_bounded

PEOPLE = frozenset(
    {"Person", "Man", "Woman", "Boy", "Girl"}
    | {f"Human {part}" for part in ("arm", "beard", "body", "ear", "eye", "face", "foot", "hair", "hand", "head")}
    | {f"Human {part}" for part in ("leg", "mouth", "nose")}
)
"""OpenImages' classes of humans: pictures with any of them are left out."""

BOX_COLUMNS = ("ImageID", "LabelName", "XMin", "XMax", "YMin", "YMax")
RATING_COLUMNS = ("instance", "rater", "action", "rating")


class BoxRow(NamedTuple):
    """One row of OpenImages' boxes; sides are shares of the picture's width and height."""

    image: str
    number: int
    """Which box of its image, from 0, in the order of the file."""
    name: str
    """The class."""
    left: float
    right: float
    top: float
    bottom: float

    @property
    def instance(self) -> str:
        """The name that ratings know it by: ImageID/number."""
        return f"{self.image}/{self.number}"


def lines_of(path: Path) -> list[str]:
    """The lines of a file of text; BadInput if it cannot be read."""
    try:
        return read_bounded(path, JSON_BYTES).decode("utf-8-sig").splitlines()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: this is no text in UTF-8") from None


def _rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The rows of a CSV file that has at least these columns, each with where it stands."""
    table = csv.DictReader(lines_of(path))
    missing = [name for name in columns if name not in (table.fieldnames or ())]
    if missing:
        raise BadInput(f"{path}: it has no column {missing[0]}; expected {', '.join(columns)}")
    for number, row in enumerate(table, 2):
        if any(row[name] is None for name in columns):
            raise BadInput(f"{path}, line {number}: it has too few columns")
        yield f"{path}, line {number}", row


def read_descriptions(path: Path) -> dict[str, str]:
    """OpenImages' table of labels: such as /m/02jvh9 -> Mug. It has no line of names."""
    found = {}
    for number, row in enumerate(csv.reader(lines_of(path)), 1):
        if len(row) != 2:
            raise BadInput(f"{path}, line {number}: expected a label and its name")
        found[row[0]] = row[1]
    return found


def read_boxes(path: Path, descriptions: Mapping[str, str]) -> list[BoxRow]:
    """All boxes of a file, of any class; a label that is neither described nor a class or a human is an error."""
    found: list[BoxRow] = []
    numbers: dict[str, int] = {}
    known = set(descriptions.values()) | set(classes()) | PEOPLE
    for where, row in _rows(path, BOX_COLUMNS):
        image, name = row["ImageID"], descriptions.get(row["LabelName"], row["LabelName"])
        if not image or "/" in image or image in (".", ".."):
            raise BadInput(f"{where}: {image!r} is no name of a picture")
        if name not in known:
            raise BadInput(f"{where}: {unknown('label', name, known)}")
        left, right, top, bottom = (_share(row[column], column, where) for column in BOX_COLUMNS[2:])
        if left >= right or top >= bottom:
            raise BadInput(f"{where}: the box is empty: from {left} to {right} and from {top} to {bottom}")
        number = numbers.get(image, 0)
        numbers[image] = number + 1
        found.append(BoxRow(image, number, name, left, right, top, bottom))
    return found


def _share(text: str, column: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise BadInput(f"{where}: {column} is {text!r}, expected a number") from None
    if not 0.0 <= value <= 1.0:
        raise BadInput(f"{where}: {column} is {text}: the box is outside its picture; sides are from 0 to 1")
    return value


def read_ratings(path: Path, boxes: Mapping[str, BoxRow]) -> list[Rating]:
    """All ratings of a file; one by the same rater of the same action on the same instance is a second look."""
    found: list[Rating] = []
    seen: set[tuple[str, str, str]] = set()
    for where, row in _rows(path, RATING_COLUMNS):
        instance, rater, action, said = (row[name] for name in RATING_COLUMNS)
        if instance not in boxes:
            raise BadInput(f"{where}: there is no box {instance!r}; expected ImageID/number")
        if action not in ACTIONS:
            raise BadInput(f"{where}: {unknown('action', action, ACTIONS)}")
        if said not in RATINGS:
            raise BadInput(f"{where}: {unknown('rating', said, RATINGS)}")
        if not rater:
            raise BadInput(f"{where}: it does not say who rated")
        name = boxes[instance].name
        if not named_class(name).compatible(action):
            raise BadInput(f"{where}: {action} is not compatible with {name}, and so is not rated")
        key = instance, rater, action
        found.append(Rating(instance, rater, action, RATINGS.index(said), key in seen, ""))
        seen.add(key)
    return found
