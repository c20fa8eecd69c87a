"""Journals: what was written is there again after a kill; what is damaged or of something else is refused by name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casita.errors import BadInput
from casita.evaluation.journal import Journal, read_journal


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    item: str
    answer: int


HEADER = {"model": "mine", "data": {"seed": 1, "hash": "abc"}}
ROWS = [Row("a", 1), Row("b", 2), Row("ü", 3)]


def written(path: Path, rows: list[Row] = ROWS, header: dict[str, Any] = HEADER) -> bytes:
    with Journal(path, header, Row) as journal:
        for row in rows:
            journal.add([row])
    return path.read_bytes()


def test_rows_come_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "mine.jsonl"
    whole = written(path, ROWS[:2])
    with Journal(path, HEADER, Row) as journal:
        assert journal.rows == ROWS[:2]
        journal.add(ROWS[2:])
    assert path.read_bytes().startswith(whole)
    assert read_journal(path, Row) == (HEADER, ROWS)
    assert [entry.name for entry in path.parent.iterdir()] == ["mine.jsonl"]


@given(st.integers(0, 400))
def test_a_journal_cut_off_anywhere_goes_on_to_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("journal") / "mine.jsonl"
    whole = written(path)
    path.write_bytes(whole[: min(cut, len(whole))])
    with Journal(path, HEADER, Row) as journal:
        assert journal.rows == ROWS[: len(journal.rows)]
        journal.add(ROWS[len(journal.rows) :])
    assert path.read_bytes() == whole


def test_no_damaged_byte_of_a_row_goes_unseen(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    whole = written(path)
    begin = whole.index(b"\n") + 1
    end = whole.rindex(b"\n", 0, -1)  # a damaged last line end is a line that was cut off
    for place in range(begin, end):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(BadInput, match=r"mine.jsonl, line \d: "):
            read_journal(path, Row)
    assert end - begin > 60


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ({**HEADER, "model": "other"}, "model is 'mine' there and 'other' here"),
        ({**HEADER, "data": {"seed": 1, "hash": "xyz"}}, "data, hash is 'abc' there and 'xyz' here"),
        ({**HEADER, "versions": "v2"}, "versions is missing there and 'v2' here"),
        ({**HEADER, "data": {**HEADER["data"], "more": None}}, "data, more is missing there and None here"),  # type: ignore[dict-item]
    ],
)
def test_a_journal_of_something_else_is_refused_and_kept(tmp_path: Path, header: dict[str, Any], words: str) -> None:
    path = tmp_path / "mine.jsonl"
    whole = written(path)
    with pytest.raises(BadInput, match=words), Journal(path, header, Row):
        pass
    assert path.read_bytes() == whole


@pytest.mark.parametrize("content", [b"nonsense\n", b"[1, 2]\n", b'"text"\n', b"{" * 100_000 + b"\n"])
def test_a_file_that_is_no_journal_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"mine\.jsonl: not a journal"), Journal(path, HEADER, Row):
        pass
    assert path.read_bytes() == content


def test_rows_of_another_form_are_refused(tmp_path: Path) -> None:
    class Other(msgspec.Struct):
        item: str
        answer: str

    path = tmp_path / "mine.jsonl"
    with Journal(path, HEADER, Other) as journal:
        journal.add([Other("a", "much")])
    with pytest.raises(BadInput, match=r"line 2: not what belongs here: Expected `int`, got `str`"):
        read_journal(path, Row)
    path.write_bytes(b"")
    with pytest.raises(BadInput, match="not a journal: it has no first line"):
        read_journal(path, Row)
    with pytest.raises(BadInput, match="cannot be read"):
        read_journal(tmp_path / "none.jsonl", Row)
    with pytest.raises(BadInput, match="is a folder; a journal is a file"), Journal(tmp_path, HEADER, Row):
        pass


HOLD = """
import sys, time
from pathlib import Path
from casita.evaluation.journal import Journal
import msgspec
class Row(msgspec.Struct):
    item: str
    answer: int
with Journal(Path(sys.argv[1]), {"model": "mine"}, Row) as journal:
    journal.add([Row("a", 1)])
    print("held", flush=True)
    time.sleep(600)
"""


def test_one_process_writes_at_a_time_and_a_killed_one_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    other = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE)
    assert other.stdout is not None
    try:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(BadInput, match="another process is writing it"), Journal(path, {"model": "mine"}, Row):
            pass
    finally:
        other.kill()
        other.wait()
    with Journal(path, {"model": "mine"}, Row) as journal:
        assert journal.rows == [Row("a", 1)]


def test_a_full_disk_is_one_error_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.jsonl"
    with Journal(path, HEADER, Row) as journal:
        journal.add(ROWS[:1])
        kept = path.read_bytes()
        real, calls = os.write, []

        def full(file: int, data: bytes) -> int:
            calls.append(len(data))
            if len(calls) == 1:
                return real(file, data[:5])
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(BadInput, match="cannot be written: No space left on device"):
            journal.add(ROWS[1:])
        monkeypatch.undo()
        assert path.read_bytes() == kept
        journal.add(ROWS[1:])
    assert read_journal(path, Row)[1] == ROWS
    with pytest.raises(BadInput, match="a row of a journal is an object"), Journal(path, HEADER, Row) as journal:
        journal.add([3])  # type: ignore[list-item]


def test_a_disk_that_refuses_to_cut_a_journal_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.jsonl"
    kept = written(path)

    def full(file: int, length: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "ftruncate", full)
    with pytest.raises(BadInput, match="cannot be opened as a journal: No space left"), Journal(path, HEADER, Row):
        pass
    assert path.read_bytes() == kept
    assert os.listdir(tmp_path) == ["mine.jsonl"]
