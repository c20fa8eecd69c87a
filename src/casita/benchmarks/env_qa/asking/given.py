"""What a question's words already say: how its answer is counted, and what a guess could go by.

A question that offers a choice is answered by one of what it names. How often the first is right, and how often the
last, is what must be even; so the key of such an answer is its place among the choices.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from casita.benchmarks.env_qa.item import Question, RoleAnswer


class Given(NamedTuple):
    """What a guess could go by, and what it would have to guess."""

    words: str
    """What the question is about: the thing or the events that it names, without their order where it offers both."""
    answer: str


def answer_key(question: Question) -> str:
    """The answer as it is counted: its place among the choices that the question offers, or its roles."""
    choices = choices_of(json.loads(question.program))
    answer = question.answer.filled()
    if choices:
        return f"choice {choices.index(answer)}"
    return written_answer(question.answer)


def written_answer(answer: RoleAnswer) -> str:
    """An answer by its roles, as one text."""
    return ";".join(f"{role}={value}" for role, value in answer.filled().items())


def choices_of(program: list[Any]) -> list[dict[str, str]]:
    """The answers that a question offers, in its order; none if it offers no choice."""
    word, *about = program
    match word:
        case "first_of" | "last_of":
            return [event[1] for event in about]
        case "which_has":
            return [{"object1": thing[1]} for thing in about[2:]]
        case "first_done_to":
            return [{"object1": thing[1]} for thing in about[1:3]]
        case "first_deed":
            return [{"action": action} for action in about[1:3]]
    return []


def given(question: Question) -> Given:
    """What a guess could go by in a question: its template, and the words that are most likely to give a hint."""
    program = json.loads(question.program)
    choices = choices_of(program)
    if choices:
        said = said_choices(choices)
        return Given(" or ".join((question.template, *sorted(said))), said[choices.index(question.answer.filled())])
    if question.kind == "state":
        # By which event a moment is named hardly says what is so then; whether it is before or after one does.
        *program, moment = program
        program.append(moment[0])
    words = _named(program, with_objects=question.kind != "order")
    return Given("; ".join((question.template, *words)), written_answer(question.answer))


def said_choices(choices: list[dict[str, str]]) -> list[str]:
    """Choices by their actions, if these differ; or else by all they have."""
    actions = [choice.get("action", "") for choice in choices]
    if len(set(actions)) == len(actions):
        return actions
    return [" ".join(choice.values()) for choice in choices]


def _named(node: Any, *, with_objects: bool) -> list[str]:
    """The words of a program, with the events in it by their actions, and by their objects if wanted."""
    if isinstance(node, dict):
        return [" ".join(filter(None, (node.get("action"), node.get("object1") if with_objects else None)))]
    if isinstance(node, list):
        return [word for part in node[1:] for word in _named(part, with_objects=with_objects)]
    return [str(node)]
