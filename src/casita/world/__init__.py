"""What happens: states, actions, events and outcomes, and the step from one state to the next."""

from casita.world.action import Action
from casita.world.event import Event, Motion
from casita.world.outcome import Outcome
from casita.world.physics import Disturbance, Physics, Settled
from casita.world.refusal import Refusal
from casita.world.starting import beginning
from casita.world.state import AgentColumns, ObjectColumns, State
from casita.world.step import step

__all__ = [
    "Action",
    "AgentColumns",
    "Disturbance",
    "Event",
    "Motion",
    "ObjectColumns",
    "Outcome",
    "Physics",
    "Refusal",
    "Settled",
    "State",
    "beginning",
    "step",
]
