"""The paper's classes and numbers: the table as the facts have it, every class a type, readings that add up."""

from __future__ import annotations

import hashlib
import sys
from importlib import import_module

import pytest

from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.classes.table import (
    HIGH_ENTROPY,
    class_of,
    class_of_type,
    classes,
    named_class,
    read_classes,
)
from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS, Box
from casita.catalog import catalog
from casita.errors import BadInput
from tests.facts import rows

FACTS = rows("plausiblact_compatibility")
HEAD = ",".join(["class", *ACTIONS, "reading"])


def test_the_table_is_that_of_the_facts() -> None:
    assert list(classes()) == [row["class"] for row in FACTS]
    assert len(classes()) == 115
    for row in FACTS:
        found = classes()[row["class"]]
        assert found.actions == tuple(row[action] == "1" for action in ACTIONS)
        assert found.reconstructed == (row["reading"] == "reconstructed")
    assert sum(row.reconstructed for row in classes().values()) == 24


def test_every_class_has_a_type_and_no_type_two_classes() -> None:
    types = [type for row in classes().values() for type in row.types]
    assert len(types) == len(set(types)) == len(class_of_type())
    assert [name for name, row in classes().items() if not row.types] == []
    assert classes()["Coffee cup"].types == ("cup",)
    assert classes()["Mug"].types == ("mug",)
    assert classes()["Knife"].types == ("butter_knife",)
    assert class_of(catalog()["wine_bottle"]) is classes()["Bottle"]
    assert class_of(catalog()["television"]) is None


def test_compatible_actions() -> None:
    assert named_class("Bowl").compatible_actions == (
        "drink_from", "eat_contents", "cleanse_item", "store_away", "dispose_of_contents",
    )  # fmt: skip
    assert named_class("Chair").compatible("sit_on")
    assert not named_class("Chair").compatible("cut")
    assert set(HIGH_ENTROPY) <= classes().keys()
    with pytest.raises(BadInput, match=r"class 'Mgu': did you mean Mug"):
        named_class("Mgu")
    with pytest.raises(BadInput, match="unknown action 'fly'"):
        named_class("Mug").compatible("fly")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("class,cut\nMug,1", "its columns are"),
        (f"{HEAD}\nMug{',2' * 10},printed", "line 2: drink_from is '2'"),
        (f"{HEAD}\nMug{',1' * 10},printed\nMug{',1' * 10},printed", "line 3: Mug is there twice"),
        (f"{HEAD}\nMug{',1' * 10},guessed", "line 2: reading is 'guessed'"),
    ],
)
def test_tables_that_do_not_fit_are_named(text: str, wrong: str) -> None:
    with pytest.raises(BadInput, match=wrong):
        read_classes(text, "table.csv")


def test_boxes_overlap() -> None:
    assert Box(0, 0, 10, 10).overlap(Box(5, 0, 15, 10)) == pytest.approx(1 / 3)
    assert Box(0, 0, 10, 10).overlap(Box(10, 0, 20, 10)) == 0.0
    assert Box(2, 3, 5, 7).area == 12


def test_the_papers_numbers_add_up() -> None:
    assert sum(paper.CHOSEN.values()) == paper.RATINGS_GIVEN
    assert tuple(paper.CHOSEN) == RATINGS
    assert sum(paper.SAMPLES.values()) == 13_275
    assert sum(paper.INSTANCES_BY_RATER) == 18_384
    assert len(paper.INSTANCES_BY_RATER) == len(paper.SINGLE_RATERS) == paper.RATERS
    assert paper.ABLATION["MR 1"] == paper.AUGMENTATION[2]
    assert all(set(row) == set(ACTIONS) for row in paper.CORR_BY_ACTION.values())
    sums = [round(sum(value or 0.0 for value in row.values()), 1) for row in paper.CORR_BY_ACTION.values()]
    assert sums == [661.8, 622.8, 611.6, 653.5], "sums of the rows as they were copied"
    assert paper.MAIN["no input"].corr is None


def test_the_papers_numbers_are_as_they_were_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few by hand, and a hash of all of them: they were read once, and nothing that we measure changes them."""
    package = import_module("casita.benchmarks.plausiblact")
    monkeypatch.setattr(package, "paper", paper)  # what was loaded before stays
    monkeypatch.delitem(sys.modules, paper.__name__)
    read = import_module(paper.__name__)
    assert read.SAMPLES == {"train": 12_262, "valid": 542, "test": 471}
    assert sum(read.CHOSEN.values()) == read.RATINGS_GIVEN == 28_046
    assert read.PAIRWISE == (42.0, 0.347, 44.8, None, None, None)
    numbers = sorted((name, value) for name, value in vars(read).items() if name.isupper() and name != "READINGS")
    assert len(numbers) >= 15
    assert hashlib.sha256(repr(numbers).encode()).hexdigest()[:16] == "d52b234455b9c73a"
