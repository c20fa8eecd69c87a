"""Functional programs over a graph, in the manner of CLEVR, and what they give.

A program is a nested tuple, `(step, argument, ...)`, and as JSON a nested list; it names no node. Steps that give sets:

    things, items, rooms                  all of them; items are what can be picked up
    type, colour, material (set, word)    those of a set with the word
    that (set, relation, node)            those of a set that stand in the relation to the node
    that_some (set, relation, set)        those that stand in it to some of another set
    same (set, property, node)            those of a set with the colour or material of a node, but for itself
    either (set, set)                     those of the one and of the other

one that gives a node: `the (set)`, the only one of a set; and those that give answers:

    exist, count (set)
    is (property, node, word)             is the node's colour, or material, this word?
    is_related (relation, node, node)     does the first stand in the relation to the second?
    is_same (property, node, node)
    more, as_many (set, set)              counts compared
    query (property, node)                its colour, material or room
    query_all (property, set)             all colours or materials that a set has, in alphabetical order
    and, or (answer, answer)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import msgspec

from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.graph.sets import RELATIONS, Nodes, Sets, members
from casita.errors import BadInput

Program = tuple[Any, ...]
"""A step with its arguments: words, or programs."""

Why = Literal["none", "several", "unclear", "degenerate"]
"""Why a program has no answer: nothing is meant, or several things are, or it depends on what is within the margin or
not known; or, where that is looked for, a step changes nothing."""

WHYS: tuple[Why, ...] = get_args(Why)

PROPERTIES = ("colour", "material")

MOST_STEPS = 100
"""Steps of a program that is read."""


class NoAnswer(Exception):  # it is an outcome, not an error
    """A program has no answer here."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


def answer(program: Program, graph: Graph, *, strict: bool = False) -> str:
    """What a program gives: "yes", "no", a number or words; NoAnswer says why it gives none.

    With `strict` it also has none where it is degenerate: where a filter or a relation in a description of the only
    thing keeps everything it is given, or two descriptions are of the same thing.
    """
    return Run(graph.sets, strict).answer(program)


def answer_or_none(program: Program, sets: Sets, strict: bool = False) -> str:
    """The same, but empty where there is no answer."""
    try:
        return Run(sets, strict).answer(program)
    except NoAnswer:
        return ""


class Run:
    """One program at a time over the sets of one graph."""

    def __init__(self, sets: Sets, strict: bool = False) -> None:
        self.sets = sets
        self.strict = strict
        self._describing = False

    def nodes(self, program: Program) -> Nodes:
        """What a step that gives a set gives."""
        return SETS[program[0]](self, *program[1:])

    def the(self, program: Program) -> int:
        """The number of the only node of a set; NoAnswer if there is none, or there are several."""
        outer, self._describing = self._describing, self.strict
        try:
            sure, unclear = self.nodes(program[1])
        finally:
            self._describing = outer
        if unclear:
            raise NoAnswer("unclear")
        if not sure:
            raise NoAnswer("none")
        if sure & (sure - 1):
            raise NoAnswer("several")
        return sure.bit_length() - 1

    def answer(self, program: Program) -> str:
        """What a step that gives an answer gives."""
        return ANSWERS[program[0]](self, *program[1:])

    def kept(self, nodes: Nodes, having: Nodes) -> Nodes:
        """Those of a set that belong to another too."""
        sure, unclear = nodes
        found = Nodes(
            sure & having.sure,
            (sure & having.unclear) | (unclear & (having.sure | having.unclear)),
        )
        if self._describing and found == nodes and sure:
            raise NoAnswer("degenerate")
        return found

    def two(self, one: Program, other: Program) -> tuple[int, int]:
        """Two nodes that are described."""
        a, b = self.the(one), self.the(other)
        if self.strict and a == b:
            raise NoAnswer("degenerate")
        return a, b

    def word(self, property: str, node: int) -> str:
        """A word that is true of a node."""
        graph = self.sets.graph
        if property == "room":
            room = int(graph.room[node])
            found = graph.types[room] if room >= 0 else ""
        else:
            found = graph.colours[node] if property == "colour" else graph.materials[node]
        if not found:
            raise NoAnswer("unclear")
        return found


# Steps that give sets.


def _that(run: Run, inner: Program, relation: Any, node: Program) -> Nodes:
    return run.kept(run.nodes(inner), run.sets.related(relation, run.the(node)))


def _that_some(run: Run, inner: Program, relation: Any, others: Program) -> Nodes:
    sure = unclear = 0
    found = run.nodes(others)
    for node in members(found.sure):
        one = run.sets.related(relation, node)
        sure, unclear = sure | one.sure, unclear | one.unclear
    for node in members(found.unclear):
        one = run.sets.related(relation, node)
        unclear |= one.sure | one.unclear
    return run.kept(run.nodes(inner), Nodes(sure, unclear & ~sure))


def _same(run: Run, inner: Program, property: str, node: Program) -> Nodes:
    number = run.the(node)
    word = run.word(property, number)
    having = run.sets.of_colour(word) if property == "colour" else run.sets.of_material(word)
    sure, unclear = run.nodes(inner)
    others = ~(1 << number)
    return run.kept(Nodes(sure & others, unclear & others), having)


def _either(run: Run, one: Program, other: Program) -> Nodes:
    a, b = run.nodes(one), run.nodes(other)
    sure = a.sure | b.sure
    return Nodes(sure, (a.unclear | b.unclear) & ~sure)


SETS: dict[str, Callable[..., Nodes]] = {
    "things": lambda run: Nodes(run.sets.things),
    "items": lambda run: Nodes(run.sets.items),
    "rooms": lambda run: Nodes(run.sets.rooms),
    "type": lambda run, inner, word: run.kept(run.nodes(inner), run.sets.of_type(word)),
    "colour": lambda run, inner, word: run.kept(run.nodes(inner), run.sets.of_colour(word)),
    "material": lambda run, inner, word: run.kept(run.nodes(inner), run.sets.of_material(word)),
    "that": _that,
    "that_some": _that_some,
    "same": _same,
    "either": _either,
}


# Steps that give answers.


def _said(truth: bool) -> str:
    return "yes" if truth else "no"


def _exist(run: Run, inner: Program) -> str:
    sure, unclear = run.nodes(inner)
    if unclear and not sure:
        raise NoAnswer("unclear")
    return _said(bool(sure))


def _number(run: Run, inner: Program) -> int:
    sure, unclear = run.nodes(inner)
    if unclear:
        raise NoAnswer("unclear")
    return sure.bit_count()


def _is_related(run: Run, relation: Any, one: Program, other: Program) -> str:
    a, b = run.two(one, other)
    sure, unclear = run.sets.related(relation, b)
    if unclear >> a & 1:
        raise NoAnswer("unclear")
    return _said(bool(sure >> a & 1))


def _is_same(run: Run, property: str, one: Program, other: Program) -> str:
    a, b = run.two(one, other)
    return _said(run.word(property, a) == run.word(property, b))


def _query_all(run: Run, property: str, inner: Program) -> str:
    sure, unclear = run.nodes(inner)
    if unclear:
        raise NoAnswer("unclear")
    if not sure:
        raise NoAnswer("none")
    return ", ".join(sorted({run.word(property, node) for node in members(sure)}))


def _and(run: Run, one: Program, other: Program) -> str:
    a, b = run.answer(one), run.answer(other)
    return _said(a == b == "yes")


def _or(run: Run, one: Program, other: Program) -> str:
    a, b = run.answer(one), run.answer(other)
    return _said("yes" in (a, b))


ANSWERS: dict[str, Callable[..., str]] = {
    "exist": _exist,
    "count": lambda run, inner: str(_number(run, inner)),
    "is": lambda run, property, node, word: _said(run.word(property, run.the(node)) == word),
    "is_related": _is_related,
    "is_same": _is_same,
    "more": lambda run, one, other: _said(_number(run, one) > _number(run, other)),
    "as_many": lambda run, one, other: _said(_number(run, one) == _number(run, other)),
    "query": lambda run, property, node: run.word(property, run.the(node)),
    "query_all": _query_all,
    "and": _and,
    "or": _or,
}


# As JSON.

SHAPES: dict[str, tuple[str, ...]] = {
    "things": (), "items": (), "rooms": (),
    "type": ("set", "word"), "colour": ("set", "word"), "material": ("set", "word"),
    "that": ("set", "relation", "node"), "that_some": ("set", "relation", "set"), "same": ("set", "property", "node"),
    "either": ("set", "set"), "the": ("set",),
    "exist": ("set",), "count": ("set",), "is": ("property", "node", "word"),
    "is_related": ("relation", "node", "node"), "is_same": ("property", "node", "node"),
    "more": ("set", "set"), "as_many": ("set", "set"),
    "query": ("property", "node"), "query_all": ("property", "set"),
    "and": ("answer", "answer"), "or": ("answer", "answer"),
}  # fmt: skip
"""The arguments of every step."""


def to_json(program: Program) -> str:
    """A program as text."""
    return msgspec.json.encode(program).decode()


def from_json(text: str | bytes) -> Program:
    """The program of a text; BadInput if it is none."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(f"not a program: {error}") from None
    return checked(found)


def checked(value: Any) -> Program:
    """A program of lists or tuples as one of tuples; BadInput names the step that is wrong."""
    found: Program = _checked(value, "answer", [MOST_STEPS])
    return found


def _checked(value: Any, wanted: str, left: list[int]) -> Any:
    if wanted in ("word", "relation", "property"):
        known = {"relation": RELATIONS, "property": (*PROPERTIES, "room"), "word": None}[wanted]
        if not isinstance(value, str) or (known and value not in known):
            raise BadInput(f"a program has {value!r} where a {wanted} was expected")
        return value
    left[0] -= 1
    if left[0] < 0:
        raise BadInput(f"a program has at most {MOST_STEPS} steps")
    steps: tuple[str, ...] = {"set": tuple(SETS), "answer": tuple(ANSWERS), "node": ("the",)}[wanted]
    if not isinstance(value, list | tuple) or not value or value[0] not in steps:
        raise BadInput(f"a program has {value!r:.60} where a step that gives {wanted} was expected")
    shape = SHAPES[value[0]]
    if len(value) != 1 + len(shape):
        raise BadInput(f"{value[0]} takes {len(shape)} arguments; it has {len(value) - 1}")
    return (value[0], *(_checked(each, want, left) for each, want in zip(value[1:], shape, strict=True)))
