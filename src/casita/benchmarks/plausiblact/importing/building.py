"""Writes a folder of data from photographs: the same files as generated data have, with people's ratings."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from casita.benchmarks.plausiblact.importing.openimages import DESCRIPTIONS, FILES, RATINGS, read_folder, read_picture
from casita.benchmarks.plausiblact.importing.tables import read_ratings
from casita.benchmarks.plausiblact.item import Instance, Photo, Rating
from casita.benchmarks.plausiblact.pictures.choosing import choose, to_png
from casita.benchmarks.plausiblact.stored.folder import DATA, FOUND, IMPORTED, INSTANCES, PHOTOS
from casita.benchmarks.plausiblact.stored.folder import RATINGS as RATINGS_FILE
from casita.evaluation.folder import Hashes, Writer, build, stamp
from casita.evaluation.models import file_digest
from casita.parquet import to_parquet

UNIT = "imported"


class Work(NamedTuple):
    """What is read, and where it goes."""

    out: Path
    source: Path


def build_imported(out: Path, source: Path) -> None:
    """Read photographs, boxes and ratings, and write them as data; nothing is written if something does not fit."""
    read = read_folder(source)
    chosen = choose(read.instances, 0, {})
    every = read_ratings(source / RATINGS, read.boxes)
    known = {one.id for one in chosen}
    ratings = [rating for rating in every if rating.instance in known]
    files = [source / name for name in (*FILES.values(), DESCRIPTIONS, RATINGS)]
    made = stamp(DATA, {"scale": IMPORTED}, {path.name: file_digest(path) for path in files if path.is_file()})
    said = {"settings": made.settings}

    def finish() -> dict[str, bytes]:
        return {
            INSTANCES: to_parquet(chosen, Instance, said),
            RATINGS_FILE: to_parquet(ratings, Rating, said),
            "README.md": _card(chosen, every, ratings).encode(),
        }

    build(out, made, {UNIT: Work(out, source)}, make_imported, finish)


def make_imported(work: Work) -> Hashes:
    """The photographs as PNG files, and rows of them and of their instances."""
    read, writer = read_folder(work.source), Writer(work.out)
    for image, path in read.pictures.items():
        writer.write(f"pictures/{image}.png", to_png(read_picture(path)))
    writer.write(f"{PHOTOS}/{UNIT}.parquet", to_parquet(list(read.photos.values()), Photo, {}))
    writer.write(f"{FOUND}/{UNIT}.parquet", to_parquet(read.instances, Instance, {}))
    return writer.done()


def _card(chosen: list[Instance], every: list[Rating], kept: list[Rating]) -> str:
    """What is in the folder, as text."""
    parts = Counter(one.part for one in chosen)
    raters = len({rating.rater for rating in kept})
    return (
        "# PlausiblAct, imported\n\n"
        f"{len(chosen):,} instances in {len({one.photo for one in chosen}):,} photographs: "
        + ", ".join(f"{part} {parts[part]:,}" for part in FILES)
        + f".\n{len(kept):,} ratings by {raters} raters; {len(every) - len(kept):,} more are of boxes that the paper's "
        "filters leave out.\n"
    )
