"""Batches for the encoder: the general network's maps of pictures, and labels, in an order that only the seed says."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float16s, Int64s
from casita.errors import BadInput
from casita.learn.backbone import Backbone
from casita.learn.encoder_data import Home, read_home, shard_name
from casita.learn.encoder_labels import SIDE, STATES, UNKNOWN, Labels
from casita.learn.needing_torch import Tensor, torch
from casita.writing import write_whole

BATCH = 32
"""Pictures that are learnt from together."""


class Batch(NamedTuple):
    """What the encoder sees of some pictures, and labels, ready to be learnt from."""

    general: tuple[Tensor, ...]
    """The general network's maps."""
    types: Tensor
    """n x cells x cells: labels of types."""
    states: Tensor
    """n x states x cells x cells: 0 or 1."""
    told: Tensor
    """The same, 1 where the state is told."""
    present: Tensor
    """n x types: 0 or 1."""
    interest: Tensor
    """n: type from 0 of the thing that the picture is about, or -1 if it is not told."""
    interest_states: Tensor
    interest_told: Tensor
    box: Tensor
    """n x 4: its left, top, right and bottom from 0 to 1; all 0 if it is not seen."""


class Seen(NamedTuple):
    """All pictures of some homes: maps as 16-bit floats, and labels."""

    general: tuple[Float16s, ...]
    labels: Labels

    def __len__(self) -> int:
        return len(self.labels.types)

    def batch(self, rows: Int64s) -> Batch:
        """Some of the pictures."""
        columns: list[Any] = [column[rows] for column in self.labels]
        labels = Labels(*columns)
        about = labels.interest[:, 0].astype(np.int64)
        return Batch(
            tuple(_channels_last(torch.from_numpy(maps[rows]).float()) for maps in self.general),
            torch.from_numpy(labels.types.astype(np.int64)),
            _bits(labels.states),
            _bits(labels.told),
            torch.from_numpy(labels.present.astype(np.float32)),
            torch.from_numpy(np.where(about == UNKNOWN, 0, about) - 1),
            _bits(labels.interest[:, 1]),
            _bits(labels.interest[:, 2]),
            torch.from_numpy(labels.interest[:, 3:].astype(np.float32) / SIDE),
        )


def _channels_last(maps: Tensor) -> Tensor:
    """The same maps in the order in memory that is faster to learn from."""
    return maps.contiguous(memory_format=torch.channels_last)


def _bits(words: NDArray[Any]) -> Tensor:
    """The bits of words as a new second dimension of zeros and ones."""
    places = np.arange(len(STATES), dtype=np.int32).reshape(1, -1, *([1] * (words.ndim - 1)))
    return torch.from_numpy(((words.astype(np.int32)[:, None] >> places) & 1).astype(np.float32))


def make_maps(home: Home, seed: int, folder: Path, backbone: Backbone) -> None:
    """Write the general network's maps of a home's pictures, unless they are there."""
    path = _maps_file(home, seed, folder)
    if path.exists():
        return
    rows = []
    with torch.inference_mode():
        for picture in read_home(home, seed, folder).pictures:
            tensor = torch.from_numpy(np.array(picture)[None]).permute(0, 3, 1, 2).float()
            maps = backbone.maps(tensor.contiguous(memory_format=torch.channels_last))
            rows.append([each[0].half().numpy() for each in maps])
    made = io.BytesIO()
    np.savez(made, *(np.stack(column) for column in zip(*rows, strict=True)))
    write_whole(path, made.getvalue())


def read_homes(homes: list[Home], seed: int, folder: Path) -> Seen:
    """The maps and labels of homes, in memory."""
    maps, labels = [], []
    for home in homes:
        path = _maps_file(home, seed, folder)
        if not path.exists():
            raise BadInput(f"{path} is missing: run `pictures` and then `maps` first")
        with np.load(path) as found:
            maps.append([found[name] for name in found.files])
        labels.append(read_home(home, seed, folder).labels)
    return Seen(
        tuple(np.concatenate(column) for column in zip(*maps, strict=True)),
        Labels(*(np.concatenate(column) for column in zip(*labels, strict=True))),
    )


def _maps_file(home: Home, seed: int, folder: Path) -> Path:
    return folder / "maps" / f"{shard_name(home, seed)}.npz"
