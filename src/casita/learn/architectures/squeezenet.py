"""SqueezeNet 1.1: Iandola and others (2016), with torchvision's names."""

from __future__ import annotations

from casita.learn.needing_torch import Tensor, functional, nn, torch


class Fire(nn.Module):
    """Few channels, from which half of the next ones are made by 1 x 1 and half by 3 x 3."""

    def __init__(self, before: int, few: int, half: int) -> None:
        super().__init__()
        self.squeeze = nn.Conv2d(before, few, 1)
        self.expand1x1 = nn.Conv2d(few, half, 1)
        self.expand3x3 = nn.Conv2d(few, half, 3, padding=1)

    def forward(self, seen: Tensor) -> Tensor:
        """Maps of twice `half` channels."""
        few = functional.relu(self.squeeze(seen))
        return functional.relu(torch.cat([self.expand1x1(few), self.expand3x3(few)], 1))


class SqueezeNet(nn.Module):
    """A stem and eight fires."""

    def __init__(self) -> None:
        super().__init__()
        pool = nn.MaxPool2d(3, 2, ceil_mode=True)
        self.features = nn.Sequential(
            nn.Conv2d(3, 64, 3, 2), nn.ReLU(), pool, Fire(64, 16, 64), Fire(128, 16, 64), pool, Fire(128, 32, 128),
            Fire(256, 32, 128), pool, Fire(256, 48, 192), Fire(384, 48, 192), Fire(384, 64, 256), Fire(512, 64, 256),
        )  # fmt: skip

    def maps(self, pictures: Tensor) -> Tensor:
        """What the last fire sees: a cell for every 16 x 16 pixels."""
        made: Tensor = self.features(pictures)
        return made
