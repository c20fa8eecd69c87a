"""How good answers are: accuracy after exploring and after going back in, and ExQA, which weighs the two by time.

Yes-no answers are right if they are the same word, counts if they are within 5% of the true one, queries if they name
the same words in any order. ExQA (equation 1) is Acc_exp + (Acc_ref - Acc_exp) exp(-k T3), of every episode by itself.
Intervals resample houses: a hand-drawn house has twenty episodes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from casita.arrays import Float64s
from casita.benchmarks.excalibur import paper
from casita.benchmarks.excalibur.item import KINDS, NEEDS, Episode, Kind, Question
from casita.errors import BadInput
from casita.evaluation.statistics import Estimate, difference, resampled

COUNT_SLACK = 0.05
"""How far a count may be off, of the true one."""

MOST_LETTERS = 1_000
"""Of an answer; a longer one is refused."""


class Visit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of one episode: answers to its questions in order; an empty one is wrong."""

    first: tuple[str, ...]
    """Answers after the first exploration."""
    second: tuple[str, ...]
    """Answers after going back in."""
    refined_in: int
    """T3: steps between the two; 0 for who does not act."""
    confidence: tuple[float, ...] = ()
    """How sure it was of each of its second answers, from 0 to 1, if it says so."""
    second_true: tuple[str, ...] = ()
    """What was true then, if the house had changed; else the questions' own answers are."""


# One answer.


def is_right(question: Question, said: str) -> bool:
    """Is this an answer to the question?"""
    said = said.strip().lower()
    if question.kind == "count":
        true = int(question.answer)
        return bool(re.fullmatch("[0-9]{1,9}", said)) and abs(int(said) - true) <= COUNT_SLACK * true
    if question.kind == "query":
        return _words(said) == _words(question.answer)
    return said == question.answer


def checked_answer(value: object) -> str:
    """A model's answer as text; BadInput if it is something else, or no answer at all to be had of it."""
    if not isinstance(value, str):
        raise BadInput(f"the model's answer is a {type(value).__name__}, expected text such as 'yes', '3' or 'red'")
    if len(value) > MOST_LETTERS:
        raise BadInput(f"the model's answer has {len(value):,} letters, at most {MOST_LETTERS:,} are read")
    return value


def is_of_kind(kind: Kind, said: str) -> bool:
    """Is an answer of the type that the question asks for, right or wrong?"""
    said = said.strip().lower()
    if kind == "yes-no":
        return said in ("yes", "no")
    return bool(re.fullmatch("[0-9]{1,9}", said)) == (kind == "count") and bool(said)


def _words(said: str) -> list[str]:
    return sorted(word.strip() for word in said.split(",") if word.strip())


# One episode.


def exqa(acc_exp: float, acc_ref: float, steps: float, k: float) -> float:
    """Equation 1."""
    return acc_exp + (acc_ref - acc_exp) * math.exp(-k * steps)


class Marks(NamedTuple):
    """Which answers of one visit were right, before and after."""

    first: list[bool]
    second: list[bool]


def marks(episode: Episode, visit: Visit) -> Marks:
    """Every answer marked; BadInput if there are not as many answers as questions."""
    for answers in (visit.first, visit.second, visit.second_true or visit.second):
        if len(answers) != len(episode.questions):
            raise BadInput(f"{episode.id}: {len(answers)} answers to {len(episode.questions)} questions")
    if visit.refined_in < 0:
        raise BadInput(f"{episode.id}: the second exploration took {visit.refined_in} steps")
    if visit.confidence and len(visit.confidence) != len(episode.questions):
        raise BadInput(f"{episode.id}: {len(visit.confidence)} confidences for {len(episode.questions)} questions")
    if not all(0.0 <= sure <= 1.0 for sure in visit.confidence):
        raise BadInput(f"{episode.id}: a confidence is not from 0 to 1: {visit.confidence}")
    return Marks(
        [is_right(one, said) for one, said in zip(episode.questions, visit.first, strict=True)],
        [is_right(one, said) for one, said in zip(questions_then(episode, visit), visit.second, strict=True)],
    )


def questions_then(episode: Episode, visit: Visit) -> Sequence[Question]:
    """The questions of an episode with what was true when they were asked again."""
    if not visit.second_true:
        return episode.questions
    pairs = zip(episode.questions, visit.second_true, strict=True)
    return [msgspec.structs.replace(question, answer=true) for question, true in pairs]


# The energy coefficient.


def fitted_k(rows: Sequence[paper.Row]) -> float:
    """The k whose ExQA is nearest to the rows' in the sense of least squares; rows without steps say nothing of it."""
    from scipy.optimize import minimize_scalar

    told = [row for row in rows if row.steps]
    if not told:
        raise BadInput("no row has steps: k cannot be fitted")

    def misfit(log_k: float) -> float:
        gaps = [exqa(row.acc_exp, row.acc_ref, row.steps or 0.0, math.exp(log_k)) - row.exqa for row in told]
        return float(np.square(gaps).sum())

    return math.exp(float(minimize_scalar(misfit, bounds=(math.log(1e-6), math.log(1e-1)), method="bounded").x))


K = 5.2e-4
"""The energy coefficient: `fitted_k` of the rows of Table 2, to two digits; a test fits it again."""


def k_of_people(
    visits: Sequence[tuple[float, float, float]], prior: tuple[float, float] = (1.0 / paper.STEPS, 0.5 / paper.STEPS)
) -> float:
    """The k at which people do best under a Gaussian prior: footnote 3, whose appendix is not in the text.

    A visit is Acc_exp, Acc_ref (shares from 0 to 1) and T3. Our reading: ExQA is taken as the likelihood of a right
    answer, its logarithm averaged over visits, so that people's data prefer a small k; and the prior, whose mean and
    standard deviation are given, keeps it from 0: its mean lets a second exploration as long as the first keep 1/e of
    what it gains.
    """
    from scipy.optimize import minimize_scalar

    if not visits:
        raise BadInput("no visits of people: k cannot be fitted")
    mean, spread = prior
    if not (mean > 0.0 and spread > 0.0):
        raise BadInput(f"the prior of k has a mean and a spread above 0; they are {mean} and {spread}")

    def loss(k: float) -> float:
        values = np.array([exqa(first, second, steps, k) for first, second, steps in visits])
        return float(-np.log(np.maximum(values, 1e-9)).mean() + (k - mean) ** 2 / (2 * spread**2))

    found = minimize_scalar(loss, bounds=(0.0, mean + 6 * spread), method="bounded", options={"xatol": 1e-9})
    return float(found.x)


# Many episodes.


class Scores(NamedTuple):
    """Table 2's figures of one model, and what lies behind them."""

    acc_exp: Estimate
    acc_ref: Estimate
    steps: Estimate
    exqa: Estimate
    by_kind: dict[str, Estimate]
    """Of second answers: share of right ones by type of question; types that were not asked are left out."""
    by_family: dict[str, Estimate]
    by_need: dict[str, Estimate]
    """By what must be found out; "look only" are those that need nothing else."""


def scores(episodes: Sequence[Episode], visits: Sequence[Visit], k: float = K) -> Scores:
    """What the visits of one model are worth, with intervals over houses."""
    if len(episodes) != len(visits) or not episodes:
        raise BadInput(f"{len(visits)} visits of {len(episodes)} episodes: expected one of each, and at least one")
    houses = [episode.cluster for episode in episodes]
    marked = [marks(episode, visit) for episode, visit in zip(episodes, visits, strict=True)]
    first = [[float(np.mean(one.first))] for one in marked]
    second = [[float(np.mean(one.second))] for one in marked]
    steps = [[float(visit.refined_in)] for visit in visits]
    unit = (0.0, 1.0)
    every = [
        (episode.cluster, question, right)
        for episode, one in zip(episodes, marked, strict=True)
        for question, right in zip(episode.questions, one.second, strict=True)
    ]
    families = sorted({question.family for _, question, _ in every})
    return Scores(
        resampled(first, houses, unit),
        resampled(second, houses, unit),
        resampled(steps, houses, (0.0, math.inf)),
        resampled(_exqa_table(first, second, steps, k), houses, unit),
        _shares(every, KINDS, lambda name, one: one.kind == name),
        _shares(every, families, lambda name, one: one.family == name),
        _shares(every, NEEDED, lambda name, one: one.needs == ("look",) if name == LOOK_ONLY else name in one.needs),
    )


def better(episodes: Sequence[Episode], ours: Sequence[Visit], theirs: Sequence[Visit], k: float = K) -> Estimate:
    """How much higher our ExQA is than theirs, in the same episodes, with an interval over houses."""
    tables = []
    for visits in (ours, theirs):
        marked = [marks(episode, visit) for episode, visit in zip(episodes, visits, strict=True)]
        first, second = ([[float(np.mean(side))] for side in sides] for sides in zip(*marked, strict=True))
        tables.append(_exqa_table(first, second, [[float(visit.refined_in)] for visit in visits], k))
    return difference(tables[0], tables[1], [episode.cluster for episode in episodes])


def _exqa_table(
    first: Sequence[Sequence[float]], second: Sequence[Sequence[float]], steps: Sequence[Sequence[float]], k: float
) -> list[list[float]]:
    rows = zip(first, second, steps, strict=True)
    return [[exqa(one, other, took, k) for one, other, took in zip(*row, strict=True)] for row in rows]


LOOK_ONLY = "look only"

NEEDED = (LOOK_ONLY, *(need for need in NEEDS if need != "look"))
"""What answers are told apart by; a question that needs two things counts for both."""


def _shares(
    every: Sequence[tuple[str, Question, bool]], names: Sequence[str], holds: Callable[[str, Question], bool]
) -> dict[str, Estimate]:
    """By name: the share of right answers to the questions of which it holds; names of none are left out."""
    found = {}
    for name in names:
        rows = [(house, [float(right)]) for house, question, right in every if holds(name, question)]
        if rows:
            found[name] = resampled([row for _, row in rows], [house for house, _ in rows], (0.0, 1.0))
    return found


# Confidences.


class Calibration(NamedTuple):
    """What a model's confidences are worth."""

    brier: Estimate
    """Mean square of confidence less right (1) or wrong (0)."""
    risk_coverage: float
    """Area under the share of wrong answers, as more and more are answered, the surest first; 0 is best."""
    coverage_at_90: float
    """The largest share that can be answered, the surest first, with at least 90% right; 0 if none."""


def calibration(episodes: Sequence[Episode], visits: Sequence[Visit]) -> Calibration | None:
    """Brier score and risk-coverage of second answers; None if some visit has no confidences."""
    if not visits or not all(visit.confidence for visit in visits):
        return None
    rights, sures, houses = list[bool](), list[float](), list[str]()
    for episode, visit in zip(episodes, visits, strict=True):
        rights += marks(episode, visit).second
        sures += visit.confidence
        houses += [episode.cluster] * len(visit.confidence)
    right, sure = np.array(rights, float), np.array(sures)
    squares = ((sure - right) ** 2)[:, None].tolist()
    share = _right_so_far(right, sure)
    covered = np.flatnonzero(share >= 0.9)
    at_90 = (covered[-1] + 1) / len(share) if len(covered) else 0.0
    return Calibration(resampled(squares, houses, (0.0, 1.0)), float((1.0 - share).mean()), float(at_90))


def risk_coverage(right: Float64s, sure: Float64s) -> tuple[Float64s, Float64s]:
    """Shares answered, the surest first, and the share of wrong ones among those."""
    share = _right_so_far(right, sure)
    return np.arange(1, len(share) + 1) / max(1, len(share)), 1.0 - share


def _right_so_far(right: Float64s, sure: Float64s) -> Float64s:
    """The share of right answers among the surest 1, 2, 3, ...; of equally sure ones, each counts their mean."""
    order = np.argsort(-sure, kind="stable")
    levels, group = np.unique(-sure[order], return_inverse=True)
    sums = np.bincount(group, right[order], len(levels)) / np.bincount(group, minlength=len(levels))
    return np.asarray(np.cumsum(sums[group]) / np.arange(1, len(right) + 1))
