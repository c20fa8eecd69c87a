"""What the recogniser is taught: parts of training films, which begin and end with events, and their logs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from casita.benchmarks.env_qa.films.verbs import LIQUIDS
from casita.benchmarks.env_qa.memory.grid import EVENT_VERBS
from casita.benchmarks.env_qa.memory.sightings import TICKS, Sightings, number_of
from casita.benchmarks.env_qa.story.story import Story
from casita.seeds import Stream

NONE = -1


class TaughtEvent(NamedTuple):
    """An event by numbers."""

    end: int
    """The last frame of it."""
    verb: int
    object: int
    target: int
    """Number of a name, or NONE."""
    liquid: int
    seconds: float


class Lesson(NamedTuple):
    """A video and its events."""

    seen: Sightings
    events: tuple[TaughtEvent, ...]


def frames_between(starts: float, ends: float) -> tuple[int, int]:
    """Numbers of the first frame of a film's part, and of the one after its last, at the usual rate."""
    first = math.ceil(starts * TICKS - 1e-6)
    return first, first + max(1, round((ends - starts) * TICKS))


def lesson_of(seen: Sightings, story: Story, first: int, end: int) -> Lesson:
    """The part of a film from before one happening to before another; `seen` is of the whole film."""
    happenings = story.happenings
    starts = happenings[first - 1].ends if first else story.starts
    ends = happenings[end - 1].ends if end else story.starts
    low, high = frames_between(starts, ends)
    high = min(high, seen.moments)
    events = []
    for one in happenings[first:end]:
        if one.verb in EVENT_VERBS:
            last = min(high - low - 1, max(0, int((one.ends - low / TICKS) * TICKS)))
            target = number_of(story.things[one.target].name) if one.target else NONE
            events.append(
                TaughtEvent(
                    last, EVENT_VERBS.index(one.verb), number_of(story.things[one.object].name), target,
                    LIQUIDS.index(one.liquid) if one.liquid in LIQUIDS else NONE, one.ends - one.starts,
                )
            )  # fmt: skip
    return Lesson(seen.part(low, high), tuple(events))


def drawn_lesson(seen: Sightings, story: Story, luck: Stream, dropped: float = 0.0) -> Lesson:
    """Some part of a film, most often short; a share of all sightings is left out."""
    count = len(story.happenings)
    long = count if luck.chance(0.3) else 1 + luck.below(min(4, count))
    first = luck.below(count - long + 1)
    lesson = lesson_of(seen, story, first, first + long)
    return lesson._replace(seen=thinned(lesson.seen, dropped, luck)) if dropped else lesson


def thinned(seen: Sightings, share: float, luck: Stream) -> Sightings:
    """Without some of the sightings, so that a network does not rely on each of them."""
    kept = np.array([luck.uniform(0.0, 1.0) >= share for _ in range(len(seen.frames))], np.bool_)
    return seen.chosen(kept)


def frame_targets(lesson: Lesson, spread: float = 0.7) -> Sequence[float]:
    """By frame: how much an event ends here."""
    at = np.arange(lesson.seen.moments)
    found = np.zeros(lesson.seen.moments)
    for event in lesson.events:
        found = np.maximum(found, np.exp(-((at - event.end) ** 2) / (2 * spread**2)))
    return [float(value) for value in found]
