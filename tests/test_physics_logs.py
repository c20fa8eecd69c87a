"""Logs keep what contact physics said: a replay needs no engine and never drifts."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import casita
from casita.episodes import Recorder, from_lines, replay, replay_outcomes, save, to_lines
from casita.errors import BadInput
from casita.seeds import stream
from casita.world import Action, Outcome, beginning

VERBS = ("drop", "throw", "push", "pull")


@cache
def recorded() -> tuple[Recorder, tuple[Outcome, ...]]:
    """Two people who throw things about in a kitchen, now and then both at once."""
    recorder = Recorder(beginning(casita.room("kitchen", 12), ["alice", "bob"], seed=6), "mujoco")
    known, luck = recorder.state.statics, stream(6, "log")
    loose = [known.ids[slot] for slot in range(len(known.scene.things)) if known.loose[slot]]
    outcomes = []
    for _ in range(25):
        actions = [
            Action(name, VERBS[luck.below(4)], loose[luck.below(len(loose))])
            for name in recorder.state.names
            if luck.chance(0.8)
        ]
        outcomes.append(recorder.step(actions))
    return recorder, tuple(outcomes)


def test_a_replay_equals_the_record() -> None:
    recorder, outcomes = recorded()
    episode = from_lines(to_lines(recorder.episode()))
    assert episode == recorder.episode()
    first, *rest = replay_outcomes(episode)
    assert first[1] is None
    for (state, again), outcome in zip(rest, outcomes, strict=True):
        assert again is not None
        assert state.digest() == outcome.state.digest()
        assert (again.events, again.refusals, again.motion) == (outcome.events, outcome.refusals, outcome.motion)
    assert sum(bool(outcome.motion) for outcome in outcomes) >= 15


def test_a_replay_needs_no_engine(tmp_path: Path) -> None:
    recorder, _ = recorded()
    save(recorder.episode(), tmp_path / "log.jsonl.gz")
    code = (
        "import sys; sys.modules['mujoco'] = None; from casita.episodes import load, replay; "
        "*_, last = replay(load(sys.argv[1])); print(last.digest(), 'casita.physics' in sys.modules)"
    )
    path = str(tmp_path / "log.jsonl.gz")
    said = subprocess.check_output([sys.executable, "-c", code, path], text=True).split()
    assert said == [recorder.state.digest(), "False"]


def test_without_the_engine_its_name_is_refused() -> None:
    code = (
        "import sys; sys.modules['mujoco'] = None; import casita\n"
        "try: casita.World(casita.room('kitchen', 1), physics='mujoco')\n"
        "except casita.BadInput as error: print(error)"
    )
    assert "pip install 'casita[physics]'" in subprocess.check_output([sys.executable, "-c", code], text=True)


def test_logs_of_contact_physics_are_small() -> None:
    recorder, outcomes = recorded()
    moved = sum(len(outcome.motion) for outcome in outcomes)
    assert len(to_lines(recorder.episode())) < 2_000 + 1_000 * moved


def changed(old: bytes, new: bytes) -> bytes:
    data = to_lines(recorded()[0].episode())
    assert old in data
    return data.replace(old, new, 1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: changed(b'"log":3', b'"log":1'), "format 1 has no physics 'MuJoCo'"),
        (lambda: changed(b'{"rests":[["', b'{"rests":[["no_such_'), "no_such_"),
        (lambda: changed(b'{"settled":[', b'{"settled":[],"why":['), "why"),
        (lambda: changed(b'{"rests"', b'{"rest"'), "rest"),
    ],
)
def test_logs_that_cannot_be_right_are_refused(make, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput, match=message):
        list(replay(from_lines(make())))


def test_a_missing_result_is_named() -> None:
    data = to_lines(recorded()[0].episode()).split(b"\n")
    first = next(number for number, line in enumerate(data) if line.startswith(b'{"settled"'))
    with pytest.raises(BadInput, match="no result was kept of this"):
        list(replay(from_lines(b"\n".join(data[:first] + data[first + 1 :]))))
