"""What the names in an order mean: things, slices, rooms and agents of a scene, forgiving articles and plurals."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources

from casita.catalog import ObjectType, catalog
from casita.reading import parsed_toml
from casita.scenes.describe import plain
from casita.scenes.scene import Scene


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Why a sentence asks for nothing that we know."""

    words: str
    """The words that were not understood."""
    message: str
    """Says so, and what was expected."""

    def __str__(self) -> str:
        return self.message


ARTICLE = re.compile(r"(the|an?|some|my|your|this|that|these|those|any|one of the) ", re.IGNORECASE)
PIECE_FIRST = re.compile(r"slices? ?(\d*) ?of (.+)", re.IGNORECASE)
PIECE_LAST = re.compile(r"(.+?)[ _]slices?[ _]?(\d*)", re.IGNORECASE)
NUMBERED = re.compile(r"(.*[^\d _])[ _]?(\d+)")

Suits = Callable[[ObjectType], bool]
"""Is a thing of this type likely to be meant?"""


def _anything(kind: ObjectType) -> bool:
    return True


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
        key = _key(without_article(words))
        for room in self.scene.rooms:
            if key in (_key(room.id), _key(room.kind)):
                return room.id
        return self.thing(words, _receives)

    def thing(self, words: str, suits: Suits = _anything) -> str | NotUnderstood:
        """The thing that some words name; of several kinds that they may name, rather one that suits."""
        words = without_article(words)
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
        words = without_article(words)
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
        return not_called("thing", words, sorted(nouns) + sorted(rooms) + list(self.agents))


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
        counted = without_article(f"{kind.article} {kind.singular}")
        for name in (kind.name, kind.singular, kind.plural, counted):
            own[_key(name)] = (kind.name,)
        for name in (name for names in kind.aliases.values() for name in names):
            other[_key(name)] = (*other.get(_key(name), ()), kind.name)
    for name, types in everyday_names().items():
        other[_key(name)] = (*other.get(_key(name), ()), *types)
    return own, other


@cache
def everyday_names() -> dict[str, list[str]]:
    """What people call types besides their names and aliases in the catalogue, with the types that they may mean."""
    text = resources.files("casita.world").joinpath("everyday_names.toml").read_text("utf-8")
    return parsed_toml(text, "everyday_names.toml")


def not_called(what: str, words: str, known: Sequence[str]) -> NotUnderstood:
    """A name that we do not know, with the nearest ones that we do."""
    written = {name.lower(): name for name in known}
    near = [written[name] for name in get_close_matches(words.lower(), written, n=3, cutoff=0.6)]
    hint = f"did you mean {' or '.join(near)}?" if near else f"I know {', '.join(known[:3])} and others"
    return NotUnderstood(words, f"I do not know a {what} called '{words}'; {hint}")


def without_article(words: str) -> str:
    """Some words less the article that they begin with."""
    article = ARTICLE.match(words)
    return words[article.end() :] if article else words


def _key(name: str) -> str:
    """A name without case, spaces, underscores and hyphens."""
    return re.sub(r"[\s_-]", "", name).casefold()
