"""What models with a network share: the actions they know, how training went, and the network once there is one."""

from __future__ import annotations

from typing import Generic, TypeVar

from casita.errors import BadInput
from casita.learn.needing_torch import nn

Network = TypeVar("Network", bound=nn.Module)


class Learner(Generic[Network]):
    """A model that is trained, or read from its file, before it is asked."""

    name: str
    """What it is called, in error messages and in the luck of its training."""

    def __init__(self) -> None:
        self.actions: tuple[str, ...] = ()
        self.history: list[float] = []
        """The accuracy on the validation part after each epoch."""
        self._network: Network | None = None

    @property
    def network(self) -> Network:
        """The network, once there is one."""
        if self._network is None:
            raise BadInput(f"{self.name}: not trained yet")
        return self._network
