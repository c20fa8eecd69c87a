"""No hidden doors: from what a model is given nothing leads to what it must not know, and it is all plain data."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import pytest

from casita import protocols
from casita.agents.alice import Alice
from casita.agents.belief import Belief
from casita.agents.view import View
from casita.benchmarks.excalibur.episode.observing import Senses
from casita.benchmarks.excalibur.episode.visit import VisitSettings, visit
from casita.benchmarks.watch_and_help.episodes.help import HelpSettings, help_once
from casita.benchmarks.watch_and_help.episodes.observing import observed, view_of
from casita.benchmarks.watch_and_help.homes.starts import scene_of, start_of
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import BOB, Home, Task
from casita.benchmarks.watch_and_help.models import helper
from casita.benchmarks.watch_and_help.models.random_helper import RandomHelper
from casita.episodes import Episode, Recorder, replay
from casita.evaluation.benchmark import benchmark
from casita.evaluation.guard import GuardedModel
from casita.protocols import Observation, RobotObservation, from_json, from_msgpack, to_json, to_msgpack
from casita.scenes.scene import Scene
from casita.seeds import Stream
from casita.world.action import Action
from casita.world.goals import Goal, Predicate
from casita.world.known_home import known_home, resident_scene
from casita.world.outcome import Outcome
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.statics import Statics
from tests.reaching import reached
from tests.same_view import same_view

SECRETS = (State, Scene, Statics, Task, Home, Goal, Predicate, Belief, Alice, Episode, Recorder, Outcome, Stream)
"""What nothing that a model is given may lead to."""

TASK = tasks("test_1")[2]


class Curious:
    """A helper that keeps all that it is given."""

    def __init__(self, privileges: tuple[str, ...] = ()) -> None:
        self.privileges = privileges
        self.given: list[Any] = []

    def begin(self, seed: int) -> None:
        self.given.append(seed)

    def watch(self, demonstration: Sequence[Observation]) -> None:
        self.given.append(demonstration)

    def act(self, observation: Observation) -> Action:
        self.given.append(observation)
        return observation.legal[observation.tick % len(observation.legal)]


@cache
def given(*privileges: str) -> tuple[Any, ...]:
    """All that a helper is given in a short episode with pictures: a seed, a demonstration, observations."""
    curious = Curious(privileges)
    helped, _ = help_once(curious, TASK, 0, HelpSettings(limit=12, picture=(16, 12)))
    assert not helped.faults
    return tuple(curious.given)


def observations(*privileges: str) -> list[Observation]:
    """Those of the watch stage (every tenth) and of the help stage."""
    _, demonstration, *while_helping = given(*privileges)
    return [*demonstration[::10], demonstration[-1], *while_helping]


# What is reached.


@pytest.mark.parametrize("privileges", [(), ("goal", "plan", "state")], ids=["a helper", "an upper bound"])
def test_nothing_that_a_helper_is_given_leads_to_what_it_must_not_know(privileges: tuple[str, ...]) -> None:
    found = given(*privileges)
    assert len(found) == 2 + 12
    assert len(found[1]) > 20
    for each in found:
        assert reached(each, SECRETS) == []


def doors() -> Iterator[tuple[str, Callable[[State], object]]]:
    """Ways in which a state may be left open to who looks for it."""

    class Slotted:
        __slots__ = ("_hidden",)

        def __init__(self, state: State) -> None:
            self._hidden = state

        def look(self) -> State:
            return self._hidden

    class Lazy(Sequence[int]):
        def __init__(self, state: State) -> None:
            self._state = state

        def __len__(self) -> int:
            return 0

        def __getitem__(self, index: Any) -> Any:
            return self._state.tick

    class Row(msgspec.Struct):
        inner: Any

    def generated(state: State) -> Iterator[int]:
        yield 1
        yield state.tick

    def begun(state: State) -> Iterator[int]:
        started = generated(state)
        next(started)
        return started

    def kept(state: State) -> object:
        @lru_cache
        def keep(number: int) -> State:
            return state

        keep(1)
        return keep

    def objects(state: State) -> object:
        array = np.empty(2, object)
        array[1] = state
        return array[:1]

    yield "a field", lambda state: Row([{"a": (state,)}])
    yield "a slot", Slotted
    yield "a bound method", lambda state: Slotted(state).look
    yield "a lazy sequence", Lazy
    yield "a closure", lambda state: lambda: state
    yield "a default", lambda state: eval("lambda it=state: 1", {"state": state})
    yield "a partial", lambda state: partial(print, state)
    yield "a generator", begun
    yield "a cache", kept
    yield "the base of an array", objects
    yield "an iterator", lambda state: iter([state])
    yield "a scene alone", lambda state: {"scene": state.scene}


@pytest.mark.parametrize(("name", "door"), [pytest.param(*pair, id=pair[0]) for pair in doors()])
def test_a_door_that_is_left_open_is_found(name: str, door: Callable[[State], object]) -> None:
    assert reached(door(start_of(TASK, "help")), SECRETS)


class Cheat(RandomHelper):
    """Looks for the goal and the state wherever they could once be found; without them it acts at random."""

    wants = ("demonstration", "legal")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[object] = []

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Looks behind the demonstration."""
        self._look(demonstration, ("_steps", "_moments", "insight"))

    def act(self, observation: Observation) -> Action:
        """Does the first thing that serves the goal, if the goal was found."""
        self._look(observation, ("view", "insight", "_state"))
        self._look(observation.graph, ("_state", "_found"))
        self._look(observation.legal, ("_state", "_found"))
        self.found += reached(observation, SECRETS)
        if self.found:
            return observation.legal[0]
        return super().act(observation)

    def _look(self, at: object, names: tuple[str, ...]) -> None:
        self.found += [getattr(at, name) for name in names if hasattr(at, name)]


def test_a_helper_that_cheats_does_as_well_as_one_that_acts_at_random() -> None:
    cheat, stage = Cheat(), HelpSettings(limit=40)
    helped, episode = help_once(cheat, TASK, 0, stage)
    assert cheat.found == []
    assert (helped, episode) == help_once(helper("random"), TASK, 0, stage)
    assert not helped.faults


# What is said.


@pytest.mark.parametrize("privileges", [(), ("goal", "plan", "state")], ids=["a helper", "an upper bound"])
def test_observations_survive_being_written_down(privileges: tuple[str, ...]) -> None:
    for observation in observations(*privileges):
        for write, read in ((to_json, from_json), (to_msgpack, from_msgpack)):
            again = read(write(observation), Observation)
            assert again == observation
            assert write(again) == write(observation)
            assert reached(again, SECRETS) == []
    assert observation.picture is not None
    assert observation.picture.shape == (12, 16, 3)
    other = msgspec.structs.replace(observation, picture=255 - observation.picture)
    assert other != observation != msgspec.structs.replace(observation, picture=None)
    assert msgspec.structs.replace(observation, tick=observation.tick + 1) != observation


def test_only_who_asked_is_told_more() -> None:
    plain, told = observations(), observations("goal", "plan", "state")
    assert all(each.privileged == protocols.Privileged() for each in [*plain, *(t for t in told if t.agent != BOB)])
    assert [each.privileged.goal for each in told if each.agent == BOB] == [TASK.counts] * 12
    assert [msgspec.structs.replace(each, privileged=protocols.Privileged()) for each in told] == plain


def test_every_field_of_what_a_model_is_given_is_documented() -> None:
    for kind in (
        *(protocols.Observation, protocols.Privileged, protocols.RobotObservation, protocols.SeenThing),
        protocols.Odometry,
    ):
        bodies = [body_of(each) for each in kind.__mro__ if each.__module__.startswith("casita.")]
        documented = {
            node.target.id
            for body in bodies
            for node, after in pairwise(body)
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and isinstance(after, ast.Expr)
        }
        assert documented == set(kind.__struct_fields__)


def body_of(kind: type) -> list[ast.stmt]:
    """What stands in a class."""
    (found,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(found, ast.ClassDef)
    return found.body


# What is known of a home.


def test_what_is_known_of_a_home_does_not_depend_on_where_loose_things_are_or_how() -> None:
    scene = scene_of(TASK, "help")
    loose = [thing for thing in scene.things if thing.kind.is_loose]
    turned = dict(zip((thing.id for thing in loose), [*loose[1:], loose[0]], strict=True))
    elsewhere = scene.replace(
        name="elsewhere",
        seed=7,
        things=tuple(
            thing.replace(
                position=turned[thing.id].position,
                rotation=turned[thing.id].rotation,
                place=turned[thing.id].place,
                start=thing.start.replace(dirty=not thing.start.dirty, on=True, openness=0.3),
            )
            if thing.kind.is_loose
            else thing.replace(start=thing.start.replace(openness=0.7, on=not thing.start.on))
            for thing in scene.things
        ),
    )
    assert len(loose) > 40
    home = known_home(Statics(scene))
    assert known_home(Statics(elsewhere)) == home
    assert [thing.id for thing in home.things] == [thing.id for thing in scene.things]
    assert {thing.id for thing in home.things if thing.place is None} == {thing.id for thing in loose}
    known = resident_scene(home)
    assert len({(thing.position, thing.place, thing.start) for thing in known.things if thing.kind.is_loose}) == 1
    assert (known.name, known.seed) == ("home", 0)


def test_the_order_of_things_in_a_home_is_the_same_wherever_they_are() -> None:
    orders: dict[int, list[list[str]]] = {}
    for task in tasks("test_1")[:8]:
        home = known_home(start_of(task, "help").statics)
        orders.setdefault(task.help.apartment, []).append([thing.id for thing in home.things])
    pairs = [(first, other) for first, *others in orders.values() for other in others]
    assert len(pairs) >= 4
    for first, other in pairs:
        both = set(first) & set(other)
        assert len(both) > 150
        assert [id for id in first if id in both] == [id for id in other if id in both]


def test_helpers_read_from_an_observation_what_the_state_shows() -> None:
    """All of a view, down to the last bit: planners lose nothing by working from plain data."""
    _, episode = help_once(helper("teammate"), TASK, 0, HelpSettings(limit=60))
    seen = 0
    for state in replay(episode, scene_of(TASK, "help")):
        observation = from_msgpack(to_msgpack(observed(state, BOB, legal=False)), Observation)
        assert same_view(View.of(state, BOB), view_of(observation))
        seen += len(observation.graph["nodes"])
    assert seen > 60 * 20


# ACT-Thor.


class Recording:
    """A caller that keeps what a model would be given, and answers nothing."""

    def __init__(self) -> None:
        self.given: list[tuple[str, tuple[Any, ...]]] = []

    def call(self, method: str, args: Sequence[Any], seconds: float | None) -> Any:
        """Keeps what is asked."""
        self.given.append((method, tuple(args)))

    def attribute(self, name: str, default: Any = None) -> Any:
        """Has nothing of its own but a `begin`."""
        return True if name == "begin" else default


def test_models_of_act_thor_are_given_pictures_and_words() -> None:
    row = benchmark("act_thor")
    task = row.task("choice")(row.settings("eval", {"limit": 1}))
    record = Recording()
    assert task.ask(GuardedModel(record), task.items()[0]) is None
    assert [method for method, _ in record.given] == ["begin", "choose"]
    assert reached(record.given, SECRETS) == []
    before, action, candidates = record.given[1][1]
    assert isinstance(action, str)
    for picture in (before, *candidates):
        assert picture.dtype == np.uint8
        assert picture.base is None  # no window on a larger array with other pictures
    again = from_msgpack(to_msgpack(before), np.ndarray)
    assert np.array_equal(again, before)


# EXCALIBUR.


class CuriousRobot:
    """A robot that keeps all that it is given."""

    def __init__(self, privileges: tuple[str, ...] = ()) -> None:
        self.privileges = privileges
        self.given: list[Any] = []

    def begin(self, seed: int) -> None:
        self.given.append(seed)

    def wants_picture(self, observation: RobotObservation) -> bool:
        self.given.append(observation)
        return True

    def act(self, observation: RobotObservation) -> Action:
        self.given.append(observation)
        return Action("robot", ("turn_left", "move_ahead", "raise_arm")[observation.step % 3])

    def answer(self, question: str) -> str:
        self.given.append(question)
        return "yes"


@pytest.mark.parametrize("privileges", [(), ("things",)], ids=["a robot", "an upper row"])
def test_nothing_that_a_robot_is_given_leads_to_the_house(privileges: tuple[str, ...]) -> None:
    robot = CuriousRobot(privileges)
    start = beginning(scene_of(TASK, "help"), {"robot": "robot"}, seed=1)
    visit(robot, start, ["Is there an egg?"], 0, VisitSettings(6, 3, Senses((24, 18))))
    assert len(robot.given) == 1 + 2 * 9 + 2
    for each in robot.given:
        assert reached(each, SECRETS) == []
    looks = [each for each in robot.given if isinstance(each, RobotObservation) and each.picture is not None]
    assert len(looks) == 9
    assert looks[0].picture.base is None
    assert looks[0].depth.base is None
