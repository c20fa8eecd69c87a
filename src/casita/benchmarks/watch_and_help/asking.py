"""Asks a helper for its next action, whatever it does: one that fails loses its turn, and the fault is counted.

A turn is lost (the helper waits) if it
- `raised` an exception,
- answered `nonsense`: no Action, or not its own, or with a verb or an id that is not known here,
- named something `unseen`: a thing or agent that it does not see now, unless it is a room,
- was too `slow`: it took longer than it may. Python code is stopped then; other code is let finish first.
A demonstration that it fails to `watch` is counted too; it is asked to help all the same.
"""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeVar

from casita.benchmarks.watch_and_help.goals import BOB
from casita.benchmarks.watch_and_help.observing import VERBS, nameable
from casita.errors import BadInput, unknown
from casita.protocols import Helper, Observation
from casita.world.action import Action
from casita.world.state import State
from casita.world.step import checked

FAULTS = ("raised", "nonsense", "unseen", "slow", "watch")
"""All that can be wrong with a turn."""

Answer = TypeVar("Answer")


class TooSlow(BaseException):
    """Raised inside a helper that takes too long; no Exception, so that it does not catch it by mistake."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds a helper may take."""

    act: float = 20.0
    watch: float = 300.0

    def __post_init__(self) -> None:
        for seconds in (self.act, self.watch):
            if not seconds > 0.0:
                raise BadInput(f"a helper may take more than 0 seconds; it is {seconds!r}")


@dataclass(slots=True)
class Asked:
    """A helper, and what was wrong with its answers."""

    helper: Helper
    patience: Patience = field(default_factory=Patience)
    faults: dict[str, int] = field(default_factory=dict)
    first: str = ""
    """What the first fault was, in words."""

    def begin(self, seed: int) -> None:
        """Give the helper the seed of its luck, if it wants one."""
        begin = getattr(self.helper, "begin", None)
        if begin is not None:
            _, fault, what = _tried(lambda: begin(seed), self.patience.act)
            if fault:
                self._note(fault, what)

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Let the helper look at a demonstration."""
        _, fault, what = _tried(lambda: self.helper.watch(demonstration), self.patience.watch)
        if fault:
            self._note("watch", what)

    def act(self, observation: Observation, state: State, *, sees_all: bool = False) -> Action:
        """The helper's next action; waiting if it loses its turn. One that sees all may name all."""
        answer, fault, what = _tried(lambda: self.helper.act(observation), self.patience.act)
        if not fault:
            fault, what = _wrong(answer, state, sees_all)
        if not fault:
            assert isinstance(answer, Action)
            return answer
        self._note(fault, what)
        return Action(BOB, "wait")

    def _note(self, fault: str, what: str) -> None:
        self.faults[fault] = self.faults.get(fault, 0) + 1
        self.first = self.first or f"{fault}: {what}"


def _tried(ask: Callable[[], Answer], seconds: float) -> tuple[Answer | None, str, str]:
    """An answer, or the fault and what it was in words."""
    begin = monotonic()
    try:
        with _stopped_after(seconds):
            answer = ask()
    except TooSlow:
        return None, "slow", f"took longer than {seconds:g} s"
    except Exception as error:
        return None, "raised", f"{type(error).__name__}: {error}"
    if monotonic() - begin > seconds:
        return None, "slow", f"took longer than {seconds:g} s"
    return answer, "", ""


@contextmanager
def _stopped_after(seconds: float) -> Iterator[None]:
    """Raise TooSlow in what takes longer; only where Python lets a process set an alarm."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: Any) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def _wrong(answer: object, state: State, sees_all: bool) -> tuple[str, str]:
    """The fault of an answer and what it is in words; empty if there is none."""
    if not isinstance(answer, Action):
        return "nonsense", f"expected an Action, got {type(answer).__name__}"
    words = (answer.agent, answer.verb, answer.object, answer.target, answer.relation, answer.liquid,
             answer.direction, answer.text)  # fmt: skip
    number = isinstance(answer.amount, int | float) and not isinstance(answer.amount, bool)
    if not all(isinstance(word, str) for word in words) or not number or not math.isfinite(answer.amount):
        return "nonsense", f"a field has no sensible value: {answer!r}"
    if answer.agent != BOB:
        return "nonsense", f"an action of {answer.agent!r}, not of {BOB}"
    if answer.verb not in VERBS:
        return "nonsense", str(unknown("verb of Watch-And-Help", answer.verb, VERBS))
    try:
        checked(state, answer)
    except BadInput as error:
        return "nonsense", str(error)
    names = nameable(state, BOB)
    hidden = [] if sees_all else [name for name in (answer.object, answer.target) if name not in names]
    return ("unseen", f"{hidden[0]} cannot be seen now") if hidden else ("", "")
