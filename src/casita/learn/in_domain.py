"""In-domain features: the encoder that was trained on our own pictures, with the weights that come with Casita."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from casita.learn.backend import torch_on_one_thread
from casita.learn.extracting import Floats, Pictures, one_by_one

if TYPE_CHECKING:
    from torch import Tensor

VERSION = 1
"""Of this file's arithmetic."""


class InDomain:
    """The encoder of `encoder.py`: vectors of 160 numbers, maps of 128 channels with a cell for every 8 x 8 pixels."""

    name = "casita"

    def __init__(self, path: Path | None = None) -> None:
        """With the weights that come with Casita, or those in a file."""
        torch_on_one_thread("the feature extractor 'casita'")
        from casita.learn.backbone import Backbone
        from casita.learn.encoder import WIDTH, load_encoder

        self.width = WIDTH
        self._backbone = Backbone()
        self.network, digest = load_encoder(path)
        self.digest = f"{digest}-{self._backbone.digest}-{VERSION}"

    def vectors(self, pictures: Pictures) -> Floats:
        """What heads of attention find and where, each number with mean 0 and deviation 1 over training pictures."""
        return one_by_one(pictures, lambda batch: self.network.vectors(self._maps(batch)))

    def maps(self, pictures: Pictures) -> Floats:
        """The maps before pooling: 38 x 38 cells of a picture of 300 x 300 pixels, to which others are scaled."""
        return one_by_one(pictures, self._maps)

    def _maps(self, batch: Tensor) -> Tensor:
        return self.network.maps(self._backbone.maps(batch))
