"""How far guesses get that never look at the video: the most frequent answer of every template."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from casita.benchmarks.env_qa.asking.given import answer_key, choices_of, given, said_choices
from casita.benchmarks.env_qa.item import QUESTION_KINDS, Question, RoleAnswer
from casita.benchmarks.env_qa.score import score
from casita.exact import total_of


def prior_accuracy(
    questions: Sequence[Question], learnt_from: Sequence[Question] | None = None, *, by_words: bool = False
) -> dict[str, float]:
    """Mean of equation 1 by kind and "overall", if every template is answered with its most frequent answer.

    The answers are counted in `learnt_from`, such as the training part, or else in the questions themselves. `by_words`
    also goes by what the questions name, where it was met before. Of a choice, the place is guessed that is right most
    often; by words the event or thing.
    """
    known = questions if learnt_from is None else learnt_from
    by_template = _most_frequent(known, lambda one: one.template, answer_key)
    by_given = _most_frequent(known, lambda one: given(one).words, lambda one: given(one).answer) if by_words else {}
    examples = {answer_key(one): one.answer for one in known}
    marks: dict[str, list[float]] = defaultdict(list)
    for question in questions:
        guess = _guess(question, by_template, by_given, examples)
        for name in (question.kind, "overall"):
            marks[name].append(score(guess, question.answer))
    return {name: total_of(marks[name]) / len(marks[name]) for name in (*QUESTION_KINDS, "overall") if name in marks}


def _most_frequent(
    questions: Sequence[Question], group: Callable[[Question], str], answer: Callable[[Question], str]
) -> dict[str, str]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for question in questions:
        counts[group(question)][answer(question)] += 1
    return {name: min(own, key=lambda key: (-own[key], key)) for name, own in counts.items()}


def _guess(
    question: Question, by_template: dict[str, str], by_given: dict[str, str], examples: dict[str, RoleAnswer]
) -> RoleAnswer | None:
    key = by_template.get(question.template)
    said = by_given.get(given(question).words) if by_given else None
    choices = choices_of(json.loads(question.program))
    if choices:
        names = said_choices(choices)
        place = int(key.removeprefix("choice ")) if key else 0
        return RoleAnswer(**choices[names.index(said) if said in names else place])
    return examples.get(said or key or "")
