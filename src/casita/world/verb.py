"""What a row of the table of verbs holds, and what follows from it.

A row is all there is to a verb: the fields of its actions, its needs, its effect, its English, and what an env
offers it for. What makes sense to do it to follows from its needs (see `glance.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from casita.catalog import Affordance
from casita.world import facts as fact
from casita.world.attempt import Effect
from casita.world.glance import Glance, Mask, Need, all_of, glances
from casita.world.state import State


@dataclass(frozen=True, slots=True)
class Unit:
    """What an amount is counted in."""

    one: str
    many: str
    also: tuple[str, ...]


METRES = Unit("metre", "metres", ("meter", "meters", "m"))
DEGREES = Unit("degree", "degrees", ("°",))
KILOGRAMS_FORCE = Unit("kilogram-force", "kilograms-force", ("kgf",))
SECONDS = Unit("second", "seconds", ("s",))


class Offered(NamedTuple):
    """Rows of an env's table for one verb: one for every thing it can be about, and where `by_hand`, for every hand."""

    about: str = ""
    """An affordance; one of "thing", "movable", "receptacle", "container" and "vessel"; "room", "agent", "text",
    "liquid" (things, with every liquid that they take), "direction" or "pair" (see `casita/envs/choices.py`); empty
    for a verb that is about nothing."""
    field: str = "object"
    """The field of the action that says what it is about."""
    by_hand: bool = False
    """The object is what the hand holds."""

    @property
    def is_about_things(self) -> bool:
        """Is there a row for every thing of some kind?"""
        return self.about not in ("", "room", "agent", "text", "direction")


@dataclass(frozen=True, slots=True)
class Verb:
    """One row."""

    name: str
    takes: tuple[str, ...]
    """The fields of an action that it uses."""
    needs: tuple[Need, ...]
    """In the order affordance, state, geometry; the first that is not met is why it is refused."""
    effect: Effect
    takes_too: tuple[str, ...] = ()
    """Fields that it may be given besides."""
    say: str = ""
    """The one pattern in which an action is said (see `english.py`)."""
    past: str = ""
    """What an event of it says after the name of who did it."""
    done: str = ""
    """What is done to the object, after "cannot be" and "was"."""
    also: tuple[str, ...] = ()
    """Other patterns that mean the same."""
    unit: Unit = SECONDS
    """Of its amounts."""
    offered: tuple[Offered, ...] = ()
    """What envs offer it for."""
    directions: tuple[str, ...] = ()
    """What its direction can be, if it takes one."""
    glances: tuple[Glance, ...] = field(default=(), repr=False)

    @property
    def affordance(self) -> Affordance | None:
        """What its object must afford; decides which thing is meant where a name is vague."""
        return next((glance.affordance for glance in self.glances if glance.affordance), None)

    def has_field(self, name: str) -> bool:
        """Can an action of it use this field?"""
        return name in self.takes or name in self.takes_too

    def objects(self, state: State) -> Mask:
        """The things that it is sensibly done to now, by slot."""
        return all_of([glance.objects for glance in self.glances], state.statics, state.objects)

    def targets(self, state: State) -> Mask:
        """The things that exist and can be its target, by slot."""
        chosen = all_of([glance.targets for glance in self.glances], state.statics, state.objects)
        return chosen & state.objects.exists

    def facts(self, offered: Offered) -> int:
        """The facts that a row of an env's table asks for: its needs', as far as they are about what the row is."""
        found = fact.HOLDS if offered.by_hand else 0
        of_object = offered.is_about_things and offered.field == "object"
        for glance in self.glances:
            found |= glance.facts if of_object else glance.facts & fact.OF_THE_AGENT
            if offered.is_about_things and offered.field == "target":
                found |= glance.target_facts
        return found | (fact.SEEN if offered.is_about_things else 0)


def row(
    name: str,
    takes: str,
    needs: Sequence[Need],
    effect: Effect,
    say: str,
    past: str,
    done: str = "",
    also: Sequence[str] = (),
    *,
    too: str = "",
    unit: Unit = SECONDS,
    offered: Sequence[Offered] = (),
    directions: Sequence[str] = (),
) -> Verb:
    """A row; envs offer a verb for the things that afford what it needs, or if it takes nothing, as it is."""
    seen = glances(needs)
    affordance = next((glance.affordance for glance in seen if glance.affordance), None)
    if not offered and takes in ("", "object"):
        offered = (Offered(affordance or "thing") if takes else Offered(),)
    return Verb(
        name=name,
        takes=tuple(takes.split()),
        needs=tuple(needs),
        effect=effect,
        takes_too=tuple(too.split()),
        say=say,
        past=past,
        done=done,
        also=tuple(also),
        unit=unit,
        offered=tuple(offered),
        directions=tuple(directions),
        glances=seen,
    )
