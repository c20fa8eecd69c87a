"""Language, a network: a small perceptron over the words of a question, trained on training answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from casita.arrays import Bools, Float32s
from casita.benchmarks.excalibur.item import Question
from casita.benchmarks.excalibur.models.language import words_of
from casita.benchmarks.excalibur.models.not_acting import NotActing
from casita.errors import BadInput

WORDS, ANSWERS, HIDDEN = 2_048, 128, 64
"""Words (and pairs of words) and answers that it knows, the most common ones, and its hidden units."""

EPOCHS, LEAST_STEPS, BATCH, RATE, DECAY = 3, 300, 128, 2e-3, 1e-2
"""How often it sees every question, and how many steps of so many questions it takes at the least."""

MOST_QUESTIONS = 60_000
"""It learns from so many, at the most."""


class LanguageNetwork(NotActing):
    """One hidden layer from words to answers."""

    def __init__(self, train: Sequence[Question], seed: int = 0) -> None:
        import torch

        if not train:
            raise BadInput("there are no training questions to learn from")
        train = train[:MOST_QUESTIONS]
        texts = [words_of(question.text) for question in train]
        self._words = _most_common((word for words in texts for word in words), WORDS)
        self._answers = list(_most_common((question.answer for question in train), ANSWERS))
        number = {answer: place for place, answer in enumerate(self._answers)}
        known = [place for place, question in enumerate(train) if question.answer in number]
        inputs = self._vectors([texts[place] for place in known])
        targets = torch.tensor([number[train[place].answer] for place in known])
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            self._network = torch.nn.Sequential(
                torch.nn.Linear(len(self._words), HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, len(self._answers))
            )
            self._learn(torch.from_numpy(inputs), targets, seed)

    def _learn(self, inputs: Any, targets: Any, seed: int) -> None:
        import torch

        steps = torch.optim.AdamW(self._network.parameters(), RATE, weight_decay=DECAY)
        order = np.random.Generator(np.random.PCG64(seed))
        pieces = max(1, len(inputs) // BATCH)
        for _ in range(max(EPOCHS, -(-LEAST_STEPS // pieces))):
            for rows in np.array_split(order.permutation(len(inputs)), pieces):
                loss = torch.nn.functional.cross_entropy(self._network(inputs[rows].float()), targets[rows])
                steps.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]  # torch's own
                steps.step()

    def answer(self, question: str) -> str:
        """The most likely answer."""
        return self._answers[int(self._likely(question).argmax())]

    def confidence(self, question: str) -> float:
        """How likely it is."""
        return float(self._likely(question).max())

    def _likely(self, question: str) -> Float32s:
        import torch

        with torch.no_grad():
            outputs = self._network(torch.from_numpy(self._vectors([words_of(question)])).float())
        found: Float32s = torch.softmax(outputs[0], 0).numpy()
        return found

    def _vectors(self, texts: Sequence[Sequence[str]]) -> Bools:
        found = np.zeros((len(texts), len(self._words)), np.bool_)
        for row, words in enumerate(texts):
            found[row, [self._words[word] for word in words if word in self._words]] = True
        return found


def _most_common(values: Any, count: int) -> dict[str, int]:
    """The most common values with their numbers; of equally common ones, the first by their letters."""
    counts = Counter(values)
    ranked = sorted(counts, key=lambda value: (-counts[value], value))[:count]
    return {value: number for number, value in enumerate(ranked)}
