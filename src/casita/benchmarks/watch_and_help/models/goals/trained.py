"""The paper's goal networks (Figure 16) with the weights that come with Casita, or with others.

goal-lstm looks at all that Alice saw, goal-last at the last of it, goal-actions at what she did.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from casita.agents.visible import visible
from casita.benchmarks.watch_and_help.episodes.observing import view_of
from casita.benchmarks.watch_and_help.item import Counts
from casita.benchmarks.watch_and_help.models.goals.examples import VARIANTS, shown_to
from casita.benchmarks.watch_and_help.models.weights import WEIGHTS, weights_file
from casita.errors import unknown
from casita.protocols import Observation

if TYPE_CHECKING:
    from casita.benchmarks.watch_and_help.models.goals.network import GoalNetwork

KIND, VERSION = "watch_and_help goal network", 1
"""What the weights' file says it is."""


class Trained(NamedTuple):
    """A trained network."""

    network: GoalNetwork
    whole: bool
    """Is it shown every step and thing?"""


@lru_cache(maxsize=8)
def trained_network(name: str, folder: Path = WEIGHTS) -> Trained:
    """The network of this name with its weights."""
    if name not in VARIANTS:
        raise unknown("goal network", name, VARIANTS)
    from casita.benchmarks.watch_and_help.models.goals.network import GoalNetwork
    from casita.learn.checkpoints import fill_module, load_weights

    path = weights_file(name, folder)
    checkpoint = load_weights(path, KIND, VERSION)
    network = GoalNetwork(name)
    fill_module(network, checkpoint, path)
    network.eval()
    return Trained(network, checkpoint.notes.get("whole") == "1")


def inferred(name: str, demonstration: Sequence[Observation], weights: Path = WEIGHTS) -> Counts:
    """The goal of a whole demonstration by the network of this name; never an empty one."""
    import torch

    from casita.benchmarks.watch_and_help.models.goals.network import read_goals
    from casita.learn.training import seeded

    network, whole = trained_network(name, weights)
    done = [(each.did,) for each in demonstration if each.did is not None]
    shown = shown_to(name, visible(map(view_of, demonstration)), done, whole=whole)
    with seeded(0), torch.no_grad():
        return read_goals(network([shown]))[0]


class GoalFromStates:
    """Reads the goal from all that Alice saw."""

    name = "goal-lstm"
    weights: Path = WEIGHTS
    """The folder of the network's."""

    def goal(self, demonstration: Sequence[Observation]) -> dict[str, int]:
        """What she wants."""
        return dict(inferred(self.name, demonstration, self.weights))


class GoalFromLastState(GoalFromStates):
    """Reads the goal from what Alice saw in the end."""

    name = "goal-last"


class GoalFromActions(GoalFromStates):
    """Reads the goal from what Alice did."""

    name = "goal-actions"
