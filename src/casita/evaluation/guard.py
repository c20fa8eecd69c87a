"""The guard around a model: whatever it does, the run goes on, and what was wrong is counted.

A call is a fault if the model
- `raised` an exception (SystemExit too),
- answered `nonsense`: not what the task can take,
- was too `slow`,
- `died`: its process, where it has one of its own, ended.
In the same process a slow model is stopped by an alarm, unless it catches everything for ever or is no Python code;
`apart` (`casita.evaluation.apart`) gives it a process of its own, which can be ended.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, Protocol, TypeVar

from casita.errors import BadInput
from casita.evaluation.faults import Fault, in_words, trace_of

Answer = TypeVar("Answer")

AGAIN = 1.0
"""Seconds after which a model that goes on all the same is stopped once more."""


class TooSlow(BaseException):
    """Raised inside a model that takes too long; no Exception, so that it is not caught by mistake."""


class Caller(Protocol):
    """What a model is reached through."""

    def call(self, method: str, args: Sequence[Any], seconds: float | None) -> Any:
        """The answer of a method; Fault if there is none."""

    def attribute(self, name: str, default: Any = None) -> Any:
        """A plain attribute of the model."""


class InProcess:
    """A model in this process.

    What is wrong with one of `ours`, such as damaged weights, is the run's fault and ends it.
    """

    def __init__(self, model: Any, *, ours: bool = False) -> None:
        self.model, self._ours = model, ours

    def call(self, method: str, args: Sequence[Any], seconds: float | None) -> Any:
        """The answer of a method; Fault if there is none in time."""
        begin = monotonic()
        try:
            answer = _within(seconds, lambda: getattr(self.model, method)(*args))
        except TooSlow:
            raise Fault("slow", f"{method} took longer than {seconds:g} s") from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too, and what an event loop raises when it is cancelled
            if self._ours and isinstance(error, BadInput):
                raise
            raise Fault("raised", in_words(error), trace_of(error)) from error
        if seconds is not None and monotonic() - begin > seconds:
            raise Fault("slow", f"{method} took longer than {seconds:g} s")
        return answer

    def attribute(self, name: str, default: Any = None) -> Any:
        """A plain attribute of the model."""
        return getattr(self.model, name, default)


class GuardedModel:
    """A model behind its guard, with what was wrong with its answers."""

    def __init__(self, caller: Caller, seconds: float | None = None) -> None:
        """`seconds` is how long a call may take where the task does not say; None is for ever."""
        if seconds is not None and not seconds > 0.0:
            raise BadInput(f"a model may take more than 0 seconds; it is {seconds!r}")
        self._caller, self._seconds = caller, seconds
        self.faults: dict[str, int] = {}
        """How many calls were faults, by kind."""
        self.first: Fault | None = None

    @classmethod
    def of(cls, model: Any, seconds: float | None = None) -> GuardedModel:
        """A model in this process."""
        return cls(InProcess(model), seconds)

    def has(self, method: str) -> bool:
        """Does the model have a method that need not be there?"""
        return callable(self._caller.attribute(method)) or self._caller.attribute(method) is not None

    def attribute(self, name: str, default: Any = None) -> Any:
        """A plain attribute of the model, such as its `privileges`."""
        return self._caller.attribute(name, default)

    def call(
        self,
        method: str,
        *args: Any,
        check: Callable[[Any], Answer] | None = None,
        seconds: float | None = None,
    ) -> Answer:
        """What the model answers; `check` raises BadInput for nonsense, or a Fault. A Fault is counted and raised."""
        try:
            answer = self._caller.call(method, args, self._seconds if seconds is None else seconds)
            try:
                return answer if check is None else check(answer)
            except Fault:  # of a kind that the check names itself
                raise
            except BadInput as error:
                raise Fault("nonsense", str(error)) from None
            except Exception as error:  # raised by the answer itself, which cannot even be compared or shown
                raise Fault("nonsense", f"its answer raises {in_words(error)}", trace_of(error)) from None
        except Fault as fault:
            self.faults[fault.kind] = self.faults.get(fault.kind, 0) + 1
            self.first = self.first or fault
            raise

    def taken_faults(self) -> tuple[dict[str, int], Fault | None]:
        """The faults since the last time, and the first of them; they are forgotten here."""
        found, self.faults, self.first = (self.faults, self.first), {}, None
        return found


def _within(seconds: float | None, call: Callable[[], Any]) -> Any:
    """What a call gives; TooSlow is raised in one that takes longer, again and again if it is caught.

    Only where a process can set an alarm. It is no context manager: an alarm could come while one is left, and then
    its end would never be reached.
    """
    in_main = threading.current_thread() is threading.main_thread()
    if seconds is None or not in_main or not hasattr(signal, "setitimer"):
        return call()
    is_over = False

    def stop(*_: Any) -> None:
        if not is_over:
            raise TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        return call()
    finally:
        # Said before anything is called: alarms come again and again, also while garbage is collected here.
        is_over = True
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, _too_late if before in (signal.SIG_DFL, None) else before)


def _too_late(*_: Any) -> None:
    """An alarm that another thread was given before it was turned off: by default it would end the process."""
