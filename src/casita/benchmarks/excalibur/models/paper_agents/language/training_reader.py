"""How the reader learns: questions about training houses, each with a few notes about its house, and their answers.

Twenty questions a house are too few to learn to read from. All that the bank can ask in a house are drawn from, as
those of an episode are, so that answers are as even as there. With a question the reader is given eight notes, as
many as there are prefix tokens: on things that the question names as far as there are any, on others at random, or none
at all. So it learns what questions alone give away, and how notes change that.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from casita.arrays import Int64s
from casita.benchmarks.excalibur import paper
from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.graph.reading import graph_of
from casita.benchmarks.excalibur.houses import state_of
from casita.benchmarks.excalibur.item import Episode
from casita.benchmarks.excalibur.models.paper_agents.language import READER
from casita.benchmarks.excalibur.models.paper_agents.language.notes import (
    NOTE_WORDS,
    AskedAnswer,
    NotedQuestion,
    noted,
    notes_of,
)
from casita.benchmarks.excalibur.models.paper_agents.language.reader import (
    END,
    KIND,
    LONGEST_ANSWER,
    LONGEST_QUESTION,
    PAD,
    VERSION,
    ReaderNetwork,
    Vocabulary,
    padded,
)
from casita.benchmarks.excalibur.questions.bank import bank
from casita.benchmarks.excalibur.questions.english import said
from casita.benchmarks.excalibur.questions.grammar import WORDINGS
from casita.benchmarks.excalibur.questions.selecting import candidates, rounded
from casita.benchmarks.excalibur.stored.folder import Excalibur
from casita.errors import BadInput
from casita.evaluation.training import TrainingRun
from casita.learn.checkpoints import weights_of
from casita.learn.needing_torch import Tensor, functional, torch
from casita.learn.training import Settings, seeded, train
from casita.scale import mapped
from casita.seeds import Stream, stream

NOTES = 8
"""That come with a question."""

WITHOUT, UNRELATED = 0.25, 0.15
"""Shares of questions that come with no notes, and with notes on anything."""

HOUSES, ASKED = 120, 240
"""Training houses that it learns from, at the most, and questions about each."""

HELD_OUT = 10
"""Every so manieth house says when to stop."""

SETTINGS = Settings(rate=2e-3, decay=1e-2, batch=128, epochs=4, patience=4, falling=True)

DROPOUT = 0.1


def train_reader(data: Excalibur, out: Path, seed: int, settings: Settings = SETTINGS, *, workers: int = 1) -> Path:
    """Train a reader on the questions of the training part; the file of its weights."""
    episodes = data.episodes("train")[:HOUSES]
    if len(episodes) < 2:
        raise BadInput(f"a reader learns from at least 2 training houses; there are {len(episodes)}")
    graphs = list(mapped(graph_of_episode, episodes, workers, "EXCALIBUR: notes"))
    asked = [asked_about(graph, stream(seed, READER, each.id)) for each, graph in zip(episodes, graphs, strict=True)]
    vocabulary = vocabulary_of([one for each in asked for one in each], graphs)
    learnt: list[NotedQuestion] = []
    judged: list[NotedQuestion] = []
    for number, (questions, graph) in enumerate(zip(asked, graphs, strict=True), 1):
        part = judged if number % HELD_OUT == 0 or number == len(graphs) else learnt
        part += noted(questions, graph, vocabulary)
    about = {"seed": seed, "data": data.manifest.digest(), "settings": repr(settings), "version": VERSION}
    run = TrainingRun(out, READER, about)
    with seeded(seed, "excalibur", READER):
        network = ReaderNetwork(len(vocabulary), DROPOUT)

        def loss(rows: Tensor) -> Tensor:
            few = [learnt[row] for row in rows.tolist()]
            luck = np.random.Generator(np.random.PCG64(int(torch.randint(2**31, (1,)))))
            return batch_loss(network, few, drawn_notes(few, luck))

        def score() -> float:
            luck = np.random.Generator(np.random.PCG64(seed))
            return -float(batch_loss(network, judged, drawn_notes(judged, luck)))

        history = train(network, len(learnt), loss, score, settings, progress=run)
    curve = [{"epoch": epoch, "loss": round(-each, 4)} for epoch, each in enumerate(history, 1)]
    notes = {"words": json.dumps(vocabulary.words), "houses": str(len(episodes)), "seed": str(seed)}
    return run.finish(KIND, VERSION, weights_of(network), notes, curve=curve)


def graph_of_episode(episode: Episode) -> Graph:
    """What is in an episode's house."""
    return graph_of(state_of(episode))


def asked_about(graph: Graph, luck: Stream, count: int = ASKED) -> list[AskedAnswer]:
    """Questions about a house with their answers, with Table 1's shares of types."""
    pool = luck.shuffled(candidates(graph, bank(), luck.child("answers")))
    left = rounded(paper.KIND_SHARES, count, luck.child("kinds"))
    found = []
    for one in pool:
        if left[one.banked.kind] > 0:
            left[one.banked.kind] -= 1
            reading = one.banked.reading
            found.append(AskedAnswer(said(reading.template, luck.below(WORDINGS), reading.words), one.answer))
    return found


def vocabulary_of(asked: Sequence[AskedAnswer], graphs: Sequence[Graph]) -> Vocabulary:
    """The words of questions, answers and notes, and numbers."""
    lines = [line for graph in graphs for line in notes_of(graph)]
    counts = [str(number) for number in range(20)]
    return Vocabulary.of([*(one.text for one in asked), *(one.answer for one in asked), *lines, *counts])


def drawn_notes(questions: Sequence[NotedQuestion], luck: np.random.Generator) -> Int64s:
    """n x notes x words: the notes that come with each question this time."""
    found = np.zeros((len(questions), NOTES, NOTE_WORDS), np.int64)
    for row, one in enumerate(questions):
        kind = luck.random()
        if kind < WITHOUT or not len(one.notes):
            continue
        first = one.relevant if kind >= WITHOUT + UNRELATED else one.relevant[:0]
        rows = np.concatenate([luck.permutation(first)[:NOTES], luck.integers(len(one.notes), size=NOTES)])[:NOTES]
        found[row] = one.notes[luck.permutation(rows)]
    return found


def batch_loss(network: ReaderNetwork, questions: Sequence[NotedQuestion], notes: Int64s) -> Tensor:
    """Cross-entropy of the answers' tokens, the mean over questions."""
    given = network.embedding(torch.from_numpy(notes)).sum(2)
    read = network.encoded(given, padded([one.text[:LONGEST_QUESTION] for one in questions]))
    answers = padded([[*one.answer[: LONGEST_ANSWER - 1], END] for one in questions])
    odds = network.answered(read, answers[:, :-1])
    wrong = functional.nll_loss(odds.flatten(0, 1), answers.flatten(), ignore_index=PAD, reduction="sum")
    return wrong / len(questions)
