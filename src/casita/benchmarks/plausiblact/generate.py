"""From a seed to a folder of data: photos, the instances in them, and simulated ratings.

    DIR/photos/UNIT.parquet       how each picture is drawn: home, arrangement, camera
    DIR/found/UNIT.parquet        all instances in them, before the filters that look at all photos
    DIR/pictures/...              PNG files, if they are exported; else pictures are drawn when they are needed
    DIR/instances.parquet         the instances that were chosen, with their parts
    DIR/ratings.parquet           what the simulated raters said
    DIR/README.md, manifest.json  the card, and what the folder was made with, hashes included; written last

A home with its arrangements is the unit of work of `casita.evaluation.folder`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.importing.building import build_imported
from casita.benchmarks.plausiblact.item import Instance, Photo, Rating
from casita.benchmarks.plausiblact.pictures.choosing import choose, to_png
from casita.benchmarks.plausiblact.pictures.homes import NOBODY, SCALES, Unit, units
from casita.benchmarks.plausiblact.pictures.taking import PHOTOS as PHOTOS_A_TAKE
from casita.benchmarks.plausiblact.pictures.taking import photos_of
from casita.benchmarks.plausiblact.raters.rating import simulated_ratings
from casita.benchmarks.plausiblact.raters.statistics import card
from casita.benchmarks.plausiblact.stored.folder import (
    DATA,
    FOUND,
    INSTANCES,
    PHOTOS,
    RATINGS,
    PlausiblAct,
    drawn,
)
from casita.errors import BadInput, unknown
from casita.evaluation.folder import Hashes, Writer, build, stamp
from casita.parquet import read_parquet, to_parquet


@dataclass(frozen=True, kw_only=True)
class GenerateSettings:
    """Arrange homes, take photos, and let simulated raters judge what is in them.

    Examples:
      casita generate plausiblact --out data/plausiblact
      casita generate plausiblact --out data/small --scale small --workers 1 --pictures
      casita generate plausiblact --out data/unrated --scale unrated
      casita generate plausiblact --out data/photographs --imported openimages
    """

    out: Path
    """The folder for the data; a run that was stopped goes on."""
    seed: int = 0
    """Where all luck comes from."""
    scale: str = "paper"
    """small (ten homes), paper (the paper's numbers of instances), or unrated (pictures of training homes that nobody
    rates, for networks that learn to see from them: `casita train plausiblact --unrated`)."""
    homes: tuple[str, ...] = ()
    """Only these homes of the scale, such as kitchen_03,kitchen_27; all if none is named."""
    photos: int = PHOTOS_A_TAKE
    """Photos of every arrangement, at the most."""
    pictures: bool = False
    """Also write every picture as a PNG file; without, pictures are drawn when they are needed."""
    imported: Path | None = None
    """A folder of photographs with boxes and ratings in OpenImages' form: these are taken, and nothing is drawn."""
    workers: int = 2
    """Processes at work; the bytes do not depend on it."""

    def __post_init__(self) -> None:
        if self.scale not in SCALES:
            raise unknown("--scale", self.scale, SCALES)
        if self.workers < 1 or self.photos < 1:
            raise BadInput(f"--workers and --photos are at least 1; they are {self.workers} and {self.photos}")
        known = {unit.home for unit in units(self.scale)}
        for home in self.homes:
            if home not in known:
                raise unknown(f"home of scale {self.scale}", home, known)

    @property
    def units(self) -> tuple[Unit, ...]:
        """What is worked through."""
        return tuple(unit for unit in units(self.scale) if not self.homes or unit.home in self.homes)

    def plain(self) -> dict[str, Any]:
        """All that the bytes depend on."""
        return {name: getattr(self, name) for name in ("seed", "scale", "homes", "photos", "pictures")}


class Work(NamedTuple):
    """What one worker is asked for."""

    out: Path
    seed: int
    photos: int
    pictures: bool
    unit: Unit


def run_generate(settings: GenerateSettings) -> Iterator[str | Path]:
    """What `casita generate plausiblact` does."""
    yield generate(settings).card
    yield settings.out


def generate(settings: GenerateSettings, *, progress: bool = True) -> PlausiblAct:
    """Make the data, or what is missing of them."""
    if settings.imported is not None:
        build_imported(settings.out, settings.imported)
        return PlausiblAct(settings.out)
    made = stamp(DATA, settings.plain())
    said = {"settings": made.settings, "versions": made.versions}
    every = settings.units

    def finish() -> dict[str, bytes]:
        found = [one for unit in every for one in read_parquet(settings.out / FOUND / f"{unit.name}.parquet", Instance)]
        if settings.scale == NOBODY:
            chosen, ratings = choose(found, settings.seed, {}, most_of_a_class=len(found)), []
        else:
            chosen = choose(found, settings.seed, paper.SAMPLES if settings.scale == "paper" else {})
            ratings = simulated_ratings(chosen, settings.seed)
        return {
            INSTANCES: to_parquet(chosen, Instance, said),
            RATINGS: to_parquet(ratings, Rating, said),
            "README.md": card(settings.scale, settings.seed, chosen, ratings).encode(),
        }

    work = {unit.name: Work(settings.out, settings.seed, settings.photos, settings.pictures, unit) for unit in every}
    build(settings.out, made, work, make_unit, finish, workers=settings.workers, label="PlausiblAct: homes",
          progress=progress)  # fmt: skip
    return PlausiblAct(settings.out)


def make_unit(work: Work) -> Hashes:
    """The photos of all arrangements of one home."""
    writer, photos, found = Writer(work.out), list[Photo](), list[Instance]()
    unit = work.unit
    for take in range(unit.first, unit.first + unit.takes):
        for photo, instances in photos_of(unit.home, unit.part, take, work.seed, work.photos):
            photos.append(photo)
            found += instances
            if work.pictures:
                writer.write(f"pictures/{photo.id}.png", to_png(drawn(photo, work.seed)))
    said = {"home": unit.home, "seed": work.seed}
    writer.write(f"{PHOTOS}/{unit.name}.parquet", to_parquet(photos, Photo, said))
    writer.write(f"{FOUND}/{unit.name}.parquet", to_parquet(found, Instance, said))
    return writer.done()
