"""The encoder that is trained on our own pictures: it reads a general network's inner maps, finely and in our terms.

It stands for MOCA's in-domain features. Its maps have one cell for every 8 x 8 pixels, so that a mug of 14 pixels
still has cells of its own. The vector gathers what eight heads of attention find, where they find it, and a
little of the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from casita.learn.backbone import LAYERS
from casita.learn.checkpoints import fill_module, load_weights
from casita.learn.needing_torch import Tensor, functional, nn, torch

KIND, VERSION = "casita encoder", 1
"""What the weights' file says it is."""

WEIGHTS = Path(__file__).parent / "weights" / "casita_encoder.safetensors"
"""The weights that come with Casita, of the encoder that was told states."""


def weights_path(name: str) -> Path:
    """The weights of an encoder that come with Casita, by its name."""
    return WEIGHTS if name == "casita" else WEIGHTS.with_name(f"{name}_encoder.safetensors")


CHANNELS = 128
"""Of the maps."""

HEADS, VALUES, CONTEXT = 8, 16, 16
"""Heads of attention, numbers that each gathers besides its place, and numbers about the whole picture."""

WIDTH = HEADS * (VALUES + 2) + CONTEXT
"""Length of the vector."""


class Block(nn.Module):
    """Each channel looks around by itself, then all channels of a cell are mixed; added to what was there."""

    def __init__(self) -> None:
        super().__init__()
        self.around = nn.Conv2d(CHANNELS, CHANNELS, 5, padding=2, groups=CHANNELS, bias=False)
        self.norm = nn.BatchNorm2d(CHANNELS)
        self.mixed = nn.Conv2d(CHANNELS, CHANNELS, 1)

    def forward(self, maps: Tensor) -> Tensor:
        """The maps of the next layer."""
        made: Tensor = maps + self.mixed(torch.relu(self.norm(self.around(maps))))
        return made


class Encoder(nn.Module):
    """The general network's maps to our maps, and our maps to vectors."""

    def __init__(self) -> None:
        super().__init__()
        fine, middle, wide = LAYERS.values()
        self.read_fine = nn.Conv2d(fine, CHANNELS, 1, bias=False)
        self.read_middle = nn.Conv2d(middle, CHANNELS, 1, bias=False)
        self.read_wide = nn.Conv2d(wide, CHANNELS, 1, bias=False)
        self.norm_middle, self.norm_fine = nn.BatchNorm2d(CHANNELS), nn.BatchNorm2d(CHANNELS)
        self.around_middle, self.around_fine = Block(), Block()
        self.attention = nn.Conv2d(CHANNELS, HEADS, 1)
        self.values = nn.Conv2d(CHANNELS, HEADS * VALUES, 1)
        self.context = nn.Conv2d(CHANNELS, CONTEXT, 1)
        self.standard = nn.BatchNorm1d(WIDTH, affine=False, momentum=0.02)

    def maps(self, general: Sequence[Tensor]) -> Tensor:
        """Maps (n x CHANNELS x h x w) of the general network's, the finest of which come first."""
        fine, middle, wide = general
        coarse = self.read_middle(middle) + _raised(self.read_wide(wide), middle)
        coarse = self.around_middle(torch.relu(self.norm_middle(coarse)))
        both = torch.relu(self.norm_fine(self.read_fine(fine) + _raised(coarse, fine)))
        made: Tensor = torch.relu(self.around_fine(both))
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

    def forward(self, general: Sequence[Tensor]) -> tuple[Tensor, Tensor]:
        """Maps and vectors."""
        maps = self.maps(general)
        return maps, self.vectors(maps)


def _raised(maps: Tensor, like: Tensor) -> Tensor:
    """Coarse maps with as many cells as finer ones."""
    return functional.interpolate(maps, size=like.shape[2:], mode="nearest")


def load_encoder(path: Path | None = None) -> tuple[Encoder, str]:
    """The encoder with the weights of a file, or with those that come with Casita; and their digest."""
    path = path or WEIGHTS
    checkpoint = load_weights(path, KIND, VERSION)
    encoder = Encoder()
    fill_module(encoder, checkpoint, path)
    encoder.eval()
    return encoder, checkpoint.digest
