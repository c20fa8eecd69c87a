"""Asks a helper for its next action, whatever it does: one that fails loses its turn, and the fault is counted.

A turn is lost (the helper waits) if it
- `raised` an exception,
- answered `nonsense`: no Action, or not its own, or with a verb, an id or an amount that is not known here,
- named something `unseen`: a thing or agent that it does not see now, unless it is a room,
- was too `slow`: it took longer than it may. Python code is stopped then, unless it catches everything for ever;
  other code is let finish first.
A demonstration that it fails to `watch` is counted too; it is asked to help all the same.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeVar

from casita.benchmarks.watch_and_help.goals import ALICE, BOB
from casita.benchmarks.watch_and_help.observing import VERBS, nameable
from casita.errors import BadInput, unknown
from casita.protocols import Helper, Observation
from casita.world.action import Action
from casita.world.state import State
from casita.world.validation import plain, wrong_names, wrong_values

MOST = 1e6
"""An amount that is farther from 0 makes no sense, whatever it is of."""

AGAIN = 1.0
"""Seconds after which a helper that goes on all the same is stopped once more."""

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
        return self._answer(lambda: self.helper.act(observation), state, BOB, sees_all)

    def lead(self, observation: Observation, state: State) -> Action:
        """What a helper that says what Alice does too has her do next; waiting if it says nothing sensible."""
        return self._answer(lambda: self.helper.lead(observation), state, ALICE, True)  # type: ignore[attr-defined]

    def _answer(self, ask: Callable[[], object], state: State, agent: str, sees_all: bool) -> Action:
        answer, fault, what = _tried(ask, self.patience.act)
        if not fault:
            fault, what = _wrong(answer, state, agent, sees_all)
        if not fault:
            assert isinstance(answer, Action)
            return plain(answer)
        self._note(fault, what)
        return Action(agent, "wait")

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
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too, and what an event loop raises when it is cancelled
        return None, "raised", _in_words(error)
    if monotonic() - begin > seconds:
        return None, "slow", f"took longer than {seconds:g} s"
    return answer, "", ""


@contextmanager
def _stopped_after(seconds: float) -> Iterator[None]:
    """Raise TooSlow in what takes longer, again and again if it is caught; only where a process can set an alarm."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: Any) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
    finally:  # once more: it may have been stopped just before the alarm was turned off
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def _wrong(answer: object, state: State, agent: str, sees_all: bool) -> tuple[str, str]:
    """The fault of an answer and what it is in words; empty if there is none."""
    wrong = wrong_values(answer)
    if wrong:
        return "nonsense", wrong
    assert isinstance(answer, Action)
    if abs(answer.amount) > MOST:
        return "nonsense", f"an amount of {answer.amount:g} makes no sense"
    if answer.agent != agent:
        return "nonsense", f"an action of {answer.agent!r}, not of {agent}"
    if answer.verb not in VERBS:
        return "nonsense", str(unknown("verb of Watch-And-Help", answer.verb, VERBS))
    wrong = wrong_names(state, answer)
    if wrong:
        return "nonsense", wrong
    names = nameable(state, agent)
    hidden = [] if sees_all else [name for name in (answer.object, answer.target) if name not in names]
    return ("unseen", f"{hidden[0]} cannot be seen now") if hidden else ("", "")


def _in_words(error: BaseException) -> str:
    """An error, whatever it says or fails to say."""
    try:
        said = f"{type(error).__name__}: {error}"
    except Exception:
        said = type(error).__name__
    return said.encode(errors="backslashreplace").decode()
