"""Speed of PlausiblAct's generator: instances found a second, in homes that are arranged, photographed and searched."""

from __future__ import annotations

import time
from collections.abc import Iterator

from casita.bench import Row
from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.pictures.taking import photos_of
from casita.exact import count_of

WARM = "bathroom_03"
"""A room that loads what is compiled, and is not counted."""

HOMES = ("kitchen_05", "kitchen_06", "living_room_05", "bedroom_05")
"""As most arrangements are: half of them kitchens."""

SECONDS = 1_200.0
"""Of two cores: the paper's numbers of instances shall be made in under ten minutes."""


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
