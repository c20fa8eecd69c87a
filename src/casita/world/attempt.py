"""One agent's attempt at one action: the action with its ids looked up, and the state it meets."""

from __future__ import annotations

from collections.abc import Callable

from casita.world.action import Action
from casita.world.bodies import Body
from casita.world.edit import Edit
from casita.world.event import Event, Motion
from casita.world.luck import key
from casita.world.placing import Landing
from casita.world.refusal import Refusal
from casita.world.rules import RULES, Rules
from casita.world.statics import NONE, Statics


class Attempt:
    """What needs and effects of a verb look at."""

    __slots__ = (
        "action",
        "agent",
        "aside",
        "body",
        "edit",
        "events",
        "known",
        "landing",
        "motion",
        "object",
        "rules",
        "target",
        "target_kind",
    )

    def __init__(self, edit: Edit, agent: int, action: Action) -> None:
        self.edit = edit
        self.agent = agent
        self.action = action
        self.known: Statics = edit.known
        self.body: Body = edit.base.bodies[agent]
        self.rules: Rules = RULES[edit.base.rules]
        self.object = self.known.index.get(action.object, NONE)
        self.target_kind, self.target = self._looked_up(action.target)
        self.events: list[Event] = []
        self.motion: list[Motion] = []
        self.aside: tuple[tuple[int, Landing], ...] = ()
        """What is moved aside to make room, and where to, as a need has worked it out."""
        self.landing: object = None
        """What a need has worked out for the effect that follows it."""

    def _looked_up(self, id: str) -> tuple[str, int]:
        """What an id names: a thing, a room or an agent, and its number."""
        if id in self.known.index:
            return "thing", self.known.index[id]
        if id in self.known.room_index:
            return "room", self.known.room_index[id]
        if id in self.edit.base.names:
            return "agent", self.edit.base.names.index(id)
        return "", NONE

    def luck(self, purpose: str) -> int:
        """The key of this attempt's draws for a purpose."""
        return key(self.edit.base.seed, self.edit.base.tick, self.agent, purpose)

    def refusal(self, kind: str, need: str, obstacle: int | str = "", object: int = NONE) -> Refusal:
        """A refusal that names the thing that does not meet a need, and what is in the way."""
        about = self.object if object == NONE else object
        name = self.known.ids[about] if about != NONE else self.action.object
        other = self.known.ids[obstacle] if isinstance(obstacle, int) else obstacle
        return Refusal(kind, need, name, other)  # type: ignore[arg-type]

    def tell(
        self,
        object: int,
        relation: str = "",
        target: int = NONE,
        adjective: str = "",
        cause: str = "",
        verb: str = "",
        target_id: str = "",
    ) -> None:
        """Record that something happened; what follows from something has a cause and no actor."""
        ids = self.known.ids
        self.events.append(
            Event(
                self.edit.base.tick,
                "" if cause else self.action.agent,
                verb or self.action.verb,
                ids[object] if object != NONE else "",
                relation,
                ids[target] if target != NONE else target_id,
                adjective,
                cause,
                "" if cause else self.action.text,
            )
        )


Effect = Callable[[Attempt], Refusal | None]
"""What a verb does once its needs are met; it may still find that it cannot be done, and say why."""
