"""English for things and events: what stands in the blanks of a question."""

from __future__ import annotations

from functools import cache

from casita.benchmarks.env_qa.item import RoleAnswer
from casita.benchmarks.env_qa.vocabulary import PARTICIPLES, name_of_type
from casita.catalog import catalog

PLURAL_NAMES = frozenset(
    {"blinds", "boots", "books", "chips", "chopsticks", "crackers", "curtains"}
    | {"french fries", "grapes", "plants", "scissors"}
)
"""Names that take "are" though they are said of one thing."""


class Words(str):
    """What stands in a blank: as text, and the verbs that go with it."""

    __slots__ = ()

    @property
    def be(self) -> str:
        """ "is", or "are" for the curtains."""
        return "are" if self._is_plural else "is"

    @property
    def was(self) -> str:
        """ "was", or "were" for the curtains."""
        return "were" if self._is_plural else "was"

    @property
    def does(self) -> str:
        """ "does", or "do" for the curtains."""
        return "do" if self._is_plural else "does"

    @property
    def bare(self) -> str:
        """Without its article."""
        return self.removeprefix("the ")

    @property
    def many(self) -> str:
        """Its plural, without an article."""
        return plural(self.bare)

    @property
    def _is_plural(self) -> bool:
        return self.bare in PLURAL_NAMES


def the(name: str) -> Words:
    """A thing by its name."""
    return Words(f"the {name}")


@cache
def plural(name: str) -> str:
    """The plural of a thing's name."""
    found = next((row for row in catalog().values() if name_of_type(row.name) == name), None)
    if found is not None:
        return found.plural.lower()
    return name if name in PLURAL_NAMES else f"{name}s"


def said(event: RoleAnswer) -> Words:
    """An event, or what a question says of it: "moving the pot to the sink", "making the mug dirty"."""
    words = [event.action]
    if event.object1:
        words.append(f"the {event.object1}")
    if event.action == "making":
        words.append(event.adjective)
    if event.prep and event.object2:
        words.append(f"{event.prep} the {event.object2}")
    elif event.prep and event.adjective:
        words.append(f"{event.prep} {event.adjective}")
    return Words(" ".join(words))


def done(event: RoleAnswer) -> Words:
    """What was done to the thing of an event, as it is said of the thing: "moved to the sink", "filled with coffee"."""
    participle = PARTICIPLES[event.action]
    if not event.prep:
        return Words(participle)
    other = f"the {event.object2}" if event.object2 else event.adjective
    return Words(f"{participle.removesuffix(' near something')} {event.prep} {other}")
