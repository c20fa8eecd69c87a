"""What answers are made of: all values of every role, the paper's among them, and the words for what is done.

- The paper's values are in `data/answer_space.json`; its "former" and "latter" are in no role of section 3.4, and no
  answer of ours has them: which of two events was first is answered by that event, as in Figure 1.
- Ours in addition: names of our catalogue's further types and of their slices, our further colours, materials and
  liquids, and the state "on", which the paper's list lacks though it has "off".
- Where the paper has two words for one thing ("close" and "closed"), ours is one of them, and the other means it.
- What something is filled with is an adjective, as in the paper's list: "filling", "cup", "with", and "coffee".
- To find something is no event: there is no word for it among the paper's actions. Films of exploring are asked about
  attributes, places, states and counts only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

from casita.benchmarks.env_qa.item import Role
from casita.catalog import catalog

FIND = "find"
"""The verb of the films that is no event."""

GERUNDS = {
    "move": "moving",
    "put near": "putting",
    "throw": "throwing",
    "push": "pushing",
    "open": "opening",
    "close": "closing",
    "turn on": "turning on",
    "turn off": "turning off",
    "fill": "filling",
    "empty": "emptying",
    "clean": "cleaning",
    "make dirty": "making",
    "slice": "slicing",
    "break": "breaking",
    "use up": "using up",
    "tidy": "tidying",
}
"""The value of the action role for each verb of the films."""

PARTICIPLES = {
    "moving": "moved",
    "putting": "put near something",
    "throwing": "thrown",
    "pushing": "pushed",
    "opening": "opened",
    "closing": "closed",
    "turning on": "turned on",
    "turning off": "turned off",
    "filling": "filled",
    "emptying": "emptied",
    "cleaning": "cleaned",
    "making": "made dirty",
    "slicing": "sliced",
    "breaking": "broken",
    "using up": "used up",
    "tidying": "tidied",
}
"""How an action is said of the thing that it is done to."""

OTHER_NAMES = {
    "books": "book",
    "plants": "house plant",
    "phone": "cell phone",
    "paper towel": "paper towel roll",
}
"""The paper's second names of things, with the first."""

MEANT: Mapping[Role, Mapping[str, str]] = {
    "action": {"thrown": "throwing"},
    "prep": {"next to": "near"},
    "object1": OTHER_NAMES,
    "object2": OTHER_NAMES,
    "adjective": {"opened": "open", "close": "closed", "cleaned": "clean"},
}
"""Of two of the paper's words that mean the same, the one that our answers have."""

NOTHING = "nothing"
"""What is in a thing that is empty."""

WHOLE = "complete"
"""The paper's word for what is not broken."""


@cache
def papers() -> dict[str, tuple[str, ...]]:
    """The paper's values: of actions, objects, prepositions, adjectives, numbers, and yes and no."""
    text = resources.files("casita.benchmarks.env_qa").joinpath("data", "answer_space.json").read_text("utf-8")
    return {name: tuple(values) for name, values in json.loads(text).items()}


@cache
def name_of_type(name: str) -> str:
    """What questions call things of a type: our name if the paper has it too, or else the paper's, or else ours."""
    row = catalog()[name]
    own = row.singular.lower()
    return own if own in papers()["object"] else row.aliases.get("env_qa", (own,))[0]


def slice_of(name: str) -> str:
    """What questions call a slice of a thing of this name."""
    return f"{name} slice"


@cache
def vocabulary() -> Mapping[Role, tuple[str, ...]]:
    """All values of every role: the paper's in its order, then ours in the order of the alphabet."""
    own = catalog()
    names = {name_of_type(name) for name in own}
    names |= {slice_of(name_of_type(name)) for name, row in own.items() if "slice" in row.affordances}
    liquids = {liquid for row in own.values() for liquid in row.liquids}
    objects = _with_ours("object", names)
    return {
        "action": _with_ours("action", set(GERUNDS.values())),
        "object1": objects,
        "prep": _with_ours("prep", set()),
        "object2": objects,
        "adjective": _with_ours("adjective", {*own.colours, *own.materials, *liquids, "on"}),
        "number": _with_ours("number", set()),
        "yes_no": _with_ours("yes_no", set()),
    }


@cache
def known_values(role: Role) -> frozenset[str]:
    """All values of a role."""
    return frozenset(vocabulary()[role])


def most_counted() -> int:
    """The greatest number that an answer can have."""
    return max(int(number) for number in vocabulary()["number"])


def _with_ours(kind: str, values: set[str]) -> tuple[str, ...]:
    known = papers()[kind]
    return (*known, *sorted(values - set(known)))
