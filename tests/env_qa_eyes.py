"""Eyes for tests: they see two things in every picture, by its colours alone, and cost nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from casita.arrays import Float16s
from casita.benchmarks.env_qa.watching.key_frames import cells_of
from casita.learn.detector import Detection
from casita.protocols import Picture


class StandIn:
    """Sees a mug in the middle, and above it a sink if the picture is bright there."""

    digest = "stand-in"

    def __init__(self) -> None:
        self.looked = 0

    def see(
        self, pictures: Sequence[Picture], least: float
    ) -> Iterator[tuple[list[Detection], Float16s]]:  # fmt: skip
        """One or two things in each picture, and eight cells' colours."""
        for picture in pictures:
            self.looked += 1
            yield self._things(picture), self._vector(picture)[:24]

    def _things(self, picture: Picture) -> list[Detection]:
        height, width = picture.shape[:2]
        middle = (0.4 * width, 0.4 * height, 0.6 * width, 0.6 * height)
        vector = self._vector(picture)
        found = [Detection(middle, "mug", 0.9, "red", {"dirty": 0.25}, vector)]
        if float(vector[0]) > 0.3:
            found.insert(0, Detection((0.0, 0.0, width / 2.0, height / 4.0), "sink", 0.5, "white", {}, -vector))
        return found

    @staticmethod
    def _vector(picture: Picture) -> Float16s:
        cells = cells_of(picture)[::4, ::4].ravel()[:128] / 255.0
        return np.resize(cells, 128).astype(np.float16)
