"""`casita.plausibility`: how plausible an action is on the thing in a box of a picture, by the model that is shipped.

>>> seen = casita.plausibility(picture, (40, 30, 120, 110), "cleanse_item")
>>> seen.plausible, seen.rating, seen.why
(0.83, 'plausible', 'it looks dirty')
>>> ranked = sorted(casita.plausibility(picture, box).values(), key=lambda one: -one.plausible)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS
from casita.benchmarks.plausiblact.models.inputs import checked_box
from casita.benchmarks.plausiblact.models.shipped import shipped
from casita.errors import BadInput, unknown
from casita.protocols import Picture


class Plausibility(NamedTuple):
    """What is thought of one action on one thing: three probabilities that sum to one, and why."""

    action: str
    impossible: float
    implausible: float
    plausible: float
    why: str
    """What was inferred from pixels that speaks most for the likeliest rating; empty if nothing does."""

    @property
    def rating(self) -> str:
        """The likeliest of the three."""
        return RATINGS[int(np.argmax(self[1:4]))]


@overload
def plausibility(picture: Any, box: Sequence[int], action: str) -> Plausibility: ...
@overload
def plausibility(picture: Any, box: Sequence[int]) -> dict[str, Plausibility]: ...


def plausibility(picture: Any, box: Sequence[int], action: str = "") -> Plausibility | dict[str, Plausibility]:
    """How plausible is an action on the thing in a box, here and now? Of all ten, by name, if none is named.

    `picture` is an array of height x width x 3 bytes, or what `World.look` gives; `box` is left, top, right, bottom in
    pixels, the last two not included. The model has learnt from simulated raters on Casita's pictures.
    """
    if action and action not in ACTIONS:
        raise unknown("action", action, ACTIONS)
    shown = checked_picture(picture)
    found = shipped().read(shown, checked_box(shown, box))
    rows = zip(ACTIONS, found.plausibility.tolist(), found.reasons, strict=True)
    made = {name: Plausibility(name, no, hardly, yes, why) for name, (no, hardly, yes), why in rows}
    return made[action] if action else made


def checked_picture(picture: Any) -> Picture:
    """The pixels of a picture or of a frame; BadInput if it is neither."""
    pixels = picture.rgb if hasattr(picture, "rgb") else picture
    made: NDArray[Any] = np.asarray(pixels)
    if made.dtype != np.uint8 or made.ndim != 3 or made.shape[2] != 3 or 0 in made.shape:
        raise BadInput(f"a picture is uint8 of shape height x width x 3, not {made.dtype} of shape {made.shape}")
    return made
