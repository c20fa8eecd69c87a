"""Films for those who work with files: MP4 as people watch them, and Parquet with all that is known of every frame.

    DIR/films/FILM.mp4              smooth, with the time of the videos that are cut from it
    DIR/frames/FILM.parquet         at four frames a second: camera, depth, ids, boxes, poses, states, the event
    DIR/events/FILM.parquet         what happens when, and whether one can see it
    DIR/videos.parquet              films and parts of films that questions are about, in seconds
    DIR/questions.parquet
    DIR/manifest.json               of which data; written last

A film is the unit of work of `casita.evaluation.folder`: an export that was stopped goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from casita.arrays import Uint16s
from casita.benchmarks.env_qa.films.recording import RATE, Reel, film_seconds
from casita.benchmarks.env_qa.films.verbs import Instruction
from casita.benchmarks.env_qa.item import Question, Video
from casita.benchmarks.env_qa.stored.folder import QUESTIONS, VIDEOS, EnvQA, opened_data
from casita.benchmarks.env_qa.story.story import Happening
from casita.errors import BadInput
from casita.evaluation.folder import DataFolder, Hashes, Writer, build, stamp
from casita.parquet import to_parquet
from casita.render.video import write_video
from casita.world.graph import adjectives

DATA = "env_qa_media"
"""What these folders are called in manifests."""

FILM_SIZE, FILM_RATE = (640, 480), 24
"""Of films that people watch."""

FRAME_SIZE = (224, 224)
"""Of depth and ids, as models are given frames."""

MILLIMETRES = 1000.0


class ShownFrame(msgspec.Struct, frozen=True):
    """All that is known of one frame."""

    second: float
    camera: tuple[float, ...]
    """x, y, z in metres, yaw and pitch in degrees."""
    event: str
    """What is being done, in the form of instructions; empty between events."""
    things: tuple[str, ...]
    """Ids of the things that show, the largest first."""
    boxes: tuple[int, ...]
    """Left, top, right, bottom of each, in pixels, one after the other."""
    poses: tuple[float, ...]
    """x, y, z in metres and a quaternion (w, x, y, z) of each."""
    states: tuple[str, ...]
    """Adjectives of each, with commas between them."""
    depth: bytes
    """A 16-bit PNG: millimetres along the direction of view; 0 where there is nothing."""
    ids: bytes
    """A 16-bit PNG: 1 for the first of the things, 2 for the second; 0 for walls and the like."""


class ShownEvent(msgspec.Struct, frozen=True):
    """One event of a film."""

    starts: float
    ends: float
    """Seconds of the film."""
    instruction: str
    """With ids in place of names."""
    is_seen: bool
    """Does the thing show in most pictures while it happens? If not, it is not asked about."""


class Work(NamedTuple):
    """One film that is exported."""

    data: Path
    out: Path
    film: str


def export(data: Path, out: Path, films: Sequence[str] = (), *, workers: int = 1, progress: bool = True) -> DataFolder:
    """Write films of some data as MP4 and Parquet; all films if none is named."""
    source = EnvQA(data)
    chosen = list(films or source.films)
    for film in chosen:
        source.cuts_of(film)  # there is such a film
    settings = {"films": chosen if films else "all", "size": FILM_SIZE, "rate": FILM_RATE, "frames": FRAME_SIZE}
    made = stamp(DATA, settings, {"data": source.manifest.digest()})
    videos = [video for film in chosen for video in source.cuts_of(film)]
    known = {video.id for video in videos}

    def finish() -> dict[str, bytes]:
        asked = [one for one in source.all_questions if one.video in known]
        return {VIDEOS: to_parquet(videos, Video, settings), QUESTIONS: to_parquet(asked, Question, settings)}

    work = {film: Work(data, out, film) for film in chosen}
    return build(out, made, work, export_film, finish, workers=workers, label="Env-QA: films", progress=progress)


def export_film(work: Work) -> Hashes:
    """Write one film."""
    reel = opened_data(work.data).reel(work.film)
    writer, path = Writer(work.out), work.out / "films" / f"{work.film}.mp4"
    shots = reel.pictures(0.0, reel.recording.seconds, FILM_SIZE, FILM_RATE, smooth=True)
    write_video(shots, path, FILM_RATE)
    writer.wrote(f"films/{work.film}.mp4")
    rows = [shown_frame(reel, at) for at in film_seconds(0.0, reel.recording.seconds)]
    writer.write(f"frames/{work.film}.parquet", to_parquet(rows, ShownFrame, {"film": work.film, "rate": RATE}))
    events = [ShownEvent(each.starts, each.ends, _in_words(each), each.is_seen) for each in reel.recording.happenings]
    writer.write(f"events/{work.film}.parquet", to_parquet(events, ShownEvent, {"film": work.film}))
    return writer.done()


def shown_frame(reel: Reel, at: float) -> ShownFrame:
    """All that is known of a film at some second."""
    frame = reel.frame(at, FRAME_SIZE, ("rgb", "depth", "ids"))
    state, camera = reel.at(at)
    boxes = frame.boxes()
    slots = np.array([state.statics.slot(id) for id in boxes], np.int64)
    objects = state.objects
    poses = np.concatenate([objects.position[slots], objects.rotation[slots]], 1) if len(slots) else np.zeros((0, 7))
    numbers = np.zeros(max(int(frame.ids.max()) + 2, state.statics.count + 1), np.uint16)
    numbers[slots + 1] = np.arange(1, len(slots) + 1)
    return ShownFrame(
        at,
        (*(float(each) for each in camera.position), float(camera.yaw), float(camera.pitch)),
        _event(reel, at),
        tuple(boxes),
        tuple(edge for box in boxes.values() for edge in box),
        tuple(poses.ravel().tolist()),
        tuple(", ".join(each) for each in adjectives(state, slots)),
        png((frame.depth * MILLIMETRES).round().clip(0, 2**16 - 1).astype(np.uint16)),
        png(numbers[frame.ids + 1]),
    )


def png(values: Uint16s) -> bytes:
    """Numbers as the bytes of a 16-bit PNG file."""
    from PIL import Image

    made = BytesIO()
    Image.fromarray(values).save(made, "PNG")
    return made.getvalue()


def _event(reel: Reel, at: float) -> str:
    for each in reel.recording.happenings:
        if each.starts <= at <= each.ends:
            return _in_words(each)
    return ""


def _in_words(each: Happening) -> str:
    return Instruction(each.verb, each.object, each.target, each.liquid).text(lambda id: id)


def films_of_part(data: Path, part: str) -> list[str]:
    """The films of a part of some data; BadInput if there are none."""
    found = [film.id for film in EnvQA(data).films.values() if film.part == part]
    if not found:
        raise BadInput(f"there are no films of the part {part!r} in {data}")
    return found
