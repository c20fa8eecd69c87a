"""Chooses questions from all candidates: so many of each kind and length of video, with answers that cannot be guessed.

Three steps, by random orders of the candidates' ids, so that the order in which they come does not matter; each of the
first two and the last has an order of its own, since what one leaves of a common answer stands first in its order:
1. Of questions of one template that say the same (`given`), no answer stays more than 1.5 times as common as the next;
   what the later steps leave of them is by luck, so nearly so.
2. Within a template no answer does either; answers that are yes or no, or a place among choices, come out even.
3. Templates share what their kind is to have by their weights, as far as they have enough; within a template the
   answers with the fewest questions come first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from casita.benchmarks.env_qa import paper
from casita.benchmarks.env_qa.asking.given import answer_key, given
from casita.benchmarks.env_qa.asking.templates import TEMPLATES
from casita.benchmarks.env_qa.item import QUESTION_KINDS, Question, QuestionKind
from casita.errors import BadInput
from casita.exact import count_of, total_of
from casita.seeds import derived_seed

LONGEST_SHORT = 4
"""Events of the longest video that counts as short."""

UNEVEN = 1.5
"""How many times as common as the next an answer may be."""

Key = TypeVar("Key", bound=Hashable)


def balanced(candidates: Iterable[Question], lengths: Mapping[str, int], count: int, seed: int = 0) -> list[Question]:
    """So many questions, by id; fewer if there are not enough. `lengths` has the number of events of every video."""
    cells: dict[tuple[QuestionKind, bool], list[Question]] = defaultdict(list)
    for question in _mixed(without_guesses(_mixed(candidates, seed)), seed, "templates"):
        if question.video not in lengths:
            raise BadInput(f"question {question.id}: nothing says how many events its video {question.video} has")
        cells[question.kind, lengths[question.video] <= LONGEST_SHORT].append(question)
    chosen: list[Question] = []
    for kind in QUESTION_KINDS:
        chosen += _of_kind(cells[kind, True], cells[kind, False], round(count * paper.KIND_SHARES[kind]))
    return sorted(chosen, key=lambda question: question.id)


def _mixed(candidates: Iterable[Question], seed: int, step: str = "balance") -> list[Question]:
    """The candidates in an order that only their ids, the step and the seed decide; each once."""
    once = {question.id: question for question in candidates}
    return sorted(once.values(), key=lambda one: (derived_seed(seed, "env_qa", step, one.id), one.id))


def _of_kind(short: list[Question], long: list[Question], count: int) -> list[Question]:
    """So many questions of one kind, about short videos and long ones; if one has too few, the other has more."""
    from_short, from_long = _templates(short), _templates(long)
    most_short, most_long = _total(from_short), _total(from_long)
    wanted = min(round(count * paper.SHORT_SHARE), most_short)
    others = min(count - wanted, most_long)
    wanted = min(count - others, most_short)
    return [*_shared(from_short, wanted), *_shared(from_long, others)]


def _templates(questions: Sequence[Question]) -> dict[str, dict[str, list[Question]]]:
    """By template, then by answer: the questions that are left when no answer is too common."""
    groups = _grouped(questions, lambda one: one.template)
    return {name: _levelled(_grouped(own, answer_key)) for name, own in sorted(groups.items())}


def _total(templates: Mapping[str, Mapping[str, Sequence[Question]]]) -> int:
    return sum(len(own) for answers in templates.values() for own in answers.values())


def _shared(templates: Mapping[str, Mapping[str, list[Question]]], count: int) -> list[Question]:
    """So many questions from all templates, by their weights."""
    sizes = {name: sum(map(len, answers.values())) for name, answers in templates.items()}
    quotas = _quotas(sizes, {name: TEMPLATES[name].weight for name in sizes}, count)
    return [one for name, answers in templates.items() for one in _evenly(answers, quotas[name])]


def without_guesses(questions: Sequence[Question]) -> list[Question]:
    """The questions without those whose words make one answer too likely."""
    said = {one.id: given(one) for one in questions}
    kept: set[str] = set()
    for own in _grouped(questions, lambda one: said[one.id].words).values():
        answers = _levelled(_grouped(own, lambda one: said[one.id].answer))
        kept.update(one.id for ones in answers.values() for one in ones)
    return [one for one in questions if one.id in kept]


def _levelled(answers: Mapping[str, list[Question]]) -> dict[str, list[Question]]:
    """Each answer's questions, as many as may stay: even for closed sets of answers, or else up to `UNEVEN` times."""
    sizes = sorted(map(len, answers.values()), reverse=True)
    if len(sizes) < 2:
        return {answer: own[:1] for answer, own in answers.items()}
    most = sizes[-1] if _is_closed(answers) else max(1, int(UNEVEN * sizes[1]))
    return {answer: own[:most] for answer, own in answers.items()}


def _is_closed(answers: Iterable[str]) -> bool:
    return all(answer.startswith(("choice ", "yes_no=")) for answer in answers)


def _evenly(answers: Mapping[str, list[Question]], count: int) -> list[Question]:
    """So many questions, each next one of an answer that has the fewest so far."""
    quotas = _quotas({answer: len(own) for answer, own in answers.items()}, dict.fromkeys(answers, 1.0), count)
    return [one for answer, own in answers.items() for one in own[: quotas[answer]]]


def _quotas(sizes: Mapping[Key, int], weights: Mapping[Key, float], count: int) -> dict[Key, int]:
    """How many of each make up a count, in proportion to weights, where none has more than its size."""
    quotas = dict.fromkeys(sizes, 0)
    left, open_ones = min(count, count_of(sizes.values())), list(sizes)
    while left > 0:
        open_ones = [key for key in open_ones if quotas[key] < sizes[key]]
        per_weight = left / total_of(weights[key] for key in open_ones)
        shares = {key: min(int(per_weight * weights[key]), sizes[key] - quotas[key]) for key in open_ones}
        if not any(shares.values()):
            # Fewer are left than there are to share them: the heaviest get one each.
            shares = dict.fromkeys(sorted(open_ones, key=lambda key: -weights[key])[:left], 1)
        for key, more in shares.items():
            quotas[key] += more
        left -= count_of(shares.values())
    return quotas


def _grouped(questions: Sequence[Question], key: Callable[[Question], str]) -> dict[str, list[Question]]:
    groups: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        groups[key(question)].append(question)
    return dict(groups)
