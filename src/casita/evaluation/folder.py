"""Folders of data that are made from a seed, unit by unit, and survive being killed, damaged and asked for twice.

    DIR/...                     what the units wrote, and what sums them up
    DIR/manifest.json           what the folder was made with, and a hash of every file; written last
    DIR/.manifest.parts.jsonl   while it is made: the units that are done, with hashes of what they wrote

A unit (a room, a shard of demonstrations) counts when all its files are on the disk and its line is in the journal of
parts. Going on verifies every file of every unit against its hash: what is missing, cut short or altered is made anew,
never taken over. A folder of other settings, versions or engines is refused, and so is one that holds something else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from casita.errors import BadInput
from casita.evaluation.journal import Journal, check_header
from casita.limits import JSON_BYTES, PICTURES_KEPT_BYTES
from casita.protocols import Picture
from casita.reading import decoded_picture, read_bounded
from casita.recent import Recent
from casita.scale import mapped
from casita.versions import VERSIONS, engines
from casita.writing import sync_files, write_whole

Work = TypeVar("Work")

MANIFEST = "manifest.json"

Hashes = dict[str, str]
"""sha256 of files, by their path within the folder."""

_pictures: Recent[str, Picture] = Recent(PICTURES_KEPT_BYTES, lambda picture: picture.nbytes)
"""Unpacked, by the sha256 of their files: unpacking one takes longer than many models take to answer."""


class Stamp(msgspec.Struct, frozen=True):
    """What the bytes of a folder depend on."""

    data: str
    """Which benchmark's data these are."""
    settings: dict[str, Any]
    versions: dict[str, str]
    made_from: dict[str, str] = {}
    """Digests of what else went in, such as frozen tasks."""
    made_with: dict[str, str] = {}
    """Versions of Python, numpy, numba and MuJoCo. Data made with others are used all the same, and it is said."""


def stamp(data: str, settings: Mapping[str, Any], made_from: Mapping[str, str] | None = None) -> Stamp:
    """The stamp of what is made here and now."""
    plain = msgspec.json.decode(msgspec.json.encode(dict(settings)))
    return Stamp(data, plain, dict(VERSIONS), dict(made_from or {}), engines())


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit that is done: a row of the journal of parts."""

    unit: str
    files: Hashes


class Manifest(msgspec.Struct, frozen=True):
    """What is in a folder and how it came about."""

    stamp: Stamp
    units: dict[str, Hashes]
    """What each unit wrote."""
    files: Hashes
    """What sums them up."""
    checksum: str = ""
    """Of all else, worked out when it is written."""

    def encoded(self) -> bytes:
        """As it stands in its file, with its checksum."""
        bare = msgspec.structs.replace(self, checksum="")
        whole = msgspec.structs.replace(self, checksum=sha_of(msgspec.json.encode(bare)))
        return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"

    @classmethod
    def read(cls, folder: Path, data: str, name: str = MANIFEST) -> Manifest:
        """The manifest of a folder with this data; BadInput if there is none, or it is of something else."""
        path = folder / name
        if folder.is_file():
            raise BadInput(f"{folder} is a file; data are a folder, made with `casita generate {data}`")
        if not path.is_file():
            raise BadInput(f"{folder} holds no finished data of {data}: {name} is missing")
        written = read_bounded(path, JSON_BYTES)
        try:
            found = msgspec.json.decode(written, type=cls)
        except (msgspec.DecodeError, RecursionError) as error:
            raise BadInput(f"{path} is damaged: {error}") from None
        if found.stamp.data != data:
            raise BadInput(f"{path} is the manifest of {found.stamp.data!r}, not of {data}")
        if found.encoded() != written:
            raise BadInput(f"{path} is damaged, or was written by an older Casita: it does not fit its checksum")
        return found

    def digest(self) -> str:
        """A hash of everything that is in the folder."""
        return sha_of(msgspec.json.encode([self.units, self.files], order="sorted"))[:16]


class DataFolder:
    """A finished folder, opened to be read: every file is compared with its hash before it is used."""

    def __init__(self, path: str | Path, data: str, manifest: str = MANIFEST) -> None:
        """Open the folder of this path with data of this benchmark; BadInput if it is something else."""
        self.path = Path(path)
        self.manifest = Manifest.read(self.path, data, manifest)
        self.hashes: Hashes = {}
        """Of all files, by name."""
        for files in (*self.manifest.units.values(), self.manifest.files):
            self.hashes |= files

    @property
    def settings(self) -> dict[str, Any]:
        """What the data were made with."""
        return self.manifest.stamp.settings

    @property
    def card(self) -> str:
        """What the folder says of itself, for people."""
        return self.read("README.md").decode().rstrip("\n")

    @property
    def made_elsewhere(self) -> str:
        """How the packages that made the data differ from those here, in words; empty if they do not."""
        there, here = self.manifest.stamp.made_with, engines()
        return ", ".join(
            f"{name} {there.get(name, 'none')} (here {here.get(name, 'none')})"
            for name in sorted({*there, *here})
            if there.get(name) != here.get(name)
        )

    def read(self, name: str) -> bytes:
        """A file; BadInput unless it is there as it was written."""
        if name not in self.hashes:
            raise BadInput(f"{self.path}: its manifest does not list {name}: the data are not complete")
        try:
            data = (self.path / name).read_bytes()
        except OSError:
            raise BadInput(f"{self.path / name} is missing: the data are damaged; generate them again") from None
        if sha_of(data) != self.hashes[name]:
            raise BadInput(f"{self.path / name} is damaged: it is not what was written; generate it again")
        return data

    def picture_in(self, name: str) -> Picture:
        """The picture in a file, height x width x 3, not to be written to; BadInput as for `read`, or if it is none."""
        data = self.read(name)
        return _pictures.get(self.hashes[name], lambda: decoded_picture(data, str(self.path / name)))

    def checked(self, name: str) -> Path:
        """The path of a file that is as it was written."""
        self.read(name)
        return self.path / name


class Writer:
    """Writes the files of one unit, and remembers their hashes."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.hashes: Hashes = {}

    def write(self, name: str, data: bytes) -> None:
        """Write one file of the folder; it counts when all are `done`."""
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise BadInput(f"{name!r} is outside the folder")
        write_whole(self.out / name, data, sync=False)
        self.hashes[name] = sha_of(data)

    def wrote(self, name: str) -> None:
        """Count a file that something else wrote to the folder, such as an encoder of films."""
        self.hashes[name] = sha_of((self.out / name).read_bytes())

    def done(self) -> Hashes:
        """The hashes of all files, which are safely on the disk now."""
        sync_files(self.out / name for name in self.hashes)
        return self.hashes


def build(
    out: Path,
    made: Stamp,
    units: Mapping[str, Work],
    make: Callable[[Work], Hashes],
    finish: Callable[[], Mapping[str, bytes]],
    *,
    manifest: str = MANIFEST,
    workers: int = 1,
    label: str = "",
    progress: bool = True,
) -> DataFolder:
    """Make what is missing of a folder: its units, then the files that `finish` sums them up in, then the manifest.

    `make` writes the files of a unit with a `Writer` and gives what it has `done`; with several workers it runs in
    other processes. The bytes do not depend on how many there were, nor on how often it was killed.
    """
    before = _finished(out, made, manifest)
    parts = out / f".{manifest.removesuffix('.json')}.parts.jsonl"
    with Journal(parts, msgspec.to_builtins(made), Part, sync=True) as journal:
        known = dict(before.units) if before else {}
        known |= {part.unit: part.files for part in journal.rows}
        done = {unit: known[unit] for unit in units if unit in known and _intact(out, known[unit])}
        left = [unit for unit in units if unit not in done]
        for unit, files in zip(
            left, mapped(make, [units[unit] for unit in left], workers, label, progress=progress), strict=True
        ):
            journal.add([Part(unit, files)])
            done[unit] = files
        if left or before is None or not _intact(out, before.files):
            writer = Writer(out)
            for name, data in finish().items():
                writer.write(name, data)
            whole = Manifest(made, {unit: done[unit] for unit in units}, writer.done())
            write_whole(out / manifest, whole.encoded())
        parts.unlink()
    return DataFolder(out, made.data, manifest)


def _finished(out: Path, made: Stamp, manifest: str) -> Manifest | None:
    """The manifest of a folder that was finished before; BadInput if the folder is of something else."""
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is a file; data need a folder")
    if (out / manifest).exists():
        found = Manifest.read(out, made.data, manifest)
        ours, theirs = (
            {name: value for name, value in msgspec.to_builtins(one).items() if name != "made_with"}
            for one in (made, found.stamp)
        )
        check_header(out / manifest, theirs, ours)
        return found
    foreign = sorted(path.name for path in out.iterdir() if path.name[0] != ".") if out.exists() else []
    begun = out.exists() and any(out.glob(".*.parts.jsonl"))
    if foreign and not begun and not any(out.glob("manifest*.json")):
        raise BadInput(f"{out} holds {foreign[0]}, which is not data of {made.data}; choose another folder")
    return None


def _intact(out: Path, files: Hashes) -> bool:
    """Are all of these files there as they were written?"""
    try:
        return all(sha_of((out / name).read_bytes()) == sha for name, sha in files.items())
    except OSError:
        return False


def sha_of(data: bytes) -> str:
    """The hash of a file."""
    return hashlib.sha256(data).hexdigest()
