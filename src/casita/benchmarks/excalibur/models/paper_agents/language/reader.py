"""The reader: a small encoder and decoder of ours in T5's manner, which reads notes and a question and says an answer.

A note stands for a thing: one vector, the sum of the embeddings of its words ("red", "ceramic", "mug", "kitchen").
It learnt to answer from notes, so a prefix token, which takes a note's place, can tell it something.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from casita.errors import BadInput
from casita.learn.checkpoints import fill_module, load_weights
from casita.learn.needing_torch import Tensor, functional, nn, torch

KIND, VERSION = "excalibur reader", 1
"""What the file of weights says it is."""

PAD, BEGIN, END, UNKNOWN = range(4)
SPECIAL = ("<pad>", "<begin>", "<end>", "<unknown>")

WIDTH, HEADS, INNER, ENCODER_LAYERS, DECODER_LAYERS = 64, 4, 192, 2, 1
LONGEST_QUESTION, LONGEST_ANSWER = 64, 12
"""Words that are read, and tokens of an answer with its end."""


def words_in(text: str) -> list[str]:
    """The words, numbers and commas of a text."""
    return re.findall(r"[a-z']+|[0-9]+|,", text.lower())


class Vocabulary:
    """Words and their numbers."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        self._number = {word: number for number, word in enumerate(self.words)}

    @classmethod
    def of(cls, texts: Iterable[str]) -> Vocabulary:
        """All words of some texts, in the order of their letters."""
        return cls((*SPECIAL, *sorted({word for text in texts for word in words_in(text)})))

    def __len__(self) -> int:
        return len(self.words)

    def numbers(self, text: str) -> list[int]:
        """The words of a text as numbers."""
        return [self._number.get(word, UNKNOWN) for word in words_in(text)]

    def text(self, numbers: Sequence[int]) -> str:
        """Numbers as an answer."""
        return " ".join(self.words[number] for number in numbers if number >= len(SPECIAL)).replace(" ,", ",")


class ReaderNetwork(nn.Module):
    """Notes and a question in, log-probabilities of the answer's tokens out."""

    def __init__(self, words: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.embedding = nn.Embedding(words, WIDTH, padding_idx=PAD)
        nn.init.normal_(self.embedding.weight, std=WIDTH**-0.5)  # It is the last layer too: scores begin small.
        nn.init.zeros_(self.embedding.weight[PAD])
        self.question_place = nn.Embedding(LONGEST_QUESTION, WIDTH)
        self.answer_place = nn.Embedding(LONGEST_ANSWER, WIDTH)
        self.note_mark = nn.Parameter(torch.zeros(WIDTH))
        self.encoder = nn.ModuleList(
            nn.TransformerEncoderLayer(WIDTH, HEADS, INNER, dropout, batch_first=True, norm_first=True)
            for _ in range(ENCODER_LAYERS)
        )
        self.decoder = nn.ModuleList(
            nn.TransformerDecoderLayer(WIDTH, HEADS, INNER, dropout, batch_first=True, norm_first=True)
            for _ in range(DECODER_LAYERS)
        )
        self.norm = nn.LayerNorm(WIDTH)
        self.last = nn.LayerNorm(WIDTH)

    def encoded(self, notes: Tensor, question: Tensor) -> Encoded:
        """Notes (n x notes x width) and questions (n x words), read together."""
        places = self.question_place(torch.arange(question.shape[1]))
        seen = torch.cat([notes + self.note_mark, self.embedding(question) + places], 1)
        none = torch.zeros(notes.shape[:2], dtype=torch.bool)
        hidden = torch.cat([none, question == PAD], 1)
        for layer in self.encoder:
            seen = layer(seen, src_key_padding_mask=hidden)
        return Encoded(self.norm(seen), hidden)

    def answered(self, read: Encoded, said: Tensor) -> Tensor:
        """n x (length + 1) x words: log-probabilities of the next token, after nothing, one token, ..."""
        begun = torch.cat([torch.full((len(said), 1), BEGIN), said], 1)
        length = begun.shape[1]
        made = self.embedding(begun) + self.answer_place(torch.arange(length))
        later = torch.ones(length, length, dtype=torch.bool).triu(1)
        for layer in self.decoder:
            made = layer(made, read.seen, tgt_mask=later, memory_key_padding_mask=read.hidden)
        return functional.log_softmax(self.last(made) @ self.embedding.weight.T, -1)


class Encoded(NamedTuple):
    """What was read."""

    seen: Tensor
    hidden: Tensor
    """Where there is nothing."""


class _ReaderReading:
    """Questions as the reader has read them."""

    def __init__(self, network: ReaderNetwork, read: Encoded) -> None:
        self._network, self._read = network, read

    def after(self, rows: Tensor, said: Tensor) -> Tensor:
        """See `Reading`."""
        return self._network.answered(Encoded(self._read.seen[rows], self._read.hidden[rows]), said)


class Reader:
    """The reader as a frozen language model."""

    width, end = WIDTH, END

    def __init__(self, network: ReaderNetwork, vocabulary: Vocabulary, digest: str) -> None:
        self._network = network.eval().requires_grad_(False)
        self._vocabulary, self.digest = vocabulary, digest

    def read(self, prefix: Tensor, questions: Sequence[str]) -> _ReaderReading:
        """See `LanguageModel`."""
        return _ReaderReading(self._network, self._network.encoded(prefix, self.questions(questions)))

    def embedded(self, questions: Sequence[str]) -> Tensor:
        """The mean of what the encoder makes of a question's words."""
        with torch.no_grad():
            seen, hidden = self._network.encoded(torch.zeros(len(questions), 0, WIDTH), self.questions(questions))
            kept = (~hidden).float()[..., None]
            return (seen * kept).sum(1) / kept.sum(1).clamp(min=1.0)

    def tokens(self, answer: str) -> list[int]:
        """See `LanguageModel`."""
        return self._vocabulary.numbers(answer)[: LONGEST_ANSWER - 1]

    def text(self, tokens: Sequence[int]) -> str:
        """See `LanguageModel`."""
        return self._vocabulary.text(tokens)

    def questions(self, texts: Sequence[str]) -> Tensor:
        """n x words: questions as numbers."""
        return padded([self._vocabulary.numbers(text)[:LONGEST_QUESTION] for text in texts])


def padded(rows: Sequence[Sequence[int]]) -> Tensor:
    """Rows of numbers as one array, as wide as the longest of them."""
    width = max((len(row) for row in rows), default=0)
    return torch.tensor([[*row, *[PAD] * (width - len(row))] for row in rows], dtype=torch.long).reshape(-1, width)


def loaded_reader(path: Path) -> Reader:
    """The reader of a file."""
    found = load_weights(path, KIND, VERSION)
    try:
        vocabulary = Vocabulary(json.loads(found.notes["words"]))
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{path}: this reader has no words: {error}") from None
    network = ReaderNetwork(len(vocabulary))
    fill_module(network, found, path)
    return Reader(network, vocabulary, found.digest)
