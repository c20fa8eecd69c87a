"""A copy of the tree, where tests of mutants run: nobody's files are touched, and compiled kernels stay."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = ("src", "tests", "pyproject.toml", "README.md", "docs", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile")
COPIED_ANEW = COPIED[1:]
"""What may change between runs on the same source."""


def copied_tree(kept: Path) -> Path:
    """The copy for the source as it is: made once for it, with the times of files, so that kernels stay valid."""
    folder = kept / f"tree_{source_digest()}"
    if not (folder / "src").exists():
        for old in kept.glob("tree_*"):
            shutil.rmtree(old, ignore_errors=True)
        shutil.copytree(ROOT / "src", folder / "copying")
        (folder / "copying").rename(folder / "src")
    for name in COPIED_ANEW:
        shutil.rmtree(folder / name, ignore_errors=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name)
        elif (ROOT / name).exists():
            shutil.copy2(ROOT / name, folder / name)
    hook = folder / "hook"
    hook.mkdir(exist_ok=True)
    shutil.copy2(Path(__file__).with_name("mutating.py"), hook / "sitecustomize.py")
    return folder


def environment(tree: Path, **more: str) -> dict[str, str]:
    """Of a process that runs tests in a copy of the tree."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tree / "hook"), str(tree / "src"), str(tree)]),
        "PYTHONDONTWRITEBYTECODE": "1",
        **more,
    }


def source_digest() -> str:
    """A hash of all that is changed or read when Casita runs, and of what tests share."""
    shared = [path for path in (ROOT / "tests").rglob("*.py") if not is_of_one_file(path)]
    source = [path for path in (ROOT / "src").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return digest([*source, *shared])


def is_of_one_file(path: Path) -> bool:
    """Is this a file of tests, or of the tools, so that no other file of tests depends on it?"""
    return path.name.startswith("test_") or path.parent.name in ("mutants", "fuzz")


def digest(paths: Iterable[Path]) -> str:
    """A hash of some files and their names."""
    mark = hashlib.blake2b(digest_size=8)
    for path in sorted(paths):
        mark.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return mark.hexdigest()
