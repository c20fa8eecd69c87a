"""Products of matrices and vectors whose bytes do not depend on the processor.

numpy hands `a @ b` and `np.dot` to a library that adds up in another order, and rounds at other places, on each family
of processors. What states, scenes, shapes and pictures depend on is multiplied here instead: from the left, each
product added without being rounded first, which all processors do alike. `tests/test_products.py` finds what is not.
"""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import ArrayLike

from casita.arrays import Float64s

ANY = types.Array(types.float64, 2, "A", readonly=True)
"""Matrices in any order in memory, so that one kernel is compiled for all of them."""

ROW = types.Array(types.float64, 1, "A", readonly=True)


@intrinsic
def _fused(typing: Any, a: Any, b: Any, c: Any) -> Any:
    """a * b + c, rounded once."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fma(*arguments)

    return types.float64(types.float64, types.float64, types.float64), generate


@numba.njit(types.float64(ROW, ROW), cache=True)
def _dot(a, b):  # type: ignore[no-untyped-def]
    found = 0.0
    for k in range(len(a)):
        found = _fused(a[k], b[k], found)
    return found


@numba.njit(types.float64[::1](ANY, ROW), cache=True)
def _of_vector(a, b):  # type: ignore[no-untyped-def]
    found = np.empty(len(a))
    for i in range(len(a)):
        total = 0.0
        for k in range(len(b)):
            total = _fused(a[i, k], b[k], total)
        found[i] = total
    return found


@numba.njit(types.float64[:, ::1](ANY, ANY), cache=True)
def _of_matrix(a, b):  # type: ignore[no-untyped-def]
    found = np.empty((len(a), b.shape[1]))
    for i in range(len(a)):
        for j in range(b.shape[1]):
            total = 0.0
            for k in range(len(b)):
                total = _fused(a[i, k], b[k, j], total)
            found[i, j] = total
    return found


def dot(a: ArrayLike, b: ArrayLike) -> float:
    """The scalar product of two vectors.

    >>> dot((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    32.0
    """
    left, right = np.asarray(a, np.float64), np.asarray(b, np.float64)
    _check(left.ndim == right.ndim == 1 and len(left) == len(right), left, right)
    return float(_dot(left, right))


def length(vector: ArrayLike) -> float:
    """How long a vector is.

    >>> length((3.0, 4.0))
    5.0
    """
    return math.sqrt(dot(vector, vector))


def product(a: ArrayLike, b: ArrayLike) -> Float64s:
    """A matrix, or a stack of them, times a vector, a matrix or a stack; what `a @ b` is but for its last bits.

    >>> product([[0.0, -1.0], [1.0, 0.0]], (2.0, 3.0))
    array([-3.,  2.])
    """
    left, right = np.asarray(a, np.float64), np.asarray(b, np.float64)
    _check(left.ndim >= 2 and right.ndim >= 1 and left.shape[-1] == right.shape[-2:][0], left, right)
    if left.ndim == 2 and right.ndim <= 2:
        found: Float64s = _of_matrix(left, right) if right.ndim == 2 else _of_vector(left, right)
        return found
    _check(right.ndim >= 2, left, right)
    stack = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    lefts = np.broadcast_to(left, stack + left.shape[-2:]).reshape(-1, *left.shape[-2:])
    rights = np.broadcast_to(right, stack + right.shape[-2:]).reshape(-1, *right.shape[-2:])
    made = np.empty((len(lefts), left.shape[-2], right.shape[-1]))
    for number, (one, other) in enumerate(zip(lefts, rights, strict=True)):
        made[number] = _of_matrix(one, other)
    return made.reshape(*stack, *made.shape[1:])


def _check(fits: bool, left: Float64s, right: Float64s) -> None:
    if not fits:
        raise ValueError(f"arrays of the shapes {left.shape} and {right.shape} have no product")
