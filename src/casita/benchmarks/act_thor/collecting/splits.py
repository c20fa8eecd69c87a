"""Which sets a model learns from and which it is asked about, three times over.

- `scenes`: rooms 1 to 20 of each kind, 21 to 25, and 26 to 30, which is AI2-THOR's own practice.
- `objects`: laptops, cups and books are only met in the test. Of the rest, rooms 21 to 25 are for validation.
- `pairs`: some actions on some types are only met in the test, in rooms 26 to 30; each of these actions and each of
  these types is met before. Its sets are made for it, so that no candidate shows before the test what is held out.

No picture of a test set is in a training or validation set of the same split, as the answer or otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Literal

from casita.benchmarks.act_thor.item import ContrastSet, InferenceItem
from casita.errors import unknown
from casita.scenes.fixed import split_of
from casita.seeds import stream

Split = Literal["scenes", "objects", "pairs"]
Part = Literal["train", "valid", "test"]

SPLITS: tuple[Split, ...] = ("scenes", "objects", "pairs")
PARTS: tuple[Part, ...] = ("train", "valid", "test")

ROOM_PARTS: dict[str, Part] = {"train": "train", "validation": "valid", "test": "test"}

UNSEEN_TYPES = ("laptop", "cup", "book")
"""As in the paper: together they cover all twelve actions."""

_UNSEEN: dict[str, tuple[str, ...]] = {
    "push": ("vase", "candle", "plate", "laptop"),
    "pull": ("cup", "egg", "statue", "bowl"),
    "pick_up": ("cell_phone", "vase", "bottle", "kettle"),
    "put": ("bottle", "laptop", "bowl", "statue"),
    "throw": ("cloth", "cup", "plate", "mug"),
    "drop": ("candle", "laptop", "plate", "bottle"),
    "break": ("bowl", "mug", "wine_bottle", "laptop"),
    "fill": ("mug", "kettle", "cup"),
    "dirty": ("plate", "pot"),
    "toggle": ("cell_phone",),
    "open": ("book",),
    "close": ("laptop",),
}
UNSEEN_PAIRS = frozenset((action, kind) for action, kinds in _UNSEEN.items() for kind in kinds)
"""Actions on types that the third split holds out: about a quarter of all there are."""


def rooms_part(scene: str) -> Part:
    """The part of a fixed room by its number."""
    return ROOM_PARTS[split_of(int(scene.rpartition("_")[2]))]


def is_unseen_pair(action: str, object_type: str) -> bool:
    """Does the third split hold out this action on this type?"""
    return (action, object_type) in UNSEEN_PAIRS


def part_for(scene: str, action: str, object_type: str, split: str) -> Part | None:
    """Where an action on a type in a scene belongs in a split; None if it would show too early what is held out."""
    if split not in SPLITS:
        raise unknown("split", split, SPLITS)
    rooms = rooms_part(scene)
    if split == "scenes":
        return rooms
    if split == "objects":
        return "test" if object_type in UNSEEN_TYPES else "valid" if rooms == "valid" else "train"
    unseen = is_unseen_pair(action, object_type)
    return rooms if unseen == (rooms == "test") else None


def part_of(item: ContrastSet, split: str) -> Part | None:
    """Where a set belongs in a split; None if it is no part of it."""
    part = part_for(item.scene, item.action, item.object_type, split)
    return part if item.made_for == ("pairs" if split == "pairs" else "") else None


def split_sets(sets: Iterable[ContrastSet], split: str, part: str) -> list[ContrastSet]:
    """The sets of one part of a split."""
    if part not in PARTS:
        raise unknown("part", part, PARTS)
    return [item for item in sets if part_of(item, split) == part]


def split_items(items: Iterable[InferenceItem], split: str, part: str) -> list[InferenceItem]:
    """The items of one part of a split.

    One before-picture has many actions. So that none is in two parts, held-out pairs are asked about in rooms 26 to 30
    only, and learned from in none.
    """
    if part not in PARTS:
        raise unknown("part", part, PARTS)
    return [item for item in items if part_for(item.scene, item.action, item.object_type, split) == part]


ANNOTATORS = 7
SETS_EACH = 60


def human_subset(sets: Sequence[ContrastSet]) -> list[tuple[ContrastSet, tuple[int, int]]]:
    """210 sets of unseen rooms, each for two of seven annotators, so that everybody has 60 and every pair shares 10."""
    luck = stream(0, "act_thor", "people")
    pool = luck.shuffled(split_sets(sets, "scenes", "test"))
    pairs = [pair for pair in combinations(range(1, ANNOTATORS + 1), 2) for _ in range(10)]
    return list(zip(pool, luck.shuffled(pairs), strict=False))
