"""What a new user gets wrong is refused by name, and what is printed fits into a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import casita
from casita.envs import HomeEnv, ParallelHomeEnv
from casita.episodes import Recorder
from casita.errors import BadInput, shortened
from casita.render import Camera
from casita.world import Action, beginning


def kitchen() -> Any:
    return casita.room("kitchen", 12)


WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "one name": (
        lambda: casita.World(kitchen(), "alice"),
        r"a list of names, as \['alice'\].* they are 'alice'",
    ),
    "a number": (lambda: casita.World(kitchen(), 2), "agents are a list of names, .* they are 2"),  # type: ignore[arg-type]
    "numbers": (lambda: casita.World(kitchen(), [1]), "the name of an agent is text; it is 1"),  # type: ignore[list-item]
    "no name": (lambda: casita.World(kitchen(), [""]), "the name of an agent is text; it is ''"),
    "a thing's name": (lambda: casita.World(kitchen(), ["mug_1"]), "an agent cannot be called 'mug_1'"),
    "a room's name": (
        lambda: casita.World(kitchen(), {"kitchen_1": "person"}),
        "cannot be called 'kitchen_1'",
    ),
    "a scene's name": (lambda: casita.World("kitchen"), "made of a Scene"),  # type: ignore[arg-type]
    "a scene's name for a start": (lambda: beginning("kitchen"), "made of a Scene"),  # type: ignore[arg-type]
    "a scene's name for an env": (lambda: HomeEnv("kitchen"), "made of a Scene"),  # type: ignore[arg-type]
    "a goal in words": (lambda: ParallelHomeEnv(kitchen(), goal="eat"), "a goal is something with holds"),  # type: ignore[arg-type]
    "a flat camera": (lambda: Camera((1, 1)), r"three numbers, x, y and z in metres; it is \(1, 1\)"),  # type: ignore[arg-type]
    "a camera by name": (lambda: Camera("top"), "a camera's place is not a number"),  # type: ignore[arg-type]
    "a camera nowhere": (lambda: Camera(None), "three numbers, .*; it is None"),  # type: ignore[arg-type]
    "a camera that looks in words": (lambda: Camera((1, 1, 1), yaw="left"), "is not a number"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named(name: str) -> None:
    make, message = WRONG[name]
    with pytest.raises(BadInput, match=message):
        make()


def test_what_is_printed_is_short_and_says_what_it_is() -> None:
    many = {f"agent_{number}": "thor" for number in range(6)}
    world = casita.World(casita.house(7, 5), many)
    recorder = Recorder(world.state)
    done = recorder.step([Action("agent_0", "open", "fridge_1"), Action("agent_1", "wait")])
    refused = world.act("agent_1", "close", "fridge_1")
    said = {
        "State(house_7_5, tick 0, ": recorder.episode() and repr(beginning(world.scene, many)),
        "Scene(house_7_5, v": repr(world.scene),
        "World(State(house_7_5, tick 1, ": repr(world),
        "Outcome(agent_0 open fridge_1, agent_1 wait: done, ": repr(done),
        "Outcome(agent_1 close fridge_1: refused: is_open, ": repr(refused),
        "Episode(house_7_5, 1 ticks, command rules, ": repr(recorder.episode()),
        "Recorder(1 ticks up to State(house_7_5, tick 1, ": repr(recorder),
        "Frame(32 x 24, rgb, depth, ids, from (": repr(world.look("agent_0", (32, 24))),
    }
    for begins, line in said.items():
        assert line.startswith(begins), line
        assert len(line) < 200, line
        assert "\n" not in line
    assert str(done) == repr(done)


def test_a_row_of_words_is_cut_where_it_gets_too_long() -> None:
    assert shortened([]) == ""
    assert shortened(["one", "two"], 8) == "one, two"
    assert shortened(["one", "two", "three"], 8) == "one, two, and 1 more"
    assert shortened(["x" * 9], 8) == "xxxxxxxx..."
