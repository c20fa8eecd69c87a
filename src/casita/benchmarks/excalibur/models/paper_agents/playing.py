"""Houses that an agent plays in while it learns: both phases of a visit, one step at a time.

What the robot is given is made as in a visit that counts (`episode/`): a picture, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from casita.arrays import Uint8s
from casita.benchmarks.excalibur.episode.body import DONE
from casita.benchmarks.excalibur.episode.measures import Measures
from casita.benchmarks.excalibur.episode.observing import Observer, Senses
from casita.benchmarks.excalibur.episode.visit import EXPLORE, REFINE, after_action
from casita.benchmarks.excalibur.houses import state_of
from casita.benchmarks.excalibur.item import Episode
from casita.benchmarks.excalibur.models.paper_agents.actions import ACTIONS
from casita.benchmarks.excalibur.models.paper_agents.rewards import novelty_reward
from casita.errors import BadInput
from casita.world.state import State


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long a visit is while an agent learns."""

    explore: int
    """Steps of the first phase."""
    refine: int
    """Steps of the third phase, at the most."""

    def __post_init__(self) -> None:
        if self.explore < 1 or self.refine < 1:
            raise BadInput(f"a phase has at least one step; asked for {self.explore} and {self.refine}")


class PlayedHouse:
    """One visit to one house."""

    def __init__(self, episode: Episode, lengths: Lengths, side: int) -> None:
        self.questions = episode.questions
        self._lengths = lengths
        self._state: State = state_of(episode)
        self._observer = Observer(self._state, Senses((side, side), depth=False, odometry=False))
        self._measures = Measures(self._state)
        self.steps = 0
        """Since the visit began."""
        self.over = False
        """Is the third phase at its end?"""
        self.picture = self._look()
        """What the robot sees now."""
        self.progress = self._measures.now(self._state)
        """What it has seen and covered."""

    @property
    def refines(self) -> bool:
        """Have the questions been asked?"""
        return self.steps >= self._lengths.explore

    @property
    def refined_in(self) -> int:
        """Steps of the third phase so far."""
        return max(0, self.steps - self._lengths.explore)

    def act(self, choice: int) -> float:
        """Do one of ACTIONS; how much is new (equation 4)."""
        if self.over:
            raise BadInput("the visit is over")
        action = ACTIONS[choice]
        if action.verb == DONE:
            if not self.refines:
                raise BadInput("the first phase is not ended by the robot")
            self.over = True
            return 0.0
        self._state = after_action(self._state, action).state
        self.steps += 1
        self.over = self.refined_in >= self._lengths.refine
        self.picture = self._look()
        before, self.progress = self.progress, self._measures.now(self._state)
        return novelty_reward(before, self.progress)

    def _look(self) -> Uint8s:
        seen = self._observer.observe(
            self._state, REFINE if self.refines else EXPLORE, self.steps, 0, "", "", looks=True
        ).picture
        assert seen is not None, "it was asked to look"
        self._measures.note(self._state, self._observer.shown)
        return seen
