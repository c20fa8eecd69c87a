"""Told to put the dish into the dishwasher, with a clean and a dirty one in view, a robot takes the dirty one.

The paper's own example: it picks the one for which cleansing is more plausible. Photos of test kitchens are drawn anew
with two empty dishes of which luck makes one dirty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from casita.benchmarks.plausiblact.item import ACTIONS, PLAUSIBLE, Instance, Photo
from casita.benchmarks.plausiblact.pictures.homes import ROOMS
from casita.benchmarks.plausiblact.pictures.taking import camera_of, photos_of, studio
from casita.evaluation.statistics import Estimate, share
from casita.protocols import Picture
from casita.seeds import stream
from casita.world.state import State

DISHES = frozenset({"Mug", "Coffee cup", "Bowl", "Plate", "Wine glass", "Saucer", "Frying pan", "Wok", "Mixing bowl",
                    "Cutting board", "Platter", "Pitcher", "Beaker", "Serving tray"})  # fmt: skip
"""Classes that go into a dishwasher, or could."""

CLEANSE = ACTIONS.index("cleanse_item")

Rate = Callable[[Picture, Sequence[int]], Sequence[Sequence[float]]]


class Choice(NamedTuple):
    """A picture with two dishes in it, of which one is dirty."""

    picture: Picture
    dishes: tuple[Instance, Instance]
    dirty: int
    """Which of the two."""


def choices(count: int, seed: int = 0) -> Iterator[Choice]:
    """So many scenes of test kitchens, one of each photo at the most; fewer if the kitchens have no more."""
    made = 0
    for take in range(100, 200):  # arrangements that no data set of this benchmark has
        for number in ROOMS["test"]:
            for photo, instances in photos_of(f"kitchen_{number:02}", "test", take, seed):
                pair = _pair(instances)
                if pair is None:
                    continue
                dirty = stream(seed, "plausiblact", "dishwasher", photo.id).below(2)
                yield Choice(_drawn(photo, pair, dirty, seed), pair, dirty)
                made += 1
                if made == count:
                    return


def _pair(instances: Sequence[Instance]) -> tuple[Instance, Instance] | None:
    """Two dishes of a photo that are empty and whole, of one class if there are such."""
    dishes = [one for one in instances if one.name in DISHES and not (one.broken or one.liquid or one.food)]
    pairs = sorted(combinations(dishes, 2), key=lambda pair: pair[0].name != pair[1].name)
    return pairs[0] if pairs else None


def _drawn(photo: Photo, pair: tuple[Instance, Instance], dirty: int, seed: int) -> Picture:
    """The photo, with one of two things dirty and the other clean."""
    here = studio(photo.home, photo.take, seed)
    state = with_dirt(here.state, {one.thing: number == dirty for number, one in enumerate(pair)})
    size = photo.width, photo.height
    return here.renderer.look(state, camera_of(photo), size, ("rgb",), smooth=True).rgb


def with_dirt(state: State, dirty: dict[str, bool]) -> State:
    """The state in which some things are dirty or clean."""
    column = np.array(state.objects.dirty)
    for name, value in dirty.items():
        column[state.statics.ids.index(name)] = value
    return state.altered({"dirty": column})


def share_right(rate: Rate, count: int, seed: int = 0) -> Estimate:
    """How often a robot that goes by a model takes the dirty one; chance is 0.5."""
    right = asked = 0
    for picture, dishes, dirty in choices(count, seed):
        wish = [rate(picture, one.box)[CLEANSE][PLAUSIBLE] for one in dishes]
        right += wish[dirty] > wish[1 - dirty]
        asked += 1
    return share(int(right), asked)
