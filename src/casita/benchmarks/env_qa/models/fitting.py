"""Training one network on what was seen, and asking it about many videos at once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float64s, Int64s
from casita.benchmarks.env_qa.item import Question, RoleAnswer
from casita.benchmarks.env_qa.models import NetworkRow
from casita.benchmarks.env_qa.models.batches import answer_of
from casita.benchmarks.env_qa.models.events import Span
from casita.benchmarks.env_qa.models.examples import Examples
from casita.benchmarks.env_qa.models.network_parts import RoleNetwork, Shape
from casita.benchmarks.env_qa.models.words import WordTable
from casita.benchmarks.env_qa.watching.store import Footage
from casita.errors import BadInput
from casita.evaluation.models import built_in
from casita.learn.checkpoints import fill_module, load_weights, weights_of
from casita.learn.needing_torch import Tensor, functional, torch
from casita.learn.training import Kept, Settings, one_thread, seeded, train

PACKAGE = "casita.benchmarks.env_qa.models"

KIND, VERSION = "env_qa model", 2
"""What the weights' file says it is; 2 since STAGE is given ten frames."""

VIDEOS = 48
"""Videos of a batch, each with all its questions."""

RATE = 4e-3
"""Step size: by the validation score of TSEA's first epochs, where 0.001 was too small for so few."""

EPOCHS, MOST_EPOCHS, STEPS = 8, 48, 1600
"""Times that a network goes through all questions: a few where there are many, and with fewer data as many more as it
takes for so many steps, up to a bound. A tenth of the paper's films, eight times, taught hardly any to answer."""


class TrainedNetwork(NamedTuple):
    """A network with what it needs to be asked."""

    row: NetworkRow
    network: RoleNetwork
    words: WordTable
    shape: Shape
    eyes: str
    """Whose eyes it sees by."""
    eyes_digest: str

    def examples(self, questions: Sequence[Question], footage: Footage) -> Examples:
        """Questions as this network is given them."""
        return Examples(questions, footage, self.words, self.row.control, self.network.most_frames)

    def answers(self, questions: Sequence[Question], footage: Footage) -> dict[str, RoleAnswer]:
        """What it answers to each question, by its name."""
        given = self.examples(questions, footage)
        found: dict[str, RoleAnswer] = {}
        for rows, numbers in _predicted(self.network, given):
            ids = [question.id for row in rows for question in given.questions[row]]
            found |= {id: answer_of(each) for id, each in zip(ids, numbers.tolist(), strict=True)}
        return found

    def attended(self, question: Question, footage: Footage) -> tuple[RoleAnswer, list[Span], list[float]]:
        """Its answer to a question, the events of the video as frames of the film, and what each of them counts."""
        given = self.examples([question], footage)
        asked, _ = given.batch([0])
        self.network.eval()
        with torch.inference_mode(), one_thread():
            weights = self.network.attention(asked)
            numbers = most_likely(self.network(asked))[0].tolist()
        if weights is None:
            raise BadInput(f"{self.row.name} attends to no events")
        frames = footage.of(question.video).frames
        spans = [Span(int(frames[span.first]), int(frames[span.last])) for span in given.events(0)]
        return answer_of(numbers), spans, weights[0].tolist()

    def saved(self) -> tuple[dict[str, NDArray[np.generic]], dict[str, str]]:
        """Its weights, and what is said about them."""
        notes = {"name": self.row.name, "words": " ".join(self.words.words), "eyes": self.eyes}
        sizes = {"scene": str(self.shape.scene), "features": str(self.shape.features)}
        return weights_of(self.network), notes | sizes | {"eyes digest": self.eyes_digest}


def network_of(row: NetworkRow, shape: Shape) -> RoleNetwork:
    """A new network."""
    if not row.without:
        made: RoleNetwork = built_in(row, PACKAGE, shape=shape)
        return made
    from casita.benchmarks.env_qa.models.tsea import Parts

    ablated: RoleNetwork = built_in(row, PACKAGE, shape=shape, parts=Parts(**dict.fromkeys(row.without, False)))
    return ablated


def fitted(
    row: NetworkRow,
    train_part: Sequence[Question],
    valid: Sequence[Question],
    footage: Footage,
    eyes: tuple[str, str],
    seed: int,
    progress: Kept | None = None,
    settings: Settings | None = None,
) -> tuple[TrainedNetwork, list[float]]:
    """A network trained from a seed, the best by the score on the validation part, and all scores."""
    words = WordTable.of(question.text for question in train_part)
    shape = Shape(len(words), *footage.widths)
    with seeded(seed, "env_qa", row.name):
        network = network_of(row, shape)
        made = TrainedNetwork(row, network, words, shape, *eyes)
        given, checked = made.examples(train_part, footage), made.examples(valid, footage)

        def loss(rows: Tensor) -> Tensor:
            asked, truth = given.batch(rows.tolist())
            return loss_of(network(asked), truth)

        def score() -> float:
            return mean_score(network, checked)

        chosen = settings or settings_for(len(given))
        history = train(
            network, len(given), loss, score, chosen, progress=progress,
            batches=lambda shuffled: given.batches_alike(shuffled, chosen.batch),
        )  # fmt: skip
    return made, history


def settings_for(videos: int) -> Settings:
    """How every network is trained on so many videos; it may go on without gain for half of its time."""
    epochs = min(max(EPOCHS, math.ceil(STEPS / math.ceil(videos / VIDEOS))), MOST_EPOCHS)
    return Settings(rate=RATE, decay=1e-4, batch=VIDEOS, epochs=epochs, patience=epochs // 2, falling=True)


def loss_of(scores: Sequence[Tensor], truth: Tensor) -> Tensor:
    """Cross entropy of all roles."""
    return torch.stack([functional.cross_entropy(each, truth[:, role]) for role, each in enumerate(scores)]).sum()


def mean_score(network: RoleNetwork, examples: Examples) -> float:
    """The mean of equation 1 over all questions."""
    marks = []
    for rows, numbers in _predicted(network, examples):
        marks.append(equation_1(numbers, examples.targets(rows)))
    return float(np.concatenate(marks).mean())


def equation_1(said: Int64s, true: Int64s) -> Float64s:
    """Of each row of answers by number: roles that are equal and not empty, of those not empty in either."""
    either = ((said != 0) | (true != 0)).sum(1)
    equal = ((said == true) & (true != 0)).sum(1)
    return np.asarray(equal / np.maximum(either, 1), np.float64)


def _predicted(network: RoleNetwork, examples: Examples) -> list[tuple[list[int], Int64s]]:
    """Videos in batches, and the answers to all their questions: questions x roles."""
    order, found = examples.by_length(), []
    network.eval()
    with torch.inference_mode(), one_thread():
        for begin in range(0, len(order), VIDEOS):
            rows = order[begin : begin + VIDEOS]
            given, _ = examples.batch(rows)
            found.append((rows, most_likely(network(given)).numpy()))
    return found


def most_likely(scores: Sequence[Tensor]) -> Tensor:
    """Questions x roles: the most likely value of each role, by number.

    No answer is empty: where none is likeliest in all roles, the one value that is likeliest of all is said.
    """
    said = torch.stack([each.argmax(1) for each in scores], 1)
    odds = [functional.softmax(each, 1)[:, 1:].max(1) for each in scores]
    surest = torch.stack([each.values for each in odds], 1).argmax(1, keepdim=True)
    value = torch.stack([each.indices + 1 for each in odds], 1).gather(1, surest)
    return torch.where((said == 0).all(1, keepdim=True), torch.zeros_like(said).scatter(1, surest, value), said)


def loaded(path: Path, rows: Mapping[str, NetworkRow]) -> TrainedNetwork:
    """A network that was trained before; BadInput if the file is of something else."""
    kept = load_weights(path, KIND, VERSION)
    row = rows.get(kept.notes.get("name", ""))
    if row is None:
        raise BadInput(f"{path}: there is no model {kept.notes.get('name')!r}")
    words = WordTable(kept.notes["words"].split())
    shape = Shape(len(words), int(kept.notes["scene"]), int(kept.notes["features"]))
    network = network_of(row, shape)
    fill_module(network, kept, path)
    network.eval()
    return TrainedNetwork(row, network, words, shape, kept.notes["eyes"], kept.notes["eyes digest"])


def about_training(row: NetworkRow, seed: int, data: str, features: str) -> dict[str, Any]:
    """All that the weights of a training depend on."""
    return {"model": row.name, "seed": seed, "data": data, "features": features, "version": VERSION}
