"""Questions in English, and English back to programs: exact inverses of each other over the grammar."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from casita.benchmarks.excalibur.questions.grammar import Template, grammar
from casita.benchmarks.excalibur.questions.phrases import (
    Phrase,
    plural,
    read_plural,
    read_relation,
    read_singular,
    read_with,
    read_word,
    singular,
    with_a,
    with_the,
)  # fmt: skip
from casita.benchmarks.excalibur.questions.programs import Program
from casita.catalog import catalog
from casita.errors import BadInput

MOST_LETTERS = 500
"""Of a question that is read."""

Words = Mapping[str, "Phrase | str"]
"""What stands in the slots of a template: descriptions, relations, colours and materials."""


class Reading(NamedTuple):
    """A question that was understood: which template in which wording, with what in its slots."""

    template: Template
    wording: int
    words: Words

    @property
    def program(self) -> Program:
        """What it asks."""
        return program_of(self.template, self.words)

    @property
    def text(self) -> str:
        """How it is said."""
        return said(self.template, self.wording, self.words)


def program_of(template: Template, words: Words) -> Program:
    """The program of a template with these words in its slots."""
    return template.filled({slot: w.program if isinstance(w, Phrase) else w for slot, w in words.items()})


def said(template: Template, wording: int, words: Words) -> str:
    """A template in English, in one of its wordings."""
    text = ""
    for piece in _pieces(template.wordings[wording]):
        text += piece.literal if piece.slot == "" else _said_slot(piece, words[piece.slot], wording)
    return text


def parsed(text: str) -> Program:
    """What a question asks; BadInput if it is outside the grammar."""
    return reading_of(text).program


def reading_of(text: str) -> Reading:
    """How a question is to be understood; BadInput if it is outside the grammar."""
    if not isinstance(text, str) or len(text) > MOST_LETTERS:
        raise BadInput(f"a question is text of at most {MOST_LETTERS} letters; it is {text!r:.60}")
    found = next(readings_of(text), None)
    if found is None:
        raise BadInput(f"not a question of the grammar: {text!r:.120}")
    return found


def readings_of(text: str) -> Iterator[Reading]:
    """All ways in which a question can be understood; there is one for every question of the grammar."""
    for template in grammar().templates:
        for wording, form in enumerate(template.wordings):
            for words in _read(text, 0, _pieces(form), wording, {}):
                yield Reading(template, wording, words)


# Wordings in pieces.


class Piece(NamedTuple):
    """Something that stands as it is, or a slot and how it is said."""

    literal: str
    slot: str = ""
    form: str = ""
    """Of a description: "a", "the", "s" for the plural, or nothing."""


@cache
def _pieces(wording: str) -> tuple[Piece, ...]:
    found = []
    for part in re.split(r"(\{[^}]*\})", wording):
        slot = re.fullmatch(r"\{(?:(a|the) )?([A-Za-z])(?: (s))?\}", part)
        if slot:
            found.append(Piece("", slot[2], slot[1] or slot[3] or ""))
        elif part:
            found.append(Piece(part))
    return tuple(found)


SAY: dict[str, Callable[[Phrase, int], str]] = {"a": with_a, "the": with_the, "s": plural, "": singular}


def _said_slot(piece: Piece, word: Phrase | str, wording: int) -> str:
    if isinstance(word, Phrase):
        return SAY[piece.form](word, wording)
    return grammar().relations[word][wording] if piece.slot in "rs" else word  # type: ignore[index]


def _read(text: str, at: int, pieces: tuple[Piece, ...], wording: int, words: Words) -> Iterator[Words]:
    """All ways to read the rest of a text as these pieces."""
    if not pieces:
        if at == len(text):
            yield words
        return
    piece = pieces[0]
    if not piece.slot:
        if text.startswith(piece.literal, at):
            yield from _read(text, at + len(piece.literal), pieces[1:], wording, words)
        return
    for word, end in _read_slot(piece, text, at, wording):
        if words.get(piece.slot, word) == word:
            yield from _read(text, end, pieces[1:], wording, {**words, piece.slot: word})


def _read_slot(piece: Piece, text: str, at: int, wording: int) -> Iterator[tuple[Phrase | str, int]]:
    if piece.slot.isupper():
        if piece.form == "s":
            yield from read_plural(text, at, wording)
        elif piece.form:
            yield from read_with(text, at, wording, piece.form)
        else:
            yield from read_singular(text, at, wording)
    elif piece.slot in "rs":
        yield from read_relation(text, at, wording)
    else:
        rows = catalog().colours if piece.slot == "c" else catalog().materials
        yield from read_word(text, at, {name: name for name in rows})
