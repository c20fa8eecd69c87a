"""The plan of an episode's house with where the robot begins, and its questions with answers and programs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from casita.benchmarks.excalibur.generate import make_episode
from casita.benchmarks.excalibur.houses import episodes_of, scene_of
from casita.benchmarks.excalibur.item import PARTS, Episode, Question
from casita.benchmarks.excalibur.stored.folder import Excalibur
from casita.errors import BadInput, unknown
from casita.scenes.plan_view import Drawing, floor_plan
from casita.scenes.plan_view.canvas import Line, Oval, Shape
from casita.scenes.plan_view.page import page_of
from casita.scenes.scene import Scene

MARK, INK = "#d64545", "#ffffff"
"""Colours of the robot's first place."""

RADIUS, AHEAD = 0.2, 0.6
"""Metres: of the robot, and of the line that shows where it looks."""


@dataclass(frozen=True, kw_only=True)
class ShowSettings:
    """Show an episode: the floor plan of its house, and its questions with answers and programs.

    Examples:
      casita show excalibur 3
      casita show excalibur 0 --part drawn
      casita show excalibur test_00004 --data data/excalibur
    """

    which: Annotated[str, "argument"]
    """The number of an episode, or with data its name."""
    part: str = "test"
    """train, valid, test, drawn or practice."""
    data: Path | None = None
    """The folder with the data; without, the episode is made here and now."""
    seed: int = 0
    """Where its luck comes from, without data."""
    out: Path = Path()
    """The folder for the plan."""


def run_show(settings: ShowSettings) -> Iterator[str | Path]:
    """Write the plan; the questions in words."""
    if settings.part not in PARTS:
        raise unknown("part", settings.part, PARTS)
    episode = _episode(settings)
    scene = scene_of(episode)
    yield f"{episode.id}: {scene.name}, {len(scene.rooms)} rooms, {len(scene.things)} things, seed {episode.seed}"
    yield from (asked_and_answered(question) for question in episode.questions)
    path = settings.out / f"{episode.id}.svg"
    plan_of(episode, scene).save(path)
    yield path


def _episode(settings: ShowSettings) -> Episode:
    if settings.data is None:
        if not settings.which.isdecimal() or int(settings.which) >= episodes_of(settings.part):  # type: ignore[arg-type]
            raise BadInput(f"{settings.part} has no episode {settings.which!r}: expected a number")
        return make_episode(settings.part, int(settings.which), settings.seed)  # type: ignore[arg-type]
    episodes = Excalibur(settings.data).episodes(settings.part)
    if settings.which.isdecimal() and int(settings.which) < len(episodes):
        return episodes[int(settings.which)]
    named = {episode.id: episode for episode in episodes}
    if settings.which not in named:
        raise unknown(f"episode of {settings.part}", settings.which, named)
    return named[settings.which]


def asked_and_answered(question: Question) -> str:
    """A question with its answer, what must be found out, and its program, in one line."""
    return f"{question.text} {question.answer}  ({', '.join(question.needs)})  {question.program}"


def plan_of(episode: Episode, scene: Scene | None = None) -> Drawing:
    """The floor plan of an episode's house, with where the robot begins and looks."""
    scene = scene or scene_of(episode)
    drawing, page = floor_plan(scene), page_of(scene)
    x, y, yaw = episode.spawn
    at = page.point(x, y)
    ahead = page.point(x + AHEAD * math.cos(math.radians(yaw)), y + AHEAD * math.sin(math.radians(yaw)))
    body = Oval(*at, RADIUS * page.scale, RADIUS * page.scale)
    marks = (Line(((at, ahead),), MARK, 3.0), Shape((body,), MARK, INK, 1.5))
    return drawing._replace(marks=(*drawing.marks, *marks))
