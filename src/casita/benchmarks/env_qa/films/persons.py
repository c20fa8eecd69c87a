"""Camera-people, simulated: rows of habits."""

from __future__ import annotations

from typing import NamedTuple


class Person(NamedTuple):
    """How one of them walks, looks and hesitates."""

    name: str
    walks: float
    """Metres a second."""
    turns: float
    """Degrees a second that the head turns at most; also the bound that no film exceeds."""
    hesitates: float
    """Seconds before something is done, on average."""
    looks_round: float
    """How likely something else is looked at before the thing that is looked for."""
    overshoots: float
    """Degrees that the look goes past what is looked for, at most, before it comes back."""
    detours: float
    """How likely a way by something else is taken."""
    off_centre: float
    """Degrees that what is acted on is off the middle of the picture, at most."""
    acts: float
    """Seconds that something done takes, on average."""


PERSONS: dict[str, Person] = {
    person.name: person
    for person in (
        Person("calm", 1.0, 110.0, 0.5, 0.15, 8.0, 0.05, 7.0, 1.2),
        Person("brisk", 1.5, 160.0, 0.25, 0.10, 14.0, 0.04, 9.0, 0.9),
        Person("searching", 1.1, 130.0, 0.5, 0.45, 22.0, 0.15, 9.0, 1.1),
        Person("hesitant", 0.9, 100.0, 1.0, 0.25, 12.0, 0.08, 6.0, 1.3),
        Person("wandering", 1.2, 140.0, 0.4, 0.20, 16.0, 0.30, 11.0, 1.1),
        Person("careless", 1.4, 160.0, 0.2, 0.10, 18.0, 0.06, 15.0, 1.0),
    )
}
"""By name. All simulated."""

FASTEST = max(person.turns for person in PERSONS.values())
"""Degrees a second that no head exceeds."""
