"""Xception: Chollet (2016), with the names of timm's `legacy_xception`."""

from __future__ import annotations

from itertools import pairwise

from casita.learn.needing_torch import Tensor, functional, nn


class Separable(nn.Module):
    """Each channel is filtered by itself, then all are mixed."""

    def __init__(self, before: int, after: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(before, before, 3, padding=1, groups=before, bias=False)
        self.pointwise = nn.Conv2d(before, after, 1, bias=False)

    def forward(self, seen: Tensor) -> Tensor:
        """Maps of the same size."""
        made: Tensor = self.pointwise(self.conv1(seen))
        return made


class Block(nn.Module):
    """Separable convolutions, and pooling if the maps become smaller, added to what came in."""

    def __init__(self, widths: tuple[int, ...], stride: int, first_relu: bool = True) -> None:
        """`widths` are those before the first convolution and after each."""
        super().__init__()
        before, after = widths[0], widths[-1]
        changed = before != after or stride > 1
        self.skip = nn.Conv2d(before, after, 1, stride, bias=False) if changed else None
        self.skipbn = nn.BatchNorm2d(after) if changed else None
        layers: list[nn.Module] = []
        for one, other in pairwise(widths):
            layers += [nn.ReLU(), Separable(one, other), nn.BatchNorm2d(other)]
        layers = layers if first_relu else layers[1:]
        self.rep = nn.Sequential(*layers, *([nn.MaxPool2d(3, stride, 1)] if stride > 1 else []))

    def forward(self, seen: Tensor) -> Tensor:
        """Maps of the last width."""
        kept = seen if self.skip is None or self.skipbn is None else self.skipbn(self.skip(seen))
        made: Tensor = self.rep(seen) + kept
        return made


class Xception(nn.Module):
    """Two convolutions, twelve blocks, two separable convolutions."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(3, 32, 3, 2, bias=False), nn.BatchNorm2d(32)
        self.conv2, self.bn2 = nn.Conv2d(32, 64, 3, bias=False), nn.BatchNorm2d(64)
        self.block1 = Block((64, 128, 128), 2, first_relu=False)
        self.block2 = Block((128, 256, 256), 2)
        self.block3 = Block((256, 728, 728), 2)
        for number in range(4, 12):
            self.add_module(f"block{number}", Block((728,) * 4, 1))
        self.block12 = Block((728, 728, 1024), 2)
        self.conv3, self.bn3 = Separable(1024, 1536), nn.BatchNorm2d(1536)
        self.conv4, self.bn4 = Separable(1536, 2048), nn.BatchNorm2d(2048)

    def maps(self, pictures: Tensor) -> Tensor:
        """What the last layer sees: a cell for about every 32 x 32 pixels."""
        seen: Tensor = functional.relu(self.bn1(self.conv1(pictures)))
        seen = functional.relu(self.bn2(self.conv2(seen)))
        for number in range(1, 13):
            seen = self.get_submodule(f"block{number}")(seen)
        seen = functional.relu(self.bn3(self.conv3(seen)))
        return functional.relu(self.bn4(self.conv4(seen)))
