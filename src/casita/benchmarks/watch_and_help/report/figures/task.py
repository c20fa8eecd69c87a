"""One task on the floor plan of its home to help in: the goal, what it is about, and where Alice and Bob begin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from casita.benchmarks.watch_and_help.homes.goals import ACTIVITIES
from casita.benchmarks.watch_and_help.homes.starts import scene_of, start_of
from casita.benchmarks.watch_and_help.homes.tasks import task_named
from casita.benchmarks.watch_and_help.item import Task
from casita.geometry.poses import turned
from casita.scenes.describe import plain
from casita.scenes.plan_view.canvas import Drawing, Line, Mark
from casita.scenes.plan_view.labels import INK
from casita.scenes.plan_view.overlay import BLACK, DISC, WHITE, Plan, apart, disc, faint_plan, heading, headline
from casita.scenes.plan_view.page import MARGIN, MUTED
from casita.scenes.scene import Scene, Thing

WANTED, TARGET = "#f6c12d", "#0a7d4f"
"""Colours of what the goal wants to be moved, and of where to."""

AROUND = 0.03
"""Metres between a target and the line around it."""

TITLE, WORDS = 24.0, 16.0
"""Sizes of letters."""

ROW = 1.9
"""Height of a line of the list, as a factor of its size."""


def wanted_things(task: Task, scene: Scene) -> list[Thing]:
    """The things in a home that could meet the goal."""
    types = {each.object for each in task.goal.predicates if each.relation != "sit"}
    return [thing for thing in scene.things if thing.type in types]


def targets(task: Task, scene: Scene) -> list[Thing]:
    """Where the goal wants them, and what it wants Alice to sit on."""
    types = {each.target for each in task.goal.predicates if each.relation != "hold"}
    return [thing for thing in scene.things if thing.type in types]


def task_figure(task: Task) -> Drawing:
    """The picture of a task; `.png()` and `.svg()` of it are files."""
    scene = scene_of(task, "help")
    plan = faint_plan(scene)
    marks, top = headline(f"{task.id}: {task.goal.sentence()}", TITLE, plan.width)
    top += WORDS
    plan = plan.at(MARGIN, top)
    things = wanted_things(task, scene)
    marks += [*plan.marks, *_outlines(plan, targets(task, scene)), *_discs(plan, task, things)]
    end = top + plan.height + 2 * WORDS
    rows = -(-len(things) // 2)
    for index, thing in enumerate(things):
        x, y = MARGIN + index // rows * plan.width / 2, end + index % rows * ROW * WORDS
        marks += disc((x + DISC, y), str(index + 1), WANTED, INK)
        marks.append(heading(said(scene, thing), x + 2 * DISC + 8.0, y, WORDS, bold=False))
    end += (rows + 0.5) * ROW * WORDS
    key = "Yellow: what could be used. Green: where it is wanted. A and B: where Alice and Bob begin."
    marks.append(heading(key, MARGIN, end, WORDS, MUTED, bold=False))
    return Drawing(plan.width + 2 * MARGIN, end + MARGIN, f"task {task.id}", tuple(marks))


def said(scene: Scene, thing: Thing) -> str:
    """A thing and where it is."""
    place, room = thing.place, scene.room_ids[thing.id]
    return f"{plain(thing.id)}, {place.relation} {plain(place.of)}, {plain(room)}"


def _outlines(plan: Plan, things: Sequence[Thing]) -> Iterator[Mark]:
    """A thick green line around each target."""
    for thing in things:
        deep, wide = thing.size[0] / 2 + AROUND, thing.size[1] / 2 + AROUND
        corners = ((deep, wide), (-deep, wide), (-deep, -wide), (deep, -wide), (deep, wide), (-deep, wide))
        turns = [turned(x, y, thing.rotation[2]) for x, y in corners]
        edge = plan.page.polygon(tuple((thing.position[0] + x, thing.position[1] + y) for x, y in turns))
        yield Line((edge,), WHITE, 9.0)
        yield Line((edge,), TARGET, 5.0)


def _discs(plan: Plan, task: Task, things: Sequence[Thing]) -> Iterator[Mark]:
    """Where Alice, Bob and what they look for are; things at one place are drawn side by side."""
    state = start_of(task, "help")
    agents = [plan.page.point(float(x), float(y)) for x, y in state.agents.position]
    places = [plan.page.point(thing.position[0], thing.position[1]) for thing in things]
    spots = apart([*agents, *places], 2 * DISC + 3.0)
    for name, spot in zip(state.names, spots, strict=False):
        yield from disc(spot, name[0].upper(), BLACK, WHITE)
    for number, spot in enumerate(spots[len(agents) :], 1):
        yield from disc(spot, str(number), WANTED, INK)


def in_words(task: Task) -> str:
    """What a task is, line by line."""
    scene = scene_of(task, "help")
    titles = " and ".join(ACTIVITIES[name].title for name in task.activities)
    lines = [
        f"{task.id}: {titles}",
        f"goal: {task.goal.sentence()}",
        f"shown in apartment {task.watch.apartment}, helped with in apartment {task.help.apartment}",
        f"there Alice begins in the {plain(task.help.rooms[0])}, Bob in the {plain(task.help.rooms[1])}; and there are",
        *(f"  {said(scene, thing)}" for thing in wanted_things(task, scene)),
    ]
    return "\n".join(lines)


@dataclass(frozen=True, kw_only=True)
class ShowSettings:
    """Draw one task of Watch-And-Help: its goal, and where everything that it is about is in the home to help in.

    Examples:
      casita show watch_and_help test_1_003
      casita show watch_and_help test_2_042 --out pictures
    """

    task: Annotated[str, "argument"]
    """A task's name: train_0001 to train_1011, test_1_001 to test_2_100."""
    out: Path = Path()
    """The folder for the picture."""


def run_show(settings: ShowSettings) -> Iterator[str | Path]:
    """The command: write the picture of a task, and say the task in words."""
    task = task_named(settings.task)
    path = settings.out / f"{task.id}.png"
    task_figure(task).save(path)
    yield in_words(task)
    yield path
