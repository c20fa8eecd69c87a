"""In-domain features: encoders that were trained on our own pictures, with the weights that come with Casita.

`types` was told what things are and where; `casita` was told their states as well, which are what actions lead to.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from casita.errors import BadInput
from casita.learn.backend import torch_on_one_thread
from casita.learn.extracting import Floats, Pictures, one_by_one

if TYPE_CHECKING:
    from torch import Tensor

VERSION = 1
"""Of this file's arithmetic."""


class InDomain:
    """The encoder of `encoder.py`: vectors of 160 numbers, maps of 128 channels with a cell for every 8 x 8 pixels."""

    def __init__(self, path: Path | None = None, name: str = "casita") -> None:
        """With the weights in a file, or those of this name that come with Casita."""
        torch_on_one_thread(f"the feature extractor {name!r}")
        from casita.learn.backbone import Backbone
        from casita.learn.encoder import WIDTH, load_encoder, weights_path

        path = path or weights_path(name)
        if not path.exists():
            raise BadInput(f"{path} is missing: python -m casita.learn.encoder_training makes it (--told {name})")
        self.name = name
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
