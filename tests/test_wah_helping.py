"""The help stage: two agents at once, helpers that fail, what is observed, and runs that can be gone on with."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

from casita import BadInput
from casita.agents.view import Sighted
from casita.benchmarks.watch_and_help.asking import Asked, Patience
from casita.benchmarks.watch_and_help.evaluation import evaluate_helper, read_helped
from casita.benchmarks.watch_and_help.goals import ALICE, BOB
from casita.benchmarks.watch_and_help.helping import Helped, Stage, help_once
from casita.benchmarks.watch_and_help.interplay import choices, interplay
from casita.benchmarks.watch_and_help.item import MAX_STEPS, Task
from casita.benchmarks.watch_and_help.models import MODELS, helper
from casita.benchmarks.watch_and_help.models.random_helper import nameable_actions
from casita.benchmarks.watch_and_help.observing import VERBS, Moment, nameable, observed
from casita.benchmarks.watch_and_help.score import alone_lengths, speed_up
from casita.benchmarks.watch_and_help.tasks import tasks
from casita.episodes import Episode, replay, replay_outcomes
from casita.protocols import Helper, Observation
from casita.world.action import Action
from casita.world.legal import why_not

TASKS = tasks("test_1")[2:4]
TASK = TASKS[0]
SHORT = Stage(limit=8)


@cache
def done(name: str, task: Task = TASK, seed: int = 0) -> tuple[Helped, Episode]:
    return help_once(helper(name), task, seed)


class Plain:
    """A helper whose answer is a function of what it sees."""

    def __init__(self, answer: Callable[[Observation], object]) -> None:
        self.answer = answer
        self.shown: Sequence[Observation] = ()

    def watch(self, demonstration: Sequence[Observation]) -> None:
        self.shown = demonstration

    def act(self, observation: Observation) -> Action:
        return self.answer(observation)  # type: ignore[return-value]


# Episodes.


@pytest.mark.parametrize("name", MODELS)
def test_every_helper_makes_an_episode_that_replays_to_what_was_said_of_it(name: str) -> None:
    helped, episode = done(name)
    states = list(replay(episode, TASK.scene("help")))
    assert helped.steps == len(episode.ticks) == helped.interplay.steps <= MAX_STEPS
    assert TASK.goal.holds(states[-1]) == helped.success
    assert not any(TASK.goal.holds(state) for state in states[:-1])
    agents = [ALICE] if name == "alice-alone" else [ALICE, BOB]
    assert all([action.agent for action in tick] == agents for tick in episode.ticks)
    assert not helped.faults, helped.first_fault
    outcomes = [outcome for _, outcome in replay_outcomes(episode, TASK.scene("help")) if outcome is not None]
    assert interplay(TASK.goal, outcomes) == helped.interplay


def test_the_same_seed_gives_the_same_episode_and_another_one_another() -> None:
    assert help_once(helper("hp"), TASK, 0) == done("hp")
    assert help_once(helper("hp"), TASK, 1)[1].ticks != done("hp")[1].ticks


def test_knowing_more_helps_more() -> None:
    names = ("oracle-both", "oracle-b", "hp", "alice-alone")
    length = {name: sum(done(name, task)[0].result.length for task in TASKS) for name in names}
    assert length["oracle-both"] <= length["oracle-b"] < length["hp"] < length["alice-alone"]
    alone = alone_lengths(done("alice-alone", task)[0].result for task in TASKS)
    gain = {name: sum(speed_up(done(name, task)[0].result, alone) for task in TASKS) for name in names}
    assert gain["oracle-b"] > gain["hp"] > gain["alice-alone"] == 0.0


def test_privileges_are_told_and_stand_in_the_results() -> None:
    assert done("hp")[0].privileges == ()
    assert done("hp-true-goal")[0].privileges == ("goal", "plan")
    seen: list[Moment] = []

    def look(moment: Observation) -> Action:
        assert isinstance(moment, Moment)
        seen.append(moment)
        return Action(BOB, "wait")

    plain, told = Plain(look), Plain(look)
    told.privileges = ("goal", "plan", "state")  # type: ignore[attr-defined]
    help_once(plain, TASK, 0, SHORT)
    assert all(moment.insight.goal is None and moment.insight.state is None for moment in seen)
    assert not any(moment.insight.plan for moment in seen)
    help_once(told, TASK, 0, SHORT)
    assert seen[-1].insight.goal == TASK.goal
    assert seen[-1].insight.plan
    told.privileges = ("everything",)  # type: ignore[attr-defined]
    with pytest.raises(BadInput, match="everything"):
        help_once(told, TASK, 0, SHORT)


# What is observed.


def test_bob_sees_his_room_and_can_do_what_is_legal() -> None:
    state = TASK.start("help")
    moment = observed(state, BOB)
    view = Sighted.of(state, BOB)
    known = state.statics
    assert moment.view is not None
    assert np.array_equal(moment.view.things, view.things)
    ids = {node["id"] for node in moment.graph["nodes"]}
    assert {known.ids[slot] for slot in np.flatnonzero(view.things).tolist()} <= ids
    assert len(moment.legal) > 20
    assert {action.verb for action in moment.legal} <= set(VERBS)
    assert all(why_not(state, action) is None for action in moment.legal)
    assert all({action.object, action.target} <= nameable(state, BOB) for action in moment.legal)
    assert list(moment.legal)[3] == moment.legal[3]


def test_what_can_be_named_is_what_is_counted_as_choices() -> None:
    state = TASK.start("help")
    named = len(list(nameable_actions(observed(state, BOB).graph)))
    assert named == choices(state, BOB)


def test_helpers_watch_the_demonstration_and_hear_what_is_said() -> None:
    heard = []

    def talk(observation: Observation) -> Action:
        heard.append(tuple(observation.messages))
        return Action(BOB, "say", text=f"hello {observation.tick}")

    plain = Plain(talk)
    help_once(plain, TASK, 0, SHORT)
    assert plain.shown[0].agent == ALICE
    assert [each.tick for each in plain.shown] == list(range(len(plain.shown)))
    assert heard == [(), *(((BOB, f"hello {tick}"),) for tick in range(7))]


def test_bob_can_be_given_pictures() -> None:
    shapes = []

    def look(observation: Observation) -> Action:
        assert observation.picture is not None
        shapes.append(observation.picture.shape)
        return Action(BOB, "wait")

    help_once(Plain(look), TASK, 0, Stage(limit=1, picture=(32, 24)))
    assert shapes == [(24, 32, 3)]


# Helpers that fail.


def fail(observation: Observation) -> object:
    raise ValueError("lost")


def sleep(observation: Observation) -> object:
    time.sleep(5.0)
    return Action(BOB, "wait")


WRONG: dict[str, list[Callable[[Observation], object]]] = {
    "raised": [fail],
    "slow": [sleep],
    "nonsense": [
        lambda observation: None,
        lambda observation: "walk to the kitchen",
        lambda observation: Action(ALICE, "wait"),
        lambda observation: Action(BOB, "teleport"),
        lambda observation: Action(BOB, "eat", "apple_1"),
        lambda observation: Action(BOB, "walk_to", target="moon_1"),
        lambda observation: Action(BOB, "pick_up", object=7),  # type: ignore[arg-type]
        lambda observation: Action(BOB, "move_ahead", amount=float("nan")),
        lambda observation: Action(BOB, "move_ahead", amount="far"),  # type: ignore[arg-type]
    ],
}


@pytest.mark.parametrize(("fault", "number"), [(name, n) for name, each in WRONG.items() for n in range(len(each))])
def test_a_turn_that_fails_is_lost_and_counted(fault: str, number: int) -> None:
    state = TASK.start("help")
    asked = Asked(Plain(WRONG[fault][number]), Patience(act=0.05))
    for _ in range(2):
        assert asked.act(observed(state, BOB), state) == Action(BOB, "wait")
    assert asked.faults == {fault: 2}
    assert asked.first.startswith(fault)


def test_what_is_not_seen_cannot_be_named_unless_all_is_seen() -> None:
    state = TASK.start("help")
    known = state.statics
    slot = int(np.flatnonzero(~Sighted.of(state, BOB).things & known.loose)[0])
    walk = Action(BOB, "walk_to", target=known.ids[slot])
    asked = Asked(Plain(lambda observation: walk))
    assert asked.act(observed(state, BOB), state, sees_all=True) == walk
    assert asked.act(observed(state, BOB), state) == Action(BOB, "wait")
    assert asked.faults == {"unseen": 1}


def test_an_episode_goes_on_whatever_the_helper_does() -> None:
    class Broken(Plain):
        def watch(self, demonstration: Sequence[Observation]) -> None:
            raise RuntimeError("did not look")

    helped, episode = help_once(Broken(fail), TASK, 0, SHORT)
    assert helped.faults == {"raised": 8, "watch": 1}
    assert helped.first_fault == "watch: RuntimeError: did not look"
    assert [tick[1] for tick in episode.ticks] == [Action(BOB, "wait")] * 8
    with pytest.raises(BadInput):
        Stage(limit=MAX_STEPS + 1)
    with pytest.raises(BadInput):
        Patience(act=0.0)


# Runs.


def test_a_run_that_was_killed_goes_on_and_workers_make_no_difference(tmp_path: Path) -> None:
    make = partial(helper, "oracle-b")
    run = partial(evaluate_helper, make, TASKS, (0, 1), name="oracle-b", logs=True, progress=False)
    whole, cut, two = (tmp_path / f"{name}.jsonl" for name in ("whole", "cut", "two"))
    found = run(journal=whole)
    assert [(each.task, each.seed) for each in found] == [(task.id, seed) for task in TASKS for seed in (0, 1)]
    assert read_helped(whole) == found
    cut.write_bytes(whole.read_bytes()[:-30])
    assert run(journal=cut) == found
    assert run(journal=two, workers=2) == found
    assert whole.read_bytes() == cut.read_bytes() == two.read_bytes()
    assert len(list((tmp_path / "two_logs").iterdir())) == 4
    with pytest.raises(BadInput, match="seeds differ"):
        evaluate_helper(make, TASKS, (0,), name="oracle-b", journal=whole, progress=False)
    with pytest.raises(BadInput, match="nothing to evaluate"):
        evaluate_helper(make, [], name="oracle-b")


def test_unknown_helpers_are_named() -> None:
    with pytest.raises(BadInput, match="oracle-c"):
        helper("oracle-c")
    checked: Helper = helper("hp")
    assert checked.watch is not None
