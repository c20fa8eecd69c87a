"""The sets of rules that a world can follow; a row added to `RULES` is one more."""

from __future__ import annotations

from dataclasses import dataclass

from casita.world.consequences import CONSEQUENCES, Consequence


@dataclass(frozen=True, slots=True)
class Rules:
    """What an action asks for beyond its own sense."""

    name: str
    needs_tools: bool
    """Slicing takes a knife in hand, cleaning a sponge, a cloth or running water."""
    needs_sources: bool
    """Filling takes a tap, a coffee machine or a bottle; cooking takes something hot."""
    needs_reach: bool
    """A thing must be close by; else an agent walks up to it as part of the action."""
    consequences: tuple[Consequence, ...] = CONSEQUENCES
    """What follows by itself at the end of each tick."""


RULES: dict[str, Rules] = {
    "command": Rules("command", needs_tools=False, needs_sources=False, needs_reach=False),
    "household": Rules("household", needs_tools=True, needs_sources=True, needs_reach=True),
}
"""`command` applies effects directly, as ACT-Thor and Env-QA do; `household` asks for tools, sources and nearness."""
