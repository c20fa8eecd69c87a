"""A film strip: pictures of a video with when they are, and questions about it with answers and programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

import numpy as np

from casita.benchmarks.env_qa.asking.filling import candidates
from casita.benchmarks.env_qa.films.planned import planned
from casita.benchmarks.env_qa.films.recording import Reel
from casita.benchmarks.env_qa.films.verbs import Instruction
from casita.benchmarks.env_qa.generate import taken
from casita.benchmarks.env_qa.item import Question, Video
from casita.benchmarks.env_qa.stored.export import FILM_RATE, FILM_SIZE
from casita.benchmarks.env_qa.stored.folder import EnvQA
from casita.benchmarks.env_qa.story.story import Happening, Story
from casita.benchmarks.env_qa.story.telling import story_of
from casita.errors import BadInput
from casita.protocols import Picture
from casita.render.sheets import write_png
from casita.render.video import write_video

Row = TypeVar("Row")

SHOWN, COLUMNS = 20, 5
"""Pictures of a strip, and of a row of it."""

SIZE, LINE = (320, 240), 22
"""Pixels of one picture, and of the line below it."""

ASKED = 10
"""Questions that are shown."""


@dataclass(frozen=True, kw_only=True)
class ShowSettings:
    """Show a video as a film strip, with what happens in it and questions about it.

    Examples:
      casita show env_qa 3
      casita show env_qa 12 --data data/env_qa --film
    """

    which: Annotated[str, "argument"]
    """The number of a film, or its name; with data also the name of a cut."""
    data: Path | None = None
    """The folder with the data; without, a film is taken here and now."""
    film: bool = False
    """Also write it as an MP4 file, smooth, as people watch it."""
    out: Path = Path()
    """The folder for what is written."""


def run_show(settings: ShowSettings) -> Iterator[str | Path]:
    """Write the strip; what happens, and questions, in words."""
    if settings.data is None:
        plan = _one_of({plan.id: plan for plan in planned("paper", 0)}, settings.which, "film")
        _, reel = taken(plan, 0)
        video = Video(plan.id, plan.id, plan.part, 0, len(reel.recording.happenings), 0.0, reel.recording.seconds)
        questions = candidates(story_of(reel, video), plan.part)
    else:
        data = EnvQA(settings.data)
        films = {name: video for name, video in data.videos.items() if name == video.film}
        video = data.videos.get(settings.which) or _one_of(films, settings.which, "film")
        reel = data.reel(video.film)
        questions = [one for one in data.all_questions if one.video == video.id]
    story = story_of(reel, video)
    yield f"{video.id}, {reel.recording.room}: {video.ends - video.starts:.1f} s, camera-person simulated"
    yield from told(story)
    yield from (asked_and_answered(one) for one in questions[:ASKED])
    yield write_png(strip(reel, video), settings.out / f"{video.id}.png")
    if settings.film:
        shots = reel.pictures(video.starts, video.ends, FILM_SIZE, FILM_RATE, smooth=True)
        yield write_video(shots, settings.out / f"{video.id}.mp4", FILM_RATE)


def told(story: Story) -> list[str]:
    """The events of a story with their times, a line each."""
    return [
        f"{each.starts - story.starts:6.1f} s  {_in_words(each, story)}{'' if each.is_seen else ' (not seen)'}"
        for each in story.happenings
    ]


def _in_words(each: Happening, story: Story) -> str:
    names = {id: thing.name for id, thing in story.things.items()}
    return Instruction(each.verb, each.object, each.target, each.liquid).text(names.__getitem__)


def asked_and_answered(one: Question) -> str:
    """A question with its answer and its program, in one line."""
    answer = ", ".join(f"{role} {value}" for role, value in one.answer.filled().items())
    return f"{one.kind}: {one.text} {answer}  {one.program}"


def strip(
    reel: Reel, video: Video, count: int = SHOWN, columns: int = COLUMNS, size: tuple[int, int] = SIZE
) -> Picture:
    """Pictures of a video, evenly over its time, with the second of each."""
    from PIL import Image, ImageDraw, ImageFont

    times = np.linspace(video.starts, video.ends, count).tolist()
    rows = (count + columns - 1) // columns
    sheet = Image.new("RGB", (columns * size[0], rows * (size[1] + LINE)), "white")
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(14)
    for number, at in enumerate(times):
        x, y = number % columns * size[0], number // columns * (size[1] + LINE)
        sheet.paste(Image.fromarray(reel.frame(at, size, smooth=True).rgb), (x, y))
        pen.text((x + 6, y + size[1] + 2), f"{at - video.starts:.1f} s", fill="black", font=font)
    return np.asarray(sheet)


def _one_of(rows: Mapping[str, Row], which: str, what: str) -> Row:
    """The row of a number or a name."""
    if which.isdecimal() and int(which) < len(rows):
        return list(rows.values())[int(which)]
    if which in rows:
        return rows[which]
    first = next(iter(rows), "")
    raise BadInput(f"there is no {what} {which!r} here: expected a number below {len(rows)}, or a name such as {first}")
