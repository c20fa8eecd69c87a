"""The most frequent answer of each template: what can be had without a look, by whoever knows the template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from casita.benchmarks.env_qa.item import Question, RoleAnswer
from casita.benchmarks.env_qa.models import TEMPLATE
from casita.errors import BadInput
from casita.protocols import Picture


class Frequent:
    """Counts the answers to every template in the training part."""

    privileges = (TEMPLATE,)
    is_blind = True

    def __init__(self, train: Sequence[Question]) -> None:
        counts: dict[str, Counter[RoleAnswer]] = {}
        for question in train:
            counts.setdefault(question.template, Counter())[question.answer] += 1
        self._best = {name: most_common(found) for name, found in counts.items()}
        self._template = ""

    def told_template(self, name: str) -> None:
        """Which template the next question was made by."""
        self._template = name

    def answer(self, frames: Sequence[Picture], question: str) -> RoleAnswer:
        """Its most frequent answer; an empty one if it never occurred."""
        if not self._template:
            raise BadInput("the most frequent answer was not told of which template")
        return self._best.get(self._template, RoleAnswer())


def most_common(counts: Counter[RoleAnswer]) -> RoleAnswer:
    """The answer that is most common; of several the first by its words."""
    return min(counts, key=lambda answer: (-counts[answer], sorted(answer.filled().items())))
