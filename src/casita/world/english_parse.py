"""What English sentences ask for: the exact inverse of `english.sentence`, but forgiving.

Every pattern of every phrase becomes a regular expression; the first whose slots can all be resolved
in the scene is what is meant. If there is none, the answer says which words were not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, partial

from casita.catalog import ObjectType, catalog
from casita.scenes.describe import plain
from casita.scenes.scene import Scene
from casita.world.action import Action
from casita.world.english import PHRASES, PLACES, SLOT, WAYS, Phrase, Unit
from casita.world.liquids import LIQUIDS


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


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Why a sentence asks for nothing that we know."""

    words: str
    """The words that were not understood."""
    message: str
    """Says so, and what was expected."""

    def __str__(self) -> str:
        return self.message


EVERYDAY: dict[str, tuple[str, ...]] = {
    "ball": ("basket_ball",),
    "bath": ("bathtub",),
    "bin": ("garbage_can",),
    "clock": ("alarm_clock",),
    "counter": ("counter_top",),
    "glass": ("water_glass", "wine_glass", "cup"),
    "hob": ("stove_burner", "stove_knob"),
    "keys": ("key_chain",),
    "lamp": ("floor_lamp",),
    "paper": ("newspaper",),
    "picture": ("painting", "poster"),
    "plant": ("house_plant",),
    "refrigerator": ("fridge",),
    "remote": ("remote_control",),
    "rubbish bin": ("garbage_can",),
    "sponge": ("dish_sponge",),
    "stove": ("stove_burner", "stove_knob"),
    "tap": ("faucet",),
    "tissues": ("tissue_box",),
    "trash": ("garbage_can",),
    "tub": ("bathtub",),
}
"""What people call types besides their names and aliases in the catalogue."""

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
    "away": "ahead", "backward": "back", "backwards": "back",
}  # fmt: skip

POLITE_START = re.compile(r"^((please|kindly|now|then|just|(can|could|would|will) you)[ ,]+)+", re.IGNORECASE)
POLITE_END = re.compile(r",? (please|now|thanks|thank you)$", re.IGNORECASE)
ARTICLE = re.compile(r"(the|an?|some|my|your|this|that|these|those|any|one of the) ", re.IGNORECASE)
PIECE_FIRST = re.compile(r"slices? ?(\d*) ?of (.+)", re.IGNORECASE)
PIECE_LAST = re.compile(r"(.+?)[ _]slices?[ _]?(\d*)", re.IGNORECASE)
NUMBERED = re.compile(r"(.*[^\d _])[ _]?(\d+)")
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
    for phrase, pattern in _patterns():
        match = pattern.fullmatch(order)
        if match:
            found = _action(agent, phrase, match, listener)
            if isinstance(found, Action):
                return found
            failures.append(found)
    return min(failures, key=lambda failure: len(failure.words)) if failures else _unknown_order(order)


def _action(agent: str, phrase: Phrase, match: re.Match[str], listener: Listener) -> Action | NotUnderstood:
    """The action of a phrase whose slots were filled so, or the first slot that was not understood."""
    fields: dict[str, str] = {}
    amount = 0.0
    for slot, words in match.groupdict().items():
        if words is None:
            continue
        if slot == "amount":
            amount = float(words)
            continue
        meant = _meaning(slot, words, phrase, listener)
        if isinstance(meant, NotUnderstood):
            return meant
        fields["relation" if slot == "way" else slot] = meant
    used = {"relation" if slot == "way" else slot for slot in SLOT.findall(phrase.say)}
    kept = {field: value for field, value in fields.items() if field in used}
    return Action(agent, phrase.verb, amount=amount, **kept)


def _meaning(slot: str, words: str, phrase: Phrase, listener: Listener) -> str | NotUnderstood:
    """What the words in a slot mean."""
    match slot:
        case "object":
            return listener.thing(words, partial(_affords, phrase))
        case "target":
            return listener.target(words)
        case "liquid":
            liquid = _without_article(words.lower())
            return liquid if liquid in LIQUIDS else _not_called("liquid", words, LIQUIDS[1:])
        case "relation":
            return PLACES[words.lower()]
        case "way":
            return WAYS[words.lower()]
        case "direction":
            return DIRECTIONS[words.lower()]
        case _:
            return words[1:-1] if len(words) > 1 and words[0] + words[-1] in QUOTES else words


Suits = Callable[[ObjectType], bool]
"""Is a thing of this type likely to be meant?"""


def _anything(kind: ObjectType) -> bool:
    return True


def _affords(phrase: Phrase, kind: ObjectType) -> bool:
    return phrase.affords is None or kind.can(phrase.affords)


def _receives(kind: ObjectType) -> bool:
    return kind.is_receptacle


@dataclass(frozen=True, slots=True)
class Listener:
    """Finds what names mean in a scene."""

    scene: Scene
    prefer: tuple[str, ...]
    agents: tuple[str, ...]
    it: str = ""
    """What "it" means, if anything was named before."""

    def target(self, words: str) -> str | NotUnderstood:
        """The agent, thing or room that some words name."""
        for name in self.agents:
            if _key(name) == _key(words):
                return name
        key = _key(_without_article(words))
        for room in self.scene.rooms:
            if key in (_key(room.id), _key(room.kind)):
                return room.id
        return self.thing(words, _receives)

    def thing(self, words: str, suits: Suits = _anything) -> str | NotUnderstood:
        """The thing that some words name; of several kinds that they may name, rather one that suits."""
        words = _without_article(words)
        if self.it and words.lower() in ("it", "them"):
            return self.it
        piece = PIECE_FIRST.fullmatch(words)
        if piece:
            return self._slice(piece[2], piece[1])
        piece = PIECE_LAST.fullmatch(words)
        if piece:
            return self._slice(piece[1], piece[2])
        whole = self._whole(words, suits)
        is_numbered = NUMBERED.fullmatch(words) is not None
        return whole if isinstance(whole, NotUnderstood) or is_numbered else self._still_there(whole)

    def _whole(self, words: str, suits: Suits) -> str | NotUnderstood:
        """The thing that some words name, whether or not it has been sliced."""
        words = _without_article(words)
        numbered = NUMBERED.fullmatch(words)
        if numbered:
            return self._numbered(numbered[1], numbered[2])
        ids = self._of_name(words, suits)
        return ids[0] if ids else self._unknown(words)

    def _numbered(self, noun: str, number: str) -> str | NotUnderstood:
        """The thing with a name and a number."""
        ids = self._of_name(noun, _anything)
        for id in ids:
            if id == f"{self.scene.by_id[id].type}_{number}":
                return id
        if not ids:
            return self._unknown(noun)
        words = f"{noun} {number}"
        numbers = ", ".join(sorted((id.rpartition("_")[2] for id in ids), key=lambda number: (len(number), number)))
        return NotUnderstood(words, f"there is no {words} here, only {noun} {numbers}")

    def _slice(self, name: str, number: str) -> str | NotUnderstood:
        """A slice of a thing; without a number, the first that is preferred."""
        whole = self._whole(name, _anything)
        if isinstance(whole, NotUnderstood):
            return whole
        if not self.scene.by_id[whole].kind.can("slice"):
            return NotUnderstood(f"slice of {name}", f"a {self.scene.by_id[whole].kind.singular} has no slices")
        if number:
            return f"{whole}_slice_{number}"
        return next((id for id in self.prefer if id.startswith(f"{whole}_slice_")), f"{whole}_slice_1")

    def _still_there(self, id: str) -> str:
        """The thing itself, or its first slice if only those are preferred."""
        if id in self.prefer:
            return id
        return next((piece for piece in self.prefer if piece.startswith(f"{id}_slice_")), id)

    def _of_name(self, noun: str, suits: Suits) -> list[str]:
        """Ids of the things that a noun may mean, best first: own names of types before other names."""
        rank = {id.partition("_slice_")[0]: i for i, id in reversed(list(enumerate(self.prefer)))}
        for types in _types_called(noun):
            things = [thing for thing in self.scene.things if thing.type in types]
            if things:
                things.sort(key=lambda thing: (not suits(thing.kind), rank.get(thing.id, len(self.prefer))))
                return [thing.id for thing in things]
        return []

    def _unknown(self, words: str) -> NotUnderstood:
        if any(_types_called(words)):
            return NotUnderstood(words, f"there is no {words} here")
        nouns = {thing.kind.singular for thing in self.scene.things}
        rooms = {plain(room.kind) for room in self.scene.rooms}
        return _not_called("thing", words, sorted(nouns) + sorted(rooms) + list(self.agents))


def _types_called(noun: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The types with this name, and those that others call so; a plural that nobody knows counts as its singular."""
    own, other = _dictionary()
    key = _key(noun)
    singulars = (key, re.sub("ies$", "y", key), re.sub("es$", "", key), re.sub("s$", "", key))
    for one in singulars:
        if one in own or one in other:
            return own.get(one, ()), other.get(one, ())
    return (), ()


@cache
def _dictionary() -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Types by their own names, and by what other systems and people call them."""
    own: dict[str, tuple[str, ...]] = {}
    other: dict[str, tuple[str, ...]] = {}
    for kind in catalog().values():
        counted = _without_article(f"{kind.article} {kind.singular}")
        for name in (kind.name, kind.singular, kind.plural, counted):
            own[_key(name)] = (kind.name,)
        for name in (name for names in kind.aliases.values() for name in names):
            other[_key(name)] = (*other.get(_key(name), ()), kind.name)
    for name, types in EVERYDAY.items():
        other[_key(name)] = (*other.get(_key(name), ()), *types)
    return own, other


@cache
def _patterns() -> tuple[tuple[Phrase, re.Pattern[str]], ...]:
    """Every way to say every verb."""
    return tuple(
        (phrase, _expression(pattern, phrase.unit))
        for phrase in PHRASES.values()
        for pattern in (phrase.say, *phrase.also)
    )


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
    heads = [head for phrase in PHRASES.values() for each in (phrase.say, *phrase.also) for head in _heads(each)]
    if first in heads:
        return NotUnderstood(order, f"I know '{first}', but not {ASKS.get(first, f'what: {first} what?')}")
    return _not_called("verb", first, list(dict.fromkeys(heads)))


def _heads(pattern: str) -> list[str]:
    """The words that a pattern can begin with: "put", or "turn" and "switch" of "(turn|switch) on"."""
    choices = pattern[1:].partition(")")[0].split("|") if pattern[0] == "(" else [pattern]
    return [choice.split()[0].partition("[")[0] for choice in choices]


def _not_called(what: str, words: str, known: Sequence[str]) -> NotUnderstood:
    """A name that we do not know, with the nearest ones that we do."""
    written = {name.lower(): name for name in known}
    near = [written[name] for name in get_close_matches(words.lower(), written, n=3, cutoff=0.6)]
    hint = f"did you mean {' or '.join(near)}?" if near else f"I know {', '.join(known[:3])} and others"
    return NotUnderstood(words, f"I do not know a {what} called '{words}'; {hint}")


def _single_spaced(text: str) -> str:
    """A text with single spaces between words, but for what is quoted in it."""
    plain_text, quote, quoted = text.strip().partition('"')
    return re.sub(r"\s+", " ", plain_text) + quote + quoted


def _without_polite_words(text: str) -> str:
    ended = POLITE_END.sub("", text.rstrip(" .!?"))
    return POLITE_START.sub("", ended.rstrip(" .!?"))


def _without_article(words: str) -> str:
    article = ARTICLE.match(words)
    return words[article.end() :] if article else words


def _key(name: str) -> str:
    """A name without case, spaces, underscores and hyphens."""
    return re.sub(r"[\s_-]", "", name).casefold()
