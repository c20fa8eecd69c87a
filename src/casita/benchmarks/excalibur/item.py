"""What EXCALIBUR's data are made of: an episode is a house, where the robot begins in it, and twenty questions."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

Part = Literal["train", "valid", "test", "drawn", "practice"]
"""Procedural houses to learn from, choose by and be tested in; hand-drawn ones, and the one people practise in."""

PARTS: tuple[Part, ...] = get_args(Part)

Kind = Literal["yes-no", "count", "query"]
"""What sort of answer a question has: yes or no, a number, or words."""

KINDS: tuple[Kind, ...] = get_args(Kind)

Need = Literal["look", "open", "lift", "compare"]
"""What must be found out to answer a question.

Every question needs a look. It needs something opened if its answer is another, or none, as long as what is shut away
at the beginning stays unseen; something lifted if masses are compared; sizes compared if one thing is larger or longer
than another.
"""

NEEDS: tuple[Need, ...] = get_args(Need)

Topic = Literal["colour", "material", "contained_by", "adjacent_to", "on_top_of", "heavier", "larger"]
"""The properties and relations of Table 1; each with its inverse, and longer and shorter count as larger."""

TOPICS: tuple[Topic, ...] = get_args(Topic)

QUESTIONS = 20
"""Of an episode."""


class ItemRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A typed row that rejects fields it does not know."""


class Question(ItemRow, frozen=True, kw_only=True):
    """One question about a house as it is at the beginning. An agent is given its text and nothing else."""

    text: str
    answer: str
    """yes or no, a decimal number, or words; several are joined by a comma and a space, in alphabetical order."""
    kind: Kind
    family: str
    """Which family of programs it belongs to."""
    template: str
    """Which template it was made by."""
    program: str
    """How the answer follows from the scene graph, as JSON (`questions.programs`)."""
    topics: tuple[Topic, ...]
    needs: tuple[Need, ...]


class Episode(ItemRow, frozen=True):
    """One visit to one house; `houses.scene_of` builds it."""

    id: str
    part: Part
    house: str
    """The name of a hand-drawn house, or "" for a procedural one."""
    house_seed: int
    """The seed of a procedural house; 0 for a hand-drawn one."""
    seed: int
    """Of its masses, sizes, colours, materials, and in hand-drawn houses places."""
    spawn: tuple[float, float, float]
    """Where the robot begins: x and y in metres, and its yaw in degrees."""
    questions: tuple[Question, ...]

    @property
    def cluster(self) -> str:
        """The house that it is in: what intervals are drawn over."""
        return self.house or f"house_{self.house_seed}"
