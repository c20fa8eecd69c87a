from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casita.seeds import Steady, derived_seed, stream
from casita.world.luck import MASK, draw, draws, mixed


def test_same_seed_and_names_give_the_same_draws() -> None:
    assert stream(7, "house", 3).randoms(5) == stream(7, "house", 3).randoms(5)


def test_the_first_draws_are_pinned() -> None:
    """Every scene hangs on these; a change of them is a new version of everything."""
    assert derived_seed(7, "house") == 17026833702974057141
    assert stream(7, "house").randoms(2) == pytest.approx([0.08771343954, 0.49368185110], abs=1e-10)


def test_a_step_draws_by_splitmix64() -> None:
    """The numbers that its authors' program gives from the seed 1234567, and the same from a kernel."""
    golden = 0x9E3779B97F4A7C15
    found = [mixed(1234567 + number * golden & MASK) for number in range(3)]
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert draws(np.uint64(1234567), 3).tolist() == [number / 2**64 for number in (each >> 11 << 11 for each in found)]
    assert [draw(1234567, number) for number in range(3)] == draws(np.uint64(1234567), 3).tolist()


@given(st.integers(0, 2**40), st.text(max_size=8), st.text(max_size=8))
def test_other_names_give_other_seeds(seed: int, a: str, b: str) -> None:
    assert (derived_seed(seed, a) == derived_seed(seed, b)) == (a == b)


def test_a_child_does_not_depend_on_what_was_drawn() -> None:
    fresh, used = stream(1, "a"), stream(1, "a")
    used.randoms(100)
    assert fresh.child("b").random() == used.child("b").random()


@given(st.integers(0, 1000), st.lists(st.integers(), max_size=30))
def test_shuffled_keeps_everything(seed: int, options: list[int]) -> None:
    assert sorted(stream(seed).shuffled(options)) == sorted(options)


def test_weighted_order_puts_heavy_first_more_often() -> None:
    luck = stream(3, "order")
    first = [luck.weighted_order({"rare": 1.0, "usual": 9.0})[0] for _ in range(2000)]
    assert 0.87 < first.count("usual") / 2000 < 0.93


def test_a_steady_stream_is_always_in_the_middle() -> None:
    assert Steady().uniform(2.0, 4.0) == 3.0
