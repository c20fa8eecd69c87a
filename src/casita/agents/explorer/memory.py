"""What the explorer remembers: every thing that it has seen, as it was when it was first seen well, and its weight.

Questions are about the house as it was; what the robot itself moves and opens does not change what it remembers of
where things were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from casita.agents.explorer.senses import Seen
from casita.agents.explorer.weighing import Weight, usual_weight
from casita.catalog import ObjectType, catalog

NEVER_OPENED = ("door", "blinds", "shower_curtain", "shower_door")
"""What opens but holds nothing that cannot be seen without."""

STRUCTURE = ("floor", "door", "window")


@dataclass
class Remembered:
    """One thing."""

    seen: Seen
    """As it was first seen."""
    now: Seen
    """As it was seen last."""
    weight: Weight
    looks: int = 1
    """How often it was seen."""
    opened: bool = False
    """Has the robot opened it, or was it open?"""
    open_by: int | None = None
    """By which of its handles the robot opened it, while it stands open."""
    openness: tuple[float, ...] = ()
    """How far open it may stand, the likeliest first."""
    shut_again: bool = False
    """Has the robot shut it after it looked in?"""
    inside_of: str = ""
    """The name of what was just opened when it was first seen."""
    tries: dict[str, int] = field(default_factory=dict)
    """How often something was tried with it in vain."""

    @property
    def kind(self) -> ObjectType | None:
        """Its row of the catalogue."""
        return catalog().get(self.seen.type)

    @property
    def is_loose(self) -> bool:
        """Can it be picked up?"""
        return self.kind is not None and self.kind.is_loose

    @property
    def is_furniture(self) -> bool:
        """Can it carry things, and is it neither loose nor a floor, door or window?"""
        kind = self.kind
        return kind is not None and not kind.is_loose and self.seen.type not in STRUCTURE and kind.is_receptacle

    @property
    def is_hollow(self) -> bool:
        """Is it a thing that can be picked up and has a hollow, such as a pot?"""
        return self.is_loose and self.kind is not None and any(form.cavities for form in self.kind.forms.values())

    @property
    def has_hollow(self) -> bool:
        """Is it furniture that holds things inside?"""
        kind = self.kind
        return kind is not None and not kind.is_loose and any(form.cavities for form in kind.forms.values())

    @property
    def is_shut(self) -> bool:
        """Is it furniture that may hold things behind a door, and was it never opened?"""
        kind = self.kind
        if kind is None or self.opened or self.seen.type in NEVER_OPENED:
            return False
        return self.has_hollow and kind.can("open")

    def tried(self, what: str) -> int:
        """How often something was tried in vain."""
        return self.tries.get(what, 0)

    def fail(self, what: str) -> None:
        """Note one more vain try."""
        self.tries[what] = self.tried(what) + 1


class Memory:
    """All that was seen."""

    def __init__(self) -> None:
        self.things: dict[str, Remembered] = {}

    def __iter__(self) -> Iterator[Remembered]:
        return iter(self.things.values())

    def is_shut_in(self, thing: Remembered) -> bool:
        """Is a thing in something that the robot has shut again?"""
        around = self.things.get(thing.inside_of)
        return around is not None and around.shut_again

    def revise(self, things: Iterable[Seen]) -> None:
        """Take over what things turned out to be after many looks; what is not among them is not there for sure."""
        better = {thing.id: thing for thing in things}
        for name, known in self.things.items():
            if name not in better:
                known.seen = replace(known.seen, sure=0.0)
            elif known.opened:
                known.seen = replace(known.seen, sure=better[name].sure)
            else:
                if better[name].type != known.seen.type and not known.weight.felt:
                    known.weight = _weight_of(better[name])
                known.seen = better[name]

    def add(self, seen: Seen) -> Remembered:
        """Remember a thing that is seen now."""
        known = self.things.get(seen.id)
        if known is None:
            known = self.things[seen.id] = Remembered(seen, seen, _weight_of(seen))
        else:
            known.now = seen
            known.looks += 1
            if seen.sure > known.seen.sure and not known.opened:
                if seen.type != known.seen.type and not known.weight.felt:
                    known.weight = _weight_of(seen)
                known.seen = seen
        if "open" in seen.states:
            known.opened = True
        return known


def _weight_of(seen: Seen) -> Weight:
    """What a thing weighs by what it looks like."""
    return usual_weight(seen.type, seen.states, seen.size)
