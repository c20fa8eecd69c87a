"""One seed, many named random streams; nothing in Casita draws from anything else.

A stream is made from a seed and a path of names (`stream(7, "house", "clutter")`), so adding a
draw to one part of a generator never moves the luck of another. Only `random.Random.random`,
whose sequence Python guarantees, is ever drawn; every other draw is arithmetic on it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


def derived_seed(seed: int, *names: str | int) -> int:
    """A 64-bit seed that depends on `seed` and on every name in the path."""
    path = "/".join([str(int(seed)), *map(str, names)])
    return int.from_bytes(hashlib.blake2b(path.encode(), digest_size=8).digest(), "big")


def stream(seed: int, *names: str | int) -> Stream:
    """The random stream of this name under this seed."""
    return Stream(derived_seed(seed, *names))


class Stream:
    """A reproducible source of draws."""

    __slots__ = ("_seed", "random")

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.random: Callable[[], float] = random.Random(seed).random

    def child(self, *names: str | int) -> Stream:
        """A stream that depends on this one's seed and on the names, not on what was drawn."""
        return stream(self._seed, *names)

    def randoms(self, count: int) -> list[float]:
        """So many numbers from 0 to 1."""
        return [self.random() for _ in range(count)]

    def uniform(self, low: float, high: float) -> float:
        """A number from low to high."""
        return low + (high - low) * self.random()

    def below(self, count: int) -> int:
        """A whole number from 0 to count - 1."""
        return int(self.random() * count)

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.random() < probability

    def choice(self, options: Sequence[T]) -> T:
        """One of the options, all equally likely."""
        return options[int(self.random() * len(options))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in random order, in a new list."""
        mixed = list(options)
        for last in range(len(mixed) - 1, 0, -1):
            other = int(self.random() * (last + 1))
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def weighted_order(self, weights: Mapping[T, float]) -> list[T]:
        """All keys, each next one drawn by weight from those that are left."""
        keyed = [(self.random() ** (1.0 / max(w, 1e-9)), i, k) for i, (k, w) in enumerate(weights.items())]
        return [key for _, _, key in sorted(keyed, key=lambda entry: (-entry[0], entry[1]))]


class Steady(Stream):
    """A stream without luck: every draw is the middle of what it could be."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(0)
        self.random = lambda: 0.5

    def child(self, *names: str | int) -> Stream:
        """Itself: what depends on it has no luck either."""
        return self
