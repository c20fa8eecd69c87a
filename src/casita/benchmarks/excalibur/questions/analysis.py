"""What a program is about: its topics, what must be found out to answer it, and whether it says its own answer."""

from __future__ import annotations

from collections.abc import Iterator

from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.graph.sets import MEASURES
from casita.benchmarks.excalibur.item import NEEDS, TOPICS, Kind, Need, Topic
from casita.benchmarks.excalibur.questions.programs import PROPERTIES, SHAPES, Program, answer_or_none
from casita.catalog import catalog

TOPIC_OF: dict[str, Topic] = {
    "contained_by": "contained_by", "contains": "contained_by", "room": "contained_by",
    "adjacent_to": "adjacent_to", "on_top_of": "on_top_of", "under": "on_top_of",
    "heavier_than": "heavier", "lighter_than": "heavier", "larger_than": "larger", "smaller_than": "larger",
    "longer_than": "larger", "shorter_than": "larger", "colour": "colour", "material": "material",
}  # fmt: skip
"""What each relation, property and filter counts as in Table 1."""


def steps(program: Program) -> Iterator[Program]:
    """All steps of a program, the outermost first."""
    yield program
    for inner in program[1:]:
        if isinstance(inner, tuple):
            yield from steps(inner)


def words_of(program: Program) -> Iterator[str]:
    """The names of all steps, relations and properties of a program."""
    for step in steps(program):
        yield step[0]
        for argument, wanted in zip(step[1:], SHAPES[step[0]], strict=True):
            if wanted in ("relation", "property"):
                yield argument


def kind_of(program: Program) -> Kind:
    """What sort of answer it has."""
    return "count" if program[0] == "count" else "query" if program[0].startswith("query") else "yes-no"


def topics_of(program: Program) -> tuple[Topic, ...]:
    """The properties and relations that it uses, in Table 1's order."""
    used = {TOPIC_OF[word] for word in words_of(program) if word in TOPIC_OF}
    return tuple(topic for topic in TOPICS if topic in used)


def needs_of(program: Program, graph: Graph, answer: str) -> tuple[Need, ...]:
    """What must be found out to give this answer about a house."""
    measured = {MEASURES[word][0] for word in words_of(program) if word in MEASURES}
    hidden = bool(graph.is_hidden.any()) and answer_or_none(program, graph.visible().sets) != answer
    holds = {"look": True, "open": hidden, "lift": "mass" in measured, "compare": bool(measured - {"mass"})}
    return tuple(need for need in NEEDS if holds[need])


def simpler(program: Program) -> Iterator[Program]:
    """The program without one of the filters and relations of what it asks for; descriptions stay as they are."""
    for place, inner in enumerate(program):
        if not isinstance(inner, tuple) or inner[0] == "the":
            continue
        if inner[0] in ("colour", "material", "that", "that_some", "same"):
            yield (*program[:place], inner[1], *program[place + 1 :])
        for less in simpler(inner):
            yield (*program[:place], less, *program[place + 1 :])


def is_tautology(program: Program) -> bool:
    """Does a program say the same thing of the same description twice, or ask for what its description tells?

    "Is the red mug red?", "What colour is the red mug?", "Is there a metal spoon?" where all of them are, "Is the
    mug that is heavier than the egg lighter than the egg?": no description may occur twice, but for one on each side
    of a comparison of counts, and none may name the property that is asked of it.
    """
    for side in program[1:] if program[0] in ("more", "as_many") else (program,):
        described = [step for step in steps(side) if step[0] == "the"]
        if len(set(described)) < len(described):
            return True
    pairs = [step for step in steps(program) if step[0] in ("more", "as_many", "either", "and", "or")]
    if any(step[1] == step[2] for step in pairs):
        return True
    if any(_always_true(step) for step in steps(program)):
        return True
    for step in steps(program):
        asked = step[2] if step[0] == "same" else step[1] if step[0] in ("is", "is_same", "query", "query_all") else ""
        if asked in PROPERTIES and any(_tells(inner, asked) for inner in step[1:] if isinstance(inner, tuple)):
            return True
    return False


def _always_true(step: Program) -> bool:
    """Is it a filter that all things of the type pass, or a question that they all answer alike?"""
    if step[0] not in ("is", *PROPERTIES):
        return False
    property, inner = (step[1], step[2][1]) if step[0] == "is" else step[:2]
    while inner[0] in (*PROPERTIES, "that"):
        inner = inner[1]
    if inner[0] != "type" or inner[2] not in catalog():
        return False
    row = catalog()[inner[2]]
    return len(row.materials if property == "material" else row.colours) == 1


def _tells(program: Program, property: str) -> bool:
    """Does a description name this property of what it describes, or compare by it?"""
    while program[0] not in ("things", "items", "rooms"):
        if program[0] == "either":
            return _tells(program[1], property) or _tells(program[2], property)
        if program[0] == property or (program[0] == "same" and program[2] == property):
            return True
        program = program[1]
    return False
