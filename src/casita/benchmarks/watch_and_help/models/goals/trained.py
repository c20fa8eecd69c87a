"""Goal networks with the weights that come with Casita, or with others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from casita.benchmarks.watch_and_help.item import Counts
from casita.benchmarks.watch_and_help.models.goals.deeds import Deeds
from casita.benchmarks.watch_and_help.models.goals.examples import VARIANTS
from casita.benchmarks.watch_and_help.models.goals.frames import Frames
from casita.benchmarks.watch_and_help.models.weights import WEIGHTS, weights_file
from casita.errors import unknown

if TYPE_CHECKING:
    from casita.benchmarks.watch_and_help.models.goals.network import GoalNetwork

KIND, VERSION = "watch_and_help goal network", 1
"""What the weights' file says it is."""


class GoalReader:
    """A trained network."""

    def __init__(self, network: GoalNetwork, *, whole: bool, digest: str) -> None:
        self._network = network
        self.whole = whole
        """Is it shown every step and thing?"""
        self.digest = digest
        """Of its weights."""

    def goals(self, demonstrations: Sequence[Frames | Deeds]) -> list[Counts]:
        """The goals of some demonstrations."""
        import torch

        from casita.benchmarks.watch_and_help.models.goals.network import read_goals
        from casita.learn.training import seeded

        with seeded(0), torch.no_grad():
            return read_goals(self._network(demonstrations))


@lru_cache(maxsize=8)
def goal_reader(name: str, folder: Path = WEIGHTS) -> GoalReader:
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
    return GoalReader(network, whole=checkpoint.notes.get("whole") == "1", digest=checkpoint.digest)
