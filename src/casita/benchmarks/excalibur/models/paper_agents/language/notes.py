"""Notes about a house in words, one a thing, and which of them a question is about: what the reader learns to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from casita.arrays import Int64s
from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.models.paper_agents.language.reader import Vocabulary, words_in
from casita.benchmarks.excalibur.questions.phrases import Phrase, names, singular

NOTE_WORDS = 8
"""Words of a note, at the most."""


class AskedAnswer(NamedTuple):
    """A question in English and its answer."""

    text: str
    answer: str


class NotedQuestion(NamedTuple):
    """A question, its answer, and notes about the house that it is asked in, all as numbers of words."""

    text: list[int]
    answer: list[int]
    notes: Int64s
    """Things x words."""
    relevant: Int64s
    """Rows of notes about things whose names are in the question."""


def notes_of(graph: Graph) -> list[str]:
    """A line about every thing: its colour, its material, what it is, and which room it is in."""
    found = []
    for row in np.flatnonzero(graph.is_thing).tolist():
        thing = singular(Phrase(graph.types[row], graph.colours[row], graph.materials[row]), 0)
        found.append(f"{thing} {graph.types[int(graph.room[row])].replace('_', ' ')}")
    return found


def noted(questions: Sequence[AskedAnswer], graph: Graph, vocabulary: Vocabulary) -> list[NotedQuestion]:
    """The questions of a house with its notes."""
    lines = [vocabulary.numbers(line)[:NOTE_WORDS] for line in notes_of(graph)]
    notes = np.array([line + [0] * (NOTE_WORDS - len(line)) for line in lines], np.int64).reshape(-1, NOTE_WORDS)
    kinds = [graph.types[row] for row in np.flatnonzero(graph.is_thing).tolist()]
    found = []
    for question in questions:
        asked = set(words_in(question.text))
        named = {kind for kind in set(kinds) if _is_named(kind, asked)}
        relevant = np.array([row for row, kind in enumerate(kinds) if kind in named], np.int64)
        answer = vocabulary.numbers(question.answer)
        found.append(NotedQuestion(vocabulary.numbers(question.text), answer, notes, relevant))
    return found


def _is_named(kind: str, asked: set[str]) -> bool:
    """Are all words of a type's name, or of its plural, in a question?"""
    name = names()[kind]
    return any(set(words_in(said)) <= asked for said in (name.singular, name.plural))
