"""Pictures changed a little before they are learnt from: flip, crop, gamma and colour, all with one strength."""

from __future__ import annotations

import numpy as np

from casita.benchmarks.plausiblact.raters.people import normal
from casita.errors import BadInput
from casita.protocols import Picture
from casita.seeds import Stream

CROPPED, GAMMA, GAMMA_OF_ALL, OFFSET = 0.05, 0.05, 0.1, 4.0
"""For each unit of strength: share of a side that is cut off at the most, deviations of gamma, of all channels' gamma,
and of the offset of colours from 0 to 255 (the paper's appendix)."""

GAMMAS = (0.1, 1.9)
"""Least and most."""

STRONGEST = 9
"""The paper's strengths are from 0 to this."""


def checked_strength(strength: int) -> int:
    """A strength; BadInput if the paper has none such."""
    if not 0 <= strength <= STRONGEST:
        raise BadInput(f"the strength of augmentation is from 0 to {STRONGEST}; it is {strength}")
    return strength


def augmented(picture: Picture, strength: int, luck: Stream) -> Picture:
    """A picture that was changed by luck; the same one if the strength is 0."""
    if checked_strength(strength) == 0:
        return picture
    made = picture[:, ::-1] if luck.chance(0.5) else picture
    made = _cropped(made, strength, luck).astype(np.float64)
    every = GAMMA_OF_ALL * strength * normal(luck)
    gammas = [1.0 + every + GAMMA * strength * normal(luck) for _ in range(3)]
    offsets = [OFFSET * strength * normal(luck) for _ in range(3)]
    made = 255.0 * (made / 255.0) ** np.clip(gammas, *GAMMAS) + np.array(offsets)
    return np.asarray(np.clip(np.rint(made), 0.0, 255.0), dtype=np.uint8)


def _cropped(picture: Picture, strength: int, luck: Stream) -> Picture:
    """A part of the picture: of each side from one pixel to a share is cut off."""
    sides = []
    for length in picture.shape[:2]:
        cut = min(length - 1, 1 + luck.below(max(1, int(CROPPED * strength * length))))
        first = luck.below(cut + 1)
        sides.append(slice(first, first + length - cut))
    return picture[sides[0], sides[1]]
