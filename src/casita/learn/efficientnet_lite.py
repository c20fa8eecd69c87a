"""EfficientNet-lite0 as plain torch: the network that published ImageNet weights are for.

Tan and Le, "EfficientNet: Rethinking Model Scaling for Convolutional Neural Networks" (2019), in the "lite" form:
ReLU6 everywhere, no squeeze-and-excitation, stem and head of fixed width. Each normalisation is worked into the
convolution before it: the same function in less time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from casita.errors import BadInput
from casita.learn.needing_torch import Tensor, functional, nn, torch


class BlockGroup(NamedTuple):
    """Some blocks in a row; the first of them changes size and width, the others keep both."""

    repeats: int
    kernel: int
    stride: int
    expand: int
    """How many times wider a block is inside."""
    channels: int


BLOCK_GROUPS = (
    BlockGroup(1, 3, 1, 1, 16),
    BlockGroup(2, 3, 2, 6, 24),
    BlockGroup(2, 5, 2, 6, 40),
    BlockGroup(3, 3, 2, 6, 80),
    BlockGroup(3, 5, 1, 6, 112),
    BlockGroup(4, 5, 2, 6, 192),
    BlockGroup(1, 3, 1, 6, 320),
)
STEM, HEAD, CLASSES = 32, 1280, 1000
"""Channels after the first convolution and before the classes, and how many classes there are."""

NORM_EPSILON = 1e-3
"""Added to variances; TensorFlow's, which the weights were trained with."""


class Convolution(nn.Module):
    """A convolution whose output is as large as its input over the stride, padded as TensorFlow pads."""

    def __init__(self, before: int, after: int, kernel: int = 1, stride: int = 1, groups: int = 1) -> None:
        super().__init__()
        self.stride = stride
        self.groups = groups
        around = kernel - stride if stride > 1 else kernel - 1
        self.padding = (around // 2, around - around // 2) * 2
        self.weight = nn.Parameter(torch.zeros(after, before // groups, kernel, kernel))
        self.bias = nn.Parameter(torch.zeros(after))

    def forward(self, seen: Tensor) -> Tensor:
        """Sides of the input are multiples of the stride."""
        if any(self.padding):
            seen = functional.pad(seen, self.padding)
        return functional.conv2d(seen, self.weight, self.bias, self.stride, groups=self.groups)

    def fill(self, weights: Mapping[str, Tensor], conv: str, norm: str) -> None:
        """Take the weights of a convolution and of the normalisation after it."""
        names = ("running_mean", "running_var", "weight", "bias")
        mean, variance, scale, shift = (weights[f"{norm}.{name}"] for name in names)
        kernel = weights[f"{conv}.weight"]
        if kernel.shape != self.weight.shape:
            raise BadInput(f"weight {conv} is {tuple(kernel.shape)}, expected {tuple(self.weight.shape)}")
        self.weight, self.bias = nn.utils.fusion.fuse_conv_bn_weights(
            kernel, None, mean, variance, NORM_EPSILON, scale, shift
        )


class Block(nn.Module):
    """An inverted bottleneck: wider, filtered channel by channel, narrow again, and added to what came in."""

    def __init__(self, before: int, after: int, kernel: int, stride: int, expand: int) -> None:
        super().__init__()
        inside = before * expand
        self.expand = Convolution(before, inside) if expand > 1 else None
        self.filter = Convolution(inside, inside, kernel, stride, groups=inside)
        self.project = Convolution(inside, after)
        self.is_added = stride == 1 and before == after

    def forward(self, seen: Tensor) -> Tensor:
        """Maps of the block's width."""
        wide = seen if self.expand is None else functional.relu6(self.expand(seen), inplace=True)
        made: Tensor = self.project(functional.relu6(self.filter(wide), inplace=True))
        return made + seen if self.is_added else made

    def fill(self, weights: Mapping[str, Tensor], name: str) -> None:
        """Take the weights of the block of this name."""
        if self.expand is not None:
            self.expand.fill(weights, f"{name}._expand_conv", f"{name}._bn0")
        self.filter.fill(weights, f"{name}._depthwise_conv", f"{name}._bn1")
        self.project.fill(weights, f"{name}._project_conv", f"{name}._bn2")


def all_blocks() -> list[Block]:
    """The network's 16 blocks, without weights yet."""
    found, width = [], STEM
    for group in BLOCK_GROUPS:
        for number in range(group.repeats):
            found.append(Block(width, group.channels, group.kernel, 1 if number else group.stride, group.expand))
            width = group.channels
    return found


class EfficientNetLite0(nn.Module):
    """The whole network: pictures of 224 x 224 become maps of 7 x 7 cells and scores of 1,000 classes."""

    def __init__(self, weights: Mapping[str, Tensor]) -> None:
        """Make it with weights under the names of `efficientnet-lite0-57934424.pth`."""
        super().__init__()
        self.stem = Convolution(3, STEM, 3, 2)
        self.blocks = nn.ModuleList(all_blocks())
        self.head = Convolution(BLOCK_GROUPS[-1].channels, HEAD)
        self.classes = nn.Linear(HEAD, CLASSES)
        try:
            self._fill(weights)
        except (KeyError, RuntimeError) as error:
            raise BadInput(f"these are no weights of EfficientNet-lite0: {error}") from None
        self.eval().requires_grad_(True)  # Whoever tunes its last blocks can.
        self.to(memory_format=torch.channels_last)  # type: ignore[call-overload]

    def _fill(self, weights: Mapping[str, Tensor]) -> None:
        self.stem.fill(weights, "_conv_stem", "_bn0")
        for number, block in enumerate(self.blocks):
            assert isinstance(block, Block)
            block.fill(weights, f"_blocks.{number}")
        self.head.fill(weights, "_conv_head", "_bn1")
        self.classes.load_state_dict({"weight": weights["_fc.weight"], "bias": weights["_fc.bias"]})

    def after_blocks(self, pictures: Tensor, count: int) -> Tensor:
        """Maps that leave the first so many of the 16 blocks."""
        seen = functional.relu6(self.stem(pictures))
        for block in self.blocks[:count]:
            seen = block(seen)
        return seen

    def maps(self, pictures: Tensor) -> Tensor:
        """What it sees before it names a class: 1,280 x 7 x 7."""
        return functional.relu6(self.head(self.after_blocks(pictures, len(self.blocks))))

    def forward(self, pictures: Tensor) -> Tensor:
        """Scores of the classes."""
        found: Tensor = self.classes(functional.adaptive_avg_pool2d(self.maps(pictures), 1).flatten(1))
        return found
