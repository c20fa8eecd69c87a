"""Dirt is seen on everything that can be dirty, and its edges are soft."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from casita.catalog import catalog
from casita.render.studio import close_up, instance
from casita.scenes.scene import Condition
from casita.shapes.drawings.stains import BANDS, MARK
from casita.shapes.textures.dirt import WEAVES, cloth_stains, stained

DIRTY = [name for name in catalog() if catalog()[name].can("dirty")]

SEEN = 0.004
"""Share of a close-up's pixels that dirt changes clearly at least."""

SOFT = 0.6
"""Pixels that dirt changes in part, for each that it changes in full: hard-edged spots have 0.1 to 0.4."""


@pytest.mark.parametrize("name", DIRTY)
def test_dirt_is_seen_and_has_soft_edges(name: str) -> None:
    """Over two views, many pixels are between clean and dirty; at a hard edge only those of its outline are."""
    full = part = clear = 0
    for azimuth, elevation in ((30.0, 35.0), (-40.0, 55.0)):
        pair = [
            close_up(instance(name), now, azimuth=azimuth, elevation=elevation, size=192, framed=Condition())
            for now in (Condition(), Condition(dirty=True))
        ]
        differs = np.abs(pair[0].astype(int) - pair[1].astype(int)).max(2)
        most = float(np.percentile(differs[differs > 12], 90))
        full += int((differs > 0.7 * most).sum())
        part += int(((differs > 0.2 * most) & (differs <= 0.7 * most)).sum())
        clear += int((differs > 24).sum())
    assert clear / (2 * 192 * 192) > SEEN
    assert part > SOFT * full, f"{name}: {part} pixels in part, {full} in full"


@pytest.mark.parametrize("bands", [BANDS, MARK], ids=["spot", "tide mark"])
def test_bands_lie_side_by_side_and_fade_outwards(bands: tuple[tuple[float, float, float], ...]) -> None:
    assert bands[0][0] == 0.0
    assert bands[-1][1] == 1.0
    assert all(before[1] == after[0] for before, after in pairwise(bands))
    hides = [band[2] for band in bands]
    peak = hides.index(max(hides))
    assert hides == [*sorted(hides[: peak + 1]), *sorted(hides[peak + 1 :], reverse=True)]
    assert hides[-1] <= 0.25


@pytest.mark.parametrize("weave", WEAVES)
def test_stained_cloth_keeps_its_weave(weave: str) -> None:
    """Where nothing was spilt, a dirty cloth is what the clean one is."""
    clean, dirty = np.asarray(WEAVES[weave](64)), np.asarray(cloth_stains(128, weave))
    spilt = stained(128, "rag", 11, 0.2).mean(2)
    untouched = spilt > 0.999
    assert untouched.any()
    assert (spilt < 0.8).mean() > 0.05
    tiled = np.tile(clean, (2, 2)) if clean.ndim == 2 else np.tile(clean, (2, 2, 1)).mean(2)
    assert np.abs(dirty.mean(2) - tiled)[untouched].max() < 0.005
