"""What the encoder sees of instances, kept on disk: pictures are drawn and looked at once, arrangement by arrangement.

    CACHE/DIGEST/VIEW/kitchen_12~3.npy     a row for every instance of one arrangement, in the order of the data

DIGEST is of the data and of the encoder.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.plausiblact.item import Instance
from casita.benchmarks.plausiblact.models.inputs import CONTEXTS, View, view_of
from casita.benchmarks.plausiblact.stored.folder import PlausiblAct
from casita.errors import BadInput
from casita.learn.extracting import Extractor
from casita.learn.features import extractor
from casita.scale import mapped
from casita.writing import write_whole

FEATURES = "imagenet"
"""The extractor: EfficientNet-lite0 with ImageNet weights."""


def vectors_of(
    data: PlausiblAct,
    instances: Sequence[Instance],
    context: str,
    kept: Path,
    *,
    workers: int = 1,
    progress: bool = False,
) -> NDArray[np.float32]:
    """The vectors of instances in a context, n x width; what is not in the cache is computed first."""
    compute_vectors(data, instances, CONTEXTS[context], kept, workers=workers, progress=progress)
    groups, found = _arrangements(data), []
    wanted = sorted({arrangement_of(one) for one in instances})
    for view in CONTEXTS[context]:
        folder = kept / _digest(data) / view
        rows = {name: _read(folder / f"{name}.npy", len(groups[name])) for name in wanted}
        number = {one.id: index for name in wanted for index, one in enumerate(groups[name])}
        found.append(np.stack([rows[arrangement_of(one)][number[one.id]] for one in instances]))
    return np.concatenate(found, axis=1)


def compute_vectors(
    data: PlausiblAct,
    instances: Sequence[Instance],
    views: Sequence[View],
    kept: Path,
    *,
    workers: int,
    progress: bool,
) -> None:
    """Look at instances in several ways, as far as that was not done before; each picture is drawn once."""
    folder = kept / _digest(data)
    work = []
    for name in sorted({arrangement_of(one) for one in instances}):
        left = tuple(view for view in views if not (folder / view / f"{name}.npy").is_file())
        work += [_Work(data.path, left, name, folder)] if left else []
    for _ in mapped(_compute, work, workers, "PlausiblAct: features", progress=progress):
        pass


def arrangement_of(one: Instance) -> str:
    """The home and take that an instance is in, such as kitchen_12~3."""
    return one.photo.rpartition("/")[0]


class _Work(NamedTuple):
    """What one worker is asked for: some views of all instances of an arrangement."""

    data: Path
    views: tuple[View, ...]
    arrangement: str
    folder: Path


def _compute(work: _Work) -> None:
    data = _opened(work.data)
    rows: dict[View, list[NDArray[np.float32]]] = {view: [] for view in work.views}
    shown, photo = np.zeros((0, 0, 3), np.uint8), ""
    for one in _arrangements(data)[work.arrangement]:
        if one.photo != photo:
            photo, shown = one.photo, data.picture(one.photo)
        for view, found in rows.items():
            found.append(encoder().vectors(view_of(shown, one.box, view)[None])[0])
    for view, found in rows.items():
        made = BytesIO()
        np.save(made, np.stack(found))
        write_whole(work.folder / view / f"{work.arrangement}.npy", made.getvalue())


def _read(path: Path, count: int) -> NDArray[np.float32]:
    try:
        rows: NDArray[np.float32] = np.load(path)
    except (OSError, ValueError, EOFError) as error:
        raise BadInput(f"{path}: these features are damaged; remove the file: {error}") from None
    if rows.ndim != 2 or len(rows) != count:
        raise BadInput(f"{path}: features of shape {rows.shape}, expected {count} rows; remove the file")
    return rows


@lru_cache(maxsize=1)
def _opened(path: Path) -> PlausiblAct:
    return PlausiblAct(path)


@cache
def encoder() -> Extractor:
    """The extractor, which all models of a process share."""
    return extractor(FEATURES)


def _arrangements(data: PlausiblAct) -> Mapping[str, list[Instance]]:
    """All instances by arrangement, in the order of the data."""
    groups: dict[str, list[Instance]] = {}
    for one in data.all_instances:
        groups.setdefault(arrangement_of(one), []).append(one)
    return groups


def _digest(data: PlausiblAct) -> str:
    return hashlib.sha256(f"{data.manifest.digest()}|{encoder().digest}".encode()).hexdigest()[:16]
