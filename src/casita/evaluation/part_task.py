"""Tasks that ask about one part of a folder of data: what they share, whichever benchmark they are of."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from casita.errors import unknown
from casita.evaluation.folder import DataFolder
from casita.evaluation.task import Item, Task

Data = TypeVar("Data", bound=DataFolder)


class PartTask(Task[Item], Generic[Item, Data]):
    """A task whose settings name a folder of data and one of its parts."""

    needs_data = True
    parts: ClassVar[tuple[str, ...]]
    """The names that a part may have."""
    folder: Callable[[Path], Data]
    """What opens a folder of the benchmark's data."""

    def __init__(self, settings: Any) -> None:
        """BadInput if there is no such part."""
        super().__init__(settings)
        if settings.part not in self.parts:
            raise unknown("part", settings.part, self.parts)

    @cached_property
    def data(self) -> Data:
        """What is asked about."""
        return self.folder(self.settings.data)

    def about(self) -> dict[str, Any]:
        """The data, which part of them, and how they are asked about."""
        return {"data": self.data.manifest.digest(), "part": self.settings.part, **self.asked_with()}

    @abstractmethod
    def asked_with(self) -> dict[str, Any]:
        """What the questions depend on besides, as plain data."""
