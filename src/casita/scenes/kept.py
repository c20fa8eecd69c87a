"""What follows from a scene and is costly to work out: made when it is first asked for, kept with it, gone with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, Protocol, TypeVar

K = TypeVar("K")
V = TypeVar("V")
Made = TypeVar("Made")


class Keeper(Protocol):
    """A scene, or something that belongs to one scene: it has a place for what follows from it."""

    @property
    def kept(self) -> dict[Any, Any]:
        """What was made of it, by the `PerScene` that made it."""


Owner = TypeVar("Owner", bound=Keeper)


class PerScene(Generic[Owner, Made]):
    """Decorates a function of a scene, or of its statics, whose result is made once for each and kept with it.

    >>> import casita
    >>> from casita.scenes.scene import Scene
    >>> @PerScene
    ... def doors(scene: Scene) -> int:
    ...     return len(scene.of_type("door"))
    >>> kitchen = casita.room("kitchen", 1)
    >>> doors(kitchen) == doors(kitchen) == kitchen.kept[doors]
    True
    """

    def __init__(self, make: Callable[[Owner], Made]) -> None:
        self._make = make
        update_wrapper(self, make)

    def __call__(self, owner: Owner) -> Made:
        """What was made for a scene; it is made now if this is the first time."""
        kept = owner.kept
        found: Made | None = kept.get(self)
        if found is None:
            found = kept[self] = self._make(owner)
        return found


class BoundedDict(dict[K, V]):
    """A dict that holds so many entries at most: when one more comes, that which came first goes."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        if key not in self and len(self) >= self.most:
            del self[next(iter(self))]
        super().__setitem__(key, value)
