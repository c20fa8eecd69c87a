"""The encoder that is trained on our own pictures: a small convolutional network with fine maps and a short vector.

It stands for MOCA's in-domain features. Maps have one cell for every 8 x 8 pixels, so that a mug of 14 pixels
still has cells of its own. The vector gathers what eight heads of attention find, where they find it, and a
little of the whole.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn.functional import interpolate
from torch.nn.utils.fusion import fuse_conv_bn_eval

from casita.learn.checkpoints import fill_module, load_weights

KIND, VERSION = "casita encoder", 1
"""What the weights' file says it is."""

WEIGHTS = Path(__file__).parent / "weights" / "casita_encoder.safetensors"
"""The weights that come with Casita."""

CHANNELS = 128
"""Of the maps."""

HEADS, VALUES, CONTEXT = 8, 16, 16
"""Heads of attention, numbers that each gathers besides its place, and numbers about the whole picture."""

WIDTH = HEADS * (VALUES + 2) + CONTEXT
"""Length of the vector."""

SIDE = 300
"""Pixels of the side of a picture as it is trained on."""

MIDDLE, SPREAD = 127.5, 64.0
"""Colours are brought to about -2 to 2 by these."""


class Unit(nn.Module):
    """A convolution, a normalisation (none once they are fused) and a rectifier; added to its input if shapes allow."""

    def __init__(self, into: int, out: int, stride: int = 1, reach: int = 1, fused: bool = False) -> None:
        super().__init__()
        self.conv = nn.Conv2d(into, out, 3, stride, padding=reach, dilation=reach, bias=fused)
        self.norm: nn.Module = nn.Identity() if fused else nn.BatchNorm2d(out)
        self.adds = stride == 1 and into == out

    def forward(self, maps: Tensor) -> Tensor:
        """The maps of the next layer."""
        made: Tensor = self.norm(self.conv(maps))
        return torch.relu(made + maps if self.adds else made)

    def fuse(self) -> None:
        """Work the normalisation into the convolution."""
        if isinstance(self.norm, nn.BatchNorm2d):
            self.conv, self.norm = fuse_conv_bn_eval(self.conv, self.norm), nn.Identity()


class Encoder(nn.Module):
    """Pictures to maps, and maps to vectors."""

    def __init__(self, fused: bool = True) -> None:
        """An encoder with random weights; `fused` is for use and tuning, not fused for training from the start."""
        super().__init__()
        self.fine = nn.Sequential(
            Unit(3, 24, 2, fused=fused),
            Unit(24, 48, 2, fused=fused),
            Unit(48, 48, fused=fused),
            Unit(48, 112, 2, fused=fused),
            Unit(112, 112, fused=fused),
            Unit(112, 112, fused=fused),
        )
        self.wide = nn.Sequential(
            Unit(112, 192, 2, fused=fused),
            Unit(192, 192, fused=fused),
            Unit(192, 192, reach=2, fused=fused),
            Unit(192, 192, reach=4, fused=fused),
        )
        self.from_fine = nn.Conv2d(112, CHANNELS, 1)
        self.from_wide = nn.Conv2d(192, CHANNELS, 1)
        self.joined = Unit(CHANNELS, CHANNELS, fused=fused)
        self.attention = nn.Conv2d(CHANNELS, HEADS, 1)
        self.values = nn.Conv2d(CHANNELS, HEADS * VALUES, 1)
        self.context = nn.Conv2d(CHANNELS, CONTEXT, 1)
        self.standard = nn.BatchNorm1d(WIDTH, affine=False, momentum=0.02)

    def maps(self, pictures: Tensor) -> Tensor:
        """Maps (n x CHANNELS x h x w) of pictures (n x 3 x height x width, colours from 0 to 255)."""
        fine = self.fine((pictures - MIDDLE) / SPREAD)
        wide = self.from_wide(self.wide(fine))
        raised = interpolate(wide, size=fine.shape[2:], mode="nearest")
        made: Tensor = self.joined(torch.relu(self.from_fine(fine) + raised))
        return made

    def vectors(self, maps: Tensor) -> Tensor:
        """Vectors (n x WIDTH) of maps, each number with mean 0 and deviation 1 over the training pictures."""
        n, _, high, wide = maps.shape
        share = self.attention(maps).flatten(2).softmax(2)
        values = self.values(maps).reshape(n, HEADS, VALUES, high * wide)
        found = torch.einsum("nhp,nhvp->nhv", share, values)
        down = torch.linspace(-1.0, 1.0, high).repeat_interleave(wide)
        right = torch.linspace(-1.0, 1.0, wide).repeat(high)
        place = torch.stack([share @ right, share @ down], 2)
        whole = self.context(maps.mean((2, 3), keepdim=True)).flatten(1)
        made: Tensor = self.standard(torch.cat([found.flatten(1), place.flatten(1), whole], 1))
        return made

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """Maps and vectors of pictures."""
        maps = self.maps(pictures)
        return maps, self.vectors(maps)

    def fuse(self) -> Encoder:
        """Work all normalisations into the convolutions, for use after training; gives itself."""
        self.eval()
        for module in self.modules():
            if isinstance(module, Unit):
                module.fuse()
        return self


def load_encoder(path: Path | None = None) -> tuple[Encoder, str]:
    """The encoder with the weights of a file, or with those that come with Casita; and their digest."""
    path = path or WEIGHTS
    checkpoint = load_weights(path, KIND, VERSION)
    encoder = Encoder()
    fill_module(encoder, checkpoint, path)
    encoder.eval()
    return encoder, checkpoint.digest
