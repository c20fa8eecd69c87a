"""Paths on the floor plan: Alice alone on the left, Alice helped on the right, as in the paper's Figure 6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from casita.agents.roles import COLOURS
from casita.benchmarks.watch_and_help.homes.starts import scene_of
from casita.benchmarks.watch_and_help.item import ALICE, BOB, Task
from casita.episodes import Episode, replay_outcomes
from casita.scenes.describe import counted
from casita.scenes.plan_view.canvas import Drawing, Line, Mark, Oval, Point, Shape, text_width
from casita.scenes.plan_view.lines import arrow, arrows, aside, corners
from casita.scenes.plan_view.overlay import BLACK, DISC, WHITE, Plan, apart, disc, faint_plan, heading, headline
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
    marks, top = headline(f"Goal: {task.goal.sentence()}", TITLE, 2 * plan.width)
    top += 2.2 * SUBTITLE
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
        name: aside(corners([plan.page.point(*at) for at in path]), ASIDE[name]) for name, path in own.paths.items()
    }
    for line in lines.values():
        yield Line((line,), WHITE, 7.0)
    for name, line in lines.items():
        yield Line((line,), COLOURS[name], 3.2)
    for name, line in lines.items():
        yield from arrows(line, COLOURS[name])
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
        yield arrow((x + 42.0, y), (1.0, 0.0), colour)
        yield heading(name.capitalize(), x + 80.0, y, WORDS, MUTED, bold=False)
        x += 170.0
    for fill, words in ((BLACK, "where they begin"), (WHITE, "took it"), (MUTED, "put it"), ("", "opened or closed")):
        shape = Oval(x + DISC, y, *((DISC, DISC) if fill else (4.5, 4.5)))
        yield Shape((shape,), fill or MUTED, BLACK if fill else WHITE, 1.2)
        yield heading(words, x + 2 * DISC + 9.0, y, WORDS, MUTED, bold=False)
        x += 2 * DISC + 44.0 + text_width(words, WORDS)
