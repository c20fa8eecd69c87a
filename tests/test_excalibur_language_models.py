"""Frozen language models of EXCALIBUR's agents: ours learns to read notes, and others are read through transformers."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from casita.benchmarks.excalibur.item import Episode, Kind
from casita.benchmarks.excalibur.models.paper_agents.language import (
    LanguageModel,
    check_name,
    language_model,
    training_reader,
)
from casita.benchmarks.excalibur.models.paper_agents.language.answering import beam_answers, log_probability
from casita.benchmarks.excalibur.models.paper_agents.language.notes import AskedAnswer, noted, notes_of
from casita.benchmarks.excalibur.models.paper_agents.language.pretrained import EncoderDecoder, GoingOn, _TextRead
from casita.benchmarks.excalibur.models.paper_agents.language.reader import Vocabulary, loaded_reader
from casita.benchmarks.excalibur.models.paper_agents.language.training_reader import (
    NOTES,
    asked_about,
    drawn_notes,
    train_reader,
)
from casita.benchmarks.excalibur.questions.bank import bank
from casita.benchmarks.excalibur.questions.english import parsed
from casita.benchmarks.excalibur.questions.programs import answer_or_none
from casita.benchmarks.excalibur.score import is_of_kind
from casita.errors import BadInput
from casita.learn.training import Settings
from casita.seeds import stream
from tests.excalibur_house import small_house

QUESTIONS = (
    AskedAnswer("Is there a red ceramic mug in the kitchen?", "yes"),
    AskedAnswer("How many mugs are there?", "2"),
    AskedAnswer("Which colours do the mugs have?", "red, white"),
)


def laws(model: LanguageModel) -> None:
    """What holds for every language model."""
    torch.manual_seed(3)
    texts, answers = [one.text for one in QUESTIONS], ["yes", "2", "red, white"]
    prefix = (0.1 * torch.randn(3, 2, model.width)).requires_grad_()
    together = log_probability(model, prefix, texts, answers)
    assert (together < 0.0).all()
    alone = [float(log_probability(model, prefix[n : n + 1], [texts[n]], [answers[n]]).detach()) for n in range(3)]
    assert together.tolist() == pytest.approx(alone, abs=1e-4), "what else is asked makes no difference"
    together.sum().backward()
    assert prefix.grad is not None
    assert float(prefix.grad.abs().max()) > 0.0
    greedy, wide = (beam_answers(model, prefix.detach(), texts, beams) for beams in (1, 3))
    assert all(0.0 < one.probability <= other.probability + 1e-6 for one, other in zip(greedy, wide, strict=True))
    embedded = model.embedded(texts)
    assert embedded.shape == (3, model.width)
    assert torch.allclose(embedded[:1], model.embedded(texts[:1]), atol=1e-5)


# Ours.


class SmallData:
    """Houses that are all the one of the table."""

    class manifest:  # noqa: N801
        @staticmethod
        def digest() -> str:
            return "small"

    def __init__(self, count: int) -> None:
        self._count = count

    def episodes(self, part: str) -> list[Episode]:
        return [Episode(f"train_{n}", "train", "", n, n, (0.0, 0.0, 0.0), ()) for n in range(self._count)]


FEW = Settings(rate=1e-2, batch=6, epochs=10, patience=10)


@pytest.fixture
def reader_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(training_reader, "graph_of_episode", lambda episode: small_house())
    monkeypatch.setattr(training_reader, "asked_about", lambda graph, luck: list(QUESTIONS) * 4)
    return train_reader(SmallData(4), tmp_path, 0, FEW)  # type: ignore[arg-type]


def test_the_reader_learns_and_its_file_says_the_same(reader_file: Path, tmp_path: Path) -> None:
    curve = json.loads((tmp_path / "reader.curve.json").read_text())["curve"]
    assert curve[-1]["loss"] < 0.5 * curve[0]["loss"]
    reader = loaded_reader(reader_file)
    laws(reader)
    said = beam_answers(reader, torch.zeros(3, NOTES, reader.width), [one.text for one in QUESTIONS])
    assert [each.text for each in said] == [one.answer for one in QUESTIONS]
    texts, answers = [one.text for one in QUESTIONS], [one.answer for one in QUESTIONS]
    likely = log_probability(reader, torch.zeros(3, NOTES, reader.width), texts, answers).exp()
    assert [each.probability for each in said] == pytest.approx(likely.tolist(), abs=1e-5)
    assert language_model("reader", tmp_path).digest == reader.digest
    again = train_reader(SmallData(4), tmp_path / "again", 0, FEW)  # type: ignore[arg-type]
    assert again.read_bytes() == reader_file.read_bytes()


def test_notes_are_lines_about_things_and_the_named_ones_come_first() -> None:
    lines = notes_of(small_house())
    assert lines[0] == "red ceramic mug kitchen"
    assert len(lines) == 10
    words = Vocabulary.of([*lines, *(f"{one.text} {one.answer}" for one in QUESTIONS)])
    made = noted(QUESTIONS, small_house(), words)
    assert made[1].relevant.tolist() == [0, 5]
    assert words.text(made[2].answer) == "red, white"
    assert words.text([0, *made[1].notes[0].tolist(), 2]) == "red ceramic mug kitchen"
    drawn = drawn_notes(made * 200, np.random.Generator(np.random.PCG64(0)))
    assert drawn.shape[:2] == (600, NOTES)
    without = float((drawn == 0).all((1, 2)).mean())
    assert without == pytest.approx(training_reader.WITHOUT, abs=0.06)


def test_questions_to_read_are_those_of_the_bank_in_their_kinds() -> None:
    asked = asked_about(small_house(), stream(0, "test"))
    assert len(asked) == len(set(asked)) > 20
    for one in asked:
        assert answer_or_none(parsed(one.text), small_house().sets) == one.answer


MISSED = pytest.mark.xfail(strict=True, reason="the shipped reader is undertrained: 83% of counts and 73% of queries")


@pytest.mark.parametrize("kind", ["yes-no", pytest.param("count", marks=MISSED), pytest.param("query", marks=MISSED)])
def test_the_reader_that_comes_with_casita_answers_in_kind(kind: Kind) -> None:
    """The aim is 95% of answers of the type that is asked for; a reader that learnt longer should reach it."""
    reader = language_model("reader")
    texts = [one.row.text for one in bank() if one.kind == kind][::7]
    said = beam_answers(reader, torch.zeros(len(texts), NOTES, reader.width), texts)
    assert sum(is_of_kind(kind, each.text) for each in said) >= 0.95 * len(texts)


def test_a_reader_needs_houses() -> None:
    with pytest.raises(BadInput, match="at least 2"):
        train_reader(SmallData(1), Path("nowhere"), 0)  # type: ignore[arg-type]


# Others', small ones that have learnt nothing.


@pytest.fixture
def transformers() -> Any:
    return pytest.importorskip("transformers")


def small_tokenizer(folder: Path) -> int:
    """A tokenizer of whole words, in a folder; how many words it has."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    words = Vocabulary.of([*(f"{one.text} {one.answer}" for one in QUESTIONS), "question answer"]).words
    numbers = {word: number for number, word in enumerate(words)}
    made = Tokenizer(models.WordLevel(numbers, unk_token="<unknown>"))
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    PreTrainedTokenizerFast(
        tokenizer_object=made, eos_token="<end>", pad_token="<pad>", unk_token="<unknown>"
    ).save_pretrained(folder)
    return len(numbers)


def test_a_t5_of_a_users(transformers: Any, tmp_path: Path) -> None:
    count = small_tokenizer(tmp_path)
    torch.manual_seed(0)
    config = transformers.T5Config(
        vocab_size=count, d_model=16, d_kv=8, d_ff=32, num_layers=1, num_heads=2, decoder_start_token_id=0,
        eos_token_id=2, pad_token_id=0,
    )  # fmt: skip
    transformers.T5ForConditionalGeneration(config).save_pretrained(tmp_path)
    laws(EncoderDecoder(tmp_path))
    assert language_model(f"t5:{tmp_path}").width == 16


def test_a_model_that_goes_on_with_a_text(transformers: Any, tmp_path: Path) -> None:
    count = small_tokenizer(tmp_path)
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=count, hidden_size=16, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2,
        num_key_value_heads=1, eos_token_id=2, bos_token_id=1, pad_token_id=0,
    )  # fmt: skip
    transformers.LlamaForCausalLM(config).save_pretrained(tmp_path)
    laws(GoingOn(tmp_path))


def test_an_answer_goes_on_where_its_question_ends() -> None:
    """Of two questions, of three words and of one after a word of prefix, each next word is read behind the last."""

    def places(inputs_embeds: torch.Tensor, attention_mask: torch.Tensor) -> SimpleNamespace:
        assert attention_mask.sum(1).tolist() == [6, 4]
        return SimpleNamespace(logits=50.0 * torch.eye(inputs_embeds.shape[1]).expand(2, -1, -1))

    there = torch.tensor([[1, 1, 1], [1, 0, 0]])
    prefix, asked = torch.zeros(2, 1, 4), torch.zeros(2, 3, 4)
    read = _TextRead(places, lambda said: torch.zeros(*said.shape, 4), prefix, asked, there)
    after = read.after(torch.tensor([0, 1]), torch.zeros(2, 2, dtype=torch.long))
    assert after.argmax(-1).tolist() == [[3, 4, 5], [1, 2, 3]]


def test_what_is_no_language_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="gpt"):
        check_name("gpt")
    with pytest.raises(BadInput, match="nowhere"):
        EncoderDecoder(tmp_path / "nowhere")
    with pytest.raises(BadInput, match="no language model can be read"):
        EncoderDecoder(tmp_path)
