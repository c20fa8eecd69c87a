"""Paths on the floor plan: Alice alone on the left, Alice helped on the right, as in the paper's Figure 6."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from casita.agents.roles import COLOURS
from casita.benchmarks.watch_and_help.homes.starts import scene_of
from casita.benchmarks.watch_and_help.item import ALICE, BOB, Task
from casita.episodes import Episode, replay_outcomes
from casita.scenes.describe import counted
from casita.scenes.plan_view.canvas import Drawing, Line, Mark, Oval, Point, Polygon, Shape, text_width
from casita.scenes.plan_view.overlay import BLACK, DISC, WHITE, Plan, apart, disc, faint_plan, heading, wrapped
from casita.scenes.plan_view.page import MARGIN, MUTED
from casita.scenes.scene import Scene
from casita.world.english import event_sentence
from casita.world.state import State

TOLD = ("pick_up", "put", "put_near", "sit")
"""Verbs that get a numbered circle and a line of words."""

DOTTED = ("open", "close", "turn_on", "turn_off", "push")
"""Verbs that get a dot: mostly looking for things."""

BETWEEN = 60.0
"""Page units between the two plans."""

ASIDE = {ALICE: 3.5, BOB: 8.5}
"""Page units that agents keep to the right, so that there and back, and he and she, are different lines."""

ARROW = 130.0
"""Page units of a path between two arrowheads."""

CLOSE = 1.5
"""Page units by which a point may be off a straight line."""

LEAD = 1.4
"""Height of a line of the title, as a factor of its size."""

TITLE, SUBTITLE, WORDS = 30.0, 24.0, 19.0
"""Sizes of letters."""


class Done(NamedTuple):
    """Something that an agent did to a thing."""

    agent: str
    tick: int
    at: Point
    """Where it stood, in metres."""
    verb: str
    words: str


class Walked(NamedTuple):
    """What is drawn of an episode."""

    paths: dict[str, list[Point]]
    """Where each agent went, in metres."""
    done: list[Done]
    end: State

    @property
    def told(self) -> list[Done]:
        """What gets a number, in the order of time."""
        return [each for each in self.done if each.verb in TOLD]


def walked(episode: Episode, scene: Scene) -> Walked:
    """Where the agents of an episode went, and where they did something."""
    paths: dict[str, list[Point]] = {}
    done = []
    for state, outcome in replay_outcomes(episode, scene):
        places = {name: (float(x), float(y)) for name, (x, y) in zip(state.names, state.agents.position, strict=True)}
        for motion in outcome.motion if outcome else ():
            if motion.mover in paths:
                paths[motion.mover] += [(x, y) for x, y, _ in motion.positions]
        for name, at in places.items():
            paths.setdefault(name, []).append(at)
        for event in outcome.events if outcome else ():
            if event.actor and event.verb in TOLD + DOTTED:
                words = event_sentence(event, scene)
                done.append(Done(event.actor, state.tick, places[event.actor], event.verb, words))
    return Walked(paths, done, state)


def paths_figure(alone: Episode, helped: Episode, task: Task) -> Drawing:
    """Both episodes of a task side by side; `.png()` and `.svg()` of it are files."""
    scene = scene_of(task, "help")
    plan = faint_plan(scene)
    titles = wrapped(f"Goal: {task.goal.sentence()}", TITLE, 2 * plan.width)
    marks: list[Mark] = [
        heading(line, MARGIN, MARGIN + LEAD * TITLE * (number + 0.5), TITLE) for number, line in enumerate(titles)
    ]
    top = MARGIN + LEAD * TITLE * len(titles) + 2.2 * SUBTITLE
    bottom = left = MARGIN
    for label, episode in (("Alice alone", alone), ("Alice and Bob", helped)):
        own = walked(episode, scene)
        steps = counted(len(episode.ticks), "step") + ("" if task.goal.holds(own.end) else ", not finished")
        here = plan.at(left, top)
        marks += [heading(f"{label}: {steps}", left, top - 1.1 * SUBTITLE, SUBTITLE), *here.marks, *_drawn(here, own)]
        words, end = _told(own, left, top + plan.height + 2 * WORDS, plan.width)
        marks += words
        bottom = max(bottom, end)
        left += plan.width + BETWEEN
    marks += _key(MARGIN, bottom + 1.5 * WORDS)
    return Drawing(left - BETWEEN + MARGIN, bottom + 2 * WORDS + MARGIN, f"paths of {task.id}", tuple(marks))


def _drawn(plan: Plan, own: Walked) -> Iterator[Mark]:
    """Paths with arrows, dots, and numbered circles on a plan."""
    lines = {
        name: _aside(_corners([plan.page.point(*at) for at in path]), ASIDE[name]) for name, path in own.paths.items()
    }
    for line in lines.values():
        yield Line((line,), WHITE, 7.0)
    for name, line in lines.items():
        yield Line((line,), COLOURS[name], 3.2)
    for name, line in lines.items():
        yield from _arrows(line, COLOURS[name])
    for each in own.done:
        if each.verb in DOTTED:
            yield Shape((Oval(*plan.page.point(*each.at), 4.5, 4.5),), COLOURS[each.agent], WHITE, 1.2)
    beginnings = [plan.page.point(*path[0]) for path in own.paths.values()]
    spots = apart([*beginnings, *(plan.page.point(*each.at) for each in own.told)], 2 * DISC + 3.0)
    for name, spot in zip(own.paths, spots, strict=False):
        yield from disc(spot, name[0].upper(), BLACK, WHITE)
    for number, (each, spot) in enumerate(zip(own.told, spots[len(beginnings) :], strict=True), 1):
        yield from _numbered(each, number, spot)


def _numbered(done: Done, number: int, at: Point) -> list[Mark]:
    """Filled where something was put, and white where it was taken."""
    colour = COLOURS[done.agent]
    return disc(at, str(number), *((WHITE, colour) if done.verb == "pick_up" else (colour, WHITE)))


def _told(own: Walked, left: float, top: float, width: float) -> tuple[list[Mark], float]:
    """What the numbers mean, in two columns, and where that ends."""
    rows = -(-len(own.told) // 2)
    marks: list[Mark] = []
    for index, each in enumerate(own.told):
        x, y = left + index // max(rows, 1) * width / 2, top + index % max(rows, 1) * 1.7 * WORDS
        marks += _numbered(each, index + 1, (x + DISC, y))
        marks.append(heading(f"step {each.tick}: {each.words}", x + 2 * DISC + 9.0, y, WORDS, bold=False))
    return marks, top + rows * 1.7 * WORDS


def _key(x: float, y: float) -> Iterator[Mark]:
    """What the signs mean."""
    for name, colour in COLOURS.items():
        line = ((x, y), (x + 70.0, y))
        yield Line((line,), colour, 3.2)
        yield _arrow((x + 42.0, y), (1.0, 0.0), colour)
        yield heading(name.capitalize(), x + 80.0, y, WORDS, MUTED, bold=False)
        x += 170.0
    for fill, words in ((BLACK, "where they begin"), (WHITE, "took it"), (MUTED, "put it"), ("", "opened or closed")):
        shape = Oval(x + DISC, y, *((DISC, DISC) if fill else (4.5, 4.5)))
        yield Shape((shape,), fill or MUTED, BLACK if fill else WHITE, 1.2)
        yield heading(words, x + 2 * DISC + 9.0, y, WORDS, MUTED, bold=False)
        x += 2 * DISC + 44.0 + text_width(words, WORDS)


# Lines.


def _corners(path: Sequence[Point]) -> Polygon:
    """A path without the points that it passes straight through."""
    kept: list[Point] = []
    for point in path:
        if kept and math.dist(kept[-1], point) < CLOSE:
            continue
        if len(kept) > 1 and _straight(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return tuple(kept)


def _straight(a: Point, b: Point, c: Point) -> bool:
    """Does the way from one point to a third go through the second, and on?"""
    (ux, uy), (vx, vy) = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    return abs(ux * vy - uy * vx) < CLOSE * math.hypot(ux, uy) and ux * vx + uy * vy > 0.0


def _aside(path: Polygon, by: float) -> Polygon:
    """A path moved a little to the right of the way that it goes."""
    if len(path) < 2:
        return path
    sides = [(-(b[1] - a[1]), b[0] - a[0]) for a, b in pairwise(path)]
    rights = [(x / math.hypot(x, y), y / math.hypot(x, y)) for x, y in sides]
    moved: list[Point] = []
    for number, (x, y) in enumerate(path):
        before, after = rights[max(number - 1, 0)], rights[min(number, len(rights) - 1)]
        across, down = (before[0] + after[0]) / 2, (before[1] + after[1]) / 2
        moved.append((x + by * across, y + by * down))
    return tuple(moved)


def _arrows(line: Polygon, colour: str) -> Iterator[Shape]:
    """Arrowheads along a path, at even distances."""
    left = ARROW / 2
    for a, b in pairwise(line):
        length = math.dist(a, b)
        while left < length:
            way = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
            yield _arrow((a[0] + way[0] * left, a[1] + way[1] * left), way, colour)
            left += ARROW
        left -= length


def _arrow(at: Point, way: Point, colour: str) -> Shape:
    (x, y), (u, v) = at, way
    corners = ((12.0, 0.0), (-6.0, 8.0), (-6.0, -8.0))
    return Shape((tuple((x + u * a - v * b, y + v * a + u * b) for a, b in corners),), colour, WHITE, 1.0)
