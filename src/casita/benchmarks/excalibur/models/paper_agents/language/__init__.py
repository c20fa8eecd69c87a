"""Frozen language models that answer questions after prefix tokens: what all of them are, and how they are named."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from casita.errors import BadInput

if TYPE_CHECKING:
    from torch import Tensor

READER, SMOLLM2, T5 = "reader", "smollm2", "t5"
"""Ours, which is small; SmolLM2-135M-Instruct; a T5 that a user has."""

WEIGHTS = Path(__file__).parents[3] / "weights"
"""The folder of the weights that come with Casita."""


class Reading(Protocol):
    """Some questions, each after its own prefix, as a language model has read them."""

    def after(self, rows: Tensor, said: Tensor) -> Tensor:
        """n x (length + 1) x vocabulary: log-probabilities of the next token, after nothing, one token, two ...

        `rows` are n numbers of questions, `said` n x length tokens of their answers. Gradients reach the prefix.
        """


class LanguageModel(Protocol):
    """A language model that does not learn any more."""

    width: int
    """Numbers of one token's embedding, and of a prefix token."""
    end: int
    """The token that ends an answer."""
    digest: str
    """Of its weights."""

    def read(self, prefix: Tensor, questions: Sequence[str]) -> Reading:
        """Questions, each after its prefix (n x tokens x width)."""

    def embedded(self, questions: Sequence[str]) -> Tensor:
        """n x width: what each question is about, without a prefix."""

    def tokens(self, answer: str) -> list[int]:
        """An answer as tokens, without the end."""

    def text(self, tokens: Sequence[int]) -> str:
        """Tokens as an answer."""


def check_name(name: str) -> None:
    """Raise BadInput unless it is the name of a language model."""
    if name not in (READER, SMOLLM2) and not (name.startswith(f"{T5}:") and len(name) > len(T5) + 1):
        raise BadInput(f"no language model {name!r}: there are {READER}, {SMOLLM2} and {T5}:FOLDER")


@cache
def language_model(name: str, models: Path = WEIGHTS) -> LanguageModel:
    """The language model of this name; a reader that was trained in `models` is taken before the one of Casita."""
    check_name(name)
    if name == READER:
        from casita.benchmarks.excalibur.models.paper_agents.language.reader import loaded_reader

        own = models / f"{READER}.safetensors"
        return loaded_reader(own if own.exists() else WEIGHTS / own.name)
    from casita.benchmarks.excalibur.models.paper_agents.language import pretrained

    if name == SMOLLM2:
        return pretrained.smollm2()
    return pretrained.EncoderDecoder(Path(name.removeprefix(f"{T5}:")).expanduser())
