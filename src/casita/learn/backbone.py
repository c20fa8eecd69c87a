"""Maps of three sizes from EfficientNet-lite0's inner layers: what the encoder reads, one cell for 8, 16 and 32 pixels.

The network stays as it is; only what reads it is trained on our pictures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casita.learn.extracting import resized
from casita.learn.imagenet import ImageNet

if TYPE_CHECKING:
    from torch import Tensor

SIDE = 300
"""Pixels of the side of a picture; others are scaled."""

MARGIN = 4
"""Pixels added at the left and the top, so that the middles of cells are at pixels 0, 8, 16 and so on."""

LAYERS = {4: 40, 10: 112, 15: 320}
"""Numbers of the blocks that are read, and how many channels each has."""


class Backbone:
    """The inner layers of the network, without any that name classes."""

    def __init__(self) -> None:
        general = ImageNet()
        self._network = general.network
        self.digest = general.digest

    def maps(self, pictures: Tensor) -> tuple[Tensor, ...]:
        """Maps with 40, 112 and 320 channels of pictures (n x 3 x height x width, colours from 0 to 255)."""
        from torch.nn.functional import pad

        whole = pad((resized(pictures, SIDE) - 127.0) / 128.0, (MARGIN, 0, MARGIN, 0), mode="replicate")
        seen = self._network.after_blocks(whole, 0)
        found = []
        for number, block in enumerate(self._network.blocks):
            seen = block(seen)
            if number in LAYERS:
                found.append(seen)
        return tuple(found)
