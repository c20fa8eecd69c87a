"""Models by name: those that come with a benchmark, as rows, and a user's own, as `file.py:Class`.

Both are made in the same way, asked the same questions and told the same. A model may have, besides the methods of its
protocol (`casita.protocols`),
- `begin(seed)`, called first for every item, with the seed of its own luck;
- `made_of`, paths of files that its answers depend on, such as weights: a journal is not gone on with when they change;
- `privileges`, for upper bounds and controls: names of what it is told that the task does not allow. They stand in the
  results.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from casita.errors import BadInput, unknown
from casita.evaluation.faults import in_words

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "clip": ("torch", "transformers"),
    "envs": ("gymnasium", "pettingzoo"),
    "learn": ("torch", "safetensors"),
    "physics": ("mujoco",),
}
"""What `pip install 'casita[...]'` brings: modules that are looked for."""


class ModelRow(msgspec.Struct, frozen=True, kw_only=True):
    """One model that comes with a benchmark."""

    name: str
    """As on the command line."""
    title: str
    """As in tables."""
    made: str
    """Its file in the benchmark's `models` and what makes it there: "hp:HP"."""
    in_paper: bool = True
    needs: tuple[str, ...] = ()
    """Extras of the package that it cannot do without, such as "learn"."""
    weights: tuple[str, ...] = ()
    """Names of the networks whose weights it has."""


def table_of(*rows: ModelRow) -> dict[str, Any]:
    """Models by name, in the order given."""
    return {row.name: row for row in rows}


def is_users(model: object) -> bool:
    """Is it a model of the user's own: a file with a class, a class, or an object?"""
    return not isinstance(model, str) or ":" in model


def name_of(model: object) -> str:
    """What a model is called in results."""
    if isinstance(model, str):
        return model
    return model.__name__ if inspect.isclass(model) else type(model).__name__


def row_of(model: str, table: Mapping[str, ModelRow]) -> ModelRow:
    """The row of a model by name; BadInput if there is none, or if packages that it needs are not installed."""
    if model not in table:
        raise unknown("model", model, [*table, "file.py:Class"])
    require(model, table[model].needs)
    return table[model]


def missing_of(extra: str) -> list[str]:
    """The packages of an extra that are not installed."""
    return [name for name in EXTRAS[extra] if importlib.util.find_spec(name) is None]


def require(what: str, extras: Iterable[str]) -> None:
    """Raise BadInput with the line that installs what is missing for something."""
    for extra in extras:
        if gone := missing_of(extra):
            raise BadInput(f"{what} needs {' and '.join(gone)}: pip install 'casita[{extra}]'")


def built_in(row: ModelRow, package: str, **given: Any) -> Any:
    """A new model of a row; `package` is the benchmark's `models`."""
    module, _, maker = row.made.partition(":")
    return getattr(import_module(f"{package}.{module}"), maker)(**given)


def load_model(model: str | type) -> Any:
    """A user's model from `path/file.py:Class`, or from a class: made without arguments."""
    named, made = (model, class_in_file(model)) if isinstance(model, str) else (model.__name__, model)
    try:
        return made()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too
        raise BadInput(f"{named}: cannot be made without arguments: {in_words(error)}") from error


def class_in_file(named: str) -> type:
    """The class of `path/file.py:Class`; the file is run, and nothing is written beside it."""
    file, name = _file_and_class(named)
    module_name = f"casita_user_{hashlib.blake2b(str(file.resolve()).encode(), digest_size=6).hexdigest()}"
    spec = importlib.util.spec_from_file_location(module_name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    keeps_none, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too
        raise BadInput(f"model {named!r}: {file} cannot be run: {in_words(error)}") from error
    finally:
        sys.dont_write_bytecode = keeps_none
    classes = {key: value for key, value in vars(module).items() if inspect.isclass(value)}
    if name not in classes:
        raise unknown(f"class in {file}", name, classes)
    return classes[name]


def _file_and_class(named: str) -> tuple[Path, str]:
    path, colon, name = named.rpartition(":")
    if not colon or not path.endswith(".py") or not name:
        raise BadInput(f"model {named!r}: expected path/file.py:Class")
    if not Path(path).is_file():
        raise BadInput(f"model {named!r}: there is no file {path}")
    return Path(path), name


def ingredients(model: object, made: object) -> dict[str, str]:
    """A hash of each file that a user's model is made of: its own, and those that it names in `made_of`."""
    files = [_file_and_class(model)[0]] if isinstance(model, str) else []
    files += [Path(path) for path in getattr(made, "made_of", ())]
    return {path.name: file_digest(path) for path in files}


def file_digest(path: Path) -> str:
    """A short hash of a file; BadInput if it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None


# What is wrong with a model.


def misfits(model: Any, protocol: type) -> list[str]:
    """What keeps a model from following a protocol."""
    asked = {name: method for name, method in vars(protocol).items() if inspect.isfunction(method) and name[0] != "_"}
    found = [_wrong(name, inspect.signature(method), model) for name, method in asked.items()]
    return [wrong for wrong in found if wrong]


def checked_model(model: Any, protocol: type) -> Any:
    """The model, if it follows the protocol; BadInput with all that is wrong if it does not."""
    wrong = misfits(model, protocol)
    if wrong:
        raise BadInput("; ".join(wrong))
    return model


def _wrong(name: str, expected: inspect.Signature, model: Any) -> str:
    """What is wrong with one method of a model; empty if nothing is."""
    kind = name_of(model)
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
