"""A model in a process of its own: it is sent plain data, never holds more, and is ended when it is too slow.

    with Apart("my.py:Mine") as model:
        action = model.call("act", (observation,), seconds=20.0)

The process is a new Python, so nothing of this one's memory is in it. Requests and answers go over a pipe
(`casita.wire`) that the model does not have: what it prints goes to the error output. It ends with the
process that started it. After a fault that ended it (`slow`, `died`) a new one is started for the next call, and told
again what a model is told once (`TOLD_ONCE`).
"""

from __future__ import annotations

import os
import pickle
import queue
import selectors
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from time import monotonic
from typing import Any, BinaryIO, Self

from casita.errors import BadInput
from casita.evaluation.benchmark import task_class
from casita.evaluation.faults import Fault, in_words, trace_of
from casita.evaluation.models import is_users, load_model, row_of
from casita.evaluation.task import Task
from casita.wire import LENGTH, MOST, packed, unpacked

STARTING = 300.0
"""Seconds that a model may take to be loaded and made."""

TOLD_ONCE = ("begin", "watch")
"""Methods that tell a model what it works from; a model that was ended is told again."""

CHUNK = 1 << 20
"""Bytes that are read or written at a time."""


class Apart:
    """A model that is reached over a pipe (a `Caller` for the guard)."""

    def __init__(self, maker: str, **given: Any) -> None:
        """`maker` is `path/file.py:Class`, or `package.module:function` with plain arguments."""
        self._spec = [maker, given]
        packed(self._spec)
        self._told: dict[str, tuple[Sequence[Any], float | None]] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = os.getpid()
        self._number = 0

    @classmethod
    def of(cls, task: Task[Any], model: str) -> Apart:
        """A model of a task by name, made anew; the process of the last one goes on if it is of the same model."""
        if is_users(model):
            new = cls(model)
        else:
            settings = pickle.dumps(task.settings)
            named = {"benchmark": task.benchmark, "task": task.name, "settings": settings, "model": model}
            new = cls(f"{__name__}:task_model", **named)
        if _last and (_last[0]._spec, _last[0]._owner) == (new._spec, new._owner):
            _last[0]._renew()
        else:
            for old in _last:
                old.close()
            _last[:] = [new]
        return _last[0]

    def call(self, method: str, args: Sequence[Any], seconds: float | None) -> Any:
        """The answer of a method; Fault if there is none in time."""
        self._start()
        answer = self._asked(["call", method, list(args)], seconds, method)
        if method in TOLD_ONCE:
            self._told[method] = (args, seconds)
        return answer

    def attribute(self, name: str, default: Any = None) -> Any:
        """A plain attribute of the model; True for a method, `default` for one that it does not have."""
        self._start()
        return self._asked(["attribute", name, default], STARTING, name)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            _end(self._process, self._owner)
            self._process = None

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> None:
        """Start the process and have the model made, unless that was done."""
        if self._process is not None and self._process.poll() is None:
            return
        self.close()
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            bufsize=0,
        )
        weakref.finalize(self, _end, self._process, self._owner)
        for pipe in self._pipes():
            os.set_blocking(pipe, False)
        self._asked(["make", *self._spec], STARTING, "making it")
        for method, (args, seconds) in self._told.items():
            self._asked(["call", method, list(args)], seconds, method)

    def _renew(self) -> None:
        """Have the model made anew, as for another item."""
        self._told.clear()
        if self._process is not None and self._process.poll() is None:
            self._asked(["make", *self._spec], STARTING, "making it")

    def _pipes(self) -> tuple[int, int]:
        """Where to write and where to read."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin.fileno(), self._process.stdout.fileno()

    def _asked(self, request: list[Any], seconds: float | None, what: str) -> Any:
        """What the process answers to one request."""
        self._number += 1
        message = packed([self._number, *request])
        deadline = None if seconds is None else monotonic() + seconds
        try:
            number, kind, answer, trace = unpacked(self._exchanged(message, deadline))
        except TimeoutError:
            self.close()
            raise Fault("slow", f"{what} took longer than {seconds:g} s") from None
        except EOFError:
            self.close()
            raise Fault("died", f"its process ended while it was asked for {what}") from None
        except (BadInput, TypeError, ValueError) as error:
            self.close()
            raise Fault("nonsense", f"{what}: {error}") from None
        except BaseException:  # the answer to come is of no use any more
            self.close()
            raise
        if number != self._number:
            self.close()
            raise Fault("nonsense", f"{what}: it answered something that was not asked")
        if kind == "ok":
            return answer
        raise Fault(kind if kind == "nonsense" else "raised", str(answer), str(trace))

    def _exchanged(self, data: bytes, deadline: float | None) -> bytes:
        """Write a message and read the answer, both as far as the process lets us, until a deadline."""
        writes, reads = self._pipes()
        left, found = memoryview(data), bytearray()
        with selectors.DefaultSelector() as ready:
            ready.register(reads, selectors.EVENT_READ)
            ready.register(writes, selectors.EVENT_WRITE)
            while True:
                wait = None if deadline is None else deadline - monotonic()
                if wait is not None and wait <= 0.0:
                    raise TimeoutError
                for key, _ in ready.select(wait):
                    if key.fd == reads:
                        found += _read(reads)
                        continue
                    left = left[_written(writes, left) :]
                    if not left:
                        ready.unregister(writes)
                whole = _whole(found)
                if whole is not None:
                    return whole


_last: list[Apart] = []
"""The last model that was made for a task."""


def task_model(benchmark: str, task: str, settings: bytes, model: str) -> Any:
    """A model that comes with a task, made as the task makes it."""
    here = task_class(benchmark, task)(pickle.loads(settings))
    return here.make(row_of(model, here.models))


def _written(pipe: int, data: memoryview) -> int:
    try:
        return os.write(pipe, data[:CHUNK])
    except BlockingIOError:
        return 0
    except BrokenPipeError:
        raise EOFError from None


def _read(pipe: int) -> bytes:
    try:
        data = os.read(pipe, CHUNK)
    except BlockingIOError:
        return b""
    if not data:
        raise EOFError
    return data


def _whole(found: bytearray) -> bytes | None:
    """The message that has been read, if it is whole."""
    if len(found) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack_from(found)
    if length > MOST:
        raise ValueError(f"a message of {length} bytes")
    return bytes(found[LENGTH.size :]) if len(found) >= LENGTH.size + length else None


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """End a process, with all that it has started; only who started it does, not a fork of that one."""
    if os.getpid() != owner:
        return
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    if process.poll() is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


# The other process.


class _Host:
    """The model in its process, and the answers to requests about it."""

    def __init__(self) -> None:
        self.model: Any = None

    def answer(self, number: int, kind: str, *about: Any) -> bytes:
        """The answer to one request, as a message."""
        try:
            found = getattr(self, f"_{kind}")(*about)
        except BaseException as error:  # SystemExit and KeyboardInterrupt too: the model's own are answers
            return packed([number, "raised", in_words(error), trace_of(error)])
        try:
            return packed([number, "ok", found, ""])
        except BadInput as error:
            return packed([number, "nonsense", f"its answer is {error}", ""])

    def _make(self, maker: str, given: dict[str, Any]) -> None:
        path, _, name = maker.rpartition(":")
        self.model = load_model(maker) if path.endswith(".py") else getattr(import_module(path), name)(**given)

    def _call(self, method: str, args: list[Any]) -> Any:
        return getattr(self.model, method)(*args)

    def _attribute(self, name: str, default: Any) -> Any:
        found = getattr(self.model, name, default)
        return True if callable(found) else found


def main() -> None:
    """Answer the requests that come over the pipe until it is closed, and then end, whatever the model is at."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    asked: queue.SimpleQueue[list[Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, asked), daemon=True).start()
    host = _Host()
    while True:
        left = memoryview(host.answer(*asked.get()))
        while left:
            left = left[os.write(answers, left[:CHUNK]) :]


def _listen(pipe: BinaryIO, asked: queue.SimpleQueue[list[Any]]) -> None:
    """Hand on what is asked; end the process when nobody asks any more."""
    while True:
        head = pipe.read(LENGTH.size)
        body = pipe.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""
        if not body:
            os._exit(0)
        asked.put(unpacked(body))


if __name__ == "__main__":
    main()
