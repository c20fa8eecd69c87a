"""The chore of the quickstart: a mug is washed, and only what is meant to be refused is."""

from __future__ import annotations

from casita.reports.chore import CHORE, chore


def test_the_mug_is_washed_and_two_orders_are_refused_with_reasons() -> None:
    steps = chore()
    assert tuple(each.order for each in steps) == CHORE
    refused = {each.order: each.story for each in steps if not each.done}
    assert refused == {
        "slice the bread": ("Alice cannot slice the bread: alice has nothing in hand that cuts.",),
        "open the fridge": ("Alice cannot open the fridge: the fridge is out of reach.",),
    }
    told = [line for each in steps for line in each.story]
    assert "The mug was cleaned." in told
    assert "Alice put the mug on the dining table." in told
    assert told[-1] == "Alice opened the fridge."
