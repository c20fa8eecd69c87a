"""How good answers are: equation 1 by kind of question, exact match, and the accuracy of every role as in Table 2.

The accuracy of a role is counted over the questions whose true answer has it: the share of them in which the model's
answer has the same value. Object1 and object2 are one column: each that a true answer has counts by itself. A value in
a role that the true answer leaves empty lowers equation 1, not the accuracy of that role.

Intervals resample films: all videos that are cut from one film, and all their questions, belong together. Several
trainings of one model are drawn as wholes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple, get_args

import msgspec

from casita.benchmarks.env_qa.item import QUESTION_KINDS, ROLES, Question, Role, RoleAnswer
from casita.benchmarks.env_qa.vocabulary import MEANT, known_values
from casita.errors import BadInput, unknown
from casita.evaluation.statistics import Estimate, resampled

COLUMNS: Mapping[str, tuple[Role, ...]] = {
    "Action": ("action",),
    "Object1&2": ("object1", "object2"),
    "Prep.": ("prep",),
    "Adj.": ("adjective",),
    "Yes/No": ("yes_no",),
    "Number": ("number",),
}
"""Table 2's columns of roles."""

Answers = Sequence[RoleAnswer | None]
"""One answer for each question, in order; None where the model gave none, which scores 0."""


class Scores(NamedTuple):
    """All that Table 2 has of one model, and exact match."""

    overall: Estimate
    """Mean of equation 1 over all questions."""
    exact: Estimate
    """Share of answers that are right in every role."""
    by_kind: dict[str, Estimate]
    """Mean of equation 1 over each kind of question; kinds that no question is of are left out."""
    by_role: dict[str, Estimate]
    """By Table 2's columns: share of right values; columns that no true answer has are left out."""


def score(said: RoleAnswer | None, true: RoleAnswer) -> float:
    """Equation 1: the roles that are equal and not empty, of those that are not empty in either."""
    if said is None:
        return 0.0
    ours, theirs = said.filled(), true.filled()
    either = ours.keys() | theirs.keys()
    if not either:
        raise BadInput("a true answer has no role that is not empty")
    return sum(ours.get(role) == theirs.get(role) for role in either) / len(either)


def checked_answer(value: object) -> RoleAnswer:
    """A model's answer, with the paper's other words for a thing as ours; BadInput names what is no role or value."""
    if isinstance(value, RoleAnswer):
        value = msgspec.structs.asdict(value)
    if not isinstance(value, Mapping):
        raise BadInput(f"the model's answer is a {type(value).__name__}, expected a RoleAnswer, or values by role")
    return RoleAnswer(**{_checked_role(role): _checked_value(role, said) for role, said in value.items() if said})


def scores(questions: Sequence[Question], trainings: Sequence[Answers], films: Mapping[str, str]) -> Scores:
    """Table 2's figures of one or more trainings of a model; `films` names the film of every video."""
    of = _clusters(questions, films)
    if not trainings:
        raise BadInput("no answers to score")
    said = [_as_given(questions, answers) for answers in trainings]
    true = [question.answer for question in questions]
    marks = [[score(run[row], true[row]) for run in said] for row in range(len(true))]
    exact = [[float(run[row] == true[row]) for run in said] for row in range(len(true))]
    kinds = {kind: [row for row, question in enumerate(questions) if question.kind == kind] for kind in QUESTION_KINDS}
    return Scores(
        _estimate(marks, of),
        _estimate(exact, of),
        {
            kind: _estimate([marks[row] for row in rows], [of[row] for row in rows])
            for kind, rows in kinds.items()
            if rows
        },
        {name: found for name, roles in COLUMNS.items() if (found := _of_roles(roles, true, said, of)).items},
    )


def _of_roles(
    roles: Sequence[Role], true: Sequence[RoleAnswer], said: Sequence[Answers], of: Sequence[str]
) -> Estimate:
    rows, films = [], []
    for row, answer in enumerate(true):
        for role in roles:
            if value := getattr(answer, role):
                rows.append([float(run[row] is not None and getattr(run[row], role) == value) for run in said])
                films.append(of[row])
    return _estimate(rows, films)


def _estimate(table: Sequence[Sequence[float]], of: Sequence[str]) -> Estimate:
    if not table:
        return Estimate(math.nan, math.nan, math.nan)
    return resampled(table, of, (0.0, 1.0), "crossed")


def _clusters(questions: Sequence[Question], films: Mapping[str, str]) -> list[str]:
    missing = next((question for question in questions if question.video not in films), None)
    if missing is not None:
        raise BadInput(f"question {missing.id}: nothing says which film its video {missing.video} is of")
    return [films[question.video] for question in questions]


def _as_given(questions: Sequence[Question], answers: Answers) -> list[RoleAnswer | None]:
    if len(questions) != len(answers):
        raise BadInput(f"{len(answers)} answers to {len(questions)} questions")
    found: list[RoleAnswer | None] = []
    for question, answer in zip(questions, answers, strict=True):
        try:
            found.append(None if answer is None else checked_answer(answer))
        except BadInput as error:
            raise BadInput(f"question {question.id}: {error}") from None
    return found


def _checked_role(role: object) -> Role:
    if role not in get_args(Role):
        raise unknown("role", role, ROLES)
    return role  # type: ignore[return-value]  # it is one of them


def _checked_value(role: str, value: object) -> str:
    name = _checked_role(role)
    if not isinstance(value, str):
        raise BadInput(f"{name} is a {type(value).__name__}, expected a word")
    if value not in known_values(name):
        raise unknown(f"value of {name}", value, known_values(name))
    return MEANT.get(name, {}).get(value, value)
