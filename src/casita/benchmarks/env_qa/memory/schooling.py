"""Teaches ours all that it learns from training films but for its eyes: events, places, and what looks hint at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from casita.benchmarks.env_qa.films.recording import RATE, Reel, film_seconds
from casita.benchmarks.env_qa.item import Part, Video
from casita.benchmarks.env_qa.memory.contents import Contents
from casita.benchmarks.env_qa.memory.learnt import Learnt
from casita.benchmarks.env_qa.memory.places import Places
from casita.benchmarks.env_qa.memory.recogniser import Recogniser
from casita.benchmarks.env_qa.memory.sightings import TICKS, Sightings, sightings_of
from casita.benchmarks.env_qa.memory.surroundings import trained_looks, trained_places
from casita.benchmarks.env_qa.memory.teaching import Taught, trained
from casita.benchmarks.env_qa.memory.told import told_sightings
from casita.benchmarks.env_qa.stored.folder import EnvQA
from casita.benchmarks.env_qa.watching.store import Footage
from casita.errors import BadInput
from casita.learn.training import Kept, Settings

LESSONS = 36_000
"""Parts of films that the recogniser learns from: with few films, each comes up more often."""
PLACES = Settings(rate=3e-3, batch=64, epochs=12, patience=12, falling=True)
LOOKS = Settings(rate=5e-3, batch=128, epochs=10, patience=10, falling=True)

FEWEST, MOST = 8, 80
"""Times that each film comes up, at least and at most."""

HELD_OUT = 10
"""One film of so many is not learnt from, and says when to stop."""

Watch = Callable[[Video], Sightings]
"""What is seen of a video."""


class Progress(NamedTuple):
    """How well each part does on films that were held out."""

    events: list[float]
    """By epoch: the negative loss of the recogniser."""
    places: float
    """Share of places that are told from one frame."""
    looks: float


def by_footage(footage: Footage) -> Watch:
    """Videos as the eyes saw their key frames."""

    def watch(video: Video) -> Sightings:
        first, end = frame_numbers(video)
        return sightings_of(footage.of(video.id), first, end)

    return watch


def by_truth(data: EnvQA) -> Watch:
    """Videos as a perfect eye sees them; for the error budget."""

    def watch(video: Video) -> Sightings:
        reel: Reel = data.reel(video.film)
        return told_sightings(reel, film_seconds(video.starts, video.ends)[:: round(RATE / TICKS)])

    return watch


def frame_numbers(video: Video) -> tuple[int, int]:
    """Numbers of a video's first frame within its film, and of the one after its last."""
    at = film_seconds(video.starts, video.ends)
    return round(at[0] * RATE), round(at[-1] * RATE) + 1


def whole_films(data: EnvQA, part: Part, most: int | None = None) -> list[Video]:
    """The films of a part as videos; only so many, of all rooms alike."""
    found = [video for video in data.videos.values() if video.part == part and video.id == video.film]
    return sorted(found, key=lambda video: video.id)[:most]


def taught_films(data: EnvQA, watch: Watch, videos: Iterable[Video]) -> list[Taught]:
    """Films with what is seen of them and what happens in them."""
    return [Taught(watch(video), data.story(video.id)) for video in videos]


def event_settings(films: int) -> Settings:
    """How the recogniser is trained on so many films."""
    epochs = min(MOST, max(FEWEST, LESSONS // max(films, 1)))
    return Settings(rate=3e-3, batch=2, epochs=epochs, patience=epochs, falling=True, decay=1e-3)


def schooled(
    films: Sequence[Taught], seed: int, begun: Recogniser | None = None, progress: Kept | None = None
) -> tuple[Learnt, Progress]:  # fmt: skip
    """All that is learnt from films; `begun` is a recogniser that learnt before and goes on."""
    if len(films) < 2:
        raise BadInput(f"there are {len(films)} films to learn from, expected two at least")
    held_out, rest = films[::HELD_OUT], [film for number, film in enumerate(films) if number % HELD_OUT]
    places, counts, told = trained_places(rest, held_out, seed, PLACES)
    looks, hinted = trained_looks(rest, held_out, seed, LOOKS)
    recogniser, curve = trained(rest, held_out, event_settings(len(rest)), seed, begun, progress)
    return Learnt(recogniser.eval(), Places(places, counts), Contents(looks)), Progress(curve, told, hinted)
