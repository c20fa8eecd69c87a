"""A disk that is full, two who write to one place, and a journal of something else: told in one line, nothing lost."""

from __future__ import annotations

import errno
import json
import os
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from casita.errors import BadInput
from casita.seeds import Stream
from tests.fuzz.broken_files import STRANGE
from tests.fuzz.command import contents, differing, is_one_line
from tests.fuzz.driving import Case
from tests.fuzz.letters import asked_letters, ended, leftovers, made_letters, started, words, write_model

FAILING = ("write", "fsync", "open", "ftruncate", "replace", "mkdir")
"""Calls of the system with which a full disk can begin to show."""


def fill_disk(case: Case) -> None:
    """The disk is full after so many bytes or calls: one error that names a path; then all goes on to the same."""
    luck = case.luck
    data, model = words(case), write_model(case.folder)
    out, journal = case.folder / "data", case.folder / "journal.jsonl"
    if luck.chance(0.5):
        whole, doing = contents(data), "generate"
        work: Callable[[], object] = lambda: made_letters(out)  # noqa: E731
    else:
        whole, doing = {"": asked_letters(model, data=data)}, "eval"
        work = lambda: asked_letters(model, data=data, resume=journal)  # noqa: E731
    for _ in range(1 + luck.below(3)):
        with full_disk(luck) as how:
            try:
                work()
            except BadInput as error:
                if str(case.folder) not in str(error) or "\n" in str(error):
                    case.found(f"{doing} on a full disk ({how}): the error names no path: {error}")
            except Exception as error:
                case.found(f"{doing} on a full disk ({how}): {type(error).__name__}: {error}")
    made = work()
    wrong = differing(whole, {"": made} if isinstance(made, bytes) else contents(out))
    if wrong:
        case.found(f"{doing} after a full disk: other bytes in {', '.join(wrong[:5])}")
    left = leftovers(case.folder)
    if left:
        case.found(f"{doing} after a full disk: left behind: {', '.join(left[:5])}")


@contextmanager
def full_disk(luck: Stream) -> Iterator[str]:
    """Within this, files cannot grow over some bytes, or a call of the system fails from some time on; says which."""
    if luck.chance(0.5):
        size = luck.below(1 + luck.choice((0, 200, 2000, 20_000)))
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            yield f"files of at most {size} bytes"
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        return
    name, good = luck.choice(FAILING), luck.below(12)
    real = getattr(os, name)
    calls = 0

    def failing(*given: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > good:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*given, **named)

    setattr(os, name, failing)
    try:
        yield f"no {name} after {good}"
    finally:
        setattr(os, name, real)


def write_together(case: Case) -> None:
    """Two or three processes on one folder or journal: all but those that are told so get there; the bytes are those
    of one."""
    luck = case.luck
    journal, out = case.folder / "journal.jsonl", case.folder / "data"
    if luck.chance(0.5):
        whole, doing = contents(words(case, 12)), "generate"
        command: tuple[str | Path, ...] = ("generate", "letters", "--shards", "12", "--out", out)
    else:
        whole, doing = {}, "eval"
        model = write_model(case.folder, sleeps=0.03)
        command = ("eval", "letters", "--model", model, "--data", words(case), "--resume", journal)
    processes = []
    for _ in range(2 + luck.below(2)):
        processes.append(started(*command))
        time.sleep(luck.uniform(0.0, 0.4))
    every = [ended(process) for process in processes]
    for one in every:
        if one.code and not (is_one_line(one) and "another process is writing it" in one.said):
            case.found(f"{doing} by several: one ends with {one.code}: {one.said[-300:]}")
    if not any(one.code == 0 for one in every):
        case.found(f"{doing} by several: none gets there: {every[0].said[-300:]}")
    last = ended(started(*command))
    if last.code or any(one.code == 0 and one.out != last.out for one in every):
        case.found(f"{doing} after several: ends with {last.code} and says {(last.said or last.out)[-300:]}")
    wrong = differing(whole, contents(out)) if whole else []
    if wrong:
        case.found(f"{doing} by several: other bytes in {', '.join(wrong[:5])}")
    left = leftovers(case.folder)
    if left:
        case.found(f"{doing} by several: left behind: {', '.join(left[:5])}")


def change_the_run(case: Case) -> None:
    """The model, its weights, the data or the header change under a journal: refused with what differs, and kept."""
    luck = case.luck
    data, model = words(case), write_model(case.folder)
    path, journal = case.folder / "mine.py", case.folder / "journal.jsonl"
    whole = asked_letters(model, data=data, resume=journal)
    kept = journal.read_bytes()
    lines = kept.splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[: 1 + luck.below(len(lines))]))
    begun = journal.read_bytes()
    given: dict[str, Any] = {"data": data, "resume": journal}
    change = luck.choice(("model", "weights", "class", "data", "limit", "header"))
    names: str | None = "mine.py"
    if change == "model":
        path.write_text(path.read_text() + luck.choice(("\n", "# edited\n", "Mine.count = lambda self, word: 1\n")))
    elif change == "weights":
        names = "weights.bin"
        (case.folder / names).write_bytes(luck.choice((b"", b"weightz", b"weights ")))
    elif change == "class":
        model, names = f"{path}:Other", "model"
    elif change == "data":
        given["data"], names = case.folder / "data", "data"
        made_letters(given["data"], seed=1 + luck.below(1000))
    elif change == "limit":
        given["limit"], names = 1 + luck.below(11), "items"
    else:
        names = None
        header = json.loads(lines[0])
        _strange_leaf(header, luck)
        begun = json.dumps(header).encode() + b"\n" + b"".join(begun.splitlines(keepends=True)[1:])
        journal.write_bytes(begun)
    doing = f"eval with a journal of another {change}"
    try:
        found = asked_letters(model, **given)
        if names is not None or found != whole:
            case.found(f"{doing}: gone on with")
        return
    except BadInput as error:
        if str(journal) not in str(error) or (names or "") not in str(error).partition("something else")[2]:
            case.found(f"{doing}: what differs is not named: {error}")
    if journal.read_bytes() != begun:
        case.found(f"{doing}: refused, but the journal is another now")


def _strange_leaf(tree: dict[str, Any], luck: Stream) -> None:
    """Change, add or take away one entry somewhere in a header."""
    key = luck.choice(list(tree))
    while isinstance(tree[key], dict) and tree[key] and luck.chance(0.8):
        tree = tree[key]
        key = luck.choice(list(tree))
    kind = luck.below(3)
    if kind == 0:
        del tree[key]
    elif kind == 1:
        tree["unknown"] = luck.choice(STRANGE)
    else:
        tree[key] = luck.choice(STRANGE)
