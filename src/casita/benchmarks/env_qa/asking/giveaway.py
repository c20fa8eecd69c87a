"""Which questions are not asked because they say their own answer.

Two ways to say it, and one rule for both:
- An event that the question names decides what it asks for: is the sink dirty, after making the sink dirty?
- All words of the answer are in the question, and it does not offer a choice: where is the pot, before moving the pot
  out of the sink? What color is the orange?
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from casita.benchmarks.env_qa.asking.aspects import STATES
from casita.benchmarks.env_qa.asking.lookup import Description
from casita.benchmarks.env_qa.asking.selecting import Node
from casita.benchmarks.env_qa.item import RoleAnswer

CHOICES = frozenset({"first_of", "last_of", "which_has", "first_done_to", "first_deed", "which_state"})
"""Words of programs whose questions name what can be answered."""

DECIDES: dict[str, frozenset[str]] = {
    "opening": frozenset({"open"}),
    "closing": frozenset({"open"}),
    "turning on": frozenset({"on"}),
    "turning off": frozenset({"on"}),
    "making": frozenset({"dirt"}),
    "cleaning": frozenset({"dirt"}),
    "breaking": frozenset({"wholeness"}),
    "slicing": frozenset({"slicing"}),
    "filling": frozenset({"filling", "contents"}),
    "emptying": frozenset({"filling"}),
    "using up": frozenset({"supply"}),
}
"""By action: aspects of its thing that are known both before and after it."""

DECIDES_AFTER: dict[str, frozenset[str]] = {
    "moving": frozenset({"place", "support"}),
    "putting": frozenset({"place", "support", "beside"}),
    "emptying": frozenset({"contents"}),
}
"""By action: aspects of its thing that are known after it only."""


def gives_away(program: Node, text: str, answer: RoleAnswer) -> bool:
    """Does a question say its own answer?"""
    return _event_decides(program) or _words_say(program, text, answer)


def _event_decides(program: Node) -> bool:
    asked = _asked(program)
    if asked is None:
        return False
    names, aspect, place, moment = asked
    return any(_decides(event, is_after, names, aspect, place) for event, is_after in _named(moment))


def _asked(program: Node) -> tuple[list[str], str, str, Node] | None:
    """Of a question about a state: names of its things, the aspect, the place it asks for, and the moment."""
    word, *about = program
    match word:
        case "where":
            return _names(about[:1]), "place", "", about[1]
        case "is":
            return _names(about[:1]), STATES[about[1]], "", about[2]
        case "state" | "which_state":
            return _names(about[:1]), about[1], "", about[2]
        case "is_filled_with":
            return _names(about[:1]), "contents", "", about[2]
        case "is_at":
            return _names(about[:1]), "support", about[2], about[3]
        case "is_near":
            return _names(about[:1]), "beside", about[1], about[2]
        case "same_place":
            return _names(about[:2]), "support", "", about[2]
    return None


def _names(things: list[Node]) -> list[str]:
    return [thing[1] for thing in things if isinstance(thing[1], str)]


def _named(moment: Node) -> Iterator[tuple[Description, bool]]:
    """The events that a moment is named by, and whether it is after them."""
    kind, *events = moment
    for place, event in enumerate(events):
        if event[0] == "event":
            yield event[1], kind == "after" or (kind == "between" and place == 0)


def _decides(event: Description, is_after: bool, names: list[str], aspect: str, place: str) -> bool:
    action, thing, other = event.get("action", ""), event.get("object1", ""), event.get("object2", "")
    if place and action == "tidying" and thing == place:
        return is_after
    if other in names and event.get("prep") == "to break":
        return aspect == "wholeness"
    if thing not in names:
        return False
    if aspect in DECIDES.get(action, ()) or (is_after and aspect in DECIDES_AFTER.get(action, ())):
        return True
    # Nobody moves a pot to the sink that is there already, and what is taken out of it was there.
    return bool(place) and place == other


def _words_say(program: Node, text: str, answer: RoleAnswer) -> bool:
    if answer.yes_no or program[0] in CHOICES:
        return False
    lower = text.lower()
    words = [value for role, value in answer.filled().items() if role != "prep"]
    return all(_word(word).search(lower) for word in words)


@cache
def _word(word: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(word)}\b")
