"""An event is what happened, in the roles of Env-QA's answers."""

from __future__ import annotations

from typing import NamedTuple


class Event(NamedTuple):
    """One change of the world, done by an agent or following from something."""

    tick: int
    actor: str
    """Name of the agent; empty for a consequence."""
    verb: str
    object: str
    relation: str = ""
    target: str = ""
    adjective: str = ""
    """What the object became: "open", "dirty", "broken", "full of coffee"."""
    cause: str = ""
    """For a consequence: the rule that it follows from."""
    text: str = ""
    """What was said."""
