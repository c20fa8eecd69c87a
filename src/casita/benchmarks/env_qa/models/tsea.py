"""TSEA, the paper's own: a video cut into events, and attention that goes from event to event.

Things of a frame are averaged, those in focus counting more (equation 2); a temporal CNN lets frames know of their
neighbours; Algorithm 1 cuts the video into events, each the mean of its frames (equation 3). Two attentions over the
question's words find the events that it mentions, and a third, knowing these, the one that answers it.

The four parts that Table 3 leaves out one after the other are switches.
"""

from __future__ import annotations

from typing import NamedTuple

from casita.benchmarks.env_qa.models.batches import Batch
from casita.benchmarks.env_qa.models.network_parts import (
    HIDDEN,
    AttendingNetwork,
    Attention,
    Clock,
    FusedRoleHeads,
    Shape,
    TemporalCNN,
    events_of,
    frames_of,
    shares,
)  # fmt: skip
from casita.benchmarks.env_qa.models.words import PADDING
from casita.learn.needing_torch import Tensor, functional, nn, torch


class Parts(NamedTuple):
    """Which parts of TSEA there are."""

    steps: bool = True
    """Attention in several steps."""
    events: bool = True
    """Events; without, attention is over frames."""
    focus: bool = True
    """Things in the middle of the picture count more."""
    names: bool = True
    """Names of things."""


WHOLE = Parts()
"""TSEA with all its parts."""


class WordAttention(nn.Module):
    """One step of attention over a question's words (Hu et al.): what the step looks for follows from the whole."""

    def __init__(self) -> None:
        super().__init__()
        self.shared, self.step = nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.score = nn.Linear(HIDDEN, 1)

    def forward(self, words: Tensor, there: Tensor, whole: Tensor) -> Tensor:
        """questions x hidden: the words that matter."""
        sought = self.step(functional.relu(self.shared(whole)))
        weights = shares(self.score(words * sought[:, None])[..., 0], there)
        return torch.einsum("qw,qwh->qh", weights, words)


class Tsea(AttendingNetwork):
    """Temporal Segmentation and Event Attention."""

    def __init__(self, shape: Shape, parts: Parts = WHOLE) -> None:
        super().__init__(shape, names=parts.names)
        self.parts = parts
        self.clock, self.near = Clock(), TemporalCNN()
        self.mentioned = nn.ModuleList(WordAttention() for _ in range(2 * parts.steps))
        self.found = nn.ModuleList(Attention(HIDDEN) for _ in range(2 * parts.steps))
        self.answering = Attention(3 * HIDDEN if parts.steps else HIDDEN)
        self.heads = FusedRoleHeads()

    def answers_and_weights(self, given: Batch) -> tuple[list[Tensor], Tensor]:
        """What it says, and what each event, or each frame where there are no events, counts."""
        moments, there = self.moments(given)
        shown = moments[given.video]
        words, whole = self.question(given)
        is_word = given.words != PADDING
        asked = [whole]
        for of_words, of_moments in zip(self.mentioned, self.found, strict=True):
            weights = of_moments(moments, there, of_words(words, is_word, whole), given.video)
            asked.append(torch.einsum("qe,qeh->qh", weights, shown))
        weights = self.answering(moments, there, torch.cat(asked, 1), given.video)
        return self.heads(torch.einsum("qe,qeh->qh", weights, shown), whole), weights

    def moments(self, given: Batch) -> tuple[Tensor, Tensor]:
        """videos x events (or frames) x hidden, and which there are."""
        things = self.things(given.things)
        weights = given.things.focus if self.parts.focus else torch.ones_like(given.things.focus)
        frames = self.near(frames_of(things, weights, given) + self.clock(given.at), given.there)
        if not self.parts.events:
            return frames, given.there
        return events_of(frames, given.events), given.events.there
