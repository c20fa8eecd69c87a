"""The contrast sets of version 1, as they come with Casita: those of seed 0 at the paper's scale.

`casita generate act_thor` makes their pictures. A test makes some of them anew and compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from casita.benchmarks.act_thor.collecting.actions import CONFIGURATIONS
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.stored.tables import read_sets
from casita.errors import BadInput, unknown

VERSION = "v1"


@cache
def frozen_sets(configuration: str = "paper") -> tuple[ContrastSet, ...]:
    """The sets of the paper's twelve actions, or of all that survive (`full`)."""
    if configuration not in CONFIGURATIONS:
        raise unknown("configuration", configuration, CONFIGURATIONS)
    name = f"data/sets_{configuration}_{VERSION}.parquet"
    with resources.as_file(resources.files("casita.benchmarks.act_thor").joinpath(name)) as path:
        return tuple(read_sets(Path(path)))


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
