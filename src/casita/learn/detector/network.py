"""The network: EfficientNet-lite0 below, maps of three sizes above it, boxes from every cell, and what is in a box.

Boxes come first, with how likely something is in them, whatever it is. What it is, its colour and its states are then
read from the maps at points in the box, all from one vector of 128 numbers.
"""

from __future__ import annotations

from typing import NamedTuple

from casita.exact import count_of
from casita.learn.detector.fixed_filter import filtered
from casita.learn.detector.labels import FEATURES, STATES, colour_names, kind_names
from casita.learn.efficientnet_lite import STEM, Block, Convolution, all_blocks
from casita.learn.needing_torch import Tensor, functional, nn, torch

STRIDES = (8, 16, 32)
"""Pixels from cell to cell of the three sizes of maps."""

WIDTH = 96
"""Channels of those maps."""

FROZEN = 4
"""So many blocks, and the convolution before them, stay as ImageNet's pictures made them."""

KEPT = {2: 24, 4: 40, 10: 112, 14: 192}
"""Blocks that are read, and how many channels each has; the last is the last there is."""

AT_ONCE = 4
"""Pictures that go through the blocks together: what they make then stays near the processor, at half the time."""

POINTS: dict[str | int, int] = {"fine": 4, "colours": 6, 8: 4, 16: 2, 32: 1}
"""Points along each side of a box at which each kind of map is read."""

HIDDEN = 384
"""Numbers between what is read in a box and what describes it."""

RARELY = -4.0
"""Logit of something being somewhere before anything has been learnt."""


class Maps(NamedTuple):
    """What is seen in pictures."""

    levels: list[Tensor]
    """A map for each of STRIDES."""
    fine: Tensor
    """What the second stage below sees, one cell for 4 pixels."""
    colours: Tensor
    """The picture itself, one cell for 2 pixels."""
    scene: Tensor
    """n x 128: the whole picture."""
    side: tuple[int, int]
    """Height and width of the pictures, in pixels."""


class Dense(NamedTuple):
    """What every cell says."""

    there: Tensor
    """n x cells: logits of something being here."""
    boxes: Tensor
    """n x cells x 4: left, top, right, bottom in pixels."""


class Read(NamedTuple):
    """What is said of boxes, n x boxes x ...; all but the features are logits."""

    features: Tensor
    kinds: Tensor
    """All types, and last that there is nothing."""
    colours: Tensor
    states: Tensor


def _layer(before: int, after: int, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, kernel, padding=kernel // 2, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )


class BoxHead(nn.Module):
    """Two layers shared by maps of all sizes, each size with normalisations of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Conv2d(WIDTH, WIDTH, 3, padding=1, bias=False) for _ in range(2))
        self.norms = nn.ModuleList(nn.ModuleList(nn.BatchNorm2d(WIDTH) for _ in range(2)) for _ in STRIDES)
        self.last = nn.Conv2d(WIDTH, 5, 1)
        self.last.bias = nn.Parameter(torch.tensor([RARELY, 0.5, 0.5, 0.5, 0.5]))

    def forward(self, seen: Tensor, level: int) -> tuple[Tensor, Tensor]:
        """n x cells: is something here? And n x cells x 4: the distances to its edges, in cells."""
        norms = self.norms[level]
        assert isinstance(norms, nn.ModuleList)
        for layer, norm in zip(self.layers, norms, strict=True):
            seen = functional.relu(norm(layer(seen)))
        made = self.last(seen).flatten(2).transpose(1, 2).float()
        return made[..., 0], 2.0 * functional.softplus(made[..., 1:])


class DetectorNetwork(nn.Module):
    """Pictures in, boxes and what is in them out."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = Convolution(3, STEM, 3, 2)
        self.blocks = nn.ModuleList(all_blocks()[: max(KEPT) + 1])
        for part in (self.stem, *self.blocks[:FROZEN]):
            part.requires_grad_(False)
        before = (4 * KEPT[2] + KEPT[4], KEPT[10], KEPT[14])
        self.across = nn.ModuleList(_layer(channels, WIDTH, 1) for channels in before)
        self.down = nn.ModuleList(_layer(WIDTH, WIDTH) for _ in STRIDES)
        self.box = BoxHead()
        self.scene = nn.Linear(KEPT[14], FEATURES)
        self.present = nn.Linear(FEATURES, len(kind_names()))
        nn.init.constant_(self.present.bias, RARELY)
        widths: dict[str | int, int] = {"fine": KEPT[2], "colours": 3, **dict.fromkeys(STRIDES, WIDTH)}
        read = count_of(widths[name] * points * points for name, points in POINTS.items())
        self.hidden = nn.Linear(read + 4, HIDDEN)
        self.features = nn.Linear(HIDDEN, FEATURES)
        self.kinds = nn.Linear(FEATURES, len(kind_names()) + 1)
        self.colours = nn.Linear(FEATURES, len(colour_names()))
        self.states = nn.Linear(FEATURES, len(STATES))

    def begin_from(self, stem: nn.Module, blocks: nn.ModuleList) -> None:
        """Take the weights of a network that knows photographs."""
        self.stem.load_state_dict(stem.state_dict())
        self.blocks.load_state_dict(blocks[: len(self.blocks)].state_dict())

    def maps(self, pictures: Tensor) -> Maps:
        """Maps of pictures (n x 3 x height x width, colours from 0 to 255, sides multiples of 32)."""
        given = (pictures - 127.0) / 128.0
        parts = [self._below(few) for few in torch.split(given, AT_ONCE)]
        kept = {number: torch.cat([part[number] for part in parts]) for number in KEPT}
        below = (torch.cat([functional.pixel_unshuffle(kept[2], 2), kept[4]], 1), kept[10], kept[14])
        levels: list[Tensor] = []
        for across, down, one in reversed(list(zip(self.across, self.down, below, strict=True))):
            made = across(one)
            if levels:
                made = made + functional.interpolate(levels[0], scale_factor=2.0)
            levels.insert(0, down(made))
        scene = functional.relu(self.scene(kept[14].float().mean((2, 3))))
        return Maps(levels, kept[2], functional.avg_pool2d(given, 2), scene, (pictures.shape[2], pictures.shape[3]))

    def _below(self, given: Tensor) -> dict[int, Tensor]:
        """What the blocks that are read see."""
        kept: dict[int, Tensor] = {}
        with torch.no_grad():
            seen = functional.relu6(self.stem(given))
            for number, block in enumerate(self.blocks[:FROZEN]):
                seen = kept[number] = block(seen)
        for number, block in enumerate(self.blocks[FROZEN:], FROZEN):
            assert isinstance(block, Block)
            seen = kept[number] = _through(block, seen)
        return kept

    def dense(self, maps: Maps) -> Dense:
        """What every cell says of a box around it."""
        there, boxes = [], []
        for number, (stride, seen) in enumerate(zip(STRIDES, maps.levels, strict=True)):
            said, away = self.box(seen, number)
            middle = _middles(seen.shape[2], seen.shape[3], stride)
            there.append(said)
            boxes.append(torch.cat([middle - stride * away[..., :2], middle + stride * away[..., 2:]], 2))
        return Dense(torch.cat(there, 1), torch.cat(boxes, 1))

    def read(self, maps: Maps, boxes: Tensor) -> Read:
        """What is in boxes (n x boxes x 4, pixels)."""
        height, width = maps.side
        sources: dict[str | int, Tensor] = {"fine": maps.fine, "colours": maps.colours}
        sources |= dict(zip(STRIDES, maps.levels, strict=True))
        parts = [_at_points(sources[name], boxes, maps.side, points) for name, points in POINTS.items()]
        sides = (boxes[..., 2:] - boxes[..., :2]).clamp(min=1.0)
        whole = torch.tensor([width, height], dtype=torch.float32)
        parts += [sides.log() - 3.5, (boxes[..., 2:] + boxes[..., :2]) / whole - 1.0]
        hidden = functional.relu(self.hidden(torch.cat(parts, 2)))
        features = functional.relu(self.features(hidden))
        return Read(
            features.float(), self.kinds(features).float(), self.colours(features).float(),
            self.states(features).float(),
        )  # fmt: skip


def _through(block: Block, seen: Tensor) -> Tensor:
    """A block with its filters fixed; without gradients that is the block itself."""
    if not torch.is_grad_enabled():
        found: Tensor = block(seen)
        return found
    assert block.expand is not None
    wide = functional.relu6(block.expand(seen))
    made: Tensor = block.project(functional.relu6(filtered(block.filter, wide)))
    return made + seen if block.is_added else made


def _middles(rows: int, columns: int, stride: int) -> Tensor:
    """Cells x 2: the middle of each cell in pixels, right and down, row after row."""
    right = (torch.arange(columns) + 0.5) * stride
    down = (torch.arange(rows) + 0.5) * stride
    return torch.stack([right.repeat(rows), down.repeat_interleave(columns)], 1)


def all_middles(height: int, width: int) -> Tensor:
    """The middles of the cells of all sizes, in the order of `Dense`."""
    return torch.cat([_middles(height // stride, width // stride, stride) for stride in STRIDES])


def _at_points(seen: Tensor, boxes: Tensor, side: tuple[int, int], points: int) -> Tensor:
    """n x boxes x (channels * points * points): a map at points spread evenly over boxes."""
    share = (torch.arange(points) + 0.5) / points
    low, size = boxes[..., :2], boxes[..., 2:] - boxes[..., :2]
    right = (low[..., :1] + size[..., :1] * share) / side[1] * 2.0 - 1.0
    down = (low[..., 1:] + size[..., 1:] * share) / side[0] * 2.0 - 1.0
    many, count = boxes.shape[:2]
    grid = torch.stack(
        [right[:, :, None].expand(-1, -1, points, -1), down[..., None].expand(-1, -1, -1, points)], -1
    ).reshape(many, count, points * points, 2)
    found = functional.grid_sample(seen.float(), grid.float(), padding_mode="border", align_corners=False)
    return found.permute(0, 2, 1, 3).flatten(2)
