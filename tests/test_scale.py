"""The same map in one process and in several."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from casita.errors import BadInput
from casita.scale import mapped

ORPHANS = """
import sys, time, os
from casita.scale import mapped
from tests.test_scale import slept
if __name__ == "__main__":
    for pid in mapped(slept, [0.0, 0.0, 600.0, 600.0], workers=2):
        print(pid, flush=True)
"""


def double(number: int) -> int:
    return 2 * number


def failing(number: int) -> int:
    if number == 3:
        raise BadInput("item 3 is bad")
    return number


def slept(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_order(workers: int) -> None:
    assert list(mapped(double, range(7), workers)) == [0, 2, 4, 6, 8, 10, 12]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_one_item_is_passed_on(workers: int) -> None:
    with pytest.raises(BadInput, match="item 3 is bad"):
        list(mapped(failing, range(6), workers))


def test_no_workers_are_refused() -> None:
    with pytest.raises(BadInput, match="asked for 0"):
        mapped(double, [1], 0)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rsplit(")", 1)[1].split()[0] != "Z"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
def test_workers_end_with_the_process_that_started_them(tmp_path: os.PathLike[str]) -> None:
    script = os.path.join(tmp_path, "orphans.py")
    with open(script, "w") as file:
        file.write(ORPHANS)
    here = os.path.dirname(os.path.dirname(__file__))
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": here}
    ) as process:
        assert process.stdout is not None
        workers = {int(process.stdout.readline()) for _ in range(2)}
        process.send_signal(signal.SIGKILL)
        process.wait()
        deadline = time.monotonic() + 20.0
        while any(map(is_alive, workers)) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not any(map(is_alive, workers))
