"""Encoders by name: what each is shown, how wide its vectors are, and how they are kept.

- any extractor of `casita.learn.features`: imagenet (EfficientNet-lite0), casita (trained on our pictures), clip:PATH;
- untrained: EfficientNet-lite0 with the weights of every layer shuffled, so that nothing that it learnt is left;
- early: maps that leave the first blocks of EfficientNet-lite0, for networks that go on learning from there.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from casita.benchmarks.plausiblact.models.inputs import SIDE
from casita.errors import BadInput
from casita.learn.extracting import Extractor, Floats, Pictures, one_by_one
from casita.learn.features import extractor
from casita.seeds import derived_seed

if TYPE_CHECKING:
    from torch import Tensor

USUAL, UNTRAINED, EARLY = "imagenet", "untrained", "early"

EARLY_SIDE = 160
"""Pixels of what `early` is shown: with 224 the whole network would take more than 15 ms."""

EARLY_VERSION = 2
"""Of what it is shown: the margin of `around` is a share of a box's longer side since the second."""

EARLY_BLOCKS, EARLY_CHANNELS, EARLY_CELLS = 11, 112, EARLY_SIDE // 16
"""Blocks whose weights stay as they are, and the maps that leave them."""


class Seeing(NamedTuple):
    """An encoder as it is used here."""

    extractor: Extractor
    side: int
    """Pixels of what it is shown."""
    kept: type[np.floating[Any]]
    """The type of number that its vectors are kept as."""

    def vector(self, shown: Pictures) -> Floats:
        """The vector of one picture, as precise as it would be if it had been kept."""
        return np.asarray(self.extractor.vectors(shown[None])[0].astype(self.kept), dtype=np.float32)


@cache
def seeing(features: str) -> Seeing:
    """The encoder of a name, which all models of a process share."""
    if features == EARLY:
        return Seeing(Early(), EARLY_SIDE, np.float16)
    return Seeing(Untrained() if features == UNTRAINED else extractor(features), SIDE, np.float32)


class Untrained:
    """EfficientNet-lite0 whose weights are where chance put them."""

    name = UNTRAINED

    def __init__(self) -> None:
        from casita.learn.imagenet import ImageNet
        from casita.learn.needing_torch import torch

        self._general = ImageNet()
        self.width = self._general.width
        self.digest = f"{UNTRAINED}-{self._general.digest}"
        luck = torch.Generator().manual_seed(derived_seed(0, "plausiblact", UNTRAINED) % 2**63)
        with torch.no_grad():
            for weights in self._general.network.parameters():
                weights.copy_(weights.flatten()[torch.randperm(weights.numel(), generator=luck)].view_as(weights))

    def vectors(self, pictures: Pictures) -> Floats:
        """The mean of the maps."""
        return self._general.vectors(pictures)

    def maps(self, pictures: Pictures) -> Floats:
        """The maps."""
        return self._general.maps(pictures)


class Early:
    """The first blocks of EfficientNet-lite0, on smaller pictures; its vectors are maps that are laid out flat."""

    name = EARLY
    width = EARLY_CHANNELS * EARLY_CELLS**2

    def __init__(self) -> None:
        from casita.learn.imagenet import ImageNet

        general = ImageNet()
        self.network = general.network
        self.digest = f"{EARLY}-{EARLY_VERSION}-{EARLY_SIDE}-{EARLY_BLOCKS}-{general.digest}"

    def vectors(self, pictures: Pictures) -> Floats:
        """Maps, flat."""
        found = self.maps(pictures)
        return found.reshape(len(found), -1)

    def maps(self, pictures: Pictures) -> Floats:
        """n x 112 x 10 x 10."""
        if pictures.shape[1:3] != (EARLY_SIDE, EARLY_SIDE):
            raise BadInput(f"the encoder {EARLY} is shown {EARLY_SIDE} x {EARLY_SIDE} pixels, not {pictures.shape}")
        return one_by_one(pictures, self._maps)

    def _maps(self, batch: Tensor) -> Tensor:
        return self.network.after_blocks((batch - 127.0) / 128.0, EARLY_BLOCKS)
