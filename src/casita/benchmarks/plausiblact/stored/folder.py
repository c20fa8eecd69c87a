"""A folder of PlausiblAct's data, opened: instances by part, their ratings, and pictures from disk or drawn anew."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from casita.benchmarks.plausiblact.item import PARTS, Instance, Photo, Rating
from casita.benchmarks.plausiblact.pictures.homes import NOBODY, is_featured
from casita.benchmarks.plausiblact.pictures.taking import studio
from casita.errors import BadInput, unknown
from casita.evaluation.folder import DataFolder
from casita.parquet import read_parquet
from casita.protocols import Picture

DATA = "plausiblact"
"""What these data are called in manifests."""

IMPORTED = "imported"
"""The scale of data that were not generated, whose ratings are people's."""

PHOTOS, FOUND = "photos", "found"
"""Folders of how pictures are drawn, and of all instances found in them."""

INSTANCES, RATINGS = "instances.parquet", "ratings.parquet"
"""The instances that were chosen, and what raters said of them."""


class PlausiblAct(DataFolder):
    """The data of one folder: `PlausiblAct("data/plausiblact").instances("test")`."""

    def __init__(self, path: str | Path) -> None:
        """Open a folder that `casita generate plausiblact` made; BadInput if it is damaged or something else."""
        super().__init__(path, DATA)
        self.all_instances = read_parquet(self.checked(INSTANCES), Instance)
        self.ratings = read_parquet(self.checked(RATINGS), Rating)

    def instances(self, part: str) -> list[Instance]:
        """The instances of a part: train, valid, test or further."""
        if part not in PARTS:
            raise unknown("part", part, PARTS)
        return [one for one in self.all_instances if one.part == part]

    @cached_property
    def photos(self) -> dict[str, Photo]:
        """All photos by their names."""
        names = sorted(name for name in self.hashes if name.startswith(f"{PHOTOS}/"))
        return {photo.id: photo for name in names for photo in read_parquet(self.checked(name), Photo)}

    def picture(self, name: str) -> Picture:
        """The picture of a photo: the one on disk if pictures were exported, else drawn."""
        if name not in self.photos:
            raise unknown("photo", name, self.photos)
        file = f"pictures/{name}.png"
        if file in self.hashes:
            return self.picture_in(file)
        return drawn(self.photos[name], self.seed)

    @property
    def seed(self) -> int:
        """Where all luck came from; BadInput for imported data, which have none."""
        seed = self.settings.get("seed")
        if not isinstance(seed, int):
            raise BadInput(f"{self.path} was imported: nothing is known of it but pictures and ratings")
        return seed

    @property
    def rated_by(self) -> str:
        """Whose ratings these are, as it stands in tables: "simulated ratings", "imported ratings" or "no ratings"."""
        named = {IMPORTED: "imported ratings", NOBODY: "no ratings"}
        return named.get(str(self.settings.get("scale")), "simulated ratings")


def drawn(photo: Photo, seed: int) -> Picture:
    """The picture of a photo, drawn anew."""
    return studio(photo.home, photo.take, seed, featured=is_featured(photo.part, photo.take)).draw(photo)
