"""Inception-v4: Szegedy and others, "Inception-v4, Inception-ResNet" (2016), with timm's names."""

from __future__ import annotations

from casita.learn.architectures.inception_v3 import Convolution, Size
from casita.learn.needing_torch import Tensor, functional, nn, torch

Steps = tuple[tuple[int, Size, int, Size], ...]
"""Convolutions in a row: channels after it, kernel, stride and padding of each."""


def _row(before: int, steps: Steps) -> nn.Module:
    """Convolutions in a row; one alone is no row."""
    made = []
    for after, kernel, stride, padding in steps:
        made.append(Convolution(before, after, kernel, stride, padding))
        before = after
    return made[0] if len(made) == 1 else nn.Sequential(*made)


class Branches(nn.Module):
    """Rows of convolutions side by side, called `branch0` and so on."""

    def __init__(self, before: int, branches: tuple[Steps, ...], pooled: int = 0, *, smaller: bool = False) -> None:
        """With `pooled` channels of averages as the last branch; `smaller` adds the largest of every second 3 x 3."""
        super().__init__()
        made = [_row(before, steps) for steps in branches]
        if pooled:
            pool = nn.AvgPool2d(3, 1, 1, count_include_pad=False)
            made.append(nn.Sequential(pool, Convolution(before, pooled, 1)))
        if smaller:
            made.append(nn.MaxPool2d(3, 2))
        for number, branch in enumerate(made):
            self.add_module(f"branch{number}", branch)
        self._count = len(made)

    def forward(self, seen: Tensor) -> Tensor:
        """All of them."""
        return torch.cat([self.get_submodule(f"branch{number}")(seen) for number in range(self._count)], 1)


class Pooled(nn.Module):
    """Half by pooling, half by a convolution: `maxpool` beside `conv`, each of every second cell."""

    def __init__(self, before: int, after: int) -> None:
        super().__init__()
        self.conv = Convolution(before, after, 3, 2)

    def forward(self, seen: Tensor) -> Tensor:
        """Smaller maps."""
        return torch.cat([functional.max_pool2d(seen, 3, 2), self.conv(seen)], 1)


class PooledAfter(Pooled):
    """The same with the convolution first."""

    def forward(self, seen: Tensor) -> Tensor:
        """Smaller maps."""
        return torch.cat([self.conv(seen), functional.max_pool2d(seen, 3, 2)], 1)


class Forked(nn.Module):
    """Module C: two of its branches end in two convolutions of the same maps."""

    def __init__(self) -> None:
        super().__init__()
        wide: tuple[Size, Size] = ((1, 3), (0, 1))
        high: tuple[Size, Size] = ((3, 1), (1, 0))

        def made(before: int, after: int, shape: tuple[Size, Size]) -> Convolution:
            return Convolution(before, after, shape[0], 1, shape[1])

        self.branch0 = Convolution(1536, 256, 1)
        self.branch1_0 = Convolution(1536, 384, 1)
        self.branch1_1a, self.branch1_1b = made(384, 256, wide), made(384, 256, high)
        self.branch2_0 = Convolution(1536, 384, 1)
        self.branch2_1, self.branch2_2 = made(384, 448, high), made(448, 512, wide)
        self.branch2_3a, self.branch2_3b = made(512, 256, wide), made(512, 256, high)
        pool = nn.AvgPool2d(3, 1, 1, count_include_pad=False)
        self.branch3 = nn.Sequential(pool, Convolution(1536, 256, 1))

    def forward(self, seen: Tensor) -> Tensor:
        """All branches side by side."""
        one = self.branch1_0(seen)
        other = self.branch2_2(self.branch2_1(self.branch2_0(seen)))
        return torch.cat(
            [self.branch0(seen), self.branch1_1a(one), self.branch1_1b(one), self.branch2_3a(other),
             self.branch2_3b(other), self.branch3(seen)], 1,
        )  # fmt: skip


def _stem_fork() -> Branches:
    return Branches(160, (
        ((64, 1, 1, 0), (96, 3, 1, 0)),
        ((64, 1, 1, 0), (64, (1, 7), 1, (0, 3)), (64, (7, 1), 1, (3, 0)), (96, 3, 1, 0)),
    ))  # fmt: skip


def _a() -> Branches:
    return Branches(384, (
        ((96, 1, 1, 0),), ((64, 1, 1, 0), (96, 3, 1, 1)), ((64, 1, 1, 0), (96, 3, 1, 1), (96, 3, 1, 1)),
    ), pooled=96)  # fmt: skip


def _b() -> Branches:
    wide: tuple[Size, int, Size] = ((1, 7), 1, (0, 3))
    high: tuple[Size, int, Size] = ((7, 1), 1, (3, 0))
    return Branches(1024, (
        ((384, 1, 1, 0),),
        ((192, 1, 1, 0), (224, *wide), (256, *high)),
        ((192, 1, 1, 0), (192, *high), (224, *wide), (224, *high), (256, *wide)),
    ), pooled=128)  # fmt: skip


def _smaller_a() -> Branches:
    return Branches(384, (((384, 3, 2, 0),), ((192, 1, 1, 0), (224, 3, 1, 1), (256, 3, 2, 0))), smaller=True)


def _smaller_b() -> Branches:
    return Branches(1024, (
        ((192, 1, 1, 0), (192, 3, 2, 0)),
        ((256, 1, 1, 0), (256, (1, 7), 1, (0, 3)), (320, (7, 1), 1, (3, 0)), (320, 3, 2, 0)),
    ), smaller=True)  # fmt: skip


class InceptionV4(nn.Module):
    """A stem of six modules, then four of A, seven of B and three of C with smaller maps between them."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            Convolution(3, 32, 3, 2), Convolution(32, 32, 3), Convolution(32, 64, 3, padding=1), Pooled(64, 96),
            _stem_fork(), PooledAfter(192, 192), *(_a() for _ in range(4)), _smaller_a(), *(_b() for _ in range(7)),
            _smaller_b(), *(Forked() for _ in range(3)),
        )  # fmt: skip

    def maps(self, pictures: Tensor) -> Tensor:
        """What the last module sees: a cell for about every 32 x 32 pixels."""
        made: Tensor = self.features(pictures)
        return made
