"""What can be wrong with a scene."""

from __future__ import annotations

from typing import Literal

import msgspec

ProblemKind = Literal[
    "unsupported", "interpenetrating", "not inside", "outside", "disconnected", "unreachable", "cannot open"
]


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong with a scene."""

    kind: ProblemKind
    id: str
    """Id of the thing, room or doorway that is wrong."""
    message: str

    def __str__(self) -> str:
        verb = "" if self.kind == "cannot open" else "is "
        return f"{self.id} {verb}{self.kind}: {self.message}"
