"""The help stage: two agents at once, helpers that fail, what is observed and shown, and runs that go on."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from asyncio import CancelledError
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from casita import BadInput
from casita.agents.interplay import choices, interplay
from casita.agents.view import View
from casita.benchmarks.watch_and_help.episodes.answers import checked_action
from casita.benchmarks.watch_and_help.episodes.demonstration import demonstrate, demonstration_of
from casita.benchmarks.watch_and_help.episodes.help import ACT_SECONDS, HelpSettings, help_once
from casita.benchmarks.watch_and_help.episodes.observing import VERBS, nameable, observed, view_of
from casita.benchmarks.watch_and_help.homes.starts import scene_of, start_of
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import ALICE, BOB, MAX_STEPS, Task
from casita.benchmarks.watch_and_help.models import MODELS, helper
from casita.benchmarks.watch_and_help.models.random_helper import nameable_actions
from casita.benchmarks.watch_and_help.score import HelpResult, alone_lengths, speed_up
from casita.benchmarks.watch_and_help.task import HelpTask, WatchAndHelpSettings
from casita.episodes import Episode, load, replay, replay_outcomes
from casita.evaluation import guard
from casita.evaluation.faults import Fault
from casita.evaluation.guard import GuardedModel
from casita.evaluation.journal import read_journal
from casita.evaluation.running import Answered, Results, evaluate_task
from casita.protocols import Helper, Observation, Privileged
from casita.world.action import Action
from casita.world.legal import why_not
from casita.world.step import step

TASKS = tasks("test_1")[2:4]
TASK = TASKS[0]
SHORT = HelpSettings(limit=8)


@cache
def done(name: str, task: Task = TASK, seed: int = 0) -> tuple[HelpResult, Episode]:
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
    states = list(replay(episode, scene_of(TASK, "help")))
    assert helped.steps == len(episode.ticks) == helped.interplay.steps <= MAX_STEPS
    assert TASK.goal.holds(states[-1]) == helped.success
    assert not any(TASK.goal.holds(state) for state in states[:-1])
    agents = [ALICE] if name == "alice-alone" else [ALICE, BOB]
    assert all([action.agent for action in tick] == agents for tick in episode.ticks)
    assert not helped.faults
    outcomes = [outcome for _, outcome in replay_outcomes(episode, scene_of(TASK, "help")) if outcome is not None]
    assert interplay(TASK.goal, outcomes) == helped.interplay


def test_the_same_seed_gives_the_same_episode_and_another_one_another() -> None:
    assert help_once(helper("hp"), TASK, 0) == done("hp")
    assert help_once(helper("hp"), TASK, 1)[1].ticks != done("hp")[1].ticks


def test_knowing_more_helps_more() -> None:
    names = ("oracle-both", "oracle-b", "hp", "alice-alone")
    length = {name: sum(done(name, task)[0].length for task in TASKS) for name in names}
    assert length["oracle-both"] <= length["oracle-b"] < length["hp"] < length["alice-alone"]
    alone = alone_lengths(done("alice-alone", task)[0] for task in TASKS)
    gain = {name: sum(speed_up(done(name, task)[0], alone) for task in TASKS) for name in names}
    assert gain["oracle-b"] > gain["hp"] > gain["alice-alone"] == 0.0


def test_privileges_are_told_and_stand_in_the_results() -> None:
    seen: list[Observation] = []

    def look(observation: Observation) -> Action:
        seen.append(observation)
        return Action(BOB, "wait")

    plain, told = Plain(look), Plain(look)
    told.privileges = ("goal", "plan", "state")  # type: ignore[attr-defined]
    help_once(plain, TASK, 0, SHORT)
    assert [observation.privileged for observation in seen] == [Privileged()] * SHORT.limit
    help_once(told, TASK, 0, SHORT)
    assert seen[-1].privileged.goal == TASK.counts
    assert seen[-1].privileged.plan
    assert seen[-1].privileged.graph is not None
    assert len(seen[-1].privileged.graph["nodes"]) > len(scene_of(TASK, "help").things)
    told.privileges = ("everything",)  # type: ignore[attr-defined]
    with pytest.raises(BadInput, match="everything"):
        help_once(told, TASK, 0, SHORT)


# What is observed.


def test_what_a_helper_does_not_want_is_not_made_for_it() -> None:
    seen: list[Observation] = []

    def look(observation: Observation) -> Action:
        seen.append(observation)
        return Action(BOB, "wait")

    plain = Plain(look)
    plain.wants = ("legal",)  # type: ignore[attr-defined]
    help_once(plain, TASK, 0, SHORT)
    assert plain.shown == ()
    assert all(len(observation.legal) > 5 for observation in seen)
    plain.wants = ("demonstration",)  # type: ignore[attr-defined]
    help_once(plain, TASK, 0, SHORT)
    assert len(plain.shown) > 10
    assert not any(observation.legal for observation in seen[SHORT.limit :])
    plain.wants = ("graphs",)  # type: ignore[attr-defined]
    with pytest.raises(BadInput, match="graphs"):
        help_once(plain, TASK, 0, SHORT)


def test_bob_sees_his_room_and_can_do_what_is_legal() -> None:
    state = start_of(TASK, "help")
    moment = observed(state, BOB)
    view = View.of(state, BOB)
    known = state.statics
    assert np.array_equal(view_of(moment).things, view.things)
    ids = {node["id"] for node in moment.graph["nodes"]}
    assert {known.ids[slot] for slot in np.flatnonzero(view.things).tolist()} <= ids
    assert len(moment.legal) > 20
    assert {action.verb for action in moment.legal} <= set(VERBS)
    assert all(why_not(state, action) is None for action in moment.legal)
    assert all({action.object, action.target} <= nameable(state, BOB) for action in moment.legal)


@pytest.mark.parametrize(("name", "task"), [("random", tasks("test_1")[1]), ("oracle-b-two-hands", TASK)])
def test_what_can_be_named_is_what_is_counted_as_choices_at_every_step(name: str, task: Task) -> None:
    in_hand, boxes = set(), set()
    for state in replay(done(name, task)[1], scene_of(task, "help")):
        graph = observed(state, BOB).graph
        assert len(list(nameable_actions(graph))) == choices(state, BOB), state.tick
        in_hand.add(int((state.objects.held_by == state.agent(BOB)).sum()))
        takes = {node["id"]: node["states"] for node in graph["nodes"] if node["category"] not in ("room", "agent")}
        known = state.statics
        boxes |= {word for id, words in takes.items() if known.spots[known.index[id]] for word in words}
    assert in_hand == {0, 1, 2}
    assert {"open", "closed"} <= boxes


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

    help_once(Plain(look), TASK, 0, HelpSettings(limit=1, picture=(32, 24)))
    assert shapes == [(24, 32, 3)]


# Helpers that fail.


def fail(observation: Observation) -> object:
    raise ValueError("lost")


def sleep(observation: Observation) -> object:
    time.sleep(5.0)
    return Action(BOB, "wait")


def stubborn(observation: Observation) -> object:
    """Goes on three times although it was stopped."""
    for _ in range(4):
        try:
            time.sleep(5.0)
        except BaseException:
            continue
    return Action(BOB, "wait")


def leave(observation: Observation) -> object:
    sys.exit("enough")


class Mute(Exception):
    def __str__(self) -> str:
        raise ValueError("nothing to say")


def raise_anew(error: BaseException) -> Callable[[Observation], object]:
    def answer(observation: Observation) -> object:
        raise error

    return answer


WRONG: dict[str, list[Callable[[Observation], object]]] = {
    "raised": [fail, leave, raise_anew(RecursionError()), raise_anew(MemoryError())],
    "slow": [sleep, stubborn],
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
        lambda observation: Action(BOB, "move_ahead", amount=True),
        lambda observation: Action(BOB, "move_ahead", amount=float("-inf")),
        lambda observation: Action(BOB, "move_ahead", amount=1e308),
        lambda observation: Action(BOB, "move_ahead", amount=-1e308),
        lambda observation: Action(BOB, "move_ahead", amount=10**400),
        lambda observation: Action(BOB, "say", text="\ud800"),
        lambda observation: Action(BOB, "walk_to", target="\ud800"),
    ],
}


ALONE, OWN = "CASITA_TEST_ALONE", "test_a_turn_that_fails_is_lost_and_counted"


@pytest.mark.parametrize(("fault", "number"), [(name, n) for name, each in WRONG.items() for n in range(len(each))])
def test_a_turn_that_fails_is_lost_and_counted(fault: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if fault == "slow" and ALONE not in os.environ:
        # Alarms, in a process of their own: one of a long test run has died here.
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", f"{__file__}::{OWN}[slow-{number}]"]
        ended = subprocess.run(command, env=os.environ | {ALONE: "1"}, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout
        return
    monkeypatch.setattr(guard, "AGAIN", 0.5)
    model = GuardedModel.of(Plain(WRONG[fault][number]), 0.05)
    begin = time.monotonic()
    helped, episode = help_once(model, TASK, 0, HelpSettings(limit=2))
    assert [tick[1] for tick in episode.ticks] == [Action(BOB, "wait")] * 2
    assert helped.faults == model.faults == {fault: 2}
    assert str(model.first).startswith(f"{fault}: ")
    assert time.monotonic() - begin < 10.0


HARD = {
    "an error that cannot be told": raise_anew(Mute()),
    "an error that cannot be written down": raise_anew(ValueError("\ud800")),
    "an error that is no Exception": raise_anew(CancelledError()),
    "a number with too many digits": lambda observation: Action(BOB, "move_ahead", amount=10**5000),
    "a name that is no plain text": lambda observation: Action(BOB, "walk_to", target=np.str_("kitchen_1")),
}
"""What a helper may do that is hard to write down."""


@pytest.mark.parametrize("what", HARD)
def test_a_run_goes_on_after_what_is_hard_to_write_down(what: str, tmp_path: Path) -> None:
    settings = WatchAndHelpSettings(limit=1, seeds=1, steps=8, resume=tmp_path / "hard.jsonl", logs=tmp_path / "logs")
    found = evaluate_task(HelpTask(settings), Plain(HARD[what]), progress=False)
    _, rows = read_journal(tmp_path / "hard.jsonl", Answered)
    assert rows == list(found.rows)
    assert msgspec.convert(rows[0].answer, HelpResult).steps == 8
    assert load(tmp_path / "logs" / "test_1_001_0.jsonl.gz").ticks


def test_what_is_not_seen_cannot_be_named_unless_all_is_seen() -> None:
    state = start_of(TASK, "help")
    known = state.statics
    slot = int(np.flatnonzero(~View.of(state, BOB).things & known.loose)[0])
    walk = Action(BOB, "walk_to", target=known.ids[slot])
    assert checked_action(walk, state, BOB, sees_all=True) == walk
    with pytest.raises(Fault, match="unseen"):
        checked_action(walk, state, BOB)
    blind, seeing = Plain(lambda observation: walk), Plain(lambda observation: walk)
    seeing.privileges = ("state",)  # type: ignore[attr-defined]
    assert help_once(blind, TASK, 0, HelpSettings(limit=1))[0].faults == {"unseen": 1}
    assert help_once(seeing, TASK, 0, HelpSettings(limit=1))[0].faults == {}


class Leading(Plain):
    """One that says what Alice does, too."""

    privileges = ("alice",)

    def __init__(self, hers: Callable[[Observation], object]) -> None:
        super().__init__(lambda observation: Action(BOB, "turn_left"))
        self.hers = hers

    def lead(self, observation: Observation) -> Action:
        return self.hers(observation)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("hers", "faults"),
    [
        (fail, {"raised": 8}),
        (leave, {"raised": 8}),
        (lambda observation: None, {"nonsense": 8}),
        (lambda observation: Action(BOB, "turn_right"), {"nonsense": 8}),
        (lambda observation: Action(ALICE, "fly"), {"nonsense": 8}),
        (lambda observation: Action(ALICE, "walk_to", target="moon_1"), {"nonsense": 8}),
    ],
)
def test_alice_waits_if_who_leads_her_fails(hers: Callable[[Observation], object], faults: dict[str, int]) -> None:
    helped, episode = help_once(Leading(hers), TASK, 0, SHORT)
    assert helped.faults == faults
    assert list(episode.ticks) == [(Action(ALICE, "wait"), Action(BOB, "turn_left"))] * 8


def test_alice_does_what_who_leads_her_says() -> None:
    helped, episode = help_once(Leading(lambda observation: Action(ALICE, "turn_right")), TASK, 0, SHORT)
    assert not helped.faults
    assert list(episode.ticks) == [(Action(ALICE, "turn_right"), Action(BOB, "turn_left"))] * 8


@pytest.mark.parametrize("verb", ["move_ahead", "turn_left"])
def test_a_negative_amount_is_for_the_world_to_refuse(verb: str) -> None:
    helped, episode = help_once(Plain(lambda observation: Action(BOB, verb, amount=-5)), TASK, 0, SHORT)
    assert not helped.faults
    assert helped.steps == 8
    outcomes = [outcome for _, outcome in replay_outcomes(episode, scene_of(TASK, "help")) if outcome is not None]
    assert [outcome.refusals[1].need for outcome in outcomes if outcome.refusals[1]] == ["possible_amount"] * 8
    before, after = outcomes[0].before.agents, outcomes[-1].state.agents
    assert (before.position[1] == after.position[1]).all()
    assert before.yaw[1] == after.yaw[1]


def test_a_helper_goes_no_farther_than_a_metre_in_a_step() -> None:
    # There and back: the way back is free, and still too long for one step.
    there, back = (1.0, 0.5), (1.5, 1.0001, 5.0, 1e6, -5.0, 1.0, 0.5, 0.0)
    there_and_back = [("move_ahead", amount) for amount in there] + [("move_back", amount) for amount in back]
    asked = [Action(BOB, verb, amount=amount) for verb, amount in [*there_and_back, ("turn_left", 60.0)] * 6]
    asked += [Action(BOB, "walk_to", target=room, amount=1e6) for room in start_of(TASK, "help").statics.room_index]
    left = iter(asked)
    helped, episode = help_once(Plain(lambda observation: next(left)), TASK, 0, HelpSettings(limit=len(asked)))
    assert not helped.faults
    at = [state.agents.position[1] for state in replay(episode, scene_of(TASK, "help"))]
    gone = [(action, math.dist(*pair)) for action, pair in zip(asked, pairwise(at), strict=False)]
    assert max(way for _, way in gone) < 1.001
    for action, way in gone:
        if action.verb in ("move_ahead", "move_back"):  # he may stand still, if something is in the way
            most = (action.amount or 0.25) if 0.0 <= action.amount <= 1.0 else 0.0
            assert way == 0.0 or way == pytest.approx(most, abs=1e-3), action
    assert any(one > 0.999 and two > 0.499 for (_, one), (_, two) in pairwise(gone))


def test_an_episode_goes_on_whatever_the_helper_does() -> None:
    class Broken(Plain):
        def watch(self, demonstration: Sequence[Observation]) -> None:
            raise RuntimeError("did not look")

    model = GuardedModel.of(Broken(fail), ACT_SECONDS)
    helped, episode = help_once(model, TASK, 0, SHORT)
    assert str(model.first) == "raised: RuntimeError: did not look"
    assert helped.faults == {"raised": 9}
    assert [tick[1] for tick in episode.ticks] == [Action(BOB, "wait")] * 8
    with pytest.raises(BadInput):
        HelpSettings(limit=MAX_STEPS + 1)
    with pytest.raises(BadInput):
        WatchAndHelpSettings(timeout=0.0)


# Demonstrations.


def test_a_demonstration_tells_what_alice_did_and_doing_that_again_gives_the_same() -> None:
    shown, moments = demonstrate(TASK), demonstration_of(TASK)
    assert [moment.did for moment in moments] == [*(tick[0] for tick in shown.episode.ticks), None]
    state = start_of(TASK, "watch", shown.seed)
    for moment, same in zip(moments, replay(shown.episode, scene_of(TASK, "watch")), strict=True):
        assert state == same
        assert moment.tick == state.tick
        if moment.did is not None:
            assert moment.did.agent == ALICE
            state = step(state, [moment.did]).state
    assert TASK.goal.holds(state)


def test_nobody_is_told_what_was_done_while_helping() -> None:
    seen: list[Action | None] = []

    def look(observation: Observation) -> Action:
        seen.append(observation.did)
        return Action(BOB, "wait")

    help_once(Plain(look), TASK, 0, SHORT)
    assert seen == [None] * 8


def with_goal(task: Task, other: Task) -> Task:
    """The task with the goal of another one, and still its own id."""
    return msgspec.structs.replace(task, counts=other.counts)


def kept(path: Path, model: str | object = "oracle-b", **settings: Any) -> Results:
    """A short run with its journal."""
    asked = WatchAndHelpSettings(**({"limit": 2, "seeds": 2, "steps": 8, "resume": path} | settings))
    return evaluate_task(HelpTask(asked), model, progress=False)


def test_a_run_that_was_killed_goes_on_and_workers_make_no_difference(tmp_path: Path) -> None:
    whole, cut, two = (tmp_path / f"{name}.jsonl" for name in ("whole", "cut", "two"))
    found = kept(whole, logs=tmp_path / "logs")
    pairs = [(task.id, seed) for task in tasks("test_1")[:2] for seed in (0, 1)]
    assert [(row.answer["task"], row.answer["seed"]) for row in found.rows] == pairs
    assert found.privileges == ("goal", "plan", "state")
    cut.write_bytes(whole.read_bytes()[:-30])
    assert kept(cut).rows == found.rows
    assert kept(two, workers=2, logs=tmp_path / "more").rows == found.rows
    assert whole.read_bytes() == cut.read_bytes() == two.read_bytes()
    assert len(list((tmp_path / "more").glob("*.gz"))) == len(list((tmp_path / "more" / "alone").glob("*.gz"))) == 4
    assert (tmp_path / "two_alone.jsonl").read_bytes() == (tmp_path / "whole_alone.jsonl").read_bytes()


def test_a_journal_of_another_run_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "random.jsonl"
    found = kept(journal, "random", seeds=1)
    whole = journal.read_bytes()
    assert kept(journal, "random", seeds=1).rows == found.rows
    one, two = tasks("test_1")[:2]
    for settings, what in (({"seeds": 2}, "seeds"), ({"steps": 9}, "steps"), ({"limit": 1}, "tasks")):
        with pytest.raises(BadInput, match=rf"about, {what} is .* there and .* here"):
            kept(journal, "random", **({"seeds": 1} | settings))
    with pytest.raises(BadInput, match="model is 'random' there and 'hp-bayes' here"):
        kept(journal, "hp-bayes", seeds=1)
    with monkeypatch.context() as patched:
        patched.setattr(HelpTask, "made_of", lambda task, row: {"net": "another"})
        with pytest.raises(BadInput, match="made of"):
            kept(journal, "random", seeds=1)
    for chosen in ((one, with_goal(two, one)), (one, msgspec.structs.replace(two, help=one.help)), (two, one)):
        with monkeypatch.context() as patched:
            patched.setattr("casita.benchmarks.watch_and_help.task.tasks", lambda split, chosen=chosen: chosen)
            with pytest.raises(BadInput, match=r"is of something else: .*about, tasks is"):
                kept(journal, "random", seeds=1)
    assert journal.read_bytes() == whole


def test_unknown_helpers_are_named() -> None:
    with pytest.raises(BadInput, match="oracle-c"):
        helper("oracle-c")
    checked: Helper = helper("hp")
    assert checked.watch is not None
