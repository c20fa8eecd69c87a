"""A command from its settings: a dataclass becomes options, and its docstrings become `--help`.

A field is an option of its name; one annotated with `ARGUMENT` is an argument. Several values (a tuple of text) are
given with commas between them. What stands under "Examples:" in the class's docstring is kept line by line.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import typer

ARGUMENT = "argument"
"""The mark of a field that is given by its place: `which: Annotated[str, ARGUMENT]`."""


class Further(NamedTuple):
    """An option that is no setting."""

    hint: Any
    help: str
    default: Any = inspect.Parameter.empty


def command_from(
    settings: type, run: Callable[..., None], further: Mapping[str, Further] | None = None
) -> Callable[..., None]:
    """A function that typer makes a command of: it makes the settings of what was given, and runs.

    `further` are options that are no settings, by name; `run` gets them as keywords.
    """
    hints = get_type_hints(settings, include_extras=True)
    docs = field_docs(settings)
    extra = further or {}
    several = {field.name for field in fields(settings) if _is_several(hints[field.name])}
    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=one.default,
            annotation=Annotated[one.hint, typer.Option(help=one.help)],
        )
        for name, one in extra.items()
    ]
    parameters += [_parameter(field, hints[field.name], docs.get(field.name, "")) for field in fields(settings)]

    def command(**given: Any) -> None:
        kept = {name: given.pop(name) for name in extra}
        for name in several:
            given[name] = tuple(part for part in given[name].split(",") if part)
        run(settings(**given), **kept)

    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    command.__doc__ = help_text(settings)
    return command


def _parameter(field: Field[Any], hint: Any, help: str) -> inspect.Parameter:
    marks = hint.__metadata__ if get_origin(hint) is Annotated else ()
    plain = get_args(hint)[0] if marks else hint
    default: Any = field.default
    if field.default_factory is not MISSING:
        default = field.default_factory()
    if _is_several(hint):
        plain, default = str, inspect.Parameter.empty if default is MISSING else ",".join(default)
    kind: Any = typer.Argument(help=help) if ARGUMENT in marks else typer.Option(*_flags(field, plain), help=help)
    return inspect.Parameter(
        field.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if default is MISSING else default,
        annotation=Annotated[plain, kind],
    )


def _flags(field: Field[Any], hint: Any) -> tuple[str, ...]:
    """A truth is a flag without its opposite."""
    return (f"--{field.name.replace('_', '-')}",) if hint is bool else ()


def _is_several(hint: Any) -> bool:
    return get_origin(hint) is tuple


def field_docs(settings: type) -> dict[str, str]:
    """The docstrings under a class's fields, those of the classes that it builds on included."""
    found: dict[str, str] = {}
    for one in reversed(settings.__mro__[:-1]):
        body = ast.parse(textwrap.dedent(inspect.getsource(one))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, below in zip(body.body, body.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and _is_text(below):
                assert isinstance(below, ast.Expr)
                found[field.target.id] = " ".join(ast.literal_eval(below.value).split())
    return found


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def help_text(settings: type) -> str:
    """A class's docstring as the help of a command: its examples stay one a line."""
    text = inspect.getdoc(settings) or ""
    words, examples, lines = text.partition("Examples:\n")
    return f"{words}\b\n{examples}{lines}" if examples else words
