"""Sums whose bytes do not depend on the Python that adds them up.

From 3.12 on the builtin `sum` of floats carries a correction along, so its last bits differ from those of 3.11. What
states, scenes, shapes and pictures depend on is added up here, or by numpy; `tests/test_sums.py` finds what is not.
`math.fsum` is exact, and so the same on every version, but gives other bits than these.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from numpy.typing import NDArray


def count_of(values: Iterable[int]) -> int:
    """The sum of whole numbers, which is the same on every version; floats are not for it, and mypy says so.

    >>> count_of(len(word) for word in ("one", "three"))
    8
    """
    found = 0
    for value in values:
        found += value
    return found


@overload
def total_of(values: Iterable[float]) -> float: ...


@overload
def total_of(values: Iterable[NDArray[Any]]) -> NDArray[Any]: ...


def total_of(values: Iterable[Any]) -> Any:
    """The sum of some numbers, or of some arrays, added one after the other from the left.

    >>> total_of([0.1] * 10)
    0.9999999999999999
    """
    found: Any = 0.0
    for value in values:
        found = found + value
    return found
