"""What a language model says after a prefix: how likely a given answer is (equation 2), and its own by beam search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from casita.benchmarks.excalibur.models.paper_agents.language import LanguageModel, Reading
from casita.learn.needing_torch import Tensor, torch

BEAMS, LONGEST = 3, 8
"""Answers that are followed side by side, and tokens of one, at the most."""

NEVER = -1e9
"""Log-probability of what is not followed."""


class Said(NamedTuple):
    """An answer of a language model."""

    text: str
    probability: float


def log_probability(model: LanguageModel, prefix: Tensor, questions: Sequence[str], answers: Sequence[str]) -> Tensor:
    """n: of each answer with its end, after its question and prefix; gradients reach the prefix."""
    tokens = [[*model.tokens(answer), model.end] for answer in answers]
    longest = max(map(len, tokens))
    padded = torch.tensor([each + [model.end] * (longest - len(each)) for each in tokens])
    counts = torch.tensor([[True] * len(each) + [False] * (longest - len(each)) for each in tokens])
    scores = model.read(prefix, questions).after(torch.arange(len(tokens)), padded[:, :-1])
    return (scores.gather(2, padded[..., None])[..., 0] * counts).sum(1)


def qa_loss(model: LanguageModel, prefix: Tensor, questions: Sequence[str], answers: Sequence[str]) -> Tensor:
    """Equation 2, as the mean over steps and questions in place of their sum: the loss of PPO is a mean over steps."""
    return -log_probability(model, prefix, questions, answers).mean()


def beam_answers(model: LanguageModel, prefix: Tensor, questions: Sequence[str], beams: int = BEAMS) -> list[Said]:
    """The likeliest answer to each question that a search with so many beams finds."""
    if not questions:
        return []
    with torch.no_grad():
        found = _searched(model.read(prefix, questions), len(questions), model.end, beams)
    return [Said(model.text(tokens), probability) for tokens, probability in found]


def _searched(reading: Reading, count: int, end: int, beams: int) -> list[tuple[list[int], float]]:
    """For each question, the tokens of the likeliest answer that was found, and its probability."""
    rows = torch.arange(count).repeat_interleave(beams)
    said = torch.zeros(count * beams, 0, dtype=torch.long)
    # All beams of a question begin alike: only the first is followed.
    score = torch.full((count, beams), NEVER)
    score[:, 0] = 0.0
    best: list[tuple[list[int], float]] = [([], NEVER) for _ in range(count)]
    for _ in range(LONGEST):
        following = reading.after(rows, said)[:, -1].reshape(count, beams, -1)
        _note_ends(best, said, score + following[..., end], beams)
        following[..., end] = NEVER
        vocabulary = following.shape[2]
        score, chosen = (score[..., None] + following).reshape(count, -1).topk(beams, 1)
        came_from = (chosen // vocabulary + torch.arange(count)[:, None] * beams).reshape(-1)
        said = torch.cat([said[came_from], (chosen % vocabulary).reshape(-1, 1)], 1)
        if all(float(score[row, 0]) <= best[row][1] for row in range(count)):
            break  # What is longer is no likelier.
    return [(tokens, float(torch.tensor(value).exp())) for tokens, value in best]


def _note_ends(best: list[tuple[list[int], float]], said: Tensor, ended: Tensor, beams: int) -> None:
    """Keep the likeliest of the answers that end here."""
    top, place = ended.max(1)
    for row, (value, beam) in enumerate(zip(top.tolist(), place.tolist(), strict=True)):
        if value > best[row][1]:
            best[row] = said[row * beams + beam].tolist(), value
