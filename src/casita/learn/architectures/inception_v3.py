"""Inception-v3: Szegedy and others, "Rethinking the Inception Architecture" (2015), with torchvision's names."""

from __future__ import annotations

from casita.learn.needing_torch import Tensor, functional, nn, torch

Size = int | tuple[int, int]


class Convolution(nn.Module):
    """A convolution with its normalisation."""

    def __init__(self, before: int, after: int, kernel: Size, stride: int = 1, padding: Size = 0) -> None:
        super().__init__()
        self.conv = nn.Conv2d(before, after, kernel, stride, padding, bias=False)
        self.bn = nn.BatchNorm2d(after, eps=0.001)

    def forward(self, seen: Tensor) -> Tensor:
        """Maps above zero."""
        return functional.relu(self.bn(self.conv(seen)))


class Branches(nn.Module):
    """Convolutions by name: `wired` says which follow which, each branch as names separated by blanks.

    `a|b` at the end of a branch are two convolutions of the same maps, `pool` is an average of 3 x 3 cells, `max` the
    largest of every second 3 x 3. What all branches give is put side by side.
    """

    def __init__(self, wired: tuple[str, ...], **made: Convolution) -> None:
        super().__init__()
        for name, convolution in made.items():
            self.add_module(name, convolution)
        self.wired = tuple(branch.split() for branch in wired)

    def forward(self, seen: Tensor) -> Tensor:
        """All branches side by side."""
        return torch.cat([self._branch(names, seen) for names in self.wired], 1)

    def _branch(self, names: list[str], seen: Tensor) -> Tensor:
        for name in names:
            if name == "pool":
                seen = functional.avg_pool2d(seen, 3, 1, 1)
            elif name == "max":
                seen = functional.max_pool2d(seen, 3, 2)
            else:
                seen = torch.cat([self.get_submodule(each)(seen) for each in name.split("|")], 1)
        return seen


def _wide(before: int, after: int) -> Convolution:
    return Convolution(before, after, (1, 7), padding=(0, 3))


def _high(before: int, after: int) -> Convolution:
    return Convolution(before, after, (7, 1), padding=(3, 0))


def _a(before: int, pooled: int) -> Branches:
    return Branches(
        ("branch1x1", "branch5x5_1 branch5x5_2", "branch3x3dbl_1 branch3x3dbl_2 branch3x3dbl_3", "pool branch_pool"),
        branch1x1=Convolution(before, 64, 1),
        branch5x5_1=Convolution(before, 48, 1),
        branch5x5_2=Convolution(48, 64, 5, padding=2),
        branch3x3dbl_1=Convolution(before, 64, 1),
        branch3x3dbl_2=Convolution(64, 96, 3, padding=1),
        branch3x3dbl_3=Convolution(96, 96, 3, padding=1),
        branch_pool=Convolution(before, pooled, 1),
    )


def _b(before: int) -> Branches:
    return Branches(
        ("branch3x3", "branch3x3dbl_1 branch3x3dbl_2 branch3x3dbl_3", "max"),
        branch3x3=Convolution(before, 384, 3, 2),
        branch3x3dbl_1=Convolution(before, 64, 1),
        branch3x3dbl_2=Convolution(64, 96, 3, padding=1),
        branch3x3dbl_3=Convolution(96, 96, 3, 2),
    )


def _c(inside: int) -> Branches:
    double = " ".join(f"branch7x7dbl_{number}" for number in range(1, 6))
    return Branches(
        ("branch1x1", "branch7x7_1 branch7x7_2 branch7x7_3", double, "pool branch_pool"),
        branch1x1=Convolution(768, 192, 1),
        branch7x7_1=Convolution(768, inside, 1),
        branch7x7_2=_wide(inside, inside),
        branch7x7_3=_high(inside, 192),
        branch7x7dbl_1=Convolution(768, inside, 1),
        branch7x7dbl_2=_high(inside, inside),
        branch7x7dbl_3=_wide(inside, inside),
        branch7x7dbl_4=_high(inside, inside),
        branch7x7dbl_5=_wide(inside, 192),
        branch_pool=Convolution(768, 192, 1),
    )


def _d() -> Branches:
    return Branches(
        ("branch3x3_1 branch3x3_2", "branch7x7x3_1 branch7x7x3_2 branch7x7x3_3 branch7x7x3_4", "max"),
        branch3x3_1=Convolution(768, 192, 1),
        branch3x3_2=Convolution(192, 320, 3, 2),
        branch7x7x3_1=Convolution(768, 192, 1),
        branch7x7x3_2=_wide(192, 192),
        branch7x7x3_3=_high(192, 192),
        branch7x7x3_4=Convolution(192, 192, 3, 2),
    )


def _e(before: int) -> Branches:
    wide, high = (1, 3), (3, 1)
    return Branches(
        (
            "branch1x1",
            "branch3x3_1 branch3x3_2a|branch3x3_2b",
            "branch3x3dbl_1 branch3x3dbl_2 branch3x3dbl_3a|branch3x3dbl_3b",
            "pool branch_pool",
        ),
        branch1x1=Convolution(before, 320, 1),
        branch3x3_1=Convolution(before, 384, 1),
        branch3x3_2a=Convolution(384, 384, wide, padding=(0, 1)),
        branch3x3_2b=Convolution(384, 384, high, padding=(1, 0)),
        branch3x3dbl_1=Convolution(before, 448, 1),
        branch3x3dbl_2=Convolution(448, 384, 3, padding=1),
        branch3x3dbl_3a=Convolution(384, 384, wide, padding=(0, 1)),
        branch3x3dbl_3b=Convolution(384, 384, high, padding=(1, 0)),
        branch_pool=Convolution(before, 192, 1),
    )


class InceptionV3(nn.Module):
    """A stem and eleven modules of branches."""

    def __init__(self) -> None:
        super().__init__()
        self.Conv2d_1a_3x3 = Convolution(3, 32, 3, 2)
        self.Conv2d_2a_3x3 = Convolution(32, 32, 3)
        self.Conv2d_2b_3x3 = Convolution(32, 64, 3, padding=1)
        self.Conv2d_3b_1x1 = Convolution(64, 80, 1)
        self.Conv2d_4a_3x3 = Convolution(80, 192, 3)
        made = {"5b": _a(192, 32), "5c": _a(256, 64), "5d": _a(288, 64), "6a": _b(288), "6b": _c(128), "6c": _c(160),
                "6d": _c(160), "6e": _c(192), "7a": _d(), "7b": _e(1280), "7c": _e(2048)}  # fmt: skip
        for name, module in made.items():
            self.add_module(f"Mixed_{name}", module)
        self._mixed = tuple(f"Mixed_{name}" for name in made)

    def maps(self, pictures: Tensor) -> Tensor:
        """What the last module sees: a cell for about every 32 x 32 pixels."""
        seen = self.Conv2d_2b_3x3(self.Conv2d_2a_3x3(self.Conv2d_1a_3x3(pictures)))
        seen = self.Conv2d_4a_3x3(self.Conv2d_3b_1x1(functional.max_pool2d(seen, 3, 2)))
        seen = functional.max_pool2d(seen, 3, 2)
        for name in self._mixed:
            seen = self.get_submodule(name)(seen)
        made: Tensor = seen
        return made
