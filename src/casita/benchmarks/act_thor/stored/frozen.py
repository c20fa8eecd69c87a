"""The contrast sets of version 2, as they come with Casita: those of seed 0 at the paper's scale.

Their pictures are drawn when they are asked for, or made once by `casita generate act_thor`: the bytes are the same. A
test makes some of them anew and compares.

    casita generate act_thor --out DATA --robust && python -m casita.benchmarks.act_thor.stored.frozen DATA

makes all of them anew and puts them here.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from casita.benchmarks.act_thor.collecting.actions import CONFIGURATIONS, action_names, configuration_of
from casita.benchmarks.act_thor.collecting.redraw import made_again, moved_again
from casita.benchmarks.act_thor.collecting.settings import DataSettings
from casita.benchmarks.act_thor.collecting.splits import split_sets
from casita.benchmarks.act_thor.item import ContrastSet, InferenceItem
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.errors import BadInput, unknown
from casita.parquet import read_parquet
from casita.protocols import Picture
from casita.writing import write_whole

VERSION = "v2"


def _file(configuration: str) -> Path:
    name = f"data/sets_{configuration_of(configuration).name}_{VERSION}.parquet"
    return Path(str(resources.files("casita.benchmarks.act_thor").joinpath(name)))


def is_frozen(configuration: str) -> bool:
    """Do sets of this configuration come with Casita?"""
    return _file(configuration).exists()


def freeze(data: Path) -> list[Path]:
    """Make the sets of a folder those that come with Casita; it must be of the frozen settings and have `robust`."""
    found = []
    for configuration in CONFIGURATIONS:
        opened = ActThor(data, configuration)
        if opened.settings != DataSettings().plain():
            raise BadInput(f"{data} was made with {opened.settings}, not with the settings of the frozen sets")
        write_whole(_file(configuration), opened.read(f"sets_{configuration}.parquet"))
        found.append(_file(configuration))
    return found


@cache
def frozen_sets(configuration: str = "paper") -> tuple[ContrastSet, ...]:
    """The sets of a configuration; BadInput if they were not frozen yet."""
    if not is_frozen(configuration):
        raise BadInput(f"no sets of {configuration} come with this Casita: generate data, and give --data")
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
        return moved_again(key) if configuration_of(self.configuration).moved else made_again(key)

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


if __name__ == "__main__":
    for made in freeze(Path(sys.argv[1])):
        sys.stdout.write(f"{made}\n")
