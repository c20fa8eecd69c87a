"""What in-domain encoders are not shown or told, because a benchmark holds it out: named once, for all who learn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Told = Literal["types", "states"]
"""What an encoder is told of things: what they are and where; or the states that they are in as well."""

TOLD: tuple[Told, ...] = ("types", "states")

TYPES = ("laptop", "cup", "book")
"""Types whose types and states are never told: ACT-Thor keeps them for its test of unseen objects. Pictures show them,
and where the thing that a picture is about is in it is told of them too."""

OUTCOMES: Mapping[str, tuple[str, ...]] = {
    "break": ("bowl", "mug", "wine_bottle"),
    "fill": ("bottle", "cup", "pan"),
    "make_dirty": ("plate", "pot"),
    "turn_on": ("cell_phone",),
    "turn_off": ("cell_phone",),
    "open": ("book",),
    "close": ("box", "laptop"),
}
"""By verb: types on which ACT-Thor's split by pairs holds it out, of verbs that change how a thing looks. An encoder
that is told types only is not shown what they lead to."""

THIRD = 3
"""Rooms whose numbers are multiples of it are for the test of that split."""


def hidden_outcomes(told: Told) -> frozenset[tuple[str, str]]:
    """Verbs and types of which an encoder's pictures do not show what they lead to."""
    pairs = ((verb, kind) for verb, kinds in OUTCOMES.items() for kind in kinds)
    return frozenset(pairs) if told == "types" else frozenset()


def is_shown(room: int, told: Told) -> bool:
    """Does an encoder see this room of the first 20?"""
    return told == "states" or room % THIRD != 0
