"""Trains the recogniser on parts of training films."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from casita.benchmarks.env_qa.memory.grid import grid_of
from casita.benchmarks.env_qa.memory.lessons import NONE, Lesson, drawn_lesson, frame_targets
from casita.benchmarks.env_qa.memory.recogniser import Given, Noted, Recogniser, Which, given_of
from casita.benchmarks.env_qa.memory.sightings import Sightings
from casita.benchmarks.env_qa.story.story import Story
from casita.exact import count_of
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

        def loss(rows: Tensor) -> Tensor:
            turn = int(torch.randint(2**31, ()))  # torch's luck goes on where a killed training stopped
            drawn = [_drawn(films[row], luck.child(turn, row)) for row in rows.tolist()]
            return lesson_loss(network, drawn, luck.child("jitter", turn))

        def score() -> float:
            return -float(lesson_loss(network, checked, None))

        scores = train(network, len(films), loss, score, settings, progress=progress)
    return network, scores


def _drawn(film: Taught, luck: Stream) -> Lesson:
    return drawn_lesson(film.seen, film.story, luck, DROPPED * luck.uniform(0.0, 2.0))


def lesson_loss(network: Recogniser, lessons: Sequence[Lesson], luck: Stream | None) -> Tensor:
    """How wrong the network is about videos; with luck, events are read off up to a moment beside their ends."""
    given = given_of([grid_of(lesson.seen) for lesson in lessons])
    noted = network(given)
    wanted = torch.zeros_like(noted.ends)
    for number, lesson in enumerate(lessons):
        wanted[number, : lesson.seen.moments] = torch.tensor(frame_targets(lesson))
    # Most moments are no end: those that are easy count less.
    weight = ((wanted - torch.sigmoid(noted.ends.detach())).abs() + 0.05) * given.is_moment
    ends = functional.binary_cross_entropy_with_logits(noted.ends, wanted, weight, reduction="sum")
    events = _events_loss(network, noted, given, lessons, luck)
    return (ENDS_COUNT * ends + events) / count_of(len(lesson.events) + 1 for lesson in lessons)


class _Asked(NamedTuple):
    """An event that the network is asked about: where it is, what it is of, and what is to be said of it."""

    video: int
    moment: int
    object: int
    verb: int
    target: int
    """Number of a name within the video, how many names there is room for if there is none, or UNSEEN."""
    liquid: int
    seconds: float


UNSEEN = -1
"""In place of what nobody can be asked about."""


def _events_loss(
    network: Recogniser, noted: Noted, given: Given, lessons: Sequence[Lesson], luck: Stream | None
) -> Tensor:
    asked = [one for number, lesson in enumerate(lessons) for one in _asked(number, lesson, given, luck)]
    if not asked:
        return noted.ends.sum() * 0.0
    video, moment, object, verb, target, liquid, seconds = (torch.tensor(column) for column in zip(*asked, strict=True))
    which = Which(video, moment, object, verb)
    deeds = noted.deeds[video, moment]
    found = functional.cross_entropy(deeds.flatten(1), object * deeds.shape[2] + verb, reduction="sum")
    lengths = noted.lengths[video, moment, object]
    found = found + 0.1 * ((lengths - (seconds + 0.1).log()) ** 2).sum()
    targets = network.targets(noted, given, which)
    found = found + 0.5 * functional.cross_entropy(targets, target, ignore_index=UNSEEN, reduction="sum")
    liquids = network.liquids(noted, given, which)
    return found + 0.5 * functional.cross_entropy(liquids, liquid, ignore_index=UNSEEN, reduction="sum")


def _asked(number: int, lesson: Lesson, given: Given, luck: Stream | None) -> Iterator[_Asked]:
    """The events of a video whose objects were seen in it."""
    room = given.names.shape[1]
    column = {int(name): place for place, name in enumerate(given.names[number][given.is_name[number]])}
    for event in lesson.events:
        moment = event.end
        if luck is not None:
            moment = min(lesson.seen.moments - 1, max(0, moment + luck.below(3) - 1))
        if event.object in column:
            target = room if event.target == NONE else column.get(event.target, UNSEEN)
            liquid = UNSEEN if event.liquid == NONE else event.liquid
            yield _Asked(number, moment, column[event.object], event.verb, target, liquid, event.seconds)
