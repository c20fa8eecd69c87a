"""Speed of PlausiblAct: instances that the generator finds a second, and what the shipped model takes for a picture."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from casita.bench import Row
from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.models.shipped import WEIGHTS, shipped
from casita.benchmarks.plausiblact.pictures.taking import photos_of
from casita.benchmarks.plausiblact.stored.folder import drawn
from casita.exact import count_of

WARM = "bathroom_03"
"""A room that loads what is compiled, and is not counted."""

HOMES = ("kitchen_05", "kitchen_06", "living_room_05", "bedroom_05")
"""As most arrangements are: half of them kitchens."""

SECONDS = 1_200.0
"""Of two cores: the paper's numbers of instances shall be made in under ten minutes."""


MILLISECONDS, MEGABYTES = 15.0, 10.0
"""What the shipped model may take for a picture on one core, and weigh."""

RATED = 40
"""Things that it rates."""


def measure() -> Iterator[Row]:
    """All rows of this suite."""
    list(photos_of(WARM, "train", 0, 0, 2))
    photos = instances = 0
    start = time.process_time()
    for home in HOMES:
        for taken in photos_of(home, "train", 0, 0):
            photos += 1
            instances += len(taken.instances)
    took = time.process_time() - start
    assert photos > 6 * len(HOMES), f"only {photos} photos of {len(HOMES)} homes"
    detail = f"{photos} photos in {len(HOMES)} homes, {instances} instances, {1000 * took / photos:.0f} ms a photo"
    goal = count_of(paper.SAMPLES.values()) / SECONDS
    yield Row("plausiblact", "generate", instances / took, "instances/s", goal, True, detail)
    yield from _shipped()


def _shipped() -> Iterator[Row]:
    """The shipped model on pictures as cameras give them: cutting out and scaling are in the time."""
    model = shipped()
    taken = [each for each in photos_of(WARM, "train", 0, 0, 2) if each.instances]
    shown = [(np.array(drawn(photo, 0)), one.box) for photo, found in taken for one in found]
    first = model.rate(*shown[0])
    times = []
    for number in range(RATED):
        start = time.thread_time()
        said = model.rate(*shown[number % len(shown)])
        times.append(1000 * (time.thread_time() - start))
        assert abs(sum(map(sum, said)) - len(said)) < 1e-6, "ratings that are no distributions"
    assert model.rate(*shown[0]) == first, "the same picture was rated otherwise"
    detail = f"the median of {RATED}, pictures of {shown[0][0].shape[1]} x {shown[0][0].shape[0]} pixels"
    yield Row("plausiblact", "shipped model, a picture", float(np.median(times)), "ms", MILLISECONDS, False, detail)
    size = WEIGHTS.stat().st_size / 1e6
    yield Row("plausiblact", "shipped model, weights", size, "MB", MEGABYTES, False, WEIGHTS.name)
