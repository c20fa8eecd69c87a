"""The four phases of one visit: explore, answer, go back in until done, answer again.

A model is any class with `act` and `answer` (`casita.protocols.Explorer`); it may have besides
- `begin(seed)`, called first, with the seed of its own luck;
- `wants_picture(observation)`, asked before every step: pictures that are not wanted are not drawn;
- `confidence(question)`, from 0 to 1, asked after every answer;
- `acts = False`: it does not enter the house, and answers once;
- `privileges = ("things",)`, for upper rows: it is told what the things in its pictures are.
Whatever goes wrong with an answer is a fault: it is counted, the robot waits for that step or the question has no
answer, and the visit goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import msgspec

from casita.benchmarks.excalibur.episode.body import DONE, ROBOT, as_step, checked_action, felt, in_words
from casita.benchmarks.excalibur.episode.measures import Measures, Progress
from casita.benchmarks.excalibur.episode.observing import Observer, Senses
from casita.benchmarks.excalibur.score import Visit
from casita.errors import BadInput, unknown
from casita.evaluation.faults import Fault
from casita.evaluation.guard import GuardedModel
from casita.protocols import RobotObservation
from casita.world.action import Action
from casita.world.refusal import Refusal
from casita.world.state import State
from casita.world.step import step

PRIVILEGES = ("things", "graph")
"""What a model may ask for that the benchmark does not allow; the graph of the house is told by the task."""

SENSES = Senses()
"""Depth and odometry, pictures of the usual size, nothing privileged."""

EXPLORE, REFINE = "explore", "refine"
"""The phases in which the robot acts."""

Said = TypeVar("Said")


@dataclass(frozen=True, slots=True)
class VisitSettings:
    """How a visit is held."""

    explore: int = 2500
    """Steps of the first phase, at the most."""
    refine: int = 5000
    """Steps of the third phase, at the most; the paper has no limit."""
    senses: Senses = SENSES
    changed: Callable[[State], State] | None = None
    """What somebody who lives there does between the phases; nobody does by default."""

    def __post_init__(self) -> None:
        if self.explore < 0 or self.refine < 0:
            raise BadInput(f"a phase has no fewer than 0 steps; asked for {self.explore} and {self.refine}")


class VisitRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that is kept of a visit."""

    first: tuple[str, ...]
    """The answers of phase II, in the order of the questions; what was a fault is empty."""
    second: tuple[str, ...]
    """The answers of phase IV."""
    refined_in: int
    """Steps of phase III, T3."""
    explored_in: int = 0
    """Steps of phase I."""
    first_sure: tuple[float, ...] = ()
    """How sure the model was of each answer of phase II, if it says so."""
    second_sure: tuple[float, ...] = ()
    faults: dict[str, int] = {}
    """What was wrong with its answers and actions, by kind."""
    refused: int = 0
    """Actions that could not be done."""
    progress: tuple[Progress, ...] = ()
    """How it explored, every fifty steps and at the end of each phase."""
    path: tuple[tuple[float, float], ...] = ()
    """Where it stood after every step."""
    second_true: tuple[str, ...] = ()
    """What was true in phase IV, if somebody lives in the house; empty if nobody does."""


def in_short(record: VisitRecord) -> Visit:
    """What scores need of a visit."""
    return Visit(record.first, record.second, record.refined_in, record.second_sure, record.second_true)


def visit(
    model: object, start: State, questions: Sequence[str], seed: int = 0, settings: VisitSettings | None = None
) -> VisitRecord:
    """Let a model explore a house, answer, go back in and answer again."""
    guarded = model if isinstance(model, GuardedModel) else GuardedModel.of(model)
    return _Visit(guarded, start, settings or VisitSettings()).held(questions, seed)


def senses_of(model: GuardedModel, senses: Senses) -> Senses:
    """The senses of a model: with privileged perception if it asks for that."""
    names = tuple(model.attribute("privileges", ()))
    for name in names:
        if name not in PRIVILEGES:
            raise unknown("name in privileges", name, PRIVILEGES)
    return replace(senses, privileged="things" in names)


class Done(NamedTuple):
    """What came of one action."""

    state: State
    felt: str
    refused: str
    """Why it was not done, in words; empty if it was."""


def after_action(state: State, action: Action) -> Done:
    """Do one action of the robot; what cannot be done is a step of waiting."""
    asked = as_step(state, action)
    refusal = asked if isinstance(asked, Refusal) else None
    outcome = step(state, [Action(ROBOT, "wait") if isinstance(asked, Refusal) else asked])
    return Done(outcome.state, felt(outcome), in_words(refusal or outcome.refusals[0]))


class _Visit:
    """One visit while it goes on."""

    def __init__(self, model: GuardedModel, start: State, settings: VisitSettings) -> None:
        self._model, self._settings = model, settings
        self._acts = bool(model.attribute("acts", True))
        self.state = start
        self._refused = 0
        if self._acts:
            self._asks_first = model.has("wants_picture")
            self._observer = Observer(start, senses_of(model, settings.senses))
            self._measures = Measures(start)

    def held(self, questions: Sequence[str], seed: int) -> VisitRecord:
        """All four phases."""
        with suppress(Fault):
            if self._model.has("begin"):
                self._model.call("begin", seed)
        explored = self._phase(EXPLORE, self._settings.explore)
        first, first_sure = self._answers(questions)
        if not self._acts:
            return VisitRecord(first, first, 0, 0, first_sure, first_sure, self._faults())
        if self._settings.changed is not None:
            self.state = self._settings.changed(self.state)
        refined = self._phase(REFINE, self._settings.refine)
        second, second_sure = self._answers(questions)
        return VisitRecord(
            first, second, refined, explored, first_sure, second_sure, self._faults(), self._refused,
            tuple(self._measures.rows), tuple(self._measures.path),
        )  # fmt: skip

    def _faults(self) -> dict[str, int]:
        return dict(sorted(self._model.faults.items()))

    def _phase(self, phase: str, limit: int) -> int:
        """Let the robot act until it is done or the phase ends; how many steps it took."""
        if not self._acts:
            return 0
        feels, refused = "", ""
        for count in range(limit):
            observation = self._observed(phase, count, limit - count, feels, refused)
            action = self._action(observation)
            if action.verb == DONE:
                self._measures.rows.append(self._measures.now(self.state))
                return count
            feels, refused = self._step(action)
        if limit:
            self._measures.rows.append(self._measures.now(self.state))
        return limit

    def _observed(self, phase: str, count: int, left: int, feels: str, refused: str) -> RobotObservation:
        """What the robot is given now: with a picture if it wants one."""
        about = (self.state, phase, count, left, feels, refused)
        looks = True
        if self._asks_first:
            blind = self._observer.observe(*about, looks=False)
            with suppress(Fault):
                looks = self._model.call("wants_picture", blind, check=_checked_wish)
            if not looks:
                self._measures.note(self.state, None)
                return blind
        found = self._observer.observe(*about, looks=True)
        self._measures.note(self.state, self._observer.shown)
        return found

    def _action(self, observation: RobotObservation) -> Action:
        """What the robot does now; it waits if the model's answer is a fault."""
        try:
            return self._model.call("act", observation, check=checked_action)
        except Fault:
            return Action(ROBOT, "wait")

    def _step(self, action: Action) -> tuple[str, str]:
        """Do one action: what is felt, and why it was refused."""
        done = after_action(self.state, action)
        self.state = done.state
        self._refused += bool(done.refused)
        return done.felt, done.refused

    def _answers(self, questions: Sequence[str]) -> tuple[tuple[str, ...], tuple[float, ...]]:
        """The answers to all questions, and how sure the model is of each, if it says so."""
        found, sure = [], []
        says = self._model.has("confidence")
        for question in questions:
            found.append(self._asked("answer", question, checked_answer, ""))
            if says:
                sure.append(self._asked("confidence", question, _checked_confidence, 0.0))
        return tuple(found), tuple(sure)

    def _asked(self, method: str, question: str, check: Callable[[object], Said], lost: Said) -> Said:
        try:
            return self._model.call(method, question, check=check)
        except Fault:
            return lost


LONGEST = 400
"""Characters of an answer."""


def checked_answer(answer: object) -> str:
    """An answer as a model may give it: a short text, or a whole number; BadInput if it is none."""
    if isinstance(answer, int) and not isinstance(answer, bool):
        return str(answer)
    if not isinstance(answer, str):
        raise BadInput(f"an answer is text; it is of type {type(answer).__name__}")
    if len(answer) > LONGEST:
        raise BadInput(f"an answer has at most {LONGEST} characters; it has {len(answer)}")
    return answer.encode(errors="backslashreplace").decode()


def _checked_confidence(answer: object) -> float:
    if isinstance(answer, bool) or not isinstance(answer, int | float) or not 0.0 <= answer <= 1.0:
        raise BadInput(f"a confidence is a number from 0 to 1; it is {answer!r}")
    return float(answer)


def _checked_wish(answer: object) -> bool:
    if not isinstance(answer, bool):
        raise BadInput(f"wants_picture answers True or False; it answered {answer!r}")
    return answer
