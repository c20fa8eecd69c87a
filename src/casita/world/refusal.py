"""Why an action is not done: its first need that is not met, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first need of an action that was not met; affordance before state before geometry."""

    kind: Literal["affordance", "state", "geometry", "conflict"]
    need: str
    """Name of the need's row."""
    object: str = ""
    """The thing that does not meet it."""
    obstacle: str = ""
    """The thing that stands in the way, if one does."""
