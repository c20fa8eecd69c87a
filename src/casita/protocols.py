"""What a model must offer to be scored: one class with the one or two methods of its benchmark.

Pictures are height x width x 3 arrays of bytes. Nothing is registered: a class in a file is enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from casita.world.action import Action

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Observation:
    """What an agent is given at one step."""

    agent: str
    tick: int
    graph: Mapping[str, Any]
    """Nodes and relations it can see (`world.graph(seen_by=agent)`)."""
    legal: Sequence[Action]
    messages: Sequence[tuple[str, str]] = ()
    """Who said what since the last step."""
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class RoleAnswer:
    """An answer of Env-QA: one value a role; a role that does not apply is empty."""

    action: str = ""
    subject: str = ""
    preposition: str = ""
    object: str = ""
    state: str = ""
    yes_no: str = ""
    order: str = ""
    number: str = ""


class Chooser(Protocol):
    """ACT-Thor: which picture shows what the action did?"""

    def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
        """Index of the after-picture."""


class Inferrer(Protocol):
    """ACT-Thor, beyond the paper: which action links two pictures?"""

    def infer(self, before: Picture, after: Picture, actions: Sequence[str]) -> str:
        """The action, one of those given."""


class Explorer(Protocol):
    """EXCALIBUR: find out about a house by acting, then answer."""

    def act(self, observation: Observation) -> Action:
        """The next action of the exploration."""

    def answer(self, question: str) -> str:
        """One of "yes" and "no", or a number, or a word."""


class VideoAnswerer(Protocol):
    """Env-QA: answer questions about a video of a changing home."""

    def answer(self, frames: Sequence[Picture], question: str) -> RoleAnswer:
        """The answer in roles and values."""


class Helper(Protocol):
    """Watch-And-Help: see a chore done once, then help with it elsewhere."""

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Look at what the other did and infer the goal."""

    def act(self, observation: Observation) -> Action:
        """The next action of helping."""


class GoalReader(Protocol):
    """Watch-And-Help, its first stage by itself: what does she want?"""

    def goal(self, demonstration: Sequence[Observation]) -> Mapping[str, int]:
        """Predicates of the goal, such as `on_plate_dining_table`, each with how often it is wanted."""


class Rater(Protocol):
    """PlausiblAct: how plausible is each action on the object in a picture?"""

    def rate(self, picture: Picture, object: str, actions: Sequence[str]) -> Sequence[float]:
        """A rating from 0 (makes no sense) to 1 (just what one does) for each action."""


PROTOCOLS: Mapping[str, Mapping[str, type]] = {
    "act_thor": {"choice": Chooser, "inference": Inferrer, "steps": Chooser},
    "excalibur": {"explore": Explorer},
    "env_qa": {"answer": VideoAnswerer},
    "watch_and_help": {"help": Helper, "watch": GoalReader},
    "plausiblact": {"rate": Rater},
}
"""What a model must offer for each task of each benchmark; a benchmark's main task is the first."""
