"""A folder of photographs in OpenImages' form, made into data like those that Casita generates.

    FROM/train-annotations-bbox.csv        ImageID, LabelName, XMin, XMax, YMin, YMax and whatever else
    FROM/validation-annotations-bbox.csv
    FROM/test-annotations-bbox.csv         at least one of the three
    FROM/class-descriptions-boxable.csv    what labels such as /m/02jvh9 mean; not needed where names stand in the boxes
    FROM/images/ImageID.jpg                or .png, of every picture that has a box of the paper's classes
    FROM/ratings.csv                       instance (ImageID/number of its box, from 0), rater, action, rating

What is true of the things is not known: the oracle and simulated raters have nothing to say about them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.classes.table import classes
from casita.benchmarks.plausiblact.importing.tables import PEOPLE, BoxRow, read_boxes, read_descriptions
from casita.benchmarks.plausiblact.item import Box, Instance, Part, Photo
from casita.errors import BadInput
from casita.limits import JSON_BYTES
from casita.protocols import Picture
from casita.reading import decoded_picture, read_bounded

FILES: Mapping[Part, str] = {
    "train": "train-annotations-bbox.csv",
    "valid": "validation-annotations-bbox.csv",
    "test": "test-annotations-bbox.csv",
}
DESCRIPTIONS, IMAGES, RATINGS = "class-descriptions-boxable.csv", "images", "ratings.csv"
ENDINGS = (".jpg", ".jpeg", ".png")

HOME = "imported"
"""What stands for the home of a photograph that was not drawn."""


class Imported(NamedTuple):
    """Everything that was read, before the filters that look at all photos."""

    photos: dict[str, Photo]
    pictures: dict[str, Path]
    """The files of the photos."""
    instances: list[Instance]
    boxes: dict[str, BoxRow]
    """By the names of instances, also of those that were left out."""


def read_folder(source: Path) -> Imported:
    """All photographs of a folder with boxes of the paper's classes; BadInput if something does not fit."""
    if not source.is_dir():
        raise BadInput(f"{source} is no folder")
    described = source / DESCRIPTIONS
    names = read_descriptions(described) if described.is_file() else {}
    found = Imported({}, {}, [], {})
    parts = [part for part in FILES if (source / FILES[part]).is_file()]
    if not parts:
        raise BadInput(f"{source} has none of {', '.join(FILES.values())}")
    for part in parts:
        _read_part(source, part, read_boxes(source / FILES[part], names), found)
    return found


def _read_part(source: Path, part: Part, boxes: Sequence[BoxRow], found: Imported) -> None:
    by_image: dict[str, list[BoxRow]] = {}
    for box in boxes:
        by_image.setdefault(box.image, []).append(box)
    for image, here in by_image.items():
        if image in found.photos:
            raise BadInput(f"{source}: picture {image} is in two parts, {found.photos[image].part} and {part}")
        ours = [box for box in here if box.name in classes()]
        found.boxes.update((box.instance, box) for box in ours)
        if not ours or any(box.name in PEOPLE for box in here):
            continue
        path = _picture_file(source / IMAGES, image)
        height, width = read_picture(path).shape[:2]
        found.pictures[image] = path
        found.photos[image] = Photo(image, part, HOME, 0, (0.0, 0.0, 0.0), 0.0, 0.0, 0.0, 60.0, width, height)
        found.instances.extend(_instances(ours, part, width, height))


def _picture_file(folder: Path, image: str) -> Path:
    for ending in ENDINGS:
        if (folder / f"{image}{ending}").is_file():
            return folder / f"{image}{ending}"
    raise BadInput(f"{folder}: picture {image} is missing; expected {image} with one of {', '.join(ENDINGS)}")


def read_picture(path: Path) -> Picture:
    """A photograph as an array."""
    return decoded_picture(read_bounded(path, JSON_BYTES), f"picture {path}")


def _instances(boxes: Iterable[BoxRow], part: Part, width: int, height: int) -> list[Instance]:
    """The instances of one picture with a coverage that the paper takes."""
    made = []
    for row in boxes:
        box = Box(
            math.floor(row.left * width), math.floor(row.top * height),
            math.ceil(row.right * width), math.ceil(row.bottom * height),
        )  # fmt: skip
        coverage = box.area / (width * height)
        if paper.COVERAGE[0] <= coverage <= paper.COVERAGE[1]:
            made.append(_instance(row, part, box, round(coverage, 4)))
    return made


def _instance(row: BoxRow, part: Part, box: Box, coverage: float) -> Instance:
    """An instance of which only class and box are known; a picture does not say the rest."""
    return Instance(
        id=row.instance, photo=row.image, part=part, name=row.name, type=classes()[row.name].types[0], thing="",
        box=tuple(box), coverage=coverage, shown=1.0, place="surface", on="", liquid="", level=0.0, amount=1.0,
        dirty=False, broken=False, cooked=False, openness=0.0, running=False, food=0, leftovers=0, litter=0,
        dirty_near=0, alike_near=0, refused={},
    )  # fmt: skip
