"""A trained network that is asked like any other model: it is given frames, chooses among them and looks itself."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from casita.benchmarks.env_qa.item import RoleAnswer
from casita.benchmarks.env_qa.models.batches import answer_of, batch, clip
from casita.benchmarks.env_qa.models.examples import controlled, controlled_words
from casita.benchmarks.env_qa.models.fitting import TrainedNetwork
from casita.benchmarks.env_qa.watching.eyes import Eyes, look
from casita.benchmarks.env_qa.watching.key_frames import key_frames
from casita.benchmarks.env_qa.watching.seen import Seen, joined, nothing_seen
from casita.errors import BadInput
from casita.exact import count_of
from casita.learn.needing_torch import torch
from casita.learn.training import one_thread
from casita.protocols import Picture
from casita.recent import Recent

KEPT_BYTES = 2**27
"""Of what was seen in pictures that may be shown again: questions about one film come one after the other."""


class Trained:
    """Sees key frames by the eyes that its network was trained with."""

    def __init__(self, trained: TrainedNetwork, eyes: Eyes) -> None:
        if eyes.digest != trained.eyes_digest:
            raise BadInput(f"{trained.row.name} was trained with other eyes: {trained.eyes} has changed; train it anew")
        self._trained, self._eyes = trained, eyes
        self.is_blind = trained.network.is_blind
        self._known: Recent[bytes, Seen] = Recent(KEPT_BYTES, lambda seen: count_of(part.nbytes for part in seen))

    def answer(self, frames: Sequence[Picture], question: str) -> RoleAnswer:
        """What the network finds most likely in each role."""
        row, network = self._trained.row, self._trained.network
        seen = nothing_seen(*self._trained.shape[1:]) if self.is_blind else self._watched(frames)
        given = clip(controlled(seen, row.control), network.most_frames)
        text = controlled_words(self._trained.words.numbers(question), row.control)
        with torch.inference_mode(), one_thread():
            scores = network(batch([given], [text], [0]))
        return answer_of([int(each[0].argmax()) for each in scores])

    def _watched(self, frames: Sequence[Picture]) -> Seen:
        keys = key_frames(frames)
        return joined(map(self._looked_at, [frames[key] for key in keys]))._replace(frames=np.asarray(keys, np.int32))

    def _looked_at(self, picture: Picture) -> Seen:
        name = hashlib.blake2b(np.ascontiguousarray(picture).data, digest_size=16).digest()
        return self._known.get(name, lambda: look(self._eyes, [picture], [0]))
