"""Well-known encoders as architectures, for users who have weights: one row each.

Parameters have the names that the published files have: torchvision's for SqueezeNet, ResNets and Inception-v3, timm's
for Xception and Inception-v4. Each network has `maps(pictures)`, what it sees before it names a class; the layers that
name classes are left out, and so are their weights in a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from torch import nn


class Architecture(NamedTuple):
    """One row: how the network is made, and what it is shown."""

    name: str
    made: str
    """Module and function, which is given `settings`."""
    settings: tuple[int, ...]
    width: int
    """Channels of its maps."""
    side: int
    """Pixels of the pictures that its weights were trained on."""
    mean: tuple[float, float, float]
    deviation: tuple[float, float, float]
    """Of colours from 0 to 1: what is taken off and divided by."""

    def network(self) -> nn.Module:
        """The network, with weights by luck."""
        module, _, function = self.made.partition(":")
        made: nn.Module = getattr(import_module(f"{__name__}.{module}"), function)(*self.settings)
        return made


IMAGENET = ((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))
HALVES = ((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))

ARCHITECTURES: Mapping[str, Architecture] = {
    row.name: row
    for row in (
        Architecture("squeezenet", "squeezenet:SqueezeNet", (), 512, 224, *IMAGENET),
        Architecture("resnet18", "resnet:basic", (2, 2, 2, 2), 512, 224, *IMAGENET),
        Architecture("resnet50", "resnet:deep", (3, 4, 6, 3), 2048, 224, *IMAGENET),
        Architecture("resnet101", "resnet:deep", (3, 4, 23, 3), 2048, 224, *IMAGENET),
        Architecture("resnet152", "resnet:deep", (3, 8, 36, 3), 2048, 224, *IMAGENET),
        Architecture("xception", "xception:Xception", (), 2048, 299, *HALVES),
        Architecture("inception_v3", "inception_v3:InceptionV3", (), 2048, 299, *HALVES),
        Architecture("inception_v4", "inception_v4:InceptionV4", (), 1536, 299, *HALVES),
    )
}
"""The encoders of the PlausiblAct paper's Table 3, by name."""
