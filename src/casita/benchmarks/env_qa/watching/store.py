"""What is seen in the key frames of all films, looked at once and kept in a folder.

    DIR/seen/ROOM_N.npz       what is seen in some films of a room, and which frames each video cut from them has
    DIR/README.md             how much there is
    DIR/manifest.json         of which data, by which eyes; written last

Going on after a kill, refusing other data and other eyes, and checking every file are `casita.evaluation.folder`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from casita.arrays import Int64s
from casita.benchmarks.env_qa.films.recording import RATE, film_seconds
from casita.benchmarks.env_qa.item import Video
from casita.benchmarks.env_qa.stored.folder import EnvQA, opened_data
from casita.benchmarks.env_qa.watching import key_frames
from casita.benchmarks.env_qa.watching.eyes import BOXES, LEAST, Eyes, eyes_of, look
from casita.benchmarks.env_qa.watching.seen import Seen, joined
from casita.errors import BadInput, unknown
from casita.evaluation.folder import DataFolder, Hashes, Writer, build, stamp
from casita.exact import count_of
from casita.protocols import Picture

DATA = "env_qa_features"
"""What these folders are called in manifests."""

FILMS_IN_A_FILE = 4
"""Films that are looked at together: what a kill loses, at the most, for every worker."""

SIDE = 224
"""Pixels of the frames' sides."""

VERSION = 2
"""Of what is kept of a frame; 2 since the detector looks at half precision."""


class Work(NamedTuple):
    """What one worker is asked for: to look at some films."""

    data: Path
    out: Path
    name: str
    films: tuple[str, ...]
    eyes: str


class Footage:
    """What is seen in the key frames of many videos, which share them."""

    def __init__(self, seen: Seen, rows: dict[str, Int64s]) -> None:
        self._seen, self._rows = seen, rows
        self._begins = np.cumsum(seen.counts, dtype=np.int64) - seen.counts

    @property
    def widths(self) -> tuple[int, int]:
        """Numbers of a picture as a whole, and of how a thing looks."""
        return self._seen.scenes.shape[1], self._seen.features.shape[1]

    def of(self, video: str) -> Seen:
        """What is seen in one video; BadInput if it was not looked at."""
        return self._seen.of(self._rows_of(video), self._begins)

    def key_frames_of(self, video: str) -> int:
        """How many key frames a video has."""
        return len(self._rows_of(video))

    def _rows_of(self, video: str) -> Int64s:
        if video not in self._rows:
            raise unknown("video that was looked at", video, self._rows)
        return self._rows[video]


class FeatureFolder(DataFolder):
    """What is seen in all films, opened."""

    def __init__(self, path: str | Path) -> None:
        """Open a folder that `casita train env_qa` made."""
        super().__init__(path, DATA)
        self.eyes = str(self.settings["eyes"])
        self.eyes_digest = self.manifest.stamp.made_from["eyes"]

    def footage(self) -> Footage:
        """What is seen in all key frames, in memory, by video."""
        parts, rows, begin = list[Seen](), dict[str, Int64s](), 0
        for name in sorted(name for name in self.hashes if name.endswith(".npz")):
            found, own = unpacked(self.read(name), name)
            parts.append(found)
            rows |= {video: begin + which for video, which in own.items()}
            begin += len(found.frames)
        return Footage(joined(parts), rows)


def features(data: Path, out: Path, eyes: str, *, workers: int = 1, progress: bool = True) -> FeatureFolder:
    """Look at all films of some data, or at those that were not looked at yet."""
    source = EnvQA(data)
    settings = {
        "eyes": eyes, "version": VERSION, "side": SIDE, "rate": RATE, "boxes": BOXES, "least": LEAST,
        "key frames": [key_frames.CELLS, key_frames.CHANGED, key_frames.APART],
    }  # fmt: skip
    made = stamp(DATA, settings, {"data": source.manifest.digest(), "eyes": opened_eyes(eyes).digest})
    work = {each.name: each for each in _units(source, data, out, eyes)}

    def finish() -> dict[str, bytes]:
        sizes = [_sizes(out / "seen" / f"{name}.npz") for name in work]
        frames, boxes = (count_of(each[which] for each in sizes) for which in (0, 1))
        lines = [
            f"# What {eyes} eyes see in {len(source.films):,} films",
            "",
            f"{frames:,} key frames, {frames / len(source.films):.1f} a film, {boxes / max(frames, 1):.1f} boxes each.",
        ]
        return {"README.md": ("\n".join(lines) + "\n").encode()}

    build(out, made, work, look_at_films, finish, workers=workers, label=f"Env-QA: {eyes} looks", progress=progress)
    return FeatureFolder(out)


def look_at_films(work: Work) -> Hashes:
    """Look at the key frames of some films, each frame once however many videos have it."""
    data, eyes, writer = opened_data(work.data), opened_eyes(work.eyes), Writer(work.out)
    parts, rows, begin = list[Seen](), dict[str, list[int]](), 0
    for film in work.films:
        found, own = look_at_film(data, film, data.cuts_of(film), eyes)
        rows |= {video: [begin + row for row in which] for video, which in own.items()}
        begin += len(found.frames)
        parts.append(found)
    writer.write(f"seen/{work.name}.npz", packed(joined(parts), rows))
    return writer.done()


def look_at_film(data: EnvQA, film: str, videos: Sequence[Video], eyes: Eyes) -> tuple[Seen, dict[str, list[int]]]:
    """What is seen in the key frames of all videos of a film, and by video the rows of its own."""
    reel = data.reel(film)
    may_be: dict[str, list[int]] = {}
    for video in videos:
        numbers = [round(at * RATE) for at in film_seconds(video.starts, video.ends)]
        may_be[video.id] = [numbers[place] for place in key_frames.candidates(len(numbers))]
    pictures: dict[int, Picture] = {
        number: reel.frame(number / RATE, (SIDE, SIDE)).rgb for number in sorted({*chain(*may_be.values())})
    }
    cells = {number: key_frames.cells_of(picture) for number, picture in pictures.items()}
    keys = {video: key_frames.chosen({number: cells[number] for number in own}) for video, own in may_be.items()}
    every = sorted({number for own in keys.values() for number in own})
    row = {number: place for place, number in enumerate(every)}
    found = look(eyes, [pictures[number] for number in every], every)
    return found, {video: [row[number] for number in own] for video, own in keys.items()}


def packed(seen: Seen, rows: dict[str, list[int]]) -> bytes:
    """As the bytes of an .npz file; the same gives the same bytes."""
    made = BytesIO()
    named: dict[str, Any] = dict(zip(Seen._fields, seen, strict=True))
    counts = np.array([len(own) for own in rows.values()], np.int32)
    every = np.array([row for own in rows.values() for row in own], np.int64)
    np.savez(made, **named, video_names=np.array(list(rows)), video_counts=counts, video_rows=every)
    return made.getvalue()


def unpacked(data: bytes, name: str) -> tuple[Seen, dict[str, Int64s]]:
    """What was packed; BadInput if it is something else."""
    try:
        with np.load(BytesIO(data), allow_pickle=False) as file:
            seen = Seen(*(file[field] for field in Seen._fields))
            ends = np.cumsum(file["video_counts"])[:-1]
            rows = dict(zip(file["video_names"].tolist(), np.split(file["video_rows"], ends), strict=True))
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise BadInput(f"{name} holds nothing that was seen: {error}") from None
    return seen, rows


@lru_cache(maxsize=1)
def opened_eyes(name: str) -> Eyes:
    """Eyes by name, opened once in a process."""
    return eyes_of(name)


def _units(source: EnvQA, data: Path, out: Path, eyes: str) -> list[Work]:
    rooms: dict[str, list[str]] = {}
    for film in source.films.values():
        rooms.setdefault(film.room, []).append(film.id)
    return [
        Work(data, out, f"{room}_{number:03d}", tuple(films[begin : begin + FILMS_IN_A_FILE]), eyes)
        for room, films in sorted(rooms.items())
        for number, begin in enumerate(range(0, len(films), FILMS_IN_A_FILE))
    ]


def _sizes(path: Path) -> tuple[int, int]:
    """Frames and boxes of a file."""
    with np.load(path, allow_pickle=False) as file:
        return len(file["frames"]), len(file["kinds"])
