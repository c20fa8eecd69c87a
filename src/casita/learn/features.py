"""Features of pictures: extractors by name, and tables of features that are computed once and kept.

>>> from casita.learn.features import extractor, table
>>> seen = table(extractor("casita"), {"a": png, "b": lambda: path.read_bytes()}, Path("cache"))
>>> seen.matrix.shape, seen["a"].shape
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float16s
from casita.errors import BadInput, unknown
from casita.learn.architectures import ARCHITECTURES
from casita.learn.extracting import Extractor, Floats, Pictures
from casita.reading import decoded_picture
from casita.scale import tracked
from casita.writing import write_whole

Source = bytes | Pictures | Callable[[], "bytes | Pictures"]
"""A picture: a PNG file's bytes, an array of height x width x 3, or what gives one of these when called."""

SHARD = 256
"""Pictures whose features are kept in one file."""

TYPES, STATES = "types", "casita"
"""In-domain encoders: one that was told types and boxes only, and one that was told the states of things, too."""

NAMES = (TYPES, STATES, "imagenet", "clip:PATH", *(f"{name}:PATH" for name in ARCHITECTURES))
"""The extractors there are."""


def extractor(name: str) -> Extractor:
    """The extractor of this name; PATH is a folder with a CLIP checkpoint, or a file with an architecture's weights."""
    if name in (TYPES, STATES):
        from casita.learn.in_domain import InDomain

        return InDomain(name=name)
    if name == "imagenet":
        from casita.learn.imagenet import ImageNet

        return ImageNet()
    if name.startswith("clip:"):
        from casita.learn.clip import Clip

        return Clip(Path(name.removeprefix("clip:")).expanduser())
    if name.partition(":")[0] in ARCHITECTURES and ":" in name:
        from casita.learn.user_weights import UserWeights

        return UserWeights(*name.split(":", 1))
    raise unknown("feature extractor", name, NAMES)


class PictureVectors:
    """The vectors of pictures; each picture is looked at once, however often it is shown."""

    def __init__(self, extractor: Extractor) -> None:
        self.extractor = extractor
        self._known: dict[bytes, NDArray[Any]] = {}

    def of(self, pictures: Sequence[Pictures]) -> NDArray[Any]:
        """One row a picture."""
        return np.stack([self._one(picture) for picture in pictures])

    def _one(self, picture: Pictures) -> NDArray[Any]:
        name = hashlib.blake2b(np.ascontiguousarray(picture).data, digest_size=16).digest()
        if name not in self._known:
            self._known[name] = self.extractor.vectors(picture[None])[0]
        return self._known[name]


@cache
def vectors_by(features: str) -> PictureVectors:
    """The vectors by the extractor of this name; all models of a process share them."""
    return PictureVectors(extractor(features))


class FeatureTable:
    """Features of pictures by key, in the order of the keys; rows stay on disk until they are asked for."""

    def __init__(self, keys: Sequence[str], hashes: Sequence[str], kept: _Kept) -> None:
        self.keys = tuple(keys)
        self.index = {key: number for number, key in enumerate(self.keys)}
        """The row of each key."""
        self._places = [kept.places[each] for each in hashes]
        self._shards = kept.opened()

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, key: str) -> NDArray[Any]:
        """The features of one picture."""
        row: NDArray[Any] = self.rows([key])[0]
        return row

    def rows(self, keys: Sequence[str]) -> NDArray[Any]:
        """The features of some pictures, stacked."""
        return self.at([self._row(key) for key in keys])

    def at(self, rows: Sequence[int] | NDArray[np.integer[Any]]) -> NDArray[Any]:
        """The features in some rows, stacked."""
        return np.stack([self._shards[shard][place] for shard, place in (self._places[int(row)] for row in rows)])

    @property
    def matrix(self) -> NDArray[Any]:
        """All rows, in memory: meant for vectors; of maps, take some `rows` at a time."""
        return self.at(range(len(self.keys)))

    def _row(self, key: str) -> int:
        if key not in self.index:
            raise unknown("picture", key, self.index)
        return self.index[key]


def table(
    extractor: Extractor,
    items: Mapping[str, Source],
    cache: Path,
    progress: bool = True,
    maps: bool = False,
    side: int = 0,
) -> FeatureTable:
    """Features of all items; what a picture's content and the extractor already gave is read from the cache.

    Vectors as 32-bit floats, or `maps` as 16-bit ones, averaged down to at most `side` x `side` cells if that is
    not 0. Every shard of 256 pictures is written whole, so a stopped run goes on where it was.
    """
    if not items:
        raise BadInput("features were asked for, but of no pictures")
    if side < 0 or (side and not maps):
        raise BadInput(f"side is a number of cells of maps, not {side}")
    label = "".join(letter if letter.isalnum() else "_" for letter in extractor.name)[-40:]
    what = f"maps{side or ''}" if maps else "vectors"
    kept = _Kept(cache / f"{label}-{hashlib.sha256(extractor.digest.encode()).hexdigest()[:12]}-{what}")
    hashes: list[str] = []
    waiting: dict[str, Pictures] = {}
    for key, source in tracked(iter(items.items()), len(items), f"{extractor.name} {what}" if progress else ""):
        given = source() if callable(source) else source
        each = _content_hash(given)
        hashes.append(each)
        if each in kept.places or each in waiting:
            continue
        picture = decoded(key, given)
        if waiting and picture.shape != next(iter(waiting.values())).shape:
            _flush(extractor, waiting, kept, maps, side)
        waiting[each] = picture
        if len(waiting) == SHARD:
            _flush(extractor, waiting, kept, maps, side)
    _flush(extractor, waiting, kept, maps, side)
    return FeatureTable(list(items), hashes, kept)


class _Kept:
    """The shards of one extractor in a folder: a .npy of rows and, written last, a .txt of content hashes each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places: dict[str, tuple[str, int]] = {}
        for path in sorted(folder.glob("*.txt")) if folder.is_dir() else ():
            self._note(path.stem, path.read_text().split())

    def add(self, hashes: list[str], rows: NDArray[Any]) -> None:
        """Write a shard."""
        name = hashlib.sha256("".join(hashes).encode()).hexdigest()[:16]
        made = io.BytesIO()
        np.save(made, rows)
        write_whole(self.folder / f"{name}.npy", made.getvalue())
        write_whole(self.folder / f"{name}.txt", "\n".join(hashes).encode())
        self._note(name, hashes)

    def _note(self, name: str, hashes: list[str]) -> None:
        for number, each in enumerate(hashes):
            self.places[each] = name, number

    def opened(self) -> dict[str, NDArray[Any]]:
        """All shards, memory-mapped, by name."""
        found = {}
        for name in sorted({name for name, _ in self.places.values()}):
            path = self.folder / f"{name}.npy"
            try:
                found[name] = np.load(path, mmap_mode="r")
            except (OSError, ValueError, EOFError) as error:
                raise BadInput(f"{path}: this shard of features is damaged; remove it and its .txt: {error}") from None
        return found


def _flush(extractor: Extractor, waiting: dict[str, Pictures], kept: _Kept, maps: bool, side: int) -> None:
    """Compute and keep the features of all that wait."""
    if not waiting:
        return
    pictures = np.stack(list(waiting.values()))
    kept.add(list(waiting), small_maps(extractor.maps(pictures), side) if maps else extractor.vectors(pictures))
    waiting.clear()


def small_maps(maps: Floats, side: int) -> Float16s:
    """Maps averaged down to at most so many cells a side, as 16-bit floats."""
    if side and (maps.shape[2] > side or maps.shape[3] > side):
        import torch
        from torch.nn.functional import adaptive_avg_pool2d

        size = min(side, maps.shape[2]), min(side, maps.shape[3])
        maps = adaptive_avg_pool2d(torch.from_numpy(maps), size).numpy()
    return maps.astype(np.float16)


def _content_hash(given: bytes | Pictures) -> str:
    if isinstance(given, bytes):
        return hashlib.sha256(given).hexdigest()[:32]
    return hashlib.sha256(str(given.shape).encode() + np.ascontiguousarray(given).tobytes()).hexdigest()[:32]


def decoded(key: str, given: bytes | Pictures) -> Pictures:
    """A picture as an array; BadInput with its key if it cannot be read."""
    if not isinstance(given, bytes):
        return given
    return decoded_picture(given, f"picture {key!r}")
