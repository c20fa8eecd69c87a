"""A cache bounded by bytes: what was asked for last is kept, as much of it as fits."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """Values by key, the least recently asked for dropped first; the last one is kept however large it is.

    `size` gives the bytes of a value. Values that grow while they are kept are measured again whenever they are
    asked for, if `grows` says so.
    """

    def __init__(self, most_bytes: int, size: Callable[[Value], int], *, grows: bool = False) -> None:
        self.most_bytes = most_bytes
        self._size = size
        self._grows = grows
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._sizes: dict[Key, int] = {}
        self._held = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    @property
    def held_bytes(self) -> int:
        """Bytes of all that is kept."""
        return self._held

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of a key: the one that is kept, or else a new one. Threads may make one twice, never share half."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                if self._grows:
                    self._measure(key)
                return self._values[key]
        made = make()
        with self._lock:
            value = self._values.setdefault(key, made)
            self._values.move_to_end(key)
            self._measure(key)
            while self._held > self.most_bytes and len(self._values) > 1:
                oldest, _ = self._values.popitem(last=False)
                self._held -= self._sizes.pop(oldest)
        return value

    def _measure(self, key: Key) -> None:
        self._held -= self._sizes.get(key, 0)
        self._sizes[key] = self._size(self._values[key])
        self._held += self._sizes[key]

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._values.clear()
            self._sizes.clear()
            self._held = 0
