"""Features of pictures for the paper's agents: ImageNet's, or those of the detector that learnt from renders of homes.

The paper has CLIP's ResNet50 and a Mask R-CNN that was tuned on training scenes; weights of neither are to be had
offline. Both of ours are run at the size of the agent's own pictures, many pictures at a time.
"""

from __future__ import annotations

from functools import cache
from typing import Protocol

import numpy as np

from casita.arrays import Uint8s
from casita.benchmarks.excalibur.models.paper_agents import FEATURES
from casita.errors import unknown
from casita.learn.backend import torch_on_one_thread
from casita.learn.extracting import checked_pictures
from casita.learn.needing_torch import Tensor, torch


class Seeing(Protocol):
    """Turns pictures into numbers."""

    width: int
    digest: str
    """Of its weights."""

    def seen(self, pictures: Uint8s) -> Tensor:
        """n x width, of n x height x width x 3."""


class ImageNetSeeing:
    """The mean of EfficientNet-lite0's last maps."""

    def __init__(self) -> None:
        from casita.learn.imagenet import ImageNet

        made = ImageNet()
        self._network, self.width, self.digest = made.network, made.width, made.digest

    def seen(self, pictures: Uint8s) -> Tensor:
        """1,280 numbers a picture."""
        with torch.no_grad():
            return self._network.maps((_tensor(pictures) - 127.0) / 128.0).mean((2, 3))


class DetectorSeeing:
    """What the detector says of a whole picture: 128 numbers, and for every type how likely it shows."""

    def __init__(self) -> None:
        from casita.learn.detector.eyes import load_detector

        eyes = load_detector()
        self._network, self.digest = eyes.network, eyes.digest
        self.width = self._network.scene.out_features + self._network.present.out_features

    def seen(self, pictures: Uint8s) -> Tensor:
        """All of them in a row for each picture; sides are multiples of 32 pixels."""
        with torch.no_grad():
            scene = self._network.maps(_tensor(pictures)).scene
            return torch.cat([scene, self._network.present(scene).sigmoid()], 1)


def _tensor(pictures: Uint8s) -> Tensor:
    made = torch.from_numpy(np.ascontiguousarray(checked_pictures(pictures))).permute(0, 3, 1, 2).float()
    return made.contiguous(memory_format=torch.channels_last)


@cache
def seeing(features: str) -> Seeing:
    """Who looks at pictures, by name; all agents of a process share them."""
    torch_on_one_thread(f"{features} features")
    if features == "imagenet":
        return ImageNetSeeing()
    if features == "detector":
        return DetectorSeeing()
    raise unknown("kind of features", features, FEATURES)
