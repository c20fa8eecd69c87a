"""A model in a process of its own: it gets what it is sent, cannot disturb anything, and is ended when it must be."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casita.benchmarks.watch_and_help.episodes.help import HelpSettings, help_once
from casita.benchmarks.watch_and_help.episodes.observing import observed
from casita.benchmarks.watch_and_help.homes.starts import start_of
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import BOB
from casita.benchmarks.watch_and_help.models import helper
from casita.errors import BadInput
from casita.evaluation.apart import Apart
from casita.evaluation.faults import Fault
from casita.evaluation.guard import GuardedModel
from casita.protocols import Observation, RoleAnswer
from casita.wire import LENGTH, packed, unpacked
from casita.world.action import Action

TASK = tasks("test_1")[2]

MODEL = '''
import gc, os, sys, time

print("loaded, and heard by nobody")

class Mine:
    """Does all that a model should and should not do."""

    privileges = ("goal",)

    def __init__(self):
        self.seed, self.watched, self.calls = None, 0, 0

    def begin(self, seed):
        self.seed = seed

    def watch(self, demonstration):
        self.watched = len(demonstration)

    def told(self):
        self.calls += 1
        return [self.seed, self.watched, self.calls]

    def echo(self, value):
        print("said", value)
        os.write(1, b"written past Python")
        return value

    def asks(self):
        return sys.stdin.read()

    def fail(self):
        raise ValueError("lost")

    def leave(self):
        sys.exit("enough")

    def odd(self):
        return object()

    def large(self):
        return 10 ** 30

    def endless(self):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                continue

    def end(self):
        os._exit(3)

    def held(self):
        names = ("State", "Scene", "Statics", "Task", "Goal", "Episode", "Recorder")
        return sorted({type(each).__name__ for each in gc.get_objects() if type(each).__name__ in names})

    def process(self):
        return os.getpid()
'''


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("apart") / "my.py"
    path.write_text(MODEL)
    return f"{path}:Mine"


@pytest.fixture(scope="module")
def mine(file: str) -> Iterator[Apart]:
    with Apart(file) as model:
        yield model


def fault_of(model: Apart, method: str, seconds: float | None = 60.0) -> Fault:
    with pytest.raises(Fault) as found:
        model.call(method, (), seconds)
    return found.value


PLAIN: list[Any] = [
    None, True, -7, 2.5, "Tür", b"bytes", [1, [2, "x"]], {"a": [1.0, None]},
    Action(BOB, "put", "plate_1", "dining_table_1", "on", amount=0.5),
    RoleAnswer(action="opening", object1="fridge"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(PLAIN)))
def test_plain_data_come_back_as_they_are_whatever_the_model_prints(mine: Apart, number: int) -> None:
    found = mine.call("echo", (PLAIN[number],), 60.0)
    assert found == PLAIN[number]
    assert type(found) is type(PLAIN[number])


def test_pictures_and_observations_come_back_as_they_are(mine: Apart) -> None:
    picture = np.arange(4 * 5 * 3, dtype=np.uint8).reshape(4, 5, 3)
    observation = observed(start_of(TASK, "help"), BOB, legal=False, picture=picture)
    found = mine.call("echo", ([picture, observation],), 60.0)
    assert np.array_equal(found[0], picture)
    assert found[0].dtype == np.uint8
    assert isinstance(found[1], Observation)
    assert found[1] == observation
    many = [observation] * 40  # more than fits into a pipe at once
    assert len(packed(many)) > 1_000_000
    assert mine.call("echo", (many,), 60.0) == many


def test_attributes_are_read_and_methods_known_to_be_there(mine: Apart) -> None:
    assert mine.attribute("privileges") == ["goal"]
    assert mine.attribute("begin") is True
    assert mine.attribute("nothing", 5) == 5
    guarded = GuardedModel(mine)
    assert guarded.has("begin")
    assert not guarded.has("lead")


def test_a_model_apart_holds_nothing_but_what_it_was_sent(mine: Apart) -> None:
    mine.call("echo", (observed(start_of(TASK, "help"), BOB),), 60.0)
    assert mine.call("held", (), 60.0) == []
    assert mine.call("process", (), 60.0) != os.getpid()
    assert mine.call("asks", (), 60.0) == ""


def test_what_goes_wrong_in_the_model_is_a_fault_and_the_process_goes_on(mine: Apart) -> None:
    before = mine.call("process", (), 60.0)
    lost, left = fault_of(mine, "fail"), fault_of(mine, "leave")
    assert (lost.kind, lost.words) == ("raised", "ValueError: lost")
    assert 'raise ValueError("lost")' in lost.trace
    assert (left.kind, left.words) == ("raised", "SystemExit: enough")
    assert [fault_of(mine, name).kind for name in ("odd", "large", "missing")] == ["nonsense", "nonsense", "raised"]
    assert "object cannot be sent" in fault_of(mine, "odd").words
    assert mine.call("process", (), 60.0) == before


@pytest.mark.parametrize(("method", "seconds", "kind"), [("endless", 0.3, "slow"), ("end", 60.0, "died")])
def test_a_model_that_was_ended_is_started_anew_and_told_again(
    mine: Apart, method: str, seconds: float, kind: str
) -> None:
    mine.call("begin", (5,), 60.0)
    mine.call("watch", ([1, 2, 3],), 60.0)
    mine.call("told", (), 60.0)
    before, begun = mine.call("process", (), 60.0), time.monotonic()
    assert fault_of(mine, method, seconds).kind == kind
    assert kind != "slow" or time.monotonic() - begun >= seconds
    assert is_gone(before)
    assert mine.call("told", (), 60.0) == [5, 3, 1]
    assert mine.call("process", (), 60.0) != before


def is_gone(process: int) -> bool:
    """Does a process end within some seconds?"""
    for _ in range(600):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        if Path(f"/proc/{process}/stat").exists() and ") Z " in Path(f"/proc/{process}/stat").read_text():
            return True
        time.sleep(0.05)
    return False


def test_who_is_interrupted_while_asking_never_gets_that_answer_later(mine: Apart) -> None:
    before = mine.call("process", (), 60.0)
    earlier = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            mine.call("endless", (), None)
    finally:
        signal.signal(signal.SIGALRM, earlier)
    assert is_gone(before)
    assert mine.call("echo", ("the next question",), 60.0) == "the next question"


def test_a_model_ends_with_the_process_that_started_it(file: str) -> None:
    code = (
        "import sys, threading\n"
        "from casita.evaluation.apart import Apart\n"
        "model = Apart(sys.argv[1])\n"
        "print(model.call('process', (), None), flush=True)\n"
        "model.call('endless', (), None)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, file], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        process = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    assert is_gone(process)


def test_what_cannot_be_made_or_sent_is_named(tmp_path: Path, mine: Apart) -> None:
    with pytest.raises(Fault, match="there is no file"):
        Apart(f"{tmp_path}/none.py:Mine").call("act", (), 60.0)
    with pytest.raises(BadInput, match="State cannot be sent"):
        mine.call("echo", (start_of(TASK, "help"),), 60.0)
    assert mine.call("echo", (1,), 60.0) == 1
    with pytest.raises(BadInput, match="unknown row"):
        unpacked(packed(Action(BOB, "wait"))[LENGTH.size :].replace(b"Action", b"Astion"))


def test_a_helper_does_the_same_apart_as_here() -> None:
    settings = HelpSettings(limit=40)
    with Apart("casita.benchmarks.watch_and_help.models:helper", name="teammate") as model:
        apart = help_once(GuardedModel(model, 60.0), TASK, 0, settings)
    assert apart == help_once(helper("teammate"), TASK, 0, settings)
    assert apart[0].faults == {}
