"""A story: the events of a video in order, and what was true of all things of its room between them."""

from __future__ import annotations

import msgspec

Span = tuple[float, float]
"""From one second of a film to another."""


class Facts(msgspec.Struct, frozen=True):
    """What is true of one thing at one moment."""

    exists: bool = True
    """A sliced thing is gone; its slices are there instead."""
    prep: str = ""
    """"on" or "in": how it is where it is; empty for what is built in, or held."""
    at: str = ""
    """Id of what it is on or in; empty if there is none."""
    near: tuple[str, ...] = ()
    """Ids of what it was put near, as long as it stands there."""
    beside: tuple[str, ...] = ()
    """Ids of all that stands beside it."""
    is_open: bool = False
    is_on: bool = False
    is_dirty: bool = False
    is_broken: bool = False
    is_sliced: bool = False
    liquid: str = ""
    """What it is filled with; empty if with nothing."""
    is_used_up: bool = False


class Thing(msgspec.Struct, frozen=True):
    """What never changes about a thing."""

    id: str
    type: str
    name: str
    """The name that questions use, of the paper's vocabulary where it has one: "butter knife"."""
    colour: str
    material: str
    opens: bool
    turns_on: bool
    gets_dirty: bool
    breaks: bool
    is_sliceable: bool
    is_fillable: bool
    is_loose: bool
    """Can it be picked up?"""


class Happening(msgspec.Struct, frozen=True):
    """One event, in the paper's sense: an instruction that was carried out."""

    verb: str
    """One of `films.verbs.VERBS`, such as "move" or "put near"."""
    object: str
    """Id of the thing that is acted on."""
    target: str = ""
    """Id of the other thing, where there is one."""
    liquid: str = ""
    starts: float = 0.0
    ends: float = 0.0
    """Seconds of the film: while it is seen to happen."""
    is_seen: bool = True
    """Did enough pixels show the thing while it happened? What is not seen is not asked about."""


class Story(msgspec.Struct, frozen=True):
    """All that questions about one video are asked of."""

    video: str
    room_kind: str
    starts: float
    ends: float
    things: dict[str, Thing]
    happenings: tuple[Happening, ...]
    moments: tuple[dict[str, Facts], ...]
    """One more than happenings: what is so before the first, and after each."""
    seen: dict[str, tuple[Span, ...]]
    """By thing: when it is clearly seen in the video; things that never are are not here."""
