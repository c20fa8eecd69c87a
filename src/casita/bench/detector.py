"""Speed of the detector: pictures a second, one at a time, on one core; with proof that it saw what is there."""

from __future__ import annotations

import time
from collections.abc import Iterator

from casita.bench import Row
from casita.learn.average_precision import overlaps_of_all
from casita.learn.detector import load_detector
from casita.learn.detector.frames import taken
from casita.learn.detector.labels import BOTTOM, KIND, LEFT, is_clear, kind_names

GOAL = 20.0
"""Pictures a second."""

PICTURES = 40
"""Pictures that are looked at, of tuning rooms; as many are drawn first and not counted."""

SEEN = 0.5
"""Share of what is there that must be found, with its type, for the work to have been done."""


def measure() -> Iterator[Row]:
    """All rows of this suite."""
    eyes = load_detector()
    shots = [shot for _, shot in zip(range(PICTURES), taken("tune", 0), strict=False)]
    eyes.detect([picture for picture, _ in shots[:2]])
    start = time.process_time()
    answers = eyes.detect([picture for picture, _ in shots])
    took = time.process_time() - start
    found = wanted = 0
    for said, (_, things) in zip(answers, shots, strict=True):
        for row in things[is_clear(things)]:
            boxes = [each.box for each in said if each.kind == kind_names()[row[KIND]]]
            wanted += 1
            found += bool(boxes and overlaps_of_all(boxes, row[None, LEFT : BOTTOM + 1]).max() >= 0.5)  # type: ignore[arg-type]
    assert found >= SEEN * wanted, f"only {found} of {wanted} things were found"
    detail = f"{len(shots)} pictures of 256 x 256, {found} of {wanted} things found with their type"
    yield Row("detector", "detect", len(shots) / took, "pictures/s", GOAL, True, detail)
