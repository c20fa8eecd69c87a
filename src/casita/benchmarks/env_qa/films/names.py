"""What things are called in instructions and questions: by the paper's vocabulary, which has no basins of their own."""

from __future__ import annotations

from casita.benchmarks.env_qa.vocabulary import name_of_type
from casita.world.state import State
from casita.world.statics import NONE

NEVER_NAMED = frozenset({"floor", "wall", "ceiling", "door", "doorway", "rug", "stove_knob", "room_decor"})
"""Types that nobody is asked to find, and nothing is put near: what rooms are built of, and what hardly shows."""


def name_of(kind: str) -> str:
    """The name of a type; a basin is called what it is built into."""
    return name_of_type(kind.removesuffix("_basin"))


def whole(state: State, id: str) -> str:
    """The thing that a basin is built into; every other thing itself."""
    known = state.statics
    slot = known.slot(id)
    if known.things[slot].type.endswith("_basin") and known.parent[slot] != NONE:
        return known.ids[int(known.parent[slot])]
    return id
