"""Which sets a model learns from and which it is asked about, three times over.

- `scenes`: rooms 1 to 20 of each kind, 21 to 25, and 26 to 30, which is AI2-THOR's own practice.
- `objects`: laptops, cups and books are only met in the test. Of the rest, rooms 21 to 25 are for validation.
- `pairs`: some actions on some types are only met in the test; each of these actions and each of these types is met
  before. Its sets are made for it, so that no candidate shows before the test what is held out. There are two rules
  for it (`PAIR_RULES`): the historical configurations hold out 36 pairs and ask in rooms 26 to 30; `robust` holds out
  more, and asks in every third of the first 20 rooms too, so that its intervals are narrower.

No picture of a test set is in a training or validation set of the same split, as the answer or otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from casita.benchmarks.act_thor.item import ContrastSet, InferenceItem
from casita.errors import unknown
from casita.learn import held_out
from casita.scenes.fixed import split_of
from casita.seeds import stream

Split = Literal["scenes", "objects", "pairs"]
Part = Literal["train", "valid", "test"]

SPLITS: tuple[Split, ...] = ("scenes", "objects", "pairs")
PARTS: tuple[Part, ...] = ("train", "valid", "test")

ROOM_PARTS: dict[str, Part] = {"train": "train", "validation": "valid", "test": "test"}

UNSEEN_TYPES = held_out.TYPES
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
"""Actions on types that the third split holds out by the first rule: about a quarter of all there are."""

_MORE_UNSEEN: dict[str, tuple[str, ...]] = {
    "push": ("book", "bowl", "box", "candle", "kettle", "laptop", "mug", "pan", "statue", "vase"),
    "pull": ("bottle", "cell_phone", "cloth", "cup", "egg", "plate", "pot", "watering_can"),
    "pick_up": ("bowl", "cup", "mug", "plate"),
    "put": ("book", "bottle", "bowl", "cup", "egg", "laptop", "plate", "pot", "statue"),
    "throw": ("box", "candle", "cell_phone", "cloth", "kettle", "mug", "pan", "vase", "watering_can", "wine_bottle"),
    "drop": ("bowl", "cup", "laptop", "mug", "plate"),
    "dirty": held_out.OUTCOMES["make_dirty"],
    "toggle": held_out.OUTCOMES["turn_on"],
    **{action: held_out.OUTCOMES[action] for action in ("break", "fill", "open", "close")},
}
MORE_UNSEEN_PAIRS = frozenset((action, kind) for action, kinds in _MORE_UNSEEN.items() for kind in kinds)
"""Those of the second rule. Of two actions that look alike one is held out, and of the others as many that three
outcomes are left to make a set of: four in ten of all pairs there are."""


@dataclass(frozen=True, slots=True)
class PairRule:
    """What the split by pairs holds out, and in which rooms it asks."""

    unseen: frozenset[tuple[str, str]]
    more_rooms: bool = False
    """Are the test's rooms every third of the first 20, too?"""

    def rooms_part(self, scene: str) -> Part:
        """The part of a room by this rule."""
        part = rooms_part(scene)
        return "test" if self.more_rooms and part == "train" and number_of(scene) % held_out.THIRD == 0 else part

    def is_unseen(self, action: str, object_type: str) -> bool:
        """Is this action on this type held out?"""
        return (action, object_type) in self.unseen

    def part(self, scene: str, action: str, object_type: str) -> Part | None:
        """Where an action on a type in a scene belongs; None if it would show too early what is held out."""
        part = self.rooms_part(scene)
        return part if self.is_unseen(action, object_type) == (part == "test") else None


PAIR_RULES: Mapping[str, PairRule] = {
    "pairs": PairRule(UNSEEN_PAIRS),
    "more pairs": PairRule(MORE_UNSEEN_PAIRS, more_rooms=True),
}
"""By the name that sets made for them have; the first is that of the historical configurations."""


def number_of(scene: str) -> int:
    """The number of a fixed room."""
    return int(scene.rpartition("_")[2])


def rooms_part(scene: str) -> Part:
    """The part of a fixed room by its number."""
    return ROOM_PARTS[split_of(number_of(scene))]


def part_for(scene: str, action: str, object_type: str, split: str, pairs: str = "pairs") -> Part | None:
    """Where an action on a type in a scene belongs in a split; None if it would show too early what is held out.

    `pairs` names the rule of the split by pairs.
    """
    if split not in SPLITS:
        raise unknown("split", split, SPLITS)
    rooms = rooms_part(scene)
    if split == "scenes":
        return rooms
    if split == "objects":
        return "test" if object_type in UNSEEN_TYPES else "valid" if rooms == "valid" else "train"
    return PAIR_RULES[pairs].part(scene, action, object_type)


def part_of(item: ContrastSet, split: str) -> Part | None:
    """Where a set belongs in a split; None if it is no part of it."""
    if bool(item.made_for) != (split == "pairs"):
        return None
    return part_for(item.scene, item.action, item.object_type, split, item.made_for or "pairs")


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
