"""Reads the tables of templates, a TOML file for each kind of question, into templates."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from typing import Any

import msgspec

from casita.benchmarks.env_qa.asking import blanks
from casita.benchmarks.env_qa.asking.blanks import Draw
from casita.benchmarks.env_qa.asking.templates.template import Template
from casita.benchmarks.env_qa.item import QuestionKind
from casita.errors import BadInput, unknown
from casita.reading import parsed_toml

FIXED: dict[str, Draw] = {
    "acted_again": blanks.acted_again,
    "acted_on": blanks.acted_on,
    "any_place": blanks.any_place,
    "counted": blanks.counted,
    "hit": blanks.hit,
    "moment": blanks.moment,
}
"""Ways to fill a blank that need nothing further."""

WITH_SETTINGS: dict[str, Callable[..., Draw]] = {
    "acting": blanks.acting,
    "deed": blanks.deed,
    "done_to": blanks.done_to,
    "event": blanks.event,
    "having": blanks.having,
    "later": blanks.later,
    "liquid_for": blanks.liquid_for,
    "looking": blanks.looking,
    "neighbour_of": blanks.neighbour_of,
    "place_for": blanks.place_for,
    "possible_deed": blanks.possible_deed,
    "undergoing": blanks.undergoing,
    "value_of": blanks.value_of,
}
"""Those that are told more: an aspect, an action, or the name of another blank."""


class Row(msgspec.Struct, forbid_unknown_fields=True):
    """A row as it is written; `Template` says what its fields mean."""

    wordings: tuple[str, ...]
    program: list[Any]
    blanks: dict[str, str | list[str | int]] = {}
    """Of each blank the way to fill it: its name, or a list of its name and what it is told."""
    least_events: int = 0
    weight: float = 1.0


def templates_of(kind: QuestionKind) -> dict[str, Template]:
    """The templates for one kind of question, by name, in the order of its table."""
    text = resources.files(__package__).joinpath(f"{kind}.toml").read_text("utf-8")
    return read_templates(text, kind)


def read_templates(text: str, kind: QuestionKind) -> dict[str, Template]:
    """The templates that a table describes."""
    return {name: _template(name, kind, row) for name, row in parsed_toml(text, f"{kind}.toml").items()}


def _template(name: str, kind: QuestionKind, row: Any) -> Template:
    where = f"{kind}.toml: [{name}]"
    try:
        read = msgspec.convert(row, Row)
    except msgspec.ValidationError as error:
        raise BadInput(f"{where}: {error}") from None
    draws = {blank: _draw(told, f"{where}: blank {blank!r}") for blank, told in read.blanks.items()}
    return Template(name, kind, read.wordings, read.program, draws, read.least_events, read.weight)


def _draw(told: str | list[str | int], where: str) -> Draw:
    """What fills a blank."""
    name, *settings = [told] if isinstance(told, str) else told or [""]
    known = FIXED if isinstance(told, str) else WITH_SETTINGS
    if name not in known:
        raise BadInput(f"{where}: {unknown('way to fill it', name, known)}")
    if isinstance(told, str):
        return FIXED[told]
    try:
        return WITH_SETTINGS[str(name)](*settings)
    except TypeError as error:
        raise BadInput(f"{where}: {error}") from None
