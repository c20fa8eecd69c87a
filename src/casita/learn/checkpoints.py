"""Small weights on disk: safetensors files that say what they are, which version, and a digest of what they hold."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from casita.errors import BadInput, not_installed
from casita.limits import CHECKPOINT_BYTES
from casita.reading import decoded
from casita.writing import write_whole

Arrays = Mapping[str, NDArray[np.generic]]

FORMAT = "casita weights"
"""The one key of the metadata: safetensors writes several in any order, and equal weights shall be equal bytes."""


class Checkpoint(NamedTuple):
    """Weights by name, and what is said about them."""

    kind: str
    """Which network they are for."""
    version: int
    weights: dict[str, NDArray[np.generic]]
    notes: dict[str, str]
    """Anything else worth keeping, such as the seed."""
    digest: str


def digest_of(weights: Arrays) -> str:
    """A hash of names, shapes, types and values."""
    sha = hashlib.sha256()
    for name in sorted(weights):
        array = weights[name]
        sha.update(f"{name}|{array.dtype.str}|{array.shape}|".encode())
        sha.update(array.tobytes())
    return sha.hexdigest()[:32]


def save_weights(
    path: Path, kind: str, version: int, weights: Arrays, notes: Mapping[str, str] | None = None, half: bool = False
) -> str:
    """Write weights (as 16-bit floats if `half`) and give their digest."""
    try:
        from safetensors.numpy import save
    except ModuleNotFoundError as missing:
        raise not_installed("a checkpoint", missing) from None
    kept = {name: np.array(_halved(array) if half else array, order="C") for name, array in weights.items()}
    about = _About(kind, version, digest_of(kept), dict(notes or {})).summed()
    write_whole(path, save(kept, metadata={FORMAT: json.dumps(msgspec.to_builtins(about), sort_keys=True)}))
    return about.digest


def load_weights(path: Path, kind: str, version: int) -> Checkpoint:
    """Read weights of one kind and version; 16-bit floats come back as 32-bit ones. BadInput for anything else."""
    try:
        from safetensors import SafetensorError, safe_open
    except ModuleNotFoundError as missing:
        raise not_installed("a checkpoint", missing) from None
    if not path.is_file():
        raise BadInput(f"{path}: there are no weights here")
    if path.stat().st_size > CHECKPOINT_BYTES:
        raise BadInput(f"{path}: too large; weights have at most {CHECKPOINT_BYTES:,} bytes")
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
            weights = {name: file.get_tensor(name) for name in sorted(file.keys())}
    except (SafetensorError, OSError, TypeError, ValueError, KeyError, AttributeError) as error:
        # Types that numpy lacks (bfloat16) come as any of these.
        raise BadInput(f"{path}: this is not a safetensors file, or damaged: {error}") from None
    if FORMAT not in metadata:
        raise BadInput(f"{path}: these weights were not written by Casita")
    said = _about(metadata[FORMAT], path)
    if said.kind != kind:
        raise BadInput(f"{path}: these are weights of {said.kind!r}, not of {kind!r}")
    if said.version != version:
        raise BadInput(f"{path}: these weights are of version {said.version}, expected {version}")
    if digest_of(weights) != said.digest:
        raise BadInput(f"{path}: the weights are damaged: their digest is not {said.digest!r}")
    whole = {name: array.astype(np.float32) if array.dtype == np.float16 else array for name, array in weights.items()}
    return Checkpoint(kind, version, whole, said.notes, said.digest)


class _About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file of weights says about itself."""

    kind: str
    version: int
    digest: str
    """Of the weights."""
    notes: dict[str, str] = {}
    checksum: str = ""
    """Of all the above."""

    def summed(self) -> _About:
        """The same with its checksum."""
        said = json.dumps([self.kind, self.version, self.digest, self.notes], sort_keys=True)
        return msgspec.structs.replace(self, checksum=hashlib.sha256(said.encode()).hexdigest()[:32])


def _about(text: str, path: Path) -> _About:
    about: _About = decoded(msgspec.json.Decoder(_About), text, f"{path}: what it says about itself")
    if about != about.summed():
        raise BadInput(f"{path}: what it says about itself is damaged: its checksum is not {about.checksum!r}")
    return about


def weights_of(module: object) -> dict[str, NDArray[np.generic]]:
    """The weights and buffers of a torch module, as arrays."""
    return {name: tensor.detach().cpu().numpy().copy() for name, tensor in module.state_dict().items()}  # type: ignore[attr-defined]


def fill_module(module: object, checkpoint: Checkpoint, path: Path) -> None:
    """Give a torch module its weights; BadInput if names or shapes differ."""
    import torch

    made = {name: torch.from_numpy(np.array(array)) for name, array in checkpoint.weights.items()}
    try:
        module.load_state_dict(made)  # type: ignore[attr-defined]
    except RuntimeError as error:
        first = str(error).strip().splitlines()[-1].strip()[:300]
        raise BadInput(f"{path}: the weights do not fit this network: {first}") from None


def _halved(array: NDArray[np.generic]) -> NDArray[np.generic]:
    return array.astype(np.float16) if array.dtype in (np.float32, np.float64) else array
