"""The kinds of rest: how a thing can be where it is."""

from __future__ import annotations

from typing import Literal, get_args

RestKind = Literal["flat", "leaning", "across", "draped", "against"]
RESTS: tuple[RestKind, ...] = get_args(RestKind)
"""All kinds, by the number that states keep.

- flat: on a face of its box, upright or on a side, its middle over what carries it;
- leaning: one end down in a hollow, the other on its rim or wall;
- across: on the rim around a hollow or a plate's middle;
- draped: a cloth over an edge;
- against: one end on the floor, the other on the side of furniture.
"""

FLAT, LEANING, ACROSS, DRAPED, AGAINST = range(len(RESTS))
