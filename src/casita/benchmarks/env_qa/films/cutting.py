"""Videos: every film as a whole, and shorter ones of one to four events cut from it."""

from __future__ import annotations

from casita.benchmarks.env_qa.films.recording import Recording
from casita.benchmarks.env_qa.item import Part, Video
from casita.seeds import Stream

LONGEST_CUT = 4
"""Events of a cut, at the most."""


def videos_of(film: str, part: Part, recording: Recording, cuts: int, luck: Stream) -> list[Video]:
    """The whole film, then so many different cuts of it, or as many as there are."""
    count = len(recording.happenings)
    whole = Video(film, film, part, 0, count, 0.0, recording.seconds)
    every = [
        (first, first + long) for long in range(1, min(LONGEST_CUT, count - 1) + 1) for first in range(count - long + 1)
    ]
    weights = {pair: 1.0 / _of_that_length(count, pair[1] - pair[0]) for pair in every}
    chosen = sorted(luck.weighted_order(weights)[:cuts]) if weights else []
    ends = [0.0, *(each.ends for each in recording.happenings)]
    return [
        whole,
        *(Video(f"{film}_{first + 1}_{end}", film, part, first, end, ends[first], ends[end]) for first, end in chosen),
    ]


def _of_that_length(count: int, long: int) -> int:
    """How many cuts of a length there are: each length is as likely as the others."""
    return count - long + 1
