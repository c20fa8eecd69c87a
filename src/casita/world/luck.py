"""Draws of a step: keyed by seed, tick, agent and purpose, so that order of evaluation does not matter."""

from __future__ import annotations

import numba
import numpy as np

MASK = (1 << 64) - 1


def mixed(number: int) -> int:
    """A 64-bit number scrambled (the finisher of splitmix64)."""
    number = (number + 0x9E3779B97F4A7C15) & MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return number ^ (number >> 31)


def key(seed: int, tick: int, agent: int, purpose: str) -> int:
    """The key of one purpose's draws."""
    number = mixed(seed & MASK)
    number = mixed(number ^ (tick * 0x2545F4914F6CDD1D & MASK))
    for letter in purpose.encode():
        number = (number * 1099511628211 ^ letter) & MASK
    return mixed(number ^ (agent + 1))


def draw(key: int, number: int) -> float:
    """The so-manieth draw of a key: from 0 to 1."""
    return (mixed(key + number * 0x9E3779B97F4A7C15) >> 11) / (1 << 53)


@numba.njit(cache=True)
def draws(key, count):  # type: ignore[no-untyped-def]
    """The first draws of a key (a numpy.uint64): the same numbers as `draw` gives one by one."""
    found = np.empty(count)
    golden = np.uint64(0x9E3779B97F4A7C15)
    for i in range(count):
        number = key + np.uint64(i) * golden + golden
        number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        number = number ^ (number >> np.uint64(31))
        found[i] = (number >> np.uint64(11)) / 9007199254740992.0
    return found
