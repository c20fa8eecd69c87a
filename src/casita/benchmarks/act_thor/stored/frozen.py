"""The contrast sets of version 2, as they come with Casita: those of seed 0 at the paper's scale.

Their pictures are drawn when they are asked for, or made once by `casita generate act_thor`: the bytes are the same. A
test makes some of them anew and compares.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from casita.benchmarks.act_thor.collecting.actions import CONFIGURATIONS, action_names
from casita.benchmarks.act_thor.collecting.redraw import made_again
from casita.benchmarks.act_thor.collecting.settings import DataSettings
from casita.benchmarks.act_thor.collecting.splits import split_sets
from casita.benchmarks.act_thor.item import ContrastSet, InferenceItem
from casita.errors import BadInput, unknown
from casita.parquet import read_parquet
from casita.protocols import Picture

VERSION = "v2"


def _file(configuration: str) -> Path:
    if configuration not in CONFIGURATIONS:
        raise unknown("configuration", configuration, CONFIGURATIONS)
    name = f"data/sets_{configuration}_{VERSION}.parquet"
    return Path(str(resources.files("casita.benchmarks.act_thor").joinpath(name)))


@cache
def frozen_sets(configuration: str = "paper") -> tuple[ContrastSet, ...]:
    """The sets of the paper's twelve actions, or of all that survive (`full`)."""
    return tuple(read_parquet(_file(configuration), ContrastSet))


class FrozenActThor:
    """The frozen sets as data that were opened, without a folder: pictures are drawn when they are asked for."""

    def __init__(self, configuration: str = "paper") -> None:
        self.configuration = configuration
        self.actions = action_names(configuration)
        self.all_sets = frozen_sets(configuration)
        self.settings: dict[str, Any] = DataSettings().plain()

    @cached_property
    def digest(self) -> str:
        """Of the file with the sets."""
        return f"{VERSION} {hashlib.sha256(_file(self.configuration).read_bytes()).hexdigest()[:16]}"

    def sets(self, split: str, part: str) -> list[ContrastSet]:
        """The contrast sets of a part of a split."""
        return split_sets(self.all_sets, split, part)

    def picture(self, key: str) -> Picture:
        """A picture, drawn."""
        return made_again(key)

    def inference_items(self) -> list[InferenceItem]:
        """The before-picture and the true after-picture of every set, as questions for the action between them."""
        return [
            InferenceItem(one.id, one.scene, one.object_type, one.trial, one.before, one.id, one.action)
            for one in self.all_sets
            if not one.made_for
        ]


def one_of(sets: Sequence[ContrastSet], which: str) -> ContrastSet:
    """One set, by its number from 0 or by its name."""
    if which.isdigit():
        if int(which) >= len(sets):
            raise BadInput(f"there are sets 0 to {len(sets) - 1}; asked for {which}")
        return sets[int(which)]
    for item in sets:
        if item.id == which:
            return item
    raise unknown("contrast set", which, [item.id for item in sets])
