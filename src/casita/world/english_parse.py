"""What English sentences ask for: the exact inverse of `english.sentence`, but forgiving.

Every pattern of every verb becomes a regular expression; the first whose slots can all be resolved
in the scene is what is meant. If there is none, the answer says which words were not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from casita.catalog import ObjectType
from casita.errors import BadInput
from casita.limits import SENTENCE_CHARACTERS
from casita.scenes.scene import Scene
from casita.world.action import Action
from casita.world.english import BRACKET, PLACES, SAID, SLOT, WAYS
from casita.world.english_names import Listener, NotUnderstood, not_called, without_article
from casita.world.liquids import LIQUIDS
from casita.world.verb import Unit, Verb

__all__ = ["Given", "NotUnderstood", "Parsed", "parse"]


@dataclass(frozen=True, slots=True)
class Given:
    """A condition on an order: "if the pot is not clean"."""

    object: str
    adjective: str
    holds: bool = True
    """False for a condition with "not"."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a sentence asks for, and on what condition, if it names one."""

    action: Action
    given: Given | None = None


ASKS = {
    "put": "where: put it on, in or near what?",
    "place": "where: place it on, in or near what?",
    "move": "where: move ahead, back, left or right, or move what to what?",
    "walk": "where: walk to what?",
    "go": "where: go to what?",
    "turn": "how: turn left, turn right, or turn what on or off?",
    "switch": "how: switch what on or off?",
    "look": "where: look up, look down or look for what?",
    "make": "how: make what dirty or clean?",
    "pour": "where: pour what into what?",
    "bring": "where: bring what to what?",
    "sit": "where: sit on what?",
    "drink": "from what: drink from what?",
    "wait": "how long: wait how many seconds?",
}
"""What is missing from an order that goes no further than its first word suggests."""

ADJECTIVES = ("clean", "dirty", "open", "closed", "on", "off", "broken", "whole", "empty", "full", "cooked", "raw",
              "sliced")  # fmt: skip
"""What a condition can ask of a thing."""

DIRECTIONS = {
    "ahead": "ahead", "back": "back", "left": "left", "right": "right", "forward": "ahead", "forwards": "ahead",
    "away": "ahead", "backward": "back", "backwards": "back", "up": "up", "down": "down", "clockwise": "clockwise",
    "anticlockwise": "anticlockwise",
}  # fmt: skip

POLITE_START = re.compile(r"^((please|kindly|now|then|just|(can|could|would|will) you)[ ,]+)+", re.IGNORECASE)
POLITE_END = re.compile(r",? (please|now|thanks|thank you)$", re.IGNORECASE)
CONDITION = re.compile(
    rf"if (?P<object>.+?) (?:is|are) (?P<no>not )?(?P<adjective>{'|'.join(ADJECTIVES)})"
    r"(?: ?, ?| )(?:then )?(?P<order>.+)",
    re.IGNORECASE | re.DOTALL,
)
QUOTES = ('""', "“”", "''")


def parse(
    text: str, agent: str, scene: Scene, prefer: Sequence[str] = (), agents: Sequence[str] = ()
) -> Parsed | NotUnderstood:
    """What a sentence asks an agent to do.

    A name without a number means the first such thing in `prefer` (what is seen, say), else the first in the
    scene. A sliced thing that is not preferred while its slices are means the first of those. `agents` are the
    names that can be walked to and followed.
    """
    if len(text) > SENTENCE_CHARACTERS:
        raise BadInput(f"a sentence has at most {SENTENCE_CHARACTERS:,} characters; this has {len(text):,}")
    listener = Listener(scene, tuple(prefer), tuple(agents))
    order = _without_polite_words(_single_spaced(text))
    condition = CONDITION.fullmatch(order)
    if condition is None:
        found = _order(order, agent, listener)
        return Parsed(found) if isinstance(found, Action) else found
    object = listener.thing(condition["object"])
    if isinstance(object, NotUnderstood):
        return object
    found = _order(condition["order"], agent, replace(listener, it=object))
    given = Given(object, condition["adjective"].lower(), not condition["no"])
    return Parsed(found, given) if isinstance(found, Action) else found


def _order(order: str, agent: str, listener: Listener) -> Action | NotUnderstood:
    """The action that the first fitting pattern asks for; else the failure with the fewest unknown words."""
    failures: list[NotUnderstood] = []
    for verb, pattern in _patterns():
        match = pattern.fullmatch(order)
        if match:
            found = _action(agent, verb, match, listener)
            if isinstance(found, Action):
                return found
            failures.append(found)
    return min(failures, key=lambda failure: len(failure.words)) if failures else _unknown_order(order)


def _action(agent: str, verb: Verb, match: re.Match[str], listener: Listener) -> Action | NotUnderstood:
    """The action of a verb whose slots were filled so, or the first slot that was not understood."""
    fields: dict[str, str] = {}
    amount = 0.0
    for slot, words in match.groupdict().items():
        if words is None:
            continue
        if slot == "amount":
            amount = float(words)
            continue
        meant = _meaning(slot, words, verb, listener)
        if isinstance(meant, NotUnderstood):
            return meant
        fields["relation" if slot == "way" else slot] = meant
    used = {"relation" if slot == "way" else slot for slot in SLOT.findall(verb.say)}
    kept = {field: value for field, value in fields.items() if field in used}
    return Action(agent, verb.name, amount=amount, **kept)


def _meaning(slot: str, words: str, verb: Verb, listener: Listener) -> str | NotUnderstood:
    """What the words in a slot mean."""
    match slot:
        case "object":
            return listener.thing(words, partial(_affords, verb))
        case "target":
            return listener.target(words)
        case "liquid":
            liquid = without_article(words.lower())
            return liquid if liquid in LIQUIDS else not_called("liquid", words, LIQUIDS[1:])
        case "relation":
            return PLACES[words.lower()]
        case "way":
            return WAYS[words.lower()]
        case "direction":
            return DIRECTIONS[words.lower()]
        case _:
            return words[1:-1] if len(words) > 1 and words[0] + words[-1] in QUOTES else words


def _affords(verb: Verb, kind: ObjectType) -> bool:
    return verb.affordance is None or kind.can(verb.affordance)


@cache
def _patterns() -> tuple[tuple[Verb, re.Pattern[str]], ...]:
    """Every way to say every verb; where two understand the same words, that with more words of its own comes first."""
    found = [(verb, pattern) for verb in SAID.values() for pattern in (verb.say, *verb.also)]
    found.sort(key=lambda each: -_own_words(each[1]))
    return tuple((verb, _expression(pattern, verb.unit)) for verb, pattern in found)


def _own_words(pattern: str) -> int:
    """How many words a sentence must share with a pattern, besides what fills its slots."""
    text = SLOT.sub("", BRACKET.sub("", pattern))
    text = re.sub(r"\([^()]*\)\?", "", text)
    return len(re.sub(r"\(([^()|]*)[^()]*\)", r"\1", text).split())


def _expression(pattern: str, unit: Unit) -> re.Pattern[str]:
    """The regular expression of a pattern."""
    unit_words = _any_of((unit.one, unit.many, *unit.also))
    slots = {
        "relation": _any_of(PLACES),
        "way": _any_of(WAYS),
        "direction": _any_of(DIRECTIONS),
        "amount": r"-?\d{1,300}(?:\.\d+)?",
        "text": ".*",
    }
    text = pattern.replace("(", "(?:").replace("[", "(?:").replace("]", ")?")
    text = text.replace("{amount}", rf"{{amount}}(?: ?(?:{unit_words}))?")
    text = SLOT.sub(lambda slot: f"(?P<{slot[1]}>{slots.get(slot[1], '.+?')})", text)
    return re.compile(text, re.IGNORECASE | re.DOTALL)


def _any_of(words: Iterable[str]) -> str:
    """An expression for any of some words, longer ones first."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: -len(word)))


def _unknown_order(order: str) -> NotUnderstood:
    """Why no pattern fits: its first word is no verb, or the rest is missing."""
    if not order:
        return NotUnderstood("", "there are no words; say what to do, such as 'open the fridge'")
    first = order.split()[0].lower()
    heads = [head for verb in SAID.values() for each in (verb.say, *verb.also) for head in _heads(each)]
    if first in heads:
        return NotUnderstood(order, f"I know '{first}', but not {ASKS.get(first, f'what: {first} what?')}")
    return not_called("verb", first, list(dict.fromkeys(heads)))


def _heads(pattern: str) -> list[str]:
    """The words that a pattern can begin with: "put", or "turn" and "switch" of "(turn|switch) on"."""
    choices = pattern[1:].partition(")")[0].split("|") if pattern[0] == "(" else [pattern]
    return [choice.split()[0].partition("[")[0] for choice in choices]


def _single_spaced(text: str) -> str:
    """A text with single spaces between words, but for what is quoted in it."""
    plain_text, quote, quoted = text.strip().partition('"')
    return re.sub(r"\s+", " ", plain_text) + quote + quoted


def _without_polite_words(text: str) -> str:
    ended = POLITE_END.sub("", text.rstrip(" .!?"))
    return POLITE_START.sub("", ended.rstrip(" .!?"))
