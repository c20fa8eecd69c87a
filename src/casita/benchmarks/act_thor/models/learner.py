"""What models with a network share: their name and the actions that they know."""

from __future__ import annotations

from casita.learn.trainable import Network, Trainable


class Learner(Trainable[Network]):
    """A model that is trained, or read from its file, before it is asked; its score is its accuracy."""

    name: str
    """What it is called, in error messages and in the luck of its training."""

    def __init__(self) -> None:
        super().__init__()
        self.actions: tuple[str, ...] = ()

    @property
    def not_trained(self) -> str:
        """Names the model."""
        return f"{self.name}: not trained yet"
