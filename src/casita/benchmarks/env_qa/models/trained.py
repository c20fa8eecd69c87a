"""A trained network that is asked like any other model: it is given frames, chooses among them and looks itself."""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.env_qa.item import RoleAnswer
from casita.benchmarks.env_qa.models.batches import answer_of, batch, clip
from casita.benchmarks.env_qa.models.examples import controlled, controlled_words
from casita.benchmarks.env_qa.models.fitting import TrainedNetwork, most_likely
from casita.benchmarks.env_qa.watching.eyes import Eyes
from casita.benchmarks.env_qa.watching.seen import nothing_seen
from casita.benchmarks.env_qa.watching.watcher import Watcher
from casita.errors import BadInput
from casita.learn.needing_torch import torch
from casita.learn.training import one_thread
from casita.protocols import Picture


class Trained:
    """Sees key frames by the eyes that its network was trained with."""

    def __init__(self, trained: TrainedNetwork, eyes: Eyes) -> None:
        if eyes.digest != trained.eyes_digest:
            raise BadInput(f"{trained.row.name} was trained with other eyes: {trained.eyes} has changed; train it anew")
        self._trained = trained
        self.is_blind = trained.network.is_blind
        self._watcher = Watcher(eyes)

    def answer(self, frames: Sequence[Picture], question: str) -> RoleAnswer:
        """What the network finds most likely in each role."""
        row, network = self._trained.row, self._trained.network
        seen = nothing_seen(*self._trained.shape[1:]) if self.is_blind else self._watcher.watched(frames)
        given = clip(controlled(seen, row.control), network.most_frames)
        text = controlled_words(self._trained.words.numbers(question), row.control)
        with torch.inference_mode(), one_thread():
            scores = network(batch([given], [text], [0]))
        return answer_of(most_likely(scores)[0].tolist())
