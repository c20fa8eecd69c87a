"""The paper's verbs, one row each: how an instruction with it reads, and what it asks of things."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from casita.catalog import ObjectType

Takes = Callable[[ObjectType], bool]


class FilmVerb(NamedTuple):
    """One of the verbs that instructions are made of."""

    name: str
    pattern: str
    """The instruction, as the paper's lists have it."""
    takes: Takes
    """What kind of thing it is done to."""
    weight: int
    """How often it stands in the paper's lists."""
    needs_target: bool = False


def _can(*affordances: str) -> Takes:
    """Kinds that have one of these affordances."""
    return lambda kind: any(affordance in kind.affordances for affordance in affordances)


def _loose(kind: ObjectType) -> bool:
    return kind.is_loose


def _anything(kind: ObjectType) -> bool:
    return True


def _holds_things(kind: ObjectType) -> bool:
    return kind.is_receptacle


VERBS: dict[str, FilmVerb] = {
    row.name: row
    for row in (
        FilmVerb("move", "move {object} to {target}", _loose, 7313, needs_target=True),
        FilmVerb("put near", "put {object} near {target}", _loose, 4611, needs_target=True),
        FilmVerb("throw", "throw {object}", _loose, 7022),
        FilmVerb("push", "push {object}", _loose, 1263),
        FilmVerb("open", "open {object}", _can("open"), 778),
        FilmVerb("close", "close {object}", _can("open"), 753),
        FilmVerb("turn on", "turn on {object}", _can("toggle", "heats"), 1005),
        FilmVerb("turn off", "turn off {object}", _can("toggle", "heats"), 866),
        FilmVerb("fill", "fill {object} with {liquid}", _can("fill"), 980),
        FilmVerb("empty", "empty {object}", _can("fill"), 300),
        FilmVerb("clean", "clean {object}", _can("dirty"), 449),
        FilmVerb("make dirty", "make {object} dirty", _can("dirty"), 470),
        FilmVerb("slice", "slice {object}", _can("slice"), 229),
        FilmVerb("break", "break {object}", _can("break"), 531),
        FilmVerb("use up", "use up {object}", _can("use_up"), 487),
        FilmVerb("tidy", "tidy {object}", _holds_things, 871),
        FilmVerb("find", "find {object}", _anything, 6320),
    )
}
"""By name. Throwing at something is a throw with a target: "throw cup to hit window", or "to break" it if that came of
it. A stove burner is turned on by its knob."""

LIQUIDS = ("water", "coffee", "wine")
"""Those of the paper."""

HITTING, BREAKING = " to hit ", " to break "
"""What is said between the two things of a throw."""


class Instruction(NamedTuple):
    """Something to do, with the things that are meant."""

    verb: str
    object: str
    target: str = ""
    liquid: str = ""
    breaks: bool = False
    """Did the throw break what it was at?"""

    def text(self, name: Callable[[str], str]) -> str:
        """As the paper's lists have it; `name` gives what a thing is called."""
        pattern = VERBS[self.verb].pattern
        if self.verb == "throw" and self.target:
            pattern += (BREAKING if self.breaks else HITTING) + "{target}"
        target = name(self.target) if self.target else ""
        return pattern.format(object=name(self.object), target=target, liquid=self.liquid)


class Order(NamedTuple):
    """An instruction that names kinds of things: "move potato to microwave"."""

    verb: str
    object: str
    target: str = ""
    liquid: str = ""
    breaks: bool = False


def read(text: str) -> Order | None:
    """What an instruction of the paper's form asks for; None if it is none."""
    for row in sorted(VERBS.values(), key=lambda row: -len(row.pattern)):
        pattern = re.escape(row.pattern).replace(r"\{", "{").replace(r"\}", "}")
        match = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>.+?)", pattern), text)
        if match:
            found = match.groupdict()
            between = BREAKING if BREAKING in found["object"] else HITTING
            thing, _, target = found["object"].partition(between)
            return Order(
                row.name,
                thing,
                found.get("target", target),
                found.get("liquid", ""),
                bool(target) and between == BREAKING,
            )
    return None
