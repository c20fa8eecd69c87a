"""What a model can do wrong, as an error that the guard raises and counts."""

from __future__ import annotations


class Fault(Exception):
    """One call of a model that came to nothing."""

    def __init__(self, kind: str, words: str, trace: str = "") -> None:
        super().__init__(f"{kind}: {words}")
        self.kind = kind
        """What was wrong: raised, nonsense, slow, died, or a kind of the task's own."""
        self.words = words
        self.trace = trace
        """The model's own traceback, for its author."""
