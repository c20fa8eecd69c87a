"""What all models with a network share: the network, once it is trained or read from a file, and how training went."""

from __future__ import annotations

from typing import Generic, TypeVar

from casita.errors import BadInput

Network = TypeVar("Network")


class Trainable(Generic[Network]):
    """A model that is trained, or read from its file, before it is asked."""

    def __init__(self) -> None:
        self.history: list[float] = []
        """The score on the validation part after each epoch."""
        self._network: Network | None = None

    @property
    def network(self) -> Network:
        """The trained network; BadInput if there is none yet."""
        if self._network is None:
            raise BadInput(self.not_trained)
        return self._network

    @property
    def not_trained(self) -> str:
        """What is said to whoever asks before it is trained."""
        raise NotImplementedError
