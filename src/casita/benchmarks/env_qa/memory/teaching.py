"""Trains the recogniser on parts of training films."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from casita.benchmarks.env_qa.memory.grid import grid_of
from casita.benchmarks.env_qa.memory.lessons import NONE, Lesson, TaughtEvent, drawn_lesson, frame_targets
from casita.benchmarks.env_qa.memory.recogniser import Given, Noted, Recogniser, given_of
from casita.benchmarks.env_qa.memory.sightings import Sightings
from casita.benchmarks.env_qa.story.story import Story
from casita.learn.needing_torch import Tensor, functional, torch
from casita.learn.training import Kept, Settings, seeded, train
from casita.seeds import Stream, stream

DROPPED = 0.15
"""Share of sightings that are left out in training."""

ENDS_COUNT = 2.0
"""How much it counts to say when events end, against what they are."""


class Taught(NamedTuple):
    """A film to learn from."""

    seen: Sightings
    story: Story


def trained(
    films: Sequence[Taught], held_out: Sequence[Taught], settings: Settings, seed: int,
    begun: Recogniser | None = None, progress: Kept | None = None,
) -> tuple[Recogniser, list[float]]:  # fmt: skip
    """A recogniser, and how its score on films that are held out rose; `begun` goes on learning."""
    luck = stream(seed, "env_qa", "recogniser")
    checked = [drawn_lesson(film.seen, film.story, luck.child("held out", n)) for n, film in enumerate(held_out)]
    with seeded(seed, "env_qa", "recogniser"):
        network = begun or Recogniser()
        turn = 0

        def loss(rows: Tensor) -> Tensor:
            nonlocal turn
            turn += 1
            drawn = [_drawn(films[row], luck.child(turn, row)) for row in rows.tolist()]
            return torch.stack([lesson_loss(network, lesson, luck.child("jitter", turn)) for lesson in drawn]).mean()

        def score() -> float:
            found = [float(lesson_loss(network, lesson, None)) for lesson in checked]
            return -float(np.mean(found))

        scores = train(network, len(films), loss, score, settings, progress=progress)
    return network, scores


def _drawn(film: Taught, luck: Stream) -> Lesson:
    return drawn_lesson(film.seen, film.story, luck, DROPPED * luck.uniform(0.0, 2.0))


def lesson_loss(network: Recogniser, lesson: Lesson, luck: Stream | None) -> Tensor:
    """How wrong the network is about a video; with luck, events are read off up to a frame beside their ends."""
    given = given_of(grid_of(lesson.seen))
    noted = network(given)
    wanted = torch.tensor(frame_targets(lesson), dtype=torch.float32)
    logits = noted.ends
    # Most frames are no end: those that are easy count less.
    weight = (wanted - torch.sigmoid(logits.detach())).abs() + 0.05
    ends = functional.binary_cross_entropy_with_logits(logits, wanted, weight, reduction="sum")
    found = ENDS_COUNT * ends
    column = {int(name): number for number, name in enumerate(given.names)}
    for event in lesson.events:
        frame = event.end
        if luck is not None:
            frame = min(len(logits) - 1, max(0, frame + luck.below(3) - 1))
        if event.object in column:
            found = found + _event_loss(network, noted, given, event, frame, column)
    return found / max(1, len(lesson.events) + 1)


def _event_loss(
    network: Recogniser, noted: Noted, given: Given, event: TaughtEvent, frame: int, column: dict[int, int]
) -> Tensor:  # fmt: skip
    object = column[event.object]
    deeds = noted.deeds[frame]
    found = functional.cross_entropy(deeds.flatten()[None], torch.tensor([object * deeds.shape[1] + event.verb]))
    found = found + 0.1 * (noted.lengths[frame, object] - float(np.log(event.seconds + 0.1))) ** 2
    if event.target == NONE or event.target in column:
        targets = network.targets(noted, given, frame, event.verb)[object]
        wanted = column[event.target] if event.target != NONE else len(column)
        found = found + 0.5 * functional.cross_entropy(targets[None], torch.tensor([wanted]))
    if event.liquid != NONE:
        liquids = network.liquids(noted, given, frame)[object]
        found = found + 0.5 * functional.cross_entropy(liquids[None], torch.tensor([event.liquid]))
    return found
