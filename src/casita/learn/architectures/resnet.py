"""ResNets: He and others, "Deep Residual Learning for Image Recognition" (2015), with torchvision's names."""

from __future__ import annotations

from casita.learn.needing_torch import Tensor, functional, nn

WIDTHS = (64, 128, 256, 512)
"""Channels inside the blocks of the four layers."""


class Basic(nn.Module):
    """Two convolutions of 3 x 3, added to what came in."""

    expansion = 1

    def __init__(self, before: int, width: int, stride: int, downsample: nn.Module | None) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(before, width, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.downsample = downsample

    def forward(self, seen: Tensor) -> Tensor:
        """Maps of the block's width."""
        made = self.bn2(self.conv2(functional.relu(self.bn1(self.conv1(seen)))))
        return functional.relu(made + (seen if self.downsample is None else self.downsample(seen)))


class Bottleneck(nn.Module):
    """A convolution of 3 x 3 between two of 1 x 1, added to what came in."""

    expansion = 4

    def __init__(self, before: int, width: int, stride: int, downsample: nn.Module | None) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(before, width, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.conv3 = nn.Conv2d(width, width * self.expansion, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(width * self.expansion)
        self.downsample = downsample

    def forward(self, seen: Tensor) -> Tensor:
        """Maps of four times the block's width."""
        made = functional.relu(self.bn1(self.conv1(seen)))
        made = self.bn3(self.conv3(functional.relu(self.bn2(self.conv2(made)))))
        return functional.relu(made + (seen if self.downsample is None else self.downsample(seen)))


class ResNet(nn.Module):
    """A stem and four layers of blocks."""

    def __init__(self, block: type[Basic | Bottleneck], counts: tuple[int, ...]) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        before = 64
        for number, (width, count) in enumerate(zip(WIDTHS, counts, strict=True), 1):
            self.add_module(f"layer{number}", _layer(block, before, width, count, 1 if number == 1 else 2))
            before = width * block.expansion

    def maps(self, pictures: Tensor) -> Tensor:
        """What the last layer sees: a cell for every 32 x 32 pixels."""
        seen: Tensor = functional.relu(self.bn1(self.conv1(pictures)))
        seen = functional.max_pool2d(seen, 3, 2, 1)
        for number in range(1, len(WIDTHS) + 1):
            seen = self.get_submodule(f"layer{number}")(seen)
        return seen


def _layer(block: type[Basic | Bottleneck], before: int, width: int, count: int, stride: int) -> nn.Module:
    after = width * block.expansion
    smaller = None
    if stride > 1 or before != after:
        smaller = nn.Sequential(nn.Conv2d(before, after, 1, stride, bias=False), nn.BatchNorm2d(after))
    return nn.Sequential(
        block(before, width, stride, smaller), *(block(after, width, 1, None) for _ in range(count - 1))
    )


def basic(*counts: int) -> ResNet:
    """A ResNet of basic blocks, so many in each layer."""
    return ResNet(Basic, counts)


def deep(*counts: int) -> ResNet:
    """A ResNet of bottlenecks, so many in each layer."""
    return ResNet(Bottleneck, counts)
