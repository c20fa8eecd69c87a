"""A test of every row fails if one row does, and names all that do."""

from __future__ import annotations

import inspect

import pytest

from tests.every_row import every_row


def test_all_bad_rows_are_named_and_good_ones_are_not() -> None:
    tried = []

    @every_row(["good", "bad", "worse", "fine"])
    def of_one(row: str) -> None:
        """Of one."""
        tried.append(row)
        assert row != "bad", "too bad"
        if row == "worse":
            raise KeyError(row)

    with pytest.raises(
        AssertionError, match=r"2 of 4 rows:\nbad: AssertionError: too bad(.|\n)*\nworse: KeyError"
    ) as e:
        of_one()
    assert "good" not in str(e.value)
    assert tried == ["good", "bad", "worse", "fine"]
    assert (of_one.__name__, of_one.__doc__) == ("of_one", "Of one.")
    assert not inspect.signature(of_one).parameters


def test_a_tuple_is_several_arguments_and_no_rows_are_refused() -> None:
    seen = []
    every_row([(1, 2), (3, 4)])(lambda one, other: seen.append(one * other))()
    assert seen == [2, 12]
    with pytest.raises(AssertionError, match="without rows"):
        every_row([])
