"""What the world asks of physics: what becomes of a thing that is dropped, thrown, pushed or pulled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from casita.errors import BadInput
from casita.world.action import Action
from casita.world.attempt import Attempt
from casita.world.edit import Edit
from casita.world.event import Motion
from casita.world.placing import Landing, place
from casita.world.stance import Quaternion


@dataclass(frozen=True, slots=True)
class Disturbance:
    """One thing set in motion by an agent."""

    verb: str
    """One of drop, throw, push and pull."""
    object: int
    """Slot of the thing."""
    agent: int
    direction: tuple[float, float]
    """Unit vector, seen from above, that it is sent in."""
    target: int = -1
    """Slot of the thing it is thrown at; -1 if none."""


class Rest(NamedTuple):
    """Where one thing came to rest."""

    slot: int
    landing: Landing
    rotation: Quaternion | None = None
    """How it lies; None if it stands upright and faces the landing's yaw."""


class Contact(NamedTuple):
    """One thing hit another."""

    slot: int
    other: int
    """Slot of the other thing; -1 for a wall, a ceiling or somebody's body."""
    speed: float
    """Of the impact, in metres per second."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Where things came to rest, and what hit what on the way."""

    rests: tuple[Rest, ...]
    """Carriers before what they carry, for that comes along with them."""
    contacts: tuple[Contact, ...] = ()
    motion: tuple[Motion, ...] = ()
    """How they came there; where there is none, the world draws a straight line."""


class Physics(Protocol):
    """Anything that can settle a disturbance. Exact: the same state, disturbance and luck, the same result."""

    def settle(self, edit: Edit, disturbance: Disturbance, luck: int) -> Settled | None:
        """Let go, and say what came to rest where; None if the thing cannot move at all."""


class Recording:
    """A physics that keeps what another one says."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._said: list[Settled | None] = []

    def settle(self, edit: Edit, disturbance: Disturbance, luck: int) -> Settled | None:
        """As the other physics does."""
        self._said.append(self._physics.settle(edit, disturbance, luck))
        return self._said[-1]

    def taken(self) -> tuple[Settled | None, ...]:
        """What was said since this was last asked."""
        said, self._said = tuple(self._said), []
        return said


class Replaying:
    """A physics that says again what was kept, in the same order."""

    def __init__(self, said: Sequence[Settled | None]) -> None:
        self._left = list(said)

    def settle(self, edit: Edit, disturbance: Disturbance, luck: int) -> Settled | None:
        """The next result that was kept."""
        if not self._left:
            thing = edit.known.ids[disturbance.object]
            raise BadInput(f"no result was kept of this {disturbance.verb} of {thing} in tick {edit.base.tick}")
        return self._left.pop(0)


class Disturbing(Attempt):
    """An attempt at an action whose disturbances another physics than the default settles."""

    __slots__ = ("physics",)

    def __init__(self, edit: Edit, agent: int, action: Action, physics: Physics) -> None:
        super().__init__(edit, agent, action)
        self.physics = physics


def come_to_rest(edit: Edit, rest: Rest) -> None:
    """Write where a thing came to rest; what it carries comes along, until it has a rest of its own."""
    place(edit, rest.slot, rest.landing)
    if rest.rotation is not None:
        edit.write("rotation")[rest.slot] = rest.rotation
