"""What the encoder sees of instances, kept on disk: pictures are drawn and looked at once, arrangement by arrangement.

    CACHE/DIGEST/VIEW/kitchen_12~3.npy     a row for every instance of one arrangement, in the order of the data

DIGEST is of the data and of the encoder; a VIEW that was augmented has the strength in its name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float32s
from casita.benchmarks.plausiblact.item import Instance
from casita.benchmarks.plausiblact.models.augmenting import augmented
from casita.benchmarks.plausiblact.models.encoders import USUAL, seeing
from casita.benchmarks.plausiblact.models.inputs import View, box_numbers, cut_out, squared
from casita.benchmarks.plausiblact.stored.folder import PlausiblAct
from casita.errors import BadInput
from casita.scale import mapped
from casita.seeds import stream
from casita.writing import write_whole


class Looked(NamedTuple):
    """How instances were looked at: through which encoder, at what, and how much that was changed before."""

    views: tuple[View, ...]
    features: str = USUAL
    augment: int = 0
    """The strength of augmentation; 0 is none."""

    def folder(self, data: PlausiblAct, view: View) -> str:
        """Where vectors of one view are kept, in the cache."""
        said = f"{data.manifest.digest()}|{seeing(self.features).extractor.digest}"
        name = f"{view}~{self.augment}" if self.augment else view
        return f"{hashlib.sha256(said.encode()).hexdigest()[:16]}/{name}"


def vectors_of(data: PlausiblAct, instances: Sequence[Instance], looked: Looked, kept: Path) -> NDArray[Any]:
    """The vectors of instances, n x width, those of several views side by side; what is missing is computed first."""
    compute_vectors(data, instances, looked, kept, workers=1, progress=False)
    groups, found = _arrangements(data), []
    wanted = sorted({arrangement_of(one) for one in instances})
    number = {one.id: index for name in wanted for index, one in enumerate(groups[name])}
    for view in looked.views:
        folder = kept / looked.folder(data, view)
        rows = {name: _read(folder / f"{name}.npy", len(groups[name])) for name in wanted}
        found.append(np.stack([rows[arrangement_of(one)][number[one.id]] for one in instances]))
    return found[0] if len(found) == 1 else np.concatenate(found, axis=1)


def compute_vectors(
    data: PlausiblAct, instances: Sequence[Instance], looked: Looked, kept: Path, *, workers: int, progress: bool
) -> None:
    """Look at instances, as far as that was not done before; each picture is drawn once."""
    work = []
    for name in sorted({arrangement_of(one) for one in instances}):
        left = [view for view in looked.views if not (kept / looked.folder(data, view) / f"{name}.npy").is_file()]
        work += [_Work(data.path, looked._replace(views=tuple(left)), name, kept)] if left else []
    for _ in mapped(_compute, work, workers, f"PlausiblAct: {looked.features}", progress=progress):
        pass


def arrangement_of(one: Instance) -> str:
    """The home and take that an instance is in, such as kitchen_12~3."""
    return one.photo.rpartition("/")[0]


class _Work(NamedTuple):
    """What one worker is asked for: some views of all instances of an arrangement."""

    data: Path
    looked: Looked
    arrangement: str
    kept: Path


def _compute(work: _Work) -> None:
    data, (views, features, strength) = _opened(work.data), work.looked
    encoder = seeing(features)
    rows: dict[View, list[Float32s]] = {view: [] for view in views}
    shown, photo = np.zeros((0, 0, 3), np.uint8), ""
    for one in _arrangements(data)[work.arrangement]:
        if one.photo != photo:
            photo, shown = one.photo, data.picture(one.photo)
        for view, found in rows.items():
            if view == "box":
                found.append(box_numbers(shown, one.box))
                continue
            luck = stream(strength, "plausiblact", "augmented", view, one.id)
            changed = augmented(cut_out(shown, one.box, view), strength, luck)
            found.append(encoder.vector(squared(changed, encoder.side)))
    for view, found in rows.items():
        made = BytesIO()
        np.save(made, np.stack(found).astype(encoder.kept))
        write_whole(work.kept / work.looked.folder(data, view) / f"{work.arrangement}.npy", made.getvalue())


def _read(path: Path, count: int) -> NDArray[Any]:
    try:
        rows: NDArray[Any] = np.load(path)
    except (OSError, ValueError, EOFError) as error:
        raise BadInput(f"{path}: these features are damaged; remove the file: {error}") from None
    if rows.ndim != 2 or len(rows) != count:
        raise BadInput(f"{path}: features of shape {rows.shape}, expected {count} rows; remove the file")
    return rows


@lru_cache(maxsize=1)
def _opened(path: Path) -> PlausiblAct:
    return PlausiblAct(path)


def _arrangements(data: PlausiblAct) -> Mapping[str, list[Instance]]:
    """All instances by arrangement, in the order of the data."""
    groups: dict[str, list[Instance]] = {}
    for one in data.all_instances:
        groups.setdefault(arrangement_of(one), []).append(one)
    return groups
