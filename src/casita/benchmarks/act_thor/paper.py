"""What the ACT-Thor paper reports, as tables, each with its place in the paper.

Figures 3, 4, 5 and 7 to 10 are drawn without numbers: of them there is only what the text says.
"""

from __future__ import annotations

from dataclasses import dataclass

DRAWN_ONLY = "drawn only"


@dataclass(frozen=True, slots=True)
class Said:
    """A number that the paper gives in words, and where."""

    value: float
    place: str


HUMAN = Said(0.814, "section 3.2")
"""Accuracy of seven annotators on 210 sets."""
HUMAN_AGREEMENT = Said(0.849, "section 3.2")
BEST_IN_DOMAIN_OBJECTS = Said(0.70, "section 6.1, 'around 70%'")
"""The best models with MOCA's features on unseen objects."""
BEST_GENERAL_OBJECTS = Said(0.60, "section 6.1, 'lower than 60%'")
"""A bound on the best models with CLIP's features on unseen objects."""

IN_DOMAIN, GENERAL = "MOCA", "CLIP"
"""The paper's features that ours stand beside."""

COLLECTION = {
    "tried": 13958, "kept": 11154, "pairs": 403, "before-pictures": 3746, "actions": 12, "types": 62, "scenes": 120,
}  # fmt: skip
"""Table 1, and how many were tried."""

CONTRAST_SETS = {"sets": 4451, "pairs": 152, "actions": 12, "types": 20, "scenes": 109}
"""Section 3.2; the paper's splits sum to 4,360."""

SPLITS = {
    ("scenes", "train"): 2856, ("scenes", "valid"): 684, ("scenes", "test"): 820,
    ("objects", "train"): 2762, ("objects", "valid"): 690, ("objects", "test"): 908,
}  # fmt: skip
"""Section 5: sets in each part."""

TYPES_IN_SETS = {
    "push": 20, "pull": 20, "pick_up": 20, "put": 20, "throw": 20, "drop": 20,
    "break": 11, "fill": 7, "dirty": 7, "toggle": 3, "open": 2, "close": 2,
}  # fmt: skip
"""Table 2: types that each action is done to in the contrast sets."""

TYPES_IN_COLLECTION = {
    "push": 62, "pull": 62, "pick_up": 62, "put": 62, "throw": 62, "drop": 62,
    "break": 11, "fill": 8, "dirty": 8, "toggle": 3, "open": 2, "close": 2,
}  # fmt: skip
"""Table 5: types that each action is done to in the collection."""

_ORDER = ("break", "close", "dirty", "drop", "fill", "open", "pick_up", "pull", "push", "put", "throw", "toggle")
"""The columns of Tables 3 and 9."""


def _by_action(*values: float | None) -> dict[str, float]:
    return {action: value for action, value in zip(_ORDER, values, strict=True) if value is not None}


ACCURACY_BY_ACTION = {
    ("action-matrix", GENERAL): _by_action(
        0.406, 0.516, 0.553, 0.907, 0.495, 0.348, 0.540, 0.439, 0.572, 0.628, 0.619, 0.447
    ),
    ("concat-multi", GENERAL): _by_action(
        0.576, 0.573, 0.502, 0.627, 0.546, 0.722, 0.593, 0.521, 0.546, 0.607, 0.622, 0.630
    ),
    ("action-matrix", IN_DOMAIN): _by_action(
        0.580, 0.541, 0.678, 0.991, 0.814, 0.409, 0.772, 0.449, 0.675, 0.782, 0.769, 0.567
    ),
    ("concat-multi", IN_DOMAIN): _by_action(
        0.651, 0.482, 0.719, 0.964, 0.848, 0.426, 0.805, 0.536, 0.668, 0.855, 0.670, 0.573
    ),
}
"""Table 3: unseen objects."""

ACCURACY_BY_OBJECT = {
    "book": _by_action(None, None, None, 1.000, None, 0.426, 0.508, 0.538, 0.646, 0.780, 0.420, None),
    "cup": _by_action(0.726, None, 0.719, 0.993, 0.847, None, 0.966, 0.620, 0.711, 0.931, 0.727, None),
    "laptop": _by_action(0.603, 0.482, None, 0.942, None, None, 0.787, 0.498, 0.649, 0.825, 0.694, 0.573),
}
"""Table 9: Concat-Multi with MOCA's features, unseen objects."""

NEIGHBOURS = {
    "break": ("dirty", "open", "toggle"), "close": ("break", "dirty", "put"), "dirty": ("break", "pull", "open"),
    "drop": ("push", "pull", "pick_up"), "fill": ("put", "pull", "throw"), "open": ("dirty", "break", "fill"),
    "pick_up": ("dirty", "fill", "break"), "pull": ("put", "push", "throw"), "push": ("pull", "throw", "put"),
    "put": ("throw", "pull", "push"), "throw": ("put", "push", "pull"), "toggle": ("dirty", "break", "pull"),
}  # fmt: skip
"""Table 4: nearest neighbours of action matrices, MOCA's features, split by objects."""

MOVING = frozenset({"push", "pull", "pick_up", "put", "throw", "drop"})
"""Actions that change where a thing is; all others change how it looks (section 6.2)."""

_PARAMETERS = {
    (IN_DOMAIN, "one-hot"): (259_308, 23_520, 36_680), (IN_DOMAIN, "embedded"): (259_308, 375_296, 539_520),
    (GENERAL, "one-hot"): (12_582_912, 1_061_888, 1_602_421), (GENERAL, "embedded"): (12_582_912, 599_808, 764_032),
}  # fmt: skip
PARAMETERS = {
    (model, coding, features): count
    for (features, coding), counts in _PARAMETERS.items()
    for model, count in zip(("action-matrix", "concat-linear", "concat-multi"), counts, strict=True)
}
"""Table 8: by model, coding of actions and features."""

SPLIT_BY_OBJECTS = {
    "test": {"book": (7, 92), "cup": (9, 316), "laptop": (9, 500)},
    "train": {
        "bottle": (8, 52), "bowl": (9, 393), "box": (7, 188), "candle": (7, 115), "cell_phone": (8, 128),
        "cloth": (7, 104), "egg": (7, 77), "kettle": (8, 98), "mug": (9, 350), "pan": (7, 151), "plate": (8, 278),
        "pot": (8, 221), "potato": (6, 65), "statue": (7, 290), "vase": (7, 259), "watering_can": (6, 23),
        "wine_bottle": (7, 35),
    },
    "valid": {
        "bottle": (8, 14), "bowl": (9, 92), "box": (7, 40), "candle": (7, 25), "cell_phone": (7, 32),
        "cloth": (6, 32), "egg": (4, 11), "kettle": (7, 16), "mug": (9, 113), "pan": (7, 41), "plate": (8, 66),
        "pot": (8, 49), "potato": (6, 16), "statue": (7, 74), "vase": (7, 71), "watering_can": (4, 5),
        "wine_bottle": (4, 9),
    },
}  # fmt: skip
"""Table 6: by part and type, how many actions and how many sets."""

SPLIT_BY_SCENES = {
    "test": {"bathroom": (3, 36), "bedroom": (5, 158), "kitchen": (5, 367), "living_room": (5, 277)},
    "train": {"bathroom": (20, 152), "bedroom": (20, 472), "kitchen": (20, 1513), "living_room": (20, 773)},
    "valid": {"bathroom": (5, 44), "bedroom": (5, 117), "kitchen": (5, 337), "living_room": (5, 195)},
}
"""Table 7: by part and kind of room, how many rooms and how many sets. Its rows sum to other totals than it prints."""

SPLIT_BY_SCENES_PRINTED = {"test": 820, "train": 2856, "valid": 693}
"""The totals that Table 7 prints (the text has 684 for validation)."""
