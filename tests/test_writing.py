"""Files are written whole or not at all, and one process at a time writes to a place."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from casita import writing
from casita.errors import BadInput
from casita.writing import locked, sync_files, write_whole

HOLD = """
import sys, time
from pathlib import Path
from casita.writing import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("sync", [True, False])
def test_a_file_is_written_in_a_folder_that_was_not_there(tmp_path: Path, sync: bool) -> None:
    path = tmp_path / "new" / "folder" / "file.bin"
    write_whole(path, b"one", sync=sync)
    write_whole(path, b"two", sync=sync)
    assert path.read_bytes() == b"two"
    assert os.listdir(path.parent) == ["file.bin"]


def test_what_is_written_is_synced_and_its_folder_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []

    def fsync(handle: int) -> None:
        synced.append(os.path.basename(os.readlink(f"/proc/self/fd/{handle}")))

    monkeypatch.setattr(writing.os, "fsync", fsync)
    write_whole(tmp_path / "a.bin", b"a")
    assert synced[0].startswith(".a.bin.")
    assert synced[1:] == [tmp_path.name]
    synced.clear()
    for name in ("b", "c"):
        write_whole(tmp_path / name, b"", sync=False)
    assert not synced
    sync_files([tmp_path / "b", tmp_path / "c"])
    assert synced == ["b", "c", tmp_path.name]


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    """The system refuses files over 1,000 bytes to this process, as it refuses any when the disk is full."""
    path = tmp_path / "kept.bin"
    path.write_bytes(b"old")
    code = (
        "import resource, sys\nfrom pathlib import Path\nfrom casita.writing import write_whole\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\nwrite_whole(Path(sys.argv[1]), bytes(100_000))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True)
    assert done.returncode != 0
    assert f"BadInput: {path}: cannot be written: File too large" in done.stderr
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["kept.bin"]


def test_a_sync_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.bin"
    path.write_bytes(b"old")

    def fails(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing.os, "fsync", fails)
    with pytest.raises(BadInput, match="No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["kept.bin"]


def test_a_folder_where_a_file_is_meant_and_the_reverse(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(BadInput, match="folder: cannot be written: Is a directory"):
        write_whole(tmp_path / "folder", b"x")
    with pytest.raises(BadInput, match="cannot be written: File exists"):
        write_whole(tmp_path / "file" / "inside", b"x")
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_one_process_at_a_time_writes_and_a_killed_one_keeps_no_lock(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "place"
    if kind == "folder":
        path.mkdir()
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(BadInput, match="place: another process is writing it"), locked(path):
        raise AssertionError("held by two")
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    with locked(path), pytest.raises(BadInput, match="another process"), locked(path):
        raise AssertionError("held twice")
    assert os.listdir(tmp_path) == (["place"] if kind == "folder" else [])


def test_who_waits_for_a_lock_gets_it(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    code = (
        "import sys\nfrom pathlib import Path\nfrom casita.writing import locked, write_whole\n"
        "path = Path(sys.argv[1])\n"
        "for _ in range(50):\n"
        "    with locked(path, wait=True):\n"
        "        count = int(path.read_bytes()) if path.exists() else 0\n"
        "        write_whole(path, str(count + 1).encode(), sync=False)\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, str(path)]) for _ in range(3)]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert path.read_bytes() == b"150"
    assert os.listdir(tmp_path) == ["journal"]
