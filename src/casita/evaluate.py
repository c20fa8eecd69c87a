"""Puts a user's model to a benchmark: loads it, says what is wrong with it, asks it everything, keeps what it said.

A run is kept as a journal, one line an answer, so that a run that was killed goes on where it stopped.
Results do not depend on how often that happened.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import json
import platform
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np

from casita.errors import BadInput, unknown
from casita.protocols import Chooser, Explorer, Helper, Inferrer, Picture, Rater, VideoAnswerer
from casita.scale import tracked
from casita.writing import write_whole

PROTOCOLS: Mapping[str, type] = {
    "act_thor": Chooser,
    "act_thor inference": Inferrer,
    "excalibur": Explorer,
    "env_qa": VideoAnswerer,
    "watch_and_help": Helper,
    "plausiblact": Rater,
}
"""What a model of each benchmark must offer."""

Item = TypeVar("Item")


class Choice(Protocol):
    """A question of ACT-Thor: pictures by key, and an action."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def before(self) -> str:
        """Key of the picture before."""

    @property
    def action(self) -> str:
        """What was done."""

    @property
    def candidates(self) -> tuple[str, ...]:
        """Keys of the pictures to choose from."""


@dataclass(frozen=True)
class Results:
    """What a model said to every item of a part of a benchmark."""

    benchmark: str
    model: str
    answers: dict[str, Any]
    """By the item's name, in the order of the items."""
    about: dict[str, Any] = field(default_factory=dict)
    """The data that were asked about: version, split, part."""
    versions: dict[str, str] = field(default_factory=dict)
    """Of Casita, Python and numpy."""

    def to_json(self) -> bytes:
        """The results as a JSON file; the same results give the same bytes."""
        return (json.dumps(vars(self), indent=1) + "\n").encode()

    def save(self, path: Path) -> None:
        """Write them to a file."""
        write_whole(path, self.to_json())

    @classmethod
    def load(cls, path: Path) -> Results:
        """Read a file of results."""
        try:
            return cls(**json.loads(path.read_bytes()))
        except (OSError, ValueError, TypeError) as error:
            raise BadInput(f"{path}: not a file of results: {error}") from None


def load_model(model: str | type) -> Any:
    """A model from `path/file.py:Class`, or from a class: made without arguments."""
    named, made = (model, _class_in_file(model)) if isinstance(model, str) else (model.__name__, model)
    try:
        return made()
    except Exception as error:
        raise BadInput(f"{named}: cannot be made without arguments: {type(error).__name__}: {error}") from error


def _class_in_file(named: str) -> type:
    path, colon, name = named.rpartition(":")
    if not colon or not path.endswith(".py") or not name:
        raise BadInput(f"model {named!r}: expected path/file.py:Class")
    file = Path(path)
    if not file.is_file():
        raise BadInput(f"model {named!r}: there is no file {path}")
    module_name = f"casita_user_{hashlib.blake2b(str(file.resolve()).encode(), digest_size=6).hexdigest()}"
    spec = importlib.util.spec_from_file_location(module_name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadInput(f"model {named!r}: {path} cannot be run: {type(error).__name__}: {error}") from error
    classes = {key: value for key, value in vars(module).items() if inspect.isclass(value)}
    if name not in classes:
        raise unknown(f"class in {path}", name, classes)
    return classes[name]


def check_model(benchmark: str, model: Any) -> list[str]:
    """What keeps a model from being put to a benchmark; empty if nothing does."""
    if benchmark not in PROTOCOLS:
        raise unknown("benchmark", benchmark, PROTOCOLS)
    asked = {
        name: method for name, method in vars(PROTOCOLS[benchmark]).items()
        if inspect.isfunction(method) and not name.startswith("_")
    }  # fmt: skip
    found = [_wrong(name, inspect.signature(method), model) for name, method in asked.items()]
    return [wrong for wrong in found if wrong]


def checked_model(benchmark: str, model: Any) -> Any:
    """The model, if it can be put to the benchmark; BadInput with all that is wrong if it cannot."""
    wrong = check_model(benchmark, model)
    if wrong:
        raise BadInput("; ".join(wrong))
    return model


def _wrong(name: str, expected: inspect.Signature, model: Any) -> str:
    """What is wrong with one method of a model; empty if nothing is."""
    kind = model.__name__ if inspect.isclass(model) else type(model).__name__
    given = [parameter for parameter in expected.parameters if parameter != "self"]
    wanted = f"{name}({', '.join(given)})"
    method = getattr(model, name, None)
    if method is None:
        return f"{kind} has no method {wanted}"
    if not callable(method):
        return f"{kind}.{name} is no method but {method!r}, expected {wanted}"
    if inspect.iscoroutinefunction(method):
        return f"{kind}.{name} is async, expected a plain method {wanted}"
    try:
        signature = inspect.signature(method)
    except (TypeError, ValueError):
        return ""  # Written in another language: it cannot be asked.
    unbound = inspect.isclass(model) and inspect.isfunction(inspect.getattr_static(model, name))
    try:
        signature.bind(*([None] * (len(given) + unbound)))
    except TypeError:
        return f"{kind}.{name}{signature} cannot be called as {wanted}"
    return ""


def evaluate_chooser(
    model: Chooser,
    sets: Sequence[Choice],
    picture: Callable[[str], Picture],
    *,
    progress: bool = True,
    resume: Path | None = None,
    name: str = "",
    about: Mapping[str, Any] | None = None,
) -> Results:
    """Ask a model of ACT-Thor for its choice in every set; with `resume`, go on with the journal of that path."""
    checked_model("act_thor", model)

    def chosen(one: Choice) -> int:
        pictures = [picture(key) for key in one.candidates]
        return _index(model.choose(picture(one.before), one.action, pictures), len(pictures))

    return answered(
        "act_thor",
        name or type(model).__name__,
        [(one.id, one) for one in sets],
        chosen,
        progress=progress,
        resume=resume,
        about=about,
    )


def _index(value: object, count: int) -> int:
    """A choice as a plain number; refused if it is no index of a candidate."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer) or not 0 <= value < count:
        raise BadInput(f"the model answered {value!r}, expected a whole number from 0 to {count - 1}")
    return int(value)


def answered(
    benchmark: str,
    model: str,
    items: Sequence[tuple[str, Item]],
    answer: Callable[[Item], Any],
    *,
    progress: bool = True,
    resume: Path | None = None,
    about: Mapping[str, Any] | None = None,
) -> Results:
    """Answers of a model to named items, in order; whatever goes wrong names the item. Answers are JSON values."""
    names = [name for name, _ in items]
    twice = sorted({name for name in names if names.count(name) > 1}) if len(set(names)) < len(names) else []
    if twice:
        raise BadInput(f"item {twice[0]} is there more than once")
    asked = {"benchmark": benchmark, "model": model, "about": dict(about or {}), "items": _digest(names)}
    known = _journal(resume, asked) if resume else {}
    left = [pair for pair in items if pair[0] not in known]
    journal = resume.open("a", encoding="utf-8") if resume else None
    try:
        for name, item in tracked(iter(left), len(left), model if progress else ""):
            try:
                known[name] = answer(item)
            except Exception as error:
                what = error if isinstance(error, BadInput) else f"{type(error).__name__}: {error}"
                raise BadInput(f"{benchmark}, item {name}: {what}") from error
            if journal:
                journal.write(json.dumps([name, known[name]]) + "\n")
                journal.flush()
    finally:
        if journal:
            journal.close()
    return Results(benchmark, model, {name: known[name] for name in names}, dict(about or {}), _versions())


def _journal(path: Path, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What an earlier run answered. A half-written last line is cut off; a journal of another run is refused."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    whole = [line for line in lines if line.endswith(b"\n")]
    if not whole:
        write_whole(path, json.dumps(asked).encode() + b"\n")
        return {}
    if len(whole) < len(lines):
        write_whole(path, b"".join(whole))
    try:
        first, *rest = [json.loads(line) for line in whole]
        answers = dict(rest)
    except ValueError as error:
        raise BadInput(f"{path}: damaged journal: {error}") from None
    differs = [key for key in asked if not isinstance(first, dict) or first.get(key) != asked[key]]
    if differs:
        raise BadInput(f"{path}: the journal of another run, whose {' and '.join(differs)} differ")
    return answers


def _digest(names: Iterable[str]) -> str:
    return hashlib.blake2b("\n".join(names).encode(), digest_size=8).hexdigest()


def _versions() -> dict[str, str]:
    return {"casita": version("casita"), "python": platform.python_version(), "numpy": np.__version__}
