"""Speed of Env-QA: films that are taken a second with all that could be asked about them, and pictures of films."""

from __future__ import annotations

import time
from collections.abc import Iterator

from casita.bench import Row
from casita.benchmarks.env_qa import paper
from casita.benchmarks.env_qa.films.planned import Planned
from casita.benchmarks.env_qa.films.recording import Reel, seconds
from casita.benchmarks.env_qa.generate import asked_about, taken
from casita.benchmarks.env_qa.item import FILM_KINDS, Film

ROOMS = ("kitchen_05", "living_room_05", "bedroom_05", "bathroom_05")
"""Rooms that films are taken in, one of each kind."""

SECONDS = 7_200.0
"""Of two cores: the paper's numbers of films and questions shall be made in under an hour."""

SIDE, FRAMES = 224, 500.0
"""Pixels of a frame's sides, and how many are drawn in a second at least."""


def measure() -> Iterator[Row]:
    """All rows of this suite."""
    for room in ROOMS:
        taken(_plan(room, 0), 1)  # loads what is compiled, and draws the room for the first time
    made: list[tuple[Film, Reel]] = []
    questions = 0
    start = time.process_time()
    for number in range(len(FILM_KINDS)):
        for room in ROOMS:
            plan = _plan(room, number)
            film, reel = taken(plan, 0)
            made.append((film, reel))
            questions += len(asked_about(plan, reel, 0)[1])
    took = time.process_time() - start
    events = [each for _, reel in made for each in reel.recording.happenings]
    assert all(len(film.instructions) >= 5 for film, _ in made), "a film with too few events"
    assert questions > 20 * len(made), f"only {questions} questions about {len(made)} films"
    detail = f"{len(made)} films in {len(ROOMS)} rooms, {len(events)} events, {questions} questions to choose from"
    yield Row("env_qa", "generate", len(made) / took, "films/s", paper.FILMS / SECONDS, True, detail)
    yield _frames(made)


def _plan(room: str, number: int) -> Planned:
    return Planned(f"bench_{room}_{number}", room, "train", FILM_KINDS[number], "searching", 4)


def _frames(made: list[tuple[Film, Reel]]) -> Row:
    """Pictures of films as models are given them, 4 a second of each film."""
    pictures: set[bytes] = set()
    count, start = 0, time.process_time()
    for film, reel in made[: len(ROOMS)]:
        for at in seconds(0.0, film.seconds):
            rgb = reel.frame(at, (SIDE, SIDE)).rgb
            pictures.add(rgb[::16, ::16].tobytes())
            count += 1
    took = time.process_time() - start
    assert len(pictures) > count / 2, f"only {len(pictures)} of {count} frames differ"
    detail = f"{count} frames of {SIDE} x {SIDE} pixels, {len(pictures)} of them different"
    return Row("env_qa", "frames of films", count / took, "frames/s", FRAMES, True, detail)
