"""The table of compatibility (the paper's appendix) as rows, and the types of the catalogue behind each class.

24 of its 115 rows are printed damaged in the text that we have; they are our reading, and flagged as such.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec

from casita.benchmarks.plausiblact.item import ACTIONS
from casita.catalog import ObjectType, catalog
from casita.errors import BadInput, unknown

HIGH_ENTROPY = ("Bottle", "Bowl", "Wok", "Box")
"""The four classes whose ratings vary most (the paper's section 5.2.3)."""

MEANT = {"mug": "Mug", "knife": "Kitchen knife"}
"""Types that two classes stand for, and the one that their instances are counted under."""

SYSTEM = "openimages"
"""The names of classes in the catalogue's aliases."""


class ObjectClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row: a class of OpenImages and what can in principle be done with its things."""

    name: str
    actions: tuple[bool, ...]
    """In the order of `ACTIONS`: is the action compatible?"""
    reconstructed: bool
    """Is the row our reading of damaged text?"""
    types: tuple[str, ...]
    """Types of the catalogue whose things are counted under it; none for one that another class shares."""

    def compatible(self, action: str) -> bool:
        """Can an action in principle be done with things of this class?"""
        if action not in ACTIONS:
            raise unknown("action", action, ACTIONS)
        return self.actions[ACTIONS.index(action)]

    @property
    def compatible_actions(self) -> tuple[str, ...]:
        """The actions that are rated; all others are impossible without being rated."""
        return tuple(action for action, can in zip(ACTIONS, self.actions, strict=True) if can)


@cache
def classes() -> Mapping[str, ObjectClass]:
    """All classes by name, in the order of the paper's table."""
    text = resources.files("casita.benchmarks.plausiblact").joinpath("data", "compatibility.csv").read_text("utf-8")
    return read_classes(text, "compatibility.csv")


def read_classes(text: str, file: str) -> dict[str, ObjectClass]:
    """The classes of a table as CSV; `file` is its name in errors."""
    rows = csv.DictReader(text.splitlines())
    expected = ["class", *ACTIONS, "reading"]
    if rows.fieldnames != expected:
        raise BadInput(f"{file}: its columns are {rows.fieldnames}, expected {expected}")
    found: dict[str, ObjectClass] = {}
    for number, row in enumerate(rows, 2):
        name = row["class"]
        wrong = [action for action in ACTIONS if row[action] not in ("0", "1")]
        if wrong:
            raise BadInput(f"{file}, line {number}: {wrong[0]} is {row[wrong[0]]!r}, expected 0 or 1")
        if name in found:
            raise BadInput(f"{file}, line {number}: {name} is there twice")
        if row["reading"] not in ("printed", "reconstructed"):
            raise BadInput(f"{file}, line {number}: reading is {row['reading']!r}, expected printed or reconstructed")
        can = tuple(row[action] == "1" for action in ACTIONS)
        found[name] = ObjectClass(name, can, row["reading"] == "reconstructed", _types(name))
    return found


def _types(name: str) -> tuple[str, ...]:
    """The types of a class, without those that are counted under another."""
    return tuple(kind.name for kind in catalog().called(SYSTEM, name) if MEANT.get(kind.name, name) == name)


def named_class(name: str) -> ObjectClass:
    """The class of this name; BadInput if there is none."""
    if name not in classes():
        raise unknown("class", name, classes())
    return classes()[name]


@cache
def class_of_type() -> Mapping[str, str]:
    """The class that things of a type are counted under, for every type that has one."""
    return {type: row.name for row in classes().values() for type in row.types}


def class_of(kind: ObjectType) -> ObjectClass | None:
    """The class of a type of the catalogue; None if the paper has none for it."""
    name = class_of_type().get(kind.name)
    return None if name is None else classes()[name]
