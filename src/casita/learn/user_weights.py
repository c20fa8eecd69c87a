"""Features of a well-known architecture with weights that a user has: a file in safetensors' form, or torch's.

>>> extractor("resnet50:weights/resnet50-11ad3fa6.pth").vectors(pictures)
"""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casita.errors import BadInput, unknown
from casita.learn.architectures import ARCHITECTURES
from casita.learn.backend import torch_on_one_thread
from casita.learn.extracting import Floats, Pictures, one_by_one, resized

if TYPE_CHECKING:
    from torch import Tensor

VERSION = 1
"""Of this file's arithmetic."""


class UserWeights:
    """An architecture of `casita.learn.architectures` with the weights of a file."""

    def __init__(self, architecture: str, path: str) -> None:
        """BadInput if there is no such architecture, or if the file has not all of its weights."""
        torch = torch_on_one_thread(f"features of {architecture}")
        if architecture not in ARCHITECTURES:
            raise unknown("architecture", architecture, ARCHITECTURES)
        self._row = ARCHITECTURES[architecture]
        file = Path(path).expanduser()
        self.name, self.width = f"{architecture}:{file}", self._row.width
        network: Any = self._row.network()
        fill(network, _read(file), file)
        self.network = network.eval()
        self.digest = hashlib.sha256(file.read_bytes() + f"|{architecture}|{VERSION}".encode()).hexdigest()[:32]
        self._mean, self._deviation = (
            255.0 * torch.tensor(each).reshape(1, 3, 1, 1) for each in (self._row.mean, self._row.deviation)
        )

    def vectors(self, pictures: Pictures) -> Floats:
        """The mean of the maps."""
        return one_by_one(pictures, lambda batch: self._maps(batch).mean((2, 3)))

    def maps(self, pictures: Pictures) -> Floats:
        """What the network sees before it names a class."""
        return one_by_one(pictures, self._maps)

    def _maps(self, batch: Tensor) -> Tensor:
        made: Tensor = self.network.maps((resized(batch, self._row.side) - self._mean) / self._deviation)
        return made


def fill(network: Any, weights: dict[str, Tensor], file: Path) -> None:
    """Give a network the weights of its names; others, such as of layers that name classes, are left out."""
    own = network.state_dict()
    for name, expected in own.items():
        if name not in weights and not name.endswith("num_batches_tracked"):
            raise BadInput(f"{file}: it has no weight {name}: it is of another architecture")
        if name in weights and weights[name].shape != expected.shape:
            found, wanted = tuple(weights[name].shape), tuple(expected.shape)
            raise BadInput(f"{file}: weight {name} is {found}, expected {wanted}")
    network.load_state_dict({name: weights.get(name, expected) for name, expected in own.items()})


def _read(file: Path) -> dict[str, Tensor]:
    """The weights in a file by name; nothing in it is run."""
    import torch
    from safetensors.torch import load_file

    try:
        found = load_file(file) if file.suffix == ".safetensors" else torch.load(file, "cpu", weights_only=True)
    except (OSError, ValueError, EOFError, RuntimeError, pickle.UnpicklingError) as error:
        raise BadInput(f"{file}: these weights cannot be read: {str(error).splitlines()[0]}") from None
    if not isinstance(found, dict) or not all(isinstance(each, torch.Tensor) for each in found.values()):
        raise BadInput(f"{file}: it holds no weights by name")
    return found
