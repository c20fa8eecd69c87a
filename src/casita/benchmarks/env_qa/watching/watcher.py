"""Looks at videos: chooses key frames, and looks at each picture once however often it is shown."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from casita.benchmarks.env_qa.watching.eyes import Eyes, look
from casita.benchmarks.env_qa.watching.key_frames import key_frames
from casita.benchmarks.env_qa.watching.seen import Seen, joined
from casita.exact import count_of
from casita.protocols import Picture
from casita.recent import Recent

KEPT_BYTES = 2**27
"""Of what was seen in pictures that may be shown again: questions about one film come one after the other."""


class Watcher:
    """Eyes with a memory for pictures."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._known: Recent[bytes, Seen] = Recent(KEPT_BYTES, lambda seen: count_of(part.nbytes for part in seen))

    def watched(self, frames: Sequence[Picture]) -> Seen:
        """What is seen in the key frames of a video."""
        keys = key_frames(frames)
        return joined(map(self._looked_at, [frames[key] for key in keys]))._replace(frames=np.asarray(keys, np.int32))

    def _looked_at(self, picture: Picture) -> Seen:
        name = hashlib.blake2b(np.ascontiguousarray(picture).data, digest_size=16).digest()
        return self._known.get(name, lambda: look(self._eyes, [picture], [0]))
