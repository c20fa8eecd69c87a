"""What a model can do wrong, as an error that the guard raises and counts."""

from __future__ import annotations

import traceback


class Fault(Exception):
    """One call of a model that came to nothing."""

    def __init__(self, kind: str, words: str, trace: str = "") -> None:
        super().__init__(f"{kind}: {words}")
        self.kind = kind
        """What was wrong: raised, nonsense, slow, died, or a kind of the task's own."""
        self.words = words
        self.trace = trace
        """The model's own traceback, for its author."""


def in_words(error: BaseException) -> str:
    """An error, whatever it says or fails to say."""
    try:
        said = f"{type(error).__name__}: {error}"
    except Exception:
        said = type(error).__name__
    return said.encode(errors="backslashreplace").decode()


def trace_of(error: BaseException) -> str:
    """An error's traceback; of one that cannot even be looked at, where it came from."""
    try:
        said = "".join(traceback.format_exception(error))
    except Exception:
        said = "".join([*traceback.format_tb(error.__traceback__), type(error).__name__])
    return said.encode(errors="backslashreplace").decode()
