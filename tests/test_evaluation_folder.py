"""Folders of data: the same bytes however often they were killed and damaged, and nothing damaged is taken over."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from PIL import Image

from casita import versions
from casita.errors import BadInput
from casita.evaluation.folder import DataFolder, Manifest, Writer, build, stamp
from casita.parquet import read_parquet, read_stamp, to_parquet
from tests.toy_benchmarks import installed


@pytest.fixture(autouse=True)
def letters() -> Iterator[None]:
    with installed():
        yield


def generated(out: Path, **settings: Any) -> Path:
    from casita.evaluation.benchmark import benchmark

    assert list(benchmark("letters").run("generate", out=out, **settings)) == ["12 words"]
    return out


def files(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def test_the_same_bytes_for_any_number_of_workers(tmp_path: Path) -> None:
    one, two = generated(tmp_path / "one"), generated(tmp_path / "two")
    assert files(one) == files(two)
    assert set(files(one)) == {"README.md", "manifest.json", *(f"shard_{number}.parquet" for number in range(3))}
    folder = DataFolder(one, "letters")
    assert folder.settings == {"seed": 0, "shards": 3, "alphabet": ["a", "b", "c"]}
    assert folder.hashes == {name: sha for name, sha in files(one).items() if name != "manifest.json"}
    assert folder.made_elsewhere == ""


@pytest.mark.parametrize("done", [0, 1, 2])
def test_what_was_killed_goes_on_with_what_is_done(tmp_path: Path, done: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from casita.benchmarks.letters import generate  # type: ignore[import-not-found]

    whole, out, made = files(generated(tmp_path / "whole")), tmp_path / "out", []
    real = generate.make_shard

    def killed(work: Any) -> Any:
        if len(made) == done:
            Writer(out).write(f"shard_{done}.parquet", b"half of a fi")
            raise KeyboardInterrupt
        made.append(work.shard)
        return real(work)

    monkeypatch.setattr(generate, "make_shard", killed)
    with pytest.raises(KeyboardInterrupt):
        generated(out)
    assert not (out / "manifest.json").exists()
    again: list[int] = []
    monkeypatch.setattr(generate, "make_shard", lambda work: again.append(work.shard) or real(work))
    assert files(generated(out)) == whole
    assert again == list(range(3))[done:]


DAMAGES = {
    "nothing left": lambda data: b"",
    "cut short": lambda data: data[: len(data) // 2],
    "one bit": lambda data: data[:40] + bytes([data[40] ^ 4]) + data[41:] if len(data) > 40 else b"x" + data[1:],
    "something more": lambda data: data + b"\n",
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", ["shard_1.parquet", "README.md"])
def test_damage_is_found_and_made_anew_and_never_taken_over(tmp_path: Path, damage: str, name: str) -> None:
    out = generated(tmp_path / "out")
    whole = files(out)
    (out / name).write_bytes(DAMAGES[damage]((out / name).read_bytes()))
    with pytest.raises(BadInput, match=f"{name} is damaged: it is not what was written"):
        DataFolder(out, "letters").read(name)
    assert files(generated(out)) == whole
    (out / name).unlink()
    with pytest.raises(BadInput, match=f"{name} is missing"):
        DataFolder(out, "letters").read(name)
    assert files(generated(out)) == whole
    with pytest.raises(BadInput, match=r"does not list other\.txt"):
        DataFolder(out, "letters").read("other.txt")


def test_a_part_that_is_damaged_while_others_are_made_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from casita.benchmarks.letters import generate

    whole, out, real = files(generated(tmp_path / "whole")), tmp_path / "out", generate.make_shard

    def killed(work: Any) -> Any:
        if work.shard == 2:
            raise KeyboardInterrupt
        return real(work)

    monkeypatch.setattr(generate, "make_shard", killed)
    with pytest.raises(KeyboardInterrupt):
        generated(out)
    monkeypatch.undo()
    (out / "shard_0.parquet").write_bytes(b"")
    assert files(generated(out)) == whole


def test_folders_of_something_else_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = generated(tmp_path / "out")
    with pytest.raises(BadInput, match="seed is 0 there and 1 here"):
        generated(out, seed=1)
    monkeypatch.setitem(versions.VERSIONS, "world", "v99")
    with pytest.raises(BadInput, match=r"versions, world is 'v.' there and 'v99' here"):
        generated(out)
    monkeypatch.undo()
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.tex").write_text("mine")
    with pytest.raises(BadInput, match=r"holds thesis\.tex, which is not data of letters"):
        generated(other)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="is a file; data need a folder"):
        generated(tmp_path / "file")
    with pytest.raises(BadInput, match="is a file; data are a folder"):
        DataFolder(tmp_path / "file", "letters")
    with pytest.raises(BadInput, match=r"manifest\.json is missing"):
        DataFolder(other, "letters")
    with pytest.raises(BadInput, match="is the manifest of 'letters', not of words"):
        DataFolder(out, "words")


@pytest.mark.parametrize("text", ["", "[]", '{"stamp": 3}', "[" * 100_000])
def test_a_damaged_manifest_is_one_line(tmp_path: Path, text: str) -> None:
    out = generated(tmp_path / "out")
    (out / "manifest.json").write_text(text)
    with pytest.raises(BadInput, match=r"manifest\.json is damaged"):
        DataFolder(out, "letters")


@pytest.mark.parametrize(
    ("old", "new"), [('"numpy": "', '"numpy": "9'), ("{", "{ "), ('"checksum": "', '"checksum": "0')]
)
def test_a_manifest_of_which_anything_was_altered_is_no_manifest(tmp_path: Path, old: str, new: str) -> None:
    out = generated(tmp_path / "out")
    written = (out / "manifest.json").read_text()
    assert old in written
    (out / "manifest.json").write_text(written.replace(old, new, 1))
    with pytest.raises(BadInput, match=r"manifest\.json is damaged, or was written by an older Casita"):
        DataFolder(out, "letters")
    with pytest.raises(BadInput, match=r"manifest\.json is damaged"):
        generated(out)


def test_data_made_elsewhere_say_so(tmp_path: Path) -> None:
    out = generated(tmp_path / "out")
    made = Manifest.read(out, "letters")
    elsewhere = {**made.stamp.made_with, "python": "3.99.0", "quantum": "1"}
    stamp = msgspec.structs.replace(made.stamp, made_with=elsewhere)
    (out / "manifest.json").write_bytes(msgspec.structs.replace(made, stamp=stamp).encoded())
    here = versions.engines()["python"]
    assert DataFolder(out, "letters").made_elsewhere == f"python 3.99.0 (here {here}), quantum 1 (here none)"
    assert {"python", "numpy", "numba"} <= versions.engines().keys()


def test_half_made_folders_of_another_engine_are_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from casita.benchmarks.letters import generate

    from casita.evaluation import folder

    out, real = tmp_path / "out", generate.make_shard

    def killed(work: Any) -> Any:
        if work.shard:
            raise KeyboardInterrupt
        return real(work)

    monkeypatch.setattr(generate, "make_shard", killed)
    with pytest.raises(KeyboardInterrupt):
        generated(out)
    monkeypatch.undo()
    monkeypatch.setattr(folder, "engines", lambda: {"python": "3.99.0"})
    with pytest.raises(BadInput, match=r"made_with, python is '3\.\d+\.\d+' there and '3\.99\.0' here"):
        generated(out)


@pytest.mark.parametrize("name", ["../evil.txt", "/tmp/evil.txt", "a/../../evil.txt"])
def test_nothing_is_written_outside_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="is outside the folder"):
        Writer(tmp_path / "out").write(name, b"x")
    assert list(tmp_path.iterdir()) == []


@dataclass(frozen=True)
class Row:
    text: str
    number: int
    size: float
    done: bool
    data: bytes
    several: tuple[str, ...]
    by_name: dict[str, int]


ROWS = [Row("ü", 1, 0.5, True, b"\0x", ("a", "b"), {"z": 1, "a": 2}), Row("", -2, 1e9, False, b"", (), {})]


def test_rows_survive_parquet(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    path.write_bytes(to_parquet(ROWS, Row, {"seed": 3}))
    assert read_parquet(path, Row) == ROWS
    assert read_stamp(path) == {"seed": 3}
    other = [Row(**{**vars(ROWS[0]), "by_name": {"a": 2, "z": 1}}), ROWS[1]]
    assert to_parquet(other, Row, {"seed": 3}) == path.read_bytes()


def test_a_damaged_or_foreign_parquet_file_is_named(tmp_path: Path) -> None:
    @dataclass(frozen=True)
    class Other:
        text: str

    path = tmp_path / "rows.parquet"
    path.write_bytes(to_parquet(ROWS, Row, {}))
    with pytest.raises(BadInput, match=r"rows\.parquet has other columns than Others"):
        read_parquet(path, Other)
    path.write_bytes(path.read_bytes()[:-30])
    for read in (lambda: read_parquet(path, Row), lambda: read_stamp(path)):
        with pytest.raises(BadInput, match=r"rows\.parquet is damaged"):
            read()
    path.unlink()
    with pytest.raises(BadInput, match=r"rows\.parquet is missing"):
        read_parquet(path, Row)


def test_a_copy_of_a_folder_is_as_good(tmp_path: Path) -> None:
    out = generated(tmp_path / "out")
    shutil.copytree(out, tmp_path / "copy")
    assert DataFolder(tmp_path / "copy", "letters").manifest.digest() == DataFolder(out, "letters").manifest.digest()


def test_a_picture_is_unpacked_once_and_damage_is_found_all_the_same(tmp_path: Path) -> None:
    shown, made = np.arange(48, dtype=np.uint8).reshape(4, 4, 3), BytesIO()
    Image.fromarray(shown).save(made, "PNG")

    def wrote(out: Path) -> dict[str, str]:
        writer = Writer(out)
        writer.write("one.png", made.getvalue())
        return writer.done()

    build(tmp_path, stamp("pictures", {}), {"one": tmp_path}, wrote, dict, progress=False)
    folder = DataFolder(tmp_path, "pictures")
    first = folder.picture_in("one.png")
    assert np.array_equal(first, shown)
    assert DataFolder(tmp_path, "pictures").picture_in("one.png") is first
    assert not first.flags.writeable
    (tmp_path / "one.png").write_bytes(made.getvalue()[:-1])
    with pytest.raises(BadInput, match=r"one\.png is damaged"):
        folder.picture_in("one.png")
