"""What can be asked of a thing's state: each aspect has one value at every moment."""

from __future__ import annotations

from collections.abc import Callable

from casita.benchmarks.env_qa.asking.lookup import NotAskable, StoryLookup
from casita.benchmarks.env_qa.story.story import Facts, Thing
from casita.benchmarks.env_qa.vocabulary import NOTHING, WHOLE
from casita.catalog import catalog

Value = tuple[str, ...]
"""Of a place: the preposition and the name of what it is on, in or near. Of any other aspect: its one word."""

PLACINGS = ("move", "put near", "throw", "push")
"""Verbs after which a thing is somewhere else."""


def place(lookup: StoryLookup, thing: str, moment: int) -> Value:
    """Where a thing is: near what it was put near, as long as it is still there; or else what it is on or in."""
    facts = _existing(lookup, thing, moment)
    for number in range(moment - 1, -1, -1):
        one = lookup.story.happenings[number]
        if one.object == thing and one.verb in PLACINGS:
            if one.verb == "put near" and one.target in facts.near:
                return "near", lookup.name(one.target)
            break
    return support(lookup, thing, moment)


def support(lookup: StoryLookup, thing: str, moment: int) -> Value:
    """What a thing is on or in."""
    facts = _existing(lookup, thing, moment)
    if not facts.at or not facts.prep:
        raise NotAskable(f"{thing} is on or in nothing")
    return facts.prep, lookup.name(facts.at)


def beside(lookup: StoryLookup, thing: str, moment: int) -> Value:
    """Names of what stands beside a thing."""
    facts = _existing(lookup, thing, moment)
    return tuple(sorted({lookup.name(other) for other in facts.near}))


def _existing(lookup: StoryLookup, thing: str, moment: int) -> Facts:
    facts = lookup.facts(thing, moment)
    if not facts.exists:
        raise NotAskable(f"{thing} is not there any more")
    return facts


Aspect = Callable[[StoryLookup, str, int], Value]


def _of_facts(can: Callable[[Thing], bool], word: Callable[[Facts], str], *, when_gone: bool = False) -> Aspect:
    def value(lookup: StoryLookup, thing: str, moment: int) -> Value:
        if not can(lookup.story.things[thing]):
            raise NotAskable(f"{thing} never is so")
        facts = lookup.facts(thing, moment) if when_gone else _existing(lookup, thing, moment)
        return (word(facts),)

    return value


def _is_used_up_at_all(thing: Thing) -> bool:
    return thing.type in catalog() and "use_up" in catalog()[thing.type].affordances


ASPECTS: dict[str, Aspect] = {
    "place": place,
    "support": support,
    "beside": beside,
    "open": _of_facts(lambda thing: thing.opens, lambda facts: "open" if facts.is_open else "closed"),
    "on": _of_facts(lambda thing: thing.turns_on, lambda facts: "on" if facts.is_on else "off"),
    "dirt": _of_facts(lambda thing: thing.gets_dirty, lambda facts: "dirty" if facts.is_dirty else "clean"),
    "wholeness": _of_facts(lambda thing: thing.breaks, lambda facts: "broken" if facts.is_broken else WHOLE),
    # A sliced thing is gone: that is how it is known to be sliced.
    "slicing": _of_facts(
        lambda thing: thing.is_sliceable,
        lambda facts: "sliced" if facts.is_sliced or not facts.exists else WHOLE,
        when_gone=True,
    ),
    "filling": _of_facts(lambda thing: thing.is_fillable, lambda facts: "full" if facts.liquid else "empty"),
    "contents": _of_facts(lambda thing: thing.is_fillable, lambda facts: facts.liquid or NOTHING),
    "supply": _of_facts(_is_used_up_at_all, lambda facts: "used up" if facts.is_used_up else "left"),
}
"""All aspects by name."""

STATES = {
    "open": "open",
    "closed": "open",
    "on": "on",
    "off": "on",
    "dirty": "dirt",
    "clean": "dirt",
    "broken": "wholeness",
    "sliced": "slicing",
    "full": "filling",
    "empty": "filling",
    "used up": "supply",
}
"""States that yes-or-no questions ask for, with the aspect that each is a value of."""
