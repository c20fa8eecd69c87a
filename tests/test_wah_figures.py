"""Watch-And-Help's pictures on the floor plan, what the quickstart shows of it, and what its bench measures."""

from __future__ import annotations

import math
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from casita.agents.roles import COLOURS
from casita.agents.settings import Settings
from casita.bench.watch_and_help import planned
from casita.benchmarks.watch_and_help import quickstart as shown_first
from casita.benchmarks.watch_and_help.episodes.help import HelpSettings, help_once
from casita.benchmarks.watch_and_help.homes.starts import scene_of
from casita.benchmarks.watch_and_help.homes.tasks import task_named, tasks
from casita.benchmarks.watch_and_help.item import Task
from casita.benchmarks.watch_and_help.models import helper
from casita.benchmarks.watch_and_help.report.figures.paths import DOTTED, TOLD, paths_figure, walked
from casita.benchmarks.watch_and_help.report.figures.task import targets, task_figure, wanted_things
from casita.episodes import Episode, replay
from casita.geometry.outlines import bounding_box
from casita.scenes.plan_view.canvas import Line, Text, text_width
from casita.scenes.plan_view.overlay import DISC, apart, faint_plan, wrapped

TASK = task_named("test_1_006")


@cache
def episode(name: str) -> Episode:
    return help_once(helper(name), TASK, 0, HelpSettings(40))[1]


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.floats(0, 300), st.floats(0, 300)), max_size=20), st.floats(5, 40))
def test_spots_are_kept_apart_and_moved_no_further_than_needed(spots: list[tuple[float, float]], gap: float) -> None:
    placed = apart(spots, gap)
    assert len(placed) == len(spots)
    for number, spot in enumerate(placed):
        assert all(math.dist(spot, other) >= gap for other in placed[:number])
        if all(math.dist(spots[number], other) >= gap for other in placed[:number]):
            assert spot == spots[number]


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(("put", "plates", "on", "the", "dining", "table")), min_size=1), st.floats(80, 400))
def test_wrapped_lines_fit_and_say_all(words: list[str], width: float) -> None:
    lines = wrapped(" ".join(words), 20.0, width)
    assert " ".join(lines) == " ".join(words)
    assert all(text_width(line, 20.0) <= width for line in lines)


def test_a_plan_is_moved_as_a_whole() -> None:
    scene = scene_of(TASK, "help")
    plan = faint_plan(scene)
    moved = plan.at(100.0, 50.0)
    x0, y0, x1, y1 = bounding_box([corner for room in scene.rooms for corner in room.outline])
    left, top = plan.page.point(x0, y1)
    right, bottom = plan.page.point(x1, y0)
    assert 0.0 < left < right < plan.width
    assert 0.0 < top < bottom < plan.height
    assert moved.page.point(x0, y1) == pytest.approx((left + 100.0, top + 50.0))
    texts = [[(mark.x, mark.y) for mark in each.marks if isinstance(mark, Text)] for each in (plan, moved)]
    assert np.array(texts[1]) == pytest.approx(np.array(texts[0]) + np.array((100.0, 50.0)))


@pytest.mark.parametrize("name", ["alice-alone", "hp"])
def test_paths_go_through_every_place_and_all_that_was_done_is_there(name: str) -> None:
    scene = scene_of(TASK, "help")
    own = walked(episode(name), scene)
    states = list(replay(episode(name), scene))
    assert own.end == states[-1]
    assert list(own.paths) == list(states[0].names)
    for agent, path in own.paths.items():
        slot = states[0].agent(agent)
        places = [tuple(state.agents.position[slot].tolist()) for state in states]
        assert path[0] == places[0]
        assert path[-1] == places[-1]
        assert set(places) <= set(path)
        assert max(math.dist(a, b) for a, b in pairwise(path)) <= 1.0
    taken = [(tick, a.agent) for tick, acts in enumerate(episode(name).ticks, 1) for a in acts if a.verb == "pick_up"]
    shown = [(each.tick, each.agent) for each in own.told if each.verb == "pick_up"]
    assert set(shown) <= set(taken)
    assert shown
    assert all(each.verb in TOLD + DOTTED and each.words.endswith(".") for each in own.done)


def test_the_figure_has_both_episodes_with_their_steps_and_numbers() -> None:
    drawing = paths_figure(episode("alice-alone"), episode("hp"), TASK)
    texts = [mark.words for mark in drawing.marks if isinstance(mark, Text)]
    assert " ".join(texts).startswith(f"Goal: {TASK.goal.sentence()}")
    assert [text for text in texts if text.startswith("Alice a")] == [
        "Alice alone: 40 steps, not finished",
        "Alice and Bob: 40 steps, not finished",
    ]
    for name in ("alice-alone", "hp"):
        for each in walked(episode(name), scene_of(TASK, "help")).told:
            assert f"step {each.tick}: {each.words}" in texts
    strokes = [mark.stroke for mark in drawing.marks if isinstance(mark, Line)]
    assert (strokes.count(COLOURS["alice"]), strokes.count(COLOURS["bob"])) == (3, 2)
    picture = np.asarray(Image.open(BytesIO(drawing.png(400))))
    assert picture.shape == (round(400 * drawing.height / drawing.width), 400, 3)


@pytest.mark.parametrize("task", tasks("test_1")[:5] + tasks("test_2")[:2], ids=lambda task: task.id)
def test_a_task_shows_enough_of_everything_that_its_goal_wants(task: Task) -> None:
    scene = scene_of(task, "help")
    types = [thing.type for thing in wanted_things(task, scene)]
    places = {thing.type for thing in targets(task, scene)}
    for predicate in task.goal.predicates:
        if predicate.relation != "sit":
            assert types.count(predicate.object) >= predicate.count
        if predicate.relation != "hold":
            assert predicate.target in places


def test_the_figure_of_a_task_has_a_number_for_every_thing() -> None:
    drawing = task_figure(TASK)
    things = wanted_things(TASK, scene_of(TASK, "help"))
    texts = [mark.words for mark in drawing.marks if isinstance(mark, Text) and mark.size == 1.15 * DISC]
    numbers = [str(number) for number in range(1, len(things) + 1)]
    assert sorted(texts) == sorted(["A", "B", *numbers, *numbers])


@pytest.mark.slow
def test_the_quickstart_shows_both_goals_and_both_lengths(tmp_path: Path) -> None:
    made = shown_first.quickstart(tmp_path)
    task = task_named(shown_first.TASK)
    rows = dict(made.table.rows)
    assert rows["Alice wants"] == task.goal.sentence()
    assert str(rows["Bob infers"]).startswith(("put", "have"))
    alone, helped = (int(str(made.table.rows[row][1]).split()[0]) for row in (3, 4))
    assert 0 < helped < alone < 250
    ((_, picture),) = made.pictures
    assert picture.startswith(b"\x89PNG")
    assert (tmp_path / "watch_and_help" / f"{task.id}.png").read_bytes() == picture


def test_the_bench_times_every_step_of_alices_planning() -> None:
    done = planned(task_named("test_1_018"), Settings(simulations=20))
    assert done.steps == len(done.seconds) > 20
    assert done.success == (done.steps < 250)
    assert all(seconds > 0.0 for seconds in done.seconds)
