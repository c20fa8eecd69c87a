"""The oracle: does the action in the world itself and looks for the candidate that shows the state it led to.

It is no model: it shows that every set has exactly one right answer. It must score 100%.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.act_thor.item import ContrastSet
from casita.errors import BadInput


class Oracle:
    """Compares states, never pictures or the names of pictures."""

    def __init__(self, state_of: Callable[[str], str], result_of: Callable[[str, str], str]) -> None:
        """`state_of(key)`: digest of the state that a picture shows; `result_of(before, action)`: of what follows."""
        self._state_of = state_of
        self._result_of = result_of

    def choices(self, sets: Sequence[ContrastSet]) -> NDArray[np.int64]:
        """Its choice in each set; a set in which not exactly one candidate fits is an error."""
        return np.asarray([self._choice(one) for one in sets], dtype=np.int64)

    def _choice(self, one: ContrastSet) -> int:
        expected = self._result_of(one.before, one.action)
        fits = [index for index, key in enumerate(one.candidates) if self._state_of(key) == expected]
        if len(fits) != 1:
            raise BadInput(f"set {one.id}: {len(fits)} candidates show what {one.action} does, expected exactly one")
        return fits[0]
